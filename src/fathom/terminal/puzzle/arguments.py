"""The commands of `fathom puzzle` and their arguments."""

from __future__ import annotations

from fathom.terminal.parsing import (
    Command,
    Parser,
    add_coach,
    add_json,
    add_output,
    add_seed,
    add_store,
    whole_number,
)

_DIFFICULTIES = ("easy", "medium", "hard", "fiendish")
_GENERATORS = (1, 2)
_PUZZLE = "CODE|FILE"


def _add_wishes(
    parser: Parser, difficulty: str | None = "medium", levels: int | None = 5, generator: int | None = 2
) -> None:
    """Add the arguments for generating puzzles."""
    add = parser.add_argument
    add("--difficulty", choices=_DIFFICULTIES, default=difficulty, help="how hard (default medium)")
    add("--levels", type=whole_number, default=levels, metavar="N", help="levels of the pyramid (default 5)")
    add_seed(parser, "the puzzles")
    add(
        "--generator",
        type=int,
        choices=_GENERATORS,
        default=generator,
        help="which generator makes them (default 2; 1 for seeds of version 0.1.0)",
    )


def _play(parser: Parser) -> None:
    parser.add_argument("what", metavar=_PUZZLE, nargs="?", help="such as pyramid-puzzle:kC4.xB2, kC4.xB2 or p.yaml")
    parser.add_argument("--daily", action="store_true", help="play the puzzle of the day")
    parser.add_argument("--player", metavar="NAME", help="your name")
    _add_wishes(parser, difficulty=None, levels=None, generator=None)
    add_coach(parser, "off", "off")
    add_store(parser)


def _solve(parser: Parser) -> None:
    add = parser.add_argument
    add("what", metavar=_PUZZLE, help="such as pyramid-puzzle:kC4.xB2, kC4.xB2 or p.yaml; - reads one code per line")
    add("--start", metavar="TILE", help="start on this tile")
    add("--all", action="store_true", help="list the best routes")
    add("--limit", type=whole_number, default=100, metavar="N", help="list at most this many of them (default 100)")
    add_json(parser)


def _check(parser: Parser) -> None:
    parser.add_argument("what", metavar=_PUZZLE)
    parser.add_argument("route", metavar="ROUTE", help="E1|D1:dynamite|C1|B1|clear:B2|B2|C4:key|B2|A1")
    add_json(parser)


def _new(parser: Parser) -> None:
    _add_wishes(parser)
    parser.add_argument("--count", type=whole_number, default=1, metavar="N", help="how many (default 1)")
    parser.add_argument(
        "--format", choices=("code", "yaml", "json"), default="code", help="the format to print them in (default code)"
    )


def _rate(parser: Parser) -> None:
    parser.add_argument("what", metavar=_PUZZLE)
    add_json(parser)


def _daily(parser: Parser) -> None:
    parser.add_argument("--date", metavar="YYYY-MM-DD", help="default: today (UTC)")
    add_json(parser)


def _results(parser: Parser) -> None:
    _rate(parser)
    add_store(parser)


def _draw(parser: Parser) -> None:
    parser.add_argument("what", metavar=_PUZZLE)
    parser.add_argument(
        "--route", metavar="ROUTE", nargs="?", const="best", help="draw this route too, or the best one"
    )
    parser.add_argument("-o", "--output", metavar="FILE", help="write to a new SVG file (default: draw it as text)")


def _sheet(parser: Parser) -> None:
    _add_wishes(parser)
    parser.add_argument("--count", type=whole_number, default=6, metavar="N", help="how many puzzles (default 6)")
    add_output(parser)


PUZZLE_COMMANDS = {
    "play": Command("play a puzzle: a given one, today's, or a new one", "puzzle.play", _play),
    "solve": Command("find the least MP, the best routes, and what each item is worth", "puzzle.solve", _solve),
    "check": Command(
        "check a route: is it legal, what does it cost, how far is it from the best", "puzzle.solve", _check
    ),
    "new": Command("make certified puzzles", "puzzle.make", _new),
    "rate": Command("say how hard a puzzle is, and why", "puzzle.make", _rate),
    "daily": Command("show the puzzle of the day", "puzzle.make", _daily),
    "results": Command("list who has solved a puzzle, and for how many MP", "puzzle.play", _results),
    "draw": Command("draw a puzzle as SVG or as text", "puzzle.draw", _draw),
    "sheet": Command("make printable pages of puzzles, with the solutions at the end", "puzzle.draw", _sheet),
}
