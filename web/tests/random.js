/** @file Random games, the same in every run. */

import { EMPTY, legalMoves, play, result } from "../page/game.js";

/**
 * Returns a generator of whole numbers below a limit (xorshift32).
 * @param {number} seed not 0
 */
export function dice(seed) {
  let state = seed;
  return (/** @type {number} */ limit) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % limit;
  };
}

/**
 * Returns games of `least` to `most` moves that have not ended, as columns in one word.
 * @param {number} count
 * @param {number} least
 * @param {number} most
 * @param {number} seed
 */
export function randomGames(count, least, most, seed) {
  const roll = dice(seed);
  const games = new Set();
  while (games.size < count) {
    const wanted = least + roll(most - least + 1);
    let [position, moves] = [EMPTY, ""];
    while (moves.length < wanted && !result(position)) {
      const legal = legalMoves(position);
      const column = legal[roll(legal.length)];
      moves += column;
      position = play(position, column);
    }
    if (!result(position)) games.add(moves);
  }
  return [...games];
}
