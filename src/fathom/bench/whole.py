"""Scores of matches and profiles: what many answers together are worth.

A match is scored by what its moves gave away; its result depends on the opponent as well, and is told apart. A profile
is scored by its exploitability: how far its worst case is below what perfect play scores, which is exact, because a
profile answers every question that it can meet. Its scores against the baselines are exact for the same reason.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from typing import Final, NamedTuple

from fathom import games
from fathom.analysis.adviser import adviser_for
from fathom.bench.answer_file import Answer
from fathom.bench.asking import find_legal, find_tool
from fathom.bench.item import Item
from fathom.bench.prompts import MOST_TOOLS
from fathom.bench.score import Score, Status, score_answer
from fathom.bench.truth import truth_of
from fathom.core.code import write_code
from fathom.core.match import AnyMatch
from fathom.core.outcome import Seat
from fathom.errors import FathomError
from fathom.players import policy_named
from fathom.players.profiles.profile import Profile, Question
from fathom.players.profiles.standing import work_out

#: The baselines against which a profile is scored.
BASELINES: Final = (
    "@random", "@greedy", "@minimax-2", "@minimax-4", "@minimax-6", "@mcts-100", "@student", "@perfect"
)  # fmt: skip


class Against(NamedTuple):
    """The exact expected score of a profile against a baseline, in both seats together."""

    opponent: str
    score: Fraction


class Strength(NamedTuple):
    """What follows from a profile, on average over both seats."""

    against: tuple[Against, ...]
    worst: Fraction
    value: Fraction

    @property
    def exploitability(self) -> Fraction:
        return self.value - self.worst


class Whole(NamedTuple):
    """The score of a match or a profile, with what only they have."""

    score: Score
    #: How many questions were asked, and how many answers failed in which way.
    asked: int
    failures: Counter[Status]
    #: Of a match: what its result is worth to the player.
    result: Fraction | None = None
    strength: Strength | None = None

    @property
    def failed(self) -> int:
        """How many answers failed."""
        return self.failures.total()


def worst_move(match: AnyMatch) -> str:
    """The first of the moves that are worst for the seat to move."""
    truth = truth_of(write_code(match))
    return min(truth.moves, key=lambda move: truth.moves[move].score(match.position.to_move))


def score_whole(item: Item, answer: Answer) -> Whole:
    """The score of a match or a profile; raises a `FathomError` if its turns do not belong together."""
    if not answer.turns:
        return Whole(Score(item.id, "late", 0.0, answer.error or "nothing was answered"), 0, Counter())
    return _score_match(item, answer) if item.task == "match" else _score_profile(item, answer)


def _as_best(item: Item, code: str) -> Item:
    """A turn as an item of its own."""
    return item._replace(task="best", code=code)


def _score_match(item: Item, answer: Answer) -> Whole:
    replayed = games.read_code(item.code)
    regret, asked, tools = Fraction(0), 0, 0
    for turn in answer.turns:
        tools = tools + 1 if find_tool(item, turn.text) else 0
        if 0 < tools <= MOST_TOOLS:
            continue
        match = games.read_code(turn.code)
        if match.options != replayed.options or match.moves[: len(replayed.moves)] != replayed.moves:
            raise FathomError(f"The answer to {item.id} has turns that do not follow each other: {turn.code}.")
        if match.position.to_move != item.seat:
            raise FathomError(f"The answer to {item.id} has a turn of the other player: {turn.code}.")
        scored = score_answer(_as_best(item, turn.code), turn.text)
        asked += 1
        regret += scored.regret or 0
        if scored.move is None:
            score = Score(item.id, scored.status, 0.0, scored.why, regret=regret)
            return Whole(score, asked, Counter({scored.status: 1}), Fraction(0))
        replayed = match
        replayed.play(scored.move)
    score = Score(item.id, "answered", float(regret == 0), regret=regret)
    return Whole(score, asked, Counter(), _result(answer, replayed, item.seat))


def _result(answer: Answer, replayed: AnyMatch, seat: Seat) -> Fraction:
    """What the end of a match is worth; it must follow the last turn."""
    end = games.read_code(answer.end) if answer.end else replayed
    if end.moves[: len(replayed.moves)] != replayed.moves or end.outcome is None:
        raise FathomError(f"The answer to {answer.id} does not end as its turns do.")
    winner = end.outcome.winner
    return Fraction(1, 2) if winner is None else Fraction(winner == seat)


def _score_profile(item: Item, answer: Answer) -> Whole:
    start = games.read_code(item.code)
    questions: list[Question] = []
    failures: Counter[Status] = Counter()
    for turn in answer.turns:
        match = games.read_code(turn.code)
        move = find_legal(item, match, turn.text)
        if move is None:
            failures[score_answer(_as_best(item, turn.code), turn.text).status] += 1
        questions.append(Question(turn.code, match.position.to_move, {move or worst_move(match): 1}))
    profile = Profile(answer.player, write_code(start), "fixed", 1, questions)
    adviser = adviser_for(start.game, start.options)
    opponents = [policy_named(name, start.game, start.options) for name in BASELINES]
    standings = [work_out(profile, seat, opponents, adviser) for seat in (1, 2)]
    strength = Strength(
        tuple(Against(name, _mean([standing.scores[name] for standing in standings])) for name in BASELINES),
        _mean([standing.worst for standing in standings]),
        _mean([standing.value for standing in standings]),
    )
    why = f"{failures.total()} of {len(questions)} answers failed" if failures else ""
    credit = float(1 - strength.exploitability)
    return Whole(Score(item.id, "answered", credit, why), len(questions), failures, None, strength)


def _mean(scores: Sequence[Fraction]) -> Fraction:
    return sum(scores, Fraction(0)) / len(scores)
