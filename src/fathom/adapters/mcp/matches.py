"""The matches of a server: a limited number, each with its players and a lock.

matches = Matches(most=100)
seated = matches.add(match, machines={2: player})
matches.find(seated.id)                      UnknownMatch if it is not kept any more
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from secrets import token_hex
from threading import Lock
from typing import Final

from fathom import games
from fathom.adapters.mcp.thinking import Thinking
from fathom.core.game import PASS
from fathom.core.match import AnyPly
from fathom.core.outcome import Seat
from fathom.core.words import quoted
from fathom.errors import Forfeit, NothingToUndo, UnknownMatch
from fathom.library.match import Match
from fathom.players import Player
from fathom.players.thinking import choose_within
from fathom.show.room import AnyRoom

#: How many matches a server keeps.
MOST: Final = 100


class SeatedMatch:
    """A match with the machines that play in it. Hold `lock` while you use it."""

    def __init__(self, match: Match, machines: Mapping[Seat, Player]) -> None:
        # Whoever knows the id may play, so it cannot be guessed.
        self.id = token_hex(4)
        self.match = match
        self.machines = machines
        self.lock = Lock()

    @property
    def room(self) -> AnyRoom:
        return games.room(self.match.game.name)

    def play(self, move: str, thinking: Thinking) -> list[str]:
        """Make the move of a person, and say what happened until a person is to move again."""
        ply = self.match.play(move)
        return [self._announce(ply), *self.go_on(thinking)]

    def go_on(self, thinking: Thinking) -> list[str]:
        """Let machines move, and make the passes that nobody has to be asked for; says what was played."""
        said: list[str] = []
        while self.match.outcome is None:
            player = self.machines.get(self.match.position.to_move)
            if self.match.must_pass:
                said.append(self._announce(self.match.play(self.match.legal_moves[0])))
            elif player is None:
                break
            else:
                said += self._let_move(player, thinking)
        return said

    def _let_move(self, player: Player, thinking: Thinking) -> list[str]:
        seat = self.match.position.to_move
        try:
            choice = choose_within(player, self.match, thinking.thought())
        except Forfeit as forfeit:
            self.match.forfeit(seat, forfeit.reason)
            return []
        self.match.make(choice.ply)
        fell_short = [choice.shortfall.describe(self.match.name(seat))] if choice.shortfall else []
        return [self._announce(choice.ply), *fell_short]

    def take_back(self) -> str:
        """Undo up to the last move that a person chose; says which one it was."""
        plies = self.match.plies
        chosen = [at for at, ply in enumerate(plies) if ply.seat not in self.machines and ply.move != PASS]
        if not chosen:
            raise NothingToUndo("There is no move of yours to take back.")
        undone = plies[chosen[-1]]
        for _ in range(len(plies) - chosen[-1]):
            self.match.undo()
        return f"{self.match.name(undone.seat)} takes back {self.match.game.format_move(undone.move)}."

    def _announce(self, ply: AnyPly) -> str:
        return self.room.text.announce(self.match, ply)


class Matches:
    """At most so many matches: whoever begins another one loses the one that was not used for longest."""

    def __init__(self, most: int = MOST) -> None:
        self.most = most
        self._kept: OrderedDict[str, SeatedMatch] = OrderedDict()
        self._lock = Lock()

    def add(self, match: Match, machines: Mapping[Seat, Player]) -> SeatedMatch:
        seated = SeatedMatch(match, machines)
        with self._lock:
            self._kept[seated.id] = seated
            while len(self._kept) > self.most:
                self._kept.popitem(last=False)
        return seated

    def find(self, match_id: str) -> SeatedMatch:
        with self._lock:
            if match_id in self._kept:
                self._kept.move_to_end(match_id)
                return self._kept[match_id]
        raise UnknownMatch(
            f"There is no match {quoted(match_id)} here. The server keeps the {self.most} that were used last, until "
            "it stops: new_match begins another one, or goes on from the code of a match."
        )
