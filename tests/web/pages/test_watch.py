"""The page of live matches: what is being played, whoever tries to fill it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import closing
from datetime import timedelta
from itertools import count

import pytest

from fathom.web.live import sharing
from fathom.web.live.stage import MOST_PLACES
from fathom.web.pages import watch as watching
from tests.postgres import PostgreSQL
from tests.web.reading import PageRead
from tests.web.site import Site, serving
from tests.web.visitor import Seat, Visitor

HOSTILE = "<script>alert(1)</script>\"'&"
#: Few matches of one address are shown, so every visitor here has one of their own.
_addresses = (f"127.1.{number // 250}.{number % 250 + 1}" for number in count())


@pytest.fixture(autouse=True)
def fresh_lists(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for a second here."""
    monkeypatch.setattr(sharing, "FRESH_SECONDS", 0)


@pytest.fixture
def visitor(site: Site) -> Iterator[Visitor]:
    with closing(Visitor(site.address, next(_addresses))) as come:
        yield come


def played(visitor: Visitor, **wish: object) -> Seat:
    """A match in which both seats have moved."""
    seat = visitor.sits(opponent="same-screen", **wish)
    seat.plays("6", "4")
    return seat


def shown(visitor: Visitor) -> list[str]:
    """The ids of the matches on the page."""
    links = PageRead(visitor.get("/watch").text).links
    return [link.removeprefix("/m/") for link in links if link.startswith("/m/")]


def test_nobody_playing_is_said(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watching, "IDLE_AFTER", timedelta(hours=-1))
    assert "Nobody is playing in public at the moment." in PageRead(site.get("/watch").text).words


def test_a_match_is_shown_when_both_have_moved(visitor: Visitor) -> None:
    host, guest = visitor.two(name="Ada")
    for seat, move, expected in ((host, "6", 2), (guest, "4", 3)):
        assert host.match not in shown(visitor)
        assert seat.move(move, expected).status_code == 200
    assert shown(visitor).count(host.match) == 1
    assert "Ada" in PageRead(visitor.get("/watch").text).words


def test_a_match_against_the_computer_is_shown_when_both_have_moved(visitor: Visitor) -> None:
    seat = visitor.sits(opponent="@perfect", seat=1)
    with seat.subscribed() as socket:
        assert seat.move("6", 1).status_code == 200
        while socket.receive().get("event", {}).get("seat") != 2:
            pass
        assert seat.match not in shown(visitor)
        assert seat.move("9", 3).status_code == 200  # the computer had to go lower
    assert seat.match in shown(visitor)


def test_a_puzzle_is_shown_from_the_first_step(visitor: Visitor) -> None:
    seat = visitor.sits(game=None, **{"from": "pyramid-puzzle:kC4"})
    assert seat.match not in shown(visitor)
    seat.plays("E1")
    assert seat.match in shown(visitor)


def test_the_list_alone_is_what_the_page_has(visitor: Visitor) -> None:
    match = played(visitor).match
    answer = visitor.get("/watch/list").text
    assert f"/m/{match}" in PageRead(answer).links
    assert "<html" not in answer


def test_what_is_private_waiting_or_over_is_not_shown(visitor: Visitor) -> None:
    private = played(visitor, watch=False)
    waiting = visitor.sits(opponent="friend")
    over = played(visitor)
    assert shown(visitor).count(over.match) == 1
    assert over.command("resign", over.sequence).status_code == 200
    assert not {private.match, waiting.match, over.match} & set(shown(visitor))


def test_a_match_that_was_left_is_not_being_played_unless_somebody_is_still_there(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    seat = played(visitor)
    monkeypatch.setattr(watching, "QUIET_AFTER", timedelta(seconds=-1))
    assert seat.match not in shown(visitor)
    with seat.subscribed():
        assert seat.match in shown(visitor)
        monkeypatch.setattr(watching, "IDLE_AFTER", timedelta(seconds=-1))
        assert seat.match not in shown(visitor)


def test_one_visitor_who_plays_any_number_of_matches_pushes_nobody_off(site: Site, visitor: Visitor) -> None:
    live = played(visitor).match
    with closing(Visitor(site.address, next(_addresses))) as flooding:
        flood = {played(flooding).match for _ in range(67)}
        page = shown(flooding)
    assert live in page
    assert len(flood & set(page)) == MOST_PLACES
    assert live in shown(visitor)


def test_a_match_on_another_server_is_shown_too(postgresql: PostgreSQL) -> None:
    store = postgresql.fresh_database()
    with serving(store) as one, serving(store) as other:
        match = played(one).match
        assert match in shown(other)


def test_the_drawing_of_a_match_moves_on_with_it(visitor: Visitor) -> None:
    seat = played(visitor)
    first = visitor.get("/watch/list").text
    seat.plays("9")
    assert re.search(r"Claimed: 6 by [^.]*, 4 by [^.,]*\.", first)
    assert re.search(r"Claimed: 6 by [^.]*, 4 by [^.]*, 9 by", visitor.get("/watch/list").text)


def test_a_hostile_name_is_only_text(visitor: Visitor) -> None:
    match = played(visitor, name=HOSTILE).match
    page = visitor.get("/watch").text
    assert match in page
    assert "<script>alert" not in page
    assert HOSTILE in PageRead(page).words


def test_two_people_who_play_each_other_come_before_later_matches_of_one(visitor: Visitor) -> None:
    host, guest = visitor.two(name="Ada")
    assert host.move("6", 2).status_code == 200
    assert guest.move("4", 3).status_code == 200
    later = played(visitor)
    listed = shown(visitor)
    assert listed.index(host.match) < listed.index(later.match)
