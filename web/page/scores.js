/** @file Scores: their units, and how they are written in signs and in words. Pure. */

import { scoreOrMate } from "./engine/lines.js";
import { opponent, sideToMove, stones } from "./game.js";
import { phrase } from "./texts.js";

/** @import {Position, Side} from "./game.js" */

/**
 * Bounds proven on the score of a move, for the side to move; those of an exact score are equal. If
 * nothing is proven, `chance` is the chance to win that the engine guesses.
 * @typedef {{lower: number, upper: number, chance?: number}} Value
 */

const GREATEST = 18;
export const UNKNOWN = { lower: -GREATEST, upper: GREATEST };
export const WON = { lower: 1, upper: GREATEST };
export const LOST = { lower: -GREATEST, upper: -1 };

/** The names of the sides. @type {Record<Side, string>} */
export const NAMES = {
  get first() {
    return phrase("first");
  },
  get second() {
    return phrase("second");
  },
};

/** Returns the value of an exact score. @param {number} score @returns {Value} */
export function exactly(score) {
  return { lower: score, upper: score };
}

/** @param {Value} value */
export function isExact({ lower, upper }) {
  return lower === upper;
}

/** Whether bounds exclude nothing. @param {Value} value */
export function isUnknown({ lower, upper }) {
  return lower <= -GREATEST && upper >= GREATEST;
}

/**
 * Returns the height of a score in a graph, from -1 to 1. Small scores are the most common: the square
 * root spreads them.
 * @param {number} score
 */
export function heightOf(score) {
  return Math.sign(score) * Math.sqrt(Math.abs(score) / GREATEST);
}

/** Returns the moves of the winner from now, or 0 if they are not known. @param {Position} position @param {Value} value */
export function movesToWin(position, value) {
  return isExact(value) && value.lower !== 0 ? Math.abs(scoreOrMate(value.lower, stones(position))) : 0;
}

/**
 * Returns the outcome that a value proves, or null.
 * @param {Value} value
 * @returns {"win" | "draw" | "loss" | null}
 */
export function outcome({ lower, upper }) {
  if (lower > 0) return "win";
  if (upper < 0) return "loss";
  return lower === 0 && upper === 0 ? "draw" : null;
}

/**
 * Writes a score with its sign.
 * @param {number} score
 */
export function signed(score) {
  return score > 0 ? `+${score}` : `${score}`.replace("-", "−");
}

/**
 * Writes a value in signs, for the space under a column.
 * @param {Value} value
 */
export function sign(value) {
  const { lower, upper, chance } = value;
  if (chance !== undefined) return `~${Math.round(100 * chance)}%`;
  if (isUnknown(value)) return "?";
  if (isExact(value)) return signed(lower);
  if (lower === WON.lower && upper === WON.upper) return "+";
  if (lower === LOST.lower && upper === LOST.upper) return "−";
  return `${signed(lower)}…${signed(upper)}`;
}

/**
 * Writes a value as the rest of a sentence that begins with a side or a column: `wins in 5 moves`.
 * @param {Position} position
 * @param {Value} value
 */
export function words(position, value) {
  const { lower, upper, chance } = value;
  if (chance !== undefined) return phrase("chance", { percent: Math.round(100 * chance) });
  const n = movesToWin(position, value);
  if (lower > 0) return wins(n);
  if (upper < 0) return n ? phrase("loses.in", { n }) : phrase("loses");
  if (lower === 0) return phrase(upper === 0 ? "draws" : "does-not-lose");
  return phrase(upper === 0 ? "does-not-win" : "open");
}

/** @param {number} n the moves of the winner from now, or 0 */
function wins(n) {
  return n ? phrase("wins.in", { n }) : phrase("wins");
}

/**
 * Writes who wins and how soon, such as `Red wins in 5 moves`.
 * @param {Position} position
 * @param {Value} value
 */
export function verdict(position, value) {
  const side = sideToMove(position);
  if (outcome(value) === "draw") return phrase("verdict.draw");
  if (value.chance === undefined && isUnknown(value)) return phrase("verdict.open");
  if (outcome(value) !== "loss") return `${NAMES[side]} ${words(position, value)}`;
  return `${NAMES[opponent(side)]} ${wins(movesToWin(position, value))}`;
}
