"""The buttons that start a game: what is said about them is so."""

from __future__ import annotations

import pytest

from fathom import games
from fathom.analysis.adviser import adviser_for
from fathom.analysis.strengths import LADDER
from fathom.core.match import Match
from fathom.players.faces import FACES
from fathom.show.preset import FAIR
from fathom.web.pages.home import cards
from fathom.web.pages.starts import USUAL, Start, starts_of

SHOWN = [(card.name, start) for card in cards() if games.game(card.name).is_contest for start in card.starts]


@pytest.mark.parametrize("name, start", SHOWN, ids=lambda value: getattr(value, "slug", value))
def test_whoever_starts_can_win_or_hold_so_moving_first_is_the_more_interesting_side(name: str, start: Start) -> None:
    game = games.game(name)
    options = game.options_type.read(start.options)
    values = adviser_for(game, options).values_after(Match(game, options).position)
    assert {value.winner for value in values} & {1, None}


def test_by_the_book_comes_first_and_fair_is_offered_wherever_there_is_one() -> None:
    for card in cards():
        slugs = [start.slug for start in starts_of(card.name)]
        assert slugs[0] == "by-the-book"
        assert FAIR not in slugs or FAIR in [start.slug for start in card.starts]
        assert starts_of(card.name)[0].options == {}


def test_the_opponents_of_the_ladder_get_stronger() -> None:
    in_order = [name for name in FACES if name in LADDER]
    assert list(LADDER) == in_order
    assert USUAL in LADDER
