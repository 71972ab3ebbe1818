"""The laws of a game as Python programs meet it: `fathom.Match` on every room."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable, Iterator
from itertools import islice

import pytest

import fathom
from fathom.core.match import Match
from fathom.library.match import public_match
from tests.conformance.laws import Case, walks
from tests.pictures import colours

#: A shape that no rule of the style reaches is filled with this.
_BLACK = (0, 0, 0, 255)


def played(case: Case) -> Iterator[fathom.Match]:
    """Random matches: finished, half-way and resigned."""
    for match in walks(case):
        public = public_match(match)
        yield public
        while len(public.plies) > len(match.plies) // 2:
            public.undo()
        yield public
        if public.outcome is None:
            public.resign(1)
            yield public


def a_match_can_be_pasted_back(case: Case) -> None:
    for match in played(case):
        back = eval(repr(match), {"Match": fathom.Match})
        assert back == match
        assert (repr(back), back.code, back.outcome, str(back)) == (
            repr(match),
            match.code,
            match.outcome,
            str(match),
        )


def copies_and_pickles_are_equal_and_independent(case: Case) -> None:
    for match in played(case):
        for make in (copy.copy, copy.deepcopy, lambda one: one.copy(), lambda one: pickle.loads(pickle.dumps(one))):
            before, made = repr(match), make(match)
            assert made == match
            assert (type(made), made.names, made.undone) == (fathom.Match, match.names, match.undone)
            if made.plies and made.resigned is None:
                made.undo()
                assert made != match
            assert repr(match) == before


def a_move_is_taken_as_text_and_as_a_value(case: Case) -> None:
    for match in walks(case):
        by_text, by_value = public_match(Match(case.game, case.options)), public_match(Match(case.game, case.options))
        for ply, text in zip(match.plies, match.moves, strict=True):
            assert ply.move in by_value.legal_moves
            assert by_text.play(text) == by_value.play(ply.move) == ply
        assert by_text == by_value == match


def anything_that_is_no_move_is_a_type_error(case: Case) -> None:
    match = fathom.new(case.game.name)
    for value in (None, 1.5, True, [], {}, b"1", object(), (), (1,), ("1", 1), (1.0, "L"), (True, "L")):
        with pytest.raises(TypeError, match=f"is not a move of {case.game.title}: give text such as "):
            match.play(value)
    assert match.plies == []


def a_position_prints_readably(case: Case) -> None:
    for match in walks(case):
        printed = repr(match.position)
        assert printed.startswith(f"<{case.game.name}")
        assert printed.endswith(">")
        assert "Options(" not in printed


def a_picture_stands_alone_without_black_shapes(case: Case) -> None:
    for match in islice(played(case), 1, 6, 4):
        drawn = colours(match.svg())
        assert len(drawn) > 5
        assert _BLACK not in drawn


LIBRARY_LAWS: list[Callable[[Case], None]] = [
    a_match_can_be_pasted_back,
    copies_and_pickles_are_equal_and_independent,
    a_move_is_taken_as_text_and_as_a_value,
    anything_that_is_no_move_is_a_type_error,
    a_position_prints_readably,
    a_picture_stands_alone_without_black_shapes,
]
