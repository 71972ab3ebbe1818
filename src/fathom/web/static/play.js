/** The form for a new match. */

import { address } from "./address.js";
import { createMatch } from "./api.js";
import { fittingOpponent } from "./history.js";
import { setChallenge, setInvitation, setYourName, yourName } from "./memory.js";
import { byId, goOnce } from "./page.js";
import { choose, setting } from "./settings.js";

const form = /** @type {HTMLFormElement} */ (byId("new-match"));
const fields = [.../** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll("[data-option]"))];
const presets = [.../** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll("[name=preset]"))];
const own = /** @type {HTMLInputElement} */ (presets.at(-1));

/** @param {string} name */
function chosen(name) {
  return String(new FormData(form).get(name) ?? "");
}

/** The options that are not the usual ones. */
function chosenOptions() {
  const changed = fields.filter((field) => field.value !== field.dataset.usual);
  return Object.fromEntries(changed.map((field) => [field.dataset.option ?? "", field.value]));
}

/**
 * Is the opponent another person at another screen?
 *
 * @param {string} opponent
 */
function isElsewhere(opponent) {
  return opponent === "friend" || opponent === "anyone";
}

/** What the server is asked for. */
function readForm() {
  const seat = chosen("seat");
  const name = chosen("name").trim();
  const [per, seconds] = isElsewhere(chosen("opponent")) ? chosen("clock").split(" ") : [];
  const opponentName = chosen("opponent") === "same-screen" ? chosen("opponent_name").trim() : "";
  return {
    game: form.dataset.game,
    options: chosenOptions(),
    opponent: chosen("opponent"),
    seat: seat === "random" ? seat : Number(seat),
    watch: new FormData(form).has("watch"),
    pair: new FormData(form).has("pair"),
    ...(seconds && { clock: { per, seconds: Number(seconds) } }),
    ...(name && { name }),
    ...(opponentName && { opponent_name: opponentName }),
  };
}

/** A preset fills in the options; options that are those of no preset are your own. */
function followPreset() {
  const options = JSON.parse(presets.find((preset) => preset.checked)?.dataset.options ?? "null");
  if (options) for (const field of fields) field.value = options[field.dataset.option ?? ""] ?? field.dataset.usual;
}

function findPreset() {
  const options = chosenOptions();
  const isSame = (/** @type {HTMLInputElement} */ { dataset }) => same(JSON.parse(dataset.options ?? "null"), options);
  const found = presets.find(isSame) ?? own;
  found.checked = true;
  byId("own-preset").hidden = found !== own;
}

/**
 * @param {Record<string, string> | null} one
 * @param {Record<string, string>} other
 */
function same(one, other) {
  const names = Object.keys(other);
  return !!one && names.length === Object.keys(one).length && names.every((name) => one[name] === other[name]);
}

/** Ask only for what the chosen opponent makes sense of, and say what begins. */
function adapt() {
  const opponent = chosen("opponent");
  byId("opponent-name-field").hidden = opponent !== "same-screen";
  byId("coach-field").hidden = isElsewhere(opponent);
  byId("clock-field").hidden = !isElsewhere(opponent);
  byId("begin").textContent = opponent === "anyone" ? "Post the challenge" : "Begin";
  const pair = new FormData(form).has("pair") ? " Then the sides are swapped." : "";
  byId("terms").textContent = `${against(opponent)} ${FIRST[chosen("seat")]}${pair}`;
}

/** @type {Record<string, string>} */
const FIRST = { 1: "You move first.", 2: "Your opponent moves first.", random: "A coin decides who moves first." };

/** @param {string} opponent */
function against(opponent) {
  if (opponent === "friend") return "You play a friend by link.";
  if (opponent === "anyone") return "You play whoever accepts first in the lobby.";
  if (opponent === "same-screen") return "Two people at this screen.";
  const radio = /** @type {HTMLElement | null} */ (form.querySelector("[name=opponent]:checked"));
  return `You play ${radio?.dataset.title}.`;
}

/** @param {Event} event */
function changed(event) {
  const field = /** @type {HTMLInputElement} */ (event.target);
  if (field.name === "preset") followPreset();
  if (fields.includes(field)) findPreset();
  adapt();
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
  if (!isElsewhere(chosen("opponent"))) choose("coach", /** @type {import("./settings.js").Dial} */ (chosen("coach")));
  if (made.invite) setInvitation(made.match.id, made.invite);
  if (made.match.challenge) {
    setChallenge(made.match.id);
    return address("/lobby");
  }
  return address(`/m/${made.match.id}`);
}

/** Who is chosen unless the address says so: the opponent that fits. */
function chooseOpponent() {
  const { chosen, ladder = "", usual = "", game = "" } = form.dataset;
  const wanted = chosen ?? fittingOpponent(ladder.split(" "), usual, game);
  for (const radio of /** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll("[name=opponent]"))) {
    radio.checked = radio.value === wanted;
  }
}

const name = /** @type {HTMLInputElement} */ (form.elements.namedItem("name"));
name.value ||= yourName();
for (const radio of /** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll("[name=coach]"))) {
  radio.checked = radio.value === setting("coach");
}
form.addEventListener("change", changed);
form.addEventListener("invalid", (event) => unfold(/** @type {Element} */ (event.target)), true);
form.addEventListener("submit", (event) => {
  event.preventDefault();
  goOnce(byId("begin"), begun);
});
document.querySelector(".game-tabs [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" }); // on a phone they are moved sideways
chooseOpponent();
if (chosen("opponent") === "anyone") unfold(byId("clock"));
findPreset();
adapt();
