/** Starts games, and shows what this browser remembers: matches that were left, and the puzzle of the day. */

import { address } from "./address.js";
import { matches } from "./memory.js";
import { showDone } from "./puzzle_memory.js";
import { wakeStarts } from "./starts.js";

/** @typedef {import("./memory.js").Remembered} Remembered */

const MOST_SHOWN = 6;

/**
 * Anything may stand in a browser's storage.
 * @param {Partial<Remembered> | null} entry
 */
function isWhole(entry) {
  const { id, title, changed } = entry ?? {};
  return /^[\w-]+$/.test(String(id)) && [id, title, changed].every((text) => typeof text === "string");
}

/**
 * When that was: "5 minutes ago".
 * @param {string} changed
 */
function ago(changed) {
  const seconds = Math.max(0, (Date.now() - Date.parse(changed)) / 1000);
  const said = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
  if (!(seconds < 86400 * 365)) return "";
  if (seconds < 60) return "just now";
  if (seconds < 3600) return said.format(-Math.floor(seconds / 60), "minute");
  if (seconds < 86400) return said.format(-Math.floor(seconds / 3600), "hour");
  return said.format(-Math.floor(seconds / 86400), "day");
}

/** @param {Remembered} match */
function card(match) {
  const item = document.createElement("li");
  item.className = "card card-link resume-card";
  const words = document.createElement("div");
  const link = document.createElement("a");
  link.className = "cover";
  link.href = address(`/m/${match.id}`);
  link.textContent = match.title;
  const title = document.createElement("h3");
  title.append(link);
  const when = document.createElement("p");
  when.className = "fine";
  when.textContent = ago(match.changed);
  words.append(title, when);
  item.append(words);
  return item;
}

const section = document.getElementById("resume");
const found = matches().filter(isWhole).slice(0, MOST_SHOWN);
if (section && found.length) {
  section.querySelector("ul")?.replaceChildren(...found.map(card));
  section.hidden = false;
}
showDone();
wakeStarts();
