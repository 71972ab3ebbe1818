"""Every reason the coach gives in Range War is true and sufficient.

What a sentence says of the future is a strategy: take the nearest number each time. It is believed wherever playing it
out against every reply wins.
"""

from __future__ import annotations

import re
from functools import cache
from random import Random

import pytest

from fathom.analysis.judge import best_line
from fathom.core.value import Adviser
from fathom.errors import IllegalMove
from tests import truth
from tests.games.claims import (
    NO_ANSWER,
    Grammar,
    Wins,
    check_every_reason,
    every_reason,
    is_best,
    read,
    solved_graph,
    wins,
)

pytestmark = [pytest.mark.slow, pytest.mark.truth]  # every sentence of thousands of positions


def free_sides(position):
    numbers = [n for n in range(1, position.options.highest + 1) if position.free >> n & 1]
    return [n for n in numbers if n < position.last], [n for n in numbers if n > position.last]


def count(text):
    return {"no number": 0, "none": 0}.get(text) if not text[0].isdigit() else int(text.split()[0])


def nearest(position):
    """The legal number next to the last one, on the larger side if there are two."""
    below, above = free_sides(position)
    legal = set(position.moves())
    best = max([below, above], key=lambda side: len(side) if legal >= set(side) else -1)
    return min(best, key=lambda number: abs(number - position.last))


@cache
def outlasts(position, seat):
    """Does a seat win by taking the nearest number each time, whatever the other one does?"""
    if position.outcome:
        return position.outcome.winner == seat
    moves = [nearest(position)] if position.to_move == seat else position.moves()
    return all(outlasts(position.after(move), seat) for move in moves)


def cannot_move(scene, said):
    below, above = free_sides(scene.after)
    wanted, way = {"below": (below, "lower"), "above": (above, "higher")}[said[1]]
    told = int(said[2]) == scene.after.last and wanted == [] and scene.after.must_go == way
    return told and scene.after.outcome.winner == scene.you


def their_side_and_yours(scene, said):
    """`leaves the opponent 3 numbers below 4 and you 5 above`: the opponent may go to the first, and only there."""
    below, above = free_sides(scene.after)
    theirs, yours = (below, above) if said[2] == "below" else (above, below)
    told = (count(said[1]), int(said[3]), count(said[4])) == (len(theirs), scene.after.last, len(yours))
    return told and said[5] != said[2] and set(scene.after.moves()) == set(theirs)


def only_ways(scene, said):
    """In every game that can follow, each seat keeps to its direction."""
    return said[1] != said[2] and keep_to(scene.after, 3 - scene.you, said[1])


@cache
def keep_to(position, seat, way):
    for move in position.moves():
        goes = "up" if move > position.last else "down"
        if (goes == way) != (position.to_move == seat) or not keep_to(position.after(move), seat, way):
            return False
    return True


def two_sides(scene, said):
    below, above = free_sides(scene.after)
    return (count(said[1]), int(said[2]), count(said[3])) == (len(below), scene.after.last, len(above))


def equal_sides(scene, said):
    below, above = free_sides(scene.after)
    return count(said[1]) == len(below) == len(above) and int(said[2]) == scene.after.last


def goes_into_the_larger(scene, said):
    """The opponent may go there, and the line shows it."""
    below, above = free_sides(scene.after)
    larger, smaller = (below, above) if said[1] == "down" else (above, below)
    line = next(iter(best_line(scene.after, Adviser(scene.solved))))
    return len(larger) > len(smaller) and set(scene.after.moves()) == {*below, *above} and line in larger


def the_other_side(scene, said):
    """Whichever way the opponent goes, you must go back past the first number, to what lies on its other side."""
    first = scene.after.last
    replies = [scene.after.after(move) for move in scene.after.moves()]
    return all(any((answer > first) != (reply.last > first) for answer in reply.moves()) for reply in replies) and set(
        scene.after.moves()
    ) == {n for side in free_sides(scene.after) for n in side}


def run_out_first(scene, said):
    """Play it out against every reply; and the line shows the same."""
    winner = scene.seat(said[1])
    position = scene.after
    for move in best_line(position, Adviser(scene.solved)):
        if move != nearest(position):
            return False
        position = position.after(move)
    return said[1] != said[2] and outlasts(scene.after, winner)


def outlasting(scene, said):
    winner = scene.seat(said[1])
    return lambda position: Wins(winner) if outlasts(position, winner) else None


def would_have(scene, said):
    """The better move is best and keeps a win that the move made gives away; and it does what is said."""
    move = int(said[1])
    if move not in scene.before.moves() or not is_best(scene.before, move, scene.solved):
        return False
    if not wins(scene.before, scene.you, scene.solved) or wins(scene.after, scene.you, scene.solved):
        return False
    after = scene.before.after(move)
    below, above = map(len, free_sides(after))
    if said[2] == "them no move":
        return after.moves() == ()
    if said[3]:
        return int(said[3]) == below == above and len(after.moves()) == below + above
    return [int(said[4]), int(said[5])] in ([below, above], [above, below]) and len(after.moves()) == int(said[4])


NUMBERS = r"(no number|1 number|\d+ numbers)"
SIDE = r"(below|above)"
WAY = r"(down|up)"
RUN_OUT = r"by taking the nearest each time (you|they) give nothing away and (you|they) run out first"
RANGE_WAR = Grammar(
    {
        r"no free number lies (below|above) (\d+), so the opponent cannot move and you win": cannot_move,
        rf"leaves the opponent {NUMBERS} {SIDE} (\d+) and you (none|\d+) {SIDE}": their_side_and_yours,
        rf"they only go {WAY} and you only {WAY} from now on": only_ways,
        rf"leaves {NUMBERS} below (\d+) and (none|\d+) above": two_sides,
        rf"leaves {NUMBERS} on each side of (\d+)": equal_sides,
        rf"the opponent goes {WAY} into the larger side": goes_into_the_larger,
        r"whichever way the opponent goes, you get the other side": the_other_side,
        RUN_OUT: run_out_first,
        r"(\d+) would have left (them no move|(\d+) on each side|them (\d+) against your (\d+))": would_have,
    },
    r"; |, and ",
    NO_ANSWER,
    int,
    {RUN_OUT: outlasting},
)

LOWER, FREE = {"second_move": "lower"}, {"second_move": "free"}
QUICK = [LOWER, FREE, *({**second, "highest": highest} for second in (LOWER, FREE) for highest in (2, 3, 7))]
LONG = [{**second, "highest": highest} for second in (LOWER, FREE) for highest in (4, 5, 6, 8, 9, 11)]


def tally(**values):
    positions, solved = solved_graph("range-war", **values)
    return check_every_reason("range-war", RANGE_WAR, positions, solved)


@pytest.mark.parametrize("values", truth.amount(QUICK, [*QUICK, *LONG]))
def test_every_reason_is_true_and_sufficient(values):
    assert tally(**values).insufficient == []


@pytest.mark.parametrize("values", [LOWER, FREE])
def test_a_throw_names_the_better_move_and_no_other_sentence_does(values):
    for scene, sentence in every_reason("range-war", *solved_graph("range-war", **values)):
        is_thrown = wins(scene.before, scene.you, scene.solved) and not wins(scene.after, scene.you, scene.solved)
        assert ("would have" in sentence) == is_thrown, f"{scene.before}\n{sentence}"


@pytest.mark.parametrize("values", [LOWER, FREE])
def test_a_sentence_with_another_number_or_direction_in_it_is_not_true(values):
    """So the tests above could fail."""
    rng, changed = Random(truth.SEED), 0
    swaps = {"below": "above", "above": "below", "down": "up", "up": "down"}
    for scene, sentence in every_reason("range-war", *solved_graph("range-war", **values)):
        if rng.random() < 0.1:
            word = rng.choice(list(re.finditer(r"\b(\d+|below|above|down|up)\b", sentence)))
            other = swaps.get(word[0]) or str(int(word[0]) + rng.choice((-1, 1)))
            altered = sentence[: word.start()] + other + sentence[word.end() :]
            changed += 1
            assert read(altered, scene, RANGE_WAR).wrong, f"{scene.before}\n{altered}"
    assert changed > 200


# ------------------------------------------------------------------ with a limited reach


def nothing_in_reach(scene, said):
    """Numbers are left on that side, but none of them is in reach."""
    below, above = free_sides(scene.after)
    wanted, way = {"below": (below, "lower"), "above": (above, "higher")}[said[1]]
    far = wanted and all(abs(n - scene.after.last) > scene.after.options.reach for n in wanted)
    told = int(said[2]) == scene.after.last and far and scene.after.must_go == way
    return told and scene.after.outcome.winner == scene.you


def named(text):
    return [int(number) for number in re.findall(r"\d+", text)]


def in_reach(position):
    """The free numbers in reach on a side where the next one may lie."""
    below, above = free_sides(position)
    sides = {"lower": below, "higher": above, "any": below + above}[position.must_go]
    return [n for n in sides if abs(n - position.last) <= position.options.reach]


def all_that_is_left_loses(scene, said):
    """`leaves you 5 and 6 in reach, and each of them loses`: of whoever is to move."""
    left, loser = in_reach(scene.after), scene.after.to_move
    counts = said[2].endswith("numbers")
    told = named(said[2]) == ([len(left)] if counts else left) and (len(left) > 6) == counts
    lost = all(wins(scene.after.after(number), 3 - loser, scene.solved) for number in left)
    whose = "the opponent" if loser != scene.you else "you"
    return said[1] == whose and told and lost and (len(left) == 1) == (said[3] == "that")


def each_of_them_loses(scene, said):
    left, winner = {scene.after.after(number) for number in in_reach(scene.after)}, 3 - scene.after.to_move
    return lambda position: Wins(winner) if position in left else None


def cannot_go_on(scene, said):
    return scene.after.moves() == () and wins(scene.after, 3 - scene.you, scene.solved)


def would_have_won(scene, said):
    number = int(said[1])
    thrown = wins(scene.before, scene.you, scene.solved) and not wins(scene.after, scene.you, scene.solved)
    return thrown and is_best(scene.before, number, scene.solved)


LEFT = r"(?:which )?leaves (the opponent|you) (?:only )?(.+?) in reach, and (that|each of them) loses"
WITH_REACH = Grammar(
    {
        r"no free number lies (below|above) (\d+), so the opponent cannot move and you win": cannot_move,
        r"no free number (below|above) (\d+) is in reach, so the opponent cannot move and you win": nothing_in_reach,
        LEFT: all_that_is_left_loses,
        r"from where you cannot go on": cannot_go_on,
    },
    r"; |, ",
    r"lets the opponent claim (\d+)",
    int,
    {LEFT: each_of_them_loses},
    better=r"(\d+) would have won",
)
REACHES = [{"reach": 3}, {"reach": 8}, {"highest": 8, "reach": 4, "second_move": "free"}, {"highest": 5, "reach": 1}]
MORE_REACHES = [
    {"highest": h, "reach": r, "second_move": s}
    for h in (4, 7, 11)
    for r in (2, 5)
    for s in ("lower", "free")
    if r < h - 1
]


@pytest.mark.parametrize("values", truth.amount(REACHES, [*REACHES, *MORE_REACHES]))
def test_every_reason_with_a_reach_is_true_and_sufficient(values):
    positions, solved = solved_graph("range-war", **values)
    assert check_every_reason("range-war", WITH_REACH, positions, solved).insufficient == []


def test_with_a_reach_a_throw_names_the_better_move_and_no_other_sentence_does():
    for scene, sentence in every_reason("range-war", *solved_graph("range-war", reach=5)):
        is_thrown = wins(scene.before, scene.you, scene.solved) and not wins(scene.after, scene.you, scene.solved)
        assert ("would have" in sentence) == is_thrown, f"{scene.before}\n{sentence}"


def test_a_sentence_about_the_reach_with_another_number_in_it_is_not_true():
    """So the tests above could fail."""
    rng, changed = Random(truth.SEED), 0
    for scene, sentence in every_reason("range-war", *solved_graph("range-war", reach=6)):
        numbers = list(re.finditer(r"\d+", sentence))
        if numbers and "would have" not in sentence and rng.random() < 0.2:
            number = rng.choice(numbers)
            altered = f"{sentence[: number.start()]}{int(number[0]) + 30}{sentence[number.end() :]}"
            changed += 1
            assert is_refused(altered, scene), f"{scene.before}\n{altered}"
    assert changed > 200


def is_refused(sentence, scene):
    """A number that is not on the line cannot even be tried."""
    try:
        return read(sentence, scene, WITH_REACH).wrong is not None
    except IllegalMove:
        return True
