// @ts-check
/** The moves of an analysis as clickable text: the main line with its mistakes, and the variations below it. */
import { element, unbroken } from "./dom.js";
import { say } from "./words.js";

/** @typedef {import("./tree.js").Node} Node */

const SIGNS = /** @type {{[label: string]: string}} */ ({ inaccuracy: "?!", mistake: "?", blunder: "??" });

export class Variations {
  /**
   * @param {{goTo(node: Node): void, showBetter(node: Node): void}} actions
   */
  constructor(actions) {
    this.actions = actions;
    /** Does the second player begin? Then the first move is in the second column. */
    this.offset = 0;
    /** @type {Map<Node, HTMLElement>} */
    this.buttons = new Map();
    this.node = element("div", { class: "variations", role: "group", "aria-label": say("analysis-moves") });
  }

  /**
   * What is written before a move: its number, unless that is clear from the previous move.
   * @param {number} ply counted from 1
   * @param {boolean} isFirst
   */
  number(ply, isFirst) {
    const place = ply - 1 + this.offset;
    if (place % 2 === 0) return `${Math.floor(place / 2) + 1}.`;
    return isFirst ? `${Math.floor(place / 2) + 1}…` : "";
  }

  /**
   * Write the whole tree.
   * @param {Node} root
   * @param {Node} current
   */
  draw(root, current) {
    this.buttons.clear();
    const rows = root.children.length
      ? this.line(root, root.children[0], true)
      : [element("p", { class: "quiet" }, say("analysis-no-moves"))];
    this.node.replaceChildren(this.beginning(root), ...rows);
    this.mark(current);
  }

  /** @param {Node} root */
  beginning(root) {
    const button = element("button", { type: "button", class: "move start" }, say("analysis-start"));
    button.addEventListener("click", () => this.actions.goTo(root));
    this.buttons.set(root, button);
    return button;
  }

  /**
   * A line that begins with a child of a node, with its variations.
   * @param {Node} parent
   * @param {Node} first
   * @param {boolean} isMain
   * @returns {HTMLElement[]}
   */
  line(parent, first, isMain) {
    /** @type {HTMLElement[]} */
    const rows = [];
    let row = element("span", { class: "run" });
    let isNew = true;
    let siblings = isMain ? parent.children.slice(1) : [];
    for (const node of first.line()) {
      row.append(this.move(node, isNew));
      isNew = false;
      const notes = [this.note(node), ...siblings.map((other) => this.variation(node.parent ?? parent, other))];
      const shown = notes.filter((note) => note !== null);
      if (shown.length) {
        rows.push(row, ...shown);
        row = element("span", { class: "run" });
        isNew = true;
      }
      siblings = node.children.slice(1);
    }
    if (row.children.length) rows.push(row);
    return rows;
  }

  /**
   * @param {Node} parent
   * @param {Node} first
   */
  variation(parent, first) {
    return element(
      "div",
      { class: "variation", role: "group", "aria-label": say("analysis-variation") },
      ...this.line(parent, first, false),
    );
  }

  /**
   * @param {Node} node
   * @param {boolean} isFirst
   */
  move(node, isFirst) {
    const label = node.judgement?.label ?? null;
    const words = [label && say(`analysis-label-${label}`), node.isLosing && say("analysis-losing")].filter(Boolean);
    const button = element(
      "button",
      { type: "button", class: `move ${label ?? ""} ${node.isLosing ? "losing" : ""}`.trim() },
      element("span", { class: "number" }, this.number(node.ply, isFirst)),
      node.move?.move,
      label && element("span", { class: "glyph", "aria-hidden": "true" }, SIGNS[label]),
      words.length ? element("span", { class: "unseen" }, ` (${words.join(", ")})`) : null,
    );
    button.addEventListener("click", () => this.actions.goTo(node));
    this.buttons.set(node, button);
    return button;
  }

  /**
   * The note on a mistake, with a button for the better line.
   * @param {Node} node
   */
  note(node) {
    const judgement = node.judgement;
    if (!judgement || (!judgement.label && !node.isLosing)) return null;
    const better = element("button", { type: "button", class: "link" }, say("analysis-show-better"));
    better.addEventListener("click", () => this.actions.showBetter(node));
    const name = node.isLosing ? "remark losing" : `remark ${judgement.label}`;
    return element("div", { class: name }, unbroken(judgement.text), judgement.best.length ? better : null);
  }

  /**
   * Mark the current move, and scroll it into sight.
   * @param {Node} current
   */
  mark(current) {
    for (const [node, button] of this.buttons) {
      if (node === current) button.setAttribute("aria-current", "true");
      else button.removeAttribute("aria-current");
    }
    const button = this.buttons.get(current);
    if (!button) return;
    // Only the list scrolls, never the page: the board stays where it is.
    const { top, bottom } = this.node.getBoundingClientRect();
    const box = button.getBoundingClientRect();
    if (box.top < top) this.node.scrollTop -= top - box.top + 8;
    else if (box.bottom > bottom) this.node.scrollTop += box.bottom - bottom + 8;
  }
}
