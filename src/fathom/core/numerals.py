"""Numbers as text and sets of small numbers as bits.

A set is a mask in which bit n stands for the number n:

    bit      5 4 3 2 1 0
    mask     1 0 1 0 1 0   =  the numbers {1, 3, 5}
"""

from __future__ import annotations

from collections.abc import Sequence

from fathom.core.words import quoted
from fathom.errors import UnreadableMove

_DIGITS = frozenset("0123456789")
_LONGEST_NUMBER = 9
_REMEMBERED = 1 << 12
#: The numbers that players type, as they are usually spelled.
_SMALL = {str(number): number for number in range(100)}


def read_number(text: str) -> int | None:
    """The number that `text` spells in ASCII digits, or None.

    `int` alone is too generous: it reads '٣', '1_000', '+4' and ' 4'.
    """
    if 0 < len(text) <= _LONGEST_NUMBER and _DIGITS.issuperset(text):
        return int(text)
    return None


def read_number_move(text: str) -> int:
    """The number that a player typed as a move."""
    number = _SMALL.get(text)
    if number is None:
        number = read_number(text.strip())
    if number is None:
        raise UnreadableMove(f"{quoted(text)} is not a number.")
    return number


class _NumberSets(dict[int, tuple[int, ...]]):
    """mask -> its numbers in rising order; small masks are cached."""

    def __missing__(self, mask: int) -> tuple[int, ...]:
        numbers = tuple(n for n, bit in enumerate(reversed(f"{mask:b}")) if bit == "1")
        if mask < _REMEMBERED:
            self[mask] = numbers
        return numbers


#: numbers_in(0b101010) == (1, 3, 5)
numbers_in = _NumberSets().__getitem__


def mask_of(low: int, high: int) -> int:
    """The mask of low..high: `mask_of(1, 3) == 0b1110`."""
    return (1 << high + 1) - (1 << low)


def listing(numbers: Sequence[int], *, joiner: str = ", ", longest: int = 30) -> str:
    """Numbers for people: all of them if few, runs such as `2-5` if many, "None" if there are none."""
    if not numbers:
        return "None"
    if len(numbers) <= longest:
        return joiner.join(map(str, numbers))
    runs: list[list[int]] = []
    for n in numbers:
        if runs and n == runs[-1][1] + 1:
            runs[-1][1] = n
        else:
            runs.append([n, n])
    shown = [f"{first}-{last}" if last > first else f"{first}" for first, last in runs]
    more = len(shown) - longest
    if more > 0:
        shown[longest:] = [f"and {more} more run{'s' * (more > 1)}"]
    return joiner.join(shown)
