/** The page of finished games: results, win rates by game and opponent, and rows of wins. */

import { address } from "./address.js";
import { finishedGames } from "./history.js";
import { byId, make, servedWith } from "./page.js";
import { solvedDays, streak } from "./puzzle_memory.js";

/** @typedef {import("./history.js").Finished} Finished */

const MOST_SHOWN = 20;
const WORDS = { won: "won", lost: "lost", drawn: "drawn", shared: "two at this screen" };
const MARKS = { won: "✓", lost: "✗", drawn: "=", shared: "·" };
/** @type {{machines: Record<string, string>, games: Record<string, string>}} */
const served = servedWith();
const games = finishedGames();

/** @param {Finished} game */
function opponentOf({ opponent, result }) {
  return served.machines[opponent] ?? (result === "shared" ? "" : opponent);
}

/** @param {Finished} game */
function titleOf({ game, title }) {
  return served.games[game] ?? title;
}

/** @param {Finished} game */
function row(game) {
  const when = make("time", { datetime: game.at }, new Date(game.at).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" }));
  const review = make("a", { href: address(`/m/${game.id}/review`) }, "Review");
  review.append(make("span", { class: "visually-hidden" }, ` of ${titleOf(game)}`));
  return make("tr", {}, make("td", {}, when), make("th", { scope: "row" }, titleOf(game)), make("td", {}, opponentOf(game)),
    make("td", { "data-result": game.result }, `${MARKS[game.result]} ${WORDS[game.result]}`), number(game.moves), make("td", {}, review));
}

/** @param {number | string} value */
function number(value) {
  return make("td", { class: "number" }, String(value));
}

/** One row for each opponent in each game; games of two at this screen have no winner of ours. */
function rates() {
  /** @type {Map<string, Finished[]>} */
  const groups = new Map();
  for (const game of games.filter(({ result }) => result !== "shared")) {
    const name = JSON.stringify([titleOf(game), opponentOf(game)]);
    groups.set(name, [...(groups.get(name) ?? []), game]);
  }
  return [...groups.entries()].sort().map(([name, played]) => {
    const [title, opponent] = JSON.parse(name);
    const count = (/** @type {string} */ result) => played.filter((game) => game.result === result).length;
    return make("tr", {}, make("th", { scope: "row" }, title), make("td", {}, opponent), number(played.length), number(count("won")),
      number(count("drawn")), number(count("lost")), number(`${Math.round((100 * count("won")) / played.length)} %`));
  });
}

/** How many wins in a row: now, and at most. */
function rows() {
  let running = 0;
  let longest = 0;
  for (const { result } of games.filter(({ result }) => result !== "shared").reverse()) {
    running = result === "won" ? running + 1 : 0;
    longest = Math.max(longest, running);
  }
  return { running, longest };
}

/** @param {number} most */
function list(most) {
  byId("games").replaceChildren(...games.slice(0, most).map(row));
  byId("more").hidden = games.length <= most;
}

function showGames() {
  const own = games.filter(({ result }) => result !== "shared");
  const won = own.filter(({ result }) => result === "won").length;
  const { running, longest } = rows();
  byId("count").textContent = String(games.length);
  byId("won").textContent = own.length ? `${won} of ${own.length}` : "–";
  byId("running").textContent = String(running);
  byId("longest").textContent = String(longest);
  byId("rates").replaceChildren(...rates());
  list(MOST_SHOWN);
  byId("more").addEventListener("click", () => list(games.length));
  byId("record").hidden = false;
  byId("no-games").hidden = true;
}

function showDays() {
  const days = Object.values(solvedDays());
  const best = days.filter(({ over }) => !over).length;
  const running = streak(new Date().toISOString().slice(0, 10));
  byId("days-said").textContent = days.length
    ? `${days.length} solved on their own day, ${best} of them with the best there is. Your streak: ${running} ${running === 1 ? "day" : "days"}.`
    : "None solved on its own day yet.";
}

if (games.length) showGames();
showDays();
