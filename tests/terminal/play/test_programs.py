"""Programs at the table: `fathom play range-war Ann ./mybot`."""

from __future__ import annotations

import io
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from fathom import games
from fathom.players.programs import program
from fathom.players.programs.containment.layers import Layer
from fathom.players.programs.containment.plan import Contain
from fathom.players.programs.program import missing_layers
from fathom.storage.sqlite import SqliteStore
from fathom.terminal.play import seating
from fathom.terminal.screen import Screen
from tests.conftest import Fathom

FIRST = "#!/bin/sh\nwhile read -r code first rest; do echo $first; done\n"
WRONG = "#!/bin/sh\nwhile read -r code moves; do echo 99; done\n"


@pytest.fixture(autouse=True)
def bots(tmp_path: Path) -> None:
    for name, source in {"first": FIRST, "wrong": WRONG}.items():
        (tmp_path / name).write_text(source, encoding="utf-8")
        (tmp_path / name).chmod(0o755)


@pytest.fixture
def sit_at(tmp_path: Path, store: SqliteStore, monkeypatch: pytest.MonkeyPatch) -> Callable[[Contain], None]:
    """Plays a match of `./first` against `@perfect` in this process."""
    monkeypatch.chdir(tmp_path)

    def play(contain: Contain) -> None:
        game = games.game("range-war")
        invitation = seating.Invitation(game, game.options_type(), ("./first", "@perfect"), contain=contain)
        seating.play(invitation, [], Screen(io.StringIO(), io.StringIO()), store, random.Random(1))

    return play


def test_a_program_plays_against_a_person(fathom: Fathom) -> None:
    done = fathom("play", "range-war", "Ann", "./first", typed="6\n10\n")
    assert "./first selected 1." in done.stdout
    assert done.stdout.splitlines()[-1].startswith("The match is saved.")


def test_a_command_plays_too(fathom: Fathom) -> None:
    done = fathom("play", "range-war", "cmd:sh ./first", "@perfect")
    assert done.stdout.endswith("cmd:sh ./first wins!\n")


def test_a_wrong_answer_forfeits_and_the_match_is_kept_so(fathom: Fathom, tmp_path: Path) -> None:
    done = fathom("play", "range-war", "Ann", "./wrong", typed="6\n")
    assert done.returncode == 0
    assert done.stdout.endswith("./wrong forfeits: it answered '99', which rule 1 forbids.\nAnn wins!\n")
    assert "Ann - ./wrong  1      1-0" in fathom("history").stdout
    review = fathom("review").stdout
    assert "You won: ./wrong forfeited: it answered '99', which rule 1 forbids." in review
    assert "Turning point: ./wrong forfeited, but with best play" in review
    match_id = fathom("history").stdout.splitlines()[1].split()[0]
    record = fathom("export", match_id).stdout
    assert """[Forfeited "2: it answered '99', which rule 1 forbids"]""" in record
    (tmp_path / "match.txt").write_text(record, encoding="utf-8")
    assert "./wrong forfeited: it answered '99', which rule 1 forbids." in fathom("replay", "match.txt").stdout
    assert "is over: ./wrong forfeited" in fathom("resume", match_id).stderr


def test_a_series_goes_on_after_a_forfeit(fathom: Fathom) -> None:
    done = fathom("play", "range-war", "@perfect", "./wrong", "--best-of", "3")
    assert done.stdout.count("./wrong forfeits") == 1  # in the first game, @perfect leaves it no move
    assert done.stdout.endswith("@perfect wins the series!\n")


def test_a_match_is_resumed_with_its_program(fathom: Fathom, tmp_path: Path) -> None:
    fathom("play", "range-war:6", "./first", "Ann")
    fathom("play", "range-war", "Ann", "./first", typed="6\n")
    done = fathom("resume", typed="10\n")
    assert "./first selected 2." in done.stdout
    (tmp_path / "first").unlink()
    gone = fathom("resume", typed="9\n")
    assert (gone.returncode, gone.stderr) == (2, f"There is no program './first' in {tmp_path}.\n")


def test_moves_of_a_program_are_taken_back_with_yours(fathom: Fathom) -> None:
    done = fathom("play", "range-war", "Ann", "./first", typed="6\nundo\nmoves\n")
    assert "Allowed now: 1, 2, 3, 4, 5, 6, 7, 8, 9, 10." in done.stdout


@pytest.mark.parametrize("contain", ["off", "best", "strict"])
def test_a_program_plays_however_it_is_contained(fathom: Fathom, contain: str) -> None:
    if contain == "strict" and missing_layers():
        pytest.skip(f"this system does not hold every layer: {missing_layers()}")
    done = fathom("play", "range-war", "./first", "@perfect", "--contain", contain)
    assert (done.returncode, done.stdout.endswith("./first wins!\n")) == (0, True)
    assert done.stderr == "" or missing_layers()


def test_a_missing_layer_is_named_on_standard_error(
    sit_at: Callable[[Contain], None], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(
        program, "layers_here", lambda: (Layer("files", "this kernel has no Landlock"), Layer("count", ""))
    )
    sit_at("best")
    told = "Programs are only partly contained on this system: no Landlock (this kernel has no Landlock).\n"
    assert capsys.readouterr().err == told
    sit_at("off")
    assert capsys.readouterr().err == ""


def test_what_cannot_be_started_is_refused_before_the_match(fathom: Fathom) -> None:
    done = fathom("play", "range-war", "Ann", "./missing")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("There is no program './missing' in ")
