// @ts-check
/** The page for a wrong address, with a link to the home page. */
import { byId, element } from "./dom.js";
import "./settings.js";
import { say } from "./words.js";

byId("main", HTMLElement).append(
  element(
    "div",
    { class: "welcome" },
    element("h1", {}, say("nothing-title")),
    element("p", { class: "quiet" }, say("nothing-text")),
  ),
  element("p", {}, element("a", { class: "button main", href: "/" }, say("nothing-home"))),
);
