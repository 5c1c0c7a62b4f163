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

/** Calls functions after the messages that have come are handled; timers would wait for 4 ms. */
function deferrer() {
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
    if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
    return response.arrayBuffer();
}

if (typeof WorkerGlobalScope !== "undefined" && self instanceof WorkerGlobalScope) {
    const receive = converse({
        print: (line) => self.postMessage(line),
        defer: deferrer(),
        module: async () => undefined,
        book: fetchBook,
        end: () => self.close(),
    });
    self.onmessage = ({ data }) => receive(data);
}
