"""The machines that play in live matches: each moves when it is its turn."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Awaitable, Callable
from contextlib import nullcontext

from fathom.core.budget import Budget, Meter
from fathom.core.match import AnyMatch
from fathom.core.outcome import Seat
from fathom.errors import BadPlayer, BrokenPlugin, FathomError, Forfeit, StoreError, TooMany, TooMuch, UnknownPlayer
from fathom.players import player_named
from fathom.players.thinking import choose_within
from fathom.web.live.bots import Bots
from fathom.web.live.live_match import LiveMatch
from fathom.web.thinking.queue import Thinking

_TRIES = 5
_AGAIN_SECONDS = 0.5
_THINKING_SECONDS = 3

#: Makes a move in a match, or forfeits it, unless there have been events after the one with that number.
MakeMove = Callable[[LiveMatch, Seat, int, str | Forfeit], Awaitable[None]]

log = logging.getLogger("fathom.matches")


class Machines:
    """All machines of one server; at most one of them thinks about a match."""

    def __init__(self, make_move: MakeMove, thinking: Thinking, bots: Bots) -> None:
        self._make_move = make_move
        self._thinking = thinking
        self._bots = bots
        self._busy: set[str] = set()

    def begins(self, live: LiveMatch) -> bool:
        """Is it a machine's turn, and is none thinking yet? Then it is marked as thinking, and `play` must follow."""
        if live.machine_to_move is None or live.id in self._busy:
            return False
        self._busy.add(live.id)
        return True

    async def play(self, live: LiveMatch) -> None:
        """Make machine moves until it is a person's turn."""
        try:
            failures = 0
            while (seat := live.machine_to_move) and failures < _TRIES:
                try:
                    await self._move(live, seat)
                except StoreError as error:
                    failures += 1
                    log.warning("machine move not written", extra={"match": live.id, "reason": str(error)})
                    await asyncio.sleep(failures)
        finally:
            self._busy.discard(live.id)

    async def _move(self, live: LiveMatch, seat: Seat) -> None:
        sequence, match = live.sequence, live.match.copy()
        try:
            if match.name(seat) in self._bots:
                move = await self._bots.choose(match.name(seat), match)
            else:
                move = await self._thinking.run(f"machines of {live.owner}", choose_move, match, seat)
        except TooMany:  # its owner has many machines at work
            await asyncio.sleep(_AGAIN_SECONDS)
        except (BadPlayer, BrokenPlugin, Forfeit, TooMuch, UnknownPlayer) as error:
            log.error("machine forfeits", extra={"match": live.id, "reason": str(error)})
            await self._make_move(live, seat, sequence, _forfeit(error))
        else:
            await self._make_move(live, seat, sequence, move)


def _forfeit(error: FathomError) -> Forfeit:
    """What everyone is told: what a machine did, but not what is wrong with the server."""
    if isinstance(error, Forfeit):
        return error
    if isinstance(error, TooMuch):
        return Forfeit("late", "it took too much time or memory")
    if isinstance(error, UnknownPlayer):
        return Forfeit("start", "it is no longer on this server")
    return Forfeit("ended", "it failed")


def choose_move(match: AnyMatch, seat: Seat) -> str:
    """The move of the machine that has this seat: by exact values, or by what it sees in a few seconds."""
    player = player_named(match.name(seat), random.SystemRandom(), match.game, match.options)
    thought = nullcontext(Meter(Budget(seconds=_THINKING_SECONDS)))
    return match.game.format_move(choose_within(player, match, thought).ply.move)
