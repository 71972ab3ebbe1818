"""A game in words, for readers who have only text: rules as prose, a position as facts, and other names for numbers.

    wording = room.wording
    wording.prose(position)                    -> the rules in loose prose, in several versions
    wording.facts(match, name)                 -> [Fact("free", ("1", "2"), "Numbers not claimed yet"), ...]
    wording.rename("7L", name)                 -> "4L", if `name` calls the 7 a 4

A renaming is a bijection of the numbers onto themselves. It changes how numbers are written and nothing else: the rules
speak of the numbers, and what is read and answered is written in their names.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Generic, NamedTuple

from fathom.core.game import AnyPosition, M, Move, P

if TYPE_CHECKING:
    from fathom.core.match import Match

#: The name under which a number is written.
Naming = Callable[[str], str]


class Fact(NamedTuple):
    """One thing to know of a position: a name for programs, a text or several, and a label for people."""

    name: str
    value: str | tuple[str, ...]
    label: str
    #: Does the order of several texts matter?
    in_order: bool = True
    #: The texts that it may have, if they are few.
    choices: tuple[str, ...] = ()
    #: Does it change in play? What was laid out before the first move is told, but never asked for.
    changes: bool = True


class Wording(NamedTuple, Generic[P, M]):
    """A game in words. Rules and names depend on the options of a position alone."""

    #: The rules in loose prose, each time in other words. It takes any position of the game.
    prose: Callable[[P], tuple[str, ...]]
    #: What is to be known of a position, apart from whose turn it is.
    facts: Callable[[Match[P, M], Naming], list[Fact]]
    #: How a move is written, as a sentence.
    spelling: str
    #: What is renamed, in the plural: `numbers`. Empty if the game has no such names.
    noun: str = ""
    #: The names in their order, in the game with this position.
    names: Callable[[P], tuple[str, ...]] = lambda _: ()
    #: The text of a move with its number renamed.
    rename: Callable[[str, Naming], str] = lambda text, name: name(text)
    #: Values of options to draw from for games that nobody has seen.
    unseen: Mapping[str, tuple[str, ...]] = {}
    #: Are there so few shapes of positions that a model cannot be kept from meeting them all?
    has_few_shapes: Callable[[P], bool] = lambda _: False


#: Of any game, for code that treats all games alike.
AnyWording = Wording[AnyPosition, Move]


def same_name(text: str) -> str:
    """The naming that changes nothing."""
    return text
