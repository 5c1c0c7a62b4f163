/** @file Keeps the settings in the browser. Each tab has its own; a new tab gets the last ones, without the mode. */

import { DEFAULT_SETTINGS } from "./state.js";

/** @import {Settings, State} from "./state.js" */

/** Other pages of the same origin have settings too. */
const KEY = "claimeven-settings";

/** @returns {Settings} */
export function loadSettings() {
  return { ...DEFAULT_SETTINGS, ...readSaved() };
}

/** @returns {Partial<Settings>} */
function readSaved() {
  try {
    const [last, own] = [localStorage, sessionStorage].map((storage) => JSON.parse(storage.getItem(KEY) ?? "{}"));
    return { ...last, ...own };
  } catch {
    return {};
  }
}

/** @param {State} state */
export function saveSettings({ mode, level, human, hints }) {
  keep(() => {
    sessionStorage.setItem(KEY, JSON.stringify({ mode, level, human, hints }));
    localStorage.setItem(KEY, JSON.stringify({ level, human, hints }));
  });
}

/** Saves light or dark; null follows the system. @param {string | null} theme */
export function saveTheme(theme) {
  keep(() => (theme ? localStorage.setItem("theme", theme) : localStorage.removeItem("theme")));
}

/** Writes to the storage. A browser that blocks cookies has none. @param {() => void} write */
function keep(write) {
  try {
    write();
  } catch {
    // The settings last as long as the page.
  }
}
