"""Every reason the coach gives in Pyramid Challenge is true and sufficient."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from fathom import games
from fathom.core.game import PASS
from tests.games.claims import Grammar, check_every_reason, solved_graph, wins

pytestmark = [pytest.mark.slow, pytest.mark.truth]  # every sentence of thousands of positions


def can_top(options, a, b):
    return any(1 <= n <= options.highest for n in (a + b, abs(a - b)))


@cache
def completable(options, cells):
    """By trying everything, in the order of play."""
    if len(cells) == options.cells:
        return True
    if len(cells) < options.levels:
        return any(completable(options, (*cells, n)) for n in range(1, options.highest + 1))
    rows = [cells[: options.levels]]
    rest = cells[options.levels :]
    for length in range(options.levels - 1, 0, -1):
        rows.append(rest[:length])
        rest = rest[length:]
    row = next(i for i in range(1, options.levels) if len(rows[i]) < options.levels - i)
    a, b = rows[row - 1][len(rows[row]) : len(rows[row]) + 2]
    return any(completable(options, (*cells, n)) for n in {a + b, abs(a - b)} if 1 <= n <= options.highest)


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


def needs_more(scene, said):
    mine = cells_of(scene.after, scene.you)
    return completable(scene.after.options, mine) and turns_left(scene.after, scene.you) == number_of_turns(said[1])


def race(scene, said):
    foe = 3 - scene.you
    return (
        scene.after.to_move == foe
        and completable(scene.after.options, cells_of(scene.after, foe))
        and turns_left(scene.after, foe) == number_of_turns(said[1])
        and wins(scene.after, scene.you if said[2] == "finish first" else foe, scene.solved)
    )


def foe_dead_you_win(scene, said):
    foe = cells_of(scene.after, 3 - scene.you)
    return not completable(scene.after.options, foe) and wins(scene.after, scene.you, scene.solved)


def foe_finishes(scene, said):
    foe = 3 - scene.you
    return turns_left(scene.after, foe) == number_of_turns(said[1]) and wins(scene.after, foe, scene.solved)


def nobody_wins(scene, said):
    return wins(scene.after, None, scene.solved)


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


TURNS = r"(1 turn|\d+ turns)"
PYRAMID_CHALLENGE = Grammar(
    {
        r"completes your pyramid": completes_pyramid,
        r"(\d+) beside (\d+) can never be topped: (\d+) is too high and 0 is not a number": never_topped,
        r"only (\d+) fits beside this (\d+)": only_same_fits,
        r"above (\d+ \d+ \d+) stand only (\d+) and (\d+)": above_row,
        r"whatever you fill in from here, two equal numbers that are too large to add come side by side": now_dead,
        rf"your pyramid needs {TURNS} more": needs_more,
        r"your pyramid can no longer be completed": now_dead,
        rf"the opponent is to move and needs {TURNS}, so you (finish first|come second)": race,
        r"the opponent's can no longer be completed, so you win": foe_dead_you_win,
        rf"the opponent needs {TURNS} to finish, so you lose": foe_finishes,
        r"the opponent's cannot be completed either, so nobody wins": nobody_wins,
    },
    r"; |, and ",
    r"\bnever\b()",
    int,
)


@pytest.mark.parametrize("values", [{"highest": 3}, {"levels": 2, "highest": 5}, {"levels": 4, "highest": 2}])
def test_pyramid_challenge_everywhere(values):
    positions, solved = solved_graph("pyramid-challenge", **values)
    check_every_reason("pyramid-challenge", PYRAMID_CHALLENGE, positions, solved)


def test_pyramid_challenge_with_default_options():
    """Every pyramid of the seat to move. Of the other one, reasons mention only its cells and whether it can be
    completed, so each pyramid is paired with one of every such kind that it can meet."""
    game = games.game("pyramid-challenge")
    options: Any = game.options_type()
    start: Any = game.start(options)
    pyramids: list[tuple[int, ...]] = [()]
    for cells in pyramids:
        if len(cells) < options.cells:
            alone = start._replace(own=cells)
            pyramids += [(*cells, number) for number in alone.moves() if number != PASS]
    kinds = {(len(cells), completable(options, cells)): cells for cells in reversed(pyramids)}
    positions = [
        start._replace(own=own, foe=foe, to_move=1 if len(own) == filled else 2)
        for own in pyramids
        for (filled, alive), foe in kinds.items()
        if len(own) < options.cells and filled < options.cells
        if filled in {len(own), len(own) + 1} or (filled < len(own) and not alive)
    ]
    assert len(positions) > 10_000
    check_every_reason("pyramid-challenge", PYRAMID_CHALLENGE, positions, games.room(game.name).oracle(options))
