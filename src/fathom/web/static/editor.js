/** The editor: what lies where is kept here as text; the server draws it and solves it after every change. */

import { address, wholeAddress } from "./address.js";
import { get, post, Refusal } from "./api.js";
import { Board } from "./board.js";
import { byId, copy, showRefusal } from "./page.js";
import { announce } from "./shell.js";

/** @typedef {import("./types.js").Draft} Draft */
/** @typedef {import("./types.js").MadePuzzle} MadePuzzle */

const LETTERS = "kldx";
const EMPTYING = ["Delete", "Backspace", "e"];

class Editor {
  constructor() {
    const { things = "", levels = "5" } = byId("editor").dataset;
    this.things = things;
    this.levels = Number(levels);
    /** @type {string | null} */
    this.code = byId("code").textContent || null;
    /** @type {{things: string, levels: number}[]} */
    this.before = [];
    this.asked = 0;
    this.refusal = byId("refusal");
    this.board = new Board(byId("board"), (tile) => this.#put(tile, this.tool));
    this.field = /** @type {HTMLInputElement} */ (byId("levels"));
    byId("board").addEventListener("keydown", (event) => this.#key(event));
    byId("tools").addEventListener("submit", (event) => event.preventDefault());
    this.field.addEventListener("change", () => this.#relevel());
    byId("undo").addEventListener("click", () => this.#undo());
    byId("clear").addEventListener("click", () => this.#change("", this.levels));
    byId("random").addEventListener("click", () => this.#random());
    byId("copy-link").addEventListener("click", () => this.#copyLink());
    this.board.wake();
  }

  #copyLink() {
    if (this.code) copy(byId("copy-link"), wholeAddress(`/p/${this.code}`));
  }

  get tool() {
    return String(new FormData(/** @type {HTMLFormElement} */ (byId("tools"))).get("tool") ?? "");
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const target = /** @type {Element} */ (event.target);
    const tile = /** @type {SVGElement | null} */ (target.closest(".choice"))?.dataset.move;
    if (!tile || event.ctrlKey || event.altKey || event.metaKey) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (LETTERS.includes(key)) this.#put(tile, key);
    else if (EMPTYING.includes(key)) this.#put(tile, "");
    else return;
    event.preventDefault();
  }

  /**
   * Put a thing on a tile; the same thing again takes it away.
   *
   * @param {string} tile
   * @param {string} letter
   */
  #put(tile, letter) {
    const parts = this.things.split(".").filter(Boolean);
    const others = parts.filter((part) => part.slice(1) !== tile);
    const isThere = parts.includes(letter + tile);
    if (!letter && others.length === parts.length) return;
    this.#change((letter && !isThere ? [...others, letter + tile] : others).join("."), this.levels);
  }

  #relevel() {
    const levels = this.field.valueAsNumber;
    if (this.field.reportValidity() && Number.isInteger(levels)) this.#change(this.things, levels);
  }

  /**
   * @param {string} things
   * @param {number} levels
   */
  #change(things, levels) {
    if (things === this.things && levels === this.levels) return;
    this.before.push({ things: this.things, levels: this.levels });
    this.things = things;
    this.levels = levels;
    this.#refresh();
  }

  #undo() {
    const last = this.before.pop();
    if (!last) return;
    this.things = last.things;
    this.levels = last.levels;
    this.#refresh();
  }

  async #random() {
    try {
      const levels = Math.max(3, this.levels);
      const made = /** @type {MadePuzzle} */ (await post("/puzzles", { difficulty: "medium", levels }));
      this.#change(made.layout, levels);
    } catch (refusal) {
      this.#refused(refusal);
    }
  }

  async #refresh() {
    const asked = ++this.asked;
    const wanted = new URLSearchParams({ levels: String(this.levels), things: this.things });
    try {
      const draft = /** @type {Draft} */ (await get(`/puzzles/draft?${wanted}`));
      if (asked === this.asked) this.#show(draft);
    } catch (refusal) {
      this.#refused(refusal);
    }
  }

  /** @param {unknown} refusal */
  #refused(refusal) {
    if (!(refusal instanceof Refusal)) throw refusal;
    showRefusal(this.refusal, refusal);
  }

  /** @param {Draft} draft */
  #show(draft) {
    this.things = draft.things;
    this.levels = draft.levels;
    this.code = draft.code;
    showRefusal(this.refusal, null);
    this.board.show({ drawing: draft.drawing, moves: [] }, true);
    this.field.value = String(draft.levels);
    byId("judged").textContent = draft.said;
    byId("code").textContent = draft.code ?? "";
    byId("undo").setAttribute("aria-disabled", String(!this.before.length));
    byId("copy-link").setAttribute("aria-disabled", String(!draft.code));
    const play = byId("play");
    if (draft.code) play.setAttribute("href", address(`/p/${draft.code}`));
    else play.removeAttribute("href");
    play.setAttribute("aria-disabled", String(!draft.code));
    const kept = new URLSearchParams({ levels: String(draft.levels), things: draft.things });
    history.replaceState(null, "", `?${kept}`);
    const focused = document.activeElement?.getAttribute("aria-label");
    if (focused) announce(focused);
  }
}

new Editor();
