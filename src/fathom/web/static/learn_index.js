/** The list of lessons: says how far you have come in each. */

import { lessonIn } from "./lesson_memory.js";

for (const place of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-lesson]"))) {
  const kept = lessonIn(place.dataset.lesson ?? "");
  place.textContent = kept?.done ? "✓ Done" : kept?.step ? `Begun: step ${kept.step + 1} is next` : "";
}
