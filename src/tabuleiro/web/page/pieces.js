// @ts-check
/** The pieces on a board: where they are, and how they move there. */
import { parseShapes, shape } from "./dom.js";

/**
 * @typedef {import("./types.js").Description} Description
 * @typedef {import("./types.js").Position} Position
 * @typedef {import("./types.js").Last} Last
 * @typedef {{token: string, node: SVGGElement}} Standing
 */

const GLIDE = 220;
/** If more cells than this change at once, it is a new position, not a move. */
const MOST_CHANGES = 12;

const stillness = matchMedia("(prefers-reduced-motion: reduce)");

export class Pieces {
  /** @type {Map<string, Standing>} */ #standing = new Map();
  /** @type {Last | null} */ #last = null;
  /** @type {{origin: string, target: string} | null} */ #dropped = null;
  #isNew = true;

  /** @param {SVGGElement} layer */
  constructor(layer) {
    this.layer = layer;
  }

  /** Remove all pieces; the next ones appear without gliding. */
  clear() {
    this.#standing.clear();
    this.layer.replaceChildren();
    this.#isNew = true;
  }

  /**
   * The element of the piece on a cell.
   * @param {string} cell
   */
  on(cell) {
    return this.#standing.get(cell)?.node ?? null;
  }

  /**
   * Note that a piece was dragged to its target, so that it need not glide there.
   * @param {string} origin
   * @param {string} target
   */
  dropped(origin, target) {
    this.#dropped = { origin, target };
  }

  /**
   * Put a piece back on its cell.
   * @param {Description} board
   * @param {string} cell
   */
  settle(board, cell) {
    const node = this.on(cell);
    if (!node) return;
    this.layer.append(node);
    place(node, board, cell);
  }

  /**
   * Update the pieces: those that moved glide, those that are gone fade.
   * @param {Description} board
   * @param {Position} position
   * @param {Last | null} last
   */
  update(board, position, last) {
    const before = this.#standing;
    const now = position.pieces;
    const gone = new Set([...before].filter(([cell, { token }]) => now[cell] !== token).map(([cell]) => cell));
    const come = Object.keys(now).filter((cell) => before.get(cell)?.token !== now[cell]);
    const isLively = !this.#isNew && !stillness.matches && gone.size + come.length <= MOST_CHANGES;
    const origins = this.#origins(board, now, gone, come, last);
    const after = new Map([...before].filter(([cell]) => !gone.has(cell)));
    for (const target of come) {
      const origin = origins.get(target);
      const old = origin === undefined ? undefined : before.get(origin);
      const node = old?.token === now[target] ? old.node : make(board, now[target]);
      if (old && old.node !== node) old.node.remove();
      after.set(target, { token: now[target], node });
      place(node, board, target);
      this.layer.append(node);
      if (origin === undefined) {
        if (isLively) fade(node, 0, 1);
        continue;
      }
      gone.delete(origin);
      const wasDragged = this.#dropped?.origin === origin && this.#dropped.target === target;
      if (isLively && !wasDragged) glide(node, board.cells[origin], board.cells[target]);
    }
    for (const cell of gone) this.#takeAway(/** @type {Standing} */ (before.get(cell)).node, isLively);
    if (gone.size || come.length) this.#dropped = null;
    this.#standing = after;
    this.#last = last;
    this.#isNew = false;
  }

  /**
   * Where pieces new on a cell came from: by the last move, by the move taken back, or by equal looks.
   * @param {Description} board
   * @param {{[cell: string]: string}} now
   * @param {Set<string>} gone
   * @param {string[]} come
   * @param {Last | null} last
   */
  #origins(board, now, gone, come, last) {
    /** @type {Map<string, string>} */
    const origins = new Map();
    const used = new Set();
    /** @param {string} origin @param {string} target */
    const pair = (origin, target) => {
      const old = this.#standing.get(origin)?.token;
      if (!old || used.has(origin) || origins.has(target) || !gone.has(origin) || !come.includes(target)) return;
      if (board.pieces[old].player !== board.pieces[now[target]].player) return;
      origins.set(target, origin);
      used.add(origin);
    };
    if (last) pair(last.origin, last.target);
    if (this.#last && !origins.size) pair(this.#last.target, this.#last.origin);
    for (const target of come) {
      for (const cell of gone) if (this.#standing.get(cell)?.token === now[target]) pair(cell, target);
    }
    return origins;
  }

  /**
   * @param {SVGGElement} node
   * @param {boolean} isLively
   */
  #takeAway(node, isLively) {
    if (!isLively) return node.remove();
    this.layer.prepend(node);
    const remove = () => node.remove();
    fade(node, 1, 0).finished.then(remove, remove);
  }
}

/**
 * @param {Description} board
 * @param {string} token
 */
function make(board, token) {
  const { tone, svg } = board.pieces[token];
  return shape("g", { class: `piece ${tone}` }, ...parseShapes(svg));
}

/**
 * @param {SVGGElement} node
 * @param {Description} board
 * @param {string} cell
 */
function place(node, board, cell) {
  const { x, y } = board.cells[cell];
  node.setAttribute("transform", `translate(${x} ${y})`);
}

/**
 * @param {SVGGElement} node
 * @param {number} from
 * @param {number} to
 */
function fade(node, from, to) {
  return node.animate([{ opacity: from }, { opacity: to }], { duration: GLIDE, easing: "ease-out" });
}

/**
 * @param {SVGGElement} node
 * @param {{x: number, y: number}} from
 * @param {{x: number, y: number}} to
 */
function glide(node, from, to) {
  for (const animation of node.getAnimations()) animation.cancel();
  const path = [from, to].map(({ x, y }) => ({ transform: `translate(${x}px, ${y}px)` }));
  node.animate(path, { duration: GLIDE, easing: "cubic-bezier(.25,.7,.3,1)" });
}
