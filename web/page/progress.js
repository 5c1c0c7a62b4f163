/** @file What the engine does, in words. Pure. */

import { scoresOf } from "./replies.js";
import { isExact } from "./scores.js";

/** @import {Analysis} from "./replies.js" */

const count = new Intl.NumberFormat("en");
const short = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });

/**
 * Describes a search: how far it is, its nodes, its speed and its book.
 * @param {Analysis | undefined} analysis
 * @param {boolean} thinking
 * @param {string | null} book the notice of the book, once it is loaded
 */
export function progressText(analysis, thinking, book) {
  const bookText = book ? book.split(",")[0] : "the book is loading";
  return [...searchText(analysis, thinking), bookText].join(" · ");
}

/**
 * @param {Analysis | undefined} analysis
 * @param {boolean} thinking
 */
function searchText(analysis, thinking) {
  const solved = scoresOf(analysis) !== null;
  const phase = solved ? "Solved" : thinking ? "Thinking" : "Stopped";
  if (!analysis) return [phase];
  const values = analysis.values.filter((value) => value !== null);
  const exact = values.filter(isExact).length;
  const columns = solved || values.length === 0 ? [] : [`${exact} of ${values.length} columns exact`];
  const nodes = `${count.format(analysis.nodes)} nodes in ${seconds(analysis.time)}`;
  const speed = !solved && analysis.speed > 0 ? [`${short.format(analysis.speed)} nodes/s`] : [];
  return [phase, ...columns, nodes, ...speed];
}

/** @param {number} milliseconds */
function seconds(milliseconds) {
  return milliseconds < 1000 ? `${milliseconds} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
}
