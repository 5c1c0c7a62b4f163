/** @file The keys, the buttons and the clipboard of the page. */

import { byId } from "./dom.js";

/**
 * Calls an action for each key, unless the user is typing.
 * @param {Record<string, () => void>} actions by the name of the key
 */
export function listenToKeys(actions) {
  document.addEventListener("keydown", (event) => {
    if (isTyping(event) || document.querySelector("dialog[open]")) return;
    const action = actions[keyName(event)];
    if (!action) return;
    event.preventDefault();
    action();
  });
}

/** @param {KeyboardEvent} event */
function keyName({ key, ctrlKey, metaKey, altKey, shiftKey }) {
  const name = key.length === 1 ? key.toLowerCase() : key;
  if (altKey) return "";
  if (!ctrlKey && !metaKey) return name;
  return `Ctrl+${shiftKey ? "Shift+" : ""}${name}`;
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
 * Calls an action when one of the radio buttons with a name is chosen.
 * @param {string} name
 * @param {(value: string) => void} action
 */
export function listenToChoice(name, action) {
  for (const input of document.querySelectorAll(`input[name="${name}"]`)) {
    input.addEventListener("change", () => action(/** @type {HTMLInputElement} */ (input).value));
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

/**
 * Calls an action with a text that is pasted anywhere on the page, or written in its field.
 * @param {(text: string) => void} action
 */
export function listenToTexts(action) {
  const field = /** @type {HTMLTextAreaElement} */ (byId("text"));
  const form = byId("load-form");
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    action(field.value);
  });
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.shiftKey) return;
    event.preventDefault();
    action(field.value);
  });
  document.addEventListener("paste", (event) => {
    if (event.target === field) return;
    const text = event.clipboardData?.getData("text/plain");
    if (!text) return;
    field.value = text;
    action(text);
  });
}

/**
 * Copies a text. Without access to the clipboard, the text is selected in the field.
 * @param {string} text
 * @returns {Promise<boolean>} whether it was copied
 */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = /** @type {HTMLTextAreaElement} */ (byId("text"));
    field.value = text;
    field.select();
    return false;
  }
}
