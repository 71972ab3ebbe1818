/** A puzzle to walk on. The first step makes a match on the server; from then on every step is kept there. */

import { address } from "./address.js";
import { createMatch, getText, Refusal } from "./api.js";
import { Board } from "./board.js";
import { flourish } from "./flourish.js";
import { announcement } from "./guide.js";
import { HintLadder } from "./hints.js";
import { LineViewer } from "./line.js";
import { BLOCKED_NOTICE, Live } from "./live.js";
import { forget, remember, setYourName, yourName } from "./memory.js";
import { byId, servedWith, showRefusal } from "./page.js";
import { rememberWalk, walkOf } from "./puzzle_memory.js";
import { announce, notify } from "./shell.js";
import { play } from "./sound.js";
import { Typed } from "./typed.js";
import { offerUndrawn } from "./undrawn.js";
import { WalkCoach } from "./walk_coach.js";
import { Walking } from "./walking.js";
import { WalkPanel } from "./walk_panel.js";

/** @typedef {import("./types.js").Snapshot} Snapshot */
/** @typedef {import("./types.js").MatchEvent} MatchEvent */
/** @typedef {import("./types.js").Answer} Answer */
/** @typedef {import("./types.js").View} View */

const GAME = "pyramid-puzzle";
/** What the server calls whoever has given no name. */
const NAMELESS = "Player 1";
const WORTH_A_NOTICE = 500;
const AWAY = "The server cannot be reached right now. Your walk is saved and continues as soon as it is back.";
const GONE = "This walk does not exist, or is not open to watchers.";

class PuzzlePage {
  constructor() {
    const { code = "", start = "", match, date, title = "" } = byId("puzzle").dataset;
    /** @type {{code: string, start: string, date?: string, title: string}} */
    this.puzzle = { code, start, date, title };
    /** @type {Snapshot | null} */
    this.match = null;
    /** @type {Live | null} */
    this.live = null;
    /** How many steps were there when the match began, and cannot be taken back. */
    this.given = 0;
    /** The step that is on its way. */
    this.trying = "";
    this.refusal = byId("refusal");
    this.name = /** @type {HTMLInputElement} */ (byId("name"));
    this.board = new Board(byId("board"), (move) => this.#try(move));
    this.typed = new Typed(/** @type {HTMLFormElement} */ (byId("typed")), this.board);
    this.line = new LineViewer(this.board, (moves) => this.#draw(moves), () => this.#showBoard());
    this.hints = new HintLadder((level) => this.#order("hint", { level }));
    this.coach = new WalkCoach(() => this.#undo());
    this.panel = new WalkPanel(this.puzzle, {
      showBest: (moves) => this.line.open([], moves),
      backTo: (count) => this.#backTo(count),
    });
    this.walking = new Walking(this.board, {
      step: (move) => this.#walk(move),
      back: () => this.#undo(),
      nowhere: (word) => announce(`There is no path ${word} from here.`),
    });
    byId("undo").addEventListener("click", () => this.#undo());
    byId("restart").addEventListener("click", () => this.#backTo(0));
    this.#prepare(match);
  }

  get mayWalk() {
    const { match } = this;
    return !match || (match.state === "playing" && match.you.length > 0);
  }

  /** @param {string | undefined} id of the match, where there is one already */
  #prepare(id) {
    this.name.value = yourName();
    this.name.addEventListener("change", () => this.#rename(this.name.value.trim()));
    byId("name-form").addEventListener("submit", (event) => event.preventDefault());
    if (id) this.begun = this.#connect(id);
    else this.#offer();
  }

  /**
   * The name by which whoever walks stands in the table of results, also afterwards.
   *
   * @param {string} name
   */
  async #rename(name) {
    if (this.begun && !(await this.#order("rename", { name }))) return;
    setYourName(name);
    showRefusal(this.refusal, null);
    announce(name ? `Your name is now ${name}.` : "You no longer have a name.");
  }

  /** Show the puzzle before there is a match. */
  #offer() {
    const begun = walkOf(this.puzzle.code);
    byId("going-on").hidden = !begun;
    if (begun) /** @type {HTMLAnchorElement} */ (byId("go-on")).href = address(`/m/${begun}`);
    this.board.wake();
    this.#follow();
    this.typed.enable(this.board.active);
    this.hints.follow(this.puzzle.start);
  }

  /**
   * @param {string} id
   * @returns {Promise<void>} kept when the match is here
   */
  #connect(id) {
    return new Promise((here) => {
      this.live = new Live(id, {
        onMatch: (match, events, isFirst) => {
          this.#arrived(match, events, isFirst);
          here();
        },
        onEvent: (event, view) => this.#happened(event, view),
        onState: (state) => this.#connection(state),
        onLateAnswer: (answer) => this.#refused(answer),
      });
      this.live.begin(servedWith());
    });
  }

  /** @type {Promise<void> | null} kept when the match is here */
  begun = null;

  /** Make the match, once. */
  #begin() {
    this.begun ??= this.#makeMatch().catch((refusal) => {
      this.begun = null;
      throw refusal;
    });
    return this.begun;
  }

  async #makeMatch() {
    const name = this.name.value.trim();
    const { match } = await createMatch({ from: this.puzzle.start, ...(name && { name }) });
    setYourName(name);
    history.replaceState(null, "", address(`/m/${match.id}`));
    byId("going-on").hidden = true;
    await this.#connect(match.id);
  }

  /**
   * @param {Snapshot} match
   * @param {MatchEvent[]} events
   * @param {boolean} isFirst
   */
  #arrived(match, events, isFirst) {
    this.match = match;
    const created = events.find(({ kind }) => kind === "created");
    if (created) this.given = created.from?.length ?? 0;
    this.#showName();
    this.line.leave();
    this.#show();
    if (!isFirst && events.length) announce(announcement(match));
    if (match.view.over) this.panel.end(match.view, match.you.length > 0);
    if (events.some(({ kind }) => kind === "renamed")) this.panel.showResults();
  }

  /** Who walks: the field says it to the walker, a notice to whoever looks on. */
  #showName() {
    const { you, names } = /** @type {Snapshot} */ (this.match);
    byId("watching").hidden = you.length > 0;
    byId("walker").textContent = names[0];
    if (you.length && document.activeElement !== this.name) this.name.value = names[0] === NAMELESS ? "" : names[0];
  }

  /**
   * @param {MatchEvent} event
   * @param {View} view
   */
  #happened(event, view) {
    if (!this.match) return;
    const isSamePosition = event.kind === "hinted" || event.kind === "renamed";
    const state = view.over ? "over" : "playing";
    const names = event.kind === "renamed" ? [event.name ?? ""] : this.match.names;
    this.match = { ...this.match, view, state, names, sequence: event.sequence };
    if (event.kind === "renamed") {
      this.#showName();
      this.panel.showResults();
    }
    if (isSamePosition) return;
    showRefusal(this.refusal, null);
    this.line.leave();
    this.#show();
    announce(announcement(this.match));
    if (event.kind === "moved" && this.match.you.length) this.coach.judge(view);
    const isYours = this.match.you.length > 0;
    if (isYours && event.kind === "moved") this.#sound(view);
    if (view.over) this.panel.end(view, isYours, isYours && event.kind === "moved" ? this.match.id : "");
  }

  /** @param {View} view */
  #sound(view) {
    const isSolved = view.outcome?.winner === 1;
    if (isSolved) flourish(this.board.home);
    play(isSolved ? "win" : view.over ? "end" : "move");
  }

  #show() {
    const match = /** @type {Snapshot} */ (this.match);
    const { view, you } = match;
    this.panel.show(view, you.length > 0);
    if (you.length) this.panel.timer.follow(match.id, view.played.length > 0, view.over);
    this.#showBoard();
    this.typed.enable(this.mayWalk);
    this.hints.follow(view.code);
    this.coach.follow(view, you.length > 0);
    const back = you.length > 0 ? view.played.length - this.given : 0;
    byId("undo").setAttribute("aria-disabled", String(!back));
    byId("restart").setAttribute("aria-disabled", String(!back));
    byId("controls").hidden = byId("name-form").hidden = !you.length;
    byId("hint").hidden = view.over;
    if (!you.length) return;
    rememberWalk(this.puzzle.code, view.over ? null : match.id);
    if (view.over) forget(match.id);
    else remember({ id: match.id, game: GAME, title: this.puzzle.title });
  }

  #showBoard() {
    const hadFocus = this.board.home.contains(document.activeElement);
    if (this.match) this.board.show(this.match.view, this.mayWalk, this.match.view.code);
    this.#follow();
    byId("clearing").hidden = !offerUndrawn(this.board, this.mayWalk);
    if (hadFocus) this.walking.focus();
  }

  /** A pyramid too large for its frame is moved so that the walker is in the middle. */
  #follow() {
    const { home } = this.board;
    const walker = home.querySelector(".tile.here");
    if (!walker || (home.scrollWidth <= home.clientWidth && home.scrollHeight <= home.clientHeight)) return;
    const [tile, frame] = [walker.getBoundingClientRect(), home.getBoundingClientRect()];
    home.scrollBy(
      tile.left + tile.width / 2 - frame.left - frame.width / 2,
      tile.top + tile.height / 2 - frame.top - frame.height / 2,
    );
  }

  /** @param {string[]} moves */
  #draw(moves) {
    return getText(`/m/${this.match?.id}/drawing.svg?moves=${moves.join(".")}`);
  }

  /**
   * A step with the arrow keys: what cannot be entered says why, and the walker stays.
   *
   * @param {string} move
   */
  #walk(move) {
    this.walking.focus();
    this.#try(move);
  }

  /** @param {string} move */
  async #try(move) {
    if (this.line.isOpen) return this.line.close();
    if (!this.mayWalk || move === this.trying) return; // pressed twice
    this.trying = move;
    showRefusal(this.refusal, null);
    this.board.pending(move);
    if (await this.#order("move", { move })) this.typed.clear();
    this.board.pending("");
    this.trying = "";
  }

  #undo() {
    const played = this.match?.view.played.length ?? 0;
    if (played > this.given) this.#backTo(played - 1);
  }

  /** @param {number} count how many steps are to remain */
  #backTo(count) {
    const plies = (this.match?.view.played.length ?? 0) - Math.max(count, this.given);
    if (plies > 0) this.#order("take-back", { plies });
  }

  /** @type {Promise<unknown>} what was ordered last: one thing is done after the other */
  ordered = Promise.resolve();

  /**
   * Give a command when those before it are done; false when it was refused.
   *
   * @param {string} type
   * @param {object} fields
   */
  #order(type, fields) {
    const carryOut = () => this.#carryOut(type, fields);
    const done = this.ordered.then(carryOut, carryOut);
    this.ordered = done;
    return done;
  }

  /**
   * Give a command, and make the match first where there is none.
   *
   * @param {string} type
   * @param {object} fields
   * @returns {Promise<boolean>}
   */
  async #carryOut(type, fields) {
    try {
      await this.#begin();
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) throw refusal;
      this.#refused({ error: refusal });
      return false;
    }
    const answer = await /** @type {Live} */ (this.live).send(type, fields);
    this.#refused(answer);
    return !answer.error;
  }

  /** @param {{error?: {code: string, message: string, rule?: number}}} answer */
  #refused({ error }) {
    if (error && error.code !== "stale") showRefusal(this.refusal, error, GAME);
  }

  /** @type {number | undefined} */
  noticeTimer = undefined;

  /** @param {import("./live.js").State} state */
  #connection(state) {
    clearTimeout(this.noticeTimer);
    if (state === "here") notify("");
    else if (state === "gone") notify(GONE);
    else if (state === "blocked") notify(BLOCKED_NOTICE);
    else this.noticeTimer = setTimeout(() => notify(AWAY), WORTH_A_NOTICE);
  }
}

new PuzzlePage();
