"""`fathom review`: a match move by move with verdicts, its turning point, accuracy and a chart of its values."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import NamedTuple, TypedDict

from fathom import games
from fathom.analysis import review_words as words
from fathom.analysis.adviser import adviser_for
from fathom.analysis.review import Review, ReviewedMove
from fathom.analysis.review import review as look_back
from fathom.analysis.review_chart import text_picture
from fathom.core.code import write_code
from fathom.core.match import AnyMatch
from fathom.core.words import quoted
from fathom.errors import BadOption, ErrorDict, FathomError, Unknown, UnknownMatch, UnreadableRecord
from fathom.show.canvas import Canvas
from fathom.terminal.commands.patience import PATIENCE, patience
from fathom.terminal.inputs import open_store, read_file
from fathom.terminal.json_output import print_json
from fathom.terminal.new_file import new_file
from fathom.terminal.progress_line import ProgressLine
from fathom.terminal.screen import Screen, printable

_STANDARD_OUTPUT = "-"


class UnreviewedDict(TypedDict):
    code: str
    error: ErrorDict


class Unreviewed(NamedTuple):
    """A match without exact values, and the sentence that says so."""

    match: AnyMatch
    error: Unknown

    def as_dict(self) -> UnreviewedDict:
        return {"code": write_code(self.match), "error": self.error.as_dict()}


def review(arguments: argparse.Namespace) -> int:
    if arguments.json and arguments.svg == _STANDARD_OUTPUT:
        raise BadOption("--json and --svg - would both print to standard output: give --svg a file name.")
    found = [_review_match(match, every_reason=arguments.all) for match in _matches(arguments)]
    reviews = [item for item in found if isinstance(item, Review)]
    if arguments.svg is not None:
        _write_svg(arguments.svg, reviews)
    if arguments.json:
        print_json([item.as_dict() for item in found])
    elif arguments.svg != _STANDARD_OUTPUT:
        _say(reviews)
    return _refuse([item for item in found if isinstance(item, Unreviewed)])


def _matches(arguments: argparse.Namespace) -> list[AnyMatch]:
    """The matches of a record file, or the stored match with that id."""
    what = arguments.what
    if os.path.lexists(what) and not Path(what).is_dir():
        try:
            return [record.match for record in games.read_records(read_file(what))]
        except UnreadableRecord as error:
            raise FathomError(f"{quoted(what)}, {error}") from error
    try:
        return [open_store(arguments).load(what).match()]
    except UnknownMatch as error:
        reason = str(error)
        raise UnknownMatch(f"There is no file {quoted(what)}, and {reason[0].lower()}{reason[1:]}") from error


def _review_match(match: AnyMatch, *, every_reason: bool) -> Review | Unreviewed:
    try:
        with patience(match, ProgressLine(PATIENCE), "Reviewing", "reviewed") as meter:
            return look_back(match, every_reason=every_reason, adviser=adviser_for(match.game, match.options, meter))
    except Unknown as unknown:
        return Unreviewed(match, unknown)


def _refuse(unreviewed: list[Unreviewed]) -> int:
    for item in unreviewed:
        print(printable(str(item.error)), file=sys.stderr)
    return 1 if unreviewed else 0


def _write_svg(name: str, reviews: list[Review]) -> None:
    from fathom.analysis.review_svg import svg_picture

    contests = [reviewed for reviewed in reviews if reviewed.match.game.is_contest]
    if not contests:
        raise BadOption("--svg draws who wins after each move: it needs a game for two players.")
    with new_file(name) as file:
        file.write(svg_picture(contests))


def _say(reviews: list[Review]) -> None:
    screen = Screen()
    for number, reviewed in enumerate(reviews):
        screen.say([*([""] if number else []), *report(reviewed, screen.canvas)])


def report(review: Review, canvas: Canvas) -> list[str]:
    """The whole review of a match, as lines that fit."""
    lines = [*_wrap(words.headline(review.match), canvas, "", strong=True), *canvas.wrap(words.ending(review.match))]
    measure = review.match.game.measure
    lines += ["", *_moves(review, canvas), "", *_chart(review, canvas)]
    for said in words.turning(review):
        lines += canvas.wrap(said)
    for player in review.players:
        lines += ["", *canvas.wrap(words.accuracy(player, measure))]
        lines += canvas.wrap(words.distance(player, measure)) if player.moves else []
    return lines


def _chart(review: Review, canvas: Canvas) -> list[str]:
    """Who wins after each ply; a puzzle has no chart."""
    return [*text_picture(review, canvas), ""] if review.match.game.is_contest else []


def _moves(review: Review, canvas: Canvas) -> list[str]:
    """Each move on one line, or on several in a narrow window, with its reason below it."""
    match = review.match
    head = canvas.wrap(f"At the start: {words.winner_words(match, review.start)}.")
    names = max(map(canvas.length, match.names))
    moves = max((len(move.move) for move in review.moves), default=0)
    numbers = len(str(len(review.moves)))
    if numbers + names + moves + 6 > canvas.width // 2:  # no room for columns
        names = moves = 0
    for move in review.moves:
        name, made = canvas.pad(match.name(move.seat), names), move.move.ljust(moves)
        head += _move(review, move, f"{move.ply:>{numbers}}. {name}  {made}", canvas)
    return head


def _move(review: Review, move: ReviewedMove, made: str, canvas: Canvas) -> list[str]:
    hinted = "" if move.hint is None else f" (after hint {move.hint})"
    said = f"{made}  {words.verdict(move)}; {words.winner_words(review.match, move.value)}{hinted}"
    indent = " " * (len(str(len(review.moves))) + 2)
    lines = _wrap(said, canvas, indent, strong=move.throws)
    return lines + [line for line in canvas.wrap(f"{indent}{move.reason}", indent) if move.reason]


def _wrap(text: str, canvas: Canvas, indent: str, *, strong: bool) -> list[str]:
    return [canvas.strong(line) if strong else line for line in canvas.wrap(text, indent)]
