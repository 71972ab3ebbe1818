"""What docs/arena.md says is what the program does."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from fathom.arena.exact import _MOST_OPENINGS
from fathom.arena.files import LOG, RECORDS, RESULTS
from fathom.arena.sprt import Sprt, expected
from fathom.terminal.arguments import parser
from fathom.terminal.commands.arena import _SCORES
from fathom.terminal.commands.arena_plan import _ROUNDS
from tests.conftest import Fathom

PAGE = (Path(__file__).parents[2] / "docs" / "arena.md").read_text(encoding="utf-8")
TEXT = " ".join(PAGE.split())
JSON_PAGE = (Path(__file__).parents[2] / "docs" / "json.md").read_text(encoding="utf-8")


def test_the_example_is_what_the_command_prints(fathom: Fathom) -> None:
    shown = re.search(r"<!-- arena: (.*?) -->\n```\n(.*?)```", PAGE, re.DOTALL)
    assert shown
    assert f"`fathom arena {shown[1]}`:" in PAGE
    done = fathom("arena", *shown[1].split(), "--jobs", "2")
    assert (done.stdout, done.stderr) == (shown[2], "")


def test_every_option_is_explained(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        parser(["arena", "--help"]).read(["arena", "--help"])
    for option in set(re.findall(r"(?<!\w)--[a-z]+", capsys.readouterr().out)) - {"--help", "--json", "--output"}:
        assert f"`{option}" in PAGE or f" {option} " in PAGE, option


def test_figures() -> None:
    for elo, score in ((100, 64), (400, 91)):
        assert f"{elo} points more" in PAGE
        assert round(100 * expected(elo)) == score
        assert f"{score}%" in PAGE
    assert f"for each pairing and each game, {_ROUNDS} by default" in TEXT
    assert f"more than {_MOST_OPENINGS} different openings or it takes more than a minute" in TEXT
    assert _SCORES.seconds == 60
    assert Sprt(0, 1).alpha == Sprt(0, 1).beta == 0.05
    assert "wrong at most about 5 times in 100" in TEXT


def test_the_files_and_their_keys(fathom: Fathom, tmp_path: Path) -> None:
    folder = tmp_path / "a"
    fathom("arena", "range-war", "@random", "@greedy", "--rounds=1", "--jobs=1", "-o", str(folder), "--sprt=0:9")
    made = {path.name for path in folder.iterdir()}
    listed = set(re.findall(r"^\| `([a-z.]+)` \|", PAGE.partition("## Files")[2].partition("\n## ")[0], re.MULTILINE))
    assert made == listed >= {LOG, RESULTS, RECORDS}
    told = json.loads((folder / RESULTS).read_text(encoding="utf-8"))
    section = JSON_PAGE.partition("## An arena")[2].partition("\n## ")[0]
    for part in (told, told["plan"], told["standings"][0], told["cross_table"][0], told["seat_1"][0], told["sprt"]):
        for key in part:
            assert f'"{key}"' in section or f"`{key}`" in section, key
    line = json.loads((folder / LOG).read_text(encoding="utf-8").splitlines()[1])
    assert "[number, code, winner, ended, reason, seat 1, seat 2]" in PAGE
    assert len(line) == 7


def test_the_published_simulation_covers() -> None:
    results = (Path(__file__).parents[2] / "docs" / "results.md").read_text(encoding="utf-8")
    part = results.partition("by `make ratings`: begin -->")[2].partition("by `make ratings`: end -->")[0]
    assert "10,000 tournaments in each row" in part
    speed = re.search(r"on disk: ([\d,]+) games a second .* The floor is >= 2,000 games/s: pass\.", part)
    assert speed
    assert int(speed[1].replace(",", "")) >= 2000
    shares = [float(share) for share in re.findall(r"\| (\d\d\.\d\d)%", part)]
    assert len(shares) >= 5
    assert all(94 <= share <= 96 for share in shares)
