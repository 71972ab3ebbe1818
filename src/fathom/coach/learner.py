"""What is known of a learner: answers to drills, and with them what comes back when, and what to ask next.

    learner = Learner(["range-war"], answers)
    learner.next_drill(at, rng)        what is due, the longest overdue first; else something new
    learner.known("range-war")         how many only-move positions were known the last time

Positions are compared as values: however they were reached, equal ones are one. The code under which a position was met
first is its name from then on. Nothing here reads a clock or keeps anything.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import UTC, datetime
from functools import lru_cache
from random import Random
from typing import Protocol

from fathom import games
from fathom.coach.boxes import TIMES, Attempt, Card, after_attempt, cards, level_after
from fathom.coach.drills import DRILL_LEVELS, Drill, drill_of, sample
from fathom.coach.progress import Mark
from fathom.core.game import AnyPosition
from fathom.errors import BadOption, FathomError, InputError, UnreadableCode

_DRILLS_REMEMBERED = 4096


class Answered(Protocol):
    """An answer to a drill: the position's code, was it right, was there a hint before it, and when (ISO 8601)."""

    @property
    def game(self) -> str: ...
    @property
    def position(self) -> str: ...
    @property
    def is_right(self) -> bool: ...
    @property
    def hinted(self) -> bool: ...
    @property
    def at(self) -> str: ...


def drilled_games(name: str | None = None) -> list[str]:
    """The games with drills, or the one that is wanted; raises `BadOption` for a game that has none."""
    contests = [each for each in games.names() if games.game(each).is_contest]
    if name is None:
        return contests
    game = games.game(name)
    if game.name not in contests:
        raise BadOption(f"There are no drills for {game.title}: it has no opponent. Choose {', '.join(contests)}.")
    return [game.name]


@lru_cache(maxsize=_DRILLS_REMEMBERED)
def drill_at(code: str) -> Drill:
    """The drill that a code names; raises `UnreadableCode` where there is none. Drills are about default options."""
    match = games.read_code(code)
    drill = None if not match.game.is_contest or match.options.changed() or match.outcome else drill_of(match)
    if drill is None:
        raise UnreadableCode(f"{code} is no drill: nothing can be thrown away there, or it is no usual game for two.")
    return drill


def read_time(text: str) -> datetime:
    """A time in ISO 8601, by UTC where it does not say; raises `InputError`."""
    try:
        at = datetime.fromisoformat(text)
        at = at.replace(tzinfo=at.tzinfo or UTC).astimezone(UTC)
        _ = at + TIMES[-1]  # a date at the end of time cannot be due later
    except (ValueError, OverflowError) as error:
        raise InputError("A time of an answer cannot be read.") from error
    return at


class Learner:
    """Somebody's answers in some games."""

    def __init__(self, names: Sequence[str], answers: Iterable[Answered]) -> None:
        self.names = names
        #: Answers that cannot be replayed: they are left out, and this says how many.
        self.damaged = 0
        self.marks: list[Mark] = []
        #: How often each idea has come up lately.
        self.ideas: Counter[str] = Counter()
        self._drills: dict[AnyPosition, Drill] = {}
        self._asked: list[Drill] = []
        self._known: dict[str, list[bool]] = defaultdict(list)
        attempts = [*self._replayed(answers), *self._mistaken()]
        self.cards: dict[AnyPosition, Card] = cards(attempts)

    def _replayed(self, answers: Iterable[Answered]) -> Iterator[Attempt[AnyPosition]]:
        for answer in answers:
            if answer.game not in self.names:
                continue
            try:
                drill, at = drill_at(answer.position), read_time(answer.at)
            except FathomError:
                self.damaged += 1
                continue
            if drill.match.game.name == answer.game:
                yield self._noted(drill, Attempt(drill.position, answer.is_right and not answer.hinted, at))
            else:
                self.damaged += 1

    def _mistaken(self) -> Iterator[Attempt[AnyPosition]]:
        """Mistakes made in matches, for a learner whose matches are known."""
        return iter(())

    def _noted(self, drill: Drill, attempt: Attempt[AnyPosition]) -> Attempt[AnyPosition]:
        """Count an answer to a drill."""
        self._drills.setdefault(drill.position, drill)
        self._asked.append(drill)
        self._known[drill.match.game.name].append(attempt.known)
        self.marks.append(Mark(attempt.at, attempt.known, in_match=False))
        return attempt

    def answered(self, drill: Drill, *, is_right: bool, hinted: bool, at: datetime) -> Card:
        """Count one more answer; returns where the position stands now."""
        attempt = self._noted(drill, Attempt(drill.position, is_right and not hinted, at))
        self.ideas[drill.idea] += 1
        card = after_attempt(self.cards.get(drill.position), attempt)
        self.cards[drill.position] = card
        return card

    def count_ideas(self, lately: int) -> None:
        """Count the ideas of the last so many answers, as if they had been given in this sitting."""
        self.ideas.update(drill.idea for drill in self._asked[-lately:])

    # ------------------------------------------------------------ what to ask

    def next_drill(
        self, at: datetime, rng: Random, asked: Collection[AnyPosition] = (), level: int | None = None
    ) -> Drill | None:
        """What is due, or else something new; never a position that was `asked` in this sitting."""
        return next((drill for drill in self.due(at) if drill.position not in asked), None) or self._new(
            rng, {*asked, *self.cards}, level
        )

    def _new(self, rng: Random, seen: set[AnyPosition], level: int | None) -> Drill | None:
        """A position that was never asked before, at the level that is wanted or was come to."""
        for name in rng.sample(self.names, len(self.names)):
            found = sample(games.game(name), level or self.level(name), rng, seen, self.ideas)
            if found:
                return found
        return None

    def due(self, at: datetime, name: str | None = None) -> list[Drill]:
        """The positions that are due, the longest overdue first; of one game, if it is named."""
        due = [(card.due, self._drills[position]) for position, card in self.cards.items() if card.due <= at]
        due.sort(key=lambda found: found[0])
        return [drill for _, drill in due if name in (None, drill.match.game.name)]

    # ------------------------------------------------------------ how far you have come

    def level(self, name: str) -> int:
        """The level you have come to in a game."""
        return level_after(self._known[name])

    def known(self, name: str) -> int:
        """How many only-move positions of a game you knew the last time."""
        return sum(drill.is_only_move and card.known for drill, card in self._of(name))

    def chart(self, name: str) -> list[list[int]]:
        """How many positions of each level (a row) are in each box (a column)."""
        counted = [[0] * len(TIMES) for _ in DRILL_LEVELS]
        for drill, card in self._of(name):
            counted[drill.level - 1][card.box - 1] += 1
        return counted

    def _of(self, name: str) -> list[tuple[Drill, Card]]:
        found = [(self._drills[position], card) for position, card in self.cards.items()]
        return [(drill, card) for drill, card in found if drill.match.game.name == name]
