// @ts-check
/** Sharing links, positions, records and pictures. */
import { element, write } from "./dom.js";
import { say } from "./words.js";

/**
 * Copy a text to the clipboard; false if the browser refuses.
 * @param {string} text
 */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Without a secure connection (as in a home network) browsers have no clipboard API: use the old way.
    const field = element("textarea", { class: "unseen", "aria-hidden": "true" });
    field.value = text;
    document.body.append(field);
    const before = document.activeElement;
    field.select();
    const done = document.execCommand("copy");
    field.remove();
    if (before instanceof HTMLElement || before instanceof SVGElement) before.focus();
    return done;
  }
}

/**
 * A button that copies a text made at that moment, and says so for a while.
 * @param {string} title
 * @param {() => string | Promise<string>} content
 * @param {string} [name]
 */
export function copyButton(title, content, name = "") {
  const face = element("span", { "aria-live": "polite" }, title);
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let later;
  const button = element("button", { type: "button", class: name }, face);
  button.addEventListener("click", async () => {
    let said = "";
    try {
      said = (await copy(await content())) ? say("copied") : say("not-copied");
    } catch (error) {
      said = error instanceof Error ? error.message : say("not-copied");
    }
    write(face, said);
    clearTimeout(later);
    later = setTimeout(() => write(face, title), 2000);
  });
  return button;
}

/**
 * A link with a button to copy it and, if the device can, one to share it.
 * @param {string} link
 * @param {string} title
 */
export function linkToShare(link, title) {
  const field = element("input", {
    type: "text",
    readonly: true,
    value: link,
    "aria-label": say("link"),
    class: "link",
    on: { focus: () => field.select() },
  });
  const share =
    typeof navigator.share === "function"
      ? element(
          "button",
          { type: "button", on: { click: () => navigator.share({ title, url: link }).catch(() => {}) } },
          say("share"),
        )
      : null;
  return element(
    "div",
    { class: "share" },
    field,
    element(
      "div",
      { class: "buttons" },
      copyButton(say("copy-link"), () => link, "main"),
      share,
    ),
  );
}
