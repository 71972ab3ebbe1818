/** Keeps the list of live matches fresh: the server draws it, this page only asks again. */

import { address } from "./address.js";
import { notify } from "./shell.js";

const EVERY = 4000;
const list = document.getElementById("live-matches");
let shown = list?.innerHTML.trim() ?? "";

/** Put a new list in the place of the old one, and leave the focus on the match where it was. */
function show(/** @type {HTMLElement} */ place, /** @type {string} */ drawn) {
  const focused = place.contains(document.activeElement) ? document.activeElement?.getAttribute("href") : null;
  place.innerHTML = drawn;
  if (focused) /** @type {HTMLElement | null} */ (place.querySelector(`a[href="${CSS.escape(focused)}"]`))?.focus();
}

async function refresh() {
  if (!list || document.hidden) return;
  try {
    const answer = await fetch(address("/watch/list"), { cache: "no-store" });
    if (!answer.ok) throw new Error(answer.statusText);
    const drawn = (await answer.text()).trim();
    if (drawn !== shown) show(list, drawn);
    shown = drawn;
    notify("");
  } catch {
    notify("The list cannot be refreshed at the moment. It will try again by itself.");
  }
}

setInterval(refresh, EVERY);
document.addEventListener("visibilitychange", refresh);
