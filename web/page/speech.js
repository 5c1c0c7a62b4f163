/** @file What a screen reader says: each move, and the verdict once it is known. Pure. */

import { positionAt, result, sideToMove } from "./game.js";
import { bestColumns, bestScore } from "./replies.js";
import { NAMES, verdict } from "./scores.js";

/** @import {Game, Position} from "./game.js" */
/** @import {Analysis} from "./replies.js" */

/**
 * Describes the last move of a game and its end, if it has ended.
 * @param {Game} game
 */
export function moveText(game) {
  const position = positionAt(game);
  const column = game.moves.at(-1);
  const mover = sideToMove(position) === "first" ? "second" : "first";
  const move = column ? `${NAMES[mover]} in column ${column}.` : "The start of the game.";
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
  const columns = best.length === 1 ? `Best column ${best[0]}` : `Best columns ${best.join(", ")}`;
  return `${verdict(position, sideToMove(position), { kind: "exact", score })}. ${columns}.`;
}
