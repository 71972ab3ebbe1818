"""Questions and answers, a line each.

    pocket-addition:6.9 1 2 3 4 5 7 8        the code of the position, then the legal moves
    2                                        the move

In the JSON dialect a question is the position as `fathom show --json` prints it, with the seconds that the answer may
take; the answer is an object with a move: `{"move": "2"}`.
"""

from __future__ import annotations

import json
from functools import lru_cache
from typing import TYPE_CHECKING, Final, cast

from fathom.core.code import Stem, stem_of
from fathom.core.match import Match
from fathom.core.words import quoted
from fathom.errors import Forfeit, UnreadableMove

if TYPE_CHECKING:
    from fathom.core.game import AnyGame, Move
    from fathom.core.options import Options
    from fathom.players.read_only import ReadOnlyMatch

#: The most bytes of an answer, with the end of its line.
LONGEST_ANSWER: Final = 4096


def write_question(match: ReadOnlyMatch) -> bytes:
    """The question in plain text."""
    moves = " ".join(map(match.game.format_move, match.legal_moves))
    return f"{_stem(match.game, match.options).after(match.moves)} {moves}\n".encode()


@lru_cache(maxsize=8)
def _stem(game: AnyGame, options: Options) -> Stem:
    """What the codes of a game with these options begin with: the same for many questions."""
    return stem_of(Match(game, options))


def write_json_question(match: ReadOnlyMatch, seconds: float) -> bytes:
    """The question in JSON."""
    from fathom.show.view import view

    return (json.dumps({**view(match.copy()), "seconds": seconds}) + "\n").encode()


def read_answer(line: bytes, *, is_json: bool) -> str:
    """The move that an answer gives, spelled right or not; raises `Forfeit` for what is no answer at all."""
    try:
        text = line.decode().strip()
    except UnicodeDecodeError:
        raise Forfeit("unreadable", f"it answered {line[:20]!r}, which is not text") from None
    return _read_object(text) if is_json else text


def _read_object(text: str) -> str:
    try:
        answer: object = json.loads(text)
    except (ValueError, RecursionError):
        raise Forfeit("unreadable", f"it answered {quoted(text)}, which is not JSON") from None
    move = cast("dict[str, object]", answer).get("move") if isinstance(answer, dict) else None
    if type(move) is int:
        return str(move)
    if not isinstance(move, str):
        raise Forfeit("unreadable", f'it answered {quoted(text)}, not an object such as {{"move": "2"}}')
    return move


def check_move(match: ReadOnlyMatch, text: str) -> Move:
    """The legal move that an answer spells; raises `Forfeit` if it spells none."""
    try:
        move = match.game.parse_move(text)
    except UnreadableMove:
        raise Forfeit("unreadable", f"it answered {quoted(text)}, which is not a move") from None
    violation = match.position.violation(move)
    if violation:
        raise Forfeit("illegal", f"it answered {quoted(text)}, which rule {violation.rule} forbids")
    return move
