"""Every reason the coach gives in Digit Dilemma is true and sufficient."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

from fathom import games
from tests.conformance.laws import Case, graph
from tests.games.claims import Grammar, best_play_wins, check_every_reason, solved_graph

pytestmark = [pytest.mark.slow, pytest.mark.truth]  # every sentence of thousands of positions

YOU = r"(you|the opponent)"


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
    check_every_reason("digit-dilemma", DIGIT_DILEMMA, sample, oracle)


def test_digit_dilemma_with_two_places_everywhere():
    positions, solved = solved_graph("digit-dilemma", slots=2)
    check_every_reason("digit-dilemma", DIGIT_DILEMMA, positions, solved)
