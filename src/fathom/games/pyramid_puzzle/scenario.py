"""Puzzle files: the YAML layout in which scenarios are published.

    configuration:
      blocked:
        - tile: B2
    collectibles:
      - type: key
        location: C4

Other fields (objective, solution, hints) are left alone in reading. `collectibles` may also stand inside
`configuration`, and `configuration.levels` may say how many levels there are.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING

from fathom.core.numerals import read_number
from fathom.core.words import how_to_install, quoted
from fathom.errors import BadOption, UnreadableScenario
from fathom.games.pyramid_puzzle.board import PEAK, Tile, make_layout, read_tile, split
from fathom.games.pyramid_puzzle.route import ITEMS, write_route
from fathom.games.pyramid_puzzle.rules import Options
from fathom.games.pyramid_puzzle.solve.solution import Solution

if TYPE_CHECKING:
    from collections.abc import Hashable

    import yaml

_LARGEST = 50_000
_MOST_BRACKETS = 5_000
_LETTERS = {"key": "k", "ladder": "l", "dynamite": "d"}
_FEWEST_LEVELS = 5


def read_scenario(text: str) -> Options:
    """The options of a puzzle file: its layout, and as many levels as it says or its tiles need (five at least)."""
    document = _document(text)
    configuration = _mapping(document.get("configuration", {}), "configuration")
    blocked = _entries(configuration.get("blocked"), "configuration.blocked")
    if "collectibles" in document and "collectibles" in configuration:
        raise UnreadableScenario("collectibles stand both inside and outside of configuration; one place is enough.")
    listed = document.get("collectibles", configuration.get("collectibles"))
    collectibles = _entries(listed, "collectibles")
    things = [("x", _tile(entry.get("tile"), "configuration.blocked[].tile")) for entry in blocked]
    things += [_thing(entry) for entry in collectibles]
    levels = _levels(configuration, things)
    try:
        return Options(levels=levels, layout=make_layout(things))
    except BadOption as error:
        raise UnreadableScenario(str(error)) from error


def write_scenario(solution: Solution, hints: Sequence[str] = ()) -> str:
    """A solved puzzle as a file, which `read_scenario` reads back; with its least MP, a best route and hints."""
    options = solution.options
    blocked = [f"    - tile: {tile}" for tile in options.layout.blocked]
    lines = [
        f"objective: Collect the key and reach {PEAK} for the fewest MP.",
        "configuration:",
        *([f"  levels: {options.levels}"] if options.levels != _FEWEST_LEVELS else []),
        *(["  blocked:", *blocked] if blocked else ["  blocked: []"]),
        "collectibles:",
    ]
    for letter, tile in options.layout.things():
        if letter in ITEMS:
            lines += [f"  - type: {ITEMS[letter]}", f"    location: {tile}"]
    lines += ["solution:", f"  optimal_mp: {'null' if solution.mp is None else solution.mp}"]
    if solution.routes:
        lines.append(f'  route: "{write_route(options, solution.routes.first())}"')
    if hints:
        lines += ["hints:", *(f"  - {json.dumps(hint)}" for hint in hints)]
    return "\n".join(lines) + "\n"


def _levels(configuration: dict[str, object], things: list[tuple[str, Tile]]) -> int:
    said = configuration.get("levels")
    if said is None:
        return max([_FEWEST_LEVELS, *(split(tile)[0] for _, tile in things)])
    levels = read_number(said) if isinstance(said, str) else None
    if levels is None:
        raise UnreadableScenario(f"configuration.levels is {quoted(str(said))}, which is not a whole number.")
    return levels


def _document(text: str) -> dict[str, object]:
    if len(text) > _LARGEST:
        raise UnreadableScenario(f"A puzzle file has at most {_LARGEST:,} characters, and this one has {len(text):,}.")
    if text.count("[") + text.count("{") > _MOST_BRACKETS:
        raise UnreadableScenario(f"A puzzle file has at most {_MOST_BRACKETS:,} brackets; this one is something else.")
    try:
        import yaml
    except ImportError:
        raise UnreadableScenario(f"Reading puzzle files needs PyYAML: {how_to_install('scenario')}.") from None
    try:
        return _mapping(yaml.load(text, Loader=_strict_loader()), "the file")
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        where = f"line {mark.line + 1}: " if mark else ""
        problem = getattr(error, "problem", None) or str(error).splitlines()[0]
        raise UnreadableScenario(f"{where}{problem}.") from error
    except RecursionError:
        raise UnreadableScenario("The file is nested too deeply to be a puzzle.") from None


def _strict_loader() -> type[yaml.BaseLoader]:
    """A loader for which every value is text, and which refuses aliases and a key given twice."""
    import yaml

    class StrictLoader(yaml.BaseLoader):
        def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
            if self.check_event(yaml.AliasEvent):
                raise yaml.YAMLError("aliases are not read")
            return super().compose_node(parent, index)

        def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Hashable, object]:
            seen = set()
            for key, _ in node.value:
                if str(key.value) in seen:
                    problem = f"{quoted(str(key.value))} is given twice"
                    raise yaml.MarkedYAMLError(problem=problem, problem_mark=key.start_mark)
                seen.add(str(key.value))
            return super().construct_mapping(node, deep)

    return StrictLoader


def _mapping(value: object, where: str) -> dict[str, object]:
    if not isinstance(value, dict):
        raise UnreadableScenario(f"In {where} there should be named fields, such as configuration: and collectibles:.")
    return {str(key): item for key, item in value.items()}


def _entries(value: object, where: str) -> list[dict[str, object]]:
    if value is None or value == "":
        return []
    if not isinstance(value, list):
        raise UnreadableScenario(f"{where} should be a list.")
    return [_mapping(entry, where) for entry in value]


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
