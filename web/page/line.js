/** @file The best line, move by move. */

import { byId, html } from "./dom.js";
import { opponent, sideToMove } from "./game.js";
import { NAMES } from "./scores.js";

/** @import {Position} from "./game.js" */

export class BestLine {
  #step;
  /** What is drawn, as a text. */
  #drawn = "";

  /** @param {(moves: number[], at: number) => void} step */
  constructor(step) {
    this.#step = step;
  }

  /**
   * @param {Position} position the position in which the line begins
   * @param {number[]} moves
   * @param {number} at the number of its moves on the board
   */
  draw(position, moves, at) {
    byId("line").hidden = moves.length === 0;
    byId("line-actions").hidden = at === 0;
    byId("line-text").textContent = `Move ${at} of ${moves.length}`;
    const shape = position + moves.join("");
    if (shape !== this.#drawn) this.#fill(position, moves);
    this.#drawn = shape;
    const buttons = [...byId("line-moves").querySelectorAll("button")];
    buttons.forEach((button, index) => {
      if (index + 1 === at) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
    });
  }

  /** @param {Position} position @param {number[]} moves */
  #fill(position, moves) {
    const mover = sideToMove(position);
    const items = moves.map((column, index) => {
      const side = index % 2 === 0 ? mover : opponent(mover);
      const label = `Move ${index + 1}, ${NAMES[side]}: column ${column}`;
      const button = html("button", { type: "button", class: side, "aria-label": label }, String(column));
      button.addEventListener("click", () => this.#step(moves, index + 1));
      return html("li", {}, button);
    });
    byId("line-moves").replaceChildren(...items);
  }
}
