"""The exact value of every position of Pyramid Challenge with limited tokens: a table over pairs of pyramids.

A *layer* holds all pyramids with the same number of cells. While nobody is stuck, the seat to move has `a` cells and
the other `a` or `a + 1`. For each such pair of layers there is a matrix of bytes: a row for each pyramid of the seat to
move, a column for each pyramid of the other seat. A byte is a score for the seat to move, the higher the better:

    255 - d   wins in d plies            128   a draw            d   loses in d plies

A move goes from row i of the matrix for (a, b) to column c of the matrix for (b, a + 1), where c is what i grows into:
the columns of that matrix, seen from the other side, are what a move is worth against every other pyramid at once.
Pairs that share more tokens than there are never come up in a game; their bytes mean nothing.

A seat that cannot place anything is stuck for good, so the rest is a puzzle for the other one alone.
"""

from __future__ import annotations

from typing import NamedTuple

from fathom.core.budget import UNLIMITED, Meter
from fathom.core.outcome import Seat, other
from fathom.core.value import DRAW, Census, Value, value_of
from fathom.errors import Unknown
from fathom.games.pyramid_challenge.rules import Cells, Options, Position, fitting, placeable
from fathom.games.pyramid_challenge.tokens.supply import can_be_completed

VERSION = 1

_MOST_PAIRS = 4_000_000_000

_DRAWN, _WON = 128, 255
#: A score of the next seat as the score of the one that moves there: a ply later, and the other way round.
_ONE_PLY_EARLIER = bytes(254 - s if s < _DRAWN else _DRAWN if s == _DRAWN else 256 - s for s in range(256))
_WHERE_ZERO = bytes([255]) + bytes(255)


class Layer(NamedTuple):
    """All pyramids with the same number of cells."""

    pyramids: list[Cells]
    numbers: dict[Cells, int]
    #: For each: what it can grow into, as the number placed and the index in the next layer.
    growth: list[list[tuple[int, int]]]
    #: By a number n and a count k: 255 for each pyramid that has n at most k times, as a big integer of bytes.
    at_most: dict[tuple[int, int], int]


class TokenTable:
    """The table, solved from the last pair of layers to the first."""

    def __init__(self, options: Options, layers: list[Layer], matrices: dict[tuple[int, int], bytes]) -> None:
        self.options = options
        self._layers = layers
        self._matrices = matrices

    @property
    def states(self) -> int:
        """The number of pairs in the table."""
        return sum(map(len, self._matrices.values()))

    def pack(self) -> bytes:
        return b"".join(self._matrices[pair] for pair in _pairs(self.options))

    def value(self, position: Position, meter: Meter = UNLIMITED) -> Value:
        options, own, foe, passed, seat, outcome = position
        if outcome:
            return value_of(outcome)
        if not placeable(options, own, foe):
            return Value(other(seat), 2 * (options.cells - len(foe))) if self._finishes(foe, own, meter) else DRAW
        if passed:  # so the other seat is stuck
            return Value(seat, 2 * (options.cells - len(own)) - 1) if self._finishes(own, foe, meter) else DRAW
        rows, columns = self._layers[len(own)], self._layers[len(foe)]
        at = rows.numbers[own] * len(columns.pyramids) + columns.numbers[foe]
        return _value(seat, self._matrices[len(own), len(foe)][at])

    def _finishes(self, cells: Cells, stuck: Cells, meter: Meter) -> bool:
        return can_be_completed(self.options, cells, stuck, meter)

    def values_after(self, position: Position, meter: Meter = UNLIMITED) -> list[Value]:
        return [self.value(position.after(move), meter) for move in position.moves()]

    def census(self, meter: Meter = UNLIMITED) -> Census | None:
        """None, as positions in which a seat is stuck are not in the table; `Unknown` if the others are too many."""
        limit = meter.budget.states
        if limit is not None and self._legal_pairs(meter) > limit:
            raise Unknown(f"there are more than {limit:,} positions.")
        return None

    def _legal_pairs(self, meter: Meter) -> int:
        """The pairs that share no more tokens than there are: each comes up, as its numbers can be placed in turn."""
        legal = 0
        for a, b in self._matrices:
            meter.look()
            columns, most = self._layers[b], self.options.copies
            everywhere = (1 << 8 * len(columns.pyramids)) - 1
            for cells in self._layers[a].pyramids:
                faced = everywhere
                for number in set(cells):
                    left = most - cells.count(number)
                    faced &= columns.at_most.get((number, left), everywhere)
                legal += faced.bit_count() // 8
        return legal


def _value(seat: Seat, score: int) -> Value:
    if score == _DRAWN:
        return DRAW
    return Value(seat, _WON - score) if score > _DRAWN else Value(other(seat), score)


def solve(options: Options, meter: Meter = UNLIMITED) -> TokenTable:
    """Solve every pair of pyramids; raises `Unknown` when the budget is spent."""
    layers = _layers(options, meter)
    states = sum(_size(layers, a, b) for a, b in _pairs(options))
    meter.expect(states, states // 1_000_000)
    sweep = _Sweep(options, layers, meter)
    for a, b in _pairs(options):
        sweep.solve(a, b)
    return TokenTable(options, layers, sweep.matrices)


def restore(options: Options, packed: bytes, meter: Meter = UNLIMITED) -> TokenTable:
    """The table from the bytes of `pack`; raises `ValueError` if they are not as many as there must be."""
    layers, matrices, start = _layers(options, meter), {}, 0
    for a, b in _pairs(options):
        size = _size(layers, a, b)
        matrices[a, b] = packed[start : start + size]
        start += size
    if start != len(packed):
        raise ValueError(f"pairs of pyramids with these options take {start:,} bytes, not {len(packed):,}")
    return TokenTable(options, layers, matrices)


def _pairs(options: Options) -> list[tuple[int, int]]:
    """The pairs of layers that meet while nobody is stuck, from the last to the first."""
    cells = options.cells
    return [(a, b) for a in reversed(range(cells)) for b in (a + 1, a) if b < cells]


def _size(layers: list[Layer], a: int, b: int) -> int:
    return len(layers[a].pyramids) * len(layers[b].pyramids)


def _layers(options: Options, meter: Meter) -> list[Layer]:
    """Every pyramid that the tokens allow, by its number of cells."""
    layers: list[Layer] = []
    pyramids: list[Cells] = [()]
    for filled in range(options.cells + 1):
        following: list[Cells] = []
        growth: list[list[tuple[int, int]]] = []
        for cells in pyramids:
            meter.look()
            numbers = [] if filled == options.cells else fitting(options, cells)
            open_ones = [number for number in numbers if cells.count(number) < options.copies]
            growth.append([(number, len(following) + i) for i, number in enumerate(open_ones)])
            following += [(*cells, number) for number in open_ones]
            meter.expect(len(following) ** 2)
            if len(following) ** 2 > _MOST_PAIRS:
                raise Unknown(f"{_MOST_PAIRS:,} pairs of pyramids are not enough to solve it.")
        layers.append(
            Layer(pyramids, {cells: i for i, cells in enumerate(pyramids)}, growth, _counts(options, pyramids))
        )
        pyramids = following
    return layers


def _counts(options: Options, pyramids: list[Cells]) -> dict[tuple[int, int], int]:
    at_most = {}
    for number in range(1, options.highest + 1):
        counts = bytes(cells.count(number) for cells in pyramids)
        for most in range(options.copies):
            is_within = bytes(255 if count <= most else 0 for count in range(256))
            at_most[number, most] = int.from_bytes(counts.translate(is_within), "little")
    return at_most


class _Sweep:
    """Solves one matrix after another; each needs those of longer pyramids."""

    def __init__(self, options: Options, layers: list[Layer], meter: Meter) -> None:
        self.options = options
        self.layers = layers
        self.meter = meter
        self.matrices: dict[tuple[int, int], bytes] = {}

    def solve(self, a: int, b: int) -> None:
        """The matrix for pairs in which the seat to move has `a` cells and the other one `b`."""
        rows, columns = self.layers[a], self.layers[b]
        width = len(columns.pyramids)
        wins_at_once = a + 1 == self.options.cells
        after = b"" if wins_at_once else self.matrices[b, a + 1].translate(_ONE_PLY_EARLIER)
        stride = len(self.layers[a + 1].pyramids)
        alone = self._finishing(b, a)
        won = int.from_bytes(bytes([_WON - 1]) * width, "little")
        lost_or_drawn = bytes([_DRAWN]) + bytes(254) + bytes([2 * (self.options.cells - b)])
        solved = []
        for i, cells in enumerate(rows.pyramids):
            best = bytes(width)
            for number, grown in rows.growth[i]:
                worth = won if wins_at_once else int.from_bytes(after[grown::stride], "little")
                worth &= columns.at_most[number, self.options.copies - 1 - cells.count(number)]
                scores = worth.to_bytes(width, "little")
                best = bytes(map(max, best, scores)) if any(best) else scores
            if 0 in best:
                stuck = alone[i :: len(rows.pyramids)].translate(lost_or_drawn)
                where = int.from_bytes(best.translate(_WHERE_ZERO), "little")
                merged = int.from_bytes(best, "little") | int.from_bytes(stuck, "little") & where
                best = merged.to_bytes(width, "little")
            solved.append(best)
            self.meter.tick(width)
        self.matrices[a, b] = b"".join(solved)

    def _finishing(self, b: int, a: int) -> bytes:
        """A row for each pyramid with `b` cells, a column for each with `a`: 255 if the first can be completed while
        the second is stuck and takes no more tokens."""
        frozen = self.layers[a]
        width, most = len(frozen.pyramids), self.options.copies - 1
        finishing = [int.from_bytes(b"\xff" * width, "little")] * len(self.layers[-1].pyramids)
        for layer in reversed(self.layers[b:-1]):
            found = []
            for cells, growth in zip(layer.pyramids, layer.growth, strict=True):
                self.meter.look()
                can_finish = 0
                for number, grown in growth:
                    can_finish |= frozen.at_most[number, most - cells.count(number)] & finishing[grown]
                found.append(can_finish)
            finishing = found
        return b"".join(row.to_bytes(width, "little") for row in finishing)
