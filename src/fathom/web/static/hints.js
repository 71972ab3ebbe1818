/** Hints that tell more each time, from a nudge to the whole answer; another position begins anew. */

import { get, Refusal } from "./api.js";
import { byId, make } from "./page.js";
import { announce } from "./shell.js";

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
    this.pressed.addEventListener("click", () => this.#ask());
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

  async #ask() {
    const { code } = this;
    const level = this.rung + 1;
    if (this.pressed.getAttribute("aria-disabled") === "true" || !(await this.mark(level))) return;
    try {
      const hint = await get(`/api/hints/${code}?level=${level}`);
      if (code !== this.code) return;
      this.rung = hint.level;
      this.list.append(make("li", {}, hint.text));
      const isMore = hint.level < hint.levels;
      this.#offer(isMore ? "Tell me more" : "That is all there is to tell", isMore);
      announce(hint.text);
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) throw refusal;
      announce(refusal.message);
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
