"""Kill the server for as long as it takes: `make soak`.

    python -m tests.web.proof.soak [--kills 200] [--moves 100000] [--seed N]

Runs in rounds, each with its own store, which is judged at the end. Ctrl+C ends it; what happened until then is still
judged. A round with anything wrong keeps its store, its history and its log, and says where.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import shutil
import tempfile
import time
from pathlib import Path

from tests.web.proof import history
from tests.web.proof.killing import Judged, Killing
from tests.web.proof.process import Server

KILLS_A_ROUND = 20
PROGRESS_SECONDS = 1.0
INTERRUPTED = 130


class Soak:
    """Rounds until there were enough kills and moves."""

    def __init__(self, kills: int, moves: int, seed: int) -> None:
        self._kills_wanted, self._moves_wanted, self._seed = kills, moves, seed
        self._began = time.monotonic()
        self.kills = 0
        self.moves = 0
        self.wrong: list[str] = []

    def run(self) -> None:
        """Raises `KeyboardInterrupt` when interrupted, with everything up to then judged."""
        rounds = max(1, round(self._kills_wanted / KILLS_A_ROUND))
        for number in range(rounds):
            left = rounds - number
            kills = (self._kills_wanted - self.kills + left - 1) // left
            moves = (self._moves_wanted - self.moves + left - 1) // left
            self._round(self._seed + number, max(1, kills), max(1, moves))

    def _round(self, seed: int, kills: int, moves: int) -> None:
        print(f"Round with seed {seed}: {kills} kills, {moves} moves", flush=True)
        directory = Path(tempfile.mkdtemp(prefix="fathom-soak-"))
        killing = Killing(Server(str(directory / "store.db"), directory / "log"), seed, kills, moves)
        try:
            asyncio.run(self._run_with_progress(killing))
        finally:
            self._take(killing, directory)

    async def _run_with_progress(self, killing: Killing) -> None:
        telling = asyncio.create_task(self._tell(killing))
        try:
            await killing.run()
        finally:
            telling.cancel()

    async def _tell(self, killing: Killing) -> None:
        while True:
            await asyncio.sleep(PROGRESS_SECONDS)
            kills, moves = self.kills + killing.kills, self.moves + killing.recorder.moves
            seconds = time.monotonic() - self._began
            print(
                f"{seconds:5.0f} s: {kills} of {self._kills_wanted} kills, {moves} of {self._moves_wanted} moves",
                flush=True,
            )

    def _take(self, killing: Killing, directory: Path) -> None:
        """Judge a round, whole or interrupted."""
        judged: Judged = killing.judged()
        self.kills += judged.kills
        self.moves += judged.moves
        self.wrong += judged.wrong
        if judged.wrong:
            history.write(directory / "history", killing.recorder.history)
            print(*judged.wrong, f"The store, the history and the log are in {directory}.", sep="\n", flush=True)
        else:
            shutil.rmtree(directory)

    def __str__(self) -> str:
        wrong = f"{len(self.wrong)} things wrong" if self.wrong else "nothing wrong"
        return f"{self.kills} kills, {self.moves} acknowledged moves, {wrong}."


def main() -> int:
    reader = argparse.ArgumentParser(prog="soak", description="Kill a server under load and look for lost moves.")
    reader.add_argument("--kills", type=int, default=200)
    reader.add_argument("--moves", type=int, default=100_000)
    reader.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1_000_000))
    wish = reader.parse_args()
    soak = Soak(wish.kills, wish.moves, wish.seed)
    try:
        soak.run()
    except KeyboardInterrupt:
        print(f"Interrupted: {soak}", flush=True)
        return INTERRUPTED
    print(f"Done: {soak}")
    return 1 if soak.wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
