"""`fathom puzzle play` and `fathom puzzle results`: solving puzzles, and the results of everyone."""

from __future__ import annotations

import argparse
from datetime import UTC, date, datetime
from random import Random
from typing import TypedDict

from fathom import games
from fathom.core.match import AnyMatch
from fathom.errors import BadOption
from fathom.games.pyramid_puzzle.rules import GAME, new_match, puzzle_options
from fathom.games.pyramid_puzzle.solve.codes import write_puzzle_code
from fathom.show.puzzles import PuzzleResultDict
from fathom.storage.log import Store
from fathom.terminal.inputs import open_store
from fathom.terminal.json_output import print_json
from fathom.terminal.play import seating
from fathom.terminal.play.results import result_lines, results_of
from fathom.terminal.puzzle.files import read_puzzle
from fathom.terminal.puzzle.results import best_solving, streak
from fathom.terminal.screen import Screen

_USUAL_DIFFICULTY, _USUAL_LEVELS = "medium", 5


def play(arguments: argparse.Namespace) -> int:
    """Reads `what`, `daily`, `difficulty`, `levels`, `seed`, `generator`, `coach`, `player` and `store`."""
    play_to_end(arguments)
    return 0


def play_to_end(arguments: argparse.Namespace) -> bool:
    """Play the puzzle that the arguments ask for; False if the player leaves before the end."""
    screen, store = Screen(), open_store(arguments)
    given = arguments.player or (seating.remembered_name(store) if screen.is_terminal else None)
    (player,) = seating.name_players(games.game(GAME.name), [given] if given else [])
    seating.remember_name(store, [player])
    today = _today()
    match = _choose_puzzle(arguments, today)
    if arguments.daily:
        screen.say([f"The puzzle of {today.isoformat()}, the same for everyone.", ""])
    invitation = seating.Invitation(match.game, match.options, (player,), coach=arguments.coach)
    is_over = seating.play(invitation, match.moves, screen, store, Random(arguments.seed))
    if arguments.daily:
        screen.say(["", _streak_sentence(store, player, today)])
        screen.say(_lines_to_share(store, player, today, match))
    return is_over


def _choose_puzzle(arguments: argparse.Namespace, today: date) -> AnyMatch:
    """The puzzle named, the daily one, or a new one of the given difficulty."""
    wanted = {"CODE or FILE": arguments.what, "--daily": arguments.daily or None}
    new = {
        "--difficulty": arguments.difficulty,
        "--levels": arguments.levels,
        "--seed": arguments.seed,
        "--generator": arguments.generator,
    }
    named = [name for name, value in wanted.items() if value is not None]
    of_new = [name for name, value in new.items() if value is not None]
    if len(named) == 2 or (named and of_new):
        raise BadOption(
            f"{named[0]} already says which puzzle to play, so it cannot be combined with {[*named[1:], *of_new][0]}."
        )
    if arguments.what is not None:
        return read_puzzle(arguments.what)
    if arguments.daily:
        from fathom.games.pyramid_puzzle.make.daily import make_daily

        return new_match(make_daily(today).options)
    from fathom.games.pyramid_puzzle.make.generate import LATEST, generate

    levels = _USUAL_LEVELS if arguments.levels is None else arguments.levels
    difficulty, generator = arguments.difficulty or _USUAL_DIFFICULTY, arguments.generator or LATEST
    puzzle = generate(Random(arguments.seed), difficulty, levels, generator)
    return new_match(puzzle.options)


class ResultsDict(TypedDict):
    """What `--json` prints, with the keys in the documented order."""

    code: str
    results: list[PuzzleResultDict]


def results(arguments: argparse.Namespace) -> int:
    """Reads `what`, `json` and `store`; returns 1 if nobody has solved it yet."""
    match = read_puzzle(arguments.what)
    options = puzzle_options(match)
    found = results_of(open_store(arguments), match)
    if arguments.json:
        told: ResultsDict = {"code": write_puzzle_code(options), "results": [result.as_dict() for result in found]}
        print_json(told)
        return 0 if found else 1
    screen = Screen()
    screen.say(result_lines(found, screen.canvas) if found else ["Nobody has solved this puzzle here yet."])
    return 0 if found else 1


def _streak_sentence(store: Store, player: str, today: date) -> str:
    from fathom.games.pyramid_puzzle.make.daily import make_daily

    days = streak(store, player, today, make_daily)
    if not days:
        return f"{player} has no streak yet: solve the daily puzzle on its day (UTC)."
    return f"Streak of {player}: {days} {'day' if days == 1 else 'days'}."


def _lines_to_share(store: Store, player: str, today: date, puzzle: AnyMatch) -> list[str]:
    """The best that the player made of today's puzzle, as a text that gives nothing away."""
    from fathom.games.pyramid_puzzle.make.daily import make_daily
    from fathom.games.pyramid_puzzle.solve.share import share_lines

    best = best_solving(store, player, puzzle)
    if best is None:
        return []
    return [
        "",
        "To share, without giving anything away:",
        *share_lines(best, today, streak(store, player, today, make_daily)),
    ]


def _today() -> date:
    """Today in UTC, as in the store."""
    return datetime.now(UTC).date()
