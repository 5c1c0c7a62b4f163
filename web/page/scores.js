/** @file Scores: their units, and how they are written in signs and in words. Pure. */

import { opponent, stones } from "./game.js";

/** @import {Position, Side} from "./game.js" */

/**
 * What is known of the score of a move, for the side to move: the score, bounds of it, or the
 * chance to win that the engine guesses.
 * @typedef {{kind: "exact", score: number}
 *   | {kind: "bounds", lower: number, upper: number}
 *   | {kind: "guess", chance: number}} Value
 */

export const GREATEST = 18;

/** @type {Record<Side, string>} */
export const NAMES = { first: "Red", second: "Yellow" };

/**
 * Returns the number of stones in hand of a side.
 * @param {Position} position
 * @param {boolean} mover whether the side is the side to move
 */
function inHand(position, mover) {
  const played = stones(position);
  return Math.floor((mover ? 43 - played : 42 - played) / 2);
}

/**
 * Returns the score of a `mate`, which counts moves from now.
 * @param {Position} position
 * @param {number} mate
 */
export function scoreOfMate(position, mate) {
  return mate > 0 ? inHand(position, true) + 1 - mate : -(inHand(position, false) + 1 + mate);
}

/**
 * Returns the number of moves, of the winner, to the end of a game with this score.
 * @param {Position} position
 * @param {number} score not 0
 */
function movesToEnd(position, score) {
  return inHand(position, score > 0) + 1 - Math.abs(score);
}

/**
 * Returns the chance to win of a guess in hundredths of the logarithm of the odds.
 * @param {number} centipawns
 */
export function chanceOf(centipawns) {
  return 1 / (1 + Math.exp(-centipawns / 100));
}

/**
 * Returns the outcome that a value proves, or null.
 * @param {Value} value
 * @returns {"win" | "draw" | "loss" | null}
 */
export function outcome(value) {
  if (value.kind === "guess") return null;
  const [lower, upper] = value.kind === "exact" ? [value.score, value.score] : [value.lower, value.upper];
  if (lower > 0) return "win";
  if (upper < 0) return "loss";
  return lower === 0 && upper === 0 ? "draw" : null;
}

/**
 * Writes a score with its sign.
 * @param {number} score
 */
export function signed(score) {
  return score > 0 ? `+${score}` : score < 0 ? `−${-score}` : "0";
}

/**
 * Writes a value in signs, for the space under a column.
 * @param {Value} value
 */
export function sign(value) {
  switch (value.kind) {
    case "exact":
      return signed(value.score);
    case "guess":
      return `~${Math.round(100 * value.chance)}%`;
    case "bounds":
      if (value.lower === 1 && value.upper === GREATEST) return "+";
      if (value.upper === -1 && value.lower === -GREATEST) return "−";
      if (isUnknown(value)) return "?";
      return `${signed(value.lower)}…${signed(value.upper)}`;
  }
}

/**
 * Writes a value as the rest of a sentence that begins with a side or a column: `wins in 5 moves`.
 * @param {Position} position
 * @param {Value} value
 */
export function words(position, value) {
  switch (value.kind) {
    case "exact":
      return exactWords(position, value.score);
    case "guess":
      return `has a chance of about ${Math.round(100 * value.chance)} %`;
    case "bounds":
      return boundsWords(value);
  }
}

/**
 * @param {Position} position
 * @param {number} score
 */
function exactWords(position, score) {
  if (score === 0) return "draws";
  return `${score > 0 ? "wins" : "loses"} in ${plural(movesToEnd(position, score))}`;
}

/**
 * Whether bounds exclude nothing.
 * @param {{lower: number, upper: number}} bounds
 */
export function isUnknown({ lower, upper }) {
  return lower <= -GREATEST && upper >= GREATEST;
}

/** @param {{lower: number, upper: number}} bounds */
function boundsWords({ lower, upper }) {
  if (lower > 0) return "wins";
  if (upper < 0) return "loses";
  if (lower === 0) return "does not lose";
  if (upper === 0) return "does not win";
  return "may win or lose";
}

/**
 * Writes who wins and how soon, such as `Red wins in 5 moves`.
 * @param {Position} position
 * @param {Side} side the side to move
 * @param {Value} value
 */
export function verdict(position, side, value) {
  if (outcome(value) === "loss") {
    const moves = value.kind === "exact" ? ` in ${plural(movesToEnd(position, value.score))}` : "";
    return `${NAMES[opponent(side)]} wins${moves}`;
  }
  if (outcome(value) === "draw") return "a draw with best play";
  if (value.kind === "bounds" && isUnknown(value)) return "not solved yet";
  return `${NAMES[side]} ${words(position, value)}`;
}

/** @param {number} moves */
function plural(moves) {
  return `${moves} ${moves === 1 ? "move" : "moves"}`;
}
