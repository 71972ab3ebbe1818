/** Hints that tell more each time, from a nudge to the whole answer; another position starts over. */

import { get, Refusal } from "./api.js";
import { byId, make, showRefusal } from "./page.js";
import { announce } from "./shell.js";

/** Presses that are remembered while the server thinks, or is away. */
const MOST_WAITING = 2;

export class HintLadder {
  /**
   * @param {(level: number) => Promise<boolean>} mark write the hint down; false when it was refused
   * @param {number} [told] how many rungs are told without being asked for
   */
  constructor(mark, told = 0) {
    this.mark = mark;
    this.told = told;
    this.rung = told;
    this.code = "";
    this.list = byId("hint-text");
    this.pressed = byId("hint");
    /** Told one after the other, so that a second press tells one rung more. */
    this.asking = Promise.resolve();
    this.waiting = 0;
    this.pressed.addEventListener("click", () => this.#press());
  }

  /**
   * Be about a position from now on.
   *
   * @param {string} code
   */
  follow(code) {
    if (code === this.code) return;
    this.code = code;
    this.rung = this.told;
    this.list.replaceChildren();
    this.#offer("Hint", true);
  }

  #press() {
    const { code } = this;
    if (!code || this.waiting >= MOST_WAITING) return;
    this.waiting += 1;
    const tell = () => this.#ask(code).finally(() => (this.waiting -= 1));
    this.asking = this.asking.then(tell, tell);
  }

  /** @param {string} code of the position in which the hint was asked for */
  async #ask(code) {
    const level = this.rung + 1;
    const isOpen = code === this.code && this.pressed.getAttribute("aria-disabled") !== "true";
    if (!isOpen || !(await this.mark(level))) return;
    try {
      const hint = /** @type {import("./types.js").Hint} */ (await get(`/hints/${code}?level=${level}`));
      if (code !== this.code) return;
      this.rung = hint.level;
      this.list.append(make("li", {}, hint.text));
      const isMore = hint.level < hint.levels;
      this.#offer(isMore ? "Tell me more" : "No more hints", isMore);
      announce(hint.text);
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) throw refusal;
      showRefusal(byId("refusal"), refusal);
    }
  }

  /**
   * @param {string} text
   * @param {boolean} isMore
   */
  #offer(text, isMore) {
    this.pressed.textContent = text;
    this.pressed.setAttribute("aria-disabled", String(!isMore));
  }
}
