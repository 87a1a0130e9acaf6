// @ts-check
/** A box for importing texts: records, a FEN, moves, a board in Prolog. */
import { get, post } from "./api.js";
import { element, show, write } from "./dom.js";
import { say } from "./words.js";

/**
 * @typedef {{game: string, title: string, start: string | null, moves: string[], tags: {[name: string]: string},
 *   result: string}} RecordData
 */

/**
 * The box; `open` is called with the record that was read or chosen.
 * @param {(record: RecordData) => void} open
 * @param {string | null} game the game to take for granted
 */
export function importer(open, game) {
  const text = element("textarea", { id: "import-text", rows: 6, maxlength: 200000, spellcheck: "false", autocomplete: "off" });
  const choice = element("select", { id: "import-game" }, element("option", { value: "" }, say("import-game-none")));
  const problem = element("p", { class: "wrong", role: "alert", hidden: true });
  const found = element("div", { class: "found", hidden: true });
  const button = element("button", { type: "submit", class: "main" }, say("import-read"));
  get("/api/games")
    .then((games) => {
      choice.append(...games.map((/** @type {any} */ known) => element("option", { value: known.id }, known.title)));
      if (game && !games.some((/** @type {any} */ known) => known.id === game)) {
        choice.append(element("option", { value: game }, game));
      }
      choice.value = game ?? "";
    })
    .catch(() => {});
  const form = element(
    "form",
    { class: "importer" },
    element("p", { class: "quiet" }, say("import-about")),
    element("label", { for: "import-text" }, say("import-text")),
    text,
    element("label", { for: "import-game" }, say("import-game")),
    choice,
    button,
    problem,
    found,
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    button.disabled = true;
    show(found, false);
    try {
      const { records } = await post("/api/imports", { text: text.value, game: choice.value || null });
      write(problem, "");
      show(problem, false);
      if (records.length === 1) open(records[0]);
      else offer(found, records, open);
    } catch (error) {
      write(problem, /** @type {Error} */ (error).message);
      show(problem, true);
    } finally {
      button.disabled = false;
    }
  });
  return form;
}

/**
 * Let the reader choose one of several records.
 * @param {HTMLElement} place
 * @param {RecordData[]} records
 * @param {(record: RecordData) => void} open
 */
function offer(place, records, open) {
  place.replaceChildren(
    element("p", {}, say("import-several", { count: records.length })),
    element(
      "ul",
      { class: "records" },
      ...records.map((record, index) => {
        const button = element("button", { type: "button", class: "link" }, title(record, index + 1));
        button.addEventListener("click", () => open(record));
        return element("li", {}, button);
      }),
    ),
  );
  show(place, true);
}

/**
 * @param {RecordData} record
 * @param {number} number
 */
function title(record, number) {
  const [first = "?", second = "?"] = people(record);
  const values = { number, first, second, result: record.result, plies: record.moves.length };
  return `${say("import-one", values)} ${record.title}`;
}

/**
 * The people of a record: the tags named after players, in the order of play.
 * @param {RecordData} record
 */
export function people(record) {
  const others = ["Date", "Event", "Site", "Round", "Time", "TimeControl", "Format", "Match", "Number"];
  return Object.entries(record.tags)
    .filter(([name]) => !others.includes(name))
    .map(([, value]) => value)
    .slice(0, 2);
}
