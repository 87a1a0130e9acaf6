// @ts-check
/** Moves and variations as a tree: the first child of a node is the main line, the others are variations. */

/**
 * @typedef {{move: string, origin: string, target: string, captured: string[]}} MoveData
 * @typedef {{label: string | null, loss: number, best: string[], text: string}} Judgement
 */

/** A node of the tree: the move that led here, and the moves played from here. */
export class Node {
  /**
   * @param {Node | null} parent
   * @param {MoveData | null} move
   */
  constructor(parent, move) {
    this.parent = parent;
    this.move = move;
    /** @type {Node[]} */
    this.children = [];
    /** @type {any} the position as the server describes it, once it was fetched */
    this.position = null;
    /** @type {Judgement | null} */
    this.judgement = null;
    this.isLosing = false;
  }

  /** The number of moves that led here. */
  get ply() {
    return this.path().length - 1;
  }

  /** The next node on this line, if there is one. */
  get next() {
    return this.children[0] ?? null;
  }

  /** Is this node on the main line? */
  get isMain() {
    return this.path().every((node) => node.parent === null || node.parent.children[0] === node);
  }

  /** The nodes from the beginning to this one. */
  path() {
    /** @type {Node[]} */
    const nodes = [];
    for (let node = /** @type {Node | null} */ (this); node; node = node.parent) nodes.unshift(node);
    return nodes;
  }

  /** The moves from the beginning to this node, as texts. */
  moves() {
    return this.path()
      .slice(1)
      .map((node) => /** @type {MoveData} */ (node.move).move);
  }

  /** This node and those after it on its line. */
  line() {
    /** @type {Node[]} */
    const nodes = [];
    for (let node = /** @type {Node | null} */ (this); node; node = node.next) nodes.push(node);
    return nodes;
  }

  /** The last node of the line that this node is on. */
  get end() {
    return this.line()[this.line().length - 1];
  }

  /**
   * The node after a move, made if the move was not played here before.
   * @param {MoveData} move
   */
  add(move) {
    const known = this.children.find((child) => child.move?.move === move.move);
    if (known) return known;
    const child = new Node(this, move);
    this.children.push(child);
    return child;
  }

  /** Make the line to this node the main line. */
  promote() {
    for (const node of this.path()) {
      if (!node.parent) continue;
      const others = node.parent.children.filter((child) => child !== node);
      node.parent.children = [node, ...others];
    }
  }

  /** Remove this node and all that follows; returns the node before it. */
  remove() {
    if (!this.parent) return this;
    this.parent.children = this.parent.children.filter((child) => child !== this);
    return this.parent;
  }

  /** The last node on the way here that is on the main line. */
  fork() {
    const nodes = this.path();
    return nodes.findLast((node) => node.isMain) ?? nodes[0];
  }
}
