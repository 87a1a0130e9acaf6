// @ts-check
/** The state of a match, in words. */
import { decimal } from "./numbers.js";
import { say } from "./words.js";

/**
 * @typedef {import("./types.js").State} State
 * @typedef {import("./types.js").Game} Game
 */

/**
 * Whose turn it is, or how it ended.
 * @param {State} now
 */
export function turnText(now) {
  if (now.outcome) return (now.games > 1 && now.result?.text) || now.outcome.text;
  if (!now.ready) return say("waiting-for-player");
  if (now.yours.length === 1 && now.yours[0] === now.position.turn)
    return say("your-turn", { status: now.position.status });
  if (now.thinking) return say("computer-thinks", { status: now.position.status });
  return now.position.status;
}

/**
 * Which earlier position is shown instead of the current one.
 * @param {State} now
 * @param {number} ply
 */
export function pastText(now, ply) {
  return ply === 0 ? say("past-start") : say("past-position", { ply, plies: now.moves.length });
}

/**
 * A time control, in words.
 * @param {string} control
 */
export function controlText(control) {
  const each = /^([\d.]+)\/move$/.exec(control);
  if (each) return say("control-move", { seconds: decimal(each[1]) });
  const [minutes, seconds] = control.split("+").map(decimal);
  return seconds ? say("control-increment", { minutes, seconds }) : say("control-minutes", { minutes });
}

/**
 * The name of the player on a seat, and the side.
 * @param {State} now
 * @param {Game | null} game
 * @param {string | null} seat
 */
export function nameOf(now, game, seat) {
  const person = now.people.find((one) => one.seat === seat);
  const side = game?.players.find(({ name }) => name === seat)?.title ?? "";
  return person?.name ? `${person.name} (${side})` : side;
}
