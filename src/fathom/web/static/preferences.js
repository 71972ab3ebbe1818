/** The page of settings: chosen at once, saved as a file, loaded from one. */

import { setYourName, yourName } from "./memory.js";
import { byId } from "./page.js";
import { CHOICES, choose, setting } from "./settings.js";
import { exported, imported } from "./transfer.js";

/** @typedef {keyof import("./settings.js").Settings} Name */

const form = /** @type {HTMLFormElement} */ (byId("settings"));
const name = /** @type {HTMLInputElement} */ (form.elements.namedItem("name"));
const file = /** @type {HTMLInputElement} */ (byId("import"));

function show() {
  for (const radio of /** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll("[type=radio]"))) {
    radio.checked = setting(/** @type {Name} */ (radio.name)) === radio.value;
  }
  name.value = yourName();
}

/** @param {Event} event */
function changed(event) {
  const field = /** @type {HTMLInputElement} */ (event.target);
  if (field === name) setYourName(name.value.trim());
  else if (field.name in CHOICES) choose(/** @type {Name} */ (field.name), /** @type {any} */ (field.value));
}

/** @param {string} said */
function say(said) {
  byId("transfer").textContent = said;
  byId("transfer").hidden = false;
}

function save() {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([exported()], { type: "application/json" }));
  link.download = "fathom.json";
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href));
  say("Saved as fathom.json.");
}

async function load() {
  const chosen = file.files?.[0];
  if (!chosen) return;
  say(imported(await chosen.text()));
  file.value = "";
  show();
}

form.addEventListener("change", changed);
form.addEventListener("submit", (event) => event.preventDefault());
byId("export").addEventListener("click", save);
file.addEventListener("change", load);
show();
