"""The history of values as a text chart: who wins after each ply, and in how many plies.

     Alice wins          Bob wins
 0               5 ####|
 1 7L          4 ######|
 5 4M *                |oooooooo 1

The longer the bar, the nearer the end. The players differ by side and character, so no colour is needed.
"""

from __future__ import annotations

from typing import NamedTuple

from fathom.analysis.review import Review, ReviewedMove
from fathom.analysis.review_words import Voice
from fathom.core.value import Value
from fathom.show.canvas import Canvas

FILLS = {1: "#", 2: "o"}
#: The marks after a move, and what they mean. A turning point is also a throw, but shows only its own mark.
TURNING, THROWN, HINTED = "*", "!", "h"
MEANINGS = {TURNING: "turning point", THROWN: "throws the result", HINTED: "after a hint"}
CAPTION = "Who wins after each move, and in how many moves: the longer the bar, the nearer the end."
_WIDEST_SIDE = 34


class _Layout(NamedTuple):
    """The widths of the chart's parts, in columns."""

    number: int
    move: int
    marks: int
    side: int
    longest: int

    @property
    def head(self) -> int:
        """The width of everything left of the bars, with the space after it."""
        return self.number + 1 + self.move + 1 + self.marks


def marks(review: Review, move: ReviewedMove) -> str:
    """The marks of a move: `*`, `!h`."""
    turning = review.turning_point
    result = TURNING if turning and turning.ply == move.ply else THROWN if move.throws else ""
    return result + (HINTED if move.hint is not None else "")


def bar_length(value: Value, longest: int, least: int, most: int) -> int:
    """`most` when the game is won, `least` for the longest distance, linear in between; 0 for a draw."""
    if value.plies is None:
        return 0
    return most if longest == 0 else least + (most - least) * (longest - value.plies) // longest


def longest_distance(review: Review) -> int:
    return max(value.plies or 0 for value in review.values)


def text_picture(review: Review, voice: Voice, canvas: Canvas) -> list[str]:
    """The chart as lines that fit the canvas, if it has at least 40 columns."""
    layout = _layout(review, canvas)
    rows = [_row(layout, 0, "", "", review.start)]
    rows += [_row(layout, move.ply, move.move, marks(review, move), move.value) for move in review.moves]
    return [*canvas.wrap(CAPTION), *_legend(review, voice, canvas), "", *rows]


def _layout(review: Review, canvas: Canvas) -> _Layout:
    number = len(str(len(review.moves)))
    move = max((len(move.move) for move in review.moves), default=0)
    most = max((len(marks(review, move)) for move in review.moves), default=0)
    draft = _Layout(number, move, most and most + 1, 0, longest_distance(review))
    return draft._replace(side=max(4, min(_WIDEST_SIDE, (canvas.width - draft.head - 1) // 2)))


def _legend(review: Review, voice: Voice, canvas: Canvas) -> list[str]:
    used = "".join(marks(review, move) for move in review.moves)
    lines = canvas.wrap(f"{FILLS[1]} to the left: {voice.name(1)}", "  ")
    lines += canvas.wrap(f"{FILLS[2]} to the right: {voice.name(2)}", "  ")
    return lines + [f"{mark} {meaning}" for mark, meaning in MEANINGS.items() if mark in used]


def _row(layout: _Layout, ply: int, move: str, marked: str, value: Value) -> str:
    head = f"{ply:>{layout.number}} {move:<{layout.move}} {marked:<{layout.marks}}"
    left, right = _sides(value, layout)
    return f"{head}{left:>{layout.side}}|{right}".rstrip()


def _sides(value: Value, layout: _Layout) -> tuple[str, str]:
    """The text left and right of the middle."""
    if value.winner is None or value.plies is None:
        return "-", "- draw" if layout.side >= len("- draw") else "-"
    room = max(1, layout.side - 1 - len(str(layout.longest)))
    bar = FILLS[value.winner] * bar_length(value, layout.longest, 1, room)
    return (f"{value.plies} {bar}", "") if value.winner == 1 else ("", f"{bar} {value.plies}")
