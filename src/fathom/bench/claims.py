"""Claims: what a model says about moves, in a vocabulary in which everything can be checked by the solver.

    {"claim": "wins_in", "move": "7", "plies": 3}         after 7 the seat to move wins, on the 3rd ply from here
    {"claim": "loses_in", "move": "5", "plies": 4}        after 5 the other seat wins, on the 4th ply from here
    {"claim": "refuted_by", "move": "5", "reply": "9"}    5 gives something away, and 9 is a reply that proves it
    {"claim": "threat", "move": "7", "next": "2"}         after 7, 2 wins at once whatever reply leaves it legal
    {"claim": "line", "moves": ["7", "9", "2"]}           legal moves from here, none of which gives anything away

A claim that cannot be read, or that speaks of an illegal move, is false.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, Literal, NamedTuple, cast, get_args

from fathom.bench.answers import JsonObject, read_move, read_word, read_words
from fathom.bench.item import Item
from fathom.bench.truth import Truth, points
from fathom.core.game import AnyPosition, Move
from fathom.core.match import AnyMatch
from fathom.core.outcome import Seat
from fathom.core.value import AnyAdviser
from fathom.errors import FathomError

Kind = Literal["wins_in", "loses_in", "refuted_by", "threat", "line"]
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)


class Checked(NamedTuple):
    """A claim as it was read, and whether it is true.

    `speaks_against` is the move that it says loses or is refuted, whether that is so or not.
    """

    kind: str
    is_true: bool
    why: str = ""
    speaks_against: str | None = None


class _Unreadable(Exception):
    """A claim that says nothing."""


def check_claims(item: Item, truth: Truth, claims: Sequence[object]) -> tuple[Checked, ...]:
    """Every claim of an answer, in its order."""
    return tuple(_check(item, truth, claim) for claim in claims)


def _check(item: Item, truth: Truth, claim: object) -> Checked:
    said = cast("JsonObject", claim) if isinstance(claim, dict) else {}
    kind = said.get("claim")
    if kind not in KINDS:
        return Checked("unknown", False, f"it is none of {', '.join(KINDS)}")
    try:
        return _CHECKS[kind](item, truth, said)
    except _Unreadable as unreadable:
        return Checked(kind, False, str(unreadable))


def _move_in(item: Item, match: AnyMatch, said: JsonObject, key: str) -> str:
    word = read_word(said.get(key))
    move = None if word is None else read_move(item, match, word)
    if move is None:
        raise _Unreadable(f"{key} is not a move")
    return move


def _legal_in(item: Item, match: AnyMatch, said: JsonObject, key: str) -> str:
    move = _move_in(item, match, said, key)
    if move not in map(match.game.format_move, match.legal_moves):
        raise _Unreadable(f"{key} is not legal")
    return move


def _check_distance(item: Item, truth: Truth, said: JsonObject) -> Checked:
    kind, match = str(said["claim"]), truth.match
    move, plies = _legal_in(item, match, said, "move"), said.get("plies")
    against = move if kind == "loses_in" else None
    seat = match.position.to_move
    winner: Seat = seat if kind == "wins_in" else 3 - seat
    after = truth.moves[move]
    if after.winner != winner or after.plies is None:
        return Checked(kind, False, f"after {move} that is not so", against)
    true = after.plies + 1
    is_true = type(plies) is int and plies == true
    return Checked(kind, is_true, "" if is_true else f"it takes {true} plies", against)


def _check_refutation(item: Item, truth: Truth, said: JsonObject) -> Checked:
    move = _legal_in(item, truth.match, said, "move")
    if truth.points_after(move) == truth.points:
        return Checked("refuted_by", False, f"{move} gives nothing away", move)
    after = truth.match.copy()
    after.play(move)
    if after.outcome:
        return Checked("refuted_by", False, f"{move} ends the game", move)
    reply = _legal_in(item, after, said, "reply")
    values = truth.adviser.values_after(after.position)
    spelled = dict(zip(map(after.game.format_move, after.legal_moves), values, strict=True))
    seat = truth.match.position.to_move
    is_true = points(spelled[reply], seat) < truth.points
    return Checked("refuted_by", is_true, "" if is_true else f"{reply} lets the result back in", move)


def _check_threat(item: Item, truth: Truth, said: JsonObject) -> Checked:
    move = _legal_in(item, truth.match, said, "move")
    match = truth.match.copy()
    match.play(move)
    if match.outcome:
        return Checked("threat", False, f"{move} ends the game")
    threat = _move_in(item, match, said, "next")
    is_true = _wins_at_once(match, match.game.parse_move(threat), truth.match.position.to_move)
    return Checked("threat", is_true, "" if is_true else f"{threat} would not win at once")


def _wins_at_once(match: AnyMatch, move: Move, seat: Seat) -> bool:
    """Does the move win at once for the seat after every reply that leaves it legal, and does any reply?"""
    replies = [match.position.after(reply) for reply in match.legal_moves]
    allowing = [position for position in replies if not position.outcome and _is_legal(position, move)]
    return bool(allowing) and all(
        (outcome := position.after(move).outcome) is not None and outcome.winner == seat for position in allowing
    )


def _is_legal(position: AnyPosition, move: Move) -> bool:
    return move in position.moves()


def _winner(position: AnyPosition, adviser: AnyAdviser) -> Seat | None:
    """Who wins with perfect play, or has won."""
    return position.outcome.winner if position.outcome else adviser.value(position).winner


def _check_line(item: Item, truth: Truth, said: JsonObject) -> Checked:
    words = read_words(said.get("moves"))
    if not words:
        raise _Unreadable("moves is not a list of moves")
    match = truth.match.copy()
    for number, word in enumerate(words, 1):
        move = read_move(item, match, word)
        if move is None or match.outcome:
            return Checked("line", False, f"its move {number} is none")
        seat, before = match.position.to_move, truth.adviser.value(match.position)
        try:
            match.play(move)
        except FathomError:
            return Checked("line", False, f"its move {number} is not legal")
        if _winner(match.position, truth.adviser) != before.winner:
            return Checked("line", False, f"its move {number}, by seat {seat}, gives something away")
    return Checked("line", True)


_CHECKS: Final[Mapping[str, Callable[[Item, Truth, JsonObject], Checked]]] = {
    "wins_in": _check_distance,
    "loses_in": _check_distance,
    "refuted_by": _check_refutation,
    "threat": _check_threat,
    "line": _check_line,
}
