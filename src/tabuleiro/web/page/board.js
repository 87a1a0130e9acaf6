// @ts-check
/**
 * A board to look at and to move on, for any game: it is given cells, pieces and where they may go, and reports the two
 * cells that were chosen. It is used by mouse, touch or keys, and describes itself to screen readers.
 */
import { get } from "./api.js";
import { nearest, next } from "./cellfinder.js";
import { element, parseShapes, shape, write } from "./dom.js";
import { Pieces } from "./pieces.js";
import { drawArrow, drawLast, drawMarks, drawPending, drawTargets, drawThreats, outline, around } from "./shapes.js";
import { say } from "./words.js";

/**
 * @typedef {import("./types.js").Description} Description
 * @typedef {import("./types.js").Position} Position
 * @typedef {import("./types.js").Last} Last
 * @typedef {import("./types.js").Arrow} Arrow
 * @typedef {{origin: string, target: string, word?: string}} Pending
 *
 * @typedef {object} Options
 * @property {(origin: string, target: string) => void} [onMove] a move was chosen that the position allows
 * @property {(cell: string, origin: string | null) => void} [onRefusedCell] a chosen cell has no piece to move, or
 *   is no target for the piece on `origin`
 * @property {string} [label] what the board is called
 */

const LAYERS = ["ground", "last", "spots", "targets", "pieces", "marks", "pending", "arrows", "lifted"];
/** A finger needs this many pixels. */
const FINGER = 44;
/** How far a pointer may tremble before a click becomes a drag, in pixels. */
const TREMBLE = 6;
/** More cells than this are counted, not read out. */
const MANY = 8;

/** @type {Map<string, Promise<Description>>} */
const descriptions = new Map();

/**
 * The board of a game in a view, asked for once.
 * @param {string} game
 * @param {string | null} view
 * @param {boolean} flip
 * @returns {Promise<Description>}
 */
function describe(game, view, flip) {
  const key = JSON.stringify([game, view, flip]);
  let found = descriptions.get(key);
  if (!found) {
    found = get(`/api/boards/${encodeURIComponent(game)}`, { view, flip });
    descriptions.set(key, found);
    found.catch(() => descriptions.delete(key));
  }
  return found;
}

export class Board {
  /** @type {Description | null} */ #board = null;
  /** @type {Position | null} */ #position = null;
  /** @type {Last | null} */ #last = null;
  /** @type {Arrow[]} */ #arrows = [];
  /** @type {Pending | null} */ #pending = null;
  /** @type {((cell: string) => void) | null} */ #editing = null;
  #pulls = false;
  #flip = false;
  #mayMove = false;
  #threats = false;
  /** @type {string | null} */ #chosen = null;
  /** @type {string} */ #cursor = "";
  /** @type {number | null} */ #column = null;
  /** @type {Pieces} */ #pieces;
  /** @type {Map<string, SVGGElement>} */ #spots = new Map();
  /** @type {Map<string, {node: Element, colour: string}>} */ #grounds = new Map();
  /** @type {{[layer: string]: SVGGElement}} */ #layers = {};
  /** @type {{cell: string, x: number, y: number, moving: boolean, fresh: boolean, id: number} | null} */ #drag = null;
  #swallowClick = false;
  #touched = false;
  #waiting = false;
  #wanted = 0;

  /**
   * @param {HTMLElement} container
   * @param {Options} [options]
   */
  constructor(container, options = {}) {
    this.options = options;
    this.container = container;
    container.classList.add("board");
    this.svg = shape("svg", { class: "tabuleiro", role: "application", "aria-label": options.label ?? say("board") });
    for (const name of LAYERS) {
      this.#layers[name] = shape("g", { class: `layer ${name}`, "aria-hidden": name === "spots" ? null : "true" });
      this.svg.append(this.#layers[name]);
    }
    this.#pieces = new Pieces(this.#layers.pieces);
    this.bubble = element("div", { class: "bubble", role: "alert", hidden: true });
    this.live = element("div", { class: "unseen", "aria-live": "polite" });
    container.append(this.svg, this.bubble, this.live);
    this.svg.addEventListener("pointerdown", (event) => this.#press(event));
    this.svg.addEventListener("pointermove", (event) => this.#pull(event));
    this.svg.addEventListener("pointerup", (event) => this.#drop(event));
    this.svg.addEventListener("pointercancel", () => this.#letDragGo());
    this.svg.addEventListener("click", (event) => this.#click(event));
    this.svg.addEventListener("keydown", (event) => this.#key(event));
    this.svg.addEventListener("focusin", (event) => this.#focused(event));
  }

  // --- what is shown ---

  /**
   * Show the board of a game, in a view (without one, its first) and from a side.
   * @param {string} game
   * @param {{view?: string | null, flip?: boolean}} [how]
   */
  async show(game, { view = null, flip = false } = {}) {
    const wanted = ++this.#wanted;
    const board = await describe(game, view, flip);
    if (wanted !== this.#wanted || board === this.#board) return;
    this.#board = board;
    this.#flip = flip;
    this.#lay(board);
  }

  /** Is the board seen from the other side? */
  get isFlipped() {
    return this.#flip;
  }

  /** The board that is shown, as the server describes it. */
  get description() {
    return this.#board;
  }

  /** What the board is called by those who read it aloud. */
  set label(text) {
    this.svg.setAttribute("aria-label", text);
  }

  get label() {
    return this.svg.getAttribute("aria-label") ?? "";
  }

  get position() {
    return this.#position;
  }

  set position(position) {
    if (position?.fen !== this.#position?.fen) this.#hush();
    this.#position = position;
    this.#plan();
  }

  get last() {
    return this.#last;
  }

  set last(last) {
    this.#last = last;
    this.#plan();
  }

  get mayMove() {
    return this.#mayMove;
  }

  set mayMove(may) {
    this.#mayMove = may;
    this.#plan();
  }

  get arrows() {
    return this.#arrows;
  }

  set arrows(arrows) {
    this.#arrows = arrows;
    this.#plan();
  }

  /** A move that was made here and that the server does not have yet; with a `word`, one that has to wait. */
  get pending() {
    return this.#pending;
  }

  set pending(move) {
    this.#pending = move;
    this.#plan();
  }

  /** Whether pieces that could be taken are marked. */
  get threats() {
    return this.#threats;
  }

  set threats(wanted) {
    this.#threats = wanted;
    this.#plan();
  }

  get editing() {
    return this.#editing;
  }

  set editing(edit) {
    this.#editing = edit;
    this.#plan();
  }

  /** In an editor: may every piece be pulled to every cell, which `onMove` is then told? @param {boolean} yes */
  set pulls(yes) {
    this.#pulls = yes;
    this.#plan();
  }

  /** The cell whose piece is picked up. */
  get chosen() {
    return this.#chosen;
  }

  /**
   * Show a sentence at a cell: why something cannot be done. It goes away with the next thing done.
   * @param {string} cell
   * @param {string} sentence
   */
  refuse(cell, sentence) {
    write(this.bubble, sentence);
    this.bubble.hidden = false;
    const place = this.#onScreen(cell);
    const frame = this.container.getBoundingClientRect();
    const { offsetWidth: width, offsetHeight: height } = this.bubble;
    const left = Math.max(4, Math.min(place.x - frame.left - width / 2, frame.width - width - 4));
    const above = place.y - frame.top - place.size / 2 - height - 8;
    this.bubble.style.left = `${left}px`;
    this.bubble.style.top = `${above >= 0 ? above : place.y - frame.top + place.size / 2 + 8}px`;
  }

  /** Take the sentence away. */
  #hush() {
    if (this.bubble.hidden) return;
    this.bubble.hidden = true;
    this.bubble.textContent = "";
  }

  /** Put down what is picked up, and take the sentence at the board away. */
  letGo() {
    this.#hush();
    if (this.#chosen === null) return;
    this.#chosen = null;
    this.#plan();
  }

  /** Put the keyboard's cursor on the board. */
  focus() {
    this.#spots.get(this.#cursor)?.focus();
  }

  // --- drawing ---

  /** @param {Description} board */
  #lay(board) {
    const held = this.svg.contains(document.activeElement);
    this.svg.setAttribute("viewBox", board.box.join(" "));
    this.container.style.setProperty("--shape", String(board.box[2] / board.box[3]));
    this.#layers.ground.replaceChildren(...parseShapes(board.ground));
    this.#grounds.clear();
    for (const node of this.#layers.ground.querySelectorAll(".cell")) {
      const [, cell, colour] = (node.getAttribute("class") ?? "").split(" ");
      this.#grounds.set(cell, { node, colour });
    }
    this.#pieces.clear();
    this.#spots.clear();
    for (const [name, cell] of Object.entries(board.cells)) {
      this.#spots.set(
        name,
        shape(
          "g",
          { class: "spot", role: "button", tabindex: -1, "data-cell": name },
          shape("polygon", { class: "hit", points: cell.points }),
          shape("polygon", { class: "focus", points: around(board, name, 0.465) }),
        ),
      );
    }
    // In reading order, for those who go through the buttons one by one.
    const order = Object.entries(board.cells).sort(([, one], [, two]) => Math.round(one.y - two.y) || one.x - two.x);
    this.#layers.spots.replaceChildren(...order.map(([name]) => /** @type {SVGGElement} */ (this.#spots.get(name))));
    if (!board.cells[this.#cursor]) this.#cursor = "";
    this.#plan();
    if (held && this.#cursor) queueMicrotask(() => this.focus());
  }

  /** Draw once, when everything that changes now has changed. */
  #plan() {
    if (this.#waiting) return;
    this.#waiting = true;
    queueMicrotask(() => {
      this.#waiting = false;
      this.#draw();
    });
  }

  #draw() {
    const [board, position] = [this.#board, this.#position];
    if (!board || !position) return;
    // A position of another game waits for its board.
    if (!Object.values(position.pieces).every((token) => board.pieces[token])) return;
    if (this.#chosen !== null && !this.#movable(this.#chosen)) this.#chosen = null;
    const last = this.#last && board.cells[this.#last.origin] && board.cells[this.#last.target] ? this.#last : null;
    const targets = this.#targets();
    this.#pieces.update(board, position, last);
    this.#drawGround(last);
    this.#layers.last.replaceChildren(
      ...(last ? drawLast(board, last) : []),
      ...(this.#chosen ? [outline(board, this.#chosen, 0.45, "chosen")] : []),
    );
    this.#layers.targets.replaceChildren(...drawTargets(board, position, targets));
    this.#layers.marks.replaceChildren(
      ...drawMarks(board, position),
      ...(this.#threats ? drawThreats(board, position.attacked) : []),
    );
    const pending = this.#pending;
    this.#layers.pending.replaceChildren(...(pending ? drawPending(board, position, pending) : []));
    this.#layers.arrows.replaceChildren(
      ...this.#arrows
        .filter(({ from, to }) => board.cells[from] && board.cells[to])
        .map((arrow) => drawArrow(board, arrow)),
    );
    if (!this.#cursor) this.#cursor = this.#firstCursor();
    this.#drawSpots(board, position, targets, last);
  }

  /** @param {Last | null} last */
  #drawGround(last) {
    for (const [cell, { node, colour }] of this.#grounds) {
      const kind = cell === this.#chosen ? "-cursor" : cell === last?.origin || cell === last?.target ? "-last" : "";
      node.setAttribute("class", `cell ${cell} ${colour}${kind}`);
    }
  }

  /**
   * Say in words what is on each cell and what may be done there.
   * @param {Description} board
   * @param {Position} position
   * @param {string[]} targets
   * @param {Last | null} last
   */
  #drawSpots(board, position, targets, last) {
    /** @type {{[cell: string]: string}} */
    const notes = {};
    for (const mark of position.marks) if (mark.text) notes[mark.cell] = mark.text;
    const attacked = new Set(this.#threats ? position.attacked : []);
    for (const [name, spot] of this.#spots) {
      const piece = board.pieces[position.pieces[name]];
      const movable = this.#movable(name);
      const target = targets.includes(name);
      const parts = [
        name,
        piece?.name ?? say("cell-empty"),
        notes[name],
        board.cells[name].zone,
        target && (piece ? say("cell-may-take") : say("cell-may-go")),
        movable && name !== this.#chosen && say("cell-may-move"),
        attacked.has(name) && say("cell-threatened"),
        name === last?.target && say("cell-reached"),
        name === last?.origin && say("cell-left"),
      ];
      const label = parts.filter(Boolean).join(", ");
      if (spot.getAttribute("aria-label") !== label) spot.setAttribute("aria-label", label);
      spot.setAttribute("tabindex", name === this.#cursor ? "0" : "-1");
      spot.classList.toggle("movable", this.#pullable(name));
      spot.classList.toggle("target", target);
      spot.classList.toggle("editable", this.#editing !== null);
      if (name === this.#chosen) spot.setAttribute("aria-pressed", "true");
      else spot.removeAttribute("aria-pressed");
    }
  }

  #firstCursor() {
    const names = Object.keys(this.#board?.cells ?? {});
    return names.find((name) => this.#movable(name)) ?? names[0] ?? "";
  }

  // --- what may be done ---

  /** @param {string} cell */
  #movable(cell) {
    return this.#mayMove && !this.#editing && Boolean(this.#position?.moves[cell]?.length);
  }

  /** @param {string} cell */
  #pullable(cell) {
    return this.#editing ? this.#pulls && Boolean(this.#position?.pieces[cell]) : this.#movable(cell);
  }

  /**
   * @param {string} origin
   * @param {string} target
   */
  #takes(origin, target) {
    return this.#editing ? target !== origin : this.#targets().includes(target);
  }

  /** @returns {string[]} */
  #targets() {
    return this.#chosen === null ? [] : (this.#position?.moves[this.#chosen] ?? []);
  }

  /**
   * Do what choosing a cell means now.
   * @param {string} cell
   */
  #choose(cell) {
    this.#hush();
    if (this.#editing) {
      this.#editing(cell);
    } else if (this.#chosen === cell) {
      this.letGo();
    } else if (this.#chosen !== null && this.#targets().includes(cell)) {
      const origin = this.#chosen;
      this.letGo();
      this.options.onMove?.(origin, cell);
    } else if (this.#movable(cell)) {
      this.#pick(cell);
    } else {
      this.options.onRefusedCell?.(cell, this.#chosen);
    }
  }

  /** @param {string} cell */
  #pick(cell) {
    this.#chosen = cell;
    const piece = this.#board?.pieces[this.#position?.pieces[cell] ?? ""];
    const targets = this.#targets();
    const list = targets.length > MANY ? say("many-cells", { count: targets.length }) : targets.join(", ");
    write(this.live, say("picked-up", { piece: piece?.name ?? "", cell, targets: list }));
    this.#plan();
  }

  // --- pointers ---

  /**
   * Where the middle of a cell is on the screen, and how large the cell is there.
   * @param {string} cell
   */
  #onScreen(cell) {
    const matrix = this.svg.getScreenCTM();
    const { x, y } = this.#board?.cells[cell] ?? { x: 0, y: 0 };
    if (!matrix) return { x: 0, y: 0, size: 0 };
    const point = new DOMPoint(x, y).matrixTransform(matrix);
    return { x: point.x, y: point.y, size: 100 * Math.hypot(matrix.a, matrix.b) };
  }

  /**
   * A point of the screen on the board.
   * @param {{clientX: number, clientY: number}} event
   */
  #onBoard(event) {
    const matrix = this.svg.getScreenCTM()?.inverse();
    return new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix);
  }

  /**
   * The cell that a pointer means: the one it is on; under a finger, on small cells, the nearest that makes sense.
   * @param {MouseEvent} event
   * @returns {string | null}
   */
  #aim(event) {
    const board = this.#board;
    if (!board) return null;
    const isAimed = event.clientX !== 0 || event.clientY !== 0; // assistive programs click without a place
    const under = isAimed ? document.elementFromPoint(event.clientX, event.clientY) : event.target;
    const spot = under instanceof Element && this.svg.contains(under) ? under.closest(".spot") : null;
    const exact = spot?.getAttribute("data-cell") ?? null;
    if (!this.#touched || !isAimed || this.#editing) return exact;
    const size = this.#onScreen(this.#cursor).size;
    if (size >= FINGER || (exact !== null && this.#sensible(exact))) return exact;
    const sensible = Object.keys(board.cells).filter((cell) => this.#sensible(cell));
    return nearest(board.cells, sensible, this.#onBoard(event), (100 / size) * (FINGER / 2)) ?? exact;
  }

  /** @param {string} cell */
  #sensible(cell) {
    return cell === this.#chosen || this.#movable(cell) || this.#targets().includes(cell);
  }

  /** @param {PointerEvent} event */
  #press(event) {
    if (!event.isPrimary || event.button !== 0) return;
    this.#touched = event.pointerType === "touch";
    this.#swallowClick = false;
    const cell = this.#aim(event);
    if (cell === null || !this.#pullable(cell) || this.#targets().includes(cell)) return;
    const fresh = !this.#editing && this.#chosen !== cell;
    if (fresh) {
      this.#hush();
      this.#pick(cell);
    }
    this.#drag = { cell, x: event.clientX, y: event.clientY, moving: false, fresh, id: event.pointerId };
  }

  /** @param {PointerEvent} event */
  #pull(event) {
    const drag = this.#drag;
    if (!drag || event.pointerId !== drag.id) return;
    const node = this.#pieces.on(drag.cell);
    if (!node) return this.#letDragGo();
    if (!drag.moving) {
      if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < TREMBLE) return;
      drag.moving = true;
      this.svg.setPointerCapture(event.pointerId);
      this.svg.classList.add("dragging");
      for (const animation of node.getAnimations()) animation.cancel();
      this.#layers.lifted.append(node);
    }
    const { x, y } = this.#onBoard(event);
    node.setAttribute("transform", `translate(${x} ${y}) scale(1.12)`);
    const over = this.#aim(event);
    for (const [name, spot] of this.#spots)
      spot.classList.toggle("over", name === over && this.#takes(drag.cell, name));
  }

  /** @param {PointerEvent} event */
  #drop(event) {
    const drag = this.#drag;
    if (!drag || event.pointerId !== drag.id || !drag.moving) return;
    const target = this.#aim(event);
    const origin = drag.cell;
    this.#swallowClick = true;
    this.#letDragGo();
    if (target === null || target === origin) return;
    if (this.#takes(origin, target)) {
      this.#pieces.dropped(origin, target);
      this.letGo();
      this.options.onMove?.(origin, target);
    } else {
      this.options.onRefusedCell?.(target, origin);
    }
  }

  #letDragGo() {
    const drag = this.#drag;
    this.#drag = null;
    this.svg.classList.remove("dragging");
    if (!drag?.moving) return;
    for (const spot of this.#spots.values()) spot.classList.remove("over");
    if (this.#board) this.#pieces.settle(this.#board, drag.cell);
  }

  /** @param {MouseEvent} event */
  #click(event) {
    const drag = this.#drag;
    this.#drag = null;
    if (this.#swallowClick) {
      this.#swallowClick = false;
      return;
    }
    // What was pressed is what was meant: now that it is picked up, aiming again might find one of its targets.
    const cell = drag?.cell ?? this.#aim(event);
    if (cell === null) return this.letGo();
    this.#cursor = cell;
    this.#column = null;
    if (!drag?.fresh) this.#choose(cell);
    this.#plan();
  }

  // --- keys ---

  /** @param {FocusEvent} event */
  #focused(event) {
    const cell = event.target instanceof Element ? event.target.closest(".spot")?.getAttribute("data-cell") : null;
    if (!cell || cell === this.#cursor) return;
    this.#spots.get(this.#cursor)?.setAttribute("tabindex", "-1");
    this.#spots.get(cell)?.setAttribute("tabindex", "0");
    this.#cursor = cell;
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const board = this.#board;
    if (!board || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key.startsWith("Arrow")) {
      const upright = event.key === "ArrowUp" || event.key === "ArrowDown";
      const column = (upright ? this.#column : null) ?? board.cells[this.#cursor].x;
      const cell = next(board.cells, this.#cursor, event.key, column);
      if (cell) this.#go(cell);
      this.#column = upright ? column : null;
    } else if (event.key === "Home" || event.key === "End") {
      const cells = this.#chosen ? this.#targets() : Object.keys(board.cells).filter((cell) => this.#movable(cell));
      const cell = event.key === "Home" ? cells[0] : cells[cells.length - 1];
      if (cell) this.#go(cell);
      this.#column = null;
    } else if (event.key === "Enter" || event.key === " ") {
      this.#choose(this.#cursor);
    } else if (event.key === "Escape" && (this.#chosen !== null || !this.bubble.hidden)) {
      if (this.#chosen !== null) write(this.live, say("let-go"));
      this.letGo();
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {string} cell */
  #go(cell) {
    this.#hush();
    this.#spots.get(cell)?.focus();
  }
}
