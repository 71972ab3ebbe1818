/** Sending an invitation: by the system's share sheet, or as a QR code for somebody who is in the same room. */

import { post, Refusal } from "./api.js";
import { byId, copy, showRefusal } from "./page.js";

/**
 * @param {string} id of the match
 * @param {string} secret of the invitation
 * @param {string} game its title
 */
export function offerSharing(id, secret, game) {
  const link = () => /** @type {HTMLInputElement} */ (byId("invite-address")).value;
  const share = byId("invite-share");
  share.hidden = !navigator.share;
  share.onclick = () => shareLink(share, game, link());
  byId("invite-qr").onclick = () => toggleCode(id, secret);
}

/**
 * @param {HTMLElement} pressed
 * @param {string} game
 * @param {string} url
 */
async function shareLink(pressed, game, url) {
  try {
    await navigator.share({ title: "Fathom", text: `Play ${game} with me`, url });
  } catch (error) {
    if (!(error instanceof DOMException && error.name === "AbortError")) copy(pressed, url); // else they thought better of it
  }
}

/**
 * @param {string} id
 * @param {string} secret
 */
async function toggleCode(id, secret) {
  const place = byId("invite-code");
  try {
    if (!place.firstChild) place.append(drawn(await post(`/matches/${id}/qr`, { secret, address: location.origin })));
  } catch (refusal) {
    if (!(refusal instanceof Refusal)) throw refusal;
    return showRefusal(byId("refusal"), refusal);
  }
  place.hidden = !place.hidden;
  byId("invite-qr").setAttribute("aria-expanded", String(!place.hidden));
  byId("invite-qr").textContent = place.hidden ? "Show a QR code" : "Hide the QR code";
}

/** @param {{svg: string}} code */
function drawn({ svg }) {
  const picture = document.createElement("img");
  picture.alt = "QR code of the link for your friend";
  picture.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  return picture;
}
