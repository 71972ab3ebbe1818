/**
 * A human beat: what a machine answers is shown a moment after the person's own move, so that it can be followed. Its
 * thinking counts, nothing waits in a hidden tab, and whoever is impatient presses anything and goes on at once.
 */

import { beat } from "./settings.js";

export class Pace {
  /** @type {(() => void)[]} what is still to be shown */
  waiting = [];
  /** @type {number | undefined} */
  timer = undefined;
  /** When something was shown last. */
  shown = 0;

  /**
   * Show something now, or a beat after what was shown last if it is an answer; the order stays as it is.
   *
   * @param {() => void} show
   * @param {boolean} isAnswer
   */
  pass(show, isAnswer) {
    if (!this.waiting.length && !(isAnswer && this.#left() > 0)) return this.#show(show);
    this.waiting.push(show);
    if (this.waiting.length === 1) this.#wait();
  }

  /** Show everything at once; true when something was waiting. */
  hurry() {
    clearTimeout(this.timer);
    const all = this.waiting.splice(0);
    all.forEach((show) => this.#show(show));
    return all.length > 0;
  }

  #wait() {
    this.timer = setTimeout(() => this.#next(), Math.max(0, this.#left()));
  }

  #next() {
    const show = this.waiting.shift();
    if (show) this.#show(show);
    if (this.waiting.length) this.#wait();
  }

  /** @param {() => void} show */
  #show(show) {
    this.shown = performance.now();
    show();
  }

  #left() {
    return document.visibilityState === "visible" ? this.shown + beat() - performance.now() : 0;
  }
}
