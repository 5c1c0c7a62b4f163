/** @file The state of the page, and how actions of the user change it. Pure. */

import { NEW_GAME, endOf, extended, isLegal, positionOf, result, sideToMove } from "./game.js";

/** @import {Game, Moment, Position, Side} from "./game.js" */

/** @typedef {"analysis" | "engine" | "people"} Mode */
/** What the user has chosen. @typedef {{mode: Mode, level: number, human: Side, hints: Record<Mode, boolean>}} Settings */
/**
 * `line` is the best line that the user steps through, after the first `ply` moves of the game, and
 * the number of its moves on the board. `stopped` is the position whose search the user has stopped.
 * @typedef {Moment & Settings & {
 *   line: {game: Game, moves: number[], at: number} | null,
 *   review: boolean,
 *   stopped: Position | null,
 *   past: Moment[],
 *   future: Moment[],
 * }} State
 */

/** The level of perfect play. */
export const PERFECT_LEVEL = 20;

/** @type {Settings} */
export const DEFAULT_SETTINGS = {
  mode: "analysis",
  level: 5,
  human: "first",
  hints: { analysis: true, engine: false, people: false },
};

/**
 * @param {Settings} settings
 * @param {Game} game
 * @returns {State}
 */
export function initialState(settings, game) {
  return { ...settings, ...endOf(game), line: null, review: false, stopped: null, past: [], future: [] };
}

/**
 * Returns the game on the board: the best line if the user steps through it.
 * @param {State} state
 * @returns {Moment}
 */
export function shownMoment({ game, ply, line }) {
  return line ? { game: line.game, ply: ply + line.at } : { game, ply };
}

/**
 * Returns the position on the board.
 * @param {State} state
 */
export function shownPosition(state) {
  return positionOf(shownMoment(state));
}

/**
 * Whether scores are shown: if the user wants them in this mode, and during a review.
 * @param {State} state
 */
export function showsHints({ hints, mode, review }) {
  return hints[mode] || review;
}

/**
 * Whether the engine must move at the end of the game.
 * @param {State} state
 */
export function engineMoves({ mode, game, human }) {
  const end = positionOf(endOf(game));
  return mode === "engine" && !result(end) && sideToMove(end) !== human;
}

/**
 * Whether the user may play in a column.
 * @param {State} state
 * @param {number} column
 */
export function mayPlay(state, column) {
  const position = shownPosition(state);
  return (state.mode !== "engine" || sideToMove(position) === state.human) && isLegal(position, column);
}

/**
 * Plays a move of the user. If it is the next move of the game, the game is kept.
 * @param {State} state
 * @param {number} column
 * @returns {State}
 */
export function playColumn(state, column) {
  if (!mayPlay(state, column)) return state;
  if (!state.line && state.game.moves[state.ply] === column) return jump(state, state.ply + 1);
  return withGame(state, extended(shownMoment(state), [column]));
}

/**
 * Adds a move of the engine at the end of the game.
 * @param {State} state
 * @param {number} column
 * @returns {State}
 */
export function addEngineMove(state, column) {
  const { ply, line } = state;
  const end = endOf(state.game);
  const game = extended(end, [column]);
  const follows = ply === end.ply;
  return { ...state, game, ply: follows ? ply + 1 : ply, line: follows ? null : line };
}

/**
 * Replaces the game; `undo` brings the old one back.
 * @param {State} state
 * @param {Game} game
 * @returns {State}
 */
export function withGame(state, game) {
  return { ...atMoment(state, endOf(game)), past: [...state.past, momentOf(state)], future: [] };
}

/**
 * Starts a new game.
 * @param {State} state
 * @returns {State}
 */
export function newGame(state) {
  const isNew = state.game.start === NEW_GAME.start && state.game.moves.length === 0;
  return isNew ? { ...state, line: null } : { ...withGame(state, NEW_GAME), review: false };
}

/**
 * Takes back the last change: a move, with the engine's reply, or a new or loaded game.
 * @param {State} state
 * @returns {State}
 */
export function undo(state) {
  const before = state.past.at(-1);
  if (!before) return state;
  const changed = atMoment(state, before);
  return { ...changed, past: state.past.slice(0, -1), future: [momentOf(state), ...state.future] };
}

/**
 * Does again what `undo` took back.
 * @param {State} state
 * @returns {State}
 */
export function redo(state) {
  const [after, ...future] = state.future;
  if (!after) return state;
  return { ...atMoment(state, after), past: [...state.past, momentOf(state)], future };
}

/**
 * Shows the position after `ply` moves of the game.
 * @param {State} state
 * @param {number} ply
 * @returns {State}
 */
export function jump(state, ply) {
  const last = state.game.moves.length;
  return { ...state, ply: Math.max(0, Math.min(last, ply)), line: null };
}

/**
 * Steps through the best line if it is shown, otherwise through the game.
 * @param {State} state
 * @param {number} by
 * @returns {State}
 */
export function step(state, by) {
  const { line, ply } = state;
  return line ? stepInto(state, line.moves, line.at + by) : jump(state, ply + by);
}

/**
 * Shows the position after `at` moves of the best line. None leave it.
 * @param {State} state
 * @param {number[]} moves
 * @param {number} at
 * @returns {State}
 */
export function stepInto(state, moves, at) {
  if (at <= 0) return { ...state, line: null };
  return { ...state, line: { game: extended(state, moves), moves, at: Math.min(at, moves.length) } };
}

/**
 * Makes the moves of the best line that are on the board the moves of the game.
 * @param {State} state
 * @returns {State}
 */
export function keepLine(state) {
  return state.line ? withGame(state, extended(shownMoment(state), [])) : state;
}

/**
 * Shows or hides scores in the current mode.
 * @param {State} state
 * @returns {State}
 */
export function toggleHints(state) {
  return { ...state, hints: { ...state.hints, [state.mode]: !state.hints[state.mode] }, stopped: null };
}

/** @param {State} state @returns {Moment} */
function momentOf({ game, ply }) {
  return { game, ply };
}

/** @param {State} state @param {Moment} moment @returns {State} */
function atMoment(state, { game, ply }) {
  return { ...state, game, ply, line: null, stopped: null };
}
