/** @file The levels of play, and those that have a name. */

import { html } from "./dom.js";
import { ELO } from "./elo.js";
import { phrase } from "./texts.js";

/** The levels with a name. The list below them has all others. */
const NAMED = [0, 4, 8, 12, 16, 20];

/** Describes a level, such as `Casual, Elo 819`. @param {number} level */
export function levelText(level) {
  const name = NAMED.includes(level) ? phrase(`level.${level}`) : phrase("level.other", { level });
  return phrase("level.elo", { name, elo: ELO[level] });
}

/** Fills the list of the levels. @param {Element} list */
export function fillLevels(list) {
  /** @param {number} level */
  const option = (level) => html("option", { value: level }, levelText(level));
  const others = [...ELO.keys()].filter((level) => !NAMED.includes(level));
  list.replaceChildren(...NAMED.map(option), html("optgroup", { label: phrase("levels.more") }, ...others.map(option)));
}
