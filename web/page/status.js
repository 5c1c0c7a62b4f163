/** @file What the page says of the position: above the board, and to screen readers. Pure. */

import { opponent, positionOf, result, sideToMove, stones } from "./game.js";
import { bestColumns, bestScore, bestValue } from "./replies.js";
import { NAMES, exactly, verdict } from "./scores.js";
import { shownPosition } from "./state.js";

/** @import {Moment, Position, Side} from "./game.js" */
/** @import {Analysis} from "./replies.js" */
/** @import {State} from "./state.js" */

/**
 * Describes the position on the board.
 * @param {State} state
 * @param {Analysis | undefined} analysis undefined if scores are hidden
 * @param {string} error of the engine, which then does not move
 * @returns {{side: Side | null, turn: string, verdict: string}} `side` is to move, or has won
 */
export function statusOf(state, analysis, error) {
  const position = shownPosition(state);
  const end = result(position);
  if (end === "draw") return { side: null, turn: "A draw", verdict: "The board is full" };
  if (end) return { side: end, turn: won(state, end), verdict: `Four in a row after ${stones(position)} stones` };
  const side = sideToMove(position);
  const value = analysis && bestValue(analysis);
  return { side, turn: turn(state, side, error), verdict: value ? verdict(position, value) : advice(state) };
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
function advice({ game, line }) {
  return game.moves.length === 0 && !line ? "Click a column, or press 1 to 7" : "";
}

/**
 * Describes the last move before a moment, and the end of the game, if it has ended.
 * @param {Moment} moment
 */
export function moveText(moment) {
  const position = positionOf(moment);
  const mover = opponent(sideToMove(position));
  const move = moment.ply > 0 ? `${NAMES[mover]} in column ${moment.game.moves[moment.ply - 1]}.` : "The start of the game.";
  return `${move} ${endText(position)}`;
}

/** @param {Position} position */
function endText(position) {
  const end = result(position);
  if (end === "draw") return "The game is drawn.";
  if (end) return `${NAMES[end]} has won.`;
  return `${NAMES[sideToMove(position)]} to move.`;
}

/**
 * Describes the verdict and the best columns, if they are known.
 * @param {Position} position
 * @param {Analysis | undefined} analysis
 */
export function verdictText(position, analysis) {
  const score = bestScore(analysis);
  if (score === null) return "";
  const best = bestColumns(analysis);
  return `${verdict(position, exactly(score))}. Best column${best.length === 1 ? "" : "s"} ${best.join(", ")}.`;
}
