// The engine as a worker for Node. Each message is a line.

import { readFile } from "node:fs/promises";
import { parentPort } from "node:worker_threads";

import { converse } from "./engine.js";

/** @param {string} name */
const bytes = (name) => readFile(new URL(name, import.meta.url));

const port = parentPort;
if (!port) throw new Error("expected a worker of node:worker_threads; import claimeven for the interface");
// Reading files takes little time, so the first search already has the book.
const book = await bytes("openings.book").catch((error) => error);
const receive = converse({
  print: (line) => port.postMessage(line),
  defer: setImmediate,
  module: () => bytes("wasm_bg.wasm"),
  book: async () => {
    if (book instanceof Error) throw book;
    return book;
  },
  end: () => process.exit(),
});
port.on("message", receive);
