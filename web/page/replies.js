/** @file Reads the engine's lines: `info`, `analysis` and `bestmove` of protocol.md. Pure. */

import { COLUMNS } from "./game.js";
import { LOST, UNKNOWN, WON, exactly, isExact, isUnknown, scoreOrMate } from "./scores.js";

/** @import {Position} from "./game.js" */
/** @import {Value} from "./scores.js" */

/**
 * What is known of a position: a value per column (null for a full one), and the best line.
 * `complete` is set once the search has ended by itself: then the line reaches the end of the game.
 * @typedef {{values: (Value | null)[], line: number[], nodes: number, speed: number, time: number, complete: boolean}} Analysis
 */

/** @type {Analysis} */
export const NOTHING_KNOWN = {
  values: COLUMNS.map(() => null),
  line: [],
  nodes: 0,
  speed: 0,
  time: 0,
  complete: false,
};

/**
 * Returns the analysis with the content of an `info` line added. Lines of text, and those without
 * numbers, add nothing.
 * @param {Analysis} analysis
 * @param {Position} position
 * @param {string} text
 * @returns {Analysis}
 */
export function withInfo(analysis, position, text) {
  const [head, pv] = text.split(" pv ");
  const words = head.split(" ");
  if (words[1] === "string" || !words.includes("nodes")) return analysis;
  /** Returns the words after a name. @param {string} name */
  const after = (name) => words.slice(words.indexOf(name) + 1);
  const [nodes, speed, time] = ["nodes", "nps", "time"].map((name) => Number(after(name)[0]));
  const line = pv ? pv.split(" ").map(Number) : [];
  const values = [...analysis.values];
  if (words.includes("score") && pv) values[line[0] - 1] = readScore(position, after("score"));
  const isBest = Number(after("multipv")[0]) === 1;
  return { values, line: isBest ? line : analysis.line, nodes, speed, time, complete: false };
}

/**
 * @param {Position} position
 * @param {string[]} words `mate 5`, `cp 0`, `cp 10000 lowerbound`, ...
 * @returns {Value}
 */
function readScore(position, [kind, number, bound]) {
  const value = Number(number);
  if (kind === "mate") return exactly(scoreOrMate(position, value));
  if (bound === "lowerbound") return WON;
  if (bound === "upperbound") return LOST;
  // A guess is the logarithm of the odds, in hundredths.
  return value === 0 ? exactly(0) : { ...UNKNOWN, chance: 1 / (1 + Math.exp(-value / 100)) };
}

/**
 * Returns the analysis with the values of an `analysis` line, which ends a search.
 * @param {Analysis} analysis
 * @param {string} text `analysis 1:-2 2:-4..2 ... 7:-`
 * @returns {Analysis}
 */
export function withAnswer(analysis, text) {
  const words = text.split(" ").slice(1);
  const values = words.map((word, index) => {
    const value = readBounds(word.slice(2));
    // If nothing is proven, a guess is better.
    return value && isUnknown(value) ? (analysis.values[index] ?? value) : value;
  });
  return { ...analysis, values };
}

/**
 * @param {string} text `-2`, `-4..2` or `-`
 * @returns {Value | null}
 */
function readBounds(text) {
  if (text === "-") return null;
  const [lower, upper = lower] = text.split("..").map(Number);
  return { lower, upper };
}

/**
 * Reads the column of a `bestmove`. Returns null for `bestmove (none)`.
 * @param {string} text
 */
export function readMove(text) {
  return Number(text.split(" ")[1]) || null;
}

/**
 * Returns the exact scores of the columns, null for a full one. Returns null unless the scores of all
 * columns are proven.
 * @param {Analysis | undefined} analysis
 * @returns {(number | null)[] | null}
 */
export function scoresOf(analysis) {
  const values = analysis?.values ?? [];
  const isSolved = values.some((value) => value) && values.every((value) => !value || isExact(value));
  return isSolved ? values.map((value) => value && value.lower) : null;
}

/**
 * Returns the best score of a position, if the scores of all columns are proven.
 * @param {Analysis | undefined} analysis
 * @returns {number | null}
 */
export function bestScore(analysis) {
  const scores = scoresOf(analysis)?.filter((score) => score !== null);
  return scores ? Math.max(...scores) : null;
}

/**
 * Returns the columns that are proven to be best.
 * @param {Analysis | undefined} analysis
 * @returns {number[]}
 */
export function bestColumns(analysis) {
  const best = bestScore(analysis);
  return best === null ? [] : COLUMNS.filter((column) => scoresOf(analysis)?.[column - 1] === best);
}

/**
 * Returns the value of the position as far as it is proven or guessed, or null if nothing is known.
 * @param {Analysis} analysis
 * @returns {Value | null}
 */
export function bestValue(analysis) {
  const score = bestScore(analysis);
  if (score !== null) return exactly(score);
  const first = analysis.line[0];
  return first ? analysis.values[first - 1] : null;
}
