"""Routes in the notation of the published scenarios: how to read, write and check them.

    E1|D1:dynamite|C1|B1|clear:B2|B2|C4:key|B2|A1

`TILE` walks to a tile and collects what is there. `TILE:item` says what that is (and walks there unless the walker is
there already); `clear:TILE` spends a stick on a blocked tile anywhere. Upper and lower case and spaces are fine.
"""

from __future__ import annotations

from typing import NamedTuple, TypedDict

from fathom.core.words import quoted
from fathom.errors import UnreadableRoute
from fathom.games.pyramid_puzzle.board import PEAK, Tile, read_tile
from fathom.games.pyramid_puzzle.rules import GAME, Move, Options, Position
from fathom.games.pyramid_puzzle.solve.solution import least_mp

ITEMS = {"k": "key", "l": "ladder", "d": "dynamite"}
_LONGEST = 100_000


class RouteStep(NamedTuple):
    """One part of a route: a tile, and the item it names or `clear`."""

    tile: Tile
    item: str | None = None
    clears: bool = False


class RouteCheckDict(TypedDict):
    """A checked route as data, with the keys in the documented order."""

    legal: bool
    mp: int | None
    optimal: int | None
    over: int | None
    step: int | None
    rule: int | None
    reason: str | None


class RouteCheck(NamedTuple):
    """The result of replaying a route. `step`, from 1, is the part that fails, and `rule` the rule it breaks.

    >>> import fathom
    >>> checked = fathom.puzzles.read("pyramid-puzzle").check("E1|D1|B1")
    >>> checked.legal, checked.step, checked.rule, checked.reason
    (False, 3, 2, 'No path leads from D1 to B1 in one move')
    """

    legal: bool
    mp: int | None
    optimal: int | None
    over: int | None
    step: int | None
    rule: int | None
    reason: str | None

    def as_dict(self) -> RouteCheckDict:
        return {
            "legal": self.legal,
            "mp": self.mp,
            "optimal": self.optimal,
            "over": self.over,
            "step": self.step,
            "rule": self.rule,
            "reason": self.reason,
        }


def read_route(text: str) -> list[RouteStep]:
    """The parts of a route; raises `UnreadableRoute`."""
    if len(text) > _LONGEST:
        raise UnreadableRoute(f"A route of {len(text):,} characters is too long: at most {_LONGEST:,}.")
    if not text.strip():
        raise UnreadableRoute("The route is empty: write tiles between bars, such as E1|D1|C1.")
    return [_read_step(number, part) for number, part in enumerate(text.split("|"), 1)]


def _read_step(number: int, part: str) -> RouteStep:
    words = [word.strip().lower() for word in part.split(":")]
    if len(words) == 2 and words[0] == "clear":
        tile, item, clears = read_tile(words[1]), None, True
    else:
        tile, item, clears = read_tile(words[0]), words[1] if len(words) == 2 else None, False
    if tile is None or len(words) > 2 or not (item is None or item in ITEMS.values()):
        raise UnreadableRoute(
            f"Step {number}, {quoted(part)}, is not TILE, TILE:item (key, ladder or dynamite) or clear:TILE."
        )
    return RouteStep(tile, item, clears)


def write_route(options: Options, tiles: list[Tile]) -> str:
    """The route along these tiles, with `:item` where one is collected and `clear:` before a blocked tile."""
    return write_walk(GAME.start(options), tiles)


def write_walk(position: Position, tiles: list[Tile]) -> str:
    """The same from any position; the walker's tile may come first."""
    options, parts = position.options, []
    for tile in tiles[1:] if tiles[:1] == [position.tile] else tiles:
        after = position.after(Move(tile))
        if after.opened != position.opened:
            parts.append(f"clear:{tile}")
        item = item_on(options, tile) if after.taken != position.taken else None
        parts.append(f"{tile}:{item}" if item else tile)
        position = after
    return "|".join(parts)


def item_on(options: Options, tile: Tile) -> str | None:
    """`key`, `ladder` or `dynamite`, if one is there at the start."""
    found = (ITEMS.get(letter) for letter, at in options.layout.things() if at == tile)
    return next(found, None)


def check_route(options: Options, steps: list[RouteStep]) -> RouteCheck:
    """Replay a route by the rules and compare it with the best."""
    optimal = least_mp(options)
    position = GAME.start(options)
    for number, step in enumerate(steps, 1):
        wrong = _find_violation(position, step)
        if wrong:
            return RouteCheck(False, None, optimal, None, number, wrong[0], wrong[1])
        if not _stays_put(position, step):
            position = position.after(Move(step.tile, step.clears))
    if position.tile != PEAK:
        reason = f"The route ends on {position.tile or 'no tile'}, not on {PEAK}"
        return RouteCheck(False, None, optimal, None, len(steps), 5, reason)
    assert optimal is not None
    return RouteCheck(True, position.mp, optimal, position.mp - optimal, None, None, None)


def _stays_put(position: Position, step: RouteStep) -> bool:
    """Does the step only name what was collected on arrival?"""
    return step.item is not None and step.tile == position.tile


def _find_violation(position: Position, step: RouteStep) -> tuple[int, str] | None:
    """The rule that a step breaks, and how."""
    if position.outcome:
        return 5, f"The walk is over: {position.outcome.reason}"
    if _stays_put(position, step):
        is_there = item_on(position.options, step.tile) == step.item
        return None if is_there else (4, f"There is no {step.item} on {step.tile}")
    violation = position.violation(Move(step.tile, step.clears))
    if violation:
        return violation.rule, violation.text
    if step.item and (item_on(position.options, step.tile) != step.item or step.tile in position.taken):
        return 4, f"There is no {step.item} on {step.tile}"
    return None
