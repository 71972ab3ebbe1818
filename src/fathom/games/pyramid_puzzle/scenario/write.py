"""Writes puzzle files in the published shape, so that whoever reads that one reads these."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence

from fathom.games.pyramid_puzzle.board import PEAK
from fathom.games.pyramid_puzzle.rules import Options
from fathom.games.pyramid_puzzle.scenario.read import FEWEST_LEVELS
from fathom.games.pyramid_puzzle.scenario.route import ITEMS, write_route
from fathom.games.pyramid_puzzle.solve.solution import Solution

FIRST = "pyramid_scenario_001"


def write_scenario(
    solution: Solution, hints: Sequence[str] = (), name: str = FIRST, metadata: Mapping[str, str] | None = None
) -> str:
    """A solved puzzle as a file, which `read_scenario` reads back; with its least MP, a best route and hints."""
    lines = [*_about(metadata or {}), *_configuration(solution.options), *_solution(solution, hints)]
    return "\n".join([f"{name}:", *(f"  {line}" for line in lines)]) + "\n"


def _about(metadata: Mapping[str, str]) -> Iterator[str]:
    if metadata:
        yield "metadata:"
        for key, value in metadata.items():
            yield f"  {key if key.isidentifier() else json.dumps(key)}: {json.dumps(value)}"


def _configuration(options: Options) -> Iterator[str]:
    yield "configuration:"
    if options.levels != FEWEST_LEVELS:
        yield f"  levels: {options.levels}"
    yield "  blocked:" if options.layout.blocked else "  blocked: []"
    yield from (f"    - tile: {tile}" for tile in options.layout.blocked)
    yield "  collectibles:"
    for letter, tile in options.layout.things():
        if letter in ITEMS:
            yield f"    - type: {ITEMS[letter]}"
            yield f"      location: {tile}"
    yield "  objective:"
    yield f"    goal_tile: {PEAK}"
    yield '    requires: ["key"]'


def _solution(solution: Solution, hints: Sequence[str]) -> Iterator[str]:
    yield "solution:"
    yield f"  optimal_mp: {'null' if solution.mp is None else solution.mp}"
    if solution.routes:
        yield f'  route: "{write_route(solution.options, solution.routes.first())}"'
    yield from (f"  hint_{number}: {json.dumps(hint)}" for number, hint in enumerate(hints, 1))
