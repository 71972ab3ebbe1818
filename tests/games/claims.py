"""Reads the reasons that rooms give, clause by clause, and checks every claim against the position itself.

Nothing here asks the code that made the sentence. A sentence fails if it is not made of known clauses from end to end,
or claims something untrue. A sentence is *sufficient* if it explains the result: a search of three plies from the
position after the move, which takes the sentence's claims as the only knowledge of what lies beyond, finds who wins.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from fathom import games
from fathom.analysis.judge import judge
from fathom.coach.hints import IDEA, REASON, STANDING, hint
from fathom.core.value import Adviser, AnyAdviser
from fathom.solver.search import solve
from tests.conformance.laws import Case, graph

Check = Callable[["Scene", re.Match[str]], bool]

#: How far a reader is expected to look ahead.
PLIES_AHEAD = 3


class Wins(NamedTuple):
    """What a claim says of a position: this seat wins there, or nobody does."""

    seat: int | None


#: What a claim says about any position after the move; None where it says nothing.
Axiom = Callable[[Any], Wins | None]


class Scene(NamedTuple):
    """The move a sentence is about. `actor` made the last move spoken of, from `before` to `after`."""

    before: Any
    move: Any
    after: Any
    you: int
    actor: int
    solved: Any

    def seat(self, who: str) -> int:
        return self.you if who == "you" else 3 - self.you

    def acted(self, move: Any) -> Scene:
        """The same, one move later."""
        return self._replace(before=self.after, move=move, after=self.after.after(move), actor=3 - self.actor)


#: For rooms whose reasons name no answer of the other side: matches nothing.
NO_ANSWER = r"(?!)"


class Grammar(NamedTuple):
    """Clauses with their checks, how an answer of the other side is introduced, and what clauses say of the future."""

    clauses: dict[str, Check]
    connectors: str
    answer: str
    read_move: Callable[[str], Any]
    axioms: Mapping[str, Callable[[Scene, re.Match[str]], Axiom]] = {}
    #: How the better move is introduced, where the move throws a win away.
    better: str = r"better is (\S+?)(?=,|:)"


class Reading(NamedTuple):
    """What was read of a sentence: the part that is unknown or false, or None, and what it says of the future."""

    wrong: str | None
    axioms: list[Axiom]


def read(sentence: str, scene: Scene, grammar: Grammar) -> Reading:
    rest, first = sentence, scene
    axioms: list[Axiom] = []
    is_about_move = True
    while rest:
        answer, better = re.match(grammar.answer, rest), re.match(grammar.better, rest)
        if better:
            move = grammar.read_move(better[1])
            throws = wins(first.before, first.you, scene.solved) and not wins(first.after, first.you, scene.solved)
            if not throws or not is_best(first.before, move, scene.solved):
                return Reading(better[0], axioms)
            scene = first._replace(move=move, after=first.before.after(move))
            rest, is_about_move = rest[better.end() :], False
        elif answer:
            move = grammar.read_move(answer[1])
            if not is_best(scene.after, move, scene.solved):
                return Reading(answer[0], axioms)
            scene, rest = scene.acted(move), rest[answer.end() :]
        else:
            found = next((m for m in (re.match(p, rest) for p in grammar.clauses) if m), None)
            if not found or not grammar.clauses[found.re.pattern](scene, found):
                return Reading(rest, axioms)
            if is_about_move and found.re.pattern in grammar.axioms:
                axioms.append(grammar.axioms[found.re.pattern](scene, found))
            rest = rest[found.end() :]
        joined = re.match(grammar.connectors, rest)
        if rest and not joined:
            return Reading(rest, axioms)
        rest = rest[joined.end() :] if joined else rest
    return Reading(None, axioms)


def settle(position: Any, axioms: Iterable[Axiom], solved: Any, plies: int = PLIES_AHEAD) -> Wins | None:
    """Who wins, by a search of a few plies in which only the axioms say what lies beyond; None if that is not enough.

    Every axiom that is used is checked against the exact value.
    """
    if position.outcome:
        return Wins(position.outcome.winner)
    for axiom in axioms:
        said = axiom(position)
        if said:
            assert said.seat == solved.value(position).winner, f"untrue in {position}"
            return said
    if plies == 0:
        return None
    following = map(position.after, position.moves())
    mover, winner = position.to_move, solved.value(position).winner
    if winner == mover:  # what is settled is true, so only a winning move can show the win
        winning = (after for after in following if solved.value(after).winner == mover)
        return next((Wins(mover) for after in winning if settle(after, axioms, solved, plies - 1)), None)
    results = {settle(after, axioms, solved, plies - 1) for after in following}
    return None if None in results else Wins(winner)


class Tally(NamedTuple):
    """The number of sentences read, and those that were not sufficient, each with its position."""

    told: int
    insufficient: list[str]

    @property
    def share(self) -> float:
        """The share of sentences that are sufficient."""
        return 1 - len(self.insufficient) / self.told


def adviser_shown(name: str, solved: Any) -> AnyAdviser:
    """The adviser whose lines are shown: of equally good moves it gives the one that the room prefers."""
    reasons = games.room(name).reasons
    return Adviser(solved, prefer=reasons.prefer if reasons else None)


def check_every_reason(
    name: str,
    grammar: Grammar,
    positions: Iterable[Any],
    solved: Any,
    plies_left: Callable[[Any], int] | None = None,
) -> Tally:
    """Read the reason for every move in these positions; raises if one is not true.

    `plies_left` says after how many plies at most a position is over: if they are few, the search sees the end anyway.
    """
    reasons, game = games.room(name).reasons, games.game(name)
    assert reasons is not None
    adviser = adviser_shown(name, solved)
    told, insufficient = 0, []
    for position in positions:
        for move in position.moves():
            sentence = reasons.why(position, move, adviser)
            seat, after = position.to_move, position.after(move)
            reading = read(sentence, Scene(position, move, after, seat, seat, solved), grammar)
            told += 1
            spoken = f"{position}\n{game.format_move(move)}: {sentence}"
            assert reading.wrong is None, f"{spoken}\nnot true or not known: {reading.wrong}"
            reply = re.search(grammar.answer, sentence)
            assert not reply or grammar.read_move(reply[1]) == adviser.best(after)[0], f"{spoken}\nnot the line shown"
            sees_the_end = plies_left is not None and plies_left(after) <= PLIES_AHEAD
            if not sees_the_end and settle(after, reading.axioms, solved) is None:
                insufficient.append(spoken)
    assert told > 0
    return Tally(told, insufficient)


def every_reason(name: str, positions: Iterable[Any], solved: Any) -> Iterator[tuple[Scene, str]]:
    """Every move in these positions, as a scene, with its reason."""
    adviser = adviser_shown(name, solved)
    reasons = games.room(name).reasons
    assert reasons is not None
    for position in positions:
        for move in position.moves():
            seat = position.to_move
            scene = Scene(position, move, position.after(move), seat, seat, solved)
            yield scene, reasons.why(position, move, adviser)


def every_idea(name: str, positions: Iterable[Any], solved: Any) -> Iterator[tuple[Any, Any, str]]:
    """Each open position, the best move that hints are about, and the idea that the room has of it."""
    adviser = adviser_shown(name, solved)
    reasons = games.room(name).reasons
    assert reasons is not None
    assert reasons.idea is not None
    for position in positions:
        if not position.outcome:
            move = judge(position, adviser).best.move
            yield position, move, reasons.idea(position, move, adviser)


class Rungs(NamedTuple):
    """What the levels of a hint say one after another."""

    standing: str
    idea: str
    reason: str


def every_hint(name: str, positions: Iterable[Any], solved: Any) -> Iterator[tuple[Any, Rungs]]:
    """Each open position, with its hints."""
    adviser = adviser_shown(name, solved)
    game = games.game(name)
    for position in positions:
        if not position.outcome:
            yield position, Rungs(*(hint(game, position, adviser, level) for level in (STANDING, IDEA, REASON)))


def solved_graph(name: str, **values: Any) -> tuple[list[Any], Any]:
    """Every position that can be reached with these options, and their exact values by plain search."""
    game: Any = games.game(name)
    options = game.options_type(**values)
    return list(graph(Case(game, options))), solve(game.start(options))


def is_best(position: Any, move: Any, solved: Any) -> bool:
    value, reached = solved.value(position), solved.value(position.after(move))
    return reached.winner == value.winner and (value.plies is None or reached.plies == value.plies - 1)


def wins(position: Any, seat: int | None, solved: Any) -> bool:
    return solved.value(position).winner == seat
