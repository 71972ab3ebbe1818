"""The checker finds nothing in an honest history, and every kind of violation in one that is not."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from tests.web.proof import history
from tests.web.proof.checker import violations
from tests.web.proof.history import Answered, Asked, Closed, Created, Entry, Event, Given, Kept, Seen, Sent, Stored
from tests.web.proof.store_checks import store_follows_the_rules

MATCH = "4f2c"
ADA, BOB, WATCHER = 1, 2, 3


def event(sequence: int, kind: str, **details: Any) -> Event:
    return {"sequence": sequence, "kind": kind, "at": "2026-11-15T22:00:00.000Z", **details}


def moved(sequence: int, seat: int, move: str) -> Event:
    return event(sequence, "moved", seat=seat, move=move)


CREATED = event(
    1,
    "created",
    game="range-war",
    options={"highest": "12"},
    names=["Ada", "Bob"],
    seats=["person", "open"],
    **{"from": []},
)
JOINED = event(2, "joined", seat=2, name="Bob")
SIX, FOUR, NINE = moved(3, 1, "6"), moved(4, 2, "4"), moved(5, 1, "9")

CHALLENGED = CREATED | {"challenge": {"quick": True, "any_game": True, "coin": True}}
WITHDRAWN = event(2, "withdrawn", seat=1)
ASKED, TAKEN_BACK = event(4, "take-back-asked", seat=1, plies=1), event(5, "taken-back", seat=1, plies=1)

NUDGED = event(4, "nudged", seat=1)


def store(*kept: tuple[Event, str | None]) -> Stored:
    """The store with the match created and joined, and the given events after that."""
    return {MATCH: [Kept(CREATED, None), Kept(JOINED, None), *(Kept(*one) for one in kept)]}


STORED = store((SIX, "key-six"), (FOUR, "key-four"))


def at(time: str, happened: Event) -> Event:
    """The same event at another time of that day."""
    return {**happened, "at": f"2026-11-15T{time}Z"}


def sent(request: int, connection: int, seat: int, move: str, expected: int, key: str) -> Sent:
    return Sent(request, connection, MATCH, seat, "move", move, expected, key)


def commanded(request: int, seat: int, kind: str, expected: int, key: str) -> Sent:
    """A command without a move, sent through the connection that has the number of its seat."""
    return Sent(request, seat, MATCH, seat, kind, "", expected, key)


SENT_SIX = sent(1, ADA, 1, "6", 2, "key-six")
SENT_FOUR = sent(2, BOB, 2, "4", 3, "key-four")
OPENING: list[Entry] = [
    Created(MATCH),
    Asked(ADA, MATCH, 0),
    Given(ADA, (CREATED, JOINED)),
    Asked(BOB, MATCH, 2),
    Given(BOB, ()),
    SENT_SIX,
    Answered(1, SIX),
    Seen(BOB, SIX),
]
HONEST: list[Entry] = [*OPENING, SENT_FOUR, Answered(2, FOUR), Seen(ADA, FOUR)]


def found(entries: Iterable[Entry], stored: Stored = STORED) -> list[str]:
    """The violations as `kind sequence key`."""
    return [f"{one.kind} {one.sequence} {one.key}" for one in violations(entries, stored)]


def test_an_honest_history_has_no_violation() -> None:
    assert violations(HONEST, STORED) == []


def test_nudges_and_a_claim_in_their_time_are_no_violation() -> None:
    first, second = NUDGED, at("22:00:30.000", {**NUDGED, "sequence": 5})
    left = at("22:03:00.000", event(6, "abandoned", seat=2))
    stored = store((SIX, "key-six"), (first, "a"), (second, "b"), (left, "c"))
    asked: list[Entry] = []
    for number, (kind, key, became) in enumerate((("nudge", "a", first), ("nudge", "b", second), ("claim", "c", left))):
        asked += [commanded(number + 2, ADA, kind, number + 3, key), Answered(number + 2, became), Seen(BOB, became)]
    assert found([*OPENING, *asked], stored) == []


def test_time_for_a_whole_game_is_that_of_all_turns_together() -> None:
    log = [
        Kept({**CREATED, "clock": {"per": "game", "seconds": 60}}, None),
        Kept(JOINED, None),
        Kept(SIX, "key-six"),
        Kept(at("22:00:30.000", FOUR), "key-four"),
        Kept(at("22:05:00.000", NINE), "key-nine"),
        Kept(at("22:05:30.000", event(6, "timed-out", seat=2)), None),
    ]
    assert list(store_follows_the_rules({MATCH: log})) == []


def test_a_move_taken_back_by_consent_is_no_violation() -> None:
    asked: list[Entry] = [commanded(2, ADA, "take-back", 3, "ask"), Answered(2, ASKED), Seen(BOB, ASKED)]
    granted: list[Entry] = [
        commanded(3, BOB, "answer-take-back", 4, "yes"),
        Answered(3, TAKEN_BACK),
        Seen(ADA, TAKEN_BACK),
    ]
    assert found([*OPENING, *asked, *granted], store((SIX, "key-six"), (ASKED, "ask"), (TAKEN_BACK, "yes"))) == []


def test_a_retry_that_gets_the_first_answer_again_is_no_violation() -> None:
    dropped: list[Entry] = [*OPENING, SENT_FOUR, Closed(BOB), Asked(4, MATCH, 3), Given(4, (FOUR,))]
    retried: list[Entry] = [sent(3, 4, 2, "4", 3, "key-four"), Answered(3, FOUR, repeated=True), Seen(ADA, FOUR)]
    assert found([*dropped, *retried]) == []


def test_a_retry_of_a_stale_move_may_get_the_first_refusal_again() -> None:
    late = sent(3, ADA, 1, "9", 2, "key-nine")
    told = Answered(3, refusal="stale", missed=(SIX,))
    before: list[Entry] = [*OPENING, late, told, SENT_FOUR, Answered(2, FOUR), Seen(ADA, FOUR)]
    assert found([*before, late._replace(request=4), told._replace(request=4)]) == []


def test_a_move_on_its_way_at_a_crash_may_have_happened_or_not() -> None:
    crashed: list[Entry] = [*OPENING, SENT_FOUR, Closed(ADA), Closed(BOB)]
    assert found(crashed, STORED) == found(crashed, store((SIX, "key-six"))) == []


def test_a_move_refused_for_the_moment_may_succeed_under_the_same_key() -> None:
    again = sent(3, BOB, 2, "4", 3, "key-four")
    assert found([*OPENING, SENT_FOUR, Answered(2, refusal="store"), again, Answered(3, FOUR), Seen(ADA, FOUR)]) == []


def test_the_moves_of_a_machine_are_sent_by_nobody() -> None:
    machine = CREATED | {"seats": ["person", "machine"]}
    stored = {MATCH: [Kept(machine, None), Kept(moved(2, 1, "6"), "key-six"), Kept(moved(3, 2, "4"), None)]}
    assert found([sent(1, ADA, 1, "6", 1, "key-six"), Answered(1, moved(2, 1, "6"))], stored) == []


def test_whoever_accepts_a_challenge_for_any_game_chooses_it() -> None:
    chosen = {**JOINED, "game": "pocket-addition", "options": {}}
    stored = {MATCH: [Kept(CHALLENGED, None), Kept(chosen, None), Kept(moved(3, 1, "7"), "key-seven")]}
    entries: list[Entry] = [sent(1, ADA, 1, "7", 2, "key-seven"), Answered(1, moved(3, 1, "7"))]
    assert found(entries, stored) == []
    taken = Kept(moved(4, 2, "7"), "key-taken")  # a number is there once in Pocket Addition, too
    assert "illegal 4 key-taken" in found(entries, {MATCH: [*stored[MATCH], taken]})


LOST = {
    "an acknowledged move that the store does not hold": (HONEST, store((SIX, "key-six")), "lost 4 key-four"),
    "an acknowledged move in whose place the store holds another": (
        HONEST,
        store((SIX, "key-six"), (moved(4, 2, "3"), "key-four")),
        "lost 4 key-four",
    ),
    "a match that was created and is gone": (HONEST, {}, "lost None None"),
    "a request without an answer on a living connection": ([*OPENING, SENT_FOUR], STORED, "lost None key-four"),
    "an event that a living connection never saw": (HONEST[:-1], STORED, "lost 4 None"),
    "an event that had been acknowledged and was not given to one who asked": (
        [*HONEST, Asked(WATCHER, MATCH, 0), Given(WATCHER, (CREATED, JOINED, SIX)), Closed(WATCHER)],
        STORED,
        "lost 4 None",
    ),
    "an event that a stale sender was not told of": (
        [*HONEST, sent(3, ADA, 1, "9", 2, "key-nine"), Answered(3, refusal="stale", missed=(SIX,))],
        STORED,
        "lost 4 None",
    ),
}
DUPLICATED = {
    "a key applied twice": (
        HONEST,
        store((SIX, "key-six"), (FOUR, "key-four"), (NINE, "key-six")),
        "duplicated 5 key-six",
    ),
    "a number given twice in the store": (HONEST, store((SIX, "key-six"), (SIX, "key")), "duplicated 3 key"),
    "an event shown twice on a connection": ([*HONEST, Seen(ADA, FOUR)], STORED, "duplicated 4 None"),
    "an event shown before a reconnect and again after it": (
        [*HONEST, Closed(ADA), Asked(5, MATCH, 4), Given(5, (FOUR,))],
        STORED,
        "duplicated 4 None",
    ),
    "a request answered twice": ([*HONEST, Answered(2, FOUR, repeated=True)], STORED, "duplicated None key-four"),
    "a retry that became a second event": (
        [*HONEST, sent(3, 9, 1, "6", 2, "key-six"), Answered(3, moved(5, 1, "6"))],
        STORED,
        "duplicated 5 key-six",
    ),
}
OUT_OF_ORDER = {
    "a gap in the store": (HONEST, {MATCH: [*STORED[MATCH][:2], STORED[MATCH][3]]}, "out-of-order 4 key-four"),
    "a store that does not begin with the creation": ([], {MATCH: STORED[MATCH][1:]}, "out-of-order 1 None"),
    "a gap on a connection": (
        [*HONEST, Asked(WATCHER, MATCH, 0), Given(WATCHER, (CREATED,)), Seen(WATCHER, SIX)],
        STORED,
        "out-of-order 3 None",
    ),
    "an event lost at a reconnect": (
        [*HONEST, Asked(WATCHER, MATCH, 2), Given(WATCHER, (FOUR,))],
        STORED,
        "out-of-order 4 None",
    ),
    "two events in the wrong order": (
        [*OPENING, Asked(WATCHER, MATCH, 2), Given(WATCHER, ()), Seen(WATCHER, FOUR), Seen(WATCHER, SIX)],
        STORED,
        "out-of-order 4 None",
    ),
    "a stale move that was applied": (
        [*OPENING, sent(2, BOB, 2, "4", 2, "key-four"), Answered(2, FOUR), Seen(ADA, FOUR)],
        STORED,
        "out-of-order 4 key-four",
    ),
}
AGAINST_THE_RULES = {
    "a move by the seat that was not to move": (
        HONEST,
        store((SIX, "key-six"), (moved(4, 1, "4"), "k")),
        "out-of-turn 4 k",
    ),
    "a move after the end": (
        HONEST,
        store((SIX, "key-six"), (event(4, "resigned", seat=2), "r"), (moved(5, 2, "4"), "k")),
        "out-of-turn 5 k",
    ),
    "a move taken back between people that nobody had asked for": (
        HONEST,
        store((SIX, "key-six"), (event(4, "take-back-refused", seat=2), "n"), (TAKEN_BACK, "t")),
        "illegal 5 t",
    ),
    "time that was up where there is no clock": (
        HONEST,
        store((SIX, "key-six"), (event(4, "timed-out", seat=2), None)),
        "illegal 4 None",
    ),
    "time that was up too early": (
        HONEST,
        {
            MATCH: [
                Kept({**CREATED, "clock": {"per": "move", "seconds": 30}}, None),
                Kept(JOINED, None),
                Kept(SIX, "key-six"),
                Kept({**event(4, "timed-out", seat=2), "at": "2026-11-15T22:00:29.999Z"}, None),
            ]
        },
        "illegal 4 None",
    ),
    "time for a whole game that was up too early": (
        HONEST,
        {
            MATCH: [
                Kept({**CREATED, "clock": {"per": "game", "seconds": 60}}, None),
                Kept(JOINED, None),
                Kept(SIX, "key-six"),
                Kept(at("22:00:30.000", FOUR), "key-four"),
                Kept(at("22:05:00.000", NINE), "key-nine"),
                Kept(at("22:05:29.999", event(6, "timed-out", seat=2)), None),
            ]
        },
        "illegal 6 None",
    ),
    "two people who have joined": (HONEST, store((event(3, "joined", seat=2, name="Eve"), None)), "illegal 3 None"),
    "a game chosen that had not been left open": (
        HONEST,
        {MATCH: [Kept(CREATED, None), Kept({**JOINED, "game": "digit-dilemma", "options": {}}, None)]},
        "illegal 2 None",
    ),
    "somebody who joined a challenge that had been taken back": (
        HONEST,
        {MATCH: [Kept(CHALLENGED, None), Kept(WITHDRAWN, "w"), Kept({**JOINED, "sequence": 3}, None)]},
        "illegal 3 None",
    ),
    "a challenge taken back that was none": (
        HONEST,
        {MATCH: [Kept(CREATED, None), Kept(WITHDRAWN, "w")]},
        "illegal 2 w",
    ),
    "a move before the other has joined": (
        HONEST,
        {MATCH: [Kept(CREATED, None), Kept({**SIX, "sequence": 2}, "k")]},
        "illegal 2 k",
    ),
    "a match left by the seat that was not to move": (
        HONEST,
        store((SIX, "key-six"), (at("23:00:00.000", event(4, "abandoned", seat=1)), "c")),
        "illegal 4 c",
    ),
    "a match claimed too early": (
        HONEST,
        store((SIX, "key-six"), (at("22:02:59.999", event(4, "abandoned", seat=2)), "c")),
        "illegal 4 c",
    ),
    "a match claimed while its clock was running": (
        HONEST,
        {
            MATCH: [
                Kept({**CREATED, "clock": {"per": "move", "seconds": 86_400}}, None),
                Kept(JOINED, None),
                Kept(SIX, "key-six"),
                Kept(at("23:00:00.000", event(4, "abandoned", seat=2)), "c"),
            ]
        },
        "illegal 4 c",
    ),
    "a move in a match that was left": (
        HONEST,
        store((SIX, "key-six"), (at("23:00:00.000", event(4, "abandoned", seat=2)), "c"), (moved(5, 2, "4"), "k")),
        "out-of-turn 5 k",
    ),
    "a nudge by the seat that was to move": (
        HONEST,
        store((SIX, "key-six"), (event(4, "nudged", seat=2), "n")),
        "illegal 4 n",
    ),
    "two nudges too close together": (
        HONEST,
        store(
            (SIX, "key-six"), (event(4, "nudged", seat=1), "n"), (at("22:00:29.999", event(5, "nudged", seat=1)), "m")
        ),
        "illegal 5 m",
    ),
    "a move that the rules forbid": (HONEST, store((SIX, "key-six"), (moved(4, 2, "6"), "k")), "illegal 4 k"),
    "more taken back than was played": (
        HONEST,
        store((SIX, "key-six"), (ASKED, "a"), ({**TAKEN_BACK, "plies": 2}, "t")),
        "illegal 5 t",
    ),
}
PHANTOM = {
    "an event in the store that nobody sent": (
        OPENING,
        store((SIX, "key-six"), (FOUR, "unknown")),
        "phantom 4 unknown",
    ),
    "a nudge that nobody sent": (OPENING, store((SIX, "key-six"), (NUDGED, "n")), "phantom 4 n"),
    "a question that nobody asked": (OPENING, store((SIX, "key-six"), (ASKED, "a")), "phantom 4 a"),
    "a match claimed by whoever had left it": (
        [*OPENING, commanded(2, BOB, "claim", 3, "c")],
        store((SIX, "key-six"), (at("23:00:00.000", event(4, "abandoned", seat=2)), "c")),
        "phantom 4 c",
    ),
    "a question that whoever asked it has answered": (
        [*OPENING, commanded(2, ADA, "take-back", 3, "a"), commanded(3, ADA, "answer-take-back", 4, "t")],
        store((SIX, "key-six"), (ASKED, "a"), (TAKEN_BACK, "t")),
        "phantom 5 t",
    ),
    "an event of a person without a key": (HONEST, store((SIX, "key-six"), (FOUR, None)), "phantom 4 None"),
    "a stored move that is not the one sent": (
        HONEST,
        store((SIX, "key-six"), (moved(4, 2, "3"), "key-four")),
        "phantom 4 key-four",
    ),
    "an event shown but not stored": ([*OPENING, Seen(ADA, FOUR)], store((SIX, "key-six")), "phantom 4 None"),
    "an event given at a reconnect but not stored": (
        [*OPENING, Asked(WATCHER, MATCH, 3), Given(WATCHER, (FOUR,))],
        store((SIX, "key-six")),
        "phantom 4 None",
    ),
    "an event told to a stale sender but not stored": (
        [*OPENING, SENT_FOUR, Answered(2, refusal="stale", missed=(moved(4, 1, "5"),))],
        store((SIX, "key-six")),
        "phantom 4 None",
    ),
}
REJECTED = {
    f"a move refused as {code} and applied": (
        [*OPENING, SENT_FOUR, Answered(2, refusal=code)],
        STORED,
        "rejected-but-applied 4 key-four",
    )
    for code in ("illegal-move", "not-your-turn", "stale", "not-found", "game-over")
}
CASES = LOST | DUPLICATED | OUT_OF_ORDER | AGAINST_THE_RULES | PHANTOM | REJECTED


@pytest.mark.parametrize("case", CASES)
def test_the_checker_finds(case: str) -> None:
    entries, stored, expected = CASES[case]
    assert expected in found(entries, stored)


def test_a_violation_is_one_sentence_that_names_the_match_the_sequence_and_the_key() -> None:
    (lost,) = (one for one in violations(HONEST, store((SIX, "key-six"))) if one.kind == "lost")
    what = "the move 4 of seat 2 was acknowledged, but the store does not hold it"
    assert str(lost) == f"lost: match 4f2c, sequence 4, key key-four: {what}."


def test_a_lost_move_is_told_once_and_as_nothing_else() -> None:
    assert found(HONEST[:-1], store((SIX, "key-six"))) == ["lost 4 key-four"]


def test_a_history_is_kept_line_by_line(tmp_path: Path) -> None:
    history.write(tmp_path / "history", OPENING)
    lines = [json.loads(line) for line in (tmp_path / "history").read_text(encoding="utf-8").splitlines()]
    assert len(lines) == len(OPENING)
    assert lines[5:7] == [["Sent", *SENT_SIX], ["Answered", 1, SIX, False, "", []]]
