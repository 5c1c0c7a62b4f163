/** @file The lists of moves: those of the game, and those of the best line. */

import { html } from "./dom.js";
import { opponent, sideToMove } from "./game.js";
import { costOf, markClass } from "./review.js";
import { NAMES, signed } from "./scores.js";
import { phrase } from "./texts.js";

/** @import {Game, Position} from "./game.js" */
/** @import {Review} from "./review.js" */

/** A list with a button for each move. It keeps the focus when its moves change, as the best line's do in a search. */
class Moves {
  #list;
  /** What is drawn, as a text. */
  #drawn = "";

  /** @param {HTMLElement} list */
  constructor(list) {
    this.#list = list;
  }

  /**
   * @param {string} content identifies what `rows` returns in a language
   * @param {() => Element[]} rows
   * @param {number | null} at the number of the current move
   */
  fill(content, rows, at) {
    const focused = this.#list.contains(document.activeElement);
    const drawn = document.documentElement.lang + content;
    if (drawn !== this.#drawn) this.#list.replaceChildren(...rows());
    this.#drawn = drawn;
    const buttons = [...this.#list.querySelectorAll("button")];
    const stop = Math.min(Math.max(at ?? 1, 1), buttons.length) - 1;
    buttons.forEach((button, index) => {
      button.ariaCurrent = index + 1 === at ? "step" : null;
      // The list is one stop of the tab key; the arrows, which step through the moves, take the focus along.
      button.tabIndex = index === stop ? 0 : -1;
    });
    if (focused) buttons[stop]?.focus({ preventScroll: true });
    scrollTo(this.#list, at ? buttons[at - 1] : null);
  }
}

export class GameMoves extends Moves {
  #jump;

  /**
   * @param {HTMLElement} list
   * @param {(ply: number) => void} jump
   */
  constructor(list, jump) {
    super(list);
    this.#jump = jump;
  }

  /**
   * @param {Game} game
   * @param {number | null} ply the number of the last move on the board, null outside the game
   * @param {Review | null} review
   */
  draw(game, ply, review) {
    this.fill(JSON.stringify([game, review?.annotations]), () => this.#rows(game, review), ply);
  }

  /** @param {Game} game @param {Review | null} review */
  #rows(game, review) {
    const shift = sideToMove(game.positions[0]) === "first" ? 0 : 1;
    const rows = [];
    for (let turn = 0; 2 * turn < game.moves.length + shift; turn++) {
      const cells = [2 * turn - shift, 2 * turn + 1 - shift].map((index) => this.#move(game, index, review));
      rows.push(html("li", {}, html("span", { class: "turn" }, `${turn + 1}.`), ...cells));
    }
    return rows;
  }

  /** @param {Game} game @param {number} index @param {Review | null} review */
  #move(game, index, review) {
    const column = game.moves[index];
    if (column === undefined) return html("span", {}, index < 0 ? "…" : "");
    const side = sideToMove(game.positions[index]);
    const note = review?.annotations[index];
    const button = html("button", { type: "button" }, html("i", { class: `stone ${side}` }));
    button.append(unseen(phrase("move.column", { side: NAMES[side] })), " ", String(column));
    if (note?.mark) {
      button.title = costOf(note);
      button.append(html("b", { class: `mark ${markClass(note.mark)}` }, note.mark), unseen(button.title));
    }
    if (note) button.append(unseen(phrase("move.score")), " ", html("small", {}, signed(note.after)));
    button.addEventListener("click", () => this.#jump(index + 1));
    return button;
  }
}

export class LineMoves extends Moves {
  #step;

  /**
   * @param {HTMLElement} list
   * @param {(moves: number[], at: number) => void} step
   */
  constructor(list, step) {
    super(list);
    this.#step = step;
  }

  /**
   * @param {Position} position the position in which the line begins
   * @param {number[]} moves
   * @param {number} at the number of its moves on the board
   */
  draw(position, moves, at) {
    this.fill(position + moves.join(""), () => this.#rows(position, moves), at);
  }

  /** @param {Position} position @param {number[]} moves */
  #rows(position, moves) {
    const mover = sideToMove(position);
    return moves.map((column, index) => {
      const side = index % 2 === 0 ? mover : opponent(mover);
      const label = phrase("line.move", { number: index + 1, side: NAMES[side], column });
      const button = html("button", { type: "button", class: side, "aria-label": label }, String(column));
      if (index === 0) button.setAttribute("aria-keyshortcuts", "B");
      button.addEventListener("click", () => this.#step(moves, index + 1));
      return html("li", {}, button);
    });
  }
}

/** Makes a text for screen readers alone. @param {string} text */
function unseen(text) {
  return html("span", { class: "unseen" }, text);
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
