// @ts-check
/**
 * The connection to a match: it reconnects by itself, resends what was not acknowledged, and never takes for done what
 * the server has not confirmed.
 */

/**
 * @typedef {import("./types.js").State} State
 * @typedef {{id: string, at: number, action: string, move?: string}} Act
 * @typedef {Act & {done?: number}} Pending `done` is the version that has it: it waits only for that state to arrive
 * @typedef {"connecting" | "open" | "lost" | "gone"} Connection
 *
 * @typedef {object} Listeners
 * @property {(state: State) => void} onState
 * @property {(connection: Connection) => void} onConnection
 * @property {(acts: Act[]) => void} onUnsent the acts without an answer have changed
 * @property {(message: string, act: Act | null, isStale: boolean) => void} onRefused stale: the match had gone on
 * @property {(thought: {depth: number, win: number, line: string[]}) => void} [onThinking]
 * @property {(message: string) => void} [onNotice]
 */

const PING = 8000;
const PATIENCE = 5000;
const RESEND = 2500;
const SOONEST = 400;
const LATEST = 8000;
const NO_SUCH_MATCH = 4404;

/** A unique id for an act. */
function newId() {
  return `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 10)}`;
}

export class MatchSocket {
  /** @type {WebSocket | null} */ #socket = null;
  /** @type {Pending[]} */ #unsent = [];
  /** @type {Map<string, (sentence: string) => void>} */ #asked = new Map();
  /** @type {number | null} */ #seen = null;
  #attempts = 0;
  #closed = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #again;
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #ping;
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #deadline;
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #resend;

  /**
   * @param {string} code
   * @param {Listeners} listeners
   */
  constructor(code, listeners) {
    this.code = code;
    this.listeners = listeners;
    this.#unsent = this.#kept();
    addEventListener("online", () => this.#hurry());
    addEventListener("offline", () => this.#drop());
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") this.#hurry();
    });
    addEventListener("pageshow", (event) => {
      if (event.persisted) this.#hurry();
    });
    this.#open();
  }

  /** The acts that have no answer yet. */
  get unsent() {
    return this.#unsent;
  }

  /**
   * Do something in the match as it was at a version; it is sent until the server answers.
   * @param {number} at
   * @param {string} action
   * @param {string} [move]
   */
  act(at, action, move) {
    /** @type {Act} */
    const act = { id: newId(), at, action, ...(move === undefined ? {} : { move }) };
    this.#setUnsent([...this.#unsent, act]);
    this.#send({ type: "act", ...act });
    this.#watch();
  }

  /**
   * Ask why something is refused: the server's sentence, or "" if it was done after all. Never sent twice.
   * @param {number} at
   * @param {string} action
   * @param {string} move
   * @returns {Promise<string>}
   */
  askWhy(at, action, move) {
    const id = newId();
    this.#send({ type: "act", id, at, action, move });
    return new Promise((resolve) => this.#asked.set(id, resolve));
  }

  /** Open a new connection: only by that does the server know somebody who has just taken a seat. */
  renew() {
    const socket = this.#socket;
    this.#socket = null;
    this.#stopTimers();
    this.#open();
    socket?.close();
  }

  /** Leave the match. */
  close() {
    this.#closed = true;
    this.#stopTimers();
    this.#socket?.close();
  }

  #open() {
    if (this.#closed) return;
    clearTimeout(this.#again);
    this.listeners.onConnection(this.#attempts ? "lost" : "connecting");
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const search = new URLSearchParams({ lang: document.documentElement.lang });
    if (this.#seen !== null) search.set("seen", String(this.#seen));
    const socket = new WebSocket(
      `${scheme}//${location.host}/api/matches/${encodeURIComponent(this.code)}/socket?${search}`,
    );
    this.#socket = socket;
    // A connection that neither opens nor fails is as good as lost.
    this.#deadline = setTimeout(() => this.#drop(), PATIENCE + 3000);
    socket.onopen = () => {
      if (socket !== this.#socket) return;
      clearTimeout(this.#deadline);
      this.#beat();
    };
    socket.onmessage = (event) => {
      if (socket === this.#socket) this.#hear(event.data);
    };
    socket.onclose = (event) => {
      if (socket === this.#socket) this.#lose(event.code);
    };
  }

  /** @param {string} data */
  #hear(data) {
    clearTimeout(this.#deadline);
    const message = JSON.parse(data);
    const asked = this.#asked.get(message.id);
    if (asked) {
      this.#asked.delete(message.id);
      return asked(message.message ?? "");
    }
    switch (message.type) {
      case "state":
        this.#take(message);
        break;
      case "done":
        this.#setUnsent(this.#unsent.map((act) => (act.id === message.id ? { ...act, done: message.version } : act)));
        this.#tidy();
        break;
      case "refused": {
        const act = this.#unsent.find(({ id }) => id === message.id) ?? null;
        this.#setUnsent(this.#unsent.filter(({ id }) => id !== message.id));
        this.#watch();
        this.listeners.onRefused(message.message, act, act !== null && message.version !== act.at);
        break;
      }
      case "thinking":
        this.listeners.onThinking?.(message);
        break;
      case "notice":
        this.listeners.onNotice?.(message.message);
        break;
    }
  }

  /** @param {State} state */
  #take(state) {
    const first = this.#attempts > 0 || this.#seen === null;
    if (this.#seen !== null && state.version < this.#seen) return; // overtaken on the way
    this.#seen = state.version;
    this.#attempts = 0;
    this.listeners.onConnection("open");
    this.#tidy();
    this.listeners.onState(state);
    // After the true state has come, unacknowledged acts are sent again, under their old ids.
    if (first) this.#sendAll();
  }

  /** Forget the acts that the new state contains. */
  #tidy() {
    const seen = this.#seen ?? -1;
    const left = this.#unsent.filter(({ done }) => done === undefined || done > seen);
    if (left.length !== this.#unsent.length) this.#setUnsent(left);
    this.#watch();
  }

  #sendAll() {
    for (const { done, ...act } of this.#unsent) if (done === undefined) this.#send({ type: "act", ...act });
  }

  /** Resend what has had no answer for a while. */
  #watch() {
    clearTimeout(this.#resend);
    if (!this.#unsent.length) return;
    this.#resend = setTimeout(() => {
      this.#sendAll();
      this.#demand();
      this.#watch();
    }, RESEND);
  }

  /** @param {object} message */
  #send(message) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #beat() {
    clearTimeout(this.#ping);
    this.#ping = setTimeout(() => {
      this.#send({ type: "ping" });
      this.#demand();
      this.#beat();
    }, PING);
  }

  /** If nothing is heard soon, take the connection for lost. */
  #demand() {
    clearTimeout(this.#deadline);
    this.#deadline = setTimeout(() => this.#drop(), PATIENCE);
  }

  #drop() {
    const socket = this.#socket;
    if (!socket) return;
    this.#lose(0);
    socket.close();
  }

  /** @param {number} code */
  #lose(code) {
    this.#socket = null;
    this.#stopTimers();
    if (this.#closed) return;
    if (code === NO_SUCH_MATCH) {
      this.#closed = true;
      this.listeners.onConnection("gone");
      return;
    }
    this.#attempts += 1;
    this.listeners.onConnection("lost");
    const pause = Math.min(LATEST, SOONEST * 2 ** (this.#attempts - 1));
    this.#again = setTimeout(() => this.#open(), pause * (0.7 + 0.6 * Math.random()));
  }

  /** Check the connection now, and open it again if it is lost. */
  #hurry() {
    if (this.#closed) return;
    if (!this.#socket) this.#open();
    else if (this.#socket.readyState === WebSocket.OPEN) {
      this.#send({ type: "ping" });
      this.#demand();
    }
  }

  #stopTimers() {
    for (const timer of [this.#again, this.#ping, this.#deadline, this.#resend]) clearTimeout(timer);
  }

  /** @param {Pending[]} acts */
  #setUnsent(acts) {
    this.#unsent = acts;
    try {
      sessionStorage.setItem(`unsent ${this.code}`, JSON.stringify(acts));
    } catch {
      // Then unsent acts last as long as the page.
    }
    this.listeners.onUnsent(acts);
  }

  /** @returns {Pending[]} what this page could not send before it was left or reloaded */
  #kept() {
    try {
      return JSON.parse(sessionStorage.getItem(`unsent ${this.code}`) ?? "[]");
    } catch {
      return [];
    }
  }
}
