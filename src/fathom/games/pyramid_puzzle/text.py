"""The dialogue of Pyramid Puzzle."""

from __future__ import annotations

from fathom.core.match import Match, Ply
from fathom.core.words import enumerate_words
from fathom.games.pyramid_puzzle.board import LEVEL_LETTERS, Tile, split
from fathom.games.pyramid_puzzle.draw import directions
from fathom.games.pyramid_puzzle.draw.characters import legend, pyramid_lines
from fathom.games.pyramid_puzzle.rules import Move, Position
from fathom.games.pyramid_puzzle.scenario.route import item_on
from fathom.games.pyramid_puzzle.solve.par import par_sentence
from fathom.show.canvas import Canvas
from fathom.show.text import GameText, Gauge


class PyramidPuzzleText(GameText[Position, Move]):
    def welcome(self, match: Match[Position, Move]) -> list[str]:
        return [
            *super().welcome(match),
            "Fetch the key (k), then enter the peak A1. The ladder (l) makes inward moves cost 1 MP instead of 2;",
            "a stick of dynamite (d) opens one blocked tile (x). Start on any free tile of the base; then name",
            "tiles or directions: cw (clockwise), ccw (counter-clockwise), in, out-left, out-right.",
        ]

    def board(self, match: Match[Position, Move], canvas: Canvas) -> list[str]:
        position = match.position
        below = [""]
        if canvas.live:  # once is enough: a window of 24 rows has no line to spare
            below = [] if match.plies else legend(canvas)
        return [*pyramid_lines(position, canvas), *below, *canvas.wrap(_state(position))]

    def turn(self, match: Match[Position, Move], canvas: Canvas) -> list[str]:
        choices = self.choices(match, canvas)
        return [_state(match.position), *choices] if match.plies else [*self.board(match, canvas), "", *choices]

    def choices(self, match: Match[Position, Move], canvas: Canvas) -> list[str]:
        position = match.position
        if canvas.live and position.tile is not None:
            return canvas.wrap(f"Ways (MP): {', '.join(_ways(position))}.", "  ")
        steps = [_step(position, move, named=False) for move in position.moves() if not move.clears]
        clears = [move.tile for move in position.moves() if move.clears]
        if position.tile is None:
            steps = [f"any free tile of level {LEVEL_LETTERS[position.options.levels - 1]}, for 0 MP"]
        lines = canvas.wrap(f"You can go to: {', '.join(steps)}.", "  ")
        if clears:
            lines += canvas.wrap(f"Or spend a stick first: clear:TILE with {enumerate_words(clears, 'or')}.", "  ")
        return lines

    def prompt(self, match: Match[Position, Move], typed: list[str]) -> str:
        return "Select a tile: "

    def answer(self, match: Match[Position, Move], typed: list[str]) -> str | None:
        return directions.tile_towards(match.position, typed[0]) or typed[0]

    def moves_in(self, line: str) -> list[str]:
        return directions.moves_in(line)

    def ways(self, match: Match[Position, Move]) -> list[str]:
        position = match.position
        return [_step(position, move, named=True) for move in position.moves()]

    def typing(self, match: Match[Position, Move], canvas: Canvas) -> str:
        return f"{directions.ABOUT} On the board: {' '.join(legend(canvas))}."

    def announce(self, match: Match[Position, Move], ply: Ply[Position, Move]) -> str:
        before, tile = _before(match), ply.move.tile
        if ply.move.clears:
            return f"{match.name(1)} clears {tile}."
        if before.tile is None:
            return f"{match.name(1)} starts on {tile}."
        return f"{match.name(1)} moves to {tile} for {ply.position.mp - before.mp} MP."

    def goal(self, match: Match[Position, Move]) -> str:
        return "Fetch the key, then reach the peak for the fewest MP."

    def task(self, match: Match[Position, Move]) -> str:
        position = match.position
        if position.tile is None:
            return "start on any free tile of the base"
        return "walk on and climb to the peak" if position.has_key else "walk on and fetch the key"

    def deed(self, match: Match[Position, Move], ply: Ply[Position, Move]) -> str:
        before, position, tile = _before(match), ply.position, ply.move.tile
        if ply.move.clears:
            return f"cleared {tile} with a stick of dynamite"
        found = f" and found {_name_item(position, tile)}" if position.taken != before.taken else ""
        if before.tile is None:
            return f"started on {tile}{found}"
        opened = " with dynamite" if len(position.opened) > len(before.opened) else ""
        return f"moved to {tile} for {position.mp - before.mp} MP{opened}{found}"

    def made(self, match: Match[Position, Move], ply: Ply[Position, Move], canvas: Canvas) -> list[str]:
        before, position, tile = _before(match), ply.position, ply.move.tile
        lines = [canvas.strong(self.announce(match, ply))]
        if len(position.opened) > len(before.opened) and not ply.move.clears:
            lines.append(f"A stick of dynamite opens {tile} for good.")
        if position.taken != before.taken:
            lines.append(f"Collected: {item_on(position.options, tile)}.")
        return lines

    def ending(self, match: Match[Position, Move], canvas: Canvas) -> list[str]:
        position = match.position
        assert position.outcome
        if position.outcome.winner:
            said = f"{match.name(1)} has reached the peak with the key, for {position.mp} MP in all."
        else:
            said = f"The walk ends here: {position.outcome.reason}. Nobody reaches the peak."
        return [canvas.strong(said)]

    def afterword(self, match: Match[Position, Move], canvas: Canvas) -> list[str]:
        moves = [ply.move for ply in match.plies]
        return canvas.wrap(par_sentence(match.position.options, moves, match.position))

    def status(self, match: Match[Position, Move]) -> str:
        if match.outcome:
            return f"The walk is over: {match.ending}."
        return " ".join(f"{name}: {', '.join(values) or 'nothing'}." for name, values in self.gauges(match))

    def gauges(self, match: Match[Position, Move]) -> list[Gauge]:
        position = match.position
        opened = sorted(position.opened, key=split)
        return [Gauge("MP spent", [str(position.mp)]), Gauge("Holding", _held(position)), Gauge("Opened", opened)]


def _before(match: Match[Position, Move]) -> Position:
    """The position in which the last move was made."""
    position: Position = match.plies[-2].position if len(match.plies) > 1 else match.start
    return position


def _name_item(position: Position, tile: Tile) -> str:
    """What lay on a tile: `the key`, `dynamite`."""
    item = item_on(position.options, tile)
    return item if item == "dynamite" else f"the {item}"


def _held(position: Position) -> list[str]:
    held = [name for name, has in (("the key", position.has_key), ("the ladder", position.has_ladder)) if has]
    if position.sticks:
        held.append(f"{position.sticks} {'stick' if position.sticks == 1 else 'sticks'} of dynamite")
    return held


def _state(position: Position) -> str:
    """`On C1 after 7 MP, holding 1 stick of dynamite.`"""
    held = _held(position)
    where = f"On {position.tile} after {position.mp} MP" if position.tile else "Not on the pyramid yet"
    return f"{where}, holding {enumerate_words(held) if held else 'nothing'}."


def _ways(position: Position) -> list[str]:
    """Where a move can lead, as short as can be: `D2 cw 1`, `B2 in 2 opening it`, `clear:B2 0`."""
    ways = []
    for move in position.moves():
        if not move.clears:
            opening = " opening it" if move.tile in position.still_blocked else ""
            ways.append(
                f"{move.tile} {directions.direction_to(position, move.tile)} {position.cost(move.tile)}{opening}"
            )
    return [*ways, "clear:TILE 0"] if position.sticks and position.still_blocked else ways


def _step(position: Position, move: Move, *, named: bool) -> str:
    """`E6 (1 MP)`, or with the name of the direction `E6 (cw, 1 MP)`; `clear:B2 (0 MP)`."""
    if move.clears:
        return f"clear:{move.tile} (0 MP)"
    direction = directions.direction_to(position, move.tile) if named else ""
    said = [direction] if direction else []
    said.append(f"{position.cost(move.tile)} MP")
    if move.tile in position.still_blocked:
        said.append("opening it")
    return f"{move.tile} ({', '.join(said)})"


TEXT = PyramidPuzzleText()
