"""Every reason the coach gives in Range War is true and sufficient."""

from __future__ import annotations

import pytest

from tests.games.claims import Grammar, check_every_reason, solved_graph, wins

pytestmark = [pytest.mark.slow, pytest.mark.truth]  # every sentence of thousands of positions

RESULT = r"so you (win|lose)"


def free_sides(position):
    numbers = [n for n in range(1, position.options.highest + 1) if position.free >> n & 1]
    return [n for n in numbers if n < position.last], [n for n in numbers if n > position.last]


def count(text):
    return {"no number": 0, "none": 0, "1 number": 1}.get(text) if not text[0].isdigit() else int(text.split()[0])


def cannot_move(scene, said):
    below, above = free_sides(scene.after)
    wanted = {"below": below, "above": above, "below or above": below + above}[said[1]]
    return int(said[2]) == scene.after.last and wanted == [] and scene.after.outcome.winner == scene.you


def two_sides(scene, said):
    below, above = free_sides(scene.after)
    return (count(said[1]), int(said[2]), count(said[3])) == (len(below), scene.after.last, len(above))


def equal_sides(scene, said):
    below, above = free_sides(scene.after)
    return count(said[1]) == len(below) == len(above) and int(said[2]) == scene.after.last


def directed(scene, said):
    below, above = free_sides(scene.after)
    ahead, behind = (below, above) if said[1] == "down" else (above, below)
    legal = set(scene.after.moves())
    compared = {"larger": len(ahead) > len(behind), "smaller": len(ahead) < len(behind)}
    return legal == set(ahead) and compared.get(said[2], len(ahead) == len(behind)) and you_fare(scene, said[3])


def undirected(scene, said):
    below, above = free_sides(scene.after)
    same = len(below) == len(above)
    return (
        bool(below and above)
        and set(scene.after.moves()) == {*below, *above}
        and same == (said[1] == "neither side is larger")
        and you_fare(scene, said[2])
    )


def you_fare(scene, how):
    return wins(scene.after, scene.you, scene.solved) == (how == "win")


NUMBERS = r"(no number|1 number|\d+ numbers)"
RANGE_WAR = Grammar(
    {
        r"no free number lies (below or above|below|above) (\d+), so the opponent cannot move and you win": cannot_move,
        rf"leaves {NUMBERS} below (\d+) and (none|\d+) above": two_sides,
        rf"leaves {NUMBERS} on each side of (\d+)": equal_sides,
        rf"the opponent must go (down|up) into the (larger|smaller|equally large) side, {RESULT}": directed,
        rf"the opponent can only go (down|up), into the (larger) side, {RESULT}": directed,
        rf"the opponent may go either way, and (takes the larger side|neither side is larger), {RESULT}": undirected,
    },
    "; ",
    r"\bnever\b()",
    int,
)


@pytest.mark.parametrize("second_move", ["lower", "free"])
def test_range_war(second_move):
    positions, solved = solved_graph("range-war", second_move=second_move)
    check_every_reason("range-war", RANGE_WAR, positions, solved)
