"""A client that plays random legal moves, does everything wrong now and then, and never gives up on a server."""

from __future__ import annotations

import asyncio
import random
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import TypeAlias

from fathom.core.match import Match
from tests.web.proof.checker import PASSING
from tests.web.proof.door import GRANTED, REFUSED, Command, Door, Dropped, Place, See
from tests.web.proof.history import Event
from tests.web.proof.recorder import Recorder
from tests.web.proof.store_checks import replay, start_of

Opens: TypeAlias = Callable[[Place, Recorder, See], Door]
#: How long to wait before looking again for a server that is not there.
PAUSE = 0.2

#: What a player does on purpose when it could simply move, and how often.
MISCHIEF = {
    "stale": 0.03,  # a move as if the last event had not been seen
    "illegal": 0.03,
    "unreadable": 0.01,
    "repeated": 0.05,  # the same move again, under the same key
    "broken": 0.04,  # the connection breaks while the move is on its way
    "resign": 0.005,
}
#: What it does when it is not its turn, and how often.
BETWEEN = {
    "move": 0.05,  # which is refused
    "nudge": 0.02,
    "take-back": 0.04,
    "claim": 0.01,  # which is refused, because the other player is here
}
#: How often it answers a question, instead of moving on; and how often the answer is yes.
ANSWERED, GRANTS = 0.7, 0.5


class Client(ABC):
    """A client that follows a match through one door, over as many connections as it takes."""

    def __init__(self, place: Place, recorder: Recorder, opens: Opens, rng: random.Random) -> None:
        self._place, self._recorder, self._rng = place, recorder, rng
        self._door = opens(place, recorder, self._see)
        self._match: Match | None = None
        self._last = 0

    async def follow(self) -> None:
        """Until the match is over, coming back whenever the connection has broken."""
        try:
            while not self._is_over:
                try:
                    await self._door.enter(self._last)
                except Dropped:
                    self._recorder.counts["found nobody"] += 1
                    await asyncio.sleep(PAUSE * self._rng.uniform(0.5, 1.5))
                    continue
                try:
                    await self._while_connected()
                except Dropped:
                    self._recorder.counts["dropped"] += 1
        finally:
            await self._door.leave()

    @abstractmethod
    async def _while_connected(self) -> None:
        """Take part until the match is over; raises `Dropped` when the connection breaks."""

    @property
    def _is_over(self) -> bool:
        return self._match is not None and self._match.outcome is not None

    def _see(self, event: Event) -> None:
        """Take an event over; one that does not follow the last is for the checker to judge."""
        if event["sequence"] != self._last + 1:
            return
        self._last = event["sequence"]
        if self._match is None:
            self._match = start_of(event)
        else:
            self._match = replay(self._match, event)


class Watcher(Client):
    """A client without a seat, whose connection breaks now and then."""

    async def _while_connected(self) -> None:
        while not self._is_over:
            await self._door.wait(self._last)
            if self._rng.random() < MISCHIEF["broken"]:
                await self._door.leave()
                raise Dropped("on purpose")


class Player(Client):
    """A client with a seat. What it has sent without an answer, it sends again under the same key."""

    def __init__(self, place: Place, recorder: Recorder, opens: Opens, rng: random.Random) -> None:
        super().__init__(place, recorder, opens, rng)
        self._pending: Command | None = None
        self._is_asked = False

    def _see(self, event: Event) -> None:
        super()._see(event)
        if event["kind"] != "nudged":
            self._is_asked = event["kind"] == "take-back-asked" and event["seat"] != self._place.seat

    async def _while_connected(self) -> None:
        if self._pending:
            await self._ask(self._pending)
        while not self._is_over:
            if self._match and self._match.position.to_move == self._place.seat:
                await self._take_turn(self._match)
            else:
                await self._wait_for_turn()

    async def _take_turn(self, match: Match) -> None:
        if self._is_asked and self._rng.random() < ANSWERED:
            answer = GRANTED if self._rng.random() < GRANTS else REFUSED
            await self._ask(self._command("answer-take-back", answer))
        else:
            await self._make_move(match)

    async def _make_move(self, match: Match) -> None:
        mischief = self._choose(MISCHIEF)
        move = self._legal_move(match)
        if mischief == "stale":
            await self._ask(self._command("move", move, self._last - 1))
        elif mischief == "illegal":
            await self._ask(self._command("move", self._any_move(match)))
        elif mischief == "unreadable":
            await self._ask(self._command("move", "no-move"))
        elif mischief == "resign":
            await self._ask(self._command("resign"))
        elif mischief == "broken":
            self._pending = self._command("move", move)
            await self._door.send_and_leave(self._pending)
            raise Dropped("on purpose")
        else:
            command = self._command("move", move)
            await self._ask(command)
            if mischief == "repeated":
                await self._ask(command)

    async def _wait_for_turn(self) -> None:
        kind = self._choose(BETWEEN) if self._match else ""
        if kind and self._match:
            await self._ask(self._command(kind, self._legal_move(self._match) if kind == "move" else ""))
        else:
            await self._door.wait(self._last)

    async def _ask(self, command: Command) -> None:
        """Send a command until it gets a final answer; if the connection breaks first, it stays pending."""
        self._pending = command
        while (await self._door.ask(command)).refusal in PASSING:
            await asyncio.sleep(PAUSE)
        self._pending = None

    def _choose(self, often: dict[str, float]) -> str:
        """One of these, each as often as it says; otherwise none."""
        return self._rng.choices(["", *often], [1 - sum(often.values()), *often.values()])[0]

    def _command(self, kind: str, move: str = "", expected: int | None = None) -> Command:
        key = f"{self._place.seat}-{self._last}-{self._rng.getrandbits(48):012x}"
        return Command(kind, move, self._last if expected is None else expected, key)

    def _legal_move(self, match: Match) -> str:
        return match.game.format_move(self._rng.choice(match.position.moves()))

    def _any_move(self, match: Match) -> str:
        return match.game.format_move(self._rng.choice(match.game.actions(match.options)))
