/** @file Games and positions. The engine reads texts; the moves of the user do not wait until it is loaded. */

import { readGame } from "./engine/wasm.js";

/**
 * A position: 42 cells from the ground up, each row from the left. `.` is empty, `x` a stone of the
 * first player and `o` one of the second. The stones of fours are capitals.
 * @typedef {string} Position
 */
/** @typedef {"first" | "second"} Side */
/**
 * A game: its start as in protocol.md, the columns played, from 1, and all positions from the first
 * to the last.
 * @typedef {{start: string, moves: readonly number[], positions: readonly Position[]}} Game
 */
/** A game and the number of its moves that the board shows. @typedef {{game: Game, ply: number}} Moment */

export const WIDTH = 7;
export const HEIGHT = 6;
export const COLUMNS = [1, 2, 3, 4, 5, 6, 7];
/** @type {Position} */
const EMPTY = ".".repeat(WIDTH * HEIGHT);
/** @type {Game} */
export const NEW_GAME = { start: "startpos", moves: [], positions: [EMPTY] };

/** The cells of every four. */
const FOURS = [1, WIDTH - 1, WIDTH, WIDTH + 1].flatMap((step) =>
  Array.from(EMPTY, (_, cell) => [0, 1, 2, 3].map((at) => cell + at * step)).filter(isFour),
);

/** Whether cells with equal steps are in the board, and no step leaves a side of it. @param {number[]} cells */
function isFour(cells) {
  const isNear = cells.every((cell, at) => at === 0 || Math.abs((cell % WIDTH) - (cells[at - 1] % WIDTH)) <= 1);
  return cells[3] < EMPTY.length && isNear;
}

/**
 * Reads a game or a position in any form that the engine reads, once the engine is loaded. Fails with
 * the reason if it cannot be read.
 * @param {string} text
 * @param {number} [number] that of the game in PGN, from 0
 * @returns {Game}
 */
export function gameIn(text, number = 0) {
  return columnsIn(text) ?? readByEngine(text, number);
}

/**
 * Reads a text of legal columns, for which the engine need not be loaded.
 * @param {string} text
 * @returns {Game | null}
 */
export function columnsIn(text) {
  if (!/^[1-7]*$/.test(text)) return null;
  let game = NEW_GAME;
  for (const column of [...text].map(Number)) {
    if (!isLegal(positionOf(endOf(game)), column)) return null;
    game = extended(endOf(game), [column]);
  }
  return game;
}

/** @param {string} text @param {number} [number] @returns {Game} */
export function readByEngine(text, number) {
  const [fen, moves, ...positions] = readGame(text, number);
  const [ranks, side] = fen.replace(/\[.*\]/, "").split(" ");
  const start = positions[0] === EMPTY ? NEW_GAME.start : `fen ${ranks} ${side}`;
  return { start, moves: [...moves].map(Number), positions };
}

/**
 * Returns the text of a game up to a moment, as the argument of `position`.
 * @param {Moment} moment
 */
export function textOf({ game, ply }) {
  const moves = game.moves.slice(0, ply).join("");
  return game.start + (moves && ` moves ${moves}`);
}

/**
 * Returns the game up to a moment with more columns played, all of which must be legal.
 * @param {Moment} moment
 * @param {number[]} columns
 */
export function extended({ game, ply }, columns) {
  const positions = game.positions.slice(0, ply + 1);
  for (const column of columns) positions.push(afterMove(/** @type {Position} */ (positions.at(-1)), column));
  return { start: game.start, moves: [...game.moves.slice(0, ply), ...columns], positions };
}

/** Returns the position after a legal move. @param {Position} position @param {number} column */
export function afterMove(position, column) {
  const cells = [...position];
  const letter = sideToMove(position) === "first" ? "x" : "o";
  cells[/** @type {number} */ (landing(position, column))] = letter;
  const fours = FOURS.filter((four) => four.every((cell) => cells[cell] === letter));
  for (const cell of fours.flat()) cells[cell] = letter.toUpperCase();
  return cells.join("");
}

/** Returns the moment at the end of a game. @param {Game} game @returns {Moment} */
export function endOf(game) {
  return { game, ply: game.moves.length };
}

/** Returns the position of a moment. @param {Moment} moment */
export function positionOf({ game, ply }) {
  return game.positions[ply];
}

/** Returns the cell of the last move before a moment. @param {Moment} moment */
export function lastCell({ game, ply }) {
  return ply > 0 ? landing(game.positions[ply - 1], game.moves[ply - 1]) : null;
}

/**
 * Returns the number of stones on the board.
 * @param {Position} position
 */
export function stones(position) {
  return position.replaceAll(".", "").length;
}

/**
 * Returns the side to move.
 * @param {Position} position
 * @returns {Side}
 */
export function sideToMove(position) {
  return stones(position) % 2 === 0 ? "first" : "second";
}

/**
 * Returns the other side.
 * @param {Side} side
 * @returns {Side}
 */
export function opponent(side) {
  return side === "first" ? "second" : "first";
}

/**
 * Returns the side whose stone is in a cell, or null.
 * @param {Position} position
 * @param {number} cell
 * @returns {Side | null}
 */
export function owner(position, cell) {
  if (position[cell] === ".") return null;
  return /x/i.test(position[cell]) ? "first" : "second";
}

/**
 * Returns the cells of all fours.
 * @param {Position} position
 */
export function winningCells(position) {
  return [...position].flatMap((stone, cell) => (/[XO]/.test(stone) ? [cell] : []));
}

/**
 * Returns the winner, a draw, or null while the game continues.
 * @param {Position} position
 * @returns {Side | "draw" | null}
 */
export function result(position) {
  const [cell] = winningCells(position);
  if (cell !== undefined) return owner(position, cell);
  return position.includes(".") ? null : "draw";
}

/**
 * Returns the cell in which a stone lands, or null if the column is full.
 * @param {Position} position
 * @param {number} column
 */
export function landing(position, column) {
  return columnOf(column).find((cell) => position[cell] === ".") ?? null;
}

/** Returns the cells of a column from the ground up. @param {number} column */
export function columnOf(column) {
  return Array.from({ length: HEIGHT }, (_, row) => row * WIDTH + column - 1);
}

/**
 * Returns the columns in which a side would complete a four now.
 * @param {Position} position
 * @param {Side} side
 */
export function winningColumns(position, side) {
  const letter = side === "first" ? "x" : "o";
  return COLUMNS.filter((column) => {
    const cell = landing(position, column) ?? -1;
    return FOURS.some((four) => four.includes(cell) && four.every((other) => other === cell || position[other] === letter));
  });
}

/**
 * Whether a move in a column is legal.
 * @param {Position} position
 * @param {number} column
 */
export function isLegal(position, column) {
  return !result(position) && landing(position, column) !== null;
}
