/** @file Keeps the settings in the browser: the mode in its tab, all others from visit to visit. */

import { DEFAULT_SETTINGS } from "./state.js";

/** @import {Settings, State} from "./state.js" */

/** @returns {Settings} */
export function loadSettings() {
  return { ...DEFAULT_SETTINGS, ...readSaved() };
}

/** @returns {Partial<Settings>} */
function readSaved() {
  try {
    const saved = JSON.parse(localStorage.getItem("settings") ?? "{}");
    return { ...saved, mode: sessionStorage.getItem("mode") ?? DEFAULT_SETTINGS.mode };
  } catch {
    return {};
  }
}

/** @param {State} state */
export function saveSettings({ mode, level, human, hints }) {
  keep(() => {
    sessionStorage.setItem("mode", mode);
    localStorage.setItem("settings", JSON.stringify({ level, human, hints }));
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
