/**
 * The live connection of one match. It comes back by itself and then asks for what it has missed; the one command that
 * was not answered is sent again under the same key, so the server applies it once.
 */

import { API, isLocal, wholeAddress } from "./address.js";
import { newKey } from "./keys.js";
import { openSocket } from "./sockets.js";

/** @typedef {import("./types.js").Snapshot} Snapshot */
/** @typedef {import("./types.js").MatchEvent} MatchEvent */
/** @typedef {import("./types.js").Answer} Answer */
/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").ClockState} ClockState */
/** @typedef {import("./types.js").Subscription} Subscription */
/** @typedef {import("./types.js").SubscribedFrame} SubscribedFrame */
/** @typedef {import("./types.js").EventFrame} EventFrame */
/** @typedef {import("./types.js").AnswerFrame} AnswerFrame */
/** @typedef {import("./types.js").ErrorFrame} ErrorFrame */
/** @typedef {import("./types.js").PresenceFrame} PresenceFrame */
/** @typedef {SubscribedFrame | EventFrame | AnswerFrame | PresenceFrame | ErrorFrame} Frame */
/** @typedef {"here" | "away" | "gone" | "blocked"} State */
/** @typedef {{type: string, key: string, expected: number, [field: string]: unknown}} Command */

/**
 * @typedef {object} Listener
 * @property {(match: Snapshot, events: MatchEvent[], isFirst: boolean) => void} onMatch with all events, or those missed
 * @property {(event: MatchEvent, view: View, clock: ClockState | null) => void} onEvent
 * @property {(seats: import("./types.js").Presence[]) => void} [onPresence] somebody came or went
 * @property {(match: Snapshot) => void} [onAgain] connected again, with nothing missed
 * @property {(state: State) => void} onState
 * @property {(answer: Answer) => void} onLateAnswer to a command that was made before the page was loaded again
 */

/** What to say in the state "blocked". */
export const BLOCKED_NOTICE = "Your address is blocked on this server.";

const WAITS = [200, 500, 1000, 2000, 4000];
const BLOCKED = 4403;
const GONE = 4404;
const BUSY = 4429;
const BUSY_WAIT = 10_000;
/** Without a network there is little to try until the browser says that it is back. */
const OFFLINE_WAIT = 15_000;
/** A connection that says nothing for so long after a ping is dead. */
const PING_EVERY = 20_000;
const PONG_WITHIN = 6_000;

export class Live {
  /**
   * @param {string} id
   * @param {Listener} listener
   */
  constructor(id, listener) {
    this.id = id;
    this.listener = listener;
    this.sequence = 0;
    /** Is nothing known yet? What is told first happened before the page was opened. */
    this.isFirst = true;
    /** @type {import("./sockets.js").Socket | null} */
    this.socket = null;
    this.isHere = false;
    /** Does somebody look at the page? With every new connection, the server takes it for granted. */
    this.isLookedAt = true;
    this.hasLeft = false;
    this.failures = 0;
    this.heard = 0;
    this.unsent = new Unsent(id);
    /** @type {number | undefined} */
    this.timer = undefined;
    if (!isLocal) {
      addEventListener("online", () => this.connect());
      addEventListener("offline", () => this.#lost());
    }
    addEventListener("pageshow", (event) => event.persisted && this.connect());
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.#comeBack());
    setInterval(() => this.#ping(), PING_EVERY);
  }

  /**
   * Follow the match from where it stood when the page was made, so that nobody has to wait for the connection.
   *
   * @param {Subscription | null} first
   */
  begin(first) {
    if (first) this.#learn(first);
    this.connect();
  }

  /** Nobody wants to know any more. */
  leave() {
    this.hasLeft = true;
    clearTimeout(this.timer);
    this.#drop();
  }

  connect() {
    if (this.hasLeft) return;
    clearTimeout(this.timer);
    this.#drop();
    const socket = openSocket(wholeAddress(`${API}/matches/${this.id}/live`));
    this.socket = socket;
    socket.onopen = () => this.#write({ type: "subscribe", views: true, ...(this.sequence && { after: this.sequence }) });
    socket.onmessage = (message) => this.#hear(JSON.parse(message.data));
    socket.onclose = (closed) => this.#lost(closed.code);
  }

  /**
   * Give a command; the promise is kept when the server has answered, however long that takes.
   *
   * @param {string} type
   * @param {object} [fields]
   * @returns {Promise<Answer>}
   */
  send(type, fields = {}) {
    if (this.unsent.command) {
      const message = "Your last action is still being sent; please wait for the answer.";
      return Promise.resolve({ error: { code: "busy", message } });
    }
    const key = newKey();
    const answer = this.unsent.keep({ type, key, expected: this.sequence, ...fields });
    this.#writeUnsent();
    return answer;
  }

  /** @param {Frame} frame */
  #hear(frame) {
    this.heard = Date.now();
    if (frame.type === "subscribed") this.#subscribed(frame);
    else if (frame.type === "event" && frame.view) this.#happened(frame.event, frame.view, frame.clock);
    else if (frame.type === "presence") this.listener.onPresence?.(frame.seats);
    else if (frame.type === "answer" && frame.id === this.unsent.command?.key) this.#answered(frame);
    else if (frame.type === "error" && this.unsent.command) this.#answered(frame); // it was no frame at all
  }

  /** @param {Subscription} frame */
  #subscribed(frame) {
    this.failures = 0;
    this.isHere = true;
    if (!this.isLookedAt) this.look(false);
    this.listener.onState("here");
    if (frame.sequence !== this.sequence) this.#learn(frame);
    else this.listener.onAgain?.(frame.match);
    this.#writeUnsent();
  }

  /** @param {Subscription} told */
  #learn({ match, events, sequence }) {
    const { isFirst } = this;
    this.sequence = sequence;
    this.isFirst = false;
    this.listener.onMatch(match, events, isFirst);
  }

  /**
   * Were there only nudges in between? They change nothing, so the command is given once more.
   *
   * @param {Answer} answer
   */
  #isOnlyNudged({ error }) {
    if (error?.code !== "stale") return false;
    const { events: missed = [] } = /** @type {{events?: MatchEvent[]}} */ (error.detail ?? {});
    if (!missed.length || missed.some(({ kind }) => kind !== "nudged")) return false;
    this.unsent.renew(missed[missed.length - 1].sequence);
    return true;
  }

  /** @param {Answer} answer */
  #answered(answer) {
    if (this.#isOnlyNudged(answer)) return this.#writeUnsent();
    const isLate = this.unsent.settle(answer);
    if (answer.event && answer.view) this.#happened(answer.event, answer.view, answer.clock);
    if (answer.error?.code === "stale") this.connect();
    if (isLate) this.listener.onLateAnswer(answer);
  }

  /**
   * @param {MatchEvent} event
   * @param {View} view
   * @param {ClockState} [clock]
   */
  #happened(event, view, clock) {
    if (event.sequence <= this.sequence) return;
    if (event.sequence > this.sequence + 1) return this.connect(); // something was missed: ask for it
    this.sequence = event.sequence;
    this.listener.onEvent(event, view, clock ?? null);
  }

  #writeUnsent() {
    const command = this.unsent.command;
    if (command && this.isHere) this.#write({ ...command, id: command.key });
  }

  /** @param {object} frame */
  #write(frame) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(frame));
  }

  #ping() {
    if (!this.isHere) return;
    const asked = Date.now();
    this.#write({ type: "ping", id: "ping" });
    setTimeout(() => this.isHere && this.heard < asked && this.#lost(), PONG_WITHIN);
  }

  /**
   * Say whether somebody looks at the page.
   *
   * @param {boolean} here
   */
  look(here) {
    this.isLookedAt = here;
    if (this.isHere) this.#write({ type: "here", id: "here", here });
  }

  #comeBack() {
    if (!this.isHere && this.timer !== undefined) this.connect();
    else this.#ping();
  }

  #drop() {
    const socket = this.socket;
    this.socket = null;
    this.isHere = false;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }

  /** @param {number} [code] */
  #lost(code) {
    if (this.hasLeft) return;
    this.#drop();
    clearTimeout(this.timer);
    this.timer = undefined;
    if (code === GONE) return this.listener.onState("gone");
    if (code === BLOCKED) return this.listener.onState("blocked");
    this.listener.onState("away");
    const usual = WAITS[Math.min(this.failures, WAITS.length - 1)];
    const wait = code === BUSY ? BUSY_WAIT : navigator.onLine || isLocal ? usual : OFFLINE_WAIT;
    this.failures += 1;
    this.timer = setTimeout(() => this.connect(), wait * (0.75 + Math.random() / 2)); // not all at the same moment
  }
}

/** The one command that is not answered yet. It outlives the page, so that a reload loses no move. */
class Unsent {
  /** @param {string} id */
  constructor(id) {
    this.name = `fathom.unsent.${id}`;
    /** @type {Command | null} */
    this.command = JSON.parse(sessionStorage.getItem(this.name) ?? "null");
    /** @type {((answer: Answer) => void) | null} */
    this.resolve = null;
  }

  /**
   * @param {Command} command
   * @returns {Promise<Answer>}
   */
  keep(command) {
    this.command = command;
    sessionStorage.setItem(this.name, JSON.stringify(command));
    return new Promise((resolve) => (this.resolve = resolve));
  }

  /**
   * The same command once more, after a later event.
   *
   * @param {number} expected
   */
  renew(expected) {
    if (!this.command) return;
    this.command = { ...this.command, key: newKey(), expected };
    sessionStorage.setItem(this.name, JSON.stringify(this.command));
  }

  /**
   * Hand the answer over; true when whoever asked is not there any more.
   *
   * @param {Answer} answer
   */
  settle(answer) {
    const resolve = this.resolve;
    this.command = this.resolve = null;
    sessionStorage.removeItem(this.name);
    resolve?.(answer);
    return !resolve;
  }
}
