/**
 * @file Firefox and WebKit behind one interface. Firefox is driven by WebDriver BiDi, WebKit by WebDriver,
 * which has the same input actions.
 */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";

/** @import {ChildProcess} from "node:child_process" */
/** @import {Readable} from "node:stream" */

/**
 * What differs between the browsers.
 * @typedef {object} Driver
 * @property {string} version
 * @property {(url: string) => Promise<unknown>} visit opens an address and waits until it is loaded
 * @property {(code: string) => Promise<string>} run returns the string that an expression promises
 * @property {(actions: object[]) => Promise<unknown>} act does what keys and pointers do
 * @property {() => Promise<string>} picture returns the window as a PNG in Base64
 * @property {(width: number, height: number) => Promise<unknown>} resize sets the size of the page
 * @property {() => Promise<string[]>} complain returns the errors and warnings since the last call
 * @property {() => Promise<unknown>} close
 */

/** The code points that WebDriver has for keys. @type {Record<string, string>} */
const KEYS = { Enter: "\ue007", Control: "\ue009", Escape: "\ue00c", ArrowLeft: "\ue012" };
/** The milliseconds until a page must show what is expected. */
const PATIENCE = 30_000;

/** Programs, and a folder for what they write. They end with the tests. */
class Programs {
  /** @type {ChildProcess[]} */
  #programs = [];
  folder = mkdtemp(join(tmpdir(), "claimeven-"));

  constructor() {
    process.once("exit", () => this.#kill());
  }

  /**
   * Starts a program, and waits for a line that fits a pattern.
   * @param {string} program
   * @param {string[]} args
   * @param {"stdout" | "stderr"} stream
   * @param {RegExp} pattern
   * @param {Record<string, string>} [variables]
   */
  async start(program, args, stream, pattern, variables) {
    const child = this.open(program, args, variables);
    await once(child, "spawn");
    const output = /** @type {Readable} */ (child[stream]);
    for await (const line of createInterface(output)) {
      const found = pattern.exec(line);
      // What is printed later must not fill the pipe.
      if (found) return output.resume() && found[1];
    }
    throw new Error(`${program} ended without a line that fits ${pattern}`);
  }

  /** @param {string} program @param {string[]} args @param {Record<string, string>} [variables] */
  open(program, args, variables) {
    const child = spawn(program, args, { env: { ...process.env, ...variables }, stdio: ["ignore", "pipe", "pipe"] });
    this.#programs.push(child);
    return child;
  }

  #kill() {
    for (const program of this.#programs.reverse()) program.kill();
  }

  async end() {
    this.#kill();
    await Promise.all(this.#programs.map((one) => one.exitCode ?? one.signalCode ?? once(one, "exit")));
    await rm(await this.folder, { recursive: true, force: true });
  }
}

/** Opens Firefox without a window. @returns {Promise<Driver>} */
async function openFirefox() {
  /** @type {string[]} */
  const complaints = [];
  const programs = new Programs();
  const args = ["--headless", "--no-remote", "--profile", await programs.folder, "--remote-debugging-port", "0"];
  const address = await programs.start(process.env.FIREFOX ?? "firefox-esr", args, "stderr", /listening on (ws:\S+)/);
  const socket = new WebSocket(`${address}/session`);
  await once(socket, "open");
  /** @type {Map<number, (reply: any) => void>} */
  const waiting = new Map();
  socket.onmessage = ({ data }) => {
    const { id, params, ...reply } = JSON.parse(data);
    if (id) waiting.get(id)?.(reply);
    else if (/error|warn/.test(params.level)) complaints.push(params.text);
  };
  /** @param {string} method @param {object} params @returns {Promise<any>} */
  const ask = async (method, params = {}) => {
    const id = waiting.size + 1;
    const { promise, resolve } = promised();
    waiting.set(id, resolve);
    socket.send(JSON.stringify({ id, method, params }));
    const { type, result, message } = await promise;
    if (type === "error") throw new Error(`${method}: ${message}`);
    return result;
  };

  const { capabilities } = await ask("session.new", { capabilities: {} });
  await ask("session.subscribe", { events: ["log.entryAdded"] });
  const [{ context }] = (await ask("browsingContext.getTree")).contexts;
  return {
    version: `Firefox ${capabilities.browserVersion}`,
    visit: (url) => ask("browsingContext.navigate", { context, url, wait: "complete" }),
    run: async (expression) => {
      const reply = await ask("script.evaluate", { expression, target: { context }, awaitPromise: true, userActivation: false });
      if (reply.type === "exception") throw new Error(reply.exceptionDetails.text);
      return reply.result.value;
    },
    act: (actions) => ask("input.performActions", { context, actions }),
    picture: async () => (await ask("browsingContext.captureScreenshot", { context })).data,
    resize: (width, height) => ask("browsingContext.setViewport", { context, viewport: { width, height } }),
    complain: async () => complaints.splice(0),
    close: () => programs.end(),
  };
}

/** Returns a promise and the function that resolves it. */
function promised() {
  /** @type {(value: any) => void} */
  let resolve = () => {};
  return { promise: new Promise((take) => (resolve = take)), resolve };
}

/** Opens WebKit in its small browser, on a screen of its own. @returns {Promise<Driver>} */
async function openWebKit() {
  const programs = new Programs();
  const folder = await programs.folder;
  // Its buttons would make the window wider than a phone.
  mkdirSync(join(folder, "gtk-3.0"));
  await writeFile(join(folder, "gtk-3.0/gtk.css"), "* { min-width: 0; min-height: 0; padding: 0; margin: 0; font-size: 1px; }");
  const display = await programs.start("Xvfb", ["-displayfd", "1", "-screen", "0", "1600x1200x24"], "stdout", /^(\d+)$/);
  const port = 20_000 + (process.pid % 20_000);
  programs.open("WebKitWebDriver", [`--port=${port}`], { DISPLAY: `:${display}`, GDK_BACKEND: "x11", XDG_CONFIG_HOME: folder });

  /** @param {string} method @param {string} path @param {object} [params] @returns {Promise<any>} */
  const ask = async (method, path, params) => {
    const body = params && JSON.stringify(params);
    const response = await fetch(`http://localhost:${port}/${path}`, { method, body });
    const { value } = /** @type {any} */ (await response.json());
    if (value?.error) throw new Error(`${path}: ${value.error}: ${value.message}`);
    return value;
  };
  for (let tries = 0; !(await ask("GET", "status").catch(() => null)); tries += 1) {
    if (tries > 100) throw new Error("WebKitWebDriver does not answer");
    await sleep(100);
  }
  const { sessionId, capabilities } = await ask("POST", "session", { capabilities: {} });
  const at = `session/${sessionId}`;
  /** @param {string} code */
  const run = (code) => ask("POST", `${at}/execute/sync`, { script: `return ${code}`, args: [] });
  return {
    version: `WebKit ${capabilities.browserVersion}`,
    visit: async (url) => {
      await ask("POST", `${at}/url`, { url });
      await run(`(${keepComplaints})()`);
    },
    run,
    act: (actions) => ask("POST", `${at}/actions`, { actions }),
    picture: () => ask("GET", `${at}/screenshot`),
    resize: async (width, height) => {
      await ask("POST", `${at}/window/rect`, { width, height });
      const bar = height - Number(await run("String(innerHeight)"));
      await ask("POST", `${at}/window/rect`, { width, height: height + bar });
    },
    complain: () => run("window.complaints?.splice(0) ?? []"),
    close: async () => {
      await ask("DELETE", at);
      await programs.end();
    },
  };
}

/** Keeps the errors and warnings of a page, which WebDriver does not report, from now on. */
function keepComplaints() {
  const page = /** @type {any} */ (window);
  if (page.complaints) return;
  /** @type {string[]} */
  const complaints = (page.complaints = []);
  addEventListener("error", ({ message }) => complaints.push(message));
  addEventListener("unhandledrejection", ({ reason }) => complaints.push(String(reason)));
  addEventListener("securitypolicyviolation", ({ blockedURI }) => complaints.push(`${blockedURI} is blocked`));
  console.error = console.warn = (...values) => complaints.push(values.join(" "));
}

/** A window of a browser, and what a user does in it. */
export class Page {
  #driver;

  /** @param {Driver} driver */
  constructor(driver) {
    this.#driver = driver;
    this.version = driver.version;
    this.visit = driver.visit;
    this.resize = driver.resize;
    this.complain = driver.complain;
    this.close = driver.close;
  }

  /** @param {"Firefox" | "WebKit"} name */
  static async open(name) {
    return new Page(await (name === "Firefox" ? openFirefox() : openWebKit()));
  }

  /**
   * Calls a function in the page. Arguments and result are values of JSON.
   * @template T
   * @template {unknown[]} A
   * @param {(...args: A) => T} call
   * @param {A} args
   * @returns {Promise<Awaited<T>>}
   */
  async evaluate(call, ...args) {
    const code = `(${call})(...${JSON.stringify(args)})`;
    return JSON.parse(await this.#driver.run(`(async () => JSON.stringify(await ${code} ?? null))()`));
  }

  /**
   * Waits until a function in the page returns something that is true. Returns it.
   * @template T
   * @template {unknown[]} A
   * @param {(...args: A) => T} call
   * @param {A} args
   */
  async until(call, ...args) {
    for (const begun = performance.now(); performance.now() - begun < PATIENCE; await sleep(30)) {
      const found = await this.evaluate(call, ...args);
      if (found) return found;
    }
    throw new Error(`after ${PATIENCE} ms this is not true: (${call})(${args.map((one) => JSON.stringify(one))})`);
  }

  /** Clicks an element, once it is there and does not move. @param {string} selector */
  async click(selector) {
    const [x, y] = await this.until(async (selector) => {
      const element = document.querySelector(selector);
      if (!element?.checkVisibility() || element.closest("[inert]")) return null;
      element.scrollIntoView({ block: "nearest", behavior: "instant" });
      const { left, top, width, height } = element.getBoundingClientRect();
      await new Promise(requestAnimationFrame);
      const now = element.getBoundingClientRect();
      return left === now.left && top === now.top ? [Math.round(left + width / 2), Math.round(top + height / 2)] : null;
    }, selector);
    const actions = [{ type: "pointerMove", x, y }, { type: "pointerDown", button: 0 }, { type: "pointerUp", button: 0 }];
    await this.#driver.act([{ type: "pointer", id: "mouse", actions }]);
  }

  /** Presses keys, one after the other, or together if `+` joins them. @param {string[]} keys */
  async press(...keys) {
    for (const together of keys) {
      const values = together.split("+").map((key) => KEYS[key] ?? key);
      const down = values.map((value) => ({ type: "keyDown", value }));
      const up = values.reverse().map((value) => ({ type: "keyUp", value }));
      await this.#driver.act([{ type: "key", id: "keyboard", actions: [...down, ...up] }]);
    }
  }

  /** Chooses a value of a list. @param {string} selector @param {string} value */
  choose(selector, value) {
    return this.evaluate(
      (selector, value) => {
        const list = /** @type {HTMLSelectElement} */ (document.querySelector(selector));
        list.value = value;
        list.dispatchEvent(new Event("change", { bubbles: true }));
      },
      selector,
      value,
    );
  }

  /** Writes the window to a file. @param {string} file */
  async screenshot(file) {
    writeFileSync(file, Buffer.from(await this.#driver.picture(), "base64"));
  }
}
