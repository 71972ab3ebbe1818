"""A match is replayed from what was kept of it, and a damaged log says so in one sentence."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from fathom import games
from fathom.core.match import Match
from fathom.errors import StoreError
from fathom.storage.log import Kept, StoredEvent
from fathom.storage.sqlite import SqliteStore


def kept(*events: tuple[str, str], game: str = "range-war", options: str = "", players: tuple[str, ...] = ()) -> Kept:
    players = players or ("Ann", "Bob")
    return Kept("abc", "2026-01-01", game, options, players, None, tuple(StoredEvent(*event) for event in events))


def test_moves_are_played_by_whoever_is_to_move() -> None:
    match = kept(("moved", "6"), ("moved", "4")).match()
    assert [(ply.seat, ply.move) for ply in match.plies] == [(1, 6), (2, 4)]


def test_undo_and_redo_are_replayed_with_what_may_still_be_made_again() -> None:
    match = kept(("moved", "6"), ("moved", "4"), ("moved", "9"), ("undone", "2"), ("redone", "1")).match()
    assert match.moves == ["6", "4"]
    assert match.undone == ["9"]


def test_a_resignation_is_replayed() -> None:
    match = kept(("moved", "6"), ("resigned", "2")).match()
    assert match.resigned == 2
    assert match.outcome
    assert match.outcome.winner == 1


def test_a_forfeit_is_replayed_with_its_reason() -> None:
    match = kept(("moved", "6"), ("forfeited", "2: it answered: no")).match()
    assert match.forfeited == (2, "it answered: no")


def test_options_and_players_are_restored() -> None:
    match = kept(options="highest=5,second_move=free", players=("Ann", "@random")).match()
    assert match.options.as_dict() == {"highest": 5, "second_move": "free"}
    assert match.names == ("Ann", "@random")


DAMAGED = {
    "an illegal move": kept(("moved", "6"), ("moved", "7")),
    "no move at all": kept(("moved", "\x1b[31m")),
    "a forfeit without a seat": kept(("moved", "6"), ("forfeited", "it was late")),
    "a forfeit without a reason": kept(("moved", "6"), ("forfeited", "2")),
    "an undo without a number": kept(("moved", "6"), ("undone", "many")),
    "an undo of nothing": kept(("moved", "6"), ("undone", "0")),
    "an undo in other digits": kept(("moved", "6"), ("undone", "١")),
    "an undo of more than there is": kept(("moved", "6"), ("undone", "999999999")),
    "a redo of what was never undone": kept(("moved", "6"), ("redone", "1")),
    "a seat that is not there resigns": kept(("resigned", "3")),
    "no seat resigns": kept(("resigned", "")),
    "a move after the end": kept(("moved", "1"), ("moved", "2")),
    "an event that nobody knows": kept(("exploded", "1")),
    "a game that nobody knows": kept(game="\x1b[31mchess"),
    "an option that nobody knows": kept(options="colour=red"),
    "options that are no options": kept(options="\x1b]0;title\x07"),
    "one player too few": kept(players=("Ann",)),
    "one player too many": kept(players=("Ann", "Bob", "Cid")),
    "a name with an escape sequence": kept(players=("\x1b[31mAnn", "Bob")),
}


@pytest.mark.parametrize("what", DAMAGED)
def test_a_damaged_log_is_refused_in_one_printable_sentence(what: str) -> None:
    with pytest.raises(StoreError, match=r"^Match abc cannot be replayed from the store: .*\.$") as refused:
        DAMAGED[what].match()
    assert str(refused.value).isprintable()


@pytest.mark.parametrize("players", ["Ann", "[", "7", '"Ann"', '{"Ann": 1}', "[1, 2]", "[" * 100_000, '["Ann"]'])
def test_players_that_cannot_be_read_spoil_their_match_and_no_other(
    store: SqliteStore, store_path: Path, players: str
) -> None:
    match = Match(games.game("range-war"), names=("Ann", "Bob"))
    damaged, sound = store.create(match), store.create(match)
    with closing(sqlite3.connect(store_path)) as db, db:
        db.execute("UPDATE matches SET players = ? WHERE id = ?", (players, damaged.id))
    with pytest.raises(StoreError, match=f"Match {damaged.id} cannot be replayed"):
        store.load(damaged.id).match()
    assert store.load(sound.id).match().names == ("Ann", "Bob")
    assert [found.id for found in store.history()] == [sound.id, damaged.id]
