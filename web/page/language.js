/** @file Fills in the texts as soon as the page is there, before its other modules. */

import { loadTexts } from "./texts.js";

await loadTexts(document.documentElement.lang);
