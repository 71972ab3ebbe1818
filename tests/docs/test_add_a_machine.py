"""The machine that the how-to page makes works exactly as printed there, and a broken one does no harm."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

import fathom as library
from fathom.errors import BadPlayer, BrokenPlugin
from fathom.players import machines
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
    assert list(machines())[-2:] == ["@student", "@cautious"]
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


@pytest.mark.parametrize(
    "choose, error, said", [(CRASHES, BrokenPlugin, "RuntimeError: oops"), (CHEATS, BadPlayer, "@cautious chose '99'")]
)
def test_a_broken_one_is_named_in_one_sentence(install, choose, error, said):
    install(choose)
    with pytest.raises(error, match=said):
        library.play("range-war", "@random", "@cautious", seed=1)


@pytest.mark.slow
def test_a_broken_one_ends_the_command_and_the_match_is_kept(install, fathom):
    install(CRASHES)
    done = fathom("play", "range-war", "Ann", "@cautious", typed="6\n", PYTHONPATH=os.environ["PYTHONPATH"])
    assert done.returncode == 2
    assert "'cautious' from the package cautious cannot be used: RuntimeError: oops." in done.stdout + done.stderr
    assert "range-war" in fathom("history").stdout


@pytest.mark.slow
@pytest.mark.parametrize("choose", [CRASHES, CHEATS])
def test_a_broken_one_resigns_on_a_server(install, tmp_path, choose):
    install(choose)
    with serving(str(tmp_path / "server.db")) as site:
        assert "@cautious" in site.get("/play/range-war").text
        seat = site.sits(game="range-war", opponent="@cautious")
        seat.move("6", expected=1)
        until = time.monotonic() + PATIENCE
        while not (outcome := seat.snapshot["view"]["outcome"]):
            assert time.monotonic() < until
            time.sleep(0.05)
        assert (outcome["winner"], outcome["reason"]) == (1, "seat 2 resigned")
