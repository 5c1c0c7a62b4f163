/** @file Starts the engine, and is its client: it runs in a worker and takes the lines of protocol.md. */

import { load } from "./engine/engine.js";

/**
 * @typedef {{onInfo: (line: string) => void, resolve: (answer: string) => void}} Search
 */

export class Engine {
  /** Searches that are not answered yet, the oldest first. @type {Search[]} */
  #searches = [];
  #worker;

  /** The notice of the book, once it is loaded. @type {string | null} */
  book = null;
  /** The first error of the engine, which is the cause of all others. */
  error = "";
  /** Called when the book is loaded, and when the engine fails. */
  onNotice = () => {};

  /** @param {Worker} worker */
  constructor(worker) {
    this.#worker = worker;
    worker.addEventListener("message", ({ data }) => this.#receive(data));
    worker.addEventListener("error", ({ message }) => this.#fail(message || "The engine did not load"));
  }

  /**
   * Starts a search and ends the one that is running. Returns the line that answers it.
   * @param {string[]} lines the last one is a `go` or an `analyze`
   * @param {(line: string) => void} onInfo receives the `info` lines of this search
   * @returns {Promise<string>}
   */
  search(lines, onInfo = () => {}) {
    this.stop();
    return new Promise((resolve) => {
      this.#searches.push({ onInfo, resolve });
      this.#worker.postMessage(lines.join("\n"));
    });
  }

  /** Ends the search that is running, if any. */
  stop() {
    if (this.#searches.length > 0) this.#worker.postMessage("stop");
  }

  /** @param {string} error */
  #fail(error) {
    this.error ||= `${error}. Reload the page to try again.`;
    this.onNotice();
  }

  /** @param {string} line */
  #receive(line) {
    if (line.startsWith("bestmove") || line.startsWith("analysis")) {
      this.#searches.shift()?.resolve(line);
    } else if (line.startsWith("info string book of ply")) {
      this.book = line.slice("info string ".length);
      this.onNotice();
    } else if (line.startsWith("info string error book")) {
      this.book = "no book";
      this.onNotice();
    } else if (line.startsWith("info string error the engine")) {
      this.#fail(`The ${line.slice("info string error the ".length)}`);
    } else if (line.startsWith("info")) {
      this.#searches[0]?.onInfo(line);
    }
  }
}

export const engine = new Engine(new Worker("engine/claimeven.js", { type: "module" }));
/** Loads the engine in the page, too, for texts. The worker comes first: a slow network would halve its speed. */
export const whenLoaded = () => load();
