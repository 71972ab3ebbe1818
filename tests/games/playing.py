"""What the tests of every game need: positions by their code, refusals, and a canvas of any width."""

from __future__ import annotations

from typing import Any

import pytest

from fathom import games
from fathom.core.match import Match
from fathom.core.outcome import Outcome
from fathom.errors import BadOption, IllegalMove
from fathom.show.canvas import Canvas


def match_at(code: str, *names: str) -> Match:
    """The match that a code names, with its players' names."""
    match = games.read_code(code)
    match.names = names or match.names
    return match


def position_at(code: str) -> Any:
    """The position that a code names."""
    return games.read_code(code).position


def moves_at(code: str) -> list[str]:
    """The legal moves there, as texts."""
    match = games.read_code(code)
    return [match.game.format_move(move) for move in match.position.moves()]


def outcome_at(code: str) -> tuple[int | None, str] | None:
    """Who has won there, and why; None until the end."""
    outcome: Outcome | None = position_at(code).outcome
    return outcome and (outcome.winner, outcome.reason)


def refusal(code: str, move: str) -> IllegalMove:
    """The error with which a move is refused there; the position itself must refuse it as well."""
    match = games.read_code(code)
    read = match.game.parse_move(move)
    with pytest.raises(IllegalMove) as by_the_match:
        match.play(move)
    with pytest.raises(IllegalMove) as by_the_position:
        match.position.after(read)
    assert str(by_the_match.value) == str(by_the_position.value)
    return by_the_match.value


def after_the_end(code: str, move: str) -> tuple[int, str]:
    """The rule and the sentence with which a finished game refuses a move."""
    match = games.read_code(code)
    read = match.game.parse_move(move)
    assert match.position.moves() == ()
    with pytest.raises(IllegalMove) as refused:
        match.position.after(read)
    assert refused.value.allowed == "The game is over."
    return refused.value.rule, refused.value.reason


def refused_option(game: str, **values: object) -> str:
    """The error message for impossible option values."""
    with pytest.raises(BadOption) as refused:
        games.game(game).options_type(**values)
    return str(refused.value)


class Paper(Canvas):
    """A plain canvas of some width."""

    def __init__(self, width: int = 80) -> None:
        self.width = width


class Window(Paper):
    """A canvas in a terminal: boards are drawn at every turn."""

    live = True


def drawing(text: str) -> list[str]:
    """A board drawn in a test, one line each: without the newline at either end and the common indent."""
    lines = text.strip("\n").rstrip().split("\n")
    indent = min(len(line) - len(line.lstrip()) for line in lines if line.strip())
    return [line[indent:] for line in lines]
