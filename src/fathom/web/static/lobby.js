/** The lobby: finding an opponent at once, accepting a challenge, and waiting for somebody to accept one's own. */

import { address } from "./address.js";
import { findOpponent, post, Refusal } from "./api.js";
import { Live } from "./live.js";
import { challenge, joinKey, setChallenge, setYourName, yourName } from "./memory.js";
import { byId, goOnce, showRefusal } from "./page.js";
import { announce, notify } from "./shell.js";
import { play } from "./sound.js";

/** @typedef {import("./types.js").Snapshot} Snapshot */
/** @typedef {import("./types.js").MatchEvent} MatchEvent */

const EVERY = 3000;
const MINUTE = 60_000;
const AWAY = "Connection lost. Reconnecting; others see your challenge again when you are back.";
const OLD = "Nobody has accepted your challenge in time, so it is not shown any more. Take it back, and post another one.";

const list = byId("challenges");
const form = /** @type {HTMLFormElement} */ (byId("find"));
const game = /** @type {HTMLSelectElement} */ (byId("game"));
const name = /** @type {HTMLInputElement} */ (byId("name"));
let shown = list.innerHTML.trim();

/** What is sent along with every wish: the name, if there is one. */
function named() {
  const called = name.value.trim();
  setYourName(called);
  return called ? { name: called } : {};
}

// ------------------------------------------------------------ waiting

/** A challenge of one's own that nobody has accepted yet, and the connection that keeps it open. */
class Waiting {
  /** @param {string} id */
  constructor(id) {
    this.id = id;
    this.live = new Live(id, {
      onMatch: (match, events) => this.#follow(match, events),
      onEvent: ({ kind }) => this.#hear(kind),
      onState: (state) => this.#connection(state),
      onLateAnswer: () => {},
    });
    this.live.begin(null);
  }

  /**
   * @param {Snapshot} match
   * @param {MatchEvent[]} events
   */
  #follow({ state, you, challenge: offer, game: offered }, events) {
    if (!you.length || state === "over") return stopWaiting("");
    if (state === "playing") return go(this.id);
    if (!offer) return stopWaiting("");
    const title = offer.any_game ? "any game" : (game.querySelector(`[value="${CSS.escape(offered)}"]`)?.textContent ?? "");
    showWaiting(`Somebody to play ${title}.`);
    if (events.length) this.#endLater(Date.parse(events[0].at));
  }

  /** @param {number} since when it was posted */
  #endLater(since) {
    const left = since + Number(byId("waiting").dataset.minutes) * MINUTE - Date.now();
    setTimeout(() => waiting === this && showWaiting(OLD), Math.max(0, left));
  }

  /** @param {string} kind */
  #hear(kind) {
    if (kind === "joined") go(this.id);
    else if (kind === "withdrawn") stopWaiting("Your challenge has been taken back.");
  }

  /** @param {import("./live.js").State} state */
  #connection(state) {
    if (state === "gone" || state === "blocked") stopWaiting("");
    else notify(state === "away" ? AWAY : "");
  }

  /** Take the challenge back; false if that was refused, usually because somebody has just accepted it. */
  async withdraw() {
    const { error } = await this.live.send("withdraw");
    if (error && error.code !== "stale") showRefusal(byId("refusal"), error);
    return !error;
  }
}

/** @type {Waiting | null} */
let waiting = null;

/** @param {string} id */
function go(id) {
  setChallenge(null);
  play("nudge");
  location.assign(address(`/m/${id}`));
}

/** @param {string} text */
function showWaiting(text) {
  const place = byId("waiting");
  const isNew = place.hidden;
  byId("waiting-for").textContent = text;
  place.hidden = false;
  form.hidden = true;
  document.title = "Waiting for an opponent · Fathom";
  if (isNew) byId("waiting-title").focus();
  markOwn();
}

/** @param {string} said */
function stopWaiting(said) {
  waiting?.live.leave();
  waiting = null;
  setChallenge(null);
  const hadFocus = byId("waiting").contains(document.activeElement);
  byId("waiting").hidden = true;
  form.hidden = false;
  document.title = "The lobby: find an opponent · Fathom";
  if (hadFocus) byId("find-button").focus();
  announce(said);
  refresh();
}

/** @param {string} id */
function wait(id) {
  setChallenge(id);
  waiting = new Waiting(id);
}

// ------------------------------------------------------------ finding and accepting

async function find() {
  const button = /** @type {HTMLButtonElement} */ (byId("find-button"));
  if (button.disabled) return;
  button.disabled = true;
  showRefusal(byId("refusal"), null);
  try {
    const found = await findOpponent({ ...named(), ...(game.value && { game: game.value }) });
    if (found.waiting) wait(found.match.id);
    else go(found.match.id);
  } catch (refusal) {
    if (!(refusal instanceof Refusal)) throw refusal;
    showRefusal(byId("refusal"), refusal);
  } finally {
    button.disabled = false;
  }
}

/**
 * Accept a challenge. One's own is taken back first, so that nobody has to play two at once.
 *
 * @param {HTMLElement} pressed
 */
async function accept(pressed) {
  const { accept: id = "", anyGame } = pressed.dataset;
  showRefusal(byId("refusal"), null);
  if (waiting && !(await waiting.withdraw())) return;
  const wish = { key: joinKey(id), ...named(), ...(anyGame !== undefined && game.value && { game: game.value }) };
  await goOnce(pressed, async () => {
    await post(`/matches/${id}/accept`, wish);
    return address(`/m/${id}`);
  });
  refresh();
}

// ------------------------------------------------------------ the list

/** Nobody accepts their own challenge. */
function markOwn() {
  for (const card of /** @type {NodeListOf<HTMLElement>} */ (list.querySelectorAll("[data-challenge]"))) {
    const isOwn = card.dataset.challenge === waiting?.id;
    card.querySelector("button")?.toggleAttribute("hidden", isOwn);
    card.querySelector(".own")?.toggleAttribute("hidden", !isOwn);
  }
}

function idsShown() {
  return [.../** @type {NodeListOf<HTMLElement>} */ (list.querySelectorAll("[data-challenge]"))].map((card) => card.dataset.challenge);
}

/**
 * Put a new list in the place of the old one, leave the focus on the challenge where it was, and say if there is another.
 *
 * @param {string} drawn
 */
function show(drawn) {
  const focused = list.contains(document.activeElement) ? /** @type {HTMLElement} */ (document.activeElement).dataset.accept : "";
  const before = idsShown();
  list.innerHTML = drawn;
  if (focused) /** @type {HTMLElement | null} */ (list.querySelector(`[data-accept="${CSS.escape(focused)}"]`))?.focus();
  const after = idsShown();
  if (String(before) !== String(after)) announce(after.length === 1 ? "One open challenge." : `${after.length} open challenges.`);
  markOwn();
}

async function refresh() {
  if (document.hidden) return;
  try {
    const answer = await fetch(address("/lobby/list"), { cache: "no-store" });
    if (!answer.ok) throw new Error(answer.statusText);
    const drawn = (await answer.text()).trim();
    if (drawn !== shown) show(drawn);
    shown = drawn;
    if (!waiting) notify("");
  } catch {
    if (!waiting) notify("The list cannot be refreshed at the moment. It will try again by itself.");
  }
}

name.value = yourName();
form.addEventListener("submit", (event) => {
  event.preventDefault();
  find();
});
byId("withdraw").addEventListener("click", () => waiting?.withdraw());
list.addEventListener("click", ({ target }) => {
  const pressed = /** @type {HTMLElement} */ (target).closest("[data-accept]");
  if (pressed) accept(/** @type {HTMLElement} */ (pressed));
});
setInterval(refresh, EVERY);
document.addEventListener("visibilitychange", refresh);
const posted = challenge();
if (posted) wait(posted);
