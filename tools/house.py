"""Counts that keep the house in shape: `make lint` fails when one of them grows past its limit.

    python tools/house.py

What cannot be expressed as a type or as an import contract is counted here, in the source of the package.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent


class Limit(NamedTuple):
    """A pattern, where it is looked for, how many lines may have it, and what to do instead."""

    pattern: str
    where: str
    most: int
    instead: str
    apart_from: str = "^$"


LIMITS = (
    Limit(r"\bAny\b", "src/**/*.py", 40, "name the type"),
    Limit(r"(dict|Mapping)\[str, Any\]", "src/**/*.py", 5, "use a NamedTuple, a TypedDict or a msgspec Struct"),
    Limit(r"# type: ignore", "src/**/*.py", 0, "narrow the type, or cast where games of different types meet"),
    Limit(r"\.seats\s*(==|!=|<|>)|%\s*\S+\.seats", "src/**/*.py", 6, "ask the room for a capability", "/games/"),
    Limit(r"(?i)\banalys(e|ed|ing|er)\b", "src/**/*.*", 0, "spell it analyze"),
    Limit(r"(?i)\banalys(e|ed|ing|er)\b", "docs/**/*.md", 0, "spell it analyze"),
)
MOST_FILES_IN_A_ROOM = 12
TEXTS = {".py", ".js", ".css", ".html", ".md"}


def lines_with(limit: Limit, root: Path = ROOT) -> list[str]:
    """`src/fathom/core/game.py:12` for each line that has the pattern."""
    return [
        f"{path.relative_to(root)}:{number}"
        for path in sorted(root.glob(limit.where))
        if path.suffix in TEXTS and not re.search(limit.apart_from, path.as_posix())
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if re.search(limit.pattern, line)
    ]


def problems(root: Path = ROOT) -> Iterator[str]:
    """One sentence for each count that is too high."""
    for limit in LIMITS:
        found = lines_with(limit, root)
        if len(found) > limit.most:
            counted = f"{len(found)} lines in {limit.where} match {limit.pattern!r}, and {limit.most} may"
            yield f"{counted}: {limit.instead} ({', '.join(found[-3:])})."
    for room in sorted((root / "src/fathom/games").glob("*/")):
        files = [path for path in room.iterdir() if path.is_file()]
        if len(files) > MOST_FILES_IN_A_ROOM:
            counted = f"{len(files)} files at its top, and {MOST_FILES_IN_A_ROOM} may"
            yield f"{room.relative_to(root)} has {counted}: use folders."


def main() -> int:
    found = list(problems())
    print("\n".join(found), end="\n" if found else "")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
