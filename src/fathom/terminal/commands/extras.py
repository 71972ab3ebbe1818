"""The optional parts of Fathom: what each gives, which packages it needs, and how to add it.

A test compares the packages with `pyproject.toml`.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final, NamedTuple


class Extra(NamedTuple):
    """An optional part; `packages` are named as a package index names them."""

    name: str
    gives: str
    packages: tuple[str, ...]


EXTRAS: Final = (
    Extra(
        "web",
        "fathom serve",
        ("h11", "jinja2", "msgspec", "prometheus-client", "resvg-py", "segno", "starlette", "uvicorn", "websockets"),
    ),
    Extra("fast", "a faster server", ("httptools", "uvloop")),
    Extra("postgresql", "a store that several workers share", ("psycopg",)),
    Extra("scenario", "puzzle files in YAML", ("pyyaml",)),
    Extra("tables", "large tables, filled faster", ("numpy",)),
    Extra("gym", "environments for Gymnasium and PettingZoo", ("gymnasium", "numpy", "pettingzoo")),
    Extra("spiel", "games for OpenSpiel", ("open_spiel",)),
    Extra("mcp", "the games inside assistants", ("mcp",)),
    Extra("inspect", "tasks for Inspect AI", ("inspect-ai",)),
    Extra("parquet", "datasets as Parquet files", ("pyarrow",)),
    Extra("cluster", "arenas and grids on a Dask cluster", ("distributed",)),
)


def missing_packages(extra: Extra) -> list[str]:
    """The packages of an extra that are not installed; uvloop does not exist for Windows, and is not missing there."""
    from importlib.metadata import PackageNotFoundError, version

    missing = []
    for package in extra.packages:
        try:
            version(package)
        except PackageNotFoundError:
            if not (package == "uvloop" and sys.platform == "win32"):
                missing.append(package)
    return missing


def how_to_add(extra: str, prefix: str = sys.prefix) -> str:
    """The command that adds an extra to this installation."""
    wanted, parts = f"'fathom-games[{extra}]'", Path(prefix).parts
    if "pipx" in parts:
        return f"pipx install --force {wanted}"
    if {"uv", "tools"} <= set(parts):
        return f"uv tool install {wanted}"
    return f"{sys.executable} -m pip install {wanted}, or from a clone: pip install '.[{extra}]'"
