"""Pocket Addition in words, for readers who have only text."""

from __future__ import annotations

from fathom.core.game import PASS
from fathom.core.match import Match
from fathom.core.numerals import numbers_in
from fathom.games.pocket_addition.rules import Move, Position
from fathom.show.wording import Fact, Naming, Wording


def prose(position: Position) -> tuple[str, ...]:
    options = position.options
    highest, target = options.highest, options.target
    return (
        f"On the table lie the numbers 1 to {highest}, one of each. You and the other player pick them up in turn and "
        f"add what you hold. Land on {target} exactly and you win right there. You are never allowed to go over "
        f"{target}. If nothing on the table fits any more you have to pass, but you cannot pass just because you feel "
        "like it. When both of you pass one after the other it is over: more points win, and with equal points the one "
        "who picked up the last number does.",
        f"It is a race to {target}. Every number from 1 to {highest} can be picked by one player only, and it goes on "
        f"top of that player's sum. A number that would take the sum beyond {target} is off limits. Hitting {target} "
        "on the nose ends the game in your favour. Players who still have a number that fits must take one; the "
        "others pass. Two passes running stop the game, and the bigger sum takes it. Should the sums be the same, "
        "whoever took a number last is the winner.",
    )


def facts(match: Match[Position, Move], name: Naming) -> list[Fact]:
    found = [
        Fact(
            "pool",
            tuple(name(str(n)) for n in numbers_in(match.position.pool)),
            "Numbers not taken yet",
            in_order=False,
        )
    ]
    for seat, total in zip((1, 2), match.position.totals, strict=True):
        taken = tuple(name(str(ply.move)) for ply in match.plies if ply.seat == seat and ply.move != PASS)
        found += [
            Fact(f"player_{seat}", taken, f"Taken by player {seat}", in_order=False),
            Fact(f"total_{seat}", str(total), f"Total of player {seat}"),
        ]
    return found


def rename(text: str, name: Naming) -> str:
    return text if text == PASS else name(text)


WORDING: Wording[Position, Move] = Wording(
    prose,
    facts,
    "A move is the number to take, such as 9, or pass if nothing can be taken.",
    "numbers",
    lambda position: tuple(map(str, range(1, position.options.highest + 1))),
    rename,
    unseen={"highest": ("8", "9", "10"), "target": tuple(map(str, range(16, 31)))},
)
