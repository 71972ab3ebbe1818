"""The game that the how-to page teaches works exactly as printed there."""

from __future__ import annotations

import io
import re
import sys
from pathlib import Path
from random import Random

import pytest

from fathom import games
from fathom.storage.sqlite import SqliteStore
from fathom.terminal.play import seating
from fathom.terminal.screen import Screen
from tests.conformance.drawing_laws import DRAWING_LAWS
from tests.conformance.laws import LAWS, cases, graph, plain_value
from tests.conformance.room_laws import ROOM_LAWS

PAGE = Path(__file__).parents[2] / "docs" / "how-to" / "add-a-game.md"
BLOCK = re.compile(r"^`(\S+)`:\n\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.fixture
def taught(tmp_path, monkeypatch):
    """The room built from the page, registered under its name."""
    room = tmp_path / "last_token"
    room.mkdir()
    for name, content in BLOCK.findall(PAGE.read_text(encoding="utf-8")):
        (room / name).write_text(content, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setitem(games.ROOMS, "last-token", "last_token")
    yield games.game("last-token")
    for module in [name for name in sys.modules if name.split(".")[0] == "last_token"]:
        del sys.modules[module]
    games._enter.cache_clear()  # which remembers modules as well


def test_the_page_holds_the_whole_room(taught):
    names = {name for name, _ in BLOCK.findall(PAGE.read_text(encoding="utf-8"))}
    assert names == {"__init__.py", "rules.py", "text.py", "svg.py", "theory.py", "rules.md"}


@pytest.mark.slow
def test_the_game_obeys_every_law(taught):
    tried = list(cases(taught))
    assert len(tried) > 4
    for case in tried:
        for law in [*LAWS, *ROOM_LAWS, *DRAWING_LAWS]:
            law(case)


def test_what_it_says_is_known_is_true(taught):
    case = next(cases(taught))
    known = games.room("last-token").known
    assert known.positions == len(list(graph(case)))
    assert (known.winner, known.plies) == plain_value(taught.start(), {})


def test_it_can_be_played_at_the_terminal(taught, tmp_path):
    typed, shown = io.StringIO("3\n7\n1\n2\n2\n3\n1\n"), io.StringIO()
    invitation = seating.Invitation(taught, taught.options_type(), ("Ann", "Ben"))
    seating.play(invitation, [], Screen(typed, shown), SqliteStore(tmp_path / "store.db"), Random(1))
    assert "7 is not from 1 to 3 (rule 1). Allowed now: 1, 2, 3." in shown.getvalue()
    assert shown.getvalue().endswith("Ben took the last token and wins!\n")
