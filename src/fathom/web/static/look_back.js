/**
 * Looking back: stepping through the moves of a match while it goes on, and replaying one that is over. The server
 * draws every position. What happens meanwhile is announced as usual and waits at "Now".
 */

import { get, Refusal } from "./api.js";
import { toldTo } from "./guide.js";
import { byId, disable } from "./page.js";
import { announce } from "./shell.js";

/** @typedef {import("./types.js").Snapshot} Snapshot */
/** @typedef {import("./types.js").View} View */

/** The most positions that are kept. */
const MOST_KEPT = 100;
/** Where arrow keys have a meaning of their own. */
const OWN_KEYS = "input, textarea, select, dialog";

export class LookBack {
  /**
   * @param {import("./board.js").Board} board
   * @param {string} id of the match
   * @param {() => void} changed show what else depends on whether somebody looks back, and the position itself if nobody does
   */
  constructor(board, id, changed) {
    this.board = board;
    this.id = id;
    this.changed = changed;
    /** @type {number | null} how many moves stand on the board; null when it shows the position itself */
    this.at = null;
    /** @type {string[]} the moves up to there */
    this.shown = [];
    /** @type {Snapshot | null} */
    this.match = null;
    /** @type {Map<string, View>} */
    this.kept = new Map();
    /** @type {number | undefined} */
    this.timer = undefined;
    this.isPlaying = false;
    this.speed = /** @type {HTMLSelectElement} */ (byId("replay-speed"));
    byId("step-first").addEventListener("click", () => this.#step(-Infinity));
    byId("step-back").addEventListener("click", () => this.#step(-1));
    byId("step-forward").addEventListener("click", () => this.#step(1));
    byId("step-now").addEventListener("click", () => this.close());
    byId("replay").addEventListener("click", () => (this.isPlaying ? this.#pause() : this.#play()));
    document.addEventListener("keydown", (event) => this.#key(event));
  }

  get isOn() {
    return this.at !== null;
  }

  /**
   * The match goes on, and what is looked at stays on the board, unless it was taken back.
   *
   * @param {Snapshot} match
   * @param {boolean} hasLine is a line of play on the board, which has steps of its own?
   */
  follow(match, hasLine) {
    this.match = match;
    const { played } = match.view;
    byId("steps").hidden = !played.length || hasLine;
    if (this.at !== null && (this.at >= played.length || this.shown.some((move, index) => move !== played[index]))) this.leave();
    this.#tell();
  }

  /** Back to the position itself. */
  close() {
    if (!this.isOn) return;
    this.leave();
    this.changed();
    announce(this.match?.view.over ? "The end of the match." : "Back to now.");
  }

  /** Stop without drawing anything: something else is about to be shown. */
  leave() {
    if (!this.isOn) return;
    this.#pause();
    this.at = null;
    this.shown = [];
    this.board.home.classList.remove("previewing");
    this.#tell();
  }

  /** @param {number} by */
  #step(by) {
    this.#pause();
    return this.#goBy(by);
  }

  /** @param {number} by */
  async #goBy(by) {
    const played = this.match?.view.played ?? [];
    const at = Math.max(0, (this.at ?? played.length) + by);
    if (!played.length || at === this.at) return;
    if (at >= played.length) return this.close();
    this.at = at;
    this.shown = played.slice(0, at);
    this.changed();
    try {
      const view = await this.#view(this.shown);
      if (this.at === at) this.#show(view, by === 1);
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) throw refusal;
      if (this.at === at) this.#refused(refusal);
    }
  }

  /**
   * @param {string[]} moves
   * @returns {Promise<View>}
   */
  async #view(moves) {
    const name = moves.join(".");
    const kept = this.kept.get(name);
    if (kept) return kept;
    /** @type {View} */
    const view = await get(`/matches/${this.id}/views/${moves.length}`);
    this.kept.set(view.played.join("."), view);
    if (this.kept.size > MOST_KEPT) this.kept.delete(/** @type {string} */ (this.kept.keys().next().value));
    return view;
  }

  /**
   * @param {View} view
   * @param {boolean} isNext does it follow what was on the board? Then its move is seen to arrive.
   */
  #show(view, isNext) {
    const last = isNext ? view.last : null;
    this.board.show({ drawing: view.drawing, moves: [], last }, false, view.code);
    this.board.home.classList.add("previewing");
    const happened = this.match ? toldTo(view, this.match.you).happened : "";
    this.#tell(happened);
    announce(`${this.#place()} ${happened}`.trim());
  }

  /** @param {Refusal} refusal */
  #refused({ message }) {
    this.#pause();
    byId("step-said").textContent = message;
    announce(message);
  }

  /** "Move 3 of 7." */
  #place() {
    const made = this.match?.view.played.length ?? 0;
    return this.at ? `Move ${this.at} of ${made}.` : "The start.";
  }

  /**
   * Show where one is and what can be done.
   *
   * @param {string} [happened] what the move did that is shown; as before, if it is the same one
   */
  #tell(happened) {
    const { isOn, match } = this;
    if (happened !== undefined) this.happened = happened;
    byId("step-said").hidden = !isOn;
    byId("step-said").textContent = isOn ? `Looking back: ${this.#place()} ${this.happened}`.trim() : "";
    const isYours = !!match && match.state === "playing" && match.you.includes(match.view.to_move ?? 0);
    byId("step-now").textContent = match?.view.over ? "End" : isOn && isYours ? "Now: your move" : "Now";
    byId("step-now").classList.toggle("button-primary", isOn);
    for (const id of ["step-first", "step-back"]) disable(byId(id), this.at === 0);
    for (const id of ["step-forward", "step-now"]) disable(byId(id), !isOn);
    byId("replaying").hidden = !match?.view.over;
    byId("replay").textContent = this.isPlaying ? "Pause" : isOn ? "Play" : "Replay";
    if (isOn) this.#mark();
  }

  happened = "";

  /** Mark the move that is shown in the list. */
  #mark() {
    document.querySelectorAll("#moves li").forEach((item, index) => {
      if (index + 1 === this.at) item.lastElementChild?.setAttribute("aria-current", "step");
      else item.lastElementChild?.removeAttribute("aria-current");
    });
  }

  async #play() {
    this.isPlaying = true;
    if (this.isOn) this.#tell();
    else await this.#goBy(-Infinity);
    this.#wait();
  }

  #wait() {
    if (this.isPlaying) this.timer = setTimeout(() => this.#goOn(), Number(this.speed.value));
  }

  async #goOn() {
    if (!document.hidden) await this.#goBy(1);
    this.#wait();
  }

  #pause() {
    clearTimeout(this.timer);
    if (!this.isPlaying) return;
    this.isPlaying = false;
    this.#tell();
  }

  /**
   * The arrow keys step wherever the focus is, except where they have a meaning of their own.
   *
   * @param {KeyboardEvent} event
   */
  #key(event) {
    const target = /** @type {Element} */ (event.target);
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.defaultPrevented) return;
    if (target.closest(OWN_KEYS) || byId("steps").hidden) return;
    if (event.key === "ArrowLeft") this.#step(-1);
    else if (event.key === "ArrowRight" && this.isOn) this.#step(1);
    else if (event.key === "Escape" && this.isOn) this.close();
    else return;
    event.preventDefault();
  }
}
