// @ts-check
/** The analysis board: the reader moves both sides, with the engine's lines, variations and the judgement of games. */
import { post } from "./api.js";
import { Board } from "./board.js";
import { iconButton, ICONS, wordButton } from "./buttons.js";
import { element, show, unbroken, write } from "./dom.js";
import { factsOf } from "./facts.js";
import { fullTitle } from "./gallery.js";
import { Graph } from "./graph.js";
import { importer } from "./importer.js";
import { LineList, WinBar } from "./lines.js";
import { startFrom } from "./newgame.js";
import { recall, remember } from "./settings.js";
import { Thinker } from "./thinker.js";
import { Variations } from "./variations.js";
import { say } from "./words.js";

/**
 * @typedef {import("./types.js").Game} Game
 * @typedef {import("./tree.js").Node} Node
 * @typedef {import("./importer.js").RecordData} RecordData
 * @typedef {{game: string, start: string | null, moves: string[], result?: string, at?: number}} Source
 */

const MOST_LINES = 5;
/** The longest address that is kept: some programs cut off longer ones. */
const LONGEST_ADDRESS = 1800;
/** The most moves that are sent to the engine, since messages to it are limited. */
const MOST_MOVES = 1000;

const main = /** @type {HTMLElement} */ (document.getElementById("main"));

/** A game on the analysis board. */
export class AnalysisBoard {
  /**
   * @param {Game} game
   * @param {Source} source
   * @param {Node} root
   * @param {(record: RecordData) => void} open called with a record that was read
   */
  constructor(game, source, root, open) {
    this.game = game;
    this.source = source;
    this.root = root;
    this.open = open;
    this.current = root;
    this.flip = false;
    this.view = recall(`view ${game.id.split(":")[0]}`) ?? null;
    this.wanted = 0;
    /** @type {"off" | "analysis" | "review"} */
    this.doing = "off";
    const kept = recall("analysis") ?? {};
    this.isOn = kept.isOn ?? true;
    this.lineCount = Math.min(MOST_LINES, Math.max(1, kept.lines ?? 3));
    this.thinker = new Thinker({
      analysis: (found) => this.showAnalysis(found),
      progress: (done, of) => this.showProgress(done, of),
      review: (found) => this.showReview(found),
      error: (_, message) => this.showTrouble(message),
      lost: () => this.lines.say(say("analysis-lost-connection")), // what was asked for is asked again
    });
    this.place = element("div", { class: "board-place" });
    this.board = new Board(this.place, {
      label: say("study-board"),
      onMove: (origin, target) => this.play([`${origin}-${target}`]),
      onRefusedCell: (cell, origin) => this.explain(cell, origin),
    });
    this.bar = new WinBar(game.players);
    this.status = element("p", { class: "status", role: "status" });
    this.facts = element("div", { class: "facts" });
    this.variations = new Variations({ goTo: (node) => this.goTo(node), showBetter: (node) => this.showBetter(node) });
    this.lines = new LineList(
      (moves) => this.play(moves),
      (place) => this.variations.number(this.current.ply + 1 + place, place === 0),
    );
    this.graph = new Graph({ players: game.players, goTo: (ply) => this.goToPly(ply) });
    this.judgement = element("section", { class: "panel judgement", hidden: true });
    this.progress = element("progress", { hidden: true, "aria-label": say("analysis-judge") });
    this.steps = {
      first: iconButton(ICONS.first, "analysis-first", () => this.goTo(this.root)),
      back: iconButton(ICONS.back, "analysis-back", () => this.back()),
      forth: iconButton(ICONS.forth, "analysis-forth", () => this.forth()),
      last: iconButton(ICONS.last, "analysis-last", () => this.goTo(this.current.end)),
      main: wordButton("analysis-main", () => this.goTo(this.current.fork())),
    };
    this.judge = wordButton("analysis-judge", () => this.toggleReview());
    this.promote = wordButton("analysis-promote", () => this.makeMain(), "small");
    this.remove = wordButton("analysis-remove", () => this.cutOff(), "small");
    this.told = element("p", { class: "told", role: "status" });
    this.editLink = element("a", { class: "button" }, say("analysis-edit"));
    this.pictureLink = element("a", { class: "button", download: "position.svg" }, say("analysis-picture"));
    this.playButton = wordButton("analysis-play", () => this.playOn(), "main");
    this.onKey = (/** @type {KeyboardEvent} */ event) => this.key(event);
    document.addEventListener("keydown", this.onKey);
    this.lay();
  }

  // --- the parts of the page ---

  /** Put the parts on the page. */
  lay() {
    main.replaceChildren(
      element("h1", { class: "unseen" }, say("analysis-of", { game: fullTitle(this.game) })),
      element(
        "div",
        { class: "desk" },
        element("div", { class: "board-column" }, this.place, this.bar.node, this.stepBar(), this.status),
        element(
          "div",
          { class: "side-column" },
          this.heading(),
          this.enginePanel(),
          this.movesPanel(),
          this.judgement,
          this.facts,
          this.toolsPanel(),
          element(
            "details",
            { class: "panel" },
            element("summary", {}, say("import-title")),
            importer((record) => this.open(record), this.game.id),
          ),
        ),
      ),
    );
  }

  heading() {
    const id = encodeURIComponent(this.game.id);
    return element(
      "header",
      { class: "panel game-heading" },
      element("p", { class: "title" }, fullTitle(this.game)),
      element(
        "p",
        { class: "links" },
        element("a", { href: `/rules/${id}` }, say("analysis-rules")),
        element("a", { href: "/analysis" }, say("analysis-other")),
      ),
    );
  }

  stepBar() {
    const { first, back, forth, last, main: toMain } = this.steps;
    return element(
      "div",
      { class: "steps", role: "group", "aria-label": say("analysis-moves") },
      first,
      back,
      forth,
      last,
      toMain,
      element("span", { class: "space" }),
      iconButton(ICONS.flip, "study-flip", () => this.turnBoard()),
      this.viewChoice(),
    );
  }

  /** The choice of the view, for boards that have several. */
  viewChoice() {
    if (this.game.views.length < 2) return null;
    const view = element(
      "select",
      { "aria-label": say("study-view") },
      ...this.game.views.map(({ name, title }) => element("option", { value: name, selected: name === this.view }, title)),
    );
    view.addEventListener("change", () => {
      this.view = view.value;
      remember(`view ${this.game.id.split(":")[0]}`, this.view);
      this.showBoard();
    });
    return view;
  }

  enginePanel() {
    const isOn = element("input", { type: "checkbox", role: "switch", checked: this.isOn });
    isOn.addEventListener("change", () => {
      this.isOn = isOn.checked;
      this.keep();
      this.think();
    });
    const count = element(
      "select",
      { id: "line-count" },
      ...Array.from({ length: MOST_LINES }, (_, number) =>
        element("option", { value: number + 1, selected: number + 1 === this.lineCount }, String(number + 1)),
      ),
    );
    count.addEventListener("change", () => {
      this.lineCount = Number(count.value);
      this.keep();
      this.think();
    });
    return element(
      "section",
      { class: "panel engine", "aria-labelledby": "engine-title" },
      element(
        "div",
        { class: "panel-head" },
        element("h2", { id: "engine-title" }, say("analysis-engine")),
        element("label", { class: "switch" }, isOn, element("span", {}, say("analysis-engine-on"))),
        element("label", { class: "inline", for: "line-count" }, say("analysis-lines"), " ", count),
      ),
      this.lines.node,
    );
  }

  movesPanel() {
    return element(
      "section",
      { class: "panel moves-panel", "aria-labelledby": "moves-title" },
      element("div", { class: "panel-head" }, element("h2", { id: "moves-title" }, say("analysis-moves")), this.judge),
      this.progress,
      this.variations.node,
      element("p", { class: "buttons" }, this.promote, this.remove),
    );
  }

  toolsPanel() {
    return element(
      "section",
      { class: "panel tools", "aria-labelledby": "tools-title" },
      element("h2", { id: "tools-title" }, say("analysis-tools")),
      element(
        "p",
        { class: "buttons" },
        this.playButton,
        this.editLink,
        wordButton("analysis-copy-fen", () => this.copy(this.current.position.fen)),
        wordButton("analysis-copy-record", () => this.copyRecord()),
        this.pictureLink,
      ),
      this.told,
    );
  }

  /** Make way on the page for another game. */
  close() {
    this.thinker.stop();
    document.removeEventListener("keydown", this.onKey);
  }

  keep() {
    remember("analysis", { isOn: this.isOn, lines: this.lineCount });
  }

  // --- going about ---

  turnBoard() {
    this.flip = !this.flip;
    this.showBoard();
  }

  async showBoard() {
    const view = this.game.views.some(({ name }) => name === this.view) ? this.view : null;
    await this.board.show(this.game.id, { view, flip: this.flip });
  }

  /** @param {Node} node */
  async goTo(node) {
    const wanted = ++this.wanted;
    this.current = node;
    this.variations.mark(node);
    try {
      await this.fetch(node);
    } catch (error) {
      this.showTrouble(/** @type {Error} */ (error).message);
      return;
    }
    if (wanted !== this.wanted) return;
    this.put();
    this.think();
    if (node.next) this.fetch(node.next).catch(() => {});
  }

  /** @param {number} ply */
  goToPly(ply) {
    const nodes = this.root.line();
    this.goTo(nodes[Math.min(ply, nodes.length - 1)]);
  }

  back() {
    if (this.current.parent) this.goTo(this.current.parent);
  }

  forth() {
    if (this.current.next) this.goTo(this.current.next);
  }

  /**
   * Fetch a node's position if it is not known yet.
   * @param {Node} node
   */
  async fetch(node) {
    if (node.position) return;
    const { position } = await this.line(node.moves());
    node.position = position;
  }

  /** @param {string[]} moves */
  line(moves) {
    return post("/api/lines", { game: this.game.id, start: this.source.start, moves });
  }

  /**
   * Play moves from the position on the board, along an existing line or as a new variation.
   * @param {string[]} moves
   */
  async play(moves) {
    const from = this.current;
    try {
      const before = from.moves();
      const { position, moves: played } = await this.line([...before, ...moves]);
      let node = from;
      for (const move of played.slice(before.length)) node = node.add(move);
      node.position = position;
      this.redraw();
      await this.goTo(node);
    } catch (error) {
      this.board.position = from.position;
      this.board.refuse(moves[0].split(/[-x]/)[1], /** @type {Error} */ (error).message);
    }
  }

  /**
   * Say at the board why a piece may not go to a cell.
   * @param {string} cell
   * @param {string | null} origin
   */
  async explain(cell, origin) {
    if (origin === null) return;
    const move = `${origin}-${cell}`;
    try {
      // Asked about the position alone, the server talks of the move alone; the line matters if repetition is forbidden.
      await post("/api/lines", { game: this.game.id, start: this.current.position.fen, moves: [move] });
      await this.line([...this.current.moves(), move]);
    } catch (error) {
      this.board.refuse(cell, /** @type {Error} */ (error).message);
    }
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const target = /** @type {Element} */ (event.target);
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (target.closest("input, textarea, select, dialog, summary, [role=slider], .board")) return;
    const actions = /** @type {{[key: string]: () => void}} */ ({
      ArrowLeft: () => this.back(),
      ArrowRight: () => this.forth(),
      Home: () => this.goTo(this.root),
      End: () => this.goTo(this.current.end),
      f: () => this.turnBoard(),
    });
    if (!actions[event.key]) return;
    event.preventDefault();
    actions[event.key]();
  }

  // --- showing ---

  /** Put the current position on the page. */
  put() {
    const { position, move, parent } = this.current;
    this.board.position = position;
    this.board.last = move;
    this.board.arrows = [];
    this.board.mayMove = !position.outcome;
    write(this.status, move ? `${move.move}. ${position.status}` : position.status);
    this.facts.replaceChildren(...factsOf(position, this.game.players));
    const { first, back, forth, last, main: toMain } = this.steps;
    first.disabled = back.disabled = parent === null;
    forth.disabled = last.disabled = this.current.next === null;
    show(toMain, !this.current.isMain);
    show(this.promote, !this.current.isMain);
    show(this.remove, parent !== null);
    this.graph.show(this.current.isMain ? this.current.ply : -1);
    const query = new URLSearchParams({ game: this.game.id, fen: position.fen });
    this.editLink.setAttribute("href", `/editor?${query}`);
    const picture = new URLSearchParams({ fen: position.fen, flip: this.flip ? "1" : "0" });
    this.pictureLink.setAttribute("href", `/api/pictures/${encodeURIComponent(this.game.id)}.svg?${picture}`);
    this.playButton.disabled = position.outcome !== null;
    write(this.told, "");
    this.keepAddress();
  }

  /** Put what is shown into the address of the page. */
  keepAddress() {
    const query = new URLSearchParams({ game: this.game.id });
    if (this.source.start) query.set("fen", this.source.start);
    const moves = (this.current.isMain ? this.root.end : this.current).moves();
    if (moves.length) {
      query.set("moves", moves.join(" "));
      query.set("at", String(this.current.ply));
    }
    const result = this.source.result;
    if (result && result !== "*") query.set("result", result);
    const address = `/analysis?${query}`;
    if (address.length <= LONGEST_ADDRESS) history.replaceState(null, "", address);
  }

  /** Write the list of moves again. */
  redraw() {
    this.variations.draw(this.root, this.current);
    show(this.judge, this.root.children.length > 0);
  }

  /** Make the line on the board the main line. */
  makeMain() {
    this.forgetReview();
    this.current.promote();
    this.put();
    this.redraw();
  }

  /** Delete the current move and all that follows it. */
  cutOff() {
    if (this.current.isMain) this.forgetReview();
    const before = this.current.remove();
    this.goTo(before);
    this.redraw();
  }

  /** Begin a game from the position on the board. */
  playOn() {
    const { fen, turn } = this.current.position;
    startFrom(this.game.id, fen, turn).catch((error) => write(this.told, error.message));
  }

  /** @param {string} text */
  async copy(text) {
    try {
      await navigator.clipboard.writeText(text);
      write(this.told, say("study-copied"));
    } catch {
      const field = element("textarea", { readonly: true, rows: 4, "aria-label": say("study-not-copied") }, text);
      this.told.replaceChildren(say("study-not-copied"), field);
      field.select();
    }
  }

  async copyRecord() {
    try {
      const moves = this.current.end.moves();
      const { record } = await post("/api/records", { game: this.game.id, start: this.source.start, moves });
      await this.copy(record);
    } catch (error) {
      write(this.told, /** @type {Error} */ (error).message);
    }
  }

  // --- the engine ---

  /** Make the engine analyse the position on the board, if it is turned on. */
  think() {
    if (this.doing === "review") return; // one thing at a time: it looks again when the game is judged
    this.bar.show(this.knownChances());
    this.lines.clear();
    this.board.arrows = [];
    if (!this.isOn) {
      this.doing = "off";
      this.thinker.stop();
      this.lines.say("");
      return;
    }
    this.doing = "analysis";
    this.lines.say(say("analysis-thinking"));
    const moves = this.current.moves();
    const isLong = moves.length > MOST_MOVES;
    this.thinker.analyse(this.game.id, isLong ? this.current.position.fen : this.source.start, isLong ? [] : moves, this.lineCount);
  }

  /** What the judgement of the game says about the position on the board, or how the game ended. */
  knownChances() {
    const outcome = this.current.position?.outcome;
    if (outcome) return outcome.winner === null ? 0.5 : Number(outcome.winner === this.game.players[0].name);
    return this.current.isMain ? (this.graph.wins[this.current.ply] ?? null) : null;
  }

  /** @param {import("./thinker.js").Analysis} found */
  showAnalysis(found) {
    if (this.doing !== "analysis") return;
    this.lines.show(found);
    const [best] = found.lines;
    if (!best) return;
    const isFirst = found.turn === this.game.players[0].name;
    this.bar.show(isFirst ? best.win : 1 - best.win);
    const near = found.lines.filter((line) => best.win - line.win < 0.25);
    this.board.arrows = near.map((line, place) => ({
      from: line.arrow[0],
      to: line.arrow[1],
      strength: Math.max(0.25, 1 - 0.25 * place),
    }));
  }

  /** @param {string} message */
  showTrouble(message) {
    if (this.doing === "review") this.endReview();
    this.lines.say(message);
  }

  // --- the judgement of a game ---

  toggleReview() {
    if (this.doing === "review") {
      this.thinker.stop();
      this.endReview();
      this.think();
      return;
    }
    const moves = this.root.end.moves();
    if (moves.length > MOST_MOVES) {
      this.lines.say(say("analysis-too-long", { most: MOST_MOVES }));
      return;
    }
    this.doing = "review";
    this.lines.clear();
    this.board.arrows = [];
    write(this.judge, say("analysis-stop"));
    this.showProgress(0, 1);
    this.thinker.review(this.game.id, this.source.start, moves, this.source.result ?? null);
  }

  /**
   * @param {number} done
   * @param {number} of
   */
  showProgress(done, of) {
    show(this.progress, true);
    this.progress.max = of;
    this.progress.value = done;
    this.lines.say(say("analysis-judging", { done, of }));
  }

  endReview() {
    this.doing = "off";
    show(this.progress, false);
    const words = this.graph.wins.length ? "analysis-judge-again" : "analysis-judge";
    write(this.judge, say(words));
  }

  /** @param {any} found */
  showReview(found) {
    const nodes = this.root.line();
    for (const [place, judgement] of found.judgements.entries()) {
      const node = nodes[place + 1];
      if (node?.move?.move !== judgement.move) break; // the main line has changed meanwhile
      node.judgement = judgement;
      node.isLosing = place === found.losing;
    }
    const marks = found.judgements.flatMap((/** @type {any} */ judgement, /** @type {number} */ place) =>
      judgement.label || place === found.losing
        ? [{ ply: place + 1, label: place === found.losing ? "losing" : judgement.label, text: `${judgement.move} ${judgement.text}` }]
        : [],
    );
    this.graph.draw(found.wins, marks);
    this.judgement.replaceChildren(
      element("h2", {}, say("analysis-judgement")),
      this.graph.node,
      element("p", {}, unbroken(found.text)),
      summary(found.players),
    );
    show(this.judgement, true);
    this.endReview();
    this.redraw();
    this.graph.show(this.current.isMain ? this.current.ply : -1);
    this.think();
  }

  /** Forget the judgement, since the main line has changed. */
  forgetReview() {
    for (const node of this.root.line()) {
      node.judgement = null;
      node.isLosing = false;
    }
    this.graph.wins = [];
    show(this.judgement, false);
    // What is being judged is that line.
    if (this.doing === "review") this.toggleReview();
    else this.endReview();
  }

  /**
   * Show the line that would have been better than a move, as a variation.
   * @param {Node} node
   */
  async showBetter(node) {
    const parent = node.parent;
    if (!parent || !node.judgement) return;
    const best = node.judgement.best.slice(0, 8);
    const before = parent.moves();
    const { moves } = await this.line([...before, ...best]);
    let last = parent;
    for (const move of moves.slice(before.length)) last = last.add(move);
    this.redraw();
    await this.goTo(parent.add(moves[before.length]));
  }
}

/**
 * A table of how each side played.
 * @param {any[]} players
 */
function summary(players) {
  /** @param {string} key @param {(player: any) => unknown} count */
  const row = (key, count) =>
    element(
      "tr",
      {},
      element("th", { scope: "row" }, say(key)),
      ...players.map((player) => element("td", {}, String(count(player)))),
    );
  const labels = ["inaccuracy", "mistake", "blunder"];
  return element(
    "div",
    { class: "table-place" },
    element(
      "table",
      { class: "summary" },
      element(
        "thead",
        {},
        element("tr", {}, element("td"), ...players.map(({ title }) => element("th", { scope: "col" }, title))),
      ),
      element(
        "tbody",
        {},
        ...labels.map((label) => row(`analysis-${label}`, (player) => player[label])),
        row("analysis-average", (player) => player.average_text),
      ),
    ),
  );
}
