"""Machine players, and the names that players may have."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from fathom import games
from fathom.errors import BadName, UnknownPlayer
from fathom.players import check_player, is_machine, machine


def test_the_random_mover_picks_every_legal_move_and_no_other() -> None:
    position = games.read_code("range-war:6").position
    player = machine("@random", random.Random(1))
    chosen = Counter(player.draw(position) for _ in range(500))
    assert set(chosen) == {1, 2, 3, 4, 5}
    assert min(chosen.values()) > 60  # about 100 each


def test_the_same_seed_makes_the_same_moves() -> None:
    position = games.game("range-war").start()
    first, second = (machine("@random", random.Random(7)) for _ in range(2))
    assert [first.draw(position) for _ in range(20)] == [second.draw(position) for _ in range(20)]


def test_a_machine_passes_when_it_must() -> None:
    position = games.read_code("pocket-addition:9.1.5.8").position
    assert machine("@random", random.Random(1)).draw(position) == "pass"


def test_a_machine_is_known_by_its_mark() -> None:
    assert is_machine("@random")
    assert not is_machine("random")


def test_a_misspelled_machine_is_refused_with_the_one_that_was_meant() -> None:
    with pytest.raises(
        UnknownPlayer, match=r"no player '@randon'; the players are: @random, .*\. Did you mean @random\?"
    ):
        check_player("@randon")


@pytest.mark.parametrize("name", ["Ann", "Zoë", "李小龙", "a b", "O'Neil", "x" * 40, "<b>", "%s", "🙂"])
def test_any_printable_text_up_to_forty_characters_is_a_name(name: str) -> None:
    assert check_player(name) == name


@pytest.mark.parametrize(
    "name",
    [
        "",
        "   ",
        "x" * 41,
        "a\nb",
        "a\tb",
        "\x1b[31mred",
        "\x9b31m",
        "a\x00b",
        "\u202egnp",
        "a\u2066b",
        "\u200b",
        "\udcff",
    ],
)
def test_a_name_that_could_not_be_shown_safely_is_refused_in_printable_words(name: str) -> None:
    with pytest.raises(BadName) as refused:
        check_player(name)
    assert str(refused.value).isprintable()
