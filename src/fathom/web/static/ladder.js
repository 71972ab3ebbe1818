/** The ladder: what this browser knows of your games against each machine, and which one comes next. */

import { address } from "./address.js";
import { createMatch } from "./api.js";
import { count, resultBar, say } from "./charts.js";
import { finishedGames, fittingOpponent, isContest } from "./history.js";
import { yourName } from "./memory.js";
import { goOnce, make, servedWith } from "./page.js";

/** @type {{ladder: string[], usual: string}} */
const { ladder, usual } = servedWith();
const games = finishedGames().filter(isContest);

/** @param {HTMLElement} section */
function show(section) {
  const game = section.dataset.game ?? "";
  const next = fittingOpponent(ladder, usual, game);
  for (const row of /** @type {NodeListOf<HTMLElement>} */ (section.querySelectorAll("[data-level]"))) {
    const { level, name = "" } = row.dataset;
    const counts = count(games.filter((played) => played.game === game && played.opponent === level));
    const place = /** @type {HTMLElement} */ (row.querySelector(".mine"));
    const isPlayed = counts.won + counts.drawn + counts.lost > 0;
    if (isPlayed) place.replaceChildren(make("span", { "aria-hidden": "true" }, say(counts)), resultBar(counts));
    else place.textContent = "–";
    if (level !== next) continue;
    row.setAttribute("aria-current", "step");
    const why = isPlayed ? `so far ${say(counts)}.` : "not played yet.";
    /** @type {HTMLElement} */ (section.querySelector(".next-said")).replaceChildren("Next for you: ", make("strong", {}, name), `, ${why}`);
  }
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (section.querySelectorAll(".climb"))) {
    button.addEventListener("click", () => goOnce(button, () => begin(game, button.dataset.options ?? "{}", next), game));
  }
}

/**
 * @param {string} game
 * @param {string} options as JSON
 * @param {string} opponent
 */
async function begin(game, options, opponent) {
  const name = yourName();
  const { match } = await createMatch({ game, options: JSON.parse(options), opponent, seat: 1, ...(name && { name }) });
  return address(`/m/${match.id}`);
}

for (const section of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".ladder-of"))) show(section);
