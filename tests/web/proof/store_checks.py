"""What must hold for a store by itself: its numbers are in order, its keys are unique, its moves follow the rules."""

from __future__ import annotations

from collections.abc import Iterator

from fathom import games
from fathom.core.match import Match
from fathom.errors import FathomError, GameOver, NotYourTurn
from tests.web.proof.history import Event, Kept, Stored
from tests.web.proof.violation import Violation


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
    replayed = start_of(log[0].event)
    for event, key in log[1:]:
        try:
            replay(replayed, event)
        except (NotYourTurn, GameOver) as error:
            return Violation("out-of-turn", match, event["sequence"], key, str(error).removesuffix("."))
        except FathomError as error:
            return Violation("illegal", match, event["sequence"], key, str(error).removesuffix("."))
    return None


def start_of(created: Event) -> Match:
    """The match that a `created` event describes, before its first event."""
    game = games.game(created["game"])
    match = Match(game, game.options_type.read(created["options"]), tuple(created["names"]))
    match.play_all(created["from"])
    return match


def replay(match: Match, event: Event) -> None:
    """Do to a match what an event says; raises the error that refuses it."""
    if event["kind"] == "moved":
        match.play(event["move"], event["seat"])
    elif event["kind"] == "resigned":
        match.resign(event["seat"])
    elif event["kind"] == "forfeited":
        match.forfeit(event["seat"], event["reason"])
    elif event["kind"] == "taken-back":
        for _ in range(event["plies"]):
            match.undo()
