"""The commands for whole games: solve one, prove the result, check a proof. `dataset.py` writes data sets."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple, TextIO

from fathom import games
from fathom.core.code import write_code
from fathom.core.numerals import listing
from fathom.core.words import quoted
from fathom.errors import BadCertificate, BadOption, FathomError, Unknown
from fathom.storage.location import user_path
from fathom.terminal.inputs import fathom_command, opening
from fathom.terminal.json_output import print_json
from fathom.terminal.screen import Screen, printable

if TYPE_CHECKING:
    from fathom.core.budget import Budget, Meter
    from fathom.core.game import Move
    from fathom.core.match import AnyMatch
    from fathom.core.value import AnyOracle, Census, Value
    from fathom.solver.proof import Proved
    from fathom.terminal.commands.shapes import SolvedDict, VerifiedDict
    from fathom.terminal.progress_line import ProgressLine

_LISTED = 30
#: The most positions that are visited, unless `--states` says otherwise.
_STATES = 1_000_000
#: If at most this many moves do not keep the result, they are listed instead of those that do.
_FEW = 3


# ------------------------------------------------------------------ solve


class FirstMoves(NamedTuple):
    """The start: its value, its moves, those that keep the result, and the best of these."""

    value: Value
    legal: Sequence[Move]
    keeping: list[Move]
    best: list[Move]


def solve(arguments: argparse.Namespace) -> int:
    from fathom.analysis.adviser import make_oracle
    from fathom.terminal.commands import kept_tables
    from fathom.terminal.progress_line import ProgressLine

    if arguments.list or arguments.forget:
        look_after = kept_tables.show if arguments.list else kept_tables.forget
        return look_after(_named(arguments), arguments.json)
    match = whole_game(arguments)
    if arguments.keep:
        kept_tables.form_of(match)  # refuses a game without a table before it is solved
    line = ProgressLine(_budget(arguments, solving=True))
    try:
        with line.over("Solving") as meter:
            oracle = make_oracle(match.game, match.options, meter)
            first = _first_moves(match, oracle, meter)
    except Unknown as unknown:
        return _report_unsolved(match, unknown, line.meter.seconds, as_json=arguments.json)
    if not arguments.json:
        Screen().say(_who_wins(match, first))
    if arguments.keep:
        kept_tables.keep(match, oracle, arguments.json)
    line.meter.budget = _budget(arguments)
    census, not_counted = _census(match, oracle, line)
    if arguments.json:
        print_json(_solved_dict(match, first, census, not_counted, line.meter.seconds))
    else:
        Screen().say(_totals(census, not_counted, line.meter.seconds))
    return 0


def _named(arguments: argparse.Namespace) -> AnyMatch | None:
    """The game whose kept table is meant; None for all of them."""
    if arguments.game is None and not arguments.set and not arguments.preset:
        return None
    return whole_game(arguments)


def whole_game(arguments: argparse.Namespace) -> AnyMatch:
    """The match before its first move."""
    if arguments.game is None:
        raise BadOption(f"Name the game to {arguments.command}; {fathom_command()} games lists them.")
    match = opening(arguments.game, arguments.set, arguments.preset)
    if match.plies:
        raise BadOption(f"{arguments.command} takes a whole game: GAME or GAME,OPTION=VALUE without moves.")
    return match


def _budget(arguments: argparse.Namespace, *, solving: bool = False) -> Budget:
    """The budget asked for. Unless `--states` is given, solving is limited by time and memory alone."""
    from fathom.core.budget import Budget

    for name in ("states", "seconds", "memory"):
        given = getattr(arguments, name)
        if given is not None and given < 1:
            raise BadOption(f"--{name} must be at least 1, not {given}.")
    states = arguments.states or (None if solving else _STATES)
    return Budget(states, arguments.seconds, arguments.memory)


def _first_moves(match: AnyMatch, oracle: AnyOracle, meter: Meter) -> FirstMoves:
    value, legal = oracle.value(match.position, meter), match.position.moves()
    kept = [
        (move, after)
        for move, after in zip(legal, oracle.values_after(match.position, meter), strict=True)
        if after.winner == value.winner
    ]
    soonest = None if value.plies is None else value.plies - 1
    best = [move for move, after in kept if after.plies == soonest]
    return FirstMoves(value, legal, [move for move, _ in kept], best)


def _census(match: AnyMatch, oracle: AnyOracle, line: ProgressLine) -> tuple[Census | None, str | None]:
    """The totals, or why there are none."""
    from fathom.solver.walk import count

    try:
        with line.over("Counting") as meter:
            return oracle.census(meter) or count(match.position, oracle, meter), None
    except Unknown as unknown:
        return None, str(unknown)


def _who_wins(match: AnyMatch, first: FirstMoves) -> list[str]:
    canvas, (value, legal, keeping, best) = Screen().canvas, first
    lines = [canvas.strong(f"{match.game.title} ({write_code(match)})")]
    if value.winner is None:
        lines.append("Nobody wins with perfect play.")
    else:
        lines.append(f"Seat {value.winner} wins in {_plies(value.plies)} with perfect play.")
    if value.winner not in (None, match.position.to_move):
        return [
            *lines,
            *canvas.wrap(f"Every first move loses; the ones that hold out longest: {_list_moves(match, best)}."),
        ]
    which = _list_moves(match, keeping)
    if 0 < len(legal) - len(keeping) <= _FEW < len(keeping):
        kept_ones = set(keeping)
        which = f"all but {_list_moves(match, [move for move in legal if move not in kept_ones])}"
    kept = "draw" if value.winner is None else "win"
    lines += canvas.wrap(f"First moves that keep the {kept} ({len(keeping):,} of {len(legal):,}): {which}.")
    if value.winner is not None:
        quickest = "all of them" if best == keeping else _list_moves(match, best)
        lines += canvas.wrap(f"The quickest: {quickest}.")
    return lines


def _list_moves(match: AnyMatch, moves: Sequence[Move]) -> str:
    """Moves for people: many numbers as runs."""
    numbers = [move for move in moves if isinstance(move, int)]
    if len(numbers) == len(moves):
        return listing(numbers, longest=_LISTED)
    texts = [match.game.format_move(move) for move in moves]
    more = len(texts) - _LISTED
    return ", ".join(texts[:_LISTED]) + (f" and {more} more" if more > 0 else "")


def _totals(census: Census | None, not_counted: str | None, seconds: float) -> list[str]:
    from fathom.core.footprint import peak_megabytes

    lines = [f"Reachable positions: not counted: {not_counted}", "Positions with exactly one right move: not counted."]
    if census:
        lines = [
            f"Reachable positions: {census.positions:,}.",
            f"Positions with exactly one right move: {census.only_moves:,}.",
        ]
    return [*lines, f"Time: {seconds:.2f} s. Peak memory: {peak_megabytes():,} MB."]


def _solved_dict(
    match: AnyMatch, first: FirstMoves | None, census: Census | None, reason: str | None, seconds: float
) -> SolvedDict:
    """The documented keys. `reason` says why nothing was counted or, without `first`, why the value is not known."""
    from fathom.core.footprint import peak_megabytes

    texts = match.game.format_move
    return {
        "game": match.game.name,
        "options": match.options.as_dict(),
        "value": first.value.as_dict(match.game.measure) if first else None,
        "unknown": None if first else reason,
        "keeping": [texts(move) for move in first.keeping] if first else None,
        "best": [texts(move) for move in first.best] if first else None,
        "positions": census.positions if census else None,
        "only_moves": census.only_moves if census else None,
        "not_counted": reason if first else None,
        "seconds": round(seconds, 3),
        "megabytes": peak_megabytes(),
    }


def _report_unsolved(match: AnyMatch, unknown: Unknown, seconds: float, *, as_json: bool) -> int:
    if as_json:
        print_json(_solved_dict(match, None, None, str(unknown), seconds))
    else:
        print(f"unknown: {unknown}{_elsewhere(match)}")
    return 1


# ------------------------------------------------------------------ prove and verify


def prove(arguments: argparse.Namespace) -> int:
    from fathom.analysis.adviser import make_oracle
    from fathom.solver.lines import certificate
    from fathom.terminal.new_file import new_file
    from fathom.terminal.progress_line import ProgressLine

    match = opening(arguments.what, arguments.set, arguments.preset)
    line = ProgressLine(_budget(arguments, solving=True), silent=is_mixed(arguments.output))
    try:
        with new_file(arguments.output) as file:
            with line.over("Solving") as meter:
                oracle = make_oracle(match.game, match.options, meter)
                oracle.value(match.position, meter)
            line.meter.budget = _budget(arguments)
            with line.over("Proving") as meter:
                written = write_lines(file, certificate(match, oracle, meter))
    except Unknown as unknown:
        return report_unfinished(match, arguments.output, unknown)
    said = f"A certificate of {written:,} lines; check it with {fathom_command()} verify."
    say_what_was_written(arguments.output, said)
    return 0


def verify(arguments: argparse.Namespace) -> int:
    from fathom.solver.proof import LONGEST_LINE, check

    proved, refused = None, None
    try:
        with user_path(arguments.file).open("rb") as file:
            proved = check(iter(lambda: file.readline(LONGEST_LINE + 1), b""))
    except BadCertificate as error:
        refused = error
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise FathomError(f"{quoted(arguments.file)} cannot be read: {reason}.") from error
    if arguments.json:
        print_json(_verified_dict(proved, refused))
    elif proved:
        start = f"From {write_code(proved.start)} seat {proved.winner} wins in {_plies(proved.plies)}"
        Screen().say(
            [f"Proved. {start}.", f"Positions replayed: {proved.positions:,}; lines of strategy: {proved.lines:,}."]
        )
    else:
        print(printable(f"Refused. {refused}"))
    return 0 if proved else 1


def _verified_dict(proved: Proved | None, refused: BadCertificate | None) -> VerifiedDict:
    return {
        "proved": proved is not None,
        "game": proved.start.game.name if proved else None,
        "options": proved.start.options.as_dict() if proved else None,
        "start": write_code(proved.start) if proved else None,
        "winner": proved.winner if proved else None,
        "plies": proved.plies if proved else None,
        "lines": proved.lines if proved else None,
        "positions": proved.positions if proved else None,
        "error": {"code": refused.code, "message": str(refused)} if refused else None,
        "line": refused.line if refused else None,
        "position": refused.position if refused else None,
    }


# ------------------------------------------------------------------ output


def write_lines(file: TextIO, lines: Iterable[Mapping[str, object]]) -> int:
    """Write JSON lines; returns the number of lines."""
    written = 0
    for line in lines:
        file.write(f"{json.dumps(line, ensure_ascii=False, separators=(',', ':'))}\n")
        written += 1
    return written


def is_mixed(output: str) -> bool:
    """Would the progress line be mixed with the output?"""
    return output == "-" and sys.stdout.isatty()


def say_what_was_written(output: str, what: str) -> None:
    if output != "-":
        print(f"Written to {quoted(output)}: {what}")


def report_unfinished(match: AnyMatch, output: str, unknown: Unknown) -> int:
    """A file appears only when it is complete; what goes to standard output has been printed by then."""
    what = "The output is incomplete" if output == "-" else "Nothing was written"
    print(printable(f"{what}: {unknown}{_elsewhere(match)}"), file=sys.stderr)
    return 1


def _elsewhere(match: AnyMatch) -> str:
    """How to solve a game that these commands do not apply to."""
    return " Use fathom puzzle solve for puzzles." if games.room(match.game.name).puzzles else ""


def _plies(count: int | None) -> str:
    return "1 ply" if count == 1 else f"{count} plies"
