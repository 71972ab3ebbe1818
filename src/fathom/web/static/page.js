/** Small things that every page needs: finding elements, making them, showing refusals. */

import { address } from "./address.js";
import { Refusal } from "./api.js";
import { announce } from "./shell.js";

/**
 * The element with that id; a page without it is a fault of ours.
 *
 * @template {HTMLElement} [T=HTMLElement]
 * @param {string} id
 * @returns {T}
 */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no #${id}`);
  return /** @type {T} */ (found);
}

/**
 * What the page is about, as the server would tell it when asked: a page that has it along can be used at once.
 *
 * @returns {any} null where the page is about nothing in particular
 */
export function servedWith() {
  return JSON.parse(document.getElementById("served")?.textContent ?? "null");
}

/**
 * A new element. Text is only ever inserted as text.
 *
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, string>} [attributes]
 * @param {...(string | Node)} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function make(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

/**
 * With a capital and a full stop.
 *
 * @param {string} text
 */
export function sentence(text) {
  return text ? `${text[0].toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}` : "";
}

/**
 * A button that does something.
 *
 * @param {string} text
 * @param {() => void} act
 * @param {Record<string, string>} [attributes]
 */
export function button(text, act, attributes = {}) {
  const made = make("button", { type: "button", ...attributes }, text);
  made.addEventListener("click", act);
  return made;
}

/**
 * A button that has nothing to do stays where it is, so that the focus is not lost.
 *
 * @param {HTMLElement} pressed
 * @param {boolean} disabled
 */
export function disable(pressed, disabled) {
  pressed.setAttribute("aria-disabled", String(disabled));
}

/**
 * Do something that leads to another page, once, however often it is pressed. After a refusal, which is shown, it may
 * be pressed again.
 *
 * @param {HTMLElement} pressed
 * @param {() => Promise<string>} act its answer is the address to go to
 * @param {string} [game]
 */
export async function goOnce(pressed, act, game) {
  const button = /** @type {HTMLButtonElement} */ (pressed);
  if (button.disabled) return;
  button.disabled = true;
  addEventListener("pageshow", () => (button.disabled = false), { once: true }); // when the browser comes back to this page
  try {
    location.assign(await act());
  } catch (refusal) {
    button.disabled = false;
    if (!(refusal instanceof Refusal)) throw refusal;
    showRefusal(byId("refusal"), refusal, game);
  }
}

/**
 * Show a refusal where it belongs, with a link to the rule that it names, and bring it into view; nothing hides it.
 *
 * @param {HTMLElement} place
 * @param {{message: string, rule?: number} | null} refusal
 * @param {string} [game]
 */
export function showRefusal(place, refusal, game) {
  place.hidden = !refusal;
  place.replaceChildren();
  if (!refusal) return;
  place.append(...withLink(refusal, game));
  place.scrollIntoView({ block: "nearest" });
}

/**
 * @param {{message: string, rule?: number}} refusal
 * @param {string} [game]
 */
function withLink({ message, rule }, game) {
  const named = `rule ${rule}`;
  const at = rule && game ? message.indexOf(named) : -1;
  if (at < 0) return [message];
  const link = make("a", { href: address(`/rules/${game}#rule-${rule}`) }, named);
  return [message.slice(0, at), link, message.slice(at + named.length)];
}

/**
 * Copy a text, and say on the button that it was done.
 *
 * @param {HTMLElement} pressed
 * @param {string} text
 */
export async function copy(pressed, text) {
  const before = pressed.textContent;
  try {
    await navigator.clipboard.writeText(text);
    pressed.textContent = "Copied";
    announce("Copied.");
  } catch {
    pressed.textContent = "Please copy it by hand";
  }
  setTimeout(() => (pressed.textContent = before), 2000);
}
