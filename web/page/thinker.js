/** @file What the engine works on: its own move, the position on the board, or the review. */

import { EngineError } from "./engine/errors.js";
import { NEW_GAME, endOf, extended, positionOf, result } from "./game.js";
import { NOTHING_KNOWN, scoresOf, withAnswer, withInfo } from "./replies.js";
import { PERFECT_LEVEL, engineMoves, shownMoment, showsHints } from "./state.js";
import { nameOf, questionIn } from "./why.js";

/** @import {Moment, Position} from "./game.js" */
/** @import {Analysis} from "./replies.js" */
/** @import {State} from "./state.js" */
/** @import {Engine, Game, Info, Why} from "./engine/types.js" */
/** @import {Question} from "./why.js" */

/**
 * A task of the engine: to analyze a position, the last one of a game, to move there, or to find the
 * reason that `question` asks for.
 * @typedef {{task: "analyze" | "move" | "why", game: Game, position: Position, level: number, question?: Question}} Job
 */

/**
 * Receives the news that something is known, the engine's move, and the position of an analysis that has
 * ended by itself, or null when a reason was found.
 * @typedef {{news: () => void, move: (column: number) => void, end: (position: Position | null) => void}} Listener
 */

/** Time in milliseconds in which the user's stone falls, before the opponent's does. */
export const PAUSE = 550;
/** Limit in milliseconds of a move at full strength, which the book seldom leaves so long. */
const LONGEST_MOVE = 5000;

/**
 * Returns what the engine should do now.
 * @param {State} state
 * @param {(position: Position) => Analysis | undefined} known
 * @param {(question: Question) => unknown} [reason] undefined if it is not known
 * @returns {Job | null}
 */
export function wantedJob(state, known, reason = () => null) {
  const { game, level, review, stopped } = state;
  /** @param {Job["task"]} task @param {Moment} moment @returns {Job} */
  const job = (task, moment) => ({ task, game: sent(moment), position: positionOf(moment), level });
  if (engineMoves(state)) return job("move", endOf(game));
  /** @param {Position} position */
  const isOpen = (position) => !result(position) && position !== stopped && !known(position)?.complete;
  const shown = shownMoment(state);
  if (showsHints(state) && isOpen(positionOf(shown))) return job("analyze", shown);
  const question = questionIn(state, known);
  if (question && reason(question) === undefined) {
    const moment = question.move === null ? question : endOf(extended(question, [question.move]));
    return { ...job("why", moment), question };
  }
  // The last positions take least, and the table then has what the earlier ones need.
  const last = review ? game.positions.findLastIndex(isOpen) : -1;
  return last < 0 ? null : job("analyze", { game, ply: last });
}

/** Returns the game up to a moment, in the form of `readGame`. @param {Moment} moment @returns {Game} */
export function sent({ game, ply }) {
  const start = game.start === NEW_GAME.start ? "7/7/7/7/7/7 w" : game.start.slice("fen ".length);
  return { start, moves: game.moves.slice(0, ply).join("") };
}

export class Thinker {
  #engine;
  #listener;
  /** The job of the engine, as a text that identifies it. @type {string} */
  #current = "";
  /** Aborts the job when another one takes its place. */
  #left = new AbortController();

  /** What is known of each position. @type {Map<Position, Analysis>} */
  known = new Map();
  /** The reasons found, null where there is none. @type {Map<string, Why | null>} */
  #reasons = new Map();
  /** The position that is analyzed now. @type {Position | null} */
  thinksAbout = null;
  /**
   * @param {Engine} engine
   * @param {Listener} listener
   */
  constructor(engine, listener) {
    this.#engine = engine;
    this.#listener = listener;
  }

  /** Returns a reason, undefined if it is not known. @param {Question} question */
  reason(question) {
    return this.#reasons.get(nameOf(question));
  }

  /**
   * Makes the engine do what the state wants.
   * @param {State} state
   */
  update(state) {
    const job = wantedJob(state, (position) => this.known.get(position), (question) => this.reason(question));
    const name = job ? JSON.stringify([job.task, job.game, job.level, job.question?.move]) : "";
    if (name === this.#current) return;
    this.#current = name;
    this.thinksAbout = null;
    // Without another job, what is proven of this one is kept.
    if (!job) return this.#engine.stop();
    this.#left.abort();
    this.#left = new AbortController();
    const { signal } = this.#left;
    const work = { move: () => this.#move(job, name, signal), analyze: () => this.#analyze(job, name, signal), why: () => this.#why(job, name, signal) }[job.task]();
    work.catch((error) => {
      // A failure of the engine is shown by the page.
      if (!signal.aborted && !(error instanceof EngineError)) throw error;
    });
  }

  /** @param {Job} job @param {string} name @param {AbortSignal} signal */
  async #move({ game, level }, name, signal) {
    const movetime = level === PERFECT_LEVEL ? LONGEST_MOVE : undefined;
    const search = this.#engine.play(game, { level, resistance: "practical", movetime, signal });
    const [column] = await Promise.all([search, new Promise((resolve) => setTimeout(resolve, PAUSE))]);
    if (this.#current !== name || column === null) return;
    this.#current = "";
    this.#listener.move(column);
  }

  /** @param {Job} job @param {string} name @param {AbortSignal} signal */
  async #why({ game, question }, name, signal) {
    if (!question) return;
    const why = await this.#engine.why(game, { move: question.move !== null, signal });
    // A search that was stopped has found nothing.
    if (this.#current !== name) return;
    this.#current = "";
    this.#reasons.set(nameOf(question), why);
    this.#listener.end(null);
  }

  /** @param {Job} job @param {string} name @param {AbortSignal} signal */
  async #analyze({ game, position }, name, signal) {
    this.thinksAbout = position;
    const known = () => this.known.get(position) ?? NOTHING_KNOWN;
    const onInfo = (/** @type {Info} */ info) => {
      this.known.set(position, withInfo(known(), info));
      this.#listener.news();
    };
    const { bounds } = await this.#engine.analyze(game, { signal, onInfo });
    const isCurrent = this.#current === name;
    const found = withAnswer(known(), bounds);
    this.known.set(position, { ...found, complete: isCurrent && scoresOf(found) !== null });
    if (isCurrent) {
      this.#current = "";
      this.thinksAbout = null;
      this.#listener.end(position);
    }
    this.#listener.news();
  }
}
