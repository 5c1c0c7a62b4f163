/** @file The state of the page, and how actions of the user change it. Pure. */

import { COLUMNS, NEW_GAME, endOf, extended, isLegal, opponent, positionOf, result, sideToMove } from "./game.js";
import { NEW_STANDING, asksForMove, attemptAt, counted, replyIn, withMove } from "./puzzles.js";

/** @import {Game, Moment, Position, Side} from "./game.js" */
/** @import {Attempt, Puzzle, Standing} from "./puzzles.js" */

/** @typedef {"analysis" | "engine" | "people" | "puzzles"} Mode */
/**
 * What the user has chosen: the mode, the level, who begins, and whether Analyze shows scores. `human`
 * is the side of the user in this game. `results` are the last three at this level. `coach` warns before
 * a move in Play.
 * @typedef {{mode: Mode, level: number, begins: "human" | "engine" | "turns", human: Side, hints: boolean,
 *   coach: boolean, results: Result[]}} Settings
 */
/** @typedef {"won" | "lost" | "draw"} Result
 */
/** A game that can come back, with the side that the user had. @typedef {Moment & {human: Side}} Past */
/**
 * `line` is the best line that the user steps through, after the first `ply` moves of the game, and
 * the number of its moves on the board. `stopped` is the position whose search the user has
 * stopped, and `hinted` the one in which the user has asked for a hint. `attempt` is the puzzle of the
 * mode `puzzles`, whose game is on the board. `coached` is the move that the coach looks at, or warns of,
 * and what it gives away.
 * @typedef {Moment & Settings & {
 *   line: {game: Game, moves: number[], at: number} | null,
 *   review: boolean,
 *   stopped: Position | null,
 *   hinted: Position | null,
 *   coached: {position: Position, column: number, gives: "win" | "draw" | null} | null,
 *   attempt: Attempt | null,
 *   standing: Standing,
 *   past: Past[],
 *   future: Past[],
 * }} State
 */

/** The level of perfect play. */
export const PERFECT_LEVEL = 20;

/** @type {Settings} */
export const DEFAULT_SETTINGS = {
  mode: "engine",
  level: 4,
  begins: "turns",
  human: "first",
  hints: true,
  coach: false,
  results: [],
};

/**
 * @param {Settings} settings
 * @param {Game} game
 * @param {Standing} [standing]
 * @returns {State}
 */
export function initialState(settings, game, standing = NEW_STANDING) {
  const nothing = { line: null, review: false, stopped: null, hinted: null, coached: null, attempt: null, past: [], future: [] };
  return { ...settings, ...endOf(game), ...nothing, standing };
}

/**
 * Returns the game on the board: the best line if the user steps through it.
 * @param {State} state
 * @returns {Moment}
 */
export function shownMoment({ game, ply, line }) {
  return line ? { game: line.game, ply: ply + line.at } : { game, ply };
}

/**
 * Returns the position on the board.
 * @param {State} state
 */
export function shownPosition(state) {
  return positionOf(shownMoment(state));
}

/** Whether the page shows a game to play, and nothing about its moves. @param {State} state */
export function isSimple({ mode, review }) {
  return mode !== "analysis" && !review;
}

/**
 * Whether scores are shown: if the user wants them, and during a review.
 * @param {State} state
 */
export function showsScores(state) {
  return !isSimple(state) && (state.hints || state.review);
}

/** Whether the scores of the position on the board are needed. @param {State} state */
export function showsHints(state) {
  return showsScores(state) || state.hinted === shownPosition(state) || isCoached(state);
}

/** Turns the coach on or off, in Play. @param {State} state @returns {State} */
export function toggleCoach(state) {
  return isSimple(state) && state.mode === "engine" ? { ...state, coach: !state.coach } : state;
}

/** Whether the coach looks at the next move. @param {State} state */
export function isCoached(state) {
  return state.coach && isSimple(state) && state.mode === "engine" && COLUMNS.some((column) => mayPlay(state, column));
}

/**
 * Plays a move if it keeps the outcome, or if the coach is off or has warned in this position. Without the
 * scores the move waits for them, unless it is made again.
 * @param {State} state
 * @param {number} column
 * @param {(number | null)[] | null} scores of the columns, if they are known
 * @returns {State}
 */
export function withCoach(state, column, scores) {
  const { coached } = state;
  const position = shownPosition(state);
  const isAsked = coached?.position === position && (coached.gives || (!scores && coached.column === column));
  if (!isCoached(state) || !mayPlay(state, column) || isAsked) return playColumn(state, column);
  const best = Math.max(...(scores ?? []).map((score) => score ?? -Infinity));
  const isWorse = Math.sign(best) > Math.sign(scores?.[column - 1] ?? 0);
  if (scores && !isWorse) return playColumn(state, column);
  const gives = scores && (best > 0 ? "win" : "draw");
  return { ...state, coached: { position, column, gives }, hinted: null, stopped: null };
}

/** Returns the move of which the coach warns in the position on the board, or null. @param {State} state */
export function warnedMove(state) {
  const { coached } = state;
  return coached?.gives && isCoached(state) && coached.position === shownPosition(state) ? coached.column : null;
}

/** @param {State} state @returns {State} */
export function withHint(state) {
  const position = shownPosition(state);
  if (state.attempt) return withPuzzleHint(state, state.attempt);
  return isSimple(state) && COLUMNS.some((column) => mayPlay(state, column)) ? { ...state, hinted: position, stopped: null } : state;
}

/**
 * Whether the engine must move at the end of the game.
 * @param {State} state
 */
export function engineMoves({ mode, game, human }) {
  const end = positionOf(endOf(game));
  return mode === "engine" && !result(end) && sideToMove(end) !== human;
}

/**
 * Whether the user may play in a column.
 * @param {State} state
 * @param {number} column
 */
export function mayPlay(state, column) {
  const position = shownPosition(state);
  if (state.attempt) return state.ply === state.game.moves.length && asksForMove(state.attempt, state.game) && isLegal(position, column);
  const isTurn = state.mode !== "engine" || state.review || sideToMove(position) === state.human;
  return isTurn && isLegal(position, column);
}

/**
 * Plays a move of the user. If it is the next move of the game, the game is kept. Another move in a
 * review is analyzed.
 * @param {State} state
 * @param {number} column
 * @returns {State}
 */
export function playColumn(state, column) {
  if (!mayPlay(state, column)) return state;
  if (state.attempt) return withTried(state, withMove(state.attempt, state.game, column), [column]);
  if (!state.line && state.game.moves[state.ply] === column) return jump(state, state.ply + 1);
  const mode = state.review ? "analysis" : state.mode;
  return withResult({ ...withGame(state, extended(shownMoment(state), [column])), mode });
}

/**
 * Adds a move of the engine at the end of the game.
 * @param {State} state
 * @param {number} column
 * @returns {State}
 */
export function addEngineMove(state, column) {
  const { ply, line } = state;
  const end = endOf(state.game);
  const game = extended(end, [column]);
  const follows = ply === end.ply;
  return withResult({ ...state, game, ply: follows ? ply + 1 : ply, line: follows ? null : line });
}

/**
 * Returns how a game against the engine has ended, or null.
 * @param {State} state
 * @returns {Result | null}
 */
export function resultOf({ mode, game, human }) {
  const end = mode === "engine" ? result(positionOf(endOf(game))) : null;
  return end && (end === "draw" ? end : end === human ? "won" : "lost");
}

/**
 * Shows a puzzle. `undo` in Play brings the game back that was there before the puzzles.
 * @param {State} state
 * @param {Puzzle} puzzle
 * @param {Puzzle[] | null} [queue] the mistakes that follow
 * @returns {State}
 */
export function withPuzzle(state, puzzle, queue = null) {
  const { past } = state.attempt ? state : withGame(state, puzzle.game);
  const attempt = attemptAt(puzzle, queue);
  return { ...atMoment(state, endOf(puzzle.game)), mode: "puzzles", review: false, hinted: null, attempt, past, future: [] };
}

/** Returns the state with a puzzle that was tried, and the moves for it. @param {State} state @param {Attempt} attempt @param {number[]} columns @returns {State} */
function withTried(state, attempt, columns) {
  const standing = state.attempt ? counted(state.standing, state.attempt, attempt) : state.standing;
  return { ...state, ...endOf(extended(endOf(state.game), columns)), attempt, standing };
}

/** Names the theme, or the column to play if there is none or it was named. @param {State} state @param {Attempt} attempt @returns {State} */
function withPuzzleHint(state, attempt) {
  if (!COLUMNS.some((column) => mayPlay(state, column)) || attempt.hints === 2) return state;
  const hints = attempt.puzzle.theme && attempt.hints === 0 ? 1 : 2;
  return withTried(state, { ...attempt, hints, isClean: false }, []);
}

/** Adds the opponent's reply in a puzzle, if it is due. @param {State} state @returns {State} */
export function addReply(state) {
  const reply = state.attempt && replyIn(state.attempt, state.game);
  return state.attempt && reply ? withTried(state, state.attempt, [reply]) : state;
}

/** Takes back the wrong move in a puzzle. @param {State} state @returns {State} */
function retried(state) {
  const { game, attempt } = state;
  if (attempt?.answer !== "wrong") return state;
  return { ...state, ...endOf(extended({ game, ply: game.moves.length - 1 }, [])), attempt: { ...attempt, answer: null } };
}

/** Leaves the puzzles for the game that was there before. @param {State} state @returns {State} */
function withoutPuzzle(state) {
  return { ...undo({ ...state, attempt: null }), future: [] };
}

/** Leaves the mistakes of a game for its review. @param {State} state @returns {State} */
export function backToReview(state) {
  return { ...withoutPuzzle(state), mode: "analysis", review: true };
}

/** Adds the result of a game that has ended with the last move. @param {State} state @returns {State} */
function withResult(state) {
  const end = resultOf(state);
  return end ? { ...state, results: [...state.results, end].slice(-3) } : state;
}

/** @param {State} state @param {number} level @returns {State} */
export function withLevel(state, level) {
  return { ...state, level, results: [] };
}

/**
 * Returns the level to play at after three equal results, or null.
 * @param {State} state
 */
export function nextLevel({ level, results: [first, ...others] }) {
  const isEqual = others.length === 2 && others.every((result) => result === first);
  const next = level + { won: 1, lost: -1, draw: 0 }[first ?? "draw"];
  return isEqual && next !== level && next >= 0 && next <= PERFECT_LEVEL ? next : null;
}

/**
 * Replaces the game; `undo` brings the old one back.
 * @param {State} state
 * @param {Game} game
 * @returns {State}
 */
export function withGame(state, game) {
  return { ...atMoment(state, endOf(game)), past: [...state.past, momentOf(state)], future: [] };
}

/**
 * Starts a new game. If the sides begin in turn, they change after a game with moves.
 * @param {State} state
 * @returns {State}
 */
export function newGame(state) {
  const { game, mode } = state;
  const isNew = game.start === NEW_GAME.start && game.moves.length === 0;
  const human = sideOf(state) ?? (isNew || mode !== "engine" ? state.human : opponent(state.human));
  if (isNew && human === state.human) return { ...state, line: null };
  return { ...withGame(state, NEW_GAME), review: false, human };
}

/** Returns the side that the user has chosen, or null if the sides change. @param {State} state */
function sideOf({ begins }) {
  return begins === "turns" ? null : begins === "human" ? "first" : "second";
}

/**
 * Changes who begins. This is the next game, unless the user has not moved yet.
 * @param {State} state
 * @param {Settings["begins"]} begins
 * @returns {State}
 */
export function withBegins(state, begins) {
  const { game, human } = state;
  const own = game.positions.slice(0, -1).filter((position) => sideToMove(position) === human);
  const next = { ...state, begins };
  return own.length > 0 || game.start !== NEW_GAME.start || !asksForSide(next) ? next : newGame(next);
}

/**
 * Whether the user has a side in this game that is not the one chosen.
 * @param {State} state
 */
export function asksForSide(state) {
  const isOpen = !result(positionOf(endOf(state.game)));
  return isSimple(state) && state.mode === "engine" && isOpen && (sideOf(state) ?? state.human) !== state.human;
}

/** Changes the sides in this game. @param {State} state @returns {State} */
export function withSides(state) {
  return { ...state, human: opponent(state.human) };
}

/**
 * Changes the mode. Play continues from the position on the board, with the user to move.
 * @param {State} state
 * @param {Mode} mode
 * @returns {State}
 */
export function withMode(state, mode) {
  if (state.attempt && mode !== "analysis") return withMode({ ...withoutPuzzle(state), mode }, mode);
  const moment = shownMoment(state);
  const next = { ...state, mode, review: false, stopped: null, attempt: null };
  const isCut = moment.game !== state.game || moment.ply < state.game.moves.length;
  if (mode === "analysis") return { ...next, line: null };
  if (result(positionOf(moment))) return newGame(next);
  const begun = isCut ? withGame(next, extended(moment, [])) : next;
  const isSame = state.mode === "engine" && !isCut;
  return isSame || moment.ply === 0 ? begun : { ...begun, human: sideToMove(positionOf(moment)) };
}

/**
 * Takes a game that the user has loaded, and analyzes it.
 * @param {State} state
 * @param {Game} game
 * @returns {State}
 */
export function withLoaded(state, game) {
  const isFresh = state.game === NEW_GAME;
  return { ...withGame(state, game), mode: "analysis", attempt: null, past: isFresh ? state.past : withGame(state, game).past };
}

/**
 * Whether a change leaves the game, so that the way back is the browser's.
 * @param {State} state
 * @param {State} next
 */
export function isLeft(state, next) {
  const isReplaced = !state.game.positions.every((position, ply) => position === next.game.positions[ply]);
  const isOther = isReplaced && next.past.length > state.past.length;
  return state.mode !== next.mode || state.review !== next.review || isOther;
}

/**
 * Takes back the last change: a move, with the engine's reply, or a new or loaded game.
 * @param {State} state
 * @returns {State}
 */
export function undo(state) {
  if (state.attempt) return retried(state);
  const before = state.past.at(-1);
  if (!before) return state;
  const results = resultOf(state) ? state.results.slice(0, -1) : state.results;
  const changed = { ...atMoment(state, before), results };
  return { ...changed, past: state.past.slice(0, -1), future: [momentOf(state), ...state.future] };
}

/**
 * Does again what `undo` took back.
 * @param {State} state
 * @returns {State}
 */
export function redo(state) {
  const [after, ...future] = state.future;
  if (!after) return state;
  return { ...withResult(atMoment(state, after)), past: [...state.past, momentOf(state)], future };
}

/**
 * Shows the position after `ply` moves of the game.
 * @param {State} state
 * @param {number} ply
 * @returns {State}
 */
export function jump(state, ply) {
  const last = state.game.moves.length;
  return { ...state, ply: Math.max(0, Math.min(last, ply)), line: null };
}

/**
 * Steps through the best line if it is shown, otherwise through the game.
 * @param {State} state
 * @param {number} by
 * @returns {State}
 */
export function step(state, by) {
  const { line, ply } = state;
  return line ? stepInto(state, line.moves, line.at + by) : jump(state, ply + by);
}

/**
 * Shows the position after `at` moves of the best line. None leave it.
 * @param {State} state
 * @param {number[]} moves
 * @param {number} at
 * @returns {State}
 */
export function stepInto(state, moves, at) {
  if (at <= 0) return { ...state, line: null };
  return { ...state, line: { game: extended(state, moves), moves, at: Math.min(at, moves.length) } };
}

/**
 * Makes the moves of the best line that are on the board the moves of the game.
 * @param {State} state
 * @returns {State}
 */
export function keepLine(state) {
  return state.line ? withGame(state, extended(shownMoment(state), [])) : state;
}

/**
 * Shows or hides scores.
 * @param {State} state
 * @returns {State}
 */
export function toggleHints(state) {
  return { ...state, hints: !state.hints, stopped: null };
}

/** @param {State} state @returns {Past} */
function momentOf({ game, ply, human }) {
  return { game, ply, human };
}

/** @param {State} state @param {Moment & {human?: Side}} moment @returns {State} */
function atMoment(state, { game, ply, human = state.human }) {
  return { ...state, game, ply, human, line: null, stopped: null };
}
