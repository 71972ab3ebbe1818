"""How a win in Pocket Addition comes about, told until it is settled.

    the opponent must take it, and then you take the 4 and threaten the 5, which they cannot take at 13

The winner's moves are those of best play, so that a reason never contradicts the line shown beside it. Of the loser's
moves all are covered: by a threat that must be answered, because there is only one, or one by one.
"""

from __future__ import annotations

from typing import NamedTuple

from fathom.core.value import Adviser
from fathom.core.words import enumerate_words
from fathom.games.pocket_addition.reasons.causes import Cause, settled
from fathom.games.pocket_addition.reasons.phrases import Cast, explain, play_alone, totals
from fathom.games.pocket_addition.rules import Move, Position

#: The length up to which a list of replies reads well, and the length up to which it can still be read.
_GOOD, _READABLE = 240, 300
#: The number of moves that are told before it is enough to say how long the rest takes.
_MOVES_TOLD = 6


def threat(after: Position) -> int | None:
    """The number with which the seat that has just moved would make the target."""
    need = after.options.target - after.foe
    return need if after.pool >> need & 1 else None


class Course(NamedTuple):
    """Tells how `cast.seat` wins."""

    cast: Cast
    adviser: Adviser[Position, Move]
    moves_told: int = 0
    #: Are we in a list of replies, which must not contain another one?
    is_listed: bool = False

    def later(self) -> Course:
        """The same, one move later."""
        return self._replace(cast=self.cast.later(), moves_told=self.moves_told + 1)

    def answer(self, position: Position) -> str:
        """The winner is to move: `you take the 4 and threaten the 5, which they cannot take at 13`."""
        found, winner = settled(position), self.cast.winner
        if found:
            return explain(position, found, self.cast, self.adviser)
        if self.moves_told >= _MOVES_TOLD:
            return self._win_in(position)
        move, after = self.adviser.best(position)
        is_first_block = not self.moves_told and move == threat(position)
        return self._after_answer(f"{winner.name} take{winner.s} {'it' if is_first_block else f'the {move}'}", after)

    def _after_answer(self, taken: str, after: Position) -> str:
        _, winner, loser = self.cast
        found, need = settled(after), threat(after)
        if found and found.cause is not Cause.THREAT:
            return f"{taken}, and then {explain(after, found, self.cast.later(), self.adviser)}"
        told = f"{taken} and threaten{winner.s} the {need}" if need else taken
        if found:
            return f"{told}, which {loser.name} cannot take at {after.own}"
        return f"{told}; {self.later().defence(after)}"

    def defence(self, position: Position) -> str:
        """The loser is to move, and nothing is settled: `the opponent must take it, and then ...`"""
        loser, moves, need = self.cast.loser, position.moves(), threat(position)
        if need:
            return f"{loser.name} must take it, and then {self.later().answer(position.after(need))}"
        if len(moves) == 1:
            only = f"{loser.name} can take only the {moves[0]}"
            return f"{only}, and then {self.later().answer(position.after(moves[0]))}"
        if self.is_listed:
            return self._win_in(position)
        told = self._every_reply(position)
        if len(told) > _GOOD:
            told = min(told, self._lines(position) or told, key=len)
        return told if len(told) <= _READABLE else self._longest(position)

    def _every_reply(self, position: Position) -> str:
        """`whatever you take: after 2 neither of you can add 7, and their 12 beats 10; after 3 they take ...`"""
        threats, others = self._sort_replies(position)
        answers, listed = dict[str, list[Move]](), self.later()._replace(is_listed=True)
        for reply in others:
            answers.setdefault(listed.answer(position.after(reply)), []).append(reply)
        return self._whatever(threats, [f"{_after(replies)} {told}" for told, replies in answers.items()])

    def _whatever(self, threats: dict[Move, list[Move]], others: list[str]) -> str:
        loser = self.cast.loser
        parts = [self._threats(threats), *others] if threats else others
        return f"whatever {loser.name} take{loser.s}: {'; '.join(parts)}"

    def _sort_replies(self, position: Position) -> tuple[dict[Move, list[Move]], list[Move]]:
        """The replies that allow an unstoppable threat, by the number that makes it, if several do; and the others."""
        threats: dict[Move, list[Move]] = {}
        for reply in position.moves():
            following = position.after(reply)
            answer, after = self.adviser.best(following)
            found = None if settled(following) else settled(after)
            if found and found.cause is Cause.THREAT:
                threats.setdefault(answer, []).append(reply)
        threatened = [reply for replies in threats.values() for reply in replies]
        if len(threatened) == 1:
            return {}, list(position.moves())
        return threats, [reply for reply in position.moves() if reply not in threatened]

    def _threats(self, threats: dict[Move, list[Move]]) -> str:
        """`you threaten a number that they cannot take, after 2 with the 4, after 3 or 5 with the 1`"""
        _, winner, loser = self.cast.later()
        made = ", ".join(f"{_after(replies)} with the {move}" for move, replies in threats.items())
        return f"{winner.name} threaten{winner.s} a number that {loser.name} cannot take, {made}"

    def _lines(self, position: Position) -> str:
        """The same, with forced play as lines: `you win by force with 3-4-9-7 (13 each, taking last)`."""
        threats, others = self._sort_replies(position)
        lines = [self._line(position, reply) for reply in others]
        if not all(lines):
            return ""
        winner, otherwise = self.cast.later().winner, "otherwise " if threats else ""
        return self._whatever(threats, [f"{otherwise}{winner.name} win{winner.s} by force with {', '.join(lines)}"])

    def _line(self, position: Position, reply: Move) -> str:
        """A reply and the forced play after it, without passes: `5-9-4-3 (14 to 10)`; empty if play is not forced."""
        moves, seat, position = [reply], self.cast.seat, position.after(reply)
        found = settled(position)
        while not found:
            forced = self._forced(position)
            if forced is None:
                return ""
            moves.append(forced)
            position = position.after(forced)
            found = settled(position)
        own, foe = totals(position, seat)
        if found.cause is Cause.ALONE:
            taken, own = play_alone(position, seat, self.adviser)
            moves += taken
        elif found.cause is not Cause.TOTALS:
            return ""
        result = f"{own} each, taking last" if own == foe else f"{own} to {foe}"
        return f"{'-'.join(map(str, moves))} ({result})"

    def _forced(self, position: Position) -> Move | None:
        """The winner's best move, or the only one that does not lose at once; None if there are several."""
        if position.to_move == self.cast.seat:
            return self.adviser.best(position)[0]
        moves = position.moves()
        return threat(position) or (moves[0] if len(moves) == 1 else None)

    def _longest(self, position: Position) -> str:
        """How the longest defence begins, if there is too much to tell of the others."""
        reply, following = self.adviser.best(position)
        answer, _ = self.adviser.best(following)
        plies = self.adviser.value(position).plies
        return (
            f"{self.cast.loser.whose} longest defence begins with {reply}, is met by {answer} and lasts {plies} moves"
        )

    def _win_in(self, position: Position) -> str:
        winner = self.cast.winner
        return f"{winner.name} win{winner.s} in {self.adviser.value(position).plies} moves with best play"


def _after(replies: list[Move]) -> str:
    return f"after {enumerate_words(map(str, replies), 'or')}"
