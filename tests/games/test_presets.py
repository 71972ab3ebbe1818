"""The presets of every room: what their lines claim is worked out from the rules, by plain searches."""

from __future__ import annotations

import re
from functools import cache
from typing import Any, NamedTuple

import pytest

from fathom import games
from fathom.errors import BadOption
from fathom.games.pyramid_puzzle.rules import Options as PuzzleOptions
from fathom.show.preset import Preset, find_preset
from fathom.show.room import Room
from fathom.solver.search import solve
from tests.games.pyramid_puzzle.plain import Puzzle, least
from tests.games.test_known import Value, future, value_of_futures

PRESETS = [
    pytest.param(name, preset, id=f"{name}-{preset.slug}")
    for name in games.ROOMS
    for preset in games.room(name).presets
]


@pytest.mark.parametrize("name", games.ROOMS)
def test_the_first_preset_is_the_book(name: str) -> None:
    room = games.room(name)
    first = room.presets[0]
    assert (first.slug, first.name) == ("by-the-book", "By the book")
    assert first.options == room.game.options_type()
    assert first.as_dict(room.game)["code"].partition(":")[0] == name


@pytest.mark.parametrize("name", games.ROOMS)
def test_presets_differ(name: str) -> None:
    presets = games.room(name).presets
    assert len({preset.slug for preset in presets}) == len({preset.options for preset in presets}) == len(presets)


@pytest.mark.parametrize("name, preset", PRESETS)
def test_a_preset_is_an_ordinary_set_of_options(name: str, preset: Preset) -> None:
    room = games.room(name)
    told = preset.as_dict(room.game)
    assert games.read_code(told["code"]).options == preset.options
    assert told["options"] == preset.options.as_dict()
    room.check_served(preset.options)
    assert find_preset(room.presets, preset.slug) == preset


def test_a_preset_that_does_not_exist_is_named_with_those_that_do() -> None:
    said = r"There is no preset 'fare'; the presets are: by-the-book, fair, deep\. Did you mean fair\?"
    with pytest.raises(BadOption, match=said):
        find_preset(games.room("range-war").presets, "fare")


def test_a_room_without_presets_of_its_own_offers_its_defaults() -> None:
    game = games.game("range-war")

    class Bare(Room[Any, Any]):
        text: Any = None
        draw: Any = None
        known: Any = None

        @property
        def game(self) -> Any:
            return game

    (only,) = Bare().presets
    assert only.options == game.options_type()


# ------------------------------------------------------------------ what the lines claim

WON = re.compile(
    r"Whoever starts can win(?P<only>, but only)? with "
    r"(?:every first move|(?P<keeping>\d+|one) of the (?P<all>\d+) first moves)"
    r"(?:; with perfect play it takes (?P<plies>\d+) moves|(?P<at_once>, and one of them wins at once))\."
)
DRAWN = re.compile(
    r"Nobody can force a win, and(?P<only> only)? (?P<keeping>\d+) of the (?P<all>\d+) first moves keep the draw\."
)
ROUTE = re.compile(
    r"The best route costs (?P<mp>\d+) MP; apart from the key, it needs (?P<needed>\d+|one|both) of the "
    r"(?P<things>\d+) things on the board\."
)


def number(word: str) -> int:
    return {"one": 1, "both": 2}.get(word) or int(word)


class Start(NamedTuple):
    """The start of a game, solved from the rules: who wins in how many plies, and the same after each first move."""

    value: Value
    after: list[Value]


@cache
def solve_plainly(name: str, options: Any) -> Start:
    """By the generic solver, which knows no theory; or, where the pyramids are too many for it, by their futures."""
    start: Any = games.game(name).start(options)
    if name == "pyramid-challenge" and not options.copies:
        empty = future(options.levels, options.highest, ())
        after = [
            value_of_futures(empty, future(options.levels, options.highest, (move,)), False, 2)
            for move in start.moves()
        ]
        return Start(value_of_futures(empty, empty, False, 1), after)
    solved = solve(start)
    values = [solved.value(start), *solved.values_after(start)]
    value, *after = [(value.winner, value.plies or 0) for value in values]
    return Start(value, after)


@pytest.mark.slow
@pytest.mark.parametrize("name, preset", [row for row in PRESETS if games.game(row.values[0]).is_contest])
def test_what_the_line_says_of_a_game_is_true(name: str, preset: Preset) -> None:
    start = solve_plainly(name, preset.options)
    (winner, plies), (won, drawn) = start.value, (WON.fullmatch(preset.line), DRAWN.fullmatch(preset.line))
    claims = won or drawn
    assert claims, f"no check is known for {preset.line!r}"
    keeping = [value for value in start.after if value[0] == winner]
    assert winner == (1 if won else None)
    if claims["keeping"]:
        assert (number(claims["keeping"]), int(claims["all"])) == (len(keeping), len(start.after))
        assert bool(claims["only"]) == (2 * len(keeping) < len(start.after))
    else:
        assert keeping == start.after
    if won and won["at_once"]:
        assert keeping.count((1, 0)) == 1
    elif won:
        assert int(won["plies"]) == plies > 1


@pytest.mark.parametrize("name, preset", [row for row in PRESETS if not games.game(row.values[0]).is_contest])
def test_what_the_line_says_of_a_puzzle_is_true(name: str, preset: Preset) -> None:
    claims, options = ROUTE.fullmatch(preset.line), preset.options
    assert isinstance(options, PuzzleOptions)
    assert claims, f"no check is known for {preset.line!r}"
    best = least(Puzzle(options))
    things = [tile for tile in (options.layout.ladder, *options.layout.dynamite) if tile]
    needed = [tile for tile in things if least(Puzzle(options, without=[tile])) != best]
    assert int(claims["mp"]) == best
    assert (number(claims["needed"]), int(claims["things"])) == (len(needed), len(things))
