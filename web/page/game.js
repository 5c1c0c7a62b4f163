/** @file The rules: positions, moves, fours and FEN. Pure. */

/**
 * A position: 42 cells from the ground up, each row from the left. `.` is empty, `x` a stone of the
 * first player and `o` one of the second.
 * @typedef {string} Position
 */
/** @typedef {"first" | "second"} Side */
/**
 * A game: where it starts and the columns played, from 1.
 * @typedef {{start: Position, moves: readonly number[]}} Game
 */

export const WIDTH = 7;
export const HEIGHT = 6;
export const COLUMNS = [1, 2, 3, 4, 5, 6, 7];
/** @type {Position} */
export const EMPTY = ".".repeat(WIDTH * HEIGHT);
/** @type {Game} */
export const NEW_GAME = { start: EMPTY, moves: [] };

/** The stone of each side in a position. */
const STONE = { first: "x", second: "o" };

/** All lines of four, as lists of cells. */
const FOURS = allFours();

/** @returns {number[][]} */
function allFours() {
  const fours = [];
  for (const [right, up] of [[1, 0], [0, 1], [1, 1], [-1, 1]]) {
    for (let row = 0; row + 3 * up < HEIGHT; row++) {
      for (let column = 0; column < WIDTH; column++) {
        const last = column + 3 * right;
        if (last < 0 || last >= WIDTH) continue;
        fours.push([0, 1, 2, 3].map((n) => (row + n * up) * WIDTH + column + n * right));
      }
    }
  }
  return fours;
}

/**
 * Returns the number of stones on the board.
 * @param {Position} position
 */
export function stones(position) {
  return position.length - position.split(".").length + 1;
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
  return { x: /** @type {const} */ ("first"), o: /** @type {const} */ ("second") }[position[cell]] ?? null;
}

/**
 * Returns the cell in which a stone lands, or null if the column is full.
 * @param {Position} position
 * @param {number} column
 */
export function landing(position, column) {
  for (let cell = column - 1; cell < position.length; cell += WIDTH) {
    if (position[cell] === ".") return cell;
  }
  return null;
}

/**
 * Returns the position after a move in a column that is not full.
 * @param {Position} position
 * @param {number} column
 * @returns {Position}
 */
export function play(position, column) {
  const cell = landing(position, column);
  if (cell === null) throw new Error(`column ${column} is full`);
  return position.slice(0, cell) + STONE[sideToMove(position)] + position.slice(cell + 1);
}

/**
 * Returns the cells of all fours of one side.
 * @param {Position} position
 * @returns {Set<number>}
 */
export function winningCells(position) {
  const won = FOURS.filter(
    ([a, b, c, d]) =>
      position[a] !== "." &&
      position[a] === position[b] &&
      position[a] === position[c] &&
      position[a] === position[d],
  );
  return new Set(won.flat());
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
 * Returns the columns that can be played; none after the end of the game.
 * @param {Position} position
 */
export function legalMoves(position) {
  return result(position) ? [] : COLUMNS.filter((column) => landing(position, column) !== null);
}

/**
 * Returns the position after the first `ply` moves of a game.
 * @param {Game} game
 * @param {number} [ply]
 * @returns {Position}
 */
export function positionAt(game, ply = game.moves.length) {
  return game.moves.slice(0, ply).reduce(play, game.start);
}

/**
 * Returns the positions of a game, from its start to its end.
 * @param {Game} game
 * @returns {Position[]}
 */
export function positionsOf(game) {
  const positions = [game.start];
  for (const column of game.moves) {
    positions.push(play(positions[positions.length - 1], column));
  }
  return positions;
}

/**
 * Returns the moves as a list of columns if all of them can be played from `start`, otherwise null.
 * @param {Position} start
 * @param {string} text columns in one word, such as `4453`
 * @returns {number[] | null}
 */
export function legalLine(start, text) {
  const moves = [...text].map(Number);
  let position = start;
  for (const column of moves) {
    if (!legalMoves(position).includes(column)) return null;
    position = play(position, column);
  }
  return moves;
}

/**
 * Returns the ranks of a position as in a FEN, the top row first.
 * @param {Position} position
 */
export function toFen(position) {
  const ranks = [];
  for (let row = HEIGHT - 1; row >= 0; row--) {
    const cells = position.slice(row * WIDTH, (row + 1) * WIDTH);
    const marks = cells.replaceAll("x", "P").replaceAll("o", "p");
    ranks.push(marks.replace(/\.+/g, (blanks) => String(blanks.length)));
  }
  return ranks.join("/");
}

/**
 * Returns the position of the ranks of a FEN that the engine has written.
 * @param {string} fen
 * @returns {Position}
 */
export function fromFen(fen) {
  const ranks = fen.split(/[[ ]/)[0].split("/").reverse();
  const cells = ranks.join("").replace(/\d/g, (count) => ".".repeat(Number(count)));
  return cells.replaceAll("P", "x").replaceAll("p", "o");
}
