/** Looking back on a match: step through it, and try again where something was thrown away. */

import { after, getText, position, Refusal } from "./api.js";
import { Board } from "./board.js";
import { codeAfter } from "./codes.js";
import { LineViewer } from "./line.js";
import { byId, sentence, showRefusal } from "./page.js";
import { announce } from "./shell.js";
import { Typed } from "./typed.js";

class ReviewPage {
  constructor() {
    const data = byId("review").dataset;
    this.id = data.match ?? "";
    this.game = data.game ?? "";
    this.stem = { start: data.start ?? "", joiner: data.joiner ?? "" };
    this.played = (data.played ?? "").split(".").filter(Boolean);
    this.board = new Board(byId("board"), (move) => this.#answer(move));
    this.typed = new Typed(/** @type {HTMLFormElement} */ (byId("typed")), this.board);
    this.line = new LineViewer(this.board, (moves) => this.#draw(moves), () => this.#show());
    this.at = this.played.length;
    /** @type {HTMLElement | null} the mistake that is being tried again */
    this.mistake = null;
    byId("first").addEventListener("click", () => this.#goTo(0));
    byId("back").addEventListener("click", () => this.#goTo(this.at - 1));
    byId("forward").addEventListener("click", () => this.#goTo(this.at + 1));
    byId("last").addEventListener("click", () => this.#goTo(this.played.length));
    byId("main").addEventListener("click", (event) => this.#pressed(event));
    document.getElementById("mistake")?.addEventListener("click", () => this.#nextMistake());
    document.addEventListener("keydown", (event) => this.#key(event));
    byId("retry-stop").addEventListener("click", () => this.#stop());
    this.#mark();
  }

  /** @param {MouseEvent} event */
  #pressed(event) {
    const pressed = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("[data-ply]"));
    if (!pressed || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (pressed.dataset.line) this.#refute(pressed);
    else if (pressed.matches(".retry")) this.#retry(pressed);
    else this.#goTo(Number(pressed.dataset.ply));
  }

  /**
   * The arrow keys step through the match wherever the focus is, except where they have a meaning of their own.
   * @param {KeyboardEvent} event
   */
  #key(event) {
    const target = /** @type {Element} */ (event.target);
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.defaultPrevented) return;
    if (this.mistake || this.line.isOpen || target.closest("input, textarea, select, dialog")) return;
    if (event.key === "ArrowLeft") this.#goTo(this.at - 1);
    else if (event.key === "ArrowRight") this.#goTo(this.at + 1);
    else return;
    event.preventDefault();
  }

  /** Go to the next mistake after the move that is shown, or else to the first one. */
  #nextMistake() {
    const rows = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("[data-mistake]")]);
    const plies = rows.map((row) => Number(row.dataset.row));
    this.#goTo(plies.find((ply) => ply > this.at) ?? plies[0]);
  }

  /** @param {number} ply */
  #goTo(ply) {
    if (this.mistake) this.#end();
    this.line.leave();
    this.at = Math.max(0, Math.min(this.played.length, ply));
    this.#show();
    const said = this.#remarks().map((part) => part.textContent).join(" ");
    announce(said.replace(/\s+/g, " ").trim() || "The start.");
  }

  async #show() {
    const { at, mistake } = this;
    try {
      const drawing = await this.#draw(this.played.slice(0, at));
      const moves = mistake ? (await position(this.#code)).moves.map(({ move }) => move) : [];
      if (this.at !== at || this.mistake !== mistake) return;
      showRefusal(byId("refusal"), null);
      this.board.show({ drawing, moves }, !!mistake);
      this.typed.enable(!!mistake);
      this.#mark();
    } catch (refusal) {
      this.#refused(refusal);
    }
  }

  /** @param {unknown} refusal */
  #refused(refusal) {
    if (!(refusal instanceof Refusal)) throw refusal;
    showRefusal(byId("refusal"), refusal, this.game);
  }

  /** The code of the position that is shown. */
  get #code() {
    return codeAfter(this.stem, this.played.slice(0, this.at));
  }

  /** Mark the move that is shown in the list. */
  #mark() {
    for (const row of document.querySelectorAll("[data-row]")) {
      const isHere = /** @type {HTMLElement} */ (row).dataset.row === String(this.at);
      if (isHere) row.setAttribute("aria-current", "step");
      else row.removeAttribute("aria-current");
    }
    byId("at").textContent = this.at ? `Move ${this.at} of ${this.played.length}` : "The start";
    this.#tell();
  }

  /** Say below the board what the list says of the move that is shown: on a phone the list is far away. */
  #tell() {
    byId("told").replaceChildren(...this.#remarks());
  }

  /** The verdict and the reason of the move that is shown, without links. */
  #remarks() {
    const told = document.querySelectorAll(`[data-row="${this.at}"] > p:not(.line)`);
    const copies = [...told].map((part) => /** @type {Element} */ (part.cloneNode(true)));
    for (const copy of copies) for (const link of copy.querySelectorAll("a")) link.replaceWith(link.textContent ?? "");
    return copies;
  }

  /** @param {string[]} moves */
  #draw(moves) {
    return getText(`/m/${this.id}/drawing.svg?moves=${moves.join(".")}`);
  }

  /** @param {HTMLElement} pressed */
  #refute({ dataset }) {
    const ply = Number(dataset.ply);
    this.#goTo(ply);
    this.line.open(this.played.slice(0, this.at), (dataset.line ?? "").split(" "));
  }

  /** @param {HTMLElement} pressed */
  async #retry(pressed) {
    this.line.leave();
    this.mistake = pressed;
    this.at = Number(pressed.dataset.ply) - 1;
    byId("retry-said").textContent = `${pressed.dataset.said} Find a move that keeps it.`;
    byId("retry-verdict").textContent = "";
    byId("retry-bar").hidden = false;
    showRefusal(byId("refusal"), null);
    await this.#show();
    this.board.focus();
    byId("retry-bar").scrollIntoView({ block: "nearest" });
    announce(byId("retry-said").textContent ?? "");
  }

  /** @param {string} move */
  async #answer(move) {
    const mistake = this.mistake;
    if (!mistake) return;
    try {
      const before = await position(this.#code);
      const tried = await after(before.code, move); // refuses what the rules forbid
      const judged = before.moves.find((one) => one.move === tried.played.at(-1));
      if (judged && this.mistake === mistake) this.#judge(mistake, judged);
    } catch (refusal) {
      this.#refused(refusal);
    }
  }

  /**
   * @param {HTMLElement} mistake
   * @param {import("./types.js").JudgedMove} judged
   */
  #judge(mistake, judged) {
    showRefusal(byId("refusal"), null);
    this.typed.clear();
    const thrown = mistake.dataset.thrown;
    const keeps = judged.verdict !== "throws";
    const said = keeps ? `Right: ${judged.move} keeps ${thrown}.` : `${judged.move} throws ${thrown} as well. Try again.`;
    const place = byId("retry-verdict");
    place.textContent = `${said} ${sentence(judged.explanation)}`;
    place.dataset.verdict = keeps ? "best" : "throws";
    if (keeps) {
      mistake.classList.add("solved");
      mistake.textContent = "Solved: try it again";
    }
    place.scrollIntoView({ block: "nearest" });
    announce(place.textContent);
  }

  /** Leave the mistake and show the match as it was played. */
  #stop() {
    const mistake = this.mistake;
    this.#end();
    this.#goTo(this.at + 1);
    mistake?.focus();
  }

  #end() {
    this.mistake = null;
    byId("retry-bar").hidden = true;
    byId("retry-verdict").textContent = "";
    showRefusal(byId("refusal"), null);
  }
}

new ReviewPage();
