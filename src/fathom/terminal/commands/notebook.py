"""A learner's answers to drills, and decisions in stored matches, read from the store.

A match belongs to whoever has given a name: what nameless players (Player 1, Player 2) and machines do teaches nobody.
Matches with other than default options are left out, as drills are.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime

from fathom.coach.boxes import Attempt, Card
from fathom.coach.drills import Decision, Drill, decisions, drill_of, match_before
from fathom.coach.learner import Learner, read_time
from fathom.coach.progress import Mark
from fathom.core.code import write_code
from fathom.core.game import AnyPosition
from fathom.core.match import NAMELESS, AnyMatch
from fathom.errors import FathomError
from fathom.players import is_machine
from fathom.storage.log import Kept, KeptAnswer, Store


class Notebook(Learner):
    """The learner's answers and mistakes in some games, replayed from the store."""

    def __init__(self, store: Store, names: Sequence[str]) -> None:
        #: For the position of each mistake, the id of the last match in which it was made.
        self.mistakes: dict[AnyPosition, str] = {}
        self._store = store
        super().__init__(names, store.answers())

    def _find_mistakes(self) -> Iterator[Attempt[AnyPosition]]:
        """The moves of named people in stored matches that threw something away, the oldest first."""
        for kept in reversed(self._store.history()):
            if kept.game not in self.names:
                continue
            try:
                match, at = kept.match(), read_time(kept.created)
            except FathomError:  # a damaged match is left out
                continue
            for decision in _find_decisions(match):
                self.marks.append(Mark(at, decision.is_right, in_match=True))
                if not decision.is_right:
                    yield self._mistake(kept, match, decision, at)

    def _mistake(self, kept: Kept, match: AnyMatch, decision: Decision, at: datetime) -> Attempt[AnyPosition]:
        if decision.position not in self._drills:
            drill = drill_of(match_before(match, decision.ply))
            assert drill, "something was thrown away there"
            self._drills[decision.position] = drill
        self.mistakes[decision.position] = kept.id
        return Attempt(decision.position, known=False, at=at, in_match=True)

    def write(self, drill: Drill, *, is_right: bool, hinted: bool, at: datetime) -> Card:
        """Store an answer; returns the position's new card once the answer is on disk."""
        match = self._drills.get(drill.position, drill).match
        when = at.isoformat(timespec="milliseconds")
        self._store.add_answer(KeptAnswer(match.game.name, write_code(match), is_right, hinted, when))
        return self.answered(drill, is_right=is_right, hinted=hinted, at=at)


def _find_decisions(match: AnyMatch) -> list[Decision]:
    """The decisions of named people in a match."""
    if match.options.changed():
        return []
    persons = [seat for seat, name in enumerate(match.names, 1) if not is_machine(name) and name not in NAMELESS]
    return list(decisions(match, persons))
