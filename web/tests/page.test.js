/** @file Tests of the modules of the page that need no browser. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { EMPTY, fromFen, legalLine, legalMoves, positionAt, result, sideToMove, toFen, winningCells } from "../page/game.js";
import { ELO } from "../page/levels.js";
import { readLink, textOf, toHash, toQueryHash, withoutAddress } from "../page/link.js";
import { NOTHING_KNOWN, bestColumns, readInfo, readMove, scoresOf, withAnswer, withInfo } from "../page/replies.js";
import { commentOn, costOf, markOf, reviewOf, summaryOf } from "../page/review.js";
import { scoreOfMate, sign, words } from "../page/scores.js";
import { DEFAULT_SETTINGS, addEngineMove, initialState, jump, newGame, playColumn, redo, shownGame, step, stepInto, undo } from "../page/state.js";
import { wantedJob } from "../page/thinker.js";
import { run } from "./native.js";

/** @import {Settings, State} from "../page/state.js" */

/** @param {string} moves */
const game = (moves) => ({ start: EMPTY, moves: [...moves].map(Number) });
/** @param {string} moves */
const after = (moves) => positionAt(game(moves));
/** @param {string} moves @param {Partial<Settings>} settings @returns {State} */
const stateOf = (moves, settings = {}) => initialState({ ...DEFAULT_SETTINGS, ...settings }, game(moves));
/** @param {State} state */
const movesOf = (state) => shownGame(state).moves.join("");

test("stones land on each other, and full columns are not legal", () => {
  assert.equal(toFen(after("445332")), "7/7/7/7/2Pp3/1ppPP2");
  assert.deepEqual(legalMoves(after("444444")), [1, 2, 3, 5, 6, 7]);
  assert.equal(legalLine(EMPTY, "4444444"), null);
  assert.equal(sideToMove(after("445")), "second");
});

test("the ranks of a FEN are read as they are written", () => {
  for (const moves of ["", "4", "445332", "12345671234567"]) {
    const fen = `${toFen(after(moves))}[PPpp] w - - 0 1`;
    assert.equal(fromFen(fen), after(moves));
  }
});

test("fours in all directions win, and a full board is a draw", () => {
  for (const [moves, winner] of [
    ["1212121", "first"],
    ["1122334", "first"],
    ["12233434474", "first"],
    ["76655454414", "first"],
    ["71212121", "second"],
  ]) {
    assert.equal(result(after(moves)), winner, moves);
    assert.equal(winningCells(after(moves)).size, 4, moves);
  }
  const full = ["xxoxxox", "ooxooxo", "xxoxxox", "ooxooxo", "xxoxxox", "ooxooxo"].join("");
  assert.equal(result(full), "draw");
});

test("mates are scores as in protocol.md", () => {
  assert.equal(scoreOfMate(EMPTY, 21), 1);
  assert.equal(scoreOfMate(after("445332"), 17), 2);
  assert.equal(scoreOfMate(after("445332"), -15), -4);
  assert.equal(scoreOfMate(after("445332"), -17), -2);
});

test("scores are written in signs and in words", () => {
  const position = after("445332");
  for (const [score, signs, text] of /** @type {[number, string, string][]} */ ([
    [2, "+2", "wins in 17 moves"],
    [18, "+18", "wins in 1 move"],
    [0, "0", "draws"],
    [-4, "−4", "loses in 15 moves"],
  ])) {
    assert.equal(sign({ kind: "exact", score }), signs);
    assert.equal(words(position, { kind: "exact", score }), text);
  }
  assert.equal(sign({ kind: "bounds", lower: -4, upper: 2 }), "−4…+2");
  assert.equal(sign({ kind: "guess", chance: 0.5 }), "~50%");
});

test("info lines and the answer make an analysis", () => {
  const position = after("445332");
  const lines = [
    "info depth 33 seldepth 33 multipv 1 score mate 17 nodes 10 nps 100 hashfull 0 tbhits 0 time 5 pv 4 4 4",
    "info depth 33 seldepth 33 multipv 2 score cp -31 nodes 10 nps 100 hashfull 0 tbhits 0 time 5 pv 1 4",
    "info depth 33 seldepth 33 multipv 3 score cp -10000 upperbound nodes 10 nps 100 hashfull 0 tbhits 0 time 5 pv 2",
  ];
  const infos = lines.flatMap((line) => readInfo(position, line) ?? []);
  const part = infos.reduce(withInfo, NOTHING_KNOWN);
  assert.deepEqual(part.line, [4, 4, 4]);
  assert.deepEqual(part.values[3], { kind: "exact", score: 2 });
  assert.equal(part.values[0]?.kind, "guess");
  assert.deepEqual(part.values[1], { kind: "bounds", lower: -18, upper: -1 });
  assert.equal(scoresOf(part), null);
  const whole = withAnswer(part, "analysis 1:-2 2:-4 3:2 4:2 5:-2 6:2 7:-");
  assert.deepEqual(scoresOf(whole), [-2, -4, 2, 2, -2, 2, null]);
  assert.deepEqual(bestColumns(whole), [3, 4, 6]);
  assert.deepEqual(withAnswer(part, "analysis 1:-4..2 2:- 3:- 4:- 5:- 6:- 7:-").values[0], { kind: "bounds", lower: -4, upper: 2 });
  assert.equal(readInfo(position, "info string book of ply 12, 5 nodes"), null);
  assert.equal(readMove("bestmove 4"), 4);
  assert.equal(readMove("bestmove (none)"), null);
});

test("marks are those of src/review/annotate.rs", () => {
  for (const [before, moved, mark] of /** @type {[number, number, string | null][]} */ ([
    [4, 4, null],
    [4, 3, "?!"],
    [-3, -4, "?!"],
    [1, 0, "?"],
    [0, -1, "?"],
    [18, -18, "??"],
    [0, 0, null],
  ])) {
    assert.equal(markOf(before, moved), mark, `${before} ${moved}`);
  }
});

test("a review has the moves whose positions are solved", () => {
  const played = game("4453");
  const solved = withAnswer(NOTHING_KNOWN, "analysis 1:-3 2:-3 3:2 4:1 5:-2 6:-3 7:-3");
  const review = reviewOf(played, (position) => (position === after("445") ? solved : undefined));
  assert.equal(review.judged, 1);
  assert.deepEqual(review.scores, [null, null, null, -2, -2]);
  assert.deepEqual(summaryOf(review, "second"), { moves: 1, best: 1, marks: { "?!": 0, "?": 0, "??": 0 } });
});

test("the comment on a move says what it gave away", () => {
  const played = game("445332");
  const solved = withAnswer(NOTHING_KNOWN, "analysis 1:-2 2:-2 3:-2 4:1 5:-2 6:-2 7:-2");
  const [, , move] = reviewOf(played, () => solved).annotations;
  assert.ok(move);
  assert.equal(commentOn(played, move, 3), "Red 5 ?? turns a win into a loss. Best: 4, wins in 20 moves.");
  assert.equal(costOf({ ...move, before: 0, mark: "?" }), "turns a draw into a loss");
  assert.equal(costOf({ ...move, before: -2, mark: "?!" }), "loses sooner than necessary");
});

test("links hold the game", () => {
  assert.equal(toHash(game("445332")), "#445332");
  assert.equal(toHash(game("")), "");
  const start = after("445");
  assert.equal(toHash({ start, moves: [3] }), "#fen+7/7/7/7/3p3/3PP2+b+moves+3");
  assert.equal(textOf("#fen+7/7/7/7/3p3/3PP2+b+moves+3"), "fen 7/7/7/7/3p3/3PP2 b moves 3");
  assert.equal(textOf("#%e2%"), "%e2%");
  assert.equal(textOf(toQueryHash("?pos=445332&x=1")), "445332");
  assert.equal(textOf(toQueryHash("?pos=fen+7/7/7/7/3p3/3PP2+b")), "fen 7/7/7/7/3p3/3PP2 b");
  assert.equal(toQueryHash("?x=1"), "");
  assert.deepEqual(readLink("445332"), game("445332"));
  assert.equal(readLink("4444444"), null);
  assert.equal(withoutAddress(" https://example.org/page/#4453 "), "4453");
  assert.equal(withoutAddress("1. d1 # 2. d2"), "1. d1 # 2. d2");
});

test("a move of the game that is played again keeps the game", () => {
  const early = jump(stateOf("445332"), 2);
  assert.equal(playColumn(early, 5).game.moves.length, 6);
  const other = playColumn(early, 7);
  assert.equal(movesOf(other), "447");
  assert.equal(undo(other).game.moves.length, 6);
  assert.equal(movesOf(redo(undo(other))), "447");
});

test("undo takes back the engine's reply too, and a new game", () => {
  const played = addEngineMove(playColumn(stateOf("", { mode: "engine" }), 4), 4);
  assert.equal(movesOf(played), "44");
  assert.equal(movesOf(undo(played)), "");
  assert.equal(movesOf(undo(newGame(played))), "44");
});

test("the best line is stepped through without losing the game", () => {
  const inside = step(stepInto(stateOf("44"), [4, 4, 3], 1), 1);
  assert.equal(movesOf(inside), "4444");
  assert.equal(inside.game.moves.length, 2);
  assert.equal(movesOf(step(inside, -2)), "44");
  assert.equal(movesOf(playColumn(inside, 1)), "44441");
});

test("the engine works on its move first, then on the board, then on the review", () => {
  /** @param {State} state */
  const job = (state) => wantedJob(state, () => undefined);
  assert.equal(job(stateOf("4", { mode: "engine" }))?.task, "move");
  assert.equal(job(stateOf("44", { mode: "engine" })), null);
  assert.deepEqual(job(stateOf("44"))?.game, game("44"));
  const review = { ...stateOf("1212121", { mode: "people" }), review: true };
  assert.deepEqual(job(review)?.game, game("121212"));
  const stopped = { ...stateOf("44"), stopped: after("44") };
  assert.equal(job(stopped), null);
});

test("the levels have the Elo that the engine prints", () => {
  const commands = ELO.slice(0, 20).flatMap((_, level) => [`setoption name Skill Level value ${level}`, "go nodes 1"]);
  const printed = run([], [...commands, "quit"].join("\n") + "\n");
  const found = [...printed.matchAll(/level \d+, Elo (\d+)/g)].map(([, elo]) => Number(elo));
  assert.deepEqual(found, ELO.slice(0, 20));
});
