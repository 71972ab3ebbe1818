"""Which rules of a rule book matter: which of them ever refuse a move, and which of its cases come up.

    found = try_rules(game, game.start(options), meter)
    found.rules                  -> (RuleFound(number=1, refuses=True), RuleFound(number=2, refuses=False), ...)
    found.clauses                -> (ClauseFound("all digits are used ...", occurs=False),)

In every open position that can be reached, every move of the game that is not legal there is refused by one numbered
rule. Rules that only say who wins refuse nothing, and a rule for an option refuses nothing without that option.
"""

from __future__ import annotations

from typing import NamedTuple

from fathom import games
from fathom.core.budget import UNLIMITED, Meter
from fathom.core.game import AnyGame, AnyPosition
from fathom.errors import Unknown
from fathom.solver.walk import walk


class ClauseFound(NamedTuple):
    """A case that a rule book provides for; `occurs` is None if that is not known."""

    text: str
    occurs: bool | None


class RuleFound(NamedTuple):
    """A numbered rule, and whether it ever refuses a move; None if that is not known."""

    number: int
    refuses: bool | None


class RulesTried(NamedTuple):
    """Every numbered rule of a game, and every case that its room knows."""

    rules: tuple[RuleFound, ...] = ()
    clauses: tuple[ClauseFound, ...] = ()


def try_rules(game: AnyGame, start: AnyPosition, meter: Meter = UNLIMITED) -> RulesTried:
    """By visiting every position, or as many as the room says are enough; what the budget leaves open is None."""
    trial = _Trial(game, start)
    meter.recount()
    is_complete = True
    try:
        for position, _, _ in walk(start, trial.follow, meter):
            trial.look_at(position)
            if trial.is_done:
                break
    except Unknown:
        is_complete = False
    return trial.found(unseen=False if is_complete else None)


class _Trial:
    """What has been seen so far."""

    def __init__(self, game: AnyGame, start: AnyPosition) -> None:
        self._room = games.room(game.name)
        self._actions = game.actions(start.options)
        self._clauses = self._room.clauses
        self._occurs = [False] * len(self._clauses)
        self._refusing: set[int] = set()
        self._looked_at: set[object] = set()
        is_whole = start == game.start(start.options)
        #: A walk that shows every refusal need not show every case of the book.
        self.follow = self._room.telling_moves(start.options) if is_whole and not self._clauses else None

    @property
    def is_done(self) -> bool:
        return all(self._occurs) and self._refusing == {*self._room.rule_book.rules}

    def look_at(self, position: AnyPosition) -> None:
        pairs = zip(self._occurs, self._clauses, strict=True)
        self._occurs = [known or clause.applies(position) for known, clause in pairs]
        if position.outcome:
            return
        refusing = self._room.refusing(position)
        if refusing not in self._looked_at:
            self._looked_at.add(refusing)
            legal = {*position.moves()}
            refusals = [position.violation(move) for move in self._actions if move not in legal]
            self._refusing.update(refusal.rule for refusal in refusals if refusal)

    def found(self, unseen: bool | None) -> RulesTried:
        return RulesTried(
            tuple(
                RuleFound(number, True if number in self._refusing else unseen) for number in self._room.rule_book.rules
            ),
            tuple(
                ClauseFound(clause.text, True if occurs else unseen)
                for clause, occurs in zip(self._clauses, self._occurs, strict=True)
            ),
        )
