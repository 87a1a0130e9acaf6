// @ts-check
/** Settings for all pages (colours, language, sound, confirmation), and the frame of all pages. */
import { get } from "./api.js";
import { element, shape, write } from "./dom.js";
import { say } from "./words.js";

/**
 * @typedef {"auto" | "light" | "dark"} Theme
 * @typedef {{theme: Theme, sound: boolean, confirm: boolean, threats: boolean}} Settings
 */

/** @type {Settings} */
const DEFAULTS = { theme: "auto", sound: true, confirm: false, threats: false };

/** @type {Set<(settings: Settings) => void>} */
const listeners = new Set();

/**
 * The value stored in the browser under a name; null if there is none, or if nothing may be stored.
 * @param {string} name
 * @returns {any}
 */
export function recall(name) {
  try {
    const kept = localStorage.getItem(name);
    return kept === null ? null : JSON.parse(kept);
  } catch {
    return null;
  }
}

/**
 * Store a value in the browser, if it lets us.
 * @param {string} name
 * @param {unknown} value
 */
export function remember(name, value) {
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // Private windows may refuse; then the choice lasts as long as the page.
  }
}

/** @returns {Theme} */
function keptTheme() {
  try {
    const theme = localStorage.getItem("theme");
    return theme === "light" || theme === "dark" ? theme : "auto";
  } catch {
    return "auto";
  }
}

/** @type {Readonly<Settings>} The current settings. */
export let settings = { ...DEFAULTS, ...recall("settings"), theme: keptTheme() };

/**
 * Change settings, for all pages.
 * @param {Partial<Settings>} changes
 */
export function change(changes) {
  settings = { ...settings, ...changes };
  const { theme, ...others } = settings;
  remember("settings", others);
  try {
    localStorage.setItem("theme", theme);
  } catch {
    // See `remember`.
  }
  applyTheme();
  for (const listener of listeners) listener(settings);
}

/**
 * Call a function now and at every change of the settings.
 * @param {(settings: Settings) => void} listener
 */
export function whenChanged(listener) {
  listeners.add(listener);
  listener(settings);
}

function applyTheme() {
  const { classList } = document.documentElement;
  classList.remove("theme-auto", "theme-light", "theme-dark");
  classList.add(`theme-${settings.theme}`);
}

/** The language of the page. */
export const language = document.documentElement.lang === "pt" ? "pt" : "en";

/** @param {string} code */
function speak(code) {
  document.cookie = `lang=${code}; path=/; max-age=31536000; samesite=lax`;
  const here = new URL(location.href);
  here.searchParams.delete("lang");
  if (here.href === location.href) location.reload();
  else location.replace(here);
}

const PAGES = [
  { path: "/", key: "nav-play" },
  { path: "/analysis", key: "nav-analysis" },
  { path: "/editor", key: "nav-editor" },
  { path: "/rules", key: "nav-rules" },
];

/** The logo: four cells and a piece. */
function sign() {
  return shape(
    "svg",
    { viewBox: "0 0 32 32", class: "sign", "aria-hidden": "true", focusable: "false" },
    shape("rect", { class: "sign-ground", x: 1, y: 1, width: 30, height: 30, rx: 8 }),
    shape("path", { class: "sign-cells", d: "M16 5H9a4 4 0 0 0-4 4v7h11zM16 16h11v7a4 4 0 0 1-4 4h-7z" }),
    shape("circle", { class: "sign-piece", cx: 10.5, cy: 21.5, r: 4.2 }),
    shape("circle", { class: "sign-other", cx: 21.5, cy: 10.5, r: 4.2 }),
  );
}

/**
 * A group of radio buttons.
 * @param {string} name
 * @param {string} title
 * @param {{value: string, text: string, lang?: string}[]} choices
 * @param {string} chosen
 * @param {(value: string) => void} choose
 */
export function choice(name, title, choices, chosen, choose) {
  return element(
    "fieldset",
    { class: `segments ${name}` },
    element("legend", {}, title),
    ...choices.map(({ value, text, lang }) =>
      element(
        "label",
        {},
        element("input", {
          type: "radio",
          name,
          value,
          checked: value === chosen,
          on: { change: () => choose(value) },
        }),
        element("span", { lang }, text),
      ),
    ),
  );
}

/**
 * A checkbox.
 * @param {"sound" | "confirm" | "threats"} name
 */
function toggle(name) {
  const box = element("input", { type: "checkbox", role: "switch", checked: settings[name] });
  box.addEventListener("change", () => change({ [name]: box.checked }));
  return element("label", { class: "switch" }, box, element("span", {}, say(`setting-${name}`)));
}

/**
 * A menu that opens under its button, and closes by Escape or by a click elsewhere.
 * @param {string} name
 * @param {Node} face
 * @param {string} label
 * @param {Node[]} content
 */
export function menu(name, face, label, ...content) {
  const summary = element("summary", { "aria-label": label, title: label }, face);
  const details = element(
    "details",
    { class: `menu ${name}` },
    summary,
    element("div", { class: "sheet" }, ...content),
  );
  details.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !details.open) return;
    details.open = false;
    summary.focus();
    event.stopPropagation();
  });
  document.addEventListener("pointerdown", (event) => {
    if (event.target instanceof Node && !details.contains(event.target)) details.open = false;
  });
  return details;
}

/** @param {string} path */
function icon(path) {
  return shape(
    "svg",
    { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true", focusable: "false" },
    shape("path", { d: path }),
  );
}

const SLIDERS = "M4 7h9M19 7h1M4 17h1M11 17h9M13 7a3 3 0 1 0 6 0 3 3 0 0 0-6 0zM5 17a3 3 0 1 0 6 0 3 3 0 0 0-6 0z";
const PERSON = "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 20c1-4 4-6 8-6s7 2 8 6";
const BARS = "M4 7h16M4 12h16M4 17h16";

/** Links to the pages, with the current one marked. */
function links() {
  return PAGES.map(({ path, key }) => {
    const here = path === "/" ? location.pathname === "/" : location.pathname.startsWith(path);
    return element("a", { href: path, "aria-current": here ? "page" : null }, say(key));
  });
}

function header() {
  const name = element("span", { class: "who-name" });
  const about = say("account-title");
  const account = element(
    "a",
    { href: "/account", class: "who", title: about },
    icon(PERSON),
    element("span", { class: "unseen" }, about),
    name,
  );
  get("/api/me").then(
    (me) => write(name, me.account ?? me.name),
    () => write(name, say("nav-account")),
  );
  return element(
    "header",
    { class: "top" },
    element("a", { class: "skip", href: "#main" }, say("skip")),
    menu("pages", icon(BARS), say("menu"), element("nav", { "aria-label": say("pages") }, ...links())),
    element("a", { class: "brand", href: "/" }, sign(), element("span", {}, "Tabuleiro")),
    element("nav", { class: "wide", "aria-label": say("pages") }, ...links()),
    account,
    menu(
      "settings",
      icon(SLIDERS),
      say("settings"),
      choice(
        "theme",
        say("theme"),
        ["auto", "light", "dark"].map((value) => ({ value, text: say(`theme-${value}`) })),
        settings.theme,
        (value) => change({ theme: /** @type {Theme} */ (value) }),
      ),
      choice(
        "language",
        say("language"),
        [
          { value: "en", text: "English", lang: "en" },
          { value: "pt", text: "Português", lang: "pt" },
        ],
        language,
        speak,
      ),
      toggle("sound"),
      toggle("confirm"),
      toggle("threats"),
    ),
  );
}

function footer() {
  return element(
    "footer",
    { class: "bottom" },
    element("p", {}, say("footer")),
    element("nav", { "aria-label": say("more-pages") }, element("a", { href: "/docs" }, say("nav-docs"))),
  );
}

applyTheme();
document.body.prepend(header());
document.body.append(footer());
