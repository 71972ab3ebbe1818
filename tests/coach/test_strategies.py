"""Lists of rules: followed against everything, they keep every result, and what is said of them is what was found."""

from __future__ import annotations

import pytest

from fathom import games
from fathom.analysis.adviser import adviser_for
from fathom.coach.strategies import example_of, proof_words, prove, strategy_for
from fathom.core.budget import Budget, Meter
from fathom.core.game import AnyPosition, Move
from fathom.errors import BadOption, Unknown
from fathom.show.strategy import AnyStrategy, Rule, Strategy

pytestmark = pytest.mark.truth

#: Every game with its options for which there is a list.
LISTS = [
    ("range-war", {}),
    ("range-war", {"highest": "7"}),
    ("range-war", {"second_move": "free"}),
    ("range-war", {"second_move": "free", "highest": "9"}),
    ("pyramid-challenge", {}),
    ("pocket-addition", {}),
    ("digit-dilemma", {}),
    ("digit-dilemma", {"leading_zero": "forbidden"}),
]
DEFAULTS = [name for name, options in LISTS if not options]


def default_list(name: str) -> AnyStrategy:
    return strategy_for(games.game(name), games.game(name).options_type())


@pytest.mark.parametrize("name, texts", LISTS)
def test_whoever_follows_the_rules_never_gives_a_result_away(name: str, texts: dict[str, str]) -> None:
    game = games.game(name)
    options = game.options_type.read(texts)
    proof = prove(game, options, strategy_for(game, options))
    assert proof.is_perfect
    assert [found.seat for found in proof.seats] == [1, 2]
    assert all(found.right == found.decisions for found in proof.seats)


@pytest.mark.parametrize("name", DEFAULTS)
def test_a_list_has_at_most_twelve_rules_with_different_names_and_one_paragraph_each(name: str) -> None:
    rules = default_list(name).rules
    assert len({rule.name for rule in rules}) == len(rules) <= 12
    for rule in rules:
        assert rule.text[0].isupper()
        assert rule.text.endswith(".")
        assert "\n" not in rule.text


@pytest.mark.parametrize("name", DEFAULTS)
def test_each_example_shows_its_rule_deciding_and_keeping_the_result(name: str) -> None:
    strategy = default_list(name)
    for number, rule in enumerate(strategy.rules, 1):
        match, moves = example_of(rule)
        advice = strategy.advice(match.position)
        assert advice
        assert (advice.number, advice.name) == (number, rule.name)
        assert [match.game.format_move(move) for move in advice.moves] == moves
        adviser = adviser_for(match.game, match.options)
        winner = adviser.value(match.position).winner
        assert winner == match.position.to_move
        assert all(adviser.value(match.position.after(move)).winner == winner for move in advice.moves)


@pytest.mark.parametrize("name", DEFAULTS)
def test_the_advice_is_always_a_legal_move(name: str) -> None:
    strategy = default_list(name)
    for rule in strategy.rules:
        position = games.read_code(rule.example).position
        while not position.outcome:
            assert set(strategy.moves(position)) <= set(position.moves())
            position = position.after(strategy.moves(position)[0])


def careless() -> AnyStrategy:
    """Rules that are wrong: they take the 1 whenever they can, which throws away many wins."""

    def take_1(position: AnyPosition) -> list[Move]:
        return [move for move in position.moves() if move == 1]

    return Strategy("The 1 is small.", (Rule("1", "Take the 1.", take_1, "pocket-addition"),))


def test_rules_that_give_wins_away_are_found_out_with_the_positions_and_the_moves() -> None:
    game = games.game("pocket-addition")
    proof = prove(game, game.options_type(), careless())
    assert not proof.is_perfect
    lapse = proof.seats[0].exceptions[0]
    assert (lapse.code, lapse.moves) == ("pocket-addition", ("1",))  # 6, 7 and 8 are the first numbers that win
    assert proof.seats[0].right < proof.seats[0].decisions
    said = proof_words(careless(), proof)
    assert said.startswith(f"Whoever follows this rule is right in {proof.right} of {proof.decisions} decisions (")
    assert len(proof.exceptions) == proof.decisions - proof.right
    for found in proof.exceptions:
        match = games.read_code(found.code)
        adviser = adviser_for(match.game, match.options)
        assert adviser.value(match.position).winner == match.position.to_move
        for text in found.moves:
            after = match.position.after(match.game.parse_move(text))
            assert adviser.value(after).winner != match.position.to_move


def test_a_proof_stops_at_its_budget() -> None:
    game = games.game("range-war")
    with pytest.raises(Unknown, match="more than 100 positions"):
        prove(game, game.options_type(), default_list("range-war"), Meter(Budget(states=100)))


@pytest.mark.parametrize(
    "name, texts, said",
    [
        ("pyramid-puzzle", {}, "Pyramid Puzzle has no opponent, so there are no rules for winning it; hints help"),
        ("pocket-addition", {"target": "20"}, "The rules for winning Pocket Addition are for the default options."),
        ("digit-dilemma", {"divisor": "8"}, "The rules for winning Digit Dilemma are for the default options."),
        ("pyramid-challenge", {"levels": "4"}, "The rules for winning Pyramid Challenge are for the default options."),
    ],
)
def test_where_there_is_no_list_it_is_said_in_one_sentence(name: str, texts: dict[str, str], said: str) -> None:
    game = games.game(name)
    with pytest.raises(BadOption) as refused:
        strategy_for(game, game.options_type.read(texts))
    assert str(refused.value).startswith(said)
