"""The results of puzzles on this server."""

from __future__ import annotations

from functools import lru_cache

from fathom.games.pyramid_puzzle.rules import GAME, Options
from fathom.games.pyramid_puzzle.solve.solution import least_mp
from fathom.show.puzzles import PuzzleResult
from fathom.storage.journal import Standing
from fathom.web.live.matches import Matches

_MOST_LISTED = 100
_least_mp = lru_cache(maxsize=64)(least_mp)


async def best_results(matches: Matches, options: Options) -> list[PuzzleResult]:
    """The best result of everyone who has solved the puzzle here, the best first."""
    best = _least_mp(options)
    if best is None:
        return []
    standings = await matches.results(GAME.name, options.write_line(), _MOST_LISTED)
    return [_show(standing, best) for standing in standings]


def _show(standing: Standing, best: int) -> PuzzleResult:
    match = standing.match if standing.is_open else ""
    return PuzzleResult(_player(standing), standing.mp, standing.mp - best, standing.hints, standing.solved, match)


def _player(standing: Standing) -> str:
    """A name; those without one who did equally well are one line, with their number."""
    if not standing.is_nameless:
        return standing.player
    return "Anonymous" if standing.walks == 1 else f"Anonymous ({standing.walks})"
