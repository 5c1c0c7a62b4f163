/** @file Games by the rules of the page, which are the engine's. */

import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { load } from "../../target/web/site/engine/engine.js";
import { COLUMNS, NEW_GAME, endOf, extended, isLegal, positionOf } from "../../target/web/site/game.js";
import { SITE } from "./site.js";

await load(readFile(join(SITE, "engine/wasm_bg.wasm")));

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

/** Returns the legal columns of a position; none after the end of the game. @param {string} position */
export function legalMoves(position) {
  return COLUMNS.filter((column) => isLegal(position, column));
}

/**
 * Returns games of `least` to `most` moves that have not ended, as columns in one word, the same in
 * every run.
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
    let moment = endOf(NEW_GAME);
    let legal = COLUMNS;
    while (legal.length > 0 && moment.ply < wanted) {
      moment = endOf(extended(moment, [legal[roll(legal.length)]]));
      legal = legalMoves(positionOf(moment));
    }
    if (legal.length > 0) games.add(moment.game.moves.join(""));
  }
  return [...games];
}
