/** @file Keeps the game and the choices in the browser, for the tab and for the next one. */

import { NEW_GAME, endOf, extended, positionOf, result } from "./game.js";
import { linkOf } from "./link.js";
import { NEW_STANDING } from "./puzzles.js";
import { DEFAULT_SETTINGS, initialState, newGame } from "./state.js";

/** @import {Game} from "./game.js" */
/** @import {Attempt, Puzzle, Standing} from "./puzzles.js" */
/** @import {Past, Settings, State} from "./state.js" */

/** Other pages of the same origin have storage too. */
const KEY = "claimeven";
/** The standing is one for all tabs. */
const STANDING = "claimeven-puzzles";
/** The changes that can be undone after a reload. */
const MOST_CHANGES = 100;

/** A game without the positions that follow from it. @typedef {[start: string, first: string, moves: string]} KeptGame */
/** @typedef {{game: KeptGame, ply: number, human: State["human"]}} KeptMoment */
/** @typedef {Omit<Puzzle, "game"> & {game: KeptGame}} KeptPuzzle */
/** @typedef {Omit<Attempt, "puzzle" | "queue"> & {puzzle: KeptPuzzle, queue: KeptPuzzle[] | null}} KeptAttempt */
/** @typedef {Settings & KeptMoment & {review: boolean, attempt: KeptAttempt | null, past: KeptMoment[], future: KeptMoment[]}} Kept */

/** @param {Game} game @returns {KeptGame} */
const shortGame = ({ start, positions, moves }) => [start, positions[0], moves.join("")];

/** @param {KeptGame} game @returns {Game} */
const longGame = ([start, first, moves]) =>
  extended({ game: { start, moves: [], positions: [first] }, ply: 0 }, [...moves].map(Number));

/**
 * Returns a copy of an attempt with other games.
 * @template A, B
 * @param {{puzzle: {game: A}, queue: {game: A}[] | null} | null} attempt
 * @param {(game: A) => B} form
 */
function withGames(attempt, form) {
  const changed = (/** @type {{game: A}} */ puzzle) => ({ ...puzzle, game: form(puzzle.game) });
  return attempt && { ...attempt, puzzle: changed(attempt.puzzle), queue: attempt.queue?.map(changed) ?? null };
}

/** Returns what is kept of a state. @param {State} state @returns {Kept} */
export function kept({ mode, level, begins, human, hints, coach, results, game, ply, review, attempt, past, future }) {
  /** @param {Past} moment @returns {KeptMoment} */
  const short = ({ game, ply, human }) => ({ game: shortGame(game), ply, human });
  const lists = { past: past.slice(-MOST_CHANGES).map(short), future: future.slice(0, MOST_CHANGES).map(short) };
  const tried = /** @type {KeptAttempt | null} */ (withGames(attempt, shortGame));
  return { mode, level, begins, hints, coach, results, review, attempt: tried, ...short({ game, ply, human }), ...lists };
}

/** Returns the state of which something was kept. @param {Kept} kept @returns {State} */
export function revived(kept) {
  /** @param {KeptMoment} moment @returns {Past} */
  const long = ({ game, ply, human }) => ({ game: longGame(game), ply, human });
  const state = initialState({ ...DEFAULT_SETTINGS, ...kept }, longGame(kept.game));
  const attempt = /** @type {Attempt | null} */ (withGames(kept.attempt ?? null, longGame));
  return { ...state, ...long(kept), review: kept.review, attempt, past: kept.past.map(long), future: kept.future.map(long) };
}

/**
 * Returns the state in which the page opens. The tab continues where it was, also at the bare address.
 * A new tab has the last choices, and the last game if it is unfinished.
 * @param {string} link that of another game is left to the caller
 * @returns {State}
 */
export function loadState(link) {
  try {
    const standing = { ...NEW_STANDING, ...JSON.parse(localStorage.getItem(STANDING) ?? "{}") };
    const [own, last] = [sessionStorage, localStorage].map((storage) => {
      const text = storage.getItem(KEY);
      return text ? { ...revived(JSON.parse(text)), standing } : null;
    });
    if (own && link === linkOf(own)) return link ? own : unfinished(own);
    const found = own ?? last ?? initialState(DEFAULT_SETTINGS, NEW_GAME, standing);
    if (link) return initialState({ ...found, mode: "analysis" }, NEW_GAME, standing);
    return unfinished(own ?? { ...found, past: [], future: [] });
  } catch {
    return initialState(DEFAULT_SETTINGS, NEW_GAME);
  }
}

/** Returns the state, with a new game in place of one that is over. @param {State} state */
function unfinished(state) {
  const isOver = result(positionOf(endOf(state.game))) !== null;
  return isOver && !state.review && !state.attempt ? newGame(state) : state;
}

/** @param {Kept} state @param {Standing} standing */
export function saveState(state, standing) {
  keep(() => {
    if (state.attempt) localStorage.setItem(STANDING, JSON.stringify(standing));
    const text = JSON.stringify(state);
    sessionStorage.setItem(KEY, text);
    // A plain visit is for play.
    if (state.mode !== "analysis") localStorage.setItem(KEY, text);
  });
}

/** Changes between light and dark. The choice of the system is not saved. */
export function toggleTheme() {
  const { dataset } = document.documentElement;
  const system = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  const next = (dataset.theme ?? system) === "dark" ? "light" : "dark";
  if (next === system) delete dataset.theme;
  else dataset.theme = next;
  keep(() => (next === system ? localStorage.removeItem("theme") : localStorage.setItem("theme", next)));
}

/** Writes to the storage. A browser that blocks cookies has none. @param {() => void} write */
export function keep(write) {
  try {
    write();
  } catch {
    // The page keeps its state while it is open.
  }
}
