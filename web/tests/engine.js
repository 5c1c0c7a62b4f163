/** @file The engine in Node, as a worker and as a module: that of `target/web`, or the package that
 * `PACKAGE` names, with a slash at its end. */

import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";

export const ROOT = new URL("../../", import.meta.url);
export const PACKAGE = process.env.PACKAGE ? pathToFileURL(process.env.PACKAGE) : new URL("target/web/package/", ROOT);

/** Reads a file of the repository. @param {string} path */
export const text = (path) => readFile(new URL(path, ROOT), "utf8");

/** Returns the examples below a heading of the package's README. @param {string} heading */
export async function examples(heading) {
  const readme = await text("web/engine/README.md");
  const section = readme.split(/^## /m).find((section) => section.startsWith(`${heading}\n`)) ?? "";
  return [...section.matchAll(/```\w+\n(.*?)```/gs)].map(([, code]) => code);
}

/** Whether a line fits a pattern, in which `...` is any text. @param {string} pattern @param {string} line */
export function fits(pattern, line) {
  const parts = pattern.split("...").map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
  return new RegExp(`^${parts.join(".*")}$`).test(line);
}

/** A conversation with a new worker. */
export class Conversation {
  /** @type {Set<Worker>} */
  static #workers = new Set();

  /** Ends all workers. */
  static async endAll() {
    await Promise.all([...Conversation.#workers].map((worker) => worker.terminate()));
  }

  /** The lines printed and not yet expected. @type {string[]} */
  lines = [];

  constructor(program = new URL("node-worker.js", PACKAGE)) {
    this.worker = new Worker(program);
    this.worker.on("message", (line) => this.lines.push(line));
    this.exit = once(this.worker, "exit").then(([code]) => code);
    Conversation.#workers.add(this.worker);
  }

  /** @param {unknown} message */
  send(message) {
    this.worker.postMessage(message);
  }

  /**
   * Waits for a line that fits a pattern. Returns it and the lines before it.
   * @param {string} pattern
   * @param {number} [seconds]
   */
  async expect(pattern, seconds = 60) {
    const signal = AbortSignal.timeout(1000 * seconds);
    for (;;) {
      const found = this.lines.findIndex((line) => fits(pattern, line));
      if (found >= 0) return this.lines.splice(0, found + 1);
      await once(this.worker, "message", { signal }).catch((cause) => {
        throw new Error(`expected ${pattern}; found ${this.lines.join("\n")}`, { cause });
      });
    }
  }

  /** Ends the conversation with `quit`. Returns the exit code. */
  async quit() {
    this.send("quit");
    return this.exit;
  }
}

const { default: init, Engine } = await import(new URL("wasm.js", PACKAGE).href);
await init({ module_or_path: await readFile(new URL("wasm_bg.wasm", PACKAGE)) });

/**
 * Runs commands without a worker. Returns the lines printed, and the milliseconds of the longest turn.
 * @param {string[]} commands
 * @param {{pauses: boolean}} options whether the search pauses, as in a worker
 */
export function run(commands, { pauses }) {
  const engine = new Engine(0.5);
  if (!pauses) engine.neverPause();
  /** @type {string[]} */
  const lines = [];
  let longest = 0;
  let turns = 0;
  for (const command of commands) {
    engine.receive(command);
    do {
      const begun = performance.now();
      lines.push(...engine.turn());
      longest = Math.max(longest, performance.now() - begun);
      turns += 1;
    } while (engine.isBusy);
  }
  engine.free();
  return { lines, longest, turns };
}
