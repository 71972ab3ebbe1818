"""The dialogue of Pyramid Puzzle and the pyramid from above."""

from __future__ import annotations

from fathom.core.match import Match, Ply
from fathom.core.text import Canvas, GameText
from fathom.core.words import enumerate_words
from fathom.games.pyramid_puzzle.board import LEVELS, Tile, size_of, split
from fathom.games.pyramid_puzzle.rules import Move, Position

_ITEMS = {"k": "key", "l": "ladder", "d": "dynamite"}
_LEGEND = "<you>  [in reach]  k key  l ladder  d dynamite  x blocked  o opened"
_DRAWN_LEVELS = 5
_COLUMNS, _ROWS = 8, 2  # of text from one base tile to the next
_WIDEST = len("[E17:d]")


class PyramidPuzzleText(GameText):
    def welcome(self, match: Match) -> list[str]:
        return [
            *super().welcome(match),
            "Fetch the key (k), then enter the peak A1. The ladder (l) makes inward moves cost 1 MP instead of 2;",
            "a stick of dynamite (d) opens one blocked tile (x). Start on any free tile of the base.",
        ]

    def board(self, match: Match, canvas: Canvas) -> list[str]:
        position: Position = match.position
        levels = position.options.levels
        wide = levels <= _DRAWN_LEVELS and canvas.width >= _COLUMNS * _side(levels) + _WIDEST
        drawn = _from_above(position, canvas) if wide else _by_level(position, canvas)
        legend = canvas.wrap(_LEGEND) if canvas.live else []
        return [*drawn, "", *legend, *canvas.wrap(_state(position))]

    def turn(self, match: Match, canvas: Canvas) -> list[str]:
        position: Position = match.position
        steps = [_step(position, move) for move in position.moves() if not move.clears]
        clears = [move.tile for move in position.moves() if move.clears]
        if position.tile is None:
            steps = [f"any free tile of level {LEVELS[position.options.levels - 1]}, for 0 MP"]
        lines = canvas.wrap(f"You can go to: {', '.join(steps)}.", "  ")
        if clears:
            lines += canvas.wrap(f"Or spend a stick first: clear:TILE with {enumerate_words(clears, 'or')}.", "  ")
        if canvas.live or not match.plies:
            return [*self.board(match, canvas), "", *lines]
        return [_state(position), *lines]

    def prompt(self, match: Match, typed: list[str]) -> str:
        return "Select a tile: "

    def made(self, match: Match, ply: Ply, canvas: Canvas) -> list[str]:
        before = match.plies[-2].position if len(match.plies) > 1 else match.start
        position, tile = ply.position, ply.move.tile
        if ply.move.clears:
            said = f"{match.name(1)} clears {tile}."
        elif before.tile is None:
            said = f"{match.name(1)} starts on {tile}."
        else:
            said = f"{match.name(1)} moves to {tile} for {position.mp - before.mp} MP."
        lines = [canvas.strong(said)]
        if len(position.opened) > len(before.opened) and not ply.move.clears:
            lines.append(f"A stick of dynamite opens {tile} for good.")
        if position.taken != before.taken:
            lines.append(f"Collected: {_thing_on(position, tile)}.")
        return lines

    def ending(self, match: Match, canvas: Canvas) -> list[str]:
        position: Position = match.position
        assert position.outcome
        if position.outcome.winner:
            said = f"{match.name(1)} has reached the peak with the key, for {position.mp} MP in all."
        else:
            said = f"The walk ends here: {position.outcome.reason}. Nobody reaches the peak."
        return [canvas.strong(said)]


def _state(position: Position) -> str:
    """`On C1 after 7 MP, holding 1 stick of dynamite.`"""
    held = [name for name, has in (("the key", position.has_key), ("the ladder", position.has_ladder)) if has]
    if position.sticks:
        held.append(f"{position.sticks} {'stick' if position.sticks == 1 else 'sticks'} of dynamite")
    where = f"On {position.tile} after {position.mp} MP" if position.tile else "Not on the pyramid yet"
    return f"{where}, holding {enumerate_words(held) if held else 'nothing'}."


def _step(position: Position, move: Move) -> str:
    opens = ", opening it" if move.tile in position.still_blocked else ""
    return f"{move.tile} ({position.cost(move.tile)} MP{opens})"


def _thing_on(position: Position, tile: Tile) -> str:
    return next(_ITEMS[letter] for letter, at in position.options.layout.things() if at == tile)


def _mark(position: Position, tile: Tile, canvas: Canvas) -> str:
    """One tile: <E1> the walker, [D1] next to enter, and after a colon what lies there.

    k key, l ladder, d dynamite, x blocked, o opened.
    """
    thing = next((letter for letter, at in position.options.layout.things() if at == tile), "")
    if tile in position.taken:
        thing = ""
    elif tile in position.opened:
        thing = "o"
    name = f"{tile}:{thing}" if thing else tile
    if tile == position.tile:
        return canvas.last(f"<{tile}>")
    if position.tile and Move(tile) in position.moves():
        return canvas.choice(f"[{name}]")
    return canvas.strong(name) if thing else canvas.faint(name)


def _side(levels: int) -> int:
    """The side of the base, in steps from one square to the next: two for each level above it."""
    return 2 * (levels - 1)


def _from_above(position: Position, canvas: Canvas) -> list[str]:
    """Concentric squares, every tile in its true place: number 1 bottom left, then clockwise."""
    levels = position.options.levels
    side = _side(levels)
    rows: list[dict[int, str]] = [{} for _ in range(_ROWS * side + 1)]
    for level in range(1, levels + 1):
        for y in range(1, size_of(level) + 1):
            tile = f"{LEVELS[level - 1]}{y}"
            column, row = _place(tile, levels)
            rows[row][column] = _mark(position, tile, canvas)
    return [_row(cells, canvas) for cells in rows]


def _row(cells: dict[int, str], canvas: Canvas) -> str:
    line = ""
    for column, mark in sorted(cells.items()):
        line = canvas.pad(line, column) + mark
    return line


def _place(tile: Tile, levels: int) -> tuple[int, int]:
    """Column and row of text at which a tile begins.

    Each level is a square one step inside the one below it. Its corners are exact; the tiles between them stand
    evenly along its sides.
    """
    level, y = split(tile)
    inset, span, steps = levels - level, _side(level), max(1, size_of(level) // 4)
    edge, along = divmod(y - 1, steps)
    x, up = {
        0: (0, along),
        1: (along, steps),
        2: (steps, steps - along),
        3: (steps - along, 0),
    }[edge]
    column = _COLUMNS * inset + _COLUMNS * span * x // steps
    row = _ROWS * inset + _ROWS * span * (steps - up) // steps
    return column, row


def _by_level(position: Position, canvas: Canvas) -> list[str]:
    """For narrow windows and high pyramids: one paragraph a level, from the peak down."""
    lines = []
    for level in range(1, position.options.levels + 1):
        tiles = (f"{LEVELS[level - 1]}{y}" for y in range(1, size_of(level) + 1))
        lines += canvas.flow(_mark(position, tile, canvas) for tile in tiles)
    return lines


TEXT = PyramidPuzzleText()
