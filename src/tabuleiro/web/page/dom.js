// @ts-check
/** Helpers for making elements; texts are always inserted as text, never as markup. */

const SVG = "http://www.w3.org/2000/svg";

/**
 * Attributes by name; `on` holds listeners by event, true stands for an attribute without a value, and null, undefined
 * and false leave an attribute out.
 * @typedef {{[event: string]: (event: any) => void}} Listeners
 * @typedef {{[name: string]: string | number | boolean | null | undefined | Listeners}} Attributes
 * @typedef {Node | string | number | null | undefined | false} Child
 */

/**
 * @param {Element} node
 * @param {Attributes} attributes
 * @param {Child[]} children
 */
function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "object") {
      for (const [event, listener] of Object.entries(value)) node.addEventListener(event, listener);
    } else {
      node.setAttribute(name, value === true ? "" : String(value));
    }
  }
  for (const child of children) {
    if (child !== null && child !== undefined && child !== false)
      node.append(child instanceof Node ? child : String(child));
  }
}

/**
 * An element with attributes and children.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function element(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  fill(node, attributes, children);
  return node;
}

/**
 * An element of a picture.
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[Tag]}
 */
export function shape(tag, attributes = {}, ...children) {
  const node = document.createElementNS(SVG, tag);
  fill(node, attributes, children);
  return node;
}

/**
 * The elements of a fragment of SVG from our own server.
 * @param {string} fragment
 * @returns {Element[]}
 */
export function parseShapes(fragment) {
  const parsed = new DOMParser().parseFromString(`<svg xmlns="${SVG}">${fragment}</svg>`, "image/svg+xml");
  return [...parsed.documentElement.children].map((child) => document.importNode(child, true));
}

/**
 * The element with this id, of the kind that is expected.
 * @template {Element} Kind
 * @param {string} id
 * @param {new () => Kind} kind
 * @returns {Kind}
 */
export function byId(id, kind) {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`#${id} is missing`);
  return found;
}

/**
 * Set a text only if it differs, so that screen readers and selections are not disturbed.
 * @param {Element} node
 * @param {string} text
 */
export function write(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/**
 * A text whose words with hyphens, such as moves, are never broken over lines.
 * @param {string} text
 */
export function unbroken(text) {
  const parts = text.split(/(\S*-\S*)/).map((part, place) => (place % 2 ? element("span", { class: "unbroken" }, part) : part));
  return element("span", {}, ...parts);
}

/**
 * Show or hide an element.
 * @param {Element} node
 * @param {boolean} visible
 */
export function show(node, visible) {
  node.toggleAttribute("hidden", !visible);
}

/**
 * Give an element exactly these children, touching only those that change, so that the focus stays.
 * @param {Element} node
 * @param {Element[]} children
 */
export function arrange(node, children) {
  for (const child of [...node.children]) if (!children.includes(child)) child.remove();
  children.forEach((child, index) => {
    if (node.children[index] !== child) node.insertBefore(child, node.children[index] ?? null);
  });
}
