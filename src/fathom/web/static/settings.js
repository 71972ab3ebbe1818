/**
 * What the visitor has chosen for every page: one word for each setting, kept in this browser.
 *
 *     setting("speed")             "calm", unless another word was chosen
 *     choose("theme", "dark")      kept, and seen at once on this page
 *
 * `beat` is how long a machine's answer waits, in milliseconds, so that a person can follow.
 */

import { read, write } from "./shelf.js";

/** @typedef {"system" | "light" | "dark"} Theme */
/** @typedef {"off" | "on"} Switch */
/** @typedef {"none" | "quick" | "calm"} Speed */
/** @typedef {"off" | "warn" | "on"} Dial */
/** @typedef {{theme: Theme, sound: Switch, speed: Speed, coordinates: Switch, coach: Dial, timer: Switch}} Settings */

/** The words of every setting; the first is the usual one. */
export const CHOICES = /** @type {const} */ ({
  theme: ["system", "light", "dark"],
  sound: ["off", "on"],
  speed: ["calm", "quick", "none"],
  coordinates: ["on", "off"],
  coach: ["off", "warn", "on"],
  timer: ["off", "on"],
});

/** @type {Record<Speed, number>} */
const BEATS = { none: 0, quick: 250, calm: 650 };

/**
 * @template {keyof Settings} K
 * @param {K} name
 * @returns {Settings[K]}
 */
export function setting(name) {
  const words = /** @type {readonly string[]} */ (CHOICES[name]);
  const kept = read(`fathom.${name}`) ?? "";
  return /** @type {Settings[K]} */ (words.includes(kept) ? kept : words[0]);
}

/**
 * @template {keyof Settings} K
 * @param {K} name
 * @param {Settings[K]} word
 */
export function choose(name, word) {
  write(`fathom.${name}`, word);
  if (name === "theme") applyTheme();
}

/** How long a machine's answer waits, in milliseconds: not at all for those who asked for less motion. */
export function beat() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : BEATS[setting("speed")];
}

/** The script of the head has done this when the page was opened. */
function applyTheme() {
  const theme = setting("theme");
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}
