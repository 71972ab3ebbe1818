/** The page of a match. It shows what the server says and sends what is chosen. */

import { getText } from "./api.js";
import { Board } from "./board.js";
import { CONTROLS, nameOf } from "./choices.js";
import { Coach } from "./coach.js";
import { flourish } from "./flourish.js";
import { announcement, tabTitle } from "./guide.js";
import { recordMatch } from "./history.js";
import { LineViewer } from "./line.js";
import { BLOCKED_NOTICE, Live } from "./live.js";
import { LookBack } from "./look_back.js";
import { MatchPanel } from "./match_panel.js";
import { forget, remember, setInvitation } from "./memory.js";
import { byId, servedWith, showRefusal } from "./page.js";
import { Pace } from "./pace.js";
import { announce, notify } from "./shell.js";
import { play } from "./sound.js";
import { Typed } from "./typed.js";
import { offerUndrawn } from "./undrawn.js";

/** @typedef {import("./types.js").Snapshot} Snapshot */
/** @typedef {import("./types.js").MatchEvent} MatchEvent */
/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Answer} Answer */

/** A break this short is not worth a notice. */
const WORTH_A_NOTICE = 500;
const GONE = "This match does not exist, or is not open to watchers.";
const AWAY_ALONE = "The server cannot be reached right now. Nothing is lost: the match continues as soon as it is back.";
const AWAY = "Connection lost. Reconnecting; your place and what you have chosen are safe.";
const AWAY_WITH_MOVE = "Connection lost. Your move is saved and will be sent once you are back online.";

/** After these the position is the same. */
const QUIET = ["hinted", "renamed", "nudged", "take-back-asked", "take-back-refused", "rematch-offered", "withdrawn"];

class MatchPage {
  constructor() {
    const { match = "", game = "" } = byId("match").dataset;
    this.id = match;
    this.game = game;
    /** @type {Snapshot | null} */
    this.match = null;
    /** When the server said what is left of the time. */
    this.toldAt = 0;
    /** @type {number[]} whose each move was that can be taken back */
    this.movers = [];
    /** Was it a challenge that has been taken back? Then it never begins. */
    this.isWithdrawn = false;
    this.refusal = byId("refusal");
    this.pace = new Pace();
    for (const kind of ["click", "keydown"]) byId("board").addEventListener(kind, (event) => this.#hurry(event), { capture: true });
    this.board = new Board(byId("board"), (move) => this.#try(move));
    this.typed = new Typed(/** @type {HTMLFormElement} */ (byId("typed")), this.board);
    this.line = new LineViewer(this.board, (moves) => this.#draw(moves), () => this.#show());
    this.lookBack = new LookBack(this.board, this.id, () => this.#lookedBack());
    this.coach = new Coach(this.board, {
      markHint: (level) => this.#order("hint", { level }),
      takeBack: (plies) => this.#order("take-back", { plies }),
      showLine: (played, line) => this.#showLine(played, line),
      redraw: () => this.#show(),
    });
    /** @type {import("./friend.js").Friend | null} what only a match with another person has */
    this.friend = null;
    this.panel = new MatchPanel(this.game, (type, fields) => this.#order(type, fields));
    this.live = new Live(this.id, {
      onMatch: (match, events, isFirst) => this.pace.pass(() => this.#arrived(match, events, isFirst), false),
      onEvent: (event, view, clock) => this.pace.pass(() => this.#happened(event, view, clock), this.#isAnswer(event)),
      onAgain: ({ clock, presence }) => this.#tell({ clock, presence }),
      onPresence: (presence) => this.#tell({ presence }),
      onState: (state) => this.#connection(state),
      onLateAnswer: (answer) => this.#refused(answer),
    });
    this.live.begin(servedWith());
  }

  get isYourTurn() {
    const { match } = this;
    return !!match && match.state === "playing" && match.you.includes(match.view.to_move ?? 0);
  }

  /**
   * @param {Snapshot} match
   * @param {MatchEvent[]} events
   * @param {boolean} isFirst
   */
  #arrived(match, events, isFirst) {
    this.match = match;
    this.toldAt = isFirst ? 0 : performance.now(); // what came with the page is as old as the page
    events.forEach((event) => this.#count(event));
    this.line.leave();
    this.#show();
    if (!isFirst && events.length) announce(announcement(match));
    for (const event of events) this.#follow(event, isFirst);
    if (!match.solo) this.#meet();
  }

  /** There is another person: load what is needed for that, once. */
  async #meet() {
    if (!this.friend) {
      const { Friend } = await import("./friend.js");
      this.friend ??= new Friend(this.game, (type, fields) => this.#order(type, fields), (here) => this.live.look(here));
    }
    this.#tell({});
  }

  /**
   * Show what has to do with the other person.
   *
   * @param {Partial<Snapshot>} news what has changed
   */
  #tell(news) {
    if (!this.match) return;
    this.match = { ...this.match, ...news };
    if (news.clock) this.toldAt = performance.now();
    this.friend?.show(this.match, this.toldAt);
  }

  /**
   * Is it a machine's move in a match with a person at this screen?
   *
   * @param {MatchEvent} event
   */
  #isAnswer({ kind, seat }) {
    return kind === "moved" && !!this.match?.you.length && this.match.seats[(seat ?? 0) - 1] === "machine";
  }

  /**
   * Somebody chooses before the answer is shown: show it, and take the choice.
   *
   * @param {Event} event
   */
  #hurry(event) {
    const isKey = event instanceof KeyboardEvent;
    if ((isKey && event.key !== "Enter" && event.key !== " ") || !this.pace.waiting.length) return;
    const control = /** @type {Element} */ (event.target).closest(CONTROLS);
    this.pace.hurry();
    event.stopPropagation();
    if (isKey) event.preventDefault();
    if (control) this.board.press(nameOf(control));
  }

  /** @param {MatchEvent} event */
  #count(event) {
    if (event.kind === "moved") this.movers.push(event.seat ?? 0);
    if (event.kind === "withdrawn") this.isWithdrawn = true;
    if (event.kind === "taken-back") this.movers.length -= event.plies ?? 0;
    if (["resigned", "forfeited", "timed-out", "abandoned"].includes(event.kind)) this.movers.length = 0; // which cannot be taken back, nor anything before it
  }

  /**
   * @param {MatchEvent} event
   * @param {View} view
   * @param {import("./types.js").ClockState | null} clock
   */
  #happened(event, view, clock) {
    const match = this.match;
    if (!match) return;
    const isSamePosition = QUIET.includes(event.kind);
    this.#count(event);
    this.match = { ...match, view, clock, sequence: event.sequence, ...this.#changed(match, event, view) };
    if (event.kind === "moved" || event.kind === "taken-back") showRefusal(this.refusal, null);
    if (!isSamePosition) this.line.leave();
    this.#show();
    if (!isSamePosition) announce(announcement(this.match));
    if (event.kind === "moved" && match.you.includes(event.seat ?? 0) && match.solo) this.coach.judge(view);
    this.#sound(event);
    this.#follow(event, false);
    this.#tell({ clock, take_back: takeBackAfter(event, this.match.take_back) });
    this.friend?.follow(event, this.match);
  }

  /** @param {MatchEvent} event */
  #sound({ kind, seat }) {
    const { view, you, solo } = /** @type {Snapshot} */ (this.match);
    const isSignalled = document.hidden && !solo && you.length === 1; // see `Signals`, which has a sound of its own
    const isWon = view.over && you.length === 1 && view.outcome?.winner === you[0];
    if (isWon) flourish(this.board.home);
    if (view.over && kind !== "rematch-offered" && kind !== "rematched") play(isWon ? "win" : "end");
    else if (kind === "moved" && you.includes(seat ?? 0)) play("move");
    else if (kind === "moved" && !isSignalled) play("answer");
  }

  /**
   * What an event changes apart from the position.
   *
   * @param {Snapshot} match
   * @param {MatchEvent} event
   * @param {View} view
   * @returns {Partial<Snapshot>}
   */
  #changed(match, event, view) {
    if (event.kind === "withdrawn") return { challenge: null };
    if (event.kind === "rematch-offered" || event.kind === "rematched") return { rematch: rematchAfter(event, match.rematch) };
    const state = view.over ? "over" : match.state === "waiting" && event.kind !== "joined" ? "waiting" : "playing";
    if ((event.kind !== "joined" && event.kind !== "renamed") || !event.seat) return { state };
    const at = event.seat - 1;
    const names = match.names.with(at, event.name ?? "");
    const called = match.called.with(at, event.name ?? ""); // only people join, and only people change their names
    return event.kind === "renamed" ? { state, names, called } : { state, names, called, seats: match.seats.with(at, "person") };
  }

  /**
   * @param {MatchEvent} event
   * @param {boolean} isHistory did it happen before the page was opened?
   */
  #follow(event, isHistory) {
    if (event.kind === "joined") setInvitation(this.id, null);
    if (event.kind === "joined" && event.game && !isHistory) location.reload(); // who joined has chosen another game
    if (event.kind === "withdrawn" && !isHistory) announce(byId("withdrawn").textContent ?? "");
    if (event.kind === "rematched") this.panel.rematched(this.id, !isHistory);
  }

  /** Show the match as it stands. */
  #show() {
    const match = this.match;
    if (!match) return;
    const { view } = match;
    this.board.you = match.you.length === 1 ? match.you[0] : 0;
    this.panel.show(match, this.movers, this.isWithdrawn);
    document.title = tabTitle(match, this.game, this.isWithdrawn);
    this.lookBack.follow(match, this.line.isOpen);
    this.typed.enable(this.isYourTurn && !this.lookBack.isOn);
    if (!this.line.isOpen && !this.lookBack.isOn) this.#showBoard(view, this.isYourTurn);
    this.coach.follow(match, view);
    if (!match.you.length) return;
    if (view.over) this.#keepResult(match);
    else if (this.isWithdrawn) forget(this.id);
    else remember({ id: this.id, game: match.game, title: `${this.game}: ${match.called.join(" – ")}` });
  }

  /** @param {Snapshot} match */
  #keepResult(match) {
    forget(this.id);
    recordMatch(match, this.game);
  }

  /**
   * @param {View} view
   * @param {boolean} active
   */
  async #showBoard(view, active) {
    this.board.show(view, active, view.code);
    offerUndrawn(this.board, active);
    if (!this.coach.isOn || view.over) return;
    const drawing = await this.#draw(view.played).catch(() => null);
    if (drawing === null || this.match?.view !== view || this.line.isOpen || this.lookBack.isOn) return;
    this.board.show({ ...view, drawing }, active, view.code);
  }

  /** Somebody steps through the moves, or is back: an earlier position cannot be played on. */
  #lookedBack() {
    const { isOn } = this.lookBack;
    this.line.leave();
    if (isOn) offerUndrawn(this.board, false);
    this.#show();
  }

  /**
   * @param {string[]} played
   * @param {string[]} line
   */
  #showLine(played, line) {
    this.lookBack.leave();
    this.line.open(played, line);
    if (this.match) this.lookBack.follow(this.match, true);
  }

  /**
   * The match's board after any moves, with what the coach adds to it.
   *
   * @param {string[]} moves
   * @returns {Promise<string>}
   */
  #draw(moves) {
    const coach = this.coach.isOn ? "&coach=1" : "";
    return getText(`/m/${this.id}/drawing.svg?moves=${moves.join(".")}${coach}`);
  }

  /** @param {string} move */
  async #try(move) {
    if (this.line.isOpen) return this.line.close();
    if (!this.isYourTurn) return this.#refused({ error: { code: "not-your-turn", message: "It is not your turn." } });
    showRefusal(this.refusal, null);
    const sent = this.#order("move", { move });
    this.board.pending(move);
    this.#connection(this.connection);
    if (await sent) this.typed.clear();
    else this.board.pending("");
  }

  /**
   * Give a command; false when it was refused, and then the page says why.
   *
   * @param {string} type
   * @param {object} [fields]
   */
  async #order(type, fields) {
    const answer = await this.live.send(type, fields);
    if (!answer.error) showRefusal(this.refusal, null);
    this.#refused(answer);
    return !answer.error;
  }

  /** @param {Answer} answer */
  #refused({ error }) {
    if (!error || error.code === "stale") return;
    showRefusal(this.refusal, error, this.match?.game);
  }

  /** @param {import("./live.js").State} state */
  #connection(state) {
    this.connection = state;
    clearTimeout(this.noticeTimer);
    if (state === "here") return notify("");
    if (state === "gone") return notify(GONE);
    if (state === "blocked") return notify(BLOCKED_NOTICE);
    const away = this.match?.solo ? AWAY_ALONE : this.live.unsent.command ? AWAY_WITH_MOVE : AWAY;
    this.noticeTimer = setTimeout(() => notify(away), WORTH_A_NOTICE);
  }

  /** @type {import("./live.js").State} what was last heard of the connection: while it is being made, nothing bad */
  connection = "here";

  /** @type {number | undefined} */
  noticeTimer = undefined;
}

/**
 * What is asked for after an event.
 *
 * @param {MatchEvent} event
 * @param {import("./types.js").TakeBackState | null} before
 */
function takeBackAfter({ kind, seat = 0, plies = 0 }, before) {
  if (kind === "take-back-asked") return { seat, plies };
  return kind === "nudged" ? before : null;
}

/**
 * What is offered after an event; the first offer decides which game it is.
 *
 * @param {MatchEvent} event
 * @param {import("./types.js").RematchState} before
 * @returns {import("./types.js").RematchState}
 */
function rematchAfter({ seat = 0, game, match }, before) {
  if (match) return { ...before, match };
  return { ...before, offers: [...before.offers, seat], game: before.offers.length ? before.game : game };
}

new MatchPage();
