/** @file Reads the engine's lines: `info`, `analysis` and `bestmove` of protocol.md. Pure. */

import { COLUMNS } from "./game.js";
import { GREATEST, chanceOf, isUnknown, scoreOfMate } from "./scores.js";

/** @import {Position} from "./game.js" */
/** @import {Value} from "./scores.js" */

/**
 * An `info` line of a search.
 * @typedef {{rank: number, value: Value | null, line: number[], nodes: number, speed: number, time: number}} Info
 */

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
 * Reads an `info` line. Returns null for lines of text and for those without numbers.
 * @param {Position} position
 * @param {string} text
 * @returns {Info | null}
 */
export function readInfo(position, text) {
  const words = text.split(" ");
  if (words[0] !== "info" || words[1] === "string" || !words.includes("nodes")) return null;
  const pv = words.indexOf("pv");
  const fields = pv < 0 ? words : words.slice(0, pv);
  /** @param {string} name */
  const number = (name) => Number(fields[fields.indexOf(name) + 1]);
  return {
    rank: fields.includes("multipv") ? number("multipv") : 0,
    value: fields.includes("score") ? readScore(position, fields.slice(fields.indexOf("score") + 1)) : null,
    line: pv < 0 ? [] : words.slice(pv + 1).map(Number),
    nodes: number("nodes"),
    speed: number("nps"),
    time: number("time"),
  };
}

/**
 * @param {Position} position
 * @param {string[]} words `mate 5`, `cp 0`, `cp 10000 lowerbound`, ...
 * @returns {Value}
 */
function readScore(position, [kind, number, bound]) {
  const value = Number(number);
  if (kind === "mate") return { kind: "exact", score: scoreOfMate(position, value) };
  if (bound === "lowerbound") return { kind: "bounds", lower: 1, upper: GREATEST };
  if (bound === "upperbound") return { kind: "bounds", lower: -GREATEST, upper: -1 };
  if (value === 0) return { kind: "exact", score: 0 };
  return { kind: "guess", chance: chanceOf(value) };
}

/**
 * Returns the analysis with the content of an `info` line added.
 * @param {Analysis} analysis
 * @param {Info} info
 * @returns {Analysis}
 */
export function withInfo(analysis, { rank, value, line, nodes, speed, time }) {
  const values = [...analysis.values];
  if (value && line.length > 0) values[line[0] - 1] = value;
  return { values, line: rank === 1 ? line : analysis.line, nodes, speed, time, complete: false };
}

/**
 * Returns the analysis with the values of an `analysis` line, which ends a search.
 * @param {Analysis} analysis
 * @param {string} text `analysis 1:-2 2:-4..2 ... 7:-`
 * @returns {Analysis}
 */
export function withAnswer(analysis, text) {
  const words = text.split(" ").slice(1);
  const values = words.map((word, index) => refined(analysis.values[index], readBounds(word.slice(2))));
  return { ...analysis, values };
}

/**
 * Returns the later of two values, but keeps a guess if nothing is proven.
 * @param {Value | null} earlier
 * @param {Value | null} later
 */
function refined(earlier, later) {
  const isBetter = earlier?.kind !== "guess" || later?.kind !== "bounds" || !isUnknown(later);
  return isBetter ? later : earlier;
}

/**
 * @param {string} text `-2`, `-4..2` or `-`
 * @returns {Value | null}
 */
function readBounds(text) {
  if (text === "-") return null;
  const [lower, upper] = text.split("..").map(Number);
  return upper === undefined ? { kind: "exact", score: lower } : { kind: "bounds", lower, upper };
}

/**
 * Reads the column of a `bestmove`. Returns null for `bestmove (none)`.
 * @param {string} text
 */
export function readMove(text) {
  const column = Number(text.split(" ")[1]);
  return column >= 1 && column <= 7 ? column : null;
}

/**
 * Returns the exact scores of the columns, null for a full one. Returns null unless the scores of all
 * columns are proven.
 * @param {Analysis | undefined} analysis
 * @returns {(number | null)[] | null}
 */
export function scoresOf(analysis) {
  const values = analysis?.values ?? [];
  const isSolved = values.some((value) => value) && values.every((value) => value?.kind !== "guess" && value?.kind !== "bounds");
  return isSolved ? values.map((value) => (value?.kind === "exact" ? value.score : null)) : null;
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
  if (score !== null) return { kind: "exact", score };
  const first = analysis.line[0];
  return first ? analysis.values[first - 1] : null;
}
