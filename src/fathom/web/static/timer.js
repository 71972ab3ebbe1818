/** How long a puzzle takes, from the first step to its end, for those who have asked for it in the settings. */

import { read, write } from "./shelf.js";
import { setting } from "./settings.js";

const KEPT = "fathom.timed";
const SECOND = 1000;

/** @param {number} milliseconds */
export function asTime(milliseconds) {
  const seconds = Math.floor(milliseconds / SECOND);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const padded = (/** @type {number} */ part) => String(part).padStart(2, "0");
  return hours ? `${hours}:${padded(minutes)}:${padded(seconds % 60)}` : `${minutes}:${padded(seconds % 60)}`;
}

export class Timer {
  /** @param {HTMLElement} place where the time stands */
  constructor(place) {
    this.place = place;
    /** @type {{id: string, began: number, ended?: number} | null} */
    this.kept = null;
    this.isWanted = setting("timer") === "on";
  }

  /** The time it took; empty where nobody asked, or it is not over. */
  get taken() {
    return this.isWanted && this.kept?.ended ? asTime(this.kept.ended - this.kept.began) : "";
  }

  /**
   * Follow a walk: it runs from its first step on, also across a reload.
   *
   * @param {string} id of the match
   * @param {boolean} isBegun
   * @param {boolean} isOver
   */
  follow(id, isBegun, isOver) {
    if (!this.isWanted || !isBegun) return;
    if (this.kept?.id !== id) this.kept = kept(id) ?? (isOver ? null : { id, began: Date.now() });
    if (!this.kept) return;
    if (isOver) this.kept.ended ??= Date.now();
    else delete this.kept.ended;
    write(KEPT, JSON.stringify(this.kept));
    this.#show();
    clearInterval(this.ticking);
    if (!isOver) this.ticking = setInterval(() => this.#show(), SECOND);
  }

  /** @type {number | undefined} */
  ticking = undefined;

  #show() {
    if (!this.kept) return;
    this.place.hidden = false;
    const time = asTime((this.kept.ended ?? Date.now()) - this.kept.began);
    /** @type {HTMLElement} */ (this.place.querySelector("strong")).textContent = time;
  }
}

/**
 * What was kept of this walk; anything may stand in a browser's storage.
 *
 * @param {string} id
 */
function kept(id) {
  try {
    const found = JSON.parse(read(KEPT) ?? "null");
    return found?.id === id && Number.isFinite(found.began) ? found : null;
  } catch {
    return null;
  }
}
