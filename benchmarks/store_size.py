"""``python -m benchmarks.store_size``: how much room a million moves take, in SQLite and in PostgreSQL.

Two hundred matches at a time are played by chance, in turn through the games for two, as people would play them: with
an invitation, names and keys. Every event goes through the ledger as on a server. Then the store is measured as
`fathom store stats` measures it, and the table in docs/store.md is written.
"""

from __future__ import annotations

import sys
import tempfile
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from itertools import cycle
from pathlib import Path
from random import Random
from typing import NamedTuple

from benchmarks.results import ROOT, put_between
from fathom import games
from fathom.storage.journal import OVER, Addition, Ledger, open_ledger
from fathom.storage.journal.reading import open_reader
from fathom.storage.journal.stats import StatsDict, measure
from fathom.web.live.invitations import begin, plan_join, prepare
from fathom.web.live.live_match import LiveMatch, PlannedEvent, Private, entry_of
from fathom.web.live.requests import NewMatch
from fathom.web.live.secrets import hash_of, new_token

PAGE = Path("docs", "store.md")
BEGIN, END = "<!-- made by `make store-size`: begin -->", "<!-- made by `make store-size`: end -->"
MILLION = 1_000_000
_AT_A_TIME = 200
_BUSY = 50


class Filled(NamedTuple):
    """What a database holds after so many moves."""

    database: str
    stats: StatsDict

    @property
    def megabytes_per_million(self) -> int:
        return round(self.stats["bytes"] / self.stats["moves"])  # bytes for a move, megabytes for a million

    def cells(self) -> list[str]:
        stats = self.stats
        indexes = sum(part["bytes"] for part in stats["parts"] if part["kind"] == "index")
        return [
            self.database,
            f"{stats['moves']:,}",
            f"{stats['matches']['total']:,}",
            f"{stats['events']:,}",
            f"{stats['bytes'] / MILLION:,.1f} MB",
            f"{indexes / stats['bytes']:.0%}",
            f"{self.megabytes_per_million:,} MB",
        ]


class Player:
    """Plays matches by chance."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)
        self._games = cycle([name for name in games.names() if games.game(name).is_contest])
        self.moves = 0

    def begin(self) -> tuple[LiveMatch, Addition]:
        """Invite somebody to a match of the next game."""
        request = NewMatch(game=next(self._games), opponent="friend", name=self._name())
        made = prepare(request)
        return begin(made.created, made.private)

    def go_on(self, live: LiveMatch) -> Addition:
        """The next event: the friend joins, then both move."""
        private: Private | None = None
        if live.sequence == 1:
            planned = plan_join(live, self._name())
            private = {"hash": hash_of(new_token())}
            key = "@joined"
        else:
            planned = self._move(live)
            key = f"{self._random.getrandbits(128):032x}"
        entry = entry_of(live.id, live.sequence + 1, key, planned, private)
        changes = planned.state != live.state
        addition = Addition(entry, live.summary(planned, entry.at) if changes else None)
        live.apply(entry, planned)
        return addition

    def _move(self, live: LiveMatch) -> PlannedEvent:
        position = live.match.position
        move = live.match.game.format_move(self._random.choice(position.moves()))
        self.moves += 1
        return live.plan_move(position.to_move, move)

    def _name(self) -> str:
        letters = "abcdefghijklmnopqrstuvwxyz"
        return "".join(self._random.choice(letters) for _ in range(self._random.randint(3, 12))).title()


def fill(ledger: Ledger, moves: int) -> None:
    """Write so many moves, a few more to the end of a round."""
    player, playing = Player(seed=1), list[LiveMatch]()
    while player.moves < moves:
        group = [player.go_on(live) for live in playing]
        playing = [live for live in playing if live.state != OVER]
        for _ in range(min(_BUSY, _AT_A_TIME - len(playing))):
            live, addition = player.begin()
            playing.append(live)
            group.append(addition)
        written = ledger.write(group)
        assert all(one.done for one in written)


def measure_store(database: str, place: str, moves: int) -> Filled:
    """Fill a new store and measure it."""
    print(f"{database}: writing {moves:,} moves", flush=True)
    with closing(open_ledger(place)) as ledger:
        fill(ledger, moves)
    with closing(open_reader(place)) as reader:
        return Filled(database, measure(reader, database))


def describe(filled: Sequence[Filled]) -> str:
    """The forecast in a sentence, and the figures behind it."""
    heads = ["database", "moves", "matches", "events", "size", "of it indexes", "a million moves"]
    rows = [heads, ["---"] * len(heads), *(one.cells() for one in filled)]
    table = "\n".join(f"| {' | '.join(row)} |" for row in rows)
    told = " and ".join(f"{one.megabytes_per_million:,} MB in {one.database}" for one in filled)
    how = "in matches between two people that are played to the end"
    return f"**A million moves take about {told}**, {how}.\n\n{table}\n"


@contextmanager
def _private_postgresql() -> Iterator[str]:
    from benchmarks.postgresql import running, server_programs

    programs = server_programs()
    if programs is None:
        sys.exit("PostgreSQL's server programs (Debian: apt-get install postgresql) are not on this machine.")
    with running(programs) as server:
        yield server.fresh_database()


def main(arguments: Sequence[str] | None = None, root: Path = ROOT) -> int:
    """Measure both databases, and write the page."""
    parser = ArgumentParser(prog="python -m benchmarks.store_size", description="Measure how large stores get.")
    parser.add_argument("--moves", type=int, default=100_000, metavar="N", help="how many moves to write (100,000)")
    moves = parser.parse_args(arguments).moves
    with tempfile.TemporaryDirectory() as folder, _private_postgresql() as url:
        filled = [measure_store("SQLite", f"{folder}/server.db", moves), measure_store("PostgreSQL", url, moves)]
    put_between(root / PAGE, BEGIN, END, describe(filled))
    print(describe(filled))
    return 0


if __name__ == "__main__":
    sys.exit(main())
