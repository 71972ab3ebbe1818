"""The laws that every game obeys, whatever its rules.

A law is a function of a `Case` (a game with options) that asserts. `test_laws.py` holds every room to every law; the
how-to page on adding a game does the same with the game it teaches. Nothing here knows a game by name.
"""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import lru_cache
from itertools import islice
from random import Random
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fathom.core.code import read_code, write_code
from fathom.core.game import ONLY_PASS, PASS, AnyGame
from fathom.core.match import Match
from fathom.core.options import Choice, Options, Whole
from fathom.core.record import read_records, write_record
from fathom.errors import BadOption, IllegalMove, UnreadableMove

WALKS = 12
LONGEST_WALK = 80
SMALL = 3_000


class Case(NamedTuple):
    """A game with options: `range-war,highest=5`."""

    game: AnyGame
    options: Options

    def __str__(self) -> str:
        return ",".join([self.game.name, *(f"{name}={text}" for name, text in self.options.changed().items())])


def cases(game: AnyGame) -> Iterator[Case]:
    """The game at its defaults, and with each option in turn at other values: its least, some near, every word."""
    yield Case(game, game.options_type())
    for name, option in game.options_type.declared.items():
        values: Sequence[object] = ()
        if isinstance(option, Whole):
            values = sorted({option.low, option.low + 1, option.default - 1, option.default + 1})
        elif isinstance(option, Choice):
            values = list(option.words)
        for value in values:
            if value == option.default or not option.admits(value):
                continue
            try:
                yield Case(game, game.options_type(**{name: value}))
            except BadOption:
                continue  # a value that does not go with the defaults of the others


def walks(case: Case) -> Iterator[Match]:
    """Random matches, played to the end (a walk that might never end is cut short)."""
    for seed in range(WALKS):
        rng, match = Random(seed), Match(case.game, case.options)
        for _ in range(LONGEST_WALK):
            if match.outcome:
                break
            move = rng.choice(match.position.moves())
            match.play(case.game.format_move(move))
        yield match


@lru_cache(maxsize=1)  # one law after the other asks for them
def positions(case: Case) -> Sequence[Any]:
    """The positions met on random walks, and the first few thousand of the whole graph."""
    met = [position for match in walks(case) for position in (match.start, *(ply.position for ply in match.plies))]
    return (*met, *islice(graph(case), SMALL))


def graph(case: Case) -> Iterator[Any]:
    """Every reachable position once, the nearest to the start first."""
    start = case.game.start(case.options)
    seen, queue = {start}, [start]
    for position in queue:
        yield position
        for move in position.moves():
            following = position.after(move)
            if following not in seen:
                seen.add(following)
                queue.append(following)


def a_game_is_over_exactly_when_nobody_can_move(case: Case) -> None:
    for position in positions(case):
        assert (position.outcome is None) == bool(position.moves())


def a_move_is_legal_exactly_when_no_rule_forbids_it(case: Case) -> None:
    actions = case.game.actions(case.options)
    for position in positions(case):
        legal = set(position.moves())
        assert legal == {move for move in actions if position.violation(move) is None}


def legal_moves_are_distinct_and_in_a_fixed_order(case: Case) -> None:
    for position in positions(case):
        moves = position.moves()
        assert len(set(moves)) == len(moves)
        assert copy.deepcopy(position).moves() == moves


def a_pass_is_never_a_choice(case: Case) -> None:
    for position in positions(case):
        assert PASS not in position.moves() or position.moves() == ONLY_PASS


def the_turn_goes_round(case: Case) -> None:
    for match in walks(case):
        seats = [ply.seat for ply in match.plies]
        assert seats == [1 + i % case.game.seats for i in range(len(seats))]


def a_move_leaves_the_old_position_as_it_was(case: Case) -> None:
    for position in islice(positions(case), SMALL):
        before = copy.deepcopy(position)
        for move in position.moves():
            position.after(move)
        assert position == before


def an_illegal_move_is_refused_by_a_numbered_rule_and_says_what_would_work(case: Case) -> None:
    actions = set(case.game.actions(case.options))
    for match in walks(case):
        for position in (match.start, *(ply.position for ply in match.plies)):
            allowed = case.game.allowed(position)
            for move in actions - set(position.moves()):
                with pytest.raises(IllegalMove) as refused:
                    position.after(move)
                assert refused.value.rule >= 1
                assert refused.value.allowed == allowed


def every_match_ends_in_time_with_a_winner_who_sat_there(case: Case) -> None:
    longest = case.game.longest(case.options)
    for match in walks(case):
        assert longest is None or (match.outcome and len(match.plies) <= longest)
        assert match.outcome is None or match.outcome.winner in {None, *range(1, case.game.seats + 1)}
        assert match.outcome is None or match.outcome.reason


def moves_are_read_as_they_are_written(case: Case) -> None:
    game, actions = case.game, case.game.actions(case.options)
    assert len(set(actions)) == len(actions)
    for move in actions:
        assert game.parse_move(game.format_move(move)) == move
        assert game.parse_move(f"  {game.format_move(move).lower()} ") == move


def any_text_is_a_move_or_is_called_unreadable(case: Case) -> None:
    @settings(max_examples=200, deadline=None, database=None)
    @given(st.text(max_size=12) | st.text("0123456789LMRabcdefx:.+-_ ", max_size=8))
    def read(text: str) -> None:
        with suppress(UnreadableMove):
            move = case.game.parse_move(text)
            assert case.game.parse_move(case.game.format_move(move)) == move

    read()


def codes_name_matches(case: Case) -> None:
    for match in walks(case):
        code = write_code(match)
        again = read_code(code, lambda _: case.game)
        assert (again.options, again.moves, again.position) == (match.options, match.moves, match.position)
        assert write_code(again) == code


def records_keep_matches(case: Case) -> None:
    matches = list(walks(case))
    records = read_records("\n".join(map(write_record, matches)), lambda _: case.game)
    for match, record in zip(matches, records, strict=True):
        again = record.match
        assert (again.options, again.names, again.moves) == (match.options, match.names, match.moves)
        assert write_record(again) == write_record(match)


def undo_and_redo_cancel_out(case: Case) -> None:
    for match in walks(case):
        plies = list(match.plies)
        for _ in plies:
            match.undo()
        assert match.position == case.game.start(case.options)
        for _ in plies:
            match.redo()
        assert match.plies == plies


def copies_are_equal_and_play_on_alike(case: Case) -> None:
    for position in islice(positions(case), 200):
        for twin in (copy.copy(position), copy.deepcopy(position), pickle.loads(pickle.dumps(position))):
            assert twin == position
            assert hash(twin) == hash(position)
            assert twin.moves() == position.moves()


def positions_with_one_key_have_one_value(case: Case) -> None:
    """By plain search over the whole graph, if it is small and every match ends."""
    reached = list(islice(graph(case), SMALL + 1))
    if len(reached) > SMALL or case.game.longest(case.options) is None:
        reached = []
    values: dict[Any, Any] = {}
    by_key: dict[Any, Any] = {}
    for position in reached:
        by_key.setdefault(position.key(), set()).add(plain_value(position, values))
    assert all(len(found) == 1 for found in by_key.values())


def plain_value(position: Any, values: dict[Any, Any]) -> tuple[int | None, int | None]:
    """Winner and plies: the winner hurries, the loser delays, a draw has no distance."""
    if position not in values:
        values[position] = _search(position, values)
    return values[position]


def _search(position: Any, values: dict[Any, Any]) -> tuple[int | None, int | None]:
    if position.outcome:
        winner = position.outcome.winner
        return (winner, None if winner is None else 0)
    found = [plain_value(position.after(move), values) for move in position.moves()]
    won = [plies for winner, plies in found if winner == position.to_move]
    if won:
        return (position.to_move, 1 + min(plies for plies in won if plies is not None))
    if any(winner is None for winner, _ in found):
        return (None, None)
    return (3 - position.to_move, 1 + max(plies for _, plies in found if plies is not None))


LAWS: list[Callable[[Case], None]] = [
    a_game_is_over_exactly_when_nobody_can_move,
    a_move_is_legal_exactly_when_no_rule_forbids_it,
    legal_moves_are_distinct_and_in_a_fixed_order,
    a_pass_is_never_a_choice,
    the_turn_goes_round,
    a_move_leaves_the_old_position_as_it_was,
    an_illegal_move_is_refused_by_a_numbered_rule_and_says_what_would_work,
    every_match_ends_in_time_with_a_winner_who_sat_there,
    moves_are_read_as_they_are_written,
    any_text_is_a_move_or_is_called_unreadable,
    codes_name_matches,
    records_keep_matches,
    undo_and_redo_cancel_out,
    copies_are_equal_and_play_on_alike,
    positions_with_one_key_have_one_value,
]
