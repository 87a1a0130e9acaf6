// @ts-check
/** What is drawn on a board besides its pieces: outlines, dots, marks and arrows, as in the server's pictures. */
import { parseShapes, shape } from "./dom.js";

/**
 * @typedef {import("./types.js").Description} Description
 * @typedef {import("./types.js").Position} Position
 * @typedef {import("./types.js").Last} Last
 * @typedef {import("./types.js").Arrow} Arrow
 * @typedef {[number, number]} Point
 */

/** @param {number} value */
const round = (value) => Math.round(value * 10) / 10;

/** @param {Point[]} corners */
const written = (corners) => corners.map(([x, y]) => `${round(x)},${round(y)}`).join(" ");

/**
 * The corners of a cell.
 * @param {Description} board
 * @param {string} cell
 * @returns {Point[]}
 */
export function corners(board, cell) {
  return board.cells[cell].points.split(" ").map((point) => {
    const [x, y] = point.split(",").map(Number);
    return [x, y];
  });
}

/**
 * The corners of a square this far from the middle of a cell (a half is the cell itself).
 * @param {Description} board
 * @param {string} cell
 * @param {number} reach
 */
export function around(board, cell, reach) {
  const { x, y } = board.cells[cell];
  return written(corners(board, cell).map(([a, b]) => [x + (a - x) * 2 * reach, y + (b - y) * 2 * reach]));
}

/**
 * The outline of a cell.
 * @param {Description} board
 * @param {string} cell
 * @param {number} reach
 * @param {string} name
 */
export function outline(board, cell, reach, name) {
  return shape("polygon", { class: name, points: around(board, cell, reach) });
}

/**
 * A broken line around the cell that was left, a whole one around the cell reached, crosses where men are gone.
 * @param {Description} board
 * @param {Last} last
 */
export function drawLast(board, last) {
  const gone = last.captured.filter((cell) => cell !== last.target && board.cells[cell]);
  return [
    outline(board, last.origin, 0.45, "left"),
    outline(board, last.target, 0.45, "reached"),
    ...gone.map((cell) => {
      const { x, y } = board.cells[cell];
      return shape("path", { class: "gone", d: `M${x - 14} ${y - 14}l28 28M${x + 14} ${y - 14}l-28 28` });
    }),
  ];
}

/**
 * A dot where a piece may go, a ring around a piece that it may take there.
 * @param {Description} board
 * @param {Position} position
 * @param {string[]} targets
 */
export function drawTargets(board, position, targets) {
  return targets.map((cell) => {
    const { x, y } = board.cells[cell];
    const piece = board.pieces[position.pieces[cell]];
    const form = piece ? parseShapes(piece.ring) : [shape("circle", { class: "dot", r: 15 })];
    return shape("g", { transform: `translate(${x} ${y})` }, ...form);
  });
}

/**
 * Texts in the corners of cells, the first in the upper right one, and arrow heads around the pieces.
 * @param {Description} board
 * @param {Position} position
 */
export function drawMarks(board, position) {
  /** @type {{[cell: string]: number}} */
  const count = {};
  const drawn = [];
  for (const mark of position.marks) {
    const cell = board.cells[mark.cell];
    if (!cell) continue;
    const piece = position.pieces[mark.cell];
    if (mark.text && !mark.on_piece) {
      const order = corners(board, mark.cell).sort((one, two) => round(one[1] - two[1]) || two[0] - one[0]);
      count[mark.cell] = (count[mark.cell] ?? -1) + 1;
      const [x, y] = order[count[mark.cell] % order.length];
      drawn.push(label(mark.text, cell.x + 0.69 * (x - cell.x), cell.y + 0.69 * (y - cell.y), 21, "mark"));
    }
    for (const direction of mark.directions) drawn.push(drawWay(board, mark.cell, direction, piece));
  }
  return drawn;
}

/**
 * A text centred on a point.
 * @param {string} text
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {string} name
 */
function label(text, x, y, size, name) {
  return shape("text", { class: name, x: round(x), y: round(y + 0.355 * size), "font-size": size }, text);
}

/** @typedef {(x: number, y: number) => number} Edge */

/** @type {WeakMap<Description, Map<string, Edge>>} */
const edges = new WeakMap();

/**
 * How far a piece's edge is from its middle in a direction, measured on its picture.
 * @param {Description} board
 * @param {string} token
 * @returns {Edge}
 */
function edgeOf(board, token) {
  const known = edges.get(board) ?? new Map();
  edges.set(board, known);
  let found = known.get(token);
  if (!found) {
    const picture = shape("g", {}, ...parseShapes(board.pieces[token]?.svg ?? ""));
    const radius = Number(picture.querySelector("circle.body")?.getAttribute("r") ?? 0);
    const stacked = picture.querySelector(".lower") ? 7.5 : 0;
    const reach = Math.abs(parseFloat(picture.querySelector("path.body")?.getAttribute("d")?.slice(3) ?? "0"));
    found = (/** @type {number} */ x, /** @type {number} */ y) =>
      reach ? reach / (Math.abs(x) + Math.abs(y)) : (radius || 37) + stacked;
    known.set(token, found);
  }
  return found;
}

/**
 * The steps to the next file and to the next rank.
 * @param {Description} board
 * @returns {[Point, Point]}
 */
function axes(board) {
  const { a1, b1, a2 } = board.cells;
  return [b1 ? [b1.x - a1.x, b1.y - a1.y] : [100, 0], a2 ? [a2.x - a1.x, a2.y - a1.y] : [0, -100]];
}

/**
 * A small arrow head between the edges of a piece and its cell, for a direction it may take.
 * @param {Description} board
 * @param {string} cell
 * @param {[number, number]} direction
 * @param {string | undefined} piece
 */
function drawWay(board, cell, [files, ranks], piece) {
  const { x: middleX, y: middleY } = board.cells[cell];
  const [across, up] = axes(board);
  const stepX = files * across[0] + ranks * up[0];
  const stepY = files * across[1] + ranks * up[1];
  const length = Math.hypot(stepX, stepY) || 1;
  const [x, y] = [stepX / length, stepY / length];
  const border = length / (2 * Math.max(Math.abs(files), Math.abs(ranks)));
  const base = (piece ? edgeOf(board, piece)(x, y) : 37) + 3.5;
  const tip = Math.min(base + 9, border - 0.5);
  /** @type {Point[]} */
  const head = [
    [middleX + tip * x, middleY + tip * y],
    [middleX + base * x - 7 * y, middleY + base * y + 7 * x],
    [middleX + base * x + 7 * y, middleY + base * y - 7 * x],
  ];
  return shape("polygon", { class: "way", points: written(head) });
}

/**
 * A sign in the lower left of the cells whose pieces could be taken.
 * @param {Description} board
 * @param {string[]} cells
 */
export function drawThreats(board, cells) {
  return cells.map((name) => {
    const cell = board.cells[name];
    const lowest = corners(board, name).sort((one, two) => round(two[1] - one[1]) || one[0] - two[0])[0];
    const [x, y] = [cell.x + 0.66 * (lowest[0] - cell.x), cell.y + 0.66 * (lowest[1] - cell.y)];
    return shape(
      "g",
      { class: "threat", transform: `translate(${round(x)} ${round(y)})` },
      shape("path", { d: "M0-17L16 11H-16Z" }),
      label("!", 0, 2, 20, "threat-sign"),
    );
  });
}

/**
 * An arrow from the middle of a cell to the middle of another; a circle where they are the same. A weaker one is
 * thinner.
 * @param {Description} board
 * @param {Arrow} arrow
 * @param {string} [name]
 */
export function drawArrow(board, { from, to, strength = 1 }, name = "arrow") {
  const [origin, target] = [board.cells[from], board.cells[to]];
  if (from === to) return shape("circle", { class: "around", cx: origin.x, cy: origin.y, r: 45 });
  const length = Math.hypot(target.x - origin.x, target.y - origin.y);
  const [x, y] = [(target.x - origin.x) / length, (target.y - origin.y) / length];
  const half = 3 + 3 * Math.max(0, Math.min(1, strength));
  const wing = half + 13;
  /** @type {Point[]} */
  const form = [
    [12, half],
    [length - 34, half],
    [length - 38, wing],
    [length - 4, 0],
    [length - 38, -wing],
    [length - 34, -half],
    [12, -half],
  ];
  const turned = form.map(([a, b]) => /** @type {Point} */ ([origin.x + a * x - b * y, origin.y + a * y + b * x]));
  const opacity = strength < 1 ? 0.45 + 0.55 * Math.max(0, strength) : null;
  return shape("polygon", { class: name, points: written(turned), opacity });
}

/**
 * A move that the server does not have yet: a broken arrow, a pale piece on its target, and a word if it waits.
 * @param {Description} board
 * @param {Position} position
 * @param {{origin: string, target: string, word?: string}} move
 */
export function drawPending(board, position, { origin, target, word }) {
  const { x, y } = board.cells[target];
  const piece = board.pieces[position.pieces[origin]];
  const drawn = [
    outline(board, target, 0.45, "pending"),
    shape(
      "g",
      { class: `piece pale ${piece?.tone ?? ""}`, transform: `translate(${x} ${y})` },
      ...(piece ? parseShapes(piece.svg) : []),
    ),
  ];
  if (!word) return drawn;
  const [, top] = [0, board.box[1] + 40];
  const width = 15 * word.length + 24;
  const place = Math.max(board.box[0] + width / 2, Math.min(x, board.box[0] + board.box[2] - width / 2));
  return [
    drawArrow(board, { from: origin, to: target }, "arrow waiting"),
    ...drawn,
    shape(
      "g",
      { class: "waiting-word", transform: `translate(${place} ${Math.max(top, y - 62)})` },
      shape("rect", { x: -width / 2, y: -20, width, height: 40, rx: 20 }),
      label(word, 0, 0, 26, "waiting-text"),
    ),
  ];
}
