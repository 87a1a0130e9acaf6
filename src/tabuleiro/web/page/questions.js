// @ts-check
/** The bars beside the board: what a match asks the reader now, and how it ended. */
import { nameOf, pastText } from "./status.js";
import { say } from "./words.js";

/**
 * @typedef {import("./types.js").State} State
 * @typedef {import("./bars.js").Bar} Bar
 * @typedef {import("./bars.js").Answer} Answer
 *
 * @typedef {object} Moment what the page itself knows at this moment
 * @property {import("./types.js").Game} game
 * @property {number | null} viewed after how many moves the position shown is, if it is not the current one
 * @property {string | null} waiting a move that the server does not have yet, if it has been waiting for long
 * @property {boolean} isLost is the connection to the server lost?
 * @property {string} notice
 * @property {{origin: string, target: string} | null} proposal a move to be confirmed
 * @property {string} asking an action to be confirmed
 * @property {string} hint
 *
 * @typedef {object} Handlers what the answers call
 * @property {(action: string) => void} act
 * @property {() => void} toPresent
 * @property {() => void} closeNotice
 * @property {(yes: boolean) => void} answerMove
 * @property {(yes: boolean) => void} answerAction
 * @property {() => void} rematch
 */

/**
 * All bars, in the order in which they are shown.
 * @param {State} now
 * @param {Moment} moment
 * @param {Handlers} handlers
 * @returns {Bar[]}
 */
export function questions(now, moment, handlers) {
  const bars = [
    aboutPast(now, moment, handlers),
    aboutConnection(moment),
    aboutNotice(moment, handlers),
    aboutMove(moment, handlers),
    aboutAction(moment, handlers),
    aboutDraw(now, moment, handlers),
    aboutTakeback(now, moment, handlers),
    aboutSeats(now, handlers),
    moment.hint && moment.viewed === null ? { key: "hint", text: moment.hint, tone: "hint" } : null,
    aboutEnd(now, handlers),
  ];
  return bars.filter((bar) => bar !== null);
}

/** @param {State} now @param {Moment} moment @param {Handlers} handlers @returns {Bar | null} */
function aboutPast(now, { viewed }, { toPresent }) {
  if (viewed === null) return null;
  return {
    key: "past",
    text: pastText(now, viewed),
    tone: "warning",
    answers: [{ text: say("to-the-present"), act: toPresent, main: true }],
  };
}

/** @param {Moment} moment @returns {Bar | null} */
function aboutConnection({ waiting, isLost }) {
  if (waiting) return { key: "unsent", text: say("move-unsent", { move: waiting }), tone: "warning" };
  return isLost ? { key: "lost", text: say("line-lost"), tone: "warning" } : null;
}

/** @param {Moment} moment @param {Handlers} handlers @returns {Bar | null} */
function aboutNotice({ notice }, { closeNotice }) {
  if (!notice) return null;
  return { key: "notice", text: notice, tone: "warning", answers: [{ text: say("close"), act: closeNotice }] };
}

/** @param {Moment} moment @param {Handlers} handlers @returns {Bar | null} */
function aboutMove({ proposal }, { answerMove }) {
  if (!proposal) return null;
  return {
    key: "proposal",
    text: say("confirm-move", { move: `${proposal.origin}-${proposal.target}` }),
    answers: [
      { text: say("play-it"), act: () => answerMove(true), main: true },
      { text: say("cancel"), act: () => answerMove(false), cancels: true },
    ],
  };
}

/** @param {Moment} moment @param {Handlers} handlers @returns {Bar | null} */
function aboutAction({ asking }, { answerAction }) {
  if (!asking) return null;
  return {
    key: "asking",
    text: say(`ask-${asking}`),
    answers: [
      { text: say(`yes-${asking}`), act: () => answerAction(true), main: true },
      { text: say("cancel"), act: () => answerAction(false), cancels: true },
    ],
  };
}

/** @param {State} now @param {Moment} moment @param {Handlers} handlers @returns {Bar | null} */
function aboutDraw(now, { game }, { act }) {
  if (!now.draw_offer || now.outcome) return null;
  const name = nameOf(now, game, now.draw_offer);
  if (!now.may.includes("accept-draw")) return { key: "draw", text: say("draw-stands", { name }) };
  return {
    key: "draw",
    text: say("draw-offered", { name }),
    answers: [
      { text: say("accept-draw"), act: () => act("accept-draw"), main: true },
      { text: say("decline-draw"), act: () => act("decline-draw") },
    ],
  };
}

/** @param {State} now @param {Moment} moment @param {Handlers} handlers @returns {Bar | null} */
function aboutTakeback(now, { game }, { act }) {
  if (!now.takeback || now.outcome) return null;
  const name = nameOf(now, game, now.takeback);
  if (!now.may.includes("accept-takeback")) return { key: "takeback", text: say("takeback-stands", { name }) };
  return {
    key: "takeback",
    text: say("takeback-asked", { name }),
    answers: [
      { text: say("accept-takeback"), act: () => act("accept-takeback"), main: true },
      { text: say("decline-takeback"), act: () => act("decline-takeback") },
    ],
  };
}

/** @param {State} now @param {Handlers} handlers @returns {Bar | null} */
function aboutSeats(now, { act }) {
  if (!now.may.includes("exchange")) return null;
  return {
    key: "exchange",
    text: say("may-exchange"),
    answers: [{ text: say("exchange"), act: () => act("exchange"), main: true }],
  };
}

/** @param {State} now @param {Handlers} handlers @returns {Bar | null} */
function aboutEnd(now, { act, rematch }) {
  if (!now.outcome) return null;
  /** @type {Answer[]} */
  const answers = [];
  if (now.may.includes("next-game")) answers.push({ text: say("next-game"), act: () => act("next-game"), main: true });
  const url = now.rematch;
  if (url) answers.push({ text: say("go-to-rematch"), act: () => location.assign(url), main: true });
  else if (now.may.includes("rematch")) {
    answers.push({ text: say(now.yours.length ? "rematch" : "watch-again"), act: rematch, main: true });
  }
  const analysis = `/analysis?match=${encodeURIComponent(now.code)}&number=${now.number}`;
  answers.push({ text: say("analyse"), act: () => location.assign(analysis) });
  const concerns = now.yours.length === 1 && now.outcome.winner !== null;
  const won = now.outcome.winner === now.yours[0];
  const verdict = concerns ? say(won ? "you-won" : "you-lost") : "";
  return {
    key: "result",
    text: now.outcome.text,
    detail: (now.games > 1 && now.result?.text) || verdict,
    tone: `result ${concerns ? (won ? "won" : "lost") : ""}`,
    answers,
  };
}
