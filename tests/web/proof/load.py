"""Many matches at once on one server or several: pairs of people, people against machines, and watchers."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Sequence
from typing import Any

from tests.web.proof.door import Dropped, Place, Stuck
from tests.web.proof.live_door import LiveDoor
from tests.web.proof.plain_door import PlainDoor, call
from tests.web.proof.player import PAUSE, Client, Opens, Player, Watcher
from tests.web.proof.recorder import Recorder

#: Short games as people play them, and long ones that live through several crashes.
PLAYED: list[tuple[str, dict[str, str]]] = [
    ("pocket-addition", {}),
    ("pocket-addition", {"highest": "12", "target": "40"}),
    ("range-war", {}),
    ("range-war", {"highest": "60", "second_move": "free"}),
    ("digit-dilemma", {}),
    ("digit-dilemma", {"slots": "4"}),
]
MACHINE = "@random"
#: How often a seat plays by HTTP, how often the opponent is a machine, how often one accepts a challenge instead of an
#: invitation, how often a match has a watcher, and how often one between people has a clock.
BY_HTTP, AGAINST_MACHINE, BY_CHALLENGE, WATCHED, AGAINST_TIME = 0.2, 0.15, 0.2, 0.3, 0.2
#: One that nobody exceeds, and one that may be up when a server was away just as a player was to move.
CLOCKS: list[dict[str, str | int]] = [{"per": "game", "seconds": 3600}, {"per": "move", "seconds": 5}]


class Load:
    """A number of tables, at each of which one match follows the other as long as `goes_on`."""

    def __init__(
        self,
        ports: Sequence[int],
        recorder: Recorder,
        seed: int,
        goes_on: Callable[[], bool],
        by_http: float = BY_HTTP,
    ) -> None:
        self._ports, self._recorder, self._seed, self._goes_on = ports, recorder, seed, goes_on
        self._by_http = by_http

    async def run(self, tables: int) -> None:
        """Returns when every table has played its last match to the end; raises `Stuck` if one cannot."""
        async with asyncio.TaskGroup() as group:
            for number in range(tables):
                group.create_task(self._table(random.Random(f"{self._seed}/{number}")))

    async def _table(self, rng: random.Random) -> None:
        while self._goes_on():
            try:
                clients = await self._sit_down(rng)
            except Dropped:
                # Nobody knows the token now: the match that was perhaps made stays as it is.
                await asyncio.sleep(PAUSE)
                continue
            async with asyncio.TaskGroup() as group:
                for client in clients:
                    group.create_task(client.follow())
            self._recorder.counts["matches"] += 1

    async def _sit_down(self, rng: random.Random) -> list[Client]:
        """The clients of a new match, each at any of the servers."""
        game, options = rng.choice(PLAYED)
        is_against_machine = rng.random() < AGAINST_MACHINE
        is_challenge = rng.random() < BY_CHALLENGE
        opponent = MACHINE if is_against_machine else "anyone" if is_challenge else "friend"
        seat = rng.choice((1, 2))
        wish: dict[str, object] = {"game": game, "options": options, "opponent": opponent, "seat": seat, "name": "Ada"}
        if not is_against_machine and rng.random() < AGAINST_TIME:
            wish["clock"] = rng.choice(CLOCKS)
        made = await self._ask(rng, "/api/v1/matches", wish)
        match = made["match"]["id"]
        self._recorder.created(match)
        clients: list[Client] = [self._client(Player, rng, match, seat, made["token"])]
        if not is_against_machine:
            secret = {} if is_challenge else {"secret": made["invite"]}
            how = "accept" if is_challenge else "join"
            joined = await self._ask(rng, f"/api/v1/matches/{match}/{how}", {**secret, "name": "Bob"})
            clients.append(self._client(Player, rng, match, 3 - seat, joined["token"]))
        if rng.random() < WATCHED:
            clients.append(self._client(Watcher, rng, match))
        return clients

    def _client(self, kind: type[Client], rng: random.Random, match: str, seat: int = 0, token: str = "") -> Client:
        opens: Opens = PlainDoor if rng.random() < self._by_http else LiveDoor
        place = Place(rng.choice(self._ports), match, seat, token)
        return kind(place, self._recorder, opens, random.Random(rng.random()))

    async def _ask(self, rng: random.Random, path: str, body: dict[str, object]) -> dict[str, Any]:
        reply = await call(rng.choice(self._ports), "POST", path, body)
        if reply.status == 503:
            raise Dropped("the store could not be written")
        if reply.status == 429 and body.get("opponent") == "anyone":
            raise Dropped("too many challenges are open that nobody knows of any more")
        if reply.status == 409 and path.endswith("/accept"):
            raise Dropped("the challenge is not shown, because the server crashed before it could be")
        if reply.status not in (200, 201):
            raise Stuck(f"{path} was answered {reply.status}: {reply.body}")
        return reply.body
