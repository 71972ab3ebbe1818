"""Reads puzzle files. Whatever is in one is either understood or named in the refusal, never passed over."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from fathom.core.numerals import read_number
from fathom.core.words import enumerate_words, quoted
from fathom.errors import BadOption, UnreadableScenario
from fathom.games.pyramid_puzzle.board import PEAK, Tile, make_layout, read_tile, split
from fathom.games.pyramid_puzzle.rules import Options
from fathom.games.pyramid_puzzle.scenario.document import fields_of, list_of, read_documents

_LETTERS = {"key": "k", "ladder": "l", "dynamite": "d"}
FEWEST_LEVELS = 5
_TOP = ("metadata", "configuration", "collectibles", "objective", "solution", "hints")
_CONFIGURATION = ("levels", "blocked", "collectibles", "objective")
_OBJECTIVE = ("goal_tile", "requires")


class Scenario(NamedTuple):
    """One puzzle of a file: its name where it has one, the puzzle, and what its author says about it."""

    name: str | None
    options: Options
    metadata: dict[str, str]


def read_scenario(text: str, which: str | None = None) -> Options:
    """The puzzle of a file; of several the one that is named, by its name or its number."""
    scenarios = read_scenarios(text)
    if which is None and len(scenarios) == 1:
        return scenarios[0].options
    names = [scenario.name or str(number) for number, scenario in enumerate(scenarios, 1)]
    for number, scenario in enumerate(scenarios, 1):
        if which is not None and which in (scenario.name, str(number)):
            return scenario.options
    found = f"{len(scenarios)} puzzles" if len(scenarios) > 1 else "one puzzle"
    asked = "" if which is None else f", and no {quoted(which)}"
    raise UnreadableScenario(f"The file has {found}{asked}: {', '.join(names)}. Write FILE#NAME to choose one.")


def read_scenarios(text: str) -> list[Scenario]:
    """Every puzzle of a file."""
    documents = read_documents(text)
    return [scenario for document in documents or [None] for scenario in _scenarios_in(document)]


def _scenarios_in(document: object) -> Iterator[Scenario]:
    """The fields of one puzzle, or several puzzles under their names."""
    fields = fields_of(document, "the file")
    if fields and all(name not in _TOP for name in fields):
        for name, inner in fields.items():
            yield _scenario(name, fields_of(inner, name, _TOP))
    else:
        yield _scenario(None, fields_of(document, "the file", _TOP))


def _scenario(name: str | None, fields: dict[str, object]) -> Scenario:
    """A puzzle with its layout, and as many levels as it says or its tiles need (five at least)."""
    configuration = fields_of(fields.get("configuration", {}), "configuration", _CONFIGURATION)
    collectibles, objective = (_either(fields, configuration, field) for field in ("collectibles", "objective"))
    _check_objective(objective)
    _check_solution(fields.get("solution"))
    blocked = list_of(configuration.get("blocked"), "configuration.blocked", ("tile",))
    things = [("x", _tile(entry.get("tile"), "configuration.blocked[].tile")) for entry in blocked]
    things += [_thing(entry) for entry in list_of(collectibles, "collectibles", ("type", "location"))]
    levels = _levels(configuration, things)
    try:
        options = Options(levels=levels, layout=make_layout(things))
    except BadOption as error:
        raise UnreadableScenario(str(error)) from error
    said = fields_of(fields.get("metadata", {}), "metadata")
    return Scenario(name, options, {key: value for key, value in said.items() if isinstance(value, str)})


def _either(fields: dict[str, object], configuration: dict[str, object], name: str) -> object:
    """A field that may stand inside the configuration or beside it, in one of the two places."""
    if name in fields and name in configuration:
        raise UnreadableScenario(f"{name} stands both inside and outside of configuration; one place is enough.")
    return fields.get(name, configuration.get(name))


def _check_objective(objective: object) -> None:
    """The goal is the same in every puzzle: a file that has another one is of another game."""
    if not isinstance(objective, dict):  # in words
        return
    fields = fields_of(objective, "objective", _OBJECTIVE)
    goal, requires = fields.get("goal_tile", PEAK), fields.get("requires", ["key"])
    if goal != PEAK or requires != ["key"]:
        needed = enumerate_words(map(str, requires)) if isinstance(requires, list) and requires else "nothing"
        raise UnreadableScenario(f"The objective is {goal} with {needed}, and not {PEAK} with the key (rule 5).")


def _check_solution(solution: object) -> None:
    """What a file says of its own solution is left to its author; only its fields have to be known ones."""
    if isinstance(solution, dict):
        hints = tuple(str(name) for name in solution if re.fullmatch(r"hint_\d+", str(name)))
        fields_of(solution, "solution", ("optimal_mp", "route", *hints))


def _levels(configuration: dict[str, object], things: list[tuple[str, Tile]]) -> int:
    said = configuration.get("levels")
    if said is None:
        return max([FEWEST_LEVELS, *(split(tile)[0] for _, tile in things)])
    levels = read_number(said) if isinstance(said, str) else None
    if levels is None:
        raise UnreadableScenario(f"configuration.levels is {quoted(str(said))}, which is not a whole number.")
    return levels


def _tile(value: object, where: str) -> Tile:
    tile = read_tile(value) if isinstance(value, str) else None
    if tile is None:
        raise UnreadableScenario(f"{where} is {quoted(str(value))}, which is not a tile such as B2.")
    return tile


def _thing(entry: dict[str, object]) -> tuple[str, Tile]:
    kind = entry.get("type")
    if not isinstance(kind, str) or kind.lower() not in _LETTERS:
        raise UnreadableScenario(f"collectibles[].type is {quoted(str(kind))}: there are key, ladder and dynamite.")
    return _LETTERS[kind.lower()], _tile(entry.get("location"), "collectibles[].location")
