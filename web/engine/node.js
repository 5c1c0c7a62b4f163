// The interface for Node.

import { readFile } from "node:fs/promises";
import { Worker } from "node:worker_threads";

import { Client } from "./client.js";
import { load, readGame as read } from "./engine.js";

/** @import {EngineOptions} from "./types.js" */

export { EngineError, InputError } from "./errors.js";

/** @param {string} text */
export async function readGame(text) {
  await load(() => readFile(new URL("wasm_bg.wasm", import.meta.url)));
  return read(text);
}

/** @param {(line: string) => void} receive @param {(reason: string) => void} fail */
function open(receive, fail) {
  const worker = new Worker(new URL("node-worker.js", import.meta.url));
  worker.on("message", receive);
  worker.on("error", ({ message }) => fail(message));
  worker.on("exit", (code) => fail(`the worker has ended with code ${code}`));
  return {
    post: (/** @type {string} */ lines) => worker.postMessage(lines),
    end: () => void worker.terminate(),
    hold: (/** @type {boolean} */ isHeld) => (isHeld ? worker.ref() : worker.unref()),
  };
}

export class Engine extends Client {
  /** @param {EngineOptions} [options] */
  constructor(options = {}) {
    super({ open, readGame }, options);
  }
}
