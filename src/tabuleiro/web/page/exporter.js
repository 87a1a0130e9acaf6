// @ts-check
/** What can be exported from a match: its link, the position, the record, a picture. */
import { address, get } from "./api.js";
import { element } from "./dom.js";
import { settings } from "./settings.js";
import { copyButton } from "./sharing.js";
import { say } from "./words.js";

/**
 * @typedef {import("./types.js").State} State
 * @typedef {import("./board.js").Board} Board
 */

/**
 * Buttons for all of it; `now` tells how the match stands when one is pressed.
 * @param {string} code
 * @param {Board} board
 * @param {() => State} now
 */
export function keepCard(code, board, now) {
  const picture = () =>
    address(`/api/pictures/${encodeURIComponent(now().game)}.svg`, {
      fen: board.position?.fen,
      view: board.description?.view,
      flip: board.isFlipped,
      theme: settings.theme === "auto" ? "light" : settings.theme,
      last: board.last?.move,
    });
  const record = `/api/matches/${encodeURIComponent(code)}/record`;
  /**
   * A link that leads where it should when it is reached for, since the match may have gone on by then.
   * @param {string} text
   * @param {() => string} path
   * @param {{[name: string]: string}} [attributes]
   */
  const leadTo = (text, path, attributes = {}) => {
    const link = element("a", { ...attributes, href: path() }, text);
    for (const reach of ["pointerdown", "click"]) link.addEventListener(reach, () => (link.href = path()));
    return link;
  };
  /** @param {string} text @param {string} name @param {() => string} path */
  const download = (text, name, path) => leadTo(text, path, { class: "button", download: name });
  return element(
    "details",
    { class: "card" },
    element("summary", {}, say("more")),
    element(
      "div",
      { class: "buttons" },
      copyButton(say("copy-link"), () => new URL(now().link, location.href).href),
      copyButton(say("copy-fen"), () => board.position?.fen ?? ""),
      copyButton(say("copy-record"), () => get(record)),
      download(say("download-record"), `tabuleiro-${code}.txt`, () => address(record)),
      download(say("download-picture"), `tabuleiro-${code}.svg`, picture),
    ),
    element(
      "p",
      {},
      leadTo(say("analyse"), () => `/analysis?match=${encodeURIComponent(code)}&number=${now().number}`),
      " · ",
      element("a", { href: `/rules/${encodeURIComponent(now().game)}` }, say("nav-rules")),
    ),
    element("p", { class: "quiet" }, say("keys")),
  );
}
