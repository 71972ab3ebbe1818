"""Every reason the coach gives in Pocket Addition is true and sufficient."""

from __future__ import annotations

import pytest

from fathom.core.game import PASS
from tests.games.claims import Grammar, best_play_wins, check_every_reason, solved_graph, wins

pytestmark = [pytest.mark.slow, pytest.mark.truth]  # every sentence of thousands of positions

YOU = r"(you|the opponent)"


def pool_of(position):
    return {n for n in range(1, position.options.highest + 1) if position.pool >> n & 1}


def total(position, seat):
    return position.totals[seat - 1]


def makes_target(scene, said):
    return total(scene.after, scene.actor) == int(said[1]) == scene.after.options.target


def takes_away(scene, said):
    victim = scene.seat(said[3])
    made = total(scene.before, victim) + int(said[1])
    return victim != scene.actor and scene.move == int(said[1]) and made == int(said[2]) == scene.before.options.target


def leaves_the_win(scene, said):
    victim = scene.seat(said[2])
    return (
        victim == scene.after.to_move
        and int(said[1]) in pool_of(scene.after)
        and total(scene.after, victim) + int(said[1]) == int(said[3]) == scene.after.options.target
    )


def threatens(scene, said):
    made = total(scene.after, scene.actor) + int(said[1])
    return int(said[1]) in pool_of(scene.after) and made == int(said[2]) == scene.after.options.target


def cannot_be_taken(scene, said):
    who = scene.seat(said[1])
    threat = scene.after.options.target - total(scene.after, scene.actor)
    own = total(scene.after, who)
    return (
        who != scene.actor
        and (own, threat, scene.after.options.target) == (int(said[2]), int(said[3]), int(said[4]))
        and own + threat > scene.after.options.target
        and wins(scene.after, scene.actor, scene.solved)
    )


def nothing_to_add(scene, said):
    who = scene.seat({"your": "you"}.get(said[1], "the opponent"))
    room = scene.after.options.target - int(said[2])
    return total(scene.after, who) == int(said[2]) and all(n > room for n in pool_of(scene.after))


def nothing_small_enough(scene, said):
    room = scene.before.options.target - int(said[1])
    return total(scene.before, scene.actor) == int(said[1]) and all(n > room for n in pool_of(scene.before))


def ends_level(scene, said):
    totals = scene.after.totals
    return totals[0] == totals[1] == int(said[1]) and scene.after.outcome.winner == scene.seat(said[2]) == scene.actor


def ends_unequal(scene, said):
    high, low = sorted(scene.after.totals, reverse=True)
    ahead = 1 if scene.after.totals[0] > scene.after.totals[1] else 2
    return (high, low) == (int(said[1]), int(said[2])) and scene.seat(said[3]) == ahead == scene.after.outcome.winner


def must_be_taken(scene, said):
    """Every other reply loses at once, and the answer to the block wins."""
    threat = scene.after.options.target - total(scene.after, scene.you)
    for reply in scene.after.moves():
        following = scene.after.after(reply)
        if reply != threat and (following.outcome or threat not in following.moves()):
            return False
    answer = PASS if said[1] == "a pass" else int(said[1].removeprefix("taking the "))
    return wins(scene.after.after(threat).after(answer), scene.you, scene.solved)


def every_reply_answered(scene, said):
    pairs = [part.split(" ", 2)[1:] for part in said[1].split(", ")]
    replies = {int(reply) for reply, _ in pairs}
    return replies == set(scene.after.moves()) and all(
        wins(scene.after.after(int(r)).after(PASS if a == "a pass" else int(a)), scene.you, scene.solved)
        for r, a in pairs
    )


def must_pass(scene, said):
    return scene.after.moves() == (PASS,)


POCKET_END = r"(made \d+ exactly|the higher total, \d+ against \d+|both have \d+ and seat \d took the last number)"
POCKET_ADDITION = Grammar(
    {
        r"makes (\d+) exactly": makes_target,
        rf"takes the (\d+) that would have made (\d+) for {YOU}": takes_away,
        rf"leaves the (\d+) with which {YOU} makes? (\d+)": leaves_the_win,
        r"threatens the (\d+) that makes (\d+)": threatens,
        rf"which {YOU} cannot take, since (\d+) \+ (\d+) exceeds (\d+)": cannot_be_taken,
        r"leaves nothing small enough to add to (your|the opponent's) (\d+)": nothing_to_add,
        r"nothing left is small enough to add to (\d+)": nothing_small_enough,
        rf"ends the game with (\d+) each, and {YOU} took the last number": ends_level,
        rf"ends the game with (\d+) against (\d+) for {YOU}": ends_unequal,
        r"the opponent must take it, and then (a pass|taking the \d+) wins": must_be_taken,
        r"every reply has a winning answer: ((?:to \d+ (?:a pass|\d+)(?:, )?)+)": every_reply_answered,
        r"the opponent must pass": must_pass,
        rf"with best play {YOU} wins?: {POCKET_END}": best_play_wins,
    },
    r"; | and |, which (?=takes|leaves|threatens|makes|ends)|, (?=which)",
    r"the opponent answers (\d+)",
    int,
)


@pytest.mark.parametrize("values", [{}, {"target": 20}, {"highest": 5, "target": 7}, {"highest": 4, "target": 30}])
def test_pocket_addition(values):
    positions, solved = solved_graph("pocket-addition", **values)
    check_every_reason("pocket-addition", POCKET_ADDITION, positions, solved)
