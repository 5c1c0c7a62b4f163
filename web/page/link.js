/** @file The link of a game: the part of the address after `#`. Pure. */

import { endOf, textOf } from "./game.js";

/** @import {Game} from "./game.js" */
/** @import {State} from "./state.js" */

const PUZZLE = "#puzzle=";

/**
 * Returns the hash of a game: `#445332`, with a start position
 * `#fen+7/7/7/7/3p3/3P3+w+moves+53`.
 * @param {Game} game
 */
export function toHash(game) {
  const text = textOf(endOf(game)).replace(/^startpos( moves )?/, "");
  return text && `#${text.replaceAll(" ", "+")}`;
}

/**
 * Returns the hash of a state: of its game, or of the puzzle, `#puzzle=445332`, without its solution.
 * @param {State} state
 */
export function linkOf({ game, attempt }) {
  return attempt ? PUZZLE + toHash(attempt.puzzle.game).slice(1) : toHash(game);
}

/** Whether a link is one of a puzzle. @param {string} link */
export const isPuzzle = (link) => link.startsWith(PUZZLE);

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
export function textIn(hash) {
  const text = hash.replace(PUZZLE, "#").slice(1).replaceAll("+", " ");
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * Returns the text in the hash of a link of this page; returns any other text as it is.
 * @param {string} text
 */
export function withoutAddress(text) {
  const [, hash] = /^[^\s#]*(#\S*)$/.exec(text.trim()) ?? [];
  return hash ? textIn(hash) : text;
}
