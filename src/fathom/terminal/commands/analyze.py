"""`fathom analyze`: exact values, verdicts and reasons."""

from __future__ import annotations

import argparse
import gc
import json
import sys
from collections.abc import Iterable
from contextlib import AbstractContextManager
from itertools import groupby

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
from fathom.terminal.commands.patience import PATIENCE, patience
from fathom.terminal.inputs import opening
from fathom.terminal.play.coaching import step_through
from fathom.terminal.progress_line import ProgressLine
from fathom.terminal.screen import Screen

_LISTED = 60
_LINE_SHOWN = 12


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


def _analyze_lines(lines: Iterable[str], *, as_json: bool) -> int:
    """Answer one code per line, in order; a bad one is answered with its error."""
    status, screen = 0, Screen()
    gc.disable()  # an analysis leaves no reference cycles, and looking for them would take a fifth of the time
    progress = ProgressLine(PATIENCE)
    for line in lines:
        code = line.strip()
        if not code:
            continue
        try:
            said = _one_of_many(code, progress, as_json=as_json)
        except FathomError as error:
            status = 1
            said = [json.dumps({"code": code, "error": error.as_dict()})] if as_json else [f"{code}: {error}"]
        if as_json:
            sys.stdout.write(f"{said[0]}\n")
            sys.stdout.flush()  # the sender may be waiting for the answer
        else:
            screen.say(said)
    gc.freeze()  # the caches are not searched at exit either
    return status


def _one_of_many(code: str, progress: ProgressLine, *, as_json: bool) -> list[str]:
    match = games.read_code(code)
    with _patience(match, progress) as meter:
        return [analysis_text(match, meter)] if as_json else [code, *analysis_lines(match, Canvas(), meter), ""]


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
