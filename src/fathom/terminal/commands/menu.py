"""The menu that `fathom` without a command shows. Everything in it is also a command."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from contextlib import suppress
from itertools import islice
from random import Random

from fathom import __version__, games
from fathom.errors import FathomError
from fathom.storage.log import Kept, Store
from fathom.terminal.commands.choosing import Back, Chooser
from fathom.terminal.commands.set_up import SetUp, play_puzzle
from fathom.terminal.inputs import how_many_plies, open_store
from fathom.terminal.play import seating
from fathom.terminal.play.keeper import Keeper
from fathom.terminal.rule_pages import numbered_rules
from fathom.terminal.screen import EndOfInput, Screen, printable

_RESUMABLE = 9
_ROOM_FOR_SUMMARIES = 60


def run(arguments: argparse.Namespace) -> int:
    """Show the menu until the player quits or the input ends."""
    menu = Menu(Screen(), open_store(arguments), Random(), arguments.store)
    try:
        while menu.choose():
            pass
    except EndOfInput:
        pass
    menu.screen.say(["Goodbye!"])
    return 0


class Menu:
    def __init__(self, screen: Screen, store: Store, rng: Random, store_file: str | None = None) -> None:
        self.screen = screen
        self.store = store
        self.rng = rng
        self._store_file = store_file
        self._chooser = Chooser(screen)
        self._more: dict[str, tuple[str, Callable[[], None]]] = {
            "learn": ("Take the first lesson of a game.", self._learn),
            "daily": ("Solve the puzzle of the day.", self._daily),
            "resume": ("Continue a match you left.", self._resume),
            "history": ("List your matches.", self._history),
            "review": ("Look back on a match, move by move.", self._review),
            "rules": ("Read the rules of a game.", self._rules),
            "quit": ("Your matches are saved.", self._quit),
        }

    def choose(self) -> bool:
        """Show the menu once and do what was chosen; False to leave."""
        try:
            chosen = self._ask_choice()
        except Back:
            return False
        try:
            if chosen in self._more:
                self._more[chosen][1]()
            else:
                SetUp(self._chooser, self.store, self.rng, chosen, self._store_file).run()
        except Back:
            pass
        except FathomError as error:
            self.screen.say([printable(str(error))])
        return True

    def _ask_choice(self) -> str:
        """Ask for an entry; returns its word."""
        canvas = self.screen.canvas
        self.screen.say(["", canvas.strong(f"Fathom {__version__}: five number games")])
        entries = [(name, games.game(name).title, games.game(name).summary) for name in games.names()]
        entries += [(word, word.capitalize(), about) for word, (about, _) in self._more.items()]
        width = max(len(title) for _, title, _ in entries)
        for number, (_, title, summary) in enumerate(entries, 1):
            if canvas.width < _ROOM_FOR_SUMMARIES:
                self.screen.say([f"{number:>2}  {title}"])
            else:
                self.screen.say(canvas.wrap(f"{number:>2}  {title.ljust(width)}  {summary}", " " * (width + 6)))
        self.screen.say([self._next_thing()])
        words = [name for name, _, _ in entries]
        chosen = words[self._chooser.pick("Choose: ", words)]
        if chosen == "quit":
            raise Back
        return chosen

    def _next_thing(self) -> str:
        """What to do next, in one line."""
        for kept in seating.find_unfinished(self.store):
            return f"Next: type resume to go on with {games.game(kept.game).title}."
        if not any(self.store.recall(f"lesson:{name}") for name in games.names()) and not self.store.history(1):
            return "New here? Type learn for a first lesson, or choose a game."
        return "Next: type daily for the puzzle of the day, or choose a game."

    def _learn(self) -> None:
        from fathom.terminal.commands.learn import LessonAtTable

        names = [name for name in games.names() if games.room(name).lesson]
        self.screen.say([""])
        LessonAtTable(self.screen, self.store, self._choose_game(names)).run()

    def _daily(self) -> None:
        self.screen.say([""])
        play_puzzle(seating.remembered_name(self.store), self._store_file, daily=True)

    def _resume(self) -> None:
        unfinished = list(islice(seating.find_unfinished(self.store), _RESUMABLE))
        if not unfinished:
            self.screen.say(["There is no match to resume."])
            return
        kept = self._choose_match(unfinished)
        seating.play_on(Keeper(self.store, kept.match(), kept), self.screen, self.store, self.rng)

    def _history(self) -> None:
        from fathom.terminal.commands.matches import history_lines

        lines = history_lines(self.store.history(_RESUMABLE), self.screen)
        self.screen.page(["", *(lines or ["No match has been saved yet."])])

    def _review(self) -> None:
        from fathom.terminal.commands.review import review

        played = [kept for kept in self.store.history(_RESUMABLE) if _is_replayable(kept)]
        if not played:
            self.screen.say(["There is no match to review yet."])
            return
        kept = self._choose_match(played)
        self.screen.say([""])
        review(argparse.Namespace(what=kept.id, all=False, step=None, svg=None, json=False, store=self._store_file))

    def _rules(self) -> None:
        name = self._choose_game(list(games.names()))
        self.screen.page(["", *numbered_rules(name, self.screen.canvas)])

    def _quit(self) -> None:
        raise Back

    def _choose_game(self, names: list[str]) -> str:
        return names[self._chooser.choose("Game: ", [games.game(name).title for name in names], names)]

    def _choose_match(self, listed: list[Kept]) -> Kept:
        return listed[self._chooser.choose("Match: ", list(map(_describe, listed)), [kept.id for kept in listed])]


def _is_replayable(kept: Kept) -> bool:
    with suppress(FathomError):
        kept.match()
        return True
    return False


def _describe(kept: Kept) -> str:
    match = kept.match()
    return f"{match.game.title}: {' against '.join(kept.players)}, {how_many_plies(match)}, id {kept.id}"
