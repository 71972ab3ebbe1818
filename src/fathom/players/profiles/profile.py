"""A profile: what a player answers wherever it can get by its own moves, and the JSON file that holds it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Final, Literal, NamedTuple, TypedDict, get_args

from fathom import games
from fathom.core.code import write_code
from fathom.core.match import AnyMatch
from fathom.core.outcome import Seat
from fathom.core.words import quoted
from fathom.errors import FathomError

SCHEMA: Final = "fathom-profile-1"

#: What the answers of a player depend on: the position alone, the moves that led to it too, or also chance.
Behaviour = Literal["fixed", "history", "random"]


class Question(NamedTuple):
    """A position at the player's turn by its code, and how often each move was answered.

    Of a machine whose chances are known, the numbers are in proportion to them.
    """

    code: str
    seat: Seat
    answers: Mapping[str, int]


class Profile(NamedTuple):
    """A player's answers from the position `start` on. Questions with one legal move only are not asked.

    `repeats` is how often each was asked; None if the chances were known and nothing was asked.
    """

    player: str
    start: str
    behaviour: Behaviour
    repeats: int | None
    questions: Sequence[Question]

    def match(self) -> AnyMatch:
        """The match before the first question."""
        return games.read_code(self.start)


class QuestionDict(TypedDict):
    """A question as JSON."""

    code: str
    seat: Seat
    answers: dict[str, int]


class ProfileDict(TypedDict):
    """A profile as JSON: what its file holds."""

    schema: str
    player: str
    start: str
    behaviour: Behaviour
    repeats: int | None
    questions: list[QuestionDict]


def profile_dict(profile: Profile) -> ProfileDict:
    return {
        "schema": SCHEMA,
        "player": profile.player,
        "start": profile.start,
        "behaviour": profile.behaviour,
        "repeats": profile.repeats,
        "questions": [
            {"code": question.code, "seat": question.seat, "answers": dict(question.answers)}
            for question in profile.questions
        ],
    }


def read_profile(text: str, name: str) -> Profile:
    """The profile in a file called `name`; raises a `FathomError` that says what is wrong with it."""
    try:
        content: object = json.loads(text)
    except (ValueError, RecursionError):
        raise _unreadable(name, "it is not JSON") from None
    if not isinstance(content, dict) or content.get("schema") != SCHEMA:
        raise _unreadable(name, f"its schema is not {SCHEMA}")
    player, start, behaviour = content.get("player"), content.get("start"), content.get("behaviour")
    repeats, questions = content.get("repeats"), content.get("questions")
    known = next((known for known in get_args(Behaviour) if known == behaviour), None)
    if not isinstance(player, str) or not isinstance(start, str) or not isinstance(questions, list):
        raise _unreadable(name, "player and start must be texts, and questions a list")
    if known is None or not (repeats is None or type(repeats) is int):
        raise _unreadable(name, f"behaviour must be one of {', '.join(get_args(Behaviour))}, and repeats a number")
    asked = [_read_question(name, number, question) for number, question in enumerate(questions, 1)]
    return Profile(player, write_code(games.read_code(start)), known, repeats, asked)


def _read_question(name: str, number: int, question: object) -> Question:
    if not isinstance(question, dict):
        raise _unreadable(name, f"question {number} is not an object")
    code, answers = question.get("code"), question.get("answers")
    if not isinstance(code, str) or not isinstance(answers, dict) or not answers:
        raise _unreadable(name, f"question {number} must have a code and answers")
    match = games.read_code(code)
    legal = {match.game.format_move(move) for move in match.legal_moves}
    for move, count in answers.items():
        if move not in legal or type(count) is not int or count < 1:
            raise _unreadable(name, f"question {number} has the answer {quoted(move)} with {quoted(count)}")
    return Question(code, match.position.to_move, answers)


def _unreadable(name: str, why: str) -> FathomError:
    return FathomError(f"{quoted(name)} is not a profile: {why}.")
