"""The drawing of a pyramid: what has not changed is not drawn again."""

from __future__ import annotations

from fathom import games
from fathom.core.match import Match
from fathom.games.pyramid_puzzle.draw import pyramid


def test_a_move_draws_the_two_tiles_that_it_changes_and_nothing_else() -> None:
    game = games.game("pyramid-puzzle")
    match, room = Match(game, game.options_type.read({"levels": "7"})), games.room(game.name)
    first, second = "G1", "G2"
    match.play(first)
    before = room.draw(match, coach=False)
    tiles, grounds = pyramid._draw_tile.cache_info(), pyramid._draw_ground.cache_info()
    match.play(second)
    assert room.draw(match, coach=False) != before
    assert pyramid._draw_tile.cache_info().misses - tiles.misses <= len({first, second})
    assert pyramid._draw_ground.cache_info().misses == grounds.misses
