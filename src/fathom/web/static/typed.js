/** The field in which a move can be typed. Typing anywhere on the page lands in it. */

const PART_OF_A_MOVE = /^[0-9a-z:]$/i;
const OWN_KEYS = "input:not([type=radio], [type=checkbox]), textarea, select, dialog";

export class Typed {
  /**
   * @param {HTMLFormElement} form
   * @param {import("./board.js").Board} board
   */
  constructor(form, board) {
    this.form = form;
    this.field = /** @type {HTMLInputElement} */ (form.elements.namedItem("move"));
    this.board = board;
    form.addEventListener("submit", (event) => this.#submit(event));
    this.field.addEventListener("input", () => board.match(this.field.value.trim()));
    this.field.addEventListener("keydown", (event) => this.#leave(event));
    addEventListener("keydown", (event) => this.#catch(event));
  }

  clear() {
    this.field.value = "";
    this.board.match("");
  }

  /** @param {boolean} enabled */
  enable(enabled) {
    this.form.hidden = !enabled;
  }

  /** @param {SubmitEvent} event */
  #submit(event) {
    event.preventDefault();
    const move = this.field.value.trim();
    if (move) this.board.tried(move);
  }

  /** @param {KeyboardEvent} event */
  #leave(event) {
    if (event.key !== "Escape" && event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
    event.preventDefault();
    if (event.key === "Escape") this.clear();
    this.board.focus();
  }

  /** @param {KeyboardEvent} event */
  #catch(event) {
    const target = /** @type {Element} */ (event.target);
    const isCommand = event.ctrlKey || event.altKey || event.metaKey;
    if (isCommand || this.form.hidden || !PART_OF_A_MOVE.test(event.key) || target.closest(OWN_KEYS)) return;
    this.field.focus(); // before the key takes effect, so that it is typed there
  }
}
