/** What only a match with another person has: a clock, who is here, nudges, take-backs and claims. */

import { ClockFace } from "./clock.js";
import { byId } from "./page.js";
import { announce } from "./shell.js";
import { Signals } from "./signals.js";
import { play } from "./sound.js";

/** @typedef {import("./types.js").Snapshot} Snapshot */
/** @typedef {import("./types.js").MatchEvent} MatchEvent */
/** @typedef {(type: string, fields?: object) => Promise<boolean>} Order */

const [SECOND, MINUTE, HOUR] = [1000, 60_000, 3_600_000];

export class Friend {
  /**
   * @param {string} game its title
   * @param {Order} order
   * @param {(here: boolean) => void} look says whether this player looks at the page
   */
  constructor(game, order, look) {
    this.game = game;
    this.clock = new ClockFace();
    this.signals = new Signals();
    /** @type {Snapshot | null} */
    this.match = null;
    /** When the server said who is here. */
    this.heard = 0;
    this.wasHere = "";
    byId("nudge").addEventListener("click", () => order("nudge"));
    byId("claim").addEventListener("click", () => order("claim"));
    byId("grant").addEventListener("click", () => order("answer-take-back", { granted: true }));
    byId("refuse").addEventListener("click", () => order("answer-take-back", { granted: false }));
    document.addEventListener("visibilitychange", () => look(!document.hidden));
    if (document.hidden) look(false); // it was opened in the background
    setInterval(() => this.#showPresence(), 10 * SECOND);
  }

  /**
   * @param {Snapshot} match
   * @param {number} toldAt when the server said what is left of the time
   */
  show(match, toldAt) {
    if (match.presence !== this.match?.presence) this.heard = performance.now();
    this.match = match;
    this.clock.show(match, toldAt);
    this.#showPresence();
    this.#showAsked(match);
    this.signals.follow(match, this.game);
  }

  /**
   * Something has happened: say so to whom it may concern.
   *
   * @param {MatchEvent} event
   * @param {Snapshot} match
   */
  follow({ kind, seat = 0 }, match) {
    const isOwn = match.you.includes(seat);
    const name = match.called[seat - 1];
    if (kind === "nudged") {
      this.#say(isOwn ? "Nudged." : match.you.length ? `${name} is waiting for your move.` : "");
      if (!isOwn && match.you.length) this.#hearNudge(name, match.id);
    } else if (kind === "take-back-asked") {
      if (match.you.length && !isOwn) announce(byId("asked-what").textContent ?? ""); // it is on the page, with the answers
      else this.#say(isOwn ? "Asked. Your opponent decides." : `${name} asks to take back a move.`);
    } else if (kind === "take-back-refused") this.#say(isOwn ? "Refused." : `${name} does not allow it.`);
    else if (kind === "moved" || kind === "taken-back") byId("between").textContent = "";
  }

  /**
   * @param {string} name
   * @param {string} id
   */
  #hearNudge(name, id) {
    if (document.hidden) this.signals.signal(`${name} is waiting for you`, `It is your move in ${this.game}.`, id, "nudge");
    else play("nudge");
  }

  /** @param {string} text */
  #say(text) {
    byId("between").textContent = text; // a status, so it is read out
  }

  /** @returns {number} the seat of the opponent, 0 for a watcher */
  get #opponent() {
    return this.match?.you.length === 1 ? 3 - this.match.you[0] : 0;
  }

  #showPresence() {
    const { match } = this;
    if (!match) return;
    const opponent = this.#opponent;
    const presence = opponent ? match.presence?.[opponent - 1] : null;
    const isTheirs = match.state === "playing" && match.view.to_move === opponent;
    const away = presence?.here ? 0 : (presence?.away ?? 0) + performance.now() - this.heard;
    const said = presence && match.state === "playing" ? describe(match.called[opponent - 1], presence.here, away) : "";
    byId("presence").textContent = said;
    byId("presence").hidden = !said;
    byId("nudge").hidden = !isTheirs;
    byId("claim").hidden = !isTheirs || !!match.clock?.runs || !presence || presence.here || away < presence.claim * SECOND;
    this.#announcePresence(said, presence?.here);
  }

  /**
   * Coming and going is said once, not how long it has been.
   *
   * @param {string} said
   * @param {boolean} [here]
   */
  #announcePresence(said, here) {
    const known = said ? String(here) : "";
    if (known && this.wasHere && known !== this.wasHere) announce(said);
    this.wasHere = known || this.wasHere;
  }

  /** @param {Snapshot} match */
  #showAsked({ take_back: asked, you, called }) {
    const isAsked = !!asked && you.length === 1 && asked.seat !== you[0];
    byId("asked").hidden = !isAsked;
    if (asked && isAsked) {
      const many = asked.plies === 1 ? "the last move" : `the last ${asked.plies} moves`;
      byId("asked-what").textContent = `${called[asked.seat - 1]} asks to take back ${many}.`;
    }
    byId("take-back").textContent = "Ask to take back";
  }
}

/**
 * "Ben is here.", "Ben has been away for 2 min."
 *
 * @param {string} name
 * @param {boolean} here
 * @param {number} away in milliseconds
 */
function describe(name, here, away) {
  if (here) return `${name} is here.`;
  if (away < MINUTE) return `${name} is away.`;
  return `${name} has been away for ${away < HOUR ? `${Math.floor(away / MINUTE)} min` : `${Math.floor(away / HOUR)} h`}.`;
}
