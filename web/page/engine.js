/** @file Starts the engine, and keeps its notices. */

import { Engine } from "./engine/claimeven.js";
import { load } from "./engine/engine.js";

class NotedEngine extends Engine {
  /** The notice of the book, once it is loaded. @type {string | null} */
  book = null;
  /** The first error of the engine, which is the cause of all others. */
  error = "";
  /** Called when the book is loaded, and when the engine fails. */
  onNotice = () => {};

  constructor() {
    super({
      onBook: (book) => {
        this.book = typeof book === "string" ? book : "no book";
        this.onNotice();
      },
      onError: ({ message }) => {
        this.error = message.replace(/^the/, "The");
        this.onNotice();
      },
    });
  }
}

export const engine = new NotedEngine();
/** Loads the engine in the page, too, for the rules and for what the user loads. The worker comes first: a slow network would halve its speed. */
export const whenLoaded = () => load();
