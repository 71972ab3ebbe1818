"""Players of a level: what they pick follows from exact values, a chance of a slip and a sight, and nothing else."""

from __future__ import annotations

import random
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

from fathom import games
from fathom.analysis.levels import LEVELS, MOST_REPLIES, Answers, Level, level_named, weights
from fathom.core.value import DRAW, Value
from fathom.errors import UnknownPlayer
from fathom.players import MACHINES, RANDOM, STUDENT, Machine, check_player, machine
from tests.conformance.laws import Case, graph, plain_value

GRADED = [name for name in MACHINES if name not in (RANDOM, STUDENT)]
TWO_PLAYER = [name for name in games.ROOMS if games.game(name).seats == 2]
SMALL = [
    "range-war,highest=6",
    "range-war,highest=5,second_move=free",
    "pocket-addition,highest=5,target=9",
    "pyramid-challenge,levels=2,highest=4",
    "pyramid-challenge,levels=3,highest=2",
    "digit-dilemma,slots=2",
]
FEW = 400


def player(name: str, code: str, seed: int = 1) -> Machine:
    match = games.read_code(code)
    return machine(name, random.Random(seed), match.game, match.options)


def unfinished(code: str) -> Iterator[Any]:
    """The positions of a game that are not over: all, or the first few and the last few of a large one."""
    match = games.read_code(code)
    reached = [position for position in graph(Case(match.game, match.options)) if position.outcome is None]
    yield from reached if len(reached) <= 2 * FEW else reached[:FEW] + reached[-FEW:]


def never_asked(_: int) -> Answers:
    raise AssertionError("only a trickster that is not winning looks at replies")


# ---------------------------------------------------------------- the definition, written down a second time


def expected(name: str, position: Any, values: dict[Any, Any]) -> list[Fraction]:
    """The chances by the words of docs/levels.md, on values found by plain search."""
    slip, sight = {
        "@random": (Fraction(1), 0),
        "@novice": (Fraction(7, 10), 6),
        "@casual": (Fraction(9, 20), 7),
        "@skilled": (Fraction(1, 4), 8),
        "@expert": (Fraction(1, 10), 10),
        "@perfect": (Fraction(0), 10**9),
        "@trickster": (Fraction(0), 10**9),
    }[name]
    after = [position.after(move) for move in position.moves()]
    found = [plain_value(following, values) for following in after]
    looks = [_look(position.to_move, winner, plies, sight) for winner, plies in found]
    liked = [i for i, look in enumerate(looks) if look == max(looks)]
    if name == "@trickster" and max(looks)[0] <= 0:
        tried = range(len(after)) if max(looks)[0] < 0 else liked
        traps = {i: (*_trap(position.to_move, found[i][0], after[i], values), looks[i]) for i in tried}
        liked = [i for i in tried if traps[i] == max(traps.values())]
    return [slip / len(after) + ((1 - slip) / len(liked) if i in liked else 0) for i in range(len(after))]


def _look(seat: int, winner: int | None, plies: int | None, sight: int) -> tuple[int, int]:
    """A seen win before anything unclear before a seen loss; quick wins and slow losses first."""
    if winner is None or plies is None or plies > sight:
        return (0, 0)
    return (1, -plies) if winner == seat else (-1, plies)


def _trap(seat: int, now: int | None, after: Any, values: dict[Any, Any]) -> tuple[int, Fraction]:
    winners = [plain_value(after.after(reply), values)[0] for reply in after.moves()]
    points = [2 if winner == seat else 1 for winner in winners if winner in (seat, None) and winner != now]
    return (len(points), Fraction(sum(points), len(winners)) if winners else Fraction(0))


@pytest.mark.parametrize("code", SMALL)
@pytest.mark.parametrize("name", [RANDOM, *GRADED])
def test_the_distribution_is_what_the_definition_says(name: str, code: str) -> None:
    values: dict[Any, Any] = {}
    graded = player(name, code)
    for position in unfinished(code):
        assert graded.distribution(position) == list(
            zip(position.moves(), expected(name, position, values), strict=True)
        )


@pytest.mark.parametrize("game", TWO_PLAYER)
@pytest.mark.parametrize("name", MACHINES)
def test_the_chances_of_all_legal_moves_sum_to_one(name: str, game: str) -> None:
    graded = player(name, game)
    rng, position = random.Random(4), games.game(game).start()
    while position.outcome is None:
        found = graded.distribution(position)
        assert [move for move, _ in found] == list(position.moves())
        assert sum(chance for _, chance in found) == 1
        position = position.after(rng.choice(position.moves()))


def test_a_novice_opens_range_war_with_the_winning_1_in_37_of_100_matches() -> None:
    # 1 wins at once, so a novice that does not slip (30 in 100) plays it; a slip (70 in 100) picks one of ten numbers.
    chances = dict(player("@novice", "range-war").distribution(games.game("range-war").start()))
    assert chances == {1: Fraction(37, 100), **dict.fromkeys(range(2, 11), Fraction(7, 100))}


# ---------------------------------------------------------------- sight


def near_sighted(sight: int | None) -> Level:
    return Level("@test", Fraction(0), sight)


@pytest.mark.parametrize(
    "sight, values, liked",
    [
        (3, [Value(1, 2), Value(1, 0), Value(1, 0)], [0, 1, 1]),  # the quickest win
        (3, [Value(1, 4), Value(1, 2), DRAW], [0, 1, 0]),  # a win within sight
        (3, [Value(1, 4), Value(2, 5), DRAW], [1, 1, 1]),  # nothing within sight: all look alike
        (3, [Value(1, 4), Value(2, 3), DRAW], [1, 0, 1]),  # a loss within sight
        (3, [Value(2, 1), Value(2, 3), Value(2, 3)], [0, 1, 1]),  # the slowest loss
        (3, [Value(2, 5), Value(2, 3), Value(2, 1)], [1, 0, 0]),  # a loss out of sight looks like none
        (None, [Value(1, 40), Value(2, 5), DRAW], [1, 0, 0]),  # sees everything
        (None, [Value(2, 40), Value(2, 41)], [0, 1]),
        (0, [Value(1, 0), Value(1, 1)], [1, 0]),
    ],
)
def test_a_level_likes_what_looks_best_within_its_sight(
    sight: int | None, values: list[Value], liked: list[int]
) -> None:
    assert weights(near_sighted(sight), 1, values, never_asked) == liked


def test_a_slip_is_any_move_and_the_rest_goes_to_the_moves_that_look_best() -> None:
    level = Level("@test", Fraction(1, 4), None)
    found = weights(level, 1, [Value(1, 0), Value(1, 0), Value(2, 1)], never_asked)
    # 1/4 / 3 for each, and 3/4 / 2 for each of the two wins: 11/24, 11/24, 2/24
    assert found == [11, 11, 2]


# ---------------------------------------------------------------- traps


def set_traps(values: list[Value], replies: list[list[Value]]) -> list[int]:
    return weights(level_named("@trickster"), 1, values, lambda i: Answers.of(replies[i]))


WIN, LOSS = Value(1, 2), Value(2, 3)


def test_a_lost_trickster_plays_where_the_most_replies_go_wrong() -> None:
    assert set_traps([LOSS] * 3, [[LOSS, WIN], [LOSS] * 3, [LOSS, LOSS, LOSS, WIN, WIN]]) == [0, 0, 1]


def test_of_equal_numbers_it_takes_the_larger_share_and_of_equal_shares_any() -> None:
    assert set_traps([LOSS] * 3, [[LOSS, LOSS, WIN], [LOSS, WIN], [LOSS] * 3]) == [0, 1, 0]
    assert set_traps([LOSS] * 3, [[LOSS, WIN], [LOSS, LOSS, WIN, WIN], [WIN, LOSS, WIN, LOSS]]) == [0, 1, 1]


def test_a_reply_that_only_lets_it_draw_counts_half() -> None:
    assert set_traps([LOSS] * 2, [[LOSS, DRAW], [LOSS, LOSS, WIN]]) == [0, 1]
    assert set_traps([LOSS] * 2, [[LOSS, DRAW, DRAW], [LOSS, LOSS, LOSS, WIN]]) == [1, 0]


def test_a_trap_is_worth_a_quicker_loss_and_of_equal_traps_the_slower_loss_is_better() -> None:
    assert set_traps([Value(2, 5), Value(2, 3)], [[LOSS, LOSS], [WIN, LOSS]]) == [0, 1]
    assert set_traps([Value(2, 5), Value(2, 3)], [[WIN, LOSS], [WIN, LOSS]]) == [1, 0]


def test_in_a_drawn_position_it_keeps_the_draw_and_sets_traps() -> None:
    assert set_traps([DRAW, DRAW, LOSS], [[DRAW, DRAW], [DRAW, WIN], [WIN, LOSS]]) == [0, 1, 0]


def test_a_winning_trickster_needs_no_traps() -> None:
    assert weights(level_named("@trickster"), 1, [WIN, LOSS], never_asked) == [1, 0]


def test_a_move_that_ends_the_game_sets_no_trap() -> None:
    assert set_traps([DRAW, DRAW], [[], [DRAW, WIN]]) == [0, 1]


def test_with_too_many_replies_to_look_at_it_looks_at_none() -> None:
    endless = [[LOSS] * MOST_REPLIES, [WIN] * MOST_REPLIES]
    assert set_traps([LOSS, LOSS], endless) == [1, 1]


# ---------------------------------------------------------------- choosing


@pytest.mark.parametrize("name", MACHINES)
def test_the_same_seed_makes_the_same_moves(name: str) -> None:
    def played(seed: int) -> list[Any]:
        graded, position, moves = player(name, "digit-dilemma", seed), games.game("digit-dilemma").start(), []
        while position.outcome is None:
            moves.append(graded.draw(position))
            position = position.after(moves[-1])
        return moves

    assert played(5) == played(5)
    assert len({tuple(played(seed)) for seed in range(8)}) > 1


@pytest.mark.parametrize("name", MACHINES)
def test_choices_follow_the_distribution(name: str) -> None:
    position = games.read_code("pocket-addition:6.9").position
    graded, draws = player(name, "pocket-addition"), 4000
    chosen = Counter(graded.draw(position) for _ in range(draws))
    for move, chance in graded.distribution(position):
        spread = float(draws * chance * (1 - chance)) ** 0.5
        assert abs(chosen[move] - draws * chance) <= 6 * spread


@pytest.mark.parametrize("game", ["range-war", "pocket-addition"])
@pytest.mark.parametrize("name", ["@perfect", "@trickster"])
def test_a_perfect_player_never_leaves_the_best_moves(name: str, game: str) -> None:
    values: dict[Any, Any] = {}
    graded = player(name, game)
    reached = 0
    for position in graph(Case(games.game(game), games.game(game).options_type())):
        reached += 1
        if position.outcome:
            continue
        best = _best_moves(position, values)
        played = {move for move, chance in graded.distribution(position) if chance}
        is_lost = plain_value(position, values)[0] == 3 - position.to_move
        if name == "@perfect":
            assert played == best
        elif not is_lost:
            assert played <= best
    assert reached == games.room(game).known.positions


def _best_moves(position: Any, values: dict[Any, Any]) -> set[Any]:
    winner, plies = plain_value(position, values)
    after = None if plies is None else plies - 1
    return {move for move in position.moves() if plain_value(position.after(move), values) == (winner, after)}


# ---------------------------------------------------------------- names


def test_every_machine_has_its_level_and_they_come_in_one_order() -> None:
    assert [level.name for level in LEVELS] == list(MACHINES)


def test_the_random_mover_and_the_level_of_that_name_are_the_same() -> None:
    values = [WIN, LOSS, DRAW]
    assert weights(level_named(RANDOM), 1, values, never_asked) == [1, 1, 1]


@pytest.mark.parametrize("name", GRADED)
def test_the_puzzle_has_no_exact_values_so_levels_are_refused(name: str) -> None:
    with pytest.raises(UnknownPlayer, match=f"{name} plays by exact values, and there are none for Pyramid Puzzle"):
        check_player(name, games.game("pyramid-puzzle"))
    with pytest.raises(UnknownPlayer):
        machine(name, random.Random(1), games.game("pyramid-puzzle"))


def test_the_random_mover_plays_the_puzzle_too() -> None:
    puzzle = games.game("pyramid-puzzle")
    assert check_player(RANDOM, puzzle) == RANDOM
    found = machine(RANDOM, random.Random(1), puzzle).distribution(puzzle.start())
    assert {chance for _, chance in found} == {Fraction(1, len(found))}


def test_a_level_must_be_told_its_game() -> None:
    with pytest.raises(UnknownPlayer, match="must be told which game it is for"):
        machine("@expert", random.Random(1))


def test_without_options_a_level_plays_the_default_ones() -> None:
    game = games.game("range-war")
    graded = machine("@perfect", random.Random(1), game)
    assert graded.draw(game.start()) == 1


@pytest.mark.parametrize(
    "players, loaded", [(("Ann", "Bob"), False), (("Ann", "@random"), False), (("Ann", "@expert"), True)]
)
def test_exact_values_are_loaded_only_for_a_level(tmp_path: Any, players: tuple[str, str], loaded: bool) -> None:
    line = ["--store", str(tmp_path / "store.db"), "play", "range-war", *players]
    source = (
        f"import sys; from fathom.terminal.main import main; main({line!r}); print('fathom.analysis' in sys.modules)"
    )
    run = subprocess.run([sys.executable, "-c", source], input="", capture_output=True, text=True, check=True)
    assert run.stdout.splitlines()[-1] == str(loaded)
