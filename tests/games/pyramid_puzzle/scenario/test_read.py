"""Puzzle files: good ones are read, and each bad one gets one clear sentence, soon."""

from __future__ import annotations

import re
import time

import pytest

from fathom.errors import UnreadableScenario
from fathom.games.pyramid_puzzle.rules import DEFAULTS
from fathom.games.pyramid_puzzle.scenario.read import read_scenario, read_scenarios

PUBLISHED = """\
objective: Reach the peak for the fewest MP.
configuration:
  blocked:
    - tile: B2
    - tile: B3
    - tile: C2
    - tile: C6
    - tile: D4
    - tile: D15
collectibles:
  - type: key
    location: C4
  - type: ladder
    location: E24
  - type: dynamite
    location: D1
solution: E1|D1:dynamite|C1|B1|clear:B2|B2|C4:key|B2|A1
"""

KEY = "collectibles: [{type: key, location: C4}]\n"


def refused(text: str) -> str:
    with pytest.raises(UnreadableScenario) as error:
        read_scenario(text)
    return str(error.value)


def test_the_published_scenario_is_the_default_puzzle():
    assert read_scenario(PUBLISHED) == DEFAULTS


def test_the_collectibles_may_stand_inside_the_configuration():
    text = "configuration:\n  blocked: [{tile: B2}]\n  collectibles: [{type: key, location: C4}]\n"
    assert str(read_scenario(text).layout) == "kC4.xB2"


def test_a_key_is_enough():
    assert str(read_scenario(KEY).layout) == "kC4"


def test_an_empty_list_is_no_list():
    assert str(read_scenario(f"configuration: {{blocked: }}\n{KEY}").layout) == "kC4"


def test_tiles_and_types_may_be_spelled_in_any_case():
    text = "configuration: {blocked: [{tile: b2}]}\ncollectibles: [{type: KEY, location: c4}]"
    assert str(read_scenario(text).layout) == "kC4.xB2"


def test_a_tile_of_a_further_level_makes_the_pyramid_higher():
    options = read_scenario("collectibles: [{type: key, location: G128}]")
    assert options.levels == 7


def test_a_small_puzzle_has_five_levels_all_the_same():
    assert read_scenario("collectibles: [{type: key, location: B1}]").levels == 5


@pytest.mark.rule("pyramid-puzzle:7")
@pytest.mark.parametrize(
    "text, said",
    [
        (
            f"configuration: {{blocked: [{{tile: C4}}]}}\n{KEY}",
            "Two things lie on C4, which holds one at most (rule 7).",
        ),
        (
            "collectibles: [{type: key, location: C4}, {type: key, location: C5}]",
            "A layout has exactly one key, not 2 (rule 7).",
        ),
        ("collectibles: [{type: ladder, location: C4}]", "A layout has exactly one key, not 0 (rule 7)."),
        ("collectibles: [{type: key, location: A1}]", "Nothing may lie on A1, the peak (rule 7)."),
        (f"configuration: {{blocked: [{{tile: A1}}]}}\n{KEY}", "Nothing may lie on A1, the peak (rule 7)."),
        (
            f"configuration: {{blocked: [{{tile: E33}}]}}\n{KEY}",
            "There is no tile E33 on a pyramid of 5 levels (rule 1).",
        ),
    ],
)
def test_a_layout_that_breaks_a_rule_is_refused(text, said):
    assert refused(text) == said


@pytest.mark.parametrize("tile", ["Z9", "B", "5", "[B2]", "''", "~", "1.5", "{a: b}", "K1"])
def test_a_blocked_tile_that_is_none_is_refused(tile):
    said = refused(f"configuration: {{blocked: [{{tile: {tile}}}]}}\n{KEY}")
    assert said.startswith("configuration.blocked[].tile is ")
    assert said.endswith(", which is not a tile such as B2.")


@pytest.mark.parametrize("entry", ["{type: key}", "{type: key, location: 4}", "{type: key, location: KEY}"])
def test_a_thing_without_a_tile_is_refused(entry):
    said = refused(f"collectibles: [{entry}]")
    assert said.startswith("collectibles[].location is ")


@pytest.mark.parametrize("kind", ["rope", "~", "[key]", "7"])
def test_an_unknown_thing_is_refused(kind):
    said = refused(f"collectibles: [{{type: {kind}, location: C4}}]")
    assert said.endswith("there are key, ladder and dynamite.")


@pytest.mark.parametrize(
    "text, said",
    [
        ("collectibles: key", "collectibles should be a list."),
        ("collectibles: {type: key, location: C4}", "collectibles should be a list."),
        (f"configuration: {{blocked: B2}}\n{KEY}", "configuration.blocked should be a list."),
    ],
)
def test_a_list_that_is_none_is_refused(text, said):
    assert refused(text) == said


@pytest.mark.parametrize(
    "text, where",
    [
        ("", "the file"),
        ("just words", "the file"),
        ("- a list", "the file"),
        (f"configuration:\n{KEY}", "configuration"),
        (f"configuration: [B2]\n{KEY}", "configuration"),
        (f"configuration: {{blocked: [B2]}}\n{KEY}", "configuration.blocked"),
        ("collectibles: [key]", "collectibles"),
    ],
)
def test_fields_that_are_missing_are_asked_for(text, where):
    assert refused(text) == (f"In {where} there should be named fields, such as configuration: and collectibles:.")


def test_collectibles_in_both_places_are_not_dropped_in_silence():
    text = f"configuration:\n  collectibles: [{{type: ladder, location: E1}}]\n{KEY}"
    assert "collectibles" in refused(text)


@pytest.mark.parametrize(
    "text, line", [("a: 1\na: 2", 2), (f"{KEY}{KEY}", 2), ("configuration:\n  blocked: []\n  blocked: []", 3)]
)
def test_a_field_given_twice_is_refused_with_its_line(text, line):
    said = refused(text)
    assert said.startswith(f"line {line}: ")
    assert said.endswith(" is given twice.")


@pytest.mark.parametrize(
    "text",
    ["a: [", "a: b: c", "\t\ta", "? [a]\n: 1", "%", "a: 'b"],
)
def test_text_that_is_no_yaml_is_refused_with_its_line(text):
    assert refused(text).startswith("line ")


def test_aliases_are_refused():
    assert refused("a: &x [1]\nb: *x") == "aliases are not read."


@pytest.mark.parametrize(
    "value",
    [
        pytest.param("2001-99-99", id="date"),
        pytest.param("2001-01-01T25:00:00Z", id="hour"),
        pytest.param("0b_", id="binary"),
        pytest.param("1" * 5000, id="5000 digits"),
        pytest.param("!!int x", id="int"),
        pytest.param("!!float x", id="float"),
        pytest.param("!!bool x", id="bool"),
        pytest.param("!!timestamp x", id="timestamp"),
    ],
)
def test_what_only_looks_like_a_date_or_a_number_is_left_alone_or_refused_with_its_line(value):
    try:
        said = str(read_scenario(f"{KEY}objective: {value}").layout)
    except UnreadableScenario as error:
        said = str(error)
    assert said == "kC4" or said.startswith("line 2: ")


@pytest.mark.parametrize("character", ["\0", "\x07", "\ud800"], ids=["zero", "bell", "surrogate"])
def test_a_character_that_cannot_be_read_is_one_line(character):
    assert "\n" not in refused(f"a: {character}")


MANY_FIELDS = "\n".join(f"k{i}:" for i in range(13_000))


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("[" * 600, id="deep lists"),
        pytest.param("{a: " * 600, id="deep fields"),
        pytest.param("- " * 600, id="deep dashes"),
    ],
)
def test_deep_nesting_is_one_clear_error(text):
    assert refused(text) == "The file is nested too deeply to be a puzzle."


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("x" * 10_000_000, id="10 MB of letters"),
        pytest.param("[" * 10_000_000, id="10 MB of brackets"),
        pytest.param("a: b\n" * 2_000_000, id="10 MB of fields"),
        pytest.param("\0" * 10_000_000, id="10 MB of zeros"),
        pytest.param(MANY_FIELDS, id="as many fields as a file may have"),
        pytest.param("[" + "a," * 49_000 + "]", id="as long a list as a file may have"),
        pytest.param("[" * 99_999, id="as many brackets as a file may have"),
        pytest.param("{" * 99_999, id="as many braces as a file may have"),
    ],
)
def test_junk_is_one_clear_error_within_a_second(text):
    begun = time.process_time()
    said = refused(text)
    assert time.process_time() - begun < 1
    assert len(said) < 200


def test_the_size_of_a_file_that_is_too_large_is_told():
    said = refused("x" * 10_000_000)
    assert re.fullmatch(r"A puzzle file has at most [\d,]+ characters, and this one has 10,000,000\.", said)


def test_a_file_may_say_how_many_levels_there_are():
    text = "configuration: {levels: 3}\ncollectibles: [{type: key, location: C4}]"
    assert read_scenario(text).levels == 3


@pytest.mark.parametrize("levels", ["two", "1.5", "[3]", "''", "-3"])
def test_levels_that_are_no_number_are_refused(levels):
    said = refused(f"configuration: {{levels: {levels}}}\n{KEY}")
    assert said.startswith("configuration.levels is ")
    assert said.endswith(", which is not a whole number.")


@pytest.mark.parametrize(
    "levels, why",
    [
        (1, "levels must be a whole number from 2 to 10."),
        (2, "on a pyramid of 2 levels (rule 1)."),
        (11, "from 2 to 10."),
    ],
)
def test_levels_that_do_not_fit_are_refused(levels, why):
    assert refused(f"configuration: {{levels: {levels}}}\n{KEY}").endswith(why)


NAMED = """\
first_steps:
  metadata:
    version: "1.0"
    author: "Ann"
  configuration:
    blocked:
      - tile: B2
    collectibles:
      - type: key
        location: C4
    objective:
      goal_tile: A1
      requires: ["key"]
  solution:
    optimal_mp: 7
    hint_1: "Mind the block."
"""


def test_a_scenario_under_a_name_keeps_its_metadata():
    [scenario] = read_scenarios(NAMED)
    assert (scenario.name, str(scenario.options.layout)) == ("first_steps", "kC4.xB2")
    assert scenario.metadata == {"version": "1.0", "author": "Ann"}
    assert read_scenario(NAMED) == scenario.options


@pytest.mark.parametrize("joiner", ["", "---\n"])
def test_a_file_may_hold_several_scenarios(joiner):
    text = NAMED + joiner + NAMED.replace("first_steps", "second").replace("C4", "C5")
    assert [scenario.name for scenario in read_scenarios(text)] == ["first_steps", "second"]
    assert str(read_scenario(text, "second").layout) == str(read_scenario(text, "2").layout) == "kC5.xB2"
    with pytest.raises(UnreadableScenario) as several:
        read_scenario(text)
    assert str(several.value) == "The file has 2 puzzles: first_steps, second. Write FILE#NAME to choose one."
    with pytest.raises(UnreadableScenario, match="The file has 2 puzzles, and no 'third': first_steps, second"):
        read_scenario(text, "third")


def test_a_single_scenario_may_be_named_too():
    assert read_scenario(NAMED, "first_steps") == read_scenario(NAMED, "1")
    with pytest.raises(UnreadableScenario, match="The file has one puzzle, and no '2': first_steps"):
        read_scenario(NAMED, "2")


@pytest.mark.parametrize(
    "old, new, said",
    [
        ("blocked:", "blokced:", "In configuration the field 'blokced' is unknown; known are levels, blocked,"),
        ("- tile: B2", "- tile: B2\n        why: no", "In configuration.blocked the field 'why' is unknown"),
        ("location: C4", "location: C4\n        colour: red", "In collectibles the field 'colour' is unknown"),
        (
            "metadata:",
            "comment: hello\n  metadata:",
            "In first_steps the field 'comment' is unknown; known are metadata,",
        ),
        ("hint_1:", "hint_one:", "In solution the field 'hint_one' is unknown; known are optimal_mp, route."),
        ("goal_tile:", "gaol_tile:", "In objective the field 'gaol_tile' is unknown; known are goal_tile, requires."),
    ],
)
def test_a_field_that_is_not_understood_is_named(old, new, said):
    assert refused(NAMED.replace(old, new)).startswith(said)


@pytest.mark.parametrize(
    "old, new, said",
    [
        ("goal_tile: A1", "goal_tile: B1", "The objective is B1 with key, and not A1 with the key (rule 5)."),
        ('["key"]', '["key", "ladder"]', "The objective is A1 with key and ladder, and not A1 with the key (rule 5)."),
        ('["key"]', "[]", "The objective is A1 with nothing, and not A1 with the key (rule 5)."),
    ],
)
def test_another_objective_is_another_game(old, new, said):
    assert refused(NAMED.replace(old, new)) == said


def test_an_objective_in_both_places_is_refused():
    assert refused(f"objective: x\nconfiguration: {{objective: y}}\n{KEY}").startswith("objective stands both inside")
