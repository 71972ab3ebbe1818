"""A move is in the store before it is shown as made."""

from __future__ import annotations

import pytest

from fathom import games
from fathom.core.match import Match
from fathom.errors import IllegalMove, StaleMatch, StoreError, UnreadableMove
from fathom.storage.log import Series, StoredEvent
from fathom.storage.sqlite import SqliteStore
from fathom.terminal.play.keeper import Keeper


@pytest.fixture
def match() -> Match:
    return Match(games.game("range-war"), names=("Ann", "Bob"))


def test_nothing_is_kept_before_the_first_move(store: SqliteStore, match: Match) -> None:
    keeper = Keeper(store, match)
    assert keeper.id is None
    assert store.history() == []


def test_every_event_is_kept_as_it_happens(store: SqliteStore, match: Match) -> None:
    keeper = Keeper(store, match)
    keeper.play(1, " 6 ")
    keeper.play(2, "4")
    keeper.undo(1)
    keeper.redo(1)
    keeper.resign(1)
    assert keeper.id
    kept = store.load(keeper.id)
    assert [tuple(event) for event in kept.events] == [
        ("moved", "6"),
        ("moved", "4"),
        ("undone", "1"),
        ("redone", "1"),
        ("resigned", "1"),
    ]
    assert kept.match().moves == match.moves == ["6", "4"]


@pytest.mark.parametrize("text, error", [("99", IllegalMove), ("six", UnreadableMove), ("٦", UnreadableMove)])
def test_a_refused_move_is_not_kept(store: SqliteStore, match: Match, text: str, error: type[Exception]) -> None:
    keeper = Keeper(store, match)
    with pytest.raises(error):
        keeper.play(1, text)
    assert store.history() == []


def test_a_move_that_cannot_be_kept_is_not_made(
    store: SqliteStore, match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise StoreError("The disk is full.")

    monkeypatch.setattr(store, "append", fail)
    with pytest.raises(StoreError):
        Keeper(store, match).play(1, "6")
    assert match.moves == []


def test_moves_that_came_with_a_code_are_kept_with_the_first_one_made_here(store: SqliteStore, match: Match) -> None:
    match.play_all(["6", "4"])
    keeper = Keeper(store, match)
    keeper.play(1, "9")
    keeper.play(2, "8")
    assert store.load(keeper.id or "").match().moves == ["6", "4", "9", "8"]


def test_of_two_who_play_on_in_one_match_the_second_is_told(store: SqliteStore, match: Match) -> None:
    keeper = Keeper(store, match)
    keeper.play(1, "6")
    kept = store.load(keeper.id or "")
    here, there = Keeper(store, kept.match(), kept), Keeper(store, kept.match(), kept)
    here.play(2, "4")
    with pytest.raises(StaleMatch):
        there.play(2, "5")
    assert there.match.moves == ["6"]
    assert store.load(kept.id).events[-1] == StoredEvent("moved", "4")


def test_a_kept_match_keeps_its_place_in_a_series(store: SqliteStore, match: Match) -> None:
    keeper = Keeper(store, match, series=Series("", 1, 3))
    keeper.play(1, "6")
    assert keeper.series == Series(keeper.id or "", 1, 3)
    kept = store.load(keeper.id or "")
    assert Keeper(store, kept.match(), kept).series == keeper.series
