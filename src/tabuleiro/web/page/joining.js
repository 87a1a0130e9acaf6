// @ts-check
/** Two people with one link: one waits, the other joins. */
import { get, messageOf, post } from "./api.js";
import { element, write } from "./dom.js";
import { linkToShare } from "./sharing.js";
import { say } from "./words.js";

/**
 * @typedef {import("./types.js").State} State
 * @typedef {import("./types.js").Game} Game
 */

/**
 * The link to send to a friend.
 * @param {State} now
 */
export function inviteCard(now) {
  return [
    element("h2", {}, say("invite-title")),
    element("p", {}, say("invite-text")),
    linkToShare(new URL(now.link, location.href).href, now.title),
  ];
}

/**
 * The form by which a visitor takes the free seat.
 * @param {State} now
 * @param {Game} game
 * @param {() => void} joined
 */
export function joinCard(now, game, joined) {
  const free = now.people.find(({ taken }) => !taken);
  const host = now.people.find(({ taken }) => taken);
  const side = game.players.find(({ name }) => name === free?.seat)?.title ?? "";
  const field = element("input", { type: "text", maxlength: 40, autocomplete: "nickname" });
  // Who writes nothing comes under the name they have: nobody has to delete it first.
  get("/api/me").then(
    (me) => (field.placeholder = me.name),
    () => {},
  );
  const wrong = element("p", { class: "wrong", role: "alert" });
  const form = element(
    "form",
    {
      on: {
        submit: async (/** @type {SubmitEvent} */ event) => {
          event.preventDefault();
          try {
            await post(`/api/matches/${encodeURIComponent(now.code)}/seats`, { name: field.value.trim() || null });
            joined();
          } catch (error) {
            write(wrong, messageOf(error));
          }
        },
      },
    },
    element("label", {}, element("span", {}, say("your-name")), field),
    element("button", { type: "submit", class: "main" }, say("join", { side })),
    wrong,
  );
  return [
    element("h2", {}, say("join-title")),
    element("p", {}, say("join-text", { name: host?.name ?? "", side })),
    form,
  ];
}
