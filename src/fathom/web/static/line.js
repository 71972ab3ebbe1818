/** A line of play shown on the board, step by step, and the way back to the position itself. */

import { Refusal } from "./api.js";
import { byId, disable } from "./page.js";
import { announce } from "./shell.js";

export class LineViewer {
  /**
   * @param {import("./board.js").Board} board
   * @param {(moves: string[]) => Promise<string>} draw the drawing of the position to which moves lead
   * @param {() => void} back show the position itself again
   */
  constructor(board, draw, back) {
    this.board = board;
    this.draw = draw;
    this.back = back;
    this.bar = byId("line");
    this.text = byId("line-text");
    /** @type {string[]} the moves before the line */
    this.played = [];
    /** @type {string[]} */
    this.moves = [];
    this.at = 0;
    byId("line-back").addEventListener("click", () => this.#step(-1));
    byId("line-forward").addEventListener("click", () => this.#step(1));
    byId("line-close").addEventListener("click", () => this.close());
    addEventListener("keydown", (event) => this.#key(event));
  }

  get isOpen() {
    return !this.bar.hidden;
  }

  /**
   * @param {string[]} played the moves before the line
   * @param {string[]} moves
   */
  open(played, moves) {
    this.played = played;
    this.moves = moves;
    this.at = 0;
    this.opener = document.activeElement;
    this.bar.hidden = false;
    this.#step(1);
    byId("line-forward").focus();
    this.bar.scrollIntoView({ block: "nearest" });
    const { home } = this.board;
    if (home.getBoundingClientRect().top < 0) home.scrollIntoView({ block: "start" });
  }

  /** Back to the position itself. */
  close() {
    if (!this.isOpen) return;
    this.leave();
    this.back();
    announce("Back to the position.");
    if (this.opener instanceof HTMLElement && this.opener.isConnected) this.opener.focus();
  }

  /** Stop without drawing anything: something else is about to be shown. */
  leave() {
    this.bar.hidden = true;
    this.board.home.classList.remove("previewing");
  }

  /** @param {number} by */
  async #step(by) {
    const at = (this.at = Math.max(0, Math.min(this.moves.length, this.at + by)));
    const made = this.moves.slice(0, at);
    const asked = this.draw([...this.played, ...made]);
    const drawing = await asked.catch((refusal) => this.#undrawn(refusal));
    if (drawing === undefined || !this.isOpen || this.at !== at) return;
    this.board.show({ drawing, moves: [] }, false);
    this.board.home.classList.add("previewing");
    this.#tell();
  }

  /** @param {unknown} refusal */
  #undrawn(refusal) {
    if (!(refusal instanceof Refusal)) throw refusal;
    this.text.textContent = refusal.message;
    announce(refusal.message);
  }

  #tell() {
    const done = this.moves.slice(0, this.at).join(" ");
    const still = this.moves.slice(this.at).join(" ");
    const mark = document.createElement("mark");
    mark.textContent = done;
    this.text.replaceChildren(mark, still ? ` ${still}` : "");
    disable(byId("line-back"), this.at === 0);
    disable(byId("line-forward"), this.at === this.moves.length);
    announce(this.at ? `Move ${this.at} of ${this.moves.length}: ${this.moves[this.at - 1]}.` : "Before the line.");
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (!this.isOpen || !this.bar.contains(/** @type {Node} */ (event.target))) return;
    if (event.key === "ArrowLeft") this.#step(-1);
    else if (event.key === "ArrowRight") this.#step(1);
    else if (event.key === "Escape") this.close();
    else return;
    event.preventDefault();
  }
}
