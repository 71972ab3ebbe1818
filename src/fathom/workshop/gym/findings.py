"""What was found in an environment, in types and in words."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple, TypedDict

from fathom.core.outcome import Seat
from fathom.workshop.row import Row

Seeds = Literal["fixed", "obeyed", "ignored", "refused"]

#: The faults, and what they mean.
FAULTS: Final = {
    "dead_end": ("Dead ends", "Positions that are not over and offer no move."),
    "refused": ("Moves offered but refused", "Moves of valid_moves() that raise, or that step() punishes as illegal."),
    "first_move_wins": ("Wins on the first move", "First moves that win at once."),
    "broken": ("Broken positions", "Positions in which valid_moves() raises."),
}

_SEEDS: Final = {
    "fixed": "the start is always the same",
    "obeyed": "the same seed gives the same start",
    "ignored": "ignored: the same seed gives different starts",
    "refused": "refused: reset takes no seed",
}


class GymDict(TypedDict):
    """What `fathom audit --gym FILE --json` prints."""

    file: str
    positions: int
    is_whole: bool
    stopped: str | None
    winner: Seat | None
    plies: int | None
    longest: int
    seeds: Seeds
    is_random: bool
    faults: dict[str, int]
    examples: dict[str, list[str]]
    not_contained: str | None


class Findings(NamedTuple):
    """What was found, or if not `is_whole` only so far: then nobody knows who wins. The winner None is nobody."""

    file: str
    positions: int
    is_whole: bool
    winner: Seat | None
    plies: int | None
    longest: int
    seeds: Seeds
    is_random: bool
    #: How often each fault was found, by its name in `FAULTS`, and the first few examples.
    faults: dict[str, int]
    examples: dict[str, list[str]]
    #: Why it could not be kept off the network, if so.
    not_contained: str | None
    #: Why the exploration ended early, as a sentence, if so.
    stopped: str = ""

    def as_dict(self) -> GymDict:
        return {
            "file": self.file,
            "positions": self.positions,
            "is_whole": self.is_whole,
            "stopped": self.stopped or None,
            "winner": self.winner,
            "plies": self.plies,
            "longest": self.longest,
            "seeds": self.seeds,
            "is_random": self.is_random,
            "faults": {fault: self.faults.get(fault, 0) for fault in FAULTS},
            "examples": self.examples,
            "not_contained": self.not_contained,
        }

    @property
    def rows(self) -> tuple[Row, ...]:
        """Every finding with what it means."""
        extent = "all" if self.is_whole else "there may be more"
        faults = [Row(name, self._count(fault), meaning) for fault, (name, meaning) in FAULTS.items()]
        return (
            Row("Positions", f"{self.positions:,} ({extent})", "Positions that were explored."),
            Row("Perfect play", self._result(), "Who can force a win from the start."),
            Row(
                "Depth",
                f"{self.longest:,} plies{self._so_far}",
                "The most moves on the shortest way to a position.",
            ),
            *faults,
            Row("Seeds", _SEEDS[self.seeds], "What reset(seed=...) does, tried twice with three seeds."),
            Row(
                "Chance in moves",
                "yes: the values hold for the outcomes seen" if self.is_random else "none seen",
                "Whether the same move from the same position led to different positions.",
            ),
        )

    def _count(self, fault: str) -> str:
        shown = "; ".join(self.examples.get(fault, ()))
        return f"{self.faults.get(fault, 0):,}{self._so_far}{' (' if shown else ''}{shown}{')' if shown else ''}"

    @property
    def _so_far(self) -> str:
        return "" if self.is_whole else " so far"

    def _result(self) -> str:
        if not self.is_whole:
            return "unknown"
        if self.winner is None:
            return "nobody can force a win"
        return f"seat {self.winner} wins in {'1 ply' if self.plies == 1 else f'{self.plies} plies'}"
