/** @file Loads the engine and the English texts for the page's modules. */

import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { load } from "../../target/web/site/engine/engine.js";
import { useTexts } from "../../target/web/site/texts.js";
import { SITE } from "./site.js";

await load(() => readFile(join(SITE, "engine/wasm_bg.wasm")));
useTexts(JSON.parse(await readFile(join(SITE, "texts/en.json"), "utf8")));
