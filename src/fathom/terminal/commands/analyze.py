"""`fathom analyze`: exact values, verdicts and reasons."""

from __future__ import annotations

import argparse
import atexit
import gc
import json
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from functools import partial
from itertools import chain, groupby
from typing import NamedTuple, TextIO

from fathom import games
from fathom.analysis.adviser import adviser_for
from fathom.analysis.analysis import Analysis, AnalyzedMove, analysis_text, reason
from fathom.analysis.analysis import analyze as analyze_match
from fathom.analysis.citing import add_rule, cite
from fathom.analysis.judge import best_line, judge
from fathom.core.budget import UNLIMITED, Meter
from fathom.core.game import MP
from fathom.core.match import AnyMatch
from fathom.core.value import Value
from fathom.errors import BadOption, FathomError
from fathom.show.canvas import Canvas
from fathom.show.verdicts import value_words, verdict_words
from fathom.terminal.collector import pause_collector
from fathom.terminal.commands.patience import PATIENCE, patience
from fathom.terminal.inputs import opening, read_blocks
from fathom.terminal.play.coaching import step_through
from fathom.terminal.progress_line import ProgressLine
from fathom.terminal.screen import Screen

_LISTED = 60
_LINE_SHOWN = 12
#: Codes answered here before processes are started, so that short pipes do not pay for them.
_ALONE = 2000


def analyze(arguments: argparse.Namespace) -> int:
    if arguments.code == "-" and arguments.step:
        raise BadOption("--step shows the board of one position: give its code instead of -.")
    if arguments.code == "-" and arguments.preset:
        raise BadOption("--preset needs the name of a game: give it instead of -.")
    if arguments.code == "-":
        return _analyze_lines(sys.stdin, as_json=arguments.json)
    match = opening(arguments.code, [], arguments.preset) if arguments.preset else games.read_code(arguments.code)
    if arguments.step:
        return _step(match, arguments.step)
    screen = Screen()
    with _patience(match, ProgressLine(PATIENCE)) as meter:
        said = [analysis_text(match, meter)] if arguments.json else analysis_lines(match, screen.canvas, meter)
    if arguments.json:
        print(said[0])
    else:
        screen.say(said)
    return 0


def _patience(match: AnyMatch, line: ProgressLine) -> AbstractContextManager[Meter]:
    """A meter for one analysis, which raises `Unknown` if it takes too long."""
    return patience(match, line, "Analyzing", "analyzed")


def _step(match: AnyMatch, move: str) -> int:
    """Make a move and show the best play after it on the board, move by move."""
    after = match.look(move).position
    with _patience(match, ProgressLine(PATIENCE)) as meter:
        adviser = adviser_for(match.game, match.options, meter)
        line = [match.game.format_move(best) for best in best_line(after, adviser)]
    step_through(match, [move, *line], Screen())
    return 0


def _analyze_lines(stream: TextIO, *, as_json: bool) -> int:
    """Answer one code per line, in order; a bad one is answered with its error."""
    status, screen = 0, Screen()

    def show(answers: list[_Answer]) -> None:
        nonlocal status
        for answer in answers:
            status |= answer.is_error
            if as_json:
                sys.stdout.write(f"{answer.lines[0]}\n")
            else:
                screen.say(answer.lines)
        sys.stdout.flush()  # the sender may be waiting for the answer

    codes = ([code for line in block if (code := line.strip())] for block in read_blocks(stream))
    atexit.register(gc.freeze)  # the caches need not be searched when the program ends
    with pause_collector():
        _answer_blocks(codes, show, as_json=as_json)
    return status


class _Answer(NamedTuple):
    lines: list[str]
    is_error: bool


def _answer_blocks(blocks: Iterator[list[str]], show: Callable[[list[_Answer]], None], *, as_json: bool) -> None:
    """The first codes are answered here, one by one; if many follow, processes share the work."""
    count = 0
    for block in blocks:
        if count >= _ALONE and len(block) > 1:
            from fathom.terminal.commands.pipe import share_blocks

            share_blocks(chain([block], blocks), partial(_answer_codes, as_json=as_json, silent=True), show)
            return
        for code in block:
            show(_answer_codes([code], as_json=as_json))
        count += len(block)


def _answer_codes(codes: list[str], *, as_json: bool, silent: bool = False) -> list[_Answer]:
    progress = ProgressLine(PATIENCE, silent=silent)
    with pause_collector():  # in a process of its own, too
        return [_answer_code(code, progress, as_json=as_json) for code in codes]


def _answer_code(code: str, progress: ProgressLine, *, as_json: bool) -> _Answer:
    try:
        match = games.read_code(code)
        with _patience(match, progress) as meter:
            said = [analysis_text(match, meter)] if as_json else [code, *analysis_lines(match, Canvas(), meter), ""]
    except FathomError as error:
        said = [json.dumps({"code": code, "error": error.as_dict()})] if as_json else [f"{code}: {error}"]
        return _Answer(said, is_error=True)
    return _Answer(said, is_error=False)


def analysis_lines(match: AnyMatch, canvas: Canvas, meter: Meter = UNLIMITED) -> list[str]:
    """The board, who wins, and every move with verdict, result, line and reason."""
    if match.game.measure == MP:
        from fathom.terminal.puzzle import analyze as puzzle_study

        return puzzle_study.analysis_lines(match, canvas, meter)
    text = games.room(match.game.name).text
    lines = [*text.board(match, canvas), ""]
    if match.outcome:
        winner = match.outcome.winner
        said = f"{match.name(winner)} has won" if winner else "Nobody has won"
        return [*lines, canvas.strong(f"The game is over. {said}: {match.ending}.")]
    many = len(match.position.moves()) > _LISTED
    return [*lines, *(_group_moves(match, canvas, meter) if many else _list_moves(analyze_match(match, meter), canvas))]


def _headline(match: AnyMatch, value: Value, canvas: Canvas) -> str:
    seat = match.position.to_move
    return canvas.strong(
        f"{match.name(seat)} is to move: {value_words(value, seat, match.game.measure)} with perfect play."
    )


def _list_moves(analysis: Analysis, canvas: Canvas) -> list[str]:
    lines = [_headline(analysis.match, analysis.value, canvas), ""]
    width = max(len(move.move) for move in analysis.moves)
    for move in analysis.moves:
        lines += _entry(analysis, move, width, canvas)
    return lines


def _entry(analysis: Analysis, move: AnalyzedMove, width: int, canvas: Canvas) -> list[str]:
    """Two or more lines: the verdict and the line of play, then the reason."""
    seat, value = analysis.match.position.to_move, move.value.one_ply_earlier()
    said = f"{verdict_words(move.verdict, analysis.value)}: {value_words(value, seat, analysis.measure)}"
    head = f"{move.move.rjust(width)}  {said}"
    line = " ".join(move.line[:_LINE_SHOWN]) + (" ..." if len(move.line) > _LINE_SHOWN else "")
    indent = " " * (width + 2)
    lines = [canvas.strong(head) + (f"  (then {line})" if line else "")]
    return [*lines, *(indent + part for part in _wrap(move.explanation, canvas, len(indent)))]


def _wrap(text: str, canvas: Canvas, indent: int) -> list[str]:
    narrow = Canvas()
    narrow.width = canvas.width - indent
    return narrow.wrap(text)


def _group_moves(match: AnyMatch, canvas: Canvas, meter: Meter) -> list[str]:
    """Many moves: consecutive moves with the same verdict on one line, with the reason of the first."""
    adviser = adviser_for(match.game, match.options, meter)
    judgement = judge(match.position, adviser)
    cited = cite(judgement, games.room(match.game.name).strategy(match.options))
    lines = [_headline(match, judgement.value, canvas), ""]
    for _, neighbours in groupby(judgement.moves, key=lambda judged: judged.verdict):
        first, *rest = neighbours
        move = match.game.format_move(first.move)
        run = f"{move} to {match.game.format_move(rest[-1].move)}" if rest else move
        why = add_rule(reason(match.game, judgement, first, adviser), cited.get(first.move))
        lines += [canvas.strong(f"{run}  {verdict_words(first.verdict, judgement.value)}")]
        lines += [f"  {part}" for part in _wrap(f"{move}: {why}", canvas, 2)]
    return lines
