/** Everything around the board of a match: who plays, whose turn, the moves, the result and what can be done. */

import { address, wholeAddress } from "./address.js";
import { analysisOf, codeAfter } from "./codes.js";
import { showGuide } from "./guide.js";
import { invitation } from "./memory.js";
import { byId, copy, make } from "./page.js";
import { showPair } from "./pair.js";

/** @typedef {import("./types.js").Snapshot} Snapshot */
/** @typedef {(type: string, fields?: object) => Promise<boolean>} Order */

export class MatchPanel {
  /**
   * @param {string} game its title
   * @param {Order} order
   */
  constructor(game, order) {
    this.game = game;
    this.backBy = 0;
    const dialog = /** @type {HTMLDialogElement} */ (byId("resigning"));
    byId("resign").addEventListener("click", () => dialog.showModal());
    dialog.addEventListener("close", () => dialog.returnValue === "resign" && order("resign"));
    byId("take-back").addEventListener("click", () => order("take-back", { plies: this.backBy }));
    byId("rematch").addEventListener("click", () => this.#offerRematch(order));
    document.querySelector("#other-game select")?.addEventListener("change", ({ target }) => {
      const { value } = /** @type {HTMLSelectElement} */ (target);
      if (value) order("rematch", { game: value });
    });
    const field = /** @type {HTMLInputElement} */ (byId("invite-address"));
    byId("invite-copy").addEventListener("click", (event) => {
      field.select();
      copy(/** @type {HTMLElement} */ (event.currentTarget), field.value);
    });
  }

  /**
   * @param {Snapshot} match
   * @param {number[]} movers whose each move was that can be taken back
   * @param {boolean} isWithdrawn
   */
  show(match, movers, isWithdrawn) {
    // Back to where it was last this person's turn.
    const own = movers.findLastIndex((seat) => match.you.includes(seat));
    this.backBy = own < 0 ? 0 : movers.length - own;
    const { view, you, state } = match;
    byId("role").textContent = role(match);
    showGuide(match, isWithdrawn);
    showPair(match);
    this.#moves(match);
    const sits = you.length > 0;
    byId("resign").hidden = !sits || state !== "playing";
    byId("take-back").hidden = !this.backBy || (!match.solo && (state !== "playing" || !!match.take_back));
    this.#rematch(match);
    byId("review").hidden = !view.over || !view.played.length || match.seats.length < 2;
    /** @type {HTMLAnchorElement} */ (byId("analyze")).href = analysisOf(view.code);
    byId("analyze").hidden = !(match.solo || view.over);
    this.#invitation(match);
    document.getElementById("in-lobby")?.toggleAttribute("hidden", state !== "waiting" || !match.challenge);
    document.getElementById("withdrawn")?.toggleAttribute("hidden", !isWithdrawn);
  }

  /**
   * Offer a rematch, or accept one: once, however often it is pressed.
   *
   * @param {Order} order
   */
  async #offerRematch(order) {
    const pressed = byId("rematch");
    if (pressed.getAttribute("aria-disabled") === "true") return;
    pressed.setAttribute("aria-disabled", "true");
    if (!(await order("rematch"))) pressed.setAttribute("aria-disabled", "false");
  }

  /**
   * What can be played next with the same person: a rematch, the second game of a pair, or another game.
   *
   * @param {Snapshot} match
   */
  #rematch(match) {
    const { you, view, pair, rematch } = match;
    const canPlay = you.length > 0 && view.over && !rematch.match;
    byId("rematch").hidden = !canPlay;
    const other = document.getElementById("other-game");
    if (other) other.hidden = !canPlay || !!rematch.offers.length;
    if (rematch.match) return; // `rematched` shows the way
    const [by] = rematch.offers;
    const isSecond = pair?.game === 1;
    const title = rematch.game && rematch.game !== match.game ? titleOf(rematch.game) : "";
    if (!by) byId("rematch").textContent = isSecond ? "Play the second game" : "Rematch";
    else if (title) this.#offered(by, match, `a match of ${title}`, `Play ${title}`);
    else if (isSecond) this.#offered(by, match, "the second game", "Accept the second game");
    else this.#offered(by, match, "a rematch", "Accept the rematch");
  }

  /**
   * Say that something has been offered.
   *
   * @param {number} seat
   * @param {Snapshot} match
   * @param {string} what
   * @param {string} accept how it is accepted
   */
  #offered(seat, match, what, accept) {
    const isYours = match.you.includes(seat);
    const said = isYours ? `You offer ${what}. It begins when the other player accepts.` : `${match.names[seat - 1]} offers ${what}.`;
    const place = byId("rematch-said");
    if (place.textContent !== said) place.textContent = said; // a status, read out whenever it is written
    byId("rematch").textContent = isYours ? "Offered" : accept;
    byId("rematch").setAttribute("aria-disabled", String(isYours));
  }

  /**
   * The rematch has been made: go there, or where it was made long ago, show the way.
   *
   * @param {string} id of the match that is over
   * @param {boolean} goes
   */
  rematched(id, goes) {
    const rematch = address(`/m/${id}/rematch`); // where this match's seat opens the other's
    byId("rematch-said").replaceChildren(make("a", { href: rematch }, "Go to the rematch"));
    byId("rematch").hidden = true;
    if (goes) location.assign(rematch);
  }

  /** @param {Snapshot} match */
  #moves({ view, solo }) {
    const links = view.over || solo;
    const items = view.played.map((move, index) => {
      /** @type {Record<string, string>} */
      const current = index === view.played.length - 1 ? { "aria-current": "step" } : {};
      const shown = links
        ? make("a", { href: analysisOf(codeAfter(view.stem, view.played.slice(0, index + 1))), ...current }, move)
        : make("span", current, move);
      return make("li", {}, make("span", { class: "soft" }, `${index + 1}.`), shown);
    });
    byId("moves").replaceChildren(...items);
    byId("no-moves").hidden = items.length > 0;
  }

  /** @param {Snapshot} match */
  #invitation({ id, state }) {
    const secret = state === "waiting" ? invitation(id) : null;
    byId("invite").hidden = !secret;
    const field = /** @type {HTMLInputElement} */ (byId("invite-address"));
    if (secret) {
      field.value = wholeAddress(`/join/${id}#${secret}`);
      import("./invite.js").then(({ offerSharing }) => offerSharing(id, secret, this.game));
    }
  }
}

/**
 * The title of a game, as the list of other games has it.
 *
 * @param {string} game
 */
function titleOf(game) {
  return document.querySelector(`#other-game option[value="${CSS.escape(game)}"]`)?.textContent ?? game;
}

/**
 * Who you are here; a player without a name of their own is told whether they move first.
 *
 * @param {Snapshot} match
 */
function role({ you, names }) {
  if (you.length !== 1) return you.length ? "You play both sides." : "You are watching.";
  const [seat] = you;
  const name = names[seat - 1];
  if (name !== `Player ${seat}`) return `You play ${name}.`;
  return seat === 1 ? "You play first." : "You play second.";
}
