"""Five levels of hints for any position, from the idea to the whole route.

    1  the idea               "Open a tile and come back through it."
    2  what to collect next   "Collect the dynamite on D1 next."
    3  which tile to open     "Open B2."
    4  the next move          "Go to D1, for 2 MP."
    5  the whole route        "D1:dynamite|C1|B1|clear:B2|B2|C4:key|B2|A1, for 12 MP in all."

Hints 2 to 5 follow the first best route in the order of the pyramid. Hint 1 says what that route does, or what all of
them have in common.
"""

from __future__ import annotations

from fathom.core.words import enumerate_words
from fathom.games.pyramid_puzzle.board import PEAK
from fathom.games.pyramid_puzzle.route import item_on, write_walk
from fathom.games.pyramid_puzzle.rules import Move, Position
from fathom.games.pyramid_puzzle.solve.outlook import Outlook, outlook
from fathom.games.pyramid_puzzle.solve.solution import Solution, least_mp_from, solve_from
from fathom.show.text import HintLadder

RUNGS = 5


def hint(position: Position, rung: int) -> str:
    """One hint, from 1 (the idea) to 5 (the whole route)."""
    if not 1 <= rung <= RUNGS:
        raise ValueError(f"hints are numbered 1 to {RUNGS}")
    return hints(position)[rung - 1]


def hints(position: Position, solution: Solution | None = None) -> tuple[str, ...]:
    """All five; if the peak is out of reach, each one says so. Pass `solution` to avoid solving again."""
    if position.outcome:
        return (f"The walk is over: {position.outcome.reason}.",) * RUNGS
    solution = solution or solve_from(position)
    ahead = outlook(position, solution)
    if ahead is None:
        return (f"There is no way to the peak from here: {solution.reason}.",) * RUNGS
    return (" ".join(ideas(ahead)), _next_item(ahead), _next_opening(ahead), _next_move(ahead), _whole_route(ahead))


# ------------------------------------------------------------------ ideas


def ideas(ahead: Outlook) -> list[str]:
    """The ideas, the most surprising first: what the route does, then what pays off, then what to leave alone."""
    done = [*_twists(ahead), *_paying(ahead), *_to_ignore(ahead)]
    return done or ["Nothing clever is needed: no further item makes the way cheaper."]


def _twists(ahead: Outlook) -> list[str]:
    if ahead.comes_back_through:
        return ["Open a tile and come back through it."]
    return ["Go out before you go in: a move outward is part of it."] if ahead.outward else []


def _paying(ahead: Outlook) -> list[str]:
    """Items without which every route would cost more."""
    position, said = ahead.position, []
    if not position.has_ladder and least_mp_from(position, no_ladder=True) != ahead.mp:
        said.append("The ladder pays off.")
    if ahead.opens:
        without = least_mp_from(position, no_dynamite=True)
        if without is None:
            said.append("Without dynamite there is no way.")
        elif without > ahead.mp:
            said.append("Dynamite pays off.")
    return said


def _to_ignore(ahead: Outlook) -> list[str]:
    """Items that no best route collects."""
    layout, taken = ahead.position.options.layout, ahead.position.taken
    sticks = [tile for tile in layout.dynamite if tile not in taken]
    left = [tile for tile in sticks if tile not in ahead.tiles]
    said = []
    if layout.ladder and layout.ladder not in taken | ahead.tiles:
        said.append("Ignore the ladder.")
    if left:
        said.append(f"Ignore the {'dynamite' if left == sticks else f'dynamite on {enumerate_words(left)}'}.")
    return said


# ------------------------------------------------------------------ steps


def _next_item(ahead: Outlook) -> str:
    if not ahead.collects:
        return f"Nothing more needs collecting: go to {PEAK}."
    tile = ahead.collects[0]
    item = item_on(ahead.position.options, tile)
    if ahead.position.tile is None and tile == ahead.route[0]:
        return f"Collect the {item} on {tile} first: start there."
    return f"Collect the {item} on {tile} next."


def _next_opening(ahead: Outlook) -> str:
    if not ahead.opens:
        return "No tile needs opening from here."
    return f"Open {enumerate_words(ahead.opens)}."


def _next_move(ahead: Outlook) -> str:
    tile, position = ahead.ahead[0], ahead.position
    if position.tile is None:
        return f"Start on {tile}."
    opening = ", opening it" if tile in position.still_blocked else ""
    return f"Go to {tile}{opening}, for {position.after(Move(tile)).mp - position.mp} MP."


def _whole_route(ahead: Outlook) -> str:
    return f"{write_walk(ahead.position, list(ahead.route))}, for {ahead.position.mp + ahead.mp} MP in all."


LADDER = HintLadder(RUNGS, hint)
