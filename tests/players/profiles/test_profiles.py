"""Profiles: every question once, what the answers depend on, and the strength that follows."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import fathom
from fathom import games
from fathom.analysis.adviser import adviser_for
from fathom.core.budget import UNLIMITED
from fathom.errors import BadPlayer, Forfeit, Unknown, UnknownPlayer
from fathom.players import machine, player_named, policy_named
from fathom.players.profiles.asking import Care, take_profile
from fathom.players.profiles.player import ProfilePlayer
from fathom.players.profiles.profile import Profile, profile_dict, read_profile
from fathom.players.profiles.standing import Standing, work_out

DOCS = (Path(__file__).parents[3] / "docs" / "bots.md").read_text(encoding="utf-8")

#: Picks one of the legal moves, given as texts, by the code.
Pick = Callable[[str, list[str]], str]


class Bot:
    """Answers by a function, and counts what it is asked."""

    def __init__(self, pick: Pick) -> None:
        self.pick = pick
        self.asked: Counter[str] = Counter()

    def choose(self, match: Any) -> str:
        self.asked[match.code] += 1
        return self.pick(match.code, [match.game.format_move(move) for move in match.legal_moves])


def first(code: str, moves: list[str]) -> str:
    return moves[0]


def hashed(code: str, moves: list[str]) -> str:
    """Depends on the set of moves made, as a position of Pocket Addition does."""
    made = code.partition(":")[2].split(".")
    return random.Random(repr((sorted(made[::2]), sorted(made[1::2])))).choice(moves)


def superstitious(code: str, moves: list[str]) -> str:
    """Looks at the order in which the numbers were taken."""
    made = code.partition(":")[2].split(".")
    return moves[-1] if made[0] < made[-1] else moves[0]


def dicing() -> Pick:
    rng = random.Random(4)
    return lambda code, moves: rng.choice(moves[:2])


def taken(pick: Pick, code: str = "pocket-addition", care: Care | None = None) -> Profile:
    return take_profile(Bot(pick), "bot", games.read_code(code), care or Care())


def standing(profile: Profile, seat: int, *opponents: str) -> Standing:
    match = profile.match()
    policies = [policy_named(name, match.game, match.options) for name in opponents]
    return work_out(profile, seat, policies, adviser_for(match.game, match.options))


# ---------------------------------------------------------------- what is asked


def plain_questions(code: str, seat: int, pick: Pick) -> set[Any]:
    """The positions in which a bot in a seat has a choice, by plain recursion over every line of play."""
    found = set()

    def visit(match: Any) -> None:
        if match.outcome:
            return
        moves = match.legal_moves
        if match.position.to_move == seat and len(moves) > 1:
            found.add(match.position)
            moves = [pick(fathom.Match(f"{code}:{'.'.join(match.moves)}").code, [str(move) for move in moves])]
        for move in moves:
            after = match.copy()
            after.play(move)
            visit(after)

    visit(games.read_code(code))
    return found


@pytest.mark.parametrize("pick", [first, hashed])
def test_every_position_that_the_bot_can_reach_is_a_question_and_no_other(pick: Pick) -> None:
    profile = taken(pick)
    assert profile.behaviour == "fixed"
    for seat in (1, 2):
        asked = [games.read_code(question.code).position for question in profile.questions if question.seat == seat]
        assert len(asked) == len(set(asked))
        assert set(asked) == plain_questions("pocket-addition", seat, pick)


def blind(seed: int) -> Pick:
    """One answer per position, picked blindly."""

    def pick(code: str, moves: list[str]) -> str:
        position = games.read_code(code).position
        return random.Random(repr((seed, position.key(), moves))).choice(moves)

    return pick


@pytest.mark.parametrize("seed", range(8))
def test_the_docs_say_how_many_questions_there_are(seed: int) -> None:
    seats = Counter(question.seat for question in taken(blind(seed), care=Care(repeats=1)).questions)
    assert "have 20 to 60\nquestions to answer in seat 1 of Pocket Addition and 90 to 140 in seat 2" in DOCS
    assert 20 <= seats[1] <= 60
    assert 90 <= seats[2] <= 140


def test_the_docs_say_how_many_questions_there_are_in_digit_dilemma() -> None:
    seats = Counter(question.seat for question in taken(blind(1), "digit-dilemma", Care(repeats=1)).questions)
    assert "in Digit Dilemma about 400 and 2,800" in DOCS
    assert 380 <= seats[1] <= 420
    assert 2700 <= seats[2] <= 2900


def test_a_bot_is_not_asked_where_it_has_no_choice() -> None:
    bot = Bot(first)
    take_profile(bot, "bot", games.read_code("pocket-addition"))
    assert all(len(games.read_code(code).legal_moves) > 1 for code in bot.asked)
    assert min(bot.asked.values()) == 2


def test_answers_that_depend_on_history_are_told_apart() -> None:
    profile = taken(superstitious)
    assert profile.behaviour == "history"
    assert len({question.code for question in profile.questions}) == len(profile.questions)


def test_random_answers_are_told_apart_and_counted() -> None:
    profile = taken(dicing(), care=Care(samples=40))
    assert (profile.behaviour, profile.repeats) == ("random", 40)
    assert {sum(question.answers.values()) for question in profile.questions} == {40}
    opening = profile.questions[0]
    assert set(opening.answers) == {"1", "2"}
    assert min(opening.answers.values()) > 8  # of 40, half expected: less has a chance of 1 in 10,000; seeded


def test_a_machine_is_not_asked_because_its_chances_are_known() -> None:
    match = games.read_code("range-war,highest=5")
    profile = take_profile(machine("@expert", random.Random(1), match.game, match.options), "@expert", match)
    assert (profile.behaviour, profile.repeats) == ("random", None)
    fixed = take_profile(machine("@mcts-20", random.Random(1)), "@mcts-20", match)
    assert fixed.behaviour == "fixed"


def test_too_many_questions_are_refused() -> None:
    with pytest.raises(Unknown, match="bot can be asked more than 100 questions"):
        taken(first, care=Care(questions=100))


def test_a_bot_that_answers_nonsense_is_named_with_the_question() -> None:
    with pytest.raises(BadPlayer, match="'nonsense'"):
        taken(lambda code, moves: "nonsense")

    class Late:
        def choose(self, match: Any) -> str:
            raise Forfeit("late", "it took more than 5 seconds")

    with pytest.raises(BadPlayer, match=r"bot was asked range-war, and it took more than 5 seconds\."):
        take_profile(Late(), "bot", games.read_code("range-war"))


# ---------------------------------------------------------------- what follows


def plain_score(match: Any, seat: int, pick: Pick, other: Callable[[Any], Any]) -> Fraction:
    """The score of a bot by plain recursion; `other` gives the opponent's chances, or None for the worst opponent."""
    if match.outcome:
        return Fraction(1, 2) if match.outcome.winner is None else Fraction(match.outcome.winner == seat)

    def after(move: Any) -> Fraction:
        following = match.copy()
        following.play(move)
        return plain_score(following, seat, pick, other)

    moves = match.legal_moves
    if match.position.to_move == seat:
        code = fathom.Match(f"{match.game.name}:{'.'.join(match.moves)}".rstrip(":")).code
        return after(moves[0] if len(moves) == 1 else pick(code, [match.game.format_move(move) for move in moves]))
    weighed = other(match.position)
    if weighed is None:
        return min(map(after, moves))
    return sum((chance * after(move) for move, chance in weighed if chance), Fraction(0))


@pytest.mark.parametrize("pick", [first, hashed, superstitious])
@pytest.mark.parametrize("seat", [1, 2])
def test_the_scores_and_the_worst_case_equal_a_plain_recursion(pick: Pick, seat: int) -> None:
    profile, match = taken(pick), games.read_code("pocket-addition")
    found = standing(profile, seat, "@random", "@greedy")
    for name in ("@random", "@greedy"):
        opponent = machine(name, random.Random(0), match.game, match.options)
        assert found.scores[name] == plain_score(match, seat, pick, opponent.distribution)
    assert found.worst == plain_score(match, seat, pick, lambda _: None)


@pytest.mark.parametrize("name", ["@perfect", "@student"])
@pytest.mark.parametrize("seat", [1, 2])
def test_perfect_play_cannot_be_exploited_and_gives_nothing_away(name: str, seat: int) -> None:
    match = games.read_code("range-war,highest=7")
    profile = take_profile(player_named(name, random.Random(1), match.game, match.options), name, match)
    found = standing(profile, seat, "@perfect")
    assert found.exploitability == 0
    assert {regret.mean for regret in found.regrets} <= {0}


def test_regret_is_counted_by_depth() -> None:
    # First number 1: lost, since only 6, 7 and 8 win (docs/rules). One question at the first ply, one mistake.
    found = standing(taken(first), 1)
    assert tuple(found.regrets[0]) == (1, 1, 1, 1)
    assert [regret.ply for regret in found.regrets] == [1, 3, 5, 7]
    assert sum(regret.questions for regret in found.regrets) == found.questions


def test_a_draw_counts_half() -> None:
    # Seat 1 has 2 2, and neither 4 nor 0 is within 1..3. A second 2 does the same to seat 2; a 1 or a 3 would win.
    profile = taken(lambda code, moves: "2", "pyramid-challenge,levels=2,highest=3:2.2.2")
    found = standing(profile, 2, "@random")
    assert (found.value, found.worst, found.scores["@random"]) == (Fraction(1), Fraction(1, 2), Fraction(1, 2))
    assert [regret.mean for regret in found.regrets] == [Fraction(1, 2)]


# ---------------------------------------------------------------- the file, and the player


@pytest.mark.parametrize("pick", [first, superstitious, dicing()])
def test_a_profile_survives_its_file(pick: Pick) -> None:
    profile = taken(pick)
    assert read_profile(json.dumps(profile_dict(profile)), "x.json") == profile


@pytest.mark.parametrize("pick", [first, hashed, superstitious])
def test_a_profile_plays_as_its_player_does(pick: Pick, tmp_path: Path) -> None:
    file = tmp_path / "bot.json"
    file.write_text(json.dumps(profile_dict(taken(pick))), encoding="utf-8")
    for seed in range(8):
        for order in (1, -1):
            played = [
                fathom.play("pocket-addition", *(player, fathom.player("@random", seed=seed))[::order])
                for player in (Bot(pick), fathom.player(f"profile:{file}"))
            ]
            assert played[0] == played[1]


def test_a_profile_has_a_strength_unless_it_looks_at_history(tmp_path: Path) -> None:
    match = games.read_code("pocket-addition")
    for pick in (first, superstitious):
        file = tmp_path / f"{pick.__name__}.json"
        file.write_text(json.dumps(profile_dict(taken(pick))), encoding="utf-8")
    policy = policy_named(f"profile:{tmp_path}/first.json", match.game, match.options)
    assert list(policy.weigh(match.position, UNLIMITED)) == [2] + [0] * 8
    with pytest.raises(UnknownPlayer, match="looks at the moves"):
        policy_named(f"profile:{tmp_path}/superstitious.json", match.game, match.options)


def test_a_profile_knows_no_other_game_and_no_other_line(tmp_path: Path) -> None:
    file = tmp_path / "bot.json"
    file.write_text(json.dumps(profile_dict(taken(first))), encoding="utf-8")
    with pytest.raises(UnknownPlayer, match="is a profile for pocket-addition"):
        fathom.play("range-war", f"profile:{file}", "@random")
    player = ProfilePlayer(taken(first), random.Random(1))
    with pytest.raises(BadPlayer, match="it was only asked where it can get by its own moves from pocket-addition"):
        player.weights(games.read_code("pocket-addition:9.8").position)


@pytest.mark.parametrize(
    "content, said",
    [
        ("nothing", "it is not JSON"),
        ("[]", "its schema is not fathom-profile-1"),
        ('{"schema": "fathom-profile-1"}', "player and start must be texts"),
        (
            '{"schema": "fathom-profile-1", "player": "x", "start": "range-war", "behaviour": "odd", "questions": []}',
            "behaviour must be one of fixed, history, random",
        ),
        (
            '{"schema": "fathom-profile-1", "player": "x", "start": "range-war", "behaviour": "fixed", "repeats": 2,'
            ' "questions": [{"code": "range-war", "seat": 1, "answers": {"99": 2}}]}',
            "question 1 has the answer '99' with 2",
        ),
    ],
)
def test_a_file_that_is_no_profile_is_refused_with_the_reason(content: str, said: str, tmp_path: Path) -> None:
    file = tmp_path / "bot.json"
    file.write_text(content, encoding="utf-8")
    with pytest.raises(UnknownPlayer, match=said):
        fathom.player(f"profile:{file}")
    with pytest.raises(UnknownPlayer, match="cannot be read: No such file"):
        fathom.player(f"profile:{tmp_path}/other.json")
