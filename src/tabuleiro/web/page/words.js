// @ts-check
/** The texts of the page in the reader's language, as the server keeps them. */

/** @type {{[key: string]: string}} */
export const words = await fetch(`/api/words?lang=${document.documentElement.lang}`, { credentials: "same-origin" })
  .then((response) => (response.ok ? response.json() : {}))
  .catch(() => ({}));

/**
 * The text with this key, with its placeholders filled in.
 * @param {string} key
 * @param {{[name: string]: string | number}} [values]
 */
export function say(key, values = {}) {
  const sentence = words[key] ?? key;
  return sentence.replace(/\{(\w+)\}/g, (hole, name) => (name in values ? String(values[name]) : hole));
}
