// @ts-check
/** Finding cells on the screen: the next one in a direction, and the one that a finger aims at. */

/** @typedef {import("./types.js").Cell} Cell */

/** How far off a straight line a cell may lie and still be to the left or right of another. */
const SLOPE = 0.5;

/**
 * The nearest cell in a direction as it is seen; null at the edge. Up and down go to the next row, which in a slanted
 * board lies between the columns: of two equally near cells the one nearer to `column` is taken.
 * @param {{[name: string]: Cell}} cells
 * @param {string} from
 * @param {string} key an arrow key
 * @param {number} column
 */
export function next(cells, from, key, column) {
  const { x, y } = cells[from];
  const sideways = key === "ArrowLeft" || key === "ArrowRight";
  const sign = key === "ArrowRight" || key === "ArrowDown" ? 1 : -1;
  let best = null;
  let least = Infinity;
  for (const [name, cell] of Object.entries(cells)) {
    const along = sign * (sideways ? cell.x - x : cell.y - y);
    const off = Math.abs(sideways ? cell.y - y : cell.x - x);
    if (along < 1 || off > along * (sideways ? SLOPE : 1.02)) continue;
    const cost = Math.hypot(along, off) + (sideways ? off : 0.001 * Math.abs(cell.x - column));
    if (cost < least) [best, least] = [name, cost];
  }
  return best;
}

/**
 * The one of these cells whose middle is nearest to a point, if it is within a distance.
 * @param {{[name: string]: Cell}} cells
 * @param {Iterable<string>} names
 * @param {{x: number, y: number}} point
 * @param {number} reach
 */
export function nearest(cells, names, point, reach) {
  let best = null;
  let least = reach;
  for (const name of names) {
    const distance = Math.hypot(cells[name].x - point.x, cells[name].y - point.y);
    if (distance <= least) [best, least] = [name, distance];
  }
  return best;
}
