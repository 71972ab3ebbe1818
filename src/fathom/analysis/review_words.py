"""A review in words, for the terminal and for the text alternative of a picture."""

from __future__ import annotations

from fathom.analysis.review import BY_RESIGNATION, PlayerReview, Review, ReviewedMove
from fathom.core.game import MP, PASS, PLIES, Measure
from fathom.core.match import AnyMatch
from fathom.core.record import result_of
from fathom.core.value import Value
from fathom.show.verdicts import Verdict, plies_words, value_words, verdict_words

_LINE_SHOWN = 12


def headline(match: AnyMatch) -> str:
    """`Digit Dilemma: Alice against Bob  (0-1)`."""
    return f"{match.game.title}: {' against '.join(match.names)}  ({result_of(match)})"


def winner_words(match: AnyMatch, value: Value) -> str:
    """A value with the winner's name: `Alice wins in 5 plies`; of a puzzle, `12 MP in all`."""
    if not match.game.is_contest:
        return value_words(value, 1, match.game.measure)
    if value.winner is None or value.plies is None:
        return "a draw"
    name = match.name(value.winner)
    return f"{name} has won" if value.plies == 0 else f"{name} wins in {plies_words(value.plies)}"


def verdict(move: ReviewedMove) -> str:
    """The verdict for people; it names what is thrown away, and says if the move was a pass."""
    if move.verdict is Verdict.FORCED and move.move == PASS:
        return "forced, a pass"
    return verdict_words(move.verdict, move.before)


def ending(match: AnyMatch) -> str:
    """How the match ended, or that it did not."""
    if match.outcome is None:
        return f"Unfinished: {match.name(match.position.to_move)} is to move."
    winner = match.outcome.winner
    said = f"{match.name(winner)} won" if winner else "Nobody won"
    return f"{said}: {match.ending}."


def turning(review: Review) -> list[str]:
    """Which move decided the result, and how it is refuted."""
    match, move = review.match, review.turning_point
    if not match.game.is_contest:
        return [_costliest(review)]
    if review.decided == BY_RESIGNATION:
        assert match.resigned is not None
        position = winner_words(match, review.values[-1])
        return [f"Turning point: {match.name(match.resigned)} resigned, though with perfect play it was: {position}."]
    if move is None:
        if match.outcome is None:
            return ["No turning point so far: no move has changed the result."]
        return ["No turning point: no move changed the result, which was decided from the start."]
    head = "Turning point" if match.outcome else "Turning point so far"
    who = f"move {move.ply}, {move.move} by {match.name(move.seat)}"
    return [f"{head}: {who}, {verdict(move)}; {_since(review)}.", f"Refutation: {_line(move)}."]


def _costliest(review: Review) -> str:
    """In a puzzle: the move that put the end out of reach, or else the one that cost the most MP."""
    match, lost = review.match, review.turning_point
    if match.resigned is not None:
        best = winner_words(match, review.values[-1])
        return f"{match.name(match.resigned)} gave up; with best play it was: {best}."
    if lost:
        return f"Turning point: move {lost.ply}, {lost.move}, after which the end was out of reach."
    costly = max(review.moves, key=lambda move: move.over or 0, default=None)
    if costly is None or not costly.over:
        return "No move cost more than it had to."
    return f"The costliest move: {costly.ply}, {costly.move}, {costly.over} MP over the best."


def _since(review: Review) -> str:
    match, winner = review.match, review.values[-1].winner
    if match.outcome is None:
        return "since then it is a draw" if winner is None else f"since then {match.name(winner)} has the win"
    return f"from then on {f'{match.name(winner)} never lost the win again' if winner else 'it stayed a draw'}"


def _line(move: ReviewedMove) -> str:
    line = move.line or []
    shown = " ".join(line[:_LINE_SHOWN]) + (" ..." if len(line) > _LINE_SHOWN else "")
    return f"{shown} ({plies_words(len(line) if move.value.plies is None else move.value.plies)})"


def accuracy(player: PlayerReview, measure: Measure = PLIES) -> str:
    """Results kept: `Alice kept the result in 2 of the 3 decisions that could change it: accuracy 66%.`"""
    could = "cost MP" if measure == MP else "change the result"
    if not player.moves:
        return f"{player.name}: no moves, so there is no accuracy."
    if not player.tested:
        return f"{player.name}: no decision could {could}, so there is no accuracy."
    percent = 100 * player.kept // player.tested  # rounded down: 100% means all of them
    kept = f"kept the result in {player.kept} of {_decisions(player.tested)} that could change it"
    if measure == MP:
        kept = f"found a best move in {player.kept} of {_decisions(player.tested)} that could cost MP"
    hinted = f" ({player.kept_after_hint} of them after a hint)" if player.kept_after_hint else ""
    return f"{player.name}: {kept}{hinted}, accuracy {percent}%."


def _decisions(count: int) -> str:
    return "1 decision" if count == 1 else f"{count} decisions"


def distance(player: PlayerReview, measure: Measure = PLIES) -> str:
    """The distance lost, which is not part of the accuracy; in a puzzle, MP."""
    if measure == MP:
        return f"MP lost by moves that were not best: {player.over}."
    if not player.slower and not player.sooner:
        return "Distance: nothing lost."
    slower, sooner = plies_words(player.slower), plies_words(player.sooner)
    return f"Distance: wins {slower} slower, losses {sooner} sooner than perfect play."
