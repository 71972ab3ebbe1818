"""Puzzles for print: one HTML file with numbered pictures, and the solutions on separate pages at the end.

The file is standalone: no scripts, and no fonts or pictures from elsewhere. The best cost is shown only at the end.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import NamedTuple

from fathom.games.pyramid_puzzle.draw.svg_file import write_svg_element
from fathom.games.pyramid_puzzle.rules import GAME, Move, Options
from fathom.games.pyramid_puzzle.scenario.route import write_route
from fathom.games.pyramid_puzzle.solve.codes import write_puzzle_code
from fathom.games.pyramid_puzzle.solve.solution import Solution
from fathom.games.pyramid_puzzle.solve.walk import walk_from

_TWO_ON_A_PAGE = 5  # levels; the tiles of a higher pyramid need the whole width
_STYLE = """
@page { size: A4; margin: 14mm 15mm; }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 180mm; color: #000; background: #fff;
       font: 10.5pt/1.4 "DejaVu Sans", Verdana, Arial, sans-serif; }
h1 { font-size: 17pt; margin: 0 0 1mm; }
h2 { font-size: 12pt; margin: 0 0 1mm; }
p { margin: 0 0 1.5mm; }
code { font: 8.5pt/1.35 "DejaVu Sans Mono", Menlo, Consolas, monospace; word-break: break-all; }
svg { display: block; width: 100%; height: auto; }
.puzzle { break-inside: avoid; padding-top: 4mm; }
.puzzle svg, .solution svg { width: var(--width); margin: 0 auto 1mm; }
.ends-page { break-after: page; }
.line { display: flex; justify-content: space-between; gap: 6mm; align-items: baseline; }
.answer { white-space: nowrap; }
.solutions { break-before: page; }
.grid { display: grid; grid-template-columns: 1fr 1fr; gap: 4mm 8mm; }
.solution { break-inside: avoid; }
.solution h2 { font-size: 10.5pt; }
@media screen { body { padding: 8mm; } .puzzle, .solutions { border-top: 1px solid #999; padding-top: 8mm; } }
""".strip()


class Sheet(NamedTuple):
    """The content of a sheet: a title, a subtitle, and the puzzles with their solutions."""

    title: str
    about: str
    puzzles: list[Solution]


def write_sheet(sheet: Sheet) -> str:
    """The whole HTML file."""
    return "\n".join(
        [
            "<!DOCTYPE html>",
            '<html lang="en">',
            "<head>",
            '<meta charset="utf-8">',
            f"<title>{escape(sheet.title)}</title>",
            f"<style>\n{_STYLE}\n</style>",
            "</head>",
            "<body>",
            *_front(sheet),
            *_solutions(sheet),
            "</body>",
            "</html>",
            "",
        ]
    )


def _front(sheet: Sheet) -> Iterator[str]:
    yield f"<h1>{escape(sheet.title)}</h1>"
    yield (
        "<p>Start on any free tile of the outermost square, fetch the key and enter A1, for the fewest movement points "
        "(MP). A step around or outward costs 1 MP, a step inward 2, or 1 once you hold the ladder. Hatched tiles are "
        "blocked; a stick of dynamite opens one for good. Thin lines join tiles.</p>"
    )
    for number, solution in enumerate(sheet.puzzles, 1):
        yield from _puzzle(number, solution.options, is_last=number == len(sheet.puzzles))


def _puzzle(number: int, options: Options, *, is_last: bool) -> Iterator[str]:
    small = options.levels <= _TWO_ON_A_PAGE
    ends_page = not is_last and (not small or number % 2 == 0)
    width = "100mm" if small else "100%"
    yield f'<section class="puzzle{" ends-page" if ends_page else ""}" style="--width: {width}">'
    yield f'<div class="line"><h2>Puzzle {number}</h2><span class="answer">My route costs ______ MP</span></div>'
    yield write_svg_element(GAME.start(options), title=f"Puzzle {number}")
    yield f"<p><code>{escape(write_puzzle_code(options))}</code></p>"
    yield "</section>"


def _solutions(sheet: Sheet) -> Iterator[str]:
    yield '<section class="solutions">'
    yield f"<h1>Solutions</h1>\n<p>{escape(sheet.about)}</p>"
    yield '<div class="grid">'
    for number, solution in enumerate(sheet.puzzles, 1):
        yield from _solution(number, solution)
    yield "</div>\n</section>"


def _solution(number: int, solution: Solution) -> Iterator[str]:
    options = solution.options
    width = "66mm" if options.levels <= _TWO_ON_A_PAGE else "100%"
    yield f'<section class="solution" style="--width: {width}">'
    if solution.routes is None:
        yield f"<h2>Puzzle {number}: no solution</h2>\n<p>{escape(solution.reason or '')}</p>\n</section>"
        return
    tiles = solution.routes.first()
    walk = walk_from(GAME.start(options), map(Move, tiles))
    count = solution.routes.count()
    told = "the only best route" if count == 1 else f"one of {count:,} best routes"
    yield f"<h2>Puzzle {number}: {solution.mp} MP, {told}</h2>"
    yield write_svg_element(GAME.start(options), walk, f"Solution of puzzle {number}, {solution.mp} MP")
    yield f"<p><code>{escape(write_route(options, tiles))}</code></p>"
    yield "</section>"
