"""What an operator orders is carried out in the same way by both ledgers."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from fathom.storage.journal import Addition, Entry, Ledger, Result, Search, State, Summary, open_ledger
from fathom.storage.journal.orders import (
    DELETED,
    Delete,
    Prune,
    Rename,
    Report,
    Tidy,
    carry_out,
    old_matches,
    time_before,
)

NOW = datetime.now(UTC)


def days_ago(days: float) -> str:
    return time_before(NOW, timedelta(days=days))


def add_match(
    ledger: Ledger,
    match: str,
    *ages: float,
    state: State = "over",
    names: tuple[str, str] = ("Ada", "Bob"),
    is_open: int = 1,
) -> list[Entry]:
    """A match whose events are so many days old; the second one is the last that the lists know of."""
    created = {"game": "range-war", "options": {}, "names": list(names), "seats": ["person", "open"]}
    rest = {"watch": True, "solo": False, "from": []}
    bodies = [("created", {**created, **rest}), ("joined", {"seat": 2, "name": names[1]})]
    bodies += [("moved", {"seat": 1, "move": "6"})] * (len(ages) - 2)
    entries = [
        Entry(
            match, number, f"key-{number}", kind, json.dumps(body, ensure_ascii=False, separators=(",", ":")), "{}", at
        )
        for number, ((kind, body), at) in enumerate(zip(bodies, map(days_ago, ages), strict=False), 1)
    ]
    changed = entries[min(1, len(entries) - 1)].at
    summary = Summary(
        match,
        "range-war",
        "highest=10",
        json.dumps(names),
        state,
        is_open,
        entries[0].at,
        changed,
        "null",
    )
    ledger.write([Addition(entries[0], summary), *map(Addition, entries[1:])])
    return entries


def listed(ledger: Ledger) -> set[str]:
    return {summary.id for summary in ledger.matches(Search(open_only=False))}


# ------------------------------------------------------------ deleting


def test_a_match_that_is_over_is_deleted_with_all_its_events(ledger: Ledger) -> None:
    add_match(ledger, "m", 0.2, 0.1, 0.0)
    kept = add_match(ledger, "n", 0.2, 0.1)
    assert carry_out(ledger, Delete("m")) == Report(["m"])
    assert listed(ledger) == {"n"}
    assert ledger.entries("n") == kept
    marks = ledger.entries("m")
    assert [(mark.sequence, mark.kind, mark.body, mark.private) for mark in marks] == [
        (1, DELETED, "{}", "{}"),
        (4, DELETED, "{}", "{}"),
    ]


@pytest.mark.parametrize("state", ["playing", "waiting"])
def test_a_running_match_is_not_deleted(ledger: Ledger, state: State) -> None:
    entries = add_match(ledger, "m", 9.0, 8.0, 0.9, state=state)
    report = carry_out(ledger, Delete("m"))
    assert report.matches == []
    assert report.problem.startswith("Match m is running: it is not over, and its last event was at ")
    assert ledger.entries("m") == entries


@pytest.mark.parametrize("state", ["playing", "waiting"])
def test_an_abandoned_match_is_deleted(ledger: Ledger, state: State) -> None:
    add_match(ledger, "m", 9.0, 8.0, 1.1, state=state)
    assert carry_out(ledger, Delete("m")) == Report(["m"])


def test_a_match_is_deleted_once(ledger: Ledger) -> None:
    add_match(ledger, "m", 2.0, 2.0)
    carry_out(ledger, Delete("m"))
    assert carry_out(ledger, Delete("m")) == Report(problem="There is no match 'm' in the store.")
    assert carry_out(ledger, Delete("nobody")).problem == "There is no match 'nobody' in the store."


def test_whoever_has_not_heard_of_it_can_neither_add_to_a_deleted_match_nor_begin_it_again(ledger: Ledger) -> None:
    entries = add_match(ledger, "m", 2.0, 2.0, 2.0)
    carry_out(ledger, Delete("m"))
    late = entries[-1]._replace(sequence=4, key="late")
    again = entries[0]._replace(key="@created")
    written = ledger.write([Addition(late), Addition(again)])
    assert [one.done for one in written] == [False, False]
    assert {entry.kind for entry in ledger.entries("m")} == {DELETED}


def test_the_marks_of_deleted_matches_go_after_a_week(ledger: Ledger) -> None:
    for match in ("m", "n"):
        add_match(ledger, match, 2.0, 2.0)
        carry_out(ledger, Delete(match))
    ledger.transact(lambda within: within.run("UPDATE deletions SET at = ? WHERE match = 'm'", days_ago(7.1)))
    carry_out(ledger, Prune(days_ago(30), 10))
    assert ledger.entries("m") == []
    assert len(ledger.entries("n")) == 2


# ------------------------------------------------------------ pruning


def test_only_matches_without_a_younger_event_are_pruned(ledger: Ledger) -> None:
    add_match(ledger, "old", 40, 39, 31)
    add_match(ledger, "hidden", 40, 39, is_open=0)
    add_match(ledger, "abandoned", 40, 39, state="playing")
    add_match(ledger, "never-joined", 31, state="waiting")
    add_match(ledger, "still-moving", 40, 39, 1, state="playing")
    add_match(ledger, "rematch-offered", 40, 39, 29)
    add_match(ledger, "young", 29, 29)
    report = carry_out(ledger, Prune(days_ago(30), 100))
    assert sorted(report.matches) == ["abandoned", "hidden", "never-joined", "old"]
    assert listed(ledger) == {"still-moving", "rematch-offered", "young"}


def test_pruning_stops_at_a_number_and_goes_on_the_next_time(ledger: Ledger) -> None:
    for number in range(5):
        add_match(ledger, f"m{number}", 40, 40, state="over" if number % 2 else "playing")
    sizes = [len(carry_out(ledger, Prune(days_ago(30), 2)).matches) for _ in range(4)]
    assert sizes == [2, 2, 1, 0]
    assert listed(ledger) == set()


def test_old_matches_are_found_by_an_index(tmp_path: Path) -> None:
    """Without one, every hour of pruning would read a million matches while moves wait."""
    open_ledger(str(tmp_path / "server.db")).close()
    with closing(sqlite3.connect(tmp_path / "server.db")) as db:
        for query, values in old_matches(days_ago(30)):
            plan = db.execute(f"EXPLAIN QUERY PLAN SELECT id {query} LIMIT 50", values).fetchall()
            assert "changed<?" in plan[0][3], plan
            assert not any("SCAN" in step[3] for step in plan), plan


# ------------------------------------------------------------ renaming


def bodies(ledger: Ledger, match: str) -> list[dict[str, object]]:
    return [json.loads(entry.body) for entry in ledger.entries(match)]


def names_of(ledger: Ledger, match: str) -> list[str]:
    (names,) = [summary.names for summary in ledger.matches(Search(open_only=False)) if summary.id == match]
    told: list[str] = json.loads(names)
    return told


def test_a_name_is_replaced_in_the_lists_and_in_the_log(ledger: Ledger) -> None:
    before = add_match(ledger, "m", 2.0, 2.0, 2.0, names=("Ada", 'B "ö" b'))
    assert carry_out(ledger, Rename("m", 'B "ö" b', "Player 2")) == Report(["m"])
    assert names_of(ledger, "m") == ["Ada", "Player 2"]
    after = ledger.entries("m")
    assert json.loads(after[0].body)["names"] == ["Ada", "Player 2"]
    assert json.loads(after[1].body) == {"seat": 2, "name": "Player 2"}
    assert after[2] == before[2]
    assert (after[3].sequence, after[3].kind) == (4, "renamed")
    assert json.loads(after[3].body) == {"seat": 2, "name": "Player 2"}
    assert not any("ö" in text for entry in after for text in entry if isinstance(text, str))
    rest = [(entry.sequence, entry.key, entry.kind, entry.private, entry.at) for entry in before]
    assert [(entry.sequence, entry.key, entry.kind, entry.private, entry.at) for entry in after[:3]] == rest


def test_a_name_that_was_given_up_before_is_replaced_too(ledger: Ledger) -> None:
    add_match(ledger, "m", 2.0, 2.0, names=("Ada", "Bob"))
    body = '{"seat":1,"name":"Eve"}'
    ledger.write([Addition(Entry("m", 3, "k", "renamed", body, "{}", days_ago(1)))])
    ledger.transact(lambda within: within.run("""UPDATE matches SET names = '["Eve","Bob"]'"""))
    assert carry_out(ledger, Rename("m", "Ada", "Player 1")) == Report(["m"])
    assert names_of(ledger, "m") == ["Eve", "Bob"]
    assert bodies(ledger, "m")[0]["names"] == ["Player 1", "Bob"]
    assert bodies(ledger, "m")[-1] == {"seat": 1, "name": "Eve"}


def test_two_players_are_never_given_the_same_name(ledger: Ledger) -> None:
    add_match(ledger, "m", 2.0, 2.0)
    carry_out(ledger, Rename("m", "Ada", "removed"))
    carry_out(ledger, Rename("m", "Bob", "removed"))
    assert names_of(ledger, "m") == ["removed", "removed (2)"]


def test_a_name_that_nobody_has_is_not_replaced(ledger: Ledger) -> None:
    entries = add_match(ledger, "m", 2.0, 2.0)
    assert carry_out(ledger, Rename("m", "ada", "X")).problem == "Nobody in match m is called 'ada'."
    assert carry_out(ledger, Rename("n", "Ada", "X")).problem == "There is no match 'n' in the store."
    assert ledger.entries("m") == entries


# ------------------------------------------------------------ results of puzzles

RESULT = Result("pyramid-puzzle", "levels=5", "Ada", 12, 0, days_ago(2), "m", 1)


def add_solved(ledger: Ledger, match: str, name: str, mp: int) -> None:
    """A puzzle that was solved for so many MP."""
    created = {"game": "pyramid-puzzle", "options": {}, "names": [name], "seats": ["person"]}
    body = json.dumps({**created, "watch": True, "solo": True, "from": []}, separators=(",", ":"))
    at = days_ago(2)
    summary = Summary(match, "pyramid-puzzle", "levels=5", json.dumps([name]), "over", 1, at, at, "null")
    result = RESULT._replace(player=name, mp=mp, match=match)
    ledger.write([Addition(Entry(match, 1, "k", "created", body, "{}", at), summary, result=result)])


def table(ledger: Ledger) -> list[tuple[str, int, str, int]]:
    return [(row.player, row.mp, row.match, row.walks) for row in ledger.results("pyramid-puzzle", "levels=5", 100)]


def test_the_result_of_a_deleted_match_is_gone_and_those_without_a_name_are_still_counted(ledger: Ledger) -> None:
    add_solved(ledger, "a", "Ada", 12)
    add_solved(ledger, "b", "Bob", 13)
    add_solved(ledger, "c", "Player 1", 14)
    for match in ("a", "c"):
        assert carry_out(ledger, Delete(match)).matches
    assert table(ledger) == [("Bob", 13, "b", 1), ("@14,0", 14, "", 1)]


@pytest.mark.parametrize(
    "new, expected",
    [
        ("Eve", [("Eve", 12, "a", 1), ("Bob", 13, "b", 1)]),
        ("Bob", [("Bob", 12, "a", 1)]),
        ("Player 1", [("@12,0", 12, "a", 1), ("Bob", 13, "b", 1)]),
    ],
)
def test_a_result_stands_under_the_new_name(
    ledger: Ledger, new: str, expected: list[tuple[str, int, str, int]]
) -> None:
    add_solved(ledger, "a", "Ada", 12)
    add_solved(ledger, "b", "Bob", 13)
    assert carry_out(ledger, Rename("a", "Ada", new)).matches
    assert table(ledger) == expected


def test_a_worse_result_does_not_replace_that_of_the_new_name(ledger: Ledger) -> None:
    add_solved(ledger, "a", "Ada", 12)
    add_solved(ledger, "b", "Bob", 13)
    assert carry_out(ledger, Rename("b", "Bob", "Ada")).matches
    assert table(ledger) == [("Ada", 12, "a", 1)]


def test_nothing_of_a_name_or_a_match_is_left_in_an_sqlite_file(tmp_path: Path) -> None:
    ledger = open_ledger(str(tmp_path / "server.db"))
    for number in range(50):
        add_match(ledger, f"m{number}", 2.0, 2.0, names=("Unspeakable", "Bob"))
    add_match(ledger, "gone", 2.0, 2.0, names=("Forgettable", "Bob"))

    def are_found(*words: bytes) -> list[bool]:
        content = b"".join(path.read_bytes() for path in tmp_path.iterdir())
        return [word in content for word in words]

    assert are_found(b"Unspeakable", b"Forgettable") == [True, True]
    for number in range(50):
        assert carry_out(ledger, Rename(f"m{number}", "Unspeakable", "Player 1")).matches
    assert carry_out(ledger, Delete("gone")).matches
    while carry_out(ledger, Tidy()).problem:
        """The search for damage, which begins when a ledger is opened, is still reading."""
    assert are_found(b"Unspeakable", b"Forgettable", b"Player 1") == [False, False, True]
    ledger.close()
