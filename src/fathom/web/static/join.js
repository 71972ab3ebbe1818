/** Taking up an invitation. Its secret is the part of the address after the #, which browsers never send by themselves. */

import { address } from "./address.js";
import { get, post, Refusal } from "./api.js";
import { hasJoined, joinKey, setYourName, yourName } from "./memory.js";
import { byId, make, showRefusal } from "./page.js";

/** @typedef {import("./types.js").Invited} Invited */

const INCOMPLETE = "This link is not complete: its end, after the #, is missing. Ask your friend to send it again.";
const id = byId("invitation").dataset.match ?? "";
const secret = location.hash.slice(1);
const form = /** @type {HTMLFormElement} */ (byId("join"));
const field = /** @type {HTMLInputElement} */ (form.elements.namedItem("name"));

/** @param {SubmitEvent} event */
async function join(event) {
  event.preventDefault();
  const pressed = /** @type {HTMLButtonElement} */ (byId("join-button"));
  const name = field.value.trim();
  pressed.disabled = true;
  try {
    await post(`/matches/${id}/join`, { secret, key: joinKey(id), ...(name && { name }) });
    setYourName(name);
    location.replace(address(`/m/${id}`));
  } catch (refusal) {
    if (!(refusal instanceof Refusal)) throw refusal;
    if (isLost(refusal)) showLost(refusal);
    else showRefusal(byId("refusal"), refusal);
    pressed.disabled = false;
  }
}

/**
 * Is it the link that is refused, rather than a name or a server that is away?
 *
 * @param {Refusal} refusal
 */
function isLost(refusal) {
  return ["not-found", "not-now", "bad-request"].includes(refusal.code);
}

/**
 * Nothing can be done with this link: say why, in words for people.
 *
 * @param {{code: string, message: string}} refusal
 */
function showLost({ code, message }) {
  for (const part of /** @type {NodeListOf<HTMLElement>} */ (byId("invitation").querySelectorAll(":scope > *"))) {
    part.hidden = part.id !== "no-invitation";
  }
  byId("watch-instead").hidden = code !== "not-now";
  byId("no-invitation-why").textContent = code === "bad-request" ? INCOMPLETE : message;
  document.title = "This invitation cannot be used · Fathom";
}

/** @param {Invited} invited */
function showInvitation({ by, title, summary, options, clock, begins, pair, rules }) {
  const isNamed = !/^Player [12]$/.test(by);
  const invited = isNamed ? `${by} invites you to ${title}` : `A friend invites you to ${title}`;
  document.title = `${invited} · Fathom`;
  byId("invited").textContent = invited;
  byId("invited-game").textContent = `${summary[0].toUpperCase()}${summary.slice(1)}`;
  byId("invited-game").hidden = false;
  byId("invited-terms").textContent = [
    options ? `With ${options}; everything else is by the book.` : "By the book.",
    clock ? `There is a clock: ${clock}. It runs from the first move on.` : "",
    begins ? "You move first." : `${isNamed ? by : "Your friend"} moves first.`,
    pair ? "It is the first of two games that count together; in the second, the sides are swapped." : "",
    "The match begins when you join. The link works once.",
  ].filter((line) => line).join(" ");
  byId("invited-terms").hidden = false;
  byId("invited-rules").querySelector("ol")?.replaceChildren(...rules.map((rule) => make("li", {}, rule)));
  byId("invited-rules").hidden = false;
}

/** Whoever has a seat already needs no invitation. */
async function open() {
  const asked = get(`/matches/${id}`);
  const match = /** @type {import("./types.js").Snapshot | null} */ (await asked.catch(() => null));
  if (match?.you.length) return location.replace(address(`/m/${id}`));
  if (!secret) return showLost({ code: "bad-request", message: "" });
  try {
    showInvitation(await post(`/matches/${id}/invitation`, { secret }));
  } catch (refusal) {
    if (!(refusal instanceof Refusal)) throw refusal;
    // A used link may be this browser's own, whose seat was lost: joining again with its key gives the same seat.
    const isOwn = refusal.code === "not-now" && hasJoined(id);
    if (isLost(refusal) && !isOwn) showLost(refusal);
    else if (!isOwn) showRefusal(byId("refusal"), refusal);
  }
}

field.value = yourName();
form.addEventListener("submit", join);
open();
