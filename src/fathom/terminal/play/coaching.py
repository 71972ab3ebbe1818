"""The coach at the table: hints on request, and optionally warnings or a comment on every move."""

from __future__ import annotations

from fathom import games
from fathom.analysis.adviser import adviser_for
from fathom.analysis.analysis import reason
from fathom.analysis.judge import Judged, Judgement, best_line, judge
from fathom.coach.hints import REASON, hint, standing_words
from fathom.core.game import AnyPosition
from fathom.core.match import AnyMatch, AnyPly, Match
from fathom.show.verdicts import Verdict, plies_words, verdict_words
from fathom.terminal.screen import EndOfInput, Screen

OFF, WARN, ON = "off", "warn", "on"


class Coach:
    """Advice on one match; raises `Unknown` when the game cannot be solved."""

    def __init__(self, screen: Screen, match: AnyMatch, mode: str) -> None:
        self.screen = screen
        self.match = match
        self.mode = mode
        self.adviser = adviser_for(match.game, match.options)

    def next_hint(self) -> tuple[int, str]:
        """The next hint: its level and its text."""
        level = min(REASON, self.match.hints.get(len(self.match.plies), 0) + 1)
        return level, hint(self.match.game, self.match.position, self.adviser, level)

    def before_move(self) -> None:
        """Say who wins, if the coach is on."""
        if self.mode == ON:
            self.screen.say([f"Coach: {standing_words(judge(self.match.position, self.adviser))}"])

    def wants_back(self, ply: AnyPly, before: AnyPosition) -> bool:
        """Comment on the move just made; True if the player takes it back."""
        judgement, judged = self._judge(ply, before)
        if self.mode == ON:
            why = reason(self.match.game, judgement, judged, self.adviser)
            self.screen.say([f"Coach: {verdict_words(judged.verdict, judgement.value)}; {why}."])
        if self.mode == OFF or judged.verdict is not Verdict.THROWS:
            return False
        return self._offers_to_take_back(judgement, judged)

    def _judge(self, ply: AnyPly, before: AnyPosition) -> tuple[Judgement, Judged]:
        judgement = judge(before, self.adviser)
        return judgement, judgement.judged(ply.move)

    def _offers_to_take_back(self, judgement: Judgement, judged: Judged) -> bool:
        why = reason(self.match.game, judgement, judged, self.adviser)
        line = [self.match.game.format_move(move) for move in best_line(self.match.position, self.adviser)]
        said = self.screen.canvas.strong(f"Coach: that {verdict_words(judged.verdict, judgement.value)}.")
        self.screen.say(
            [said, f"{why[0].upper()}{why[1:]}.", f"Refutation: {' '.join(line)} ({plies_words(len(line))})."]
        )
        while True:
            typed = self.screen.ask("Take it back? (y yes, n no, s step through the refutation): ").strip().lower()
            if typed in {"y", "yes"}:
                return True
            if typed in {"n", "no", ""}:
                return False
            if typed in {"s", "step"}:
                step_through(self.match, line, self.screen)
            else:
                self.screen.say(["Please type y, n or s."])


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
        if screen.is_terminal and number < len(line) and not _wants_more(screen):
            return
    if shown.outcome:
        screen.say(["", *text.ending(shown, screen.canvas), ""])


def _wants_more(screen: Screen) -> bool:
    try:
        return screen.ask("Enter for the next move, q to stop: ").strip().lower() not in {"q", "quit"}
    except EndOfInput:
        return False
