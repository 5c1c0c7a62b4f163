// The engine for Node: a module for `Worker` of `node:worker_threads`. Each message is a line.

import { readFile } from "node:fs/promises";
import { isMainThread, parentPort } from "node:worker_threads";

import { converse, load, readGame as read } from "./engine.js";

/** @param {string} name */
const bytes = (name) => readFile(new URL(name, import.meta.url));

/** @param {string} text */
export async function readGame(text) {
  await load(bytes("wasm_bg.wasm"));
  return read(text);
}

if (!isMainThread && parentPort) {
  const port = parentPort;
  // Reading files takes little time, so the first search already has the book.
  const book = await bytes("openings.book").catch((error) => error);
  const receive = converse({
    print: (line) => port.postMessage(line),
    defer: setImmediate,
    module: bytes("wasm_bg.wasm"),
    book: async () => {
      if (book instanceof Error) throw book;
      return book;
    },
    end: () => process.exit(),
  });
  port.on("message", receive);
}
