/** Everything around the board of a puzzle: the gauges, the walk, the result and the table of the day. */

import { wholeAddress } from "./address.js";
import { get } from "./api.js";
import { toldTo } from "./guide.js";
import { recordWalk } from "./history.js";
import { button, byId, copy, make } from "./page.js";
import { rememberSolved, showStreak, streak } from "./puzzle_memory.js";
import { announce } from "./shell.js";
import { Timer } from "./timer.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").LostMove} LostMove */
/** @typedef {import("./types.js").WalkResult} WalkResult */
/** @typedef {import("./types.js").PuzzleResult} PuzzleResult */
/** @typedef {import("./types.js").DailyResults} DailyResults */

export class WalkPanel {
  /**
   * @param {{date?: string, code: string, title: string}} puzzle
   * @param {{showBest: (moves: string[]) => void, backTo: (count: number) => void}} walk
   */
  constructor(puzzle, walk) {
    this.puzzle = puzzle;
    this.walk = walk;
    /** @type {WalkResult | null} */
    this.result = null;
    byId("show-best").addEventListener("click", () => this.result && walk.showBest(this.result.best_moves));
    byId("copy-result").addEventListener("click", () => this.#share());
    byId("save-picture").addEventListener("click", () => this.#picture());
    this.timer = new Timer(byId("timer"));
    byId("copy-link").addEventListener("click", () => copy(byId("copy-link"), this.#link()));
    showStreak();
  }

  /**
   * @param {View} view
   * @param {boolean} isYours
   */
  show(view, isYours) {
    const { now, happened } = toldTo(view, isYours ? [1] : []);
    byId("now").textContent = now;
    byId("happened").textContent = happened;
    byId("gauges").replaceChildren(...view.gauges.map(gauge));
    const lost = new Map(this.result?.code === view.code ? this.result.lost.map(({ number, mp }) => [number, mp]) : []);
    const items = view.played.map((move, index) => step(move, index + 1, lost.get(index + 1)));
    byId("moves").replaceChildren(...items);
    byId("no-moves").hidden = items.length > 0;
    if (!view.over) byId("ended").hidden = true;
  }

  /**
   * Say how a walk that is over compares with the best.
   *
   * @param {View} view
   * @param {boolean} isYours
   * @param {string} endedNow the id of the match, if it was yours and ended just now
   */
  async end(view, isYours, endedNow = "") {
    const result = /** @type {WalkResult} */ (await get(`/puzzles/result?code=${encodeURIComponent(view.code)}`));
    this.result = result;
    const isBest = result.solved && result.mp === result.best;
    const place = byId("ended");
    place.classList.toggle("notice-good", isBest);
    place.classList.toggle("notice-warn", !isBest);
    byId("ended-title").textContent = isBest ? `Solved: ${result.sentence}` : result.sentence;
    byId("lost").replaceChildren(...result.lost.map((lost) => this.#loss(lost)));
    byId("show-best").hidden = isBest || !result.best_moves.length;
    byId("copy-result").hidden = byId("save-picture").hidden = !result.solved;
    place.hidden = false;
    this.show(view, isYours);
    if (!endedNow) return;
    place.scrollIntoView({ block: "nearest" });
    announce(byId("ended-title").textContent ?? "");
    const { title } = this.puzzle;
    recordWalk({ id: endedNow, game: view.game, title, moves: view.played.length }, result);
    const { mp, best } = result;
    if (this.puzzle.date && result.solved && best !== null) this.#solvedToday(mp, mp - best);
  }

  /** @param {LostMove} lost */
  #loss({ number, move, mp }) {
    const words = `Step ${number}, to ${move}, cost ${mp} MP too much.`;
    const again = button("Back to there", () => this.walk.backTo(number - 1), {
      class: "button button-small",
      "aria-label": `Back to before step ${number}`,
    });
    return make("li", {}, make("span", {}, words), again);
  }

  /**
   * @param {number} mp
   * @param {number} over
   */
  async #solvedToday(mp, over) {
    const date = this.puzzle.date ?? "";
    rememberSolved(date, { mp, over });
    showStreak();
    await this.showResults();
  }

  /** Fetch the table of the day again. */
  async showResults() {
    const { date } = this.puzzle;
    if (!date) return;
    const asked = get(`/puzzles/daily/results?date=${date}`);
    const answer = /** @type {DailyResults | null} */ (await asked.catch(() => null));
    if (!answer) return; // the server is away: the table stays as it was
    const { results } = answer;
    byId("results").replaceChildren(...results.map(row));
    byId("results-table").hidden = !results.length;
    byId("no-results").hidden = results.length > 0;
  }

  #link() {
    return this.puzzle.date ? wholeAddress("/puzzles/daily") : wholeAddress(`/p/${this.puzzle.code}`);
  }

  /** What may be told to others: nothing that gives the way away. */
  #shared() {
    const { date } = this.puzzle;
    const result = /** @type {WalkResult} */ (this.result);
    const over = result.mp - (result.best ?? result.mp);
    const days = date ? streak(date) : 0;
    const more = [days ? `Streak: ${days} ${days === 1 ? "day" : "days"}` : "", this.timer.taken ? `Time: ${this.timer.taken}` : ""];
    return {
      head: date ? `Fathom daily ${date}` : "Fathom pyramid puzzle",
      symbols: result.symbols,
      worth: `${result.mp} MP, ${over ? `${over} over the best` : "the best there is"}`,
      more: more.filter(Boolean).join(" · "),
      link: this.#link(),
    };
  }

  /** The parts for sharing come when somebody shares. */
  async #share() {
    const { asText, shareText } = await import("./share.js");
    const text = asText(this.#shared());
    if (!(await shareText(text))) copy(byId("copy-result"), text);
  }

  async #picture() {
    const { savePicture } = await import("./share.js");
    savePicture(this.#shared());
  }
}

/** @param {View["gauges"][number]} gauge */
function gauge({ name, values }) {
  const shown = values.map((value) => make("dd", {}, value));
  if (!shown.length) shown.push(make("dd", { class: "none" }, "nothing"));
  return make("div", { class: "gauge" }, make("dt", {}, name), ...shown);
}

/**
 * @param {string} move
 * @param {number} number
 * @param {number | undefined} lost
 */
function step(move, number, lost) {
  const item = make("li", {}, make("span", { class: "soft" }, `${number}.`), make("span", {}, move));
  if (lost) item.append(make("span", { class: "badge badge-warn" }, `+${lost}`));
  return item;
}

/** @param {PuzzleResult} result */
function row({ mp, over, player, hints }) {
  return make(
    "tr",
    {},
    make("td", { class: "number" }, String(mp)),
    make("td", {}, over ? `+${over}` : "best"),
    make("th", { scope: "row" }, player),
    make("td", { class: "number" }, String(hints)),
  );
}
