/** The calendar of the puzzles of the day: marks the days that were solved. */

import { showStreak, solvedOn } from "./puzzle_memory.js";

for (const link of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".calendar [data-date]"))) {
  const solved = solvedOn(link.dataset.date ?? "");
  const place = link.querySelector(".day-result");
  if (!solved || !place) continue;
  place.textContent = solved.over ? `✓ +${solved.over}` : "★";
  link.dataset.solved = solved.over ? "over" : "best";
  const words = document.createElement("span");
  words.className = "visually-hidden";
  words.textContent = solved.over ? `, solved, ${solved.over} over the best` : ", solved, the best there is";
  link.append(words);
}
showStreak();
