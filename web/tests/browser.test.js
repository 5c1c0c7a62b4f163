/** @file Tests of the page in Chromium: what a user does, and what the page must not do. */

import assert from "node:assert/strict";
import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { after, afterEach, before, test } from "node:test";

import { legalMoves, positionAt, result } from "../page/game.js";
import { readLink } from "../page/link.js";
import { records } from "./native.js";
import { dice, randomGames } from "./random.js";
import { ROOT, Visitor, serve, startBrowser } from "./site.js";

/** @import {Browser, BrowserContextOptions, Page} from "playwright-core" */

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const SCREENSHOTS = join(ROOT, "target/web/screenshots");
/** A game with good moves and bad ones, to its end. */
const LOST_WIN = "444444552333332266557";
/** @type {BrowserContextOptions} */
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 };

/** @type {Browser} */
let browser;
/** @type {Awaited<ReturnType<typeof serve>>} */
let site;
/** @type {Visitor} */
let visitor;

before(async () => {
  [browser, site] = await Promise.all([startBrowser(), serve()]);
  visitor = new Visitor(browser, site.address);
  mkdirSync(SCREENSHOTS, { recursive: true });
});

after(async () => {
  await browser.close();
  site.close();
});

afterEach(async () => {
  const complaints = visitor.complaints.splice(0);
  await Promise.all(browser.contexts().map((context) => context.close()));
  assert.deepEqual(complaints, []);
});

/** @param {Page} page @param {number} column */
const column = (page, column) => page.locator(".column").nth(column - 1);

/** Waits until the scores of the position on the board are proven. @param {Page} page */
const solved = (page) => page.locator("#progress", { hasText: /^Solved/ }).waitFor();

/** Returns the scores below the columns, null for a full one. @param {Page} page */
async function scores(page) {
  const texts = await page.locator(".column .score").evaluateAll((all) => all.map((one) => one.querySelector("b")?.textContent ?? ""));
  return texts.map((text) => (text === "" ? null : Number(text.replace("−", "-"))));
}

/** Returns the columns played, from the address. @param {Page} page */
const moves = async (page) => (await hash(page)).slice(1);

/** Reads the address in the page: `page.url()` may be out of date. @param {Page} page */
const hash = (page) => page.evaluate(() => location.hash);

/** Shows the position of a link on the same page. @param {Page} page @param {string} columns */
async function visit(page, columns) {
  await page.evaluate((columns) => {
    location.hash = columns;
  }, columns);
  await page.waitForFunction((count) => document.querySelectorAll("#moves button").length === count, columns.length);
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

test("a game against the engine is played by clicks to its end", async () => {
  const page = await visitor.open();
  await page.check('input[name="mode"][value="engine"]');
  await page.locator("#level").fill("3");
  await page.locator("#level-text", { hasText: "level 3, Elo 731" }).waitFor();
  const roll = dice(7);
  for (let played = ""; ; played = await moves(page)) {
    const game = readLink(played);
    assert.ok(game, played);
    const position = positionAt(game);
    if (result(position)) break;
    const legal = legalMoves(position);
    await column(page, legal[roll(legal.length)]).click();
    const count = game.moves.length;
    await page.waitForFunction(
      (count) => {
        const over = document.querySelector("#status.over");
        return over || document.querySelectorAll("#moves button").length >= count + 2;
      },
      count,
    );
  }
  assert.match((await page.textContent("#status")) ?? "", /You win!|claimeven wins|A draw/);
  await page.waitForTimeout(1000);
  await screenshot(page, "game-over");
  await page.click("#undo");
  await page.locator("#status-side", { hasText: "Your turn" }).waitFor();
});

test("the engine moves first if the user has yellow", async () => {
  const page = await visitor.open();
  await page.check('input[name="mode"][value="engine"]');
  await page.check('input[name="side"][value="second"]');
  await page.locator("#moves button").first().waitFor();
  assert.match(await moves(page), /^[1-7]$/);
});

test("the scores of 200 positions are those of the native engine", async () => {
  const games = randomGames(200, 1, 36, 53);
  const wanted = records(["analyze"], games).map((record) => record.scores);
  const page = await visitor.open();
  for (const [index, game] of games.entries()) {
    await visit(page, game);
    await solved(page);
    assert.deepEqual(await scores(page), wanted[index], game);
  }
});

test("stop ends a search, which then continues", async (t) => {
  const page = await visitor.blank();
  await page.route("**/openings.book", (route) => route.abort());
  await page.goto(site.address);
  await page.locator("#progress", { hasText: /nodes\/s/ }).waitFor();
  await column(page, 1).locator(".score b", { hasText: "%" }).waitFor();
  await screenshot(page, "thinking");
  const started = performance.now();
  await page.click("#stop");
  await page.locator("#progress", { hasText: /^Stopped.*no book/ }).waitFor();
  t.diagnostic(`stop: ${Math.round(performance.now() - started)} ms from the click to the answer on the page`);
  await screenshot(page, "stopped");
  await page.click("#stop");
  await page.locator("#progress", { hasText: /^Thinking/ }).waitFor();
  await page.keyboard.press("4");
  assert.equal(await moves(page), "4");
  // The book that this test does not let through.
  visitor.complaints = visitor.complaints.filter((text) => !/ERR_FAILED/.test(text));
});

test("a link brings back the game, and the address holds it", async () => {
  const page = await visitor.open("#445332");
  await solved(page);
  assert.deepEqual(await scores(page), [-2, -4, 2, 2, -2, 2, 2]);
  await page.keyboard.press("4");
  assert.equal(await moves(page), "4453324");
  await page.reload();
  await solved(page);
  assert.equal(await page.locator("#moves button").count(), 7);
  const start = "#fen+7/7/7/7/3p3/3PP2+b+moves+3";
  await page.goto(site.address + start);
  await page.waitForFunction(() => document.querySelectorAll("#moves button").length === 1);
  await page.keyboard.press("1");
  assert.equal(await hash(page), `${start}1`);
  await page.goto(`${site.address}?pos=4453`);
  await page.waitForFunction(() => location.href.endsWith("/#4453"));
});

/** Waits until the note has a text about the link. @param {Page} page @param {string} text */
const noted = (page, text) => page.waitForFunction((text) => document.getElementById("link-note")?.textContent === text, text);

/** Whether the page shows a game: its board, its moves and whose turn it is. @param {Page} page */
async function showsGame(page) {
  const opacity = await page.locator("#board").evaluate((board) => getComputedStyle(board).opacity);
  const parts = await Promise.all(["#status-side", "#engine", "#game"].map((part) => page.locator(part).isVisible()));
  const shown = opacity === "1";
  assert.deepEqual(parts, [shown, shown, shown]);
  return shown;
}

for (const viewport of [{ width: 360, height: 740 }, { width: 1280, height: 800 }]) {
  test(`a link that cannot be read is an error in view, and not an empty board, on ${viewport.width} pixels`, async () => {
    const error = "This link cannot be read: char 7: ply 7: 'x' is not a column (1-7)";
    for (const link of ["#445332x", "?pos=445332x"]) {
      const page = await visitor.open(link, { ...(viewport.width < 600 ? PHONE : {}), viewport });
      await noted(page, error);
      assert.equal(await showsGame(page), false);
      const box = await page.locator("#link-note").boundingBox();
      assert.ok(box && box.y > 0 && box.y + box.height < viewport.height, JSON.stringify(box));
      await checkAccess(page);
      if (link.startsWith("#")) await screenshot(page, `bad-link-${viewport.width}`);
      await column(page, 4).click();
      await noted(page, "");
      assert.equal(await page.evaluate(() => location.href), `${site.address}#4`);
      assert.equal(await showsGame(page), true);
    }
  });
}

test("a link that cannot be read takes the place of the game until there is another", async () => {
  const page = await visitor.open("#4453");
  /** @param {string} link */
  const follow = (link) => page.evaluate((link) => { location.hash = link; }, link);
  await follow("44444444");
  await noted(page, "This link cannot be read: char 7: ply 7: column 4 is full");
  assert.equal(await showsGame(page), false);
  await page.goBack();
  await noted(page, "");
  assert.equal(await showsGame(page), true);
  await follow("445332x");
  await noted(page, "This link cannot be read: char 7: ply 7: 'x' is not a column (1-7)");
  await page.click("#new");
  assert.equal(await page.evaluate(() => location.href), site.address);
  assert.equal(await showsGame(page), true);
});

test("while the engine that reads a link is loading, no game is shown", async () => {
  const page = await visitor.blank();
  let release = () => {};
  const released = new Promise((resolve) => (release = () => resolve(null)));
  await page.route("**/wasm_bg.wasm", (route) => released.then(() => route.continue()));
  await page.goto(`${site.address}#fen+7/7/7/7/3p3/3PP2+b`);
  await noted(page, "Reading the link …");
  assert.equal(await showsGame(page), false);
  release();
  await noted(page, "");
  await page.locator("#status-side", { hasText: "Yellow to move" }).waitFor();
  assert.equal(await showsGame(page), true);
});

test("each tab keeps its side, level and game, and a new tab gets the last side and level", async () => {
  const one = await visitor.open();
  /** Returns the mode, the level and the side. @param {Page} page */
  const chosen = (page) =>
    page.locator("#setup input:is(:checked, [type=range])").evaluateAll((all) =>
      all.map((input) => /** @type {HTMLInputElement} */ (input).value),
    );
  /** @param {Page} page @param {number} count */
  const played = (page, count) =>
    page.waitForFunction((count) => document.querySelectorAll("#moves button").length === count, count);
  await one.check('input[name="mode"][value="engine"]');
  await one.locator("#level").fill("3");
  await column(one, 4).click();
  await played(one, 2);
  const game = await hash(one);

  const two = await one.context().newPage();
  await two.goto(site.address);
  assert.deepEqual(await chosen(two), ["analysis", "3", "first"]);
  await two.check('input[name="mode"][value="engine"]');
  await two.locator("#level").fill("7");
  await two.check('input[name="side"][value="second"]');
  await played(two, 1);

  await one.reload();
  await one.locator("#status-side", { hasText: "Your turn" }).waitFor();
  await one.waitForTimeout(1500);
  assert.deepEqual(await chosen(one), ["engine", "3", "first"]);
  assert.equal(await hash(one), game);
  await two.reload();
  await two.locator("#status-side", { hasText: "Your turn" }).waitFor();
  assert.deepEqual(await chosen(two), ["engine", "7", "second"]);
  await played(two, 1);

  const three = await one.context().newPage();
  await three.goto(site.address);
  assert.deepEqual(await chosen(three), ["analysis", "7", "second"]);
});

test("a message to the engine that is not a string gets an error line, and the worker lives on", async () => {
  const page = await visitor.open();
  const [lines, rejected] = await page.evaluate(async () => {
    const worker = new Worker("engine/claimeven.js", { type: "module" });
    /** @type {string[]} */
    const lines = [];
    await new Promise((resolve, reject) => {
      worker.onerror = reject;
      worker.onmessage = ({ data }) => {
        lines.push(data);
        if (data === "readyok") resolve(null);
      };
      for (const message of [{ a: 1 }, 42, null, undefined, "isready"]) worker.postMessage(message);
    });
    worker.terminate();
    const rejected = import(new URL("engine/claimeven.js", location.href).href).then(({ readGame }) => readGame(445));
    return [lines, await rejected.catch((/** @type {Error} */ error) => error.message)];
  });
  const found = (/** @type {string} */ type) => `expected a string; found a value of type ${type}`;
  const errors = ["Object", "Number", "Null", "Undefined"].map((type) => `info string error message: ${found(type)}`);
  assert.deepEqual(lines.slice(0, 4), errors);
  assert.equal(rejected, found("Number"));
});

test("the link is copied", async () => {
  const page = await visitor.open("#4453", { permissions: ["clipboard-read", "clipboard-write"] });
  await page.click("#copy-link");
  await page.locator("#copy-link", { hasText: "Copied" }).waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), `${site.address}#4453`);
});

test("keys do all that the mouse does", async () => {
  const page = await visitor.open();
  const press = async (/** @type {string[]} */ ...keys) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  await press("4", "4", "5");
  assert.equal(await moves(page), "445");
  await press("u");
  assert.equal(await moves(page), "44");
  await press("r", "ArrowLeft", "ArrowLeft");
  await page.locator("#moves li").first().locator("[aria-current]", { hasText: "Red, column 4" }).waitFor();
  await press("Home", "End", "h");
  await page.locator(".score b").first().waitFor({ state: "hidden" });
  await press("h");
  await solved(page);
  await press("b", "ArrowRight");
  await page.locator("#line-text", { hasText: /^Move 2 of/ }).waitFor();
  assert.equal(await moves(page), "445");
  await press("Escape");
  await page.locator("#line-actions").waitFor({ state: "hidden" });
  await press("n");
  assert.equal(await moves(page), "");
  await press("Control+z");
  assert.equal(await moves(page), "445");
  // With Tab and Enter alone.
  await page.evaluate(() => /** @type {HTMLElement} */ (document.activeElement)?.blur());
  for (let tabs = 0; tabs < 30; tabs++) {
    await press("Tab");
    if (await column(page, 1).evaluate((button) => button === document.activeElement)) break;
  }
  await press("Tab", "Enter");
  assert.equal(await moves(page), "4452");
});

test("screen readers get each move, the verdict, and the content of columns", async () => {
  const page = await visitor.open("#44533");
  await column(page, 2).click();
  await page.locator("#speech-move", { hasText: "Yellow in column 2. Red to move." }).waitFor({ state: "attached" });
  await page.locator("#speech-verdict", { hasText: "Red wins in 17 moves. Best columns 3, 4, 6, 7." }).waitFor({ state: "attached" });
  const button = page.getByRole("button", { name: "Column 3, from the ground yellow, red. +2 wins in 17 best" });
  assert.equal(await button.count(), 1);
});

// 640 by 400 is a window of 1280 by 800 at a zoom of 200 %.
for (const viewport of [{ width: 360, height: 740 }, { width: 320, height: 640 }, { width: 640, height: 400 }]) {
  test(`nothing is wider than a screen of ${viewport.width}, and all targets can be touched`, async () => {
    const page = await visitor.open(`#${LOST_WIN}`, { ...PHONE, viewport });
    await page.check('input[name="mode"][value="engine"]');
    await checkNarrow(page);
    await page.check('input[name="mode"][value="analysis"]');
    await page.keyboard.press("ArrowLeft");
    await solved(page);
    await page.click("#review-start");
    await page.locator("#review-progress", { hasText: /^$/ }).waitFor({ state: "attached" });
    await page.locator("#line-moves button").first().tap();
    await checkNarrow(page);
    await page.click("#help");
    await screenshot(page, `phone-help-${viewport.width}`);
  });
}

/** @param {Page} page */
async function checkNarrow(page) {
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.equal(width, page.viewportSize()?.width);
  const wide = await page.evaluate(() =>
    [...document.querySelectorAll("header button, #controls button")].flatMap((element) =>
      element.scrollWidth > element.clientWidth ? [element.id] : [],
    ),
  );
  assert.deepEqual(wide, []);
  const small = await page.evaluate(() =>
    [...document.querySelectorAll("button, label:has(input), #level")].flatMap((element) => {
      const { width, height } = element.getBoundingClientRect();
      // Seven columns share the width of the board.
      const narrowest = element.matches(".column") ? width : 43.5;
      const isSmall = width > 0 && (width < narrowest || height < 43.5);
      return isSmall ? [`${element.id || element.textContent} ${width}x${height}`] : [];
    }),
  );
  assert.deepEqual(small, []);
}

test("the page is dark if the system is, or if the user wants", async () => {
  const paper = (/** @type {Page} */ page) => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const dark = await visitor.open("#445332", { colorScheme: "dark" });
  assert.equal(await paper(dark), "rgb(20, 23, 28)");
  await solved(dark);
  await screenshot(dark, "dark");
  const light = await visitor.open("#445332");
  assert.equal(await paper(light), "rgb(251, 250, 247)");
  await light.click("#theme");
  await light.reload();
  assert.equal(await paper(light), "rgb(20, 23, 28)");
  await light.click("#theme");
  assert.equal(await paper(light), "rgb(251, 250, 247)");
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
  await page.keyboard.press("4");
  await page.locator("#progress", { hasText: /^Solved.*book of ply/ }).waitFor();
  await paste(page, "1. d1 d2");
  await page.waitForFunction(() => location.hash === "#44");
  assert.deepEqual(guest.complaints, []);
});

test("a file that does not load is reported", async () => {
  const engineless = await visitor.blank();
  await engineless.route("**/engine/claimeven.js", (route) => route.abort());
  await engineless.goto(site.address);
  await engineless.locator("#progress", { hasText: "The engine did not load. Reload the page" }).waitFor();
  await column(engineless, 4).click();
  assert.equal(await moves(engineless), "4");
  await engineless.fill("#text", "d1 d2");
  await engineless.press("#text", "Enter");
  await engineless.locator("#load-error", { hasText: "claimeven.js" }).waitFor();
  await engineless.check('input[name="mode"][value="engine"]');
  await engineless.locator("#status-side", { hasText: "claimeven cannot move" }).waitFor();
  const pageless = await visitor.blank();
  await pageless.route("**/view.js", (route) => route.abort());
  await pageless.goto(site.address);
  await pageless.locator("#status", { hasText: "The page did not load." }).waitFor();
  // The files that this test does not let through.
  visitor.complaints = visitor.complaints.filter((text) => !/ERR_FAILED/.test(text));
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
  await solved(page);
  await page.click("#theme");
  await page.check('input[name="mode"][value="engine"]');
  await column(page, 4).click();
  await page.locator("#moves button").nth(1).waitFor();
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
  const page = await visitor.open();
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
    await page.waitForFunction((hash) => location.hash === hash, hash);
  }
  await paste(page, "4458");
  await page.locator("#load-error", { hasText: "char 4: ply 4: '8' is not a column (1-7)" }).waitFor();
  assert.equal(await moves(page), "4455");
  await page.fill("#text", "1 2 3");
  await page.press("#text", "Enter");
  await page.waitForFunction(() => location.hash === "#123");
  assert.equal(await page.textContent("#load-error"), "");
});

test("a review marks the moves that the native engine marks", async () => {
  const games = [LOST_WIN, "445332", ...randomGames(4, 20, 34, 11)];
  const page = await visitor.open();
  for (const [index, record] of records(["annotate"], games).entries()) {
    await visit(page, games[index]);
    if (index === 0) await page.click("#review-start");
    await page.waitForFunction((count) => document.querySelectorAll("#moves small").length === count, games[index].length);
    const found = await page.locator("#moves button").evaluateAll((all) =>
      all.map((button) => [button.querySelector(".mark")?.textContent ?? null, button.querySelector("small")?.textContent]),
    );
    const wanted = record.annotations.map((/** @type {any} */ move) => [move.mark, signed(move.after)]);
    assert.deepEqual(found, wanted, games[index]);
  }
});

/** @param {number} score */
const signed = (score) => (score > 0 ? `+${score}` : `${score}`.replace("-", "−"));

test("a click on the graph, a move or a count shows the position", async () => {
  const page = await visitor.open("#445332");
  await page.click("#review-start");
  await page.waitForFunction(() => document.querySelectorAll("#moves small").length === 6);
  /** @param {number} ply */
  const isShown = (ply) =>
    page.waitForFunction(
      (ply) => [...document.querySelectorAll("#moves button")].findIndex((one) => one.hasAttribute("aria-current")) === ply - 1,
      ply,
    );
  const box = await page.locator("#graph svg").boundingBox();
  assert.ok(box);
  await page.mouse.click(box.x + box.width / 2, box.y + 20);
  await isShown(3);
  await page.locator("#moves button").nth(1).click();
  await isShown(2);
  await page.locator("#review-comment", { hasText: /^Yellow 4 is a best move\.$/ }).waitFor();
  await page.locator("#summary button").first().click();
  await isShown(3);
});

test("axe finds nothing serious", async () => {
  for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
    const page = await visitor.open("#445332", { colorScheme });
    await solved(page);
    await checkAccess(page);
    await page.click("#review-start");
    await page.waitForFunction(() => document.querySelectorAll("#moves small").length === 6);
    await page.keyboard.press("b");
    await checkAccess(page);
    await page.check('input[name="mode"][value="engine"]');
    await paste(page, "4458");
    await checkAccess(page);
    await page.click("#help");
    await checkAccess(page);
  }
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

test("screenshots", async () => {
  const desktop = await visitor.open();
  await solved(desktop);
  await screenshot(desktop, "start");
  await paste(desktop, "445332");
  await solved(desktop);
  await screenshot(desktop, "analysis");
  await desktop.keyboard.press("b");
  await desktop.keyboard.press("ArrowRight");
  await desktop.waitForTimeout(700);
  await screenshot(desktop, "best-line");
  await paste(desktop, LOST_WIN);
  await desktop.click("#review-start");
  await desktop.waitForFunction((count) => document.querySelectorAll("#moves small").length === count, LOST_WIN.length);
  await screenshot(desktop, "review");
  const phone = await visitor.open("#445332", PHONE);
  await solved(phone);
  await screenshot(phone, "phone");
});
