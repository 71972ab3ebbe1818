/** The coach of a puzzle: a warning after a step that costs MP, and on request what is best from here. */

import { position, Refusal } from "./api.js";
import { codeAfter } from "./codes.js";
import { choose, setting } from "./settings.js";
import { byId, sentence } from "./page.js";
import { announce } from "./shell.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Analysis} Analysis */

export class WalkCoach {
  /** @param {() => void} takeBack take the last step back */
  constructor(takeBack) {
    this.dial = setting("coach");
    /** @type {View | null} */
    this.view = null;
    this.#wireDial();
    byId("warning-take-back").addEventListener("click", takeBack);
    byId("warning-dismiss").addEventListener("click", () => (byId("warning").hidden = true));
  }

  /**
   * Be about a position from now on.
   *
   * @param {View} view
   * @param {boolean} isYours is this your walk?
   */
  follow(view, isYours) {
    byId("coach").hidden = !isYours;
    if (this.view?.code === view.code) return;
    this.view = view;
    byId("warning").hidden = true;
    this.#showStanding();
  }

  /**
   * You have made a step: say so when it costs MP.
   *
   * @param {View} view the position after the step
   */
  async judge(view) {
    if (this.dial === "off" || view.over) return;
    const analyzed = await position(codeAfter(view.stem, view.played.slice(0, -1))).catch(() => null);
    const judged = analyzed?.moves.find(({ move }) => move === view.last);
    if (!analyzed || !judged || this.view?.code !== view.code || !costs(analyzed, judged)) return;
    const head = `${judged.move}: ${judged.worth}`;
    byId("warning-head").textContent = head;
    byId("warning-why").textContent = sentence(judged.explanation);
    byId("warning").hidden = false;
    byId("warning").scrollIntoView({ block: "nearest" });
    announce(`${sentence(judged.explanation)} You can take it back.`);
  }

  async #showStanding() {
    const { view } = this;
    const place = byId("standing");
    place.hidden = this.dial !== "on" || !view || view.over;
    if (place.hidden || !view) return;
    place.textContent = "";
    try {
      const analyzed = await position(view.code);
      if (this.view?.code === view.code) place.textContent = sentence(`The best from here: ${analyzed.worth}`);
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) throw refusal;
      place.textContent = refusal.message;
    }
  }

  #wireDial() {
    for (const radio of /** @type {NodeListOf<HTMLInputElement>} */ (byId("coach").querySelectorAll("[name=coach]"))) {
      radio.checked = radio.value === this.dial;
      radio.addEventListener("change", () => this.#turn(/** @type {import("./settings.js").Dial} */ (radio.value)));
    }
  }

  /** @param {import("./settings.js").Dial} dial */
  #turn(dial) {
    this.dial = dial;
    choose("coach", dial);
    if (dial === "off") byId("warning").hidden = true;
    this.#showStanding();
  }
}

/**
 * Is a move worse than the best one? Where the peak is out of reach anyway, none is.
 *
 * @param {Analysis} analyzed
 * @param {import("./types.js").JudgedMove} judged
 */
function costs(analyzed, judged) {
  return analyzed.value.mp !== judged.mp;
}
