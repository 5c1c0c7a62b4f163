// The interface: calls that wait for one another, to a worker that takes lines of the protocol.

import { EngineError, InputError, whole } from "./errors.js";
import { readBounds, readInfo, readMove, readWhy } from "./lines.js";

/** @import {Analysis, CallOptions, Engine, EngineOptions, Game, Info, Move, Player, Position, Why} from "./types.js" */

/**
 * A worker: `post` sends it lines, `end` ends it, and `hold` decides whether it keeps the process.
 * @typedef {{post: (lines: string) => void, end: () => void, hold: (isHeld: boolean) => void}} Port
 */

/**
 * What differs between browsers and Node: `open` starts a worker.
 * @typedef {{open: (receive: (line: string) => void, fail: (reason: string) => void) => Port,
 *   readGame: (text: string) => Promise<Game>}} Host
 */

/**
 * A call that the caller waits for. `isStopped` also if it is aborted.
 * @typedef {{onInfo?: (info: Info) => void, reject: (error: unknown) => void, isStopped: boolean,
 *   isSearching: boolean}} Call
 */

const ERROR = "info string error ";
/** The longest time in milliseconds that the engine takes: 365 days. */
const LONGEST = 365 * 24 * 3600 * 1000;

/** @implements {Engine} */
export class Client {
  #port;
  /** @type {Host} */
  #host;
  /** @type {EngineOptions} */
  #options;
  /** The calls that are not settled, the oldest first. @type {Call[]} */
  #calls = [];
  /** Resolves when the engine has done what it was asked. @type {Promise<void>} */
  #turn;
  /** Takes the lines that answer the engine's current task. @type {(line: string) => void} */
  #take = () => {};
  /** The error of all further calls. @type {EngineError | null} */
  #error = null;

  /**
   * @param {Host} host
   * @param {EngineOptions} options
   */
  constructor(host, options) {
    const { hash = 64, book = true } = options;
    const lines = settings({ Hash: whole("hash", hash, 1, 65536), OwnBook: Boolean(book) });
    [this.#host, this.#options] = [host, options];
    this.#port = host.open(
      (line) => this.#receive(line),
      (reason) => this.#fail(new EngineError(reason)),
    );
    this.#port.hold(false);
    const ready = this.#ask([...lines, "isready"], "readyok");
    this.#turn = ready.then(() => {}, (error) => this.#fail(error));
  }

  /** @param {Position} position @param {CallOptions} [options] */
  analyze(position, options = {}) {
    return this.#call(options, async (call) => this.#analyze(call, await this.#read(position)));
  }

  /** @param {Iterable<Position>} positions @param {CallOptions & {progress?: (done: number, all: number) => void}} [options] */
  analyzeMany(positions, options = {}) {
    return this.#call(options, async (call) => {
      if (typeof positions === "string") throw new InputError("expected a list of positions; found a string");
      const games = await Promise.all(Array.from(positions, (position, index) => this.#read(position, index)));
      /** @type {Analysis[]} */
      const found = [];
      for (const game of games) {
        const analysis = await this.#analyze(call, game);
        if (call.isStopped) break;
        found.push(analysis);
        options.progress?.(found.length, games.length);
      }
      return found;
    });
  }

  /** @param {Position} position @param {CallOptions & Player} [options] */
  play(position, options = {}) {
    return this.#call(options, async (call) => {
      const { level = 5, elo, seed, resistance = "longest", movetime } = options;
      const player = {
        UCI_LimitStrength: elo !== undefined,
        ...(elo !== undefined && { UCI_Elo: whole("elo", elo, 522, 1975) }),
        "Skill Level": whole("level", level, 0, 20),
        // With 0, the engine draws a seed for each game.
        "Skill Seed": seed === undefined ? 0 : whole("seed", seed, 1, 2 ** 31 - 1),
        Resistance: resistance,
      };
      const limit = movetime === undefined ? "" : ` movetime ${whole("movetime", movetime, 1, LONGEST)}`;
      const game = await this.#read(position);
      return readMove((await this.#search(call, game, [...settings(player), `go${limit}`], "bestmove")).answer);
    });
  }

  /** @param {Position} position @param {CallOptions & {move?: boolean}} [options] */
  why(position, options = {}) {
    return this.#call(options, async (call) => this.#why(call, await this.#read(position), options.move));
  }

  /** @param {Position} game @param {CallOptions & {why?: boolean}} [options] */
  annotate(game, options = {}) {
    return this.#call(options, async (call) => {
      const { start, moves } = await this.#read(game);
      /** @type {Move[]} */
      const found = [];
      // The last positions take least, and the table then has what the earlier ones need.
      for (let ply = moves.length; ply > 0; ply -= 1) {
        const before = { start, moves: moves.slice(0, ply - 1) };
        const analysis = await this.#analyze(call, before);
        if (call.isStopped) break;
        const move = judge(ply, before, Number(moves[ply - 1]), analysis);
        if (options.why && move.mark) move.why = await this.#why(call, { start, moves: moves.slice(0, ply) }, true);
        if (call.isStopped) break;
        found.unshift(move);
      }
      return found;
    });
  }

  stop() {
    const [call] = this.#calls;
    if (call) this.#stop(call);
  }

  close() {
    this.#end(new EngineError("the engine is closed"));
  }

  /** @param {Call} call */
  #stop(call) {
    call.isStopped = true;
    if (call.isSearching) this.#port.post("stop");
  }

  /**
   * Does work for a caller when the earlier calls have ended.
   * @template T
   * @param {CallOptions} options
   * @param {(call: Call) => Promise<T>} work
   * @returns {Promise<T>}
   */
  #call({ signal, onInfo }, work) {
    return new Promise((resolve, reject) => {
      if (this.#error) throw this.#error;
      signal?.throwIfAborted();
      /** @type {Call} */
      const call = { onInfo, reject, isStopped: false, isSearching: false };
      const leave = () => {
        signal?.removeEventListener("abort", abort);
        this.#calls = this.#calls.filter((other) => other !== call);
        if (this.#calls.length === 0) this.#port.hold(false);
      };
      const abort = () => {
        this.#stop(call);
        leave();
        reject(signal?.reason);
      };
      signal?.addEventListener("abort", abort);
      this.#calls.push(call);
      this.#port.hold(true);
      // A call that was aborted before its turn has left, and its promise is settled.
      const run = () => (this.#calls.includes(call) ? work(call) : /** @type {T} */ (undefined));
      this.#turn = this.#turn.then(run).finally(leave).then(resolve, reject);
    });
  }

  /**
   * @param {Position} position
   * @param {number} [index]
   * @returns {Promise<Game>}
   */
  async #read(position, index) {
    if (isGame(position)) return position;
    try {
      return await this.#host.readGame(Array.isArray(position) ? JSON.stringify(position) : /** @type {string} */ (position));
    } catch (error) {
      throw error instanceof InputError ? new InputError(error.message, index) : error;
    }
  }

  /** @param {Call} call @param {Game} game @returns {Promise<Analysis>} */
  async #analyze(call, game) {
    const { answer, info } = await this.#search(call, game, ["analyze"], "analysis");
    const bounds = readBounds(answer);
    const [lower, upper] = /** @type {const} */ (["lower", "upper"]).map((end) =>
      Math.max(...bounds.flatMap((value) => (value ? [value[end]] : []))),
    );
    // If the game is over, no column has a value.
    const score = bounds.every((value) => !value) ? (info?.score ?? null) : lower === upper ? lower : null;
    const scores = bounds.map((value) => (value && value.lower === value.upper ? value.lower : null));
    const bestMoves = scores.flatMap((one, index) => (one !== null && one === score ? [index + 1] : []));
    const line = info?.line ?? [];
    return { score, scores, bounds, best: line[0] ?? null, bestMoves, line, nodes: info?.nodes ?? 0 };
  }

  /** @param {Call} call @param {Game} game @param {boolean} [ofMove] @returns {Promise<Why | null>} */
  async #why(call, game, ofMove = false) {
    return readWhy((await this.#search(call, game, [ofMove ? "why move" : "why"], "why")).answer);
  }

  /**
   * Searches a position. Returns the answer and the last report of the best line.
   * @param {Call} call
   * @param {Game} game
   * @param {string[]} commands the last one begins the search
   * @param {string} word the word with which the answer begins
   */
  async #search(call, game, commands, word) {
    /** @type {Info | null} */
    let best = null;
    const search = this.#ask([`position fen ${game.start} moves ${game.moves}`, ...commands], word, (line) => {
      const info = readInfo(line, stonesOf(game));
      if (info?.rank === 1 && (info.line.length > 0 || info.score !== null)) best = info;
      // An aborted call gets nothing more.
      if (info && this.#calls.includes(call)) call.onInfo?.(info);
    });
    call.isSearching = true;
    if (call.isStopped) this.#port.post("stop");
    const answer = await search.finally(() => (call.isSearching = false));
    return { answer, info: /** @type {Info | null} */ (best) };
  }

  /**
   * Sends lines. Returns the line that answers them. Fails with the first error of the engine, or of
   * `report`, once the engine has answered.
   * @param {string[]} lines
   * @param {string} word the word with which the answer begins
   * @param {(line: string) => void} [report] takes the lines before the answer
   * @returns {Promise<string>}
   */
  #ask(lines, word, report = () => {}) {
    return new Promise((resolve, reject) => {
      /** @type {{error: unknown} | null} */
      let failed = null;
      this.#take = (line) => {
        if (line.startsWith(ERROR)) failed ??= { error: new EngineError(withoutPlace(line)) };
        if (line.startsWith(word)) return failed ? reject(failed.error) : resolve(line);
        try {
          if (!failed) report(line);
        } catch (error) {
          failed = { error };
          this.#port.post("stop");
        }
      };
      // A line break in an argument must not begin a command.
      this.#port.post(lines.map((line) => line.replace(/[\r\n]+/g, " ")).join("\n"));
    });
  }

  /** @param {string} line */
  #receive(line) {
    if (line.startsWith(`${ERROR}book: `)) this.#options.onBook?.(new EngineError(line.slice(ERROR.length)));
    else if (line.startsWith("info string book of ply ")) this.#options.onBook?.(line.slice("info string ".length));
    else if (line.startsWith(`${ERROR}the engine has failed`)) this.#fail(new EngineError(line.slice(ERROR.length)));
    else this.#take(line);
  }

  /** Ends the engine because of an error that is not of a call. @param {EngineError} error */
  #fail(error) {
    if (this.#error) return;
    this.#end(error);
    this.#options.onError?.(error);
  }

  /** @param {EngineError} error */
  #end(error) {
    this.#error ??= error;
    this.#port.end();
    for (const call of this.#calls) call.reject(this.#error);
  }
}

/**
 * Returns the lines that set options.
 * @param {Record<string, unknown>} options
 */
const settings = (options) => Object.entries(options).map(([name, value]) => `setoption name ${name} value ${value}`);

/** Returns an error of the engine without its place, which is one in a line that the caller does not know. @param {string} line */
const withoutPlace = (line) => line.slice(ERROR.length).replace(/^char \d+: /, "");

/** Returns the number of stones after a game. @param {Game} game */
const stonesOf = ({ start, moves }) => start.split(/[ [\]]/, 1)[0].replace(/[^p]/gi, "").length + moves.length;

/** @param {Position} position @returns {position is Game} */
const isGame = (position) => typeof Object(position).start === "string" && typeof Object(position).moves === "string";

/**
 * @param {number} ply
 * @param {Game} before
 * @param {number} column
 * @param {Analysis} analysis
 * @returns {Move}
 */
function judge(ply, before, column, { score, scores, bestMoves: best }) {
  const [least, after] = [/** @type {number} */ (score), /** @type {number} */ (scores[column - 1])];
  const side = stonesOf(before) % 2 === 0 ? "first" : "second";
  return { ply, side, column, before: least, after, best, mark: markOf(least, after), why: null };
}

/**
 * Returns the mark of a move, as `Mark::of` in `src/review/annotate.rs` does.
 * @param {number} before the best score
 * @param {number} after the score of the move
 * @returns {Move["mark"]}
 */
export function markOf(before, after) {
  const lost = Math.sign(before) - Math.sign(after);
  if (lost >= 2) return "??";
  if (lost === 1) return "?";
  return before === after ? null : "?!";
}
