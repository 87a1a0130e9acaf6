// @ts-check
/** The editor: set up a position by putting pieces on cells; the game says whether it is possible. */
import { get, messageOf, post, Refusal } from "./api.js";
import { Board } from "./board.js";
import { wordButton } from "./buttons.js";
import { element, parseShapes, shape, show, write } from "./dom.js";
import { fullTitle, gallery } from "./gallery.js";
import { startFrom } from "./newgame.js";
import { recall } from "./settings.js";
import { say } from "./words.js";

/**
 * @typedef {import("./types.js").Game} Game
 * @typedef {import("./types.js").Position} Position
 * @typedef {import("./types.js").Description} Description
 * @typedef {{[cell: string]: string}} Cells
 */

const main = /** @type {HTMLElement} */ (document.getElementById("main"));

/** The two tools besides the pieces. No piece's token begins with such a sign. */
const [MOVE, ERASE] = ["*move", "*erase"];

class Editor {
  /**
   * @param {Game} game
   * @param {Position} position
   */
  constructor(game, position) {
    this.game = game;
    this.like = position.fen;
    /** @type {Cells} */
    this.cells = { ...position.pieces };
    this.turn = position.turn;
    /** @type {{cells: Cells, turn: string}[]} */
    this.earlier = [];
    this.tool = MOVE;
    /** @type {string | null} the cell whose piece is being moved */
    this.held = null;
    /** @type {Position | null} the position, if it is possible */
    this.good = position;
    this.flip = false;
    this.view = recall(`view ${game.id.split(":")[0]}`) ?? null;
    this.asked = 0;
    this.place = element("div", { class: "board-place" });
    this.board = new Board(this.place, {
      label: say("study-board"),
      onMove: (origin, target) => {
        this.hold(origin);
        this.edit(target);
      },
    });
    this.board.editing = (cell) => this.edit(cell);
    this.board.pulls = true;
    this.verdict = element("p", { class: "verdict", role: "status" });
    this.live = element("p", { class: "unseen", "aria-live": "polite" });
    this.fen = element("input", { id: "fen", type: "text", maxlength: 4000, spellcheck: "false", autocomplete: "off" });
    this.analyse = element("a", { class: "button main" }, say("editor-analyse"));
    this.play = wordButton("editor-play", () => this.playOn());
    this.undo = wordButton("editor-undo", () => this.takeBack());
    this.turns = game.players.map((player) => {
      const radio = element("input", { type: "radio", name: "turn", value: player.name });
      radio.addEventListener("change", () => this.change(this.cells, player.name));
      return radio;
    });
  }

  /** Make the page; the board must be known for the pictures of the pieces. */
  async make() {
    await this.showBoard();
    const heading = element(
      "header",
      { class: "panel game-heading" },
      element("p", { class: "title" }, fullTitle(this.game)),
      element("p", { class: "links" }, element("a", { href: "/editor" }, say("analysis-other"))),
    );
    main.replaceChildren(
      element("h1", { class: "unseen" }, say("editor-of", { game: fullTitle(this.game) })),
      element(
        "div",
        { class: "desk" },
        element("div", { class: "board-column" }, this.place, this.underBoard(), this.verdict, this.live),
        element(
          "div",
          { class: "side-column" },
          heading,
          this.palette(),
          this.turnChoice(),
          this.fenForm(),
          element("p", { class: "panel buttons" }, this.analyse, this.play),
        ),
      ),
    );
    if (this.good) this.accept(this.good);
  }

  async showBoard() {
    const view = this.game.views.some(({ name }) => name === this.view) ? this.view : null;
    await this.board.show(this.game.id, { view, flip: this.flip });
  }

  underBoard() {
    return element(
      "p",
      { class: "buttons under-board" },
      this.undo,
      wordButton("editor-start", () => this.startPosition()),
      wordButton("editor-clear", () => this.change({}, this.turn)),
      wordButton("study-flip", () => {
        this.flip = !this.flip;
        this.showBoard();
      }),
    );
  }

  /** The tools and the pieces, one of which is in hand. */
  palette() {
    const { pieces } = /** @type {Description} */ (this.board.description);
    const groups = this.game.players.map((player) =>
      element(
        "div",
        { class: "palette-row", role: "group", "aria-label": player.title },
        ...Object.entries(pieces)
          .filter(([, piece]) => piece.player === player.name)
          .map(([token, piece]) => {
            const name = say("editor-piece", { piece: piece.name, side: piece.side });
            return this.choice(token, name, picture(piece));
          }),
      ),
    );
    const tools = element(
      "div",
      { class: "palette-row tools" },
      this.choice(MOVE, say("editor-move"), element("span", { class: "word" }, say("editor-move"))),
      this.choice(ERASE, say("editor-erase"), element("span", { class: "word" }, say("editor-erase"))),
    );
    const field = element("fieldset", { class: "palette" }, element("legend", {}, say("editor-palette")), tools, ...groups);
    return element("div", { class: "panel" }, field);
  }

  /**
   * @param {string} token
   * @param {string} name
   * @param {Element} face
   */
  choice(token, name, face) {
    const radio = element("input", { type: "radio", name: "tool", value: token, "aria-label": name, checked: token === this.tool });
    radio.addEventListener("change", () => {
      this.tool = token;
      this.board.pulls = token === MOVE;
      this.hold(null);
    });
    return element("label", { class: "palette-piece", title: name }, radio, face);
  }

  turnChoice() {
    const choices = this.game.players.map((player, place) =>
      element("label", {}, this.turns[place], element("span", {}, player.title)),
    );
    const field = element("fieldset", { class: "segments" }, element("legend", {}, say("editor-turn")), ...choices);
    return element("div", { class: "panel" }, field);
  }

  fenForm() {
    const form = element(
      "form",
      { class: "panel fen-form" },
      element("label", { for: "fen" }, say("editor-fen")),
      element("span", { class: "row" }, this.fen, element("button", { type: "submit" }, say("editor-read-fen"))),
    );
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      try {
        const position = await get("/api/positions", { game: this.game.id, fen: this.fen.value.trim() });
        this.like = position.fen;
        this.change({ ...position.pieces }, position.turn);
      } catch (error) {
        this.refuse(error);
      }
    });
    return form;
  }

  // --- editing ---

  /**
   * Use the tool in hand on a cell.
   * @param {string} cell
   */
  edit(cell) {
    const cells = { ...this.cells };
    if (this.tool === MOVE) {
      if (this.held === null || this.held === cell) return this.hold(this.held === null && cells[cell] ? cell : null);
      cells[cell] = cells[this.held];
      delete cells[this.held];
      this.hold(null);
    } else if (this.tool === ERASE || cells[cell] === this.tool) delete cells[cell];
    else cells[cell] = this.tool;
    const piece = this.board.description?.pieces[cells[cell]];
    const words = piece ? say("editor-placed", { piece: piece.name, cell }) : say("editor-erased", { cell });
    write(this.live, words);
    this.change(cells, this.turn);
  }

  /**
   * Take the piece of a cell in hand, or none.
   * @param {string | null} cell
   */
  hold(cell) {
    this.held = cell;
    this.board.arrows = cell === null ? [] : [{ from: cell, to: cell }];
  }

  /**
   * Show another set-up, and ask the server whether it is possible.
   * @param {Cells} cells
   * @param {string} turn
   */
  change(cells, turn) {
    this.earlier.push({ cells: this.cells, turn: this.turn });
    this.set(cells, turn);
  }

  /** Begin a game from the position on the board. */
  playOn() {
    if (this.good) startFrom(this.game.id, this.good.fen, this.good.turn).catch((error) => this.refuse(error));
  }

  takeBack() {
    const earlier = this.earlier.pop();
    if (earlier) this.set(earlier.cells, earlier.turn);
  }

  async startPosition() {
    try {
      const position = await get("/api/positions", { game: this.game.id });
      this.like = position.fen;
      this.change({ ...position.pieces }, position.turn);
    } catch (error) {
      this.refuse(error);
    }
  }

  /**
   * @param {Cells} cells
   * @param {string} turn
   */
  async set(cells, turn) {
    [this.cells, this.turn] = [cells, turn];
    this.hold(null);
    this.put(null);
    const asked = ++this.asked;
    try {
      const position = await post("/api/setups", { game: this.game.id, cells, turn, like: this.like });
      if (asked === this.asked) this.accept(position);
    } catch (error) {
      if (asked === this.asked) this.refuse(error);
    }
  }

  // --- showing ---

  /**
   * Put the pieces on the board, with the game's marks if it has accepted the position.
   * @param {Position | null} position
   */
  put(position) {
    const unknown = { game: this.game.id, fen: "", turn: this.turn, status: "", outcome: null, facts: [], marks: [], attacked: [] };
    this.board.position = { ...(position ?? unknown), pieces: this.cells, moves: {} };
    this.turns.forEach((radio) => (radio.checked = radio.value === this.turn));
    this.undo.disabled = this.earlier.length === 0;
  }

  /** @param {Position} position */
  accept(position) {
    this.good = position;
    this.put(position);
    this.fen.value = position.fen;
    this.tell(say("editor-good", { status: position.status }), false);
    const query = new URLSearchParams({ game: this.game.id, fen: position.fen });
    this.analyse.setAttribute("href", `/analysis?${query}`);
    history.replaceState(null, "", `/editor?${query}`);
  }

  /** @param {unknown} error */
  refuse(error) {
    this.good = null;
    this.analyse.removeAttribute("href");
    const isRefused = error instanceof Refusal && error.code === "invalid-position";
    this.tell(isRefused ? `${say("editor-refused")} ${error.message}` : messageOf(error), true);
  }

  /**
   * @param {string} sentence
   * @param {boolean} isRefused
   */
  tell(sentence, isRefused) {
    write(this.verdict, sentence);
    this.verdict.classList.toggle("refused", isRefused);
    this.analyse.setAttribute("aria-disabled", String(isRefused));
    this.play.disabled = isRefused || Boolean(this.good?.outcome);
  }
}

/** @param {import("./types.js").Piece} piece */
function picture(piece) {
  return shape(
    "svg",
    { class: "tabuleiro sample", viewBox: "-56 -60 112 116", "aria-hidden": "true", focusable: "false" },
    shape("g", { class: `piece ${piece.tone}` }, ...parseShapes(piece.svg)),
  );
}

async function begin() {
  const query = new URLSearchParams(location.search);
  const game = query.get("game");
  const problem = element("p", { class: "wrong", role: "alert", hidden: true });
  main.replaceChildren(element("p", { class: "quiet", role: "status" }, say("study-loading")));
  try {
    if (game) {
      const described = await get(`/api/games/${encodeURIComponent(game)}`);
      const position = await get("/api/positions", { game, fen: query.get("fen") });
      document.title = say("editor-of", { game: fullTitle(described) });
      await new Editor(described, position).make();
      return;
    }
  } catch (error) {
    write(problem, /** @type {Error} */ (error).message);
    show(problem, true);
  }
  main.replaceChildren(
    element("h1", {}, say("editor-title")),
    element("p", { class: "lead" }, say("editor-about")),
    problem,
    await gallery((known) => `/editor?${new URLSearchParams({ game: known.id })}`),
  );
}

await begin();
