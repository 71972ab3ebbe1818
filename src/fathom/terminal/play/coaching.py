"""The coach at the table: hints on request, and optionally warnings or a comment on every move."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from fathom import games
from fathom.analysis.adviser import adviser_from
from fathom.analysis.analysis import explain
from fathom.analysis.judge import best_line, judge
from fathom.coach.hints import REASON, STANDING, hint, standing_words
from fathom.core.budget import Meter
from fathom.core.game import MP, AnyPosition, Measure
from fathom.core.match import AnyMatch, AnyPly, Match
from fathom.core.value import AnyAdviser
from fathom.errors import Unknown
from fathom.show.text import HintLadder
from fathom.show.verdicts import mistake_words, plies_words, verdict_words
from fathom.storage.log import OFF, ON
from fathom.terminal.play.thinking import Thinking
from fathom.terminal.screen import LEAVING, EndOfInput, Screen

_NAME = "The coach"


class _Comment(NamedTuple):
    """What the coach says about a move: the verdict in words, the reason, and the best play that follows a mistake."""

    is_mistake: bool
    words: str
    why: str
    line: list[str]


class Coach:
    """Advice on one match. What it cannot work out within its budget, it says it cannot."""

    def __init__(self, screen: Screen, match: AnyMatch, mode: str, thinking: Thinking) -> None:
        self.screen = screen
        self.match = match
        self.mode = mode
        self._thinking = thinking
        #: The last hint, so that a comment does not repeat it.
        self._hint = ""
        #: The position it last spoke about before a move, and the last one it could not judge.
        self._told: AnyPosition | None = None
        self._unjudged: AnyPosition | None = None

    def next_hint(self) -> tuple[int, str]:
        """The next hint: its level and its text. What the coach says before every move anyway is left out."""
        game, position = self.match.game, self.match.position
        told = self.match.hints.get(len(self.match.plies), STANDING if self.mode == ON else 0)
        level = min(REASON, told + 1)
        with self._thinking_of_a_hint() as meter:
            self._hint = hint(game, position, self._adviser(position, meter), level)
        return level, self._hint

    def next_hint_of(self, ladder: HintLadder[AnyPosition]) -> tuple[int, str]:
        """The next of a room's own hints: its level and its text."""
        level = min(ladder.rungs, self.match.hints.get(len(self.match.plies), 0) + 1)
        with self._thinking_of_a_hint() as meter:
            return level, ladder.hint(self.match.position, level, meter)

    @contextmanager
    def _thinking_of_a_hint(self) -> Iterator[Meter]:
        try:
            with self._thinking.by(_NAME) as meter:
                yield meter
        except Unknown as unknown:
            raise Unknown(f"The coach cannot work out a hint here: {unknown}") from None

    def before_move(self) -> None:
        """Say who wins, if the coach is on; once, also if a move is taken back."""
        position = self.match.position
        if self.mode != ON or self._told == position:
            return
        self._told = position
        try:
            with self._thinking.by(_NAME) as meter:
                said = standing_words(judge(position, self._adviser(position, meter), self._measure), self._measure)
        except Unknown as unknown:
            said, self._unjudged = self._at_a_loss(unknown), position
        self.screen.say([f"Coach: {said}"])

    def wants_back(self, ply: AnyPly, before: AnyPosition) -> bool:
        """Comment on the move just made; True if the player takes it back."""
        if self.mode == OFF or before == self._unjudged:
            return False
        told, self._hint = self._hint, ""
        try:
            comment = self._comment_on(ply, before)
        except Unknown as unknown:
            self.screen.say([f"Coach: {self._at_a_loss(unknown)}"])
            return False
        if comment.is_mistake:
            return self._offers_to_take_back(comment)
        if self.mode == ON and self._measure == MP:
            self.screen.say([f"Coach: {comment.why}"])  # which says how good the move is
        elif self.mode == ON:
            is_told = told.startswith(f"{self.match.game.format_move(ply.move)}: {comment.why}")
            self.screen.say([f"Coach: {comment.words}." if is_told else f"Coach: {comment.words}; {comment.why}."])
        return False

    def _comment_on(self, ply: AnyPly, before: AnyPosition) -> _Comment:
        """What there is to say about a move; only a mistake has a line."""
        game = self.match.game
        with self._thinking.by(_NAME) as meter:
            adviser = self._adviser(before, meter)
            judgement = judge(before, adviser, self._measure)
            judged = judgement.judged(ply.move)
            is_mistake = judgement.is_mistake(judged)
            words = (
                mistake_words(judgement.value, judged.value)
                if is_mistake
                else verdict_words(judged.verdict, judgement.value)
            )
            line = self._best_play(ply.position, adviser) if is_mistake else []
            return _Comment(is_mistake, words, explain(game, judgement, judged, adviser), line)

    def _best_play(self, position: AnyPosition, adviser: AnyAdviser) -> list[str]:
        """The line that refutes a mistake; in a puzzle nothing does, and the way on is for the player to find."""
        if self._measure == MP:
            return []
        return [self.match.game.format_move(move) for move in best_line(position, adviser)]

    @property
    def _measure(self) -> Measure:
        return self.match.game.measure

    def _at_a_loss(self, unknown: Unknown) -> str:
        return f"I cannot say {'what is best' if self._measure == MP else 'who wins'} here: {unknown}"

    def _adviser(self, position: AnyPosition, meter: Meter) -> AnyAdviser:
        return adviser_from(self.match.game, self.match.options, position, meter)

    def _offers_to_take_back(self, comment: _Comment) -> bool:
        line = comment.line
        why = f"{comment.why[0].upper()}{comment.why[1:].removesuffix('.')}."
        said = [self.screen.canvas.strong(f"Coach: that {comment.words}."), why]
        if line:
            said.append(f"Best play from here: {' '.join(line)} ({plies_words(len(line))}).")
        self.screen.say(said)
        choices = "Enter yes, n no, s show it on the board" if line else "Enter yes, n no"
        while True:
            typed = self.screen.ask(f"Take it back? ({choices}): ").strip().lower()
            if typed in {"", "y", "yes"}:
                return True
            if typed in {"n", "no"}:
                return False
            if typed in LEAVING:
                raise EndOfInput  # leaves the table, as the end of the input does
            if line and typed in {"s", "show"}:
                step_through(self.match, line, self.screen)
            else:
                self.screen.say([f"Please type one of these: {choices}."])


def step_through(match: AnyMatch, line: list[str], screen: Screen) -> None:
    """Show a line of play on the board, move by move; in a terminal, Enter continues and q stops."""
    text = games.room(match.game.name).text
    shown = Match(match.game, match.options, match.names)
    shown.play_all(match.moves)
    for number, move in enumerate(line, 1):
        ply = shown.play(move)
        canvas = screen.canvas
        head = canvas.strong(f"{number}. {shown.name(ply.seat)}: {move}")
        ends_with_a_board = shown.outcome and canvas.live
        screen.say(["", head, *([] if ends_with_a_board else text.board(shown, canvas))])
        if screen.is_terminal and number < len(line) and not screen.wants_more("Enter for the next move"):
            return
    if shown.outcome:
        screen.say(["", *text.ending(shown, screen.canvas), ""])
