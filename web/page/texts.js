/** @file The texts of the page. Each language has a file in `texts` with the same keys. */

/** @type {Record<string, string | [one: string, other: string]>} */
let texts = {};
let language = "en";

/** Takes the texts of a language. @param {typeof texts} loaded @param {string} [of] */
export function useTexts(loaded, of = "en") {
  texts = loaded;
  language = of;
}

/** Writes a number as the language does. @param {number} number @param {Intl.NumberFormatOptions} [options] */
export function numeral(number, options) {
  return number.toLocaleString(language, options);
}

/** Lists words as the language does, with `and` or `or` before the last one. @param {string[]} words @param {"conjunction" | "disjunction"} type */
export function listOf(words, type) {
  return new Intl.ListFormat(language, { type }).format(words);
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

/**
 * Loads the texts of a language and fills them in: `data-text` names the content of an element,
 * `data-label` its label, and `data-example` its placeholder.
 * @param {string} language
 */
export async function loadTexts(language) {
  useTexts(await (await fetch(`texts/${language}.json`)).json(), language);
  document.title = `claimeven: ${phrase("title")}`;
  document.documentElement.lang = language;
  document.documentElement.classList.remove("wordless");
  for (const element of document.querySelectorAll("[data-text], [data-label], [data-example]")) {
    const { text, label, example } = /** @type {HTMLElement} */ (element).dataset;
    if (text) element.textContent = phrase(text);
    if (label) element.setAttribute("aria-label", phrase(label));
    if (label && element.matches("button, select")) element.setAttribute("title", phrase(label));
    if (example) element.setAttribute("placeholder", phrase(example));
  }
}
