/** @file What the engine works on: its own move, the position on the board, or the review. */

import { endOf, positionOf, result, textOf } from "./game.js";
import { NOTHING_KNOWN, readMove, scoresOf, withAnswer, withInfo } from "./replies.js";
import { PERFECT_LEVEL, engineMoves, shownMoment, showsHints } from "./state.js";

/** @import {Moment, Position} from "./game.js" */
/** @import {Analysis} from "./replies.js" */
/** @import {State} from "./state.js" */
/** @import {Engine} from "./engine.js" */

/**
 * A task of the engine: to analyze a position, or to move there. `text` sets the position.
 * @typedef {{task: "analyze" | "move", text: string, position: Position, level: number}} Job
 */

/**
 * Receives the news that something is known, the engine's move, and an analysis that has ended by itself.
 * @typedef {{news: () => void, move: (column: number) => void, end: (position: Position) => void}} Listener
 */

/** Time in milliseconds in which the user's stone falls, before the engine's does. */
const PAUSE = 550;
/** Limit in milliseconds of a move at full strength, which the book seldom leaves so long. */
const LONGEST_MOVE = 5000;

/**
 * Returns what the engine should do now.
 * @param {State} state
 * @param {(position: Position) => Analysis | undefined} known
 * @returns {Job | null}
 */
export function wantedJob(state, known) {
  const { game, level, review, stopped } = state;
  /** @param {Job["task"]} task @param {Moment} moment @returns {Job} */
  const job = (task, moment) => ({ task, text: textOf(moment), position: positionOf(moment), level });
  if (engineMoves(state)) return job("move", endOf(game));
  /** @param {Position} position */
  const isOpen = (position) => !result(position) && position !== stopped && !known(position)?.complete;
  const shown = shownMoment(state);
  if (showsHints(state) && isOpen(positionOf(shown))) return job("analyze", shown);
  // The last positions take least, and the table then has what the earlier ones need.
  const last = review ? game.positions.findLastIndex(isOpen) : -1;
  return last < 0 ? null : job("analyze", { game, ply: last });
}

export class Thinker {
  #engine;
  #listener;
  /** The job of the engine, as a text that identifies it. @type {string} */
  #current = "";

  /** What is known of each position. @type {Map<Position, Analysis>} */
  known = new Map();
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

  /**
   * Makes the engine do what the state wants.
   * @param {State} state
   */
  update(state) {
    const job = wantedJob(state, (position) => this.known.get(position));
    const name = job ? JSON.stringify(job) : "";
    if (name === this.#current) return;
    this.#current = name;
    this.thinksAbout = null;
    if (!job) this.#engine.stop();
    else if (job.task === "move") this.#move(job, name);
    else this.#analyze(job, name);
  }

  /** @param {Job} job @param {string} name */
  async #move({ text, level }, name) {
    const limit = level === PERFECT_LEVEL ? `go movetime ${LONGEST_MOVE}` : "go";
    const options = [`setoption name Skill Level value ${level}`, "setoption name Resistance value practical"];
    const search = this.#engine.search([...options, `position ${text}`, limit]);
    const [answer] = await Promise.all([search, new Promise((resolve) => setTimeout(resolve, PAUSE))]);
    const column = readMove(answer);
    if (this.#current !== name || column === null) return;
    this.#current = "";
    this.#listener.move(column);
  }

  /** @param {Job} job @param {string} name */
  async #analyze({ text, position }, name) {
    this.thinksAbout = position;
    const known = () => this.known.get(position) ?? NOTHING_KNOWN;
    const answer = await this.#engine.search([`position ${text}`, "analyze"], (line) => {
      const found = withInfo(known(), position, line);
      if (found === known()) return;
      this.known.set(position, found);
      this.#listener.news();
    });
    const isCurrent = this.#current === name;
    const found = withAnswer(known(), answer);
    this.known.set(position, { ...found, complete: isCurrent && scoresOf(found) !== null });
    if (isCurrent) {
      this.#current = "";
      this.thinksAbout = null;
      this.#listener.end(position);
    }
    this.#listener.news();
  }
}
