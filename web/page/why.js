/** @file Reasons in the words of the page: why a side wins, and what a move gave away. Pure. */

import { WIDTH, endOf, extended, opponent, positionOf, result, sideToMove } from "./game.js";
import { wrongColumn } from "./puzzles.js";
import { bestScore } from "./replies.js";
import { annotate } from "./review.js";
import { NAMES } from "./scores.js";
import { isSimple, shownMoment, shownPosition, showsScores, warnedMove } from "./state.js";
import { listOf, phrase } from "./texts.js";

/** @import {Why} from "./engine/types.js" */
/** @import {Moment, Position, Side} from "./game.js" */
/** @import {Analysis} from "./replies.js" */
/** @import {State} from "./state.js" */

/** Whose reason is asked for: of the position of a moment, or of a move that is played there. @typedef {Moment & {move: number | null}} Question */

/**
 * Returns the reason that the page shows in a state, if there may be one.
 * @param {State} state
 * @param {(position: Position) => Analysis | undefined} known
 * @returns {Question | null}
 */
export function questionIn(state, known) {
  const { game, ply, line, review, attempt, hinted } = state;
  const shown = { ...shownMoment(state), move: null };
  const position = positionOf(shown);
  if (attempt?.answer === "wrong") return { game, ply: game.moves.length - 1, move: game.moves.at(-1) ?? null };
  if (attempt) return attempt.answer === "right" ? { ...endOf(attempt.puzzle.game), move: wrongColumn(attempt.puzzle) } : null;
  if (isSimple(state) && hinted === position) return shown;
  if (isSimple(state)) return warnedMove(state) ? { ...shown, move: warnedMove(state) } : null;
  if (!showsScores(state)) return null;
  const before = game.positions[ply - 1];
  const isMarked = review && !line && ply > 0 && annotate(before, game.moves[ply - 1], known(before))?.mark;
  if (isMarked) return { game, ply: ply - 1, move: game.moves[ply - 1] };
  const isWon = known(position)?.complete && bestScore(known(position)) !== 0;
  return isWon && !result(shownPosition(state)) ? shown : null;
}

/** Returns a text that identifies a question. @param {Question} question */
export const nameOf = ({ game, ply, move }) => `${game.positions[ply]} ${move ?? ""}`;

/** Returns the cells of a reason. @param {Why} why */
export const cellsOf = ({ cells }) => cells.map((cell) => (Number(cell[1]) - 1) * WIDTH + "abcdefg".indexOf(cell[0]));

/** The kinds whose moves are those of best play to the end, too many for a sentence. */
const LONG = ["zugzwang", "by-force"];

/**
 * Says a reason in a sentence, such as `After 3: Red threatens column 2 row 1 and column 6 row 1 at
 * once; Yellow can block only one.`
 * @param {Why} why
 * @param {Question} question
 */
export function sentenceOf({ kind, cells, moves }, { game, ply, move }) {
  const mover = sideToMove(positionOf({ game, ply }));
  // The moves begin with the one that is asked for if it loses.
  const isLoss = move !== null && moves[0] === move;
  const winner = winnerOf(kind, positionOf(endOf(extended({ game, ply }, moves))), mover);
  const names = cells.map((cell) => phrase("why.cell", { column: "abcdefg".indexOf(cell[0]) + 1, row: cell[1] }));
  const text = phrase(`why.${kind}`, {
    winner: NAMES[winner],
    loser: NAMES[opponent(winner)],
    cells: listOf(names, kind === "two-threats" ? "conjunction" : "disjunction"),
    low: names[0],
    high: names.at(-1) ?? "",
    row: phrase(Number(cells[0]?.[1]) % 2 === 0 ? "why.even" : "why.odd"),
    move: `${NAMES[mover]} ${move}`,
    n: Math.ceil((moves.length - (isLoss ? 1 : 0)) / 2),
  });
  const shown = LONG.includes(kind) ? moves.slice(0, move === null ? 0 : 1) : moves;
  const hasLead = shown.length > 0 && !["does-not-block", "opens-four", "only-move"].includes(kind);
  if (!hasLead) return text;
  const lead = move === null || isLoss ? "why.after" : "why.better";
  return phrase(lead, { moves: shown.join(" "), reason: text });
}

/**
 * Returns the side that wins, or would.
 * @param {Why["kind"]} kind
 * @param {Position} last the position after the moves of the reason
 * @param {Side} mover
 */
function winnerOf(kind, last, mover) {
  if (kind === "does-not-block" || kind === "opens-four") return opponent(mover);
  if (kind === "gives-up-threat" || kind === "only-move") return mover;
  const end = result(last);
  if (end && end !== "draw") return end;
  return kind === "wins-at-once" ? sideToMove(last) : opponent(sideToMove(last));
}
