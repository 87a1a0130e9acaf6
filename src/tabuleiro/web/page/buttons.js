// @ts-check
/** Buttons with words or icons. */
import { element, shape } from "./dom.js";
import { say } from "./words.js";

export const ICONS = {
  first: "M18 5l-7 7 7 7M7 5v14",
  back: "M15 5l-7 7 7 7",
  forth: "M9 5l7 7-7 7",
  last: "M6 5l7 7-7 7M17 5v14",
  flip: "M8 4v16M4 8l4-4 4 4M16 20V4M12 16l4 4 4-4",
};

/**
 * A button with an icon; its words are its label and tooltip.
 * @param {string} path
 * @param {string} key
 * @param {() => void} click
 */
export function iconButton(path, key, click) {
  const label = say(key);
  return element(
    "button",
    { type: "button", class: "step", "aria-label": label, title: label, on: { click } },
    shape("svg", { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true", focusable: "false" }, shape("path", { d: path })),
  );
}

/**
 * A button with words.
 * @param {string} key
 * @param {() => void} click
 * @param {string} [name] its class
 */
export function wordButton(key, click, name) {
  return element("button", { type: "button", class: name, on: { click } }, say(key));
}
