"""Every command: what it prints, for people and as JSON, and how it ends."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
from contextlib import closing
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest

from fathom import __version__
from fathom.games import ROOMS
from fathom.storage.sqlite import SqliteStore
from tests.conftest import COMMAND, Fathom

VIEW = {"code", "game", "options", "played", "to_move", "over", "outcome", "moves"}
GAME = {"name", "title", "summary", "seats", "options", "presets", "positions", "winner", "plies", "mp"}
SUMMARY = {"id", "created", "game", "players", "plies", "result", "series"}


def shell(line: str, environment: dict[str, str], folder: Path) -> subprocess.CompletedProcess[str]:
    """A line of the shell in which $FATHOM is the program."""
    return subprocess.run(
        ["bash", "-c", line],
        env=environment | {"FATHOM": " ".join(COMMAND)},
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def damage(path: Path, statement: str) -> None:
    with closing(sqlite3.connect(path)) as db, db:
        db.execute(statement)


# ------------------------------------------------------------------ games, rules, show


def test_games_lists_all_five_with_their_options(fathom: Fathom) -> None:
    done = fathom("games")
    assert (done.returncode, done.stderr) == (0, "")
    for name in ROOMS:
        assert f"({name})" in done.stdout
    assert "highest=10" in done.stdout


def test_games_as_json_has_the_documented_keys(fathom: Fathom) -> None:
    found = json.loads(fathom("games", "--json").stdout)
    assert [game["name"] for game in found] == list(ROOMS)
    assert all(set(game) == GAME for game in found)
    assert all(set(option) == {"name", "default", "allowed", "meaning"} for game in found for option in game["options"])


@pytest.mark.parametrize("game", ROOMS)
def test_rules_are_numbered_without_gaps(fathom: Fathom, game: str) -> None:
    found = json.loads(fathom("rules", game, "--json").stdout)
    assert set(found) == {"game", "rules"}
    assert [rule["rule"] for rule in found["rules"]] == list(range(1, len(found["rules"]) + 1))
    shown = fathom("rules", game, "--all").stdout
    assert "\n1. " in shown
    assert "Options" in shown
    assert all(len(line) <= 80 for line in shown.splitlines())


def test_show_draws_the_position_of_a_code_and_says_who_is_to_move(fathom: Fathom) -> None:
    shown = fathom("show", "range-war:6.4").stdout
    assert " 1    2    3   <4>  [5]   .   [7]  [8]  [9]  [10]\n" in shown
    assert "2 moves made; Player 1 is to move. Allowed now: 5, 7, 8, 9, 10." in shown


def test_show_says_how_a_finished_game_ended(fathom: Fathom) -> None:
    assert "Over after 1 move. Player 1 has won: no number lower than 1 is left" in fathom("show", "range-war:1").stdout
    drawn = fathom("show", "pyramid-challenge:5.9.5.9.1.2.pass.pass").stdout
    assert "Over after 8 moves. Nobody has won:" in " ".join(drawn.split())


@pytest.mark.parametrize("code", [*ROOMS, "range-war:1", "pocket-addition,target=20:6.9", "pyramid-puzzle:kC4/E1.D1"])
def test_show_as_json_has_the_documented_keys_and_gives_the_code_back(fathom: Fathom, code: str) -> None:
    found = json.loads(fathom("show", code, "--json").stdout)
    assert set(found) == VIEW
    again = json.loads(fathom("show", found["code"], "--json").stdout)
    assert again == found
    assert found["over"] == (found["outcome"] is not None) == (not found["moves"])


# ------------------------------------------------------------------ history, export, replay


def test_history_lists_the_newest_match_first(fathom: Fathom) -> None:
    fathom("play", "range-war", "Ann", "Bob", typed="1\n")
    fathom("play", "pocket-addition", "Cid", "Dee", typed="9\n")
    head, newest, oldest = fathom("history").stdout.splitlines()
    assert head.split() == ["ID", "STARTED", "GAME", "PLAYERS", "MOVES", "RESULT"]
    assert newest.split()[3:] == ["pocket-addition", "Cid", "-", "Dee", "1", "*"]
    assert oldest.split()[3:] == ["range-war", "Ann", "-", "Bob", "1", "1-0"]
    assert len(fathom("history", "--limit", "1").stdout.splitlines()) == 2


def test_history_as_json_has_the_documented_keys(fathom: Fathom) -> None:
    assert json.loads(fathom("history", "--json").stdout) == []
    fathom("play", "range-war", "Ann", "Bob", "--best-of", "3", typed="1\n")
    (found,) = json.loads(fathom("history", "--json").stdout)
    assert set(found) == SUMMARY
    assert (found["players"], found["plies"], found["result"]) == (["Ann", "Bob"], 1, "1-0")
    assert found["series"] == found["id"]


def test_an_empty_history_says_where_it_looked(fathom: Fathom, store_path: Path) -> None:
    assert fathom("history").stdout == f"No match has been saved yet in {store_path}.\n"


def test_a_damaged_match_does_not_hide_the_others(fathom: Fathom, store_path: Path) -> None:
    fathom("play", "range-war", "Ann", "Bob", typed="6\n")
    fathom("play", "range-war", "Cid", "Dee", typed="6\n")
    damage(
        store_path, "UPDATE events SET data = 'six' WHERE match = (SELECT id FROM matches ORDER BY rowid DESC LIMIT 1)"
    )
    listed = fathom("history").stdout.splitlines()
    assert listed[1].endswith("damaged")
    assert listed[2].endswith("*")
    assert "Ann against Bob" in fathom("resume").stdout
    assert fathom(typed="resume\nquit\nquit\n").stdout.count(" against ") == 1


def test_a_damaged_match_is_refused_in_one_sentence(fathom: Fathom, store: SqliteStore, store_path: Path) -> None:
    fathom("play", "range-war", typed="6\n")
    damage(store_path, "UPDATE events SET data = 'six'")
    match_id = store.history()[0].id
    for command in ("resume", "export"):
        done = fathom(command, match_id)
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.startswith(f"Match {match_id} cannot be replayed from the store: 'six' is not a number.")


def test_control_characters_in_a_store_from_elsewhere_are_never_shown(fathom: Fathom, store_path: Path) -> None:
    fathom("play", "range-war", "Ann", "Bob", typed="6\n")
    hostile = "'[\"' || char(27) || '[31mAnn\", \"Bob\"]'"
    damage(store_path, f"UPDATE matches SET players = {hostile}, created = char(27) || '[2J'")
    for arguments in (["history"], ["history", "--json"], ["resume"], ["export", ""], []):
        done = fathom(*arguments, typed="resume\n")
        assert "\x1b" not in done.stdout + done.stderr


def test_an_exported_match_can_be_replayed(fathom: Fathom, store: SqliteStore, tmp_path: Path) -> None:
    fathom("play", "pocket-addition", "Ann", "Bob", typed="9\n1\n5\n8\n3\n2\n")
    match_id = store.history()[0].id
    printed = fathom("export", match_id[:3]).stdout
    assert '[Game "pocket-addition"]' in printed
    assert f'[Match "{match_id}"]' in printed
    fathom("export", match_id, "-o", "match.txt")
    assert (tmp_path / "match.txt").read_text(encoding="utf-8") == printed
    shown = fathom("replay", "match.txt").stdout
    assert shown.startswith("Pocket Addition: Ann against Bob  (0-1)\n")
    assert "5. Ann: pass" in shown
    assert "Bob wins the game based on the tie-breaker rule." in shown


def test_export_never_overwrites_a_file(fathom: Fathom, store: SqliteStore, tmp_path: Path) -> None:
    fathom("play", "range-war", typed="6\n")
    (tmp_path / "precious.txt").write_text("precious")
    done = fathom("export", store.history()[0].id, "--output", "precious.txt")
    assert done.returncode == 2
    assert (tmp_path / "precious.txt").read_text() == "precious"


def test_a_resignation_is_replayed_with_its_reason(fathom: Fathom, tmp_path: Path) -> None:
    fathom("play", "range-war", "Ann", "Bob", typed="6\nresign\n")
    (tmp_path / "match.txt").write_text(fathom("export", _only_id(fathom)).stdout)
    assert "Bob resigned." in fathom("replay", "match.txt").stdout


def _only_id(fathom: Fathom) -> str:
    (found,) = json.loads(fathom("history", "--json").stdout)
    return str(found["id"])


def test_replay_as_json_has_the_documented_keys(fathom: Fathom, tmp_path: Path) -> None:
    fathom("play", "range-war", "Ann", "Bob", typed="6\n")
    record = fathom("export", _only_id(fathom)).stdout
    (tmp_path / "two.txt").write_text(record + "\n" + record)
    found = json.loads(fathom("replay", "two.txt", "--json").stdout)
    assert len(found) == 2
    assert all(VIEW | {"tags"} <= set(record) for record in found)


def test_replay_shows_comments_where_they_stand(fathom: Fathom, tmp_path: Path) -> None:
    (tmp_path / "match.txt").write_text('[Game "range-war"]\n{before} 1. 6 {a sound\nopening} 4 *\n')
    shown = fathom("replay", "match.txt").stdout
    assert shown.index("  before\n") < shown.index("1. Player 1: 6") < shown.index("  a sound opening\n")


UNREADABLE: dict[str, bytes | None] = {
    "absent": None,
    "empty": b"",
    "binary": bytes(range(256)),
    "null bytes": b"\x00" * 100,
    "huge": b"a" * 10_000_001,
    "a long line": b"[" + b"a" * 1_000_000,
    "an escape sequence": b'[Game "\x1b[31mrange-war"]\n*\n',
    "an illegal move": b'[Game "range-war"]\n\n1. 6 7 *\n',
    "a wrong result": b'[Game "range-war"]\n\n1. 1 0-1\n',
    "no result": b'[Game "range-war"]\n\n1. 6\n',
    "another game": b'[Game "chess"]\n\n1. e4 *\n',
    "a second record that is broken": b'[Game "range-war"]\n*\n[Game "range-war"]\n1. 99 *\n',
}


@pytest.mark.parametrize("what", UNREADABLE)
def test_a_record_that_cannot_be_read_is_refused_in_one_sentence(fathom: Fathom, tmp_path: Path, what: str) -> None:
    content = UNREADABLE[what]
    if content is not None:
        (tmp_path / "record.txt").write_bytes(content)
    done = fathom("replay", "record.txt")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert done.stderr[:-1].isprintable()
    assert len(done.stderr) < 400


@pytest.mark.parametrize("file", [".", "/dev/zero", "", "no\x1bsuch", "x" * 5000])
def test_what_is_no_file_is_refused_in_one_sentence(fathom: Fathom, file: str) -> None:
    done = fathom("replay", file)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr[:-1].isprintable()


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_may_not_be_read_is_refused_in_one_sentence(fathom: Fathom, tmp_path: Path) -> None:
    (tmp_path / "secret.txt").touch(mode=0o000)
    assert "cannot be read: Permission denied." in fathom("replay", "secret.txt").stderr


# ------------------------------------------------------------------ puzzle files


def test_a_puzzle_is_played_from_its_file(fathom: Fathom, tmp_path: Path) -> None:
    pytest.importorskip("yaml")
    (tmp_path / "p.yaml").write_text("configuration: {blocked: []}\ncollectibles: [{type: key, location: E2}]\n")
    done = fathom("play", "p.yaml", "Ann", typed="E2\nD1\nC1\nB1\nA1\n")
    assert "Ann has reached the peak with the key, for 8 MP in all." in done.stdout
    assert "8 MP, the best there is." in done.stdout


def test_options_beside_a_puzzle_file_are_refused_and_not_forgotten(fathom: Fathom, tmp_path: Path) -> None:
    (tmp_path / "p.yaml").write_text("collectibles: [{type: key, location: E2}]\n")
    done = fathom("play", "p.yaml", "--set", "levels=6")
    assert done.returncode == 2
    assert "cannot be combined with --set" in done.stderr


# ------------------------------------------------------------------ exit codes and streams

FINE = ["games", "history", "show range-war:6", "rules range-war", "--help", "play --help", "--version", ""]
BAD_USAGE = [
    "nonsense",
    "play",
    "play chess",
    "play range-war:99",
    "play range-war:six",
    "play range-war --set highest",
    "play range-war --set highest=1",
    "play range-war --set highest=٣",
    "play range-war --set colour=red",
    "play range-war --set highest=5 --set highest=6",
    "play range-war:6 --set highest=5",
    "play range-war --first 3",
    "play range-war --seed x",
    "play range-war --seed ٣",
    "play range-war A B C",
    "play range-war --frist 2",
    "rules chess",
    "rules",
    "show",
    "show chess",
    "show range-war:6..4",
    "resume",
    "resume zzzzzz",
    "export",
    "export zzzzzz",
    "history --limit 0",
    "history --limit 99999999999999999999",
    "history surplus",
    "replay",
]


@pytest.mark.parametrize("line", FINE)
def test_what_is_fine_ends_with_zero(fathom: Fathom, line: str) -> None:
    done = fathom(*line.split())
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout


@pytest.mark.parametrize("line", BAD_USAGE)
def test_bad_usage_ends_with_two_and_one_sentence_on_standard_error(fathom: Fathom, line: str) -> None:
    done = fathom(*line.split())
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1


def test_the_version_is_told(fathom: Fathom) -> None:
    assert fathom("--version").stdout == f"fathom {__version__}\n"


@pytest.mark.parametrize("line", ["plya range-war", "--store x.db plya"])
def test_a_misspelled_command_is_answered_with_the_one_that_was_meant(fathom: Fathom, line: str) -> None:
    assert "there is no command 'plya'. Did you mean play?" in fathom(*line.split()).stderr


def test_a_misspelled_value_is_not_taken_for_a_misspelled_command(fathom: Fathom) -> None:
    assert "there is no command" not in fathom("play", "range-war", "--first", "3").stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ["\x1b[31m"],
        ["play", "\x1b[31m"],
        ["play", "range-war", "--\x1b[31m"],
        ["play", "range-war", "--first", "\x1b[31m"],
        ["play", "range-war", "--set", "\x1b[31m=1"],
        ["resume", "\x1b[31m"],
        ["--store", "/dev/null/\x1b[31m", "history"],
        ["history", "\x1b[31m\nsecond line"],
    ],
)
def test_no_argument_brings_a_control_character_to_the_screen(fathom: Fathom, arguments: list[str]) -> None:
    done = fathom(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr[:-1].isprintable()


@pytest.mark.parametrize("arguments", [[b"resume", b"\xff"], [b"show", b"\xff"], [b"replay", b"\xff"], [b"\xff"]])
def test_bytes_that_are_no_text_are_refused_too(fathom: Fathom, arguments: list[bytes]) -> None:
    assert fathom(*arguments).returncode == 2


@pytest.mark.parametrize("where", ["before", "behind"])
def test_the_store_is_chosen_before_or_behind_the_command(fathom: Fathom, tmp_path: Path, where: str) -> None:
    chosen = ["--store", "mine.db"]
    arguments = [*chosen, "history"] if where == "before" else ["history", *chosen]
    assert fathom(*arguments).stdout == "No match has been saved yet in mine.db.\n"
    assert (tmp_path / "mine.db").is_file()


def test_without_a_choice_the_store_lies_in_the_home_of_the_user(fathom: Fathom, tmp_path: Path) -> None:
    fathom("play", "range-war", typed="6\n", FATHOM_STORE="")
    assert len(list((tmp_path / "home").rglob("fathom.db"))) == 1


@pytest.mark.parametrize("command", [["history"], ["resume"], ["play", "range-war"], ["export", "a"], []])
def test_a_store_that_cannot_be_opened_is_one_sentence_and_two(
    fathom: Fathom, store_path: Path, command: list[str]
) -> None:
    store_path.write_bytes(b"no database" * 100)
    done = fathom(*command)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.endswith("file is not a database. Choose another file with --store.\n")


@pytest.mark.parametrize("command", ["games", "rules range-war", "show range-war", "games --json"])
def test_a_reader_who_has_seen_enough_is_no_error(environment: dict[str, str], tmp_path: Path, command: str) -> None:
    done = shell(f'$FATHOM {command} | head -1; echo "${{PIPESTATUS[0]}}"', environment, tmp_path)
    assert done.stderr == ""
    assert done.stdout.splitlines()[-1] == "0"


def test_a_reader_who_leaves_in_the_middle_of_a_game_is_no_error(environment: dict[str, str], tmp_path: Path) -> None:
    line = 'yes nonsense | head -3000 | $FATHOM play range-war | head -3; echo "${PIPESTATUS[2]}"'
    done = shell(line, environment, tmp_path)
    assert done.stderr == ""
    assert done.stdout.splitlines()[-1] == "0"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
def test_a_full_disk_is_one_sentence(environment: dict[str, str], tmp_path: Path) -> None:
    done = shell("$FATHOM games >/dev/full", environment, tmp_path)
    assert (done.returncode, done.stderr) == (2, "The output cannot be written: No space left on device.\n")


@pytest.mark.parametrize("line, status", [("games >&-", 0), ("play range-war <&- >&-", 0), ("nonsense 2>&-", 2)])
def test_closed_streams_are_no_reason_to_fail(
    environment: dict[str, str], tmp_path: Path, line: str, status: int
) -> None:
    done = shell(f"$FATHOM {line}", environment, tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (status, "", "")


def test_characters_that_the_encoding_lacks_are_spelled_out(fathom: Fathom) -> None:
    done = fathom("play", "range-war", "Zoë", typed="6\n", PYTHONUTF8="0", PYTHONIOENCODING="ascii")
    assert "Zo\\xeb selected 6." in done.stdout


# ------------------------------------------------------------------ the coach of a resumed match


def test_a_resumed_match_goes_on_with_its_coach(fathom: Fathom) -> None:
    fathom("play", "range-war", "Ann", "Bob", "--coach", "on", typed="4\n")
    assert "Coach: " in fathom("resume", typed="quit\n").stdout


def test_a_resumed_match_goes_on_with_another_coach_if_told_to(fathom: Fathom) -> None:
    fathom("play", "range-war", "Ann", "Bob", "--coach", "on", typed="4\n")
    assert "Coach: " not in fathom("resume", "--coach", "off", typed="quit\n").stdout
    assert "Coach: " not in fathom("resume", typed="quit\n").stdout


def test_the_next_game_of_a_series_has_the_same_coach_after_a_break(fathom: Fathom) -> None:
    fathom("play", "range-war", "Ann", "Bob", "--best-of", "3", "--coach", "on", typed="1\n")
    assert "Coach: " in fathom("resume", typed="quit\n").stdout


@pytest.mark.parametrize("command", [("play", "range-war"), ("resume",)])
def test_thinking_for_no_time_is_refused(fathom: Fathom, command: tuple[str, ...]) -> None:
    fathom("play", "range-war", "Ann", "Bob", typed="4\n")
    done = fathom(*command, "--think", "0")
    assert (done.returncode, done.stderr) == (2, "--think must be at least 1 second, not 0.\n")


def test_history_tells_the_time_of_the_clock_on_the_wall(fathom: Fathom, store: SqliteStore) -> None:
    fathom("play", "range-war", "Ann", "Bob", typed="1\n")
    created = datetime.fromisoformat(store.history()[0].created)
    there = created.astimezone(timezone(timedelta(hours=13)))
    row = fathom("history", TZ="<+13>-13").stdout.splitlines()[1]
    assert f"{there:%Y-%m-%d %H:%M}" in row


@pytest.mark.parametrize("command", ["replay", "review"])
def test_a_match_is_looked_back_on_by_file_by_id_and_from_a_pipe(
    fathom: Fathom, store: SqliteStore, command: str
) -> None:
    fathom("play", "range-war", "Ann", "Bob", typed="2\n1\n10\n9\n")
    match_id = store.history()[0].id
    record = fathom("export", match_id).stdout
    fathom("export", match_id, "-o", "~/kept.txt")
    by_id, piped = fathom(command, match_id), fathom(command, "-", typed=record)
    from_home = fathom(command, "~/kept.txt")
    assert "Ann" in by_id.stdout
    assert by_id.stdout == piped.stdout == from_home.stdout
    assert (by_id.returncode, piped.returncode, from_home.returncode) == (0, 0, 0)


def test_an_arena_and_a_certificate_may_be_kept_at_home(fathom: Fathom) -> None:
    run = ("arena", "range-war", "@random", "@greedy", "--rounds=1", "--jobs=1", "-o", "~/tournament")
    assert fathom(*run).returncode == 0
    assert fathom("prove", "range-war,highest=4", "-o", "~/proof.jsonl").returncode == 0
    assert "wins" in fathom("verify", "~/proof.jsonl").stdout
    assert fathom(*run, "--resume").returncode == 0


def test_what_is_piped_in_and_cannot_be_read_is_called_standard_input(fathom: Fathom) -> None:
    done = fathom("replay", "-", typed="nonsense")
    assert done.returncode == 2
    assert done.stderr.startswith("Standard input, line 1: ")


def test_the_store_may_be_in_the_home_directory(fathom: Fathom, environment: dict[str, str]) -> None:
    fathom("play", "range-war", "Ann", "Bob", "--store", "~/mine.db", typed="1\n")
    assert Path(environment["HOME"], "mine.db").is_file()
