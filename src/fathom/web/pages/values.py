"""An analysis as the rows of a table, for pages that show values without a script."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from fathom.core.code import stem_of
from fathom.core.match import AnyMatch
from fathom.show.verdicts import Verdict
from fathom.web.api.positions import ServedMoveDict
from fathom.web.api.words import sentence

MOST_ROWS = 200
_LINE_SHOWN = 12
#: The most characters of the codes of a trail.
_LONGEST_TRAIL = 50_000


class Row(NamedTuple):
    """One legal move."""

    move: str
    code: str
    verdict: Verdict
    words: str
    worth: str
    why: str
    line: str


class Step(NamedTuple):
    """A move that led here, its number (0 is the start), and the position after it."""

    text: str
    code: str
    number: int = 0


def rows(moves: Iterable[ServedMoveDict]) -> list[Row]:
    """The moves of an analysis, the best first; only the first ones if there are very many."""
    ranked = sorted(moves, key=lambda move: (move["rank"], move.get("mp") or 0))
    return [_row(move) for move in ranked[:MOST_ROWS]]


def _row(move: ServedMoveDict) -> Row:
    line = move["line"]
    return Row(
        move["move"],
        move["code"],
        move["verdict"],
        move["words"],
        move["worth"],
        sentence(move["explanation"]),
        " ".join(line[:_LINE_SHOWN]) + (" …" if len(line) > _LINE_SHOWN else ""),
    )


def steps(match: AnyMatch) -> list[Step]:
    """The start and every move made, each with the code of the position after it."""
    stem, moves = stem_of(match), match.moves
    made = [Step(text, stem.after(moves[:number]), number) for number, text in enumerate(moves, 1)]
    return [Step("start", stem.start), *made]


def trail(match: AnyMatch) -> list[Step]:
    """The last steps, the latest last: all of them, unless their codes are too long for one page."""
    found: list[Step] = []
    left = _LONGEST_TRAIL
    for step in reversed(steps(match)):
        left -= len(step.code)
        if left < 0 and len(found) > 1:
            break
        found.append(step)
    return found[::-1]
