"""What is written down line by line: a certificate of who wins, and a dataset of every position.

    {"code": "range-war:6.4", "move": "9"}                                a line of a certificate: what the winner plays
    {"code": "range-war:6.4", "to_move": 1, "value": ..., "moves": ...}    a line of a dataset

`fathom.solver.proof` checks certificates and shares no code with this.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from fathom.core.code import stem_of, write_code
from fathom.core.game import PLIES
from fathom.core.match import AnyMatch
from fathom.core.value import AnyOracle, value_of
from fathom.errors import Unknown
from fathom.solver.walk import strategy, walk

Progress = Callable[[int], None]


def certificate(
    match: AnyMatch, oracle: AnyOracle, limit: int | None = None, progress: Progress | None = None
) -> Iterator[dict[str, Any]]:
    """The claim, then one line for each position that can arise at the winner's turns; raises `Unknown` for a draw."""
    value = oracle.value(match.position)
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
    stem, made = stem_of(match), match.moves
    for path, move in strategy(match.position, oracle, value.winner, limit, progress):
        yield {"code": stem.after([*made, *map(match.game.format_move, path)]), "move": match.game.format_move(move)}


def dataset(match: AnyMatch, oracle: AnyOracle, progress: Progress | None = None) -> Iterator[dict[str, Any]]:
    """Every position that can be reached, once: its value, the value after every move, and the best moves."""
    stem, made = stem_of(match), match.moves
    for visited, (position, path, moves) in enumerate(walk(match.position), 1):
        if progress:
            progress(visited)
        yield {
            "code": stem.after([*made, *map(match.game.format_move, path)]),
            **_judged(match, position, moves, oracle),
        }


def _judged(match: AnyMatch, position: Any, moves: Sequence[Any], oracle: AnyOracle) -> dict[str, Any]:
    if position.outcome:
        return {"to_move": None, "value": value_of(position.outcome).as_dict(PLIES), "moves": [], "best": []}
    seat, texts = position.to_move, list(map(match.game.format_move, moves))
    values = oracle.values_after(position)
    value = max(values, key=lambda after: after.score(seat)).one_ply_earlier()
    return {
        "to_move": seat,
        "value": value.as_dict(PLIES),
        "moves": [{"move": text, **after.as_dict(PLIES)} for text, after in zip(texts, values, strict=True)],
        "best": [text for text, after in zip(texts, values, strict=True) if after.one_ply_earlier() == value],
    }
