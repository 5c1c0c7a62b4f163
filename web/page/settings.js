/** @file Keeps the settings in the browser. Each tab has its own; a new tab gets the last ones, without the mode. */

import { DEFAULT_SETTINGS } from "./state.js";

/** @import {Settings, State} from "./state.js" */

/** Other pages of the same origin have settings too. */
const KEY = "claimeven-settings";

/** @returns {Settings} */
export function loadSettings() {
  try {
    const [last, own] = [localStorage, sessionStorage].map((storage) => JSON.parse(storage.getItem(KEY) ?? "{}"));
    return { ...DEFAULT_SETTINGS, ...last, ...own };
  } catch {
    return DEFAULT_SETTINGS;
  }
}

/** @param {State} state */
export function saveSettings({ mode, level, human, hints }) {
  keep(() => {
    sessionStorage.setItem(KEY, JSON.stringify({ mode, level, human, hints }));
    localStorage.setItem(KEY, JSON.stringify({ level, human, hints }));
  });
}

/** Changes between light and dark. The choice of the system is not saved. */
export function toggleTheme() {
  const { dataset } = document.documentElement;
  const system = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  const next = (dataset.theme ?? system) === "dark" ? "light" : "dark";
  if (next === system) delete dataset.theme;
  else dataset.theme = next;
  keep(() => (next === system ? localStorage.removeItem("theme") : localStorage.setItem("theme", next)));
}

/** Writes to the storage. A browser that blocks cookies has none. @param {() => void} write */
function keep(write) {
  try {
    write();
  } catch {
    // The settings last as long as the page.
  }
}
