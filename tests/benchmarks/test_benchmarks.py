"""The benchmarks run: short, with nothing but the standard library, and their yardstick is right."""

from __future__ import annotations

import json
import shutil
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from benchmarks import growth, levels, results, variants
from benchmarks.__main__ import BENCHMARKS, main
from benchmarks.c_programs import build
from benchmarks.measure import BenchmarkError, Comparison, Effort, Floor, Section, Series
from benchmarks.picture import MARKS, curves, look, picture
from benchmarks.report import section_text

NEEDS_NOTHING = ("matches", "variants", "levels", "lookups", "analyses", "pipe", "rewards", "programs", "startup")


def comparison(ours: float, floor: Floor) -> Comparison:
    return Comparison("a game", Series("fathom", (ours, ours)), Series("peer", (10.0, 10.0)), floor)


def grown(slots: int, states: int, seconds: float, megabytes: int) -> growth.Measured:
    return growth.Measured(growth.Case("digit-dilemma", "table", {"slots": slots}), states, seconds, megabytes)


@pytest.mark.parametrize("name", NEEDS_NOTHING)
def test_a_quick_run_prints_its_table_and_judges_nothing(name, tmp_path, capsys):
    if name in {"pipe", "startup"} and not Path(sys.executable).with_name("fathom").exists():
        pytest.skip("the fathom command is not installed beside this interpreter")
    told = tmp_path / "told.json"
    assert main(["--quick", "--only", name, "--json", str(told)]) == 0
    printed = capsys.readouterr().out
    assert "ratio" in printed
    assert printed.endswith("Quick run: the floors were not judged.\n")
    [section] = json.loads(told.read_text(encoding="utf-8"))["sections"]
    assert section["name"] == name
    assert all(one["ours"]["median"] > 0 for one in section["comparisons"])


def test_no_speed_is_told_where_the_table_and_the_walk_find_different_chances(monkeypatch):
    monkeypatch.setattr(levels, "odds", lambda *_: {("@random", "@random"): (0, 0)})
    with pytest.raises(BenchmarkError, match="do not find the same chances"):
        levels.run(Effort(quick=True))


def test_the_growth_is_measured_and_always_written(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(growth, "CASES", [growth.Case("digit-dilemma", "sweep and count", {"slots": 2})])
    page = tmp_path / results.PAGE
    page.parent.mkdir()
    page.write_text(f"before\n{results.GROWTH_BEGIN}\nold\n{results.GROWTH_END}\nafter\n", encoding="utf-8")
    assert results.main(["--growth"], tmp_path) == 0
    written = page.read_text(encoding="utf-8")
    # the positions of Digit Dilemma with two places, counted by the tests of its theory
    assert "| digit-dilemma | slots=2 | sweep and count | 6,133 |" in written
    assert "old" not in written
    assert f"wrote {results.PAGE}" in capsys.readouterr().out
    with pytest.raises(SystemExit, match="2"):
        growth.main([])  # there is no second way, which would measure everything for nothing


def test_a_floor_judges_the_ratio_or_our_own_figure():
    assert comparison(30, Floor(at_least=3)).met
    assert not comparison(29, Floor(at_least=3)).met
    assert comparison(3000, Floor(at_least=3000, absolute=True)).met
    assert not comparison(2999, Floor(at_least=3000, absolute=True)).met


def test_a_missed_floor_is_shown_unless_the_run_is_quick():
    section = Section("a", "A title", "codes/s", (comparison(1, Floor(at_least=3000, absolute=True)),))
    assert section_text(section, Effort()).endswith(">= 3,000 codes/s  FAIL")
    assert section_text(section, Effort(quick=True)).endswith(">= 3,000 codes/s")


def test_a_large_table_must_not_be_much_slower_or_take_too_much_memory():
    small, first = grown(2, 1000, 0.0001, 20), grown(3, 100_000, 1.0, 20)
    assert growth.missed([small, first, grown(4, 100_000, 2.0, 4095)]) == []
    assert len(growth.missed([small, first, grown(4, 100_000, 2.1, 4096)])) == 2


def test_a_line_with_a_reach_is_compared_with_the_first_large_one_too():
    case = growth.Case("range-war", "table of all states", {"highest": 13, "reach": 8})
    first, later = growth.Measured(case, 100_000, 0.1, 30), growth.Measured(case, 1_000_000, 2.5, 30)
    said = growth.missed([first, later])
    assert "range-war with highest=13, reach=8 is solved at 0.40 of the rate of its first table, not at 0.5." in said


def test_the_page_keeps_what_stands_around_the_markers(tmp_path):
    page = tmp_path / "results.md"
    markers = (results.BEGIN, results.END, results.GROWTH_BEGIN, results.GROWTH_END)
    page.write_text("# Before\n{}\nold\n{}\nbetween\n{}\nold\n{}\nafter\n".format(*markers), encoding="utf-8")
    section = Section("a", "A title", "codes/s", (comparison(40, Floor(at_least=3)),))
    results.put_between(page, results.BEGIN, results.END, results.measured([section]))
    results.write_growth(page, [grown(2, 100, 0.1, 20), grown(3, 1000, 1.0, 20)])
    written = page.read_text(encoding="utf-8")
    assert "\nbetween\n" in written
    assert "| digit-dilemma | slots=3 | table | 1,000 |" in written
    assert written.startswith("# Before\n")
    assert written.endswith("\nafter\n")
    assert "old" not in written
    assert "| a game | 40.0 | 0% | 10.0 | 0% | 4.00 | >= 3 | pass |" in written
    assert (tmp_path / results.PICTURE).is_file()


def test_the_picture_is_well_formed_and_says_in_words_what_it_shows():
    tree = ElementTree.fromstring(picture([grown(2, 100, 0.1, 20), grown(3, 1000, 1.0, 20)]))
    described = tree.findtext("{http://www.w3.org/2000/svg}desc")
    assert described
    assert "from 100 states in 0.1 s to 1,000 states in 1 s" in described


def test_no_two_curves_of_the_growth_look_alike_and_their_names_fit():
    lines = curves([growth.Measured(case, 100, 1.0, 20) for case in growth.CASES])
    assert len({look(number) for number in range(len(lines))}) == len(lines) > len(MARKS)
    assert len({line.name for line in lines}) == len(lines)
    assert max(len(line.name) for line in lines) <= 32  # in the legend, 230 pixels wide


def test_every_benchmark_named_is_a_module():
    folder = Path(results.__file__).parent
    assert all((folder / f"{name}.py").is_file() for name in BENCHMARKS)


@pytest.mark.parametrize(
    "values",
    [
        {"slots": 2},
        {"slots": 2, "divisor": 13, "leading_zero": "forbidden"},
        {"slots": 2, "divisor": 2},
        pytest.param({"slots": 3, "divisor": 9}, marks=pytest.mark.slow),
    ],
    ids=str,
)
def test_the_numpy_yardstick_values_every_position_as_fathom_does(values):
    pytest.importorskip("numpy", reason="numpy is not installed; `make bench` installs it")
    from benchmarks.solving import differences

    assert differences(**values) == []


def line_with_reach(highest: int, seconds: float, megabytes: int) -> growth.Measured:
    case = growth.Case("range-war", "table of all states", {"highest": highest, "reach": 8})
    return growth.Measured(case, 1000, seconds, megabytes)


def test_a_long_line_with_a_reach_must_be_neither_slow_nor_large():
    quickest = line_with_reach(16, 1.0, 30)
    assert growth.missed([quickest, line_with_reach(24, 1.5, 999), line_with_reach(26, 2.0, 1800)]) == []
    assert len(growth.missed([quickest, line_with_reach(24, 1.5, 1000), line_with_reach(26, 2.1, 1800)])) == 2


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler here")
def test_the_plain_c_program_and_the_table_agree_on_every_state(tmp_path):
    program = build(variants.SOURCE, tmp_path)
    assert program is not None
    for highest in (9, 11):
        table = variants.solve(f"range-war,highest={highest},reach=6")[1]
        assert variants.total_plies(table) == variants.run_c(program, highest, 6)[1]


def test_the_rates_of_large_tables_are_told_as_multiples_of_the_first():
    small, first, slow, quick = (
        grown(2, 100, 1.0, 1),
        grown(3, 100_000, 1.0, 20),
        grown(4, 600_000, 8.0, 90),
        grown(5, 900_000, 3.0, 200),
    )
    said = growth.steadiness([small, first, slow, quick, line_with_reach(24, 1.5, 999)])
    assert "digit-dilemma from 100,000 to 900,000 states, the last in 200 MB: 0.75 to 3.00." in said
    assert "range-war" not in said  # fewer states than are looked at
