"""The plan that the arguments of `arena` describe."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from fathom import games
from fathom.arena.fixtures import belongs, first_moves
from fathom.arena.plan import Plan, canonical_code, check_plan
from fathom.core.code import write_code
from fathom.core.numerals import read_number
from fathom.core.words import quoted
from fathom.errors import BadOption
from fathom.players import is_machine
from fathom.terminal import inputs

_ROUNDS = 10


def read_arguments(arguments: argparse.Namespace) -> Plan:
    """Words that are the names of machines are players; all others are games."""
    players = tuple(word for word in arguments.words if is_machine(word))
    codes = tuple(_code(word, arguments.preset) for word in arguments.words if not is_machine(word))
    openings, random_moves = _openings(arguments.openings, codes)
    rounds = arguments.rounds
    if rounds is None:
        rounds = max(_openings_by_game(openings, codes)) if openings else _ROUNDS
    return check_plan(
        Plan(
            codes,
            players,
            arguments.format,
            rounds,
            openings,
            random_moves,
            arguments.seed or 0,
            arguments.clock,
            arguments.adjudicate,
        )
    )


def _code(word: str, preset: str | None) -> str:
    """The code of a game or code; with `--preset`, of a game with these options."""
    return write_code(inputs.opening(word, [], preset)) if preset else canonical_code(word)


def _openings(text: str | None, codes: Sequence[str]) -> tuple[tuple[str, ...], int]:
    """The openings as codes, and the number of random moves."""
    if text is None:
        return (), 0
    if text == "all":
        return tuple(opening for code in codes for opening in first_moves(games.read_code(code))), 0
    if text.startswith("random:"):
        number = read_number(text.removeprefix("random:"))
        if not number:
            raise BadOption(f"{quoted(text)} is not a number of random moves: write random:2, for example.")
        return (), number
    lines = [line.strip() for line in inputs.read_file(text).splitlines()]
    openings = tuple(dict.fromkeys(canonical_code(line) for line in lines if line and not line.startswith("#")))
    for opening in openings:
        match = games.read_code(opening)
        if match.outcome:
            raise BadOption(f"The opening {quoted(opening)} is over already: {match.outcome.reason}.")
        if not sum(_openings_by_game([opening], codes)):
            raise BadOption(f"The opening {quoted(opening)} belongs to none of the games {', '.join(codes)}.")
    for code, count in zip(codes, _openings_by_game(openings, codes), strict=True):
        if not count:
            raise BadOption(f"{quoted(text)} has no opening for {code}.")
    return openings, 0


def _openings_by_game(openings: Sequence[str], codes: Sequence[str]) -> list[int]:
    """How many openings there are for each game."""
    starts = [games.read_code(code) for code in codes]
    return [sum(belongs(opening, start) for opening in openings) for start in starts]
