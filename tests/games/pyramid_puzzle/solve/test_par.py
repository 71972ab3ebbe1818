"""How a walk compares with the best: every number against a plain search over positions."""

from __future__ import annotations

from random import Random

import pytest

from fathom import games
from fathom.core.match import Match
from fathom.games.pyramid_puzzle.rules import GAME
from fathom.games.pyramid_puzzle.solve.par import losses, over_the_best, par_sentence
from tests.games.playing import Paper, match_at
from tests.games.pyramid_puzzle.reference import least_from

TEXT = games.room("pyramid-puzzle").text
PUBLISHED = "pyramid-puzzle:kC4.lE24.dD1.xB2.xB3.xC2.xC6.xD4.xD15"
SMALL = "pyramid-puzzle,levels=3:kB3.lC7.dC2.xB2.xC6"


def said(code: str) -> str:
    return " ".join(TEXT.afterword(match_at(code), Paper(200)))


def random_walk(code: str, seed: int) -> Match:
    """From the start to the peak by moves drawn at random."""
    rng = Random(seed)
    match = match_at(code)
    while match.outcome is None:
        match.play(match.game.format_move(rng.choice(match.position.moves())), 1)
    return match


def test_the_published_route_is_the_best_there_is():
    assert said(f"{PUBLISHED}/E1.D1.C1.B1.clear:B2.B2.C4.B2.A1") == "12 MP, the best there is."


def test_one_detour_is_one_loss():
    # D1 to D2 and back costs 2 MP; so does every other way round.
    assert said(f"{PUBLISHED}/E1.E2.D1.C1.B1.B2.C4.B2.A1") == "13 MP, one over the best; it was lost with 2. E2 (1 MP)."


def test_several_losses_are_all_named():
    walk = "E1.E2.E1.D1.D2.D1.C1.B1.B2.C4.B2.A1"
    assert said(f"{PUBLISHED}/{walk}") == (
        "16 MP, four over the best; they were lost with 2. E2 (1 MP), 3. E1 (1 MP), 5. D2 (1 MP) and 6. D1 (1 MP)."
    )


def test_of_many_losses_four_are_named():
    walk = ".".join(["E1", *["E2", "E1"] * 3, "D1.C1.B1.B2.C4.B2.A1"])
    assert said(f"{PUBLISHED}/{walk}").endswith("5. E1 (1 MP) and 2 more.")


@pytest.mark.parametrize("seed", range(12))
def test_the_losses_are_those_of_a_plain_search(seed):
    match = random_walk(SMALL, seed)
    positions = [match.start, *(ply.position for ply in match.plies)]
    worth = [position.mp + (least_from(position) or 0) for position in positions]
    expected = [(i, worth[i] - worth[i - 1]) for i in range(1, len(worth)) if worth[i] > worth[i - 1]]
    found = losses(match.start, [ply.move for ply in match.plies])
    assert [(lost.number, lost.mp) for lost in found] == expected
    assert sum(lost.mp for lost in found) == match.position.mp - (least_from(match.start) or 0)


@pytest.mark.parametrize("seed", range(6))
def test_the_sentence_counts_from_the_best_of_a_plain_search(seed):
    match = random_walk(SMALL, seed)
    over = match.position.mp - (least_from(match.start) or 0)
    sentence = par_sentence(match.position.options, [ply.move for ply in match.plies], match.position)
    assert sentence.startswith(f"{match.position.mp} MP, {over_the_best(over) if over else 'the best there is'}")


def test_a_stuck_walk_is_told_what_was_possible():
    code = "pyramid-puzzle:kC4.xD1.xE2.xE32"
    best = least_from(match_at(code).start)
    assert said(f"{code}/E1") == f"No move is left, but it can be solved; the best there is costs {best} MP."


def test_a_puzzle_without_a_solution_says_so():
    layout = ".".join(["kB1", *(f"xC{y}" for y in range(1, 9))])
    match = match_at(f"pyramid-puzzle,levels=3:{layout}")
    assert par_sentence(match.position.options, [], GAME.start(match.position.options)) == (
        "Nobody can solve this one: every base tile is blocked."
    )


@pytest.mark.parametrize("over, words", [(0, "the best"), (1, "one over the best"), (12, "12 over the best")])
def test_small_numbers_are_words(over, words):
    assert over_the_best(over) == words
