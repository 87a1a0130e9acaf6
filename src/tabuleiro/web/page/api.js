// @ts-check
/** Requests to the server: JSON in, JSON out, and refusals as sentences to show. */
import { say } from "./words.js";

/** A refusal by the server, with a sentence for people and a code for programs. */
export class Refusal extends Error {
  /**
   * @param {string} code
   * @param {string} message
   * @param {number} status
   */
  constructor(code, message, status) {
    super(message);
    this.code = code;
    this.status = status;
  }
}

/**
 * A path with a query: values that are null or undefined are left out, and the language is added.
 * @param {string} path
 * @param {{[name: string]: string | number | boolean | null | undefined}} [query]
 */
export function address(path, query = {}) {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...query, lang: document.documentElement.lang })) {
    if (value !== null && value !== undefined)
      search.set(name, typeof value === "boolean" ? (value ? "1" : "0") : String(value));
  }
  return `${path}?${search}`;
}

/**
 * GET a path; throws a Refusal.
 * @param {string} path
 * @param {{[name: string]: string | number | boolean | null | undefined}} [query]
 * @returns {Promise<any>}
 */
export function get(path, query = {}) {
  return ask(address(path, query), { headers: { Accept: "application/json" } });
}

/**
 * POST a body; throws a Refusal.
 * @param {string} path
 * @param {object} [body]
 * @returns {Promise<any>}
 */
export function post(path, body = {}) {
  return ask(address(path), {
    method: "POST",
    headers: { Accept: "application/json", "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
}

/**
 * @param {string} path
 * @param {RequestInit} request
 */
async function ask(path, request) {
  let response;
  try {
    response = await fetch(path, { credentials: "same-origin", ...request });
  } catch {
    throw new Refusal("no-connection", say("no-connection"), 0);
  }
  const kind = response.headers.get("Content-Type") ?? "";
  let body = null;
  try {
    body = kind.includes("json") ? await response.json() : await response.text();
  } catch {
    throw new Refusal("no-connection", say("no-connection"), 0);
  }
  if (response.ok) return body;
  const error = body?.error;
  throw new Refusal(error?.code ?? "failed", error?.message ?? say("server-failed"), response.status);
}

/**
 * The sentence for a person about something that went wrong.
 * @param {unknown} error
 */
export function messageOf(error) {
  return error instanceof Refusal ? error.message : say("server-failed");
}
