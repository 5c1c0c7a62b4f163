/** @file The keys, the buttons and the clipboard of the page. */

import { byId } from "./dom.js";

/** Lets each key click the element that names it in `aria-keyshortcuts`, unless the user is typing. */
export function listenToKeys() {
  document.addEventListener("keydown", (event) => {
    if (isTyping(event) || event.altKey || document.querySelector("dialog[open]")) return;
    const name = CSS.escape(keyName(event));
    const element = document.querySelector(`[aria-keyshortcuts~="${name}"]`);
    if (!(element instanceof HTMLElement)) return;
    event.preventDefault();
    element.click();
  });
}

/** @param {KeyboardEvent} event */
function keyName({ key, ctrlKey, metaKey, shiftKey }) {
  const name = key.length === 1 ? key.toUpperCase() : key;
  if (!ctrlKey && !metaKey) return name;
  return `Control+${shiftKey ? "Shift+" : ""}${name}`;
}

/** Whether a key belongs to the element that has the focus. @param {KeyboardEvent} event */
function isTyping({ key, target }) {
  const element = /** @type {HTMLElement} */ (target);
  if (element.matches("textarea")) return true;
  return element.matches("[type=radio], [type=range]") && /^(Arrow|Home|End)/.test(key);
}

/**
 * Calls an action when the button with an id is clicked.
 * @param {Record<string, () => void>} actions by id
 */
export function listenToButtons(actions) {
  for (const [id, action] of Object.entries(actions)) {
    byId(id).addEventListener("click", action);
  }
}

/**
 * Gives the arrow keys back to the game after a click on a radio button or the slider. After a key
 * they stay there.
 */
export function releaseArrows() {
  document.addEventListener("click", ({ target, detail }) => {
    const element = /** @type {HTMLElement} */ (target);
    if (detail > 0 && element.matches("[type=radio], [type=range]")) element.blur();
  });
}

/** The field for texts. */
const field = () => /** @type {HTMLTextAreaElement} */ (byId("text"));

/**
 * Calls an action with a text that is pasted anywhere on the page, or written in its field.
 * @param {(text: string) => void} action
 */
export function listenToTexts(action) {
  byId("load-form").addEventListener("submit", (event) => {
    event.preventDefault();
    action(field().value);
  });
  field().addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.shiftKey) return;
    event.preventDefault();
    action(field().value);
  });
  document.addEventListener("paste", (event) => {
    const text = event.clipboardData?.getData("text/plain");
    if (event.target === field() || !text) return;
    field().value = text;
    action(text);
  });
}

/** Copies a text. Returns whether the browser allows it. @param {string} text */
export async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
