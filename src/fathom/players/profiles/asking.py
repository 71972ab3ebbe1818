"""Asking a player every question that it can meet, and finding out what its answers depend on.

    profile = take_profile(player, "./mybot", match)
    profile.behaviour                        -> "fixed", "history" or "random"

A question is a position at the player's turn with more than one legal move. In each seat, the opponent makes every move
and the player the moves that it answers, so these are all the questions it can meet.

First each position is asked several times over, and again whenever another move leads to it. If no answer differs, they
depend on the position alone, as far as asking can tell. If only the way there makes a difference, every way is asked.
If the same question gets different answers, they are counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping
from typing import NamedTuple

from fathom.core.budget import UNLIMITED, Meter
from fathom.core.code import write_code
from fathom.core.game import Move
from fathom.core.match import AnyMatch
from fathom.core.outcome import Seat
from fathom.errors import BadPlayer, Forfeit, Unknown
from fathom.players import Machine, Player
from fathom.players.profiles.profile import Behaviour, Profile, Question
from fathom.players.read_only import choose_ply

#: How often each move is the answer to a question.
Counts = Mapping[str, int]


class Care(NamedTuple):
    """How carefully a player is asked.

    `repeats` is how often each question is asked; a player who answers at random is asked each one `samples` times.
    `questions` is the most that are asked in all.
    """

    repeats: int = 2
    samples: int = 20
    questions: int = 200_000


USUAL_CARE = Care()


class _Differs(Exception):
    """Two answers differ, so the player behaves in another way than was supposed."""

    def __init__(self, behaviour: Behaviour) -> None:
        super().__init__(behaviour)
        self.behaviour = behaviour


def take_profile(
    player: Player, name: str, start: AnyMatch, care: Care = USUAL_CARE, meter: Meter = UNLIMITED
) -> Profile:
    """Ask a player everything from `start` on, in both seats.

    Raises `BadPlayer` if it does not answer with a legal move, and `Unknown` if there are too many questions.
    """
    asking = _Asking(player, name, start, care, meter)
    if isinstance(player, Machine):
        questions = asking.look_up(player)
        is_fixed = all(len(question.answers) == 1 for question in questions)
        return Profile(name, write_code(start), "fixed" if is_fixed else "random", None, questions)
    behaviour: Behaviour = "fixed"
    while True:
        try:
            questions = asking.ask_all(behaviour)
        except _Differs as differs:
            behaviour = differs.behaviour
        else:
            return Profile(name, write_code(start), behaviour, asking.repeats(behaviour), questions)


class _Asking:
    """One player, from one position on."""

    def __init__(self, player: Player, name: str, start: AnyMatch, care: Care, meter: Meter) -> None:
        self._player = player
        self._name = name
        self._start = start
        self._care = care
        self._meter = meter
        self._asked = 0

    def repeats(self, behaviour: Behaviour) -> int:
        """How often each question is asked."""
        return self._care.samples if behaviour == "random" else self._care.repeats

    def look_up(self, machine: Machine) -> list[Question]:
        """The questions of a machine whose chances are known."""

        def answer(match: AnyMatch) -> Counts:
            self._count(1)
            weights = machine.weights(match.position, self._meter)
            moves = map(match.game.format_move, match.legal_moves)
            return {move: weight for move, weight in zip(moves, weights, strict=True) if weight}

        return [question for seat in (1, 2) for question in walk(self._start, seat, answer)]

    def ask_all(self, behaviour: Behaviour) -> list[Question]:
        """The questions, if the player behaves like this; raises `_Differs` if it does not."""
        times = self.repeats(behaviour)

        def answer(match: AnyMatch) -> Counts:
            counts = self._ask(match, times)
            if len(counts) > 1 and behaviour != "random":
                raise _Differs("random")
            return counts

        def ask_again(match: AnyMatch, known: Counts) -> None:
            if behaviour == "fixed" and answer(match).keys() != known.keys():
                raise _Differs("history")

        by_way = behaviour == "history"
        return [question for seat in (1, 2) for question in walk(self._start, seat, answer, ask_again, by_way=by_way)]

    def _ask(self, match: AnyMatch, times: int) -> Counts:
        self._count(times)
        counts: Counter[str] = Counter()
        for _ in range(times):
            try:
                chosen = choose_ply(self._player, match).move
            except Forfeit as forfeit:
                raise BadPlayer(f"{self._name} was asked {write_code(match)}, and {forfeit.reason}.") from forfeit
            counts[match.game.format_move(chosen)] += 1
        return counts

    def _count(self, questions: int) -> None:
        self._meter.tick(questions)
        self._asked += questions
        if self._asked > self._care.questions:
            raise Unknown(f"{self._name} can be asked more than {self._care.questions:,} questions.")


def walk(
    start: AnyMatch,
    seat: Seat,
    answer: Callable[[AnyMatch], Counts],
    meet_again: Callable[[AnyMatch, Counts], None] | None = None,
    *,
    by_way: bool = False,
) -> Iterator[Question]:
    """Every question that a seat can meet by its own answers; positions count once, or `by_way` ways to them.

    `meet_again` is called when a further move leads to a position that has been asked.
    """
    seen: dict[Hashable, Counts | None] = {}
    stack = [start]
    while stack:
        match = stack.pop()
        if match.outcome:
            continue
        place: Hashable = tuple(match.moves) if by_way else match.position
        if place in seen:
            known = seen[place]
            if known and meet_again:
                meet_again(match, known)
            continue
        moves: list[Move] = list(match.legal_moves)
        seen[place] = None
        if match.position.to_move == seat and len(moves) > 1:
            counts = seen[place] = answer(match)
            yield Question(write_code(match), seat, counts)
            moves = [match.read(text) for text in counts]
        for move in reversed(moves):
            after = match.copy()
            after.make(match.look(move))
            stack.append(after)
