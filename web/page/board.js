/** @file Draws the stones on the board of the page and lets them fall. */

import { byId, svg } from "./dom.js";
import { HEIGHT, WIDTH, owner, winningCells } from "./game.js";
import { knock } from "./sound.js";

/** @import {Position, Side} from "./game.js" */

/** Side of a cell and radius of a hole, in units of the drawing. */
const CELL = 100;
const HOLE = 41;

/** Duration of a fall of one cell in milliseconds; a fall of `n` takes the square root of `n` times it. */
const FALL = 200;

/** @param {number} cell */
const x = (cell) => ((cell % WIDTH) + 0.5) * CELL;
/** @param {number} cell */
const y = (cell) => (HEIGHT - 0.5 - Math.floor(cell / WIDTH)) * CELL;

export class Board {
  /** @type {Position} */
  #position = "";
  /** The stones drawn, by cell. @type {Map<number, SVGGElement>} */
  #drawn = new Map();
  #stones = byId("stones");
  #marks = byId("marks");
  #ghost = byId("ghost");
  #lit = byId("lit");

  /**
   * Draws a position. If one stone is new, it falls.
   * @param {Position} position
   * @param {number | null} last the cell of the last move
   * @param {Map<number, number>} labels numbers on stones of the best line, by cell
   */
  draw(position, last, labels) {
    const added = this.#update(position);
    if (added.length === 1 && this.#position !== "") this.#drop(added[0]);
    this.#position = position;
    const four = new Set(winningCells(position));
    for (const [cell, drawn] of this.#drawn) {
      drawn.classList.toggle("quiet", four.size > 0 && !four.has(cell));
      drawn.classList.toggle("labelled", labels.has(cell));
    }
    this.#marks.replaceChildren(
      ...(last === null || four.size > 0 || labels.size > 0 ? [] : [mark(last, "last")]),
      ...[...four].map((cell) => mark(cell, "four")),
      ...[...labels].map(([cell, label]) => text(cell, label, owner(position, cell))),
    );
  }

  /**
   * Shows where the next stone would land, or nothing.
   * @param {number | null} cell
   * @param {Side} side
   */
  showGhost(cell, side) {
    this.#ghost.replaceChildren(...(cell === null ? [] : [stone(cell, side)]));
  }

  /** Lights up cells. @param {number[]} cells */
  light(cells) {
    this.#lit.replaceChildren(...cells.map((cell) => svg("circle", { cx: x(cell), cy: y(cell), r: HOLE + 3 })));
  }

  /** Lets the stone in a cell fall; marks appear once it lies. @param {number} cell */
  #drop(cell) {
    const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const duration = isStill ? 0 : fall(/** @type {SVGGElement} */ (this.#drawn.get(cell)), cell);
    // The stone lands after three quarters of its fall and bounces.
    knock(0.75 * duration);
    this.#marks.animate([{ opacity: 0 }, { opacity: 0 }], { duration });
    this.#stones.style.setProperty("--fall", `${duration}ms`);
  }

  /** @param {Position} position @returns {number[]} the cells with a new stone */
  #update(position) {
    const added = [];
    let removed = 0;
    for (let cell = 0; cell < position.length; cell++) {
      const side = owner(position, cell);
      if (side === (this.#position ? owner(this.#position, cell) : null)) continue;
      if (this.#drawn.has(cell)) removed++;
      this.#drawn.get(cell)?.remove();
      this.#drawn.delete(cell);
      if (!side) continue;
      const drawn = stone(cell, side);
      this.#drawn.set(cell, drawn);
      this.#stones.append(drawn);
      added.push(cell);
    }
    return removed === 0 ? added : [];
  }
}

/**
 * @param {number} cell
 * @param {Side} side
 */
function stone(cell, side) {
  const disc = svg("circle", { r: HOLE + 3 });
  const ring = svg("circle", { class: "ring", r: side === "first" ? 26 : 33 });
  return svg("g", { class: side, transform: `translate(${x(cell)} ${y(cell)})` }, svg("g", {}, disc, ring));
}

/**
 * @param {number} cell
 * @param {"last" | "four"} kind
 */
function mark(cell, kind) {
  return svg("circle", { class: kind, cx: x(cell), cy: y(cell), r: kind === "last" ? 12 : HOLE - 5 });
}

/**
 * @param {number} cell
 * @param {number} label
 * @param {Side | null} side
 */
function text(cell, label, side) {
  return svg("text", { class: `label ${side}`, x: x(cell), y: y(cell) }, String(label));
}

/**
 * Lets a stone fall into its cell. Returns the duration in milliseconds.
 * @param {SVGGElement} drawn
 * @param {number} cell
 */
function fall(drawn, cell) {
  const height = y(cell) + CELL / 2;
  const up = (/** @type {number} */ part) => `translateY(${-height * part}px)`;
  const duration = FALL * Math.sqrt(height / CELL);
  drawn.firstElementChild?.animate(
    [
      { transform: up(1), easing: "cubic-bezier(0.4, 0, 1, 0.8)" },
      { transform: "none", offset: 0.75, easing: "cubic-bezier(0, 0.4, 0.6, 1)" },
      { transform: up(0.06), offset: 0.87, easing: "cubic-bezier(0.4, 0, 1, 0.6)" },
      { transform: "none" },
    ],
    { duration },
  );
  return duration;
}
