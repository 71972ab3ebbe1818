"""The game in a pipe: whole games, and every input that is not a move."""

from __future__ import annotations

import random

import pytest

from fathom.storage.sqlite import SqliteStore
from tests.conftest import Fathom

#: Whole games, worked out by hand from the rules: what is typed, and what the last lines say.
WHOLE_GAMES = {
    "range-war": (["2", "1", "10", "9"], "Bob wins!"),
    "pocket-addition": (
        ["9", "8", "5", "2", "1"],
        "Ann wins the game immediately by reaching a total sum of 15.",
    ),
    "digit-dilemma": (
        ["1", "Left", "0", "l", "4 M", "2M", "7", "right"],
        "Congratulations, Ann wins by forming the number 147, which is a multiple of 7!",
    ),
    "pyramid-challenge": (
        ["1", "1", "2", "2", "3", "3", "3", "3", "5", "5", "8"],
        "Ann has filled all positions and wins the game!",
    ),
    "pyramid-puzzle": (
        ["E1", "D1", "C1", "B1", "clear:B2", "B2", "C4", "B2", "A1"],  # the published route, 12 MP
        "12 MP, the best there is.",
    ),
}
PLAYERS = {"pyramid-puzzle": ["Ann"]}


def lines(*typed: str) -> str:
    return "".join(f"{line}\n" for line in typed)


def players(game: str) -> list[str]:
    return PLAYERS.get(game, ["Ann", "Bob"])


@pytest.mark.parametrize("game", WHOLE_GAMES)
def test_a_whole_game_is_played_in_plain_text(fathom: Fathom, store: SqliteStore, game: str) -> None:
    typed, ending = WHOLE_GAMES[game]
    done = fathom("play", game, *players(game), typed=lines(*typed))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("Welcome to")
    assert done.stdout.rstrip().endswith(ending)
    assert done.stdout.replace("\n", "").isprintable()
    assert store.history()[0].match().outcome


@pytest.mark.parametrize("game", WHOLE_GAMES)
def test_the_end_of_input_ends_politely_with_the_match_kept(fathom: Fathom, store: SqliteStore, game: str) -> None:
    typed, _ = WHOLE_GAMES[game]
    done = fathom("play", game, *players(game), typed=lines(*typed[:2]))
    (kept,) = store.history()
    assert done.returncode == 0
    assert done.stdout.endswith(f"The match is saved. Resume it any time with: fathom resume {kept.id}\n")


@pytest.mark.parametrize("game", WHOLE_GAMES)
def test_a_game_resumed_after_every_move_ends_like_one_played_in_one_go(fathom: Fathom, game: str) -> None:
    typed, ending = WHOLE_GAMES[game]
    if game == "digit-dilemma":
        typed = ["1L", "0L", "4M", "2M", "7R"]  # one line a turn
    shown = [fathom("play", game, *players(game), typed=lines(typed[0])).stdout]
    shown += [fathom("resume", typed=lines(move)).stdout for move in typed[1:]]
    assert shown[-1].rstrip().endswith(ending)


@pytest.mark.parametrize("game", WHOLE_GAMES)
def test_the_random_mover_can_play_against_itself(fathom: Fathom, store: SqliteStore, game: str) -> None:
    done = fathom("play", game, *["@random"] * len(players(game)), "--seed", "4")
    assert done.returncode == 0
    assert store.history()[0].match().outcome
    assert "Select" not in done.stdout


def test_without_a_move_there_is_nothing_to_keep(fathom: Fathom, store: SqliteStore) -> None:
    done = fathom("play", "range-war")
    assert done.stdout.endswith("No move was made, so there is nothing to save. Goodbye!\n")
    assert store.history() == []


def test_a_game_that_goes_on_from_a_code_is_kept_with_the_moves_of_the_code(fathom: Fathom, store: SqliteStore) -> None:
    fathom("play", "range-war,highest=12:6.4", "Ann", "Bob", typed="9\n")
    done = fathom("resume", typed="8\n")
    assert "Claimed: 6 > 4 < 9\n" in done.stdout
    assert store.history()[0].match().moves == ["6", "4", "9", "8"]


def test_options_are_set_on_the_command_line(fathom: Fathom) -> None:
    done = fathom("play", "range-war", "--set", "highest=3", "--set", "second_move=free")
    assert "Available Numbers: 1,2,3\n" in done.stdout


def test_windows_line_ends_and_spaces_around_a_move_do_no_harm(fathom: Fathom, store: SqliteStore) -> None:
    fathom("play", "range-war", typed=b"  6 \r\n\t4\r\n")
    assert store.history()[0].match().moves == ["6", "4"]


GARBAGE: dict[str, bytes] = {
    "bytes that are no text": bytes(range(256)) * 40,
    "a line of a million characters": b"6" * 1_000_000 + b"\n",
    "a line of a million letters": b"undo" * 250_000 + b"\n",
    "nothing but line ends": b"\n" * 300,
    "null bytes": b"\x00" * 1000 + b"\n",
    "escape sequences": b"\x1b[2J\x1b]0;owned\x07\x9b31m\n\x1b[A\n",
    "digits of other scripts": "٦\n６\n𝟞\n६\n²\n①\n".encode(),
    "controls of direction": "\u202e6\u202c\n\u20666\u2069\n\u200b\n".encode(),
    "separators that are no line ends": "6\u20286\x856\x0b\x0c\x1c\x1d\n".encode(),
    "half a character": b"\xe2\x82\n\xff\xfe\n\xc0\x80\n",
    "random noise": random.Random(11).randbytes(20_000),
}


@pytest.mark.parametrize("what", GARBAGE)
def test_garbage_is_answered_and_costs_nothing(fathom: Fathom, store: SqliteStore, what: str) -> None:
    done = fathom("play", "range-war", "Ann", "Bob", typed=GARBAGE[what])
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith("No move was made, so there is nothing to save. Goodbye!\n")
    assert done.stdout.replace("\n", "").isprintable()
    assert store.history() == []


@pytest.mark.parametrize("game", WHOLE_GAMES)
def test_a_game_is_won_through_all_the_garbage(fathom: Fathom, game: str) -> None:
    typed, ending = WHOLE_GAMES[game]
    garbage = b"\n".join(GARBAGE.values()) + b"\n"
    done = fathom("play", game, *players(game), typed=garbage + lines(*typed).encode())
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.rstrip().endswith(ending)
    assert done.stdout.replace("\n", "").isprintable()


HOSTILE_NAMES = {
    "a colour": "\x1b[31mred\x1b[0m",
    "a title": "\x1b]0;owned\x07",
    "a control of eight bits": "\x9b2J",
    "the other direction": "\u202eecila",
    "an isolate": "a\u2066b",
    "nothing visible": "\u200b",
    "two lines": "Ann\nBob wins!",
    "a carriage return": "Ann\rBob",
    "a tab": "Ann\tB",
    "nothing": "",
    "spaces": "   ",
    "too much": "x" * 41,
    "an unknown machine": "@nobody",
}


@pytest.mark.parametrize("what", HOSTILE_NAMES)
def test_a_hostile_name_is_refused_in_printable_words(fathom: Fathom, store: SqliteStore, what: str) -> None:
    done = fathom("play", "range-war", "Ann", HOSTILE_NAMES[what])
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert done.stderr[:-1].isprintable()
    assert store.history() == []


def test_a_name_in_bytes_that_are_no_text_is_refused_too(fathom: Fathom) -> None:
    done = fathom("play", "range-war", b"\xff\xfe")
    assert done.returncode == 2
    assert "is not a valid name" in done.stderr


@pytest.mark.parametrize(
    "name", ["x" * 40, "Zoë", "李小龙", "👍", "e\u0301", "'; DROP TABLE matches; --", '"\\', "{}%s[x]"]
)
def test_an_unusual_name_is_shown_and_kept_as_it_is(fathom: Fathom, store: SqliteStore, name: str) -> None:
    done = fathom("play", "range-war", name, "Bob", typed="6\n")
    assert f"{name} selected 6." in done.stdout
    assert store.history()[0].players == (name, "Bob")
    assert f"{name} - Bob" in fathom("history").stdout


def test_two_players_of_one_name_are_refused(fathom: Fathom) -> None:
    done = fathom("play", "range-war", "Ann", "Ann")
    assert done.returncode == 2
    assert done.stderr == "Both players are called Ann; give one of them another name.\n"


def test_a_refusal_says_what_was_read_and_what_is_allowed(fathom: Fathom) -> None:
    done = fathom("play", "digit-dilemma", "Ann", "Bob", typed="banana\n")
    assert "'banana' is not a digit and a place, such as 7L or 7 Left. Allowed now: " in done.stdout
    assert "Allowed now: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9 on Left, Middle or Right. Type help" in done.stdout
