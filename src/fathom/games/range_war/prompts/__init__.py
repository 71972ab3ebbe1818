"""Range War in words, for readers who have only text."""

from __future__ import annotations

from fathom.core.match import Match
from fathom.core.numerals import numbers_in
from fathom.games.range_war.rules import ANY, HIGHER, LOWER, Position
from fathom.show.wording import Fact, Naming, Wording


def prose(position: Position) -> tuple[str, ...]:
    options = position.options
    highest, reach = options.highest, options.reach
    is_free = options.second_move == "free"
    far = f" No jump may be longer than {reach}, counted from the last number." if reach else ""
    also = f", and never more than {reach} away from it" if reach else ""
    second = (
        "the player who goes second is free to go up or down"
        if is_free
        else "the player who goes second has to go down"
    )
    return (
        f"The two of you share one row of numbers, 1 up to {highest}, and take turns claiming one. Nobody can claim a "
        f"number twice. Player 1 starts wherever they like; then {second}, and from there on you zigzag: up, down, up, "
        f"down, always compared with the number claimed just before.{far} Sooner or later somebody has nowhere to go. "
        "That player has lost. You cannot sit out a turn while there is something you could claim.",
        f"Think of a tug of war along the numbers 1 to {highest}. Each turn uses up one number for good. If the last "
        f"claim was a step up, the next one has to be below it{also}; if it was a step down, the next one has to be "
        f"above it{also}. Player 1 opens with any number they like; after that, {second}. Whoever runs out "
        "of numbers that fit loses on the spot.",
    )


def facts(match: Match[Position, int], name: Naming) -> list[Fact]:
    position = match.position
    free = tuple(name(str(number)) for number in numbers_in(position.free))
    last = "none" if position.last is None else name(str(position.last))
    return [
        Fact("free", free, "Numbers not claimed yet", in_order=False),
        Fact("last", last, "Last number claimed"),
        Fact(
            "next",
            position.must_go,
            "The next number must be, compared with the last one",
            choices=(LOWER, HIGHER, ANY),
        ),
    ]


WORDING: Wording[Position, int] = Wording(
    prose,
    facts,
    "A move is the number to claim, such as 7.",
    "numbers",
    lambda position: tuple(map(str, range(1, position.options.highest + 1))),
    unseen={
        "highest": ("9", "10", "11", "12", "13"),
        "second_move": ("lower", "free"),
        "reach": ("4", "5", "6", "7", "8"),
    },
    has_few_shapes=lambda position: not position.options.is_limited,  # two counts decide everything
)
