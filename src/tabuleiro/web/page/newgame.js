// @ts-check
/** The panel for a new game, with good defaults and a memory for the last choices. */
import { address, get, messageOf, post } from "./api.js";
import { element, show, write } from "./dom.js";
import { short } from "./numbers.js";
import { choice, recall, remember, settings } from "./settings.js";
import { say } from "./words.js";

/**
 * @typedef {import("./types.js").Game} Game
 * @typedef {{opponent: string, level: number, other: number, side: string, clock: string, own: string}} Habits
 * @typedef {Habits & {variant: string, format: string, switches: {[name: string]: string}}} Choice
 */

const LAST_LEVEL = 10;
const LEVEL_STEP = 0.5;
const CLOCKS = ["", "5+3", "10", "30/move"];
/** The clock's value that stands for the time typed in the field for it. */
const OWN = "own";

/** @type {Habits} */
const USUAL = { opponent: "computer", level: 3, other: 3, side: "0", clock: "", own: "15+10" };

export class NewGame {
  /** @type {Game | null} */ #game = null;
  /** @type {Choice} */ #choice = { ...USUAL, variant: "", format: "single", switches: {} };
  /** @type {string | null} */ #start = null;
  #busy = false;

  constructor() {
    this.title = element("h2", { id: "new-game" });
    this.goal = element("p", { class: "quiet" });
    this.image = element("img", { alt: "", width: 150, height: 150 });
    this.from = element("p", { class: "note", hidden: true }, say("from-position"));
    this.fields = element("div", { class: "fields" });
    this.wrong = element("p", { class: "wrong", role: "alert" });
    this.button = element("button", { type: "submit", class: "main large" });
    this.rules = element("a", { class: "button" }, say("nav-rules"));
    this.node = element(
      "dialog",
      { class: "new-game", "aria-labelledby": "new-game" },
      element(
        "form",
        { method: "dialog", on: { submit: (/** @type {SubmitEvent} */ event) => this.#submit(event) } },
        element(
          "div",
          { class: "heading" },
          this.image,
          element("div", {}, this.title, this.goal),
          element(
            "button",
            {
              type: "button",
              class: "plain close",
              "aria-label": say("close"),
              on: { click: () => this.node.close() },
            },
            "✕",
          ),
        ),
        this.from,
        this.fields,
        // Errors are shown at the button, which is always in sight.
        element("div", { class: "buttons end" }, this.wrong, this.rules, this.button),
      ),
    );
    this.node.addEventListener("pointerdown", (event) => {
      if (event.target === this.node) this.node.close();
    });
    // Who goes back from the game may find this page as it was left.
    addEventListener("pageshow", ({ persisted }) => persisted && this.#setBusy(false));
  }

  /**
   * Open the panel for a game; `id` has the variant and switches, `start` is where to begin, `turn` who is to move there.
   * @param {Game} game
   * @param {{id?: string, start?: string | null, turn?: string}} [from]
   */
  open(game, { id, start = null, turn } = {}) {
    this.#game = game;
    this.#start = start;
    const first = game.variants[0]?.id ?? game.id;
    /** @type {Choice} */
    const kept = {
      ...USUAL,
      variant: first,
      format: "single",
      switches: {},
      ...recall("habits"),
      ...recall(`choice ${game.id}`),
    };
    if (id) {
      const [variant, ...changes] = id.split(";");
      kept.variant = variant.includes(":") ? variant : first;
      kept.switches = Object.fromEntries(changes.map((change) => change.split("=", 2)));
    }
    if (!id && !game.variants.some((variant) => variant.id === kept.variant))
      [kept.variant, kept.switches] = [first, {}];
    if (!game.formats.some(({ name }) => name === kept.format)) kept.format = game.formats[0]?.name ?? "single";
    const mover = game.players.findIndex(({ name }) => name === turn);
    if (mover >= 0) kept.side = String(mover);
    this.#choice = kept;
    write(this.title, game.title);
    write(this.goal, game.goal);
    write(this.wrong, "");
    show(this.from, start !== null);
    this.rules.href = `/rules/${encodeURIComponent(game.id)}`;
    this.#draw(game);
    this.node.showModal();
    this.button.focus();
  }

  /** The id of the game with the chosen variant and switches. */
  get #id() {
    const changes = Object.entries(this.#choice.switches).map(([name, value]) => `;${name}=${value}`);
    return this.#choice.variant + changes.join("");
  }

  /** @param {Game} game */
  #draw(game) {
    const kept = this.#choice;
    this.levels = element("div", { class: "levels" });
    this.sides = element("div", {});
    this.#drawImage();
    this.fields.replaceChildren(
      ...(this.#start === null ? this.#variantField(game) : []),
      choice(
        "opponent",
        say("opponent"),
        ["computer", "friend", "here", "none"].map((value) => ({ value, text: say(`against-${value}`) })),
        kept.opponent,
        (value) => {
          kept.opponent = value;
          this.#drawOpponent(game);
        },
      ),
      this.levels,
      this.sides,
      element("div", { class: "pair" }, this.#clockField(), ...this.#formatField(game)),
      ...(this.#start === null ? [this.#switchesField()] : []),
    );
    this.#drawOpponent(game);
  }

  #drawImage() {
    const shown = { theme: settings.theme, fen: this.#start };
    this.image.src = address(`/api/pictures/${encodeURIComponent(this.#id)}.svg`, shown);
  }

  /** @param {Game} game */
  #variantField(game) {
    const kept = this.#choice;
    if (game.variants.length < 2) return [];
    const about = element("p", { class: "quiet", id: "about-variant" });
    const select = element("select", { "aria-describedby": "about-variant" });
    const offered = [...game.variants];
    // One that was asked for by its name, such as a size of board, may be none of those that are offered.
    if (!offered.some(({ id }) => id === kept.variant))
      offered.push({ id: kept.variant, name: kept.variant.split(":")[1], about: "" });
    for (const { id, name } of offered)
      select.append(element("option", { value: id, selected: id === kept.variant }, name));
    const tell = () => write(about, game.variants.find(({ id }) => id === select.value)?.about ?? "");
    select.addEventListener("change", () => {
      kept.variant = select.value;
      kept.switches = {};
      tell();
      this.#drawImage();
      this.#dropSwitches();
      this.#drawOpponent(game);
    });
    tell();
    return [element("label", { class: "field" }, element("span", {}, say("variant")), select, about)];
  }

  /** @param {Game} game */
  #drawOpponent(game) {
    const kept = this.#choice;
    const alone = kept.opponent === "computer";
    const watched = kept.opponent === "none";
    this.levels?.replaceChildren(
      ...(alone ? [this.#levelField(game, "level", say("level"))] : []),
      ...(watched
        ? /** @type {const} */ (["level", "other"]).map((name, index) =>
            this.#levelField(game, name, say("level-of", { side: game.players[index].title })),
          )
        : []),
    );
    const needsSide = alone || kept.opponent === "friend";
    this.sides?.replaceChildren(
      ...(needsSide
        ? [
            choice(
              "side",
              say("side"),
              [
                ...game.players.map(({ title }, index) => ({
                  value: String(index),
                  text: index === game.first ? say("side-first", { side: title }) : title,
                })),
                { value: "lot", text: say("side-lot") },
              ],
              kept.side,
              (value) => (kept.side = value),
            ),
          ]
        : []),
    );
    write(this.button, say({ friend: "make-link", none: "watch" }[kept.opponent] ?? "play"));
  }

  /**
   * @param {Game} game
   * @param {"level" | "other"} name
   * @param {string} title
   */
  #levelField(game, name, title) {
    const kept = this.#choice;
    const output = element("output", {});
    const bounds = { min: 1, max: LAST_LEVEL, step: LEVEL_STEP };
    const slider = element("input", { type: "range", ...bounds, value: kept[name], list: "" });
    const tell = () => {
      const level = Number(slider.value);
      const rating = game.ratings[this.#id]?.[(level - 1) / LEVEL_STEP];
      const rated = rating === undefined ? "" : ` (${say("level-rating", { rating })})`;
      const text = `${short(level)} – ${say(`level-${level}`)}${rated}`;
      write(output, text);
      slider.setAttribute("aria-valuetext", text);
    };
    slider.addEventListener("input", () => {
      kept[name] = Number(slider.value);
      tell();
    });
    tell();
    return element("label", { class: "field level" }, element("span", {}, title), output, slider);
  }

  #clockField() {
    const kept = this.#choice;
    const isOwn = !CLOCKS.includes(kept.clock);
    const texts = {
      "": say("clock-none"),
      "5+3": say("control-increment", { minutes: 5, seconds: 3 }),
      10: say("control-minutes", { minutes: 10 }),
      "30/move": say("control-move", { seconds: 30 }),
    };
    const own = element("input", {
      type: "text",
      value: kept.own,
      maxlength: 20,
      "aria-describedby": "clock-note",
    });
    const ownField = element(
      "label",
      { class: "field", hidden: !isOwn },
      element("span", {}, say("clock-text")),
      own,
      element("span", { class: "quiet", id: "clock-note" }, say("clock-note")),
    );
    own.addEventListener("input", () => (kept.own = own.value.trim()));
    const select = element("select", {});
    for (const value of CLOCKS) {
      select.append(
        element("option", { value, selected: value === kept.clock }, texts[/** @type {keyof typeof texts} */ (value)]),
      );
    }
    select.append(element("option", { value: OWN, selected: isOwn }, say("clock-own")));
    select.addEventListener("change", () => {
      kept.clock = select.value;
      show(ownField, select.value === OWN);
      if (select.value === OWN) own.focus();
    });
    return element(
      "div",
      { class: "field" },
      element("label", { class: "field" }, element("span", {}, say("clock")), select),
      ownField,
    );
  }

  /** @param {Game} game */
  #formatField(game) {
    if (game.formats.length < 2) return [];
    const kept = this.#choice;
    const select = element("select", { on: { change: () => (kept.format = select.value) } });
    for (const { name, title } of game.formats)
      select.append(element("option", { value: name, selected: name === kept.format }, title));
    return [element("label", { class: "field" }, element("span", {}, say("format")), select)];
  }

  // --- switches of the rules: asked for only when somebody wants to see them ---

  #switchesField() {
    this.switches = element("div", { class: "switches" });
    this.summary = element("summary", {}, say("switches", { count: "…" }));
    // Those that were changed, now or the last time, are in sight.
    const open = Object.keys(this.#choice.switches).length > 0;
    this.details = element("details", { hidden: false, open }, this.summary, this.switches);
    this.details.addEventListener("toggle", () => {
      if (this.details?.open && !this.switches?.childElementCount) void this.#drawSwitches();
    });
    void this.#countSwitches();
    return this.details;
  }

  #dropSwitches() {
    this.switches?.replaceChildren();
    if (this.details?.open) void this.#drawSwitches();
  }

  /** @returns {Promise<Game>} */
  #described() {
    return get(`/api/games/${encodeURIComponent(this.#choice.variant)}`);
  }

  async #countSwitches() {
    const [summary, details] = [this.summary, this.details];
    try {
      const { options = [] } = await this.#described();
      if (summary) write(summary, say("switches", { count: options.length }));
      if (details) show(details, options.length > 0);
    } catch {
      if (details) show(details, false);
    }
  }

  async #drawSwitches() {
    const [kept, place] = [this.#choice, this.switches];
    try {
      const { options = [] } = await this.#described();
      place?.replaceChildren(
        ...options.map(({ name, about, value, values, allowed }) => {
          const now = kept.switches[name] ?? String(value);
          const note = element("span", { class: "quiet" }, about, values ? "" : ` (${say("may-be", { allowed })})`);
          const field = values
            ? element("select", {})
            : element("input", { type: "text", value: now, maxlength: 2000 });
          for (const each of values ?? [])
            field.append(element("option", { value: each, selected: String(each) === now }, each));
          field.addEventListener("change", () => {
            if (field.value.trim() === String(value)) delete kept.switches[name];
            else kept.switches[name] = field.value.trim();
            this.#drawImage();
            if (this.#game) this.#drawOpponent(this.#game); // levels are measured for some rules only
          });
          return element("label", { class: "field" }, element("span", {}, name), field, note);
        }),
      );
    } catch (error) {
      write(this.wrong, messageOf(error));
    }
  }

  // --- beginning ---

  /** @param {SubmitEvent} event */
  async #submit(event) {
    event.preventDefault();
    if (this.#busy || !this.#game) return;
    const { variant, format, switches, ...habits } = this.#choice;
    remember("habits", habits);
    if (this.#start === null) remember(`choice ${this.#game.id}`, { variant, format, switches });
    this.#setBusy(true);
    write(this.wrong, "");
    try {
      const made = await post("/api/matches", this.#order());
      location.assign(made.url);
    } catch (error) {
      write(this.wrong, messageOf(error));
      this.#setBusy(false);
    }
  }

  /** @param {boolean} isBusy */
  #setBusy(isBusy) {
    this.#busy = this.button.disabled = isBusy;
  }

  /** The request to the server. */
  #order() {
    const { opponent, level, other, side, clock, own: written, format } = this.#choice;
    const own = side === "lot" ? Math.floor(Math.random() * 2) : Number(side);
    const places = { computer: [own], friend: [own], here: [0, 1], none: [] }[opponent] ?? [own];
    const players = [0, 1].map((place) => {
      if (opponent === "none") return `level:${place === 0 ? level : other}`;
      return opponent === "computer" && place !== own ? `level:${level}` : "human";
    });
    return {
      game: this.#id,
      players,
      mine: places,
      names: [null, null],
      // The server refuses what is not a thinking time, an empty field included.
      control: CLOCKS.includes(clock) ? clock || null : written,
      format,
      start: this.#start,
      moves: null,
    };
  }
}

/**
 * Open the panel for a game that begins from a position of a game or variant.
 * @param {string} id
 * @param {string} fen
 * @param {string} turn the name of the side to move
 */
export async function startFrom(id, fen, turn) {
  const game = await get(`/api/games/${encodeURIComponent(id)}`);
  const dialog = new NewGame();
  document.body.append(dialog.node);
  dialog.node.addEventListener("close", () => dialog.node.remove());
  dialog.open(game, { id, start: fen, turn });
}
