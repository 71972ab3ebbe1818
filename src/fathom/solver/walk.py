"""Walks over the positions that can be reached, each of them once.

    walk(game.start())                       -> every position, with the moves that lead to it
    count(game.start(), oracle)              -> how many there are, and how many are decided by one only move
    strategy(position, oracle, 1)            -> what seat 1 plays, whatever the other seat does

A walk goes depth first and keeps its own stack: apart from the set of positions seen, it needs no more memory than the
longest playing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from fathom.core.value import AnyOracle, Census
from fathom.errors import Unknown


class Visit(NamedTuple):
    """A position, the moves that lead to it (a list that changes as the walk goes on), and those that are followed."""

    position: Any
    path: list[Any]
    followed: Sequence[Any]


def walk(start: Any, follow: Callable[[Any], Sequence[Any]] | None = None, limit: int | None = None) -> Iterator[Visit]:
    """Every position that can be reached by the moves that `follow` picks (else by all), once.

    Raises `Unknown` when there are more positions than the limit.
    """
    seen, path = {start}, list[Any]()
    visit = _visited(start, path, follow, limit)
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
            path.append(move)
            visit = _visited(after, path, follow, limit)
            yield visit
            stack.append((after, iter(visit.followed)))
            break
        else:
            stack.pop()
            if path:
                path.pop()


def _visited(position: Any, path: list[Any], follow: Callable[[Any], Sequence[Any]] | None, limit: int | None) -> Visit:
    """Stops before making the positions after very many moves, which alone would be more than the limit."""
    followed = follow(position) if follow else position.moves()
    if limit is not None and len(followed) >= limit:
        raise _too_many(limit)
    return Visit(position, path, followed)


def _too_many(limit: int) -> Unknown:
    return Unknown(f"there are more than {limit:,} positions.")


def count(
    start: Any, oracle: AnyOracle, limit: int | None = None, progress: Callable[[int], None] | None = None
) -> Census:
    """The totals, by visiting every position; `progress` is told how many have been visited."""
    positions = only_moves = 0
    for position, _, moves in walk(start, limit=limit):
        positions += 1
        if len(moves) > 1 and _has_only_move(position, oracle):
            only_moves += 1
        if progress:
            progress(positions)
    return Census(positions, only_moves)


def _has_only_move(position: Any, oracle: AnyOracle) -> bool:
    """Does exactly one move keep the result?"""
    seat, values = position.to_move, oracle.values_after(position)
    winner = max(values, key=lambda value: value.score(seat)).winner
    return sum(value.winner == winner for value in values) == 1


def strategy(
    start: Any, oracle: AnyOracle, winner: int, limit: int | None = None, progress: Callable[[int], None] | None = None
) -> Iterator[tuple[list[Any], Any]]:
    """For every position that can arise at the winner's turns: the moves that lead to it and the move to play."""

    def follow(position: Any) -> Sequence[Any]:
        moves: Sequence[Any] = position.moves()
        if position.to_move != winner or not moves:
            return moves
        scores = [value.score(winner) for value in oracle.values_after(position)]
        return (moves[scores.index(max(scores))],)

    for visited, (position, path, followed) in enumerate(walk(start, follow, limit), 1):
        if progress:
            progress(visited)
        if position.to_move == winner and followed:
            yield path, followed[0]
