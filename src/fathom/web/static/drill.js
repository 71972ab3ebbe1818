/** One position after the other to answer. The server picks them and judges the answers; the browser keeps these. */

import { position, post, Refusal } from "./api.js";
import { Board } from "./board.js";
import { analysisOf, codeAfter } from "./codes.js";
import { answers, keepAnswer } from "./drill_memory.js";
import { HintLadder } from "./hints.js";
import { LineViewer } from "./line.js";
import { button, byId, servedWith, showRefusal } from "./page.js";
import { announce } from "./shell.js";
import { Typed } from "./typed.js";

/** @typedef {import("./types.js").Drill} Drill */
/** @typedef {import("./types.js").DrillAsked} DrillAsked */
/** @typedef {import("./types.js").JudgedAnswer} JudgedAnswer */

/** How things stand is part of the question, so the first hint tells more. */
const TOLD = 1;
const NONE_LEFT = "No new position was found. Come back when something is due.";

class DrillPage {
  constructor() {
    this.game = byId("drill").dataset.game || undefined;
    /** @type {Drill | null} */
    this.drill = null;
    this.isHinted = false;
    this.isAnswered = false;
    /** @type {string[]} */
    this.skipped = [];
    this.tally = { right: 0, hinted: 0, wrong: 0 };
    this.level = /** @type {HTMLSelectElement} */ (byId("level"));
    this.board = new Board(byId("board"), (move) => this.#answer(move));
    this.typed = new Typed(/** @type {HTMLFormElement} */ (byId("typed")), this.board);
    this.line = new LineViewer(this.board, (moves) => this.#draw(moves), () => this.#showBoard());
    this.hints = new HintLadder(async () => (this.isHinted = true), TOLD);
    /** @type {string[]} */
    this.refutation = [];
    byId("next").addEventListener("click", () => this.#next(true));
    byId("skip").addEventListener("click", () => this.#skip());
    byId("refute").addEventListener("click", () => this.#refute());
    this.level.addEventListener("change", () => !this.isAnswered && this.#skip());
    this.#first(servedWith());
  }

  /**
   * Whoever begins is asked what the page came with.
   *
   * @param {Drill | null} drill
   */
  #first(drill) {
    if (drill && !answers().length) this.#ask(drill, false);
    else this.#next(false);
  }

  #skip() {
    if (this.drill) this.skipped = [...this.skipped, this.drill.code].slice(-200);
    this.#next(true);
  }

  /** @param {boolean} takesFocus */
  async #next(takesFocus) {
    const level = Number(this.level.value) || undefined;
    try {
      const body = { game: this.game, level, answers: answers(), skipped: this.skipped };
      const { drill } = /** @type {DrillAsked} */ (await post("/drills/next", body));
      if (drill) this.#ask(drill, takesFocus);
      else showRefusal(byId("refusal"), { message: NONE_LEFT });
    } catch (refusal) {
      this.#refused(refusal);
    }
  }

  /**
   * @param {Drill} drill
   * @param {boolean} takesFocus
   */
  #ask(drill, takesFocus) {
    this.drill = drill;
    this.isHinted = this.isAnswered = false;
    this.line.leave();
    this.typed.clear();
    showRefusal(byId("refusal"), null);
    byId("verdict").hidden = true;
    byId("asking").hidden = false;
    byId("drill-game").textContent = drill.title;
    byId("drill-level").textContent = String(drill.level);
    byId("again").hidden = !drill.again;
    byId("count-due").textContent = String(drill.due);
    byId("question").textContent = `Your move, as Player ${drill.view.to_move}. ${drill.standing}`;
    /** @type {HTMLAnchorElement} */ (byId("analyze")).href = analysisOf(drill.code);
    this.hints.follow(drill.code);
    this.#showBoard();
    announce(`${drill.title}, level ${drill.level}${drill.again ? ", again" : ""}. ${byId("question").textContent}`);
    if (takesFocus) this.board.focus();
  }

  #showBoard() {
    if (!this.drill) return;
    const isOpen = !this.isAnswered;
    this.board.show(this.drill.view, isOpen);
    this.typed.enable(isOpen);
    const undrawn = isOpen ? this.board.undrawn : [];
    const offered = undrawn.map((move) => button(move, () => this.#answer(move), { class: "button" }));
    byId("undrawn").replaceChildren(...offered);
  }

  /** @param {string} move */
  async #answer(move) {
    const { drill } = this;
    if (!drill || this.isAnswered) return;
    this.board.pending(move);
    try {
      const earlier = answers().filter((given) => given.position === drill.code);
      const given = { code: drill.code, move, hinted: this.isHinted, earlier };
      const judged = /** @type {JudgedAnswer} */ (await post("/drills/answer", given));
      if (this.drill === drill && !this.isAnswered) this.#judge(judged);
    } catch (refusal) {
      this.board.pending("");
      this.#refused(refusal);
    }
  }

  /** @param {JudgedAnswer} judged */
  #judge(judged) {
    this.isAnswered = true;
    keepAnswer(judged.answer);
    this.#count(judged);
    showRefusal(byId("refusal"), null);
    byId("asking").hidden = true;
    const praise = this.isHinted ? "Right, with a hint." : "Right!";
    const head = judged.right ? praise : `No: ${judged.move} ${judged.verdict}.`;
    const place = byId("verdict");
    place.classList.toggle("notice-good", judged.right);
    place.classList.toggle("notice-bad", !judged.right);
    byId("verdict-head").textContent = head;
    byId("verdict-why").textContent = judged.why;
    byId("solution").textContent = judged.right ? "" : judged.solution;
    byId("lesson").textContent = judged.lesson;
    byId("comes-back").textContent = judged.comes_back;
    byId("refute").hidden = judged.line.length < 2;
    byId("refute").textContent = judged.right ? "Show what follows" : "Show why it loses";
    place.hidden = false;
    this.refutation = judged.line;
    this.#showBoard();
    announce([head, judged.why, byId("solution").textContent, judged.lesson, judged.comes_back].join(" "));
    byId("next").focus();
    if (!judged.right && judged.line.length > 1) this.#refute();
  }

  #refute() {
    if (this.drill) this.line.open(this.drill.view.played, this.refutation);
  }

  /** @param {string[]} moves */
  async #draw(moves) {
    const { stem } = /** @type {Drill} */ (this.drill).view;
    return (await position(codeAfter(stem, moves))).drawing;
  }

  /** @param {JudgedAnswer} judged */
  #count({ right }) {
    const kind = !right ? "wrong" : this.isHinted ? "hinted" : "right";
    this.tally[kind] += 1;
    byId(`count-${kind}`).textContent = String(this.tally[kind]);
  }

  /** @param {unknown} refusal */
  #refused(refusal) {
    if (!(refusal instanceof Refusal)) throw refusal;
    showRefusal(byId("refusal"), refusal, this.drill?.game);
  }
}

new DrillPage();
