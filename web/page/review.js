/** @file The review of a game: the marks of its moves. Pure. */

import { markOf } from "./engine/client.js";
import { COLUMNS, afterMove, isLegal, opponent, sideToMove, winningColumns } from "./game.js";
import { bestColumns, bestScore, scoresOf } from "./replies.js";
import { NAMES, exactly, words } from "./scores.js";
import { phrase } from "./texts.js";

/** @import {Game, Position, Side} from "./game.js" */
/** @import {Analysis} from "./replies.js" */

/** @typedef {"?!" | "?" | "??"} Mark */

/**
 * A move and its exact score for the side that made it, like a record of `claimeven annotate`.
 * @typedef {{position: Position, side: Side, column: number, before: number, after: number, best: number[],
 *   mark: Mark | null}} Annotation
 */

/**
 * The review of a game, complete or not. `annotations` has a null for each move that is not judged
 * yet. `scores` are those of the positions, for the first player.
 * @typedef {{annotations: (Annotation | null)[], scores: (number | null)[], judged: number}} Review
 */

/**
 * Returns a mistake that the next stone shows, as `Slip::of` in `src/review/report/words.rs` does.
 * @param {Position} position
 * @param {number} column
 * @returns {"missed" | "unblocked" | "gave" | null}
 */
export function slipOf(position, column) {
  const side = sideToMove(position);
  const wins = winningColumns(position, side);
  if (wins.length > 0) return wins.includes(column) ? null : "missed";
  /** @param {number} move */
  const isSafe = (move) => winningColumns(afterMove(position, move), opponent(side)).length === 0;
  if (isSafe(column) || !COLUMNS.some((move) => isLegal(position, move) && isSafe(move))) return null;
  return winningColumns(position, opponent(side)).some((threat) => threat !== column) ? "unblocked" : "gave";
}

/** Says what a mark means for all moves. @param {Mark} mark */
export function meaningOf(mark) {
  return phrase({ "?!": "mark.slow", "?": "mark.bad", "??": "cost.win-loss" }[mark]);
}

/**
 * Returns the name of a mark in the style sheet.
 * @param {Mark | null | undefined} mark
 */
export function markClass(mark) {
  return mark ? { "?!": "slow", "?": "bad", "??": "bad" }[mark] : "";
}

/**
 * Says what a move gave away.
 * @param {Annotation} move
 */
export function costOf(move) {
  const slip = move.mark && slipOf(move.position, move.column);
  return slip ? phrase("slip", { slip: phrase(`slip.${slip}`), change: changeOf(move) }) : changeOf(move);
}

/** Says how a move changed the value. @param {Annotation} move */
function changeOf({ mark, before }) {
  if (mark === "?!") return phrase(before > 0 ? "cost.later" : "cost.sooner");
  if (mark === "?") return phrase(before > 0 ? "cost.win-draw" : "cost.draw-loss");
  return phrase(mark ? "cost.win-loss" : "cost.none");
}

/**
 * Describes a reviewed move in a sentence: `Red 5 ?? turns a win into a loss. Best: 4, wins in 18 moves.`
 * @param {Annotation} move
 */
export function commentOn(move) {
  const { position, side, column, mark, before, best } = move;
  const head = `${NAMES[side]} ${column}${mark ? ` ${mark}` : ""} ${costOf(move)}.`;
  const better = { best: best.join(", "), verdict: words(position, exactly(before)) };
  return mark ? `${head} ${phrase("comment.best", better)}` : head;
}

/**
 * Reviews a game as far as its positions are solved.
 * @param {Game} game
 * @param {(position: Position) => Analysis | undefined} known
 * @returns {Review}
 */
export function reviewOf({ moves, positions }, known) {
  const annotations = moves.map((column, ply) => annotate(positions[ply], column, known(positions[ply])));
  const scores = positions.map((position, ply) => {
    const best = bestScore(known(position));
    const moved = annotations[ply - 1];
    if (best !== null) return ofFirst(sideToMove(position), best);
    return moved ? ofFirst(moved.side, moved.after) : null;
  });
  return { annotations, scores, judged: annotations.filter(Boolean).length };
}

/**
 * Judges a move, if the scores of its position are known.
 * @param {Position} position
 * @param {number} column
 * @param {Analysis | undefined} analysis
 * @returns {Annotation | null}
 */
export function annotate(position, column, analysis) {
  const before = bestScore(analysis);
  const after = scoresOf(analysis)?.[column - 1] ?? null;
  if (before === null || after === null) return null;
  const [best, mark] = [bestColumns(analysis), markOf(before, after)];
  return { position, side: sideToMove(position), column, before, after, best, mark };
}

/**
 * Returns a score as the first player sees it.
 * @param {Side} side
 * @param {number} score
 */
function ofFirst(side, score) {
  return side === "first" || score === 0 ? score : -score;
}
