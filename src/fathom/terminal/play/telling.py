"""What people at a terminal are told: the board, the goal, what just happened and what to do now, in a line each.

Where exactly one person plays, that person is "you", and machines go by their names in words. A pipe gets the dialogue
of the rule book instead, from the room's `text`.
"""

from __future__ import annotations

from copy import copy

from fathom import games
from fathom.core.match import AnyMatch
from fathom.core.words import YOU
from fathom.players import is_machine
from fathom.players.faces import names_for_people
from fathom.show.guide import Told, guide_of
from fathom.terminal.screen import Screen

_BOTH = 3
_TALL = 15


class Teller:
    """Tells the people at one match where it stands."""

    def __init__(self, screen: Screen, match: AnyMatch) -> None:
        self.screen = screen
        self._match = match
        self._text = games.room(match.game.name).text
        people = [seat for seat, name in enumerate(match.names, 1) if not is_machine(name)]
        #: Who reads, as `show/guide.py` counts: nobody who plays, one seat, or both.
        self._reader = _BOTH if len(people) > 1 else people[0] if people else 0
        spoken = names_for_people(match.names)
        #: The players as boards name them.
        self.names = tuple(YOU if people == [seat] else name for seat, name in enumerate(spoken, 1))
        self._spoken = spoken

    @property
    def shown(self) -> AnyMatch:
        """The match as it is drawn: with names for people."""
        shown = copy(self._match)
        shown.names = self.names
        return shown

    def name(self, seat: int) -> str:
        """A player's name in a sentence."""
        return self._spoken[seat - 1]

    def opening(self) -> list[str]:
        """The lines before the first turn."""
        canvas, match = self.screen.canvas, self._match
        title = match.game.title
        against = f", {' against '.join(self._spoken)}" if match.game.is_contest else ""
        lines = [canvas.strong(f"{title}{against}")]
        changed = ", ".join(f"{name}={value}" for name, value in match.options.changed().items() if name != "layout")
        lines += canvas.wrap(f"Options: {changed}") if changed else []
        return [*lines, canvas.faint("Type help at any time to see the commands, q to leave.")]

    def turn(self) -> list[str]:
        """The board and the lines below it, for whoever is to move."""
        canvas, told = self.screen.canvas, self._told()
        board = self._text.board(self.shown, canvas)
        gap = [""] if len(board) < _TALL else []  # a tall board leaves no line to spare
        lines = ["", *board, *gap, canvas.faint(f"Goal: {self._goal()}")]
        lines += [told.happened] if told.happened else []
        return [*lines, canvas.strong(told.now), *self._text.choices(self._match, canvas)]

    def happened(self) -> list[str]:
        """The move just made."""
        return [self._told().happened]

    def ending(self) -> list[str]:
        """The last board, who won and why."""
        canvas, told = self.screen.canvas, self._told()
        board = self._text.board(self.shown, canvas)
        return ["", *board, "", told.happened, f"{canvas.strong(told.result)} {told.now}"]

    def _goal(self) -> str:
        return guide_of(self._named(), self._text).goal

    def _told(self) -> Told:
        return guide_of(self._named(), self._text).told[self._reader]

    def _named(self) -> AnyMatch:
        named = copy(self._match)
        named.names = self._spoken
        return named
