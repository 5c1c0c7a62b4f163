/** @file What the engine works on: its own move, the position on the board, or the review. */

import { positionsOf, result, toFen, sideToMove, positionAt } from "./game.js";
import { FULL_STRENGTH } from "./levels.js";
import { NOTHING_KNOWN, readInfo, readMove, scoresOf, withAnswer, withInfo } from "./replies.js";
import { engineMoves, shownGame, shownPosition, showsHints } from "./state.js";

/** @import {Game, Position} from "./game.js" */
/** @import {Analysis} from "./replies.js" */
/** @import {State} from "./state.js" */
/** @import {Engine} from "./engine.js" */

/**
 * A task of the engine: to analyze the last position of a game, or to move there.
 * @typedef {{task: "analyze" | "move", game: Game, level: number}} Job
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
  const { game, level, stopped } = state;
  if (engineMoves(state)) return { task: "move", game, level };
  /** @param {Position} position */
  const isOpen = (position) => !result(position) && position !== stopped && !known(position)?.complete;
  if (showsHints(state) && isOpen(shownPosition(state))) {
    return { task: "analyze", game: shownGame(state), level };
  }
  // The last positions take least, and the table then has what the earlier ones need.
  const last = state.review ? positionsOf(game).findLastIndex(isOpen) : -1;
  return last < 0 ? null : { task: "analyze", game: { ...game, moves: game.moves.slice(0, last) }, level };
}

/**
 * Returns the command that sets the last position of a game.
 * @param {Game} game
 */
function positionCommand({ start, moves }) {
  const side = sideToMove(start) === "first" ? "w" : "b";
  const played = moves.length > 0 ? ` moves ${moves.join(" ")}` : "";
  return `position fen ${toFen(start)} ${side}${played}`;
}

export class Thinker {
  #engine;
  /** The job of the engine, as a text that identifies it. @type {string} */
  #current = "";

  /** What is known of each position. @type {Map<Position, Analysis>} */
  known = new Map();
  /** The position that is analyzed now. @type {Position | null} */
  thinksAbout = null;
  /** Called when something new is known. */
  onNews = () => {};
  /** Called with the engine's move. */
  onMove = (/** @type {number} */ _column) => {};
  /** Called when an analysis has ended by itself. */
  onEnd = (/** @type {Position} */ _position) => {};

  /** @param {Engine} engine */
  constructor(engine) {
    this.#engine = engine;
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
  async #move({ game, level }, name) {
    const limit = level === FULL_STRENGTH ? `go movetime ${LONGEST_MOVE}` : "go";
    const options = [`setoption name Skill Level value ${level}`, "setoption name Resistance value practical"];
    const lines = [...options, positionCommand(game), limit];
    const [answer] = await Promise.all([this.#engine.search(lines), pause(PAUSE)]);
    const column = readMove(answer);
    if (this.#current !== name || column === null) return;
    this.#current = "";
    this.onMove(column);
  }

  /** @param {Job} job @param {string} name */
  async #analyze({ game }, name) {
    const position = positionAt(game);
    this.thinksAbout = position;
    const answer = await this.#engine.search([positionCommand(game), "analyze"], (line) => {
      const info = readInfo(position, line);
      if (!info) return;
      this.known.set(position, withInfo(this.#knownOf(position), info));
      this.onNews();
    });
    const isCurrent = this.#current === name;
    const found = withAnswer(this.#knownOf(position), answer);
    this.known.set(position, { ...found, complete: isCurrent && scoresOf(found) !== null });
    if (isCurrent) {
      this.#current = "";
      this.thinksAbout = null;
      this.onEnd(position);
    }
    this.onNews();
  }

  /** @param {Position} position */
  #knownOf(position) {
    return this.known.get(position) ?? NOTHING_KNOWN;
  }
}

/** @param {number} milliseconds */
function pause(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
