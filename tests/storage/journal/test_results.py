"""The table of results of a puzzle: the same contract for a file and for a database."""

from __future__ import annotations

from itertools import count

from fathom.storage.journal import NAMELESS, Addition, Ledger, Result, Standing
from tests.storage.journal.entries import AT, entry

_ids = (f"m{number}" for number in count())


def result(player: str, mp: int, hints: int = 0, solved: str = AT, options: str = "levels=5") -> Result:
    return Result("pyramid-puzzle", options, player, mp, hints, solved, next(_ids), 1)


def enter(ledger: Ledger, *results: Result) -> None:
    ledger.write([Addition(entry(one.match), result=one) for one in results])


def rename(ledger: Ledger, one: Result, name: str) -> Result:
    renamed = one._replace(player=name)
    ledger.write([Addition(entry(one.match, next(_sequences)), result=renamed, withdrawn=one)])
    return renamed


_sequences = count(2)


def table(ledger: Ledger, limit: int = 100) -> list[tuple[str, int, int]]:
    return [one[:3] for one in ledger.results("pyramid-puzzle", "levels=5", limit)]


def test_the_best_come_first_then_those_with_fewer_hints_then_the_earlier(ledger: Ledger) -> None:
    late, early = result("Late", 12, 0, "2026-02"), result("Early", 12, 0, "2026-01")
    enter(ledger, result("Far", 14), result("Helped", 12, 1), late, early)
    assert table(ledger) == [("Early", 12, 0), ("Late", 12, 0), ("Helped", 12, 1), ("Far", 14, 0)]
    assert table(ledger, 2) == [("Early", 12, 0), ("Late", 12, 0)]


def test_a_name_has_its_best_result_only_and_keeps_its_time(ledger: Ledger) -> None:
    first = result("Ada", 13, 0, "2026-01")
    enter(ledger, first, result("Ada", 14, 0, "2026-02"), result("Ada", 13, 0, "2026-03"), result("Ada", 13, 1))
    assert ledger.results("pyramid-puzzle", "levels=5", 9) == [Standing("Ada", 13, 0, "2026-01", first.match, 1, 1)]
    enter(ledger, result("Ada", 12, 3))
    assert table(ledger) == [("Ada", 12, 3)]


def test_of_equal_results_in_one_commit_the_earliest_stays_whatever_their_order(ledger: Ledger) -> None:
    late, early = result("Ada", 13, 0, "2026-03"), result("Ada", 13, 0, "2026-01")
    enter(ledger, late, early)
    late, early = late._replace(player="Bob"), early._replace(player="Bob")
    ledger.write([Addition(entry(one.match, next(_sequences)), result=one) for one in (early, late)])
    assert [(one.player, one.solved) for one in ledger.results("pyramid-puzzle", "levels=5", 9)] == [
        ("Ada", "2026-01"),
        ("Bob", "2026-01"),
    ]


def test_walks_without_a_name_that_did_equally_well_are_counted_in_one_row(ledger: Ledger) -> None:
    enter(ledger, *(result(NAMELESS, 12) for _ in range(3)), result(NAMELESS, 12, 1), result(NAMELESS, 13))
    found = ledger.results("pyramid-puzzle", "levels=5", 9)
    assert [(one.mp, one.hints, one.walks, one.is_nameless) for one in found] == [
        (12, 0, 3, True),
        (12, 1, 1, True),
        (13, 0, 1, True),
    ]


def test_puzzles_have_tables_of_their_own(ledger: Ledger) -> None:
    enter(ledger, result("Ada", 12), result("Ada", 10, options="levels=4"))
    assert table(ledger) == [("Ada", 12, 0)]
    assert ledger.results("pyramid-puzzle", "levels=3", 9) == []


def test_a_result_follows_the_name_of_its_walk(ledger: Ledger) -> None:
    nameless, other = result(NAMELESS, 12), result(NAMELESS, 12)
    enter(ledger, nameless, other)
    ada = rename(ledger, nameless, "Ada")
    found = ledger.results("pyramid-puzzle", "levels=5", 9)
    assert sorted((one.is_nameless, one.walks, one.match) for one in found) == [
        (False, 1, nameless.match),
        (True, 1, ""),  # of the two without a name, the other one remains; which walk it was is not known any more
    ]
    rename(ledger, other, "Bob")
    rename(ledger, ada, "Eve")
    assert sorted(table(ledger)) == [("Bob", 12, 0), ("Eve", 12, 0)]


def test_a_walk_that_is_renamed_does_not_take_the_better_result_of_another_along(ledger: Ledger) -> None:
    best, worse = result("Ada", 12), result("Ada", 14)
    enter(ledger, best, worse)
    rename(ledger, worse, "Bob")
    assert table(ledger) == [("Ada", 12, 0), ("Bob", 14, 0)]


def test_an_entry_that_is_not_added_enters_no_result(ledger: Ledger) -> None:
    one = result("Ada", 12)
    enter(ledger, one)
    again = Addition(entry(one.match, key="another-key"), result=result("Eve", 11))
    other = result("Bob", 13)
    ledger.write([again, Addition(entry(other.match), result=other)])
    assert table(ledger) == [("Ada", 12, 0), ("Bob", 13, 0)]
