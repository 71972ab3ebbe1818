/** How far this browser has come in the lessons. */

import { read, write } from "./shelf.js";

const LESSONS = "fathom.lessons";

/** @typedef {{step: number, code: string, done: boolean}} Progress `done` once the last step has been made */

/** @returns {Record<string, Progress>} */
export function lessons() {
  try {
    const kept = JSON.parse(read(LESSONS) ?? "{}");
    return kept && typeof kept === "object" && !Array.isArray(kept) ? kept : {};
  } catch {
    return {}; // what cannot be read has not been kept
  }
}

/**
 * @param {string} game
 * @returns {Progress | undefined}
 */
export function lessonIn(game) {
  const kept = lessons()[game];
  return kept && Number.isInteger(kept.step) && typeof kept.code === "string" ? kept : undefined;
}

/**
 * A lesson that was finished once stays finished.
 *
 * @param {string} game
 * @param {Progress} progress
 */
export function keepLesson(game, progress) {
  const done = progress.done || !!lessonIn(game)?.done;
  write(LESSONS, JSON.stringify({ ...lessons(), [game]: { ...progress, done } }));
}
