// @ts-check
/** A graph of the chances through a game, which can also be used to go to a move. */
import { element, shape } from "./dom.js";
import { percent } from "./numbers.js";
import { say } from "./words.js";

const WIDTH = 600;
const HEIGHT = 150;

/**
 * @typedef {{title: string, tone: string}} Player
 * @typedef {{ply: number, label: string, text: string}} Mark
 */

export class Graph {
  /**
   * @param {{players: Player[], goTo(ply: number): void}} options
   */
  constructor({ players, goTo }) {
    this.players = players;
    this.goTo = goTo;
    /** @type {number[]} */
    this.wins = [];
    this.at = 0;
    this.needle = shape("path", { class: "needle" });
    this.picture = shape("svg", {
      class: "graph",
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      preserveAspectRatio: "none",
      "aria-hidden": "true",
      focusable: "false",
    });
    this.dots = element("div", { class: "graph-dots", "aria-hidden": "true" });
    this.node = element(
      "div",
      {
        class: "graph-slider",
        role: "slider",
        tabindex: 0,
        "aria-label": `${say("analysis-graph", { side: players[0].title })}. ${say("analysis-graph-help")}`,
        "aria-valuemin": 0,
      },
      this.picture,
      this.dots,
    );
    this.node.addEventListener("pointerdown", (event) => this.point(event));
    this.node.addEventListener("pointermove", (event) => {
      if (event.buttons & 1) this.point(event);
    });
    this.node.addEventListener("keydown", (event) => this.key(event));
  }

  /**
   * Draw a game: the first player's chances by position, and its mistakes.
   * @param {number[]} wins
   * @param {Mark[]} marks
   */
  draw(wins, marks) {
    this.wins = wins;
    const spots = wins.map((win, ply) => `${this.across(ply)},${this.down(win)}`).join(" ");
    const [first, second] = this.players;
    this.picture.replaceChildren(
      shape("rect", { class: `share ${second.tone}`, width: WIDTH, height: HEIGHT }),
      shape("polygon", { class: `share ${first.tone}`, points: `0,${HEIGHT} ${spots} ${WIDTH},${HEIGHT}` }),
      shape("path", { class: "half", d: `M0 ${HEIGHT / 2}H${WIDTH}` }),
      shape("polyline", { class: "course", points: spots }),
      this.needle,
    );
    // Dots are outside the picture, because that is stretched.
    this.dots.replaceChildren(
      ...marks.map(({ ply, label, text }) => {
        const dot = element("span", { class: `graph-dot ${label}`, title: text });
        dot.style.left = `${(100 * this.across(ply)) / WIDTH}%`;
        dot.style.top = `${(100 * this.down(wins[ply])) / HEIGHT}%`;
        return dot;
      }),
    );
    this.node.setAttribute("aria-valuemax", String(wins.length - 1));
    this.show(Math.min(this.at, wins.length - 1));
  }

  /**
   * Mark the position on the board; -1 if it is not one of the game's.
   * @param {number} ply
   */
  show(ply) {
    this.at = Math.max(0, ply);
    this.needle.toggleAttribute("hidden", ply < 0);
    if (ply < 0 || ply >= this.wins.length) return;
    this.needle.setAttribute("d", `M${this.across(ply)} 0V${HEIGHT}`);
    this.node.setAttribute("aria-valuenow", String(ply));
    const values = { ply, side: this.players[0].title, win: percent(this.wins[ply]) };
    this.node.setAttribute("aria-valuetext", say("analysis-graph-at", values));
  }

  /** @param {number} ply */
  across(ply) {
    return (WIDTH * ply) / Math.max(1, this.wins.length - 1);
  }

  /** @param {number} win */
  down(win) {
    return HEIGHT * (1 - win);
  }

  /** @param {PointerEvent} event */
  point(event) {
    const box = this.node.getBoundingClientRect();
    const share = (event.clientX - box.left) / box.width;
    this.go(Math.round(share * (this.wins.length - 1)));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const last = this.wins.length - 1;
    const places = new Map([
      ["ArrowLeft", this.at - 1],
      ["ArrowDown", this.at - 1],
      ["ArrowRight", this.at + 1],
      ["ArrowUp", this.at + 1],
      ["PageDown", this.at - 10],
      ["PageUp", this.at + 10],
      ["Home", 0],
      ["End", last],
    ]);
    const place = places.get(event.key);
    if (place === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    this.go(place);
  }

  /** @param {number} ply */
  go(ply) {
    this.goTo(Math.max(0, Math.min(this.wins.length - 1, ply)));
  }
}
