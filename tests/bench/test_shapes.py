"""Shapes: equal exactly where the trees of choices are equal."""

from __future__ import annotations

from itertools import islice

from fathom import games
from fathom.bench.shapes import Shapes
from fathom.core.match import Match
from fathom.solver.walk import walk


def tree(position):
    """The whole tree of choices without any name, as nested sorted tuples."""
    if position.outcome:
        return "end"
    mover = position.to_move
    below = []
    for move in position.moves():
        after = position.after(move)
        if after.outcome:
            below.append((0, {None: "drawn", mover: "won"}.get(after.outcome.winner, "lost")))
        else:
            below.append((1, tree(after)))
    return tuple(sorted(below, key=repr))


def test_digests_are_equal_exactly_where_trees_are_also_across_options():
    seen: dict[str, object] = {}
    trees: dict[object, str] = {}
    for code in ("range-war,highest=6", "range-war,highest=6,second_move=free", "pocket-addition,highest=5,target=7"):
        match = games.read_code(code)
        shapes = Shapes(match.game)
        for position, _, _ in islice(walk(match.position), 400):
            if not position.outcome:
                digest, whole = shapes.digest(position), tree(position)
                assert seen.setdefault(digest, whole) == whole
                assert trees.setdefault(whole, digest) == digest
    assert len(seen) > 40


def test_a_shape_does_not_depend_on_who_is_to_move():
    """In Pocket Addition passes let either seat come to the same choices."""
    match = Match(games.game("pocket-addition"))
    by_shape: dict[str, set[int]] = {}
    shapes = Shapes(match.game)
    for position, _, _ in islice(walk(match.position), 3000):
        if not position.outcome:
            by_shape.setdefault(shapes.digest(position), set()).add(position.to_move)
    assert {1, 2} in by_shape.values()
