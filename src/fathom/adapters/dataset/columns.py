"""The columns of data sets: described once, for the card of a folder and for the schema of a Parquet file.

POSITIONS                                 what `fathom dataset` writes of a position
describe_features(POSITIONS)              -> lines of YAML, as `datasets` reads them
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, Literal, NamedTuple

Scalar = Literal["string", "int8", "int16", "int32", "bool"]


class Column(NamedTuple):
    """A column: of scalars, of lists of them, or (with `of`) of objects or of lists of objects."""

    name: str
    scalar: Scalar | None = None
    of: tuple[Column, ...] = ()
    is_list: bool = False


_WINNER: Final = Column("winner", "int8")
_PLIES: Final = Column("plies", "int16")

#: As `fathom.solver.lines.PositionDict` has them.
POSITIONS: Final = (
    Column("code", "string"),
    Column("to_move", "int8"),
    Column("value", of=(_WINNER, _PLIES)),
    Column("moves", of=(Column("move", "string"), _WINNER, _PLIES), is_list=True),
    Column("best", "string", is_list=True),
)

#: As `fathom.bench.curriculum.CurriculumDict` has them.
CURRICULUM: Final = (
    Column("stage", "int16"),
    Column("split", "string"),
    Column("code", "string"),
    Column("prompt", "string"),
    Column("depth", "int16"),
    Column("only", "bool"),
    Column("legal", "int16"),
    Column("keeping", "string", is_list=True),
    Column("group", "string"),
    Column("seed", "int32"),
)


def describe_features(columns: Sequence[Column], indent: str = "  ") -> Iterator[str]:
    """The lines of a card that tell the type of every column."""
    for column in columns:
        yield f"{indent}- name: {column.name}"
        if column.of:
            yield f"{indent}  {'list' if column.is_list else 'struct'}:"
            yield from describe_features(column.of, f"{indent}  ")
        else:
            yield f"{indent}  {'list' if column.is_list else 'dtype'}: {column.scalar}"
