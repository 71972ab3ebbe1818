"""What the store knows of you as a learner: your answers to drills, and what you decided in kept matches.

Positions are compared as values: however they were reached, equal ones are one. The code under which a position was met
first is its name from then on. Matches with other options than the defaults are left out, as drills are.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Any

from fathom import games
from fathom.coach.boxes import TIMES, Attempt, Card, after_attempt, cards, level_after
from fathom.coach.drills import Decision, Drill, decisions, drill_of, match_before
from fathom.coach.progress import Mark
from fathom.core.code import write_code
from fathom.core.match import Match
from fathom.errors import BadOption, FathomError, StoreError
from fathom.players import is_machine
from fathom.storage.log import Answer, Kept, Store


def drilled_games(name: str | None = None) -> list[str]:
    """The games with drills, or the one that is wanted; raises `BadOption` for a game that has none."""
    two_seats = [each for each in games.ROOMS if games.game(each).seats == 2]
    if name is None:
        return two_seats
    game = games.game(name)
    if game.name not in two_seats:
        raise BadOption(f"There are no drills for {game.title}: it has no opponent. Choose {', '.join(two_seats)}.")
    return [game.name]


class Notebook:
    """Your answers and mistakes in some games, replayed from the store."""

    def __init__(self, store: Store, names: Sequence[str]) -> None:
        self.names = names
        #: Answers that cannot be replayed: they are left out, and this says how many.
        self.damaged = 0
        self.marks: list[Mark] = []
        #: For each position of a mistake, the id of the match in which it was made last.
        self.mistakes: dict[Any, str] = {}
        #: How often each idea has come up since the notebook was opened.
        self.ideas: Counter[str] = Counter()
        self._store = store
        self._matches: dict[Any, Match] = {}
        self._known: dict[str, list[bool]] = defaultdict(list)
        attempts = [*self._answered(), *self._mistaken()]
        self.cards: dict[Any, Card] = cards(attempts)

    def _answered(self) -> Iterator[Attempt]:
        for answer in self._store.answers():
            if answer.game not in self.names:
                continue
            try:
                match, at = _replayed(answer)
            except FathomError:
                self.damaged += 1
                continue
            yield self._noted(match, Attempt(match.position, answer.is_right and not answer.hinted, at))

    def _mistaken(self) -> Iterator[Attempt]:
        """The moves of persons in kept matches that threw something away, the oldest first."""
        for kept in reversed(self._store.history()):
            if kept.game not in self.names:
                continue
            try:
                match, at = kept.match(), _time(kept.created)
            except FathomError:  # a damaged match teaches nothing
                continue
            for decision in _decided(match):
                self.marks.append(Mark(at, decision.is_right, in_match=True))
                if not decision.is_right:
                    yield self._mistake(kept, match, decision, at)

    def _mistake(self, kept: Kept, match: Match, decision: Decision, at: datetime) -> Attempt:
        self._matches.setdefault(decision.position, match_before(match, decision.ply))
        self.mistakes[decision.position] = kept.id
        return Attempt(decision.position, known=False, at=at, in_match=True)

    def _noted(self, match: Match, attempt: Attempt) -> Attempt:
        """Count an answer to a drill."""
        self._matches.setdefault(match.position, match)
        self._known[match.game.name].append(attempt.known)
        self.marks.append(Mark(attempt.at, attempt.known, in_match=False))
        return attempt

    def write(self, drill: Drill, *, is_right: bool, hinted: bool, at: datetime) -> Card:
        """Keep an answer; returns where the position stands now, when the answer is on disk."""
        match = self._matches.get(drill.position, drill.match)
        when = at.isoformat(timespec="milliseconds")
        self._store.add_answer(Answer(match.game.name, write_code(match), is_right, hinted, when))
        attempt = self._noted(match, Attempt(drill.position, is_right and not hinted, at))
        self.ideas[drill.idea] += 1
        card = after_attempt(self.cards.get(drill.position), attempt)
        self.cards[drill.position] = card
        return card

    def due(self, at: datetime, name: str | None = None) -> list[Match]:
        """The positions that are due, the longest overdue first; of one game, if it is named."""
        due = [(card.due, self._matches[position]) for position, card in self.cards.items() if card.due <= at]
        due.sort(key=lambda found: found[0])
        return [match for _, match in due if name in (None, match.game.name)]

    def level(self, name: str) -> int:
        """The level you have come to in a game."""
        return level_after(self._known[name])

    def known(self, name: str) -> int:
        """How many only-move positions of a game you knew the last time."""
        found = (self._matches[position] for position, card in self.cards.items() if card.known)
        drills = (drill_of(match) for match in found if match.game.name == name)
        return sum(drill is not None and drill.is_only_move for drill in drills)


def _replayed(answer: Answer) -> tuple[Match, datetime]:
    """The position that was answered, and when; raises `FathomError` for a damaged row."""
    match = games.read_code(answer.position)
    if match.game.name != answer.game or match.options.changed() or drill_of(match) is None:
        raise StoreError(f"{answer.position} is no drill of {answer.game}.")
    return match, _time(answer.at)


def _time(text: str) -> datetime:
    try:
        at = datetime.fromisoformat(text)
        at = at.replace(tzinfo=at.tzinfo or UTC).astimezone(UTC)
        _ = at + TIMES[-1]  # a date at the end of time cannot be due later
    except (ValueError, OverflowError) as error:
        raise StoreError("A time in the store cannot be read.") from error
    return at


def _decided(match: Match) -> list[Decision]:
    """What persons decided in a match."""
    if match.options.changed():
        return []
    persons = [seat for seat, name in enumerate(match.names, 1) if not is_machine(name)]
    return list(decisions(match, persons))
