"""What rooms offer, and how far a server goes with it."""

from __future__ import annotations

import pytest

from fathom import games
from fathom.core.options import Options, Whole
from fathom.errors import BadOption

#: A reach is at most the length of the line.
BOUNDED_BY = {"reach": "highest"}


@pytest.mark.parametrize("name", games.ROOMS)
def test_a_shared_server_offers_less_than_the_rules_allow_and_says_so(name: str) -> None:
    room = games.room(name)
    assert room.largest_served
    for option, largest in room.largest_served.items():
        declared = room.game.options_type.declared[option]
        assert isinstance(declared, Whole)
        assert declared.low <= largest < declared.high

        def read(value: int, option: str = option) -> Options:
            bound = {BOUNDED_BY[option]: str(value)} if option in BOUNDED_BY else {}
            return room.game.options_type.read({**bound, option: str(value)})

        room.check_served(read(largest))
        said = f"{option}={largest + 1} is more than this server offers: {option} goes up to {largest} here"
        with pytest.raises(BadOption, match=said):
            room.check_served(read(largest + 1))


@pytest.mark.parametrize("name", games.ROOMS)
def test_what_a_room_offers_is_of_one_game(name: str) -> None:
    room = games.room(name)
    assert room.name == room.game.name == name
    assert room.rule_book.title == room.game.title
    assert (room.puzzles is None) == room.game.is_contest
