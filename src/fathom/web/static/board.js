/**
 * A board: the server's drawing, and what can be chosen on it by click, tap, drag and keys.
 *
 * It knows no game. A `choice` is a whole move; a `piece` and a `place` are two halves of one. What is drawn as illegal
 * can be tried all the same: the server then says why not.
 */

import { CONTROLS, isHalf, isLegal, nameOf, whole } from "./choices.js";
import { letDrag } from "./drag.js";
import { fitTo } from "./layout.js";
import { Arrival } from "./motion.js";
import { DIRECTIONS, nearest } from "./nearest.js";
import { setting } from "./settings.js";
import { announce } from "./shell.js";

/** @typedef {{drawing: string, moves: string[], last?: string | null}} Drawn */

export class Board {
  /**
   * @param {HTMLElement} home
   * @param {(move: string) => void} tried
   */
  constructor(home, tried) {
    this.home = home;
    this.tried = tried;
    this.shown = "";
    /** May something be chosen now? */
    this.active = false;
    /** @type {string[]} */
    this.moves = [];
    /** @type {SVGElement | null} the half of a move that was chosen first */
    this.held = null;
    /** The seat of whoever looks at the board alone, which is then called "You"; 0 where there is none. */
    this.you = 0;
    /** Called when the drawing or what is held has changed, so that marks can follow. */
    this.onChange = () => {};
    home.tabIndex = -1;
    home.classList.toggle("no-coordinates", setting("coordinates") === "off");
    home.addEventListener("click", (event) => this.#pressed(event));
    home.addEventListener("keydown", (event) => this.#key(event));
    new ResizeObserver(() => this.#fit()).observe(home);
    letDrag(home, (piece) => this.active && isLegal(piece), (piece, place) => this.#dropped(piece, place));
  }

  /** @returns {SVGElement[]} everything that can be chosen, legal or not */
  get controls() {
    return [.../** @type {NodeListOf<SVGElement>} */ (this.home.querySelectorAll(CONTROLS))];
  }

  /** Legal moves that the drawing has nothing to choose for. */
  get undrawn() {
    const drawn = new Set(this.controls.map((control) => control.dataset.move));
    return this.home.querySelector(".piece") ? [] : this.moves.filter((move) => !drawn.has(move));
  }

  /**
   * Show a drawing; the focus stays where it was, as far as that is still there.
   *
   * @param {Drawn} drawn
   * @param {boolean} active
   * @param {string} [moment] names what is shown: drawn again, it does not move again
   */
  show({ drawing, moves, last }, active, moment = "") {
    const focused = this.home.contains(document.activeElement) ? nameOf(document.activeElement) : null;
    const parsed = new DOMParser().parseFromString(drawing, "image/svg+xml").documentElement;
    const old = this.home.querySelector("svg");
    const isNews = this.shown !== moment;
    this.home.classList.toggle("settled", !isNews);
    this.shown = moment;
    const arrival = isNews && old && last ? new Arrival(old, last) : null;
    const fresh = document.importNode(parsed, true);
    if (old) old.replaceWith(fresh);
    else this.home.prepend(fresh);
    this.moves = moves;
    this.held = null;
    this.#callYou();
    this.#fit();
    this.#activate(active);
    arrival?.play(/** @type {SVGSVGElement} */ (/** @type {unknown} */ (fresh)));
    if (focused !== null) this.#focusAgain(focused);
    this.onChange();
  }

  /** Lay the drawing out for the width there is. */
  #fit() {
    const svg = /** @type {SVGSVGElement | null} */ (this.home.querySelector("svg.board"));
    if (svg && fitTo(svg, this.home)) this.onChange();
  }

  #callYou() {
    for (const name of this.home.querySelectorAll(`.player.seat-${this.you} text`)) {
      name.textContent = name.closest(".winner") ? "You win" : "You";
    }
  }

  /**
   * Choose what has a name, as if it had been pressed; nothing happens where it is not there.
   *
   * @param {string} name
   */
  press(name) {
    const control = this.controls.find((other) => nameOf(other) === name);
    if (control && this.active) this.#choose(control);
  }

  /** Let something be chosen on the drawing that the page came with, as far as anything may be. */
  wake() {
    this.#fit();
    this.moves = this.controls.filter(isLegal).map((control) => control.dataset.move ?? "");
    this.#activate(this.moves.length > 0);
  }

  /**
   * Show that a move is on its way.
   *
   * @param {string} move
   */
  pending(move) {
    for (const control of this.controls) {
      const { piece, place } = control.dataset;
      const isPart = move === control.dataset.move || (piece && move.startsWith(piece)) || (place && move.endsWith(place));
      control.classList.toggle("pending", !!isPart);
    }
  }

  /** Put the focus on the first thing that may be chosen. */
  focus() {
    this.#focusOn(this.#first());
  }

  /**
   * Take the first half of a move into the hand, or put it back with null.
   *
   * @param {SVGElement | null} control
   */
  hold(control) {
    this.held = control;
    for (const other of this.controls) {
      other.classList.toggle("held", other === control);
      if (other.matches(".piece, .place")) other.setAttribute("aria-pressed", String(other === control));
      other.classList.toggle("off", !!control && other !== control && !this.#fits(control, other));
    }
    this.onChange();
  }

  /**
   * Show which choices begin as typed.
   *
   * @param {string} typed
   */
  match(typed) {
    const begun = typed.toLowerCase();
    for (const control of this.controls) {
      const { move, piece } = control.dataset;
      const name = (move ?? piece ?? "").toLowerCase();
      const fits = begun && name && (move === undefined ? begun.startsWith(name) : name.startsWith(begun));
      control.classList.toggle("matched", !!fits);
    }
  }

  /** @param {boolean} active */
  #activate(active) {
    this.active = active;
    this.home.classList.toggle("at-rest", !active);
    if (active) return;
    for (const control of this.controls) {
      control.setAttribute("tabindex", "-1");
      control.setAttribute("aria-disabled", "true");
    }
  }

  #first() {
    const controls = this.controls;
    return controls.find((control) => control.tabIndex === 0) ?? controls.find(isLegal) ?? controls[0];
  }

  /** @param {MouseEvent} event */
  #pressed(event) {
    const control = /** @type {SVGElement | null} */ (/** @type {Element} */ (event.target).closest(CONTROLS));
    if (!control || !this.active) return;
    if (control === this.held && event.detail > 1) return; // a double click takes up a piece; it does not put it back
    this.#choose(control);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const control = /** @type {SVGElement | null} */ (/** @type {Element} */ (event.target).closest(CONTROLS));
    if (!control || !this.active || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === "Enter" || event.key === " ") this.#choose(control);
    else if (event.key === "Escape" && this.held) this.#release();
    else if (event.key in DIRECTIONS) this.#focusOn(nearest(control, this.#reachable(), DIRECTIONS[event.key]));
    else return;
    event.preventDefault();
  }

  /** With a half in the hand the arrows go over the other halves only. */
  #reachable() {
    if (!this.held) return this.controls;
    const wanted = this.held.matches(".piece") ? ".place" : ".piece";
    return this.controls.filter((control) => control.matches(wanted));
  }

  #release() {
    const held = this.held;
    this.hold(null);
    announce("Put back.");
    this.#focusOn(held);
  }

  /** @param {string} name */
  #focusAgain(name) {
    const again = this.controls.find((control) => nameOf(control) === name) ?? this.#first();
    if (again) this.#focusOn(again);
    else this.home.focus();
  }

  /** @param {SVGElement | null | undefined} control */
  #focusOn(control) {
    if (!control) return;
    for (const other of this.controls) other.setAttribute("tabindex", other === control && this.active ? "0" : "-1");
    control.focus();
  }

  /** @param {SVGElement} control */
  #choose(control) {
    if (control.dataset.move !== undefined) return this.tried(control.dataset.move);
    const held = this.held;
    if (held === control) return this.#release();
    if (held && isHalf(held, control)) return this.#put(held, control);
    if (!isLegal(control)) return this.#put(control, this.#otherHalves(control)[0]);
    this.hold(control);
    const fitting = this.#otherHalves(control);
    if (document.activeElement === control) this.#focusOn(fitting.find((other) => this.#fits(control, other)));
  }

  /**
   * @param {SVGElement} piece
   * @param {SVGElement | null} place
   */
  #dropped(piece, place) {
    if (place) this.#put(piece, place);
    else this.hold(piece);
  }

  /**
   * Try the move that two halves make, in whichever order they were chosen.
   *
   * @param {SVGElement} one
   * @param {SVGElement | undefined} other
   */
  #put(one, other) {
    if (!other) return;
    this.hold(null);
    this.tried(whole(one, other));
  }

  /** @param {SVGElement} half */
  #otherHalves(half) {
    return this.controls.filter((control) => isHalf(half, control));
  }

  /**
   * @param {SVGElement} one
   * @param {SVGElement} other
   */
  #fits(one, other) {
    return !isHalf(one, other) || this.moves.includes(whole(one, other));
  }
}
