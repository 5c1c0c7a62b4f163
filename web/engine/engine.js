// The conversation with the engine, for any host that has an event loop.

import { EngineError, InputError } from "./errors.js";
import init, { Engine, readGame as read } from "./wasm.js";

/** @type {Promise<unknown> | undefined} */
let loading;

/**
 * Loads the engine, at the first call and after a failure.
 * @param {() => unknown} [module] returns the module or its bytes; otherwise the file next to this one
 */
export function load(module) {
  loading ??= init(module && { module_or_path: module() }).catch((error) => {
    loading = undefined;
    throw new EngineError(`the engine did not load: ${error}`);
  });
  return loading;
}

/**
 * Returns the error for a value that is not a string, which the engine cannot take.
 * @param {unknown} value
 */
function notText(value) {
  const type = Object.prototype.toString.call(value).slice("[object ".length, -1);
  return `expected a string; found a value of type ${type}`;
}

/**
 * Reads a position or a game in any form that the engine reads.
 * @param {string} text
 * @returns {Promise<{start: string, moves: string}>} the first position as a FEN, and the columns
 * played from there; fails with a message if the text is not a string or cannot be read
 */
export async function readGame(text) {
  if (typeof text !== "string") throw new InputError(notText(text));
  await load();
  try {
    const [start, moves] = read(text);
    return { start, moves };
  } catch (error) {
    throw new InputError(error instanceof Error ? error.message : String(error));
  }
}

/**
 * Holds a conversation.
 * @param {object} host
 * @param {(line: string) => void} host.print takes each line of the engine
 * @param {(turn: () => void) => void} host.defer calls `turn` after the messages that have come
 * @param {(() => unknown) | undefined} host.module what `load` takes
 * @param {() => Promise<Uint8Array>} host.book returns the bytes of the opening book
 * @param {() => void} host.end ends the worker
 * @returns {(message: unknown) => void} takes what the client sends
 */
export function converse({ print, defer, module, book, end }) {
  /** @type {Engine | undefined} */
  let engine;
  /** The messages for the next turn. @type {string[]} */
  const messages = [];
  let isScheduled = false;

  function schedule() {
    if (!isScheduled) {
      isScheduled = true;
      defer(turn);
    }
  }

  /** Lets the engine work for one slice. Between two slices, messages are received. */
  function turn() {
    isScheduled = false;
    if (!engine) return;
    try {
      for (const text of messages.splice(0)) engine.receive(text);
      engine.turn().forEach(print);
      if (engine.hasEnded) {
        end();
      } else if (engine.isBusy) {
        schedule();
      }
    } catch (error) {
      fail(error);
    }
  }

  /** Ends the conversation with an error, which the client gets as a line and as an event. @param {unknown} error */
  function fail(error) {
    engine = undefined;
    print(`info string error the engine has failed: ${error}`);
    throw error;
  }

  async function begin() {
    await load(module);
    engine = new Engine(Math.random());
    schedule();
    try {
      engine.setBook(await book());
    } catch (error) {
      print(`info string error book: ${error}; the engine searches without it`);
    }
  }

  begin().catch((error) => defer(() => fail(error)));
  return (message) => {
    if (typeof message !== "string") return print(`info string error message: ${notText(message)}`);
    messages.push(message);
    schedule();
  };
}
