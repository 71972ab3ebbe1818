"""Takes a learner through the first lesson of a game, move by move.

    tutor = Tutor("range-war")
    state = tutor.begin()                    LessonState(step=0, code="range-war")
    reply = tutor.answer(state, "4")         Reply(is_right=True, said="The 4 is yours ...", state=...)
    tutor.following(reply.state)             the state at the next step; None after the last one

Nothing is stored here: a state is all there is to remember, and `resume` accepts one from anywhere. What the rules
refuse is raised as everywhere else.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from fathom import games
from fathom.core.code import write_code
from fathom.core.match import AnyMatch
from fathom.errors import BadOption, InputError
from fathom.show.lesson import Lesson, Step


class LessonState(NamedTuple):
    """Where a learner is: the number of the step, from 0, and the code of the position on the board."""

    step: int
    code: str


class Reply(NamedTuple):
    """What a legal move brought: was it asked for, what there is to say, and where the learner is now."""

    is_right: bool
    said: str
    state: LessonState


class Tutor:
    """The lesson of one game; raises `BadOption` if it has none."""

    def __init__(self, name: str) -> None:
        self.game = games.game(name)
        self.lesson = _lesson_of(self.game.name)

    @property
    def steps(self) -> tuple[Step, ...]:
        return self.lesson.steps

    def begin(self, step: int = 0) -> LessonState:
        """The state at the start of a step."""
        return LessonState(step, self.steps[step].code)

    def resume(self, step: int, code: str) -> LessonState:
        """The state that was remembered; if there is no such state any more, the nearest start of a step."""
        if not 0 <= step < len(self.steps):
            return self.begin()
        state = LessonState(step, code)
        return state if self._is_reached(state) else self.begin(step)

    def _is_reached(self, state: LessonState) -> bool:
        """Can the lesson be in this state?"""
        if state.code == self.steps[state.step].code:
            return True
        match = self.match(self.begin(state.step))
        return any(state.code == self._code_after(state.step, move) for move in self._asked_for(match, state.step))

    def step(self, state: LessonState) -> Step:
        return self.steps[state.step]

    def match(self, state: LessonState) -> AnyMatch:
        """The position on the board, as a match."""
        return games.read_code(state.code)

    def is_answered(self, state: LessonState) -> bool:
        """Has the move of this step been made? Then `following` is next."""
        return state.code != self.steps[state.step].code

    def answer(self, state: LessonState, move: str) -> Reply:
        """Try a move in the position of a step; raises what the rules raise for one that they do not allow.

        A legal move that was not asked for is not made.
        """
        if self.is_answered(state):
            raise InputError("This step has been answered: go on to the next one.")
        step, match = self.step(state), self.match(state)
        written = match.game.format_move(match.read(move))
        if written in self._asked_for(match, state.step):
            return Reply(True, step.right, LessonState(state.step, self._code_after(state.step, written)))
        return Reply(False, step.other, state)

    def following(self, state: LessonState) -> LessonState | None:
        """The start of the next step; None after the last one."""
        return self.begin(state.step + 1) if state.step + 1 < len(self.steps) else None

    def _asked_for(self, match: AnyMatch, step: int) -> tuple[str, ...]:
        return self.steps[step].moves or tuple(map(match.game.format_move, match.legal_moves))

    def _code_after(self, step: int, move: str) -> str:
        """The position after a move and the passes that it forces, which nobody has to choose."""
        match = games.read_code(self.steps[step].code)
        match.play(move)
        while match.must_pass:
            match.play(match.legal_moves[0])
        return write_code(match)


@cache
def _lesson_of(name: str) -> Lesson:
    lesson = games.room(name).lesson
    if lesson is None:
        having = [each for each in games.names() if games.room(each).lesson]
        raise BadOption(f"There is no lesson for {games.game(name).title} yet. Choose {', '.join(having)}.")
    return lesson
