// The engine for Node: a module for `Worker` of `node:worker_threads`. Each message is a line.

import { readFile } from "node:fs/promises";
import { isMainThread, parentPort } from "node:worker_threads";

import { converse, load } from "./engine.js";
import { readGame as read } from "./engine.js";

/** @param {string} name */
const bytes = (name) => readFile(new URL(name, import.meta.url));

/** @param {string} text */
export async function readGame(text) {
    await load(await bytes("wasm_bg.wasm"));
    return read(text);
}

if (!isMainThread && parentPort) {
    const port = parentPort;
    const receive = converse({
        print: (line) => port.postMessage(line),
        defer: setImmediate,
        module: () => bytes("wasm_bg.wasm"),
        book: async () => (await bytes("openings.book")).buffer,
        end: () => process.exit(),
    });
    port.on("message", receive);
}
