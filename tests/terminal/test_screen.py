"""Input and output of lines."""

from __future__ import annotations

import signal
import sys
from io import StringIO

import pexpect
import pytest

from fathom.terminal.screen import EndOfInput, Screen, TerminalCanvas, printable


def test_a_pipe_is_plain_paper_of_eighty_columns() -> None:
    canvas = Screen(StringIO(), StringIO()).canvas
    assert not canvas.live
    assert canvas.width == 80
    assert canvas.strong("x") == canvas.seat(1, "x") == canvas.choice("x") == "x"


def test_what_was_read_in_a_pipe_is_echoed_behind_its_prompt() -> None:
    target = StringIO()
    assert Screen(StringIO("6\r\nmore"), target).ask("First line\nSelect: ") == "6"
    assert target.getvalue() == "First line\nSelect: 6\n"


def test_the_echo_spells_control_characters_out() -> None:
    target = StringIO()
    assert Screen(StringIO("\x1b[31m\n"), target).ask("> ") == "\x1b[31m"
    assert target.getvalue() == "> \\x1b[31m\n"


def test_the_end_of_input_ends_the_line_of_the_prompt() -> None:
    target = StringIO()
    with pytest.raises(EndOfInput):
        Screen(StringIO(""), target).ask("> ")
    assert target.getvalue() == "> \n"


def test_a_last_line_without_an_end_is_still_read() -> None:
    assert Screen(StringIO("6"), StringIO()).ask("> ") == "6"


def test_a_colour_takes_no_column() -> None:
    canvas = TerminalCanvas(40, colour=True)
    painted = canvas.last("<6>")
    assert "\x1b" in painted
    assert canvas.length(painted) == 3
    assert canvas.length(canvas.pad(painted, 10)) == 10


def test_every_style_has_an_end() -> None:
    canvas = TerminalCanvas(40, colour=True)
    styles = [canvas.seat(1, "x"), canvas.seat(2, "x"), canvas.last("x"), canvas.choice("x"), canvas.strong("x")]
    assert all(styled.startswith("\x1b[") and styled.endswith("x\x1b[0m") for styled in styles)
    assert len(set(styles)) == 5


def test_without_colour_a_window_is_still_live() -> None:
    canvas = TerminalCanvas(40, colour=False)
    assert canvas.live
    assert canvas.last("<6>") == "<6>"


def test_a_window_of_no_width_is_taken_for_a_narrow_one() -> None:
    assert TerminalCanvas(3, colour=True).width == 20


@pytest.mark.parametrize(
    "text, shown",
    [("Ann", "Ann"), ("Zoë 李", "Zoë 李"), ("\x1b[2J", "\\x1b[2J"), ("a\rb", "a\\rb"), ("\u202e", "\\u202e")],
)
def test_printable_spells_out_what_a_terminal_would_obey(text: str, shown: str) -> None:
    assert printable(text) == shown


#: `raise` is C: no line of Python runs between the signal and the wait for a key, so nobody looks whether one came.
INTERRUPTED_AT_THE_PROMPT = """
import ctypes, functools, readline
from fathom.terminal.screen import Screen
readline.set_pre_input_hook(functools.partial(getattr(ctypes.CDLL(None), "raise"), 2))
try:
    Screen().ask("Name: ")
except KeyboardInterrupt:
    print("interrupted")
"""


@pytest.mark.filterwarnings("ignore:.*forkpty:DeprecationWarning")
def test_ctrl_c_is_not_lost_between_the_prompt_and_the_wait_for_a_key(environment: dict[str, str]) -> None:
    child = pexpect.spawn(
        sys.executable, ["-c", INTERRUPTED_AT_THE_PROMPT], env=environment, encoding="utf-8", timeout=60
    )
    child.expect_exact("Name: ")
    child.expect_exact("interrupted")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0


def test_the_terminal_is_asked_without_leaving_a_timer_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("builtins.input", lambda _: str(signal.getitimer(signal.ITIMER_REAL)))
    monkeypatch.setattr("fathom.terminal.screen._is_terminal", lambda _: True)
    assert Screen().ask("> ") != "(0.0, 0.0)"
    assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)
