"""`fathom learn`: the first lesson of a game, a few guided moves on the real board. It can be left and resumed."""

from __future__ import annotations

import argparse
from collections.abc import Callable

from fathom import games
from fathom.coach.tutor import LessonState, Tutor
from fathom.core.match import AnyMatch
from fathom.core.numerals import read_number
from fathom.core.words import YOU
from fathom.errors import FathomError
from fathom.storage.log import Store
from fathom.terminal.inputs import fathom_command, open_store
from fathom.terminal.play.asking import command_in, explain, help_lines, move_text
from fathom.terminal.rule_pages import numbered_rules
from fathom.terminal.screen import EndOfInput, Screen

COMMANDS = {
    "help": "show this list",
    "board": "show the board and the task again",
    "rules": "show the numbered rules",
    "skip": "go on to the next step",
    "quit": "leave; the lesson goes on here next time (q for short)",
}
_DONE = "done"
_OPPONENT = "Your opponent"


def learn(arguments: argparse.Namespace) -> int:
    screen, store = Screen(), open_store(arguments)
    if arguments.game is None:
        screen.say(_overview(store))
        return 0
    LessonAtTable(screen, store, games.game(arguments.game).name).run(again=arguments.again)
    return 0


def _overview(store: Store) -> list[str]:
    """Every lesson, and how far the learner has come in each."""
    lines = []
    for name in games.names():
        if games.room(name).lesson:
            lines.append(f"{fathom_command()} learn {name}  ({_progress(Tutor(name), store)})")
    return ["A first lesson for each game, a few moves each:", *lines]


def _progress(tutor: Tutor, store: Store) -> str:
    remembered = store.recall(_key(tutor))
    if remembered == _DONE:
        return "done"
    state = _recalled(tutor, remembered)
    return f"{state.step} of {len(tutor.steps)} steps done" if state else f"{len(tutor.steps)} steps"


def _key(tutor: Tutor) -> str:
    return f"lesson:{tutor.game.name}"


def _recalled(tutor: Tutor, remembered: str | None) -> LessonState | None:
    """The state that was remembered as `2 range-war:4.2`, if there is one."""
    step, _, code = (remembered or "").partition(" ")
    number = read_number(step)
    return None if number is None else tutor.resume(number, code)


class LessonAtTable:
    """One lesson on the screen, remembered in the store."""

    def __init__(self, screen: Screen, store: Store, name: str) -> None:
        self.screen = screen
        self.tutor = Tutor(name)
        self.text = games.room(name).text
        self._store = store

    def run(self, *, again: bool = False) -> None:
        """Take the learner through the steps that are left; raises nothing if they leave."""
        state = None if again else _recalled(self.tutor, self._store.recall(_key(self.tutor)))
        title = f"{self.tutor.game.title}: a first lesson"
        self.screen.say([self.screen.canvas.strong(title), "Type skip to pass over a step, q to leave at any time."])
        following: LessonState | None = state or self.tutor.begin()
        if state and self.tutor.is_answered(state):
            following = self.tutor.following(state)
        try:
            while following:
                self._remember(following)
                following = self._take_step(following)
        except (_Left, EndOfInput):
            self.screen.say(["", f"Go on any time with: {fathom_command()} learn {self.tutor.game.name}"])
            return
        self._store.remember(_key(self.tutor), _DONE)
        self.screen.say(["", *self._farewell()])

    def _remember(self, state: LessonState) -> None:
        self._store.remember(_key(self.tutor), f"{state.step} {state.code}")

    def _take_step(self, state: LessonState) -> LessonState | None:
        """Ask until the move was made or the step skipped; the next state, or None after the last one."""
        self._show(state)
        typed: list[str] = []
        match = self._match(state)
        while True:
            line = self.screen.ask(self.text.prompt(match, typed))
            try:
                found = command_in(line, COMMANDS)
                if found and found[0] == "skip":
                    return self.tutor.following(state)
                if found:
                    self._carry_out(found[0], state)
                    continue
                move = move_text(match, typed, line)
                if move is not None:
                    typed.clear()
                    reply = self.tutor.answer(state, move)
                    self._say_reply(reply.said, is_right=reply.is_right)
                    if reply.is_right:
                        self._remember(reply.state)
                        return self._after(reply.state)
            except FathomError as error:
                typed.clear()
                self.screen.say([explain(error, match)])

    def _say_reply(self, said: str, *, is_right: bool) -> None:
        canvas = self.screen.canvas
        head = canvas.good("Right!") if is_right else "Not quite."
        self.screen.say([f"{head} {said}"])

    def _after(self, state: LessonState) -> LessonState | None:
        """Wait until a person has read what was said, then go on."""
        following = self.tutor.following(state)
        if self.screen.is_terminal and following and not self.screen.wants_more("Enter to go on"):
            raise _Left
        return following

    def _carry_out(self, word: str, state: LessonState) -> None:
        shown: dict[str, Callable[[], list[str]]] = {
            "help": lambda: help_lines(COMMANDS, self.screen.canvas),
            "rules": lambda: numbered_rules(self.tutor.game.name, self.screen.canvas),
        }
        if word == "quit":
            raise _Left
        if word == "board":
            self._show(state)
        else:
            self.screen.page(shown[word]())

    def _show(self, state: LessonState) -> None:
        """The board with the task below it."""
        canvas = self.screen.canvas
        head = canvas.strong(f"Step {state.step + 1} of {len(self.tutor.steps)}")
        board = self.text.board(self._match(state), canvas)
        self.screen.say(["", head, "", *board, "", *canvas.wrap(self.tutor.step(state).task)])

    def _match(self, state: LessonState) -> AnyMatch:
        """The position with the names that a learner expects: you move, whichever seat that is."""
        match = self.tutor.match(state)
        you = match.position.to_move
        match.names = tuple(YOU if seat == you else _OPPONENT for seat in range(1, match.game.seats + 1))
        return match

    def _farewell(self) -> list[str]:
        game, fathom = self.tutor.game, fathom_command()
        lines = [self.screen.canvas.strong(f"That was the lesson: you can play {game.title} now.")]
        if games.room(game.name).strategy(game.options_type()):
            lines.append(f"How to win it: {fathom} teach {game.name}")
        opponent = " You @novice" if game.is_contest else ""
        return [*lines, f"A first game: {fathom} play {game.name}{opponent}"]


class _Left(Exception):
    """The learner wants to stop."""
