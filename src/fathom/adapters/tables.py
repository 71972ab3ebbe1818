"""A whole game as arrays, so that thousands of matches can be played with a few lookups per move."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from fathom import games
from fathom.adapters.numbering import Numbering, number_moves
from fathom.core.game import AnyPosition
from fathom.core.options import Options
from fathom.core.outcome import Outcome
from fathom.errors import Unknown
from fathom.show.observation import DRAWN, ILLEGAL, MOST_POSITIONS, WON_BY_1, WON_BY_2, GameArrays

_LINE = 64  # bytes that a processor fetches together


class GameTable:
    """Every position that is not over, and four ends: an illegal move, a draw, a win of seat 1, a win of seat 2."""

    def __init__(self, numbering: Numbering, arrays: GameArrays) -> None:
        self.numbering = numbering
        self.size, self.actions = arrays.successors.shape
        self.features = arrays.observations.shape[1]
        #: The first end, an illegal move; the others follow.
        self.illegal, self.drawn, self.won_by_1, self.won_by_2 = range(self.size, self.size + 4)
        is_legal = arrays.successors != ILLEGAL
        ends = arrays.successors + (self.size - ILLEGAL)
        successors = np.where(arrays.successors < 0, ends, arrays.successors)
        #: By position times actions plus action: the next position; an end leads to itself.
        self.successors = np.concatenate(
            [successors.reshape(-1), np.repeat(np.arange(self.size, self.size + 4), self.actions)]
        ).astype(np.int32)
        self.seats = np.concatenate([arrays.seats, np.zeros(4, np.int8)])
        self.rows = _join_rows(arrays.observations, is_legal)
        #: By position: how many moves are legal; and by position times actions plus i: the i-th of them.
        small = number_type(self.actions)  # the less there is to fetch, the faster
        self.choices = np.concatenate([is_legal.sum(axis=1), np.ones(4, np.int64)]).astype(small)
        legal = np.argsort(~is_legal, axis=1, kind="stable").astype(small).reshape(-1)
        self.legal = np.concatenate([legal, np.zeros(4 * self.actions, small)])

    def reward(self, ends: np.ndarray, seats: np.ndarray) -> np.ndarray:
        """What each end is worth to a seat: an illegal move is a loss of whoever made it."""
        won = (ends == self.won_by_1) & (seats == 1) | (ends == self.won_by_2) & (seats == 2)
        return np.where(ends == self.drawn, 0.0, np.where(won, 1.0, -1.0))

    def split(self, rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The observations and the masks of legal moves in rows."""
        mask = rows[:, self.features : self.features + self.actions]
        return rows[:, : self.features], mask.view(np.int8) if mask.itemsize == 1 else mask.astype(np.int8)


@lru_cache(maxsize=4)
def make_table(name: str, options: Options) -> GameTable:
    """The table of a game; raises `Unknown` for one that has too many positions."""
    numbering = number_moves(name, options)
    return GameTable(numbering, games.room(name).arrays(options) or walk_arrays(numbering))


def walk_arrays(numbering: Numbering) -> GameArrays:
    """The arrays of any game, by visiting every position."""
    positions = [numbering.start]
    numbers: dict[AnyPosition, int] = {positions[0]: 0}
    rows: list[list[int]] = []
    for position in positions:
        row = [ILLEGAL] * len(numbering.actions)
        for action, move in zip(numbering.legal(position), position.moves(), strict=True):
            following = position.after(move)
            row[action] = _end(following.outcome) if following.outcome else numbers.setdefault(following, len(numbers))
            if row[action] == len(positions):
                positions.append(following)
        rows.append(row)
        if len(positions) > MOST_POSITIONS:
            raise Unknown(
                f"{numbering.game.title} has more than {MOST_POSITIONS:,} positions with these options, too many for a "
                'table: use vectorization_mode="sync", or smaller options.'
            )
    observe, highest = numbering.observer.observe, numbering.observer.highest
    return GameArrays(
        np.array(rows, np.int32),
        np.array([observe(position) for position in positions], number_type(highest)),
        np.array([position.to_move for position in positions], np.int8),
    )


def number_type(highest: int) -> np.dtype:
    """The smallest type of array for numbers from 0 to `highest`."""
    return np.min_scalar_type(highest)


def _end(outcome: Outcome) -> int:
    return DRAWN if outcome.winner is None else WON_BY_1 if outcome.winner == 1 else WON_BY_2


def _join_rows(observations: np.ndarray, is_legal: np.ndarray) -> np.ndarray:
    """Observation and mask side by side, padded to whole lines, so that both come with one fetch; zeros at the end."""
    size, features = observations.shape
    used = features + is_legal.shape[1]
    per_line = _LINE // observations.itemsize
    rows = np.zeros((size + 4, -(-used // per_line) * per_line), observations.dtype)
    rows[:size, :features] = observations
    rows[:size, features:used] = is_legal
    return rows
