"""What an answer is worth, by exact values.

    score_answer(item, 'The 7 wins.\n{"move": "7"}')   -> Score(status="answered", credit=1.0, regret=Fraction(0), ...)

An answer that is unparsable, illegal, refused or late loses everything that was to be lost: its regret is the value of
the position, as a program's illegal move loses the game.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Final, Literal, NamedTuple, get_args

from fathom.bench.answers import KEYS, JsonObject, find_answer, is_refusal, read_move, read_word, read_words
from fathom.bench.claims import Checked, check_claims
from fathom.bench.item import Item
from fathom.bench.prompts import wording_of
from fathom.bench.truth import Truth, truth_of
from fathom.core.match import Match
from fathom.core.words import quoted
from fathom.errors import FathomError

Status = Literal["answered", "unparsable", "illegal", "refused", "late"]
STATUSES: Final[tuple[Status, ...]] = get_args(Status)


class Score(NamedTuple):
    """What one answer is worth.

    `credit` is what is averaged: from 0 to 1, 1 for a perfect answer. Fields that a task does not have are None.
    """

    id: str
    status: Status
    credit: float
    #: Why, in a few words.
    why: str = ""
    #: The move answered, in the game's own spelling.
    move: str | None = None
    #: The value before minus the value after.
    regret: Fraction | None = None
    #: The credit that a random legal move is worth on average.
    chance: Fraction | None = None
    #: Plies that a kept win takes longer than the quickest one; never an error.
    slower: int | None = None
    #: The probability stated, and the value that it is compared with.
    probability: float | None = None
    value: Fraction | None = None
    #: MP beyond the least, of a route that reaches the end.
    over: int | None = None
    claims: tuple[Checked, ...] = ()
    #: Claims that say that the move played loses or is refuted.
    contradictions: int = 0

    @property
    def is_kept(self) -> bool:
        """Did a move keep the result?"""
        return self.status == "answered" and self.regret == 0


class NoAnswer(Exception):
    """A structured answer that is none, for a stated reason."""

    def __init__(self, status: Status, why: str) -> None:
        super().__init__(why)
        self.status: Status = status
        self.why = why


def score_answer(item: Item, text: str | None) -> Score:
    """The score of an answer; None is one that came too late, or never.

    The tasks `match` and `profile` have many turns: `fathom.bench.whole` scores them.
    """
    try:
        answer = _find(item, text)
        return _SCORERS[item.task](item, answer)
    except NoAnswer as no_answer:
        return failed(item, no_answer.status, no_answer.why)


def failed(item: Item, status: Status, why: str) -> Score:
    """The score of an item without an answer that counts."""
    if item.task in ("best", "only", "reason", "picture"):
        truth = truth_of(item.code)
        return Score(item.id, status, 0.0, why, regret=truth.points, chance=truth.chance)
    return Score(item.id, status, 0.0, why)


def _find(item: Item, text: str | None) -> JsonObject:
    if text is None:
        raise NoAnswer("late", "no answer in time")
    key = KEYS[item.task]
    answer = find_answer(text, key)
    if answer is None:
        if is_refusal(text):
            raise NoAnswer("refused", "the text refuses")
        raise NoAnswer("unparsable", f"no JSON object with {key}")
    if answer[key] is None:
        raise NoAnswer("refused", f"{key} is null")
    return answer


def find_move(item: Item, truth: Truth, answer: JsonObject) -> str:
    """The legal move of an answer; raises `NoAnswer` if it has none."""
    word = read_word(answer["move"])
    move = None if word is None else read_move(item, truth.match, word)
    if move is None:
        raise NoAnswer("unparsable", f"{quoted(answer['move'])} is not a move")
    if move not in truth.moves:
        raise NoAnswer("illegal", f"{quoted(word)} is not legal")
    return move


def _score_move(item: Item, answer: JsonObject) -> Score:
    truth = truth_of(item.code)
    move = find_move(item, truth, answer)
    return score_move(item, truth, move)


def score_move(item: Item, truth: Truth, move: str) -> Score:
    """The score of a legal move."""
    regret = truth.points - truth.points_after(move)
    after = truth.moves[move]
    slower = None
    if not regret and after.plies is not None and truth.value.plies is not None and truth.points == 1:
        slower = after.plies + 1 - truth.value.plies
    return Score(
        item.id,
        "answered",
        float(regret == 0),
        "" if regret == 0 else f"{move} gives away {regret}",
        move=move,
        regret=regret,
        chance=truth.chance,
        slower=slower,
    )


def _score_legal(item: Item, answer: JsonObject) -> Score:
    truth = truth_of(item.code)
    words = read_words(answer["moves"])
    if words is None:
        raise NoAnswer("unparsable", "moves is not a list of moves")
    moves = [read_move(item, truth.match, word) for word in words]
    if None in moves:
        raise NoAnswer("unparsable", f"{quoted(words[moves.index(None)])} is not a move")
    listed, legal = {move for move in moves if move is not None}, set(truth.moves)
    wrong, missed = sorted(listed - legal), sorted(legal - listed)
    why = "; ".join([*(f"{move} is not legal" for move in wrong), *(f"{move} is missing" for move in missed)])
    return Score(item.id, "answered", float(listed == legal), why)


def _score_track(item: Item, answer: JsonObject) -> Score:
    match = truth_of(item.code).match
    wrong = []
    for fact in wording_of(match).facts(match, item.naming):
        if not fact.changes:
            continue
        given = answer.get(fact.name)
        if isinstance(fact.value, str):
            word = read_word(given)
            is_right = word is not None and word.upper() == fact.value.upper()
        else:
            words = read_words(given)
            said, true = [word.upper() for word in words or ()], [word.upper() for word in fact.value]
            is_right = words is not None and (said == true if fact.in_order else sorted(said) == sorted(true))
        if not is_right:
            wrong.append(fact.name)
    if read_word(answer["to_move"]) != str(match.position.to_move):
        wrong.append("to_move")
    return Score(item.id, "answered", float(not wrong), f"wrong: {', '.join(wrong)}" if wrong else "")


def _score_value(item: Item, answer: JsonObject) -> Score:
    given = answer["probability"]
    if isinstance(given, bool) or not isinstance(given, int | float) or not 0 <= given <= 1:
        raise NoAnswer("unparsable", f"{quoted(given)} is not a probability from 0 to 1")
    value, probability = truth_of(item.code).points, float(given)
    brier = (probability - float(value)) ** 2
    return Score(item.id, "answered", 1 - brier, probability=probability, value=value)


def _score_reason(item: Item, answer: JsonObject) -> Score:
    truth = truth_of(item.code)
    move = find_move(item, truth, answer)
    claims = answer.get("claims")
    if not isinstance(claims, list) or not claims:
        raise NoAnswer("unparsable", "there are no claims")
    checked = check_claims(item, truth, claims)
    plain = score_move(item, truth, move)
    is_true = all(claim.is_true for claim in checked)
    return plain._replace(
        credit=float(plain.is_kept and is_true),
        claims=checked,
        contradictions=sum(claim.speaks_against == move for claim in checked),
    )


def _score_puzzle(item: Item, answer: JsonObject) -> Score:
    from fathom.games import room

    truth = truth_of(item.code)
    words = read_words(answer["route"])
    if words is None:
        raise NoAnswer("unparsable", "route is not a list of moves")
    match = Match(truth.match.game, truth.match.options)
    for word in words:
        if match.outcome:
            raise NoAnswer("illegal", "the route goes on after the end")
        if read_move(item, match, word) is None:
            raise NoAnswer("unparsable", f"{quoted(word)} is not a move")
        try:
            match.play(word)
        except FathomError as error:
            raise NoAnswer("illegal", str(error)) from None
    if match.outcome is None or match.outcome.winner is None:
        raise NoAnswer("illegal", "the route does not reach the end")
    puzzles = room(item.game).puzzles
    assert puzzles
    assert truth.value.mp is not None, "a puzzle that is asked has a solution"
    over = puzzles.mp(match.position) - truth.value.mp
    return Score(item.id, "answered", float(over == 0), f"{over} MP too many" if over else "", over=over)


_SCORERS: Final[dict[str, Callable[[Item, JsonObject], Score]]] = {
    "legal": _score_legal,
    "track": _score_track,
    "value": _score_value,
    "best": _score_move,
    "only": _score_move,
    "picture": _score_move,
    "reason": _score_reason,
    "puzzle": _score_puzzle,
}
