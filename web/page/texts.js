/** @file The texts of the page. Each language has a file in `texts` with the same keys. */

/** @type {Record<string, string | [one: string, other: string]>} */
let texts = {};

/** Takes the texts of a language. @param {typeof texts} loaded */
export function useTexts(loaded) {
  texts = loaded;
}

/**
 * Returns a text with its values filled in. A text with two forms has one for a single `n`.
 * @param {string} key
 * @param {Record<string, string | number>} [values]
 */
export function phrase(key, values = {}) {
  const forms = texts[key];
  if (forms === undefined) throw new Error(`no text ${key}`);
  const form = typeof forms === "string" ? forms : forms[values.n === 1 ? 0 : 1];
  return form.replace(/\{(\w+)\}/g, (_, name) => String(values[name]));
}

/** Loads the texts and fills them in: `data-text` names the content of an element, `data-label` its label. */
export async function loadTexts() {
  useTexts(await (await fetch("texts/en.json")).json());
  for (const element of document.querySelectorAll("[data-text], [data-label]")) {
    const { text, label } = /** @type {HTMLElement} */ (element).dataset;
    if (text) element.textContent = phrase(text);
    if (!label) continue;
    element.setAttribute("aria-label", phrase(label));
    if (element.matches("button")) element.setAttribute("title", phrase(label));
  }
}
