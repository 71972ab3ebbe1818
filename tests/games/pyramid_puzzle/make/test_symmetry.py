"""Turned and mirrored puzzles are the same puzzle."""

from __future__ import annotations

from fathom import games
from fathom.analysis.adviser import adviser_for
from fathom.games.pyramid_puzzle.board import pyramid, read_layout
from fathom.games.pyramid_puzzle.make.symmetry import pictures, shape
from fathom.games.pyramid_puzzle.rules import Options

#: The published scenario: 12 MP.
BOOK = "kC4.lE24.dD1.xB2.xB3.xC2.xC6.xD4.xD15"


def test_a_picture_keeps_every_path():
    """Two keys on neighbouring tiles stand for a path: their pictures are neighbours too, in the same way."""
    for levels in (3, 5):
        whole = pyramid(levels)
        for tile, paths in whole.paths.items():
            for path in paths:
                for picture in pictures(read_layout(f"k{tile}.l{path.to}")):
                    assert picture.ladder is not None
                    assert any(way.to == picture.ladder and way.kind == path.kind for way in whole.paths[picture.key])


def test_a_puzzle_has_eight_pictures_which_cost_as_much_and_have_one_shape():
    found = {str(picture) for picture in pictures(read_layout(BOOK))}
    assert len(found) == 8
    puzzles = [games.read_code(f"pyramid-puzzle:{layout}") for layout in found]
    assert {adviser_for(puzzle.game, puzzle.options).value(puzzle.position).mp for puzzle in puzzles} == {12}
    assert len({shape(puzzle.options) for puzzle in puzzles}) == 1


def test_other_puzzles_have_other_shapes():
    moved = BOOK.replace("kC4", "kC5")
    assert shape(Options(layout=read_layout(BOOK))) != shape(Options(layout=read_layout(moved)))
