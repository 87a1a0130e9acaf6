// @ts-check
/** A small dialog that starts a game from a position: against whom, and on which side. */
import { get, post } from "./api.js";
import { element, show, write } from "./dom.js";
import { recall, remember } from "./settings.js";
import { say } from "./words.js";

const LEVELS = 10;

/**
 * Ask how to play on from a position, and go there.
 * @param {string} game
 * @param {string} fen
 * @param {string} turn the name of the side to move
 */
export async function startFrom(game, fen, turn) {
  const { players } = await get(`/api/games/${encodeURIComponent(game)}`);
  const kept = recall("start-from") ?? {};
  const opponent = choose("start-opponent", ["computer", "friend", "screen", "watch"].map((name) => [name, say(`start-${name}`)]));
  opponent.value = ["computer", "friend", "screen", "watch"].includes(kept.opponent) ? kept.opponent : "computer";
  const level = choose("start-level", Array.from({ length: LEVELS }, (_, number) => [String(number + 1), String(number + 1)]));
  level.value = String(kept.level ?? 4);
  const side = choose("start-side", players.map((/** @type {any} */ player) => [player.name, player.title]));
  side.value = turn;
  const problem = element("p", { class: "wrong", role: "alert", hidden: true });
  const levelRow = field("start-level", level);
  const sideRow = field("start-side", side);
  const arrange = () => {
    show(levelRow, opponent.value === "computer" || opponent.value === "watch");
    show(sideRow, opponent.value === "computer" || opponent.value === "friend");
  };
  opponent.addEventListener("change", arrange);
  arrange();
  const go = element("button", { type: "submit", class: "main" }, say("start-go"));
  const cancel = element("button", { type: "button" }, say("study-close"));
  const form = element(
    "form",
    { method: "dialog" },
    element("h2", { id: "start-title" }, say("start-title")),
    field("start-opponent", opponent),
    levelRow,
    sideRow,
    problem,
    element("p", { class: "buttons" }, go, cancel),
  );
  const dialog = element("dialog", { class: "start-dialog", "aria-labelledby": "start-title" }, form);
  cancel.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    go.disabled = true;
    remember("start-from", { opponent: opponent.value, level: Number(level.value) });
    try {
      const mine = players.findIndex((/** @type {any} */ player) => player.name === side.value);
      const { url } = await post("/api/matches", {
        game,
        ...seats(opponent.value, Number(level.value), mine),
        names: [null, null],
        control: null,
        format: "single",
        start: fen,
        moves: null,
      });
      location.assign(url);
    } catch (error) {
      write(problem, /** @type {Error} */ (error).message);
      show(problem, true);
      go.disabled = false;
    }
  });
  document.body.append(dialog);
  dialog.showModal();
}

/**
 * Who sits where, as the server is told.
 * @param {string} opponent
 * @param {number} level
 * @param {number} mine
 */
function seats(opponent, level, mine) {
  const computer = `level:${level}`;
  if (opponent === "screen") return { players: ["human", "human"], mine: [0, 1] };
  if (opponent === "watch") return { players: [computer, computer], mine: [] };
  const players = [0, 1].map((place) => (place === mine || opponent === "friend" ? "human" : computer));
  return { players, mine: [mine] };
}

/**
 * @param {string} id
 * @param {string[][]} entries
 */
function choose(id, entries) {
  return element("select", { id: `${id}-choice` }, ...entries.map(([value, text]) => element("option", { value }, text)));
}

/**
 * @param {string} key
 * @param {HTMLSelectElement} choice
 */
function field(key, choice) {
  return element("p", { class: "field" }, element("label", { for: choice.id }, say(key)), choice);
}
