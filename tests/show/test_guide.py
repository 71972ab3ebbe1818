"""What the playing screen says: the goal, what to do now and what just happened, true and in one sentence each."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

import pytest

from fathom import games
from fathom.core.match import AnyMatch
from fathom.core.words import enumerate_words
from fathom.show.guide import Guide, guide_of

PUZZLE = "pyramid-puzzle:kC4.lE24.dD1.xB2.xB3.xC2.xC6.xD4.xD15"
STARTS = ["range-war", "range-war,highest=12,second_move=free", "pocket-addition", "pocket-addition,target=31"]
STARTS += ["range-war,highest=12,reach=3", "range-war,highest=12,reach=3,second_move=free", "digit-dilemma,base=16"]
STARTS += [
    "pyramid-challenge,copies=1",
    "digit-dilemma",
    "digit-dilemma,slots=4",
    "pyramid-challenge",
    "pyramid-challenge,levels=4",
    PUZZLE,
]
WALKS, LONGEST = 6, 60


def match_from(code: str) -> AnyMatch:
    match = games.read_code(code)
    match.names = ("Ada", "Ben")[: match.game.seats]
    return match


def guide(match: AnyMatch) -> Guide:
    return guide_of(match, games.room(match.game.name).text)


def said(code: str, reader: int) -> tuple[str, str, str]:
    """`(now, happened, result)` for a reader of the position that a code names."""
    told = guide(match_from(code)).told[reader]
    return told.now, told.happened, told.result


def walks(start: str) -> Iterator[AnyMatch]:
    """Every moment of a few random games."""
    for seed in range(WALKS):
        match, choice = match_from(start), Random(seed)
        yield match
        for _ in range(LONGEST):
            if match.outcome:
                break
            match.play(match.game.format_move(choice.choice(match.position.moves())))
            yield match


@pytest.mark.parametrize(
    "code, goal",
    [
        ("range-war", "Leave your opponent without a number to claim."),
        ("pocket-addition,target=20", "Make exactly 20, or else end with the higher total."),
        ("digit-dilemma,divisor=9", "Make a multiple of 9."),
        ("digit-dilemma,base=16", "Make a multiple of 7, read in base 16."),
        ("digit-dilemma,leading_zero=unqualified", "Make a multiple of 7 that does not begin with 0."),
        ("pyramid-challenge", "Fill your pyramid to the top before your opponent does."),
        (PUZZLE, "Fetch the key, then reach the peak for the fewest MP."),
    ],
)
def test_the_goal_of_every_game(code: str, goal: str) -> None:
    assert guide(match_from(code)).goal == goal


def test_whoever_plays_one_seat_is_called_you() -> None:
    code = "digit-dilemma:7L"
    assert said(code, 1) == ("Ben is to move.", "You placed 7 on the Left.", "")
    assert said(code, 2) == ("Your move: choose a digit, then a place.", "Ada placed 7 on the Left.", "")


def test_a_watcher_and_two_on_one_screen_read_names() -> None:
    code = "digit-dilemma:7L"
    assert said(code, 0) == ("Ben is to move.", "Ada placed 7 on the Left.", "")
    assert said(code, 3) == ("Ben: choose a digit, then a place.", "Ada placed 7 on the Left.", "")


def test_the_end_says_who_won_and_why() -> None:
    code = "range-war:6.4.9.8.10.7"  # after a fall to 7 the next number is higher, and 8, 9 and 10 are claimed
    assert said(code, 1) == ("No number higher than 7 is left for you.", "Ben claimed 7.", "You lose: Ben wins.")
    assert said(code, 2) == ("No number higher than 7 is left for Ada.", "You claimed 7.", "You win!")
    assert said(code, 3)[2] == "Ben wins!"


def test_a_draw_and_a_resignation() -> None:
    match = match_from("range-war:6")
    match.resign(2)
    assert guide(match).told[2].now == "You resigned."
    assert guide(match).told[1].now == "Ben resigned."
    drawn = match_from("pyramid-challenge,levels=2,highest=1:1.1.1.1.pass.pass")  # 1 + 1 is 2, 1 - 1 is 0: nothing fits
    assert guide(drawn).told[1].result == "A draw."
    assert guide(drawn).told[1].happened == "Ben passed, as nothing fitted."


def test_a_walk_tells_what_was_found_and_what_it_cost() -> None:
    assert said(PUZZLE, 1)[0] == "Your move: start on any free tile of the base."
    assert said(f"{PUZZLE}/E1", 1)[:2] == ("Your move: walk on and fetch the key.", "You started on E1.")
    assert said(f"{PUZZLE}/E1.D1", 1)[1] == "You moved to D1 for 2 MP and found dynamite."
    # The known best route: the key is on C4, and B2 is blocked.
    opened = said(f"{PUZZLE}/E1.D1.C1.B1.B2.C4", 1)
    assert opened[:2] == (
        "Your move: walk on and climb to the peak.",
        "You moved to C4 for 1 MP and found the key.",
    )
    assert said(f"{PUZZLE}/E1.D1.C1.B1.B2", 1)[1] == "You moved to B2 for 1 MP with dynamite."
    assert said(f"{PUZZLE}/E1.D1.clear:B2", 1)[1] == "You cleared B2 with a stick of dynamite."
    assert said(f"{PUZZLE}/E1.D1.C1.B1.B2.C4.B2.A1", 1)[2] == "You made it!"


@pytest.mark.parametrize("start", STARTS)
def test_every_line_is_one_sentence_for_every_reader(start: str) -> None:
    for match in walks(start):
        shown = guide(match)
        assert len(shown.told) == 2**match.game.seats
        for told in shown.told:
            for line in (shown.goal, told.now, *filter(None, (told.happened, told.result))):
                assert re.fullmatch(r"[A-Z0-9][^\n]*[.!]", line), line
            assert bool(told.result) == (match.outcome is not None)
            assert bool(told.happened) == bool(match.moves)


@pytest.mark.parametrize("start", STARTS)
def test_what_to_do_now_is_exactly_what_the_rules_allow(start: str) -> None:
    """Every request is read again, and compared with the moves that no rule forbids."""
    asked = set()
    for match in walks(start):
        if match.outcome:
            continue
        task = games.room(match.game.name).text.task(match)
        actions = match.game.actions(match.options)
        legal = {match.game.format_move(move) for move in actions if match.position.violation(move) is None}
        played = [int(move) for move in match.moves if move.isdecimal()]
        highest = match.options.as_dict().get("highest", 0)
        assert isinstance(highest, int)
        free = set(range(1, highest + 1)) - set(played)
        asked.add(task.split()[0] + task.split()[1])
        if found := re.fullmatch(r"choose a number (lower|higher) than (\d+)(?:, at most (\d+) away)?", task):
            last, reach = int(found[2]), int(found[3] or highest)
            near = {n for n in free if abs(n - last) <= reach}
            assert legal == {str(n) for n in near if (n < last if found[1] == "lower" else n > last)}
        elif found := re.fullmatch(r"choose a number at most (\d+) away from (\d+)", task):
            assert legal == {str(n) for n in free if abs(n - int(found[2])) <= int(found[1])}
        elif task in ("choose any number", "choose any free number", "take any number that is left"):
            assert legal == {str(n) for n in free}
        elif found := re.fullmatch(r"take a number of at most (\d+)", task):
            assert legal == {str(n) for n in free if n <= int(found[1])} < {str(n) for n in free}
        elif found := re.fullmatch(r"choose (.+), made of the (\d+) and the (\d+) below", task):
            a, b = int(found[2]), int(found[3])
            made = sorted(n for n in {a + b, abs(a - b)} if 1 <= n <= highest)
            copies = match.options.as_dict().get("copies", 0)
            left = [n for n in made if not copies or played.count(n) < int(copies)]
            assert found[1] == enumerate_words(map(str, left), "or")
            assert legal == set(map(str, left))
        elif task == "choose a number for your bottom row":
            assert legal == {str(n) for n in range(1, highest + 1)}
        elif task == "choose a number that has a token left for your bottom row":
            assert legal == {str(n) for n in range(1, highest + 1) if played.count(n) < 1}
        elif task.startswith("pass"):
            assert legal == {"pass"}
        elif task == "choose a digit, then a place":
            assert all(re.fullmatch(r"[0-9A-F][A-Z]", move) for move in legal)
        else:
            assert task.startswith(("walk on", "start on any free tile"))
            assert ("climb to the peak" in task) == ("C4" in match.moves)
            assert ("start on" in task) == (match.moves == [])
    assert asked
