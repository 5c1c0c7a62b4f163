// The engine as a module worker for browsers. Each message is a line.

import { converse } from "./engine.js";

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

const receive = converse({
  print: (line) => self.postMessage(line),
  defer: deferrer(),
  module: undefined,
  book: fetchBook,
  end: () => self.close(),
});
self.onmessage = ({ data }) => receive(data);
