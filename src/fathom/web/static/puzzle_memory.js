/** What this browser remembers of puzzles: walks to resume, and the days whose puzzle was solved on its day. */

import { prefix } from "./address.js";

const WALKS = `fathom${prefix}.walks`;
const DAYS = "fathom.days";
const MOST_WALKS = 30;
const MOST_DAYS = 1000;
const DAY = 86_400_000;

/** @typedef {{mp: number, over: number}} Solved */

/**
 * @param {string} name
 * @returns {Record<string, any>}
 */
function read(name) {
  try {
    const kept = JSON.parse(localStorage.getItem(name) ?? "{}");
    return kept && typeof kept === "object" && !Array.isArray(kept) ? kept : {};
  } catch {
    return {}; // what cannot be read has not been kept
  }
}

/**
 * Keep the newest entries.
 *
 * @param {string} name
 * @param {Record<string, unknown>} kept
 * @param {number} most
 */
function write(name, kept, most) {
  try {
    localStorage.setItem(name, JSON.stringify(Object.fromEntries(Object.entries(kept).slice(-most))));
  } catch {
    // A store that is full or forbidden is not worth an error: the walk itself is kept by the server.
  }
}

/**
 * The match in which a puzzle was begun here and not ended.
 *
 * @param {string} code
 * @returns {string | undefined}
 */
export function walkOf(code) {
  const id = read(WALKS)[code];
  return typeof id === "string" && /^\w+$/.test(id) ? id : undefined;
}

/**
 * @param {string} code
 * @param {string | null} id null when it has ended
 */
export function rememberWalk(code, id) {
  const { [code]: _, ...others } = read(WALKS);
  write(WALKS, id ? { ...others, [code]: id } : others, MOST_WALKS);
}

/**
 * How the puzzle of a day was solved on its day; of several times, the best.
 *
 * @param {string} date
 * @returns {Solved | undefined}
 */
export function solvedOn(date) {
  const kept = read(DAYS)[date];
  return kept && Number.isInteger(kept.mp) && Number.isInteger(kept.over) ? kept : undefined;
}

/** @returns {Record<string, Solved>} every day that was solved on its day, by its date */
export function solvedDays() {
  return Object.fromEntries(Object.keys(read(DAYS)).flatMap((date) => {
    const solved = solvedOn(date);
    return solved ? [[date, solved]] : [];
  }));
}

/**
 * @param {string} date
 * @param {Solved} solved
 */
export function rememberSolved(date, solved) {
  const before = solvedOn(date);
  if (before && before.mp <= solved.mp) return;
  write(DAYS, { ...read(DAYS), [date]: solved }, MOST_DAYS);
}

/**
 * On how many days running the puzzle of the day was solved; today still counts as open.
 *
 * @param {string} today
 */
export function streak(today) {
  let day = Date.parse(today);
  if (!solvedOn(today)) day -= DAY;
  let days = 0;
  while (solvedOn(new Date(day).toISOString().slice(0, 10))) {
    days += 1;
    day -= DAY;
  }
  return days;
}

/** Say what the puzzle of the day came to where a page has a place for it. */
export function showDone() {
  const place = document.getElementById("daily-done");
  const solved = place && solvedOn(place.dataset.date ?? "");
  if (!place || !solved) return;
  place.textContent = `✓ Done: ${solved.mp} MP${solved.over ? `, ${solved.over} more than the best` : ", the best there is"}`;
  place.hidden = false;
}

/** Say the streak where a page has a place for it. */
export function showStreak() {
  const place = document.getElementById("streak");
  const today = place?.dataset.date;
  if (!place || !today) return;
  const days = streak(today);
  place.textContent = days ? `Your streak: ${days} ${days === 1 ? "day" : "days"}` : "";
  place.classList.toggle("kept", !!solvedOn(today));
}
