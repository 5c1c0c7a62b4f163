/** @file Tests of the page in Chromium: what a user does, and what the page must not do. */

import assert from "node:assert/strict";
import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { after, afterEach, test } from "node:test";

import { chromium } from "playwright-core";

import { COLUMNS, endOf, gameIn, isLegal, positionOf } from "../../target/web/site/game.js";
import { puzzleAfter, puzzleOfDay, readPuzzles } from "../../target/web/site/puzzles.js";
import { signed } from "../../target/web/site/scores.js";
import { DEFAULT_SETTINGS } from "../../target/web/site/state.js";
import { phrase } from "../../target/web/site/texts.js";
import { annotated, stored } from "./native.js";
import "./rules.js";
import { ROOT, SITE, Visitor, serve } from "./site.js";

/** @import {BrowserContextOptions, Page} from "playwright-core" */
/** @import {Puzzle} from "../../target/web/site/puzzles.js" */

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const PUZZLES = readPuzzles(readFileSync(join(SITE, "puzzles.txt"), "utf8"));
const SCREENSHOTS = join(ROOT, "target/web/screenshots");
/** Debian's browser, or the one that `CHROMIUM` names. */
const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";
/** A game with good moves and bad ones, to its end. */
const LOST_WIN = "444444552333332266557";
/** @type {BrowserContextOptions} */
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 };

const [browser, site] = await Promise.all([chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] }), serve()]);
const visitor = new Visitor(browser, site.address);
mkdirSync(SCREENSHOTS, { recursive: true });

after(async () => {
  await browser.close();
  site.close();
});

afterEach(async () => {
  const complaints = visitor.complaints.splice(0);
  await Promise.all(browser.contexts().map((context) => context.close()));
  // What a page had not fetched when it was closed is not an error.
  visitor.complaints = [];
  assert.deepEqual(complaints, []);
});

/** @param {Page} page @param {number} column */
const column = (page, column) => page.locator(".column").nth(column - 1);

/** Waits until an element has a text. @param {Page} page @param {string} selector @param {string | RegExp} hasText */
const shows = (page, selector, hasText) => page.locator(selector, { hasText }).waitFor({ state: "attached" });

/** Waits until there are so many elements. @param {Page} page @param {string} selector @param {number} count */
const counts = (page, selector, count) =>
  page.waitForFunction(({ selector, count }) => document.querySelectorAll(selector).length === count, { selector, count });

/** Waits until the scores of the position on the board are proven. @param {Page} page */
const solved = (page) => shows(page, "#progress", /^Solved/);

/** Chooses a mode. @param {Page} page @param {"mode"} name @param {string} value */
const choose = (page, name, value) => page.check(`input[name="${name}"][value="${value}"]`);

/** Opens the page to analyze. @param {string} [hash] @param {BrowserContextOptions} [options] */
async function analyze(hash, options) {
  const page = await visitor.open(hash, options);
  if (!hash) await choose(page, "mode", "analysis");
  return page;
}

/** Presses keys, one after the other. @param {Page} page @param {string[]} keys */
async function press(page, ...keys) {
  for (const key of keys) await page.keyboard.press(key);
}

/** Opens the review of a game and waits until it is complete. @param {Page} page @param {number} moves */
async function review(page, moves) {
  await page.click("#review-start");
  await counts(page, "#moves small", moves);
}

/** Returns the scores below the columns, null for a full one. @param {Page} page */
async function scores(page) {
  const texts = await page.locator(".column .score").evaluateAll((all) => all.map((one) => one.querySelector("b")?.textContent ?? ""));
  return texts.map((text) => (text === "" ? null : Number(text.replace("−", "-"))));
}

/** Reads the address in the page: `page.url()` may be out of date. @param {Page} page */
const hash = (page) => page.evaluate(() => location.hash);

/** Waits until the address has this part after `#`. @param {Page} page @param {string} hash */
const linked = (page, hash) => page.waitForFunction((hash) => location.hash === hash, hash);

/** Follows a link on the same page. @param {Page} page @param {string} link */
const follow = (page, link) => page.evaluate((link) => void (location.hash = link), link);

/** Shows the position of a link on the same page: the one before may have as many moves. @param {Page} page @param {string} columns */
async function visit(page, columns) {
  await follow(page, columns);
  await page.waitForFunction((columns) => {
    const moves = [...document.querySelectorAll("#moves button")];
    return columns === moves.map((move) => move.textContent?.match(/column (\d)/)?.[1]).join("");
  }, columns);
}

/** @param {Page} page @param {string} name */
const screenshot = (page, name) => page.screenshot({ path: join(SCREENSHOTS, `${name}.png`) });

/** Pastes a text on the page. @param {Page} page @param {string} text */
const paste = (page, text) =>
  page.evaluate((text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", text);
    document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
  }, text);

/** Opens the page without a file. @param {string} file a pattern */
async function openWithout(file) {
  const page = await visitor.blank();
  await page.route(file, (route) => route.abort());
  await page.goto(site.address);
  return page;
}

/** Accepts that a file did not load. */
function forgiveMissingFiles() {
  visitor.complaints = visitor.complaints.filter((text) => !/ERR_FAILED|Failed to fetch/.test(text));
}

test("a game against the engine is played by clicks to its end", async () => {
  const page = await visitor.open();
  assert.deepEqual(await page.locator("#level > option").allTextContents(), [
    "Beginner, Elo 522", "Casual, Elo 819", "Skilled, Elo 1154", "Strong, Elo 1432", "Expert, Elo 1724", "Perfect, Elo 2140",
  ]);
  assert.equal(await page.locator("#level option").count(), 21);
  await page.selectOption("#level", { label: "Level 3, Elo 731" });
  for (;;) {
    const end = endOf(gameIn((await hash(page)).slice(1)));
    const legal = COLUMNS.filter((column) => isLegal(positionOf(end), column));
    if (legal.length === 0) break;
    await column(page, legal[end.ply % legal.length]).click();
    await page.waitForFunction(
      (ply) => document.querySelector("#over:not([hidden])") || document.querySelectorAll("#moves button").length >= ply + 2,
      end.ply,
    );
  }
  await shows(page, "#over-title", /^(You won|You lost|Draw)$/);
  await page.waitForTimeout(1000);
  await screenshot(page, "game-over");
  await page.click("#over-again");
  await counts(page, "#moves button", 1);
  await page.goBack();
  await page.click("#undo");
  await shows(page, "#status-side", "Your turn");
});

test("on a phone the end of a game and its review are in view", async () => {
  const page = await visitor.open("", { ...PHONE, viewport: { width: 360, height: 740 } });
  await choose(page, "mode", "people");
  for (const one of LOST_WIN) await column(page, Number(one)).click();
  await shows(page, "#over-title", "Red won");
  await inView(page, "#status", "#board", "#over-title", "#over-review", "#over-again", "#undo");
  await page.waitForTimeout(700);
  await screenshot(page, "phone-over");
  await page.click("#over-review");
  await counts(page, "#moves small", LOST_WIN.length);
  await page.locator("#back").tap();
  await inView(page, "#status", "#board", "#comment", "#back", "#forward");
  await screenshot(page, "phone-review");
});

test("on a phone the next level is in view after three equal results", async () => {
  for (const viewport of [{ width: 360, height: 740 }, { width: 740, height: 360 }]) {
    const page = await visitor.open("", { ...PHONE, viewport, locale: "de" });
    const won = { ...DEFAULT_SETTINGS, results: ["won", "won"], game: ["startpos", positionOf(endOf(gameIn(""))), "414141"], ply: 6, past: [], future: [] };
    await page.evaluate((won) => sessionStorage.setItem("claimeven", JSON.stringify(won)), won);
    await page.goto("about:blank");
    await page.goto(site.address);
    await column(page, 4).click();
    await shows(page, "#over-level", "Stufe 5, Elo 896");
    await inView(page, "#board", "#over-title", "#over-review", "#over-again", "#over-level", "#undo");
    await screenshot(page, `next-level-${viewport.width}`);
  }
});

test("on a slow network the board takes moves before the engine is there, and nothing jumps", async (t) => {
  for (const [link, locale] of [["", "en"], ["#4453", "en"], ["", "de"], ["#4453", "de"]]) {
    const page = await visitor.blank({ locale });
    const network = await page.context().newCDPSession(page);
    await network.send("Network.emulateNetworkConditions", { offline: false, latency: 40, downloadThroughput: 5e4, uploadThroughput: 5e4 });
    await page.addInitScript(() => {
      const page = /** @type {any} */ (window);
      page.shift = 0;
      new PerformanceObserver((list) => {
        for (const { value } of /** @type {any[]} */ (list.getEntries())) page.shift += value;
      }).observe({ type: "layout-shift", buffered: true });
    });
    await page.goto(site.address + link, { waitUntil: "commit" });
    await page.locator("#board svg").waitFor();
    await page.locator("#main:not([inert])").waitFor();
    const shift = () => page.evaluate(() => /** @type {any} */ (window).shift);
    if (link === "") {
      await column(page, 4).click();
      await linked(page, "#4");
      const loaded = await page.evaluate(() => performance.getEntriesByName(new URL("engine/wasm_bg.wasm", location.href).href).length);
      assert.equal(loaded, 0);
    } else {
      await column(page, 1).locator(".score b").waitFor();
      t.diagnostic(`${locale}: first scores at .4 Mbit/s after ${Math.round(await page.evaluate(() => performance.now()))} ms`);
    }
    assert.ok((await shift()) < 0.02, `${link} ${locale}: ${await shift()}`);
  }
});

test("a hint names a column and why, and stones fall without a sound unless asked", async () => {
  const page = await visitor.blank();
  await page.addInitScript(() => {
    const { start } = OscillatorNode.prototype;
    OscillatorNode.prototype.start = function (/** @type {number} */ when) {
      document.documentElement.dataset.knocks = String(Number(document.documentElement.dataset.knocks ?? 0) + 1);
      start.call(this, when);
    };
  });
  const knocks = () => page.evaluate(() => document.documentElement.dataset.knocks);
  await page.goto(site.address);
  await page.locator("#main:not([inert])").waitFor();
  await press(page, "h");
  await shows(page, "#status-verdict", "Column 4 is best");
  await choose(page, "mode", "people");
  await press(page, "1", "1", "2", "2", "3", "h");
  await shows(page, "#status-verdict", "Column 4 blocks");
  await screenshot(page, "hint");
  assert.equal(await knocks(), undefined);
  await page.click("#help");
  await page.check("#sound");
  await press(page, "Escape", "3", "h");
  await shows(page, "#status-verdict", "Column 4 wins");
  assert.equal(await knocks(), "2");
});

/** The puzzle of a link, from the set. @param {Page} page */
async function puzzleOf(page) {
  await page.waitForFunction(() => location.hash.startsWith("#puzzle="));
  const puzzle = puzzleAfter(PUZZLES, gameIn((await hash(page)).slice("#puzzle=".length)));
  assert.ok(puzzle);
  return puzzle;
}

/** Solves a puzzle by its keys, each after the reply. @param {Page} page @param {Puzzle} puzzle */
async function solve(page, { game, solution }) {
  for (let made = 0; made < solution.length; made += 2) {
    await counts(page, "#stones > g", game.moves.length + made);
    await press(page, String(solution[made]));
  }
  await shows(page, "#status-side", "Solved");
}

test("a puzzle is solved, tried again, counted and kept, and has a link", async () => {
  const page = await visitor.open();
  await press(page, "4");
  await choose(page, "mode", "puzzles");
  const puzzle = await puzzleOf(page);
  await shows(page, "#standing-text", "Rating 1000, 0 in a row");
  await solve(page, puzzle);
  await shows(page, "#comment", `Rating of the puzzle: ${puzzle.rating}`);
  await shows(page, "#standing-text", /Rating 1[01]\d\d, 1 in a row/);
  await press(page, "n");
  await page.waitForFunction((moves) => location.hash !== `#puzzle=${moves}`, puzzle.game.moves.join(""));
  const next = await puzzleOf(page);
  assert.ok(Math.abs(Number(next.rating) - 1040) < 300);
  const wrong = await page.locator(".column[aria-disabled=false]").evaluateAll((all, right) => all.map((one) => one.querySelector(".unseen")?.textContent).find((text) => !text?.startsWith(`Column ${right}`)), next.solution[0]);
  await press(page, String(/\d/.exec(wrong ?? "")));
  await shows(page, "#status-side", "Not this one");
  await shows(page, "#standing-text", "0 in a row");
  await page.reload();
  await shows(page, "#status-side", "Not this one");
  await page.click("#undo");
  await shows(page, "#status-verdict", /Find the win|Save the draw/);
  await press(page, "h");
  await shows(page, "#status-verdict", phrase(`theme.${next.theme}`));
  await press(page, "h");
  await shows(page, "#status-verdict", `Column ${next.solution[0]} is best`);
  assert.equal(await page.locator(".hinted").count(), 1);
  await solve(page, next);
  await shows(page, "#status-verdict", phrase(`theme.${next.theme}`));
  await page.click("#puzzle-day");
  const daily = (await page.evaluate(() => [new Date().getFullYear(), new Date().getMonth(), new Date().getDate()]));
  await linked(page, `#puzzle=${puzzleOfDay(PUZZLES, new Date(daily[0], daily[1], daily[2])).game.moves.join("")}`);
  await choose(page, "mode", "engine");
  await page.waitForFunction(() => location.hash.startsWith("#4"));
  await page.goBack();
  await shows(page, "#standing-text", "0 in a row");
  const other = await page.context().newPage();
  await other.goto(`${site.address}#puzzle=${puzzle.game.moves.join("")}`);
  await shows(other, "#status-verdict", /Find the win|Save the draw/);
  // A position that is not in the set, one that is lost, and what is no position.
  await other.goto(`${site.address}#puzzle=445`);
  await follow(other, "#puzzle=4455");
  await shows(other, "#status-verdict", "Find the win");
  await follow(other, "#puzzle=44556");
  await shows(other, "#link-note", "The puzzle did not load: the side to move has lost");
  await follow(other, "#puzzle=448");
  await shows(other, "#link-note", "This link cannot be read");
});

/** Returns the cells that are lit, as their places in the drawing. @param {Page} page */
const lit = (page) => page.locator("#lit circle").evaluateAll((all) => all.map((one) => `${one.getAttribute("cx")} ${one.getAttribute("cy")}`));

test("a reason is said in Analyze, in a review, at a hint and after a puzzle, and its cells light up", async () => {
  // The picture of docs/learn.md.
  const page = await visitor.open("#4455", { viewport: { width: 1000, height: 700 } });
  const threats = "Red threatens column 2 row 1 and column 6 row 1; Yellow can block only one.";
  await shows(page, "#why", `After 3: ${threats}`);
  assert.deepEqual(await lit(page), []);
  await page.hover("#why");
  assert.deepEqual(await lit(page), ["150 550", "550 550"]);
  await screenshot(page, "why");
  await page.mouse.move(0, 0);
  assert.deepEqual(await lit(page), []);
  await press(page, "w");
  assert.equal((await lit(page)).length, 2);
  await page.locator("#why").focus();
  await press(page, "7");
  await shows(page, "#why", /^After|^Yellow|^Red/);
  await review(page, 5);
  await shows(page, "#why", "After 7: Yellow wins with best play by the threat at column 3 row 2 (even row)");
  await page.selectOption("#language", "de");
  await shows(page, "#why", "Nach 7: Gelb gewinnt bei bestem Spiel durch die Drohung auf Spalte 3 Reihe 2 (gerade Reihe)");
  await page.selectOption("#language", "en");
  await page.click("#review-end");
  await visit(page, "4455");
  await choose(page, "mode", "engine");
  await press(page, "h");
  await shows(page, "#status-verdict", /Column [36] is best/);
  await shows(page, "#why", `After 3: ${threats}`);
  await follow(page, "#puzzle=4455");
  await shows(page, "#status-verdict", "Find the win");
  await press(page, "7");
  await shows(page, "#why", "After 7: Yellow wins with best play");
  await press(page, "u");
  await shows(page, "#status-verdict", "Find the win");
  await press(page, "6");
  await shows(page, "#status-side", "Solved");
  await shows(page, "#why", `After 3: ${threats}`);
});

test("the coach warns once before a move that gives the win away, and says why", async () => {
  const page = await visitor.open("#4455");
  await solved(page);
  await choose(page, "mode", "engine");
  const isOn = (/** @type {Page} */ page) => page.getAttribute("#coach", "aria-checked");
  assert.equal(await isOn(page), "false");
  await press(page, "c");
  await press(page, "7");
  await shows(page, "#status-verdict", "7? It gives the win away");
  await shows(page, "#why", /\w/);
  await shows(page, "#speech-verdict", "It gives the win away");
  await linked(page, "#4455");
  await screenshot(page, "coach");
  await press(page, "7");
  await page.waitForFunction(() => location.hash.startsWith("#44557"));
  await press(page, "n");
  await linked(page, "");
  const tab = await page.context().newPage();
  await tab.goto(site.address);
  await tab.locator("#coach[aria-checked=true]").waitFor();
});

test("after a review the mistakes of the user are puzzles", async () => {
  const page = await visitor.open(`#${LOST_WIN}`);
  await review(page, LOST_WIN.length);
  const mistakes = await page.locator("#moves .mark.bad").count();
  await page.click("#learn");
  for (let left = mistakes - 1; left >= 0; left--) {
    await shows(page, "#comment", left > 0 ? `${left} more mistake` : /^$/);
    await press(page, "h");
    const column = await page.locator(".hinted .unseen").textContent();
    await press(page, String(/\d/.exec(column ?? "")));
    await shows(page, "#status-side", "Solved");
    assert.equal(await page.textContent("#new span"), left > 0 ? "Next puzzle" : "Back to the review");
    await press(page, "n");
  }
  await counts(page, "#moves small", LOST_WIN.length);
  await linked(page, `#${LOST_WIN}`);
  assert.equal(await page.evaluate(() => localStorage.getItem("claimeven-puzzles")?.includes('"count":0')), true);
});

test("without its file of puzzles the page says so, and plays", async () => {
  const page = await openWithout("**/puzzles.txt");
  await page.click('input[value="puzzles"]');
  await shows(page, "#link-note", "The puzzle did not load: ");
  await choose(page, "mode", "engine");
  await press(page, "4");
  await shows(page, "#status-side", /thinking|Your turn/);
  forgiveMissingFiles();
});

test("the whole board is in view on a phone on its side, and does not move between modes", async () => {
  for (const viewport of [{ width: 740, height: 360 }, { width: 360, height: 740 }]) {
    const page = await visitor.open("", { ...PHONE, viewport });
    await inView(page, "#status", "#board");
    const before = await page.locator("#columns").boundingBox();
    await choose(page, "mode", "people");
    await inView(page, "#status", "#board");
    await choose(page, "mode", "analysis");
    await solved(page);
    await inView(page, "#status", "#board");
    await screenshot(page, `analysis-${viewport.width}`);
    const after = await page.locator("#columns").boundingBox();
    if (viewport.width > 500) assert.equal(before?.y, after?.y);
  }
});

test("on a phone on its side the controls are next to the board, which stays in view", async () => {
  const page = await visitor.open("", { ...PHONE, viewport: { width: 740, height: 360 } });
  await inView(page, "#board", "#level", "#hint", "#undo", "#new");
  await choose(page, "mode", "people");
  for (const one of LOST_WIN) await column(page, Number(one)).click();
  await shows(page, "#over-title", "Red won");
  await inView(page, "#board", "#over-title", "#over-review", "#over-again", "#undo");
  await screenshot(page, "side-over");
  await page.click("#over-review");
  await counts(page, "#moves small", LOST_WIN.length);
  await page.locator("#back").tap();
  await inView(page, "#board", "#comment", "#start", "#back", "#forward", "#end", "#new");
  await screenshot(page, "side-review");
  await page.locator("#load").scrollIntoViewIfNeeded();
  await inView(page, "#board", "#load");
  await page.evaluate(() => scrollTo(0, 0));
  await choose(page, "mode", "analysis");
  await page.click("#review-start");
  await inView(page, "#board", "#controls");
});

test("the arrows stay where they are, whatever there is to say of the position", async () => {
  for (const viewport of [{ width: 360, height: 740 }, { width: 1280, height: 800 }]) {
    const page = await visitor.open(`#${LOST_WIN}`, { ...PHONE, viewport });
    const top = async () => (await page.locator("#back").boundingBox())?.y;
    const wanted = await top();
    await shows(page, "#no-scores", "The game is over.");
    await press(page, "s", "ArrowLeft");
    await shows(page, "#no-scores", "Hidden, so that you find the best moves yourself.");
    assert.equal(await top(), wanted);
    await press(page, "s");
    await solved(page);
    assert.equal(await top(), wanted);
    await review(page, LOST_WIN.length);
    const reviewed = await top();
    for (let move = LOST_WIN.length; move > 0; move--) {
      await press(page, "ArrowLeft");
      assert.equal(await top(), reviewed, `move ${move}`);
    }
  }
});

/** Checks that elements are in the window. @param {Page} page @param {string[]} selectors */
async function inView(page, ...selectors) {
  for (const selector of selectors) {
    const [box, size] = [await page.locator(selector).boundingBox(), page.viewportSize()];
    assert.ok(box && size && box.y >= 0 && box.y + box.height <= size.height, `${selector}: ${JSON.stringify(box)}`);
  }
}

test("scores are those of the stored positions", async () => {
  const page = await analyze();
  for (const position of stored().filter((_, index) => index % 5 === 1)) {
    await visit(page, position.moves);
    await solved(page);
    assert.deepEqual(await scores(page), position.scores, position.moves);
  }
});

test("stop ends a search, which then continues", async (t) => {
  const page = await openWithout("**/openings.book");
  await choose(page, "mode", "analysis");
  await shows(page, "#progress", /nodes\/s/);
  await column(page, 1).locator(".score b", { hasText: "%" }).waitFor();
  await screenshot(page, "thinking");
  const started = performance.now();
  await page.click("#stop");
  await shows(page, "#progress", /^Stopped.*no book/);
  t.diagnostic(`stop: ${Math.round(performance.now() - started)} ms from the click to the answer on the page`);
  await screenshot(page, "stopped");
  await page.click("#stop");
  await shows(page, "#progress", /^Thinking/);
  await press(page, "4");
  assert.equal(await hash(page), "#4");
  forgiveMissingFiles();
});

test("a link brings back the game, and the address holds it", async () => {
  const page = await analyze("#445332", { permissions: ["clipboard-read", "clipboard-write"] });
  await solved(page);
  assert.deepEqual(await scores(page), [-2, -4, 2, 2, -2, 2, 2]);
  await press(page, "4");
  assert.equal(await hash(page), "#4453324");
  await page.click("#copy-link");
  await shows(page, "#copy-link", "Copied");
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), `${site.address}#4453324`);
  await page.reload();
  await solved(page);
  await counts(page, "#moves button", 7);
  const start = "#fen+7/7/7/7/3p3/3PP2+b+moves+3";
  await page.goto(site.address + start);
  await counts(page, "#moves button", 1);
  await press(page, "1");
  assert.equal(await hash(page), `${start}1`);
  await page.goto(`${site.address}?pos=4453`);
  await page.waitForFunction(() => location.href.endsWith("/#4453"));
});

/** Waits until the note has a text about the link. Then the game is shown if there is none. @param {Page} page @param {string} text */
async function noted(page, text) {
  await page.waitForFunction((text) => document.getElementById("link-note")?.textContent === text, text);
  if (text === "") await page.locator("#status-side", { hasText: "to move" }).waitFor();
  const opacity = await page.locator("#board").evaluate((board) => getComputedStyle(board).opacity);
  const parts = await Promise.all(["#status-side", "#engine", "#game"].map((part) => page.locator(part).isVisible()));
  assert.deepEqual([opacity === "1", ...parts], Array(4).fill(text === ""));
}

for (const viewport of [{ width: 360, height: 740 }, { width: 1280, height: 800 }]) {
  test(`a link that cannot be read is an error in place of the game, on ${viewport.width} pixels`, async () => {
    const error = "This link cannot be read: char 7: ply 7: 'x' is not a column (1-7)";
    for (const link of ["#445332x", "?pos=445332x"]) {
      const page = await visitor.open(link, { ...(viewport.width < 600 ? PHONE : {}), viewport });
      await noted(page, error);
      const box = await page.locator("#link-note").boundingBox();
      assert.ok(box && box.y > 0 && box.y + box.height < viewport.height, JSON.stringify(box));
      await checkAccess(page);
      if (link.startsWith("#")) await screenshot(page, `bad-link-${viewport.width}`);
      await column(page, 4).click();
      await noted(page, "");
      assert.equal(await page.evaluate(() => location.href), `${site.address}#4`);
      await follow(page, "44444444");
      await noted(page, "This link cannot be read: char 7: ply 7: column 4 is full");
      await page.goBack();
      await noted(page, "");
      await follow(page, "445332x");
      await noted(page, error);
      await page.click("#new");
      await noted(page, "");
      assert.equal(await page.evaluate(() => location.href), site.address);
    }
  });
}

test("while the engine that reads a link is loading, no game is shown", async () => {
  const page = await visitor.blank();
  let release = () => {};
  const released = new Promise((resolve) => (release = () => resolve(null)));
  await page.route("**/wasm_bg.wasm", (route) => released.then(() => route.continue()));
  await page.goto(`${site.address}#fen+7/7/7/7/3p3/3PP2+b`);
  await noted(page, "Reading the link …");
  release();
  await noted(page, "");
  await shows(page, "#status-side", "Yellow to move");
});

/** Waits for the mode, the level, who begins, and the game. @param {Page} page @param {string[]} wanted */
const chosen = (page, ...wanted) =>
  page.waitForFunction((wanted) => {
    const inputs = document.querySelectorAll("#modes :checked, #opponent select");
    return wanted === [...[...inputs].map((input) => /** @type {HTMLInputElement} */ (input).value), location.hash].join();
  }, wanted.join());

test("each tab keeps its choices, its game and what can be undone, and a new tab gets the last ones", async () => {
  const one = await visitor.open();
  await chosen(one, "engine", "4", "turns", "");
  await shows(one, "#status", /^\s*Your turn\s*$/);
  assert.deepEqual(await one.locator("button:visible, select:visible").evaluateAll((all) => all.map(({ id }) => id).filter(Boolean)), [
    "copy-link", "language", "theme", "help", "level", "begins", "coach", "hint", "undo", "new",
  ]);
  await one.selectOption("#level", "3");
  await one.selectOption("#begins", "human");
  await column(one, 4).click();
  await counts(one, "#moves button", 2);
  const game = await hash(one);

  const two = await one.context().newPage();
  await two.goto(site.address);
  await chosen(two, "engine", "3", "human", game);
  // In the middle of a game the computer does not move for the user.
  await two.selectOption("#begins", "engine");
  await shows(two, "#ask:not([hidden])", "You are Red until this game ends.");
  await shows(two, "#status-side", "Your turn");
  await two.click("#ask-new");
  await counts(two, "#moves button", 1);
  await two.goBack();
  await chosen(two, "engine", "3", "engine", game);
  await two.selectOption("#level", "7");

  for (const address of [one.url(), site.address]) {
    await one.goto(address);
    await one.reload();
    await shows(one, "#status-side", "Your turn");
    await one.waitForTimeout(1000);
    await chosen(one, "engine", "3", "human", game);
  }
  await one.click("#undo");
  await chosen(one, "engine", "3", "human", "");
  await choose(one, "mode", "analysis");
  await one.reload();
  await chosen(one, "analysis", "3", "human", "");
  await one.goBack();
  await chosen(one, "engine", "3", "human", "");

  const three = await one.context().newPage();
  await three.goto(`${site.address}#4455`);
  await chosen(three, "analysis", "3", "human", "#4455");
});

test("keys do all that the mouse does", async () => {
  const page = await analyze();
  await solved(page);
  /** Presses keys, after which the address has these columns. @param {string} columns @param {string[]} keys */
  const leads = async (columns, ...keys) => {
    await press(page, ...keys);
    assert.equal((await hash(page)).slice(1), columns);
  };
  await leads("445", "4", "4", "5");
  await leads("44", "u");
  await leads("445", "r", "ArrowLeft", "ArrowLeft");
  await shows(page, "#moves li:first-child [aria-current]", "Red, column 4");
  // A move that is played again keeps the game; another one begins a new game, which undo takes back.
  await leads("445", "4");
  await leads("447", "7");
  await leads("445", "u");
  await press(page, "Home", "End", "s");
  await page.locator(".score b").first().waitFor({ state: "hidden" });
  await press(page, "s");
  await solved(page);
  await leads("445", "b", "ArrowRight");
  await shows(page, "#line-text", /^Move 2 of/);
  await press(page, "1");
  await counts(page, "#moves button", 6);
  await leads("445", "u");
  await counts(page, "#moves button", 3);
  await press(page, "b", "ArrowLeft");
  await page.locator("#line-actions").waitFor({ state: "hidden" });
  await press(page, "b", "Escape");
  await page.locator("#line-actions").waitFor({ state: "hidden" });
  await leads("", "n");
  await leads("445", "Control+z");
  // With Tab and Enter alone.
  await page.evaluate(() => /** @type {HTMLElement} */ (document.activeElement)?.blur());
  for (let tabs = 0; tabs < 30; tabs++) {
    await press(page, "Tab");
    if (await column(page, 1).evaluate((button) => button === document.activeElement)) break;
  }
  await leads("4452", "Tab", "Enter");
  await solved(page);
  // The best line and the moves are one stop each, and the arrows move the focus.
  await page.locator("#line-moves button").first().focus();
  await press(page, "Enter", "ArrowRight", "ArrowRight");
  await shows(page, "#line-text", /^Move 3 of/);
  assert.equal(await page.evaluate(() => document.activeElement === document.querySelectorAll("#line-moves button")[2]), true);
  await press(page, "Tab");
  assert.equal(await page.evaluate(() => document.activeElement?.id), "line-leave");
});

test("the best line keeps the focus when a search changes it", async () => {
  const page = await openWithout("**/openings.book");
  await choose(page, "mode", "analysis");
  await page.locator("#line-moves button").first().focus();
  const line = await page.locator("#line-moves").innerText();
  await page.waitForFunction((line) => /** @type {HTMLElement} */ (document.getElementById("line-moves")).innerText !== line, line);
  assert.equal(await page.evaluate(() => document.activeElement === document.querySelector("#line-moves button")), true);
  forgiveMissingFiles();
});

test("screen readers get each move, the verdict, and the content of columns", async () => {
  const page = await visitor.open("#44533");
  await column(page, 2).click();
  await shows(page, "#speech-move", "Yellow in column 2. Red to move.");
  await shows(page, "#speech-verdict", "Red wins in 17 moves. Best columns 3, 4, 6, 7.");
  const button = page.getByRole("button", { name: "Column 3, from the ground yellow, red. +2 wins in 17 best" });
  assert.equal(await button.count(), 1);
});

// 640 by 400 is a window of 1280 by 800 at a zoom of 200 %.
for (const viewport of [{ width: 360, height: 740 }, { width: 320, height: 640 }, { width: 640, height: 400 }]) {
  test(`nothing is wider than a screen of ${viewport.width}, and all targets can be touched`, async () => {
    const page = await visitor.open(`#${LOST_WIN}`, { ...PHONE, viewport });
    await checkNarrow(page);
    await press(page, "ArrowLeft");
    await solved(page);
    await review(page, LOST_WIN.length);
    await page.locator("#line-moves button").first().tap();
    await checkNarrow(page);
  });
}

test("the page has the language of the browser, or the one that the user chooses", async () => {
  const japanese = await visitor.open("", { locale: "ja" });
  await shows(japanese, "#status-side", "Your turn");
  const page = await visitor.blank({ locale: "de-AT" });
  /** @type {string[]} */
  const fetched = [];
  page.on("request", (request) => fetched.push(...(/texts\/.*/.exec(request.url()) ?? [])));
  await page.goto(site.address);
  await shows(page, "#status-side", "Du bist am Zug");
  assert.deepEqual([...new Set(fetched)], ["texts/de.json"]);
  assert.equal(await page.title(), "claimeven: Vier gewinnt, exakt gelöst");
  await paste(page, LOST_WIN);
  await review(page, LOST_WIN.length);
  await page.selectOption("#language", "es");
  await shows(page, "#moves li:first-child", "Rojo, columna");
  await shows(page, "#comment", "Rojo 7 es una de las mejores jugadas.");
  await press(page, "ArrowLeft");
  await shows(page, "#progress", /^Resuelto · .* nodos en/);
  const tab = await page.context().newPage();
  await tab.goto(site.address);
  await shows(tab, "#level option:checked", "Aficionado, Elo 819");
  assert.equal(await tab.locator("#language").inputValue(), "es");
  assert.equal(await tab.locator("html").getAttribute("lang"), "es");
});

for (const locale of ["de", "en", "es", "fr", "pt"]) {
  test(`on a phone all words have their place, in the language ${locale}`, async () => {
    // Moves that miss a win, do not block, and give a win.
    const slips = ["7413333527", "74133335275", "244135623545"].map((moves) => [positionOf(endOf(gameIn(moves.slice(0, -1)))), Number(moves.at(-1))]);
    for (const viewport of [{ width: 360, height: 740 }, { width: 740, height: 360 }]) {
      const page = await visitor.open("", { ...PHONE, viewport, locale });
      await inView(page, "#board", "#hint", "#undo", "#new");
      await checkNarrow(page);
      await choose(page, "mode", "puzzles");
      await checkNarrow(page);
      await choose(page, "mode", "engine");
      await page.selectOption("#level", "20");
      await paste(page, LOST_WIN);
      await press(page, "ArrowLeft");
      await counts(page, ".score b", 6);
      await review(page, LOST_WIN.length);
      await inView(page, "#board", "#comment", "#controls");
      await checkNarrow(page);
      await screenshot(page, `${locale}-${viewport.width}`);
      const heights = await page.evaluate(async (slips) => {
        const { commentOn } = await import(new URL("review.js", location.href).href);
        const comment = /** @type {HTMLElement} */ (document.getElementById("comment"));
        const heights = [comment.offsetHeight];
        for (const [position, column] of slips) {
          for (const [side, mark, before] of [["first", "??", 2], ["second", "??", 2], ["first", "?", 2], ["second", "?", 0], ["second", "?!", -2]]) {
            comment.textContent = commentOn({ position, side, column, mark, before, best: [1, 2, 3] });
            heights.push(comment.offsetHeight);
          }
        }
        return heights;
      }, slips);
      assert.equal(new Set(heights).size, 1, String(heights));
      const cut = await page.locator("#status-side, #status-verdict, #setup span").evaluateAll((all) =>
        all.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).map(({ textContent }) => textContent),
      );
      assert.deepEqual(cut, []);
      assert.deepEqual(await cutVerdicts(page), []);
      await page.click("#learn");
      await page.locator("#puzzle-day").waitFor();
      await page.waitForFunction(() => scrollY === 0);
      await inView(page, "#modes", "#puzzle-day", "#status", "#board", "#comment", "#controls");
      await checkNarrow(page);
      await screenshot(page, `${locale}-${viewport.width}-puzzle`);
      await press(page, "h");
      await column(page, Number(/\d/.exec((await page.textContent(".hinted .unseen")) ?? ""))).click();
      await shows(page, "#why", /\w/);
      await inView(page, "#board", "#comment", "#controls", "#why");
    }
  });
}

/** Returns what the line above the board cuts of all that the coach and the puzzles say there. @param {Page} page */
const cutVerdicts = (page) =>
  page.evaluate(async () => {
    const { phrase } = await import(new URL("texts.js", location.href).href);
    const keys = Object.keys(await (await fetch(`texts/${document.documentElement.lang}.json`)).json());
    const costs = ["win", "draw"].map((outcome) => phrase(`puzzle.gives-${outcome}`));
    const warnings = costs.map((cost) => phrase("coach.warns", { column: 7, cost }));
    const verdicts = ["coach.looks", "puzzle.win", "puzzle.draw", "puzzle.more", ...keys.filter((key) => key.startsWith("theme."))];
    const line = /** @type {HTMLElement} */ (document.getElementById("status-verdict"));
    return [...costs, ...warnings, ...verdicts.map((key) => phrase(key))].filter((text) => {
      line.textContent = text;
      return line.scrollWidth > line.clientWidth;
    });
  });

/** @param {Page} page */
async function checkNarrow(page) {
  const [width, wide, small] = await page.evaluate(() => {
    /** @param {string} selector @param {(element: Element, box: DOMRect) => unknown} isWrong */
    const wrong = (selector, isWrong) =>
      [...document.querySelectorAll(selector)].flatMap((element) => {
        const box = element.getBoundingClientRect();
        return isWrong(element, box) ? [`${element.id || element.textContent} ${box.width}x${box.height}`] : [];
      });
    const wide = wrong("header button, #setup button, #controls button", ({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
    const small = wrong("button, label:has(input), #level", (element, { width, height }) => {
      // Seven columns share the width of the board.
      const isNarrow = width < 43.5 && !element.matches(".column");
      return width > 0 && (isNarrow || height < 43.5);
    });
    return [document.documentElement.scrollWidth, wide, small];
  });
  assert.deepEqual([width, wide, small], [page.viewportSize()?.width, [], []]);
}

test("the page is dark if the system is, or if the user wants", async () => {
  for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
    const page = await visitor.open("#445332", { colorScheme });
    /** Waits until the paper is that of the system, or not. @param {boolean} own */
    const follows = (own) => {
      const paper = own === (colorScheme === "dark") ? "rgb(20, 23, 28)" : "rgb(251, 250, 247)";
      return page.waitForFunction((paper) => getComputedStyle(document.documentElement).backgroundColor === paper, paper);
    };
    await follows(true);
    await solved(page);
    await page.click("#theme");
    await page.reload();
    await follows(false);
    await solved(page);
    await page.click("#theme");
    await follows(true);
  }
});

test("after the first visit the page works without a network", async () => {
  const own = await serve();
  const guest = new Visitor(browser, own.address);
  const page = await guest.open("", { serviceWorkers: "allow" });
  await page.evaluate(() => navigator.serviceWorker.ready);
  own.close();
  await page.context().setOffline(true);
  await page.goto(`${own.address}#445332`);
  await page.reload();
  await solved(page);
  assert.deepEqual(await scores(page), [-2, -4, 2, 2, -2, 2, 2]);
  await press(page, "4");
  await shows(page, "#progress", /^Solved.*book of ply/);
  await paste(page, "1. d1 d2");
  await linked(page, "#44");
  await page.selectOption("#language", "fr");
  await shows(page, "#status-side", "À Rouge de jouer");
  await page.reload();
  await shows(page, "#status-side", "À Rouge de jouer");
  await choose(page, "mode", "puzzles");
  await shows(page, "#standing-text", "Cote 1000");
  assert.deepEqual(guest.complaints, []);
});

test("a file that does not load is reported", async () => {
  const engineless = await openWithout("**/engine/worker.js");
  await choose(engineless, "mode", "analysis");
  await shows(engineless, "#progress", "The engine did not load. Reload the page");
  await column(engineless, 4).click();
  await linked(engineless, "#4");
  await choose(engineless, "mode", "engine");
  await engineless.selectOption("#begins", "engine");
  await press(engineless, "n");
  await shows(engineless, "#status", /The computer cannot move The engine did not load/);
  await shows(await openWithout("**/view.js"), "#status", "The page did not load.");
  await shows(await openWithout("**/texts/en.json"), "#status", "The page did not load.");
  const ruleless = await openWithout("**/wasm_bg.wasm");
  await column(ruleless, 4).click();
  await shows(ruleless, "#status", "The computer cannot move");
  forgiveMissingFiles();
});

test("the page needs no storage, which a browser that blocks cookies denies", async () => {
  const page = await visitor.blank();
  await page.addInitScript(() => {
    const get = () => {
      throw new DOMException("denied", "SecurityError");
    };
    for (const name of ["localStorage", "sessionStorage"]) Object.defineProperty(window, name, { get });
  });
  await page.goto(site.address);
  await page.click("#theme");
  await column(page, 4).click();
  await counts(page, "#moves button", 2);
});

test("forced colors leave stones, choices and best columns visible", async () => {
  const page = await visitor.open("#445332", { forcedColors: "active" });
  await solved(page);
  const paint = (/** @type {string} */ selector) =>
    page.locator(selector).first().evaluate((element) => {
      const { backgroundColor, backgroundImage } = getComputedStyle(element);
      return `${backgroundColor} ${backgroundImage}`;
    });
  for (const [one, other] of [
    ["#moves .stone.first", "#moves .stone.second"],
    ["#modes label:has(:checked)", "#modes label:not(:has(:checked))"],
    [".score.best", ".score:not(.best)"],
    ["#moves [aria-current]", "#moves button:not([aria-current])"],
  ]) {
    assert.notEqual(await paint(one), await paint(other), one);
  }
});

test("every form of a position or game can be pasted", async () => {
  const page = await analyze();
  await solved(page);
  const drawing = " . . . . . . .\n . . . . . . .\n . . . . . . .\n . . . . . . .\n . . . O . . .\n . . . X X . .\n";
  const pgn = '[Event "Club"]\n[White "Ann"]\n[Black "Ben"]\n\n1. d1 d2 2. e1 {a comment} c1 3. c2 b1 *\n';
  for (const [text, hash] of [
    ["445332", "#445332"],
    ["7/7/7/7/3p3/3P3 w - - 0 2", "#fen+7/7/7/7/3p3/3P3+w"],
    ["https://connect4.gamesolver.org/?pos=4453", "#4453"],
    [drawing, "#fen+7/7/7/7/3p3/3PP2+b"],
    [pgn, "#445332"],
    [`${site.address}#4455`, "#4455"],
  ]) {
    await paste(page, text);
    await linked(page, hash);
  }
  for (const lines of ["4\n4\n5\n2\n", "d1\nd2\ne1\nb1\n"]) {
    await paste(page, lines);
    await linked(page, "#4452");
    await press(page, "n");
  }
  await paste(page, `${pgn}\n[White "Eva"]\n[Black "Tom"]\n[Result "*"]\n\n1. a1 b1 *\n`);
  await linked(page, "#445332");
  assert.deepEqual(await page.locator("#games li").allTextContents(), ["1. Ann – Ben, ?", "2. Eva – Tom, *"]);
  await page.click("#games li:last-child button");
  await linked(page, "#12");
  await paste(page, "4455");
  await counts(page, "#games li", 0);
  await paste(page, "4458");
  await shows(page, "#load-error", "char 4: ply 4: '8' is not a column (1-7)");
  assert.equal(await hash(page), "#4455");
  await page.fill("#text", "1 2 3");
  await page.press("#text", "Enter");
  await linked(page, "#123");
  assert.equal(await page.textContent("#load-error"), "");
});

test("a review marks the moves that the native engine marks, and counts them", async () => {
  const long = stored().filter(({ moves }) => moves.length > 26);
  const games = [LOST_WIN, "445332", ...long.slice(0, 4).map(({ moves }) => moves)];
  const page = await analyze();
  for (const [index, record] of annotated(games).entries()) {
    await visit(page, games[index]);
    if (index === 0) await page.click("#review-start");
    await counts(page, "#moves small", games[index].length);
    const found = await page.locator("#moves button").evaluateAll((all) =>
      all.map((button) => [button.querySelector(".mark")?.textContent ?? null, button.querySelector("small")?.textContent]),
    );
    const wanted = record.annotations.map((/** @type {any} */ move) => [move.mark, signed(move.after)]);
    assert.deepEqual(found, wanted, games[index]);
    if (index === 0) assert.match((await page.textContent("#summary")) ?? "", /Red1164 %130 Yellow1070 %111$/);
  }
});

test("a click on the graph, a move or a count shows the position", async () => {
  const page = await visitor.open("#445332");
  await review(page, 6);
  const box = await page.locator("#graph svg").boundingBox();
  assert.ok(box);
  await page.mouse.click(box.x + box.width / 2, box.y + 20);
  await shows(page, "#moves [aria-current]", "Red, column 5");
  await page.locator("#moves button").nth(1).click();
  await shows(page, "#moves [aria-current]", "Yellow, column 4");
  await shows(page, "#comment", /^Yellow 4 is a best move\.$/);
  await page.locator("#summary button").first().click();
  await shows(page, "#moves [aria-current]", "Red, column 5");
});

/** @param {Page} page */
async function checkAccess(page) {
  // A script tag would be against the policy of the page.
  await page.evaluate(AXE);
  const violations = await page.evaluate(async () => {
    const { violations } = await /** @type {any} */ (window).axe.run();
    return violations.map((/** @type {any} */ { id, impact, nodes }) => ({ id, impact, html: nodes.map((/** @type {any} */ node) => node.html) }));
  });
  const serious = violations.filter((/** @type {any} */ { impact }) => impact === "serious" || impact === "critical");
  assert.deepEqual(serious, []);
}

test("a page that is not this one can read games with the package", async () => {
  const page = await visitor.open();
  const read = await page.evaluate(async () => (await import(new URL("engine/claimeven.js", location.href).href)).readGame("d1 d2"));
  assert.equal(read.moves, "44");
});

test("axe finds nothing serious in any state", async () => {
  for (const [name, options] of /** @type {[string, BrowserContextOptions][]} */ ([
    ["", {}],
    ["dark-", { colorScheme: "dark" }],
    ["phone-", PHONE],
    ["phone-dark-", { ...PHONE, colorScheme: "dark" }],
  ])) {
    const page = await analyze("", options);
    /** Checks a state. @param {string} state */
    const check = async (state) => {
      await checkAccess(page);
      await screenshot(page, name + state);
    };
    await solved(page);
    await check("start");
    await paste(page, "445332");
    await counts(page, "#moves button", 6);
    await solved(page);
    await check("analysis");
    await press(page, "b", "ArrowRight");
    await page.waitForTimeout(700);
    await check("best-line");
    await paste(page, LOST_WIN);
    await review(page, LOST_WIN.length);
    await check("review");
    await page.click("#review-end");
    await page.click("#new");
    await choose(page, "mode", "engine");
    await check("play");
    await choose(page, "mode", "puzzles");
    await page.locator("#comment:not([hidden])").waitFor();
    await check("puzzle");
    await press(page, "h", "h");
    await check("puzzle-hint");
    await choose(page, "mode", "engine");
    await page.click("#help");
    await check("help");
  }
});
