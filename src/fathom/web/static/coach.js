/** The coach beside the board: verdicts on every move, a warning after a throw, and hints that tell more each time. */

import { position, Refusal } from "./api.js";
import { Badges } from "./badges.js";
import { codeAfter } from "./codes.js";
import { HintLadder } from "./hints.js";
import { choose, setting } from "./settings.js";
import { byId, sentence } from "./page.js";
import { announce } from "./shell.js";
import { fillValues } from "./values.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Snapshot} Snapshot */
/** @typedef {import("./types.js").JudgedMove} JudgedMove */

/**
 * @typedef {object} Table what the coach may ask of the page
 * @property {(level: number) => Promise<boolean>} markHint write the hint into the record; false when refused
 * @property {(plies: number) => void} takeBack
 * @property {(played: string[], line: string[]) => void} showLine after the moves that were played
 * @property {() => void} redraw
 */

export class Coach {
  /**
   * @param {import("./board.js").Board} board
   * @param {Table} table
   */
  constructor(board, table) {
    this.table = table;
    this.badges = new Badges(board);
    this.hints = new HintLadder((level) => table.markHint(level));
    this.panel = byId("coach");
    this.dial = setting("coach");
    /** @type {View | null} */
    this.view = null;
    /** @type {number | null} how many moves stood before the one that is warned of */
    this.warnedAt = null;
    this.#wireDial();
    byId("warning-take-back").addEventListener("click", () => this.#takeBack());
    byId("warning-dismiss").addEventListener("click", () => this.#dismiss());
  }

  /** Are verdicts on the board right now? */
  get isOn() {
    return this.dial === "on" && !this.panel.hidden;
  }

  /**
   * Follow the match to another position.
   *
   * @param {Snapshot} match
   * @param {View} view
   */
  follow(match, view) {
    this.view = view;
    this.hints.follow(view.code);
    this.panel.hidden = !(match.solo || view.over);
    byId("coach-dial").hidden = view.over;
    byId("coach-after").hidden = !view.over || !view.played.length || match.seats.length < 2;
    const mayAsk = match.solo && match.you.includes(view.to_move ?? 0);
    byId("hints").hidden = !mayAsk || this.dial === "off";
    if (this.warnedAt !== null && view.played.length <= this.warnedAt) this.#clearWarning();
    this.#showVerdicts(view);
  }

  /**
   * A person has moved: say so when that threw something away.
   *
   * @param {View} view the position after the move
   */
  async judge(view) {
    this.#clearWarning();
    if (this.dial === "off" || this.panel.hidden) return;
    const before = view.played.slice(0, -1);
    const analyzed = await position(codeAfter(view.stem, before)).catch(() => null);
    const judged = analyzed?.moves.find(({ move }) => move === view.last);
    const stands = view.played.every((move, index) => this.view?.played[index] === move);
    if (stands && judged?.verdict === "throws") this.#warn(before, judged);
  }

  /**
   * @param {string[]} before the moves before the one that is warned of
   * @param {JudgedMove} judged
   */
  #warn(before, judged) {
    this.warnedAt = before.length;
    const head = `${judged.move} ${judged.words}: ${judged.worth}.`;
    byId("warning-head").textContent = head;
    byId("warning-why").textContent = sentence(judged.explanation);
    byId("warning-line").textContent = judged.line.length ? `Best play from here: ${judged.line.join(" ")}` : "";
    const show = byId("warning-show");
    show.hidden = !judged.line.length;
    byId("warning-dismiss").textContent = this.view?.over ? "Close" : "Keep my move";
    show.onclick = () => this.table.showLine(before, [judged.move, ...judged.line]);
    byId("warning").hidden = false;
    byId("warning").scrollIntoView({ block: "nearest" });
    announce(`${head} ${sentence(judged.explanation)} You can take it back.`);
  }

  #takeBack() {
    if (this.view && this.warnedAt !== null) this.table.takeBack(this.view.played.length - this.warnedAt);
  }

  #dismiss() {
    this.#clearWarning();
    this.table.redraw();
  }

  #clearWarning() {
    this.warnedAt = null;
    byId("warning").hidden = true;
  }

  /** @param {View} view */
  async #showVerdicts(view) {
    const place = byId("verdicts");
    const isShown = this.isOn && !view.over;
    place.hidden = !isShown;
    this.badges.show([]);
    if (!isShown) return;
    try {
      const analyzed = await position(view.code);
      if (this.view?.code !== view.code || !this.isOn) return;
      byId("standing").textContent = sentence(analyzed.worth ?? "");
      fillValues(byId("values"), analyzed.moves, (line) => this.table.showLine(view.played, line), false);
      this.badges.show(analyzed.moves);
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) throw refusal;
      byId("standing").textContent = refusal.message;
      byId("values").replaceChildren();
    }
  }

  #wireDial() {
    for (const radio of /** @type {NodeListOf<HTMLInputElement>} */ (this.panel.querySelectorAll("[name=coach]"))) {
      radio.checked = radio.value === this.dial;
      radio.addEventListener("change", () => this.#turn(/** @type {import("./settings.js").Dial} */ (radio.value)));
    }
  }

  /** @param {import("./settings.js").Dial} dial */
  #turn(dial) {
    this.dial = dial;
    choose("coach", dial);
    if (dial === "off") this.#clearWarning();
    this.table.redraw();
  }
}
