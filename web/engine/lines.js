// Reads the lines of the engine: `info`, `analysis`, `bestmove` and `why` of the protocol. Pure.

/** @import {Bounds, Info, Why} from "./types.js" */

/**
 * Returns the score of a `mate`, which counts moves from now, or the `mate` of a score other than 0: the
 * more stones the winner has left, the higher is the score.
 * @param {number} number a `mate` is 0 if the opponent has won
 * @param {number} stones the number of stones on the board
 */
export function scoreOrMate(number, stones) {
  const inHand = number > 0 ? Math.ceil((42 - stones) / 2) : Math.floor((42 - stones) / 2);
  return number > 0 ? inHand + 1 - number : -(inHand + 1 + number);
}

/**
 * Reads an `info` line. Returns null for any other line, and for a text.
 * @param {string} text
 * @param {number} stones the number of stones on the board
 * @returns {Info | null}
 */
export function readInfo(text, stones) {
  const [head, line] = text.split(" pv ");
  const words = head.split(" ");
  if (words[0] !== "info" || words[1] === "string") return null;
  /** Returns the number after a name. @param {string} name */
  const number = (name) => (words.includes(name) ? Number(words[words.indexOf(name) + 1]) : null);
  const [mate, cp] = [number("mate"), number("cp")];
  const bound = /** @type {Info["bound"]} */ (words.find((word) => /^(lower|upper)bound$/.test(word)) ?? null);
  return {
    rank: number("multipv") ?? 1,
    depth: number("depth") ?? 0,
    mate,
    cp,
    bound,
    score: mate !== null ? scoreOrMate(mate, stones) : cp === 0 ? 0 : null,
    nodes: number("nodes") ?? 0,
    nps: number("nps") ?? 0,
    hashfull: number("hashfull") ?? 0,
    time: number("time") ?? 0,
    line: line ? line.split(" ").map(Number) : [],
  };
}

/**
 * Reads the bounds of the columns, null for one that cannot be played.
 * @param {string} text `analysis 1:-2 2:-4..2 ... 7:-`
 * @returns {(Bounds | null)[]}
 */
export function readBounds(text) {
  return text.split(" ").slice(1).map((word) => {
    const [lower, upper = lower] = word.slice(2).split("..").map(Number);
    return word.endsWith(":-") ? null : { lower, upper };
  });
}

/**
 * Reads the column of a `bestmove`. Returns null for `bestmove (none)`.
 * @param {string} text
 */
export function readMove(text) {
  return Number(text.split(" ")[1]) || null;
}

/**
 * Reads a `why`. Returns null for `why none`.
 * @param {string} text `why kind two-threats cells b1 f1 moves 3 text X plays c1 ...`
 * @returns {Why | null}
 */
export function readWhy(text) {
  const [, kind, cells, moves = "", words] = /^why kind (\S+) cells ([a-g1-6 ]*?)(?: moves ([1-7 ]+))? text (.*)$/.exec(text) ?? [];
  if (!kind) return null;
  const list = (/** @type {string} */ words) => words.split(" ").filter(Boolean);
  return { kind: /** @type {Why["kind"]} */ (kind), cells: list(cells), moves: list(moves).map(Number), text: words };
}
