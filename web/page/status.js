/** @file What the page says of the position: above the board, and to screen readers. Pure. */

import { endOf, opponent, positionOf, result, sideToMove, stones } from "./game.js";
import { movesMade } from "./puzzles.js";
import { bestColumns, bestScore, bestValue } from "./replies.js";
import { NAMES, exactly, verdict } from "./scores.js";
import { shownPosition } from "./state.js";
import { phrase } from "./texts.js";

/** @import {Moment, Position, Side} from "./game.js" */
/** @import {Attempt} from "./puzzles.js" */
/** @import {Analysis} from "./replies.js" */
/** @import {State} from "./state.js" */

/** The rating of all puzzles that are harder, as `Puzzle::HIGHEST_RATING` in `src/review/puzzle.rs`. */
const HIGHEST_RATING = 2150;

/**
 * Describes the position on the board.
 * @param {State} state
 * @param {Analysis | undefined} analysis undefined if scores are hidden
 * @param {string} error of the engine, which then does not move
 * @returns {{side: Side | null, turn: string, verdict: string}} `side` is to move, or has won
 */
export function statusOf(state, analysis, error) {
  if (state.attempt) return puzzleStatus(state, state.attempt);
  const position = shownPosition(state);
  const end = result(position);
  if (end === "draw") return { side: null, turn: phrase("draw"), verdict: phrase("board-full") };
  if (end) return { side: end, turn: won(state, end), verdict: phrase("four", { n: stones(position) }) };
  const side = sideToMove(position);
  const value = analysis && bestValue(analysis);
  if (state.coached?.position === position && !error) return { side, turn: turn(state, side, error), verdict: coachText(state) };
  return { side, turn: turn(state, side, error), verdict: value ? verdict(position, value) : error };
}

/** Says that the coach looks at a move, or what the move gives away. @param {State} state */
function coachText({ coached }) {
  if (!coached?.gives) return phrase("coach.looks");
  return phrase("coach.warns", { column: coached.column, cost: phrase(`puzzle.gives-${coached.gives}`) });
}

/** @param {State} state @param {Attempt} attempt */
function puzzleStatus({ game }, attempt) {
  const { puzzle, answer } = attempt;
  const side = sideToMove(positionOf(endOf(puzzle.game)));
  if (answer === "right") return { side, turn: phrase("puzzle.solved"), verdict: themeText(attempt) };
  if (answer === "wrong") return { side, turn: phrase("puzzle.wrong"), verdict: phrase(`puzzle.gives-${puzzle.outcome}`) };
  return { side, turn: phrase("to-move", { side: NAMES[side] }), verdict: puzzleTask(attempt, movesMade(attempt, game)) };
}

/** Says what to find, or the hint. @param {Attempt} attempt @param {number} made */
function puzzleTask(attempt, made) {
  const { outcome, solution } = attempt.puzzle;
  if (attempt.hints === 2) return phrase("hint.best", { column: solution[made] });
  return attempt.hints === 1 ? themeText(attempt) : phrase(made > 0 ? "puzzle.more" : `puzzle.${outcome}`);
}

/** @param {Attempt} attempt */
function themeText({ puzzle: { theme } }) {
  return theme ? phrase(`theme.${theme}`) : "";
}

/** Says how many mistakes follow, or the rating once the puzzle is answered. @param {Attempt} attempt */
export function puzzleText({ puzzle, answer, queue }) {
  if (queue) return queue.length > 0 ? phrase("puzzle.more-mistakes", { n: queue.length }) : "";
  const key = Number(puzzle.rating) >= HIGHEST_RATING ? "puzzle.rated.most" : "puzzle.rated";
  return puzzle.rating && answer === "right" ? phrase(key, { rating: puzzle.rating }) : "";
}

/** @param {State} state @param {Side} winner */
function won({ mode, human }, winner) {
  if (mode !== "engine") return phrase("side-won", { side: NAMES[winner] });
  return phrase(winner === human ? "you-won" : "you-lost");
}

/** @param {State} state @param {Side} side @param {string} error */
function turn(state, side, error) {
  if (state.mode !== "engine") return phrase("to-move", { side: NAMES[side] });
  if (side === state.human) return phrase("your-turn");
  if (error) return phrase("cannot-move");
  const isEnd = state.ply === state.game.moves.length && !state.line;
  return phrase(isEnd ? "thinking" : "computer-to-move");
}

/**
 * Describes the last move before a moment, and the end of the game, if it has ended.
 * @param {Moment} moment
 */
export function moveText(moment) {
  const position = positionOf(moment);
  const mover = opponent(sideToMove(position));
  const column = moment.game.moves[moment.ply - 1];
  const move = moment.ply > 0 ? phrase("say.move", { side: NAMES[mover], column }) : phrase("say.start");
  return `${move} ${endText(position)}`;
}

/** @param {Position} position */
function endText(position) {
  const end = result(position);
  if (end === "draw") return phrase("say.draw");
  if (end) return phrase("say.won", { side: NAMES[end] });
  return phrase("say.to-move", { side: NAMES[sideToMove(position)] });
}

/**
 * Describes the verdict and the best columns, if they are known.
 * @param {Position} position
 * @param {Analysis | undefined} analysis
 */
export function verdictText(position, analysis) {
  const score = bestScore(analysis);
  if (score === null) return "";
  const best = bestColumns(analysis);
  return phrase("say.verdict", { verdict: verdict(position, exactly(score)), n: best.length, best: best.join(", ") });
}
