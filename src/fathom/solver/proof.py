"""Checks certificates by the rules alone, without solver, coach or theory.

A certificate is a complete strategy, as JSON lines. The first line is the claim; every other line says what the winner
plays in one position:

    {"certificate": 1, "game": "range-war", "options": {...}, "start": "range-war", "winner": 1, "plies": 1}
    {"code": "range-war", "move": "1"}

The game is replayed: at the winner's turns by the certificate, at the other turns by every legal move. Each line of
play must end in a win of the claimed seat, and the longest must take exactly the claimed number of plies.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from fathom import games
from fathom.core.code import write_code
from fathom.core.game import AnyPosition, Move
from fathom.core.match import AnyMatch, Match
from fathom.errors import BadCertificate, FathomError

VERSION = 1
LONGEST_LINE = 100_000
_CLAIM = {"certificate": int, "game": str, "options": dict, "start": str, "winner": int, "plies": int}
_ENTRY = {"code": str, "move": str}


class Proved(NamedTuple):
    """What a certificate proves, with the number of lines of strategy and of positions."""

    start: AnyMatch
    winner: int
    plies: int
    lines: int
    positions: int


#: One line of the strategy: its number, the code of the position, the move to play there.
Entry = tuple[int, str, Move]
Strategy = dict[AnyPosition, Entry]
#: A position on a line of play: the line of the certificate that led there, the moves left to try, those tried.
Turn = tuple[AnyPosition, int, Iterator[Move], list[Move]]


def check(lines: Iterable[bytes]) -> Proved:
    """Verify the claim of a certificate, or raise `BadCertificate`, which says where it fails."""
    numbered = enumerate(lines, 1)
    claim = _read(*next(numbered, (1, b"")), _CLAIM)
    start, winner = _start(claim), claim["winner"]
    strategy = _strategy(numbered, start, winner)
    plies = _replay(start, winner, strategy)
    for position, (line, code, _) in strategy.items():
        if position not in plies:
            raise BadCertificate(line, code, "this position never arises when the strategy is followed.")
    taken = plies[start.position]
    if taken != claim["plies"]:
        raise BadCertificate(1, claim["start"], f"the strategy's number of plies is {taken}, not {claim['plies']}.")
    return Proved(start, winner, taken, len(strategy), len(plies))


def _read(number: int, line: bytes, kinds: Mapping[str, type]) -> dict[str, Any]:
    """One line: an object with exactly these keys, and values of these types."""
    try:
        found = json.loads(line.decode("utf-8")) if len(line) <= LONGEST_LINE else None
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict) or {key: type(value) for key, value in found.items()} != kinds:
        wanted = ", ".join(f"{key} ({kind.__name__})" for key, kind in kinds.items())
        raise BadCertificate(number, None, f"this is not a JSON object of {wanted}.")
    return found


def _start(claim: dict[str, Any]) -> AnyMatch:
    """The match that the claim is about, if everything in the claim is consistent."""
    code = claim["start"]
    try:
        match = games.read_code(code)
    except FathomError as error:
        raise BadCertificate(1, code, str(error)) from error
    agreed = {"certificate": VERSION, "game": match.game.name, "options": match.options.as_dict()}
    for key, value in agreed.items():
        if json.dumps(claim[key], sort_keys=True) != json.dumps(value, sort_keys=True):
            raise BadCertificate(1, code, f"the {key} must be {json.dumps(value)} with this code.")
    if not 1 <= claim["winner"] <= match.game.seats:
        raise BadCertificate(1, code, f"the winner is not a seat of {match.game.title}.")
    return match


def _strategy(lines: Iterator[tuple[int, bytes]], start: AnyMatch, winner: int) -> Strategy:
    """The move for each position: legal, and the winner's to make."""
    strategy: Strategy = {}
    for number, line in lines:
        said = _read(number, line, _ENTRY)
        code = said["code"]
        try:
            match = games.read_code(code)
            move = match.read(said["move"], winner)
        except FathomError as error:
            raise BadCertificate(number, code, str(error)) from error
        earlier, _, _ = strategy.setdefault(match.position, (number, code, move))
        if (match.game, match.options) != (start.game, start.options):
            raise BadCertificate(number, code, "the game or its options are not those of line 1.")
        if earlier != number:
            raise BadCertificate(number, code, f"line {earlier} is about the same position.")
    return strategy


def _replay(start: AnyMatch, winner: int, strategy: Strategy) -> dict[AnyPosition, int]:
    """Every position that can arise, with the most plies from there to the end."""
    plies: dict[AnyPosition, int] = {}
    under_way = {start.position}
    path = [_turn(start, [], start.position, winner, strategy)]
    while path:
        position, _, left, tried = path[-1]
        for move in left:
            tried.append(move)
            after = position.after(move)
            if after in under_way:
                raise _refused(start, path, "the game goes round in a circle.")
            if after not in plies:
                under_way.add(after)
                path.append(_turn(start, path, after, winner, strategy))
                break
        else:
            plies[position] = max((1 + plies[position.after(move)] for move in tried), default=0)
            under_way.remove(path.pop()[0])
    return plies


def _turn(start: AnyMatch, path: list[Turn], position: AnyPosition, winner: int, strategy: Strategy) -> Turn:
    """The moves to try from a position: the strategy's at the winner's turns, every legal move at the others."""
    line = path[-1][1] if path else 1
    if position.outcome and position.outcome.winner != winner:
        raise _refused(start, path, f"seat {winner} has not won: {position.outcome.reason}.")
    if position.outcome or position.to_move != winner:
        return position, line, iter(position.moves()), []
    if position not in strategy:
        raise _refused(start, path, f"there is no move for seat {winner} here.")
    line, _, move = strategy[position]
    return position, line, iter((move,)), []


def _refused(start: AnyMatch, path: list[Turn], reason: str) -> BadCertificate:
    """The error for the position at the end of `path`, with the last line of the certificate that led there."""
    match = Match(start.game, start.options)
    match.play_all([*start.moves, *(start.game.format_move(tried[-1]) for _, _, _, tried in path)])
    return BadCertificate(path[-1][1] if path else 1, write_code(match), reason)
