"""What an answer is worth to a trainer: one number, from the code of a position and the text of a model.

    reward("range-war:6.4", 'Below 5 are three numbers.\n{"move": "5"}')        -> 1.0

It needs nothing but the standard library and is always the same. What is known of the positions asked about last is
kept, because trainers ask about a position once for each answer to it.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from fathom import games
from fathom.analysis.adviser import adviser_for
from fathom.bench.answers import find_answer, read_word, read_words
from fathom.core.match import AnyMatch
from fathom.core.outcome import Seat
from fathom.core.value import Value
from fathom.errors import FathomError, GameOver, UnreadableMove
from fathom.show.puzzles import is_solved

#: The reward of an answer that is not a legal move.
NO_MOVE: Final = -1.0
_REMEMBERED: Final = 1 << 16


class _Known(NamedTuple):
    """A position with what each move is worth, by its text; or a puzzle with its least MP, None if it has no end."""

    match: AnyMatch
    worth: dict[str, float]
    least: int | None


def reward(code: str, answer: str) -> float:
    """What an answer is worth in the position of a code: 1 for a move that keeps the result, 0 for one that turns a win
    into a loss, 0.5 if there is a draw on one side of it, and -1 for an answer that is not a legal move.

    >>> import fathom
    >>> fathom.reward("range-war:6.4", 'I go up by one. {"move": "5"}')
    1.0
    >>> fathom.reward("range-war:6.4", "10"), fathom.reward("range-war:6.4", "I play 5.")
    (0.0, -1.0)

    The answer is the last JSON object that has a `move`, as in Fathom Bench, or nothing but a move. That of a puzzle
    has a `route`, and is worth the least MP divided by its own, or 0 if it does not reach the end. Raises the error
    that says why if the code cannot be read or its game is over.
    """
    known = _know(code)
    if not known.match.game.is_contest:
        return _reward_route(known, answer)
    found = find_answer(answer, "move") if "{" in answer else None
    word = answer.strip() if found is None else read_word(found["move"])
    if word is None:
        return NO_MOVE
    worth = known.worth.get(word)
    return _reward_spelling(known, word) if worth is None else worth


def _reward_spelling(known: _Known, word: str) -> float:
    """The same for a move that is spelled in another way, such as `7l`."""
    game = known.match.game
    try:
        return known.worth.get(game.format_move(game.parse_move(word)), NO_MOVE)
    except UnreadableMove:
        return NO_MOVE


def _reward_route(known: _Known, answer: str) -> float:
    found = find_answer(answer, "route")
    route = None if found is None else read_words(found["route"])
    puzzles = games.room(known.match.game.name).puzzles
    assert puzzles, "only puzzles have a length of their own"
    if route is None:
        return NO_MOVE
    match = known.match.copy()
    try:
        match.play_all(route)
    except FathomError:
        return NO_MOVE
    return known.least / puzzles.mp(match.position) if known.least is not None and is_solved(match) else 0.0


@lru_cache(maxsize=_REMEMBERED)
def _know(code: str) -> _Known:
    match = games.read_code(code)
    if match.outcome:
        raise GameOver(f"There is no move to reward: the game of {code} is over.")
    position, spell = match.position, match.game.format_move
    adviser = adviser_for(match.game, match.options)
    if not match.game.is_contest:
        return _Known(match, {}, adviser.value(position).mp)
    worth = [_points(value, position.to_move) for value in adviser.values_after(position)]
    best = max(worth)
    return _Known(
        match,
        {spell(move): 1 - best + points for move, points in zip(position.moves(), worth, strict=True)},
        None,
    )


def _points(value: Value, seat: Seat) -> float:
    return 0.5 if value.winner is None else float(value.winner == seat)


def forget_positions() -> None:
    """Forget what is known of positions, as at the start."""
    _know.cache_clear()
