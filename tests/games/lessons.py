"""Checks the first lesson of a game: each of its sentences has a proof, which looks at the position itself."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from fathom import games

_SENTENCE = re.compile(r"(?<=[.!?:]) ")


class Moment(NamedTuple):
    """A step of a lesson: the position, all positions after a move that was asked for, and the next step's position."""

    here: Any
    asked: list[str]
    after: list[Any]
    #: After the legal moves that were not asked for.
    others: list[Any]
    then: Any

    @property
    def only(self) -> str:
        (move,) = self.asked
        return move

    def tells(self, *moves: str) -> bool:
        """Is the lesson continued by these moves, from the position after the one that was asked for?"""
        return [*self.then.moves[-len(moves) - 1 :]] == [self.only, *moves]

    @property
    def is_won(self) -> bool:
        """Does every move asked for win, at once or after passes that nobody can choose?"""
        return all(_end(position).outcome.winner == self.here.to_move for position in self.after)


def _end(position: Any) -> Any:
    while position.outcome is None:
        (forced,) = position.moves()
        position = position.after(forced)
    return position


#: For one step, every sentence of it with its proof.
Proofs = Mapping[str, Callable[[Moment], object]]


def check_lesson(name: str, proofs: Sequence[Proofs]) -> None:
    """Assert that the lesson consists of these sentences, and that each is true where it is said."""
    lesson, game = games.room(name).lesson, games.game(name)
    assert lesson
    assert len(lesson.steps) == len(proofs)
    for number, (step, proven) in enumerate(zip(lesson.steps, proofs, strict=True)):
        here = games.read_code(step.code).position
        asked = list(step.moves) or [game.format_move(move) for move in here.moves()]
        written = {game.format_move(move): here.after(move) for move in here.moves()}
        then = games.read_code(lesson.steps[min(number + 1, len(lesson.steps) - 1)].code)
        others = [position for move, position in written.items() if move not in asked]
        moment = Moment(here, asked, [written[move] for move in asked], others, then)
        said = [part for text in (step.task, step.right, step.other) for part in _SENTENCE.split(text) if part]
        assert set(said) == set(proven), f"step {number + 1}"
        for sentence, is_true in proven.items():
            assert is_true(moment), f"step {number + 1}: {sentence}"
