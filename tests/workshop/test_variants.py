"""A grid of variants: which there are, what is found, what is kept, and which are the fairest and the deepest."""

from __future__ import annotations

import json
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from fathom import games
from fathom.errors import BadOption, FathomError, Unknown
from fathom.show.canvas import Canvas
from fathom.workers import Workers
from fathom.workshop.grid import Cell, read_grid
from fathom.workshop.heat_map import SHADES, heat_maps, map_lines, scale_of
from fathom.workshop.ranking import METRICS, is_candidate, rank_by, rank_deep, rank_fair
from fathom.workshop.summary import findings
from fathom.workshop.variant import BrokenRow, Figures, Variant, audit_variant, decode
from fathom.workshop.variants import Rows, open_rows, run
from tests.workshop.plainly import PlainGame

HERE = Workers(None, 1)
RANGE_WAR = games.game("range-war")
SMALL = read_grid(RANGE_WAR, "highest=3..6,second_move=lower|free")
STATES = 2000


# ------------------------------------------------------------------ which variants there are


def test_a_grid_is_every_combination_in_order() -> None:
    grid = read_grid(RANGE_WAR, "highest=9..10,second_move=free|lower")
    assert grid.codes == (
        "range-war,highest=9,second_move=free",
        "range-war,highest=9",
        "range-war,second_move=free",
        "range-war",
    )
    assert grid.cells[1] == Cell((0, 1), "range-war,highest=9")


def test_ranges_and_lists_can_be_combined() -> None:
    assert read_grid(RANGE_WAR, "highest=3..5|8").axes[0].values == ("3", "4", "5", "8")


def test_a_value_counts_as_fathom_writes_it() -> None:
    assert read_grid(RANGE_WAR, "highest=03|004..005").axes[0].values == ("3", "4", "5")


def test_what_the_rules_do_not_allow_is_left_out() -> None:
    grid = read_grid(games.game("digit-dilemma"), "slots=4..5,leading_zero=allowed|forbidden")
    assert [cell.code is None for cell in grid.cells] == [False, False, False, True]  # no rule for 0 and Left alone


@pytest.mark.parametrize(
    "text, said",
    [
        ("highest", "does not set an option: write OPTION=VALUE"),
        ("hihgest=2..3", "There is no option 'hihgest'"),
        ("highest=5..3", "'5..3' is not a range for highest: the lower number comes first."),
        ("highest=1..3", "'1' is not a value for highest: it must be a whole number from 2 to 1000000."),
        ("highest=3|4|3", "'3|4|3' gives a value of highest twice."),
        ("highest=3|03", "'3|03' gives a value of highest twice."),
        ("highest=2..900000", "has 899,999 values, and at most 100,000 are possible."),
        ("highest=2..99999,second_move=lower|free", "The grid has 199,996 combinations, and at most 100,000"),
        ("second_move=up", "'up' is not a value for second_move: it must be lower or free."),
        ("", "does not set an option"),
    ],
)
def test_a_grid_that_makes_no_sense_is_refused(text: str, said: str) -> None:
    with pytest.raises(BadOption) as refused:
        read_grid(RANGE_WAR, text)
    assert said in str(refused.value)


def test_a_puzzle_has_no_grid() -> None:
    with pytest.raises(BadOption, match="Pyramid Puzzle is for one player"):
        read_grid(games.game("pyramid-puzzle"), "levels=3..4")


def test_a_grid_without_any_possible_variant_says_why() -> None:
    with pytest.raises(BadOption, match="leading_zero"):
        read_grid(games.game("digit-dilemma"), "slots=5,leading_zero=forbidden")


# ------------------------------------------------------------------ what is found


@pytest.mark.parametrize("code", ["range-war,highest=6,second_move=free", "pocket-addition,highest=5,target=8"])
def test_the_figures_are_those_of_a_plain_search(code: str) -> None:
    plain, found = PlainGame(code), audit_variant(code, STATES).figures
    assert found
    result, after = plain.result(plain.start), [plain.result(after) for after in plain.after(plain.start)]
    assert (found.winner, found.plies) == (result.winner, result.plies)
    assert (found.keeping, found.openings) == (sum(one.winner == result.winner for one in after), len(after))
    assert found.score == float(score(plain, plain.start, Fraction(1, 5)))
    assert found.random == float(score(plain, plain.start, Fraction(1)))
    positions = plain.positions()
    open_ones = [position for position in positions if not position.outcome]
    right = {position: right_moves(plain, position) for position in open_ones}
    assert found.positions == len(positions)
    assert found.tested == sum(n < len(at.moves()) for at, n in right.items()) / len(open_ones)
    assert found.only_moves == sum(n == 1 < len(at.moves()) for at, n in right.items())


def score(plain: PlainGame, position: Any, slip: Fraction) -> Fraction:
    """Of seat 1, if both players slip this often."""
    if position.outcome:
        return {1: Fraction(1), 2: Fraction(0), None: Fraction(1, 2)}[position.outcome.winner]
    chances = zip(plain.chances(position, slip), plain.after(position), strict=True)
    return sum((chance * score(plain, after, slip) for chance, after in chances), Fraction(0))


def right_moves(plain: PlainGame, position: Any) -> int:
    winner = plain.result(position).winner
    return sum(plain.result(after).winner == winner for after in plain.after(position))


def test_a_variant_that_is_too_large_is_unknown_and_says_why() -> None:
    found = audit_variant("pocket-addition,highest=20,target=40", states=500)
    assert found.figures is None
    assert (found.unknown, found.states) == ("there are more than 500 positions.", 500)
    assert decode(found.encode()) == found


def test_a_variant_whose_chances_are_too_many_is_unknown_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def give_up(*_: object, **__: object) -> None:
        raise Unknown("2,000,000 moves were not enough.")

    monkeypatch.setattr("fathom.workshop.variant.audit", give_up)
    found = audit_variant("range-war,highest=4", STATES)
    assert (found.figures, found.unknown) == (None, "2,000,000 moves were not enough.")


def test_a_row_is_read_as_it_was_written() -> None:
    found = audit_variant("range-war,highest=4", STATES)
    assert decode(found.encode()) == found
    assert found.as_dict()["options"] == games.read_code(found.code).options.as_dict()


@pytest.mark.parametrize(
    "line, said",
    [
        (b"{", "it is not JSON"),
        (b"[" * 100_000, "it is not JSON"),
        (b"[]", "it is not a variant"),
        (
            b'{"code":"range-war:6","options":{},"states":null,"unknown":"x","figures":null}',
            "its code is not written as Fathom writes",
        ),
        (b'{"code":"range-war"}', "it is not a variant"),
        (b'{"code":"rage-war","options":{},"states":null,"unknown":"x","figures":null}', "its code cannot be read"),
        (
            b'{"code":"range-war","options":{},"states":null,"unknown":null,"figures":{}}',
            "its figures are not complete",
        ),
        (
            b'{"code":"range-war","options":{},"states":null,"unknown":"x","figures":null}',
            "its figures are not complete",
        ),
        (
            b'{"code":"range-war","options":{},"states":null,"unknown":null,"figures":null}',
            "its figures are not complete",
        ),
    ],
)
def test_a_line_that_is_not_a_variant_is_broken(line: bytes, said: str) -> None:
    with pytest.raises(BrokenRow, match=said):
        decode(line)


def test_a_figure_that_is_no_number_is_broken() -> None:
    row = json.loads(audit_variant("range-war,highest=3", STATES).encode())
    row["figures"]["rungs"] = True
    with pytest.raises(BrokenRow, match="a figure is not a number"):
        decode(json.dumps(row).encode())


@pytest.mark.parametrize(
    "name, value, said",
    [
        ("score", float("nan"), "a figure is not a number"),
        ("score", float("inf"), "a figure is not a number"),
        ("score", None, "its figures are not possible"),
        ("openings", 0, "its figures are not possible"),
        ("keeping", 4, "its figures are not possible"),
        ("winner", 7, "its figures are not possible"),
    ],
)
def test_figures_that_no_audit_finds_are_broken(name: str, value: object, said: str) -> None:
    row = json.loads(audit_variant("range-war,highest=3", STATES).encode())
    row["figures"][name] = value
    with pytest.raises(BrokenRow, match=said):
        decode(json.dumps(row).encode())


# ------------------------------------------------------------------ what is kept


def test_what_is_in_the_file_is_not_done_again(tmp_path: Path) -> None:
    path, done = tmp_path / "variants.jsonl", list[str]()

    def note(variants: Sequence[Variant]) -> bool:
        done.extend(variant.code for variant in variants)
        return len(done) != 3

    with open_rows(path, SMALL) as rows:
        run(SMALL, rows, HERE, STATES, note)
    with path.open("ab") as file:
        file.write(b'{"code":"range-war,highest=6","opt')  # as a process that was killed leaves it
    before = path.read_bytes().splitlines()[:3]
    with open_rows(path, SMALL) as rows:
        assert list(rows.done) == done[:3]
        run(SMALL, rows, HERE, STATES, note)
        assert [variant.code for variant in rows.of(SMALL)] == list(SMALL.codes)
    lines = path.read_bytes().splitlines()
    assert lines[:3] == before
    assert sorted(decode(line).code for line in lines) == sorted(SMALL.codes) == sorted(done)
    alone = Rows(None, {})
    run(SMALL, alone, HERE, STATES, lambda _: True)
    assert {decode(line) for line in lines} == set(alone.done.values())


def test_what_was_unknown_within_fewer_states_is_audited_again_and_nothing_else(tmp_path: Path) -> None:
    path, few, enough = tmp_path / "variants.jsonl", 20, STATES
    audited: list[str] = []

    def note(variants: Sequence[Variant]) -> bool:
        audited.extend(variant.code for variant in variants)
        return True

    with open_rows(path, SMALL) as rows:
        run(SMALL, rows, HERE, few, note)
        unknown = [variant.code for variant in rows.of(SMALL) if variant.unknown]
        assert 0 < len(unknown) < len(SMALL.codes)
        audited.clear()
        run(SMALL, rows, HERE, few - 1, note)
        assert audited == []
        run(SMALL, rows, HERE, enough, note)
        assert audited == unknown
    with open_rows(path, SMALL) as rows:
        assert rows.left(SMALL, enough) == []
        assert rows.of(SMALL) == [audit_variant(code, enough) for code in SMALL.codes]


@pytest.mark.parametrize(
    "content, said",
    [
        (b"hello", "holds something else than variants"),
        (b"hello\n", "Line 1 of .* is not a variant: it is not JSON"),
        (audit_variant("pocket-addition,highest=3,target=4", STATES).encode(), "of pocket-addition, not of range-war"),
        (2 * audit_variant("range-war,highest=3", STATES).encode(), "Line 2 of .* repeats range-war,highest=3"),
    ],
)
def test_a_file_with_something_else_is_refused_and_left_alone(tmp_path: Path, content: bytes, said: str) -> None:
    path = tmp_path / "file"
    path.write_bytes(content)
    with pytest.raises(FathomError, match=said), open_rows(path, SMALL):
        pass
    assert path.read_bytes() == content


def test_a_file_that_is_being_written_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "variants.jsonl"
    with open_rows(path, SMALL), pytest.raises(FathomError, match="is being written by another process"):
        open_rows(path, SMALL).__enter__()


def test_a_file_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    with pytest.raises(FathomError, match="cannot be written"), open_rows(tmp_path, SMALL):
        pass


# ------------------------------------------------------------------ the fairest and the deepest

FIGURES = Figures(1, 9, 10, 3, 0.6, 0.5, 8.0, 0.5, 4, 1000, 100, 0.5)


def variant(code: str, **changed: Any) -> Variant:
    return Variant(code, FIGURES._replace(**changed), None)


def test_a_candidate_is_not_decided_at_once_and_has_several_good_first_moves_among_bad_ones() -> None:
    assert is_candidate(FIGURES)
    assert is_candidate(FIGURES._replace(winner=None, plies=None))
    assert not is_candidate(FIGURES._replace(plies=4))
    assert not is_candidate(FIGURES._replace(keeping=1))
    assert is_candidate(FIGURES._replace(keeping=9))
    assert not is_candidate(FIGURES._replace(keeping=10))


def test_the_fairest_is_the_most_even_candidate() -> None:
    even, other = variant("even", score=0.45), variant("other", score=0.4)
    at_once, unknown = variant("at once", score=0.5, plies=1), Variant("unknown", None, "too large", 10)
    not_hidden = variant("not hidden", score=0.5, keeping=6)
    assert rank_fair([other, not_hidden, at_once, unknown, even]) == [even, other, not_hidden]


def test_the_deepest_has_the_longest_ladder_then_the_most_testing_games() -> None:
    high, long, short = variant("high", rungs=5), variant("long", length=9.0), variant("short")
    assert rank_deep([short, long, high]) == [high, long, short]


def test_variants_are_sorted_by_any_metric() -> None:
    for name, metric in METRICS.items():
        low, high = (
            variant("low"),
            variant("high", score=1.0, random=1.0, length=99.0, changes=9.0, rungs=6, tested=1.0),
        )
        high = high._replace(figures=high.figures and high.figures._replace(keeping=9, plies=99, positions=9999))
        assert rank_by(name, [high, low])[0].code == ("low" if metric.less_is_better else "high")


def test_the_findings_count_what_was_found() -> None:
    rows = Rows(None, {})
    run(SMALL, rows, HERE, STATES, lambda _: True)
    said = findings(SMALL, rows.of(SMALL)[:7])
    wins = [PlainGame(code).result(PlainGame(code).start).winner for code in SMALL.codes[:7]]
    assert said[0] == "7 variants audited; 1 not done."
    assert said[1] == f"With perfect play seat 1 wins {wins.count(1)} of them, seat 2 {wins.count(2)}, and nobody 0."


def test_a_map_has_a_shade_for_every_variant_and_splits_to_fit() -> None:
    rows = Rows(None, {})
    grid = read_grid(RANGE_WAR, "second_move=lower|free,highest=2..6")
    run(grid, rows, HERE, STATES, lambda _: True)
    (drawn,), scale = heat_maps(grid, rows.done), scale_of("plies", rows.of(grid))
    assert scale
    # By the closed form: `lower` is won at once by 1; `free` by the middle number, in as many plies as numbers.
    assert map_lines(drawn, scale, Canvas()) == [
        "            highest",
        "second_move  2  3  4  5  6",
        "      lower ·· ·· ·· ·· ··",
        "       free ░░ ▒▒ ▓▓ ██ ██",
    ]
    narrow = Canvas()
    narrow.width = 20
    assert all(len(line) <= 20 for line in map_lines(drawn, scale, narrow))
    assert all(shade in scale.legend() for shade in SHADES)
