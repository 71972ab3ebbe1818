/** What every page has: announcements, the connection notice, and the service worker. */

import { address, isLocal } from "./address.js";

const announcer = document.getElementById("announce");
const noticeBoard = document.getElementById("notice");

/**
 * Say something to those who listen to the page instead of looking at it.
 * @param {string} text
 */
export function announce(text) {
  if (!announcer || !text) return;
  const line = document.createElement("p");
  line.textContent = text;
  announcer.append(line);
  while (announcer.childElementCount > 5) announcer.firstElementChild?.remove();
}

/**
 * Show one sentence about the connection at the foot of the window; an empty one takes it away.
 * @param {string} text
 */
export function notify(text) {
  if (noticeBoard && noticeBoard.textContent !== text) noticeBoard.textContent = text;
}

document.documentElement.classList.add("has-script");

if (!isLocal) {
  addEventListener("offline", () => notify("You are offline. Nothing is lost; the page continues when you are back online."));
  addEventListener("online", () => notify(""));
}

if (!isLocal && "serviceWorker" in navigator) {
  addEventListener("load", () => {
    navigator.serviceWorker.register(address("/sw.js")).catch(() => {
      // Private windows refuse service workers; everything but the offline page works without one.
    });
  });
}
