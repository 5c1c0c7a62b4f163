/** @file One column to play, and why. Pure. */

import { COLUMNS, isLegal, opponent, sideToMove, winningColumns } from "./game.js";
import { bestColumns } from "./replies.js";

/** @import {Position} from "./game.js" */
/** @import {Analysis} from "./replies.js" */

/**
 * Returns a column that wins or blocks at once, or a best one near the centre once it is known.
 * @param {Position} position
 * @param {Analysis | undefined} analysis
 * @returns {{column: number, reason: "win" | "block" | "best"} | null}
 */
export function hintOf(position, analysis) {
  const side = sideToMove(position);
  const [wins, blocks] = [side, opponent(side)].map((one) => winningColumns(position, one));
  const best = bestColumns(analysis).sort((one, other) => Math.abs(one - 4) - Math.abs(other - 4));
  const [reason, [column]] = /** @type {["win" | "block" | "best", number[]]} */ (
    wins.length > 0 ? ["win", wins] : blocks.length > 0 ? ["block", blocks] : ["best", best]
  );
  return column !== undefined && COLUMNS.some((one) => isLegal(position, one)) ? { column, reason } : null;
}
