/** @file Tests of the page below a folder of a host of static files, as GitHub Pages serves it. */

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { after, test } from "node:test";

import { chromium } from "playwright-core";

import { SITE as BUILT } from "./site.js";

/** @import {AddressInfo} from "node:net" */

/** The page that has been built, or the copy that `SITE` names. */
const SITE = process.env.SITE ?? BUILT;
const FOLDER = "/games/claimeven/";
/** @type {Record<string, string>} */
const TYPES = { ".css": "text/css", ".html": "text/html", ".js": "text/javascript", ".wasm": "application/wasm" };

const server = createServer(async ({ url }, response) => {
  const { pathname } = new URL(url ?? "", "http://localhost");
  const file = pathname.startsWith(FOLDER) ? pathname.slice(FOLDER.length) || "index.html" : "/";
  const found = await readFile(join(SITE, file)).catch(() => null);
  const type = TYPES[extname(found ? file : "404.html")] ?? "application/octet-stream";
  response.writeHead(found ? 200 : 404, { "content-type": type }).end(found ?? (await readFile(join(SITE, "404.html"))));
});
await new Promise((resolve) => server.listen(0, "localhost", () => resolve(null)));
const { port } = /** @type {AddressInfo} */ (server.address());
const address = `http://localhost:${port}${FOLDER}`;
const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
after(async () => {
  await browser.close();
  server.close();
  server.closeAllConnections();
});

test("the page works in a folder, and then without a network", async () => {
  const page = await browser.newPage();
  /** @type {string[]} */
  const failed = [];
  page.on("response", (response) => response.ok() || failed.push(response.url()));
  await page.goto(`${address}#4453`);
  await page.locator("#progress", { hasText: /^Solved/ }).waitFor();
  assert.deepEqual(failed, []);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.context().setOffline(true);
  await page.goto(`${address}?again#445332`);
  await page.locator("#progress", { hasText: /^Solved/ }).waitFor();
  await page.close();
});

for (const [path, expected] of [
  ["4453", "#4453"],
  ["4453/", "#4453"],
  ["old/links/445332?from=mail", "?from=mail#445332"],
  ["448", "#448"],
  ["old.html#4453", "#4453"],
  ["about", ""],
]) {
  test(`an address that the host does not have, ${path}, leads to the game`, async () => {
    const page = await browser.newPage({ serviceWorkers: "block" });
    await page.goto(address + path);
    await page.waitForURL(address + expected);
    await page.locator(".column").first().waitFor();
    await page.close();
  });
}
