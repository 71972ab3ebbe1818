"""Limited time, counted in whole milliseconds."""

from __future__ import annotations

import pytest

from fathom.core.clock import GAME, MOVE, Clock, Span, Times
from fathom.core.events import Abandoned, Created, TimedOut, apply
from fathom.core.match import Match
from fathom.core.outcome import MatchEnding
from fathom.core.record import write_record
from fathom.errors import GameOver, UnreadableRecord
from fathom.games import game, read_records

MINUTE = 60_000


def test_the_time_for_a_game_is_that_of_all_turns_together() -> None:
    times = Times(Clock(GAME, 60))
    times.begin_turn(2, 0)
    times.begin_turn(1, 10_000)
    times.begin_turn(2, 15_000)
    assert [times.left(seat, 20_000) for seat in (1, 2)] == [55_000, 45_000]
    times.begin_turn(None, 20_000)
    assert [times.left(seat, 10 * MINUTE) for seat in (1, 2)] == [55_000, 45_000]


def test_the_time_for_a_move_is_that_of_this_turn_alone() -> None:
    times = Times(Clock(MOVE, 30))
    times.begin_turn(2, 0)
    times.begin_turn(1, 29_999)
    times.begin_turn(2, 40_000)
    assert [times.left(seat, 45_000) for seat in (1, 2)] == [30_000, 25_000]


def test_it_is_used_up_to_the_millisecond_and_never_less_than_nothing() -> None:
    times = Times(Clock(MOVE, 5))
    times.begin_turn(1, 1_000)
    assert [times.left(1, at) for at in (5_999, 6_000, 60_000)] == [1, 0, 0]


def test_time_does_not_run_during_an_outage() -> None:
    times = Times(Clock(GAME, 60))
    times.outages = [Span(5_000, 105_000), Span(200_000, 300_000)]
    times.begin_turn(1, 0)
    assert [times.left(1, at) for at in (5_000, 50_000, 105_000, 115_000)] == [55_000, 55_000, 55_000, 45_000]
    times.begin_turn(2, 115_000)
    assert times.left(1, 400_000) == 45_000


def test_outages_before_a_turn_are_not_even_looked_at() -> None:
    """Each `overlap` of a span is one that was looked at; a server may have been restarted thousands of times."""
    looked: list[Span] = []

    class Noted(Span):
        def overlap(self, other: Span) -> int:
            looked.append(other)
            return super().overlap(other)

    times = Times(Clock(MOVE, 60))
    times.outages = [Span(10 * number, 10 * number + 5) for number in range(5_000)]
    inside = [outage for outage in times.outages if outage.ended > 49_900]
    assert times._spent(Noted(49_900, 60_000)) == 10_100 - 5 * len(inside)
    assert looked == inside[::-1]


def test_a_step_back_of_the_clock_of_the_machine_gives_nothing_and_takes_nothing() -> None:
    times = Times(Clock(GAME, 60))
    times.begin_turn(1, 10_000)
    times.begin_turn(2, 9_000)
    assert [times.left(seat, 8_000) for seat in (1, 2)] == [60_000, 60_000]


@pytest.mark.parametrize(
    "clock, words",
    [
        (Clock(GAME, 300), "5 minutes each for the whole game"),
        (Clock(MOVE, 30), "30 seconds for each move"),
        (Clock(MOVE, 90), "1 minute 30 seconds for each move"),
        (Clock(MOVE, 86_400), "1 day for each move"),
    ],
)
def test_it_is_said_in_words(clock: Clock, words: str) -> None:
    assert clock.describe() == words


@pytest.mark.parametrize(
    "event, ending, said, tag",
    [
        (TimedOut(2), MatchEnding.TIME, "Ben ran out of time", '[TimedOut "2"]'),
        (Abandoned(2), MatchEnding.ABANDONED, "Ben left the match", '[Abandoned "2"]'),
    ],
)
def test_the_other_one_wins_and_the_record_says_why(
    event: TimedOut | Abandoned, ending: MatchEnding, said: str, tag: str
) -> None:
    match = Match(game("range-war"), names=("Ann", "Ben"))
    match.play_all(["6", "4", "9"])
    apply(match, event)
    assert match.outcome is not None
    assert (match.outcome.winner, match.outcome.ending, match.ending) == (1, ending, said)
    with pytest.raises(GameOver, match=said):
        match.undo()
    text = write_record(match)
    assert tag in text
    assert read_records(text)[0].match == match
    with pytest.raises(UnreadableRecord, match="cannot have"):
        read_records(text.replace('"2"]\n\n', '"3"]\n\n'))


def test_a_match_has_no_clock_unless_it_says_so() -> None:
    assert Created("range-war", {}, ("A", "B"), ("person", "open"), True, False).clock is None
