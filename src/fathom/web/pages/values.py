"""An analysis as the rows of a table, for pages that show values without a script."""

from __future__ import annotations

from typing import NamedTuple

from fathom.analysis.analysis import Analysis, AnalyzedMove
from fathom.core.code import stem_of
from fathom.core.game import MP
from fathom.core.match import AnyMatch
from fathom.show.verdicts import Verdict, value_words, verdict_words

MOST_ROWS = 200
_LINE_SHOWN = 12


class Row(NamedTuple):
    """One legal move."""

    move: str
    code: str
    verdict: Verdict
    words: str
    result: str
    why: str
    line: str


class Step(NamedTuple):
    """A move that led here, and the position after it."""

    text: str
    code: str


def rows(analysis: Analysis) -> list[Row]:
    """The moves of an analysis, the best first; of very many the first ones."""
    ranked = sorted(analysis.moves, key=lambda move: (move.verdict.rank, move.value.mp or 0))
    return [_row(analysis, move) for move in ranked[:MOST_ROWS]]


def _row(analysis: Analysis, move: AnalyzedMove) -> Row:
    match = analysis.match
    return Row(
        move.move,
        stem_of(match).after([*match.moves, move.move]),
        move.verdict,
        verdict_words(move.verdict, analysis.value),
        value_words(move.value.one_ply_earlier(), match.position.to_move, analysis.measure),
        sentence(move.why),
        " ".join(move.line[:_LINE_SHOWN]) + (" …" if len(move.line) > _LINE_SHOWN else ""),
    )


def standing(analysis: Analysis) -> str:
    """Who is to move and how that seat stands, or how it ended."""
    match, outcome = analysis.match, analysis.match.outcome
    if outcome:
        head = f"Player {outcome.winner} has won" if outcome.winner else "It is over"
        return f"{head}: {outcome.describe(('Player 1', 'Player 2'))}."
    head = "With best play" if analysis.measure == MP else f"Player {match.position.to_move} to move"
    return f"{head}: {value_words(analysis.value, match.position.to_move, analysis.measure)}."


def sentence(text: str) -> str:
    """With a capital and a full stop."""
    return f"{text[:1].upper()}{text[1:]}{'' if text.endswith(('.', '!', '?')) else '.'}" if text else ""


def steps(match: AnyMatch) -> list[Step]:
    """The start and every move made, each with the code of the position after it."""
    stem, moves = stem_of(match), match.moves
    made = [Step(text, stem.after(moves[: number + 1])) for number, text in enumerate(moves)]
    return [Step("start", stem.start), *made]
