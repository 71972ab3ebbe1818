/** The analysis board: every position is an address, and every choice leads to the next one. */

import { address } from "./address.js";
import { after, createMatch, position, Refusal } from "./api.js";
import { Badges } from "./badges.js";
import { Board } from "./board.js";
import { analysisOf, codeAfter } from "./codes.js";
import { LineViewer } from "./line.js";
import { yourName } from "./memory.js";
import { byId, copy, goOnce, make, servedWith, showRefusal } from "./page.js";
import { announce } from "./shell.js";
import { Typed } from "./typed.js";
import { fillValues } from "./values.js";

/** @typedef {import("./types.js").Analysis} Analysis */

const MOST_FORKS = 6;

class AnalysisPage {
  constructor() {
    this.board = new Board(byId("board"), (move) => this.#try(move));
    this.badges = new Badges(this.board);
    this.typed = new Typed(/** @type {HTMLFormElement} */ (byId("typed")), this.board);
    this.line = new LineViewer(this.board, (moves) => this.#draw(moves), () => this.#showBoard(this.now));
    /** @type {Analysis} */
    this.now = servedWith();
    /** @type {Promise<Analysis> | null} the position that was asked for last */
    this.wanted = null;
    /** The furthest along the line that is being looked at. */
    this.furthest = this.now;
    /** @type {string[]} lines that were left for another move */
    this.forks = [];
    addEventListener("popstate", () => this.#open(position(codeHere())));
    byId("main").addEventListener("click", (event) => this.#followed(event));
    byId("copy-link").addEventListener("click", () => copy(byId("copy-link"), location.href));
    byId("play-out").addEventListener("click", () => this.#playOut());
    this.#show(this.now, true);
  }

  /** @param {string} move */
  #try(move) {
    this.#go(after(this.now.code, move));
  }

  /**
   * Go to a position as a step of its own, which the back button undoes.
   *
   * @param {Promise<Analysis>} wanted
   */
  async #go(wanted) {
    if (await this.#open(wanted)) history.pushState(null, "", analysisOf(this.now.code));
  }

  /**
   * Show a position when it is here; false when it was refused, or something else has been asked for meanwhile.
   *
   * @param {Promise<Analysis>} wanted
   */
  async #open(wanted) {
    this.wanted = wanted;
    try {
      const now = await wanted;
      if (this.wanted !== wanted) return false;
      this.#show(now);
      return true;
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) throw refusal;
      if (this.wanted === wanted) showRefusal(byId("refusal"), refusal, this.now.game);
      return false;
    }
  }

  /** @param {string[]} moves */
  async #draw(moves) {
    return (await position(codeAfter(this.now.stem, moves))).drawing;
  }

  /**
   * @param {Analysis} now
   * @param {boolean} [isFirst]
   */
  #show(now, isFirst = false) {
    this.#remember(now);
    this.now = now;
    this.line.leave();
    this.typed.clear();
    this.typed.enable(!now.over);
    showRefusal(byId("refusal"), null);
    this.#showBoard(now);
    this.#tell(now, isFirst);
    fillValues(byId("values"), now.moves, (line) => this.line.open(now.played, line), true);
    this.#showTrail(now);
  }

  /** @param {Analysis} now */
  #showBoard(now) {
    this.board.show({ drawing: now.drawing, moves: now.moves.map(({ move }) => move) }, !now.over);
    this.badges.show(now.moves);
  }

  /**
   * @param {Analysis} now
   * @param {boolean} isFirst
   */
  #tell(now, isFirst) {
    byId("standing").textContent = now.standing;
    byId("code").textContent = now.code;
    byId("play-out").hidden = now.over;
    document.title = `${now.code} · Fathom`;
    if (!isFirst) announce(`${now.played.at(-1) ?? "The start"}. ${now.standing}`);
  }

  /**
   * Keep the line that is being looked at; a move that leaves it makes it a fork.
   *
   * @param {Analysis} now
   */
  #remember(now) {
    const isSameMatch = now.stem.start === this.furthest.stem.start;
    const isOnLine = isSameMatch && now.played.every((move, index) => move === this.furthest.played[index]);
    if (isOnLine) return;
    const isLonger = isSameMatch && this.furthest.played.every((move, index) => move === now.played[index]);
    if (!isLonger) this.forks = [this.furthest.code, ...this.forks.filter((code) => code !== this.furthest.code)];
    this.forks = this.forks.filter((code) => code !== now.code).slice(0, MOST_FORKS);
    this.furthest = now;
  }

  /** @param {Analysis} now */
  #showTrail(now) {
    const at = now.played.length;
    const { stem, played } = this.furthest;
    const codes = [stem.start, ...played.map((_, index) => codeAfter(stem, played.slice(0, index + 1)))];
    const items = codes.map((code, count) => {
      const text = count ? played[count - 1] : "start";
      const number = make("span", { class: "soft" }, count ? `${count}.` : "");
      return make("li", {}, number, stepTo(code, text, count === at));
    });
    byId("trail").replaceChildren(...items);
    pointTo(byId("back"), at > 0 ? codes[at - 1] : null);
    pointTo(byId("forward"), at < played.length ? codes[at + 1] : null);
    byId("forks").replaceChildren(...this.forks.map((code) => make("li", {}, stepTo(code, code, false))));
    byId("forks-section").hidden = !this.forks.length;
  }

  /** @param {MouseEvent} event */
  #followed(event) {
    const link = /** @type {Element} */ (event.target).closest(`a[href^="${analysisOf("")}"]`);
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    event.preventDefault();
    this.#go(position(/** @type {HTMLAnchorElement} */ (link).pathname.slice(analysisOf("").length)));
  }

  #playOut() {
    const { code, to_move, game } = this.now;
    const name = yourName();
    const body = { from: code, opponent: "@perfect", seat: to_move ?? 1, ...(name && { name }) };
    goOnce(byId("play-out"), async () => address(`/m/${(await createMatch(body)).match.id}`), game);
  }
}

function codeHere() {
  return decodeURIComponent(location.pathname.slice(analysisOf("").length));
}

/**
 * @param {string} code
 * @param {string} text
 * @param {boolean} isCurrent
 */
function stepTo(code, text, isCurrent) {
  return make("a", { href: analysisOf(code), ...(isCurrent && { "aria-current": "step" }) }, text);
}

/**
 * Let a link lead to a position, or nowhere.
 *
 * @param {HTMLElement} link
 * @param {string | null} code
 */
function pointTo(link, code) {
  if (code === null) link.removeAttribute("href");
  else link.setAttribute("href", analysisOf(code));
  link.setAttribute("aria-disabled", String(code === null));
}

new AnalysisPage();
