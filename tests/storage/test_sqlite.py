"""The contract of a store, and what the SQLite file does when it is not what it should be."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from fathom import games
from fathom.core.events import Forfeited, MadeAgain, MatchEvent, Moved, Renamed, TakenBack
from fathom.core.match import Match
from fathom.errors import StaleMatch, StoreError, UnknownMatch
from fathom.storage import sqlite
from fathom.storage.log import KeptAnswer, Series, StoredEvent, decode_event
from fathom.storage.sqlite import SqliteStore


def match_of(code: str = "range-war", *names: str) -> Match:
    read = games.read_code(code)
    match = Match(read.game, read.options, names)
    match.play_all(read.moves)
    return match


def execute(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path)) as db, db:
        for statement in statements:
            db.execute(statement)


def test_a_new_match_is_kept_with_its_game_options_and_players(store: SqliteStore) -> None:
    kept = store.create(match_of("range-war,highest=12", "Ann", "Böb"))
    assert store.load(kept.id) == kept
    assert (kept.game, kept.options) == ("range-war", "highest=12,second_move=lower")
    assert kept.players == ("Ann", "Böb")
    assert kept.events == ()


def test_moves_made_before_a_match_is_kept_are_kept_with_it(store: SqliteStore) -> None:
    kept = store.create(match_of("range-war:6.4"))
    assert kept.events == (StoredEvent("moved", "6"), StoredEvent("moved", "4"))
    assert store.load(kept.id).match().moves == ["6", "4"]


def test_events_come_back_in_the_order_in_which_they_were_appended(store: SqliteStore) -> None:
    kept = store.create(match_of())
    events: list[MatchEvent] = [Moved("6"), Moved("4"), TakenBack(1), MadeAgain(1)]
    for expected, event in enumerate(events):
        store.append(kept.id, expected, event)
    assert [decode_event(event) for event in store.load(kept.id).events] == events


def test_what_the_coach_does_is_kept_and_can_be_changed(store: SqliteStore) -> None:
    kept = store.create(match_of(), coach="warn")
    assert store.load(kept.id).coach == "warn"
    store.set_coach(kept.id, "on")
    assert store.load(kept.id).coach == "on"
    assert store.load(store.create(match_of()).id).coach == "off"


def test_a_second_connection_sees_an_event_as_soon_as_append_returns(store: SqliteStore, store_path: Path) -> None:
    kept = store.create(match_of())
    store.append(kept.id, 0, Moved("6"))
    with closing(SqliteStore(store_path)) as another:
        assert another.load(kept.id).match().moves == ["6"]


@pytest.mark.parametrize("expected", [0, 2])
def test_a_stale_append_is_refused_and_changes_nothing(store: SqliteStore, expected: int) -> None:
    kept = store.create(match_of("range-war:6"))
    with pytest.raises(StaleMatch, match=f"continued elsewhere.*fathom resume {kept.id}"):
        store.append(kept.id, expected, Moved("4"))
    assert store.load(kept.id).events == (StoredEvent("moved", "6"),)


def test_an_event_of_a_match_that_is_not_there_is_refused(store: SqliteStore) -> None:
    with pytest.raises(StoreError, match="cannot be written"):
        store.append("nobody", 0, Moved("6"))


def test_an_event_of_an_unknown_kind_is_refused(store: SqliteStore) -> None:
    kept = store.create(match_of())
    with pytest.raises(StoreError, match="keep their names"):
        store.append(kept.id, 0, Renamed("Zoe", 1))
    with closing(sqlite3.connect(store.path)) as database, pytest.raises(sqlite3.IntegrityError):
        database.execute(
            "INSERT INTO events (match, sequence, kind, data, at) VALUES (?, 1, 'exploded', '6', '')", [kept.id]
        )


def test_the_beginning_of_an_id_is_enough_where_only_one_match_has_it(store: SqliteStore) -> None:
    kept = store.create(match_of())
    assert store.load(kept.id[:1]) == kept


def test_a_beginning_that_several_matches_share_names_none_of_them(store: SqliteStore, store_path: Path) -> None:
    first, second = store.create(match_of()), store.create(match_of())
    execute(store_path, f"UPDATE matches SET id = 'abc' WHERE id = '{first.id}'")
    execute(store_path, f"UPDATE matches SET id = 'abcd' WHERE id = '{second.id}'")
    assert store.load("abc").id == "abc"
    with pytest.raises(UnknownMatch, match="several matches begin with 'ab'"):
        store.load("ab")


def test_a_command_is_named_as_its_user_can_type_it(store_path):
    with closing(SqliteStore(store_path, "program")) as store:
        with pytest.raises(UnknownMatch, match="'zz'; program history lists them"):
            store.load("zz")
        kept = store.create(Match(games.game("range-war")))
        with pytest.raises(StaleMatch, match=f"pick it up with program resume {kept.id}"):
            store.append(kept.id, 3, Moved("6"))


@pytest.mark.parametrize("prefix", ["", "zzzzzz", "%", "_", "\x1b[31m", "x" * 10_000, "\udcff"])
def test_an_id_that_nothing_begins_with_is_unknown(store: SqliteStore, prefix: str) -> None:
    store.create(match_of())
    with pytest.raises(StoreError) as refused:
        store.load(prefix)
    assert "\x1b" not in str(refused.value)
    assert len(str(refused.value)) < 300


def test_the_history_is_newest_first_and_as_long_as_asked(store: SqliteStore) -> None:
    made = [store.create(match_of()).id for _ in range(5)]
    assert [kept.id for kept in store.history()] == made[::-1]
    assert [kept.id for kept in store.history(2)] == made[:-3:-1]


def test_a_series_takes_its_name_from_its_first_match_and_lists_its_games_in_order(store: SqliteStore) -> None:
    first = store.create(match_of(), Series("", 1, 3))
    assert first.series == Series(first.id, 1, 3)
    third = store.create(match_of(), Series(first.id, 3, 3))
    second = store.create(match_of(), Series(first.id, 2, 3))
    store.create(match_of())
    assert store.series(first.id) == [first, second, third]


def test_the_same_game_of_a_series_cannot_be_begun_twice(store: SqliteStore) -> None:
    first = store.create(match_of(), Series("", 1, 3))
    store.create(match_of(), Series(first.id, 2, 3))
    with pytest.raises(StaleMatch, match="Game 2 of the series was started elsewhere"):
        store.create(match_of(), Series(first.id, 2, 3))
    assert len(store.series(first.id)) == 2


ANSWERS = [
    KeptAnswer("range-war", "range-war:6.4", is_right=True, hinted=False, at="2026-11-15T10:00:00.000+00:00"),
    KeptAnswer("digit-dilemma", "digit-dilemma:2R", is_right=False, hinted=True, at="2026-11-14T10:00:00.000+00:00"),
    KeptAnswer("range-war", "range-war:6.4", is_right=True, hinted=True, at="2026-11-15T10:00:00.000+00:00"),
]


def test_answers_come_back_in_the_order_in_which_they_were_given(store: SqliteStore) -> None:
    assert store.answers() == []
    for answer in ANSWERS:
        store.add_answer(answer)
    assert store.answers() == ANSWERS


def test_a_second_connection_sees_an_answer_as_soon_as_it_is_added(store: SqliteStore, store_path: Path) -> None:
    store.add_answer(ANSWERS[0])
    with closing(SqliteStore(store_path)) as another:
        another.add_answer(ANSWERS[1])
    assert store.answers() == ANSWERS[:2]


def test_a_store_that_cannot_be_written_refuses_an_answer_in_one_sentence(store: SqliteStore, store_path: Path) -> None:
    execute(store_path, "DROP TABLE answers")
    with pytest.raises(StoreError, match=r"cannot be written: .*\. Choose another file"):
        store.add_answer(ANSWERS[0])
    with pytest.raises(StoreError, match=r"cannot be read: .*\. Choose another file"):
        store.answers()


def test_a_store_from_before_there_were_answers_is_brought_up_to_date(store_path: Path) -> None:
    first = Path(sqlite.__file__).parent / "migrations" / "0001_matches_and_events.sql"
    execute(store_path, *first.read_text(encoding="utf-8").split(";\n"), "PRAGMA user_version = 1")
    match = "INSERT INTO matches VALUES ('abc', '2026-01-01', 'range-war', '', '[\"Ann\", \"Bob\"]', NULL, NULL, NULL)"
    execute(store_path, match, "INSERT INTO events VALUES ('abc', 1, 'moved', '6', '2026-01-01')")
    with closing(SqliteStore(store_path)) as store:
        store.add_answer(ANSWERS[0])
        assert store.load("abc").match().moves == ["6"]
        assert store.answers() == ANSWERS[:1]
        store.append("abc", 1, Forfeited(2, "it was late"))
        assert store.load("abc").match().forfeited == (2, "it was late")


def test_a_store_is_made_with_the_folders_it_needs(tmp_path: Path) -> None:
    path = tmp_path / "a" / "b" / "store.db"
    with closing(SqliteStore(path)) as store:
        assert store.history() == []
    assert path.is_file()


def test_a_store_that_was_opened_before_is_migrated_only_once(store: SqliteStore, store_path: Path) -> None:
    kept = store.create(match_of("range-war:6"))
    with closing(SqliteStore(store_path)) as again:
        assert again.load(kept.id) == kept


def test_every_migration_is_counted_in_the_version_of_the_store(store: SqliteStore, store_path: Path) -> None:
    scripts = list((Path(sqlite.__file__).parent / "migrations").glob("*.sql"))
    with closing(sqlite3.connect(store_path)) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (len(scripts),)


def test_when_append_returns_the_event_is_on_disk(store: SqliteStore) -> None:
    assert store._db.execute("PRAGMA synchronous").fetchone() == (2,)  # FULL
    assert store._db.execute("PRAGMA fullfsync").fetchone() == (1,)  # for macOS
    assert store._db.execute("PRAGMA journal_mode").fetchone() == ("delete",)


def test_a_store_of_a_newer_fathom_is_left_alone(store_path: Path) -> None:
    execute(store_path, "PRAGMA user_version = 99")
    before = store_path.read_bytes()
    with pytest.raises(StoreError, match="made by a newer version of Fathom; choose another with --store"):
        SqliteStore(store_path)
    assert store_path.read_bytes() == before


def test_a_database_of_another_program_is_left_alone(store_path: Path) -> None:
    execute(store_path, "CREATE TABLE recipes (name TEXT)")
    before = store_path.read_bytes()
    with pytest.raises(StoreError, match="the database of another program"):
        SqliteStore(store_path)
    assert store_path.read_bytes() == before


def test_a_file_that_is_no_database_is_refused_in_one_sentence(store_path: Path) -> None:
    store_path.write_bytes(b"I am a letter to my aunt.\n" * 100)
    with pytest.raises(StoreError, match=r"cannot be opened: file is not a database\. Choose another file"):
        SqliteStore(store_path)
    assert store_path.read_bytes().startswith(b"I am a letter")


def test_a_folder_in_place_of_the_file_is_refused_in_one_sentence(store_path: Path) -> None:
    store_path.mkdir()
    with pytest.raises(StoreError, match=r"cannot be opened: unable to open database file\."):
        SqliteStore(store_path)


def test_a_file_in_place_of_the_folder_is_refused_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match=r"cannot be opened: (File exists|Not a directory)\."):
        SqliteStore(tmp_path / "file" / "store.db")


def test_a_truncated_database_is_refused_in_one_sentence(store: SqliteStore, store_path: Path) -> None:
    store.create(match_of("range-war:6"))
    store.close()
    store_path.write_bytes(store_path.read_bytes()[:5000])
    with pytest.raises(StoreError, match=r"cannot be (opened|read): .*malformed"):
        SqliteStore(store_path).history()


def test_a_store_that_somebody_holds_locked_is_given_up_in_one_sentence(
    store: SqliteStore, store_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = store.create(match_of())
    monkeypatch.setattr(sqlite, "_PATIENCE_SECONDS", 0.05)
    with closing(SqliteStore(store_path)) as waiting:
        store._db.execute("BEGIN EXCLUSIVE")
        with pytest.raises(StoreError, match="cannot be written: database is locked"):
            waiting.append(kept.id, 0, Moved("6"))
        with pytest.raises(StoreError, match="cannot be read: database is locked"):
            waiting.load(kept.id)
        store._db.execute("ROLLBACK")
        waiting.append(kept.id, 0, Moved("6"))
        assert waiting.load(kept.id).match().moves == ["6"]


def test_a_failure_in_the_middle_of_a_match_being_made_leaves_nothing_behind(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(store, "_insert", fail)
    with pytest.raises(StoreError, match="cannot be written: No space left on device"):
        store.create(match_of("range-war:6"))
    assert store.history() == []


def test_what_is_remembered_survives_and_the_last_value_counts(store_path):
    first = SqliteStore(store_path)
    assert first.recall("name") is None
    first.remember("name", "Ann")
    first.remember("name", "Bob")
    first.close()
    again = SqliteStore(store_path)
    assert again.recall("name") == "Bob"
    again.close()
