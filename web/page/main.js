/** @file Puts the page together: actions of the user change the state, and the state is drawn. */

import { byId } from "./dom.js";
import { engine, isLoaded } from "./engine.js";
import { NEW_GAME, gameIn } from "./game.js";
import { copy, listenToButtons, listenToKeys, listenToTexts, releaseArrows } from "./input.js";
import { textIn, toHash, toQueryHash, withoutAddress } from "./link.js";
import { loadSettings, saveSettings, toggleTheme } from "./settings.js";
import * as change from "./state.js";
import { Thinker } from "./thinker.js";
import { View } from "./view.js";

/** @import {Game} from "./game.js" */
/** @import {State} from "./state.js" */

const thinker = new Thinker(engine, {
  news: draw,
  move: (column) => update(change.addEngineMove(state, column)),
  end: (position) => {
    const isSolved = thinker.known.get(position)?.complete;
    update(isSolved ? state : { ...state, stopped: position });
  },
});
let state = change.initialState(loadSettings(), NEW_GAME);
let isDrawn = false;

const view = new View({
  play: (column) => update(change.playColumn(state, column)),
  jump: (ply) => update(change.jump(state, ply)),
  stepInto: (moves, at) => update(change.stepInto(state, moves, at)),
});

/** Takes a new state. @param {State} next */
function update(next) {
  if (next.game !== state.game) linkTo(next.game);
  state = next;
  saveSettings(state);
  thinker.update(state);
  draw();
}

/** Makes the address that of a game. @param {Game} game */
function linkTo(game) {
  showError("");
  showNote("");
  history.replaceState(null, "", location.pathname + toHash(game));
}

/** Draws the page before the browser does, once for all that has changed. */
function draw() {
  if (isDrawn) return;
  isDrawn = true;
  requestAnimationFrame(() => {
    isDrawn = false;
    const known = (/** @type {string} */ position) => thinker.known.get(position);
    view.draw(state, { known, thinksAbout: thinker.thinksAbout, book: engine.book, error: engine.error });
  });
}

/**
 * Returns the game in a text, in any form that the engine reads.
 * @param {string} text
 * @param {(reason: string) => void} refuse takes the reason why it cannot be read
 */
function read(text, refuse) {
  try {
    return gameIn(withoutAddress(text));
  } catch (error) {
    refuse(error instanceof Error ? error.message : String(error));
    return null;
  }
}

/** Returns the game of a link, if it can be read. Otherwise a note hides the game on the page. @param {string} link */
function readLink(link) {
  return read(textIn(link), (reason) => showNote(`This link cannot be read: ${reason}`));
}

/** Takes a game that could be read. @param {Game | null} game */
function load(game) {
  if (game) update(change.withGame(state, game));
}

/** @param {string} text */
function showError(text) {
  byId("load-error").textContent = text;
}

/** Shows a text about the link in place of the game. @param {string} text */
function showNote(text) {
  byId("link-note").textContent = text;
}

/** Stops or continues the search of the position on the board. */
function toggleSearch() {
  const position = change.shownPosition(state);
  const stopped = thinker.thinksAbout === position ? position : null;
  update({ ...state, stopped });
}

async function copyLink() {
  const button = byId("copy-link");
  button.textContent = (await copy(location.href)) ? "Copied" : "Copy the text below";
  setTimeout(() => (button.textContent = "Copy link"), 2000);
}

function newGame() {
  update(change.newGame(state));
  // The address may hold a text that is not a game.
  linkTo(state.game);
}

/** Returns the value that the user has chosen. @param {Event} event @returns {any} */
const valueOf = ({ target }) => /** @type {HTMLInputElement} */ (target).value;

function listen() {
  listenToButtons({
    start: () => update(change.jump(state, 0)),
    back: () => update(change.step(state, -1)),
    forward: () => update(change.step(state, 1)),
    end: () => update(change.step(state, 42)),
    undo: () => update(change.undo(state)),
    redo: () => update(change.redo(state)),
    new: newGame,
    stop: toggleSearch,
    help: () => /** @type {HTMLDialogElement} */ (byId("help-dialog")).showModal(),
    theme: toggleTheme,
    "copy-link": copyLink,
    "line-leave": () => update({ ...state, line: null }),
    "line-keep": () => update(change.keepLine(state)),
    "review-start": () => update({ ...state, review: true }),
    "review-end": () => update({ ...state, review: false }),
  });
  listenToKeys();
  listenToTexts((text) => {
    showError("");
    load(read(text, showError));
  });
  releaseArrows();
  byId("text").addEventListener("input", () => showError(""));
  byId("hints").addEventListener("change", () => update(change.toggleHints(state)));
  byId("modes").addEventListener("change", (event) => update({ ...state, mode: valueOf(event), line: null }));
  byId("sides").addEventListener("change", (event) => update({ ...state, human: valueOf(event) }));
  byId("level").addEventListener("input", (event) => update({ ...state, level: Number(valueOf(event)) }));
  addEventListener("hashchange", () => {
    if (location.hash === toHash(state.game)) showNote("");
    else load(readLink(location.hash));
  });
  engine.onNotice = draw;
}

const link = location.hash || toQueryHash(location.search);
if (link) showNote("Reading the link …");
navigator.serviceWorker?.register("sw.js", { updateViaCache: "none" });
await isLoaded;

listen();
byId("main").inert = false;
const linked = readLink(link);
if (linked) {
  state = change.initialState(state, linked);
  linkTo(linked);
  update(state);
}
draw();
