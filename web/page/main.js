/** @file Puts the page together: actions of the user change the state, and the state is drawn. */

import { byId, html } from "./dom.js";
import { engine, whenLoaded } from "./engine.js";
import { gameTitles } from "./engine/wasm.js";
import { columnsIn, endOf, gameIn } from "./game.js";
import { copied, listenToButtons, listenToKeys, listenToTexts, releaseArrows } from "./input.js";
import { whenWorded } from "./language.js";
import { fillLevels } from "./levels.js";
import { isPuzzle, linkOf, textIn, toQueryHash, withoutAddress } from "./link.js";
import { isLastMistake, mistakesOf, nextPuzzle, puzzleAfter, puzzleAt, puzzleOfDay, readPuzzles } from "./puzzles.js";
import { NOTHING_KNOWN, scoresOf, withAnswer } from "./replies.js";
import { reviewOf } from "./review.js";
import { hasSound, setSound } from "./sound.js";
import * as change from "./state.js";
import { keep, kept, loadState, revived, saveState, toggleTheme } from "./store.js";
import { loadTexts, phrase } from "./texts.js";
import { PAUSE, Thinker, sent } from "./thinker.js";
import { View } from "./view.js";

/** @import {Game} from "./game.js" */
/** @import {Puzzle} from "./puzzles.js" */
/** @import {State} from "./state.js" */
/** @import {Question} from "./why.js" */

const thinker = new Thinker(engine, {
  news: draw,
  move: (column) => update(change.addEngineMove(state, column)),
  end: (position) => {
    const { coached } = state;
    if (coached?.position === change.shownPosition(state) && !coached.gives) return play(coached.column);
    const isSolved = position === null || thinker.known.get(position)?.complete;
    update(isSolved ? state : { ...state, stopped: position });
  },
});
const link = location.hash || toQueryHash(location.search);
let state = loadState(link);
let isDrawn = false;
/** The puzzles, once they are loaded. @type {Puzzle[] | null} */
let puzzles = null;
/** Whether a puzzle is loading. */
let isOpening = false;

/** Takes a new state. The way back from another game, mode or review is the browser's. @param {State} next */
function update(next) {
  const isLeft = change.isLeft(state, next);
  if (next.game !== state.game) showNote("");
  const isOpened = next.review && !state.review;
  state = next;
  remember(isLeft ? "pushState" : "replaceState");
  thinker.update(state);
  const reply = change.addReply(next);
  if (reply !== next) setTimeout(() => state.game === next.game && update(change.addReply(state)), PAUSE);
  draw();
  if (isOpened) requestAnimationFrame(() => ["controls", "comment", "stage"].forEach((id) => byId(id).scrollIntoView({ block: "nearest" })));
}

/** Keeps the state, and its game as the address. @param {"pushState" | "replaceState"} how */
function remember(how) {
  const now = kept(state);
  saveState(now, state.standing);
  // Safari limits how often.
  keep(() => history[how](now, "", location.pathname + linkOf(state)));
}

/** Draws the page before the browser does, once for all that has changed. */
function draw() {
  if (isDrawn) return;
  isDrawn = true;
  requestAnimationFrame(() => {
    isDrawn = false;
    const known = (/** @type {string} */ position) => thinker.known.get(position);
    const error = engine.error && phrase("failed.engine", { reason: engine.error });
    const reason = (/** @type {Question} */ question) => thinker.reason(question);
    view.draw(state, { known, reason, thinksAbout: thinker.thinksAbout, book: engine.book, isOpening, error });
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

/** Takes the game or the puzzle of a link, if it can be read. Otherwise a note hides the game on the page. @param {string} link */
async function follow(link) {
  showNote(phrase("link.reading"));
  const game = await read(textIn(link), (reason) => showNote(phrase("link.error", { reason })));
  if (!game) return;
  if (isPuzzle(link)) return openPuzzle((all) => puzzleAfter(all, game) ?? ownPuzzle(game));
  state = change.withLoaded(state, game);
  showNote("");
  update(state);
}

/** Makes a puzzle of the position after a game. @param {Game} game */
async function ownPuzzle(game) {
  const end = endOf(game);
  const puzzle = puzzleAt(end, withAnswer(NOTHING_KNOWN, (await engine.analyze(sent(end))).bounds));
  if (!puzzle) throw new Error(phrase("puzzle.none"));
  return puzzle;
}

/**
 * Shows a puzzle of the set, which is loaded first.
 * @param {(puzzles: Puzzle[]) => Puzzle | Promise<Puzzle>} choose
 */
async function openPuzzle(choose) {
  isOpening = true;
  try {
    puzzles ??= readPuzzles(await textOfFile("puzzles.txt"));
    const puzzle = await choose(puzzles);
    isOpening = false;
    showNote("");
    update(change.withPuzzle(state, puzzle));
  } catch (error) {
    isOpening = false;
    draw();
    showNote(phrase("puzzle.error", { reason: error instanceof Error ? error.message : String(error) }));
  }
}

/** @param {string} name */
async function textOfFile(name) {
  const response = await fetch(name);
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  return response.text();
}

/** Shows the next puzzle: of the user's mistakes until the last, otherwise near the rating. */
function showNextPuzzle() {
  const { attempt, standing } = state;
  const [next, ...queue] = attempt?.queue ?? [];
  if (next) update(change.withPuzzle(state, next, queue));
  else if (attempt && isLastMistake(attempt)) update(change.backToReview(state));
  else openPuzzle((all) => nextPuzzle(all, standing, Math.random()));
}

/** Returns the mistakes of the user in the game, and of both sides in a game without the computer. */
function mistakes() {
  const { game, mode, human } = state;
  const known = (/** @type {string} */ position) => thinker.known.get(position);
  return mistakesOf(game, reviewOf(game, known), ({ side }) => mode !== "engine" || side === human, known);
}

function learn() {
  const [first, ...queue] = mistakes();
  if (!first) return;
  update(change.withPuzzle(state, first, queue));
  // The button is far below the board.
  requestAnimationFrame(() => scrollTo(0, 0));
}

/** @param {State["mode"]} mode */
function chooseMode(mode) {
  if (mode === "puzzles") return showNextPuzzle();
  showNote("");
  update(change.withMode(state, mode));
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

/** Plays a move, which the coach may look at first. @param {number} column */
function play(column) {
  update(change.withCoach(state, column, scoresOf(thinker.known.get(change.shownPosition(state)))));
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
  if (state.attempt) return showNextPuzzle();
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
    learn,
    coach: () => update(change.toggleCoach(state)),
    "puzzle-day": () => openPuzzle((all) => puzzleOfDay(all, new Date())),
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
  byId("modes").addEventListener("change", (event) => chooseMode(valueOf(event)));
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
    const isOther = location.hash !== linkOf(state);
    if (!event.state && isOther) return follow(location.hash);
    showNote("");
    if (!event.state) return;
    state = { ...revived(event.state), level: state.level, begins: state.begins, results: state.results, coach: state.coach, standing: state.standing };
    update(state);
  });
}

await whenWorded;
const view = new View({
  play,
  jump: (ply) => update(change.jump(state, ply)),
  stepInto: (moves, at) => update(change.stepInto(state, moves, at)),
});
listen();
byId("main").inert = false;
if (link && linkOf(state) !== link) follow(link);
else update(state);
engine.onNotice = draw;
// The files for later visits, such as the book, come after the engine: in 4 s at 1.6 Mbit/s.
setTimeout(() => navigator.serviceWorker?.register("sw.js", { updateViaCache: "none" }), 4000);
