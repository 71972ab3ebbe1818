"""The results of puzzles on this server."""

from __future__ import annotations

from fathom.core.events import Created, Moved
from fathom.games.pyramid_puzzle.make.results import rank_solvings
from fathom.games.pyramid_puzzle.rules import GAME, Options
from fathom.show.puzzles import PuzzleResult, Solving, is_solved
from fathom.storage.journal import OVER, Search
from fathom.web.live.live_match import LiveMatch
from fathom.web.live.matches import Matches
from fathom.web.live.names import NAMELESS

_MOST_SEARCHED, _MOST_LISTED = 500, 100


async def best_results(matches: Matches, options: Options) -> list[PuzzleResult]:
    """The best result of everyone who has solved the puzzle here, the best first."""
    search = Search(OVER, GAME.name, options.write_line(), open_only=False, limit=_MOST_SEARCHED)
    lives = [await matches.get(summary.id) for summary in await matches.search(search)]
    solvings = [
        Solving(live.match, _end_time(live), live.id if live.is_open else "") for live in lives if is_solved(live.match)
    ]
    best: dict[str | int, PuzzleResult] = {}
    for number, result in enumerate(rank_solvings(options, solvings)):
        if result.player == NAMELESS:  # who may be different people
            best[number] = result._replace(player="Anonymous")
        else:
            best.setdefault(result.player, result)
    return list(best.values())[:_MOST_LISTED]


def _end_time(live: LiveMatch) -> str:
    """The time of the last move."""
    return next(logged.at for logged in reversed(live.events) if isinstance(logged.event, Moved | Created))
