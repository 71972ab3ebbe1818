/** Signals that it is your move: a badge on the app's icon, and a notification where that was allowed by a press. */

import { announcement } from "./guide.js";
import { byId } from "./page.js";
import { play } from "./sound.js";

/** @typedef {import("./types.js").Snapshot} Snapshot */
/** @typedef {{setAppBadge?: (number?: number) => Promise<void>, clearAppBadge?: () => Promise<void>}} Badging */

const badging = /** @type {Badging} */ (navigator);

export class Signals {
  constructor() {
    this.wasYours = false;
    const ask = byId("notify");
    ask.addEventListener("click", async () => {
      await Notification.requestPermission();
      this.#offer();
    });
    document.addEventListener("visibilitychange", () => document.hidden || this.#clear());
    this.#offer();
  }

  /** Offer to ask for permission, as long as nobody has decided. */
  #offer() {
    byId("notify").hidden = !("Notification" in window) || Notification.permission !== "default";
  }

  /**
   * @param {Snapshot} match
   * @param {string} game
   */
  follow(match, game) {
    const isYours = match.state === "playing" && match.you.length === 1 && match.view.to_move === match.you[0];
    if (isYours && !this.wasYours) this.signal(`Your move in ${game}`, announcement(match), match.id, "answer");
    if (!isYours) this.#clear();
    this.wasYours = isYours;
  }

  /**
   * Call somebody back who looks at something else.
   *
   * @param {string} title
   * @param {string} body
   * @param {string} tag one notification for each match
   * @param {import("./sound.js").Sound} sound
   */
  signal(title, body, tag, sound) {
    if (!document.hidden) return;
    badging.setAppBadge?.(1).catch(() => {});
    play(sound);
    if ("Notification" in window && Notification.permission === "granted") show(title, body, tag);
  }

  #clear() {
    badging.clearAppBadge?.().catch(() => {});
  }
}

/**
 * Phones show notifications through the service worker only.
 *
 * @param {string} title
 * @param {string} body
 * @param {string} tag
 */
async function show(title, body, tag) {
  const worker = await navigator.serviceWorker?.getRegistration();
  if (worker) return worker.showNotification(title, { body, tag, data: location.href });
  const shown = new Notification(title, { body, tag });
  shown.onclick = () => {
    focus();
    shown.close();
  };
}
