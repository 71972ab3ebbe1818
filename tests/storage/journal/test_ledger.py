"""The contract of a ledger, the same for a file and for a database."""

from __future__ import annotations

from contextlib import closing

import pytest

from fathom.storage.journal import Addition, Entry, Ledger, Search, Seen, Sighting, Summary, Written, open_ledger
from tests.storage.journal.entries import additions, entry, summary


def ids(found: list[Summary]) -> list[str]:
    return [one.id for one in found]


def kept(ledger: Ledger, *summaries: Summary) -> None:
    """Keep matches that look like this."""
    ledger.write([Addition(entry(one.id), one) for one in summaries])


def test_an_entry_comes_back_as_it_was_written(ledger: Ledger) -> None:
    written = Entry("q7m2", 1, "a-key-of-mine", "created", '{"names":["Ŝo\\u0000","𝔸"]}', "{}", "2026-11-15T22:00:00Z")
    assert ledger.write([Addition(written)]) == [Written(True)]
    assert ledger.entries("q7m2") == [written]


def test_an_empty_ledger_has_no_entries_and_no_matches(ledger: Ledger) -> None:
    assert ledger.entries("m") == []
    assert ledger.matches(Search(open_only=False)) == []


def test_writing_nothing_writes_nothing(ledger: Ledger) -> None:
    assert ledger.write([]) == []


@pytest.mark.parametrize("size", [1, 2, 3, 15, 16, 17, 64, 100, 129, 511, 512, 513])
@pytest.mark.parametrize("has_summaries", [False, True])
def test_a_group_of_any_size_is_written_whole(ledger: Ledger, size: int, has_summaries: bool) -> None:
    names = [f"m{number}" for number in range(size)]
    group = [Addition(entry(name), summary(name) if has_summaries else None) for name in names]
    assert ledger.write(group) == [Written(True)] * size
    assert [ledger.entries(f"m{number}") for number in range(size)] == [[one.entry] for one in group]
    assert sorted(ledger.matches(Search(limit=1000))) == sorted(one.summary for one in group if one.summary)


def test_in_a_large_group_only_what_is_taken_is_left_out(ledger: Ledger) -> None:
    first = entry("m70", key="the-first-key")
    ledger.write(additions(first))
    written = ledger.write(additions(*(entry(f"m{number}") for number in range(100))))
    assert [number for number, one in enumerate(written) if not one.done] == [70]
    assert ledger.entries("m70") == [first]
    assert ledger.entries("m99") == [entry("m99")]


def test_entries_come_in_the_order_of_their_sequence_numbers(ledger: Ledger) -> None:
    ledger.write(additions(entry(sequence=10), entry(sequence=9), entry(sequence=2), entry(sequence=1)))
    assert [found.sequence for found in ledger.entries("m")] == [1, 2, 9, 10]


def test_only_the_entries_behind_a_sequence_number_are_given(ledger: Ledger) -> None:
    ledger.write(additions(*(entry(sequence=number) for number in range(1, 6))))
    assert [found.sequence for found in ledger.entries("m", after=3)] == [4, 5]
    assert ledger.entries("m", after=5) == []
    assert ledger.entries("m", after=2**31 - 1) == []


def test_the_news_of_many_matches_is_what_came_after_what_was_seen_of_each(ledger: Ledger) -> None:
    ledger.write(additions(*(entry(match, sequence) for match in "abcd" for sequence in (1, 2, 3))))
    seen = [Seen("c", 2), Seen("a", 0), Seen("b", 3), Seen("x", 0)]
    assert ledger.news(seen) == {"a": ledger.entries("a"), "c": ledger.entries("c", 2)}
    assert ledger.news([]) == {}


def test_the_entries_of_one_match_are_not_those_of_another(ledger: Ledger) -> None:
    ledger.write(additions(entry("m"), entry("n"), entry("m", 2)))
    assert {found.match for found in ledger.entries("m")} == {"m"}
    assert len(ledger.entries("m")) == 2


def test_a_place_is_taken_once(ledger: Ledger) -> None:
    first = entry(key="the-first-key")
    ledger.write(additions(first))
    assert ledger.write(additions(entry(key="another-key"))) == [Written(False, None)]
    assert ledger.entries("m") == [first]


def test_a_repeated_key_gets_the_entry_that_had_it_first_and_is_not_added(ledger: Ledger) -> None:
    first = entry(key="the-same-key", body='{"move":"6"}')
    ledger.write(additions(first))
    again = entry(sequence=2, key="the-same-key", body='{"move":"4"}')
    assert ledger.write(additions(again)) == [Written(False, first)]
    assert ledger.entries("m") == [first]


def test_the_very_same_entry_again_is_told_to_be_there(ledger: Ledger) -> None:
    ledger.write(additions(entry()))
    assert ledger.write(additions(entry())) == [Written(False, entry())]
    assert ledger.entries("m") == [entry()]


def test_matches_may_share_keys_and_sequence_numbers(ledger: Ledger) -> None:
    one, two = entry("m", key="the-same-key"), entry("n", key="the-same-key")
    assert ledger.write(additions(one, two)) == [Written(True), Written(True)]


def test_a_group_is_answered_in_its_order_whatever_became_of_each(ledger: Ledger) -> None:
    first = entry("b", 1)
    ledger.write(additions(first))
    taken, repeated = entry("b", 1, key="somebody-else"), entry("b", 2, key=first.key)
    answers = ledger.write(additions(entry("z"), taken, entry("a"), repeated, entry("b", 3)))
    assert answers == [Written(True), Written(False, None), Written(True), Written(False, first), Written(True)]
    assert [found.sequence for found in ledger.entries("b")] == [1, 3]


def test_of_two_in_one_group_who_want_one_place_one_gets_it(ledger: Ledger) -> None:
    group = additions(entry(key="the-key-of-ada"), entry(key="the-key-of-bob"))
    answers = ledger.write(group)
    (winner,) = ledger.entries("m")
    assert sorted(answers) == [Written(False, None), Written(True)]
    assert winner == group[answers.index(Written(True))].entry


def test_one_key_twice_in_one_group_is_added_once(ledger: Ledger) -> None:
    answers = ledger.write(additions(entry(sequence=1, key="the-same-key"), entry(sequence=2, key="the-same-key")))
    assert sorted(answer.done for answer in answers) == [False, True]
    assert len(ledger.entries("m")) == 1


def test_a_large_group_is_added_whole(ledger: Ledger) -> None:
    group = additions(*(entry(f"m{number % 50}", number) for number in range(1, 1001)))
    assert ledger.write(group) == [Written(True)] * 1000
    assert sum(len(ledger.entries(f"m{number}")) for number in range(50)) == 1000


def test_what_is_written_is_there_for_the_next_who_opens_it(place: str) -> None:
    with closing(open_ledger(place)) as first:
        first.write([Addition(entry(), summary("m"))])
    with closing(open_ledger(place)) as second:
        assert second.entries("m") == [entry()]
        assert second.matches(Search()) == [summary("m")]


def test_a_match_is_told_as_it_was_last_summed_up(ledger: Ledger) -> None:
    later = summary("m", "2026-11-16", state="over", names='["Ada","Cyd"]', outcome='{"winner":1}')
    ledger.write([Addition(entry(), summary("m"))])
    ledger.write([Addition(entry(sequence=2))])
    ledger.write([Addition(entry(sequence=3), later)])
    assert ledger.matches(Search()) == [later]


def test_when_a_match_began_and_who_may_watch_it_never_changes(ledger: Ledger) -> None:
    ledger.write([Addition(entry(), summary("m"))])
    ledger.write([Addition(entry(sequence=2), summary("m", created="9999", is_open=0))])
    assert ledger.matches(Search()) == [summary("m")]


def test_a_challenge_for_any_game_is_listed_with_the_game_that_was_chosen(ledger: Ledger) -> None:
    ledger.write([Addition(entry(), summary("m", state="waiting"))])
    chosen = summary("m", game="digit-dilemma", options="divisor=7")
    ledger.write([Addition(entry(sequence=2), chosen)])
    assert ledger.matches(Search()) == [chosen]
    assert ledger.matches(Search(game="range-war")) == []


def test_an_entry_that_is_not_added_does_not_change_what_a_match_looks_like(ledger: Ledger) -> None:
    ledger.write([Addition(entry(), summary("m"))])
    ledger.write([Addition(entry(key="another-key"), summary("m", state="over"))])
    ledger.write([Addition(entry(sequence=2, key=entry().key), summary("m", state="over"))])
    assert ledger.matches(Search()) == [summary("m")]


def test_the_latest_change_comes_first_unless_the_oldest_is_wanted(ledger: Ledger) -> None:
    kept(ledger, summary("b", "2026-02"), summary("c", "2026-03"), summary("a", "2026-01"))
    assert ids(ledger.matches(Search())) == ["c", "b", "a"]
    assert ids(ledger.matches(Search(oldest=True))) == ["a", "b", "c"]
    assert ids(ledger.matches(Search(limit=2))) == ["c", "b"]


def test_matches_of_the_same_moment_have_one_order(ledger: Ledger) -> None:
    kept(ledger, summary("b"), summary("c"), summary("a"))
    assert ids(ledger.matches(Search())) == ["c", "b", "a"]
    assert ids(ledger.matches(Search(oldest=True))) == ["a", "b", "c"]


def test_matches_are_found_by_state_and_game(ledger: Ledger) -> None:
    kept(
        ledger,
        summary("usual"),
        summary("over", state="over"),
        summary("other", game="pocket-addition"),
    )
    assert ids(ledger.matches(Search(state="over"))) == ["over"]
    assert ids(ledger.matches(Search(game="pocket-addition"))) == ["other"]
    assert ids(ledger.matches(Search(state="playing", game="range-war"))) == ["usual"]
    assert ledger.matches(Search(game="range-war' OR '1'='1")) == []


def test_closed_matches_are_found_only_by_those_who_ask_for_them(ledger: Ledger) -> None:
    kept(ledger, summary("closed", is_open=0), summary("open"))
    assert ids(ledger.matches(Search())) == ["open"]
    assert ids(ledger.matches(Search(open_only=False))) == ["open", "closed"]


def test_matches_that_were_sighted_are_found_latest_first_and_a_place_holds_one(ledger: Ledger) -> None:
    sightings = [("a-0", "m", "2026-01"), ("a-1", "n", "2026-02"), ("b-0", "o", "2026-03"), ("a-0", "p", "2026-04")]
    ledger.write([Addition(entry(one[1]), sighting=Sighting(*one)) for one in sightings])
    assert ledger.live("2026-01", 9) == ["p", "o", "n"]
    assert ledger.live("2026-03", 9) == ["p", "o"]
    assert ledger.live("2026-01", 1) == ["p"]


def test_a_ledger_that_can_be_reached_passes_its_check(ledger: Ledger) -> None:
    ledger.check()


def test_an_entry_and_the_match_that_it_begins_are_written_together(ledger: Ledger) -> None:
    begun = Addition(entry("n"), summary("n"))
    ledger.write([Addition(entry(), summary("m"))])
    assert ledger.write([Addition(entry(sequence=2), None, begun)]) == [Written(True)]
    assert ledger.entries("n") == [entry("n")]
    assert sorted(ids(ledger.matches(Search()))) == ["m", "n"]


def test_an_entry_that_is_not_added_begins_no_match(ledger: Ledger) -> None:
    begun = Addition(entry("n"), summary("n"))
    ledger.write([Addition(entry(), summary("m"))])
    others = [Addition(entry(key="another-key"), None, begun), Addition(entry("o"), summary("o"))]
    assert ledger.write(others) == [Written(False), Written(True)]
    assert ledger.entries("n") == []
    assert sorted(ids(ledger.matches(Search()))) == ["m", "o"]
