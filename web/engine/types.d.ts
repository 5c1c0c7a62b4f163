/**
 * A position or a game: a text in any form that the engine reads, such as `"4453"`, a FEN, a drawn
 * board or the first game of PGN; a list of columns; or what `readGame` returns.
 */
export type Position = string | readonly number[] | Game;

/** A game: its first position as a FEN, and the columns played from there in one word, such as `4453`. */
export interface Game {
  start: string;
  moves: string;
}

/** The proven bounds of a score. Those of an exact score are equal. */
export interface Bounds {
  lower: number;
  upper: number;
}

/**
 * The values of a position, for the side to move. A score is positive for a win, 0 for a draw and
 * negative for a loss: 1 is a win with the last of the 21 own stones, 2 with the last but one, and
 * so on up to 18. All scores are exact, unless `stop` has ended the search.
 */
export interface Analysis {
  /** The score of the position. Null if it is not proven because of `stop`. */
  score: number | null;
  /** The score of each of the seven columns. Null if the column cannot be played, or is not proven. */
  scores: (number | null)[];
  /** The proven bounds of each column. Null only if it cannot be played. */
  bounds: (Bounds | null)[];
  /** The best column, 1 to 7, the most central of several. Null if the game is over. */
  best: number | null;
  /** All columns that keep the score. Empty if the score is not proven. */
  bestMoves: number[];
  /** The columns of best play to the end of the game. */
  line: number[];
  /** The number of nodes that the search has visited. */
  nodes: number;
}

/** A move of a game. Values are scores for the side that made it. */
export interface Move {
  /** The number of the move in the game, counted from 1. */
  ply: number;
  side: "first" | "second";
  /** The column played, 1 to 7. */
  column: number;
  /** The score of the best move. */
  before: number;
  /** The score of the move played. */
  after: number;
  /** All best columns. */
  best: number[];
  /**
   * `"??"` if the move turns a win into a loss, `"?"` if it changes the outcome by one step, `"?!"`
   * if it wins later or loses sooner; null otherwise.
   */
  mark: "??" | "?" | "?!" | null;
  /** With the option `why`, what the move gave away. Null without a mark, or if no reason is known. */
  why: Why | null;
}

/** A reason: why a side wins, or what a move gave away. */
export interface Why {
  kind:
    | "wins-at-once"
    | "does-not-block"
    | "opens-four"
    | "two-threats"
    | "stacked-threats"
    | "forced-sequence"
    | "zugzwang"
    | "gives-up-threat"
    | "only-move"
    | "by-force";
  /** The cells that decide, such as `"d4"`. */
  cells: string[];
  /** The columns that show it, from the position, or from the position before the move. */
  moves: number[];
  /** The reason in words, in which the first player is X and the second O. */
  text: string;
}

/** A report of a running search: one of its best lines. */
export interface Info {
  /** The rank of the line; 1 is the best. */
  rank: number;
  /** The number of plies that the search has looked ahead. */
  depth: number;
  /** Proven: the number of own stones to the win; negative, of the opponent's to the loss. */
  mate: number | null;
  /**
   * 0 for a proven draw. With a `bound`, a proven win or loss. Otherwise a guess, in hundredths of
   * the natural logarithm of the odds of winning.
   */
  cp: number | null;
  bound: "lowerbound" | "upperbound" | null;
  /** The score of the first column of the line, if it is proven. */
  score: number | null;
  nodes: number;
  /** Nodes per second. */
  nps: number;
  /** The used part of the table, in thousandths. */
  hashfull: number;
  /** Milliseconds since the search began. */
  time: number;
  /** The columns of the line. Empty in a report without a result. */
  line: number[];
}

export interface CallOptions {
  /** Aborts the call: it rejects at once with the reason of the signal. */
  signal?: AbortSignal;
  /** Receives the reports of the search. If it throws, the call rejects with that error. */
  onInfo?: (info: Info) => void;
}

/** The strength of a player. */
export interface Player {
  /** 0, hardly better than random moves, to 19; 20 plays perfectly. The default is 5. */
  level?: number;
  /** The strength as Elo, 522 to 1975, instead of the level. */
  elo?: number;
  /**
   * Decides what the player overlooks, 1 to 2147483647. With the same seed it plays the same moves;
   * by default, each game has a seed of its own.
   */
  seed?: number;
  /**
   * In a lost or drawn position, a perfect player makes the move that resists longest, which is the
   * default, or the one after which the opponent is most likely to err.
   */
  resistance?: "longest" | "practical";
  /** The most milliseconds for the move. */
  movetime?: number;
}

export interface EngineOptions {
  /** The size of the table in MiB, 64 by default. The memory is used only as the table fills. */
  hash?: number;
  /** Whether to look up openings in the book. The default is true. */
  book?: boolean;
  /** Receives a description of the book once a search uses it, or the reason why it cannot be used. */
  onBook?: (book: string | EngineError) => void;
  /** Receives the error if the engine does not load or fails. All calls reject with it, too. */
  onError?: (error: EngineError) => void;
}

/**
 * An engine in a worker of its own, which keeps its table from call to call. Calls wait for one
 * another and are answered in their order. A call that fails does not disturb the others.
 *
 * All methods reject with an `InputError` for an argument that cannot be used, and with an
 * `EngineError` if the engine has failed or is closed.
 */
export class Engine {
  /** Starts the engine. Throws an `InputError` if an option cannot be used. */
  constructor(options?: EngineOptions);
  /** Finds the score of every column, the best columns, and best play to the end of the game. */
  analyze(position: Position, options?: CallOptions): Promise<Analysis>;
  /**
   * Analyzes positions in their order. Rejects before any search if one of them cannot be read. After
   * `stop`, it has the analyses that were complete.
   */
  analyzeMany(
    positions: Iterable<Position>,
    options?: CallOptions & { progress?: (done: number, all: number) => void },
  ): Promise<Analysis[]>;
  /** Returns the column that a player of a known strength plays; null if the game is over. */
  play(position: Position, options?: CallOptions & Player): Promise<number | null>;
  /**
   * Finds why a side wins, or with `move` what the last move gave away. Null for a draw, a finished
   * game, a move that gave nothing away, and after `stop`.
   */
  why(position: Position, options?: CallOptions & { move?: boolean }): Promise<Why | null>;
  /**
   * Finds the value of every move of a game, and with `why` what each bad move gave away. It begins
   * with the last one; after `stop`, it has the moves that were judged.
   */
  annotate(game: Position, options?: CallOptions & { why?: boolean }): Promise<Move[]>;
  /** Ends the call that is running, if any. It resolves with what is proven. */
  stop(): void;
  /** Ends the engine. All calls that are not answered, and all later ones, reject. */
  close(): void;
}

/** Reads a position or a game. Rejects with an `InputError` if it cannot be read. */
export function readGame(text: string): Promise<Game>;

/** A position, a game or another argument that the engine cannot use. */
export class InputError extends Error {
  /** The message without the place. */
  readonly reason: string;
  /** The character of the line at which the error is, counted from 1. */
  readonly char: number | null;
  /** The line of the text, counted from 1. */
  readonly line: number | null;
  /** The index of the position in `analyzeMany`, counted from 0. */
  readonly index: number | null;
}

/** The engine did not load, has failed, refuses a command, or is closed. */
export class EngineError extends Error {}
