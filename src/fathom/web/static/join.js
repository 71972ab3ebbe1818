/** Taking up an invitation. Its secret stands behind the # of the address, which browsers keep to themselves. */

import { address } from "./address.js";
import { get, post, Refusal } from "./api.js";
import { joinKey, setYourName, yourName } from "./memory.js";
import { byId, showRefusal } from "./page.js";

const form = /** @type {HTMLFormElement} */ (byId("join"));
const field = /** @type {HTMLInputElement} */ (form.elements.namedItem("name"));

/** @param {SubmitEvent} event */
async function join(event) {
  event.preventDefault();
  const pressed = /** @type {HTMLButtonElement} */ (byId("join-button"));
  const name = field.value.trim();
  const id = form.dataset.match ?? "";
  pressed.disabled = true;
  try {
    await post(`/matches/${id}/join`, { secret: location.hash.slice(1), key: joinKey(id), ...(name && { name }) });
    setYourName(name);
    location.replace(address(`/m/${id}`));
  } catch (refusal) {
    if (!(refusal instanceof Refusal)) throw refusal;
    showRefusal(byId("refusal"), refusal);
    pressed.disabled = false;
  }
}

/** Whoever has a seat already needs no invitation. */
async function goOn() {
  const id = form.dataset.match ?? "";
  const asked = get(`/matches/${id}`);
  const match = /** @type {import("./types.js").Snapshot | null} */ (await asked.catch(() => null));
  if (match?.you.length) location.replace(address(`/m/${id}`));
}

field.value = yourName();
goOn();
form.addEventListener("submit", join);
if (location.hash.length < 2) {
  showRefusal(byId("refusal"), { message: "This link is incomplete: the part after the # is missing. Ask for it again." });
}
