"""Rows as a Parquet file; needs the extra `parquet`. A few thousand rows at a time are in memory."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Final

import pyarrow
from pyarrow.parquet import ParquetWriter

from fathom.adapters.dataset.columns import Column

_ROWS_AT_ONCE: Final = 16_384


def write_parquet(path: Path, columns: Sequence[Column], rows: Iterable[Mapping[str, object]]) -> int:
    """Write rows to a file, and return how many there were."""
    schema = pyarrow.schema([(column.name, _type_of(column)) for column in columns])
    left, written = iter(rows), 0
    with ParquetWriter(path, schema, compression="zstd") as writer:
        while part := list(islice(left, _ROWS_AT_ONCE)):
            writer.write_table(pyarrow.Table.from_pylist(part, schema=schema))
            written += len(part)
    return written


def _type_of(column: Column) -> pyarrow.DataType:
    if column.of:
        inner = pyarrow.struct([(each.name, _type_of(each)) for each in column.of])
    else:
        inner = {
            "string": pyarrow.string(),
            "int8": pyarrow.int8(),
            "int16": pyarrow.int16(),
            "int32": pyarrow.int32(),
            "bool": pyarrow.bool_(),
        }[column.scalar or "string"]
    return pyarrow.list_(inner) if column.is_list else inner
