/** @file Fills in the texts as soon as the page is there, before its other modules. */

import { loadTexts } from "./texts.js";

/** Ends once the texts are there. The module does not wait for it: WebKit fails if two scripts wait for a module. */
export const whenWorded = loadTexts(document.documentElement.lang);
