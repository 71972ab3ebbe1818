"""The game in a terminal: colour, narrow windows, Ctrl-C and Ctrl-D."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pexpect
import pytest

from fathom.show.canvas import Canvas
from fathom.storage.sqlite import SqliteStore
from tests.conftest import COMMAND
from tests.games.playing import match_at

pytestmark = pytest.mark.filterwarnings("ignore:.*forkpty:DeprecationWarning")

COLOUR = re.compile(r"\x1b\[[0-9;]*m")
CONTROL = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
WHOLE_GAMES = {
    "range-war": ["99", "2", "1", "10", "9"],
    "pocket-addition": ["nine", "9", "1", "5", "8", "3", "2"],
    "digit-dilemma": ["12", "1", "Nowhere", "Left", "0L", "4M", "2M", "7R"],
    "pyramid-challenge": ["0", "5", "9", "5", "9", "1", "2"],
    "pyramid-puzzle": ["A1", "E1", "D1", "C1", "B1", "clear:B2", "B2", "C4", "B2", "A1"],
}


class Window:
    """A terminal in which `fathom` runs."""

    def __init__(self, child: pexpect.spawn[str]) -> None:
        self.child = child
        self.shown = ""

    def read_to(self, text: str) -> str:
        """What is shown up to a text, and the text itself."""
        self.child.expect_exact(text)
        part = f"{self.child.before}{text}"
        self.shown += part
        return part

    def type(self, *lines: str) -> None:
        for line in lines:
            self.child.sendline(line)

    def ends(self) -> int:
        """The exit code, when everything has been read."""
        self.child.expect(pexpect.EOF)
        self.shown += self.child.before or ""
        self.child.close()
        assert "Traceback" not in self.shown
        assert self.child.exitstatus is not None
        return int(self.child.exitstatus)

    @property
    def text(self) -> str:
        """What was shown, without colour and line editing."""
        return CONTROL.sub("", self.shown).replace("\r", "")


Open = Callable[..., Window]


@pytest.fixture
def window(environment: dict[str, str], tmp_path: Path) -> Iterator[Open]:
    opened: list[pexpect.spawn[str]] = []

    def open_window(*arguments: str, columns: int = 80, rows: int = 24, **variables: str) -> Window:
        child = pexpect.spawn(
            COMMAND[0],
            [*COMMAND[1:], *arguments],
            env=environment | variables,
            cwd=str(tmp_path),
            dimensions=(rows, columns),
            encoding="utf-8",
            timeout=60,
        )
        child.delaybeforesend = None
        opened.append(child)
        return Window(child)

    yield open_window
    for child in opened:
        child.close(force=True)


def test_a_terminal_has_colour_and_marks_that_do_without(window: Open) -> None:
    game = window("play", "range-war", "Ann", "Bob")
    game.read_to("Select a number: ")
    game.type("6")
    game.read_to("Select a number: ")
    assert "\x1b[32m[5]\x1b[0m" in game.shown  # may be chosen
    assert "\x1b[33;1m<6>\x1b[0m" in game.shown  # made last
    assert "[1]  [2]  [3]  [4]  [5]  <6>   7    8    9    10" in game.text


@pytest.mark.parametrize("variables", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_colour_is_left_out_where_it_is_not_wanted(window: Open, variables: dict[str, str]) -> None:
    game = window("play", "pocket-addition", "Ann", "Bob", **variables)
    game.read_to("Select a number: ")
    game.type("9")
    game.read_to("Select a number: ")
    assert not COLOUR.search(game.shown)
    assert "Ann |=========......|  9 of 15 = <9>" in game.text
    assert "Pool: [1] [2] [3] [4] [5] [6] [7] [8]" in game.text


@pytest.mark.parametrize("columns", [80, 40])
def test_the_history_is_for_people_and_fits(window: Open, columns: int) -> None:
    game = window("play", "pocket-addition", "Ann", "@perfect", "--first", "1")
    game.read_to("Select a number: ")
    game.type("9")
    game.read_to("Select a number: ")
    game.type("q")
    assert game.ends() == 0
    listed = window("history", columns=columns)
    assert listed.ends() == 0
    said = " ".join(listed.text.split())
    assert "unfinished" in said
    assert "Perfect" in said
    assert "@" not in said
    assert max(map(len, listed.text.splitlines())) <= columns


def test_a_review_names_the_computer_in_words(window: Open) -> None:
    game = window("play", "range-war", "Ann", "@perfect", "--first", "1")
    game.read_to("Select a number: ")
    game.type("1")  # wins on the spot
    assert game.ends() == 0
    looking = window("review")
    looking.read_to("q quits: ")
    looking.type("q")
    assert looking.ends() == 0
    assert "Perfect" in looking.text
    assert "@perfect" not in looking.text


def test_the_boards_of_both_players_stand_side_by_side(window: Open) -> None:
    game = window("play", "pyramid-challenge", "Ann", "Bob")
    game.read_to("> ")
    assert re.search(r"Ann's Pyramid: +Bob's Pyramid:\n", game.text)
    assert re.search(r"\n +\[ \] \[ \] \[ \] {2,}\[ \] \[ \] \[ \]\n", game.text)


def test_a_newcomer_is_told_about_help(window: Open) -> None:
    game = window("play", "range-war")
    game.read_to("Select a number: ")
    assert "Type help at any time" in game.text


@pytest.mark.parametrize("columns", [40, 80])
@pytest.mark.parametrize("game", WHOLE_GAMES)
def test_no_line_is_wider_than_the_window(window: Open, game: str, columns: int) -> None:
    names = ["Ann"] if game == "pyramid-puzzle" else ["Ann", "Bob"]
    opened = window("play", game, *names, columns=columns, rows=20)
    for line in ["help", "moves", "board", *WHOLE_GAMES[game]]:
        opened.type(line)
    assert opened.ends() == 0
    lines = opened.text.splitlines()
    wide = [line for line in lines if Canvas().length(line) > columns and not line.startswith(("Select", "Enter"))]
    assert wide == []
    assert re.search("win|draw|peak", " ".join(lines[-6:]))
    assert lines[-1].startswith("Saved as ")


def test_a_question_is_broken_between_words(window: Open) -> None:
    game = window("play", "digit-dilemma", columns=40)
    game.type("7")
    game.read_to("Right): ")
    assert game.text.endswith("Enter the position to place the digit\n(Left, Middle, Right): ")


@pytest.mark.parametrize("columns", [1, 10, 20])
def test_even_the_narrowest_window_can_be_played_in(window: Open, columns: int) -> None:
    game = window("play", "range-war", "Ann", "Bob", columns=columns)
    game.type("1")
    assert game.ends() == 0
    assert "Ann wins!" in game.text


def test_the_whole_menu_fits_a_small_window(window: Open) -> None:
    menu = window(columns=40, rows=20)
    menu.read_to("Choose: ")
    assert len(menu.text.splitlines()) < 20
    assert "1  Pyramid Challenge\n" in menu.text


def test_a_wide_name_does_not_push_a_board_out_of_line(window: Open) -> None:
    game = window("play", "pocket-addition", "李小龙", "Bob")
    game.read_to("Select a number: ")
    first, second = re.findall(r".*\|\.+\|", game.text)
    assert Canvas().length(first) == Canvas().length(second)


def test_ctrl_c_ends_with_130_and_the_match_kept(window: Open, store: SqliteStore) -> None:
    game = window("play", "range-war", "Ann", "Bob")
    game.read_to("Select a number: ")
    game.type("6")
    game.read_to("Select a number: ")
    game.child.sendintr()
    assert game.ends() == 130
    (kept,) = store.history()
    assert game.text.rstrip().endswith(f"\nThe match is saved. Resume it any time with: fathom resume {kept.id}")
    assert kept.match().moves == ["6"]


def test_ctrl_c_leaves_the_menu_with_130_on_a_line_of_its_own(window: Open) -> None:
    menu = window()
    menu.read_to("Choose: ")
    menu.child.sendintr()
    assert menu.ends() == 130
    assert menu.text.endswith("\n")


def test_ctrl_d_ends_with_0_and_the_match_kept(window: Open, store: SqliteStore) -> None:
    game = window("play", "range-war", "Ann", "Bob")
    game.type("6")
    game.read_to("Bob: choose a number lower than 6.")
    game.read_to("Select a number: ")
    game.child.sendeof()
    assert game.ends() == 0
    assert "The match is saved." in game.text
    assert store.history()[0].match().moves == ["6"]


def test_ctrl_d_in_a_game_goes_back_to_the_menu_and_once_more_leaves_it(window: Open) -> None:
    menu = window()
    menu.type("5", "")
    menu.read_to("Select a tile: ")
    menu.child.sendeof()
    menu.read_to("Choose: ")
    menu.child.sendeof()
    assert menu.ends() == 0
    assert menu.text.rstrip().endswith("Goodbye!")


def test_a_match_resumed_in_a_window_shows_its_board_once(window: Open) -> None:
    game = window("play", "range-war", "Ann", "Bob")
    game.type("6", "quit")
    assert game.ends() == 0
    again = window("resume")
    again.read_to("Select a number: ")
    assert again.text.count("<6>") == 1


def test_a_record_is_stepped_through_with_enter_and_left_with_q(window: Open, tmp_path: Path) -> None:
    (tmp_path / "match.txt").write_text('[Game "range-war"]\n1. 6 4 2. 9 *\n')
    replay = window("replay", "match.txt")
    replay.read_to("q to leave: ")
    replay.type("")
    replay.read_to("q to leave: ")
    replay.type("q")
    assert replay.ends() == 0
    assert "1. Player 1: 6" in replay.text
    assert "2. Player 2: 4" not in replay.text


def test_colour_stays_out_of_a_pipe_even_when_a_terminal_types(window: Open, tmp_path: Path) -> None:
    child = pexpect.spawn(
        "sh",
        ["-c", f"{' '.join(COMMAND)} play range-war > out.txt"],
        env=window("games").child.env,
        cwd=str(tmp_path),
        encoding="utf-8",
        timeout=60,
    )
    child.sendline("1")
    child.expect(pexpect.EOF)
    child.close()
    shown = (tmp_path / "out.txt").read_text()
    assert "Player 1 wins!" in shown
    assert "\x1b" not in shown


def test_ctrl_c_makes_a_thinking_machine_move_and_the_match_goes_on(window: Open, store: SqliteStore) -> None:
    large = ("--set", "highest=40", "--set", "reach=8", "--think", "60")
    game = window("play", "range-war", "Ann", "@perfect", *large)
    game.read_to("Select a number: ")
    game.type("20")
    game.read_to("Perfect is thinking: 1 s (Ctrl+C stops it)")
    game.child.sendintr()
    game.read_to("Perfect did not see to the end (you stopped the search), so it looked")
    game.read_to("Select a number: ")
    game.child.sendintr()
    assert game.ends() == 130
    assert len(store.history()[0].match().moves) == 2


def test_the_review_of_a_match_is_stepped_through_in_a_terminal(window: Open, store: SqliteStore) -> None:
    store.create(match_at("range-war:6.4", "Ann", "Bob"))
    review = window("review", columns=40, rows=20)
    review.read_to("q quits: ")
    assert "\x1b[31;1m! throws the win\x1b[0m" in review.shown
    review.type("m")
    review.read_to("q quits: ")
    assert "<6>" in review.text
    review.type("", "")
    assert review.ends() == 0
    assert max(map(len, review.text.splitlines())) <= 40


def test_a_review_without_stepping_or_colour_is_plain_text(window: Open, store: SqliteStore) -> None:
    store.create(match_at("range-war:6.4", "Ann", "Bob"))
    review = window("review", "--no-step", NO_COLOR="1")
    assert review.ends() == 0
    assert "! throws the win" in review.shown
    assert "\x1b" not in review.shown
    assert "quits" not in review.shown


def test_in_a_narrow_window_a_thinking_machine_stays_on_one_line(window: Open) -> None:
    large = ("--set", "highest=40", "--set", "reach=8", "--think", "2")
    game = window("play", "range-war", "Ann", "@trickster", *large, columns=40, rows=20)
    game.read_to("Select a number: ")
    game.type("20")
    game.read_to("Select a number: ")
    assert "Trickster is thinking: 1 s" in game.shown
    assert max(len(part) for part in re.split(r"[\r\n]", CONTROL.sub("", game.shown))) <= 40


def test_resigning_in_a_terminal_is_asked_once(window: Open, store: SqliteStore) -> None:
    game = window("play", "range-war", "Ann", "Bob")
    game.type("resign", "", "resign", "y")
    assert game.ends() == 0
    assert game.text.count("Give up this game?") == 2
    assert "You play on." in game.text
    assert "Ann resigns.\nBob wins!" in game.text
    assert store.history()[0].match().resigned == 1


def test_tab_completes_commands_and_moves(window: Open, store: SqliteStore) -> None:
    game = window("play", "pyramid-puzzle", "Ann", TERM="xterm")
    game.read_to("Select a tile: ")
    game.child.send("mov\t\n")
    game.read_to("Allowed now: E1 ")
    game.read_to("Select a tile: ")
    game.child.send("e17\t\n")
    game.read_to("You started on E17.")
    game.read_to("Select a tile: ")
    game.child.sendeof()
    assert game.ends() == 0
    assert store.history()[0].match().moves == ["E17"]


def test_a_route_may_be_typed_in_one_line(window: Open, store: SqliteStore) -> None:
    game = window("play", "pyramid-puzzle", "Ann")
    game.type("E1|D1:dynamite|C1|B1|clear:B2|B2|C4:key|B2|A1")
    assert game.ends() == 0
    assert "You made it!" in game.text
    assert "12 MP" in game.text
    assert len(store.history()[0].match().moves) == 9


def test_of_a_route_the_moves_before_a_refusal_are_made(window: Open, store: SqliteStore) -> None:
    game = window("play", "pyramid-puzzle", "Ann")
    game.type("E1 in A1", "q")
    assert game.ends() == 0
    assert "No path leads from D1 to A1 in one move (rule 2)." in game.text
    assert store.history()[0].match().moves == ["E1", "D1"]


@pytest.mark.parametrize("rows", [12, 24])
def test_long_texts_stop_when_the_window_is_full(window: Open, rows: int) -> None:
    game = window("rules", "pyramid-puzzle", "--all", columns=60, rows=rows)
    game.read_to("Enter for more, q to leave: ")
    assert game.text.count("\n") == rows - 1
    game.type("q")
    assert game.ends() == 0
    assert "What is known" not in game.text


def test_a_long_error_is_broken_between_words(window: Open) -> None:
    game = window("play", "chess", columns=40)
    assert game.ends() == 2
    lines = game.text.splitlines()
    assert len(lines) > 1
    assert max(map(len, lines)) <= 40
    assert " ".join(lines).startswith("There is no game 'chess'; the games are: pyramid-challenge, digit-dilemma")
