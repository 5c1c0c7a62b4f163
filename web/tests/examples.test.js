/** @file Tests of the examples in the README of the package: in Node, and in Chromium. */

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { chromium } from "playwright-core";
import { build, createServer } from "vite";

import { PACKAGE, examples } from "./engine.js";
import { Visitor, serve } from "./site.js";

const run = promisify(execFile);
const folder = await mkdtemp(join(tmpdir(), "claimeven-"));
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
/** What ends the servers. @type {(() => unknown)[]} */
const ends = [];
after(async () => {
  await browser.close();
  await Promise.all(ends.map((end) => end()));
  await rm(folder, { recursive: true });
});

/** Writes a file. @param {string} name @param {string} content */
async function write(name, content) {
  await mkdir(join(folder, name, ".."), { recursive: true });
  await writeFile(join(folder, name), content);
}

/** Puts the package into a folder. @param {string} name */
const install = (name) => cp(fileURLToPath(PACKAGE), join(folder, name), { recursive: true });

/** Serves a folder until the tests end. Returns its address. @param {string} folder */
async function served(folder) {
  const { address, close } = await serve(folder);
  ends.push(close);
  return address;
}

/** Opens a page and waits for what it prints. @param {string} address @param {string} printed */
async function shows(address, printed) {
  const visitor = new Visitor(browser, new URL("/", address).href);
  const page = await visitor.open(new URL(address).pathname.slice(1));
  await page.locator("output", { hasText: printed }).waitFor();
  return visitor.complaints;
}

/** Returns the comment at the end of a line that prints. @param {string} code */
const printedBy = (code) => /; \/\/ (.*)$/m.exec(code)?.[1] ?? assert.fail(code);

test("the example for Node", async () => {
  await install("node/node_modules/claimeven");
  await write("node/example.mjs", (await examples("Node"))[0]);
  const { stdout, stderr } = await run(process.execPath, ["example.mjs"], { cwd: join(folder, "node"), timeout: 20_000 });
  assert.equal(stderr, "");
  assert.equal(stdout.replace(/\s+/g, " "), "2 [ -2, -4, 2, 2, -2, 2, 2 ] 4 33 4 3 5 ?? 6 2 ?? two-threats [ 'b1', 'f1' ] X plays c1 and threatens b1 and f1; O can block only one ");
});

test("the example for a page without tools, from a folder and from another address", async () => {
  const [page] = await examples("A page without tools");
  await install("page/claimeven");
  await write("page/game/index.html", page.replace("./claimeven/", "../claimeven/"));
  await write("page/index.html", page);
  await write("page/favicon.ico", "");
  const [site, cdn] = [await served(join(folder, "page")), await served(join(folder, "page"))];
  await write("page/cdn.html", page.replace("./", cdn));
  for (const path of ["", "game/"]) assert.deepEqual(await shows(site + path, printedBy(page)), []);
  const complaints = await shows(`${site}cdn.html`, printedBy(page));
  // All that it asks for is at the other address, or the blob that imports the worker.
  assert.ok(complaints.every((text) => /^request of (blob:)?http/.test(text)), complaints.join("\n"));
  assert.ok(complaints.includes(`request of ${cdn}claimeven/worker.js`));
});

const [code, config] = await examples("Vite");
const [worker] = await examples("The worker");

/** Writes a project of Vite. @param {string} name @param {string} main */
async function project(name, main) {
  await install(`${name}/node_modules/claimeven`);
  await write(`${name}/package.json`, '{ "type": "module", "dependencies": { "claimeven": "*" } }');
  await write(`${name}/index.html`, '<!doctype html><link rel="icon" href="data:,"><output></output><script type="module" src="/main.js"></script>');
  await write(`${name}/main.js`, main);
  await write(`${name}/vite.config.js`, config);
  return join(folder, name);
}

/** Builds a project for production, and serves it. Returns its address below a path. @param {string} root */
async function production(root) {
  await build({ root, base: "./", configFile: false, logLevel: "error", build: { outDir: "dist/below" } });
  return `${await served(join(root, "dist"))}below/`;
}

test("the example for Vite, after a production build", async () => {
  const site = await production(await project("vite", code));
  assert.deepEqual(await shows(site, printedBy(code)), []);
});

test("the example for Vite, in its server", async () => {
  const root = await project("dev", code);
  const server = await createServer({ root, logLevel: "error", cacheDir: join(root, ".vite"), server: { port: 0, host: "localhost" } });
  ends.push(() => server.close());
  await server.listen();
  assert.deepEqual(await shows(server.resolvedUrls?.local[0] ?? "", printedBy(code)), []);
});

test("the example of the worker, after a production build of Vite", async () => {
  const print = 'data.startsWith("analysis") && (document.querySelector("output").textContent = data)';
  const site = await production(await project("worker", worker.replace("console.log(data)", print)));
  assert.deepEqual(await shows(site, printedBy(worker)), []);
});
