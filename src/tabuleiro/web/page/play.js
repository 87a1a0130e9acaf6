// @ts-check
/** The page of a match: the board as the server has it, and everything that can be done now. */
import { get, messageOf, post } from "./api.js";
import { Actions } from "./actions.js";
import { Bars } from "./bars.js";
import { Board } from "./board.js";
import { byId, element, show, write } from "./dom.js";
import { keepCard } from "./exporter.js";
import { inviteCard, joinCard } from "./joining.js";
import { decimal } from "./numbers.js";
import { questions } from "./questions.js";
import { recall, remember, settings, whenChanged } from "./settings.js";
import { drawAllFacts, drawFacts, MoveList, Seat } from "./side.js";
import { MatchSocket } from "./socket.js";
import { sound } from "./sounds.js";
import { controlText, pastText, turnText } from "./status.js";
import { say } from "./words.js";

/**
 * @typedef {import("./types.js").State} State
 * @typedef {import("./types.js").Game} Game
 * @typedef {import("./types.js").Position} Position
 * @typedef {import("./types.js").Scene} Scene
 */

const code = decodeURIComponent(location.pathname.split("/").filter(Boolean)[1] ?? "");

const path = `/api/matches/${encodeURIComponent(code)}`;

/** How long an unacknowledged move is shown without a note, in milliseconds: most are answered long before. */
const QUIET = 900;
const RETRY = 2000;

/**
 * Kinds of events that the board does not show, each with the action that leads to it.
 * @type {{[kind: string]: string}}
 */
const ANSWERS = {
  "draw-declined": "decline-draw",
  "takeback-declined": "decline-takeback",
  "seats-exchanged": "exchange",
};

// --- what is known -----------------------------------------------------------------------------------------
/** @type {State | null} */ let state = null;
/** @type {State | null} */ let shown = null;
/** When the state came, by the clock of this page. */
let heard = 0;
/** @type {Game | null} */ let game = null;
let known = "";
/** @type {number | null} */ let viewed = null;
/** @type {Scene | null} */ let past = null;
/** @type {{origin: string, target: string} | null} */ let proposal = null;
/** @type {import("./socket.js").Act[]} */ let unsent = [];
/** @type {"connecting" | "open" | "lost" | "gone"} */ let connection = "connecting";
/** @type {string} */ let notice = "";
/** @type {{text: string, from: string, to: string} | null} */ let hint = null;
/** @type {string} */ let asking = "";
let turned = false;
let isLate = false;
/** @type {ReturnType<typeof setTimeout> | undefined} */ let lateness;

// --- what is on the screen ---------------------------------------------------------------------------------
const live = element("div", { class: "unseen", role: "status", "aria-live": "polite" });
const heading = element("h1", {});
const subtitle = element("p", { class: "quiet" });
const connectionSign = element(
  "p",
  { class: "connection", "data-line": "connecting" },
  element("span", { class: "dot", "aria-hidden": "true" }),
  element("span", {}),
);
const statusLine = element("p", { class: "status" });
const score = element("p", { class: "score", hidden: true });
const bars = new Bars(element("div", { class: "bars" }), () => board.focus());
const invitation = element("section", { class: "card invitation", hidden: true });
const facts = element("div", { class: "facts general", hidden: true });
const allFacts = element("section", { class: "card all-facts", "aria-label": say("facts"), hidden: true });
const actions = new Actions(press, () => board.focus());
const movesCard = element("section", { class: "card moves-card", "aria-label": say("moves") });
const more = element("section", { class: "more-card", "aria-label": say("more") });

byId("side", HTMLElement).append(
  element("div", { class: "head" }, element("div", {}, heading, subtitle), connectionSign),
  score,
  statusLine,
  bars.container,
  invitation,
  facts,
  actions.container,
  movesCard,
  allFacts,
  more,
);
document.body.append(live);

const seats = [new Seat(byId("upper", HTMLElement)), new Seat(byId("lower", HTMLElement))];
const board = new Board(byId("board", HTMLElement), { onMove: propose, onRefusedCell: explain });
const list = new MoveList(movesCard, (ply) => void step(ply));
whenChanged(({ threats }) => (board.threats = threats));

/** @type {MatchSocket} */
let socket;

/** @param {string} text */
function tell(text) {
  // Screen readers repeat a sentence only if it was removed in between.
  live.textContent = "";
  setTimeout(() => (live.textContent = text), 30);
}

// --- what comes from the server ----------------------------------------------------------------------------

/**
 * Show a state; if what it needs cannot be loaded now, try again a little later.
 * @param {State} now
 */
async function receive(now) {
  const [before, isNews] = [shown, state?.version !== now.version];
  if (state !== now) heard = performance.now();
  state = now;
  try {
    if (known !== now.game) {
      game = await get(`/api/games/${encodeURIComponent(now.game)}`);
      known = now.game;
    }
    if (state !== now) return;
    if (isNews) {
      hint = proposal = null;
      asking = "";
      // What was said of a game that went on means nothing once it is over.
      notice = now.outcome ? "" : (before && answerOf(before, now)) || notice;
    }
    if (before && before.number !== now.number) viewed = past = null;
    if (viewed !== null && viewed > now.moves.length) viewed = past = null;
    await render();
  } catch (error) {
    write(statusLine, messageOf(error));
    setTimeout(() => state === now && void receive(now), RETRY);
    return;
  }
  if (state !== now) return;
  shown = now;
  if (!before) {
    more.append(keepCard(code, board, () => /** @type {State} */ (state)));
    tell(turnText(now));
  } else announce(before, now);
}

/**
 * A sentence about what the other side has answered, for those who did not do it.
 * @param {State} before
 * @param {State} now
 */
function answerOf(before, now) {
  if (!now.yours.length) return "";
  const answers = now.events.filter(({ number, kind }) => number > before.version && ANSWERS[kind]);
  const answer = answers.find(({ kind }) => !before.may.includes(ANSWERS[kind]));
  return answer?.text ?? "";
}

/**
 * Announce what has happened, in words and sounds.
 * @param {State} before
 * @param {State} now
 */
function announce(before, now) {
  const news = now.events.filter(({ number }) => number > before.version);
  if (!news.length) {
    if (!before.ready && now.ready) tell(turnText(now));
    return;
  }
  const parts = news.map(({ text }) => text.replace(/\.$/, ""));
  const ended = now.outcome && !before.outcome;
  if (ended || !now.outcome) parts.push(turnText(now));
  tell(parts.join(". "));
  if (ended) sound("end");
  else if (news.some(({ kind }) => kind === "moved")) sound(now.last?.captured.length ? "capture" : "move");
  else sound("notice");
}

// --- drawing -----------------------------------------------------------------------------------------------

/** The side from which the board is seen: the reader's own is below. */
function flipped() {
  const above = game?.players[1 - game.below].name;
  const natural = state?.yours.length === 1 && state.yours[0] === above;
  return natural !== turned;
}

async function render() {
  if (!state || !game) return;
  const now = state;
  const kept = recall(`view ${now.game}`);
  const view = game.views.some(({ name }) => name === kept) ? kept : null;
  await board.show(now.game, { view, flip: flipped() });
  if (state !== now || !game) return;
  const present = viewed === null;
  /** @type {Scene} */
  const scene = past ?? now;
  const waiting = unsent.find(({ action }) => action === "move");
  board.position = scene.position;
  board.last = scene.last;
  board.mayMove = present && now.may.includes("move") && !unsent.length && !proposal && connection !== "gone";
  board.arrows = hint && present ? [hint] : [];
  board.pending = !present ? null : waiting ? pendingMove(waiting) : proposal;
  board.label = `${now.title}: ${scene.position.status}`;
  drawPlayers(now, game, scene, present);
  drawSide(now, scene.position, present);
  drawHead(now);
  bars.update(questions(now, currentMoment(game), handlers));
  actions.update(mayNow(now, game), unsent.length > 0 || connection !== "open");
  drawInvitation(now);
  byId("main", HTMLElement).classList.toggle("past", !present);
  list.update(now.moves, viewed ?? now.moves.length); // last, when it is known how much room there is
}

/** @param {import("./socket.js").Act} act */
function pendingMove({ move = "" }) {
  const [origin, target] = move.split("-");
  return { origin, target, word: isLate || connection !== "open" ? say("unsent") : undefined };
}

/**
 * @param {State} now
 * @param {Game} played
 * @param {Scene} scene
 * @param {boolean} present
 */
function drawPlayers(now, played, scene, present) {
  const below = flipped() ? 1 - played.below : played.below;
  const order = [1 - below, below];
  seats.forEach((seat, place) => {
    const index = order[place];
    seat.update(now, played.players[index], board.description?.pieces ?? {}, { ...scene, present, heard });
  });
}

/**
 * @param {State} now
 * @param {Position} position
 * @param {boolean} present
 */
function drawSide(now, position, present) {
  show(statusLine, present && !now.outcome); // results and past positions stand in bars of their own
  write(statusLine, turnText(now));
  statusLine.classList.toggle(
    "yours",
    present && !now.outcome && now.yours.length === 1 && now.yours[0] === now.position.turn && now.ready,
  );
  const general = position.facts.filter(({ player }) => player === null);
  drawFacts(facts, general);
  show(facts, general.length > 0);
  const isMuch = seats.some((seat) => seat.overflows);
  show(allFacts, isMuch);
  if (isMuch && game) drawAllFacts(allFacts, position.facts, game.players);
}

/** @param {State} now */
function drawHead(now) {
  write(heading, now.title);
  const control = now.control ? say("clock-is", { control: controlText(now.control) }) : "";
  const watching = !now.yours.length && !now.may.includes("join") ? say("you-watch") : "";
  const format = now.games > 1 ? now.format.title : "";
  write(subtitle, [now.variant, format, control, watching].filter((text) => text && text !== now.title).join(" · "));
  const isMatch = now.score !== null && now.games > 1;
  show(score, isMatch);
  if (isMatch && now.score) {
    const [first, second] = now.people;
    write(
      score,
      say(now.number > now.games ? "tie-break-score" : "match-score", {
        number: now.number,
        games: now.games,
        first: first.name,
        second: second.name,
        one: decimal(String(now.score[0])),
        two: decimal(String(now.score[1])),
      }),
    );
  }
  const words = {
    connecting: say("connecting"),
    open: say("connected"),
    lost: say("reconnecting"),
    gone: say("no-such-match"),
  };
  connectionSign.dataset.line = connection;
  write(connectionSign.children[1], words[connection]);
  const mine = now.may.includes("move") && now.yours.length === 1;
  document.title = `${mine ? "● " : ""}${now.title} – Tabuleiro`;
}

// --- buttons -----------------------------------------------------------------------------------------------
/**
 * The actions with buttons: those the server allows, and those of the page alone.
 * @param {State} now
 * @param {Game} played
 */
function mayNow(now, played) {
  return new Set([...now.may, "flip", ...(played.views.length > 1 ? ["view"] : [])]);
}

/** @param {import("./actions.js").Action} action */
function press(action) {
  if (action === "flip") {
    turned = !turned;
    void render();
  } else if (action === "view") nextView();
  else if (action === "hint") void askHint();
  else if (action === "resign" || action === "offer-draw") {
    asking = action;
    void render().then(() => bars.button("asking")?.focus());
  } else act(action);
}

/**
 * What the page knows at this moment.
 * @param {Game} played
 * @returns {import("./questions.js").Moment}
 */
function currentMoment(played) {
  const waiting = unsent.find(({ action }) => action === "move")?.move ?? null;
  return {
    game: played,
    viewed,
    waiting: isLate || connection !== "open" ? waiting : null,
    isLost: connection === "lost",
    notice,
    proposal,
    asking,
    hint: hint?.text ?? "",
  };
}

/** @type {import("./questions.js").Handlers} */
const handlers = {
  act,
  toPresent: () => void (state && step(state.moves.length)),
  closeNotice: () => {
    notice = "";
    void render();
  },
  answerMove: (yes) => {
    const move = proposal;
    proposal = null;
    if (yes && move) act("move", `${move.origin}-${move.target}`);
    void render();
    board.focus();
  },
  answerAction: (yes) => {
    const action = asking;
    asking = "";
    if (yes) act(action);
    void render();
  },
  rematch: () => void rematch(),
};

function nextView() {
  if (!game || !state) return;
  const names = game.views.map(({ name }) => name);
  const here = names.indexOf(board.description?.view ?? "");
  remember(`view ${state.game}`, names[(here + 1) % names.length]);
  void render();
}

/**
 * @param {string} action
 * @param {string} [move]
 */
function act(action, move) {
  if (!state) return;
  notice = "";
  socket.act(state.version, action, move);
}

/**
 * A move was chosen on the board.
 * @param {string} origin
 * @param {string} target
 */
function propose(origin, target) {
  if (!settings.confirm) return act("move", `${origin}-${target}`);
  proposal = { origin, target };
  void render().then(() => bars.button("proposal")?.focus({ preventScroll: true }));
}

/**
 * Say why something tried on the board is refused. The sentence about the rule comes from the server.
 * @param {string} cell
 * @param {string | null} origin
 */
function explain(cell, origin) {
  if (!state || viewed !== null) return;
  const now = state;
  const piece = board.description?.pieces[now.position.pieces[cell] ?? ""];
  if (origin !== null && now.may.includes("move") && !unsent.length) {
    return void askWhy(now, origin, cell);
  }
  if (!piece) return;
  if (!now.yours.length) board.refuse(cell, now.may.includes("join") ? say("join-first") : say("only-watching"));
  else if (now.outcome) board.refuse(cell, now.outcome.text);
  else if (!now.ready) board.refuse(cell, say("waiting-for-player"));
  else if (unsent.length || proposal) return;
  else if (!now.may.includes("move")) board.refuse(cell, say("not-your-turn", { status: now.position.status }));
  else if (piece.player !== now.position.turn)
    board.refuse(cell, say("not-your-piece", { status: now.position.status }));
  else board.refuse(cell, say("cannot-move", { cell }));
}

/**
 * Ask the server why a move is refused.
 * @param {State} now
 * @param {string} origin
 * @param {string} target
 */
async function askWhy(now, origin, target) {
  const sentence = await socket.askWhy(now.version, "move", `${origin}-${target}`);
  if (sentence && state?.version === now.version) board.refuse(target, sentence);
}

/**
 * @param {string} message
 * @param {import("./socket.js").Act | null} refused
 * @param {boolean} isStale
 */
function refuse(message, refused, isStale) {
  const target = refused?.move?.split("-")[1];
  if (target && !isStale) board.refuse(target, message);
  else {
    notice = message;
    tell(message);
  }
  void render();
}

async function askHint() {
  const now = state;
  if (!now) return;
  actions.setBusy("hint", true);
  try {
    const found = await post(`${path}/hints`);
    if (state !== now) return;
    hint = { text: found.text, from: found.origin, to: found.target };
    tell(found.text);
  } catch (error) {
    notice = messageOf(error);
  } finally {
    actions.setBusy("hint", false);
  }
  await render();
}

async function rematch() {
  try {
    const made = await post(`${path}/rematch`);
    location.assign(made.url);
  } catch (error) {
    notice = messageOf(error);
    await render();
  }
}

// --- stepping through the moves ----------------------------------------------------------------------------
/** @type {Map<string, Promise<Scene>>} */
const plies = new Map();

/** @param {number} ply */
async function step(ply) {
  if (!state) return;
  const now = state;
  if (ply === now.moves.length) {
    viewed = past = null;
    return render();
  }
  const place = `${path}/games/${now.number}/plies/${ply}`;
  const key = `${place} ${now.moves.slice(0, ply).join(" ")}`;
  const found = plies.get(key) ?? get(place);
  plies.set(key, found);
  viewed = ply;
  try {
    const then = await found;
    if (viewed !== ply) return;
    past = then;
    tell([then.last?.move, pastText(now, ply)].filter(Boolean).join(". "));
  } catch (error) {
    plies.delete(key);
    viewed = past = null;
    notice = messageOf(error);
  }
  await render();
}

// --- friends and visitors ----------------------------------------------------------------------------------

/** @param {State} now */
function drawInvitation(now) {
  const kind = now.ready ? "" : now.may.includes("join") ? "join" : now.yours.length ? "wait" : "";
  show(invitation, kind !== "");
  if (invitation.dataset.kind === kind) return;
  invitation.dataset.kind = kind;
  if (kind === "wait") {
    invitation.replaceChildren(...inviteCard(now));
  } else if (kind === "join" && game) {
    invitation.replaceChildren(...joinCard(now, game, () => socket.renew()));
  }
}

// --- clocks ------------------------------------------------------------------------------------------------
let lastSecond = 0;
setInterval(() => {
  for (const seat of seats) {
    const left = state?.clock ? seat.tick() : null;
    if (left === null) continue;
    const second = Math.ceil(left / 1000);
    const mine = state?.yours.length === 1 && state.yours[0] === state.clock?.running;
    if (mine && second !== lastSecond && second > 0 && second <= 5) sound("hurry");
    lastSecond = second;
  }
}, 100);

// --- beginning ---------------------------------------------------------------------------------------------
/** @param {import("./socket.js").Act[]} acts */
function setUnsent(acts) {
  unsent = acts;
  clearTimeout(lateness);
  isLate = false;
  if (acts.length) {
    lateness = setTimeout(() => {
      isLate = true;
      tell(say("move-unsent", { move: acts[0].move ?? "" }));
      void render();
    }, QUIET);
  }
  void render();
}

/** @param {"connecting" | "open" | "lost" | "gone"} now */
function setConnection(now) {
  if (now === connection) return;
  if (now === "lost") tell(say("line-lost"));
  else if (now === "open" && connection === "lost") tell(say("line-back"));
  connection = now;
  connectionSign.dataset.line = now;
  if (now === "gone") {
    write(statusLine, say("no-such-match"));
    // If nothing was ever shown, there is nothing to play.
    if (!state) for (const part of [byId("table", HTMLElement), movesCard, connectionSign]) show(part, false);
  }
  void render();
}

write(statusLine, say("connecting"));
socket = new MatchSocket(code, {
  onState: (now) => void receive(now),
  onConnection: setConnection,
  onUnsent: setUnsent,
  onRefused: refuse,
  onNotice: (message) => {
    notice = message;
    tell(message);
    void render();
  },
});
if (socket.unsent.length) setUnsent(socket.unsent);
