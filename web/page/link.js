/** @file The link of a game: the part of the address after `#`. Pure. */

import { EMPTY, NEW_GAME, fromFen, legalLine, sideToMove, toFen } from "./game.js";

/** @import {Game} from "./game.js" */

/**
 * Returns the hash of a game: `#445332`, with a start position
 * `#fen+7/7/7/7/3p3/3P3+w+moves+53`.
 * @param {Game} game
 */
export function toHash({ start, moves }) {
  if (start === EMPTY) return moves.length > 0 ? `#${moves.join("")}` : "";
  const side = sideToMove(start) === "first" ? "w" : "b";
  const played = moves.length > 0 ? `+moves+${moves.join("")}` : "";
  return `#fen+${toFen(start)}+${side}${played}`;
}

/**
 * Returns the hash of the game in a query such as `?pos=445332`, which links of other pages have.
 * @param {string} query
 */
export function toQueryHash(query) {
  const text = new URLSearchParams(query).get("pos");
  return text ? `#${encodeURIComponent(text)}` : "";
}

/**
 * Returns the text in a hash, in a form that the engine reads.
 * @param {string} hash
 */
export function textOf(hash) {
  const text = hash.slice(1).replaceAll("+", " ");
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * Returns the hash in a text that is a link of this page; otherwise the text.
 * @param {string} text
 */
export function withoutAddress(text) {
  const [, hash] = /^[^\s#]*(#\S*)$/.exec(text.trim()) ?? [];
  return hash ? textOf(hash) : text;
}

/**
 * Reads the links that this page makes without the engine, so that the board is there at once.
 * Returns null for any other text.
 * @param {string} text
 * @returns {Game | null}
 */
export function readLink(text) {
  if (text === "") return NEW_GAME;
  if (!/^[1-7]{1,42}$/.test(text)) return null;
  const moves = legalLine(EMPTY, text);
  return moves && { start: EMPTY, moves };
}

/**
 * Returns the game that the engine has read.
 * @param {{start: string, moves: string}} read a FEN, and columns in one word
 * @returns {Game}
 */
export function gameOf({ start, moves }) {
  return { start: fromFen(start), moves: [...moves].map(Number) };
}
