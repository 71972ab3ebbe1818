"""Programs play each other, and a bad move is refused with the name of its player."""

from __future__ import annotations

import pytest

import fathom
from fathom.errors import BadOption, BadPlayer, UnknownPlayer


class First:
    """Plays the first legal move."""

    def choose(self, match):
        return match.legal_moves[0]


class Text:
    """Answers with text."""

    def choose(self, match):
        return match.game.format_move(match.legal_moves[-1])


class Cheat:
    """Always plays 6, legal or not."""

    def choose(self, match):
        return "6"


def winner(match: fathom.Match) -> int | None:
    assert match.outcome
    return match.outcome.winner


def test_a_match_is_played_to_its_end():
    match = fathom.play("pocket-addition", First(), Text(), seed=1)
    assert match.outcome
    assert match.names == ("First", "Text")


def test_a_seed_makes_a_match_again():
    games = {fathom.play("digit-dilemma", "@random", "@novice", seed=seed).code for seed in range(20)}
    assert len(games) > 10
    assert fathom.play("digit-dilemma", "@random", "@novice", seed=3) == fathom.play(
        "digit-dilemma", "@random", "@novice", seed=3
    )


def test_perfect_play_never_loses_a_won_game():
    for seed in range(20):
        assert winner(fathom.play("digit-dilemma", "@perfect", "@random", seed=seed)) == 1


def test_one_player_meets_several_games():
    perfect = fathom.player("@perfect", seed=1)
    assert repr(perfect) == "<player @perfect>"
    assert winner(fathom.play("range-war", perfect, First())) == 1
    assert fathom.play("range-war", First(), perfect, highest=4).names == ("First", "@perfect")
    assert winner(fathom.play("pocket-addition", perfect, perfect)) == 1


def test_a_match_goes_on_from_a_code_and_leaves_a_match_as_it_is():
    match = fathom.Match("range-war:6.4")
    played = fathom.play(match, "@random", "@random", seed=1)
    assert played.moves[:2] == match.moves == ["6", "4"]
    assert fathom.play("range-war:6.4", "@random", "@random", seed=1) == played


def test_a_refused_move_names_the_player():
    with pytest.raises(BadPlayer) as refused:
        fathom.play("range-war", Cheat(), Cheat())
    assert str(refused.value).startswith("Cheat chose '6': 6 has been claimed already (rule 1).")


def test_what_a_player_sees_cannot_be_changed():
    class Nosy:
        def choose(self, match):
            assert repr(match) == f"ReadOnlyMatch('{match.code}')"
            assert (match.turn, match.moves, match.names, match.options.highest) == (1, [], ("Nosy", "Nosy"), 10)
            assert not hasattr(match, "play")
            with pytest.raises(AttributeError):
                match.position = None
            tried = match.copy()
            tried.play(5)
            assert match.position == match.game.start()
            return 1

    assert fathom.play("range-war", Nosy(), Nosy()).code == "range-war:1"


def test_players_that_do_not_fit_are_refused():
    with pytest.raises(BadOption, match="Range War takes 2 players, not 1"):
        fathom.play("range-war", "@random")
    with pytest.raises(UnknownPlayer, match="'Ann' is not a machine"):
        fathom.play("range-war", "Ann", "@random")
    with pytest.raises(UnknownPlayer, match="Did you mean @perfect"):
        fathom.player("@perfekt")
    with pytest.raises(BadOption, match="a code or a match has its own"):
        fathom.play("range-war:6", "@random", "@random", highest=12)
    with pytest.raises(BadOption, match="a code or a match has its own"):
        fathom.play(fathom.Match("range-war"), "@random", "@random", highest=12)
