"""Walks over the reachable positions, each of them once.

    walk(game.start())                       -> every position, with the moves that lead to it
    count(game.start(), oracle)              -> how many there are, and in how many exactly one move keeps the result
    strategy(position, oracle, 1)            -> what seat 1 plays, whatever the other seat does

A walk goes depth first and has its own stack: apart from the set of positions seen, it needs memory only for the
longest line of play.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from fathom.core.budget import UNLIMITED, Meter
from fathom.core.game import AnyPosition, Move
from fathom.core.value import AnyOracle, Census
from fathom.errors import Unknown

#: Picks the legal moves that a walk follows.
Follow = Callable[[AnyPosition], Sequence[Move]]


class Visit(NamedTuple):
    """A position, the moves that lead to it (a list that the walk changes later), and the moves that are followed."""

    position: AnyPosition
    path: list[Move]
    followed: Sequence[Move]


def walk(start: AnyPosition, follow: Follow | None = None, meter: Meter = UNLIMITED) -> Iterator[Visit]:
    """Every position reachable by the moves that `follow` picks (by default, all), once.

    The meter counts them. Raises `Unknown` if there are more than its budget allows.
    """
    limit = meter.budget.states
    seen, path = {start}, list[Move]()
    meter.tick()
    visit = _visit(start, path, follow, limit)
    yield visit
    stack = [(start, iter(visit.followed))]
    while stack:
        position, left = stack[-1]
        for move in left:
            after = position.after(move)
            if after in seen:
                continue
            seen.add(after)
            if limit is not None and len(seen) > limit:
                raise _too_many(limit)
            meter.tick()
            path.append(move)
            visit = _visit(after, path, follow, limit)
            yield visit
            stack.append((after, iter(visit.followed)))
            break
        else:
            stack.pop()
            if path:
                path.pop()


def _visit(position: AnyPosition, path: list[Move], follow: Follow | None, limit: int | None) -> Visit:
    """The visit of a position; raises before making more following positions than the limit allows."""
    followed = follow(position) if follow else position.moves()
    if limit is not None and len(followed) >= limit:
        raise _too_many(limit)
    return Visit(position, path, followed)


def _too_many(limit: int) -> Unknown:
    return Unknown(f"there are more than {limit:,} positions.")


def count(start: AnyPosition, oracle: AnyOracle, meter: Meter = UNLIMITED) -> Census:
    """The totals, by visiting every position."""
    positions = only_moves = 0
    for position, _, moves in walk(start, meter=meter):
        positions += 1
        if len(moves) > 1 and _has_only_move(position, oracle, meter):
            only_moves += 1
    return Census(positions, only_moves)


def _has_only_move(position: AnyPosition, oracle: AnyOracle, meter: Meter) -> bool:
    """Does exactly one move keep the result?"""
    seat, values = position.to_move, oracle.values_after(position, meter)
    winner = max(values, key=lambda value: value.score(seat)).winner
    return sum(value.winner == winner for value in values) == 1


def strategy(
    start: AnyPosition, oracle: AnyOracle, winner: int, meter: Meter = UNLIMITED
) -> Iterator[tuple[list[Move], Move]]:
    """For every position that can arise at the winner's turns: the moves that lead to it, and the move to play."""

    def follow(position: AnyPosition) -> Sequence[Move]:
        moves: Sequence[Move] = position.moves()
        if position.to_move != winner or not moves:
            return moves
        scores = [value.score(winner) for value in oracle.values_after(position, meter)]
        return (moves[scores.index(max(scores))],)

    for position, path, followed in walk(start, follow, meter):
        if position.to_move == winner and followed:
            yield path, followed[0]
