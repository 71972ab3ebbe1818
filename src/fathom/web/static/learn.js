/** A lesson: guided moves on the real board. The server says what to do and judges; the browser remembers the step. */

import { get, post, Refusal } from "./api.js";
import { Board } from "./board.js";
import { keepLesson, lessonIn } from "./lesson_memory.js";
import { byId, servedWith, showRefusal } from "./page.js";
import { announce } from "./shell.js";
import { wakeStarts } from "./starts.js";
import { Typed } from "./typed.js";

/** @typedef {import("./types.js").LessonStep} LessonStep */
/** @typedef {import("./types.js").LessonReply} LessonReply */

class LessonPage {
  constructor() {
    this.game = byId("lesson").dataset.game ?? "";
    /** @type {LessonStep} */
    this.lesson = servedWith();
    this.board = new Board(byId("board"), (move) => this.#try(move));
    this.typed = new Typed(/** @type {HTMLFormElement} */ (byId("typed")), this.board);
    byId("next").addEventListener("click", () => this.#go(this.lesson.step + 1, ""));
    byId("again").addEventListener("click", () => this.#go(0, ""));
    this.#resume();
  }

  /** Go on where the lesson was left; whoever has finished it may do it again. */
  async #resume() {
    const kept = lessonIn(this.game);
    if (kept && !kept.done && (kept.step || kept.code !== this.lesson.code)) await this.#go(kept.step, kept.code, false);
    else this.#show();
  }

  /**
   * @param {number} step
   * @param {string} code
   * @param {boolean} [takesFocus]
   */
  async #go(step, code, takesFocus = true) {
    try {
      this.lesson = await get(`/lessons/${this.game}?step=${step}&code=${encodeURIComponent(code)}`);
      this.#keep(false);
      this.#say("");
      this.#show();
      if (takesFocus) this.#begin();
    } catch (refusal) {
      this.#refused(refusal);
    }
  }

  #begin() {
    announce(this.lesson.task);
    this.board.focus();
  }

  get isLast() {
    return this.lesson.step + 1 === this.lesson.steps;
  }

  /** @param {boolean} done */
  #keep(done) {
    const { step, code } = this.lesson;
    keepLesson(this.game, { step, code, done });
  }

  #show() {
    const { lesson } = this;
    const isOver = lesson.done && this.isLast;
    byId("step").textContent = `Step ${lesson.step + 1} of ${lesson.steps}`;
    /** @type {HTMLProgressElement} */ (byId("lesson-bar")).value = lesson.step + Number(lesson.done);
    byId("task").textContent = lesson.task;
    byId("task").hidden = lesson.done;
    byId("next").hidden = !lesson.done || this.isLast;
    byId("again").hidden = !lesson.step;
    byId("after").hidden = !isOver;
    byId("skip").hidden = isOver;
    this.board.show(lesson, !lesson.done, lesson.code);
    this.typed.enable(!lesson.done);
  }

  /** @param {string} text */
  #say(text, isRight = true) {
    const place = byId("said");
    place.hidden = !text;
    place.textContent = text;
    place.classList.toggle("notice-good", isRight);
    showRefusal(byId("refusal"), null);
  }

  /** @param {string} move */
  async #try(move) {
    const { step, code } = this.lesson;
    this.typed.clear();
    try {
      const reply = /** @type {LessonReply} */ (await post(`/lessons/${this.game}`, { step, code, move }));
      this.lesson = reply.lesson;
      this.#say(reply.said, reply.right);
      this.#show();
      if (reply.right) this.#answered();
    } catch (refusal) {
      this.#refused(refusal);
    }
  }

  #answered() {
    this.#keep(this.isLast);
    byId(this.isLast ? "after-title" : "next").focus();
  }

  /** @param {unknown} refusal */
  #refused(refusal) {
    if (!(refusal instanceof Refusal)) throw refusal;
    this.#say("");
    showRefusal(byId("refusal"), refusal, this.game);
  }
}

new LessonPage();
wakeStarts();
