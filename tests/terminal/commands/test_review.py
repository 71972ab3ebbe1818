"""`fathom review`: files and kept matches, for people, as JSON and as a picture, and how it ends."""

from __future__ import annotations

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from fathom.analysis.review import Review, review
from fathom.analysis.review_words import Voice
from fathom.core.events import Hinted, Moved
from fathom.core.match import Match
from fathom.errors import Unknown
from fathom.storage.sqlite import SqliteStore
from fathom.terminal.commands import review as reviewing
from fathom.terminal.commands.review_report import report
from fathom.terminal.main import main
from fathom.terminal.screen import TerminalCanvas
from tests.conftest import Fathom
from tests.games.playing import Paper, match_at

RECORD = """[Game "digit-dilemma"]
[Player1 "Alice"]
[Player2 "Bob"]

1. 7L 3M 2. 1R 5L {after hint 2} 3. 4M {after hint 1} 2R 0-1
"""
PUZZLE = '[Game "pyramid-puzzle"]\n*\n'
SHOWN = """Digit Dilemma: Alice against Bob  (0-1)
Bob won: 532 is a multiple of 7.

At the start: Alice wins in 5 moves with best play.
1. Alice  7L  + best; Alice wins in 4 moves
2. Bob    3M  - holds; Alice wins in 3 moves
3. Alice  1R  + best; Alice wins in 2 moves
4. Bob    5L  - holds; Alice wins in 1 move (after hint 2)
5. Alice  4M  ! throws the win; Bob wins in 1 move (after hint 1)
   completes 741, 1 short of a multiple and leaves the 2 with which the opponent
   completes 532; better is 2M, which completes 721, a multiple of 7
6. Bob    2R  + best; Bob has won
"""
REVIEW = {
    *("code", "game", "options", "result", "outcome", "value", "moves", "decided", "turning_point", "players"),
}
MOVE = {
    *("ply", "seat", "move", "verdict", "winner", "plies", "tested", "slower", "sooner", "hint", "why", "rule"),
    *("line", "better", "better_why"),
}
PLAYER = {"seat", "name", "moves", "tested", "kept", "kept_after_hint", "slower", "sooner", "accuracy"}
CODES = [
    "digit-dilemma:7L.3M.1R.5L.4M.2R",
    "range-war",
    "range-war:2.1.10.9",
    "pyramid-challenge:5.9.5.9.1.2.pass.pass",
    "pocket-addition:9.1.5.8.pass.3.pass.2",
]


@pytest.fixture
def record(tmp_path: Path) -> str:
    (tmp_path / "match.txt").write_text(RECORD)
    return "match.txt"


def test_a_record_is_reviewed_move_by_move(fathom: Fathom, record: str) -> None:
    done = fathom("review", record)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(SHOWN)
    for said in (
        "\n5 4M *h ",
        "\nTurning point: move 5, 4M by Alice,",
        "\nBest play from there: 2R (1 move).\n",
        "accuracy 66%.",
    ):
        assert said in done.stdout
    assert all(len(line) <= 80 for line in done.stdout.splitlines())


def test_every_reason_is_told_on_request(fathom: Fathom, record: str) -> None:
    assert "threatens 2 and 9" not in fathom("review", record).stdout
    assert "   threatens 2 and 9 on the Middle at once" in fathom("review", record, "--all").stdout


def test_a_kept_match_is_reviewed_by_its_id_while_it_goes_on(fathom: Fathom, store: SqliteStore) -> None:
    kept = store.create(match_at("range-war", "Ann", "Bob"))
    store.append(kept.id, 0, Hinted(3))
    store.append(kept.id, 1, Moved("6"))
    shown = fathom("review", kept.id[:4]).stdout
    assert "Range War: Ann against Bob  (*)\nUnfinished: Bob is to move.\n" in shown
    assert "1. Ann  6  ! throws the win; Bob wins in 9 moves (after hint 3)\n" in shown
    assert "Turning point so far: move 1, 6 by Ann, throws the win; since then Bob has the win." in " ".join(
        shown.split()
    )


def test_the_store_may_be_named(fathom: Fathom, tmp_path: Path) -> None:
    fathom("--store", "mine.db", "play", "range-war", "Ann", "Bob", typed="1\n")
    (kept,) = json.loads(fathom("history", "--store", "mine.db", "--json").stdout)
    assert fathom("review", kept["id"], "--store", "mine.db").stdout.startswith("Range War: Ann against Bob  (1-0)\n")


def test_a_file_comes_before_an_id_and_a_folder_is_no_file(
    fathom: Fathom, store: SqliteStore, tmp_path: Path, record: str
) -> None:
    kept = store.create(match_at("range-war:1", "Ann", "Bob"))
    (tmp_path / kept.id).mkdir()
    assert fathom("review", kept.id).stdout.startswith("Range War")
    (tmp_path / kept.id).rmdir()
    (tmp_path / kept.id).write_text(RECORD)
    assert fathom("review", kept.id).stdout.startswith("Digit Dilemma")


# ------------------------------------------------------------------ which match, and who is who


def test_without_a_name_the_match_played_last_is_reviewed(fathom: Fathom, store: SqliteStore) -> None:
    older = store.create(match_at("range-war:6", "Ann", "Bob"))
    store.create(match_at("pocket-addition:9", "Ann", "Bob"))
    assert fathom("review").stdout.startswith("Pocket Addition")
    store.append(older.id, 1, Moved("4"))  # taken up again
    assert fathom("review").stdout.startswith("Range War")


def test_without_any_match_there_is_one_sentence(fathom: Fathom) -> None:
    done = fathom("review")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "There is no match to review yet; play one with: fathom play GAME\n"


def test_only_the_one_person_in_a_saved_match_is_called_you(fathom: Fathom, store: SqliteStore, tmp_path: Path) -> None:
    alone = store.create(match_at("range-war:10.9", "Ann", "@perfect"))
    shown = fathom("review", alone.id).stdout
    assert "Range War: Ann against @perfect  (0-1)\n@perfect won: " in shown
    assert "1. You       10  ! throws the win; @perfect wins in 1 move\n" in shown
    assert "# to the left: you\n" in shown
    assert "Turning point: move 1, your 10, throws the win;" in shown
    (tmp_path / "match.txt").write_text(fathom("export", alone.id).stdout)
    together = store.create(match_at("range-war:10.9", "Ann", "Bob"))
    machines = store.create(match_at("range-war:10.9", "@random", "@perfect"))
    for what in ("match.txt", together.id, machines.id):
        shown = fathom("review", what).stdout
        assert "you win" not in re.sub(r"to \S+: .*?\n2\.", "", shown, flags=re.DOTALL)
        assert "You" not in shown
        assert "your" not in shown


# ------------------------------------------------------------------ stepping

TYPED = {
    "": "1. Alice  7L  + best; Alice wins in 4 moves",
    "n": "1. Alice  7L  + best; Alice wins in 4 moves",
    "p": "This is the start.",
    "f": "The start: Alice wins in 5 moves with best play.",
    "l": "6. Bob  2R  + best; Bob has won",
    "m": "5. Alice  4M  ! throws the win; Bob wins in 1 move (after hint 1)",
    "3": "3. Alice  1R  + best; Alice wins in 2 moves",
    "7": "'7' is none of these; the moves go from 0, the start, to 6.",
    "x": "'x' is none of these; the moves go from 0, the start, to 6.",
}


@pytest.mark.parametrize("typed", TYPED)
def test_the_review_can_be_stepped_through(fathom: Fathom, record: str, typed: str) -> None:
    done = fathom("review", record, "--step", typed=f"{typed}\nq\n")
    assert (done.returncode, done.stderr) == (0, "")
    steps = done.stdout.split("q quits: ")
    assert len(steps) == 3
    assert TYPED[typed] in steps[1].splitlines()


def test_a_step_shows_the_board_the_reason_the_better_move_and_best_play(fathom: Fathom, record: str) -> None:
    shown = fathom("review", record, "--step", typed="m\nm\np\np\nq\n").stdout.split("q quits: ")[1:]
    assert "Alice's Number: 7 4 1\nBob's Number:   5 3 _\n" in shown[0]
    assert "better is 2M, which completes 721, a multiple of 7\n   best play from there: 2R (1 move)\n" in shown[0]
    assert "There is no mistake after this move.\n" in shown[1]
    assert "Alice's Number: 7 _ 1\nBob's Number:   5 3 _\n" in shown[2]
    assert "4. Bob  5L  - holds; Alice wins in 1 move (after hint 2)\n" in shown[2]
    assert "threatens 2 and 9 on the Middle at once" in shown[3]  # every move has its reason here


def test_enter_at_the_last_move_and_the_end_of_the_input_leave(fathom: Fathom, record: str) -> None:
    assert fathom("review", record, "--step", typed="l\n\n").returncode == 0
    assert fathom("review", record, "--step", typed="l\n").returncode == 0


def test_a_file_is_stepped_through_match_by_match(fathom: Fathom, tmp_path: Path) -> None:
    (tmp_path / "two.txt").write_text(RECORD + '[Game "range-war"]\n1. 1 1-0\n')
    shown = fathom("review", "two.txt", "--step", typed="l\n\n\nq\n").stdout.split("q quits: ")
    assert "The start: Player 1 wins in 1 move with best play." in shown[2]
    assert "1. Player 1  1  + best; Player 1 has won" in shown[3]


def test_json_is_not_stepped_through(fathom: Fathom, record: str) -> None:
    done = fathom("review", record, "--step", "--json")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("--step is for reading on the screen")


# ------------------------------------------------------------------ JSON


def test_the_json_has_the_documented_keys(fathom: Fathom, record: str) -> None:
    (found,) = json.loads(fathom("review", record, "--json").stdout)
    assert set(found) == REVIEW
    assert all(set(move) == MOVE for move in found["moves"])
    assert all(set(player) == PLAYER for player in found["players"])
    assert (found["decided"], found["turning_point"], found["value"]) == ("throw", 5, {"winner": 1, "plies": 5})
    assert [move["hint"] for move in found["moves"]] == [None, None, None, 2, 1, None]
    assert [player["accuracy"] for player in found["players"]] == [2 / 3, 1.0]
    assert found["moves"][4]["line"] == ["2R"]
    assert [move["better"] for move in found["moves"]] == [None] * 4 + ["2M", None]
    assert found["moves"][4]["better_why"] == "completes 721, a multiple of 7"
    assert [move["why"] is None for move in found["moves"]] == [True] * 4 + [False, True]


def test_every_key_of_the_json_is_documented() -> None:
    page = (Path(__file__).parents[3] / "docs" / "json.md").read_text(encoding="utf-8")
    section = page.partition("## Reviews")[2].partition("\n## ")[0]
    assert {key for key in REVIEW | MOVE | PLAYER if f"`{key}`" not in section} == set()


def test_all_reasons_are_in_the_json_on_request(fathom: Fathom, record: str) -> None:
    (found,) = json.loads(fathom("review", record, "--json", "--all").stdout)
    assert all(move["why"] for move in found["moves"])


def test_several_games_of_a_file_are_reviewed_each(fathom: Fathom, tmp_path: Path) -> None:
    (tmp_path / "two.txt").write_text(RECORD + '[Game "range-war"]\n1. 1 1-0\n')
    assert [found["game"] for found in json.loads(fathom("review", "two.txt", "--json").stdout)] == [
        "digit-dilemma",
        "range-war",
    ]
    shown = fathom("review", "two.txt").stdout
    assert "\n\nRange War: Player 1 against Player 2  (1-0)\n" in shown


# ------------------------------------------------------------------ the picture


def test_the_picture_is_written_to_a_new_file(fathom: Fathom, tmp_path: Path, record: str) -> None:
    done = fathom("review", record, "--svg", "values.svg")
    assert done.returncode == 0
    assert done.stdout.startswith("Digit Dilemma")
    assert ElementTree.parse(tmp_path / "values.svg").getroot().tag.endswith("svg")


def test_a_picture_never_overwrites_a_file(fathom: Fathom, tmp_path: Path, record: str) -> None:
    (tmp_path / "precious.svg").write_text("precious")
    done = fathom("review", record, "--svg", "precious.svg")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "'precious.svg' already exists; choose another name.\n"
    assert (tmp_path / "precious.svg").read_text() == "precious"


@pytest.mark.parametrize("name", ["", "nowhere/values.svg", ".", "/dev/null/x", "x" * 300])
def test_a_picture_that_cannot_be_written_is_refused_in_one_sentence(fathom: Fathom, record: str, name: str) -> None:
    done = fathom("review", record, "--svg", name)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1


def test_a_dash_prints_the_picture_and_nothing_else(fathom: Fathom, record: str) -> None:
    assert ElementTree.fromstring(fathom("review", record, "--svg", "-").stdout.encode()).tag.endswith("svg")
    done = fathom("review", record, "--svg", "-", "--json")
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)


# ------------------------------------------------------------------ what cannot be reviewed

SORRY = "it takes more than 120 s."


def test_a_puzzle_has_no_picture_of_who_wins(fathom: Fathom, tmp_path: Path) -> None:
    (tmp_path / "puzzle.txt").write_text(PUZZLE)
    done = fathom("review", "puzzle.txt", "--svg", "values.svg")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "--svg draws who wins after each move: it needs a game for two players.\n"
    assert not (tmp_path / "values.svg").exists()


def test_a_puzzle_is_reviewed_beside_the_other_games_of_a_file(fathom: Fathom, tmp_path: Path) -> None:
    (tmp_path / "mixed.txt").write_text(PUZZLE + RECORD)
    done = fathom("review", "mixed.txt")
    assert (done.returncode, done.stderr) == (0, "")
    assert SHOWN in done.stdout
    assert done.stdout.startswith("Pyramid Puzzle: ")
    done = fathom("review", "mixed.txt", "--json")
    puzzle, found = json.loads(done.stdout)
    assert set(puzzle) == set(found) == REVIEW
    assert set(puzzle["value"]) == {"mp"}


def test_a_match_whose_values_are_not_known_does_not_hide_the_others(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    def look_back(match: Match, **_: object) -> Review:
        if match.game.name == "pyramid-puzzle":
            raise Unknown(SORRY)
        return review(match)

    monkeypatch.setattr(reviewing, "look_back", look_back)
    (tmp_path / "mixed.txt").write_text(PUZZLE + RECORD)
    assert main(["review", str(tmp_path / "mixed.txt"), "--json"]) == 1
    shown = capsys.readouterr()
    unknown, found = json.loads(shown.out)
    said = f"Pyramid Puzzle could not be reviewed with these options: {SORRY} Try smaller ones."
    assert unknown["error"] == {"code": "unknown", "message": said}
    assert set(found) == REVIEW
    assert shown.err == f"{said}\n"


@pytest.mark.parametrize("what", ["nope", "", ".", "no\x1bsuch", "x" * 5000, "/no/such/file", "match.txt "])
def test_what_is_neither_a_file_nor_a_match_is_refused_in_one_sentence(
    fathom: Fathom, record: str, store_path: Path, what: str
) -> None:
    done = fathom("review", what)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr[:-1].isprintable()
    assert done.stderr.startswith("There is no file ")
    assert f", and in {store_path} no match begins with " in done.stderr


@pytest.mark.parametrize("content", [b"", b"\xff\xfe", b'[Game "range-war"]\n1. 99 *\n', b'[Game "chess"]\n*\n'])
def test_a_record_that_cannot_be_read_is_refused_in_one_sentence(
    fathom: Fathom, tmp_path: Path, content: bytes
) -> None:
    (tmp_path / "record.txt").write_bytes(content)
    done = fathom("review", "record.txt")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("'record.txt'")
    assert done.stderr.count("\n") == 1


# ------------------------------------------------------------------ narrow windows and hostile names


@pytest.mark.parametrize("width", [20, 40, 80, 133])
@pytest.mark.parametrize("code", CODES)
def test_a_review_fits_any_window(code: str, width: int) -> None:
    for names in (("Al", "Bo"), ("<b>" * 13, "漢字" * 20)):
        canvas = TerminalCanvas(width, colour=True)
        found = review(match_at(code, *names), every_reason=True)
        lines = report(found, Voice(found.match), canvas)
        assert [line for line in lines if canvas.length(line) > width] == []


def test_without_colour_nothing_is_lost() -> None:
    found = review(match_at(CODES[0], "Alice", "Bob"))
    voice = Voice(found.match)
    coloured = "\n".join(report(found, voice, TerminalCanvas(60, colour=True)))
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured).split("\n") == report(found, voice, Paper(60))


def test_a_verdict_has_a_symbol_and_a_colour_of_its_own() -> None:
    found = review(match_at(CODES[0], "Alice", "Bob"))
    shown = "\n".join(report(found, Voice(found.match), TerminalCanvas(80, colour=True)))
    assert "1. Alice  7L  \x1b[32m+ best\x1b[0m; Alice wins" in shown
    assert "5. Alice  4M  \x1b[31;1m! throws the win\x1b[0m; Bob wins" in shown
    assert "2. Bob    3M  - holds; Alice wins" in shown


def test_a_name_from_a_damaged_store_never_reaches_the_screen(
    fathom: Fathom, store: SqliteStore, store_path: Path
) -> None:
    match = match_at("range-war:1", "\x1b[31mAnn", "Bob")
    kept = store.create(match)
    done = fathom("review", kept.id)
    assert (done.returncode, done.stdout) == (2, "")
    assert "\x1b" not in done.stderr
