// @ts-check
/** The engine's opinion beside the board: a bar of both sides' chances, and the lines it expects. */
import { element, write } from "./dom.js";
import { percent, short } from "./numbers.js";
import { say } from "./words.js";

/**
 * @typedef {import("./thinker.js").Analysis} Analysis
 * @typedef {import("./thinker.js").Line} Line
 * @typedef {{name: string, title: string, tone: string}} Player
 */

const MOVES_SHOWN = 12;

/** The chances of both sides, as a bar in their colours and as figures. */
export class WinBar {
  /** @param {Player[]} players */
  constructor(players) {
    this.players = players;
    this.share = element("span", { class: `share ${players[0].tone}` });
    this.figures = players.map(() => element("span", { class: "figure" }));
    this.node = element(
      "div",
      { class: "win-bar", role: "group", "aria-label": say("analysis-chances") },
      element("span", { class: "side-name" }, players[0].title, " ", this.figures[0]),
      element("span", { class: `gauge ${players[1].tone}`, "aria-hidden": "true" }, this.share),
      element("span", { class: "side-name" }, this.figures[1], " ", players[1].title),
    );
    this.show(null);
  }

  /**
   * Show the first player's chances; null if they are not known.
   * @param {number | null} win
   */
  show(win) {
    this.node.classList.toggle("unknown", win === null);
    this.share.style.inlineSize = `${100 * (win ?? 0.5)}%`;
    write(this.figures[0], win === null ? "" : percent(win));
    write(this.figures[1], win === null ? "" : percent(1 - win));
  }
}

/** The lines that the engine expects, each a row of moves to click on. */
export class LineList {
  /**
   * @param {(moves: string[]) => void} play called with the moves of a line up to the one that was chosen
   * @param {(move: number) => string} number what to write before the n-th move of a line
   */
  constructor(play, number) {
    this.play = play;
    this.number = number;
    this.list = element("ol", { class: "engine-lines" });
    this.facts = element("p", { class: "engine-facts" });
    this.node = element("div", {}, this.facts, this.list);
  }

  /** @param {string} sentence */
  say(sentence) {
    write(this.facts, sentence);
  }

  clear() {
    this.list.replaceChildren();
  }

  /** @param {Analysis} found */
  show(found) {
    const words = say("analysis-depth", { depth: found.depth, nodes: short(found.nodes) });
    this.say(!found.lines.length ? found.text : found.done ? `${words}, ${say("analysis-done")}` : words);
    // A row that has the focus is refilled, not replaced.
    while (this.list.children.length > found.lines.length) this.list.lastElementChild?.remove();
    while (this.list.children.length < found.lines.length) this.list.append(element("li"));
    found.lines.forEach((line, index) => this.fill(/** @type {HTMLLIElement} */ (this.list.children[index]), line));
  }

  /**
   * @param {HTMLLIElement} row
   * @param {Line} line
   */
  fill(row, line) {
    const shown = line.moves.slice(0, MOVES_SHOWN);
    const key = `${line.score} ${percent(line.win)} ${shown.join(" ")}`;
    if (row.dataset.key === key) return;
    const focused = [...row.querySelectorAll("button")].indexOf(/** @type {any} */ (document.activeElement));
    row.dataset.key = key;
    row.replaceChildren(
      element("span", { class: line.proved ? "score proved" : "score", title: line.text }, line.score),
      element("span", { class: "chance" }, percent(line.win)),
      element(
        "span",
        { class: "line-moves" },
        ...shown.map((move, place) =>
          element(
            "button",
            {
              type: "button",
              class: "move",
              title: say("analysis-play-line", { move }),
              on: { click: () => this.play(line.moves.slice(0, place + 1)) },
            },
            element("span", { class: "number" }, this.number(place)),
            move,
          ),
        ),
        line.moves.length > MOVES_SHOWN ? "…" : null,
      ),
    );
    if (focused >= 0) row.querySelectorAll("button")[Math.min(focused, shown.length - 1)]?.focus();
  }
}
