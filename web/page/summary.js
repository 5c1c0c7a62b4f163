/** @file The table below the graph: the moves of each side, and how many have each mark. */

import { html } from "./dom.js";
import { markClass } from "./moves.js";
import { MARK_WORDS, summaryOf } from "./review.js";
import { NAMES } from "./scores.js";

/** @import {Side} from "./game.js" */
/** @import {Mark, Review} from "./review.js" */

const SIDES = /** @type {Side[]} */ (["first", "second"]);
const MARKS = /** @type {Mark[]} */ (["?!", "?", "??"]);

/**
 * @param {HTMLElement} table
 * @param {Review} review
 * @param {(side: Side, mark: Mark) => void} jump shows the next move of a side with a mark
 */
export function drawSummary(table, review, jump) {
  const heads = MARKS.map((mark) => html("th", { scope: "col", title: MARK_WORDS[mark] }, markText(mark)));
  const head = html("tr", {}, html("td"), html("th", { scope: "col" }, "Moves"), html("th", { scope: "col" }, "Best"), ...heads);
  const rows = SIDES.map((side) => {
    const { moves, best, marks } = summaryOf(review, side);
    const share = moves > 0 ? `${Math.round((100 * best) / moves)} %` : "–";
    const name = html("th", { scope: "row" }, html("i", { class: `stone ${side}` }), ` ${NAMES[side]}`);
    const counts = MARKS.map((mark) => html("td", {}, countButton(side, mark, marks[mark], jump)));
    return html("tr", {}, name, html("td", {}, String(moves)), html("td", {}, share), ...counts);
  });
  table.replaceChildren(html("caption", { class: "unseen" }, "Moves of each side"), head, ...rows);
}

/** @param {Mark} mark */
function markText(mark) {
  return html("b", { class: `mark ${markClass(mark)}` }, mark);
}

/**
 * @param {Side} side
 * @param {Mark} mark
 * @param {number} count
 * @param {(side: Side, mark: Mark) => void} jump
 */
function countButton(side, mark, count, jump) {
  if (count === 0) return "0";
  const label = `${NAMES[side]}: ${count} ${mark}, ${MARK_WORDS[mark]}; show the next one`;
  const button = html("button", { type: "button", "aria-label": label, title: label }, String(count));
  button.addEventListener("click", () => jump(side, mark));
  return button;
}
