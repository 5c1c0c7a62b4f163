/** @file What the native engine finds: `target/release/claimeven`, or the program that `ENGINE` names. */

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { ROOT } from "./site.js";

export const ENGINE = process.env.ENGINE ?? join(ROOT, "target/release/claimeven");

/**
 * Returns the records of the native engine for games.
 * @param {string[]} games
 * @returns {any[]}
 */
export function annotated(games) {
  const args = ["annotate", "--quiet", "--input", "-", "--format", "jsonl"];
  const output = execFileSync(ENGINE, args, { input: games.join("\n") + "\n", encoding: "utf8", maxBuffer: 1 << 26 });
  return output.trim().split("\n").map((line) => JSON.parse(line));
}

/** Returns the page that the native engine writes about games. @param {string[]} games */
export function reported(games) {
  const args = ["annotate", "--quiet", "--input", "-", "--format", "html"];
  return execFileSync(ENGINE, args, { input: games.join("\n") + "\n", encoding: "utf8", maxBuffer: 1 << 26 });
}

/**
 * Returns stored positions: the columns played, and the score of each column, null for a full one.
 * @returns {{moves: string, scores: (number | null)[]}[]}
 */
export function stored() {
  const lines = readFileSync(join(ROOT, "tests/data/exact.txt"), "utf8").split("\n").filter((line) => /^\d/.test(line));
  return lines.map((line) => {
    const [moves, ...scores] = line.split(" ");
    return { moves, scores: scores.map((score) => (score === "-" ? null : Number(score))) };
  });
}
