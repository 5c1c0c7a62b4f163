/** @file Keeps the settings in the browser: the mode in its tab, all others from visit to visit. */

import { DEFAULT_SETTINGS } from "./state.js";

/** @import {Mode, Settings, State} from "./state.js" */

/** @returns {Settings} */
export function loadSettings() {
  const mode = /** @type {Mode | null} */ (sessionStorage.getItem("mode"));
  const saved = { ...DEFAULT_SETTINGS, ...readSaved() };
  return { ...saved, mode: mode ?? DEFAULT_SETTINGS.mode };
}

/** @returns {Partial<Settings>} */
function readSaved() {
  try {
    return JSON.parse(localStorage.getItem("settings") ?? "{}");
  } catch {
    return {};
  }
}

/** @param {State} state */
export function saveSettings({ mode, level, human, hints }) {
  sessionStorage.setItem("mode", mode);
  localStorage.setItem("settings", JSON.stringify({ level, human, hints }));
}
