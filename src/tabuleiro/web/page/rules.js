// @ts-check
/** The rules of a game, with pictures in which a piece shows its moves. */
import { get } from "./api.js";
import { Board } from "./board.js";
import { element, parseShapes, shape, show, write } from "./dom.js";
import { fullTitle, gallery } from "./gallery.js";
import { recall } from "./settings.js";
import { say } from "./words.js";

/**
 * @typedef {import("./types.js").Game} Game
 * @typedef {import("./types.js").Position} Position
 * @typedef {{move: string, origin: string, target: string, captured: string[], after: Position}} Play
 * @typedef {{title: string, body: string, position: Position | null, cell: string | null, targets: string[], plays: Play[]}} Lesson
 */

const main = /** @type {HTMLElement} */ (document.getElementById("main"));
const stillness = matchMedia("(prefers-reduced-motion: reduce)");

/** How long a picture pauses before and after a move, in milliseconds. */
const [BEFORE, AFTER] = [1100, 1700];

/** A lesson's picture, in which a piece makes its moves one after the other. */
class Demonstration {
  /**
   * @param {Lesson} lesson
   * @param {string} title
   */
  constructor(lesson, title) {
    this.lesson = lesson;
    this.step = -1;
    this.timer = 0;
    this.isVisible = false;
    this.isWanted = !stillness.matches;
    const place = element("div", { class: "board-place" });
    this.board = new Board(place, { label: title });
    this.words = element("p", { class: "caption" });
    this.toggle = element("button", { type: "button", on: { click: () => this.setPlaying(!this.isWanted) } });
    const next = element("button", { type: "button", on: { click: () => this.goOn() } }, say("rules-next"));
    const controls = element("p", { class: "buttons" }, this.toggle, next);
    show(controls, lesson.plays.length > 0);
    this.node = element("figure", { class: "demonstration" }, place, element("figcaption", {}, this.words, controls));
    this.write();
  }

  /** @param {string | null} view */
  async start(view) {
    const position = /** @type {Position} */ (this.lesson.position);
    await this.board.show(position.game, { view });
    this.showStep();
    // Pictures out of sight do not move.
    new IntersectionObserver(
      ([entry]) => {
        this.isVisible = entry.isIntersecting;
        this.plan();
      },
      { threshold: 0.35 },
    ).observe(this.node);
  }

  /** @param {boolean} isWanted */
  setPlaying(isWanted) {
    this.isWanted = isWanted;
    this.write();
    if (isWanted) this.advance();
    else this.plan();
  }

  /** Show the next move at once, and stop. */
  goOn() {
    this.isWanted = false;
    this.write();
    clearTimeout(this.timer);
    if (this.step % 2 === 1 || this.step === -1) this.advance();
    this.advance();
  }

  write() {
    write(this.toggle, say(this.isWanted ? "rules-pause" : "rules-play"));
  }

  plan() {
    clearTimeout(this.timer);
    if (!this.isWanted || !this.isVisible || !this.lesson.plays.length) return;
    this.timer = setTimeout(() => this.advance(), this.step % 2 === 1 ? AFTER : BEFORE);
  }

  /** Even steps show the position with the cells to go to, odd steps a move. */
  advance() {
    this.step = (this.step + 1) % (2 * this.lesson.plays.length);
    this.showStep();
    this.plan();
  }

  showStep() {
    const { position, cell, targets, plays } = this.lesson;
    const play = this.step % 2 === 1 ? plays[(this.step - 1) / 2] : null;
    this.board.mayMove = false;
    if (play) {
      this.board.position = { ...play.after, moves: {} };
      this.board.last = play;
      this.board.arrows = [];
      const values = { move: play.move, number: (this.step + 1) / 2, count: plays.length, captured: play.captured.join(", ") };
      write(this.words, say(play.captured.length ? "rules-shows-capture" : "rules-shows", values));
      return;
    }
    this.board.position = /** @type {Position} */ (position);
    this.board.last = null;
    this.board.arrows = cell === null ? [] : targets.map((target) => ({ from: cell, to: target, strength: 0.5 }));
    const sentence = targets.length ? say("rules-may-go", { cell: cell ?? "", targets: targets.join(", ") }) : position?.status;
    write(this.words, sentence ?? "");
  }
}

/**
 * @param {string} id
 * @param {Node[]} content
 * @param {string} title
 */
function section(id, title, ...content) {
  return element("section", { id, "aria-labelledby": `${id}-title` }, element("h2", { id: `${id}-title` }, title), ...content);
}

/** @param {[string, string][]} signs */
function signs(signs) {
  return element(
    "ul",
    { class: "signs" },
    ...signs.map(([picture, words]) =>
      element(
        "li",
        {},
        shape(
          "svg",
          { class: "tabuleiro sample", viewBox: "-56 -60 112 116", "aria-hidden": "true", focusable: "false" },
          ...parseShapes(picture),
        ),
        element("span", {}, words),
      ),
    ),
  );
}

/** @param {any[]} options */
function switches(options) {
  return element(
    "ul",
    { class: "switches" },
    ...options.map((option) =>
      element(
        "li",
        {},
        element("code", {}, option.name),
        " = ",
        element("strong", {}, String(option.value)),
        element("span", {}, option.about),
        element("span", { class: "quiet" }, say("rules-allowed", { values: option.allowed })),
      ),
    ),
  );
}

/** @param {Game} game */
function variants(game) {
  if (game.variants.length < 2) return null;
  return section(
    "variants",
    say("rules-variants"),
    element(
      "ul",
      { class: "variants" },
      ...game.variants.map(({ id, name, about }) =>
        element(
          "li",
          {},
          element("a", { href: `/rules/${encodeURIComponent(id)}`, "aria-current": id === game.id ? "page" : null }, name),
          about ? ` ${about}` : null,
        ),
      ),
    ),
  );
}

/** @param {string} id */
async function teach(id) {
  const [game, rules] = await Promise.all([
    get(`/api/games/${encodeURIComponent(id)}`),
    get(`/api/rules/${encodeURIComponent(id)}`),
  ]);
  document.title = say("rules-title-of", { game: fullTitle(game) });
  const view = recall(`view ${game.id.split(":")[0]}`);
  const known = game.views.some((/** @type {{name: string}} */ { name }) => name === view) ? view : null;
  /** @type {Demonstration[]} */
  const demonstrations = [];
  const lessons = rules.lessons.map((/** @type {Lesson} */ lesson, /** @type {number} */ place) => {
    const title = `${place + 1}. ${lesson.title}`;
    const parts = [element("div", { class: "words" }, ...paragraphs(lesson.body), tryIt(lesson))];
    if (lesson.position) {
      const shown = new Demonstration(lesson, lesson.title);
      demonstrations.push(shown);
      parts.push(/** @type {any} */ (shown.node));
    }
    const part = section(`lesson-${place + 1}`, title, ...parts);
    part.classList.add("lesson");
    return part;
  });
  const query = new URLSearchParams({ game: game.id });
  main.replaceChildren(
    element("h1", {}, fullTitle(game)),
    rules.origin ? element("p", { class: "quiet" }, rules.origin) : "",
    element("p", { class: "lead goal" }, element("strong", {}, `${say("rules-goal")}: `), rules.goal),
    element(
      "p",
      { class: "buttons" },
      element("a", { class: "button main", href: `/?${query}` }, say("rules-play-game")),
      element("a", { class: "button", href: `/analysis?${query}` }, say("rules-analyse")),
    ),
    section("signs", say("rules-signs"), signs(rules.signs)),
    ...lessons,
    ...[variants(game)].filter((part) => part !== null),
    ...(rules.options.length ? [section("switches", say("rules-switches"), switches(rules.options))] : []),
    rules.link
      ? element("p", { class: "quiet" }, element("a", { href: rules.link, rel: "noreferrer noopener" }, say("rules-more")))
      : "",
  );
  for (const demonstration of demonstrations) await demonstration.start(known);
}

/** @param {string} text */
function paragraphs(text) {
  return text.split(/\n+/).map((part) => element("p", {}, part));
}

/** @param {Lesson} lesson */
function tryIt(lesson) {
  if (!lesson.position || !lesson.plays.length) return null;
  const query = new URLSearchParams({ game: lesson.position.game, fen: lesson.position.fen });
  return element("p", {}, element("a", { href: `/analysis?${query}` }, say("rules-try")));
}

async function begin() {
  const id = decodeURIComponent(location.pathname.replace(/^\/rules\/?/, ""));
  const problem = element("p", { class: "wrong", role: "alert", hidden: true });
  main.replaceChildren(element("p", { class: "quiet", role: "status" }, say("study-loading")));
  try {
    if (id) return await teach(id);
  } catch (error) {
    write(problem, /** @type {Error} */ (error).message);
    show(problem, true);
  }
  main.replaceChildren(
    element("h1", {}, say("rules-title")),
    element("p", { class: "lead" }, say("rules-about")),
    problem,
    await gallery((game) => `/rules/${encodeURIComponent(game.id)}`),
  );
}

await begin();
