"""The laws of a whole room: its words and its page, on top of its rules."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import Any

from fathom import games
from fathom.core.budget import UNLIMITED
from fathom.core.match import Match
from fathom.show.canvas import Canvas
from fathom.terminal.rule_pages import rules_of
from tests.conformance.laws import SMALL, Case, graph, positions, walks


class Window(Canvas):
    """A terminal of some width."""

    live = True

    def __init__(self, width: int) -> None:
        self.width = width


CANVASES = [Canvas(), Window(80), Window(20)]


def every_refusal_cites_a_rule_of_the_page(case: Case) -> None:
    numbers = set(rules_of(case.game.name))
    for position in positions(case):
        violations = map(position.violation, case.game.actions(case.options))
        assert {violation.rule for violation in violations if violation} <= numbers


def rules_are_numbered_from_one_without_gaps(case: Case) -> None:
    numbers = list(rules_of(case.game.name))
    assert numbers == list(range(1, len(numbers) + 1))


def every_turn_can_be_shown_and_asked(case: Case) -> None:
    text = games.room(case.game.name).text
    for played in walks(case):
        match = Match(case.game, case.options)
        for move in played.moves:
            for canvas in CANVASES:
                _assert_printable([*text.welcome(match), *text.board(match, canvas), *text.turn(match, canvas)])
            assert text.prompt(match, []).endswith((": ", "> "))
            assert text.answer(match, [move]) == move
            ply = match.play(move)
            for canvas in CANVASES:
                made = text.made(match, ply, canvas)
                assert made
                _assert_printable([*made, text.announce(match, ply)])


def every_ending_names_the_winner(case: Case) -> None:
    text = games.room(case.game.name).text
    for match in walks(case):
        if match.outcome:
            said = text.ending(match, Canvas())
            _assert_printable(said)
            assert match.outcome.winner is None or match.name(match.outcome.winner) in "\n".join(said)


def what_is_known_is_said(case: Case) -> None:
    known = games.room(case.game.name).known
    assert known.positions > 0
    assert known.result


def positions_of_one_shape_have_one_tree(case: Case) -> None:
    """The game tree below, up to the names of moves: compared if the graph is small and every match ends."""
    reached = list(islice(graph(case), SMALL + 1))
    if len(reached) > SMALL or case.game.longest(case.options) is None:
        return
    shape, trees = games.room(case.game.name).shape, Trees()
    by_shape: dict[Any, set[int]] = {}
    for position in reached:
        by_shape.setdefault(shape(position, UNLIMITED), set()).add(trees.number(position))
    assert all(len(found) == 1 for found in by_shape.values())


def what_is_observed_decides_what_may_follow(case: Case) -> None:
    """One number per label, within its bounds; and positions that look the same to the same seat are the same."""
    observer = games.room(case.game.name).observer(case.options)
    if observer is None:
        assert case.game.name not in games.ROOMS, "only a game of another package may do without"
        return
    seen: dict[Any, Any] = {}
    for position in islice(graph(case), SMALL):
        row = observer.observe(position)
        assert len(row) == len(observer.labels)
        assert all(type(number) is int and 0 <= number <= observer.highest for number in row)
        if position.outcome is None:
            key = (position.key(), position.moves())
            assert seen.setdefault((row, position.to_move), key) == key


class Trees:
    """Numbers game trees: positions with the same number lead to the same endings in the same ways."""

    def __init__(self) -> None:
        self._by_position: dict[Any, int] = {}
        self._by_content: dict[Any, int] = {}

    def number(self, position: Any) -> int:
        if position not in self._by_position:
            below = tuple(sorted(self.number(position.after(move)) for move in position.moves()))
            whose = ("won by", position.outcome.winner) if position.outcome else ("turn of", position.to_move)
            self._by_position[position] = self._by_content.setdefault((whose, below), len(self._by_content))
        return self._by_position[position]


def _assert_printable(lines: list[str]) -> None:
    assert all(line.isprintable() for line in lines), lines


ROOM_LAWS: list[Callable[[Case], None]] = [
    every_refusal_cites_a_rule_of_the_page,
    rules_are_numbered_from_one_without_gaps,
    every_turn_can_be_shown_and_asked,
    every_ending_names_the_winner,
    what_is_known_is_said,
    positions_of_one_shape_have_one_tree,
    what_is_observed_decides_what_may_follow,
]
