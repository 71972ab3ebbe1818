/** What the playing screen always says: the goal, what to do now and what just happened. The server words it. */

import { byId } from "./page.js";

/** @typedef {import("./types.js").Snapshot} Snapshot */
/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Told} Told */

/**
 * What is said to whoever plays some seats; its index is their sum.
 *
 * @param {View} view
 * @param {number[]} you
 * @returns {Told}
 */
export function toldTo({ guide }, you) {
  return guide.told[you.reduce((sum, seat) => sum + seat, 0)];
}

/**
 * What a screen reader announces after something has happened; the goal is on the page and does not change.
 *
 * @param {Snapshot} match
 */
export function announcement({ view, you }) {
  const { happened, result, now } = toldTo(view, you);
  return [happened, result, now].filter((line) => line).join(" ");
}

/**
 * @param {Snapshot} match
 * @param {boolean} isWithdrawn
 */
export function showGuide(match, isWithdrawn) {
  const { view, you, state } = match;
  const { now, happened, result } = toldTo(view, you);
  byId("goal").textContent = view.guide.goal;
  byId("now").textContent = isWithdrawn ? "" : state === "waiting" ? waiting(match) : now;
  byId("happened").textContent = happened;
  byId("result").textContent = result;
  byId("result").hidden = !result;
  byId("guide").toggleAttribute("data-over", !!result);
  byId("guide").toggleAttribute("data-yours", !view.over && state === "playing" && you.includes(view.to_move ?? 0));
}

/**
 * The title of the tab: what to do now comes first, as there is room for little.
 *
 * @param {Snapshot} match
 * @param {string} game
 * @param {boolean} isWithdrawn
 */
export function tabTitle({ view, you, state }, game, isWithdrawn) {
  const isYours = state === "playing" && you.length === 1 && view.to_move === you[0];
  const { result } = toldTo(view, you);
  const news = isYours ? "Your move" : result || (isWithdrawn ? "Taken back" : state === "waiting" ? "Waiting" : "");
  return [news, game, "Fathom"].filter((part) => part).join(" · ");
}

/** @param {Snapshot} match */
function waiting({ you, challenge }) {
  if (!you.length) return "Waiting for the second player.";
  return challenge ? "Waiting for somebody to accept your challenge." : "Waiting for your friend to open the link.";
}
