"""`fathom bot check`: what it finds, and what it says about it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from fathom import games
from fathom.core.options import Choice, Whole
from fathom.players.programs.check import Report, _openings, check
from tests.conftest import Fathom
from tests.players.programs.conftest import FIRST, WriteBot

CHANCE = """
import random
rng = random.Random({seed})
for line in sys.stdin:
    print(rng.choice(line.split()[1:]), flush=True)
"""


def only_problem(report: Report) -> tuple[str, str, str]:
    [problem] = report.problems
    return problem.cause, problem.reason, problem.advice


def test_a_good_bot_has_no_problems(write_bot: WriteBot) -> None:
    report = check(write_bot())
    assert report.problems == []
    assert (report.is_fixed, report.follows_seed, report.ends, report.untried) == (True, True, True, 0)
    assert report.first_answer is not None
    assert report.questions > 100


def test_every_game_and_every_option_is_tried() -> None:
    tried = list(_openings())
    for name in games.names():
        game = games.game(name)
        matches = [match for match in tried if match.game is game]
        assert matches[0].options == game.options_type()
        for option, declared in game.options_type.declared.items():
            values = {getattr(match.options, option) for match in matches}
            if isinstance(declared, Choice):
                assert values == set(declared.words)
            elif isinstance(declared, Whole):
                assert len(values) == 2


def test_a_bot_that_plays_by_chance_is_known_by_its_seed(write_bot: WriteBot) -> None:
    seeded = check(write_bot(CHANCE.format(seed="os.environ['FATHOM_SEED']")))
    assert (seeded.problems, seeded.is_fixed, seeded.follows_seed) == ([], False, True)
    free = check(write_bot(CHANCE.format(seed="")))
    assert (free.problems, free.is_fixed, free.follows_seed) == ([], False, False)


def test_a_bot_that_does_not_flush_is_told_so(write_bot: WriteBot) -> None:
    report = check(write_bot(FIRST.replace(", flush=True", "")), seconds=1.0, start=4.0)
    cause, reason, advice = only_problem(report)
    assert (cause, reason) == ("late", "it did not answer within 5 seconds")
    assert advice.startswith("Your bot does not flush its output")
    assert advice.endswith("The answer was '1'.")
    assert report.untried == len(list(_openings())) - 1
    assert report.layers != ()


def test_a_bot_that_never_answers_is_told_something_else(write_bot: WriteBot) -> None:
    cause, _, advice = only_problem(check(write_bot("for line in sys.stdin: pass"), seconds=0.5, start=0.5))
    assert (cause, "even when its input had ended" in advice) == ("late", True)


def test_a_bot_that_fails_in_one_game_only_is_tried_in_the_others(write_bot: WriteBot) -> None:
    report = check(write_bot(FIRST.replace("print", "if 'reach' not in line and 'free' in line: 1 / 0\n    print")))
    cause, reason, _ = only_problem(report)
    assert (cause, "ZeroDivisionError" in reason, report.untried) == ("ended", True, 0)
    assert report.problems[0].question == "range-war,second_move=free"
    assert report.is_fixed is True


@pytest.mark.parametrize(
    "source, cause",
    [
        ("print('hello', flush=True)\n" + FIRST, "unreadable or early"),  # depending on who was faster
        ("for line in sys.stdin: print('Move:', line.split()[1], flush=True)", "unreadable"),
        ("for line in sys.stdin: print('1000', flush=True)", "illegal"),
        ("print(input().split()[1], flush=True)", "ended"),
        ("input(); os.write(1, b'x' * 5000)", "long"),
        ("for line in sys.stdin: os.write(1, b'1\\n1\\n')", "early"),
    ],
)
def test_each_mistake_is_named(write_bot: WriteBot, source: str, cause: str) -> None:
    problems = check(write_bot(source)).problems
    assert problems
    assert {problem.cause for problem in problems} <= set(cause.split(" or "))


def test_a_bot_that_does_not_end_is_noticed(write_bot: WriteBot) -> None:
    assert check(write_bot(FIRST + "time.sleep(1000)")).ends is False


def test_the_command_prints_a_report(fathom: Fathom, write_bot: WriteBot) -> None:
    path = write_bot()
    done = fathom("bot", "check", path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(f"{path}: no problems\n\nGAME")
    assert "It gives the same answer to the same question." in done.stdout
    assert "It is contained by these layers:" in done.stdout


def test_the_command_fails_when_the_bot_does(fathom: Fathom, write_bot: WriteBot) -> None:
    done = fathom("bot", "check", write_bot("sys.exit(3)"), "--contain", "off")
    assert done.returncode == 1
    assert "It was not contained." in done.stdout
    assert "Problem at pyramid-challenge: it ended with exit status 3." in done.stdout


def test_the_command_prints_json(fathom: Fathom, write_bot: WriteBot, tmp_path: Path) -> None:
    report = json.loads(fathom("bot", "check", write_bot(), "--json").stdout)
    assert (report["passed"], report["is_fixed"], report["trials"][0]["game"]) == (True, True, "pyramid-challenge")
    assert {layer["name"] for layer in report["layers"]} >= {"limits", "files"}


def test_what_is_no_program_is_refused(fathom: Fathom) -> None:
    done = fathom("bot", "check", "mybot")
    assert (done.returncode, done.stderr) == (
        2,
        "'mybot' is not a program: give a file such as ./mybot, or cmd:\"python bot.py\".\n",
    )
