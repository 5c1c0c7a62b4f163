/** @file Draws the state of the page. */

import { Board } from "./board.js";
import { Columns } from "./columns.js";
import { byId } from "./dom.js";
import { endOf, landing, lastCell, positionOf, result, sideToMove } from "./game.js";
import { Graph } from "./graph.js";
import { hintOf } from "./hint.js";
import { fillLevels, levelText } from "./levels.js";
import { GameMoves, LineMoves } from "./moves.js";
import { progressText } from "./progress.js";
import { isLastMistake, movesMade } from "./puzzles.js";
import { bestValue } from "./replies.js";
import { commentOn, reviewOf } from "./review.js";
import { NAMES, heightOf } from "./scores.js";
import { asksForSide, isSimple, mayPlay, nextLevel, shownMoment, shownPosition, showsScores, undo, withHint } from "./state.js";
import { moveText, puzzleText, statusOf, verdictText } from "./status.js";
import { drawSummary } from "./summary.js";
import { phrase } from "./texts.js";
import { cellsOf, questionIn, sentenceOf } from "./why.js";

/** @import {Position} from "./game.js" */
/** @import {Analysis} from "./replies.js" */
/** @import {Review} from "./review.js" */
/** @import {State} from "./state.js" */
/** @import {Why} from "./engine/types.js" */
/** @import {Question} from "./why.js" */

/**
 * What the view shows besides the state: what is known of each position, the reasons found, the
 * position that the engine thinks about, the notice of the book, whether a puzzle is loading, and an error of the engine.
 * @typedef {{known: (position: Position) => Analysis | undefined, reason: (question: Question) => Why | null | undefined,
 *   thinksAbout: Position | null, book: string | null, isOpening: boolean, error: string}} Findings
 */

/**
 * @typedef {object} Actions
 * @property {(column: number) => void} play
 * @property {(ply: number) => void} jump
 * @property {(moves: number[], at: number) => void} stepInto
 */

export class View {
  #board = new Board();
  #columns;
  #moves;
  #line;
  #graph;
  #actions;
  /** The column under the pointer. @type {number | null} */
  #pointed = null;
  /** @type {State | null} */
  #state = null;
  /** The cells of the reason. @type {number[]} */
  #cells = [];

  /** @param {Actions} actions */
  constructor(actions) {
    this.#actions = actions;
    fillLevels(byId("level"));
    this.#columns = new Columns(byId("columns"), {
      play: actions.play,
      point: (column) => {
        this.#pointed = column;
        this.#drawGhost();
      },
    });
    this.#moves = new GameMoves(byId("moves"), actions.jump);
    this.#line = new LineMoves(byId("line-moves"), actions.stepInto);
    this.#graph = new Graph(byId("graph"), actions.jump);
    for (const event of ["pointerenter", "focus", "click"]) byId("why").addEventListener(event, () => this.#board.light(this.#cells));
    for (const event of ["pointerleave", "blur"]) byId("why").addEventListener(event, () => this.#board.light([]));
  }

  /**
   * @param {State} state
   * @param {Findings} findings
   */
  draw(state, findings) {
    this.#state = state;
    const position = shownPosition(state);
    const analysis = showsScores(state) ? findings.known(position) : undefined;
    this.#drawBoard(state, position, analysis);
    document.body.classList.toggle("plain", !showsScores(state));
    document.body.classList.toggle("simple", isSimple(state));
    drawSetup(state, findings.isOpening);
    const hint = state.hinted === position && isSimple(state) ? hintOf(position, findings.known(position)) : null;
    drawStatus(state, analysis, findings.error, hint);
    this.#columns.point(hint?.column ?? hintedColumn(state));
    drawBar(position, analysis);
    drawOver(state);
    drawControls(state);
    this.#drawEngine(state, position, analysis, findings);
    this.#drawGame(state, findings);
    this.#drawWhy(state, findings);
    say("speech-move", moveText(shownMoment(state)));
    say("speech-verdict", isSimple(state) ? spokenStatus(state) : verdictText(position, analysis));
  }

  /** @param {State} state @param {Position} position @param {Analysis | undefined} analysis */
  #drawBoard(state, position, analysis) {
    this.#board.draw(position, lastCell(shownMoment(state)), lineLabels(state));
    this.#columns.draw(position, (column) => mayPlay(state, column), analysis);
    this.#drawGhost();
  }

  #drawGhost() {
    const [state, column] = [this.#state, this.#pointed];
    if (!state) return;
    const position = shownPosition(state);
    const cell = column !== null && mayPlay(state, column) ? landing(position, column) : null;
    this.#board.showGhost(cell, sideToMove(position));
  }

  /** @param {State} state @param {Position} position @param {Analysis | undefined} analysis @param {Findings} findings */
  #drawEngine(state, position, analysis, { thinksAbout, book, error, known }) {
    const base = positionOf(state);
    const { moves, at } = state.line ?? { moves: analysis?.line ?? [], at: 0 };
    this.#line.draw(base, moves, at);
    // The space is there before the line, and in a review after it, so that nothing jumps.
    byId("line").hidden = moves.length === 0 && (!showsScores(state) || (result(position) !== null && !state.review));
    byId("line-actions").hidden = at === 0;
    byId("line-text").textContent = phrase("line.at", { at, all: moves.length });
    byId("line-title").textContent = state.line || known(base)?.complete ? phrase("line") : phrase("line.open");
    const shown = showsScores(state) && !result(position);
    const thinking = thinksAbout === position;
    byId("stop").hidden = !shown || error !== "" || (!thinking && known(position)?.complete === true);
    byId("stop").textContent = phrase(thinking ? "stop" : "continue");
    byId("progress").textContent = error || (shown ? progressText(analysis, thinking, book) : "");
    byId("progress").hidden = !shown && !error;
    byId("no-scores").textContent = shown || isSimple(state) ? "" : phrase(showsScores(state) ? "scores.over" : "scores.hidden");
  }

  /** @param {State} state @param {Findings} findings */
  #drawGame(state, { known }) {
    const { game, ply, line } = state;
    const review = state.review ? reviewOf(game, known) : null;
    const at = line ? null : ply;
    byId("no-moves").hidden = game.moves.length > 0;
    byId("review-start").hidden = state.review || game.moves.length === 0;
    byId("review-start").classList.toggle("primary", result(positionOf(endOf(game))) !== null);
    byId("review-end").hidden = !state.review;
    byId("review").hidden = !review;
    byId("comment").hidden = !review && !state.attempt;
    if (state.attempt) say("comment", puzzleText(state.attempt));
    byId("learn").hidden = !review || review.judged < game.moves.length || !review.annotations.some((move) => move?.mark?.startsWith("?"));
    this.#moves.draw(game, at, review);
    if (review) this.#drawReview(review, at);
  }

  /** Says the reason of the position or the move. Its cells light up when it is touched. @param {State} state @param {Findings} findings */
  #drawWhy(state, { known, reason }) {
    const question = questionIn(state, known);
    const why = question && reason(question);
    const text = why ? sentenceOf(why, question) : "";
    // Where scores are shown, the space is kept.
    byId("why").hidden = !text && !showsScores(state);
    if (byId("why").textContent === text) return;
    byId("why").textContent = text;
    byId("why").inert = !text;
    this.#cells = why ? cellsOf(why) : [];
    this.#board.light(document.activeElement === byId("why") ? this.#cells : []);
  }

  /** @param {Review} review @param {number | null} ply */
  #drawReview(review, ply) {
    this.#graph.draw(review, ply);
    const all = review.annotations.length;
    byId("review-progress").textContent = review.judged < all ? phrase("review.progress", { done: review.judged, all }) : "";
    const move = ply ? review.annotations[ply - 1] : null;
    say("comment", move ? commentOn(move) : "");
    drawSummary(byId("summary"), review, ply ?? 0, this.#actions.jump);
  }
}

/** Returns the numbers of the stones of the best line, by cell. @param {State} state */
function lineLabels({ ply, line }) {
  const labels = new Map();
  if (!line) return labels;
  for (let at = 1; at <= line.at; at++) labels.set(lastCell({ game: line.game, ply: ply + at }), at);
  return labels;
}

/** @param {State} state @param {boolean} isOpening */
function drawSetup(state, isOpening) {
  const { mode, level, begins, human, standing } = state;
  check("mode", isOpening ? "puzzles" : mode);
  byId("standing").hidden = mode !== "puzzles";
  byId("standing-text").textContent = phrase("puzzle.standing", { rating: standing.rating, streak: standing.streak });
  byId("opponent").hidden = mode !== "engine" || state.review;
  /** @type {HTMLSelectElement} */ (byId("level")).value = String(level);
  /** @type {HTMLSelectElement} */ (byId("begins")).value = begins;
  byId("coach").hidden = !isSimple(state) || mode !== "engine";
  byId("coach").ariaChecked = String(state.coach);
  byId("ask").hidden = !asksForSide(state);
  byId("ask-text").textContent = phrase("ask", { side: NAMES[human] });
}

/** Checks one of the radio buttons with a name. @param {string} name @param {string} value */
function check(name, value) {
  const found = document.querySelector(`input[name="${name}"][value="${value}"]`);
  /** @type {HTMLInputElement} */ (found).checked = true;
}

/** Fills the bar with the first player's part. @param {Position} position @param {Analysis | undefined} analysis */
function drawBar(position, analysis) {
  const value = analysis && bestValue(analysis);
  const end = result(position);
  const sign = sideToMove(position) === "first" ? 1 : -1;
  const height = value ? (value.chance === undefined ? heightOf((value.lower + value.upper) / 2) : 2 * value.chance - 1) : 0;
  const part = end ? { first: 1, second: -1, draw: 0 }[end] : sign * height;
  byId("bar").style.setProperty("--first-part", `${50 + 50 * part}%`);
}

/** @param {State} state @param {Analysis | undefined} analysis @param {string} error @param {ReturnType<typeof hintOf>} hint */
function drawStatus(state, analysis, error, hint) {
  const { side, turn, verdict } = statusOf(state, analysis, error);
  const isOver = isSimple(state) && !state.attempt && result(shownPosition(state)) !== null;
  byId("status-stone").className = `stone ${side ?? "none"}`;
  byId("status-side").textContent = isOver ? phrase("over") : turn;
  const isAsked = state.hinted === shownPosition(state) && isSimple(state) && !error;
  const hintText = hint ? phrase(`hint.${hint.reason}`, { column: hint.column }) : isAsked ? phrase("searching") : verdict;
  byId("status-verdict").textContent = isOver ? "" : hintText;
  byId("over").hidden = !isOver;
  byId("over-title").textContent = turn;
}

/** @param {State} state */
function drawOver(state) {
  const next = nextLevel(state);
  byId("over-level").hidden = next === null;
  byId("over-level").textContent = next === null ? "" : levelText(next);
}

/** @param {State} state */
function drawControls(state) {
  const at = state.line?.at ?? state.ply;
  const last = state.line?.moves.length ?? state.game.moves.length;
  disable("start", at === 0);
  disable("back", at === 0);
  disable("forward", at === last);
  disable("end", at === last);
  disable("undo", undo(state) === state);
  disable("redo", state.future.length === 0);
  disable("hint", withHint(state) === state);
  const { attempt } = state;
  name("undo", attempt ? "puzzle.retry" : "undo");
  name("new", attempt ? (isLastMistake(attempt) ? "puzzle.review" : "puzzle.next") : "new");
  byId("new").classList.toggle("primary", attempt?.answer === "right");
  const hints = /** @type {HTMLInputElement} */ (byId("hints"));
  hints.checked = showsScores(state);
  hints.disabled = state.review;
}

/**
 * Shows that a button has no effect now. It takes clicks, because its key may come before the next
 * drawing.
 * @param {string} id
 * @param {boolean} disabled
 */
function disable(id, disabled) {
  byId(id).ariaDisabled = String(disabled);
}

/** Names a button. @param {string} id @param {string} key */
function name(id, key) {
  const button = byId(id);
  button.setAttribute("aria-label", phrase(key));
  button.title = phrase(key);
  /** @type {HTMLElement} */ (button.querySelector("span")).textContent = phrase(key);
}

/** Returns what the status says of a hint, the coach or a puzzle. @param {State} state */
function spokenStatus({ attempt }) {
  const ids = attempt?.answer ? ["status-side", "status-verdict"] : ["status-verdict"];
  return ids.map((id) => byId(id).textContent).join(". ");
}

/** Returns the column of a hint in a puzzle, or null. @param {State} state */
function hintedColumn({ attempt, game }) {
  return attempt?.hints === 2 ? (attempt.puzzle.solution[movesMade(attempt, game)] ?? null) : null;
}

/** Sets a text that screen readers say when it changes. @param {string} id @param {string} text */
function say(id, text) {
  const element = byId(id);
  if (element.textContent !== text) element.textContent = text;
}
