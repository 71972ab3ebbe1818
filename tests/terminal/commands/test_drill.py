"""Drills and progress: what is asked, what counts, what comes back and when."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from io import StringIO
from pathlib import Path
from random import Random

import pexpect
import pytest

from fathom import games
from fathom.coach.drills import sample
from fathom.coach.learner import drilled_games
from fathom.core.code import write_code
from fathom.core.match import Match
from fathom.storage.log import KeptAnswer
from fathom.storage.sqlite import SqliteStore
from fathom.terminal.commands.drill import Session
from fathom.terminal.commands.notebook import Notebook
from fathom.terminal.inputs import fathom_command
from fathom.terminal.screen import Screen
from tests.conftest import COMMAND, Fathom

JSON_PAGE = (Path(__file__).parents[3] / "docs" / "json.md").read_text(encoding="utf-8")
pytestmark = pytest.mark.filterwarnings("ignore:.*forkpty:DeprecationWarning")

TODAY = datetime.now(UTC) + timedelta(hours=1)

#: By the theorem of Range War (n ahead, m behind: won when n > m): 6 throws the win, then 5 alone wins and 4 throws it
#: back, and then 5 alone wins and 9 throws it.
THREE_MISTAKES = ["6", "4", "9"]


def keep(store: SqliteStore, code: str, *names: str) -> str:
    read = games.read_code(code)
    match = Match(read.game, read.options, names or ("Ann", "Bob"))
    match.play_all(read.moves)
    return store.create(match).id


@pytest.fixture
def sit(store: SqliteStore) -> Callable[..., str]:
    """One session with the answers typed in advance; returns the output."""

    def sit(*lines: str, game: str = "range-war", days: float = 0, count: int = 9) -> str:
        target = StringIO()
        screen = Screen(StringIO("".join(f"{line}\n" for line in lines)), target)
        notebook = Notebook(store, drilled_games(game))
        Session(screen, notebook, Random(1), lambda: TODAY + timedelta(days=days)).run(count)
        return target.getvalue()

    return sit


def results(store: SqliteStore) -> list[tuple[str, bool, bool]]:
    return [(answer.position, answer.is_right, answer.hinted) for answer in store.answers()]


# ------------------------------------------------------------------ asking and answering


def test_your_own_mistakes_come_back_first(sit: Callable[..., str], store: SqliteStore) -> None:
    kept = keep(store, f"range-war:{'.'.join(THREE_MISTAKES)}")
    shown = sit("1", "5", "5")
    heads = re.findall(r"^\d of 9: .*", shown, re.MULTILINE)
    assert heads[:3] == [
        f"{n} of 9: Range War, level {level}, from your match {kept}" for n, level in ((1, 1), (2, 5), (3, 4))
    ]
    assert heads[3] == "4 of 9: Range War, level 2"  # three known in a row have led one level up
    assert results(store) == [("range-war", True, False), ("range-war:6", True, False), ("range-war:6.4", True, False)]


def test_a_right_answer_is_praised_with_the_reason(sit: Callable[..., str], store: SqliteStore) -> None:
    keep(store, "range-war:6")
    shown = sit("1")
    assert "Player 1 is to move. You are winning; 5 of 10 moves keep the win.\nSelect a number: 1\n" in shown
    assert "Right! 1: no free number lies below 1, so the opponent cannot move and you win.\n" in shown
    assert "It comes back in 3 days.\n" in shown


def test_a_wrong_answer_is_refuted_on_the_board_and_then_solved(sit: Callable[..., str], store: SqliteStore) -> None:
    keep(store, "range-war:6.4")
    shown = sit("skip", "3")
    told = shown.split("No: 3 throws the win. ")[1]
    assert re.search(r"1\. Player 2: 3\n.*<3>.*\nClaimed: 6 > 3\n\n2\. Player 1: ", told)
    assert "Player 1 wins!" in told
    assert told.split("Player 1 wins!")[1].startswith(
        "\n\nThe only right move is 5: leaves the opponent 4 numbers above 5 and you 4 below;"
    )
    assert "It comes back tomorrow." in told
    assert results(store) == [("range-war:6", False, False)]


@pytest.mark.parametrize("typed", ["", "   ", "11", "0", "seven", "6 4", "\x1b[A", "٣", "pass", "hlep", "9" * 5000])
def test_illegal_and_unreadable_input_never_counts(sit: Callable[..., str], store: SqliteStore, typed: str) -> None:
    keep(store, "range-war:6")
    shown = sit(typed)
    assert results(store) == []
    assert shown.count("Select a number: ") == 2
    assert "\x1b" not in shown
    assert shown.endswith("\nNone answered.\n")


def test_the_room_asks_its_own_questions(sit: Callable[..., str], store: SqliteStore) -> None:
    keep(store, "digit-dilemma:2R")  # one of the two openings that lose
    shown = sit("1", "Nowhere", "help", "7", "Left", game="digit-dilemma")
    assert "Enter the digit you want to pick: 1\nEnter the position to place the digit (Left, Middle, Right): " in shown
    assert "'Nowhere' is not a place." in shown
    assert results(store) == [("digit-dilemma", True, False)]


def test_a_hint_tells_more_each_time_and_the_answer_does_not_count_as_known(
    sit: Callable[..., str], store: SqliteStore
) -> None:
    keep(store, "range-war:6")
    shown = sit("hint", "hint", "hint", "hint", "1")
    said = re.findall(r"Select a number: hint\n(.*)\n", shown)
    assert said[0] == "There is a number from which the opponent cannot go on at all."
    assert said[1] == "Play 1."
    assert said[2].startswith("1: no free number lies below 1")
    assert said[3] == said[2]
    assert "Right, with a hint. 1: no free number" in shown
    assert "It comes back tomorrow." in shown
    assert "1 answered: 0 right, 1 with a hint, 0 wrong.\n" in shown
    assert results(store) == [("range-war", True, True)]


def test_the_other_words_help_and_count_for_nothing(sit: Callable[..., str], store: SqliteStore) -> None:
    keep(store, "range-war:6")
    shown = sit("help", "board", "rules", "?", "exit")
    listed = re.findall(r"^  (\w+)  ", shown.split("Type a move, or one of these commands:")[1], re.MULTILINE)
    assert listed[:6] == ["help", "hint", "board", "rules", "skip", "quit"]
    assert shown.count("[1]  [2]  [3]") == 2
    assert "The rules of Range War" in shown
    assert results(store) == []


def test_a_skipped_position_is_not_asked_again_in_this_sitting(sit: Callable[..., str], store: SqliteStore) -> None:
    keep(store, "range-war:6")
    shown = sit("skip", "quit")
    assert shown.count("from your match") == 1
    assert sit("quit").count("from your match") == 1


def test_when_the_input_ends_everything_answered_so_far_is_kept(sit: Callable[..., str], store: SqliteStore) -> None:
    keep(store, f"range-war:{'.'.join(THREE_MISTAKES)}")
    assert sit("1", "5").endswith(
        f"2 answered: 2 right, 0 with a hint, 0 wrong.\nSee how far you have come: {fathom_command()} progress\n"
    )
    assert len(results(store)) == 2


def test_after_as_many_positions_as_were_asked_for_it_is_over(sit: Callable[..., str], store: SqliteStore) -> None:
    keep(store, f"range-war:{'.'.join(THREE_MISTAKES)}")
    assert "2 answered" in sit("1", "5", "5", count=2)


# ------------------------------------------------------------------ coming back


def test_a_position_comes_back_when_the_time_of_its_box_has_passed(sit: Callable[..., str], store: SqliteStore) -> None:
    store.add_answer(KeptAnswer("range-war", "range-war:6.4", True, False, TODAY.isoformat()))
    assert ", again" not in sit("quit", days=2.9)
    assert "1 of 9: Range War, level 4, again\n" in sit("5", days=3)
    assert ", again" not in sit("quit", days=9.9)
    assert ", again" in sit("9", days=10)  # box 3; it was wrong this time
    assert ", again" in sit("quit", days=11)


def test_the_longest_overdue_comes_first(sit: Callable[..., str], store: SqliteStore) -> None:
    for code, days in (("range-war:6.4", 0), ("range-war:6", -1)):
        store.add_answer(KeptAnswer("range-war", code, False, False, (TODAY + timedelta(days=days)).isoformat()))
    sit("5", "5", days=5)
    assert [position for position, *_ in results(store)][2:] == ["range-war:6", "range-war:6.4"]


def test_a_mistake_made_again_in_a_match_is_due_at_once(sit: Callable[..., str], store: SqliteStore) -> None:
    yesterday = (datetime.now(UTC) - timedelta(days=1)).isoformat()
    store.add_answer(KeptAnswer("range-war", "range-war", True, False, yesterday))
    assert "from your match" not in sit("quit")
    keep(store, "range-war:6")
    assert "from your match" in sit("quit")
    assert Notebook(store, ["range-war"]).known("range-war") == 0


def test_a_match_without_a_name_is_nobody_s_and_its_mistakes_are_not_asked(
    sit: Callable[..., str], store: SqliteStore, fathom: Fathom
) -> None:
    fathom("play", "range-war", typed="6\n4\n9\n")  # as Player 1 against Player 2
    assert store.history()[0].players == ("Player 1", "Player 2")
    assert "from your match" not in sit("quit")
    assert Notebook(store, ["range-war"]).marks == []
    keep(store, "range-war:6", "Player 1", "Bob")  # 6 was Player 1's mistake, not Bob's
    assert "from your match" not in sit("quit")
    keep(store, "range-war:6", "Ann", "Player 2")
    assert "from your match" in sit("quit")


def test_three_known_answers_in_a_row_master_a_rule_and_a_wrong_one_unlearns_it(
    sit: Callable[..., str], store: SqliteStore
) -> None:
    def lesson() -> tuple[int, bool]:
        [found] = Notebook(store, ["range-war"]).mastery("range-war")
        return found.in_a_row, found.is_mastered

    assert lesson() == (0, False)
    keep(store, f"range-war:{'.'.join(THREE_MISTAKES)}")
    assert "This is rule 1, No more ahead than behind.\n" in sit("1", "5")
    assert lesson() == (2, False)
    sit("5")
    assert lesson() == (3, True)
    sit("hint", "1", days=100)
    assert lesson() == (0, False)


def test_the_first_drills_of_a_game_are_the_examples_of_its_rules_in_order(
    sit: Callable[..., str], store: SqliteStore
) -> None:
    # 9 makes 15; 1 blocks 14; 1 threatens 8, as 9 + 8 > 15; 3 ends level with 14; 6 first; 2 is the smallest threat.
    shown = sit("9", "1", "1", "3", "6", "2", game="pocket-addition")
    assert re.findall(r"This is rule (\d)", shown) == ["1", "2", "3", "4", "5", "6"]


def test_mistakes_of_machines_and_in_other_options_and_games_are_not_asked(
    sit: Callable[..., str], store: SqliteStore
) -> None:
    keep(store, "range-war:6", "@random", "Ann")
    keep(store, "range-war,highest=12:7")
    keep(store, "pocket-addition:1")
    assert "from your match" not in sit("quit")


def test_equal_positions_reached_by_different_moves_are_one_under_the_first_code(
    sit: Callable[..., str], store: SqliteStore
) -> None:
    name, rng = "digit-dilemma", Random(1)
    drill = sample(games.game(name), 2, rng)
    while drill and len(drill.match.plies) < 4:
        drill = sample(games.game(name), 2, rng)
    assert drill
    first, second, third, fourth, *rest = drill.match.moves
    codes = [write_code(drill.match), f"{name}:{'.'.join([third, fourth, first, second, *rest])}"]
    for code in codes:
        store.add_answer(KeptAnswer(name, code, True, False, TODAY.isoformat()))
    notebook = Notebook(store, [name])
    assert notebook.known(name) == len(notebook.cards) == 1
    sit(drill.match.game.format_move(drill.keeping[0].move), game=name, days=100)
    assert results(store)[2:] == [(codes[0], True, False)]


@pytest.mark.parametrize(
    "game, code, at",
    [
        ("range-war", "range-war:6.7", "2026-01-01"),
        ("range-war", "pocket-addition:6", "2026-01-01"),
        ("range-war", "range-war,highest=12:7", "2026-01-01"),
        ("range-war", "range-war:1", "2026-01-01"),
        ("range-war", "\x1b[31m", "2026-01-01"),
        ("range-war", "range-war:6", "yesterday"),
        ("range-war", "range-war:6", "9999-12-31T00:00:00+00:00"),
    ],
)
def test_an_answer_that_cannot_be_read_is_left_out_and_counted(
    sit: Callable[..., str], store: SqliteStore, game: str, code: str, at: str
) -> None:
    store.add_answer(KeptAnswer(game, code, True, False, at))
    assert sit("quit").startswith("1 answer in the store cannot be read and will not be counted.\nFind the move.")


def test_a_match_that_cannot_be_replayed_spoils_nothing(sit: Callable[..., str], store: SqliteStore) -> None:
    damaged, sound = keep(store, "range-war:6"), keep(store, "range-war:7")
    store._db.execute("UPDATE events SET data = '99' WHERE match = ?", (damaged,))
    assert f"from your match {sound}" in sit("quit")


# ------------------------------------------------------------------ the commands


def test_a_drill_in_a_pipe_is_plain_text_and_ends_with_0(fathom: Fathom) -> None:
    done = fathom("drill", "--seed", "3", "--count", "3", typed="skip\nskip\nhint\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert "\x1b" not in done.stdout
    assert done.stdout.count(", level ") == 3


def test_a_seed_makes_a_drill_repeatable(fathom: Fathom) -> None:
    first, second, third = (fathom("drill", "--seed", seed, typed="skip\n" * 3).stdout for seed in ("7", "7", "8"))
    assert first == second != third


def test_new_positions_are_of_the_level_that_was_asked_for(fathom: Fathom) -> None:
    shown = fathom("drill", "range-war", "--level", "4", "--seed", "1", "--count", "4", typed="skip\n" * 4).stdout
    assert shown.count("Range War, level 4\n") == 4


@pytest.mark.parametrize(
    "arguments, said",
    [
        (["pyramid-puzzle"], "There are no drills for Pyramid Puzzle: it has no opponent."),
        (["rangewar"], "There is no game 'rangewar'"),
        (["--count", "0"], "--count must be at least 1, not 0"),
        (["--level", "6"], "There is no level 6: --level goes from 1 to 5."),
        (["--level", "high"], "is not a whole number"),
        (["--seed", "-1"], "fathom drill"),
    ],
)
def test_bad_usage_is_refused_in_one_sentence(fathom: Fathom, arguments: list[str], said: str) -> None:
    done = fathom("drill", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr
    assert done.stderr.count("\n") == 1


def test_progress_as_json_has_the_documented_keys(fathom: Fathom, store: SqliteStore) -> None:
    keep(store, f"range-war:{'.'.join(THREE_MISTAKES)}")
    for hinted in (False, True):
        code = "range-war:6.4" if hinted else "range-war:6"
        store.add_answer(KeptAnswer("range-war", code, True, hinted, TODAY.isoformat()))
    found = json.loads(fathom("progress", "--json").stdout)
    assert set(found) == {"games", "weeks", "damaged"}
    assert [game["game"] for game in found["games"]] == drilled_games()
    told = found["games"][2]
    assert (told["game"], told["positions"], told["known"], told["share"]) == ("range-war", 915, 1, 1 / 915)
    assert (told["remembered"], told["due"]) == (1, 1)
    assert told["rules"] == [{"rule": 1, "name": "No more ahead than behind", "in_a_row": 0, "mastered": False}]
    assert (told["mastered"], told["goal"][:12]) == (0, "Next: rule 1")
    section = JSON_PAGE.split("## Progress: `fathom progress [GAME] --json`")[1].split("\n## ")[0]
    assert [key for key in [*told, *told["rules"][0]] if f'"{key}"' not in section] == []
    assert sum(week["matches"]["total"] for week in found["weeks"]) == 3
    assert sum(week["drills"]["right"] for week in found["weeks"]) == 1
    assert sum(week["drills"]["total"] for week in found["weeks"]) == 2


def test_progress_for_people_is_a_small_picture(fathom: Fathom, store: SqliteStore) -> None:
    assert "Nothing yet: play a match, or start a drill with: " in fathom("progress").stdout
    store.add_answer(KeptAnswer("range-war", "range-war:6", True, False, "2026-11-15T12:00:00+00:00"))
    store.add_answer(KeptAnswer("range-war", "range-war:6.4", False, False, "2026-11-15T12:00:00+00:00"))
    shown = fathom("progress", "range-war").stdout
    assert "Range War  |....................|  0 of 1 rule, 1 position known, " in shown
    assert "  Next: rule 1, No more ahead than behind (0 of 3 right in a row).\n" in shown
    assert "2026-W46  |##########..........|   50.0%  1 of 2\n" in shown
    assert "Pocket Addition" not in shown
    assert all(len(line) <= 80 for line in shown.splitlines())


def test_progress_says_how_many_answers_cannot_be_read(fathom: Fathom, store: SqliteStore) -> None:
    store.add_answer(KeptAnswer("range-war", "range-war:99", True, False, "2026-11-15T12:00:00+00:00"))
    assert fathom("progress").stdout.endswith("that cannot be read and are not counted: 1.\n")


@pytest.mark.parametrize("columns", [40, 80])
@pytest.mark.parametrize("game", ["pyramid-challenge", "digit-dilemma", "range-war", "pocket-addition"])
def test_in_a_window_no_line_is_too_wide_and_ctrl_c_keeps_the_answers(
    environment: dict[str, str], tmp_path: Path, store: SqliteStore, game: str, columns: int
) -> None:
    mistake = {"pyramid-challenge": "5.1.5", "digit-dilemma": "2R", "range-war": "6", "pocket-addition": "1"}
    wrong = {"pyramid-challenge": "5", "digit-dilemma": "2R", "range-war": "6", "pocket-addition": "1"}
    keep(store, f"{game}:{mistake[game]}")
    child = pexpect.spawn(
        COMMAND[0],
        [*COMMAND[1:], "drill", game],
        env=environment | {"NO_COLOR": "1", "TERM": "dumb"},
        cwd=str(tmp_path),
        dimensions=(60, columns),  # high enough for the rules on one page
        encoding="utf-8",
        timeout=60,
    )
    child.delaybeforesend = None
    shown = StringIO()
    child.logfile_read = shown
    child.expect_exact("1 of 10: ")
    for line in ("help", "rules", "hint", wrong[game]):
        child.sendline(line)
    child.expect_exact("next move, q to leave: ")
    child.sendline("q")
    child.expect_exact("q to leave: ")
    child.sendline("")
    child.expect_exact("2 of 10")
    child.expect(r"(\nSelect a number: |want to pick: |\n> )")
    child.sendintr()
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 130
    assert [answer.is_right for answer in store.answers()] == [False]
    lines = shown.getvalue().replace("\r", "").splitlines()
    typed_at = ("Enter", "Select", "(Left", ">")  # what line editing does there is its own affair
    assert [line for line in lines if len(line) > columns and not line.startswith(typed_at)] == []
