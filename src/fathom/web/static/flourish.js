/** A win is a moment: sparks fly from the board, once, and are gone. Decoration only; not for those who want less motion. */

import { make } from "./page.js";
import { beat } from "./settings.js";

const SPARKS = 28;
const LASTS = 1600;

/** @param {HTMLElement} home */
export function flourish(home) {
  if (!beat()) return;
  const layer = make("div", { class: "flourish", "aria-hidden": "true" });
  for (let spark = 0; spark < SPARKS; spark += 1) {
    const drawn = make("i");
    drawn.style.setProperty("--turn", `${(360 * spark) / SPARKS}deg`);
    drawn.style.setProperty("--far", `${60 + 40 * ((spark * 7) % 5)}px`);
    layer.append(drawn);
  }
  home.append(layer);
  setTimeout(() => layer.remove(), LASTS);
}
