/** @file Keeps the game and the choices in the browser, for the tab and for the next one. */

import { NEW_GAME, endOf, extended, positionOf, result } from "./game.js";
import { toHash } from "./link.js";
import { DEFAULT_SETTINGS, initialState, newGame } from "./state.js";

/** @import {Past, Settings, State} from "./state.js" */

/** Other pages of the same origin have storage too. */
const KEY = "claimeven";
/** The changes that can be undone after a reload. */
const MOST_CHANGES = 100;

/** A game without the positions that follow from it. @typedef {[start: string, first: string, moves: string]} KeptGame */
/** @typedef {{game: KeptGame, ply: number, human: State["human"]}} KeptMoment */
/** @typedef {Settings & KeptMoment & {review: boolean, past: KeptMoment[], future: KeptMoment[]}} Kept */

/** Returns what is kept of a state. @param {State} state @returns {Kept} */
export function kept({ mode, level, begins, human, hints, results, game, ply, review, past, future }) {
  /** @param {Past} moment @returns {KeptMoment} */
  const short = ({ game, ply, human }) => ({ game: [game.start, game.positions[0], game.moves.join("")], ply, human });
  const lists = { past: past.slice(-MOST_CHANGES).map(short), future: future.slice(0, MOST_CHANGES).map(short) };
  return { mode, level, begins, hints, results, review, ...short({ game, ply, human }), ...lists };
}

/** Returns the state of which something was kept. @param {Kept} kept @returns {State} */
export function revived(kept) {
  /** @param {KeptMoment} moment @returns {Past} */
  const long = ({ game: [start, first, moves], ply, human }) => {
    const game = extended({ game: { start, moves: [], positions: [first] }, ply: 0 }, [...moves].map(Number));
    return { game, ply, human };
  };
  const state = initialState({ ...DEFAULT_SETTINGS, ...kept }, long(kept).game);
  return { ...state, ...long(kept), review: kept.review, past: kept.past.map(long), future: kept.future.map(long) };
}

/**
 * Returns the state in which the page opens. The tab continues where it was, also at the bare address.
 * A new tab has the last choices, and the last game if it is unfinished.
 * @param {string} link that of another game is left to the caller
 * @returns {State}
 */
export function loadState(link) {
  try {
    const [own, last] = [sessionStorage, localStorage].map((storage) => {
      const text = storage.getItem(KEY);
      return text ? revived(JSON.parse(text)) : null;
    });
    if (own && link === toHash(own.game)) return link ? own : unfinished(own);
    const found = own ?? last ?? initialState(DEFAULT_SETTINGS, NEW_GAME);
    if (link) return initialState({ ...found, mode: "analysis" }, NEW_GAME);
    return unfinished(own ?? { ...found, past: [], future: [] });
  } catch {
    return initialState(DEFAULT_SETTINGS, NEW_GAME);
  }
}

/** Returns the state, with a new game in place of one that is over. @param {State} state */
function unfinished(state) {
  const isOver = result(positionOf(endOf(state.game))) !== null;
  return isOver && !state.review ? newGame(state) : state;
}

/** @param {Kept} state */
export function saveState(state) {
  keep(() => {
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
