"""A whole game as a graph: its kinds of positions (see `fathom.analysis.filing`), and how many positions each has.

    graph = graph_of(game, start)
    graph.kinds[-1]                  the kind of the start; every kind comes after those that follow it
    graph.counts[7]                  how many positions are of kind 7; None in place of `counts` if there are too many

Kinds decide everything that is a chance or a mean over plays. What is a count of positions also needs to know how many
positions a kind stands for. So the positions are visited one by one, unless the room can count them by shape.
"""

from __future__ import annotations

from typing import NamedTuple

from fathom import games
from fathom.analysis.filing import Filing
from fathom.core.budget import UNLIMITED, Meter
from fathom.core.game import AnyGame, AnyPosition
from fathom.core.kinds import Kind
from fathom.core.outcome import Ending
from fathom.core.value import Census
from fathom.errors import Unknown
from fathom.solver.walk import walk


class Graph(NamedTuple):
    """Kinds of positions, and how many positions there are of each."""

    kinds: list[Kind]
    #: By the number of the kind; None if the positions were not counted.
    counts: list[int] | None
    #: The ways of ending that were seen: all that can occur if the positions were counted.
    endings: frozenset[Ending]
    #: Why the positions were not counted.
    not_counted: str | None = None


def graph_of(game: AnyGame, start: AnyPosition, meter: Meter = UNLIMITED, census: Census | None = None) -> Graph:
    """The graph of a game from a position on.

    Raises `Unknown` if there are too many kinds. If there are only too many positions, they are not counted; a census
    tells before they are visited.
    """
    room, limit = games.room(game.name), meter.budget.states
    whole = room.whole(start.options, None, meter) if start == game.start(start.options) else None
    if whole:
        return Graph(whole.kinds, whole.count_positions(), whole.find_endings())
    filing = Filing.by_rules(room.shape, None, meter)
    filing.file_all(start)
    endings = frozenset(filing.endings)
    shapes = room.count_shapes(start.options, meter) if start == game.start(start.options) else None
    if shapes:
        return Graph(filing.kinds, filing.count_kinds(shapes), endings)
    if census and limit is not None and census.positions > limit:
        return Graph(filing.kinds, None, endings, f"there are more than {limit:,} positions.")
    counts = [0] * len(filing.kinds)
    meter.recount()
    try:
        for position, _, _ in walk(start, meter=meter):
            counts[filing.kind_of(position)] += 1
    except Unknown as unknown:
        return Graph(filing.kinds, None, frozenset(filing.endings), str(unknown))
    return Graph(filing.kinds, counts, frozenset(filing.endings))
