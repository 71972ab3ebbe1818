"""Output in JSON lines: a certificate of who wins, and a dataset of every position.

    {"code": "range-war:6.4", "move": "9"}                                a line of a certificate: what the winner plays
    {"code": "range-war:6.4", "to_move": 1, "value": ..., "moves": ...}    a line of a dataset

`fathom.solver.proof` checks certificates and shares no code with this module.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypedDict

from fathom.core.budget import UNLIMITED, Meter
from fathom.core.code import stem_of, write_code
from fathom.core.game import PLIES, AnyPosition, Move
from fathom.core.match import AnyMatch
from fathom.core.outcome import Seat
from fathom.core.value import AnyOracle, ValueDict, value_of
from fathom.errors import Unknown
from fathom.solver.walk import strategy, walk


class ClaimDict(TypedDict):
    """The first line of a certificate: who wins, from where, in how many plies."""

    certificate: int
    game: str
    options: dict[str, int | str]
    start: str
    winner: Seat
    plies: int | None


class PlayDict(TypedDict):
    """Any other line of a certificate: what the winner plays in a position."""

    code: str
    move: str


class ValuedMoveDict(ValueDict):
    """A move, and the value after it."""

    move: str


class PositionDict(TypedDict):
    """A line of a dataset."""

    code: str
    to_move: Seat | None
    value: ValueDict
    moves: list[ValuedMoveDict]
    best: list[str]


def certificate(match: AnyMatch, oracle: AnyOracle, meter: Meter = UNLIMITED) -> Iterator[ClaimDict | PlayDict]:
    """The claim, then one line for each position that can arise at the winner's turns; raises `Unknown` for a draw."""
    value = oracle.value(match.position, meter)
    if value.winner is None:
        raise Unknown(f"{write_code(match)} is drawn with perfect play, so there is no win to prove.")
    yield {
        "certificate": 1,
        "game": match.game.name,
        "options": match.options.as_dict(),
        "start": write_code(match),
        "winner": value.winner,
        "plies": value.plies,
    }
    stem, made, text = stem_of(match), match.moves, match.game.format_move
    for path, move in strategy(match.position, oracle, value.winner, meter):
        yield {"code": stem.after([*made, *map(text, path)]), "move": text(move)}


def dataset(match: AnyMatch, oracle: AnyOracle, meter: Meter = UNLIMITED) -> Iterator[PositionDict]:
    """Every reachable position, once: its value, the value after every move, and the best moves."""
    stem, made, text = stem_of(match), match.moves, match.game.format_move
    for position, path, moves in walk(match.position, meter=meter):
        yield _position(stem.after([*made, *map(text, path)]), match, position, moves, oracle, meter)


def _position(
    code: str, match: AnyMatch, position: AnyPosition, moves: Sequence[Move], oracle: AnyOracle, meter: Meter
) -> PositionDict:
    if position.outcome:
        value = value_of(position.outcome)
        return {"code": code, "to_move": None, "value": value.as_dict(PLIES), "moves": [], "best": []}
    seat, texts = position.to_move, list(map(match.game.format_move, moves))
    values = oracle.values_after(position, meter)
    value = max(values, key=lambda after: after.score(seat)).one_ply_earlier()
    return {
        "code": code,
        "to_move": seat,
        "value": value.as_dict(PLIES),
        "moves": [{"move": text, **after.as_dict(PLIES)} for text, after in zip(texts, values, strict=True)],
        "best": [text for text, after in zip(texts, values, strict=True) if after.one_ply_earlier() == value],
    }
