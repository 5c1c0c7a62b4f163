/** @file The list of the moves of the game. */

import { html } from "./dom.js";
import { sideToMove } from "./game.js";
import { costOf } from "./review.js";
import { NAMES, signed } from "./scores.js";

/** @import {Game} from "./game.js" */
/** @import {Review} from "./review.js" */

export class MoveList {
  #list;
  #jump;
  /** What is drawn, as a text. */
  #drawn = "";

  /**
   * @param {HTMLElement} list
   * @param {(ply: number) => void} jump
   */
  constructor(list, jump) {
    this.#list = list;
    this.#jump = jump;
  }

  /**
   * @param {Game} game
   * @param {number | null} ply the number of the last move on the board, null outside the game
   * @param {Review | null} review
   */
  draw(game, ply, review) {
    const shape = JSON.stringify([game, review?.annotations]);
    if (shape !== this.#drawn) this.#fill(game, review);
    this.#drawn = shape;
    const buttons = [...this.#list.querySelectorAll("button")];
    buttons.forEach((button, index) => {
      if (index + 1 === ply) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
    });
    scrollTo(this.#list, ply ? buttons[ply - 1] : null);
  }

  /** @param {Game} game @param {Review | null} review */
  #fill(game, review) {
    const shift = sideToMove(game.start) === "first" ? 0 : 1;
    const rows = [];
    for (let turn = 0; 2 * turn < game.moves.length + shift; turn++) {
      const cells = [2 * turn - shift, 2 * turn + 1 - shift].map((index) => this.#move(game, index, review));
      rows.push(html("li", {}, html("span", { class: "turn" }, `${turn + 1}.`), ...cells));
    }
    this.#list.replaceChildren(...rows);
  }

  /** @param {Game} game @param {number} index @param {Review | null} review */
  #move(game, index, review) {
    const column = game.moves[index];
    if (index < 0) return html("span", {}, "…");
    if (column === undefined) return html("span");
    const side = (index % 2 === 0) === (sideToMove(game.start) === "first") ? "first" : "second";
    const note = review?.annotations[index];
    const button = html("button", { type: "button" }, html("i", { class: `stone ${side}` }));
    button.append(unseen(`${NAMES[side]}, column `), String(column));
    if (note?.mark) {
      button.title = costOf(note);
      button.append(html("b", { class: `mark ${markClass(note.mark)}` }, note.mark), unseen(button.title));
    }
    if (note) button.append(unseen(", score "), html("small", {}, signed(note.after)));
    button.addEventListener("click", () => this.#jump(index + 1));
    return button;
  }
}

/** Makes a text for screen readers alone. @param {string} text */
function unseen(text) {
  return html("span", { class: "unseen" }, text);
}

/**
 * Returns the name of a mark in the style sheet.
 * @param {string} mark
 */
export function markClass(mark) {
  return { "?!": "slow", "?": "bad", "??": "worst" }[mark] ?? "";
}

/**
 * Scrolls the list, but not the page, so that an element of it is seen.
 * @param {HTMLElement} list
 * @param {HTMLElement | null} element
 */
function scrollTo(list, element) {
  if (!element) return;
  const [outer, inner] = [list.getBoundingClientRect(), element.getBoundingClientRect()];
  if (inner.top < outer.top) list.scrollTop -= outer.top - inner.top;
  if (inner.bottom > outer.bottom) list.scrollTop += inner.bottom - outer.bottom;
}
