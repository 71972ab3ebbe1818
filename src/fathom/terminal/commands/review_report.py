"""A review as lines of text: all of it, or what there is to say about one move."""

from __future__ import annotations

from fathom.analysis import review_words as words
from fathom.analysis.review import Review, ReviewedMove
from fathom.analysis.review_chart import text_picture
from fathom.analysis.review_words import Voice
from fathom.show.canvas import Canvas
from fathom.show.verdicts import SYMBOLS, Verdict

_GOOD = {Verdict.BEST, Verdict.ONLY, Verdict.WINS, Verdict.DRAWS}


def report(review: Review, voice: Voice, canvas: Canvas) -> list[str]:
    """The whole review of a match, as lines that fit."""
    head = [*map(canvas.strong, canvas.wrap(words.headline(review.match))), *canvas.wrap(words.ending(voice))]
    lines = [*head, "", *_moves(review, voice, canvas), "", *_chart(review, voice, canvas)]
    for said in words.turning(review, voice):
        lines += canvas.wrap(said)
    for player in review.players:
        lines.append("")
        for said in (words.accuracy(player, voice), *words.distance(review, player)):
            lines += canvas.wrap(said)
    return lines


def _chart(review: Review, voice: Voice, canvas: Canvas) -> list[str]:
    """Who wins after each ply; a puzzle has no chart."""
    return [*text_picture(review, voice, canvas), ""] if review.match.game.is_contest else []


def _moves(review: Review, voice: Voice, canvas: Canvas) -> list[str]:
    """Each move on one line, or on several in a narrow window, with its reason and the better move below it."""
    match = review.match
    lines = canvas.wrap(f"At the start: {voice.wins(review.start)} with best play.")
    names = max(canvas.length(voice.subject(seat)) for seat in range(1, match.game.seats + 1))
    moves = max((len(move.move) for move in review.moves), default=0)
    numbers = len(str(len(review.moves)))
    if numbers + names + moves + 8 > canvas.width // 2:  # no room for columns
        names = moves = 0
    for move in review.moves:
        made = f"{canvas.pad(voice.subject(move.seat), names)}  {move.move.ljust(moves)}"
        lines += move_lines(move, f"{move.ply:>{numbers}}. {made}", voice, canvas)
    return lines


def move_lines(move: ReviewedMove, made: str, voice: Voice, canvas: Canvas) -> list[str]:
    """A move with its verdict and, below it, the reason and the better move where there are any."""
    mark = f"{SYMBOLS[move.verdict]} {words.verdict(move)}"
    hinted = "" if move.hint is None else f" (after hint {move.hint})"
    indent = " " * (made.index(".") + 2)
    lines = _tint(canvas.wrap(f"{made}  {mark}; {voice.wins(move.value)}{hinted}", indent), move, mark, canvas)
    for said in words.remarks(voice, move):
        lines += canvas.wrap(f"{indent}{said}", indent)
    return lines


def _tint(lines: list[str], move: ReviewedMove, mark: str, canvas: Canvas) -> list[str]:
    """The lines with the verdict in colour, unless it is broken over two of them: then its symbol and words must do."""
    tint = canvas.bad if move.better else canvas.good if move.verdict in _GOOD else None
    return [line.replace(mark, tint(mark), 1) for line in lines] if tint else lines
