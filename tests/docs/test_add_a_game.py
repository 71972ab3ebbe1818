"""The game that the how-to page teaches works exactly as printed there, installed as a separate package."""

from __future__ import annotations

from pathlib import Path

import pytest

import fathom as library
from fathom import games
from tests.conformance.drawing_laws import DRAWING_LAWS
from tests.conformance.laws import LAWS, cases, graph, plain_value
from tests.conformance.library_laws import LIBRARY_LAWS
from tests.conformance.room_laws import ROOM_LAWS
from tests.installing import blocks, installed, write_files
from tests.web.site import serving

PAGE = Path(__file__).parents[2] / "docs" / "how-to" / "add-a-game.md"


@pytest.fixture
def taught(tmp_path, monkeypatch):
    """The game of the page, installed."""
    files, project = blocks(PAGE), tmp_path / "project"
    write_files(project, {"pyproject.toml": files.pop("pyproject.toml")})
    write_files(project / "last_token", files)
    with installed(project, tmp_path / "installed", monkeypatch):
        yield games.game("last-token")


def test_the_page_holds_the_whole_room():
    room = {"__init__.py", "rules.py", "text.py", "svg.py", "theory.py", "rules.md"}
    assert set(blocks(PAGE)) == {*room, "pyproject.toml"}


@pytest.mark.slow
def test_the_game_obeys_every_law(taught):
    tried = list(cases(taught))
    assert len(tried) > 4
    for case in tried:
        for law in [*LAWS, *ROOM_LAWS, *DRAWING_LAWS, *LIBRARY_LAWS]:
            law(case)


def test_what_it_says_is_known_is_true(taught):
    case = next(cases(taught))
    known = games.room("last-token").known
    assert known.positions == len(list(graph(case)))
    assert (known.winner, known.plies) == plain_value(taught.start(), {})


def test_it_is_listed_and_found_by_its_name(taught):
    assert (*games.ROOMS, "last-token") == library.GAMES
    assert library.analyze("last-token").value == library.Value(2, 6)
    assert library.Match("last-token:3.1").legal_moves == (1, 2, 3)


@pytest.mark.slow
def test_it_can_be_played_at_the_terminal(taught, fathom):
    shown = fathom("play", "last-token", "Ann", "Ben", typed="3\n7\n1\n2\n2\n3\n1\n").stdout
    assert "7 is not from 1 to 3 (rule 1). Allowed now: 1, 2, 3." in shown
    assert shown.endswith("Ben took the last token and wins!\n")
    assert "last-token" in fathom("games").stdout


@pytest.mark.slow
def test_it_can_be_played_in_the_browser(taught, tmp_path):
    with serving(str(tmp_path / "server.db")) as site:
        for page in ("/", "/play", "/play/last-token", "/rules/last-token", "/a/last-token:3.1"):
            assert "Last Token" in site.get(page).text
        seat = site.sits(game="last-token", opponent="same-screen")
        assert seat.move("3", expected=1).status_code == 200
        assert "last-token" in [game["name"] for game in site.get("/api/v1/games").json()["games"]]
