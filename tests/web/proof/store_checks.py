"""What must hold for a store by itself: its numbers are in order, its keys are unique, its moves follow the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta

from fathom import games
from fathom.core.match import Match
from fathom.errors import FathomError, GameOver, NotYourTurn
from tests.web.proof.history import Event, Kept, Stored
from tests.web.proof.violation import Violation

#: As the documentation of the server promises.
CLAIM_SECONDS, NUDGE_SECONDS = 180, 30


def store_is_in_order(stored: Stored) -> Iterator[Violation]:
    """Sequence numbers count from 1 without gaps, and no key occurs twice."""
    for match, log in stored.items():
        keys: dict[str, int] = {}
        last = 0
        for event, key in log:
            sequence = event["sequence"]
            if sequence == last:
                yield Violation("duplicated", match, sequence, key, "the store holds two events with this number")
            elif sequence != last + 1:
                what = f"in the store this event follows number {last}"
                yield Violation("out-of-order", match, sequence, key, what)
            last = sequence
            if key is None:
                continue
            if key in keys:
                what = f"the store applied this key before, as number {keys[key]}"
                yield Violation("duplicated", match, sequence, key, what)
            keys.setdefault(key, sequence)


def store_follows_the_rules(stored: Stored) -> Iterator[Violation]:
    """Every match can be replayed from its events, each move by the seat whose turn it was."""
    for match, log in stored.items():
        broken = _first_broken_rule(match, log)
        if broken:
            yield broken


def _first_broken_rule(match: str, log: list[Kept]) -> Violation | None:
    if not log or log[0].event["kind"] != "created":
        return Violation("out-of-order", match, 1, None, "the first event in the store does not create the match")
    replayed, turns, asked = start_of(log[0].event), Turns(), 0
    for number, (event, key) in enumerate(log[1:], 1):
        try:
            if wrong := _was_not_open(log[0].event, [kept.event["kind"] for kept in log[1:number]], event):
                return Violation("illegal", match, event["sequence"], key, wrong)
            if event["kind"] == "timed-out" and (wrong := _was_in_time(log[0].event, replayed, turns, event)):
                return Violation("illegal", match, event["sequence"], key, wrong)
            if event["kind"] == "taken-back" and "open" in log[0].event["seats"] and event["seat"] != asked:
                return Violation("illegal", match, event["sequence"], key, "taken back without being asked for")
            if wrong := _was_left_alone(replayed, log, event) or _was_nudged_too_soon(replayed, log, event):
                return Violation("illegal", match, event["sequence"], key, wrong)
            if event["kind"] != "nudged":
                asked = event["seat"] if event["kind"] == "take-back-asked" else 0
            if event["kind"] in {"moved", "taken-back"}:
                turns.end(replayed.position.to_move, event["at"])
            replayed = replay(replayed, event)
        except (NotYourTurn, GameOver) as error:
            return Violation("out-of-turn", match, event["sequence"], key, str(error).removesuffix("."))
        except FathomError as error:
            return Violation("illegal", match, event["sequence"], key, str(error).removesuffix("."))
    return None


def _was_not_open(created: Event, before: list[str], event: Event) -> str:
    """Why nobody can have joined, taken back a challenge, or moved: a seat is taken once, and nobody plays alone."""
    kind, challenge = event["kind"], created.get("challenge")
    is_open = "open" in created["seats"] and "joined" not in before
    if kind == "joined":
        if not is_open or created["seats"][event["seat"] - 1] != "open":
            return "somebody joined, but the seat was not open"
        if "withdrawn" in before:
            return "somebody joined after the challenge had been taken back"
        if "game" in event and not (challenge and challenge["any_game"]):
            return "somebody chose a game that had not been left open"
    elif kind == "withdrawn" and (not challenge or not is_open or "withdrawn" in before):
        return "a challenge was taken back that was not open"
    elif kind == "moved" and is_open:
        return "somebody moved before the other had joined"
    return ""


class Turns:
    """How long both seats have taken for the turns that are over, from the first move on."""

    def __init__(self) -> None:
        self._taken: dict[int, timedelta] = {1: timedelta(), 2: timedelta()}
        self._began: datetime | None = None

    @property
    def have_begun(self) -> bool:
        return self._began is not None

    def now(self, at: str) -> timedelta:
        """How long the turn that goes on has taken."""
        assert self._began
        return max(timedelta(), datetime.fromisoformat(at) - self._began)

    def taken(self, seat: int, at: str) -> timedelta:
        """How long a seat has taken in all, with the turn that goes on."""
        return self._taken[seat] + self.now(at)

    def end(self, seat: int, at: str) -> None:
        if self._began:
            self._taken[seat] += self.now(at)
        self._began = datetime.fromisoformat(at)


def _was_in_time(created: Event, match: Match, turns: Turns, event: Event) -> str:
    """Why a seat cannot have run out of time: the log has not even as much time in it as the clock gives."""
    clock = created.get("clock")
    if clock is None or not turns.have_begun:
        return "the time of a seat was up, but none was running"
    seat, at = event["seat"], event["at"]
    if seat != match.position.to_move:
        return "the time of a seat was up that was not to move"
    spent = turns.now(at) if clock["per"] == "move" else turns.taken(seat, at)
    return f"the time of a seat was up after {spent}" if spent < timedelta(seconds=clock["seconds"]) else ""


def _was_left_alone(match: Match, log: list[Kept], event: Event) -> str:
    """Why a seat cannot have been left: it was not to move, or has done something shortly before."""
    if event["kind"] != "abandoned":
        return ""
    if event["seat"] != match.position.to_move:
        return "a seat left the match that was not to move"
    if log[0].event.get("clock") and any(kept.event["kind"] == "moved" for kept in log[1 : event["sequence"] - 1]):
        return "a match was claimed while its clock was running"
    return _came_too_soon(log, event, "claimed", CLAIM_SECONDS, lambda before: before.get("seat") == event["seat"])


def _was_nudged_too_soon(match: Match, log: list[Kept], event: Event) -> str:
    """Why a seat cannot have nudged: it was to move itself, or there was a nudge shortly before."""
    if event["kind"] != "nudged":
        return ""
    if event["seat"] == match.position.to_move:
        return "a seat nudged that was to move itself"
    return _came_too_soon(log, event, "nudged", NUDGE_SECONDS, lambda before: before["kind"] == "nudged")


def _came_too_soon(log: list[Kept], event: Event, done: str, seconds: int, counts: Callable[[Event], bool]) -> str:
    """Was there an event that counts, less than so many seconds before?"""
    earlier = [kept.event for kept in log if kept.event["sequence"] < event["sequence"] and counts(kept.event)]
    if not earlier:
        return ""
    passed = datetime.fromisoformat(event["at"]) - datetime.fromisoformat(earlier[-1]["at"])
    return f"{done} after {passed}" if passed < timedelta(seconds=seconds) else ""


def start_of(created: Event) -> Match:
    """The match that a `created` event describes, before its first event."""
    game = games.game(created["game"])
    match = Match(game, game.options_type.read(created["options"]), tuple(created["names"]))
    match.play_all(created["from"])
    return match


def replay(match: Match, event: Event) -> Match:
    """The match after what an event says was done to it; raises the error that refuses it."""
    if event["kind"] == "joined" and "game" in event:
        return start_of({**event, "names": match.names, "from": []})
    if event["kind"] == "moved":
        match.play(event["move"], event["seat"])
    elif event["kind"] == "resigned":
        match.resign(event["seat"])
    elif event["kind"] == "timed-out":
        match.time_out(event["seat"])
    elif event["kind"] == "abandoned":
        match.abandon(event["seat"])
    elif event["kind"] == "forfeited":
        match.forfeit(event["seat"], event["reason"])
    elif event["kind"] == "taken-back":
        for _ in range(event["plies"]):
            match.undo()
    return match
