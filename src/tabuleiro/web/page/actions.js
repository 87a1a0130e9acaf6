// @ts-check
/** The buttons for the actions that are possible now. Each stays the same element, so that it keeps the focus. */
import { arrange, element, shape } from "./dom.js";
import { say } from "./words.js";

const ICONS = {
  "move-now": "M7 4l12 8-12 8z",
  undo: "M9 7L4 12l5 5M4 12h10a6 6 0 0 1 6 6",
  redo: "M15 7l5 5-5 5M20 12H10a6 6 0 0 0-6 6",
  "ask-takeback": "M9 7L4 12l5 5M4 12h10a6 6 0 0 1 6 6",
  hint: "M9 18h6M10 21h4M8 14a6 6 0 1 1 8 0c-1 1-1 2-1 2H9s0-1-1-2z",
  "offer-draw": "M5 9h14M5 15h14",
  resign: "M6 21V4M6 5h12l-3 4 3 4H6",
  flip: "M8 4v14M4 8l4-4 4 4M16 20V6M12 16l4 4 4-4",
  view: "M12 3l9 9-9 9-9-9z",
};

/** @typedef {keyof typeof ICONS} Action */

const NAMES = /** @type {Action[]} */ (Object.keys(ICONS));

/** Actions of the page alone, without the server. */
const LOCAL = new Set(["flip", "view"]);

export class Actions {
  /** @type {Map<Action, HTMLButtonElement>} */ #made = new Map();

  /**
   * @param {(action: Action) => void} press
   * @param {() => void} onFocusLost the button that had the focus is gone
   */
  constructor(press, onFocusLost) {
    this.press = press;
    this.onFocusLost = onFocusLost;
    this.container = element("div", { class: "actions buttons", role: "group", "aria-label": say("actions") });
  }

  /**
   * Show the buttons of these actions; without a connection, those that need the server are inactive.
   * @param {Set<string>} may
   * @param {boolean} isResting
   */
  update(may, isResting) {
    const held = document.activeElement;
    const had = this.container.contains(held);
    const buttons = NAMES.filter((name) => may.has(name)).map((name) => this.#button(name));
    arrange(this.container, buttons);
    for (const button of buttons) {
      const rests = isResting && !LOCAL.has(button.dataset.action ?? "");
      // Not `disabled`: a disabled button would lose the focus.
      if (rests) button.setAttribute("aria-disabled", "true");
      else button.removeAttribute("aria-disabled");
    }
    if (had && !this.container.contains(held)) this.onFocusLost();
  }

  /**
   * Show that an action is being carried out.
   * @param {Action} name
   * @param {boolean} isBusy
   */
  setBusy(name, isBusy) {
    this.#made.get(name)?.classList.toggle("busy", isBusy);
  }

  /** @param {Action} name */
  #button(name) {
    let button = this.#made.get(name);
    if (!button) {
      const made = element(
        "button",
        { type: "button", class: "action", "data-action": name },
        shape("svg", { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" }, shape("path", { d: ICONS[name] })),
        element("span", {}, say(`do-${name}`)),
      );
      made.addEventListener("click", () => {
        if (!made.hasAttribute("aria-disabled")) this.press(name);
      });
      this.#made.set(name, made);
      button = made;
    }
    return button;
  }
}
