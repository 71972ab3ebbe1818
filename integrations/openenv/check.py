"""Checks the integration with the OpenEnv that is installed: python check.py

Starts the server on a free port of this machine and plays through the client, over WebSockets. Exits with 1 and says
what is wrong if a reward, a refusal or a limit is not what it must be.
"""

from __future__ import annotations

import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from fathom_openenv import FathomClient, MoveAction
from openenv.core.client_types import StepResult
from openenv.core.sync_client import SyncEnvClient

import fathom

SERVER = Path(__file__).with_name("fathom_openenv.py")
#: How long the server may take to begin; only a broken one takes it.
PATIENCE = 600
SESSIONS = 3

Choose = Callable[[str], str]


def main() -> int:
    print(f"OpenEnv {version('openenv')}, Fathom {fathom.__version__}")
    try:
        with serving() as address:
            check_games(address)
            check_puzzle(address)
            check_refusals(address)
        with serving("--sessions", str(SESSIONS)) as address:
            check_sessions(address)
    except AssertionError as wrong:
        print(f"WRONG: {wrong}", file=sys.stderr)
        return 1
    print("The integration with OpenEnv is in order.")
    return 0


@contextmanager
def serving(*settings: str) -> Iterator[str]:
    """The address of a server of our own, until the block ends."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    command = [sys.executable, str(SERVER), "--port", str(port), *settings]
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        address = f"http://127.0.0.1:{port}"
        wait_for(address, server)
        yield address
    finally:
        server.terminate()
        server.wait()


def wait_for(address: str, server: subprocess.Popen[bytes]) -> None:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        expect(server.poll() is None, f"the server ended with {server.returncode}")
        try:
            with urlopen(f"{address}/health", timeout=5):
                return
        except (URLError, OSError):
            time.sleep(0.1)
    expect(False, f"the server does not answer after {PATIENCE} seconds")


def check_games(address: str) -> None:
    """From every fifth position of a curriculum that the mover can win: perfect play, a mistake, and rubbish."""
    rows = [row for row in fathom.curriculum("pocket-addition", per_stage=10, seed=7) if row["legal"] > 1][::5]
    expect(len(rows) >= 10, f"a curriculum with more than {len(rows)} positions")
    with FathomClient(base_url=address).sync() as client:
        expect_end(play(client, "pocket-addition:6.9.2.1", first("7")), 1.0, "the example of the README")
        for row in rows:
            code = row["code"]
            expect_end(play(client, code, choose_best), 1.0, f"perfect play in {code}")
            mistake = next(move for move in moves_in(code) if move not in row["keeping"])
            expect_end(play(client, code, first(mistake)), 0.0, f"{mistake} in {code}, a mistake")
            for rubbish in ("", "I would rather not.", "999"):
                expect_end(play(client, code, first(rubbish)), 0.0, f"{rubbish!r} in {code}")
    print(f"{len(rows)} positions: perfect play gets 1, a mistake 0, rubbish 0")


def check_puzzle(address: str) -> None:
    """A puzzle gives 1 for the best route."""
    route = fathom.best_line(fathom.new("pyramid-puzzle"))
    with FathomClient(base_url=address).sync() as client:
        result = client.reset(game="pyramid-puzzle")
        for step in route:
            expect(not result.done, "a puzzle that is open until its last step")
            result = client.step(MoveAction(move=step))
    expect_end(result, 1.0, "the best route of a puzzle")
    print("A puzzle: the best route gets 1")


def check_refusals(address: str) -> None:
    """What cannot be done is said in the words of Fathom, and starts no program."""
    refused = [
        ({"game": "chess"}, "There is no game 'chess'"),
        ({"code": "range-war:6.4.99"}, "99"),
        ({"opponent": "cmd:touch broken"}, "is not a machine"),
    ]
    with FathomClient(base_url=address).sync() as client:
        for asked, words in refused:
            expect_refusal(lambda asked=asked: client.reset(**asked), words)
        client.reset(code="range-war:6.4")
        client.step(MoveAction(move="rubbish"))
        expect_refusal(lambda: client.step(MoveAction(move="5")), "The game is over")
    print("Refusals: four, each with its sentence")


def check_sessions(address: str) -> None:
    """Sessions do not see each other's games, and one too many is turned away."""
    clients = [FathomClient(base_url=address).sync() for _ in range(SESSIONS)]
    try:
        for client, game in zip(clients, fathom.GAMES, strict=False):
            client.reset(game=game)
        games = [client.state().game for client in clients]
        expect(games == list(fathom.GAMES[:SESSIONS]), f"each session has its own game, not {games}")
        expect_refusal(lambda: FathomClient(base_url=address).sync().reset(), "CAPACITY_REACHED")
    finally:
        for client in clients:
            client.close()
    print(f"{SESSIONS} sessions at a time, each with its own game")


def play(client: SyncEnvClient, code: str, choose: Choose) -> StepResult:
    """Play on from a position until the end."""
    result = client.reset(code=code, seed=1)
    while not result.done:
        expect(result.reward == 0, f"no reward before the end, in {result.observation.code}")
        result = client.step(MoveAction(move=choose(result.observation.code)))
    return result


def choose_best(code: str) -> str:
    """The scripted player: a best move by exact values."""
    match = fathom.Match(code)
    return match.game.format_move(fathom.player("@perfect", seed=1).choose(match))


def first(move: str) -> Choose:
    """A player who begins with this move, and then plays well."""
    begun = False

    def choose(code: str) -> str:
        nonlocal begun
        begun, was = True, begun
        return choose_best(code) if was else move

    return choose


def moves_in(code: str) -> list[str]:
    match = fathom.Match(code)
    return [match.game.format_move(move) for move in match.legal_moves]


def expect(true: bool, what: str) -> None:
    if not true:
        raise AssertionError(what)


def expect_end(result: StepResult, reward: float, what: str) -> None:
    expect(result.done and result.reward == reward, f"{what} gets {result.reward}, and {reward} is due")


def expect_refusal(ask: Callable[[], object], words: str) -> None:
    try:
        ask()
    except Exception as refusal:
        expect(words in str(refusal), f"a refusal with {words!r}, not {refusal}")
    else:
        expect(False, f"a refusal with {words!r}")


if __name__ == "__main__":
    sys.exit(main())
