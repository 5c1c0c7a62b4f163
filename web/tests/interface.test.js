/** @file Tests of the interface in Node: what it returns, and whose an error, a stop and an abort are. */

import assert from "node:assert/strict";
import { execFile, execFileSync } from "node:child_process";
import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, afterEach, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";

import { PACKAGE } from "./engine.js";
import { ENGINE, annotated, stored } from "./native.js";

/** @import {EngineOptions, Info} from "../../target/web/package/types.js" */
/** @typedef {typeof import("../../target/web/package/types.js")} Interface */

const { Engine, EngineError, InputError } = /** @type {Interface} */ (await import(new URL("node.js", PACKAGE).href));
/** A position that takes the engine long, without the book. */
const HARD = "";
/** A game with good moves and bad ones. */
const GAME = "444444552333332266557";

/** @type {InstanceType<Interface["Engine"]>[]} */
const engines = [];
/** Starts an engine that the test need not close. @param {EngineOptions} [options] */
function start(options) {
  const engine = new Engine(options);
  engines.push(engine);
  return engine;
}
afterEach(() => engines.splice(0).forEach((engine) => engine.close()));

/** A folder in which `claimeven` is installed. */
const folder = await mkdtemp(join(tmpdir(), "claimeven-"));
await cp(fileURLToPath(PACKAGE), join(folder, "node_modules/claimeven"), { recursive: true });
after(() => rm(folder, { recursive: true }));

/** Runs a program in the folder. Returns what it prints. @param {string} name @param {string} code */
async function program(name, code) {
  await writeFile(join(folder, name), code);
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [name], { cwd: folder, timeout: 20_000 });
  return stdout + stderr;
}

/** Returns why a promise rejects. @param {Promise<unknown>} promise @returns {Promise<any>} */
const reason = (promise) => promise.then((value) => assert.fail(`expected an error; found ${value}`), (error) => error);

/** Waits for the first report of a search. */
function reported() {
  /** @type {(info: Info) => void} */
  let onInfo = () => {};
  const first = new Promise((resolve) => (onInfo = resolve));
  return { onInfo, first };
}

test("analyses have the stored scores, and the best move is one of the best", async () => {
  const positions = stored().filter(({ moves }) => /^\d{12,}$/.test(moves));
  assert.ok(positions.length > 100);
  /** @type {number[]} */
  const done = [];
  const progress = (/** @type {number} */ count, /** @type {number} */ all) => done.push(count / all);
  const found = await start().analyzeMany(positions.map(({ moves }) => moves), { progress });
  for (const [index, { score, scores, bounds, best, bestMoves, line }] of found.entries()) {
    const expected = positions[index].scores;
    assert.deepEqual(scores, expected, positions[index].moves);
    assert.deepEqual(bounds, expected.map((score) => score !== null && { lower: score, upper: score } || null));
    assert.equal(score, Math.max(...expected.filter((score) => score !== null)));
    assert.equal(line[0], best);
    assert.ok(bestMoves.includes(best ?? 0));
  }
  assert.deepEqual([found.length, done.length, done.at(-1)], [positions.length, positions.length, 1]);
});

test("a position is a text, a list or a game, and one that is over has a score and no move", async () => {
  const engine = start();
  const [text, list, game] = await engine.analyzeMany(["445332", [4, 4, 5, 3, 3, 2], { start: "7/7/7/7/3p3/3PP2 b", moves: "332" }]);
  assert.deepEqual(text, { ...list, nodes: text.nodes });
  assert.equal(game.scores.length, 7);
  const none = Array(7).fill(null);
  for (const [moves, score] of /** @type {const} */ ([["1212121", -18], ["ppPppPp/PPpPPpP/ppPppPp/PPpPPpP/ppPppPp/PPpPPpP", 0]])) {
    const over = await engine.analyze(moves);
    assert.deepEqual([over.score, over.scores, over.bounds, over.best, over.bestMoves, over.line], [score, none, none, null, [], []]);
    assert.equal(await engine.play(moves), null);
  }
});

test("games are annotated as by the native engine", async () => {
  const { annotations } = annotated([GAME])[0];
  const moves = await start().annotate(GAME);
  const common = (/** @type {any[]} */ all) => all.map(({ ply, column, before, after, best, mark }) => [ply, column, before, after, best, mark ?? null]);
  assert.deepEqual(common(moves), common(annotations));
  assert.deepEqual(moves.slice(0, 2).map(({ side }) => side), ["first", "second"]);
});

test("reasons are those of the native engine", async () => {
  const engine = start();
  const args = ["annotate", "--why", "--quiet", "--input", "-", "--format", "jsonl"];
  const [{ annotations }] = execFileSync(ENGINE, args, { input: `${GAME}\n`, encoding: "utf8" }).trim().split("\n").map((line) => JSON.parse(line));
  const wanted = annotations.map((/** @type {any} */ { why }) => why && { ...why, moves: [...why.moves].map(Number) });
  const moves = await engine.annotate(GAME, { why: true });
  assert.deepEqual(moves.map(({ why }) => why), wanted.map((/** @type {unknown} */ why) => why ?? null));
  assert.ok(moves.some(({ why }) => why));
  assert.deepEqual(await engine.why("4455"), {
    kind: "two-threats", cells: ["b1", "f1"], moves: [3], text: "X plays c1 and threatens b1 and f1; O can block only one",
  });
  const last = moves.findLast(({ why }) => why);
  assert.deepEqual(await engine.why(GAME.slice(0, last?.ply), { move: true }), last?.why);
  assert.deepEqual([await engine.why("1212121"), await engine.why("4", { move: true })], [null, null]);
  assert.match((await reason(engine.why("", { move: true }))).message, /expected a move before it/);
});

test("a level plays the moves of the native engine with the same seed, and its settings end with the call", async () => {
  const engine = start();
  for (const { elo, level, moves } of [{ level: 3, moves: "" }, { level: 9, moves: "4453" }, { elo: 900, moves: "445" }, { level: 20, moves: "44444" }]) {
    const strength = elo ? `setoption name UCI_LimitStrength value true\nsetoption name UCI_Elo value ${elo}` : `setoption name Skill Level value ${level}`;
    const input = `${strength}\nsetoption name Skill Seed value 7\nposition startpos moves ${moves}\ngo\n`;
    const [, expected] = /bestmove (\d)/.exec(execFileSync(ENGINE, { input, encoding: "utf8" })) ?? [];
    assert.equal(await engine.play(moves, { elo, level, seed: 7 }), Number(expected));
  }
  assert.equal(await engine.play(GAME.slice(0, 8), { level: 20, resistance: "practical", movetime: 1000 }), 3);
});

test("calls at once wait for one another, and an error belongs to its call", async () => {
  const engine = start();
  const calls = [
    engine.analyze("445332"),
    engine.analyze("4458"),
    engine.analyzeMany(["445332", "44x"]),
    engine.play("44", { level: 21 }),
    engine.play("44", { resistance: /** @type {any} */ ("x\nquit") }),
    engine.analyze({ start: "7/7 w", moves: "" }),
    engine.analyzeMany("44"),
    engine.analyze(/** @type {any} */ (5)),
    engine.annotate("445332"),
  ];
  const settled = await Promise.allSettled(calls);
  assert.deepEqual(settled.map(({ status }) => status[0]), [..."frrrrrrrf"]);
  const errors = settled.flatMap((call) => (call.status === "rejected" ? [call.reason] : []));
  assert.deepEqual(errors.map(({ name, message }) => `${name}: ${message}`), [
    "InputError: char 4: ply 4: '8' is not a column (1-7)",
    "InputError: index 1: char 3: ply 3: 'x' is not a column (1-7)",
    "InputError: level: expected a whole number from 0 to 20; found 21",
    'EngineError: expected one of longest, practical for Resistance; found "x quit"',
    "EngineError: expected '/' at the end of the rank; found \" \"",
    "InputError: expected a list of positions; found a string",
    "InputError: expected a string; found a value of type Number",
  ]);
  assert.ok(errors[0] instanceof InputError && errors[4] instanceof EngineError);
  const { reason, char, line, index } = errors[1];
  assert.deepEqual([reason, char, line, index], ["ply 3: 'x' is not a column (1-7)", 3, 1, 1]);
});

test("stop ends the call that is running, with bounds that are not numbers", async () => {
  const engine = start({ book: false });
  const { onInfo, first } = reported();
  const hard = engine.analyze(HARD, { onInfo });
  const easy = engine.analyze("445332");
  await first;
  engine.stop();
  const { score, scores, bounds } = await hard;
  assert.deepEqual([score, scores.includes(null)], [null, true]);
  assert.ok(bounds.every((value) => value && value.lower <= value.upper));
  assert.equal((await easy).score, 2);
  // It also ends a call that has not begun to search, and nothing without a call.
  const other = engine.analyze(HARD);
  engine.stop();
  assert.equal((await other).score, null);
  engine.stop();
  assert.equal((await engine.analyze("445332")).score, 2);
});

test("stop ends all of analyzeMany and annotate, which have what is complete", async () => {
  const engine = start({ book: false });
  const many = engine.analyzeMany(["445332445", HARD, "445332"], { progress: () => engine.stop() });
  assert.deepEqual((await many).map(({ score }) => typeof score), ["number"]);
  const { onInfo } = { onInfo: (/** @type {Info} */ { nodes }) => nodes > 20_000 && engine.stop() };
  const moves = await engine.annotate("44455554221", { onInfo });
  assert.ok(moves.length < 11);
  assert.deepEqual(moves.map(({ ply }) => ply), [...Array(11).keys()].map((index) => index + 1).slice(11 - moves.length));
});

test("an abort rejects its call alone: before, while it waits, and while it runs", async () => {
  const engine = start({ book: false });
  const cause = new Error("enough");
  assert.equal(await reason(engine.analyze(HARD, { signal: AbortSignal.abort(cause) })), cause);
  const { onInfo, first } = reported();
  const [running, waiting] = [new AbortController(), new AbortController()];
  let reports = 0;
  const run = reason(engine.analyze(HARD, { signal: running.signal, onInfo: (info) => (onInfo(info), (reports += 1)) }));
  const wait = reason(engine.analyzeMany([HARD, HARD], { signal: waiting.signal }));
  const last = engine.analyze("445332");
  await first;
  waiting.abort(cause);
  assert.equal(await wait, cause);
  running.abort();
  const seen = reports;
  assert.equal((await run).name, "AbortError");
  assert.equal((await last).score, 2);
  assert.equal(reports, seen);
  // A signal that aborts after the answer ends nothing.
  const late = new AbortController();
  await engine.analyze("445332", { signal: late.signal });
  const next = engine.analyze("4453324");
  late.abort();
  assert.equal(typeof (await next).score, "number");
});

test("an error of onInfo or progress belongs to its call", async () => {
  const engine = start({ book: false });
  const cause = new Error("oh");
  const fail = () => {
    throw cause;
  };
  assert.equal(await reason(engine.analyze(HARD, { onInfo: fail })), cause);
  assert.equal(await reason(engine.analyzeMany(["445332"], { progress: fail })), cause);
  assert.equal((await engine.analyze("445332")).score, 2);
});

test("reports have the names of the Python package", async () => {
  /** @type {Info[]} */
  const infos = [];
  await start().analyze("445332", { onInfo: (info) => infos.push(info) });
  const best = infos.findLast(({ rank }) => rank === 1);
  assert.ok(best);
  const { rank, depth, mate, cp, bound, score, line } = best;
  assert.deepEqual([rank, depth, mate, cp, bound, score, line.length], [1, 33, 17, null, null, 2, 33]);
});

test("close rejects the calls that are not answered, and all later ones", async () => {
  const engine = start({ book: false });
  const calls = [engine.analyze(HARD), engine.play("44")].map(reason);
  engine.close();
  engine.close();
  engine.stop();
  for (const error of [...(await Promise.all(calls)), await reason(engine.analyze("44"))]) {
    assert.deepEqual([error.name, error.message], ["EngineError", "the engine is closed"]);
  }
});

test("an engine that does not load or refuses its memory fails with one error for all calls", async () => {
  for (const name of ["node-worker.js", "wasm_bg.wasm"]) {
    const broken = join(folder, `broken-${name}`);
    await cp(fileURLToPath(PACKAGE), broken, { recursive: true });
    await writeFile(join(broken, name), name.endsWith("js") ? 'throw new Error("broken");' : "broken");
    const { Engine } = /** @type {Interface} */ (await import(pathToFileURL(join(broken, "node.js")).href));
    /** @type {unknown[]} */
    const errors = [];
    const engine = new Engine({ onError: (error) => errors.push(error) });
    const [one, two] = await Promise.all([engine.analyze("445332"), engine.play("44")].map(reason));
    assert.equal(one.name, "EngineError");
    assert.deepEqual([two, await reason(engine.play("4"))], [one, one]);
    assert.deepEqual(errors, [one]);
  }
  const large = await reason(start({ hash: 65536 }).analyze("445332"));
  assert.equal(large.message, "Hash: cannot allocate a table of 65536 MiB; the table stays at 64 MiB");
  assert.throws(() => new Engine({ hash: 0.5 }), { name: "InputError", message: "hash: expected a whole number from 1 to 65536; found 0.5" });
});

test("an engine keeps the process only while a call is not answered", async () => {
  const begin = 'import { Engine } from "claimeven";\nconst engine = new Engine({ book: false });\n';
  const analyze = 'engine.analyze("445332").then(({ score }) => console.log(score));\n';
  assert.equal(await program("idle.mjs", begin), "");
  assert.equal(await program("busy.mjs", begin + analyze), "2\n");
  assert.equal(await program("closed.mjs", `${begin}engine.analyze("").catch(({ message }) => console.log(message));\nengine.close();`), "the engine is closed\n");
});

test("the memory is that of the table and a little more", async (context) => {
  for (const [hash, most] of [[64, 150], [1, 90]]) {
    const code = `import { Engine } from "claimeven";
      const mebibytes = () => process.memoryUsage().rss / 2 ** 20;
      const before = mebibytes();
      const engine = new Engine({ hash: ${hash}, book: ${hash === 64} });
      await engine.analyzeMany(["445332", "121"]);
      console.log(Math.round(mebibytes() - before));
      engine.close();`;
    const grown = Number(await program("memory.mjs", code));
    context.diagnostic(`${grown} MiB with a table of ${hash} MiB`);
    assert.ok(grown < most, `${grown} MiB`);
  }
});

test("CommonJS loads the package with require", async () => {
  const code = 'const { Engine } = require("claimeven");\nnew Engine().analyze("445332").then(({ score }) => console.log(score));\n';
  const [major, minor] = process.versions.node.split(".").map(Number);
  const loads = major > 22 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19);
  if (loads) assert.equal(await program("require.cjs", code), "2\n");
  const other = 'import("claimeven").then(async ({ Engine }) => console.log((await new Engine().analyze("445332")).score));\n';
  assert.equal(await program("import.cjs", other), "2\n");
});

test("the package has one entry for the interface and one for the worker, and types of the interface alone", async () => {
  const code = 'for (const name of ["claimeven/worker", "claimeven/client.js"]) try { console.log(import.meta.resolve(name)); } catch ({ code }) { console.log(code); }';
  assert.match(await program("entries.mjs", code), /node-worker\.js\nERR_PACKAGE_PATH_NOT_EXPORTED\n$/);
  const args = ["pack", "--dry-run", "--json", "./target/web/package"];
  const [{ files }] = JSON.parse(execFileSync("npm", args, { cwd: fileURLToPath(new URL("../..", import.meta.url)), encoding: "utf8", stdio: "pipe" }));
  const types = files.map((/** @type {{path: string}} */ { path }) => path).filter((/** @type {string} */ path) => path.endsWith(".d.ts"));
  assert.deepEqual(types, ["types.d.ts"]);
});
