"""A learner's answers to drills: which positions are due when, and what to ask next.

    learner = Learner(["range-war"], answers)
    learner.next_drill(at, rng)        the longest overdue position; else a new one
    learner.known("range-war")         the number of only-move positions known the last time

Positions are compared as values, no matter how they were reached. The first code of a position is its name from then
on. Nothing here reads the clock or stores anything.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import UTC, datetime
from functools import lru_cache
from random import Random
from typing import Protocol

from fathom import games
from fathom.analysis.citing import CitedRule
from fathom.coach.boxes import TIMES, Attempt, Card, after_attempt, cards, level_after
from fathom.coach.drills import DRILL_LEVELS, Drill, drill_of, sample
from fathom.coach.mastery import Mastery, examples
from fathom.coach.progress import Mark, Share, only_moves
from fathom.core.game import AnyPosition
from fathom.errors import BadOption, FathomError, InputError, UnreadableCode

_DRILLS_REMEMBERED = 4096


class Answered(Protocol):
    """An answer to a drill: the position's code, was it right, was there a hint, and when (ISO 8601)."""

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
    """The games with drills, or only the one named; raises `BadOption` for a game that has none."""
    contests = [each for each in games.names() if games.game(each).is_contest]
    if name is None:
        return contests
    game = games.game(name)
    if game.name not in contests:
        raise BadOption(f"There are no drills for {game.title}: it has no opponent. Choose {', '.join(contests)}.")
    return [game.name]


@lru_cache(maxsize=_DRILLS_REMEMBERED)
def drill_at(code: str) -> Drill:
    """The drill that a code names; raises `UnreadableCode` if there is none. Drills use default options."""
    match = games.read_code(code)
    drill = None if not match.game.is_contest or match.options.changed() or match.outcome else drill_of(match)
    if drill is None:
        raise UnreadableCode(
            f"{code} is not a drill: no move there can throw anything away, or it is not a default game for two."
        )
    return drill


def read_time(text: str) -> datetime:
    """A time in ISO 8601, in UTC if it has no time zone; raises `InputError`."""
    try:
        at = datetime.fromisoformat(text)
        at = at.replace(tzinfo=at.tzinfo or UTC).astimezone(UTC)
        _ = at + TIMES[-1]  # raises if the due date would be out of range
    except (ValueError, OverflowError) as error:
        raise InputError("The time of an answer cannot be read.") from error
    return at


class Learner:
    """One person's answers in some games."""

    def __init__(self, names: Sequence[str], answers: Iterable[Answered]) -> None:
        self.names = names
        #: The number of answers that were left out because they cannot be replayed.
        self.damaged = 0
        self.marks: list[Mark] = []
        #: How often each rule has come up lately, by game.
        self.rules: dict[str, Counter[CitedRule | None]] = defaultdict(Counter)
        #: For each rule of a game that has come up: the known answers in a row, up to the last one.
        self._in_a_row: dict[str, dict[CitedRule, int]] = defaultdict(dict)
        self._drills: dict[AnyPosition, Drill] = {}
        self._asked: list[Drill] = []
        self._known: dict[str, list[bool]] = defaultdict(list)
        attempts = [*self._replay(answers), *self._find_mistakes()]
        self.cards: dict[AnyPosition, Card] = cards(attempts)

    def _replay(self, answers: Iterable[Answered]) -> Iterator[Attempt[AnyPosition]]:
        for answer in answers:
            if answer.game not in self.names:
                continue
            try:
                drill, at = drill_at(answer.position), read_time(answer.at)
            except FathomError:
                self.damaged += 1
                continue
            if drill.match.game.name == answer.game:
                yield self._note(drill, Attempt(drill.position, answer.is_right and not answer.hinted, at))
            else:
                self.damaged += 1

    def _find_mistakes(self) -> Iterator[Attempt[AnyPosition]]:
        """Mistakes made in matches, for a learner whose matches are known."""
        return iter(())

    def _note(self, drill: Drill, attempt: Attempt[AnyPosition]) -> Attempt[AnyPosition]:
        """Count an answer to a drill."""
        self._drills.setdefault(drill.position, drill)
        self._asked.append(drill)
        name = drill.match.game.name
        self._known[name].append(attempt.known)
        if drill.rule:
            in_a_row = self._in_a_row[name]
            in_a_row[drill.rule] = in_a_row.get(drill.rule, 0) + 1 if attempt.known else 0
        self.marks.append(Mark(attempt.at, attempt.known, in_match=False))
        return attempt

    def answered(self, drill: Drill, *, is_right: bool, hinted: bool, at: datetime) -> Card:
        """Count one more answer; returns the position's new card."""
        attempt = self._note(drill, Attempt(drill.position, is_right and not hinted, at))
        self.rules[drill.match.game.name][drill.rule] += 1
        card = after_attempt(self.cards.get(drill.position), attempt)
        self.cards[drill.position] = card
        return card

    def count_rules(self, lately: int) -> None:
        """Count the rules of the last `lately` answers, as if they had been given in this session."""
        for drill in self._asked[-lately:]:
            self.rules[drill.match.game.name][drill.rule] += 1

    # ------------------------------------------------------------ what to ask

    def next_drill(
        self, at: datetime, rng: Random, asked: Collection[AnyPosition] = (), level: int | None = None
    ) -> Drill | None:
        """A drill that is due, or else a new one; never a position already `asked` in this session."""
        return next((drill for drill in self.due(at) if drill.position not in asked), None) or self._new(
            rng, {*asked, *self.cards}, level
        )

    def _new(self, rng: Random, seen: set[AnyPosition], level: int | None) -> Drill | None:
        """A position that was never asked before, at the given level.

        Without a level it is the example of the first rule that has never come up, else one at the learner's level.
        """
        for name in rng.sample(self.names, len(self.names)):
            found = None if level else self._example(name, seen)
            found = found or sample(games.game(name), level or self.level(name), rng, seen, self.rules[name])
            if found:
                return found
        return None

    def _example(self, name: str, seen: set[AnyPosition]) -> Drill | None:
        """The example of the first rule that has never come up, if there is one and it was not seen."""
        unmet = (drill for rule, drill in examples(name).items() if rule not in self._in_a_row[name])
        return next((drill for drill in unmet if drill.position not in seen), None)

    def due(self, at: datetime, name: str | None = None) -> list[Drill]:
        """The positions that are due, the longest overdue first; only of one game, if it is named."""
        due = [(card.due, self._drills[position]) for position, card in self.cards.items() if card.due <= at]
        due.sort(key=lambda found: found[0])
        return [drill for _, drill in due if name in (None, drill.match.game.name)]

    # ------------------------------------------------------------ progress

    def level(self, name: str) -> int:
        """The learner's level in a game."""
        return level_after(self._known[name])

    def mastery(self, name: str) -> list[Mastery]:
        """The rules of a game that have drills, and how well the learner knows each."""
        return [Mastery(rule, self._in_a_row[name].get(rule, 0)) for rule in examples(name)]

    def known(self, name: str) -> int:
        """The number of only-move positions of a game that were known the last time."""
        return sum(drill.is_only_move and card.known for drill, card in self._of(name))

    def share(self, name: str, at: datetime) -> Share:
        """How far the learner has come in a game."""
        remembered = sum(card.known for _, card in self._of(name))
        positions, due = only_moves(games.game(name)), len(self.due(at, name))
        return Share(name, positions, self.known(name), remembered, due, self.mastery(name))

    def chart(self, name: str) -> list[list[int]]:
        """The number of positions by level (row) and box (column)."""
        counted = [[0] * len(TIMES) for _ in DRILL_LEVELS]
        for drill, card in self._of(name):
            counted[drill.level - 1][card.box - 1] += 1
        return counted

    def _of(self, name: str) -> list[tuple[Drill, Card]]:
        found = [(self._drills[position], card) for position, card in self.cards.items()]
        return [(drill, card) for drill, card in found if drill.match.game.name == name]
