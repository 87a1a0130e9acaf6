// @ts-check
/** The games as pictures to choose from. */
import { address as pathTo, get } from "./api.js";
import { element } from "./dom.js";
import { whenChanged } from "./settings.js";

/** @typedef {import("./types.js").Game} Game */

/**
 * A list of all games, each a link.
 * @param {(game: Game) => string} address where a game's link leads
 */
export async function gallery(address) {
  /** @type {Game[]} */
  const games = await get("/api/games");
  return element(
    "ul",
    { class: "gallery" },
    ...games.map((game) =>
      element(
        "li",
        {},
        element(
          "a",
          { class: "card", href: address(game) },
          picture(game),
          element("strong", {}, game.title),
          element("span", { class: "quiet" }, game.goal),
        ),
      ),
    ),
  );
}

/**
 * A game's first position, in the colours of the page.
 * @param {Game} game
 */
function picture(game) {
  const image = element("img", { alt: "", loading: "lazy", width: 200, height: 200 });
  whenChanged(({ theme }) => image.setAttribute("src", pathTo(game.picture, { theme })));
  return image;
}

/**
 * The names of a game and its variant, as a title.
 * @param {Game} game
 */
export function fullTitle(game) {
  const variant = game.variants.find(({ id }) => id === game.id);
  const behind = game.id.split(/[:;]/).slice(1).join(";");
  return behind ? `${game.title} (${variant?.name ?? behind})` : game.title;
}
