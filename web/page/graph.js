/** @file The graph of a reviewed game: the exact score after each move, for the first player. */

import { svg } from "./dom.js";
import { markClass } from "./review.js";
import { NAMES, heightOf } from "./scores.js";
import { phrase } from "./texts.js";

/** @import {Review} from "./review.js" */

const WIDTH = 420;
const HEIGHT = 150;
const MIDDLE = HEIGHT / 2;
const MARGIN = 8;

/** @param {number} score */
const y = (score) => MIDDLE - heightOf(score) * (MIDDLE - 22);

export class Graph {
  #drawing = svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img" });
  #moves = 0;

  /**
   * @param {Element} parent
   * @param {(ply: number) => void} jump
   */
  constructor(parent, jump) {
    parent.append(this.#drawing);
    this.#drawing.addEventListener("click", ({ clientX }) => {
      const { left, width } = this.#drawing.getBoundingClientRect();
      const at = ((clientX - left) / width) * WIDTH;
      jump(Math.round(((at - MARGIN) / (WIDTH - 2 * MARGIN)) * this.#moves));
    });
  }

  /**
   * @param {Review} review
   * @param {number | null} ply
   */
  draw(review, ply) {
    this.#moves = Math.max(1, review.annotations.length);
    this.#drawing.setAttribute("aria-label", description(review));
    const x = this.#x(ply ?? 0);
    this.#drawing.replaceChildren(
      half("above", 0),
      half("below", MIDDLE),
      svg("line", { class: "middle", x1: 0, x2: WIDTH, y1: MIDDLE, y2: MIDDLE }),
      svg("text", { class: "axis", x: 4, y: 12 }, phrase("graph.side", { side: NAMES.first })),
      svg("text", { class: "axis", x: 4, y: HEIGHT - 5 }, phrase("graph.side", { side: NAMES.second })),
      ...this.#areas(review),
      ...(ply === null ? [] : [svg("line", { class: "cursor", x1: x, x2: x, y1: 0, y2: HEIGHT })]),
      ...this.#points(review, ply),
    );
  }

  /** @param {number} ply */
  #x(ply) {
    return MARGIN + (ply / this.#moves) * (WIDTH - 2 * MARGIN);
  }

  /** The areas between the curve and the middle: above it the first player wins. @param {Review} review */
  #areas({ scores }) {
    const first = scores.findIndex((score) => score !== null);
    if (first < 0) return [];
    const known = scores.slice(first).map((score, index) => `${this.#x(first + index)} ${y(score ?? 0)}`);
    const area = `M${this.#x(first)} ${MIDDLE}L${known.join("L")}V${MIDDLE}z`;
    return [
      svg("path", { class: "area first", d: area, "clip-path": "url(#above)" }),
      svg("path", { class: "area second", d: area, "clip-path": "url(#below)" }),
      svg("path", { class: "curve", d: `M${known.join("L")}` }),
    ];
  }

  /** @param {Review} review @param {number | null} ply */
  #points({ scores, annotations }, ply) {
    return scores.flatMap((score, at) => {
      if (score === null) return [];
      const mark = annotations[at - 1]?.mark;
      const kind = markClass(mark);
      const [cx, cy] = [this.#x(at), y(score)];
      const point = svg("circle", { class: `point ${kind}`, cx, cy, r: at === ply ? 5 : mark ? 3.5 : 2 });
      const above = score > 0 || (score === 0 && annotations[at - 1]?.side === "second");
      const sign = mark && svg("text", { class: `sign ${kind}`, x: cx, y: above ? cy - 7 : cy + 15 }, mark);
      return sign ? [point, sign] : [point];
    });
  }
}

/** Makes a clip of one half of the graph. @param {string} id @param {number} y */
function half(id, y) {
  return svg("clipPath", { id }, svg("rect", { y, width: WIDTH, height: MIDDLE }));
}

/** @param {Review} review */
function description({ scores, annotations, judged }) {
  const bad = annotations.filter((move) => move?.mark).length;
  return phrase("graph", { all: scores.length - 1, judged, bad });
}
