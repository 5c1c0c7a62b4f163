/** @file Loads the engine for the page's modules, which take the rules from it. */

import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { load } from "../../target/web/site/engine/engine.js";
import { SITE } from "./site.js";

await load(readFile(join(SITE, "engine/wasm_bg.wasm")));
