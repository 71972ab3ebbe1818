"""The machine that the how-to page makes works exactly as printed there, and a broken one does no harm."""

from __future__ import annotations

import os
import time
from pathlib import Path
from random import Random

import pytest

import fathom as library
from fathom.errors import BrokenPlugin, Forfeit
from fathom.players import machines, player_named
from fathom.players.read_only import choose_ply
from tests.installing import blocks, installed, write_files
from tests.patience import PATIENCE
from tests.web.site import serving

PAGE = Path(__file__).parents[2] / "docs" / "how-to" / "add-a-machine.md"
CRASHES = "def choose(self, match):\n        raise RuntimeError('oops')"
CHEATS = "def choose(self, match):\n        return '99'"


@pytest.fixture
def install(tmp_path, monkeypatch):
    """Installs the machine of the page, with its `choose` replaced where that is wanted."""
    stack = []

    def do(choose: str | None = None) -> None:
        files, project = blocks(PAGE), tmp_path / "project"
        if choose:
            files["cautious.py"] = files["cautious.py"].partition("    def choose")[0] + f"    {choose}\n"
        write_files(project, files)
        stack.append(installed(project, tmp_path / "installed", monkeypatch))
        stack[0].__enter__()

    yield do
    for context in stack:
        context.__exit__(None, None, None)


def test_it_is_listed_after_fathoms_own(install):
    install()
    assert list(machines())[-2:] == ["@mcts-1000", "@cautious"]
    assert machines()["@cautious"] == "added by cautious"


def test_it_plays_by_its_name(install):
    install()
    assert library.play("range-war", "@perfect", "@cautious", seed=1).names == ("@perfect", "@cautious")
    assert library.play("range-war:6", "@random", "@cautious", seed=1).moves[1] == "1"


@pytest.mark.slow
def test_it_plays_in_the_terminal(install, fathom):
    install()
    done = fathom("play", "range-war", "Ann", "@cautious", typed="6\n", PYTHONPATH=os.environ["PYTHONPATH"])
    assert "@cautious selected 1." in done.stdout


FAILS = [(CRASHES, "it failed with RuntimeError: oops"), (CHEATS, "it chose '99', which is not allowed")]


@pytest.mark.parametrize("choose, why", FAILS)
def test_a_broken_one_forfeits(install, choose, why):
    install(choose)
    match = library.play("range-war:6", "@random", "@cautious", seed=1)
    assert (match.forfeited, match.outcome and match.outcome.winner) == ((2, why), 1)


def test_a_late_one_forfeits(install):
    install("def choose(self, match):\n        import time; time.sleep(0.02)\n        return match.legal_moves[0]")
    game = library.Match("range-war:6").game
    late = player_named("@cautious", Random(1), game, game.options_type(), seconds=0.01)
    with pytest.raises(Forfeit, match=r"it took more than 0\.01 seconds"):
        choose_ply(late, library.Match("range-war:6"))


def test_one_that_cannot_be_made_is_named_in_one_sentence(install):
    install("def choose(self, match):\n        return '1'\n\n\nraise RuntimeError('oops')")
    with pytest.raises(BrokenPlugin, match="'cautious' from the package cautious cannot be used: RuntimeError: oops"):
        library.play("range-war", "@random", "@cautious", seed=1)


@pytest.mark.slow
def test_a_broken_one_forfeits_in_the_terminal_and_the_match_is_kept(install, fathom):
    install(CRASHES)
    done = fathom("play", "range-war", "Ann", "@cautious", typed="6\n", PYTHONPATH=os.environ["PYTHONPATH"])
    assert done.returncode == 0
    assert done.stdout.endswith("@cautious forfeits: it failed with RuntimeError: oops.\nAnn wins!\n")
    assert "1-0" in fathom("history").stdout


@pytest.mark.slow
@pytest.mark.parametrize("choose, why", FAILS)
def test_a_broken_one_forfeits_on_a_server(install, tmp_path, choose, why):
    install(choose)
    with serving(str(tmp_path / "server.db")) as site:
        assert "@cautious" in site.get("/play/range-war").text
        seat = site.sits(game="range-war", opponent="@cautious")
        seat.move("6", expected=1)
        until = time.monotonic() + PATIENCE
        while not (outcome := seat.snapshot["view"]["outcome"]):
            assert time.monotonic() < until
            time.sleep(0.05)
        assert (outcome["winner"], outcome["reason"]) == (1, f"seat 2 forfeited: {why}")
