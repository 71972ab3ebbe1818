"""Five levels of hints for any position, from the idea to the whole route.

    1  the idea               "Open a tile and come back through it."
    2  what to collect next   "Collect the dynamite on D1 next."
    3  which tile to open     "Open B2."
    4  the next move          "Go to D1, for 2 MP."
    5  the whole route        "D1:dynamite|C1|B1|clear:B2|B2|C4:key|B2|A1, for 12 MP in all."

Hint 1 says what all best routes have in common. Hints 2 to 5 follow the plainest of them (see `plain_route`).
"""

from __future__ import annotations

from fathom.core.budget import UNLIMITED, Meter
from fathom.core.words import enumerate_words
from fathom.games.pyramid_puzzle.board import PEAK
from fathom.games.pyramid_puzzle.rules import Move, Position
from fathom.games.pyramid_puzzle.scenario.route import item_on, write_walk
from fathom.games.pyramid_puzzle.solve.outlook import Outlook
from fathom.games.pyramid_puzzle.solve.plain_route import PlainRoute, Twists, find_plain_route
from fathom.games.pyramid_puzzle.solve.solution import Solution, solve_from
from fathom.show.text import HintLadder

RUNGS = 5


def hint(position: Position, rung: int, meter: Meter = UNLIMITED) -> str:
    """One hint, from 1 (the idea) to 5 (the whole route)."""
    if not 1 <= rung <= RUNGS:
        raise ValueError(f"hints are numbered 1 to {RUNGS}")
    return hints(position, meter=meter)[rung - 1]


def hints(position: Position, solution: Solution | None = None, meter: Meter = UNLIMITED) -> tuple[str, ...]:
    """All five; if the peak is out of reach, each one says so. Pass `solution` to avoid solving again."""
    if position.outcome:
        return (f"The walk is over: {position.outcome.reason}.",) * RUNGS
    solution = solution or solve_from(position, meter)
    if solution.routes is None:
        return (f"There is no way to the peak from here: {solution.reason}.",) * RUNGS
    plain = find_plain_route(position, solution.routes, meter)
    ahead = plain.outlook
    return (" ".join(ideas(plain)), _next_item(plain), _next_opening(ahead), _next_move(ahead), _whole_route(ahead))


# ------------------------------------------------------------------ ideas


def ideas(plain: PlainRoute) -> list[str]:
    """The ideas, the most surprising first: what every best route does, what pays off, and what to leave alone."""
    done = [*_twists(plain.twists), *_paying(plain), *_to_ignore(plain.outlook)]
    return done or ["Nothing clever is needed: no further item makes the way cheaper."]


def _twists(twists: Twists) -> list[str]:
    if twists.comes_back:
        return ["Open a tile and come back through it."]
    if twists.goes_outward_first:
        return ["Go out before you go in."]
    return ["Going in is not enough: every best route also moves outward."] if twists.goes_outward else []


def _paying(plain: PlainRoute) -> list[str]:
    """Items without which every route would cost more."""
    said, mp = [], plain.outlook.mp
    if plain.without_ladder is not None and plain.without_ladder > mp:
        said.append("The ladder pays off.")
    if plain.without_dynamite is None:
        said.append("Without dynamite there is no way.")
    elif plain.without_dynamite > mp:
        said.append("Dynamite pays off.")
    if not said and not plain.leaves_ladder and not plain.outlook.position.has_ladder:
        said.append("The ladder or dynamite pays off: one of them is enough.")
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


def _next_item(plain: PlainRoute) -> str:
    ahead = plain.outlook
    if not plain.wanted:
        return f"Nothing more needs collecting: go to {PEAK}."
    tile = plain.wanted[0]
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
