"""The positions of Digit Dilemma before its last two moves, many at a time: as bytes, and as the digits of integers.

Before the last move only two numbers matter: with how many digits seat 2 can finish, and how many of them beat the
complete number of seat 1. Complete boards have a *rank*, the best first. For one board of seat 2, a byte for each
complete board of seat 1, in the order of the ranks, holds both numbers, and one addition counts a digit on all boards
at once:

    last = LastMoves(options, boards, kinds, marks_wins=True, meter=meter)
    last.rows[rank][j]             -> a code: the place of a kind in `last.kinds`; 0 where the boards share a digit

Before the last but one move, `tallies` says for each board of seat 1 how many of its moves lead to each of these kinds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from struct import Struct

from fathom.core.budget import Meter
from fathom.core.kinds import Kinds
from fathom.games.digit_dilemma.rules import Options
from fathom.games.digit_dilemma.whole.boards import Filled, standing_of

_NO_KIND = -1
_BYTE = 255
#: The lower half of a byte counts the digits that win, the upper half all that finish.
_HALF = 4


class LastMoves:
    """Every pair of a complete board of seat 1 and a board of seat 2 with one empty place."""

    def __init__(
        self, options: Options, boards: Sequence[Sequence[Filled]], kinds: Kinds, *, marks_wins: bool, meter: Meter
    ) -> None:
        self._complete, self._almost = boards[-1], boards[-2]
        self._filing = kinds
        self._marks_wins = marks_wins
        self._meter = meter
        self._first, self._second = kinds.end(1), kinds.end(2)
        standing = [standing_of(options, filled.board) for filled in self._complete]
        in_order = sorted(range(len(standing)), key=standing.__getitem__)
        self._multiples = sum(short == 0 for short, _ in standing)
        #: Of each complete board.
        self.ranks = [0] * len(standing)
        for rank, i in enumerate(in_order):
            self.ranks[i] = rank
        #: For each digit, a 1 for each rank whose board does not have it.
        self._without = [
            int.from_bytes(bytes([~self._complete[i].used >> digit & 1 for i in in_order]), "little")
            for digit in range(options.base)
        ]
        #: By code.
        self.kinds = [_NO_KIND, self._first]
        self._codes = bytearray(_BYTE + 1)
        self._tables: tuple[bytes, bytes] = bytes([0]) + bytes([1]) * _BYTE, bytes(self._codes)
        columns = [self._column(filled) for filled in self._almost]
        side_by_side, size = b"".join(columns), len(self._complete)
        self.rows = [side_by_side[rank::size] for rank in range(size)]

    def count_pairs(self) -> list[int]:
        """How many pairs of boards have each code."""
        return [sum([row.count(code) for row in self.rows]) for code in range(len(self.kinds))]

    def count_ends(self) -> tuple[int, int]:
        """How many finished games are won by each seat with the last move.

        Seat 2 can have got its last digit on any of its places.
        """
        slots, ways, pairs = len(self._complete[0].board), [0, 0], self.count_pairs()
        for score, code in enumerate(self._codes):
            wins, moves = score & _BYTE >> _HALF, score >> _HALF
            if code:
                ways[0] += pairs[code] * (moves - wins)
                ways[1] += pairs[code] * wins
        return ways[0] // slots, ways[1] // slots

    def tallies(self, most_moves: int) -> Iterator[tuple[bytes, ...]]:
        """For each board of seat 1 with one empty place, and each of seat 2: how many moves lead to each kind.

        A tally is the number of moves to each kind, in a few bits each. It is empty where the boards share a digit.
        """
        bits = most_moves.bit_length()
        width = (bits * len(self.kinds) + 7) // 8
        ones = [(1 << bits * code if code else 0).to_bytes(width, "little") for code in range(len(self.kinds))]
        counted = [int.from_bytes(b"".join(map(ones.__getitem__, row)), "little") for row in self.rows]
        row = Struct(f"{width}s" * len(self._almost))
        for filled in self._almost:
            self._meter.tick(len(self._almost))
            added = sum([counted[self.ranks[number]] for _, _, number in filled.following])
            yield row.unpack(added.to_bytes(row.size, "little"))

    def _column(self, filled: Filled) -> bytes:
        """The code for each complete board, by rank, facing one board of seat 2."""
        self._meter.tick(len(self._complete))
        without, size = self._without, len(self._complete)
        scores, facing = 0, (1 << 8 * size) - 1
        for digit, mask in enumerate(without):
            if filled.used >> digit & 1:
                facing &= mask * _BYTE
        for bit, _, number in filled.following:
            mask, better = without[bit.bit_length() - 1], 8 * (self.ranks[number] + 1)
            scores += (mask << _HALF) + (mask >> better << better)
        data = (scores & facing).to_bytes(size, "little")
        multiples, compared = data[: self._multiples], data[self._multiples :]
        for score in set(compared):
            if score and not self._codes[score]:
                self._add_kind(score)
        return multiples.translate(self._tables[0]) + compared.translate(self._tables[1])

    def _add_kind(self, score: int) -> None:
        wins, moves = score & _BYTE >> _HALF, score >> _HALF
        ends = sorted([(self._second, int(self._marks_wins))] * wins + [(self._first, 0)] * (moves - wins))
        kind = self._filing.file(2, tuple([end for end, _ in ends]), tuple([mark for _, mark in ends]))
        self._codes[score] = len(self.kinds)
        self.kinds.append(kind)
        self._tables = self._tables[0], bytes(self._codes)
