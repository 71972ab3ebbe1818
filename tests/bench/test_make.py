"""Items: the same from the same arguments, spread over depths, and no shape in two splits."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from fathom import games
from fathom.bench.item import Item, read_items, write_items
from fathom.bench.make import Plan, make_items
from fathom.bench.shapes import digest_of_text
from fathom.bench.splits import options_of, salt_hash, split_of
from fathom.bench.tasks import SPLITS
from fathom.errors import BadOption, FathomError
from fathom.solver.search import solve

SALT = "a salt that nobody knows"
SMALL = Plan(tasks=("best", "only", "value", "reason"), games=("pocket-addition",), size=8)


@cache
def items_of(plan: Plan) -> list[Item]:
    """The items of a plan, made once for all tests."""
    return make_items(plan)


def test_the_same_plan_gives_the_same_bytes():
    assert write_items(make_items(SMALL)) == write_items(make_items(SMALL))


def test_another_seed_draws_other_positions():
    assert {item.code for item in items_of(SMALL)} != {item.code for item in items_of(SMALL._replace(seed=1))}


def test_items_survive_their_file():
    plan = SMALL._replace(renamed=True, paraphrases=2)
    items = items_of(plan)
    assert read_items(write_items(items), "items.jsonl") == items


def test_ids_are_unique_and_groups_hold_every_wording_of_a_position():
    items = items_of(SMALL._replace(renamed=True, paraphrases=3))
    assert len({item.id for item in items}) == len(items)
    assert set(Counter(item.group for item in items).values()) == {6}  # 3 wordings, each also renamed


def test_depths_are_asked_about_evenly_although_most_positions_are_one_ply_deep():
    items = items_of(SMALL._replace(tasks=("best",), size=30))
    by_depth = Counter(item.depth for item in items)
    assert len(by_depth) >= 4
    assert max(by_depth.values()) <= 10  # of the tested positions of this game, 58 % are one ply deep


def test_every_position_of_best_and_only_tests_the_mover():
    for item in items_of(SMALL):
        if item.task not in ("best", "only"):
            continue
        match = games.read_code(item.code)
        values = solve(match.position).values_after(match.position)  # not the room's table, but plain search
        best = max(values, key=lambda value: value.score(item.seat))
        keeping = sum(value.winner == best.winner for value in values)
        assert keeping < len(values)
        assert item.task == "best" or keeping == 1


def test_the_truth_of_dev_is_what_plain_search_finds():
    for item in items_of(SMALL):
        assert item.truth is not None
        position = games.read_code(item.code).position
        oracle = solve(position)
        value = oracle.value(position)
        assert (item.truth["winner"], item.truth["plies"]) == (value.winner, value.plies)
        told = [(move["winner"], move["plies"]) for move in item.truth["moves"]]
        assert told == [(after.winner, after.plies) for after in oracle.values_after(position)]
        assert item.depth == value.plies


def test_test_and_held_out_hold_no_truth_and_play_other_games():
    by_the_book = games.game("pocket-addition").options_type()
    for plan in (SMALL._replace(split="test"), SMALL._replace(split="held-out", salt=SALT)):
        for item in items_of(plan):
            assert item.truth is None
            assert games.read_code(item.code).options != by_the_book


def test_no_shape_is_in_two_splits():
    plans = [SMALL, SMALL._replace(split="test"), SMALL._replace(split="held-out", salt=SALT)]
    for plan, split in zip(plans, SPLITS, strict=True):
        assert {split_of(item.shape) for item in items_of(plan)} == {split}


def test_no_puzzle_is_in_two_splits_not_even_turned_or_mirrored():
    plan = Plan(tasks=("puzzle",), size=4)
    plans = [plan, plan._replace(split="test"), plan._replace(split="held-out", salt=SALT)]
    for plan, split in zip(plans, SPLITS, strict=True):
        for item in items_of(plan):
            assert split_of(item.shape) == split
            assert split_of(digest_of_text(turned(item.code))) == split


def turned(code: str) -> str:
    """The shape of a puzzle after a quarter turn: every number grows by a quarter of the tiles of its level."""
    layout = code.partition(":")[2]
    sizes = {"B": 4, "C": 8, "D": 16, "E": 32}
    things = [
        f"{thing[:2]}{(int(thing[2:]) - 1 + sizes[thing[1]] // 4) % sizes[thing[1]] + 1}" for thing in layout.split(".")
    ]
    options = games.read_code(f"pyramid-puzzle:{'.'.join(things)}").options
    puzzles = games.room("pyramid-puzzle").puzzles
    assert puzzles
    return puzzles.shape(options)


def test_pairs_differ_by_their_last_move_and_no_good_move_of_one_is_always_good_in_the_other():
    pairs: dict[str, list] = {}
    for item in items_of(SMALL._replace(tasks=("reason",), size=20)):
        if item.pair:
            pairs.setdefault(item.pair, []).append(item)
    assert pairs
    for one, other in pairs.values():
        assert one.code.rpartition(".")[0] == other.code.rpartition(".")[0]
        keeping = [
            {move["move"] for move in item.truth["moves"] if move["winner"] == item.truth["winner"]}
            for item in (one, other)
        ]
        legal = {move["move"] for move in other.truth["moves"]}
        assert (keeping[0] & legal) - keeping[1]


def test_held_out_options_and_names_depend_on_the_salt():
    game = games.game("pocket-addition")
    assert options_of(game, "held-out", SALT) != options_of(game, "held-out", SALT + "!")
    plan = SMALL._replace(split="held-out", salt=SALT, tasks=("best",))
    assert all(item.names for item in items_of(plan))
    assert SALT not in write_items(items_of(plan))
    assert len(salt_hash(SALT)) == 64


@pytest.mark.parametrize("plan", [Plan(split="held-out"), Plan(split="held-out", salt="short"), Plan(salt=SALT)])
def test_a_salt_goes_with_held_out_and_with_nothing_else(plan: Plan):
    with pytest.raises(BadOption, match="salt"):
        items_of(plan)


def test_a_plan_without_items_says_so():
    with pytest.raises(BadOption, match="puzzle does not go with range-war"):
        items_of(Plan(tasks=("puzzle",), games=("range-war",)))


def test_whole_games_are_asked_about_once_or_against_every_opponent_in_both_seats():
    items = items_of(Plan(tasks=("profile", "match"), games=("pocket-addition",)))
    assert Counter(item.task for item in items) == {"profile": 1, "match": 6}
    assert len({(item.opponent, item.seat) for item in items if item.task == "match"}) == 6


def test_a_match_that_is_over_before_the_first_question_is_not_asked():
    """Who opens Range War with 1 wins on the spot, and a player who looks two moves ahead sees it."""
    items = items_of(Plan(tasks=("match",), games=("range-war",)))
    assert {("@perfect", 2), ("@minimax-2", 2)}.isdisjoint({(item.opponent, item.seat) for item in items})
    assert {item.opponent for item in items if item.seat == 1} == {"@random", "@minimax-2", "@perfect"}


def test_whole_games_are_renamed_and_reworded_too():
    plan = Plan(tasks=("profile", "match"), games=("pocket-addition",), paraphrases=2, renamed=True)
    items = items_of(plan)
    assert Counter(item.task for item in items) == {"profile": 4, "match": 24}
    assert set(Counter(item.group for item in items).values()) == {4}
    assert sum(item.names is not None for item in items) == len(items) / 2
    secret = items_of(plan._replace(split="held-out", salt=SALT, renamed=False, paraphrases=1))
    assert all(item.names for item in secret)


def test_puzzles_get_harder_and_have_a_known_optimum():
    items = items_of(Plan(tasks=("puzzle",), size=2))
    assert [item.game for item in items] == ["pyramid-puzzle"] * 2
    assert all(item.depth and item.depth > 0 for item in items)


@pytest.mark.parametrize("line", ["nonsense", "{}", '{"schema": "fathom-bench-item-1"}', '{"schema": "x"}'])
def test_a_broken_line_is_named(line: str):
    good = write_items(items_of(SMALL._replace(tasks=("best",), size=1)))
    with pytest.raises(FathomError, match=r"Line 2 of items\.jsonl is not"):
        read_items(good + line + "\n", "items.jsonl")
