/** @file Puts the page together: actions of the user change the state, and the state is drawn. */

import { byId, html } from "./dom.js";
import { engine, whenLoaded } from "./engine.js";
import { gameTitles } from "./engine/wasm.js";
import { columnsIn, gameIn } from "./game.js";
import { copied, listenToButtons, listenToKeys, listenToTexts, releaseArrows } from "./input.js";
import { whenWorded } from "./language.js";
import { fillLevels } from "./levels.js";
import { textIn, toHash, toQueryHash, withoutAddress } from "./link.js";
import { hasSound, setSound } from "./sound.js";
import * as change from "./state.js";
import { keep, kept, loadState, revived, saveState, toggleTheme } from "./store.js";
import { loadTexts, phrase } from "./texts.js";
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
const link = location.hash || toQueryHash(location.search);
let state = loadState(link);
let isDrawn = false;

/** Takes a new state. The way back from another game, mode or review is the browser's. @param {State} next */
function update(next) {
  const isLeft = change.isLeft(state, next);
  if (next.game !== state.game) showNote("");
  const isOpened = next.review && !state.review;
  state = next;
  remember(isLeft ? "pushState" : "replaceState");
  thinker.update(state);
  draw();
  if (isOpened) requestAnimationFrame(() => ["controls", "review-comment", "stage"].forEach((id) => byId(id).scrollIntoView({ block: "nearest" })));
}

/** Keeps the state, and its game as the address. @param {"pushState" | "replaceState"} how */
function remember(how) {
  const now = kept(state);
  saveState(now);
  // Safari limits how often.
  keep(() => history[how](now, "", location.pathname + toHash(state.game)));
}

/** Draws the page before the browser does, once for all that has changed. */
function draw() {
  if (isDrawn) return;
  isDrawn = true;
  requestAnimationFrame(() => {
    isDrawn = false;
    const known = (/** @type {string} */ position) => thinker.known.get(position);
    const error = engine.error && phrase("failed.engine", { reason: engine.error });
    view.draw(state, { known, thinksAbout: thinker.thinksAbout, book: engine.book, error });
  });
}

/**
 * Returns the game in a text, in any form that the engine reads.
 * @param {string} text
 * @param {(reason: string) => void} refuse takes the reason why it cannot be read
 * @param {number} [number] that of the game in PGN, from 0
 */
async function read(text, refuse, number) {
  try {
    if (!columnsIn(withoutAddress(text))) await whenLoaded();
    return gameIn(withoutAddress(text), number);
  } catch (error) {
    refuse(error instanceof Error ? error.message : String(error));
    return null;
  }
}

/** Takes the game of a link, if it can be read. Otherwise a note hides the game on the page. @param {string} link */
async function follow(link) {
  showNote(phrase("link.reading"));
  const game = await read(textIn(link), (reason) => showNote(phrase("link.error", { reason })));
  if (!game) return;
  state = change.withLoaded(state, game);
  showNote("");
  update(state);
}

/** Takes a game that could be read. @param {Game | null} game */
function load(game) {
  if (game) update(change.withLoaded(state, game));
}

/** Loads a game of a text. @param {string} text @param {number} number */
async function loadGame(text, number) {
  showError("");
  load(await read(text, showError, number));
}

/** Makes a button that loads one game of several. @param {string} text @param {string} title @param {number} number */
function gameButton(text, title, number) {
  const button = html("button", { type: "button" }, `${number + 1}. ${title}`);
  button.addEventListener("click", () => loadGame(text, number));
  return html("li", {}, button);
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
  if (!(await copied(location.href))) return void prompt(phrase("copy-link"), location.href);
  const show = (/** @type {string} */ key, /** @type {boolean} */ isDone) => {
    byId("copy-text").textContent = phrase(key);
    byId("copy-link").classList.toggle("done", isDone);
  };
  show("link.copied", true);
  setTimeout(() => show("copy-link", false), 2000);
}

function newGame() {
  showNote("");
  update(change.newGame(state));
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
    "over-review": () => update({ ...state, review: true }),
    "over-again": newGame,
    "over-level": () => update(change.newGame(change.withLevel(state, change.nextLevel(state) ?? state.level))),
    hint: () => update(change.withHint(state)),
    "ask-new": newGame,
    "ask-swap": () => update(change.withSides(state)),
  });
  listenToKeys();
  listenToTexts(async (text) => {
    await loadGame(text, 0);
    const titles = columnsIn(withoutAddress(text)) ? [] : gameTitles(text);
    byId("games").replaceChildren(...(titles.length > 1 ? titles.map((title, number) => gameButton(text, title, number)) : []));
  });
  releaseArrows();
  byId("text").addEventListener("input", () => showError(""));
  byId("hints").addEventListener("change", () => update(change.toggleHints(state)));
  byId("modes").addEventListener("change", (event) => update(change.withMode(state, valueOf(event))));
  byId("begins").addEventListener("change", (event) => update(change.withBegins(state, valueOf(event))));
  byId("level").addEventListener("change", (event) => update(change.withLevel(state, Number(valueOf(event)))));
  const sound = /** @type {HTMLInputElement} */ (byId("sound"));
  sound.checked = hasSound();
  sound.addEventListener("change", () => setSound(sound.checked));
  const language = /** @type {HTMLSelectElement} */ (byId("language"));
  language.value = document.documentElement.lang;
  language.addEventListener("change", async () => {
    await loadTexts(language.value);
    keep(() => localStorage.setItem("claimeven-language", language.value));
    fillLevels(byId("level"));
    draw();
  });
  addEventListener("popstate", (event) => {
    const isOther = location.hash !== toHash(state.game);
    if (!event.state && isOther) return follow(location.hash);
    showNote("");
    if (!event.state) return;
    state = { ...revived(event.state), level: state.level, begins: state.begins, results: state.results };
    update(state);
  });
}

await whenWorded;
const view = new View({
  play: (column) => update(change.playColumn(state, column)),
  jump: (ply) => update(change.jump(state, ply)),
  stepInto: (moves, at) => update(change.stepInto(state, moves, at)),
});
listen();
byId("main").inert = false;
if (link && toHash(state.game) !== link) follow(link);
else update(state);
engine.onNotice = draw;
// The files for later visits, such as the book, come after the engine: in 4 s at 1.6 Mbit/s.
setTimeout(() => navigator.serviceWorker?.register("sw.js", { updateViaCache: "none" }), 4000);
