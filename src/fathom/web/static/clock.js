/**
 * The clock of a match. The server decides what is left; this counts on from there, and never ends a match by itself.
 *
 * To those who listen to the page it says only when one minute and when ten seconds of their own are left.
 */

import { byId, make } from "./page.js";
import { announce } from "./shell.js";

/** @typedef {import("./types.js").Snapshot} Snapshot */

/** When little is left, in seconds. */
const WARNINGS = [
  { at: 60, said: "One minute left." },
  { at: 10, said: "Ten seconds left." },
];
const SECOND = 1000;

export class ClockFace {
  constructor() {
    this.place = byId("clock");
    /** @type {Snapshot | null} */
    this.match = null;
    this.told = 0;
    /** Which seconds of the running turn have been announced. @type {Set<number>} */
    this.said = new Set();
    /** @type {number | undefined} */
    this.timer = undefined;
  }

  /**
   * @param {Snapshot} match
   * @param {number} toldAt when the server said what is left
   */
  show(match, toldAt) {
    const { clock } = match;
    if (clock?.runs !== this.match?.clock?.runs || clock?.per === "move") this.said.clear();
    this.match = match;
    this.told = toldAt;
    this.place.hidden = !clock;
    if (clock) this.#tick();
  }

  /** Draw what is left, and come back when the next second is over. */
  #tick() {
    clearTimeout(this.timer);
    const { match } = this;
    if (!match?.clock) return;
    const { runs, words } = match.clock;
    const left = match.clock.left.map((most, index) => Math.max(0, most - (index + 1 === runs ? performance.now() - this.told : 0)));
    this.place.replaceChildren(
      ...match.called.map((name, index) => face(name, left[index], index + 1 === runs)),
      make("span", { class: "fine" }, words),
    );
    if (!runs) return;
    const own = left[runs - 1];
    if (match.you.includes(runs)) this.#warn(own / SECOND);
    if (own > 0) this.timer = setTimeout(() => this.#tick(), (own % SECOND) + 20);
  }

  /** @param {number} seconds */
  #warn(seconds) {
    for (const { at, said } of WARNINGS) {
      if (seconds > at || seconds < at - 2 || this.said.has(at)) continue;
      this.said.add(at);
      announce(said);
    }
  }
}

/**
 * @param {string} name
 * @param {number} left
 * @param {boolean} runs
 */
function face(name, left, runs) {
  const shown = make("span", { class: "clock-left" }, write(left));
  const low = left < 10 * SECOND ? " clock-low" : "";
  return make("span", { class: `clock-face${runs ? " clock-runs" : ""}${low}` }, `${runs ? "\u25B8 " : ""}${name} `, shown);
}

/**
 * `4:05`, `1:00:00`, or days and hours. A second that has begun counts.
 *
 * @param {number} left
 */
export function write(left) {
  const seconds = Math.ceil(left / SECOND);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  if (hours >= 48) return `${Math.floor(hours / 24)} days ${hours % 24} h`;
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}
