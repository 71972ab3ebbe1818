"""A review in words, for the terminal and for the text alternative of a picture.

Players are called by their names. Where one of them is the only person who reads it, `you` is that seat:

    Voice(match).wins(Value(1, 4))           -> "Alice wins in 4 moves"
    Voice(match, you=1).wins(Value(1, 4))    -> "you win in 4 moves"
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from fathom.analysis.review import BY_THROW, FROM_THE_START, PlayerReview, Review, ReviewedMove
from fathom.core.game import MP, PASS, PLIES, Measure
from fathom.core.match import AnyMatch
from fathom.core.outcome import Seat
from fathom.core.record import result_of
from fathom.core.value import Value
from fathom.show.verdicts import Verdict, plies_words, value_words, verdict_words

_LINE_SHOWN = 12
#: The reason for a better move is told beside it if it is no longer than this.
_SHORT: Final = 120


class Voice(NamedTuple):
    """How the players of a match are called."""

    match: AnyMatch
    #: The seat of the one person who reads the review, if there is exactly one.
    you: Seat | None = None

    def name(self, seat: Seat) -> str:
        return "you" if seat == self.you else self.match.name(seat)

    def subject(self, seat: Seat) -> str:
        """The name at the beginning of a sentence."""
        return "You" if seat == self.you else self.match.name(seat)

    def does(self, seat: Seat, plain: str, with_s: str) -> str:
        """The name and the verb that goes with it: `you win`, `Alice wins`."""
        return f"{self.name(seat)} {plain if seat == self.you else with_s}"

    def wins(self, value: Value) -> str:
        """A value with the winner: `Alice wins in 5 moves`; of a puzzle, `12 MP in all`."""
        if not self.match.game.is_contest:
            return value_words(value, 1, self.match.game.measure)
        if value.winner is None or value.plies is None:
            return "a draw"
        if value.plies == 0:
            return self.does(value.winner, "have won", "has won")
        return f"{self.does(value.winner, 'win', 'wins')} in {plies_words(value.plies)}"


def headline(match: AnyMatch) -> str:
    """`Digit Dilemma: Alice against Bob  (0-1)`."""
    return f"{match.game.title}: {' against '.join(match.names)}  ({result_of(match)})"


def verdict(move: ReviewedMove) -> str:
    """The verdict for people; it names what is thrown away, how much slower a win is, and says if it was a pass."""
    if move.verdict is Verdict.FORCED and move.move == PASS:
        return "forced, a pass"
    if move.verdict is Verdict.WINS and move.slower:
        return f"wins, {plies_words(move.slower)} later than needed"
    if move.verdict is Verdict.LOST and move.sooner:
        return f"lost, {plies_words(move.sooner)} sooner than needed"
    if move.verdict is Verdict.OVER:
        return f"{move.over} MP over the best"
    return verdict_words(move.verdict, move.before)


def remarks(voice: Voice, move: ReviewedMove) -> list[str]:
    """The reason for a move, and `better: 7R` after a mistake unless the reason says it.

    Reasons address the player who moved, so one that says "you" begins with that player's name.
    """
    said = [text for text in (move.explanation, _better(move)) if text]
    is_plain = move.seat == voice.you or not voice.match.game.is_contest
    if said and not is_plain and re.search(r"\byou", " ".join(said)):
        said[0] = f"to {voice.match.name(move.seat)}: {said[0]}"
    return said


def _better(move: ReviewedMove) -> str:
    """The better move, with its reason if that is short and the move has not been spoken of."""
    if move.better is None:
        return ""
    name, told = rf"{re.escape(move.better.move)}(?!\w)", move.reason or ""
    if re.search(rf"\bbetter is {name}", told):
        return ""
    is_new = not re.search(rf"(?<!\w){name}", told)
    why = f" ({move.better.reason})" if is_new and len(move.better.reason) <= _SHORT else ""
    return f"better: {move.better.move}{why}"


def best_play(move: ReviewedMove) -> str:
    """`best play from there: 2R (1 move)`; empty unless the move threw something away and play goes on."""
    if not move.line:
        return ""
    shown = " ".join(move.line[:_LINE_SHOWN]) + (" ..." if len(move.line) > _LINE_SHOWN else "")
    plies = len(move.line) if move.value.plies is None else move.value.plies
    return f"best play from there: {shown} ({plies_words(plies)})"


def ending(voice: Voice) -> str:
    """How the match ended, or that it did not."""
    match = voice.match
    if match.outcome is None:
        seat = match.position.to_move
        return f"Unfinished: {'it is your turn' if seat == voice.you else f'{match.name(seat)} is to move'}."
    winner = match.outcome.winner
    return f"{f'{voice.subject(winner)} won' if winner else 'Nobody won'}: {match.ending}."


def turning(review: Review, voice: Voice) -> list[str]:
    """Which move decided the result, and what best play would have made of it."""
    match, move = review.match, review.turning_point
    if not match.game.is_contest:
        return [_costliest(review, voice)]
    if review.decided not in {BY_THROW, FROM_THE_START}:
        value = review.values[-1]
        result = "it is a draw" if value.winner is None else voice.wins(value)
        return [f"Turning point: {_gave_up(match, voice)}, but with best play {result}."]
    if move is None:
        if match.outcome is None:
            return ["No turning point so far: no move has changed the result."]
        return ["No turning point: no move changed the result, which was decided from the start."]
    head = "Turning point" if match.outcome else "Turning point so far"
    whose = f"your {move.move}" if move.seat == voice.you else f"{move.move} by {match.name(move.seat)}"
    line = best_play(move)
    said = f"{head}: move {move.ply}, {whose}, {verdict(move)}; {_since(review, voice)}."
    return [said, f"{line[0].upper()}{line[1:]}."] if line else [said]


def _gave_up(match: AnyMatch, voice: Voice) -> str:
    if match.forfeited:
        return f"{voice.name(match.forfeited[0])} forfeited"
    assert match.broken_off is not None
    return match.broken_off.describe([voice.name(seat) for seat in range(1, match.game.seats + 1)])


def _costliest(review: Review, voice: Voice) -> str:
    """In a puzzle: the move that put the end out of reach, or else the one that cost the most MP."""
    match, lost = review.match, review.turning_point
    if match.forfeited:
        return f"{voice.subject(match.forfeited[0])} forfeited; with best play it was: {voice.wins(review.values[-1])}."
    if match.resigned is not None:
        return f"{voice.subject(match.resigned)} gave up; with best play it was: {voice.wins(review.values[-1])}."
    if lost:
        return f"Turning point: move {lost.ply}, {lost.move}, after which the end was out of reach."
    costly = max(review.moves, key=lambda move: move.over or 0, default=None)
    if costly is None or not costly.over:
        return "No move cost more than it had to."
    return f"The costliest move: {costly.ply}, {costly.move}, {costly.over} MP over the best."


def _since(review: Review, voice: Voice) -> str:
    winner = review.values[-1].winner
    if winner is None:
        return "from then on it stayed a draw" if review.match.outcome else "since then it is a draw"
    if review.match.outcome is None:
        return f"since then {voice.does(winner, 'have', 'has')} the win"
    return f"from then on {voice.name(winner)} never lost the win again"


def accuracy(player: PlayerReview, voice: Voice) -> str:
    """Results kept: `Alice: kept the result in 2 of 3 decisions that could change it, accuracy 66%.`"""
    return f"{voice.subject(player.seat)}: {accuracy_words(player, voice.match.game.measure)}"


def accuracy_words(player: PlayerReview, measure: Measure = PLIES) -> str:
    """The same without the name."""
    could = "cost MP" if measure == MP else "change the result"
    if not player.moves:
        return "no moves, so there is no accuracy."
    if not player.tested:
        return f"no decision could {could}, so there is no accuracy."
    percent = 100 * player.kept // player.tested  # rounded down: 100% means all of them
    kept = f"kept the result in {player.kept} of {_decisions(player.tested)} that could change it"
    if measure == MP:
        kept = f"found a best move in {player.kept} of {_decisions(player.tested)} that could cost MP"
    hinted = f" ({player.kept_after_hint} of them after a hint)" if player.kept_after_hint else ""
    return f"{kept}{hinted}, accuracy {percent}%."


def _decisions(count: int) -> str:
    return "1 decision" if count == 1 else f"{count} decisions"


def distance(review: Review, player: PlayerReview) -> list[str]:
    """The moves lost on the way to the end, which are not part of the accuracy; in a puzzle, MP.

    Only what led to this end counts here: nothing is said of a win that was given away later, or of a match that was
    broken off.
    """
    match = review.match
    if match.game.measure == MP:
        is_lost = review.values[-1].winner is None  # then every MP was in vain
        return [f"MP lost by moves that were not best: {player.over}."] if player.moves and not is_lost else []
    winner, turning_point = review.values[-1].winner, review.turning_point
    if winner is None or match.is_broken_off:
        return []
    since = turning_point.ply if turning_point else 0
    own = [move for move in review.moves if move.seat == player.seat and move.ply > since]
    if winner == player.seat:
        lost, ended, going_on = sum(move.slower or 0 for move in own), "The win took", "So far, the win takes"
        how = "longer"
    else:
        lost, ended, going_on = sum(move.sooner or 0 for move in own), "The loss came", "So far, the loss comes"
        how = "sooner"
    return [f"{ended if match.outcome else going_on} {plies_words(lost)} {how} than needed."] if lost else []
