"""Questions and answers, as docs/bots.md describes them."""

from __future__ import annotations

import json

import pytest

from fathom import games
from fathom.errors import Forfeit
from fathom.players.programs.protocol import check_move, read_answer, write_json_question, write_question
from fathom.players.read_only import ReadOnlyMatch


def match_at(code: str) -> ReadOnlyMatch:
    return ReadOnlyMatch(games.read_code(code))


@pytest.mark.parametrize(
    "code, question",
    [
        ("pocket-addition:6.9", "pocket-addition:6.9 1 2 3 4 5 7 8\n"),
        ("range-war,highest=3", "range-war,highest=3 1 2 3\n"),
        ("pyramid-challenge:1.2.3.4.1.1.4", "pyramid-challenge:1.2.3.4.1.1.4 2 6\n"),
        ("pyramid-puzzle:kB2.xE1/E2", "pyramid-puzzle:kB2.xE1/E2 E3 D1\n"),
    ],
)
def test_a_question_is_the_code_and_the_legal_moves(code: str, question: str) -> None:
    assert write_question(match_at(code)) == question.encode()


@pytest.mark.parametrize("name", games.names())
def test_no_move_has_a_space_so_a_question_splits_into_words(name: str) -> None:
    match = games.read_code(name)
    code, *moves = write_question(ReadOnlyMatch(match)).decode().split()
    assert games.read_code(code) == match
    assert [match.game.parse_move(move) for move in moves] == list(match.legal_moves)


def test_a_question_in_json_is_a_position_with_the_seconds_for_it() -> None:
    assert json.loads(write_json_question(match_at("range-war,highest=4:2"), 2.5)) == {
        "code": "range-war,highest=4:2",
        "game": "range-war",
        "options": {"highest": 4, "second_move": "lower"},
        "played": ["2"],
        "to_move": 2,
        "over": False,
        "outcome": None,
        "moves": ["1"],
        "seconds": 2.5,
    }


@pytest.mark.parametrize("line", [b"4", b" 4 ", b"4\r", "4\u2003".encode()])
def test_an_answer_is_a_move_with_or_without_space_around_it(line: bytes) -> None:
    match = match_at("range-war:6")
    assert check_move(match, read_answer(line, is_json=False)) == 4


@pytest.mark.parametrize("line", [b'{"move": "4"}', b'{"move": 4, "why": ["x"]}\r'])
def test_an_answer_in_json_is_an_object_with_a_move(line: bytes) -> None:
    assert read_answer(line, is_json=True) == "4"


@pytest.mark.parametrize(
    "line", [b"", b"4", b"null", b'{"move": null}', b'{"move": true}', b'{"move": 4.0}', b"[4]", b"{", b"[" * 4000]
)
def test_any_other_json_is_unreadable(line: bytes) -> None:
    with pytest.raises(Forfeit, match="it answered") as forfeit:
        read_answer(line, is_json=True)
    assert forfeit.value.cause == "unreadable"


@pytest.mark.parametrize(
    "line, cause, reason",
    [
        (b"7", "illegal", "it answered '7', which rule 3 forbids"),
        (b"eleven", "unreadable", "it answered 'eleven', which is not a move"),
        (b"", "unreadable", "it answered '', which is not a move"),
        (b"4 3", "unreadable", "it answered '4 3', which is not a move"),
        ("٤".encode(), "unreadable", "it answered '٤', which is not a move"),
        (b"\xff\xfe", "unreadable", r"it answered b'\xff\xfe', which is not text"),
        (b"\x1b[31m4", "unreadable", r"it answered '\x1b[31m4', which is not a move"),
        (b"x" * 4000, "unreadable", f"it answered '{'x' * 40}'..., which is not a move"),
    ],
)
def test_an_answer_that_is_no_legal_move_is_a_forfeit_that_says_why(line: bytes, cause: str, reason: str) -> None:
    with pytest.raises(Forfeit) as forfeit:
        check_move(match_at("range-war:6"), read_answer(line, is_json=False))
    assert (forfeit.value.cause, forfeit.value.reason) == (cause, reason)
    assert reason.isprintable()
