/** Verdicts as small marks on the choices of a board. They scale with the drawing, and choices say them aloud. */

import { whole } from "./choices.js";
import { make } from "./page.js";

/** @typedef {import("./types.js").JudgedMove} JudgedMove */

/** Pixels across a face: a small one gets a small badge, a tiny one has it above. */
const SMALL = 40;
const TINY = 32;
/** Pixels that a badge above a face takes. */
const ABOVE = 14;

export class Badges {
  /** @param {import("./board.js").Board} board */
  constructor(board) {
    this.board = board;
    this.layer = make("div", { class: "badges", "aria-hidden": "true" });
    board.home.append(this.layer);
    /** @type {Map<string, JudgedMove>} */
    this.judged = new Map();
    board.onChange = () => this.#draw();
    new ResizeObserver(() => this.#draw()).observe(board.home);
  }

  /** @param {JudgedMove[]} moves */
  show(moves) {
    this.judged = new Map(moves.map((judged) => [judged.move, judged]));
    this.#draw();
  }

  #draw() {
    this.layer.replaceChildren();
    if (!this.board.moves.length) return; // a line is being shown, or it is over
    const home = this.layer.getBoundingClientRect();
    const crowded = this.#crowdedRows();
    for (const control of this.board.controls) {
      const judged = this.#verdictOn(control);
      this.#say(control, judged);
      if (judged) this.#mark(faceOf(control), judged.verdict, home, crowded);
    }
  }

  /** Where rows of choices begin that have something right above them: in one row all badges are placed alike. */
  #crowdedRows() {
    const { controls, home } = this.board;
    const drawn = [...controls, ...home.querySelectorAll("svg text")].map((element) => element.getBoundingClientRect());
    const faces = controls.map(faceOf).filter((face) => !isFreeAbove(face, drawn));
    return new Set(faces.map(({ top }) => Math.round(top)));
  }

  /**
   * What there is to say about a choice: for half a move, the best that can be made of it.
   *
   * @param {SVGElement} control
   */
  #verdictOn(control) {
    const { move } = control.dataset;
    if (move !== undefined) return this.judged.get(move);
    const { held } = this.board;
    if (held) return held === control ? undefined : this.judged.get(whole(held, control));
    if (!control.matches(".piece")) return undefined;
    const places = (control.dataset.places ?? "").split(" ");
    const moves = places.map((place) => this.judged.get(`${control.dataset.piece}${place}`)).filter((one) => !!one);
    return moves.sort((a, b) => a.rank - b.rank)[0];
  }

  /**
   * @param {SVGElement} control
   * @param {JudgedMove | undefined} judged
   */
  #say(control, judged) {
    const label = control.dataset.label ?? control.getAttribute("aria-label") ?? "";
    control.dataset.label = label;
    control.setAttribute("aria-label", judged ? `${label}: ${judged.verdict}` : label);
  }

  /**
   * @param {DOMRect} face
   * @param {string} verdict
   * @param {DOMRect} home
   * @param {Set<number>} crowded
   */
  #mark(face, verdict, home, crowded) {
    const badge = make("span", { class: "verdict badge-on-board", "data-verdict": verdict });
    badge.classList.toggle("small", face.width < SMALL); // or it would hide what stands on the face
    const isTiny = face.width < TINY;
    const isAbove = isTiny && !crowded.has(Math.round(face.top));
    badge.classList.toggle("above", isAbove);
    badge.classList.toggle("tiny", isTiny && !isAbove);
    badge.style.left = `${(100 * ((isAbove ? (face.left + face.right) / 2 : face.right) - home.left)) / home.width}%`;
    badge.style.top = `${(100 * (face.top - home.top)) / home.height}%`;
    this.layer.append(badge);
  }
}

/** @param {SVGElement} control */
function faceOf(control) {
  return (control.querySelector(".face") ?? control).getBoundingClientRect();
}

/**
 * Does nothing that is drawn end right above a face?
 *
 * @param {DOMRect} face
 * @param {DOMRect[]} drawn
 */
function isFreeAbove({ left, right, top }, drawn) {
  return drawn.every(
    (other) => other.right <= left || other.left >= right || other.bottom > top + 1 || other.bottom < top - ABOVE,
  );
}
