/** The finished games and puzzles of this browser: what they came to, against whom, and what follows from them. */

import { prefix } from "./address.js";
import { readList, write } from "./shelf.js";

/** Games belong to one server, as their reviews do. */
const HISTORY = `fathom${prefix}.history`;
const MOST = 500;
/** So many wins or losses running against one opponent bring the next one. */
const RUNNING = 2;

/** @typedef {"won" | "lost" | "drawn" | "shared" | "solved" | "stuck"} Result "shared" is a game of two people at this screen, the last two are puzzles */
/** @typedef {{id: string, game: string, title: string, opponent: string, result: Result, moves: number, at: string, mp?: number, over?: number}} Finished */

const RESULTS = ["won", "lost", "drawn", "shared", "solved", "stuck"];
const CONTESTS = ["won", "lost", "drawn"];

/**
 * Anything may stand in a browser's storage.
 *
 * @param {any} entry
 * @returns {entry is Finished}
 */
export function isFinished(entry) {
  const texts = [entry?.id, entry?.game, entry?.title, entry?.opponent, entry?.at];
  return texts.every((text) => typeof text === "string") && /^[\w-]+$/.test(entry.id) && RESULTS.includes(entry.result)
    && Number.isInteger(entry.moves) && !Number.isNaN(Date.parse(entry.at))
    && (entry.result !== "solved" || (Number.isInteger(entry.mp) && Number.isInteger(entry.over)));
}

/**
 * Was it played against somebody, and not at one screen?
 *
 * @param {Finished} game
 */
export function isContest({ result }) {
  return CONTESTS.includes(result);
}

/** @returns {Finished[]} the newest first */
export function finishedGames() {
  return readList(HISTORY).filter(isFinished);
}

/**
 * Keep these games and those that were there, each once, the newest first.
 *
 * @param {Finished[]} more
 */
export function keepFinished(more) {
  const known = new Map([...finishedGames(), ...more].map((game) => [game.id, game]));
  const sorted = [...known.values()].sort((one, other) => other.at.localeCompare(one.at));
  write(HISTORY, JSON.stringify(sorted.slice(0, MOST)));
}

/**
 * Keep the result of a match that is over, once.
 *
 * @param {import("./types.js").Snapshot} match
 * @param {string} title of its game
 */
export function recordMatch({ id, game, names, you, view }, title) {
  if (!you.length || names.length < 2 || finishedGames().some((kept) => kept.id === id)) return;
  const opponent = names.find((_, index) => !you.includes(index + 1)) ?? "";
  const at = new Date().toISOString();
  keepFinished([{ id, game, title, opponent, result: resultOf(you, view), moves: view.played.length, at }]);
}

/**
 * Keep what a walk came to; of several on one puzzle that was begun once, the best.
 *
 * @param {{id: string, game: string, title: string, moves: number}} walk
 * @param {import("./types.js").WalkResult} result
 */
export function recordWalk(walk, { solved, mp, best }) {
  const before = finishedGames().find(({ id }) => id === walk.id);
  if (before && (!solved || (before.mp ?? Infinity) <= mp)) return;
  const came = solved ? { result: /** @type {const} */ ("solved"), mp, over: mp - (best ?? mp) } : { result: /** @type {const} */ ("stuck") };
  keepFinished([{ ...walk, opponent: "", at: new Date().toISOString(), ...came }]);
}

/**
 * @param {number[]} you
 * @param {import("./types.js").View} view
 * @returns {Result}
 */
function resultOf(you, { outcome }) {
  if (you.length > 1) return "shared";
  if (!outcome?.winner) return "drawn";
  return you.includes(outcome.winner) ? "won" : "lost";
}

/**
 * The opponent that fits: two wins running bring the next of the ladder, two losses the one before.
 *
 * @param {string[]} ladder the weakest first
 * @param {string} usual for somebody who has not played yet
 * @param {string} game
 */
export function fittingOpponent(ladder, usual, game) {
  let level = ladder.indexOf(usual);
  let running = 0;
  for (const { opponent, result, game: played } of finishedGames().reverse()) {
    if (played !== game || opponent !== ladder[level]) continue;
    if (result === "won") running = Math.max(running, 0) + 1;
    else if (result === "lost") running = Math.min(running, 0) - 1;
    else running = 0;
    if (Math.abs(running) < RUNNING) continue;
    level = Math.min(Math.max(level + Math.sign(running), 0), ladder.length - 1);
    running = 0;
  }
  return ladder[level];
}
