/** The page of finished games and puzzles: results, win rates by game and opponent, and rows of wins. */

import { address } from "./address.js";
import { count, resultBar, timeline } from "./charts.js";
import { finishedGames, isContest } from "./history.js";
import { byId, make, servedWith } from "./page.js";
import { solvedDays, streak } from "./puzzle_memory.js";

/** @typedef {import("./history.js").Finished} Finished */

const MOST_SHOWN = 20;
/** So many games are drawn. */
const MOST_DRAWN = 40;
const WORDS = { won: "won", lost: "lost", drawn: "drawn", shared: "two at this screen", solved: "solved", stuck: "not solved" };
const MARKS = { won: "✓", lost: "✗", drawn: "=", shared: "·", solved: "✓", stuck: "✗" };
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
function resultOf({ result, mp, over }) {
  const words = `${MARKS[result]} ${WORDS[result]}`;
  return result === "solved" ? `${words}, ${mp} MP${over ? ` (+${over})` : ", the best"}` : words;
}

/** @param {Finished} game */
function row(game) {
  const when = make("time", { datetime: game.at }, new Date(game.at).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" }));
  const isPuzzle = game.result === "solved" || game.result === "stuck";
  const place = isPuzzle ? address(`/m/${game.id}`) : address(`/m/${game.id}/review`);
  const review = make("a", { href: place }, isPuzzle ? "Open" : "Review");
  review.append(make("span", { class: "visually-hidden" }, ` of ${titleOf(game)}`));
  // On a phone, a row is laid out as a block, and is a row all the same.
  return make("tr", { role: "row" }, cell({}, when), make("th", { scope: "row", role: "rowheader" }, titleOf(game)), cell({}, opponentOf(game)),
    cell({ "data-result": game.result }, resultOf(game)), cell({ class: "number" }, String(game.moves)), cell({}, review));
}

/**
 * @param {Record<string, string>} attributes
 * @param {Node | string} content
 */
function cell(attributes, content) {
  return make("td", { role: "cell", ...attributes }, content);
}

/** @param {number | string} value */
function number(value) {
  return make("td", { class: "number" }, String(value));
}

/** One row for each opponent in each game; puzzles have no opponent, and games of two at this screen no winner of ours. */
function rates() {
  /** @type {Map<string, Finished[]>} */
  const groups = new Map();
  for (const game of games.filter(isContest)) {
    const name = JSON.stringify([titleOf(game), opponentOf(game)]);
    groups.set(name, [...(groups.get(name) ?? []), game]);
  }
  return [...groups.entries()].sort().map(([name, played]) => {
    const [title, opponent] = JSON.parse(name);
    const counts = count(played);
    const rate = make("td", {}, `${Math.round((100 * counts.won) / played.length)}%`, resultBar(counts));
    return make("tr", {}, make("th", { scope: "row" }, title), make("td", {}, opponent), number(played.length), number(counts.won),
      number(counts.drawn), number(counts.lost), rate);
  });
}

/** How many wins in a row: now, and at most. */
function rows() {
  let running = 0;
  let longest = 0;
  for (const { result } of games.filter(isContest).reverse()) {
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
  const own = games.filter(isContest);
  const won = own.filter(({ result }) => result === "won").length;
  const { running, longest } = rows();
  byId("count").textContent = String(games.length);
  byId("won").textContent = own.length ? `${won} of ${own.length}` : "–";
  byId("running").textContent = String(running);
  byId("longest").textContent = String(longest);
  byId("rates").replaceChildren(...rates());
  byId("lately").hidden = byId("by-opponent").hidden = !own.length;
  if (own.length) byId("lately").append(timeline(own.slice(0, MOST_DRAWN).reverse()));
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
