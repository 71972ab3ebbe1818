/** The form for a new match. */

import { address } from "./address.js";
import { createMatch } from "./api.js";
import { setInvitation, setYourName, yourName } from "./memory.js";
import { byId, goOnce } from "./page.js";
import { choose, setting } from "./settings.js";

const form = /** @type {HTMLFormElement} */ (byId("new-match"));

/** @param {string} name */
function chosen(name) {
  return String(new FormData(form).get(name) ?? "");
}

/** What the server is asked for. */
function readForm() {
  /** @type {Record<string, string>} */
  const options = {};
  for (const field of /** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll("[data-option]"))) {
    if (field.value !== field.dataset.usual) options[field.dataset.option ?? ""] = field.value;
  }
  const seat = chosen("seat");
  const name = chosen("name").trim();
  const opponentName = chosen("opponent") === "same-screen" ? chosen("opponent_name").trim() : "";
  return {
    game: form.dataset.game,
    options,
    opponent: chosen("opponent"),
    seat: seat === "random" ? seat : Number(seat),
    watch: new FormData(form).has("watch"),
    ...(name && { name }),
    ...(opponentName && { opponent_name: opponentName }),
  };
}

/** Ask only for what the chosen opponent makes sense of. */
function adapt() {
  const opponent = chosen("opponent");
  byId("opponent-name-field").hidden = opponent !== "same-screen";
  byId("coach-field").hidden = opponent === "friend";
}

/**
 * What is to be mended has to be seen.
 *
 * @param {Element} field
 */
function unfold(field) {
  const folded = field.closest("details");
  if (folded) folded.open = true;
}

/** Make the match and say where it is. */
async function begun() {
  const made = await createMatch(readForm());
  setYourName(chosen("name").trim());
  if (chosen("opponent") !== "friend") choose("coach", /** @type {import("./settings.js").Dial} */ (chosen("coach")));
  if (made.invite) setInvitation(made.match.id, made.invite);
  return address(`/m/${made.match.id}`);
}

const name = /** @type {HTMLInputElement} */ (form.elements.namedItem("name"));
name.value ||= yourName();
for (const radio of /** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll("[name=coach]"))) {
  radio.checked = radio.value === setting("coach");
}
form.addEventListener("change", adapt);
form.addEventListener("invalid", (event) => unfold(/** @type {Element} */ (event.target)), true);
form.addEventListener("submit", (event) => {
  event.preventDefault();
  goOnce(byId("begin"), begun);
});
adapt();
