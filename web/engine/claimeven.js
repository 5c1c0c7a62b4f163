// The interface for browsers, with or without a bundler.

import { Client } from "./client.js";
import { readGame } from "./engine.js";

/** @import {EngineOptions} from "./types.js" */

export { EngineError, InputError } from "./errors.js";
export { readGame };

function startWorker() {
  if (new URL(import.meta.url).origin === location.origin) {
    // Bundlers find the worker by this expression.
    return new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  }
  // A script of another origin cannot be a worker, but a worker can import it.
  const code = `import ${JSON.stringify(import.meta.url.replace(/[^/]*$/, "worker.js"))};`;
  return new Worker(URL.createObjectURL(new Blob([code], { type: "text/javascript" })), { type: "module" });
}

/** @param {(line: string) => void} receive @param {(reason: string) => void} fail */
function open(receive, fail) {
  const worker = startWorker();
  worker.onmessage = ({ data }) => receive(data);
  worker.onerror = ({ message }) => fail(message || "the engine did not load");
  return { post: (/** @type {string} */ lines) => worker.postMessage(lines), end: () => worker.terminate(), hold() {} };
}

export class Engine extends Client {
  /** @param {EngineOptions} [options] */
  constructor(options = {}) {
    super({ open, readGame }, options);
  }
}
