"""The matches that stay in memory though nobody uses them."""

from __future__ import annotations

from fathom import games
from fathom.web.live.invitations import begin, created_event
from fathom.web.live.live_match import LiveMatch
from fathom.web.live.recent import Recent


def live(moves: int) -> LiveMatch:
    """A match that has just been created with these moves: its length is one more."""
    walk = ".".join(f"E{number % 32 + 1}" for number in range(moves))
    match = games.read_code(f"pyramid-puzzle:kC4/{walk}" if moves else "pyramid-puzzle:kC4")
    created = created_event(match, ["Ada"], ["person"], watch=True)
    return begin(created, {"hashes": [None], "invitation": None}).live


def test_so_many_are_kept_and_the_one_not_used_for_longest_goes_first() -> None:
    recent, (first, second, third) = Recent(matches=2), (live(0), live(0), live(0))
    recent.keep(first)
    recent.keep(second)
    recent.keep(first)
    recent.keep(third)
    assert list(recent._kept.values()) == [first, third]


def test_long_matches_leave_less_room() -> None:
    recent, (short, long, longer) = Recent(length=100), (live(9), live(80), live(60))
    recent.keep(short)
    recent.keep(long)
    assert len(recent) == 2
    recent.keep(longer)
    assert list(recent._kept.values()) == [longer]


def test_a_match_that_has_grown_weighs_more() -> None:
    recent, (short, long) = Recent(length=100), (live(9), live(80))
    recent.keep(long)
    recent.keep(short)
    short.match.play_all([f"E{number}" for number in range(10, 30)])
    recent.keep(short)
    assert list(recent._kept.values()) == [short]
    recent.drop(short)
    assert (len(recent), recent._length) == (0, 0)


def test_the_longest_match_of_all_is_kept_nevertheless() -> None:
    recent, long = Recent(length=10), live(50)
    recent.keep(long)
    assert len(recent) == 1
