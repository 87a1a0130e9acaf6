// @ts-check
/** The game's facts about a position, beside its board. */
import { element } from "./dom.js";

/**
 * The facts of a position: those of each player together, then those that are nobody's.
 * @param {import("./types.js").Position} position
 * @param {import("./types.js").Player[]} players
 */
export function factsOf(position, players) {
  /** @type {{name: string | null, title: string}[]} */
  const groups = [...players, { name: null, title: "" }];
  return groups.flatMap(({ name, title }) => {
    const facts = position.facts.filter((fact) => fact.player === name);
    if (!facts.length) return [];
    const entries = facts.map(({ label, value, warning }) =>
      element("div", { class: warning ? "fact warning" : "fact" }, element("dt", {}, label), element("dd", {}, value)),
    );
    return [
      element("div", { class: "fact-group" }, title ? element("p", { class: "owner" }, title) : null, element("dl", {}, ...entries)),
    ];
  });
}
