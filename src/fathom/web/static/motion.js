/** The movement of what was just played: from where it lay to where it is now. It never delays anything. */

import { centre } from "./nearest.js";
import { beat } from "./settings.js";

/** @typedef {import("./nearest.js").Point} Point */

const DURATION = 260;
/** In pixels: what moves less than this has not moved. */
const NEAR = 12;

export class Arrival {
  /**
   * @param {Element} before the drawing before the move
   * @param {string} move
   */
  constructor(before, move) {
    const walker = before.querySelector(".walker");
    const from = walker ?? [...before.querySelectorAll("[data-move], [data-piece]")].find((part) => isPart(part, move));
    /** @type {Point | null} */
    this.from = from && beat() > 0 ? centre(from.querySelector(".face") ?? from) : null;
  }

  /** @param {SVGSVGElement} after the drawing after the move, in the page */
  play(after) {
    const found = after.querySelector(".walker") ?? after.querySelector(".last .mover") ?? after.querySelector(".last:not(.trend)");
    const landed = /** @type {SVGGraphicsElement | null} */ (found);
    const scale = landed?.getScreenCTM()?.a;
    if (!this.from || !landed || !scale) return;
    const to = centre(landed);
    const [x, y] = [(this.from.x - to.x) / scale, (this.from.y - to.y) / scale];
    if (Math.hypot(x, y) * scale < NEAR) return;
    landed.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }], {
      duration: DURATION,
      easing: "cubic-bezier(0.2, 0.7, 0.2, 1)",
    });
  }
}

/**
 * @param {Element} part
 * @param {string} move
 */
function isPart(part, move) {
  const { move: whole, piece, places } = /** @type {SVGElement} */ (part).dataset;
  if (piece === undefined) return whole === move;
  return (places ?? "").split(" ").some((place) => `${piece}${place}` === move);
}
