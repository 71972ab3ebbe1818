"""Trying out a program: does it keep to the protocol, in every game and with other options?

report = check("./mybot")
report.problems                      -> what is wrong, and what to do about it
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Final, NamedTuple, TypedDict

from fathom import games
from fathom.core.code import write_code
from fathom.core.game import AnyGame
from fathom.core.match import AnyMatch, Match
from fathom.core.options import Choice, Options, Whole
from fathom.core.words import quoted
from fathom.errors import BadOption, Forfeit, ForfeitCause
from fathom.players.programs.containment.layers import Layer
from fathom.players.programs.containment.plan import Contain
from fathom.players.programs.program import Program
from fathom.players.programs.protocol import check_move
from fathom.players.read_only import ReadOnlyMatch

_QUESTIONS_EACH: Final = 15
_REPEATED: Final = 20
_MOST_PROBLEMS: Final = 3
_SEED: Final = 1
#: How long a program that has been silent may take to answer once its input has ended, and to end itself.
_AFTERWARDS_SECONDS: Final = 5.0

_ADVICE: Final[dict[ForfeitCause, str]] = {
    "start": "Its first line must name an interpreter that is there, or it must be made for this kind of machine.",
    "ended": "A bot goes on until its input ends. If its containment stopped it, --contain off would not.",
    "late": "It gave no answer even when its input had ended: read one line, and answer before you read the next.",
    "early": "Write one line for each question and nothing else; greetings and boards can go to standard error.",
    "long": "An answer is one move at the end of a line.",
    "unreadable": "Answer with a move as the question spells it, and write nothing else: no greeting, no prompt.",
    "illegal": "Answer with one of the moves that follow the code in the question.",
}
_NOT_FLUSHED: Final = (
    "Your bot does not flush its output: its answer came only when its input had ended. Flush after every line: "
    "print(move, flush=True) in Python, fflush(stdout) in C, $| = 1 in Perl. (Or it reads all of its input first.)"
)


class ProblemDict(TypedDict):
    """A problem as JSON."""

    question: str
    cause: ForfeitCause
    reason: str
    advice: str


class Problem(NamedTuple):
    """What a program did wrong, at which position, and what to do about it."""

    question: str
    cause: ForfeitCause
    reason: str
    advice: str

    def as_dict(self) -> ProblemDict:
        return {"question": self.question, "cause": self.cause, "reason": self.reason, "advice": self.advice}


class TrialDict(TypedDict):
    """A trial as JSON."""

    game: str
    questions: int
    slowest: float
    problem: ProblemDict | None


class Trial(NamedTuple):
    """A game with some options: how many questions were asked, the slowest answer in seconds, and what went wrong."""

    game: str
    questions: int
    slowest: float
    problem: Problem | None

    def as_dict(self) -> TrialDict:
        problem = self.problem.as_dict() if self.problem else None
        return {"game": self.game, "questions": self.questions, "slowest": self.slowest, "problem": problem}


class LayerDict(TypedDict):
    """A layer of containment as JSON."""

    name: str
    holds: bool
    why_not: str


class ReportDict(TypedDict):
    """A report as JSON."""

    program: str
    passed: bool
    first_answer: float | None
    trials: list[TrialDict]
    untried: int
    is_fixed: bool | None
    follows_seed: bool | None
    ends: bool | None
    layers: list[LayerDict]


class Report(NamedTuple):
    """What is known of a program. What could not be tried, because of a problem, is None."""

    program: str
    layers: tuple[Layer, ...]
    trials: tuple[Trial, ...]
    #: The games with options that were not tried, because there were enough problems.
    untried: int
    #: The seconds until the first answer, with starting.
    first_answer: float | None
    #: Does the same question get the same answer?
    is_fixed: bool | None
    #: Does it give the same answers again when it is started with the same seed?
    follows_seed: bool | None
    #: Does it end when its input ends?
    ends: bool | None

    @property
    def problems(self) -> list[Problem]:
        return [trial.problem for trial in self.trials if trial.problem]

    @property
    def questions(self) -> int:
        return sum(trial.questions for trial in self.trials)

    def as_dict(self) -> ReportDict:
        return {
            "program": self.program,
            "passed": not self.problems,
            "first_answer": self.first_answer,
            "trials": [trial.as_dict() for trial in self.trials],
            "untried": self.untried,
            "is_fixed": self.is_fixed,
            "follows_seed": self.follows_seed,
            "ends": self.ends,
            "layers": [{"name": each.name, "holds": each.holds, "why_not": each.why_not} for each in self.layers],
        }


def check(
    name: str,
    *,
    seconds: float = 5.0,
    start: float = 10.0,
    contain: Contain = "best",
    tell: Callable[[str], None] = lambda _: None,
) -> Report:
    """Try out a program; `tell` is told what is being tried."""
    trials: list[Trial] = []
    openings = list(_openings())
    begin = partial(Program, name, seed=_SEED, seconds=seconds, start=start, contain=contain)
    layers: tuple[Layer, ...] = ()
    with begin() as bot:
        for number, opening in enumerate(openings, 1):
            tell(f"Trying {write_code(opening)} ({number} of {len(openings)})")
            trial = _try(bot, opening)
            trials.append(trial)
            layers = layers or bot.layers
            if trial.problem:
                bot.close()
            if _is_enough(trials):
                break
    tell("Asking again")
    known = _ask_again(begin) if any(not trial.problem for trial in trials) else _Again()
    return Report(name, layers, tuple(trials), len(openings) - len(trials), *known)


def _is_enough(trials: list[Trial]) -> bool:
    """Are there so many problems, or one that takes so long, that nothing more should be tried?"""
    causes = [trial.problem.cause for trial in trials if trial.problem]
    return len(causes) == _MOST_PROBLEMS or "late" in causes


def _openings() -> Iterator[AnyMatch]:
    """Every game by the book, then with each option changed."""
    for name in games.names():
        game = games.game(name)
        for options in _variants(game):
            yield Match(game, options)


def _variants(game: AnyGame) -> Iterator[Options]:
    yield game.options_type()
    for name, option in game.options_type.declared.items():
        if isinstance(option, Choice):
            values: Iterable[int | str] = option.words[1:]
        elif isinstance(option, Whole):
            values = [option.default + 1 if option.admits(option.default + 1) else option.default - 1]
        else:
            values = ()
        for value in values:
            try:
                yield game.options_type(**{name: value})
            except BadOption:  # it does not go with the defaults of the others
                continue


def _positions(opening: AnyMatch) -> Iterator[AnyMatch]:
    """Positions of a match with random moves, as far as the player has a choice."""
    match, rng = opening.copy(), random.Random(_SEED)
    for _ in range(_QUESTIONS_EACH):
        while match.must_pass:
            match.play(match.legal_moves[0])
        if match.outcome:
            return
        yield match
        match.play(rng.choice(match.legal_moves))


def _try(bot: Program, opening: AnyMatch) -> Trial:
    """Ask about the positions of one match, until something goes wrong."""
    asked, slowest = 0, 0.0
    for match in _positions(opening):
        begun = time.monotonic()
        asked += 1
        try:
            answer = bot.ask(ReadOnlyMatch(match))
            slowest = max(slowest, time.monotonic() - begun) if asked > 1 else slowest
            check_move(ReadOnlyMatch(match), answer)
        except Forfeit as forfeit:
            return Trial(write_code(opening), asked, slowest, _diagnose(bot, match, forfeit))
    return Trial(write_code(opening), asked, slowest, None)


def _diagnose(bot: Program, match: AnyMatch, forfeit: Forfeit) -> Problem:
    """What to do about a forfeit. A program that was late is listened to after its input has ended."""
    advice = _ADVICE[forfeit.cause]
    if forfeit.cause == "late":
        late = bot.listen_after_end(_AFTERWARDS_SECONDS)
        advice = f"{_NOT_FLUSHED} The answer was {quoted(late)}." if late is not None else advice
    return Problem(write_code(match), forfeit.cause, forfeit.reason, advice)


class _Again(NamedTuple):
    first_answer: float | None = None
    is_fixed: bool | None = None
    follows_seed: bool | None = None
    ends: bool | None = None


def _ask_again(begin: Callable[[], Program]) -> _Again:
    """Ask the same questions twice, and of a second process with the same seed; then end the input."""
    questions = [match.copy() for opening in _openings() for match in _positions(opening)][:_REPEATED]
    known = _Again()
    try:
        with begin() as bot:
            begun = time.monotonic()
            first = [bot.ask(ReadOnlyMatch(questions[0]))]
            known = known._replace(first_answer=time.monotonic() - begun)
            first += [bot.ask(ReadOnlyMatch(match)) for match in questions[1:]]
            second = [bot.ask(ReadOnlyMatch(match)) for match in questions]
            known = known._replace(is_fixed=first == second, ends=bot.ends_with_its_input(_AFTERWARDS_SECONDS))
        with begin() as bot:
            return known._replace(follows_seed=first == [bot.ask(ReadOnlyMatch(match)) for match in questions])
    except Forfeit:  # which a trial has told about
        return known
