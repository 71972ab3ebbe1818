"""The panel: three solvers of growing foresight. Which of them find a best route says how hard a puzzle is.

A *decision* is what to go for next: a thing to collect, a blocked tile to open, or the peak. Between two decisions a
solver takes the cheapest way, so a whole route is a handful of decisions. The first one includes where to start.

    greedy   goes for the nearest thing, and once it holds the key, for the peak (see `greedy`)
    two      tries out every two next decisions exactly, and judges the rest by eye
    four     tries out every four next decisions exactly, and judges the rest by eye

*By eye* is what the rest would cost if no tile were blocked: never too much, and too little where walls are in the
way. A solver that looks ahead takes the first decision of the plan that looks cheapest in all, and then plans again.

All three are lucky: where several plans look equally good, they take the right one. So a solver that does not find a
best route would never find one.
"""

from __future__ import annotations

from typing import Literal

from fathom.games.pyramid_puzzle.solve.bitboard import Bitboard, Mode, ThingSets
from fathom.games.pyramid_puzzle.solve.eye import Eye
from fathom.games.pyramid_puzzle.solve.routes import PEAK_NUMBER, BestRoutes, Node
from fathom.games.pyramid_puzzle.solve.search import Layer, RouteSearch, starting_layer

Solver = Literal["greedy", "two", "four"]
#: How many decisions the solvers that look ahead try out.
FORESIGHT: dict[Solver, int] = {"two": 2, "four": 4}


def finds(board: Bitboard, things: ThingSets, routes: BestRoutes, depth: int) -> bool:
    """Does a solver that looks this many decisions ahead find a best route?"""
    return _LookAhead(board, things, routes, depth).finds_from(None)


class _LookAhead:
    """A solver that looks ahead, followed along the best routes: it finds one if it never prefers to leave them."""

    def __init__(self, board: Bitboard, things: ThingSets, routes: BestRoutes, depth: int) -> None:
        self._board = board
        self._things = things
        self._routes = routes
        self._depth = depth
        self._eye = Eye(board, things)
        self._known: dict[Node, bool] = {}

    def finds_from(self, node: Node | None) -> bool:
        """Does it go on to the peak for the least MP from this state of a best route? None is before the start."""
        if node is None:
            return any(self._prefers(None, following) for following in self._routes.decisions_after(None))
        if node not in self._known:
            self._known[node] = node.tile == PEAK_NUMBER or any(
                self._prefers(node, following) for following in self._routes.decisions_after(node)
            )
        return self._known[node]

    def _prefers(self, node: Node | None, following: Node) -> bool:
        """Does no plan look cheaper than this decision, and does it find the rest of the way as well?"""
        looks = following.cost - (node.cost if node else 0)
        if following.tile != PEAK_NUMBER:
            # By eye is never too much, so no plan from here looks worse than the best route is.
            looks += self._look(following, self._depth - 1, self._routes.cost - following.cost)
        return self._look(node, self._depth, looks) == looks and self.finds_from(following)

    def _look(self, node: Node | None, depth: int, most: int) -> int:
        """What the rest seems to cost with the best plan of that many decisions, or `most` if that is less."""
        if node is None:
            start, deepest = starting_layer(self._board, self._things), depth
        else:
            start, deepest = {node.mode: 1 << node.tile}, node.mode.bit_count() + depth
        return _PlanSearch(self._board, self._things, self._eye, deepest, most).run(start).best


class _PlanSearch(RouteSearch):
    """Every plan of a few decisions, as long as it may look cheaper than `best`; a mode has a bit for each decision."""

    def __init__(self, board: Bitboard, things: ThingSets, eye: Eye, deepest: int, most: int) -> None:
        super().__init__(board, things)
        self._eye = eye
        self._deepest = deepest
        self.best = most

    def run(self, start: Layer) -> _PlanSearch:
        super().run(start)
        return self

    def _enter(self, mode: Mode, before: Mode | None) -> None:
        """No mode dominates another here: one with more in hand has fewer decisions left."""
        super()._enter(mode, None)

    def _is_end(self, layer: Layer) -> bool:
        return False

    def _keep_new(self, reached: Layer) -> Layer:
        """The new states from which a plan can go on and may still look cheaper than the best."""
        spent = len(self.layers)
        layer = {}
        for mode, tiles in super()._keep_new(reached).items():
            if tiles & 1:
                self.best = min(self.best, spent)
            if mode.bit_count() >= self._deepest:  # the plan ends here
                while tiles & self._eye.tiles_within(mode, self.best - spent - 1):
                    self.best -= 1
                continue
            tiles &= self._eye.tiles_within(mode, self.best - spent - 1) & ~1
            if tiles:
                layer[mode] = tiles
        return layer
