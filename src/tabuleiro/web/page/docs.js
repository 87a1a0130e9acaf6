// @ts-check
/** The description of the server's interface, for people who write programs: /openapi.json as a page. */
import { get } from "./api.js";
import { element } from "./dom.js";
import "./settings.js";
import { say, words } from "./words.js";

const main = /** @type {HTMLElement} */ (document.getElementById("main"));

const SOCKETS = [
  {
    path: "/api/matches/{code}/socket?seen=VERSION",
    about: "docs-socket-match",
    client: ['{"type":"act","id":"x1","at":17,"action":"move","move":"a2-a3"}', '{"type":"ping"}'],
    server: [
      '{"type":"state","version":18,…}',
      '{"type":"done","id":"x1","version":18}',
      '{"type":"refused","id":"x1","code":"illegal-move","message":"…","version":17}',
      '{"type":"thinking","depth":9,"win":0.6,"line":["a2-a3"]}',
      '{"type":"notice","message":"…"}',
      '{"type":"pong"}',
    ],
  },
  {
    path: "/api/analyses/socket",
    about: "docs-socket-analysis",
    client: [
      '{"type":"analyse","id":1,"game":"GAME","start":null,"moves":["a2-a3"],"lines":3}',
      '{"type":"review","id":2,"game":"GAME","start":null,"moves":["a2-a3",…],"result":"1-0"}',
      '{"type":"stop"}',
    ],
    server: [
      '{"type":"analysis","id":1,"lines":[…],"depth":9,"nodes":120000,"seconds":1.2,"turn":"…","done":false}',
      '{"type":"progress","id":2,"done":5,"of":40}',
      '{"type":"review","id":2,"wins":[0.5,…],"judgements":[…],"losing":12,"text":"…"}',
      '{"type":"error","id":1,"code":"busy","message":"…"}',
    ],
  },
];

/** @param {any} schema @param {any} api @returns {any} */
function resolve(schema, api) {
  if (!schema?.$ref) return schema ?? {};
  return schema.$ref
    .replace(/^#\//, "")
    .split("/")
    .reduce((/** @type {any} */ at, /** @type {string} */ name) => at?.[name], api) ?? {};
}

/**
 * The type of a value, in words.
 * @param {any} given
 * @param {any} api
 * @returns {string}
 */
function kind(given, api) {
  const schema = resolve(given, api);
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return options.map((/** @type {any} */ option) => kind(option, api)).join(say("docs-or"));
  if (schema.enum) return schema.enum.map((/** @type {any} */ value) => JSON.stringify(value)).join(say("docs-or"));
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.type === "array") return say("docs-list-of", { kind: kind(schema.items ?? {}, api) });
  if (schema.type === "object" && schema.additionalProperties && !schema.properties) {
    return say("docs-map-of", { kind: kind(schema.additionalProperties, api) });
  }
  return schema.title && schema.type === "object" ? schema.title : (schema.type ?? "…");
}

/**
 * The limits of a value, in words.
 * @param {any} given
 * @param {any} api
 */
function bounds(given, api) {
  const schema = resolve(given, api);
  const options = [schema, ...(schema.anyOf ?? []).map((/** @type {any} */ option) => resolve(option, api))];
  /** @type {string[]} */
  const words = [];
  for (const { minimum, maximum, exclusiveMinimum, maxLength, maxItems } of options) {
    if (minimum !== undefined) words.push(say("docs-at-least", { value: minimum }));
    if (exclusiveMinimum !== undefined) words.push(`> ${exclusiveMinimum}`);
    if (maximum !== undefined) words.push(say("docs-at-most", { value: maximum }));
    if (maxLength ?? maxItems) words.push(say("docs-longest", { value: maxLength ?? maxItems }));
  }
  if (schema.default !== undefined && schema.default !== null) words.push(say("docs-default", { value: JSON.stringify(schema.default) }));
  return words.join(", ");
}

/**
 * A table of values by name.
 * @param {string} title
 * @param {{name: string, schema: any, required: boolean, about?: string}[]} rows
 * @param {any} api
 */
function table(title, rows, api) {
  if (!rows.length) return null;
  return element(
    "div",
    { class: "table-place", tabindex: 0, role: "region", "aria-label": title },
    element(
      "table",
      {},
      element("caption", {}, title),
      element(
        "thead",
        {},
        element("tr", {}, ...["docs-name", "docs-kind", "docs-meaning"].map((key) => element("th", { scope: "col" }, say(key)))),
      ),
      element(
        "tbody",
        {},
        ...rows.map(({ name, schema, required, about }) =>
          element(
            "tr",
            {},
            element("th", { scope: "row" }, element("code", {}, name), required ? ` (${say("docs-required")})` : null),
            element("td", {}, kind(schema, api)),
            element("td", {}, [about ?? resolve(schema, api).description, bounds(schema, api)].filter(Boolean).join("; ")),
          ),
        ),
      ),
    ),
  );
}

/**
 * One operation of the interface.
 * @param {string} method
 * @param {string} path
 * @param {any} operation
 * @param {any} api
 */
function endpoint(method, path, operation, api) {
  const parameters = (operation.parameters ?? []).map((/** @type {any} */ parameter) => ({
    name: parameter.in === "path" ? `{${parameter.name}}` : `?${parameter.name}=`,
    schema: parameter.schema,
    required: parameter.required ?? false,
    about: parameter.description,
  }));
  const body = resolve(operation.requestBody?.content?.["application/json"]?.schema, api);
  const fields = Object.entries(body.properties ?? {}).map(([name, schema]) => ({
    name,
    schema,
    required: (body.required ?? []).includes(name),
  }));
  const answers = Object.entries(operation.responses ?? {}).map(([status, answer]) =>
    element("li", {}, element("code", {}, status), ` ${/** @type {any} */ (answer).description}`),
  );
  return element(
    "details",
    { class: "endpoint" },
    element(
      "summary",
      {},
      element("code", { class: `method ${method}` }, method.toUpperCase()),
      element("code", { class: "path" }, path),
      element("span", { class: "quiet" }, (operation.description ?? operation.summary ?? "").split("\n")[0]),
    ),
    table(say("docs-parameters"), parameters, api),
    table(say("docs-body"), fields, api),
    element("p", {}, say("docs-answers")),
    element("ul", { class: "answers" }, ...answers),
    method === "get" && !path.includes("{") && !parameters.some((/** @type {any} */ parameter) => parameter.required)
      ? element("p", {}, element("a", { href: path }, `${say("docs-try")}: ${path}`))
      : null,
  );
}

/** @param {typeof SOCKETS[number]} socket */
function socketPart(socket) {
  const messages = (/** @type {string[]} */ lines) => element("pre", { tabindex: 0 }, element("code", {}, lines.join("\n")));
  return element(
    "details",
    { class: "endpoint" },
    element(
      "summary",
      {},
      element("code", { class: "method socket" }, "WS"),
      element("code", { class: "path" }, socket.path),
      element("span", { class: "quiet" }, say(socket.about)),
    ),
    element("p", {}, say("docs-client")),
    messages(socket.client),
    element("p", {}, say("docs-server")),
    messages(socket.server),
  );
}

/**
 * The title of a group of requests; without a text of its own, its name.
 * @param {string} name
 */
function groupTitle(name) {
  const key = `docs-tag-${name}`;
  return words[key] ? say(key) : name;
}

/** @param {any} api */
function draw(api) {
  /** @type {Map<string, HTMLElement[]>} */
  const groups = new Map();
  for (const [path, methods] of Object.entries(api.paths)) {
    for (const [method, operation] of Object.entries(/** @type {any} */ (methods))) {
      const group = operation.tags?.[0] ?? say("docs-general");
      groups.set(group, [...(groups.get(group) ?? []), endpoint(method, path, operation, api)]);
    }
  }
  main.replaceChildren(
    element("h1", {}, say("docs-title")),
    element("p", { class: "lead" }, say("docs-about")),
    element("p", {}, say("docs-machine"), element("a", { href: "/openapi.json" }, "openapi.json")),
    element("p", {}, say("docs-language")),
    element("p", {}, say("docs-errors")),
    element("pre", { tabindex: 0 }, element("code", {}, '{"error": {"code": "illegal-move", "message": "…"}}')),
    ...[...groups].map(([name, parts]) => element("section", {}, element("h2", {}, groupTitle(name)), ...parts)),
    element("section", {}, element("h2", {}, say("docs-sockets")), ...SOCKETS.map(socketPart)),
  );
}

main.replaceChildren(element("p", { class: "quiet", role: "status" }, say("study-loading")));
try {
  draw(await get("/openapi.json"));
} catch (error) {
  main.replaceChildren(element("p", { class: "wrong", role: "alert" }, /** @type {Error} */ (error).message));
}
