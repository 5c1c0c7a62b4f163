/** @file The native engine: `target/release/claimeven`, or the program that `ENGINE` names. */

import { execFileSync } from "node:child_process";
import { join } from "node:path";

import { ROOT } from "./site.js";

const ENGINE = process.env.ENGINE ?? join(ROOT, "target/release/claimeven");

/**
 * Runs the engine with arguments and an input, and returns its output.
 * @param {string[]} args
 * @param {string} input
 */
export function run(args, input) {
  return execFileSync(ENGINE, args, { input, encoding: "utf8", maxBuffer: 1 << 26 });
}

/**
 * Runs a command that prints one record for each line of its input.
 * @param {string[]} args
 * @param {string[]} lines
 * @returns {any[]}
 */
export function records(args, lines) {
  const output = run([...args, "--quiet", "--input", "-", "--format", "jsonl"], lines.join("\n") + "\n");
  return output.trim().split("\n").map((line) => JSON.parse(line));
}
