// @ts-check
/** The home page: the games to choose from, and the matches to continue, to watch and to replay. */
import { address, get, messageOf } from "./api.js";
import { arrange, byId, element, show, write } from "./dom.js";
import { NewGame } from "./newgame.js";
import { language, settings, whenChanged } from "./settings.js";
import { say } from "./words.js";

/**
 * @typedef {import("./types.js").Game} Game
 * @typedef {import("./types.js").Entry} Entry
 */

/** How many games of each list are shown at first. */
const FEW = 6;
const REFRESH = 15_000;

const cards = element("div", { class: "games" });
const wrong = element("p", { class: "wrong", role: "alert" });
const lists = /** @type {const} */ (["mine", "running", "finished"]).map((which) => makeList(which));

byId("main", HTMLElement).append(
  element(
    "div",
    { class: "welcome" },
    element("h1", {}, say("home-title")),
    element("p", { class: "quiet" }, say("home-text")),
  ),
  element("section", { "aria-label": say("games") }, cards, wrong),
  ...lists.map(({ section }) => section),
);

/**
 * A decorative picture that changes its colours with the page.
 * @param {string} path
 * @param {number} size
 */
function picture(path, size) {
  const image = element("img", { alt: "", width: size, height: size, loading: "lazy", decoding: "async" });
  whenChanged(() => (image.src = address(path, { theme: settings.theme })));
  return image;
}

/**
 * @param {Game} game
 * @param {NewGame} dialog
 */
function card(game, dialog) {
  return element(
    "button",
    {
      type: "button",
      class: "game",
      "data-game": game.id,
      "aria-haspopup": "dialog",
      on: { click: () => dialog.open(game) },
    },
    picture(game.picture, 240),
    element(
      "span",
      { class: "words" },
      element("span", { class: "game-title" }, game.title),
      element("span", { class: "goal" }, game.goal),
      element("span", { class: "quiet" }, [game.designer, game.year].filter(Boolean).join(", ")),
    ),
  );
}

/** @param {"mine" | "running" | "finished"} which */
function makeList(which) {
  const titles = { mine: "your-games", running: "running-games", finished: "finished-games" };
  const list = element("ul", { class: "matches" });
  const more = element("button", { type: "button", hidden: true }, say("show-more"));
  const section = element(
    "section",
    { class: "list", hidden: true },
    element("h2", {}, say(titles[which])),
    list,
    more,
  );
  return { which, list, more, section, all: false };
}

/** @type {Map<string, {node: HTMLElement, people: HTMLElement, text: HTMLElement, more: HTMLElement, image: HTMLImageElement}>} */
const rows = new Map();

/**
 * @param {string} which
 * @param {Entry} entry
 */
function row(which, entry) {
  const key = `${which} ${entry.code}`;
  let known = rows.get(key);
  if (!known) {
    const image = element("img", { alt: "", width: 84, height: 84, loading: "lazy", decoding: "async" });
    const [people, text, more] = [element("span", {}), element("span", {}), element("span", { class: "quiet" })];
    const node = element(
      "li",
      {},
      element(
        "a",
        { href: entry.url },
        image,
        element(
          "span",
          { class: "words" },
          element("strong", {}, entry.title),
          people,
          text,
          more,
        ),
      ),
    );
    known = { node, people, text, more, image };
    rows.set(key, known);
  }
  const [first, second] = entry.people.map((name) => name || say("nobody-yet"));
  write(known.people, say("people", { first, second }));
  known.node.classList.toggle("your-turn", entry.your_turn && which === "mine");
  write(
    known.text,
    entry.your_turn && which === "mine" ? say("your-turn-mark") : entry.open ? say("seat-open") : entry.text,
  );
  const count = entry.plies === 1 ? say("one-move") : say("count-of-moves", { count: entry.plies });
  write(known.more, which === "finished" ? `${count} · ${ago(entry.changed)}` : ago(entry.changed));
  const source = address(entry.picture, { theme: settings.theme, plies: entry.plies, small: true });
  if (known.image.dataset.source !== source) {
    known.image.dataset.source = source;
    known.image.src = source;
  }
  return known.node;
}

const relative = new Intl.RelativeTimeFormat(language, { numeric: "auto", style: "short" });

/** How long ago something was, in words. @param {string} date */
function ago(date) {
  const seconds = (Date.parse(date) - Date.now()) / 1000;
  if (!Number.isFinite(seconds)) return "";
  /** @type {[Intl.RelativeTimeFormatUnit, number][]} */
  const units = [
    ["day", 86_400],
    ["hour", 3600],
    ["minute", 60],
  ];
  for (const [unit, length] of units)
    if (-seconds >= length) return relative.format(Math.round(seconds / length), unit);
  return relative.format(0, "minute");
}

/** @param {typeof lists[number]} list */
async function refresh(list) {
  const { matches } = await get("/api/matches", { which: list.which });
  /** @type {Entry[]} */
  const entries = list.all ? matches : matches.slice(0, FEW);
  show(list.section, matches.length > 0);
  show(list.more, entries.length < matches.length);
  arrange(
    list.list,
    entries.map((entry) => row(list.which, entry)),
  );
}

function refreshAll() {
  // A list that cannot be loaded now is tried again later.
  for (const list of lists) refresh(list).catch(() => {});
}

for (const list of lists) {
  list.more.addEventListener("click", () => {
    list.all = true;
    void refresh(list);
  });
}
whenChanged(refreshAll);
setInterval(() => document.visibilityState === "visible" && refreshAll(), REFRESH);
document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && refreshAll());

try {
  /** @type {Game[]} */
  const games = await get("/api/games");
  const dialog = new NewGame();
  document.body.append(dialog.node);
  cards.append(...games.map((game) => card(game, dialog)));
  // A position from the editor or from elsewhere: /?game=ID&fen=FEN begins with its game already chosen.
  const asked = new URLSearchParams(location.search);
  const id = asked.get("game");
  if (id) {
    const name = id.split(/[:;]/)[0];
    const game = games.find((one) => one.id === name) ?? games.find((one) => one.id.split(/[:;]/)[0] === name);
    if (game) dialog.open(game, { id, start: asked.get("fen") });
  }
} catch (error) {
  write(wrong, messageOf(error));
}
