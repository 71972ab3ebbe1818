"""Pyramid Puzzle: fetch the key and climb to the peak for the fewest movement points (MP).

    Options(levels=5, layout=Layout(key="C4", ladder="E24", dynamite=("D1",), blocked=("B2", ...)))
    Move("D1"), Move("B2", clears=True)     a move: walk to a tile (`D1`), or open a blocked one (`clear:B2`)
    taken     frozenset({"D1"})             the tiles whose thing has been collected
    opened    frozenset({"B2"})             the blocked tiles that dynamite has opened

The numbers of the rules are those of `rules.md` beside this file.
"""

from __future__ import annotations

from typing import NamedTuple, cast

from fathom.core import options as core
from fathom.core import outcome as endings
from fathom.core.game import MP, AnyGame, Game, Violation, game_over
from fathom.core.match import AnyMatch, Match
from fathom.core.outcome import Outcome, Seat
from fathom.core.words import quoted
from fathom.errors import BadOption, UnreadableMove
from fathom.games.pyramid_puzzle.board import (
    INWARD,
    LEVEL_LETTERS,
    PEAK,
    LayoutOption,
    Path,
    Tile,
    pyramid,
    read_layout,
    read_tile,
)

#: The published scenario: 12 MP at best, 13 without the dynamite.
PUBLISHED = read_layout("kC4.lE24.dD1.xB2.xB3.xC2.xC6.xD4.xD15")


class Options(core.Options):
    levels = core.Whole(5, 2, len(LEVEL_LETTERS), "levels of the pyramid, the peak included")
    layout = LayoutOption(PUBLISHED, "what lies on which tile")

    def check(self) -> None:
        if self.layout is PUBLISHED and self.levels < 5:
            raise BadOption(f"levels={self.levels} needs a layout of its own: the published one goes down to level E.")
        self.layout.check(self.levels)


DEFAULTS = Options()


class Ending(endings.Ending):
    PEAK = 5, "reached the peak with the key"
    ENCLOSED = 5, "every way on from {tile} is closed"
    NO_START = 5, "every base tile is blocked"


class Move(NamedTuple):
    """Walk to a tile (the first walk chooses where to start), or spend a stick on clearing a blocked one."""

    tile: Tile
    clears: bool = False


class Position(NamedTuple):
    """Where the walker is, what has been collected and opened, and the cost so far."""

    options: Options
    tile: Tile | None
    taken: frozenset[Tile]
    opened: frozenset[Tile]
    mp: int
    outcome: Outcome | None

    @property
    def to_move(self) -> Seat:
        return 1

    @property
    def has_key(self) -> bool:
        return self.options.layout.key in self.taken

    @property
    def has_ladder(self) -> bool:
        return self.options.layout.ladder in self.taken

    @property
    def sticks(self) -> int:
        """Sticks of dynamite in hand: those collected minus those spent."""
        return len(self.taken.intersection(self.options.layout.dynamite)) - len(self.opened)

    @property
    def still_blocked(self) -> tuple[Tile, ...]:
        return tuple(tile for tile in self.options.layout.blocked if tile not in self.opened)

    def moves(self) -> tuple[Move, ...]:
        if self.outcome:
            return ()
        steps = (Move(path.to) for path in self._paths() if self._why_closed(path.to) is None)
        clears = (Move(tile, clears=True) for tile in self.still_blocked) if self.sticks else ()
        return (*steps, *clears)

    def after(self, move: Move) -> Position:
        if self.violation(move):
            raise GAME.refusal(self, move)
        tile, layout = move.tile, self.options.layout
        opened = self.opened | {tile} if tile in layout.blocked else self.opened  # rule 6
        if move.clears:
            return _settle(self._replace(opened=opened))
        items = {layout.key, layout.ladder, *layout.dynamite}
        taken = self.taken | {tile} if tile in items else self.taken  # rule 4
        return _settle(self._replace(tile=tile, taken=taken, opened=opened, mp=self.mp + self.cost(tile)))

    def violation(self, move: Move) -> Violation | None:
        if self.outcome:
            return game_over(self.outcome, "walk")
        if move.clears:
            return self._why_not_cleared(move.tile)
        if move.tile not in pyramid(self.options.levels).paths:
            return Violation(1, f"There is no tile {move.tile} on a pyramid of {self.options.levels} levels")
        if all(path.to != move.tile for path in self._paths()):
            if self.tile is None:
                return Violation(3, f"A walk starts on the base level, and {move.tile} is not on it")
            return Violation(2, f"No path leads from {self.tile} to {move.tile} in one move")
        return self._why_closed(move.tile)

    def key(self) -> tuple[Tile | None, frozenset[Tile], frozenset[Tile]]:
        """Without the MP spent so far, which do not change what is best from here."""
        return (self.tile, self.taken, self.opened)

    def __repr__(self) -> str:
        where = f"on {self.tile}, {self.mp} MP spent" if self.tile else "not on the pyramid yet"
        things = (("taken", self.taken), ("opened", self.opened))
        return GAME.describe(self, where, *(f"{word} {' '.join(sorted(tiles))}" for word, tiles in things if tiles))

    def cost(self, tile: Tile) -> int:
        """MP to step to a neighbouring tile; 0 to start there (rules 2 and 3)."""
        if self.tile is None:
            return 0
        kind = next(path.kind for path in self._paths() if path.to == tile)
        return 2 if kind == INWARD and not self.has_ladder else 1

    def _paths(self) -> tuple[Path, ...]:
        board = pyramid(self.options.levels)
        if self.tile is None:  # rule 3
            return tuple(Path(tile, "start") for tile in board.base)
        return board.paths[self.tile]

    def _why_closed(self, tile: Tile) -> Violation | None:
        """Why a neighbouring tile cannot be entered (rules 3, 5 and 6)."""
        if tile == PEAK and not self.has_key:
            return Violation(5, f"{PEAK} may be entered only with the key")
        if tile in self.still_blocked and self.tile is None:
            return Violation(3, f"{tile} is blocked, and a walk starts on a base tile that is not")
        if tile in self.still_blocked and not self.sticks:
            return Violation(6, f"{tile} is blocked and no dynamite is at hand")
        return None

    def _why_not_cleared(self, tile: Tile) -> Violation | None:
        """Why a tile cannot be cleared (rule 6)."""
        if tile not in self.still_blocked:
            return Violation(6, f"{tile} is not blocked, so there is nothing to clear")
        if not self.sticks:
            return Violation(6, f"No dynamite is at hand to clear {tile}")
        return None


def _settle(position: Position) -> Position:
    """The position with its outcome filled in (rule 5)."""
    if position.tile == PEAK:
        return position._replace(outcome=Outcome(1, Ending.PEAK))
    if not position.moves():
        enclosed = Outcome(None, Ending.ENCLOSED, (("tile", position.tile),)) if position.tile else None
        return position._replace(outcome=enclosed or Outcome(None, Ending.NO_START))
    return position


class PyramidPuzzle(Game[Position, Move]):
    name = "pyramid-puzzle"
    title = "Pyramid Puzzle"
    summary = "Walk up a pyramid, fetch the key and reach the peak for the fewest movement points."
    seats = 1
    measure = MP
    layout_option = "layout"
    options_type = Options

    def start(self, options: Options = DEFAULTS) -> Position:
        return _settle(Position(options, None, frozenset(), frozenset(), 0, None))

    def actions(self, options: Options = DEFAULTS) -> tuple[Move, ...]:
        steps = (Move(tile) for tile in pyramid(options.levels).tiles)
        return (*steps, *(Move(tile, clears=True) for tile in options.layout.blocked))

    def longest(self, options: Options = DEFAULTS) -> None:
        """None: a walk may go round in circles."""

    def parse_move(self, text: str) -> Move:
        """`D1`, `d1`, `clear:B2` and `clear B2`."""
        word = text.strip().lower()
        clears = word.startswith(("clear:", "clear "))
        tile = read_tile(word[6:] if clears else word)
        if tile is None:
            raise UnreadableMove(f"{quoted(text)} is not a tile such as D1, nor clear:B2.")
        return Move(tile, clears)

    def format_move(self, move: Move) -> str:
        return f"clear:{move.tile}" if move.clears else move.tile


GAME = PyramidPuzzle()


def new_match(options: Options) -> AnyMatch:
    """A match of a puzzle, before its first move, for code that takes matches of any game."""
    return Match(cast("AnyGame", GAME), options)


def puzzle_match(match: AnyMatch) -> Match[Position, Move]:
    """A match of this game in its own types."""
    assert match.game.name == GAME.name, "only a match of this game is asked for its walk"
    return cast("Match[Position, Move]", match)


def puzzle_position(match: AnyMatch) -> Position:
    """The position of a match, in its own type."""
    return puzzle_match(match).position


def puzzle_options(match: AnyMatch) -> Options:
    """The puzzle of a match, as options."""
    return puzzle_match(match).start.options
