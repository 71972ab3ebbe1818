"""What must never happen to a move."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

Kind: TypeAlias = Literal[
    "lost",  # acknowledged but not in the store, or owed to a client and never delivered
    "duplicated",  # one key applied twice, one event shown twice on a connection, one request answered twice
    "out-of-order",  # a gap or disorder of sequence numbers, in the store or on a connection
    "out-of-turn",  # a move by the seat that was not to move, or after the end
    "illegal",  # a move that the rules forbid
    "phantom",  # shown to a client but not in the store, or in the store but sent by nobody
    "rejected-but-applied",  # refused for good, but in the store
]


class Violation(NamedTuple):
    """One thing that went wrong, in one sentence."""

    kind: Kind
    match: str
    sequence: int | None
    key: str | None
    what: str

    def __str__(self) -> str:
        sequence = "" if self.sequence is None else f", sequence {self.sequence}"
        key = "" if self.key is None else f", key {self.key}"
        return f"{self.kind}: match {self.match}{sequence}{key}: {self.what}."
