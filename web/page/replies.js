/** @file What is known of a position, from the reports of the engine and its answer. Pure. */

import { COLUMNS } from "./game.js";
import { LOST, UNKNOWN, WON, exactly, isExact, isUnknown } from "./scores.js";

/** @import {Bounds, Info} from "./engine/types.js" */
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
 * Returns the analysis with a report added.
 * @param {Analysis} analysis
 * @param {Info} info
 * @returns {Analysis}
 */
export function withInfo(analysis, info) {
  const { line, nodes, nps: speed, time } = info;
  const values = [...analysis.values];
  if (line.length > 0) values[line[0] - 1] = valueOf(info);
  const isBest = line.length > 0 && info.rank === 1;
  return { values, line: isBest ? line : analysis.line, nodes, speed, time, complete: false };
}

/** @param {Info} info @returns {Value} */
function valueOf({ score, bound, cp }) {
  if (score !== null) return exactly(score);
  if (bound) return bound === "lowerbound" ? WON : LOST;
  // A guess is the logarithm of the odds, in hundredths.
  return { ...UNKNOWN, chance: 1 / (1 + Math.exp(-Number(cp) / 100)) };
}

/**
 * Returns the analysis with the bounds proven by a search that has ended.
 * @param {Analysis} analysis
 * @param {(Bounds | null)[]} bounds null for a full column
 * @returns {Analysis}
 */
export function withAnswer(analysis, bounds) {
  // If nothing is proven, a guess is better.
  const values = bounds.map((value, index) => (value && isUnknown(value) ? (analysis.values[index] ?? value) : value));
  return { ...analysis, values };
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
