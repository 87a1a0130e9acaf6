// @ts-check
/** The server's engine over a WebSocket: one request at a time, repeated when the connection comes back. */

/**
 * @typedef {{moves: string[], arrow: [string, string], win: number, score: string, proved: boolean, text: string}} Line
 * @typedef {{lines: Line[], depth: number, nodes: number, seconds: number, turn: string, text: string, done: boolean}} Analysis
 * @typedef {{analysis(found: Analysis): void, progress(done: number, of: number): void, review(found: any): void,
 *   error(code: string, message: string): void, lost(): void}} Listener
 */

const SHORTEST_PAUSE = 500;
const LONGEST_PAUSE = 15000;

export class Thinker {
  /** @param {Listener} listener */
  constructor(listener) {
    this.listener = listener;
    /** @type {WebSocket | null} */
    this.socket = null;
    /** @type {{id: number} & {[name: string]: unknown} | null} */
    this.wish = null;
    this.number = 0;
    this.pause = SHORTEST_PAUSE;
    this.timer = 0;
  }

  /**
   * Analyse the position at the end of a line.
   * @param {string} game
   * @param {string | null} start
   * @param {string[]} moves
   * @param {number} lines
   */
  analyse(game, start, moves, lines) {
    this.ask({ type: "analyse", game, start, moves, lines });
  }

  /**
   * Judge a game.
   * @param {string} game
   * @param {string | null} start
   * @param {string[]} moves
   * @param {string | null} result
   */
  review(game, start, moves, result) {
    this.ask({ type: "review", game, start, moves, result });
  }

  /** Stop whatever is being done. */
  stop() {
    const wasBusy = this.wish !== null;
    this.wish = null;
    clearTimeout(this.timer);
    if (wasBusy && this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify({ type: "stop" }));
  }

  /** @param {{[name: string]: unknown}} wish */
  ask(wish) {
    this.number += 1;
    this.wish = { ...wish, id: this.number };
    clearTimeout(this.timer);
    if (this.socket?.readyState === WebSocket.OPEN) this.send();
    else if (this.socket === null) this.connect();
  }

  send() {
    if (this.wish) this.socket?.send(JSON.stringify(this.wish));
  }

  connect() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/analyses/socket?lang=${document.documentElement.lang}`);
    this.socket = socket;
    socket.addEventListener("open", () => this.send());
    socket.addEventListener("message", (event) => this.hear(JSON.parse(event.data)));
    socket.addEventListener("close", () => {
      this.socket = null;
      if (!this.wish) return;
      this.listener.lost();
      this.again();
    });
  }

  /** Try again after a pause that grows with every failure. */
  again() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      if (!this.wish) return;
      if (this.socket?.readyState === WebSocket.OPEN) this.send();
      else if (this.socket === null) this.connect();
    }, this.pause);
    this.pause = Math.min(LONGEST_PAUSE, 2 * this.pause);
  }

  /** @param {any} message */
  hear(message) {
    // Late answers to earlier requests are ignored.
    if (!this.wish || (message.id !== null && message.id !== this.wish.id)) return;
    if (message.type === "analysis") {
      this.pause = SHORTEST_PAUSE;
      this.listener.analysis(message);
    } else if (message.type === "progress") {
      this.listener.progress(message.done, message.of);
    } else if (message.type === "review") {
      this.wish = null;
      this.listener.review(message);
    } else if (message.type === "error") {
      this.listener.error(message.code, message.message);
      if (message.code === "busy" && this.wish.type === "analyse") this.again();
      else this.wish = null;
    }
  }
}
