"""Every reason the coach gives in Digit Dilemma is true and sufficient."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest

from fathom import games
from fathom.core.value import Adviser
from fathom.errors import IllegalMove, UnreadableMove
from tests import truth
from tests.games.claims import Grammar, Wins, check_every_reason, every_reason, is_best, read, solved_graph, wins
from tests.games.digit_dilemma.boards import (
    beaten,
    digits_of,
    doubles,
    empty_places,
    finishing,
    number_on,
    numbers_reached,
    sample_positions,
    shortfall,
)

pytestmark = [pytest.mark.slow, pytest.mark.truth]  # every sentence of thousands of positions

GAME = games.game("digit-dilemma")
YOU = r"(you|the opponent)"


def listed_digits(text):
    return set(map(digit_of, re.findall(r"\b[\dA-F]\b", text)))


def digit_of(text):
    """11 for `B`."""
    return int(text, 16)


def completes_multiple(scene, said):
    number = number_on(scene.after, scene.actor)
    return number == int(said[1]) and int(said[2]) == scene.after.options.divisor and not shortfall(scene.after, number)


def completes_short(scene, said):
    number = number_on(scene.after, scene.actor)
    return number == int(said[1]) and 0 < int(said[2]) == shortfall(scene.after, number)


def ends_unequal(scene, said):
    number, rival = number_on(scene.after, scene.actor), number_on(scene.after, 3 - scene.actor)
    shorts = shortfall(scene.after, number), shortfall(scene.after, rival)
    told = [int(part) for part in said.groups()]
    return told == [number, shorts[0], rival, shorts[1]] and shorts[0] != shorts[1] and scene.after.outcome


def ends_level(scene, said):
    number, rival = number_on(scene.after, scene.actor), number_on(scene.after, 3 - scene.actor)
    told = [int(part) for part in said.groups()[:3]]
    same = shortfall(scene.after, number) == shortfall(scene.after, rival)
    return same and told == [number, shortfall(scene.after, number), rival] and (number < rival) == (
        said[4] == "smaller"
    )  # fmt: skip


def takes_digit(scene, said):
    victim = scene.seat(said[3])
    needed = finishing(scene.before, victim)
    return (
        victim != scene.actor and scene.move.digit == digit_of(said[1]) and needed.get(scene.move.digit) == int(said[2])
    )


def takes_it(scene, said):
    """It: the one digit that the other seat needed."""
    needed = set(finishing(scene.before, 3 - scene.actor)) & digits_of(scene.before)
    return needed == {scene.move.digit}


def leaves_digit(scene, said):
    victim = scene.seat(said[2])
    needed = finishing(scene.after, victim)
    still = digit_of(said[1]) in digits_of(scene.after)
    return still and victim == scene.after.to_move and needed.get(digit_of(said[1])) == int(said[3])


def threatens_several(scene, said):
    available = set(finishing(scene.after, scene.actor, said[2])) & digits_of(scene.after)
    loser = scene.seat(said[3]) if said[3] else 3 - scene.actor
    return len(available) > 1 and listed_digits(said[1]) == available and loser != scene.actor


def threatens_one(scene, said):
    needed = finishing(scene.after, scene.actor)
    return set(needed) & digits_of(scene.after) == {digit_of(said[2])} and needed[digit_of(said[2])] == int(said[1])


def out_of_reach(scene, said):
    whose = {"your": "you", "their": "the opponent"}[said[2]]
    needed = set(finishing(scene.after, scene.actor)) & digits_of(scene.after)
    left_only = empty_places(scene.after, scene.after.to_move) == ["Left"]
    return (
        needed == {0}
        and scene.seat(said[1]) == scene.seat(whose) == scene.after.to_move
        and left_only
        and all(move.digit != 0 for move in scene.after.moves())
    )


def all_gone(scene, said):
    needed = finishing(scene.after, scene.actor, said[2])
    gone = {1: "it is gone", 2: "both are gone"}
    return (
        empty_places(scene.after, scene.actor) == [said[2]]
        and listed_digits(said[1]) == set(needed)
        and not set(needed) & digits_of(scene.after)
        and said[3] == gone.get(len(needed), "all are gone")
    )


def none_completes(scene, said):
    return empty_places(scene.after, scene.actor) == [said[1]] and finishing(scene.after, scene.actor) == {}


def closest(scene, said):
    """The best number that the seat to move can complete is this one, and it is not good enough."""
    mine = number_on(scene.after, scene.actor)
    reached = numbers_reached(scene.after, scene.after.to_move)
    best = min(reached.values(), key=lambda number: (shortfall(scene.after, number), number))
    also = shortfall(scene.after, mine) == shortfall(scene.after, best)
    return (
        scene.seat(said[1]) == scene.after.to_move
        and (int(said[2]), int(said[4])) == (best, shortfall(scene.after, best))
        and also == (said[3] == "also ") == (said[5] == " but larger")
        and all(beaten(scene.after, number, by=mine) for number in reached.values())
    )


def digit_and_number(scene, digit, text):
    """`216, 1 short` is what this digit makes of the actor's board."""
    number = numbers_reached(scene.after, scene.actor)[digit_of(digit)]
    short = shortfall(scene.after, number)
    return text == (f"{number}, {short} short" if short else f"{number}, a multiple")


def answers_all(scene, first, exception):
    """The first digit beats whatever the seat to move completes, unless it takes the exception."""
    for move in scene.after.moves():
        following = scene.after.after(move)
        answer = next((m for m in following.moves() if m.digit == first), None)
        if move.digit != exception and (answer is None or following.after(answer).outcome.winner != scene.actor):
            return False
    return True


def wins_with(scene, taken, digit):
    """After the seat to move takes a digit on its one place, another one wins."""
    [reply] = [move for move in scene.after.moves() if move.digit == taken]
    following = scene.after.after(reply)
    [answer] = [move for move in following.moves() if move.digit == digit]
    return following.after(answer).outcome.winner == scene.actor


def second_if_taken(scene, said):
    them, taken, number, short, me, digit, made = said.groups()
    reached = numbers_reached(scene.after, scene.after.to_move).get(digit_of(taken))
    return (
        scene.seat(them) == scene.after.to_move
        and scene.seat(me) == scene.actor
        and reached == int(number)
        and shortfall(scene.after, reached) == int(short)
        and digit_and_number(scene, digit, made)
        and answers_all(scene, digit_of(taken), exception=digit_of(taken))
        and wins_with(scene, digit_of(taken), digit_of(digit))
    )


def one_of_two(scene, said):
    them, me, first, made_first, second, made_second, again, taken = said.groups()
    return (
        scene.seat(them) == scene.seat(again) == scene.after.to_move
        and scene.seat(me) == scene.actor
        and first == taken
        and digit_and_number(scene, first, made_first)
        and digit_and_number(scene, second, made_second)
        and answers_all(scene, digit_of(first), exception=digit_of(first))
        and wins_with(scene, digit_of(first), digit_of(second))
    )


def always_one(scene, said):
    them, me, digit, made = said.groups()
    return (
        scene.seat(them) == scene.after.to_move
        and scene.seat(me) == scene.actor
        and digit_and_number(scene, digit, made)
        and answers_all(scene, digit_of(digit), exception=None)
    )


def some_digit_beats(scene, said):
    return (
        scene.seat(said[1]) == scene.after.to_move
        and scene.seat(said[2]) == scene.actor
        and beats_whatever(scene.after)
    )


def beats_whatever(position):
    """With one empty place each: to every completion of the seat to move there is one that wins for the other."""
    if [position.board(seat).count(None) for seat in (1, 2)] != [1, 1]:
        return False
    for move in position.moves():
        following = position.after(move)
        if following.outcome or not any(
            following.after(answer).outcome.winner == following.to_move for answer in following.moves()
        ):
            return False
    return True


def completed_after(scene, reply, number, digit, short):
    """After this reply, the actor completes this number with this digit, and cannot be beaten."""
    following = scene.after.after(reply)
    [answer] = [move for move in following.moves() if move.digit == digit]
    done = following.after(answer)
    return (
        number_on(done, scene.actor) == number
        and shortfall(done, number) == short > 0
        and all(done.after(last).outcome.winner == scene.actor for last in done.moves())
    )


def good_enough(scene, said):
    them, taken, me, number, digit, short, other = said.groups()
    replies = [move for move in scene.after.moves() if move.digit == digit_of(taken)]
    return (
        scene.seat(them) == scene.seat(other) == scene.after.to_move
        and scene.seat(me) == scene.actor
        and set(finishing(scene.after, scene.actor)) & digits_of(scene.after) == {digit_of(taken)}
        and bool(replies)
        and all(completed_after(scene, reply, int(number), digit_of(digit), int(short)) for reply in replies)
    )


def good_enough_by_place(scene, said):
    them, taken, me, *ways, other = said.groups()
    told = {
        GAME.parse_move(reply): (int(number), digit_of(digit), int(short))
        for number, digit, short, reply in (ways[:4], ways[4:])
    }
    return (
        scene.seat(them) == scene.seat(other) == scene.after.to_move
        and scene.seat(me) == scene.actor
        and set(finishing(scene.after, scene.actor)) & digits_of(scene.after) == {digit_of(taken)}
        and set(told) == {move for move in scene.after.moves() if move.digit == digit_of(taken)}
        and all(completed_after(scene, reply, *way) for reply, way in told.items())
    )


def ways_open(scene, said):
    """To every reply one of these placements threatens two digits at once, and none of them always does alone."""
    them, me, listed, stop = said.groups()[:4]
    ways = {GAME.parse_move(text) for text in listed.replace(" or ", ", ").split(", ")}
    word = {1: "prevent that", 2: "prevent both"}.get(len(ways), "prevent all of them")
    found = [ways & doubles(scene.after.after(reply), scene.actor) for reply in scene.after.moves()]
    return scene.seat(them) == scene.after.to_move and scene.seat(me) == scene.actor and all(found) and stop == word


def last_to_complete(scene, said):
    """The seat to move never gets two threats, if that is said, and the other one wins by completing last."""
    double, me, them, again = said.groups()
    theirs = {scene.seat(who) for who in (double, them) if who}
    return (
        (theirs, scene.seat(me), scene.seat(again)) == ({scene.after.to_move}, scene.actor, scene.actor)
        and not (double and doubles(scene.after, scene.after.to_move))
        and len(empty_places(scene.after, scene.actor)) == len(empty_places(scene.after, scene.after.to_move))
        and wins(scene.after, scene.actor, scene.solved)
    )


def completes_unbeaten(scene, said):
    them, me, again = said.groups()
    value = scene.solved.value(scene.after)
    left = sum(scene.after.board(seat).count(None) for seat in (1, 2))
    who = scene.seat(them), scene.seat(me), scene.seat(again)
    return who == (scene.after.to_move, scene.actor, scene.after.to_move) and value == (scene.actor, left, None)


def threatens_then_unbeaten(scene, said):
    """After every reply there is a placement with one threat, and with an unbeaten number if that is stopped."""
    them, me, again, once_more = (scene.seat(who) for who in said.groups())
    return (them, me, again, once_more) == (
        scene.after.to_move,
        scene.actor,
        scene.after.to_move,
        scene.after.to_move,
    ) and all(
        any(has_another(following.after(move)) for move in following.moves())
        for following in map(scene.after.after, scene.after.moves())
    )


def has_another(position):
    """Does the seat that has just moved threaten a digit, and have an unbeaten number whenever that is taken?"""
    mine = 3 - position.to_move
    needed = set(finishing(position, mine)) & digits_of(position)
    if not needed or set(finishing(position, position.to_move)) & digits_of(position):
        return False
    taking = [position.after(move) for move in position.moves() if {move.digit} == needed]
    return all(any(unbeaten_after(following, last) for last in following.moves()) for following in taking)


def unbeaten_after(position, move):
    done = position.after(move)
    return all(done.after(last).outcome.winner == position.to_move for last in done.moves())


def completes_first(scene, said):
    value = scene.solved.value(scene.after)
    left = sum(scene.after.board(seat).count(None) for seat in (1, 2))
    who = scene.seat(said[1]), scene.seat(said[2])
    return who == (scene.after.to_move, scene.actor) and value == (scene.actor, left - 1, None)


#: A digit, and a number: in another base than 10 it is written there first, `2E5 = 741`.
DIGIT = r"[\dA-F]"
NUMBER = r"(?:[\dA-F]+ = )?(\d+)"
MADE = r"(?:[\dA-F]+ = )?(\d+, (?:\d+ short|a multiple))"
WAYS = (
    rf"whatever {YOU} places?, {YOU} can then threaten two digits at once, with "
    rf"({DIGIT}\w(?:, {DIGIT}\w)*(?: or {DIGIT}\w)?): "
    r"(?:you|the opponent) cannot (prevent \w+(?: of them)?)"
)
LAST = (
    rf"(?:{YOU} cannot threaten two digits at once, and )?{YOU} completes? last: "
    rf"whatever {YOU} completes?, {YOU} can beat it"
)
UNBEATEN = rf"whatever {YOU} places?, {YOU} can complete a number that {YOU} cannot beat"
TAKES_AND_COMPLETES = rf"if {YOU} takes? the ({DIGIT}), {YOU} completes? {NUMBER} with the ({DIGIT}), (\d+) short"
GOOD_ENOUGH = rf"{TAKES_AND_COMPLETES}, and {YOU} cannot beat that"
GOOD_ENOUGH_BY_PLACE = (
    rf"{TAKES_AND_COMPLETES} \(after ({DIGIT}\w)\) or {NUMBER} with the ({DIGIT}), (\d+) short \(after ({DIGIT}\w)\), "
    rf"and {YOU} cannot beat that"
)
THREAT_THEN_UNBEATEN = (
    rf"whatever {YOU} places?, {YOU} can then threaten a digit and complete a number that {YOU} cannot beat "
    rf"if {YOU} takes? it"
)
DOUBLE = rf"threatens ({DIGIT}(?:, {DIGIT})* and {DIGIT}) on the (\w+) at once(?:, of which {YOU} can take only one)?"


def whoever_threatens_two(scene, said):
    """Two threats at once win, unless the seat to move completes a multiple itself."""

    def says(position):
        threatening = 3 - position.to_move
        mine = set(finishing(position, threatening)) & digits_of(position)
        theirs = set(finishing(position, position.to_move)) & digits_of(position)
        return Wins(threatening) if len(mine) > 1 and not theirs else None

    return says


def whoever_beats_whatever(scene, said):
    return lambda position: Wins(3 - position.to_move) if beats_whatever(position) else None


def whoever_cannot_be_beaten(scene, said):
    def says(position):
        done = 3 - position.to_move
        if empty_places(position, done):
            return None
        number, reached = number_on(position, done), numbers_reached(position, position.to_move).values()
        return Wins(done) if all(beaten(position, other, by=number) for other in reached) else None

    return says


def whoever_threatens_and_has_another(scene, said):
    def says(position):
        empty = [len(empty_places(position, seat)) for seat in (3 - position.to_move, position.to_move)]
        return Wins(3 - position.to_move) if empty == [1, 2] and has_another(position) else None

    return says


GRAMMAR = Grammar(
    {
        rf"completes {NUMBER}, a multiple of (\d+)": completes_multiple,
        rf"completes {NUMBER}, (\d+) short of a multiple, against {NUMBER}, (\d+) short": ends_unequal,
        rf"completes {NUMBER}, (\d+) short of a multiple like {NUMBER}, but (smaller|larger)": ends_level,
        rf"completes {NUMBER}, (\d+) short of a multiple": completes_short,
        rf"takes the ({DIGIT}) that would have completed {NUMBER} for {YOU}": takes_digit,
        r"takes it": takes_it,
        rf"leaves the ({DIGIT}) with which {YOU} completes? {NUMBER}": leaves_digit,
        DOUBLE: threatens_several,
        rf"threatens to complete {NUMBER} with the ({DIGIT})": threatens_one,
        rf"{YOU} cannot take: only (your|their) Left is empty, and a 0 may not stand there": out_of_reach,
        rf"only (a {DIGIT}(?:, a {DIGIT})*(?: or a {DIGIT})?) on the (\w+) would complete a multiple, "
        r"and (\w+ \w+ \w+)": all_gone,
        r"no digit on the (\w+) completes a multiple": none_completes,
        rf"the closest {YOU} can come is {NUMBER}, (also )?(\d+) short( but larger)?": closest,
        rf"if {YOU} takes? the ({DIGIT}), that makes {NUMBER}, (\d+) short, "
        rf"and {YOU} beats? it with the ({DIGIT}) \({MADE}\)": second_if_taken,
        rf"whatever {YOU} completes?, {YOU} beats? it with the ({DIGIT}) \({MADE}\), or with the ({DIGIT}) \({MADE}\) "
        rf"if {YOU} takes? the ({DIGIT})": one_of_two,
        rf"whatever {YOU} completes?, {YOU} beats? it with the ({DIGIT}) \({MADE}\)": always_one,
        rf"whatever {YOU} completes?, {YOU} ha(?:ve|s) a digit that beats it": some_digit_beats,
        GOOD_ENOUGH: good_enough,
        GOOD_ENOUGH_BY_PLACE: good_enough_by_place,
        WAYS: ways_open,
        LAST: last_to_complete,
        UNBEATEN: completes_unbeaten,
        THREAT_THEN_UNBEATEN: threatens_then_unbeaten,
        rf"whatever {YOU} places?, {YOU} can complete a multiple first": completes_first,
    },
    r"; | and |, which |: ",
    rf"the opponent answers ({DIGIT}\w)",
    GAME.parse_move,
    {
        WAYS: whoever_threatens_two,
        LAST: whoever_beats_whatever,
        UNBEATEN: whoever_cannot_be_beaten,
        GOOD_ENOUGH: whoever_cannot_be_beaten,
        GOOD_ENOUGH_BY_PLACE: whoever_cannot_be_beaten,
        THREAT_THEN_UNBEATEN: whoever_threatens_and_has_another,
    },
)  # fmt: skip

READINGS: list[dict[str, Any]] = [
    {},
    {"leading_zero": "forbidden"},
    {"divisor": 11},
    {"divisor": 13},
    {"divisor": 4, "leading_zero": "forbidden"},
    {"leading_zero": "unqualified"},
    {"divisor": 5, "leading_zero": "unqualified", "base": 8},
    {"divisor": 4, "base": 6},
    {"base": 7, "leading_zero": "forbidden"},
    {"base": 16},
]


def preferring(options):
    """The adviser whose lines are shown."""
    room: Any = games.room("digit-dilemma")
    return Adviser(room.oracle(options), prefer=room.reasons.prefer)


def places_left(position):
    return sum(position.board(seat).count(None) for seat in (1, 2))


def tally(number, **values):
    """Of so many positions."""
    options = GAME.options_type(**values)
    positions = sample_positions(GAME, options, Random(truth.SEED), number)
    solved = games.room("digit-dilemma").oracle(options)
    return check_every_reason("digit-dilemma", GRAMMAR, positions, solved, places_left)


@pytest.mark.parametrize("values", READINGS)
def test_every_reason_is_true_and_sufficient(values):
    assert tally(truth.amount(100 if values else 700, 20_000), **values).insufficient == []


def test_a_sentence_with_another_number_in_it_is_not_true():
    """So the test above could fail."""
    rng, changed = Random(truth.SEED), 0
    options = GAME.options_type()
    positions = sample_positions(GAME, options, rng, truth.amount(300, 3_000))
    for scene, sentence in every_reason("digit-dilemma", positions, games.room("digit-dilemma").oracle(options)):
        found = list(re.finditer(r"\d+(?![A-Z])", sentence))  # another move might do as well
        if not found:
            continue
        number = rng.choice(found)
        altered = f"{sentence[: number.start()]}{int(number[0]) + rng.choice((1, 3))}{sentence[number.end() :]}"
        changed += 1
        assert is_refused(altered, scene), f"{scene.before}\n{altered}"
    assert changed > 1000


def is_refused(sentence, scene):
    try:
        return read(sentence, scene, GRAMMAR).wrong is not None
    except (KeyError, ValueError, IllegalMove, UnreadableMove):  # it speaks of a digit or a move that is not there
        return True


@pytest.mark.parametrize(
    "values",
    [
        {"slots": 2},
        {"slots": 2, "leading_zero": "forbidden", "divisor": 5},
        {"slots": 2, "leading_zero": "unqualified", "divisor": 3},
        {"slots": 2, "base": 4, "divisor": 3},
        {"slots": 2, "base": 5, "divisor": 3, "leading_zero": "forbidden"},
        {"slots": 2, "base": 12, "divisor": 5, "leading_zero": "unqualified"},
    ],
)
def test_with_two_places_everywhere(values):
    positions, solved = solved_graph("digit-dilemma", **values)
    tally = check_every_reason("digit-dilemma", GRAMMAR, positions, solved)
    assert tally.share == 1, "\n".join(tally.insufficient[:5])


def test_with_four_places_reasons_are_true():
    options = GAME.options_type(slots=4)
    positions = sample_positions(GAME, options, Random(truth.SEED), truth.amount(60, 150))
    solved = games.room("digit-dilemma").oracle(options)
    check_every_reason(
        "digit-dilemma", GRAMMAR, positions, solved, plies_left=lambda _: 0
    )  # whether they suffice or not


def test_the_line_completes_with_the_digit_that_the_reason_names():
    options = GAME.options_type()
    adviser = preferring(options)
    room: Any = games.room("digit-dilemma")
    why = room.reasons.why
    checked = 0
    for position in sample_positions(GAME, options, Random(truth.SEED), truth.amount(1_000, 20_000)):
        for move in position.moves():
            left = re.search(r"leaves the (\d) with which the opponent", why(position, move, adviser))
            if left:
                assert adviser.best(position.after(move))[0].digit == int(left[1])
                checked += 1
    assert checked


def test_lines_answer_threats():
    """In a line of best play, a seat whose moves are all equally good takes a digit that the other one needs."""
    options = GAME.options_type()
    adviser = preferring(options)
    for position in sample_positions(GAME, options, Random(truth.SEED), truth.amount(2_000, 20_000)):
        needed = set(finishing(position, 3 - position.to_move)) & digits_of(position)
        best = [move for move in position.moves() if is_best(position, move, adviser.oracle)]
        chosen = adviser.best(position)[0]
        assert chosen in best
        completes = position.after(chosen).outcome is not None
        if not completes and any(move.digit in needed for move in best):
            assert chosen.digit in needed


@pytest.mark.parametrize(
    "values",
    [{}, {"slots": 2}, {"leading_zero": "forbidden"}, {"leading_zero": "unqualified", "divisor": 4}, {"base": 6}],
)
def test_what_is_called_obvious_is_what_values_and_preference_choose(values):
    options, found = GAME.options_type(**values), 0
    room: Any = games.room("digit-dilemma")
    by_values, obvious = preferring(options), room.reasons.obvious
    for position in sample_positions(GAME, options, Random(truth.SEED), truth.amount(500, 10_000)):
        move = obvious(position)
        if move is not None:
            assert move == by_values.best(position)[0], position
            assert is_best(position, move, by_values.oracle), position
            found += 1
    assert found > 50


@pytest.mark.parametrize("values", [{"base": 16}, {"base": 6, "divisor": 4}])
def test_numbers_in_another_base_are_written_there_and_told_with_their_value(values):
    options, told = GAME.options_type(**values), 0
    positions = sample_positions(GAME, options, Random(truth.SEED), 60)
    for _, sentence in every_reason("digit-dilemma", positions, games.room("digit-dilemma").oracle(options)):
        for written, number in re.findall(r"([\dA-F]+) = (\d+)", sentence):
            assert int(written, values["base"]) == int(number), sentence
            told += 1
        assert not re.search(r"completes? \d+,", sentence), sentence
    assert told > 100
