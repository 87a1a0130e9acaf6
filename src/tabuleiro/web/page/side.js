// @ts-check
/** The panels beside the board: both players with clocks, captured pieces and facts, and the list of moves. */
import { arrange, element, parseShapes, shape, show, write } from "./dom.js";
import { spoken } from "./numbers.js";
import { say } from "./words.js";

/**
 * @typedef {import("./types.js").State} State
 * @typedef {import("./types.js").Fact} Fact
 * @typedef {import("./types.js").Piece} Piece
 * @typedef {import("./types.js").Player} Player
 */

const HURRY = 20_000;

/**
 * A time in milliseconds as a clock shows it.
 * @param {number} left
 */
function clockText(left) {
  const seconds = Math.max(0, left) / 1000;
  if (seconds < 10) return seconds.toFixed(1).replace(".", say("decimal-point"));
  const whole = Math.ceil(seconds);
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  const tail = String(whole % 60).padStart(2, "0");
  if (hours >= 48) return say("days", { count: Math.floor(hours / 24) });
  return hours ? `${hours}:${String(minutes).padStart(2, "0")}:${tail}` : `${minutes}:${tail}`;
}

/**
 * A time in milliseconds as it is read aloud.
 * @param {number} left
 */
function spokenTime(left) {
  const whole = Math.ceil(Math.max(0, left) / 1000);
  return say("time-left", { minutes: spoken(Math.floor(whole / 60), "minute"), seconds: spoken(whole % 60, "second") });
}

/** The panel of a player: name, clock, captures, facts. */
export class Seat {
  #left = 0;
  #since = 0;
  #running = false;

  /** @param {HTMLElement} container */
  constructor(container) {
    this.container = container;
    container.classList.add("seat");
    this.tone = element("span", { class: "tone", "aria-hidden": "true" });
    this.name = element("strong", { class: "name" });
    this.role = element("span", { class: "role" });
    this.turn = element("span", { class: "turn" });
    this.clock = element("span", { class: "clock", role: "timer", hidden: true });
    this.facts = element("span", { class: "facts" });
    this.taken = element("span", { class: "taken", role: "img", hidden: true });
    container.append(
      element(
        "div",
        { class: "line" },
        this.tone,
        element("span", { class: "title" }, this.name, this.role),
        this.turn,
      ),
      element("div", { class: "more" }, this.facts, this.taken),
      this.clock,
    );
  }

  /**
   * Show the player on this seat.
   * @param {State} state
   * @param {Player} player
   * @param {{[token: string]: Piece}} pieces
   * @param {import("./types.js").Scene & {present: boolean, heard: number}} shown `heard` is when the state came
   */
  update(state, player, pieces, shown) {
    const person = state.people.find(({ seat }) => seat === player.name);
    const isTurn = shown.present && !state.outcome && state.ready && state.position.turn === player.name;
    this.tone.className = `tone ${player.tone}`;
    const name = person?.taken ? person.name : say("free-seat");
    write(this.name, name);
    this.name.title = name; // not all of a long one fits
    const alone = state.yours.length === 2;
    const roles = [player.title, person?.you && !alone && say("you"), person?.taken && !person.present && say("away")];
    write(this.role, roles.filter(Boolean).join(" · "));
    this.container.classList.toggle("to-move", isTurn);
    write(this.turn, isTurn ? (state.thinking && person?.player !== "human" ? say("thinking") : say("to-move")) : "");
    const facts = shown.position.facts.filter((fact) => fact.player === player.name);
    // Warnings come first, so that they always fit.
    drawFacts(this.facts, [...facts.filter(({ warning }) => warning), ...facts.filter(({ warning }) => !warning)]);
    const other = state.people.find(({ seat }) => seat !== player.name)?.seat ?? "";
    this.#drawTaken(shown.captured[other] ?? [], pieces);
    const clock = state.clock;
    show(this.clock, clock !== null);
    if (clock) {
      this.#left = clock.left[player.name];
      this.#running = clock.running === player.name;
      this.#since = shown.heard; // however often it is drawn again
      this.tick();
    }
  }

  /** Show the time now; returns the milliseconds left, or null if this clock is not running. */
  tick() {
    const left = this.#running ? this.#left - (performance.now() - this.#since) : this.#left;
    write(this.clock, clockText(left));
    // Screen readers read it when asked, not at every tick.
    this.clock.setAttribute("aria-label", spokenTime(Math.ceil(left / 10_000) * 10_000));
    this.clock.classList.toggle("running", this.#running);
    this.clock.classList.toggle("low", this.#running && left < HURRY);
    return this.#running ? left : null;
  }

  /** Are there more facts about this player than fit? */
  get overflows() {
    const { scrollHeight, clientHeight, children } = this.facts;
    return scrollHeight > clientHeight + 4 || [...children].some((fact) => fact.scrollWidth > fact.clientWidth + 1);
  }

  /**
   * @param {string[]} tokens
   * @param {{[token: string]: Piece}} pieces
   */
  #drawTaken(tokens, pieces) {
    const key = tokens.join(" ");
    if (this.taken.dataset.key === key) return;
    this.taken.dataset.key = key;
    const known = tokens.filter((token) => pieces[token]);
    show(this.taken, known.length > 0);
    this.taken.setAttribute(
      "aria-label",
      say("captured", { pieces: known.map((token) => pieces[token].name).join(", ") }),
    );
    this.taken.replaceChildren(
      ...known.map((token) =>
        element(
          "span",
          { class: "slot" },
          shape(
            "svg",
            { viewBox: "-54 -54 108 108", class: "tabuleiro small", "aria-hidden": "true" },
            shape("g", { class: `piece ${pieces[token].tone}` }, ...parseShapes(pieces[token].svg)),
          ),
        ),
      ),
    );
  }
}

/**
 * Facts as small labelled values; warnings have a sign.
 * @param {Element} container
 * @param {Fact[]} facts
 */
export function drawFacts(container, facts) {
  const known = new Map([...container.children].map((node) => [node.getAttribute("data-key"), node]));
  /** @type {{[key: string]: number}} */
  const count = {};
  arrange(
    container,
    facts.map((fact) => {
      count[fact.key] = (count[fact.key] ?? 0) + 1;
      const key = `${fact.key} ${count[fact.key]}`;
      const node =
        known.get(key) ??
        element("span", { class: "fact", "data-key": key }, element("span", { class: "label" }), element("b", {}));
      node.classList.toggle("warning", fact.warning);
      write(node.children[0], fact.label);
      write(node.children[1], fact.value);
      return node;
    }),
  );
}

/**
 * All facts in full, each under the name of its player.
 * @param {Element} container
 * @param {Fact[]} facts
 * @param {Player[]} players
 */
export function drawAllFacts(container, facts, players) {
  while (container.children.length < players.length) {
    container.append(element("div", {}, element("h2", {}), element("div", { class: "facts" })));
  }
  players.forEach(({ name, title }, index) => {
    const [heading, list] = container.children[index].children;
    write(heading, title);
    drawFacts(list, gathered(facts.filter(({ player }) => player === name)));
  });
}

/**
 * Facts with the same title merged into one, with their values side by side.
 * @param {Fact[]} facts
 */
function gathered(facts) {
  /** @type {Map<string, Fact>} */
  const kinds = new Map();
  for (const fact of facts) {
    const kind = `${fact.key} ${fact.label} ${fact.warning}`;
    const earlier = kinds.get(kind);
    kinds.set(kind, earlier ? { ...fact, value: `${earlier.value} · ${fact.value}` } : fact);
  }
  return [...kinds.values()];
}

/** The moves of a game, to step through. */
export class MoveList {
  /** @type {HTMLButtonElement[]} */ #plies = [];
  /** @type {string[]} */ #moves = [];
  #shown = 0;

  /**
   * @param {HTMLElement} container
   * @param {(ply: number) => void} onStep
   */
  constructor(container, onStep) {
    this.onStep = onStep;
    this.list = element("ol", { class: "moves", "aria-label": say("moves") });
    this.buttons = /** @type {const} */ (["first", "previous", "next", "last"]).map((kind) =>
      element(
        "button",
        {
          type: "button",
          class: "step",
          "aria-label": say(`step-${kind}`),
          title: say(`step-${kind}`),
          on: { click: () => this.#step(kind) },
        },
        shape("svg", { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" }, shape("path", { d: STEPS[kind] })),
      ),
    );
    this.empty = element("p", { class: "quiet" }, say("no-moves-yet"));
    container.append(
      this.empty,
      this.list,
      element("div", { class: "steps", role: "group", "aria-label": say("step-through") }, ...this.buttons),
    );
    this.list.addEventListener("keydown", (event) => this.#key(event));
    this.#plies = [this.#makePly(0, say("start-position"))];
    // The room for the list changes with what is around it.
    new ResizeObserver(() => this.#reveal(this.#plies[this.#shown])).observe(this.list);
  }

  /**
   * Show these moves; the board shows the position after `shown` of them.
   * @param {string[]} moves
   * @param {number} shown
   */
  update(moves, shown) {
    const held = this.list.contains(document.activeElement);
    while (this.#plies.length - 1 > moves.length) this.#plies.pop();
    moves.forEach((move, index) => {
      const ply = index + 1;
      const button = this.#plies[ply] ?? this.#makePly(ply, move);
      if (this.#moves[index] !== move) write(button, move);
      this.#plies[ply] = button;
    });
    this.#moves = moves;
    this.#lay();
    show(this.empty, moves.length === 0);
    show(this.list, moves.length > 0);
    const moved = shown !== this.#shown;
    this.#shown = shown;
    this.#plies.forEach((button, ply) => {
      if (ply === shown) button.setAttribute("aria-current", "true");
      else button.removeAttribute("aria-current");
      button.tabIndex = ply === shown ? 0 : -1;
    });
    this.buttons.forEach((button, index) => {
      // Not `disabled`: a disabled button would lose the focus.
      button.setAttribute("aria-disabled", String(index < 2 ? shown === 0 : shown === moves.length));
    });
    if (moved) this.#reveal(this.#plies[shown]);
    if (held && moved) this.#plies[shown].focus({ preventScroll: true });
  }

  /** One row for two plies. */
  #lay() {
    const rows = Math.ceil((this.#plies.length - 1) / 2);
    const items = [];
    for (let row = 0; row <= rows; row += 1) {
      const item =
        this.list.children[row] ??
        element("li", {}, element("span", { class: "number", "aria-hidden": "true" }, row ? `${row}.` : ""));
      const number = item.children[0];
      arrange(item, [number, ...(row ? this.#plies.slice(2 * row - 1, 2 * row + 1) : this.#plies.slice(0, 1))]);
      items.push(item);
    }
    arrange(this.list, items);
  }

  /**
   * @param {number} ply
   * @param {string} text
   */
  #makePly(ply, text) {
    return element(
      "button",
      { type: "button", class: "ply", tabindex: -1, on: { click: () => this.onStep(ply) } },
      text,
    );
  }

  /**
   * Scroll only the list, so that a ply is in sight.
   * @param {HTMLElement} ply
   */
  #reveal(ply) {
    const [seen, wanted] = [this.list.getBoundingClientRect(), ply.getBoundingClientRect()];
    if (wanted.top < seen.top) this.list.scrollTop -= seen.top - wanted.top + 8;
    else if (wanted.bottom > seen.bottom) this.list.scrollTop += wanted.bottom - seen.bottom + 8;
  }

  /** @param {"first" | "previous" | "next" | "last"} kind */
  #step(kind) {
    const end = this.#moves.length;
    const ply = { first: 0, previous: Math.max(0, this.#shown - 1), next: Math.min(end, this.#shown + 1), last: end }[
      kind
    ];
    if (ply !== this.#shown) this.onStep(ply);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    /** @type {{[key: string]: "first" | "previous" | "next" | "last"}} */
    const keys = {
      ArrowLeft: "previous",
      ArrowUp: "previous",
      ArrowRight: "next",
      ArrowDown: "next",
      Home: "first",
      End: "last",
    };
    const kind = keys[event.key];
    if (!kind || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    this.#step(kind);
  }
}

const STEPS = {
  first: "M6 5v14M19 5l-10 7 10 7z",
  previous: "M16 5L6 12l10 7z",
  next: "M8 5l10 7-10 7z",
  last: "M18 5v14M5 5l10 7-10 7z",
};
