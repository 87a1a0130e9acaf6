// @ts-check
/** Bars with a sentence and a few buttons: questions, offers, results. They change in place, which keeps the focus. */
import { arrange, element, write } from "./dom.js";

/**
 * @typedef {{text: string, act: () => void, main?: boolean, cancels?: boolean}} Answer `cancels`: Escape means it, too
 * @typedef {{node: HTMLElement, text: HTMLElement, detail: HTMLElement, buttons: HTMLElement, answers: Answer[]}} Drawn
 * @typedef {{key: string, text: string, detail?: string, tone?: string, answers?: Answer[]}} Bar
 */

/** A stack of bars. */
export class Bars {
  /** @type {Map<string, Drawn>} */
  #known = new Map();

  /**
   * @param {HTMLElement} container
   * @param {() => void} [onFocusLost] the bar that had the focus is gone
   */
  constructor(container, onFocusLost = () => {}) {
    this.container = container;
    this.onFocusLost = onFocusLost;
  }

  /**
   * Show exactly these bars.
   * @param {Bar[]} bars
   */
  update(bars) {
    const held = document.activeElement;
    const had = this.container.contains(held);
    const keys = new Set(bars.map(({ key }) => key));
    for (const key of this.#known.keys()) if (!keys.has(key)) this.#known.delete(key);
    arrange(
      this.container,
      bars.map((bar) => this.#draw(bar)),
    );
    if (had && !this.container.contains(held)) this.onFocusLost();
  }

  /**
   * The first button of a bar.
   * @param {string} key
   */
  button(key) {
    return this.#known.get(key)?.buttons.querySelector("button") ?? null;
  }

  /** @param {Bar} bar */
  #draw({ key, text, detail = "", tone = "", answers = [] }) {
    let known = this.#known.get(key);
    if (!known) {
      const [words, more, buttons] = [
        element("p", {}),
        element("p", { class: "quiet" }),
        element("div", { class: "buttons" }),
      ];
      known = {
        node: element("div", { class: "bar", on: { keydown: (event) => this.#key(key, event) } }, words, more, buttons),
        text: words,
        detail: more,
        buttons,
        answers,
      };
      this.#known.set(key, known);
    }
    const here = known;
    here.node.className = `bar ${tone}`;
    write(here.text, text);
    write(here.detail, detail);
    here.detail.hidden = !detail;
    here.answers = answers;
    here.buttons.hidden = !answers.length;
    arrange(
      here.buttons,
      answers.map((answer, index) => {
        const button =
          here.buttons.children[index] ??
          element("button", { type: "button", on: { click: () => here.answers[index]?.act() } });
        button.className = answer.main ? "main" : "";
        write(button, answer.text);
        return button;
      }),
    );
    return here.node;
  }

  /**
   * Escape means the answer that cancels, where there is one.
   * @param {string} key
   * @param {KeyboardEvent} event
   */
  #key(key, event) {
    const answer = event.key === "Escape" && this.#known.get(key)?.answers.find(({ cancels }) => cancels);
    if (!answer) return;
    event.preventDefault();
    answer.act();
  }
}
