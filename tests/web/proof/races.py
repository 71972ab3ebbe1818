"""Two clients hold the same seat at two servers, and each plays another move for the same turn."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence
from itertools import count
from typing import NamedTuple

from fathom.core.match import Match
from tests.web.proof.door import Command, Place
from tests.web.proof.history import Answered, Event
from tests.web.proof.live_door import LiveDoor
from tests.web.proof.plain_door import call
from tests.web.proof.recorder import Recorder
from tests.web.proof.store_checks import replay, start_of

#: Long matches with many moves to choose from.
WISH = {"game": "range-war", "options": {"highest": "100", "second_move": "free"}, "opponent": "friend"}


class Race(NamedTuple):
    """The answers to both."""

    answers: tuple[Answered, Answered]

    @property
    def has_one_winner(self) -> bool:
        """One move was acknowledged, and the other was refused because of it."""
        won = [answer for answer in self.answers if answer.event and not answer.repeated]
        lost = [answer for answer in self.answers if answer.refusal == "stale"]
        return len(won) == len(lost) == 1 and lost[0].missed[:1] == (won[0].event,)


class Racer:
    """One client for a seat at one server, which knows the events that it has received."""

    def __init__(self, place: Place, recorder: Recorder) -> None:
        self._door = LiveDoor(place, recorder, self._see)
        self.last = 0
        self.match: Match | None = None

    async def enter(self) -> None:
        await self._door.enter(0)

    async def until(self, sequence: int) -> None:
        """Returns when that event has been shown."""
        while self.last < sequence:
            await self._door.wait(self.last)

    async def move(self, text: str, key: str) -> Answered:
        return await self._door.ask(Command("move", text, self.last, key))

    async def leave(self) -> None:
        await self._door.leave()

    def _see(self, event: Event) -> None:
        self.last = event["sequence"]
        if self.match is None:
            self.match = start_of(event)
        else:
            self.match = replay(self.match, event)


class Track:
    """A match with four clients: both seats at both servers."""

    def __init__(self, recorder: Recorder, rng: random.Random) -> None:
        self._recorder, self._rng = recorder, rng
        self._keys = (f"race-{number:06}" for number in count(1))
        self.seats: dict[int, tuple[Racer, Racer]] = {}

    async def begin(self, ports: Sequence[int]) -> None:
        """A new match, which everyone enters."""
        first, second = ports
        made = (await call(first, "POST", "/api/v1/matches", WISH | {"name": "Ada"})).body
        match = made["match"]["id"]
        self._recorder.created(match)
        joined = await call(second, "POST", f"/api/v1/matches/{match}/join", {"secret": made["invite"], "name": "Bob"})
        for seat, token in ((1, made["token"]), (2, joined.body["token"])):
            here, there = (Racer(Place(port, match, seat, token), self._recorder) for port in ports)
            self.seats[seat] = (here, there)
        for racer in self._everybody:
            await racer.enter()
            await racer.until(2)

    @property
    def _everybody(self) -> list[Racer]:
        return [racer for pair in self.seats.values() for racer in pair]

    async def race(self) -> Race | None:
        """One turn for which two moves race, until everyone has seen the outcome; none if there is no choice left."""
        match, last = self._everybody[0].match, self._everybody[0].last
        if match is None or match.outcome or len(match.position.moves()) < 2:
            return None
        moves = [match.game.format_move(move) for move in self._rng.sample(match.position.moves(), 2)]
        here, there = self.seats[match.position.to_move]
        answers = await asyncio.gather(here.move(moves[0], next(self._keys)), there.move(moves[1], next(self._keys)))
        for racer in self._everybody:
            await racer.until(last + 1)
        return Race(answers)

    async def leave(self) -> None:
        for racer in self._everybody:
            await racer.leave()


async def races(ports: Sequence[int], recorder: Recorder, seed: int, number: int, tracks: int) -> list[Race]:
    """A number of races, on several tracks at once."""
    run: list[Race] = []

    async def one_after_the_other(rng: random.Random) -> None:
        while len(run) < number:
            track = Track(recorder, rng)
            await track.begin(ports)
            while len(run) < number and (race := await track.race()):
                run.append(race)
            await track.leave()

    async with asyncio.TaskGroup() as group:
        for track in range(tracks):
            group.create_task(one_after_the_other(random.Random(f"{seed}/{track}")))
    return run
