"""Short scenes with two players, each of which reliably shows one kind of fault, and none in a correct server."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from itertools import count
from typing import TypeAlias

from tests.web.proof.door import Command, Dropped, Place
from tests.web.proof.live_door import LiveDoor
from tests.web.proof.plain_door import call
from tests.web.proof.process import Server
from tests.web.proof.recorder import Recorder

#: Two moves that may follow each other by the rules of Range War.
FIRST, SECOND = "6", "4"


class Scene:
    """A match of Range War that both players have entered, and what has been seen of it."""

    def __init__(self, server: Server, recorder: Recorder, match: str, tokens: dict[int, str]) -> None:
        self.server, self._recorder, self._match, self._tokens = server, recorder, match, tokens
        self._keys = (f"scene-{number:04}" for number in count(1))
        self.last = 0
        self.ada, self.bob = self.door(1), self.door(2)

    def door(self, seat: int) -> LiveDoor:
        """A way in for a seat, or for a watcher (0)."""
        place = Place(self.server.port, self._match, seat, self._tokens.get(seat, ""))
        return LiveDoor(place, self._recorder, self._see)

    def move(self, text: str, expected: int | None = None) -> Command:
        """A new intention to move, by default of a client that has seen everything."""
        return Command("move", text, self.last if expected is None else expected, next(self._keys))

    async def enter(self) -> None:
        """Both players come in and are shown everything from the beginning."""
        await self.ada.enter(0)
        await self.bob.enter(0)

    async def leave(self) -> None:
        await self.ada.leave()
        await self.bob.leave()

    def _see(self, event: dict[str, int]) -> None:
        self.last = max(self.last, event["sequence"])


async def begin(server: Server, recorder: Recorder) -> Scene:
    """A new match with both players at the table."""
    wish = {"game": "range-war", "opponent": "friend", "seat": 1, "name": "Ada"}
    made = (await call(server.port, "POST", "/api/v1/matches", wish)).body
    match = made["match"]["id"]
    recorder.created(match)
    joining = {"secret": made["invite"], "name": "Bob"}
    joined = (await call(server.port, "POST", f"/api/v1/matches/{match}/join", joining)).body
    scene = Scene(server, recorder, match, {1: made["token"], 2: joined["token"]})
    await scene.enter()
    return scene


async def repeated_after_its_answer(scene: Scene) -> None:
    command = scene.move(FIRST)
    await scene.ada.ask(command)
    await scene.ada.ask(command)


async def repeated_on_another_connection(scene: Scene) -> None:
    command = scene.move(FIRST)
    await scene.ada.ask(command)
    await scene.ada.leave()
    await scene.ada.enter(scene.last)
    await scene.ada.ask(command)


async def moved_without_having_seen_the_last_move(scene: Scene) -> None:
    await scene.ada.ask(scene.move(FIRST))
    await scene.bob.wait(scene.last)
    await scene.bob.ask(scene.move(SECOND, expected=scene.last - 1))


async def moved_twice_in_a_row(scene: Scene) -> None:
    await scene.ada.ask(scene.move(FIRST))
    await scene.ada.ask(scene.move(SECOND))


async def away_while_two_moves_were_made(scene: Scene) -> None:
    watcher = scene.door(0)
    await watcher.enter(0)
    seen = scene.last
    await watcher.leave()
    await scene.ada.ask(scene.move(FIRST))
    await scene.bob.wait(scene.last)
    await scene.bob.ask(scene.move(SECOND))
    await watcher.enter(seen)
    await watcher.leave()


async def moves_answered_and_shown(scene: Scene) -> None:
    await scene.ada.ask(scene.move(FIRST))
    await scene.bob.wait(scene.last)
    await scene.bob.ask(scene.move(SECOND))
    await scene.ada.wait(scene.last)


async def killed_as_soon_as_a_move_was_answered(scene: Scene) -> None:
    await scene.ada.ask(scene.move(FIRST))
    await _kill_and_restart(scene)


async def killed_as_soon_as_a_move_was_shown(scene: Scene) -> None:
    command = scene.move(FIRST)
    await scene.ada.send(command)
    await scene.bob.wait(scene.last)
    await _kill_and_restart(scene)
    await scene.ada.ask(command)


async def _kill_and_restart(scene: Scene) -> None:
    scene.server.kill()
    await scene.leave()
    scene.server.start()
    await scene.enter()


Episode: TypeAlias = Callable[[Scene], Awaitable[None]]
EPISODES: list[Episode] = [
    repeated_after_its_answer,
    repeated_on_another_connection,
    moved_without_having_seen_the_last_move,
    moved_twice_in_a_row,
    away_while_two_moves_were_made,
    moves_answered_and_shown,
    killed_as_soon_as_a_move_was_answered,
    killed_as_soon_as_a_move_was_shown,
]


async def play(server: Server, episodes: list[Episode]) -> Recorder:
    """The episodes one after the other, each in its own match."""
    recorder = Recorder()
    for episode in episodes:
        scene = await begin(server, recorder)
        try:
            await episode(scene)
        except Dropped:
            pass
        finally:
            await scene.leave()
    return recorder
