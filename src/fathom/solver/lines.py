"""What is written down line by line: a certificate of who wins, and a dataset of every position.

    {"code": "range-war:6.4", "move": "9"}                                a line of a certificate: what the winner plays
    {"code": "range-war:6.4", "to_move": 1, "value": ..., "moves": ...}    a line of a dataset

`fathom.solver.proof` checks certificates and shares no code with this.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from fathom.core.budget import UNLIMITED, Meter
from fathom.core.code import write_code
from fathom.core.match import Match
from fathom.core.value import Oracle, value_of
from fathom.errors import Unknown
from fathom.solver.walk import strategy, walk


def certificate(match: Match, oracle: Oracle, meter: Meter = UNLIMITED) -> Iterator[dict[str, Any]]:
    """The claim, then one line for each position that can arise at the winner's turns; raises `Unknown` for a draw."""
    winner, plies = oracle.value(match.position, meter)
    if winner is None:
        raise Unknown(f"{write_code(match)} is drawn with perfect play, so there is no win to prove.")
    yield {
        "certificate": 1,
        "game": match.game.name,
        "options": match.options.as_json(),
        "start": write_code(match),
        "winner": winner,
        "plies": plies,
    }
    codes = _Codes(match)
    for path, move in strategy(match.position, oracle, winner, meter):
        yield {"code": codes.after(path), "move": match.game.format_move(move)}


def dataset(match: Match, oracle: Oracle, meter: Meter = UNLIMITED) -> Iterator[dict[str, Any]]:
    """Every position that can be reached, once: its value, the value after every move, and the best moves."""
    codes = _Codes(match)
    for position, path, moves in walk(match.position, meter=meter):
        yield {"code": codes.after(path), **_judged(match, position, moves, oracle, meter)}


def _judged(match: Match, position: Any, moves: Sequence[Any], oracle: Oracle, meter: Meter) -> dict[str, Any]:
    if position.outcome:
        return {"to_move": None, "value": value_of(position.outcome).as_json(), "moves": [], "best": []}
    seat, texts = position.to_move, list(map(match.game.format_move, moves))
    values = oracle.values_after(position, meter)
    value = max(values, key=lambda after: after.score(seat)).one_ply_earlier()
    return {
        "to_move": seat,
        "value": value.as_json(),
        "moves": [{"move": text, **after.as_json()} for text, after in zip(texts, values, strict=True)],
        "best": [text for text, after in zip(texts, values, strict=True) if after.one_ply_earlier() == value],
    }


class _Codes:
    """The codes of the positions after a match."""

    def __init__(self, match: Match) -> None:
        self._text = match.game.format_move
        self._start = write_code(match)
        self._joint = "." if match.plies else "/" if match.game.layout_option else ":"

    def after(self, path: list[Any]) -> str:
        """The code of the position to which further moves lead."""
        return f"{self._start}{self._joint}{'.'.join(map(self._text, path))}" if path else self._start
