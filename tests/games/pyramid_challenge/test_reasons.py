"""Every reason the coach gives in Pyramid Challenge is true and sufficient."""

from __future__ import annotations

import re
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from fathom.core.game import PASS
from tests import truth
from tests.games.claims import (
    NO_ANSWER,
    Grammar,
    Wins,
    adviser_shown,
    check_every_reason,
    every_reason,
    is_best,
    read,
    solved_graph,
)
from tests.games.pyramid_challenge.facts import (
    can_top,
    completable,
    essentially_different,
    fitting,
    pair_below,
    rows_of,
)

pytestmark = [pytest.mark.slow, pytest.mark.truth]  # every sentence of thousands of positions


def cells_of(position, seat):
    return position.pyramid(seat)


def turns_left(position, seat):
    return position.options.cells - len(cells_of(position, seat))


def number_of_turns(text):
    return int(text.split()[0])


def never_topped(scene, said):
    a, b, high = int(said[1]), int(said[2]), int(said[3])
    return a == b and a + b == high > scene.after.options.highest and not can_top(scene.after.options, a, b)


def now_dead(scene, said):
    return not completable(scene.after.options, cells_of(scene.after, scene.you))


def race(scene, said):
    """Both pyramids can be completed, in the turns that are told."""
    options, foe = scene.after.options, 3 - scene.you
    alive = completable(options, cells_of(scene.after, scene.you)) and completable(options, cells_of(scene.after, foe))
    told = (number_of_turns(said[1]), number_of_turns(said[2]))
    turns = (turns_left(scene.after, scene.you), turns_left(scene.after, foe))
    return alive and told == turns and scene.after.to_move == foe and said[3] == first_by_count(*turns)


def first_by_count(yours, theirs):
    """The opponent is to move, so as many turns are enough for them."""
    return "come second" if theirs <= yours else "finish first"


def race_decides(scene, said):
    is_first = first_by_count(number_of_turns(said[1]), number_of_turns(said[2])) == "finish first"
    return at_once(scene, scene.you if is_first else 3 - scene.you)


def at_once(scene, winner):
    """What follows from the turns that are told, or from a pyramid that cannot be completed."""
    return lambda position: Wins(winner) if position == scene.after else None


def foe_dead_you_win(scene, said):
    mine, foe = cells_of(scene.after, scene.you), cells_of(scene.after, 3 - scene.you)
    alive = completable(scene.after.options, mine) and turns_left(scene.after, scene.you) == number_of_turns(said[1])
    return alive and not completable(scene.after.options, foe)


def foe_finishes(scene, said):
    """You cannot finish, the opponent can, in the turns that are told."""
    foe = cells_of(scene.after, 3 - scene.you)
    alive = completable(scene.after.options, foe) and now_dead(scene, said)
    return alive and turns_left(scene.after, 3 - scene.you) == number_of_turns(said[1])


def nobody_wins(scene, said):
    return now_dead(scene, said) and not completable(scene.after.options, cells_of(scene.after, 3 - scene.you))


def completes_pyramid(scene, said):
    return scene.after.outcome.winner == scene.you


def only_same_fits(scene, said):
    number = int(said[1])
    mine = cells_of(scene.after, scene.you)
    twin = scene.after._replace(own=mine, foe=(), passed=False, outcome=None)
    return mine[-1] == number == int(said[2]) and twin.moves() == (number,) and now_dead(scene, said)


def above_row(scene, said):
    a, b, c = map(int, said[1].split())
    mine, options = cells_of(scene.after, scene.you), scene.after.options
    shown = any(mine[i : i + 3] == (a, b, c) for i in range(len(mine) - 2)) and len(mine) == options.levels

    def above(x, y):
        return {n for n in (x + y, abs(x - y)) if 1 <= n <= options.highest}

    return shown and above(a, b) == above(b, c) == {int(said[2])} and said[2] == said[3]


def fillings(options, cells):
    """Every way to go on until nothing fits, by trying everything."""
    fits = fitting(options, cells)
    if not fits:
        yield cells
    for number in fits:
        yield from fillings(options, (*cells, number))


def all_end_with_pairs(scene, said):
    """In each way to go on two equal numbers, one of those named, get in the way; and each of them does in some way."""
    options = scene.after.options
    met = set()
    for stuck in fillings(options, cells_of(scene.after, scene.you)):
        a, b = pair_below(options, stuck)
        if a != b or can_top(options, a, b):
            return False
        met.add(a)
    return said[1] == "two equal numbers" or sorted(met) == [int(n) for n in re.findall(r"\d+", said[1])]


def beside(scene, said):
    """Two numbers stand side by side in a row, and nothing fits above them."""
    a, b = int(said[1]), int(said[2])
    rows = rows_of(scene.after.options, cells_of(scene.after, scene.you))
    stand = any((a, b) == pair for row in rows for pair in pairwise(row))
    return stand and not can_top(scene.after.options, a, b)


def would_have_kept(scene, said):
    """The numbers named are exactly those that fitted and left a way; the move made throws something away."""
    options, mine = scene.before.options, cells_of(scene.before, scene.you)
    fits = fitting(options, mine)
    living = [n for n in fits if completable(options, (*mine, n))]
    deadly = [n for n in fits if n not in living]
    before, after = scene.solved.value(scene.before).winner, scene.solved.value(scene.after).winner
    if before == after or before == 3 - scene.you:
        return False
    named = [int(n) for n in re.findall(r"\d+", said[1])]
    if said[1] == "any other number":
        return deadly == [scene.move]
    if said[1].startswith("any number but"):
        return deadly == named
    if said[1].endswith("other numbers"):
        return named == [living[0], len(living) - 1]
    return living == named


TURNS = r"(1 turn|\d+ turns)"
RACE = rf"your pyramid needs {TURNS} more; the opponent is to move and needs {TURNS}, so you (finish first|come second)"
FOE_DEAD = rf"your pyramid needs {TURNS} more; the opponent's can no longer be completed, so you win"
FOE_FINISHES = rf"the opponent needs {TURNS} to finish, so you lose"
NOBODY = r"the opponent's cannot be completed either, so nobody wins"
PYRAMID_CHALLENGE = Grammar(
    {
        r"completes your pyramid": completes_pyramid,
        r"(\d+) beside (\d+) can never be topped: (\d+) is too high and 0 is not a number": never_topped,
        r"(\d+) beside (\d+) can never be topped": beside,
        r"only (\d+) fits beside this (\d+)": only_same_fits,
        r"above (\d+ \d+ \d+) stand only (\d+) and (\d+)": above_row,
        r"whatever you fill in from here, (.+?) come side by side, too large to add": all_end_with_pairs,
        r"your pyramid can no longer be completed": now_dead,
        RACE: race,
        FOE_DEAD: foe_dead_you_win,
        FOE_FINISHES: foe_finishes,
        NOBODY: nobody_wins,
        r"(.+) would have kept yours open": would_have_kept,
    },
    r"; |, and |, since ",
    NO_ANSWER,
    int,
    {
        RACE: race_decides,
        FOE_DEAD: lambda scene, said: at_once(scene, scene.you),
        FOE_FINISHES: lambda scene, said: at_once(scene, 3 - scene.you),
        NOBODY: lambda scene, said: at_once(scene, None),
    },
)
QUICK = [{"highest": 3}, {"levels": 2, "highest": 5}, {"levels": 4, "highest": 2}]


@pytest.mark.parametrize("values", QUICK)
def test_every_reason_is_true_and_sufficient(values):
    positions, solved = solved_graph("pyramid-challenge", **values)
    assert check_every_reason("pyramid-challenge", PYRAMID_CHALLENGE, positions, solved).insufficient == []


def tally(**values):
    """Every pyramid of the seat to move, beside one of every kind that it can meet: reasons name the numbers of the
    former, and of the latter only what matters to the game."""
    positions, solved = essentially_different(**values)
    return check_every_reason("pyramid-challenge", PYRAMID_CHALLENGE, positions, solved)


@pytest.mark.parametrize("values", truth.amount([{}], [{}, {"levels": 4, "highest": 4}]))
def test_every_reason_about_essentially_different_pyramids(values):
    assert tally(**values).insufficient == []


def test_a_throw_names_the_better_numbers_and_no_other_sentence_does():
    for scene, sentence in every_reason("pyramid-challenge", *solved_graph("pyramid-challenge", highest=3)):
        before, after = scene.solved.value(scene.before).winner, scene.solved.value(scene.after).winner
        assert ("would have kept" in sentence) == (before != after), f"{scene.before}\n{sentence}"


def test_a_sentence_with_another_number_in_it_is_not_true():
    """So the tests above could fail."""
    rng, changed = Random(truth.SEED), 0
    positions, solved = solved_graph("pyramid-challenge", highest=3)
    for scene, sentence in every_reason("pyramid-challenge", rng.sample(positions, 3000), solved):
        found = list(re.finditer(r"[1-9]", sentence))
        if found:
            number = rng.choice(found)
            altered = f"{sentence[: number.start()]}{int(number[0]) + 1}{sentence[number.end() :]}"
            changed += 1
            assert read(altered, scene, PYRAMID_CHALLENGE).wrong, f"{scene.before}\n{altered}"
    assert changed > 1000


def test_the_line_shown_keeps_a_pyramid_open_even_where_the_race_is_lost():
    positions, solved = solved_graph("pyramid-challenge", highest=3)
    adviser, kept = adviser_shown("pyramid-challenge", solved), 0
    for position in positions:
        mine, options = cells_of(position, position.to_move), position.options
        best = [move for move in position.moves() if is_best(position, move, solved)]
        if any(move != PASS and completable(options, (*mine, move)) for move in best):
            chosen: Any = adviser.best(position)[0]
            assert completable(options, (*mine, chosen))
            kept += 1
    assert kept > 1000


# ------------------------------------------------------------------ with limited tokens


def tokens_left(position, number):
    return position.options.copies - (position.own + position.foe).count(number)


def still_completable(options, cells, other):
    """With the tokens that are left, if the other seat takes no more: by trying everything."""
    if len(cells) == options.cells:
        return True
    numbers = [n for n in fitting(options, cells) if (cells + other).count(n) < options.copies]
    return any(still_completable(options, (*cells, number), other) for number in numbers)


def no_token_at_all(scene, said):
    return all(tokens_left(scene.before, n) == 0 for n in range(1, scene.before.options.highest + 1))


def no_token_of(scene, said):
    """Exactly these numbers would fit, and none of them is left."""
    numbers, options, own = [int(n) for n in re.findall(r"\d+", said[1])], scene.before.options, scene.before.own
    told = [int(said[2]), int(said[3])] == list(pair_below(options, own))
    return told and list(fitting(options, own)) == numbers and all(tokens_left(scene.before, n) == 0 for n in numbers)


def nothing_fits(scene, said):
    options, own = scene.before.options, scene.before.own
    return [int(said[1]), int(said[2])] == list(pair_below(options, own)) and fitting(options, own) == ()


def last_token(scene, said):
    return int(said[1]) == scene.move and tokens_left(scene.after, scene.move) == 0 < tokens_left(
        scene.before, scene.move
    )


def opponent_stuck(scene, said):
    return scene.after.moves() == (PASS,)


def too_few_tokens(scene, said):
    foe = 3 - scene.you
    return not still_completable(scene.after.options, cells_of(scene.after, scene.you), cells_of(scene.after, foe))


def finishes(scene, said):
    winner, plies = scene.solved.value(scene.after)[:2]
    who = scene.you if said[1] == "you finish" else 3 - scene.you
    turns = plies // 2 if who == scene.you else (plies + 1) // 2  # the opponent is to move
    return winner == who and number_of_turns(said[2]) == turns


def nobody_finishes(scene, said):
    return scene.solved.value(scene.after).winner is None


def would_have_kept_it(scene, said):
    before, after = scene.solved.value(scene.before).winner, scene.solved.value(scene.after).winner
    if before == after or said[2] != ("draw" if before is None else "win"):
        return False
    keeping = [n for n in scene.before.moves() if scene.solved.value(scene.before.after(n)).winner == before]
    told = [int(n) for n in re.findall(r"\d+", said[1])]
    return told == ([keeping[0], len(keeping) - 1] if "other numbers" in said[1] else keeping)


FINISHES = rf"with best play (you finish|the opponent finishes) in {TURNS}"
NOBODY_FINISHES = r"with best play nobody finishes"
WITH_TOKENS = Grammar(
    {
        r"completes your pyramid": completes_pyramid,
        r"no token is left": no_token_at_all,
        r"no token of (.+?) is left, and nothing else fits above (\d+) and (\d+)": no_token_of,
        r"nothing fits above (\d+) and (\d+)": nothing_fits,
        r"takes the last token of (\d+)": last_token,
        r"the opponent has nothing to place and is stuck for good": opponent_stuck,
        r"the tokens left cannot complete your pyramid": too_few_tokens,
        FINISHES: finishes,
        NOBODY_FINISHES: nobody_finishes,
        r"(.+) would have kept the (win|draw)": would_have_kept_it,
    },
    r"; ",
    NO_ANSWER,
    int,
    {
        FINISHES: lambda scene, said: at_once(scene, scene.you if said[1] == "you finish" else 3 - scene.you),
        NOBODY_FINISHES: lambda scene, said: at_once(scene, None),
    },
)
TOKENS = [
    {"levels": 2, "highest": 4, "copies": 2},
    {"levels": 3, "highest": 2, "copies": 3},
    {"highest": 3, "copies": 2},
    {"highest": 4, "copies": 1},
]
MORE_TOKENS = [{"highest": 3, "copies": copies} for copies in (1, 3, 4)] + [{"levels": 2, "highest": 5, "copies": 1}]


@pytest.mark.parametrize("values", truth.amount(TOKENS, [*TOKENS, *MORE_TOKENS]))
def test_every_reason_with_limited_tokens_is_true_and_sufficient(values):
    positions, solved = solved_graph("pyramid-challenge", **values)
    assert check_every_reason("pyramid-challenge", WITH_TOKENS, positions, solved).insufficient == []


def test_every_clause_about_tokens_comes_up():
    said = set()
    for values in TOKENS:
        for _, sentence in every_reason("pyramid-challenge", *solved_graph("pyramid-challenge", **values)):
            said |= {pattern for pattern in WITH_TOKENS.clauses if re.search(pattern, sentence)}
    assert said == set(WITH_TOKENS.clauses)


def test_what_is_seen_of_the_tokens_is_always_said():
    for scene, sentence in every_reason("pyramid-challenge", *solved_graph("pyramid-challenge", highest=3, copies=2)):
        if scene.move == PASS or scene.after.outcome:
            continue
        assert ("takes the last token" in sentence) == (tokens_left(scene.after, scene.move) == 0)
        assert ("stuck for good" in sentence) == (scene.after.moves() == (PASS,))
        before, after = scene.solved.value(scene.before).winner, scene.solved.value(scene.after).winner
        assert ("would have kept" in sentence) == (before != after), f"{scene.before}\n{sentence}"


def test_a_sentence_about_tokens_with_another_number_in_it_is_not_true():
    """So the tests above could fail."""
    rng, changed = Random(truth.SEED), 0
    positions, solved = solved_graph("pyramid-challenge", highest=3, copies=2)
    for scene, sentence in every_reason("pyramid-challenge", positions, solved):
        found = list(re.finditer(r"[1-9]", sentence))
        if found and rng.random() < 0.3:
            number = rng.choice(found)
            altered = f"{sentence[: number.start()]}{int(number[0]) + 1}{sentence[number.end() :]}"
            changed += 1
            assert read(altered, scene, WITH_TOKENS).wrong, f"{scene.before}\n{altered}"
    assert changed > 100
