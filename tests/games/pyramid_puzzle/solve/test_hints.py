"""The five hints are true, in every position, and lead to the peak for the least MP."""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise
from random import Random

import pytest

from fathom.games.pyramid_puzzle.board import read_layout
from fathom.games.pyramid_puzzle.make.generate import generate
from fathom.games.pyramid_puzzle.make.rate import GRADES
from fathom.games.pyramid_puzzle.rules import GAME, Move, Options
from fathom.games.pyramid_puzzle.scenario.route import item_on, read_route
from fathom.games.pyramid_puzzle.solve.hints import RUNGS, hint, hints
from tests import truth
from tests.games.pyramid_puzzle import plain
from tests.games.pyramid_puzzle.reference import random_puzzle

pytestmark = [pytest.mark.slow, pytest.mark.truth]

COUNT = truth.amount(60, 600)


@cache
def some_positions():
    """Starts and positions on the way: of generated puzzles, and of random walks on random ones."""
    rng = Random(f"hints {truth.SEED}")
    found = []
    for number in range(COUNT):
        levels = 3 + number % 2
        if number % 3:
            options = random_puzzle(rng, levels, sticks=2, blocked=9)
        else:
            options = generate(rng, GRADES[number // 3 % 4], 5 if number % 2 else 4).options
        position = GAME.start(options)
        for _ in range(rng.randrange(9)):
            moves = [move for move in position.moves() if not move.clears or rng.random() < 0.2]
            if moves:
                position = position.after(rng.choice(moves))
        found.append(position)
    return [position for position in found if not position.outcome]


def check_all(check):
    """A check on every position that still has a way to the peak."""
    for position in some_positions():
        if rest(position) is not None:
            check(position)


def rest(position, **limits):
    puzzle = plain.Puzzle(position.options, **limits)
    return plain.least(puzzle, None if position.tile is None else [plain.state_of(position)])


def is_collected_at_best(position, tile):
    """Does a best way from here collect the item?"""
    puzzle, wanted = plain.Puzzle(position.options), plain.spot(tile)
    starts = puzzle.starts() if position.tile is None else [plain.state_of(position)]
    found = plain.dijkstra(puzzle, starts, lambda state: state.tile == plain.PEAK and wanted in state.held)
    return found.cost == rest(position)


def walked(position):
    """The last hint, walked to its end: every position on the way."""
    said = re.fullmatch(r"(\S+), for (\d+) MP in all\.", hint(position, 5))
    assert said
    found = [position]
    for step in read_route(said[1]):
        move = Move(step.tile, step.clears)
        if not step.item or step.tile != found[-1].tile:
            found.append(found[-1].after(move))
    assert found[-1].mp == int(said[2])
    return found


def test_without_a_way_every_hint_says_so():
    lost = [position for position in some_positions() if rest(position) is None]
    assert lost, "the sample has some"
    for position in lost:
        assert len(set(hints(position))) == 1
        assert hint(position, 1).startswith("There is no way to the peak from here: ")


def test_the_whole_route_reaches_the_peak_for_the_least_mp():
    def check(position):
        end = walked(position)[-1]
        assert end.outcome
        assert end.outcome.winner == 1
        assert end.mp == position.mp + rest(position)

    check_all(check)


def test_the_next_move_is_that_of_the_route_and_keeps_the_best():
    def check(position):
        said = re.fullmatch(r"(?:Start on|Go to) (\w+?)(, opening it)?(?:, for (\d) MP)?\.", hint(position, 4))
        assert said
        after = position.after(Move(said[1]))
        assert after.mp + rest(after) == position.mp + rest(position)
        assert bool(said[2]) == (after.opened != position.opened)
        assert int(said[3] or 0) == after.mp - position.mp
        assert next(one.tile for one in walked(position)[1:] if one.tile != position.tile) == said[1]

    check_all(check)


def test_the_next_item_and_the_tiles_to_open_are_those_of_the_route():
    def check(position):
        way = walked(position)
        taken = [tile for before, one in pairwise(way) for tile in one.taken - before.taken]
        item = re.fullmatch(r"Collect the (\w+) on (\w+) (?:next|first: start there)\.", hint(position, 2))
        if item:
            assert item[2] in taken
            assert item_on(position.options, item[2]) == item[1]
            assert item[2] == next(tile for tile in taken if is_used(position, way, tile))
            assert ("start there" in hint(position, 2)) == (position.tile is None and way[1].tile == item[2])
        else:
            assert hint(position, 2) == "Nothing more needs collecting: go to A1."
            assert position.has_key
            assert not any(is_used(position, way, tile) for tile in taken)
        opened = way[-1].opened - position.opened
        assert set(re.findall(r"[B-J]\d+", hint(position, 3))) == opened
        assert hint(position, 3).startswith("Open ") == bool(opened)

    check_all(check)


def is_used(position, way, tile):
    """Does this way need a thing that it collects? It needs the key, the ladder, and as many sticks as it spends."""
    if item_on(position.options, tile) != "dynamite":
        return True
    wanted = len(way[-1].opened - position.opened) - position.sticks
    taken = [one for before, after in pairwise(way) for one in after.taken - before.taken]
    sticks = [one for one in taken if one in position.options.layout.dynamite]
    return sticks.index(tile) < wanted


def best_walks(position):
    starts = None if position.tile is None else [plain.state_of(position)]
    return plain.best_walks(plain.Puzzle(position.options), starts)


def test_a_twist_that_is_named_is_shared_by_all_best_routes():
    named: set[str] = set()

    def check(position):
        said, walks = hint(position, 1), best_walks(position)
        closed = {plain.spot(tile) for tile in position.still_blocked}
        entered = [[state.tile for state in walk[0 if position.tile is None else 1 :]] for walk in walks]
        comes_back = all(any(tile in closed and way.count(tile) > 1 for tile in way) for way in entered)
        steps = [[there.tile[0] - here.tile[0] for here, there in pairwise(walk)] for walk in walks]
        outward = all(any(step > 0 for step in way) for way in steps)
        outward_first = all(next(step for step in way if step) > 0 for way in steps)
        assert ("Open a tile and come back through it." in said) == comes_back
        assert ("Go out before you go in." in said) == (outward_first and not comes_back)
        also = "Going in is not enough: every best route also moves outward."
        assert (also in said) == (outward and not outward_first and not comes_back)
        named.update(sentence for sentence in (also, "Go out", "come back") if sentence in said)

    check_all(check)
    assert len(named) == 3, "the sample has all of them"


def test_an_item_that_pays_off_or_is_to_be_ignored_is_so():
    def check(position):
        said, layout, best = hint(position, 1), position.options.layout, rest(position)
        without_ladder = best if position.has_ladder else rest(position, ladder=False)
        without = rest(position, opening=False)
        assert ("The ladder pays off." in said) == (without_ladder != best)
        assert ("Without dynamite there is no way." in said) == (without is None)
        assert ("Dynamite pays off." in said) == (without is not None and without > best)
        neither = without_ladder == best == without
        both = rest(position, ladder=position.has_ladder, opening=False)
        assert ("one of them is enough" in said) == (neither and both != best)
        ladder_left = layout.ladder and layout.ladder not in position.taken
        assert ("Ignore the ladder." in said) == bool(ladder_left and not is_collected_at_best(position, layout.ladder))
        left = {tile for tile in layout.dynamite if tile not in position.taken}
        useless = {tile for tile in left if not is_collected_at_best(position, tile)}
        assert ("Ignore the dynamite" in said) == bool(useless)
        if "Ignore the dynamite on" in said:
            assert set(re.findall(r"[B-J]\d+", said.partition("Ignore the dynamite on")[2])) == useless
        elif useless:
            assert useless == left
        if "Nothing clever" in said:
            assert both == best

    check_all(check)


def check_no_contradiction(position):
    """What one hint asks for, no other one calls needless, and what one calls needed, the others do."""
    idea, item, opening, _, route = hints(position)
    dynamite = any(words in idea for words in ("Dynamite pays off", "Without dynamite", "or dynamite pays"))
    ladder = "adder pays" in idea or "ladder or dynamite pays" in idea
    if opening.startswith("Open "):
        assert dynamite
    if "the dynamite on" in item:
        assert opening.startswith("Open ")
    if "the ladder on" in item:
        assert ladder
    if "Nothing clever" in idea:
        assert item.startswith(("Collect the key", "Nothing more"))
        assert not opening.startswith("Open ")
    if "Dynamite pays off" in idea or "Without dynamite" in idea or "come back through" in idea:
        assert opening.startswith("Open ")
    if "The ladder pays off" in idea:
        assert ":ladder" in route
    if "Ignore the ladder" in idea:
        assert ":ladder" not in route


def test_hints_do_not_contradict_each_other():
    check_all(check_no_contradiction)


def test_a_puzzle_whose_items_replace_each_other_is_not_called_plain():
    """Opening B2 or B3 and fetching the ladder both lead to 5 MP; with neither it takes more."""
    options = Options(levels=3, layout=read_layout("kC5.lB4.dC4.dC7.xB1.xB2.xB3.xC2"))
    start = GAME.start(options)
    check_no_contradiction(start)
    assert hints(start) == (
        "The ladder or dynamite pays off: one of them is enough.",
        "Collect the key on C5 first: start there.",
        "No tile needs opening from here.",
        "Start on C5.",
        "C5:key|C6|C7:dynamite|B4:ladder|A1, for 5 MP in all.",
    )


def test_the_hints_of_the_published_puzzle():
    assert hints(GAME.start()) == (
        "Open a tile and come back through it. Dynamite pays off.",
        "Collect the dynamite on D1 next.",
        "Open B2.",
        "Start on E1.",
        "E1|D1:dynamite|C1|B1|clear:B2|B2|C4:key|B2|A1, for 12 MP in all.",
    )


def test_a_plain_puzzle_needs_nothing_clever():
    start = GAME.start(Options(layout=read_layout("kE1")))
    assert hints(start) == (
        "Nothing clever is needed: no further item makes the way cheaper.",
        "Collect the key on E1 first: start there.",
        "No tile needs opening from here.",
        "Start on E1.",
        "E1:key|D1|C1|B1|A1, for 8 MP in all.",
    )


def test_after_the_end_every_hint_says_so():
    position = GAME.start(Options(levels=2, layout=read_layout("kB1")))
    for tile in ("B1", "A1"):
        position = position.after(Move(tile))
    assert set(hints(position)) == {"The walk is over: reached the peak with the key."}


@pytest.mark.parametrize("rung", [0, RUNGS + 1])
def test_there_are_five_hints(rung):
    assert len(hints(GAME.start())) == RUNGS == 5
    with pytest.raises(ValueError, match="1 to 5"):
        hint(GAME.start(), rung)
