/** @file The line above the board: whose turn it is, and who wins. Pure. */

import { positionAt, result, sideToMove, stones } from "./game.js";
import { bestValue } from "./replies.js";
import { NAMES, verdict } from "./scores.js";
import { shownPosition } from "./state.js";

/** @import {Side} from "./game.js" */
/** @import {Analysis} from "./replies.js" */
/** @import {State} from "./state.js" */

/**
 * Describes the position on the board.
 * @param {State} state
 * @param {Analysis | undefined} analysis undefined if scores are hidden
 * @param {string} [error] of the engine, which then does not move
 * @returns {{side: Side | null, turn: string, verdict: string}} `side` is to move, or has won
 */
export function statusOf(state, analysis, error = "") {
  const position = shownPosition(state);
  const end = result(position);
  if (end === "draw") return { side: null, turn: "A draw", verdict: "The board is full" };
  if (end) return { side: end, turn: won(state, end), verdict: `Four in a row after ${stones(position)} stones` };
  const side = sideToMove(position);
  const value = analysis && bestValue(analysis);
  return { side, turn: turn(state, side, error), verdict: value ? verdict(position, side, value) : advice(state) };
}

/** @param {State} state @param {Side} winner */
function won({ mode, human }, winner) {
  if (mode !== "engine") return `${NAMES[winner]} wins`;
  return winner === human ? "You win!" : "claimeven wins";
}

/** @param {State} state @param {Side} side @param {string} error */
function turn(state, side, error) {
  if (state.mode !== "engine") return `${NAMES[side]} to move`;
  if (side === state.human) return "Your turn";
  if (error) return "claimeven cannot move";
  const isEnd = state.ply === state.game.moves.length && !state.line;
  return isEnd ? "claimeven is thinking …" : "claimeven to move";
}

/** @param {State} state */
function advice(state) {
  const isStart = positionAt(state.game) === shownPosition(state) && state.game.moves.length === 0;
  return isStart ? "Click a column, or press 1 to 7" : "";
}
