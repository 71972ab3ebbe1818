"""The public interface as text: every promised name with its signature.

    python -m tests.library.listing > tests/library/public_api.txt

What is listed follows semantic versioning: a line that changes or goes is a new major version, a line that is added a
minor one.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator
from types import ModuleType

import fathom
from fathom import errors, puzzles


def listing() -> str:
    """One line for each name, in alphabetical order."""
    lines = [*_lines("fathom", fathom, fathom.__all__), *_lines("fathom.puzzles", puzzles, puzzles.__all__)]
    kinds = [name for name, value in vars(errors).items() if _is_error(value)]
    lines += [f"fathom.errors.{name}({_base(name)}) code={getattr(errors, name).code!r}" for name in kinds]
    return "\n".join(sorted(lines)) + "\n"


def _is_error(value: object) -> bool:
    return isinstance(value, type) and issubclass(value, errors.FathomError)


def _base(name: str) -> str:
    return str(getattr(errors, name).__base__.__name__)


def _lines(prefix: str, module: ModuleType, names: list[str]) -> Iterator[str]:
    for name in names:
        value = getattr(module, name)
        if inspect.ismodule(value):
            yield f"{prefix}.{name}: module"
        elif inspect.isclass(value):
            yield f"{prefix}.{name}{_signature(value)}"
            yield from _members(f"{prefix}.{name}", value)
        elif inspect.isfunction(value):
            yield f"{prefix}.{name}{_signature(value)}"
        else:
            yield f"{prefix}.{name}: {type(value).__name__}"


def _members(prefix: str, kind: type) -> Iterator[str]:
    """Public methods and properties, inherited ones too; of the standard library's classes nothing."""
    for name, value in inspect.getmembers(kind):
        owner = next(base for base in kind.__mro__ if name in vars(base))
        if name.startswith("_") or not owner.__module__.startswith("fathom"):
            continue
        if inspect.isfunction(value):
            yield f"{prefix}.{name}{_signature(value)}"
        else:
            yield f"{prefix}.{name}"


def _signature(value: Callable[..., object]) -> str:
    """`(move: str | M, seat: Seat | None = None) -> Ply[P, M]`, as it is written in the source."""
    written = re.sub(r"ForwardRef\('([^']*)'\)", r"\1", str(inspect.signature(value)))
    return re.sub(r"((?:: |-> ))'([^']*)'", r"\1\2", written)


if __name__ == "__main__":
    print(listing(), end="")
