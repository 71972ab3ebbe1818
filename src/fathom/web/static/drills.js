/** How far you have come: the server works it out from the answers that this browser keeps. */

import { post, Refusal } from "./api.js";
import { answers } from "./drill_memory.js";
import { byId, make } from "./page.js";
import { notify } from "./shell.js";

/** @typedef {import("./types.js").GameProgress} GameProgress */
/** @typedef {import("./types.js").Progress} Progress */
/** @typedef {import("./types.js").Week} Week */

const SHARES = new Intl.NumberFormat("en", { style: "percent", minimumFractionDigits: 1, maximumFractionDigits: 1 });
const COUNTS = new Intl.NumberFormat("en");
/** From this number on, a field of the map is as dark as it gets. */
const DARKEST = 4;

/** @param {GameProgress} progress */
function show({ game, remembered, mastered, goal, due, level, chart }) {
  const map = document.querySelector(`.progress-map[data-game="${CSS.escape(game)}"]`);
  if (!map) return;
  say(map, "[data-known]", COUNTS.format(remembered));
  say(map, "[data-due]", due ? `${COUNTS.format(due)} due now.` : "Nothing is due.");
  say(map, "[data-level]", `You are at level ${level} of 5.`);
  const bar = map.querySelector("progress");
  if (bar) {
    bar.value = mastered;
    say(map, "[data-mastered]", COUNTS.format(mastered));
    say(map, "[data-goal]", goal);
  }
  const table = /** @type {HTMLElement} */ (map.querySelector("table"));
  table.hidden = !chart.flat().some((count) => count > 0);
  const fields = map.querySelectorAll("[data-box]");
  chart.flat().forEach((count, index) => {
    fields[index].textContent = count ? COUNTS.format(count) : "·";
    fields[index].setAttribute("data-box", String(Math.min(count, DARKEST)));
  });
}

/**
 * @param {Element} map
 * @param {string} place
 * @param {string} text
 */
function say(map, place, text) {
  /** @type {Element} */ (map.querySelector(place)).textContent = text;
}

/** @param {Week[]} weeks the newest last */
function showWeeks(weeks) {
  byId("no-weeks").hidden = weeks.length > 0;
  byId("weeks-table").hidden = !weeks.length;
  const rows = weeks.slice(-12).reverse().map(({ week, drills: { right, total } }) => {
    const cells = [COUNTS.format(right), COUNTS.format(total)].map((text) => make("td", { class: "number" }, text));
    return make("tr", {}, make("th", { scope: "row" }, week), ...cells, make("td", {}, SHARES.format(right / total)));
  });
  byId("weeks").replaceChildren(...rows);
}

async function refresh() {
  const given = answers();
  if (!given.length) return;
  try {
    const { games, weeks } = /** @type {Progress} */ (await post("/drills/progress", { answers: given }));
    games.forEach(show);
    showWeeks(weeks);
    const due = games.reduce((sum, game) => sum + game.due, 0);
    const positions = due === 1 ? "position is" : "positions are";
    const nothing = "Nothing is due: you will get new positions.";
    byId("due-total").textContent = due ? `${COUNTS.format(due)} ${positions} due.` : nothing;
  } catch (refusal) {
    if (!(refusal instanceof Refusal)) throw refusal;
    notify(refusal.message);
  }
}

addEventListener("pageshow", refresh);
