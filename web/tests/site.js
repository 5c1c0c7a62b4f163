/** @file Serves the page that `cargo run -p claimeven-web` has built, or another folder, and opens it. */

import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { fileURLToPath } from "node:url";

/** @import {AddressInfo} from "node:net" */
/** @import {BrowserContextOptions, Page} from "playwright-core" */

export const ROOT = fileURLToPath(new URL("../..", import.meta.url));
export const SITE = join(ROOT, "target/web/site");

/** @type {Record<string, string>} */
const TYPES = {
  ".css": "text/css",
  ".html": "text/html",
  ".js": "text/javascript",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
};

/**
 * Serves a folder, for pages of any address. Returns its address, and a function that ends the server.
 * @param {string} [folder]
 */
export async function serve(folder = SITE) {
  const server = createServer(async ({ url }, response) => {
    const { pathname } = new URL(url ?? "/", "http://localhost");
    const path = join(folder, pathname.endsWith("/") ? `${pathname}index.html` : pathname);
    try {
      const body = await readFile(path);
      const type = TYPES[extname(path)] ?? "application/octet-stream";
      // As hosts of static files do.
      const encoding = type === "application/octet-stream" ? {} : { "content-encoding": "gzip" };
      const headers = { "content-type": type, "access-control-allow-origin": "*", ...encoding };
      response.writeHead(200, headers).end(type === "application/octet-stream" ? body : gzipSync(body));
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, "localhost", () => resolve(null)));
  const { port } = /** @type {AddressInfo} */ (server.address());
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { address: `http://localhost:${port}/`, close };
}

/**
 * Opens pages, each in a context of its own, and keeps all that they must not do: errors, and
 * requests to other places.
 */
export class Visitor {
  /** @type {string[]} */
  complaints = [];
  #browser;
  #address;

  /** @param {import("playwright-core").Browser} browser @param {string} address */
  constructor(browser, address) {
    this.#browser = browser;
    this.#address = address;
  }

  /**
   * @param {string} [hash]
   * @param {BrowserContextOptions} [options]
   * @returns {Promise<Page>}
   */
  async open(hash = "", options = {}) {
    const page = await this.blank(options);
    await page.goto(this.#address + hash);
    return page;
  }

  /** @param {BrowserContextOptions} options */
  async blank(options = {}) {
    const context = await this.#browser.newContext({
      viewport: { width: 1280, height: 800 },
      serviceWorkers: "block",
      ...options,
    });
    context.setDefaultTimeout(60_000);
    context.on("request", (request) => {
      if (!request.url().startsWith(this.#address)) this.complaints.push(`request of ${request.url()}`);
    });
    context.on("weberror", (error) => this.complaints.push(String(error.error())));
    context.on("console", (message) => {
      const expected = /Service Worker registration blocked/.test(message.text());
      if (/error|warning/.test(message.type()) && !expected) this.complaints.push(message.text());
    });
    return context.newPage();
  }
}
