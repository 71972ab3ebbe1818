"""The log of an arena: a line of JSON for the plan, then one for every game, on disk as soon as it is played.

    log = open_log(path, plan, resume=True)
    log.played                               -> the games that were played before
    log.append(games)

A process that is killed can leave the last line incomplete: it is dropped, and its game is played again. Only one
process at a time can have a log open.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import BinaryIO, Self, get_args

from fathom.arena.plan import SCHEMA, Plan, plan_dict, read_plan
from fathom.arena.referee import Ended, Played, Tally
from fathom.core.files import lock_now, sync, sync_folder
from fathom.core.words import quoted
from fathom.errors import FathomError


class BrokenLine(ValueError):
    """A line that is not a game."""


class Log:
    """An open log, to which games are added."""

    def __init__(self, file: BinaryIO, plan: Plan, played: list[Played]) -> None:
        self._file = file
        self.plan = plan
        self.played = played

    def append(self, games: Iterable[Played]) -> None:
        """Write games; they are on disk when this returns."""
        games = list(games)
        self._file.write(b"".join(map(encode, games)))
        self._file.flush()
        sync(self._file.fileno())
        self.played += games

    def close(self) -> None:
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def create_log(path: Path, plan: Plan) -> Log:
    """A new log; raises `FathomError` if there is one already."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        file = path.open("xb")
    except FileExistsError:
        raise FathomError(f"{quoted(str(path.parent))} has an arena already; --resume goes on with it.") from None
    except OSError as error:
        raise FathomError(f"{quoted(str(path))} cannot be written: {error.strerror or error}.") from error
    lock_file(file, _is_running(path))
    head = {"schema": SCHEMA, "plan": plan_dict(plan)}
    file.write(json.dumps(head, ensure_ascii=False).encode() + b"\n")
    file.flush()
    sync(file.fileno())
    sync_folder(path.parent)
    return Log(file, plan, [])


def resume_log(path: Path) -> Log:
    """The log of an arena that was stopped, without the line that was not finished."""
    try:
        file = path.open("r+b")
    except OSError as error:
        raise FathomError(f"There is no arena to resume: {quoted(str(path))}: {error.strerror or error}.") from error
    lock_file(file, _is_running(path))
    try:
        plan, played, length = _read(file.read(), path)
    except FathomError:
        file.close()
        raise
    file.truncate(length)
    file.seek(length)
    return Log(file, plan, played)


def _read(content: bytes, path: Path) -> tuple[Plan, list[Played], int]:
    """The plan, the games, and the length of what is complete."""
    complete = content[: content.rfind(b"\n") + 1]
    head, *lines = complete.split(b"\n")[:-1] or [b""]
    plan = _read_head(head, path)
    played: dict[int, Played] = {}
    for number, line in enumerate(lines, 2):
        try:
            game = decode(line, plan)
        except BrokenLine as broken:
            if number <= len(lines):
                raise FathomError(f"Line {number} of {quoted(str(path))} is damaged: {broken}.") from None
            # The last line: the machine stopped while it was written.
            return plan, list(played.values()), len(complete) - len(line) - 1
        if game.number in played:
            raise FathomError(f"Line {number} of {quoted(str(path))} repeats game {game.number}.")
        played[game.number] = game
    return plan, list(played.values()), len(complete)


def _is_running(path: Path) -> str:
    return f"The arena in {quoted(str(path.parent))} is running in another process."


def lock_file(file: BinaryIO, problem: str) -> None:
    """Lock a file for this process; if another one has it, close it and raise the problem."""
    try:
        lock_now(file.fileno())
    except OSError:
        file.close()
        raise FathomError(problem) from None


def _read_head(line: bytes, path: Path) -> Plan:
    try:
        head: object = json.loads(line)
    except ValueError:
        head = None
    if not isinstance(head, dict) or head.get("schema") != SCHEMA or not isinstance(head.get("plan"), dict):
        raise FathomError(f"{quoted(str(path))} is not the log of an arena: its first line has no schema {SCHEMA}.")
    return read_plan(head["plan"])


def encode(game: Played) -> bytes:
    """A game as a line."""
    line = [game.number, game.code, game.winner, game.ended, game.reason, *map(list, game.tallies)]
    return json.dumps(line, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def decode(line: bytes, plan: Plan) -> Played:
    """The game of a line; raises `BrokenLine`."""
    try:
        content: object = json.loads(line)
    except ValueError:
        raise BrokenLine("it is not JSON") from None
    if not isinstance(content, list) or len(content) != 7:
        raise BrokenLine("it is not a list of 7 values")
    number, code, winner, ended, reason, first, second = content
    ending = next((known for known in get_args(Ended) if known == ended), None)
    if type(number) is not int or not 0 <= number < plan.size:
        raise BrokenLine(f"there is no game {quoted(number)} in this arena")
    if not isinstance(code, str) or winner not in (0, 1, 2) or ending is None or not isinstance(reason, str):
        raise BrokenLine("it does not say how the game ended")
    return Played(number, code, winner, ending, reason, (_read_tally(first), _read_tally(second)))


def _read_tally(content: object) -> Tally:
    if not isinstance(content, list) or len(content) != 3 or not all(type(number) is int for number in content):
        raise BrokenLine("it does not say how well the game was played")
    return Tally(*content)
