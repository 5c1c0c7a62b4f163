/** @file What the engine does, in words. Pure. */

import { scoresOf } from "./replies.js";
import { isExact } from "./scores.js";
import { numeral, phrase } from "./texts.js";

/** @import {Analysis} from "./replies.js" */

/**
 * Describes a search: how far it is, its nodes, its speed and its book.
 * @param {Analysis | undefined} analysis
 * @param {boolean} thinking
 * @param {string | null} book the notice of the book, once it is loaded
 */
export function progressText(analysis, thinking, book) {
  const [, ply] = /ply (\d+)/.exec(book ?? "") ?? [];
  const bookText = ply ? phrase("book", { ply }) : phrase(book ? "book.none" : "book.loading");
  return [...searchText(analysis, thinking), bookText].join(" · ");
}

/**
 * @param {Analysis | undefined} analysis
 * @param {boolean} thinking
 */
function searchText(analysis, thinking) {
  const solved = scoresOf(analysis) !== null;
  const phase = phrase(solved ? "solved" : thinking ? "searching" : "stopped");
  if (!analysis) return [phase];
  const values = analysis.values.filter((value) => value !== null);
  const exact = values.filter(isExact).length;
  const columns = solved || values.length === 0 ? [] : [phrase("exact", { exact, all: values.length })];
  const nodes = phrase("nodes", { nodes: numeral(analysis.nodes), time: seconds(analysis.time) });
  const speed = !solved && analysis.speed > 0 ? [phrase("speed", { nodes: numeral(analysis.speed, { notation: "compact", maximumFractionDigits: 1 }) })] : [];
  return [phase, ...columns, nodes, ...speed];
}

/** @param {number} milliseconds */
function seconds(milliseconds) {
  const one = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  return milliseconds < 1000 ? `${milliseconds} ms` : `${numeral(milliseconds / 1000, one)} s`;
}
