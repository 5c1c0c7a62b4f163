/** @file Tests of the modules of the page that need no browser. */

import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";

import { reported, stored } from "./native.js";
import "./rules.js";
import { SITE } from "./site.js";
import { COLUMNS, endOf, gameIn, landing, positionOf, readByEngine, result, winningCells } from "../../target/web/site/game.js";
import { readBounds, readInfo, readMove } from "../../target/web/site/engine/lines.js";
import { hintOf } from "../../target/web/site/hint.js";
import { linkOf, textIn, toHash, toQueryHash, withoutAddress } from "../../target/web/site/link.js";
import { NEW_STANDING, mistakesOf, nextPuzzle, puzzleAfter, puzzleAt, puzzleOfDay, readPuzzles } from "../../target/web/site/puzzles.js";
import { NOTHING_KNOWN, bestColumns, scoresOf, withAnswer, withInfo } from "../../target/web/site/replies.js";
import { commentOn, costOf, reviewOf, slipOf } from "../../target/web/site/review.js";
import { sign, words } from "../../target/web/site/scores.js";
import * as change from "../../target/web/site/state.js";
import { kept, revived } from "../../target/web/site/store.js";
import { phrase } from "../../target/web/site/texts.js";
import { cellsOf, questionIn, sentenceOf } from "../../target/web/site/why.js";
import { wantedJob } from "../../target/web/site/thinker.js";

/** @import {Why} from "../../target/web/site/engine/types.js" */
/** @import {Settings, State} from "../../target/web/site/state.js" */
/** @import {Value} from "../../target/web/site/scores.js" */

/** @param {string} moves */
const after = (moves) => positionOf(endOf(gameIn(moves)));
/** @param {string} moves @param {Partial<Settings>} settings @returns {State} */
const stateOf = (moves, settings = {}) => change.initialState({ ...change.DEFAULT_SETTINGS, mode: "analysis", ...settings }, gameIn(moves));

test("positions show stones from the ground up, and the fours of the winner", () => {
  const rows = ["...X...", "...X...", "..oX...", ".ooX..."];
  assert.equal(after("4342434"), rows.toReversed().join("").padEnd(42, "."));
  for (const [moves, end, four] of /** @type {[string, string | null, number][]} */ ([
    ["444444", null, 0],
    ["1212121", "first", 4],
    ["71212121", "second", 4],
    ["ppPppPp/PPpPPpP/ppPppPp/PPpPPpP/ppPppPp/PPpPPpP", "draw", 0],
  ])) {
    assert.equal(result(after(moves)), end, moves);
    assert.equal(winningCells(after(moves)).length, four, moves);
  }
  assert.deepEqual([3, 4].map((column) => landing(after("444444"), column)), [2, null]);
});

test("the page plays as the engine does", () => {
  for (const { moves } of stored()) assert.deepEqual(gameIn(moves), readByEngine(moves), moves);
  let ends = 0;
  for (let seed = 1; seed <= 300; seed++) {
    let [moves, number] = ["", seed];
    while (COLUMNS.some((column) => change.mayPlay(stateOf(moves), column))) {
      number = (number * 48271) % 2147483647;
      if (change.mayPlay(stateOf(moves), (number % 7) + 1)) moves += (number % 7) + 1;
    }
    assert.deepEqual(gameIn(moves), readByEngine(moves), moves);
    ends += result(after(moves)) === "draw" ? 0 : 1;
  }
  assert.ok(ends > 250);
});

test("the sides change after each game, or the user begins, or the computer", () => {
  /** @param {Settings["begins"]} begins @param {string} moves @param {State["human"]} human */
  const next = (begins, moves, human) => change.newGame(stateOf(moves, { mode: "engine", begins, human })).human;
  assert.deepEqual([next("turns", "44", "first"), next("turns", "44", "second"), next("turns", "", "first")], ["second", "first", "first"]);
  assert.deepEqual([next("human", "44", "first"), next("engine", "44", "first")], ["first", "second"]);
  // In the middle of a game the page asks; before the first move of the user it does not.
  const middle = change.withBegins(stateOf("44", { mode: "engine" }), "engine");
  assert.deepEqual([middle.human, change.asksForSide(middle)], ["first", true]);
  for (const moves of ["", "4"]) {
    const begun = change.withBegins(stateOf(moves, { mode: "engine", begins: "engine", human: moves ? "second" : "first" }), moves ? "human" : "engine");
    assert.deepEqual([begun.human, begun.game.moves.length, change.asksForSide(begun)], [moves ? "first" : "second", 0, false]);
  }
});

test("after three equal results the next level is offered, and undo takes a result back", () => {
  /** Ends a game of the side. @param {State} state @param {string} moves @param {State["human"]} human */
  const ended = (state, moves, human) => change.addEngineMove({ ...state, ...endOf(gameIn(moves)), human }, 4);
  let state = stateOf("", { mode: "engine", level: 4 });
  for (const offered of [null, null, 5]) {
    state = ended(state, "414141", "first");
    assert.equal(change.nextLevel(state), offered);
  }
  assert.deepEqual(state.results, ["won", "won", "won"]);
  assert.equal(change.nextLevel(ended(state, "414141", "second")), null);
  assert.equal(change.nextLevel({ ...state, level: 20 }), null);
  assert.equal(change.nextLevel({ ...state, results: ["lost", "lost", "lost"] }), 3);
  const undone = change.undo(change.playColumn({ ...state, ...endOf(gameIn("414141")), results: [] }, 4));
  assert.deepEqual([undone.results, change.redo(undone).results], [[], ["won"]]);
});

test("a kept state comes back with what can be undone, and play continues from the board", () => {
  const state = ["4", "4", "5"].reduce((now, column) => change.playColumn(now, Number(column)), stateOf("fen 7/7/7/7/7/3P3 b"));
  const again = revived(JSON.parse(JSON.stringify(kept(change.undo(state)))));
  assert.deepEqual(again, change.undo(state));
  assert.deepEqual(change.redo(again).game, state.game);
  const looked = change.withMode(change.step(stateOf("445332"), -3), "engine");
  assert.deepEqual([looked.game.moves.join(""), looked.human], ["445", "second"]);
  assert.equal(change.undo(looked).game.moves.length, 6);
});

test("the way back from another game or mode is the browser's, that from a move is undo", () => {
  const state = change.playColumn(stateOf("44"), 4);
  for (const [next, isLeft] of /** @type {[State, boolean][]} */ ([
    [change.playColumn(state, 5), false],
    [change.undo(state), false],
    [change.step(state, -1), false],
    [change.newGame(state), true],
    [change.withLoaded(state, gameIn("123")), true],
    [change.withMode(state, "people"), true],
    [{ ...state, review: true }, true],
    [change.playColumn(change.step(state, -1), 7), true],
  ])) {
    assert.equal(change.isLeft(state, next), isLeft);
  }
});

test("scores are written in signs and in words", () => {
  for (const [value, signs, text] of /** @type {[Value, string, string][]} */ ([
    [{ lower: 2, upper: 2 }, "+2", "wins in 17 moves"],
    [{ lower: 18, upper: 18 }, "+18", "wins in 1 move"],
    [{ lower: 0, upper: 0 }, "0", "draws"],
    [{ lower: -4, upper: -4 }, "−4", "loses in 15 moves"],
    [{ lower: -4, upper: 2 }, "−4…+2", "may win or lose"],
    [{ lower: 0, upper: 18 }, "0…+18", "does not lose"],
    [{ lower: -18, upper: -1 }, "−", "loses"],
    [{ lower: -18, upper: 18, chance: 0.5 }, "~50%", "has a chance of about 50 %"],
  ])) {
    assert.deepEqual([sign(value), words(after("445332"), value)], [signs, text]);
  }
});

test("info lines and the answer make an analysis", () => {
  const rest = "nodes 10 nps 100 hashfull 0 tbhits 0 time 5";
  const part = [
    `info depth 33 seldepth 33 multipv 1 score mate 17 ${rest} pv 4 4 4`,
    `info depth 33 seldepth 33 multipv 2 score cp -31 ${rest} pv 1 4`,
    `info depth 33 seldepth 33 multipv 3 score cp -10000 upperbound ${rest} pv 2`,
    `info depth 33 seldepth 33 multipv 4 score mate -17 ${rest} pv 5 4`,
    "info string book of ply 12, 5 nodes",
  ].reduce((known, line) => {
    const info = readInfo(line, 6);
    return info ? withInfo(known, info) : known;
  }, NOTHING_KNOWN);
  const [guess, loss, , win, late] = part.values;
  assert.deepEqual([part.line, part.nodes, part.speed, part.time], [[4, 4, 4], 10, 100, 5]);
  assert.deepEqual([loss, win, late], [{ lower: -18, upper: -1 }, { lower: 2, upper: 2 }, { lower: -2, upper: -2 }]);
  assert.equal(guess?.chance?.toFixed(2), "0.42");
  assert.equal(scoresOf(part), null);
  const whole = withAnswer(part, readBounds("analysis 1:-2 2:-4 3:2 4:2 5:-2 6:2 7:-"));
  assert.deepEqual(scoresOf(whole), [-2, -4, 2, 2, -2, 2, null]);
  assert.deepEqual(bestColumns(whole), [3, 4, 6]);
  const stopped = withAnswer(part, readBounds("analysis 1:-18..18 2:-4..2 3:- 4:2 5:- 6:- 7:-"));
  assert.deepEqual(stopped.values.slice(0, 2), [guess, { lower: -4, upper: 2 }]);
  assert.deepEqual(["bestmove 4", "bestmove (none)"].map(readMove), [4, null]);
});

test("a review has the moves whose positions are solved, and says what they gave away", () => {
  const solved = withAnswer(NOTHING_KNOWN, readBounds("analysis 1:-2 2:-2 3:-2 4:1 5:-2 6:-2 7:-2"));
  const review = reviewOf(gameIn("445332"), (position) => (position === after("44") ? solved : undefined));
  assert.equal(review.judged, 1);
  assert.deepEqual(review.scores, [null, null, 1, -2, null, null, null]);
  const [, , move] = review.annotations;
  assert.ok(move);
  assert.equal(commentOn(move), "Red 5 ?? turns a win into a loss. Best: 4, wins in 20 moves.");
  assert.equal(costOf({ ...move, before: 0, mark: "?" }), "turns a draw into a loss");
  assert.equal(costOf({ ...move, before: -2, mark: "?!" }), "loses sooner than necessary");
});

test("the page finds the slips that the native engine finds", () => {
  const slips = { "missed a win in one": "missed", "did not block": "unblocked", "gave a win in one": "gave" };
  const games = [...stored().filter(({ moves }) => moves.length > 30).slice(0, 30).map(({ moves }) => moves), "11223377", "443556617"];
  const rows = reported(games).match(/<tr id=.*?<\/tr>/gs) ?? [];
  const found = games.flatMap((moves) => {
    const { positions } = gameIn(moves);
    return [...moves].map((column, ply) => slipOf(positions[ply], Number(column)));
  });
  const wanted = rows.map((row) => Object.entries(slips).find(([words]) => row.includes(words))?.[1] ?? null);
  assert.deepEqual(found, wanted);
  for (const slip of Object.values(slips)) assert.ok(found.includes(/** @type {any} */ (slip)), slip);
});

test("a hint wins, then blocks, then is the best column near the centre", () => {
  const solved = withAnswer(NOTHING_KNOWN, readBounds("analysis 1:2 2:-2 3:-2 4:1 5:2 6:-2 7:2"));
  assert.deepEqual(["112233", "11223", "44"].map((moves) => hintOf(after(moves), solved)), [
    { column: 4, reason: "win" }, { column: 4, reason: "block" }, { column: 5, reason: "best" },
  ]);
  assert.equal(hintOf(after("44"), undefined), null);
  assert.equal(change.withHint(stateOf("4", { mode: "engine" })).hinted, null);
  const state = change.withHint(stateOf("44", { mode: "engine" }));
  assert.equal(wantedJob(state, () => undefined)?.task, "analyze");
});

const PUZZLES = readPuzzles(await readFile(join(SITE, "puzzles.txt"), "utf8"));

test("the set of puzzles is small and spread, has themes and legal solutions, and each day another one", async () => {
  assert.equal(PUZZLES.length, 1000);
  assert.ok((await readFile(join(SITE, "puzzles.txt"))).length <= 40 * 1024);
  assert.ok(new Set(PUZZLES.map(({ theme }) => phrase(`theme.${theme}`))).size >= 8);
  assert.ok(new Set(PUZZLES.map(({ rating }) => Math.floor(Number(rating) / 100))).size >= 15);
  for (const puzzle of PUZZLES) {
    const game = gameIn(puzzle.game.moves.join("") + puzzle.solution.join(""));
    assert.ok(game.positions.slice(0, -1).every((position) => !result(position)), String(puzzle.number));
    assert.equal(puzzleAfter(PUZZLES, puzzle.game), puzzle);
  }
  const days = PUZZLES.map((_, day) => puzzleOfDay(PUZZLES, new Date(2026, 0, 1 + day, 12)));
  assert.equal(new Set(days).size, PUZZLES.length);
});

test("a puzzle replies until its end, and counts the first answer", () => {
  const puzzle = PUZZLES.find(({ solution }) => solution.length === 3) ?? PUZZLES[0];
  const begun = change.withPuzzle(stateOf("", { mode: "engine" }), puzzle);
  const [first, , last] = puzzle.solution;
  const wrong = COLUMNS.find((column) => column !== first && change.mayPlay(begun, column)) ?? 0;
  const replied = change.addReply(change.playColumn(begun, first));
  assert.deepEqual(replied.game.moves.slice(-2), puzzle.solution.slice(0, 2));
  assert.equal(change.addReply(begun), begun);
  const solved = change.playColumn(replied, last);
  assert.deepEqual([solved.attempt?.answer, solved.standing.streak, solved.standing.done], ["right", 1, [puzzle.number]]);
  const failed = change.playColumn(begun, wrong);
  assert.deepEqual([failed.attempt?.answer, change.mayPlay(failed, first)], ["wrong", false]);
  const again = change.undo(failed);
  assert.deepEqual([again.game, again.attempt?.answer], [begun.game, null]);
  for (const late of [change.playColumn(change.addReply(change.playColumn(again, first)), last), change.playColumn(change.addReply(change.playColumn(change.withHint(begun), first)), last)]) {
    assert.deepEqual([late.attempt?.answer, late.standing], ["right", failed.standing]);
  }
  assert.equal(solved.standing.rating - failed.standing.rating, 80);
  assert.equal(linkOf(solved), `#puzzle=${puzzle.game.moves.join("")}`);
  const back = revived(JSON.parse(JSON.stringify(kept(replied))));
  assert.deepEqual([back.attempt?.puzzle.game, change.mayPlay(back, last)], [puzzle.game, true]);
});

test("after the puzzles the game comes back, or the puzzle is analyzed", () => {
  const state = stateOf("4453", { mode: "engine", human: "second" });
  const puzzled = change.withPuzzle(change.withPuzzle(state, PUZZLES[0]), PUZZLES[1]);
  const back = change.withMode(puzzled, "engine");
  assert.deepEqual([back.game, back.human, back.attempt, back.past], [state.game, "second", null, []]);
  const analysis = change.withMode(puzzled, "analysis");
  assert.deepEqual([analysis.game, change.undo(analysis).game], [PUZZLES[1].game, state.game]);
});

test("the next puzzle is near the rating, and none comes twice before all others", () => {
  const standing = { ...NEW_STANDING, rating: 5000 };
  const hardest = Math.max(...PUZZLES.map(({ rating }) => Number(rating)));
  assert.equal(nextPuzzle(PUZZLES, standing, 0).rating, hardest);
  const all = PUZZLES.map(({ number }) => Number(number));
  const missing = 7;
  const done = all.filter((number) => number !== missing);
  assert.equal(nextPuzzle(PUZZLES, { ...standing, done }, 0.99).number, missing);
  assert.equal(nextPuzzle(PUZZLES, { ...standing, done: all }, 0).rating, hardest);
});

test("mistakes are puzzles, which every move solves that keeps the outcome", () => {
  const solved = withAnswer(NOTHING_KNOWN, readBounds("analysis 1:-2 2:1 3:-2 4:1 5:-2 6:2 7:0"));
  const known = (/** @type {string} */ position) => (position === after("44") ? solved : undefined);
  const game = gameIn("445332");
  const [puzzle, ...others] = mistakesOf(game, reviewOf(game, known), ({ side }) => side === "first", known);
  assert.deepEqual([puzzle.right, puzzle.solution, puzzle.outcome, others], [[2, 4, 6], [6], "win", []]);
  assert.deepEqual(mistakesOf(game, reviewOf(game, known), ({ side }) => side === "second", known), []);
  const begun = change.withPuzzle(stateOf("445332"), puzzle);
  for (const [column, answer] of [[2, "right"], [6, "right"], [7, "wrong"]]) {
    const tried = change.playColumn(begun, Number(column));
    assert.deepEqual([tried.attempt?.answer, tried.standing], [answer, begun.standing]);
  }
  const review = change.backToReview(begun);
  assert.deepEqual([review.game, review.review, review.mode], [game, true, "analysis"]);
  const lost = withAnswer(NOTHING_KNOWN, readBounds("analysis 1:-2 2:- 3:- 4:- 5:- 6:- 7:-"));
  assert.equal(puzzleAt({ game, ply: 2 }, lost), null);
});

test("reasons are said in the words of the page, and their cells are on its board", () => {
  /** @param {string} moves @param {number | null} move @param {Partial<Why>} why */
  const said = (moves, move, why) => {
    const whole = /** @type {Why} */ ({ cells: ["b1", "f1"], moves: [], text: "", ...why });
    return sentenceOf(whole, { ...endOf(gameIn(moves)), move });
  };
  for (const [text, moves, move, why] of /** @type {[string, string, number | null, Partial<Why>][]} */ ([
    ["After 3: Red threatens column 2 row 1 and column 6 row 1; Yellow can block only one.", "4455", null, { kind: "two-threats", moves: [3] }],
    ["Red threatens column 2 row 1 and column 6 row 1; Yellow can block only one.", "44553", null, { kind: "two-threats" }],
    ["After 7 3: Red threatens column 2 row 1 and column 6 row 1; Yellow can block only one.", "445", 7, { kind: "two-threats", moves: [7, 3] }],
    ["Better 3: Red threatens column 2 row 1 and column 6 row 1; Yellow can block only one.", "4455", 7, { kind: "two-threats", moves: [3] }],
    ["After 4: Red threatens column 3 row 1, and when Yellow blocks, wins at column 3 row 2 above it.", "1122", null, { kind: "stacked-threats", moves: [4], cells: ["c1", "c2"] }],
    ["Red wins at once at column 2 row 1 or column 6 row 1.", "445533", null, { kind: "wins-at-once" }],
    ["Yellow 7 does not block column 2 row 1, where Red wins.", "44553", 7, { kind: "does-not-block", cells: ["b1"], moves: [7] }],
    ["Yellow 7 lets Red win on top of it, at column 7 row 2.", "44553", 7, { kind: "opens-four", cells: ["g2"], moves: [7] }],
    ["After 3 6 2: Red leaves Yellow one reply each time, and wins at column 2 row 1.", "4455", null, { kind: "forced-sequence", moves: [3, 6, 2], cells: ["b1"] }],
    ["Red wins with best play by the threat at column 2 row 1 (odd row), and would not win without it.", "112233", null, { kind: "zugzwang", moves: [4], cells: ["b1"] }],
    ["Better 4: the threat at column 3 row 4 (even row) keeps the outcome; Red 7 gives it up.", "4455", 7, { kind: "gives-up-threat", moves: [4], cells: ["c4"] }],
    ["Only column 3 row 1 is right; all other moves are worse.", "4455", 7, { kind: "only-move", moves: [3], cells: ["c1"] }],
    ["Red wins by force in 1 move.", "112233", null, { kind: "by-force", moves: [4] }],
    ["After 1: Red wins by force in 1 move.", "11223", 1, { kind: "by-force", moves: [1, 4] }],
  ])) {
    assert.equal(said(moves, move, why), text);
  }
  assert.deepEqual(cellsOf(/** @type {any} */ ({ cells: ["a1", "g1", "d3"] })), [0, 6, 17]);
});

test("the page asks why of what it shows: a bad move, a won position, a hint, an answer, a warning", () => {
  const won = { ...withAnswer(NOTHING_KNOWN, readBounds("analysis 1:-2 2:-2 3:-2 4:1 5:-2 6:-2 7:-2")), complete: true };
  /** Returns the moves and the move that are asked for. @param {State} state */
  const asked = (state) => {
    const question = questionIn(state, () => won);
    return question && [question.game.moves.slice(0, question.ply).join(""), question.move];
  };
  const review = { ...stateOf("445332"), review: true };
  assert.deepEqual([asked(change.step(review, -3)), asked(change.step(review, -1))], [["44", 5], ["4453", 3]]);
  assert.deepEqual([asked(stateOf("44")), asked(stateOf("44", { hints: false })), asked(stateOf("1212121"))], [["44", null], null, null]);
  const play = stateOf("44", { mode: "engine" });
  assert.deepEqual([asked(play), asked(change.withHint(play))], [null, ["44", null]]);
  const warned = change.withCoach({ ...play, coach: true }, 5, scoresOf(won));
  assert.deepEqual(asked(warned), ["44", 5]);
  const puzzle = PUZZLES.find(({ outcome, solution }) => outcome === "win" && solution.length === 1) ?? PUZZLES[0];
  const begun = change.withPuzzle(play, puzzle);
  const moves = puzzle.game.moves.join("");
  const wrong = COLUMNS.find((column) => column !== puzzle.solution[0] && change.mayPlay(begun, column)) ?? 0;
  assert.deepEqual([asked(begun), asked(change.playColumn(begun, puzzle.solution[0])), asked(change.playColumn(begun, wrong))], [null, [moves, null], [moves, wrong]]);
  // A draw has no winner: the reason is what another move gives away.
  const drawn = PUZZLES.find(({ outcome, solution }) => outcome === "draw" && solution.length === 1) ?? PUZZLES[0];
  const saved = change.playColumn(change.withPuzzle(play, drawn), drawn.solution[0]);
  const [before, other] = asked(saved) ?? [];
  assert.deepEqual([before, other === drawn.solution[0], change.mayPlay(change.withPuzzle(play, drawn), Number(other))], [drawn.game.moves.join(""), false, true]);
  const job = wantedJob(warned, () => won, () => undefined);
  assert.deepEqual([job?.task, job?.game.moves], ["why", "445"]);
  assert.equal(wantedJob(warned, () => won, () => null), null);
});

/** The texts that a language shares with English. @type {Record<string, string[]>} */
const SHARED = {
  de: ["begins.engine", "in", "theme.zugzwang", "key.leave"],
  es: ["theme.zugzwang", "key.leave", "key.paste"],
  fr: ["mode", "level.16", "scores", "move.score", "theme.zugzwang", "key.paste"],
  pt: ["level.4", "theme.zugzwang", "key.ends", "key.leave", "key.paste"],
};

test("each language has all texts, with the same values in them, and no text is left in English", async () => {
  /** @param {string} language @returns {Promise<Record<string, string | string[]>>} */
  const read = async (language) => JSON.parse(await readFile(join(SITE, `texts/${language}.json`), "utf8"));
  const page = await readFile(join(SITE, "index.html"), "utf8");
  const offered = [...page.matchAll(/<option value="(\w+)" lang="\1">/g)].map(([, language]) => language);
  assert.deepEqual((await readdir(join(SITE, "texts"))).sort(), offered.map((language) => `${language}.json`));
  const english = await read("en");
  for (const [language, shared] of Object.entries(SHARED)) {
    const texts = await read(language);
    assert.deepEqual(Object.keys(texts), Object.keys(english), language);
    for (const [key, text] of Object.entries(texts)) {
      /** @param {string | string[]} text */
      const values = (text) => [text].flat().map((form) => form.match(/\{\w+\}/g)?.sort());
      assert.deepEqual(values(text), values(english[key]), `${language}: ${key}`);
      const isWords = /\p{L}/u.test(String(text).replace(/\{\w+\}|Elo/g, ""));
      const isSame = isWords && String(text) === String(english[key]);
      assert.equal(isSame, shared.includes(key), `${language}: ${key}: ${text}`);
    }
  }
});

test("a shared link has a card with a title and a picture", async () => {
  const page = await readFile(join(SITE, "index.html"), "utf8");
  const card = Object.fromEntries([...page.matchAll(/property="og:(\w+)" content="([^"]+)"/g)].map(([, name, value]) => [name, value]));
  assert.match(card.title, /Connect Four/);
  assert.ok((await readFile(join(SITE, card.image))).length > 0);
});

test("links hold the game", () => {
  const start = "fen 7/7/7/7/3p3/3PP2 b";
  for (const [text, hash] of [
    ["445332", "#445332"],
    ["", ""],
    [`${start} moves 3`, "#fen+7/7/7/7/3p3/3PP2+b+moves+3"],
  ]) {
    assert.equal(toHash(gameIn(text)), hash);
    assert.equal(textIn(hash), text);
  }
  assert.equal(textIn("#%e2%"), "%e2%");
  assert.equal(textIn(toQueryHash("?pos=445332&x=1")), "445332");
  assert.equal(textIn(toQueryHash("?pos=fen+7/7/7/7/3p3/3PP2+b")), start);
  assert.equal(toQueryHash("?x=1"), "");
  assert.equal(withoutAddress(" https://example.org/page/#4453 "), "4453");
  assert.equal(withoutAddress("1. d1 # 2. d2"), "1. d1 # 2. d2");
});

test("the coach, once it is on, warns once before a move that gives the outcome away", () => {
  const scores = [1, 0, -1, null, 2, -3, 0];
  const off = stateOf("444444", { mode: "engine" });
  const on = { ...off, coach: true };
  const isPlayed = (/** @type {State} */ state) => state.game.moves.length === 7;
  assert.ok([change.withCoach(off, 2, scores), change.withCoach(on, 5, scores), change.withCoach(on, 1, scores)].every(isPlayed));
  const warned = change.withCoach(on, 2, scores);
  assert.deepEqual([isPlayed(warned), change.warnedMove(warned), warned.coached?.gives], [false, 2, "win"]);
  assert.ok([2, 3, 5].every((column) => isPlayed(change.withCoach(warned, column, scores))));
  assert.equal(change.warnedMove(change.withCoach(warned, 3, scores)), null);
  assert.equal(change.withCoach(on, 6, scores.map((score) => score && Math.min(score, 0))).coached?.gives, "draw");
  // Without the scores the move waits for them, which the engine looks for.
  const waits = change.withCoach(on, 2, null);
  assert.deepEqual([isPlayed(waits), change.warnedMove(waits), wantedJob(waits, () => undefined)?.task], [false, null, "analyze"]);
  assert.equal(change.warnedMove(change.withCoach(waits, 2, scores)), 2);
  assert.ok(isPlayed(change.withCoach(waits, 2, null)));
  assert.equal(wantedJob(off, () => undefined), null);
});

test("the engine works on its move first, then on the board, then on the review", () => {
  for (const [state, task, moves] of /** @type {[State, string?, string?][]} */ ([
    [stateOf("4", { mode: "engine" }), "move", "4"],
    [stateOf("44", { mode: "engine" })],
    [stateOf("44"), "analyze", "44"],
    [{ ...stateOf("1212121", { mode: "people" }), review: true }, "analyze", "121212"],
    [{ ...stateOf("44"), stopped: after("44") }],
  ])) {
    const job = wantedJob(state, () => undefined);
    assert.deepEqual([job?.task, job?.game.moves], [task, moves]);
  }
});
