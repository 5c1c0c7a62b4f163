/** @file Puzzles, in which a single column keeps the win or the draw, and the rating of the user. Pure. */

import { COLUMNS, columnsIn, endOf, extended, isLegal, positionOf } from "./game.js";
import { bestColumns, bestScore, scoresOf } from "./replies.js";

/** @import {Game, Moment} from "./game.js" */
/** @import {Analysis} from "./replies.js" */
/** @import {Annotation, Review} from "./review.js" */

/**
 * A puzzle: a game that leads to its position, and the moves of both sides to find and to see. `right`
 * are the columns that keep the outcome in the position: any other than the solution's ends the puzzle.
 * A position that is not of the set has no `number` and no `rating`.
 * @typedef {{game: Game, outcome: "win" | "draw", solution: number[], right: number[], theme: string | null,
 *   rating: number | null, number: number | null}} Puzzle
 */
/**
 * A puzzle that the user tries. `isClean` until a wrong move or a hint. `queue` are the mistakes that
 * follow, null if the puzzle is not a mistake of a game.
 * @typedef {{puzzle: Puzzle, answer: "right" | "wrong" | null, isClean: boolean, hints: number,
 *   queue: Puzzle[] | null}} Attempt
 */
/**
 * What the user has reached: the rating, the number of puzzles that it counts, those solved in a row,
 * and the numbers of the puzzles done.
 * @typedef {{rating: number, count: number, streak: number, done: number[]}} Standing
 */

/** @type {Standing} */
export const NEW_STANDING = { rating: 1000, count: 0, streak: 0, done: [] };
/** The most by which a puzzle changes the rating, for the first puzzles and for later ones. */
const [FIRST_STEP, STEP, FIRST_PUZZLES] = [80, 24, 10];
/** The puzzles near the rating, of which chance takes one. */
const NEAR = 10;

/**
 * Returns the puzzles of a set. A line is `moves outcome solution rating theme`.
 * @param {string} text
 * @returns {Puzzle[]}
 */
export function readPuzzles(text) {
  return text.trimEnd().split("\n").map((line, index) => {
    const [moves, outcome, solution, rating, theme = null] = line.split(" ");
    const columns = [...solution].map(Number);
    return {
      // Games are long to make: that of a puzzle is made when it is needed.
      get game() {
        return /** @type {Game} */ (columnsIn(moves));
      },
      outcome: outcome === "W" ? "win" : "draw",
      solution: columns,
      right: columns.slice(0, 1),
      theme,
      rating: Number(rating),
      number: index + 1,
    };
  });
}

/** Orders columns from the centre outwards. @param {number} one @param {number} other */
const byCentre = (one, other) => Math.abs(one - 4) - Math.abs(other - 4);

/**
 * Makes a puzzle of a position whose scores are known. A lost position is none.
 * @param {Moment} moment
 * @param {Analysis | undefined} analysis
 * @returns {Puzzle | null}
 */
export function puzzleAt(moment, analysis) {
  const [best, scores] = [bestScore(analysis), scoresOf(analysis)];
  if (best === null || best < 0) return null;
  const right = COLUMNS.filter((column) => Math.sign(scores?.[column - 1] ?? -1) === Math.sign(best));
  const solution = bestColumns(analysis).sort(byCentre).slice(0, 1);
  const outcome = best > 0 ? "win" : "draw";
  return { game: extended(moment, []), outcome, solution, right, theme: null, rating: null, number: null };
}

/**
 * Makes puzzles of the moves with the marks `?` and `??` of a review.
 * @param {Game} game
 * @param {Review} review
 * @param {(move: Annotation) => boolean} isOwn
 * @param {(position: string) => Analysis | undefined} known
 */
export function mistakesOf(game, { annotations }, isOwn, known) {
  return annotations.flatMap((move, ply) => {
    const isMistake = move && (move.mark === "?" || move.mark === "??") && isOwn(move);
    return (isMistake && puzzleAt({ game, ply }, known(move.position))) || [];
  });
}

/**
 * Returns the most central column that gives the draw away, of a puzzle in which the draw is kept. A win
 * has null: the reason is why it wins.
 * @param {Puzzle} puzzle
 */
export function wrongColumn({ game, outcome, right }) {
  const wrong = COLUMNS.filter((column) => !right.includes(column) && isLegal(positionOf(endOf(game)), column));
  return outcome === "draw" ? (wrong.sort(byCentre)[0] ?? null) : null;
}

/** Whether the review follows. @param {Attempt} attempt */
export const isLastMistake = ({ answer, queue }) => answer !== null && queue?.length === 0;

/** @param {Puzzle} puzzle @param {Attempt["queue"]} queue @returns {Attempt} */
export function attemptAt(puzzle, queue) {
  return { puzzle, answer: null, isClean: true, hints: 0, queue };
}

/** Returns the number of moves played since the puzzle began. @param {Attempt} attempt @param {Game} game */
export function movesMade({ puzzle }, game) {
  return game.moves.length - puzzle.game.moves.length;
}

/** Whether the user is to move. @param {Attempt} attempt @param {Game} game */
export function asksForMove(attempt, game) {
  return attempt.answer === null && movesMade(attempt, game) % 2 === 0;
}

/**
 * Returns the column with which the opponent replies, or null.
 * @param {Attempt} attempt
 * @param {Game} game
 */
export function replyIn(attempt, game) {
  const made = movesMade(attempt, game);
  return attempt.answer === null && made % 2 === 1 ? attempt.puzzle.solution[made] : null;
}

/**
 * Judges a move of the user.
 * @param {Attempt} attempt
 * @param {Game} game before the move
 * @param {number} column
 * @returns {Attempt}
 */
export function withMove(attempt, game, column) {
  const { solution, right } = attempt.puzzle;
  const made = movesMade(attempt, game);
  const isLast = made === solution.length - 1;
  if (solution[made] === column) return { ...attempt, hints: 0, answer: isLast ? "right" : null };
  const isOther = made === 0 && right.includes(column);
  return { ...attempt, hints: 0, answer: isOther ? "right" : "wrong", isClean: attempt.isClean && isOther };
}

/**
 * Counts a puzzle when it is solved, or at the first wrong move or hint. The rating changes as after a
 * game against a player with the rating of the puzzle.
 * @param {Standing} standing
 * @param {Attempt} before
 * @param {Attempt} after
 * @returns {Standing}
 */
export function counted(standing, before, after) {
  const { rating, number } = before.puzzle;
  const isSolved = after.answer === "right";
  if (rating === null || number === null || !before.isClean || (after.isClean && !isSolved)) return standing;
  const expected = 1 / (1 + 10 ** ((rating - standing.rating) / 400));
  const step = standing.count < FIRST_PUZZLES ? FIRST_STEP : STEP;
  const score = after.isClean ? 1 : 0;
  return {
    rating: Math.round(standing.rating + step * (score - expected)),
    count: standing.count + 1,
    streak: score ? standing.streak + 1 : 0,
    done: [...new Set([...standing.done, number])],
  };
}

/**
 * Returns one of the puzzles near the rating that are not done, and of all when all are done.
 * @param {Puzzle[]} puzzles
 * @param {Standing} standing
 * @param {number} chance from 0 to below 1
 */
export function nextPuzzle(puzzles, { rating, done }, chance) {
  const open = puzzles.filter(({ number }) => !done.includes(Number(number)));
  const far = (/** @type {Puzzle} */ puzzle) => Math.abs(Number(puzzle.rating) - rating);
  const near = [...(open.length > 0 ? open : puzzles)].sort((one, other) => far(one) - far(other)).slice(0, NEAR);
  return near[Math.floor(chance * near.length)];
}

/**
 * Returns the puzzle of a day, the same for all users. No puzzle comes again before all others.
 * @param {Puzzle[]} puzzles
 * @param {Date} date
 */
export function puzzleOfDay(puzzles, date) {
  const day = Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000;
  // A step without a common divisor leads away from the neighbours, which are alike.
  return puzzles[(day * 389) % puzzles.length];
}

/**
 * Returns the puzzle of the set that begins after a game, if there is one.
 * @param {Puzzle[]} puzzles
 * @param {Game} game
 */
export function puzzleAfter(puzzles, game) {
  const position = positionOf(endOf(game));
  const moves = game.moves.length;
  return puzzles.find((puzzle) => puzzle.game.moves.length === moves && positionOf(endOf(puzzle.game)) === position) ?? null;
}
