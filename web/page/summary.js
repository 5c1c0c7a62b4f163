/** @file The table below the graph: the moves of each side, and how many have each mark. */

import { html } from "./dom.js";
import { markClass, meaningOf } from "./review.js";
import { NAMES } from "./scores.js";
import { phrase } from "./texts.js";

/** @import {Side} from "./game.js" */
/** @import {Mark, Review} from "./review.js" */

const SIDES = /** @type {Side[]} */ (["first", "second"]);
const MARKS = /** @type {Mark[]} */ (["?!", "?", "??"]);

/**
 * @param {HTMLElement} table
 * @param {Review} review
 * @param {number} ply the number of the last move on the board
 * @param {(ply: number) => void} jump
 */
export function drawSummary(table, { annotations }, ply, jump) {
  const heads = MARKS.map((mark) =>
    html("th", { scope: "col", title: meaningOf(mark) }, html("b", { class: `mark ${markClass(mark)}` }, mark)),
  );
  const head = html("tr", {}, html("td"), ...["moves", "best"].map((key) => html("th", { scope: "col" }, phrase(key))), ...heads);
  const rows = SIDES.map((side) => {
    /** Returns the moves of the side with a mark, or the best ones. @param {Mark | null} mark */
    const plies = (mark) => annotations.flatMap((move, index) => (move?.side === side && move.mark === mark ? [index + 1] : []));
    const moves = annotations.filter((move) => move?.side === side).length;
    const share = moves > 0 ? `${Math.round((100 * plies(null).length) / moves)} %` : "–";
    const name = html("th", { scope: "row" }, html("i", { class: `stone ${side}` }), ` ${NAMES[side]}`);
    const counts = MARKS.map((mark) => html("td", {}, countButton(side, mark, plies(mark), ply, jump)));
    return html("tr", {}, name, html("td", {}, String(moves)), html("td", {}, share), ...counts);
  });
  table.replaceChildren(html("caption", { class: "unseen" }, phrase("summary")), head, ...rows);
}

/**
 * Makes a button that shows the next move of a side with a mark, and after the last the first.
 * @param {Side} side
 * @param {Mark} mark
 * @param {number[]} plies
 * @param {number} ply
 * @param {(ply: number) => void} jump
 */
function countButton(side, mark, plies, ply, jump) {
  if (plies.length === 0) return "0";
  const label = phrase("summary.next", { side: NAMES[side], n: plies.length, mark, meaning: meaningOf(mark) });
  const button = html("button", { type: "button", "aria-label": label, title: label }, String(plies.length));
  button.addEventListener("click", () => jump(plies.find((next) => next > ply) ?? plies[0]));
  return button;
}
