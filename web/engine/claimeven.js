// The engine for browsers. As a module worker, it holds a conversation: each message is a line.
//
//     const engine = new Worker("claimeven.js", { type: "module" });
//     engine.onmessage = ({ data }) => console.log(data);
//     engine.postMessage("go movetime 1000");
//
// On a page, it exports `readGame`.

import { converse } from "./engine.js";

export { readGame } from "./engine.js";

const BOOK = new URL("openings.book", import.meta.url);

/** Returns a function that defers others until the messages that have come are handled. */
function deferrer() {
  // A timer would wait for some 4 ms.
  const { port1, port2 } = new MessageChannel();
  /** @type {(() => void)[]} */
  const deferred = [];
  port1.onmessage = () => deferred.shift()?.();
  return (/** @type {() => void} */ turn) => {
    deferred.push(turn);
    port2.postMessage(null);
  };
}

async function fetchBook() {
  const response = await fetch(BOOK);
  if (!response.ok) throw new Error(`${BOOK.pathname}: ${response.status} ${response.statusText}`);
  return new Uint8Array(await response.arrayBuffer());
}

if (typeof WorkerGlobalScope !== "undefined" && self instanceof WorkerGlobalScope) {
  const receive = converse({
    print: (line) => self.postMessage(line),
    defer: deferrer(),
    module: undefined,
    book: fetchBook,
    end: () => self.close(),
  });
  self.onmessage = ({ data }) => receive(data);
}
