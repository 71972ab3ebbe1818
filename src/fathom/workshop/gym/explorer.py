"""Explores a two-player environment with `reset`, `step` and `valid_moves`. A script of its own:

    python -P explorer.py FILE CLASS STATES

It imports nothing of Fathom. For every line that it reads it works for a moment, then writes `more` and what it has
found so far, or `done` and what it found in the end, as JSON. What the environment prints goes to standard error.

A position is what the environment's attributes hold, apart from its spaces and random generators. A move that ends the
game with a reward above 0 wins for the seat that made it, below 0 it loses, and with 0 nobody wins. A move that is
offered counts as refused if it raises, or if its reward is the penalty for an illegal move and it ends the game or
changes nothing.
"""

from __future__ import annotations

import copy
import importlib.util
import json
import random
import sys
import time
from collections import deque
from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import Protocol, TextIO

_MOMENT = 0.2
_SHOWN = 3
_LONGEST = 80
_SEEDS = (1, 2, 3)
#: With each seed. Where a start is one of two by chance, all of them are the same once in some ten million times.
_STARTS = 9
#: In the style of gg-bench, an illegal move has this reward.
_PENALTY = -10
#: Attributes that are not part of a position.
_NOT_STATE = {"action_space", "observation_space", "np_random", "_np_random", "_np_random_seed", "spec"}
#: How many of the first positions are stepped from twice, to see whether the same move has the same effect.
_TRIED_TWICE = 200


class NoEnvironment(Exception):
    """The file holds no environment, or several."""


class Environment(Protocol):
    """What is asked of an environment."""

    def reset(self, *, seed: int = ...) -> object: ...

    def step(self, action: object, /) -> object: ...

    def valid_moves(self) -> Iterable[object]: ...


def freeze(value: object) -> Hashable:
    """A value that can be compared and looked up."""
    if isinstance(value, dict):
        items = [(repr(key), freeze(one)) for key, one in value.items()]
        return ("dict", tuple(sorted(items, key=lambda item: item[0])))
    if isinstance(value, list | tuple | deque):
        return ("list", tuple(map(freeze, value)))
    if isinstance(value, set | frozenset):
        return ("set", tuple(sorted(map(repr, value))))
    if isinstance(value, random.Random) or type(value).__module__.startswith("numpy.random"):
        return "random"
    to_list = getattr(value, "tolist", None)  # arrays, and their numbers
    if callable(to_list):
        return freeze(to_list())
    if value is None or isinstance(value, bool | int | float | str | bytes):
        return (type(value).__name__, value)
    attributes = getattr(value, "__dict__", None)
    if in_slots := _in_slots(value):
        attributes = in_slots | (attributes or {})
    if attributes:
        return freeze(attributes)
    shown = repr(value)
    return type(value).__qualname__ if " at 0x" in shown else shown  # where it lies in memory does not matter


def _in_slots(value: object) -> dict[str, object]:
    """The attributes of an object whose classes name them beforehand."""
    slots = [vars(kind).get("__slots__", ()) for kind in type(value).__mro__]
    names = [name for some in slots for name in ([some] if isinstance(some, str) else some)]
    return {name: getattr(value, name) for name in names if not name.startswith("__") and hasattr(value, name)}


def state_of(env: object) -> Hashable:
    """The position of an environment."""
    return freeze({name: value for name, value in vars(env).items() if name not in _NOT_STATE})


def short(value: object) -> str:
    text = " ".join(str(value).split())
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 3]}..."


class Faults:
    """How often each fault was found, with the first few examples."""

    def __init__(self) -> None:
        self.counts: dict[str, int] = {}
        self.examples: dict[str, list[str]] = {}

    def add(self, fault: str, path: list[object], more: str = "") -> None:
        self.counts[fault] = self.counts.get(fault, 0) + 1
        shown = self.examples.setdefault(fault, [])
        if len(shown) < _SHOWN:
            moves = ", ".join(map(short, path)) or "the start"
            shown.append(short(f"{moves}{': ' if more else ''}{more}"))


class Explorer:
    """Explores one environment, breadth first."""

    def __init__(self, make: Callable[[], Environment], limit: int) -> None:
        self._make = make
        self._limit = limit
        self.faults = Faults()
        self.seats: list[int] = []
        self.after: list[list[int]] = []
        #: Of positions in which the game is over: the seat that has won, or None.
        self.over: dict[int, int | None] = {}
        self.is_whole = False
        self.is_random = False
        self._first_player: Hashable = None
        self._ends: dict[Hashable, int] = {}
        #: The most moves on the shortest way to a position.
        self.longest = 0

    def run(self) -> Iterator[None]:
        """Explores until every position has been seen, or the limit is reached; yields before each position."""
        env = self._start()
        try:
            copy.deepcopy(env)
        except Exception as error:
            raise NoEnvironment(
                f"it cannot be explored, because it cannot be copied ({type(error).__name__})"
            ) from None
        self._first_player = freeze(getattr(env, "current_player", None))
        numbers: dict[Hashable, int] = {}
        queue: deque[tuple[Environment, int, int, list[object]]] = deque()

        def number_of(reached: Environment, seat: int, path: list[object]) -> int:
            key = (state_of(reached), seat)
            if key not in numbers:
                numbers[key] = len(self.seats)
                self.seats.append(seat)
                self.after.append([])
                queue.append((reached, numbers[key], seat, path))
                self.longest = max(self.longest, len(path))
            return numbers[key]

        number_of(env, self._seat(env, 0), [])
        while queue:
            here, number, seat, path = queue.popleft()
            yield
            if len(self.seats) > self._limit:
                return
            self._try_moves(here, number, seat, path, number_of)
        self.is_whole = True

    def _start(self) -> Environment:
        env = self._make()
        try:
            env.reset(seed=_SEEDS[0])
        except TypeError:  # it takes no seed
            env = self._make()
            env.reset()
        return env

    def _try_moves(
        self,
        here: Environment,
        number: int,
        seat: int,
        path: list[object],
        number_of: Callable[[Environment, int, list[object]], int],
    ) -> None:
        try:
            moves = list(copy.deepcopy(here).valid_moves())
        except Exception as error:
            self.faults.add("broken", path, f"valid_moves raised {type(error).__name__}")
            return
        if not moves:
            self.faults.add("dead_end", path)
        before = state_of(here)
        for move in moves:
            reached = copy.deepcopy(here)
            line = [*path, move]
            try:
                reward, ended = self._step(reached, move)
            except Exception as error:
                self.faults.add("refused", line, type(error).__name__)
                continue
            if number < _TRIED_TWICE and not self.is_random:
                self._step_again(here, move, state_of(reached))
            if reward <= _PENALTY and (ended or state_of(reached) == before):
                self.faults.add("refused", line, f"reward {reward:g}")
                continue
            if not ended:
                self.after[number].append(number_of(reached, self._seat(reached, 1 - seat), line))
                continue
            winner = seat if reward > 0 else 1 - seat if reward < 0 else None
            if winner == 0 and not path:
                self.faults.add("first_move_wins", line)
            self.after[number].append(self._end(reached, winner))
            self.longest = max(self.longest, len(line))

    def _end(self, reached: Environment, winner: int | None) -> int:
        """The number of a position in which the game is over."""
        key = (state_of(reached), winner)
        if key not in self._ends:
            self._ends[key] = len(self.seats)
            self.over[len(self.seats)] = winner
            self.seats.append(0)
            self.after.append([])
        return self._ends[key]

    def _step(self, env: Environment, move: object) -> tuple[float, bool]:
        """The reward, and whether the game is over."""
        answer = env.step(move)
        if not isinstance(answer, tuple) or len(answer) not in (4, 5):
            raise TypeError("step must return 4 or 5 values")
        return float(answer[1]), bool(answer[2]) or (len(answer) == 5 and bool(answer[3]))

    def _step_again(self, here: Environment, move: object, reached: Hashable) -> None:
        again = copy.deepcopy(here)
        try:
            self._step(again, move)
        except Exception:
            self.is_random = True
            return
        self.is_random = state_of(again) != reached

    def _seat(self, env: object, otherwise: int) -> int:
        """Whose turn it is: by `current_player` if the environment has it, else the seats take turns."""
        player = getattr(env, "current_player", None)
        return otherwise if player is None else int(freeze(player) != self._first_player)

    def seeds(self) -> str:
        """What a seed does: `fixed` (the start is always the same), `obeyed`, `ignored` or `refused`."""
        starts: list[list[Hashable]] = []
        try:
            for seed in _SEEDS:
                starts.append([])
                for _ in range(_STARTS):
                    env = self._make()
                    env.reset(seed=seed)
                    starts[-1].append(state_of(env))
        except TypeError:
            return "refused"
        if any(len(set(of_seed)) > 1 for of_seed in starts):
            return "ignored"
        return "fixed" if len({of_seed[0] for of_seed in starts}) == 1 else "obeyed"

    def solve(self) -> tuple[int | None, int | None]:
        """Who can force a win from the start (0, 1 or None), and in how many plies; positions may come up again."""
        before: list[list[int]] = [[] for _ in self.seats]
        for number, following in enumerate(self.after):
            for after in set(following):
                before[after].append(number)
        value: dict[int, tuple[int, int]] = {end: (won, 0) for end, won in self.over.items() if won is not None}
        left = [len(set(following)) for following in self.after]
        queue = deque(value)
        while queue:
            number = queue.popleft()
            winner, plies = value[number]
            for earlier in before[number]:
                if earlier in value:
                    continue
                left[earlier] -= self.seats[earlier] != winner
                if self.seats[earlier] == winner or left[earlier] == 0:
                    value[earlier] = (winner, plies + 1)
                    queue.append(earlier)
        return value.get(0, (None, None))


def load(file: str, name: str) -> Callable[[], Environment]:
    """The class of that name, or the only class in the file that has the three methods."""
    spec = importlib.util.spec_from_file_location("audited", file)
    if spec is None or spec.loader is None:
        raise NoEnvironment("it is not a Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules["audited"] = module
    spec.loader.exec_module(module)
    classes = {
        key: value
        for key, value in vars(module).items()
        if isinstance(value, type)
        and all(callable(getattr(value, method, None)) for method in ("reset", "step", "valid_moves"))
    }
    if name:
        if name not in classes:
            raise NoEnvironment(f"it has no class {name} with reset, step and valid_moves")
        return classes[name]
    if len(classes) != 1:
        found = ", ".join(sorted(classes)) or "none"
        raise NoEnvironment(f"name its class as FILE:CLASS; with reset, step and valid_moves it has: {found}")
    return next(iter(classes.values()))


def findings(explorer: Explorer, seeds: str) -> dict[str, object]:
    """What has been found, so far if not every position was explored: then nobody knows who wins."""
    winner, plies = explorer.solve() if explorer.is_whole else (None, None)
    return {
        "positions": len(explorer.seats),
        "is_whole": explorer.is_whole,
        "winner": None if winner is None else winner + 1,
        "plies": plies,
        "longest": explorer.longest,
        "seeds": seeds,
        "is_random": explorer.is_random,
        "faults": explorer.faults.counts,
        "examples": explorer.faults.examples,
    }


def main(file: str, name: str, states: str) -> None:
    answers: TextIO = sys.stdout
    sys.stdout = sys.stderr

    def answer(text: str) -> None:
        answers.write(f"{text}\n")
        answers.flush()

    work: Iterator[None] | None = None
    explorer: Explorer | None = None
    seeds = ""
    for _ in sys.stdin:
        try:
            if explorer is None or work is None:
                explorer = Explorer(load(file, name), int(states))
                seeds = explorer.seeds()
                work = explorer.run()
            until, word = time.monotonic() + _MOMENT, "done"
            for _ in work:
                if time.monotonic() > until:
                    word = "more"
                    break
            answer(f"{word} {json.dumps(findings(explorer, seeds))}")
        except NoEnvironment as error:
            answer(f"failed {error}")
        except Exception as error:
            answer(f"failed {short(f'{type(error).__name__}: {error}')}")


if __name__ == "__main__":
    main(*sys.argv[1:])
