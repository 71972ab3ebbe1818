"""Why a move of Digit Dilemma is good or bad: which digits complete a multiple, for which seat, and are they left.

A reason says what the move does, then why that wins: a threat that cannot be stopped, the shortfalls that will be
compared, or the ways that stay open. A losing move is refuted by the other seat's best answer, explained in the same
words, and a throw is contrasted with the best move.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from fathom.core.numerals import numbers_in
from fathom.core.value import Adviser
from fathom.core.words import enumerate_words
from fathom.games.digit_dilemma.rules import (
    GAME,
    PLACES,
    SYMBOLS,
    Board,
    Options,
    Placement,
    Position,
    number_of,
    shortfall,
    spell_number,
)
from fathom.games.digit_dilemma.strategy.prospects import (
    Finish,
    LastWord,
    Needed,
    cannot_take,
    completing,
    decides,
    finishes,
    last_word,
    needed_in,
    number_with,
    obvious,
    prefer,
    unbeaten,
    ways_to_two_threats,
)
from fathom.show.room import Reasons


class Voice(NamedTuple):
    """Who has just moved, and who is to move, as the reader calls them."""

    me: str
    them: str

    def i(self, verb: str) -> str:
        """`you take`, `the opponent takes`"""
        return f"{self.me} {_conjugate(verb, self.me)}"

    def they(self, verb: str) -> str:
        return f"{self.them} {_conjugate(verb, self.them)}"

    @property
    def their(self) -> str:
        return "your" if self.them == "you" else "their"


YOURS = Voice("you", "the opponent")
THEIRS = Voice("the opponent", "you")


def _conjugate(verb: str, who: str) -> str:
    return verb if who == "you" else {"have": "has"}.get(verb, f"{verb}s")


def why(position: Position, move: Placement, adviser: Adviser[Position, Placement]) -> str:
    """`takes the 2 that would have completed 532 for the opponent and threatens 4 and 8 on the Right at once, ...`"""
    after = adviser.after(position, move)
    needed = needed_in(after)
    said = _deeds(position, move, after, needed, YOURS)
    if (after.outcome and after.outcome.winner == position.to_move) or decides(after, needed):
        return said
    if not after.outcome and adviser.value(after).winner == position.to_move:
        return _join(said, _cause(after, needed, adviser, YOURS))
    refutation = "" if after.outcome or needed.answers else _refutation(after, needed, adviser)
    better = _better(position, move, adviser) if adviser.value(position).winner == position.to_move else ""
    return _join(said, _dead_end(after, needed) if refutation else "", refutation, better)


def _join(*clauses: str) -> str:
    return "; ".join([clause for clause in clauses if clause])


def _refutation(after: Position, needed: Needed, adviser: Adviser[Position, Placement]) -> str:
    """The move loses: the other seat's answer, and why it wins."""
    reply, following = adviser.best(after)
    needed_then = needed_in(following)
    deeds = _deeds(after, reply, following, needed_then, THEIRS, needed.threats)
    answer = f"the opponent answers {GAME.format_move(reply)}" + (f", which {deeds}" if deeds else "")
    if following.outcome or decides(following, needed_then):
        return answer
    return _join(answer, _cause(following, needed_then, adviser, THEIRS))


def _better(position: Position, move: Placement, adviser: Adviser[Position, Placement]) -> str:
    """The move throws a win away: what the best one does; a digit that both moves take is not worth a word."""
    takes = adviser.best(position)[0].digit != move.digit
    return adviser.say_once((position, takes), lambda: _praise(position, adviser, takes=takes))


def _praise(position: Position, adviser: Adviser[Position, Placement], *, takes: bool) -> str:
    best, after = adviser.best(position)
    needed = needed_in(after)
    changes = _changes(after, needed, YOURS)
    if after.outcome or decides(after, needed):
        return f"better is {GAME.format_move(best)}, which {changes.removesuffix(_only_one(YOURS))}"
    deeds = _deeds(position, best, after, needed, YOURS) if takes else changes
    which = f", which {deeds}" if deeds else ""
    return f"better is {GAME.format_move(best)}{which}{'; ' if which else ': '}{_cause(after, needed, adviser, YOURS)}"


def _spell(options: Options, number: int) -> str:
    return spell_number(number, options.base)


def _place(board: Board) -> str:
    """The name of the one empty place."""
    return PLACES[len(board)][board.index(None)]


def _deeds(
    position: Position, move: Placement, after: Position, needed: Needed, voice: Voice, mentioned: int = 0
) -> str:
    """What a move does at once: takes a digit away, completes, threatens, leaves; empty if nothing of this.

    A single digit that has just been mentioned, given as bits, is `it`.
    """
    changes = _changes(after, needed, voice)
    if after.outcome or not completing(position.options, position.foe) >> move.digit & 1:
        return changes
    spoiled = _spell(position.options, number_with(position.options, position.foe, move.digit))
    named = f"the {SYMBOLS[move.digit]} that would have completed {spoiled} for {voice.them}"
    taken = f"takes {'it' if mentioned == 1 << move.digit else named}"
    return f"{taken} and {changes}" if changes else taken


def _changes(after: Position, needed: Needed, voice: Voice) -> str:
    """What has become of the board of the seat that has just moved, and what the other side can do."""
    options = after.options
    number = number_of(after.foe, options.base)
    if number is not None and not shortfall(options, number):
        return f"completes {_spell(options, number)}, a multiple of {options.divisor}"
    if after.outcome:
        return _comparison(after)
    deeds = []
    if number is not None:
        deeds.append(f"completes {_spell(options, number)}, {_short(shortfall(options, number))}")
    threats = numbers_in(needed.threats)
    if needed.answers:
        digit = numbers_in(needed.answers)[0]
        completed = _spell(options, number_with(options, after.own, digit))
        deeds.append(f"leaves the {SYMBOLS[digit]} with which {voice.they('complete')} {completed}")
    elif len(threats) > 1:
        shown = enumerate_words(SYMBOLS[digit] for digit in threats)
        deeds.append(f"threatens {shown} on the {_place(after.foe)} at once{_only_one(voice)}")
    elif threats:
        completed = _spell(options, number_with(options, after.foe, threats[0]))
        deeds.append(f"threatens to complete {completed} with the {SYMBOLS[threats[0]]}")
        if cannot_take(after, threats[0]):
            reason = f"only {voice.their} Left is empty, and a 0 may not stand there"
            deeds[-1] += f", which {voice.them} cannot take: {reason}"
    return " and ".join(deeds)


def _only_one(voice: Voice) -> str:
    return f", of which {voice.them} can take only one"


def _short(short: int) -> str:
    return f"{short} short of a multiple"


def _comparison(after: Position) -> str:
    """Both boards are complete: `completes 741, 1 short of a multiple, against 525, 4 short`"""
    options = after.options
    number, rival = number_of(after.foe, options.base), number_of(after.own, options.base)
    assert number is not None
    assert rival is not None
    short, rival_short = shortfall(options, number), shortfall(options, rival)
    completed = f"completes {_spell(options, number)}, {_short(short)}"
    if short != rival_short:
        return f"{completed}, against {_spell(options, rival)}, {rival_short} short"
    return f"{completed} like {_spell(options, rival)}, but {'smaller' if number < rival else 'larger'}"


def _dead_end(after: Position, needed: Needed) -> str:
    """The clause for a board, of the seat that has just moved, that can no longer become a multiple."""
    board = after.foe
    if board.count(None) != 1 or needed.threats:
        return ""
    digits = numbers_in(completing(after.options, board))
    if not digits:
        return f"no digit on the {_place(board)} completes a multiple"
    gone = {1: "it is gone", 2: "both are gone"}.get(len(digits), "all are gone")
    shown = enumerate_words((f"a {SYMBOLS[digit]}" for digit in digits), "or")
    return f"only {shown} on the {_place(board)} would complete a multiple, and {gone}"


def _cause(after: Position, needed: Needed, adviser: Adviser[Position, Placement], voice: Voice) -> str:
    """Why the seat that has just moved wins although it threatens nothing that cannot be stopped."""
    mine, theirs = after.foe.count(None), after.own.count(None)
    if mine == 0:
        return _cannot_be_beaten(after, voice)
    if mine == theirs == 1:
        return _beats_everything(after.options, last_word(after), voice)
    if (mine, theirs) == (1, 2) and needed.threats.bit_count() == 1:
        return _good_enough_if_taken(after, numbers_in(needed.threats)[0], voice)
    ways = ways_to_two_threats(after)
    return _keeps_ways_open(ways, voice) if ways else _in_general(after, adviser, voice)


def _cannot_be_beaten(after: Position, voice: Voice) -> str:
    """`the closest the opponent can come is 437, 4 short`"""
    options = after.options
    number = number_of(after.foe, options.base)
    assert number is not None
    closest = finishes(options, after.own, after.pool)[0]
    is_tie = closest.short == shortfall(options, number)
    measure = f"also {closest.short} short but larger" if is_tie else f"{closest.short} short"
    return f"the closest {voice.them} can come is {_spell(options, closest.number)}, {measure}"


def _beats_everything(options: Options, word: LastWord | None, voice: Voice) -> str:
    """`if the opponent takes the 7, that makes 417, 3 short, and you beat it with the 6 (216, 1 short)`"""
    if word is None:
        return f"whatever {voice.they('complete')}, {voice.i('have')} a digit that beats it"
    first, taken, second = word
    if taken is None or second is None:
        return f"whatever {voice.they('complete')}, {voice.i('beat')} it {_with(options, first)}"
    digit = SYMBOLS[first.digit]
    if first.short == 0:
        theirs = f"if {voice.they('take')} the {digit}, that makes {_made(options, taken)}"
        return f"{theirs}, and {voice.i('beat')} it {_with(options, second)}"
    otherwise = f"{_with(options, second)} if {voice.they('take')} the {digit}"
    return f"whatever {voice.they('complete')}, {voice.i('beat')} it {_with(options, first)}, or {otherwise}"


def _with(options: Options, finish: Finish) -> str:
    """`with the 6 (216, 1 short)`"""
    return f"with the {SYMBOLS[finish.digit]} ({_made(options, finish)})"


def _made(options: Options, finish: Finish) -> str:
    return f"{_spell(options, finish.number)}, {f'{finish.short} short' if finish.short else 'a multiple'}"


def _good_enough_if_taken(after: Position, threat: int, voice: Voice) -> str:
    """`if the opponent takes the 7, you complete 426 with the 6, 1 short, and the opponent cannot beat that`"""
    options = after.options
    finished: dict[str, Finish] = {}
    for move in after.moves():
        best = unbeaten(after.after(move)) if move.digit == threat else None
        if best:
            finished[move.place] = best
    ways = [
        f"{_spell(options, finish.number)} with the {SYMBOLS[finish.digit]}, {finish.short} short"
        for finish in finished.values()
    ]
    taken = SYMBOLS[threat]
    then = f"if {voice.they('take')} the {taken}, {voice.i('complete')}"
    if len(set(ways)) == 1:
        return f"{then} {ways[0]}, and {voice.them} cannot beat that"
    (first, second), (one, two) = finished, ways
    either = f"{one} (after {taken}{first}) or {two} (after {taken}{second})"
    return f"{then} {either}, and {voice.them} cannot beat that"


def _keeps_ways_open(ways: Sequence[Placement], voice: Voice) -> str:
    """`whatever the opponent places, you can then threaten two digits at once, with 3R or 5R`"""
    shown = enumerate_words(map(GAME.format_move, ways), "or")
    stop = {1: "prevent that", 2: "prevent both"}.get(len(ways), "prevent all of them")
    head = f"whatever {voice.they('place')}, {voice.me} can then threaten two digits at once, with {shown}"
    return f"{head}: {voice.them} cannot {stop}"


def _in_general(after: Position, adviser: Adviser[Position, Placement], voice: Voice) -> str:
    """With many places still empty there is no short proof; what kind of win is it?"""
    if after.foe.count(None) == after.own.count(None):
        double = f"{voice.them} cannot threaten two digits at once, and " if after.own.count(None) == 2 else ""
        return f"{double}{voice.i('complete')} last: whatever {voice.they('complete')}, {voice.me} can beat it"
    if after.foe.count(None) == 2 and all(_has_one_threat(after.after(reply), adviser) for reply in after.moves()):
        unbeaten_number = f"complete a number that {voice.them} cannot beat if {voice.they('take')} it"
        return f"whatever {voice.they('place')}, {voice.me} can then threaten a digit and {unbeaten_number}"
    plies = adviser.value(after).plies
    if plies == after.foe.count(None) + after.own.count(None):
        return f"whatever {voice.they('place')}, {voice.me} can complete a number that {voice.them} cannot beat"
    return f"whatever {voice.they('place')}, {voice.me} can complete a multiple first"


def _has_one_threat(position: Position, adviser: Adviser[Position, Placement]) -> bool:
    """Does the best move threaten something?"""
    return bool(needed_in(adviser.best(position)[1]).threats)


def idea(position: Position, move: Placement, adviser: Adviser[Position, Placement]) -> str:
    """What to look for, without naming the move."""
    divisor, after = position.options.divisor, position.after(move)
    if adviser.value(position).winner != position.to_move:
        return "Every move loses if the opponent plays perfectly; make them prove it."
    number = number_of(after.foe, position.options.base)
    if number is not None and not shortfall(position.options, number):
        return f"A digit completes a multiple of {divisor} at once."
    if number is not None:
        return "Nothing completes a multiple for you now: complete a number that the opponent cannot beat."
    needed = needed_in(after)
    if needed.threats.bit_count() > 1:
        return "Threaten two digits at once: the opponent can take only one."
    if decides(after, needed):
        return "Threaten a digit that the opponent cannot take."
    if completing(position.options, position.foe) >> move.digit & 1:
        return "Take a digit that the opponent needs."
    if needed.threats:
        return "Threaten one digit, and keep another that is good enough if it is taken."
    return _idea_ahead(after)


def _idea_ahead(after: Position) -> str:
    """What the move prepares, where it neither completes nor takes nor threatens anything."""
    mine, theirs = after.foe.count(None), after.own.count(None)
    if ways_to_two_threats(after):
        return "Keep ways open to threaten two digits at once on your next turn."
    if mine == theirs:
        return "You complete last: place so that you can beat whatever number the opponent completes."
    return "You complete first: place so that the opponent can never stop or beat all your numbers."


REASONS = Reasons(why, idea, prefer, obvious)
