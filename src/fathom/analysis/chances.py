"""The exact chances of players against each other, computed over the whole game.

    chances(game, options)["@expert", "@casual"]         -> Odds(first=Fraction(...), drawn=Fraction(...))
    duel(start, first.weights, second.weights)           -> the same for any two whose choice depends on the position

Levels use only values and what the rules for winning recommend, never the names of moves. So positions are alike when
the game trees below them are: the same seat to move, and the same kinds of positions after it, each by the same number
of moves, recommended or not. Every kind is computed once, from the ends back. `filing` finds the kinds, `choosing` says
what players do there, and `reckoning` works out the chances.

Any other player may tell all positions apart. Then only the positions that two given players can reach are visited, and
what is known of a move is how likely the player to move is to make it.

Nothing is rounded: a kind holds one whole number for each pair of levels, over one common denominator.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from fathom import games
from fathom.analysis.choosing import Choosing, choose_by_marks
from fathom.analysis.filing import Weigh, fold, fold_reached
from fathom.analysis.levels import LEVELS, Level
from fathom.analysis.reckoning import Odds, Reckoning
from fathom.core.budget import UNLIMITED, Meter
from fathom.core.game import AnyGame, AnyPosition
from fathom.core.kinds import Kind
from fathom.core.options import Options
from fathom.show.strategy import AnyStrategy


def chances(game: AnyGame, options: Options, meter: Meter = UNLIMITED) -> dict[tuple[str, str], Odds]:
    """The odds of every pair of levels, by their names in seat 1 and seat 2."""
    return odds(kinds_of(game, game.start(options), games.room(game.name).strategy(options), meter), LEVELS, meter)


def kinds_of(
    game: AnyGame, start: AnyPosition, strategy: AnyStrategy | None = None, meter: Meter = UNLIMITED
) -> list[Kind]:
    """Every kind of position from `start` on, in the room's own way if it has one."""
    room = games.room(game.name)
    whole = room.whole(start.options, strategy, meter) if start == game.start(start.options) else None
    return whole.kinds if whole else fold(start, room.shape, strategy, meter)


def odds(
    kinds: Sequence[Kind],
    levels: Sequence[Level],
    meter: Meter = UNLIMITED,
    pairs: Collection[tuple[str, str]] | None = None,
) -> dict[tuple[str, str], Odds]:
    """The odds at the last of the kinds, for the given pairs of levels, by their names, or for every pair."""
    names = [level.name for level in levels]
    wanted = [(a, b) for a in names for b in names if pairs is None or (a, b) in pairs]
    places = [(names.index(first), names.index(second)) for first, second in wanted]
    found = Reckoning(kinds, Choosing(kinds, levels).at, places, meter).odds()
    return dict(zip(wanted, found, strict=True))


def duel(start: AnyPosition, first: Weigh, second: Weigh, meter: Meter = UNLIMITED) -> Odds:
    """The odds of two players whose choice depends on the position alone, from `start` on."""
    kinds = fold_reached(start, lambda position: (first if position.to_move == 1 else second)(position), meter)
    return Reckoning(kinds, choose_by_marks, [(0, 0)], meter).odds()[0]
