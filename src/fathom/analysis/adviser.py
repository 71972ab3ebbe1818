"""Where the exact values of a game come from: its own room, or else the generic solver."""

from __future__ import annotations

from contextlib import suppress
from functools import lru_cache

from fathom import games
from fathom.core.budget import OUT_OF_MEMORY, UNLIMITED, Budget, Meter
from fathom.core.game import AnyGame, AnyPosition, Move
from fathom.core.memory import Memory
from fathom.core.options import Options
from fathom.core.value import Adviser, AnyAdviser, AnyOracle, Obvious, Prefer
from fathom.errors import Unknown
from fathom.solver.search import solve

_POSITIONS_REMEMBERED = 1 << 16
_BITS_REMEMBERED = 1 << 27
ADVISERS_REMEMBERED = 8
#: What may be spent on solving the rest of a game that is too large as a whole.
_FROM_HERE = Budget(states=100_000, seconds=2)
#: The games that took more than a budget as a whole: their rest is tried first.
_too_large: set[tuple[AnyGame, Options]] = set()


class _Knowledge:
    """What all advisers of a game with the same options share."""

    def __init__(self, game: AnyGame, options: Options) -> None:
        self._game = game
        self._options = options
        self._oracle: AnyOracle | None = None
        self._ways_to_choose = _ways_to_choose(game)
        # Positions of long games are large: their sets of numbers have as many bits as the game has plies.
        longest = game.longest(options) or 1
        remembered = min(_POSITIONS_REMEMBERED, _BITS_REMEMBERED // longest)
        self._best_moves: Memory[AnyPosition, tuple[Move, AnyPosition]] = Memory(remembered)

    def adviser(self, meter: Meter) -> AnyAdviser:
        """An adviser for one piece of work; the oracle is made on first use."""
        if self._oracle is None:
            own = _own_oracle(self._game, self._options, meter)
            self._oracle = own or make_oracle(self._game, self._options, meter)
        return Adviser(self._oracle, meter, self._best_moves, *self._ways_to_choose)


_knowledge = lru_cache(maxsize=ADVISERS_REMEMBERED)(_Knowledge)


def adviser_for(game: AnyGame, options: Options, meter: Meter = UNLIMITED) -> AnyAdviser:
    """An adviser of a game with these options; the knowledge of the last few games is cached."""
    return _knowledge(game, options).adviser(meter)


def adviser_from(game: AnyGame, options: Options, position: AnyPosition, meter: Meter) -> AnyAdviser:
    """An adviser for a position and all that can follow it.

    If the whole game takes more than the meter allows, the rest of it from this position may still be solved. Raises
    `Unknown` if that takes too much as well.
    """
    was_too_large = (game, options) in _too_large
    if was_too_large:
        with suppress(Unknown):
            return _adviser_of_the_rest(game, position)
    try:
        adviser = adviser_for(game, options, meter)
        adviser.value(position)
    except (Unknown, MemoryError) as error:
        refusal = error if isinstance(error, Unknown) else Unknown(OUT_OF_MEMORY)
    else:
        return adviser
    forget_everything()  # unfinished work is dropped
    if was_too_large or not has_contest(game, options):
        raise refusal
    _too_large.add((game, options))
    try:
        return _adviser_of_the_rest(game, position)
    except Unknown:
        raise refusal from None


def _adviser_of_the_rest(game: AnyGame, position: AnyPosition) -> AnyAdviser:
    return Adviser(solve(position, Meter(_FROM_HERE)), UNLIMITED, None, *_ways_to_choose(game))


def _ways_to_choose(
    game: AnyGame,
) -> tuple[Prefer[AnyPosition, Move] | None, Obvious[AnyPosition, Move] | None]:
    """How the room's reasons choose among equally good moves, if they do, and what they know to be best at once."""
    reasons = games.room(game.name).reasons
    return (reasons.prefer, reasons.obvious) if reasons else (None, None)


def forget_everything() -> None:
    """Clear the cache, to free its memory."""
    _knowledge.cache_clear()


def has_contest(game: AnyGame, options: Options) -> bool:
    """Can machines play it by exact values: is it a contest, and does every match of it end?"""
    return game.is_contest and game.longest(options) is not None


def _own_oracle(game: AnyGame, options: Options, meter: Meter) -> AnyOracle | None:
    """The oracle of the game's room: a table that was kept, or else made now."""
    room = games.room(game.name)
    form = room.table_form(options)
    if form:
        from fathom.solver.kept import load_kept  # few games have tables to keep

        kept = load_kept(game, options, form, meter)
        if kept:
            return kept
    return room.oracle(options, meter)


def make_oracle(game: AnyGame, options: Options, meter: Meter = UNLIMITED) -> AnyOracle:
    """The oracle of a contest: its room's own, or else the generic solver.

    Raises `Unknown` when the budget is spent.
    """
    own = _own_oracle(game, options, meter) if game.is_contest else None
    if own:
        return own
    if game.longest(options) is None:
        raise Unknown(f"{game.title} need not end, so the solver for games does not apply to it.")
    return solve(game.start(options), meter)
