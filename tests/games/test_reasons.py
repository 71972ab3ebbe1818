"""Every reason the coach gives is true: over all reachable positions, and over a sample where there are very many."""

from __future__ import annotations

from functools import cache
from itertools import islice
from random import Random
from typing import Any

import pytest

from fathom import games
from fathom.core.game import PASS
from fathom.core.value import Adviser, AnyAdviser
from fathom.solver.search import solve
from tests.conformance.laws import Case, graph
from tests.games.claims import Grammar, Scene, best_ends, untrue, wins

pytestmark = pytest.mark.slow  # every sentence of thousands of positions

YOU = r"(you|the opponent)"
RESULT = r"so you (win|lose)"


def check_every_reason(game, options, grammar, positions, solved):
    adviser: AnyAdviser = Adviser(solved)
    reasons = games.room(game.name).reasons
    assert reasons is not None
    why = reasons.why
    told = 0
    for position in positions:
        for move in position.moves():
            sentence = why(position, move, adviser)
            seat = position.to_move
            scene = Scene(position, move, position.after(move), seat, seat, solved)
            wrong = untrue(sentence, scene, grammar)
            assert wrong is None, f"{position}\n{game.format_move(move)}: {sentence}\nnot true or not known: {wrong}"
            told += 1
    assert told > 0


def solved_graph(name, **values):
    game = games.game(name)
    options = game.options_type(**values)
    return game, options, list(graph(Case(game, options))), solve(game.start(options))


# Range War: the numbers on each side of the one claimed.


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
    game, options, positions, solved = solved_graph("range-war", second_move=second_move)
    check_every_reason(game, options, RANGE_WAR, positions, solved)


# Pocket Addition: totals, targets and what is still in the pool.


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


def best_play_wins(scene, said):
    return wins(scene.after, scene.seat(said[1]), scene.solved) and said[2] in best_ends(scene.after, scene.solved)


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
    game, options, positions, solved = solved_graph("pocket-addition", **values)
    check_every_reason(game, options, POCKET_ADDITION, positions, solved)


# Digit Dilemma: which digits complete a multiple where.

PLACE_NAMES = {2: ["Left", "Right"], 3: ["Left", "Middle", "Right"], 4: ["Left", "Second", "Third", "Right"]}


def digits_of(position):
    return {d for d in range(10) if position.pool >> d & 1}


def finishing(position, seat, place=None):
    """{digit: number} for the one empty place of a seat, whether the digit is still there or not; None if not one."""
    board = position.board(seat)
    if sum(held is None for held in board) != 1:
        return None
    empty = board.index(None)
    if place is not None and PLACE_NAMES[len(board)][empty] != place:
        return None
    found = {}
    for digit in range(10):
        if digit == 0 and empty == 0 and position.options.leading_zero == "forbidden":
            continue
        number = int("".join(str(digit if held is None else held) for held in board))
        if number % position.options.divisor == 0:
            found[digit] = number
    return found


def read_number_of(position, seat):
    return int("".join(map(str, position.board(seat))))


def completes_multiple(scene, said):
    number = read_number_of(scene.after, scene.actor)
    return number == int(said[1]) and int(said[2]) == scene.after.options.divisor and number % int(said[2]) == 0


def completes_short(scene, said):
    number, divisor = read_number_of(scene.after, scene.actor), scene.after.options.divisor
    return number == int(said[1]) and 0 < int(said[2]) < divisor and (number + int(said[2])) % divisor == 0


def takes_digit(scene, said):
    victim = scene.seat(said[3])
    needed = finishing(scene.before, victim) or {}
    return victim != scene.actor and scene.move.digit == int(said[1]) and needed.get(int(said[1])) == int(said[2])


def leaves_digit(scene, said):
    victim = scene.seat(said[2])
    needed = finishing(scene.after, victim) or {}
    still = int(said[1]) in digits_of(scene.after)
    return still and victim == scene.after.to_move and needed.get(int(said[1])) == int(said[3])


def listed_digits(text):
    return {int(found) for found in "".join(c if c.isdigit() else " " for c in text).split()}


def threatens_several(scene, said):
    needed = finishing(scene.after, scene.actor, said[2]) or {}
    available = set(needed) & digits_of(scene.after)
    return len(available) > 1 and listed_digits(said[1]) == available and scene.seat(said[3]) != scene.actor


def threatens_one(scene, said):
    needed = finishing(scene.after, scene.actor) or {}
    return set(needed) & digits_of(scene.after) == {int(said[2])} and needed[int(said[2])] == int(said[1])


def all_gone(scene, said):
    needed = finishing(scene.after, scene.actor, said[2])
    gone = {1: "it is gone", 2: "both are gone"}
    return (
        needed is not None
        and listed_digits(said[1]) == set(needed)
        and not set(needed) & digits_of(scene.after)
        and said[3] == gone.get(len(needed), "all are gone")
    )


def none_completes(scene, said):
    return finishing(scene.after, scene.actor, said[1]) == {}


def cannot_be_beaten(scene, said):
    return all(scene.after.after(move).outcome.winner == scene.you for move in scene.after.moves())


def two_threats_next(scene, said):
    """Against every reply there is a placement with two finishing digits; the example is such a one."""

    def doubles(position):
        return {
            move for move in position.moves()
            if len(set(finishing(position.after(move), scene.you) or {}) & digits_of(position.after(move))) > 1
        }  # fmt: skip

    game = games.game("digit-dilemma")
    answer, reply = game.parse_move(said[1]), game.parse_move(said[2])
    return all(doubles(scene.after.after(m)) for m in scene.after.moves()) and answer in doubles(
        scene.after.after(reply)
    )


def compared(scene, said):
    return scene.after.outcome.reason == said[1]


SHORT = r"\d+ is \d+ short, \d+ is \d+ short"
DIGIT_END = rf"(\d+ is a multiple of \d+|{SHORT}|\d+ and \d+ are both \d+ short, and \d+ is the smaller)"
DIGIT_DILEMMA = Grammar(
    {
        r"completes (\d+), a multiple of (\d+)": completes_multiple,
        r"completes (\d+), (\d+) short of a multiple": completes_short,
        rf"takes the (\d) that would have completed (\d+) for {YOU}": takes_digit,
        rf"leaves the (\d) with which {YOU} completes? (\d+)": leaves_digit,
        rf"threatens (\d(?:, \d)* and \d) on the (\w+) at once, of which {YOU} can take only one": threatens_several,
        r"threatens to complete (\d+) with the (\d)": threatens_one,
        r"only (a \d(?:, a \d)*(?: or a \d)?) on the (\w+) would complete a multiple, and (\w+ \w+ \w+)": all_gone,
        r"no digit on the (\w+) completes a multiple": none_completes,
        r"no digit that is left lets the opponent beat it": cannot_be_beaten,
        r"whatever the opponent places, you can then threaten two digits at once, such as (\w+) after (\w+)": (
            two_threats_next
        ),
        rf"ends the game: {DIGIT_END}": compared,
        rf"with best play {YOU} wins?: {DIGIT_END}": best_play_wins,
    },
    r"; | and |, which ",
    r"the opponent answers (\d\w)",
    lambda text: games.game("digit-dilemma").parse_move(text),
)


@pytest.mark.parametrize("values", [{}, {"leading_zero": "forbidden"}, {"divisor": 13}])
def test_digit_dilemma(values):
    game = games.game("digit-dilemma")
    options = game.options_type(**values)
    oracle = games.room("digit-dilemma").oracle(options)
    first, later = list(islice(graph(Case(game, options)), 7_000)), []
    rng = Random(11)
    for _ in range(1_500):
        position = game.start(options)
        for _ in range(rng.randrange(3, 6)):
            if position.outcome is None:
                position = position.after(rng.choice(position.moves()))
        later.append(position)
    sample = [*first[:60], *rng.sample(first, 500), *later]
    check_every_reason(game, options, DIGIT_DILEMMA, sample, oracle)


def test_digit_dilemma_with_two_places_everywhere():
    game, options, positions, solved = solved_graph("digit-dilemma", slots=2)
    check_every_reason(game, options, DIGIT_DILEMMA, positions, solved)


# Pyramid Challenge: what can be topped, and the race.


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
    game, options, positions, solved = solved_graph("pyramid-challenge", **values)
    check_every_reason(game, options, PYRAMID_CHALLENGE, positions, solved)


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
    check_every_reason(game, options, PYRAMID_CHALLENGE, positions, games.room(game.name).oracle(options))
