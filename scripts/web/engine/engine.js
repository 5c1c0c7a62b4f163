// The conversation with the engine, for any host that has an event loop.

import init, { Engine, readGame as read } from "./wasm.js";

/** @type {Promise<unknown> | undefined} */
let loading;

/**
 * Loads the engine once.
 * @param {unknown} [module] the compiled or compilable module, or its address
 */
export function load(module) {
    loading ??= init(module === undefined ? undefined : { module_or_path: module });
    return loading;
}

/**
 * Reads a position or a game in any form that the engine reads.
 * @param {string} text
 * @returns {Promise<{start: string, moves: string}>} the first position as a FEN, and the columns
 * played from there; fails with a message if the text cannot be read
 */
export async function readGame(text) {
    await load();
    const [start, moves] = read(text);
    return { start, moves };
}

/**
 * Holds a conversation.
 * @param {object} host
 * @param {(line: string) => void} host.print takes each line of the engine
 * @param {(turn: () => void) => void} host.defer calls `turn` after other events have been handled
 * @param {() => Promise<unknown>} host.module returns what `load` takes
 * @param {() => Promise<ArrayBuffer>} host.book returns the bytes of the opening book
 * @param {() => void} host.end ends the worker
 * @returns {(text: string) => void} takes what the client sends
 */
export function converse({ print, defer, module, book, end }) {
    /** @type {Engine | undefined} */
    let engine;
    let isScheduled = false;
    /** @type {string[]} */
    const early = [];

    function schedule() {
        if (!isScheduled) {
            isScheduled = true;
            defer(turn);
        }
    }

    function turn() {
        isScheduled = false;
        if (!engine) return;
        try {
            engine.turn().forEach(print);
        } catch (error) {
            engine = undefined;
            print(`info string error the engine has failed: ${error}`);
            throw error;
        }
        if (engine.hasEnded) {
            end();
        } else if (engine.isBusy) {
            schedule();
        }
    }

    async function begin() {
        await load(await module());
        engine = new Engine(Math.random());
        early.forEach((line) => engine?.receive(line));
        schedule();
        try {
            engine.setBook(new Uint8Array(await book()));
        } catch (error) {
            print(`info string error book: ${error}; the engine searches without it`);
        }
    }

    begin();
    return (text) => {
        if (engine) {
            engine.receive(String(text));
        } else {
            early.push(String(text));
        }
        schedule();
    };
}
