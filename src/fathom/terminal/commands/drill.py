"""`fathom drill`: find the only winning move; positions that are due come first."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from random import Random

from fathom import games
from fathom.coach.boxes import comes_back
from fathom.coach.drills import DRILL_LEVELS, Drill
from fathom.coach.hints import REASON, STANDING, hint, standing_words
from fathom.coach.learner import drilled_games
from fathom.core.game import AnyPosition, Move
from fathom.errors import BadOption, FathomError
from fathom.show.verdicts import verdict_words
from fathom.terminal.commands.notebook import Notebook
from fathom.terminal.inputs import fathom_command, open_store
from fathom.terminal.play.asking import command_in, explain, help_lines, move_text
from fathom.terminal.play.coaching import step_through
from fathom.terminal.rule_pages import numbered_rules
from fathom.terminal.screen import EndOfInput, Screen

COMMANDS = {
    "help": "show this list",
    "hint": "get a hint; repeat for more; your answer will not count as known",
    "board": "show the board",
    "rules": "show the numbered rules",
    "skip": "skip this position; it is not counted",
    "quit": "leave; your answers are saved",
}

Clock = Callable[[], datetime]


def drill(arguments: argparse.Namespace) -> int:
    names = drilled_games(arguments.game)
    if arguments.count < 1:
        raise BadOption(f"--count must be at least 1, not {arguments.count}.")
    if arguments.level not in (None, *DRILL_LEVELS):
        raise BadOption(
            f"There is no level {arguments.level}: --level goes from {DRILL_LEVELS[0]} to {DRILL_LEVELS[-1]}."
        )
    notebook = Notebook(open_store(arguments), names)
    Session(Screen(), notebook, Random(arguments.seed), now, arguments.level).run(arguments.count)
    return 0


def now() -> datetime:
    return datetime.now(UTC)


class Left(Exception):
    """The learner wants to stop."""


class Skipped(Exception):
    """The learner wants another position."""


class Session:
    """One session: asks positions until there have been enough, or until the learner leaves."""

    def __init__(self, screen: Screen, notebook: Notebook, rng: Random, clock: Clock, level: int | None = None) -> None:
        self.screen = screen
        self.notebook = notebook
        self._rng = rng
        self._clock = clock
        self._level = level
        self._asked: set[AnyPosition] = set()
        self._known = self._hinted = self._wrong = 0
        self._is_unread = False

    def run(self, count: int) -> None:
        """Ask `count` positions; prints a summary at the end, even if the learner leaves early."""
        damaged = self.notebook.damaged
        if damaged:
            self.screen.say(
                [f"{damaged} answer{'s'[: damaged > 1]} in the store cannot be read and will not be counted."]
            )
        self.screen.say(["Find the move. Type help for other commands, quit to leave."])
        try:
            for number in range(1, count + 1):
                if not self._next(f"{number} of {count}"):
                    self.screen.say(["", "No new position was found."])
                    break
        except (Left, EndOfInput):
            pass
        finally:
            self.screen.say(["", *self._summary()])

    def _next(self, number: str) -> bool:
        """Ask one position; False if there is none left."""
        found = self.notebook.next_drill(self._clock(), self._rng, self._asked, self._level)
        if found is None:
            return False
        self._asked.add(found.position)
        self._let_read()
        again = ", again" if found.position in self.notebook.cards else ""
        mistaken = self.notebook.mistakes.get(found.position)
        if mistaken:
            again = f", from your match {mistaken}"
        head = f"{number}: {found.match.game.title}, level {found.level}{again}"
        self.screen.say(["", self.screen.canvas.strong(head)])
        with suppress(Skipped):
            self._take_answer(*Question(self.screen, found).ask())
        return True

    def _let_read(self) -> None:
        """In a terminal, wait for a key so that the feedback on the last answer can be read."""
        if self._is_unread and self.screen.is_terminal and not self.screen.wants_more("Enter for the next one"):
            raise Left
        self._is_unread = False

    def _take_answer(self, drill: Drill, move: Move, hinted: bool) -> None:
        """Store the answer, then say whether it was right."""
        is_right = drill.judged(move) in drill.keeping
        card = self.notebook.write(drill, is_right=is_right, hinted=hinted, at=self._clock())
        if not is_right:
            self._wrong += 1
            self._refute(drill, move)
        else:
            self._known, self._hinted = self._known + (not hinted), self._hinted + hinted
            self._say("Right, with a hint." if hinted else "Right!", drill.with_reason(move))
        self.screen.say([*filter(None, [drill.lesson]), self.screen.canvas.faint(comes_back(card, self._clock()))])
        self._is_unread = True

    def _refute(self, drill: Drill, move: Move) -> None:
        """What is wrong with the answer, its refutation on the board, and the solution."""
        why, line = drill.why(move), drill.line(move)
        self._say(
            f"No: {line[0]} {verdict_words(drill.judged(move).verdict, drill.judgement.value)}.",
            f"{why[0].upper()}{why[1:]}.",
        )
        step_through(drill.match, line, self.screen)
        self._say(*drill.solution)

    def _say(self, headline: str, rest: str = "") -> None:
        self.screen.say([f"{self.screen.canvas.strong(headline)} {rest}".rstrip()])

    def _summary(self) -> list[str]:
        answered = self._known + self._hinted + self._wrong
        if not answered:
            return ["None answered."]
        parts = [f"{self._known} right", f"{self._hinted} with a hint", f"{self._wrong} wrong"]
        return [f"{answered} answered: {', '.join(parts)}.", f"See how far you have come: {fathom_command()} progress"]


class Question:
    """One position for the learner, with the room's own questions."""

    def __init__(self, screen: Screen, drill: Drill) -> None:
        self.screen = screen
        self.drill = drill
        self.match = drill.match
        self.text = games.room(drill.match.game.name).text
        self._told = STANDING  # the question itself says who wins

    def ask(self) -> tuple[Drill, Move, bool]:
        """The answer, and whether there was a hint; raises `Skipped`, `Left` or `EndOfInput`."""
        self._show()
        typed: list[str] = []
        while True:
            line = self.screen.ask(self.text.prompt(self.match, typed))
            try:
                move = self._read(line, typed)
            except FathomError as error:
                self.screen.say([explain(error, self.match)])
            else:
                if move is not None:
                    return self.drill, move, self._told > STANDING

    def _read(self, line: str, typed: list[str]) -> Move | None:
        """A legal move; None after a command, or if the room has another question."""
        command = command_in(line, COMMANDS)
        if command:
            self._carry_out(command[0])
            return None
        text = move_text(self.match, typed, line)
        return None if text is None else self.match.read(text)

    def _carry_out(self, word: str) -> None:
        if word == "quit":
            raise Left
        if word == "skip":
            raise Skipped
        canvas = self.screen.canvas
        if word == "hint":
            self._told = min(REASON, self._told + 1)
            self.screen.say([hint(self.match.game, self.match.position, self.drill.adviser, self._told)])
        elif word == "board":
            self._show()
        elif word == "rules":
            self.screen.page(numbered_rules(self.match.game.name, canvas))
        else:
            self.screen.say(help_lines(COMMANDS, canvas))

    def _show(self) -> None:
        """Show the board, the seat to move and who wins."""
        seat = self.match.position.to_move
        who = self.screen.canvas.seat(seat, self.match.name(seat))
        how = standing_words(self.drill.judgement)
        board = self.text.board(self.match, self.screen.canvas)
        self.screen.say(["", *board, "", f"{who} is to move. {how}"])
