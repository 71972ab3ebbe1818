"""Stepping through a review: the board after each move, with its verdict and reason."""

from __future__ import annotations

from fathom import games
from fathom.analysis import review_words as words
from fathom.analysis.review import Review
from fathom.analysis.review_words import Voice
from fathom.core.match import Match
from fathom.core.numerals import read_number
from fathom.core.words import quoted
from fathom.terminal.commands.review_report import move_lines
from fathom.terminal.screen import EndOfInput, Screen

_PROMPT = "Enter next, p previous, f first, l last, m mistake, or a number; q quits: "
_LAST_PROMPT = "Enter leaves, p previous, f first, or a number; q quits: "


class Steps:
    """One review on the screen; `at` is the number of moves shown, 0 at the start."""

    def __init__(self, review: Review, voice: Voice, screen: Screen) -> None:
        self.review = review
        self.voice = voice
        self.screen = screen
        self.at = 0
        self._last = len(review.moves)

    def run(self) -> bool:
        """Show moves until the user quits, or leaves the last move with Enter; False if the user quits."""
        self.show()
        while True:
            try:
                typed = self.screen.ask(_LAST_PROMPT if self.at == self._last else _PROMPT).strip().lower()
            except EndOfInput:
                return False
            if typed in {"q", "quit"}:
                return False
            if not typed and self.at == self._last:
                return True
            self._go(typed)

    def _go(self, typed: str) -> None:
        """Do what was typed; say so if it is impossible."""
        target = self._target(typed)
        if isinstance(target, str):
            self.screen.say([target])
        else:
            self.at = target
            self.show()

    def _target(self, typed: str) -> int | str:
        """The move to show next, or a sentence that says why there is none."""
        number = read_number(typed)
        match typed:
            case "" | "n" | "next":
                return self.at + 1 if self.at < self._last else "This is the last move."
            case "p" | "previous":
                return self.at - 1 if self.at else "This is the start."
            case "f" | "first":
                return 0
            case "l" | "last":
                return self._last
            case "m" | "mistake":
                mistakes = [move.ply for move in self.review.moves if move.better and move.ply > self.at]
                return mistakes[0] if mistakes else "There is no mistake after this move."
        if number is not None and number <= self._last:
            return number
        return f"{quoted(typed)} is none of these; the moves go from 0, the start, to {self._last}."

    def show(self) -> None:
        """The position after the moves shown so far, and what there is to say about the last of them."""
        played, canvas = self.review.match, self.screen.canvas
        shown = Match(played.game, played.options, played.names)
        shown.play_all(played.moves[: self.at])
        lines = ["", *games.room(played.game.name).text.board(shown, canvas), ""]
        if self.at:
            move = self.review.moves[self.at - 1]
            made = f"{move.ply}. {self.voice.subject(move.seat)}  {move.move}"
            lines += move_lines(move, made, self.voice, canvas)
            line = words.best_play(move)
            lines += canvas.wrap(f"   {line}", "   ") if line else []
        else:
            lines += canvas.wrap(f"The start: {self.voice.wins(self.review.start)} with best play.")
        if self.at == self._last:
            lines += canvas.wrap(words.ending(self.voice))
        self.screen.say(lines)
