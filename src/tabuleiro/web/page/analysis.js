// @ts-check
/** The analysis page: opens on the analysis board what an address, a match, a record or the reader asks for. */
import { AnalysisBoard } from "./analysisboard.js";
import { get, post } from "./api.js";
import { element, show, write } from "./dom.js";
import { fullTitle, gallery } from "./gallery.js";
import { importer } from "./importer.js";
import { Node } from "./tree.js";
import { say } from "./words.js";

/**
 * @typedef {import("./importer.js").RecordData} RecordData
 * @typedef {import("./analysisboard.js").Source} Source
 */

const main = /** @type {HTMLElement} */ (document.getElementById("main"));

/** @type {AnalysisBoard | null} */
let board = null;

/**
 * Open a game on the analysis board.
 * @param {Source} source
 */
async function open(source) {
  const [game, line] = await Promise.all([
    get(`/api/games/${encodeURIComponent(source.game)}`),
    post("/api/lines", { game: source.game, start: source.start, moves: source.moves }),
  ]);
  const root = new Node(null, null);
  let node = root;
  for (const move of line.moves) node = node.add(move);
  node.position = line.position;
  const start = await get("/api/positions", { game: source.game, fen: source.start });
  root.position = start;
  board?.close();
  board = new AnalysisBoard(game, { ...source, game: game.id }, root, (record) => open(fromRecord(record)));
  board.variations.offset = Number(start.turn !== game.players[game.first].name);
  document.title = say("analysis-of", { game: fullTitle(game) });
  await board.showBoard();
  board.redraw();
  const nodes = root.line();
  await board.goTo(nodes[Math.max(0, Math.min(source.at ?? nodes.length - 1, nodes.length - 1))]);
}

/**
 * @param {RecordData} record
 * @returns {Source}
 */
function fromRecord(record) {
  return { game: record.game, start: record.start, moves: record.moves, result: record.result, at: 0 };
}

/** Let the reader choose what to analyse. */
async function offer() {
  const problem = element("p", { class: "wrong", role: "alert", hidden: true });
  main.replaceChildren(
    element("h1", {}, say("analysis-title")),
    element("p", { class: "lead" }, say("analysis-about")),
    problem,
    element("h2", {}, say("study-choose-game")),
    await gallery((game) => `/analysis?${new URLSearchParams({ game: game.id })}`),
    element(
      "section",
      { class: "panel" },
      element("h2", {}, say("import-title")),
      importer((record) => open(fromRecord(record)).catch((error) => tell(problem, error)), null),
    ),
  );
  return problem;
}

/**
 * @param {Element} problem
 * @param {Error} error
 */
function tell(problem, error) {
  write(problem, error.message);
  show(problem, true);
}

/**
 * The record of a game of a match, by its number, as far as it has been played.
 * @param {string} code
 * @param {number} number
 */
async function ofMatch(code, number) {
  const text = await get(`/api/matches/${encodeURIComponent(code)}/record`);
  const { records } = await post("/api/imports", { text, game: null });
  const record = records[number - 1];
  if (!record) throw new Error(say("import-no-game", { number }));
  return { ...fromRecord(record), at: undefined };
}

async function begin() {
  const query = new URLSearchParams(location.search);
  const [match, game] = [query.get("match"), query.get("game")];
  main.replaceChildren(element("p", { class: "quiet", role: "status" }, say("study-loading")));
  try {
    if (match) await open(await ofMatch(match, Number(query.get("number") ?? 1)));
    else if (game) {
      const moves = query.get("moves")?.split(/[\s,]+/).filter(Boolean) ?? [];
      const at = query.has("at") ? Number(query.get("at")) : undefined;
      await open({ game, start: query.get("fen"), moves, result: query.get("result") ?? undefined, at });
    } else await offer();
  } catch (error) {
    tell(await offer(), /** @type {Error} */ (error));
  }
}

await begin();
