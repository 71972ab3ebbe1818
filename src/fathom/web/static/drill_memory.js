/** The answers to drills that this browser has given. Nobody else keeps them. */

import { readList, write } from "./shelf.js";

/** @typedef {import("./types.js").GivenAnswer} GivenAnswer */

const ANSWERS = "fathom.answers";
/** As many as the server takes at once; the oldest are forgotten first. */
const MOST = 2000;

/**
 * @param {any} entry
 * @returns {entry is GivenAnswer}
 */
function isGiven(entry) {
  const { game, position, is_right, hinted, at } = entry ?? {};
  const texts = [game, position, at].every((text) => typeof text === "string" && text.length > 0);
  return texts && typeof is_right === "boolean" && typeof hinted === "boolean";
}

/** @returns {GivenAnswer[]} the oldest first */
export function answers() {
  return readList(ANSWERS).filter(isGiven).slice(-MOST);
}

/** @param {GivenAnswer} answer */
export function keepAnswer(answer) {
  write(ANSWERS, JSON.stringify([...answers(), answer].slice(-MOST)));
}

/**
 * Keep answers from another browser with those that are here, each once, the oldest first.
 *
 * @param {unknown[]} more
 */
export function keepAnswers(more) {
  const known = new Map([...more.filter(isGiven), ...answers()].map((answer) => [`${answer.at} ${answer.position}`, answer]));
  const sorted = [...known.values()].sort((one, other) => one.at.localeCompare(other.at));
  write(ANSWERS, JSON.stringify(sorted.slice(-MOST)));
}
