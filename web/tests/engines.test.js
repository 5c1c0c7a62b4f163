/**
 * @file The same steps in Firefox and WebKit: a game, a review, the clipboard, no network, and the package.
 * `BROWSERS` names those to test, by default both.
 */

import assert from "node:assert/strict";
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, afterEach, before, beforeEach, describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

import { COLUMNS, endOf, gameIn, isLegal, positionOf } from "../../target/web/site/game.js";
import { signed } from "../../target/web/site/scores.js";
import { Page } from "./browsers.js";
import { PACKAGE, examples } from "./engine.js";
import { annotated } from "./native.js";
import "./rules.js";
import { ROOT, serve } from "./site.js";

const SCREENSHOTS = join(ROOT, "target/web/screenshots");
const BROWSERS = /** @type {const} */ (["Firefox", "WebKit"]).filter((name) => (process.env.BROWSERS ?? name).includes(name));
/** A game with good moves and bad ones, to its end. */
const LOST_WIN = "444444555332333266557";
const SCORES = ["−2", "−4", "+2", "+2", "−2", "+2", "+2"];
const SIZES = [{ width: 360, height: 740 }, { width: 1280, height: 800 }];

await mkdir(SCREENSHOTS, { recursive: true });

/** Waits until an element is shown, with a text. @param {Page} page @param {string} selector */
const shows = (page, selector) =>
  page.until((selector) => {
    const element = document.querySelector(selector);
    return element?.checkVisibility() && element.textContent?.trim();
  }, selector);

/** Waits until there are so many elements. @param {Page} page @param {string} selector @param {number} count */
const counts = (page, selector, count) =>
  page.until((selector, count) => document.querySelectorAll(selector).length === count, selector, count);

/** Waits until the address has this part after `#`. @param {Page} page @param {string} hash */
const linked = (page, hash) => page.until((hash) => location.hash === hash, hash);

/** Waits until the columns have these scores. @param {Page} page @param {string[]} scores */
const scored = (page, scores) =>
  page.until((scores) => [...document.querySelectorAll(".column .score b")].map((one) => one.textContent).join() === scores, scores.join());

/** Returns the reviewed moves: the mark and the score of each. @param {Page} page */
const reviewed = (page) =>
  page.evaluate(() => [...document.querySelectorAll("#moves button")].map((move) => [move.querySelector(".mark")?.textContent ?? null, move.querySelector("small")?.textContent]));

/** Takes a picture on a phone and on a desktop, and checks that nothing is wider. @param {Page} page @param {string} name */
async function picture(page, name) {
  for (const { width, height } of SIZES) {
    await page.resize(width, height);
    // Stones fall, and the window is drawn again.
    await sleep(700);
    const [wide, ...size] = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return [scrollWidth - clientWidth, innerWidth, innerHeight];
    });
    assert.deepEqual([wide, ...size], [0, width, height]);
    await page.screenshot(join(SCREENSHOTS, `${name}-${width}.png`));
  }
}

for (const name of BROWSERS) {
  describe(name, () => {
    /** @type {Page} */
    let page;
    /** Another address, so that nothing is kept from the last test. @type {Awaited<ReturnType<typeof serve>>} */
    let site;

    before(async () => {
      page = await Page.open(name);
      await page.resize(1280, 800);
    });
    after(() => page?.close());
    beforeEach(async () => (site = await serve()));
    afterEach(async () => {
      site.close();
      assert.deepEqual(await page.complain(), []);
    });

    test("a game at a level is played by clicks to its end, with sound, and reviewed", async (t) => {
      t.diagnostic(page.version);
      await page.visit(site.address);
      await page.click("#help");
      await page.click("label:has(#sound)");
      await page.press("Escape");
      await page.choose("#level", "3");
      for (;;) {
        const end = endOf(gameIn((await page.evaluate(() => location.hash)).slice(1)));
        const legal = COLUMNS.filter((column) => isLegal(positionOf(end), column));
        if (legal.length === 0) break;
        await page.click(`.column:nth-child(${legal[end.ply % legal.length]})`);
        await page.until(
          (ply) => document.querySelector("#over:not([hidden])") || document.querySelectorAll("#moves button").length >= ply + 2,
          end.ply,
        );
      }
      await shows(page, "#over-title");
      await picture(page, `${name}-game-over`);
      await page.click("#over-review");
      const moves = (await page.evaluate(() => location.hash.length)) - 1;
      await counts(page, "#moves small", moves);
      await shows(page, "#summary");
    });

    test("a review marks the moves that the native engine marks", async () => {
      await page.visit(`${site.address}#${LOST_WIN}`);
      await page.click("#review-start");
      await counts(page, "#moves small", LOST_WIN.length);
      const [record] = annotated([LOST_WIN]);
      assert.deepEqual(await reviewed(page), record.annotations.map((/** @type {any} */ move) => [move.mark, signed(move.after)]));
      await page.press("ArrowLeft");
      await shows(page, "#comment");
      await picture(page, `${name}-review`);
    });

    test("a link is copied, and pasted where the page plays", async () => {
      await page.visit(`${site.address}#445332`);
      const label = await shows(page, "#copy-link");
      await page.click("#copy-link");
      await page.until((label) => document.getElementById("copy-link")?.textContent !== label, label);
      await page.visit("about:blank");
      await page.visit(`${site.address}#`);
      await page.click("#new");
      await linked(page, "");
      await page.press("Control+v");
      await linked(page, "#445332");
      await scored(page, SCORES);
      await picture(page, `${name}-analysis`);
    });

    test("after the first visit the page works without a network", async () => {
      await page.visit(site.address);
      await page.evaluate(async () => void (await navigator.serviceWorker.ready));
      site.close();
      await page.visit(`${site.address}?pos=445332`);
      await scored(page, SCORES);
      await page.click(".column:nth-child(4)");
      await linked(page, "#4453324");
    });

    test("the package gives exact scores in a page without tools", async () => {
      const folder = await mkdtemp(join(tmpdir(), "claimeven-"));
      const [example] = await examples("A page without tools");
      await writeFile(join(folder, "index.html"), example);
      await writeFile(join(folder, "favicon.ico"), "");
      await cp(fileURLToPath(PACKAGE), join(folder, "claimeven"), { recursive: true });
      const { address, close } = await serve(folder);
      await page.visit(address);
      await page.until((text) => document.querySelector("output")?.textContent === text, "-2 -4 2 2 -2 2 2");
      close();
      await rm(folder, { recursive: true });
    });
  });
}
