/** @file Tests of the engine in Node: the conversations, scores and node counts of the native one. */

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { copyFile, mkdtemp, readFile, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { brotliCompressSync, gzipSync } from "node:zlib";

import { Conversation, PACKAGE, ROOT, run, text } from "./engine.js";
import { stored } from "./native.js";

/** The conversations that need what a browser does not have, each by one of its lines. */
const ABSENT = [
  { line: "< option name BookFile type string default <empty>", reason: "options that name files" },
  { line: "> setoption name BookFile value /no/such.book", reason: "files" },
];

// A test that fails leaves its worker.
afterEach(() => Conversation.endAll());

/** Returns the conversations that the native engine passes, with their names. */
async function transcripts() {
  const found = [];
  for (const name of await readdir(new URL("tests/transcripts/", ROOT))) {
    found.push({ name, lines: (await text(`tests/transcripts/${name}`)).split("\n") });
  }
  const blocks = (await text("protocol.md")).split("```transcript\n").slice(1);
  for (const [index, block] of blocks.entries()) {
    const name = `protocol.md, example ${index + 1}`;
    found.push({ name, lines: block.slice(0, block.indexOf("```")).split("\n") });
  }
  return found;
}

/**
 * Plays a conversation.
 * @param {string[]} lines
 * @param {number} [seconds] for each line expected
 */
async function play(lines, seconds = 60) {
  const engine = new Conversation();
  for (const line of lines) {
    if (line.startsWith(">")) engine.send(line.slice(2));
    if (line.startsWith("<")) await engine.expect(line.slice(2), seconds);
  }
  assert.equal(await engine.quit(), 0);
}

const all = await transcripts();
assert.ok(all.length > 20);
assert.deepEqual(ABSENT.map(({ line }) => all.filter(({ lines }) => lines.includes(line)).length), [1, 1]);

for (const { name, lines } of all) {
  const absent = ABSENT.filter(({ line }) => lines.includes(line));
  if (absent.length === 0) {
    test(`${name} runs as written`, () => play(lines));
  } else {
    test(`${name} needs ${absent.map(({ reason }) => reason)}`, () => assert.rejects(play(lines, 2)));
  }
}

/** @param {string[]} lines */
const nodes = (lines) => Number(lines.filter((line) => / nodes |^nodes /.test(line)).pop()?.match(/nodes (\d+)/)?.[1]);

test("without pauses, node counts are those of the native engine", async () => {
  const stored = (await text("scripts/bench-nodes.txt")).trim().split("\n");
  let compared = 0;
  for (const line of stored) {
    const [, name = "bench", count] = line.match(/^(?:(.*): )?nodes (\d+)$/) ?? [];
    if (name === "bench --columns") continue; // It has no command.
    const [command, mode = "strong"] = name.replace("bench --weak", "bench weak").split(", ");
    const { lines } = run(
      ["setoption name OwnBook value false", `setoption name Solve value ${mode}`, "position moves 445332", command],
      { pauses: false },
    );
    assert.equal(nodes(lines), Number(count), line);
    compared += 1;
  }
  assert.equal(compared, stored.length - 1);
});

/** Searches with pauses and without, which find the same. Returns both. @param {string[]} commands */
function both(commands) {
  const [paused, whole] = [true, false].map((pauses) => run(commands, { pauses }));
  const found = [paused, whole].map(({ lines }) => [
    lines.at(-1),
    lines.filter((line) => line.includes(" multipv 1 ")).pop()?.match(/score (.*) nodes .*( pv .*)/)?.slice(1),
  ]);
  assert.deepEqual(found[0], found[1], commands.join());
  return { paused, whole };
}

test("with pauses, searches find what they find without", async (context) => {
  const positions = (await text("src/measure/testset/samples/built-in.txt")).split("\n").filter((line) => /^\d/.test(line));
  const work = { whole: 0, paused: 0 };
  let slowest = 0;
  for (const [moves, command] of positions.map((line, index) => [line.split(" ")[0], index % 4 ? "go" : "analyze"])) {
    const { paused, whole } = both(["setoption name Resistance value longest", `position moves ${moves}`, command]);
    work.whole += nodes(whole.lines);
    work.paused += nodes(paused.lines);
    slowest = Math.max(slowest, paused.longest);
  }
  context.diagnostic(`nodes with pauses: ${(100 * work.paused / work.whole - 100).toFixed(1)} % more`);
  context.diagnostic(`longest turn: ${slowest.toFixed(0)} ms`);
  assert.ok(work.paused < 1.1 * work.whole, `${work.paused} nodes; ${work.whole} without pauses`);
});

test("a practical choice that pauses is the same", async () => {
  const lost = stored().filter(({ moves, scores }) => /^\d{16,20}$/.test(moves) && scores.every((score) => !score || score < 0));
  let chosen = 0;
  for (const { moves } of lost) {
    const [practical, longest] = ["practical", "longest"].map((resistance) =>
      both([`setoption name Resistance value ${resistance}`, `position moves ${moves}`, "go"]).whole.lines.at(-1),
    );
    chosen += Number(practical !== longest);
  }
  assert.ok(chosen > 10, `only ${chosen}`);
});

test("stop, isready and position are answered during any work", async (context) => {
  const engine = new Conversation();
  /** Sends commands and waits for the answer. Returns the milliseconds. @param {string[]} commands @param {string} answer */
  const ask = async (commands, answer) => {
    const begun = performance.now();
    commands.forEach((command) => engine.send(command));
    await engine.expect(answer);
    return (performance.now() - begun).toFixed(0);
  };
  await ask(["setoption name OwnBook value false", "isready"], "readyok");
  const waits = [];
  for (const work of ["go infinite", "analyze infinite", "go perft 30", "bench", "go depth 40", "d scores"]) {
    engine.send(work);
    await new Promise((resolve) => setTimeout(resolve, 150));
    const ready = await ask(["isready"], "readyok");
    const stopped = await ask(["stop", "position startpos moves d1", "query p1turn"], "response false");
    waits.push(`${work}: ${ready} and ${stopped} ms`);
    await ask(["position startpos", "isready"], "readyok");
  }
  context.diagnostic(`isready and stop waited: ${waits.join(", ")}`);
  assert.equal(await engine.quit(), 0);
});

test("a table larger than the memory is refused, and the search continues", () =>
  play([
    "> isready",
    "< readyok",
    "> setoption name Hash value 65536",
    "> isready",
    "< info string error Hash: cannot allocate a table of 65536 MiB; the table stays at 64 MiB",
    "> setoption name Threads value 8",
    "> position moves 121212",
    "> go",
    "< bestmove 1",
    "> setoption name BookFile value x",
    "< info string error BookFile: options that name files are switched off ...",
    "> setoption name Debug Log File value x",
    "< info string error Debug Log File: options that name files are switched off ...",
  ]));

test("texts that are not a line of the protocol are lines or errors with their places", async () => {
  const errors = [
    ["\0", 'char 1: expected a command, see help; found "\\0"'],
    ["position moves 4\u00004", 'char 17: expected a column (1-7); found "\\04"'],
    ["\ud800", 'char 1: expected a command, see help; found "\ufffd"'],
    ["position moves 44\udc00", 'char 18: expected a column (1-7); found "\ufffd"'],
    ["x".repeat(100_000_000), "line too long: expected at most 65536 bytes"],
    ["\n\n\r\n", null],
    ["", null],
    ["position moves 1212121\r\nquery gameover\n", null],
  ];
  const engine = new Conversation();
  for (const [text, error] of errors) {
    engine.send(text);
    if (error !== null) assert.deepEqual(await engine.expect("info string error ..."), [`info string error ${error}`]);
  }
  assert.ok(!(await engine.expect("response true")).some((line) => line.startsWith("info string error")));
  assert.equal(await engine.quit(), 0);
});

/** Values that are not strings, with their types. @type {[unknown, string][]} */
const NOT_TEXTS = [
  [{ a: 1 }, "Object"],
  [42, "Number"],
  [5n, "BigInt"],
  [null, "Null"],
  [undefined, "Undefined"],
  [[], "Array"],
  [new TextEncoder().encode("isready"), "Uint8Array"],
  [new ArrayBuffer(8), "ArrayBuffer"],
];

test("a message that is not a string gets an error line, and the worker lives on", async () => {
  const engine = new Conversation();
  // The first value comes before the engine is loaded.
  for (const [value, type] of NOT_TEXTS) {
    engine.send(value);
    const error = `info string error message: expected a string; found a value of type ${type}`;
    assert.deepEqual(await engine.expect("..."), [error]);
    engine.send("isready");
    await engine.expect("readyok");
  }
  assert.equal(await engine.quit(), 0);
});

test("without a book or with a damaged one, the engine reports it and searches", async () => {
  const folder = await mkdtemp(join(tmpdir(), "claimeven-"));
  try {
    for (const name of ["node-worker.js", "engine.js", "errors.js", "wasm.js", "wasm_bg.wasm", "package.json"]) {
      await copyFile(new URL(name, PACKAGE), join(folder, name));
    }
    for (const expected of ["ENOENT", "expected \"C4BOOK"]) {
      const engine = new Conversation(pathToFileURL(join(folder, "node-worker.js")));
      await engine.expect(`info string error book: ...${expected}...`);
      engine.send("go nodes 1000");
      await engine.expect("bestmove 4");
      assert.equal(await engine.quit(), 0);
      await copyFile(fileURLToPath(new URL("package.json", PACKAGE)), join(folder, "openings.book"));
    }
  } finally {
    await rm(folder, { recursive: true });
  }
});

test("an engine that fails says so and ends", async (context) => {
  const { converse } = await import(new URL("engine.js", PACKAGE).href);
  const { Engine } = await import(new URL("wasm.js", PACKAGE).href);
  const turn = context.mock.method(Engine.prototype, "turn", () => {
    throw new Error("unreachable");
  });
  /** @type {string[]} */
  const printed = [];
  /** @type {(() => void)[]} */
  const deferred = [];
  const receive = converse({
    print: (/** @type {string} */ line) => printed.push(line),
    defer: (/** @type {() => void} */ work) => deferred.push(work),
    module: undefined,
    book: () => new Promise(() => {}),
    end: () => {},
  });
  receive("uci");
  await new Promise((resolve) => setTimeout(resolve, 5));
  assert.throws(() => deferred.shift()?.(), /unreachable/);
  receive("uci");
  deferred.forEach((work) => work());
  assert.deepEqual(printed, ["info string error the engine has failed: Error: unreachable"]);
  assert.equal(turn.mock.callCount(), 1);
});

test("without the target of WebAssembly, the build prints the command that adds it", () => {
  const builder = resolve(fileURLToPath(ROOT), process.env.CARGO_TARGET_DIR ?? "target", "debug/package");
  // A compiler that names no folder has no target.
  const { status, stderr } = spawnSync(builder, { env: { ...process.env, RUSTC: "true" }, encoding: "utf8" });
  assert.equal(stderr, "error: the Rust target wasm32-unknown-unknown is missing; run: rustup target add wasm32-unknown-unknown\n");
  assert.equal(status, 1);
});

test("the package is small", async (context) => {
  const module = await readFile(new URL("wasm_bg.wasm", PACKAGE));
  const [gzip, brotli] = [gzipSync(module, { level: 9 }), brotliCompressSync(module)].map(({ length }) => length);
  context.diagnostic(`engine: ${module.length} bytes, ${gzip} with gzip, ${brotli} with brotli`);
  assert.ok(module.length < 1_000_000, `${module.length} bytes`);
});

test("readGame reads what the engine reads", async () => {
  const { readGame } = await import(new URL("node.js", PACKAGE).href);
  const empty = "7/7/7/7/7/7[PPPPPPPPPPPPPPPPPPPPPppppppppppppppppppppp] w - - 0 1";
  assert.deepEqual(await readGame("d1 d2 e1 c1"), { start: empty, moves: "4453" });
  const board = await readGame("0000000 0000000 0000000 0000000 0002000 0021100");
  assert.deepEqual(board, { start: "7/7/7/7/3p3/2pPP2[PPPPPPPPPPPPPPPPPPPppppppppppppppppppp] w - - 0 3", moves: "" });
  for (const [text, message] of [
    ["4458", "char 4: ply 4: '8' is not a column (1-7)"],
    ["44\ud800", "char 3: ply 3: '\ufffd' is not a column (1-7)"],
    ["\0", "char 1: expected a text in UTF-8; found a zero byte, as in UTF-16"],
  ]) {
    await assert.rejects(readGame(text), { message });
  }
  for (const [value, type] of [...NOT_TEXTS, [() => 1, "Function"]]) {
    await assert.rejects(readGame(value), { message: `expected a string; found a value of type ${type}` });
  }
  assert.equal((await readGame("445")).moves, "445");
});
