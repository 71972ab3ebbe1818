"""The command `arena`: players compete, and are rated with confidence intervals."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from contextlib import ExitStack

from fathom import games
from fathom.analysis.adviser import adviser_for, forget_everything
from fathom.arena.exact import exact_scores
from fathom.arena.files import LOG, write_files
from fathom.arena.fixtures import Fixture, fixtures
from fathom.arena.log import Log, create_log, resume_log
from fathom.arena.plan import Plan
from fathom.arena.referee import Played
from fathom.arena.results import Exact, Results, add_up
from fathom.arena.results_json import results_dict
from fathom.arena.running import run
from fathom.arena.sprt import Sprt, read_sprt
from fathom.core.budget import Budget
from fathom.core.words import quoted
from fathom.errors import BadOption, Unknown
from fathom.storage.location import user_path
from fathom.terminal.commands.arena_plan import read_arguments
from fathom.terminal.commands.arena_table import Show
from fathom.terminal.interrupts import Interrupts
from fathom.terminal.json_output import print_json
from fathom.terminal.progress_line import ProgressLine
from fathom.terminal.screen import Screen
from fathom.workers import open_workers

#: What may be spent on exact values, for judging moves; and on exact scores.
_VALUES = Budget(seconds=60, megabytes=2000)
_SCORES = Budget(seconds=60, megabytes=2000)


def arena(arguments: argparse.Namespace) -> int:
    sprt = read_sprt(arguments.sprt) if arguments.sprt else None
    if arguments.jobs == 0:
        raise BadOption("--jobs is at least 1.")
    with ExitStack() as stack:
        log = _open(arguments, stack)
        plan = log.plan if isinstance(log, Log) else log
        if sprt and len(plan.players) != 2:
            raise BadOption(f"--sprt compares two players, and here are {len(plan.players)}.")
        show = Show(Screen(), quiet=arguments.json)
        work = _Work(plan, list(fixtures(plan)), sprt, log if isinstance(log, Log) else None)
        was_stopped = _compete(work, arguments, show)
        results = work.results(_exact(work))
    if arguments.output:
        write_files(user_path(arguments.output), results, work.fixtures, work.played)
    if arguments.json:
        print_json(results_dict(results))
    else:
        show.finish(results, was_stopped=was_stopped, folder=arguments.output)
    return 130 if was_stopped else 0


def _open(arguments: argparse.Namespace, stack: ExitStack) -> Log | Plan:
    """The log to write to, or only the plan if nothing is written."""
    if arguments.resume:
        if not arguments.output:
            raise BadOption("--resume goes on with the arena in a folder: add -o DIR.")
        log = stack.enter_context(resume_log(user_path(arguments.output) / LOG))
        if arguments.words and (planned := read_arguments(arguments)) != log.plan:
            raise BadOption(
                f"The arena in {quoted(arguments.output)} has another plan than this command: "
                f"{_difference(log.plan, planned)}. With --resume alone it goes on as it was."
            )
        return log
    plan = read_arguments(arguments)
    return stack.enter_context(create_log(user_path(arguments.output) / LOG, plan)) if arguments.output else plan


def _difference(old: Plan, new: Plan) -> str:
    name = next(name for name in Plan._fields if getattr(old, name) != getattr(new, name))
    return f"{name} was {getattr(old, name)!r}"


class _Work:
    """An arena at work: its plan, its games, and those that have been played."""

    def __init__(self, plan: Plan, games: list[Fixture], sprt: Sprt | None, log: Log | None) -> None:
        self.plan = plan
        self.fixtures = games
        self.sprt = sprt
        self._log = log
        self._played = log.played if log else []

    @property
    def played(self) -> list[Played]:
        return self._played

    def add(self, games: Sequence[Played]) -> None:
        if self._log:
            self._log.append(games)
        else:
            self._played += games

    def waiting(self) -> list[Fixture]:
        done = {game.number for game in self._played}
        return [fixture for fixture in self.fixtures if fixture.number not in done]

    def results(self, exact: Exact | None = None) -> Results:
        return add_up(self.plan, self.fixtures, self._played, exact or {}, self.sprt)


def _compete(work: _Work, arguments: argparse.Namespace, show: Show) -> bool:
    """Play what is left; was it stopped by Ctrl+C?"""
    has_values = _has_values(work.plan)

    interrupts = Interrupts()

    def on_played(played: Sequence[Played]) -> bool:
        work.add(played)
        show.progress(len(work.played), len(work.fixtures), work.results)
        return not (interrupts.came or (work.sprt and (test := work.results().test) and test.verdict))

    if work.sprt and (test := work.results().test) and test.verdict:
        return False
    try:
        with open_workers(arguments.cluster, arguments.jobs) as workers, interrupts:
            run(work.plan, work.waiting(), workers, on_played, has_values=has_values)
    finally:
        show.clear()
    return interrupts.came


def _has_values(plan: Plan) -> bool:
    """Can every game of the plan be solved, so that moves can be judged? Without that, games are only played."""
    try:
        with ProgressLine(_VALUES).over("Solving") as meter:
            for code in plan.games:
                match = games.read_code(code)
                adviser_for(match.game, match.options, meter).value(match.position)
    except Unknown:
        forget_everything()
        if plan.adjudicate:
            raise BadOption("--adjudicate needs exact values, and a game is too large for them.") from None
        return False
    return True


def _exact(work: _Work) -> Exact:
    try:
        with ProgressLine(_SCORES).over("Working out the exact scores") as meter:
            return exact_scores(work.plan, work.fixtures, meter)
    except KeyboardInterrupt:
        return {}
