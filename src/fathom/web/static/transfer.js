/** Everything that is worth taking to another browser, as one file; seats in running matches stay where they are. */

import { answers, keepAnswers } from "./drill_memory.js";
import { finishedGames, isFinished, keepFinished } from "./history.js";
import { keepLesson, lessons } from "./lesson_memory.js";
import { setYourName, yourName } from "./memory.js";
import { rememberSolved, solvedDays } from "./puzzle_memory.js";
import { CHOICES, choose, setting } from "./settings.js";

/** @typedef {keyof import("./settings.js").Settings} Name */

const KIND = "fathom-browser";
const NAMES = /** @type {Name[]} */ (Object.keys(CHOICES));
const NOT_OURS = "This is not a file that Fathom saved: nothing was changed. Choose the fathom.json of another browser.";

/** The file, as text. */
export function exported() {
  return JSON.stringify({
    kind: KIND,
    version: 1,
    name: yourName(),
    settings: Object.fromEntries(NAMES.map((name) => [name, setting(name)])),
    games: finishedGames(),
    days: solvedDays(),
    lessons: lessons(),
    answers: answers(),
  }, null, 1);
}

/**
 * Take what a file holds and this browser can use; what is here already stays.
 *
 * @param {string} text
 * @returns {string} what happened, in a sentence
 */
export function imported(text) {
  const kept = parse(text);
  if (kept?.kind !== KIND) return NOT_OURS;
  for (const name of NAMES) takeSetting(name, kept.settings?.[name]);
  if (typeof kept.name === "string" && kept.name.length <= 40 && !yourName()) setYourName(kept.name);
  const games = list(kept.games).filter(isFinished);
  keepFinished(games);
  const days = entries(kept.days).filter(([, solved]) => Number.isInteger(solved?.mp) && Number.isInteger(solved?.over));
  for (const [date, solved] of days) if (/^\d{4}-\d\d-\d\d$/.test(date)) rememberSolved(date, solved);
  for (const [game, { step, code, done }] of entries(kept.lessons).filter(isLesson)) keepLesson(game, { step, code, done: !!done });
  keepAnswers(list(kept.answers));
  return `Loaded: ${games.length} finished ${games.length === 1 ? "game" : "games"}, ${days.length} ${days.length === 1 ? "day" : "days"}, and the settings.`;
}

/** @param {string} text */
function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * @param {Name} name
 * @param {unknown} word
 */
function takeSetting(name, word) {
  const words = /** @type {readonly unknown[]} */ (CHOICES[name]);
  if (words.includes(word)) choose(name, /** @type {any} */ (word));
}

/**
 * @param {unknown} value
 * @returns {any[]}
 */
function list(value) {
  return Array.isArray(value) ? value : [];
}

/**
 * @param {unknown} value
 * @returns {[string, any][]}
 */
function entries(value) {
  return value && typeof value === "object" ? Object.entries(value) : [];
}

/** @param {[string, any]} entry */
function isLesson([, lesson]) {
  return Number.isInteger(lesson?.step) && typeof lesson?.code === "string";
}
