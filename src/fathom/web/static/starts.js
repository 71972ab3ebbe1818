/** Buttons that start a game with one tap, against the opponent that fits. */

import { address } from "./address.js";
import { createMatch } from "./api.js";
import { fittingOpponent } from "./history.js";
import { yourName } from "./memory.js";
import { goOnce } from "./page.js";

/** @returns {HTMLElement[]} who may be waiting, the weakest first */
function levels() {
  return [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".ladder [data-level]"))];
}

/** @param {string} game */
function opponentIn(game) {
  const ladder = levels().map((level) => level.dataset.level ?? "");
  const usual = /** @type {HTMLElement | null} */ (document.querySelector(".ladder"))?.dataset.usual ?? "";
  return fittingOpponent(ladder, usual, game);
}

/** @param {HTMLElement} pressed */
async function begin({ dataset: { game = "", options = "{}" } }) {
  const name = yourName();
  const wish = { game, options: JSON.parse(options), opponent: opponentIn(game), seat: 1, ...(name && { name }) };
  const made = await createMatch(wish);
  return address(`/m/${made.match.id}`);
}

/** Bring the buttons of the page to life, and show who is waiting at the first of them. */
export function wakeStarts() {
  const buttons = [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("button.start"))];
  for (const button of buttons) button.addEventListener("click", () => goOnce(button, () => begin(button)));
  const fitting = opponentIn(buttons[0]?.dataset.game ?? "");
  for (const level of levels()) level.hidden = level.dataset.level !== fitting;
}
