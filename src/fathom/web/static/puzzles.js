/** The list of puzzles: says how you did today, and how long your streak is. */

import { showStreak, solvedOn } from "./puzzle_memory.js";
import { byId } from "./page.js";

const today = byId("streak").dataset.date ?? "";
const solved = solvedOn(today);
showStreak();
if (solved) byId("daily-link").textContent = `Solved: ${solved.mp} MP${solved.over ? ". Can you do better?" : ", the best"}`;
