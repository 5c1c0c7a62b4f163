/** @file The seven buttons over the board, with the score of each column below it. */

import { html } from "./dom.js";
import { COLUMNS, columnOf, landing, owner, sideToMove } from "./game.js";
import { bestColumns } from "./replies.js";
import { NAMES, isExact, movesToWin, outcome, sign, words } from "./scores.js";
import { phrase } from "./texts.js";

/** @import {Position} from "./game.js" */
/** @import {Analysis} from "./replies.js" */
/** @import {Value} from "./scores.js" */

export class Columns {
  #buttons;

  /**
   * @param {Element} parent
   * @param {{play: (column: number) => void, point: (column: number | null) => void}} actions
   */
  constructor(parent, actions) {
    this.#buttons = [.../** @type {NodeListOf<HTMLElement>} */ (parent.querySelectorAll(".column"))];
    this.#buttons.forEach((button, index) => {
      button.addEventListener("click", () => actions.play(index + 1));
      // A finger does not point before it taps.
      button.addEventListener("pointerenter", ({ pointerType }) => actions.point(pointerType === "mouse" ? index + 1 : null));
      button.addEventListener("focus", () => actions.point(button.matches(":focus-visible") ? index + 1 : null));
      for (const event of ["pointerleave", "blur"]) button.addEventListener(event, () => actions.point(null));
    });
  }

  /** Points at the column of a hint. @param {number | null} hinted */
  point(hinted) {
    this.#buttons.forEach((button, index) => button.classList.toggle("hinted", index + 1 === hinted));
  }

  /**
   * @param {Position} position
   * @param {(column: number) => boolean} mayPlay
   * @param {Analysis | undefined} analysis undefined hides the scores
   */
  draw(position, mayPlay, analysis) {
    const best = bestColumns(analysis);
    for (const column of COLUMNS) {
      const value = analysis?.values[column - 1] ?? null;
      const button = this.#buttons[column - 1];
      const [label, score] = /** @type {Iterable<HTMLElement>} */ (button.children);
      button.setAttribute("aria-disabled", String(!mayPlay(column)));
      label.textContent = contentOf(position, column);
      drawScore(score, position, value, best.includes(column));
      const mover = NAMES[sideToMove(position)];
      button.title = value ? phrase("column.score", { column, verdict: `${mover} ${words(position, value)}` }) : "";
    }
  }
}

/**
 * @param {HTMLElement} element
 * @param {Position} position
 * @param {Value | null} value
 * @param {boolean} isBest
 */
function drawScore(element, position, value, isBest) {
  const kind = value ? (outcome(value) ?? "open") : "none";
  element.className = `score ${kind}${isBest ? " best" : ""}`;
  const note = isBest ? [html("span", { class: "unseen" }, phrase("best.one"))] : [];
  const texts = value ? [html("b", {}, sign(value)), shortWords(position, value), ...note] : [];
  element.replaceChildren(...texts.flatMap((text) => [text, " "]));
}

/**
 * Writes `wins in 5`, of which a narrow screen shows `in 5`.
 * @param {Position} position
 * @param {Value} value
 */
function shortWords(position, value) {
  if (value.chance !== undefined) return html("span", {}, phrase("guess"));
  if (!isExact(value) || outcome(value) === "draw") return html("span", {}, phrase(`short.${outcome(value) ?? "open"}`));
  const verb = phrase(value.lower > 0 ? "wins" : "loses");
  return html("span", {}, html("span", { class: "verb" }, `${verb} `), phrase("in", { n: movesToWin(position, value) }));
}

/**
 * Describes the stones in a column for screen readers.
 * @param {Position} position
 * @param {number} column
 */
function contentOf(position, column) {
  const sides = columnOf(column).map((cell) => owner(position, cell));
  const stones = sides.flatMap((side) => (side ? [NAMES[side].toLowerCase()] : []));
  const content = stones.length > 0 ? phrase("column.stones", { stones: stones.join(", ") }) : phrase("column.empty");
  const isFull = landing(position, column) === null;
  return phrase(isFull ? "column.full" : "column.content", { column, content });
}
