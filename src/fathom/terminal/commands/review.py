"""`fathom review`: a match move by move with verdicts, its turning point, accuracy and a chart of its values."""

from __future__ import annotations

import argparse
import sys
from contextlib import nullcontext
from typing import NamedTuple, TypedDict

from fathom.analysis.adviser import adviser_for
from fathom.analysis.review import Review
from fathom.analysis.review import review as look_back
from fathom.analysis.review_words import Voice
from fathom.core.code import write_code
from fathom.core.match import AnyMatch
from fathom.errors import BadOption, ErrorDict, StoreError, Unknown
from fathom.players import is_machine
from fathom.players.faces import names_for_people
from fathom.storage.log import Kept, Store
from fathom.terminal.commands.patience import PATIENCE, patience
from fathom.terminal.commands.review_report import report
from fathom.terminal.commands.review_steps import Steps
from fathom.terminal.inputs import fathom_command, open_store, read_records_of
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
    if arguments.step and (arguments.json or arguments.svg == _STANDARD_OUTPUT):
        raise BadOption("--step is for reading on the screen, so it cannot be combined with --json or --svg -.")
    voices = _voices(arguments)
    if arguments.svg is None and not arguments.json and Screen().is_terminal:
        for voice in voices:
            voice.match.names = names_for_people(voice.match.names)
    with new_file(arguments.svg) if arguments.svg is not None else nullcontext() as file:
        found = [_review_match(voice.match, every_reason=arguments.all) for voice in voices]
        reviews = [(item, voice) for item, voice in zip(found, voices, strict=True) if isinstance(item, Review)]
        if file:
            file.write(_draw([reviewed for reviewed, _ in reviews]))
    if arguments.json:
        print_json([item.as_dict() for item in found])
    elif arguments.svg != _STANDARD_OUTPUT:
        _say(reviews, step=arguments.step)
    return _refuse([item for item in found if isinstance(item, Unreviewed)])


def _voices(arguments: argparse.Namespace) -> list[Voice]:
    """The matches of a record file, or the stored match with that id; without either, the latest match."""
    if arguments.what is None:
        return [_own(_latest(open_store(arguments)))]
    found = read_records_of(arguments)
    return [Voice(record.match) for record in found] if isinstance(found, list) else [_own(found)]


def _latest(store: Store) -> Kept:
    """The match with the latest event."""
    kept = max(store.history(), key=lambda kept: kept.changed, default=None)
    if kept is None:
        raise StoreError(f"There is no match to review yet; play one with: {fathom_command()} play GAME")
    return kept


def _own(kept: Kept) -> Voice:
    """A match played here. If only one person played in it, that is who reads the review."""
    match = kept.match()
    people = [seat for seat, name in enumerate(match.names, 1) if not is_machine(name)]
    return Voice(match, people[0] if len(people) == 1 else None)


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


def _draw(reviews: list[Review]) -> str:
    """The reviews as an SVG."""
    from fathom.analysis.review_svg import svg_picture

    contests = [reviewed for reviewed in reviews if reviewed.match.game.is_contest]
    if not contests:
        raise BadOption("--svg draws who wins after each move: it needs a game for two players.")
    return svg_picture(contests)


def _say(reviews: list[tuple[Review, Voice]], *, step: bool | None) -> None:
    """Print the reviews. Then, in a terminal if there is only one, or on request, step through them."""
    screen = Screen()
    for number, (reviewed, voice) in enumerate(reviews):
        screen.say([*([""] if number else []), *report(reviewed, voice, screen.canvas)])
    if (screen.is_terminal and len(reviews) == 1) if step is None else step:
        for _, voice in reviews:
            explained = _review_match(voice.match, every_reason=True)
            if isinstance(explained, Review) and not Steps(explained, voice, screen).run():
                return
