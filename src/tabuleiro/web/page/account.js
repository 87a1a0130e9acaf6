// @ts-check
/** The reader's name, and an account for those who want one. */
import { get, messageOf, post } from "./api.js";
import { byId, element, show, write } from "./dom.js";
import "./settings.js";
import { say } from "./words.js";

const intro = element("p", {});
const saved = element("p", { role: "status", class: "quiet" });

/**
 * A small form that sends its fields to the server.
 * @param {string} title
 * @param {string} button
 * @param {{name: string, label: string, type: string, complete: string}[]} fields
 * @param {(values: {[name: string]: string}) => Promise<void>} send
 */
function form(title, button, fields, send) {
  const wrong = element("p", { class: "wrong", role: "alert" });
  const submit = element("button", { type: "submit", class: "main" }, button);
  const inputs = fields.map(({ name, type, complete }) =>
    element("input", { name, type, autocomplete: complete, required: true, maxlength: type === "password" ? 200 : 40 }),
  );
  const node = element(
    "form",
    {
      class: "card",
      on: {
        submit: async (/** @type {SubmitEvent} */ event) => {
          event.preventDefault();
          for (const said of [wrong, saved]) write(said, "");
          submit.disabled = true;
          try {
            await send(Object.fromEntries(inputs.map((input) => [input.name, input.value.trim()])));
          } catch (error) {
            write(wrong, messageOf(error));
          }
          submit.disabled = false;
        },
      },
    },
    element("h2", {}, title),
    ...inputs.map((input, index) =>
      element("label", { class: "field" }, element("span", {}, fields[index].label), input),
    ),
    submit,
    wrong,
  );
  return { node, inputs };
}

const name = { name: "name", label: say("name"), type: "text", complete: "username" };
const secret = { name: "password", label: say("password"), type: "password", complete: "current-password" };

const guest = form(say("guest-name-title"), say("save-name"), [{ ...name, complete: "nickname" }], async (values) => {
  const me = await post("/api/me", values);
  write(saved, say("name-saved", { name: me?.name ?? values.name }));
  await refresh();
});
const login = form(say("log-in-title"), say("log-in"), [name, secret], async (values) => {
  await post("/api/login", values);
  location.assign("/");
});
const creation = form(
  say("make-account-title"),
  say("make-account"),
  [name, { ...secret, complete: "new-password" }],
  async (values) => {
    await post("/api/accounts", values);
    location.assign("/");
  },
);
const logout = element(
  "button",
  {
    type: "button",
    on: {
      click: () =>
        post("/api/logout").then(
          () => location.reload(),
          () => {},
        ),
    },
  },
  say("log-out"),
);

byId("main", HTMLElement).append(
  element("h1", {}, say("account-title")),
  intro,
  saved,
  element("div", { class: "forms" }, guest.node, login.node, creation.node),
  logout,
);

async function refresh() {
  const me = await get("/api/me");
  const known = me.account !== null;
  write(intro, known ? say("account-text", { name: me.account }) : say("guest-text"));
  for (const part of [guest, login, creation]) show(part.node, !known);
  show(logout, known);
  guest.inputs[0].value ||= me.name;
  const shown = document.querySelector(".who-name");
  if (shown) write(shown, me.account ?? me.name);
}

refresh().catch((error) => write(intro, messageOf(error)));
