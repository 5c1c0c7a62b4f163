/** @file Puts the page together: actions of the user change the state, and the state is drawn. */

import { byId } from "./dom.js";
import { COLUMNS, NEW_GAME } from "./game.js";
import { copy, listenToButtons, listenToChoice, listenToKeys, listenToTexts, releaseArrows } from "./input.js";
import { gameOf, readLink, textOf, toHash, toQueryHash, withoutAddress } from "./link.js";
import { reviewOf } from "./review.js";
import { loadSettings, saveSettings, saveTheme } from "./settings.js";
import * as change from "./state.js";
import { Thinker } from "./thinker.js";
import { View } from "./view.js";
import { engine } from "./worker.js";

/** @import {Game, Side} from "./game.js" */
/** @import {Mark} from "./review.js" */
/** @import {Mode, State} from "./state.js" */

const thinker = new Thinker(engine);
const link = location.hash || toQueryHash(location.search);
const linked = readLink(textOf(link));
let state = change.initialState(loadSettings(), linked ?? NEW_GAME);
let isDrawn = false;

const view = new View({
  play: (column) => update(change.playColumn(state, column)),
  jump: (ply) => update(change.jump(state, ply)),
  stepInto: (moves, at) => update(change.stepInto(state, moves, at)),
  nextMark,
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

/** Loads the game in a text of the user. @param {string} text */
function loadText(text) {
  showError("");
  load(text, showError);
}

/** Loads the game of a link. Until it is read, the note hides the game on the page. @param {string} link */
function loadLink(link) {
  showNote("Reading the link …");
  load(link, (reason) => showNote(`This link cannot be read: ${reason}`));
}

/**
 * Loads a game in any form that the engine reads.
 * @param {string} text
 * @param {(reason: string) => void} refuse takes the reason why it cannot be read
 */
async function load(text, refuse) {
  try {
    const inner = withoutAddress(text);
    const game = readLink(inner.trim()) ?? gameOf(await read(inner));
    update(change.withGame(state, game));
  } catch (error) {
    refuse(error instanceof Error ? error.message : String(error));
  }
}

/** Reads a game with the engine, without which all else on the page works. @param {string} text */
async function read(text) {
  const { readGame } = await import("./engine/claimeven.js");
  return readGame(text);
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

function toggleHints() {
  if (!state.review) update(change.withHints(state, !change.showsHints(state)));
}

/** Steps into the best line of the position on the board. */
function enterLine() {
  const line = thinker.known.get(change.shownPosition(state))?.line ?? [];
  if (change.showsHints(state) && !state.line) update(change.stepInto(state, line, Math.min(1, line.length)));
}

/** Shows the next move of a side that has a mark, and after the last the first. @param {Side} side @param {Mark} mark */
function nextMark(side, mark) {
  const { annotations } = reviewOf(state.game, (position) => thinker.known.get(position));
  const plies = annotations.flatMap((move, index) => (move?.side === side && move.mark === mark ? [index + 1] : []));
  const next = plies.find((ply) => ply > state.ply) ?? plies[0];
  if (next) update(change.jump(state, next));
}

function toggleTheme() {
  const root = document.documentElement;
  const system = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  const next = (root.dataset.theme ?? system) === "dark" ? "light" : "dark";
  if (next === system) {
    delete root.dataset.theme;
    saveTheme(null);
  } else {
    root.dataset.theme = next;
    saveTheme(next);
  }
}

async function copyLink() {
  const button = byId("copy-link");
  button.textContent = (await copy(location.href)) ? "Copied" : "Copy the text below";
  setTimeout(() => (button.textContent = "Copy link"), 2000);
}

const back = () => update(change.step(state, -1));
const forward = () => update(change.step(state, 1));
const toStart = () => update(change.jump(state, 0));
const toEnd = () => update(change.step(state, 42));
const undo = () => update(change.undo(state));
const redo = () => update(change.redo(state));

function newGame() {
  update(change.newGame(state));
  // The address may hold a text that is not a game.
  linkTo(state.game);
}

const leaveLine = () => update({ ...state, line: null });
const help = () => /** @type {HTMLDialogElement} */ (byId("help-dialog")).showModal();

listenToButtons({
  start: toStart,
  back,
  forward,
  end: toEnd,
  undo,
  redo,
  new: newGame,
  stop: toggleSearch,
  help,
  theme: toggleTheme,
  "copy-link": copyLink,
  "line-leave": leaveLine,
  "line-keep": () => update(change.keepLine(state)),
  "review-start": () => update({ ...state, review: true }),
  "review-end": () => update({ ...state, review: false }),
});
listenToKeys({
  ...Object.fromEntries(COLUMNS.map((column) => [column, () => update(change.playColumn(state, column))])),
  ArrowLeft: back,
  ArrowRight: forward,
  Home: toStart,
  End: toEnd,
  u: undo,
  r: redo,
  "Ctrl+z": undo,
  "Ctrl+y": redo,
  "Ctrl+Shift+z": redo,
  n: newGame,
  h: toggleHints,
  b: enterLine,
  Escape: leaveLine,
  "?": help,
});
listenToChoice("mode", (mode) => update({ ...state, mode: /** @type {Mode} */ (mode), line: null }));
listenToChoice("side", (side) => update({ ...state, human: /** @type {Side} */ (side) }));
listenToTexts(loadText);
releaseArrows();
byId("text").addEventListener("input", () => showError(""));
byId("hints").addEventListener("change", toggleHints);
byId("level").addEventListener("input", ({ target }) => {
  update({ ...state, level: Number(/** @type {HTMLInputElement} */ (target).value) });
});
addEventListener("hashchange", () => {
  if (location.hash === toHash(state.game)) showNote("");
  else loadLink(location.hash);
});

thinker.onNews = draw;
thinker.onMove = (/** @type {number} */ column) => update(change.addEngineMove(state, column));
thinker.onEnd = (/** @type {string} */ position) => {
  const isSolved = thinker.known.get(position)?.complete;
  update(isSolved ? state : { ...state, stopped: position });
};
engine.onNotice = draw;
navigator.serviceWorker?.register("sw.js", { updateViaCache: "none" });

if (linked) {
  linkTo(linked);
  update(state);
} else {
  loadLink(link);
}
draw();
