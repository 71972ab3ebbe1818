"""The menu that `fathom` without a command shows. Everything in it is also a command."""

from __future__ import annotations

import argparse
from itertools import islice
from random import Random

from fathom import __version__, games
from fathom.core.numerals import read_number
from fathom.core.words import quoted
from fathom.errors import FathomError
from fathom.players import check_player, machines
from fathom.storage.log import Kept, Store
from fathom.terminal.inputs import how_many_plies, open_store
from fathom.terminal.play import seating
from fathom.terminal.play.keeper import Keeper
from fathom.terminal.rule_pages import numbered_rules
from fathom.terminal.screen import EndOfInput, Screen, printable

_RESUMABLE = 9
_ROOM_FOR_SUMMARIES = 60


class Back(Exception):
    """The player wants to go back to the menu."""


def run(arguments: argparse.Namespace) -> int:
    """Show the menu until the player quits or the input ends."""
    menu = Menu(Screen(), open_store(arguments), Random())
    try:
        while menu.choose():
            pass
    except EndOfInput:
        pass
    menu.screen.say(["Goodbye!"])
    return 0


class Menu:
    def __init__(self, screen: Screen, store: Store, rng: Random) -> None:
        self.screen = screen
        self.store = store
        self.rng = rng

    def choose(self) -> bool:
        """Show the menu once and do what was chosen; False to leave."""
        try:
            chosen = self._ask_choice()
        except Back:
            return False
        try:
            {"resume": self._resume, "rules": self._rules}.get(chosen, lambda: self._play(chosen))()
        except Back:
            pass
        except FathomError as error:
            self.screen.say([printable(str(error))])
        return True

    def _ask_choice(self) -> str:
        """Ask for an entry; returns its word."""
        canvas = self.screen.canvas
        self.screen.say(["", canvas.strong(f"Fathom {__version__}: five number games"), ""])
        entries = [(name, games.game(name).title, games.game(name).summary) for name in games.names()]
        more = [
            ("resume", "Resume", "Continue a match you left."),
            ("rules", "Rules", "Read the rules of a game."),
            ("quit", "Quit", "Your matches are saved."),
        ]
        width = max(len(title) for _, title, _ in entries)
        for number, (_, title, summary) in enumerate([*entries, *more], 1):
            if canvas.width < _ROOM_FOR_SUMMARIES:
                self.screen.say([f"{number}  {title}"])
            else:
                self.screen.say(canvas.wrap(f"{number}  {title.ljust(width)}  {summary}", " " * (width + 5)))
        words = [name for name, _, _ in [*entries, *more]]
        chosen = words[self._pick("Choose: ", words)]
        if chosen == "quit":
            raise Back
        return chosen

    def _play(self, name: str) -> None:
        game = games.game(name)
        players, first = [self._name("Your name", "Player 1")], "1"
        if game.seats == 2:
            available = machines()
            opponents = ["another person", *available]
            self._list(["another person", *(f"{name}: {about}" for name, about in available.items())])
            chosen = self._pick("Opponent: ", opponents)
            opponent = self._name("Their name", "Player 2") if chosen == 0 else opponents[chosen]
            players.append(opponent)
            begins = [players[0], players[1], "toss a coin"]
            self._list(begins)
            first = ("1", "2", "random")[self._pick("Who moves first: ", begins)]
        seats = seating.name_players(game, players)
        invitation = seating.Invitation(game, game.options_type(), seats, first)
        self.screen.say([""])
        seating.play(invitation, [], self.screen, self.store, self.rng)

    def _resume(self) -> None:
        unfinished = list(islice(seating.find_unfinished(self.store), _RESUMABLE))
        if not unfinished:
            self.screen.say(["There is no match to resume."])
            return
        self._list([_describe(kept) for kept in unfinished])
        kept = unfinished[self._pick("Match: ", [kept.id for kept in unfinished])]
        seating.play_on(Keeper(self.store, kept.match(), kept), self.screen, self.store, self.rng)

    def _rules(self) -> None:
        names = list(games.names())
        self._list([games.game(name).title for name in names])
        name = names[self._pick("Game: ", names)]
        self.screen.say(["", *numbered_rules(name, self.screen.canvas)])

    def _name(self, question: str, default: str) -> str:
        while True:
            typed = self._ask(f"{question} [{default}]: ")
            try:
                return check_player(typed or default)
            except FathomError as error:
                self.screen.say([str(error)])

    def _list(self, entries: list[str]) -> None:
        self.screen.say(["", *(f"{number}  {entry}" for number, entry in enumerate(entries, 1))])

    def _pick(self, question: str, words: list[str]) -> int:
        """Ask for an entry by its number, its word or the start of the word; returns its index."""
        while True:
            typed = self._ask(question).lower()
            number = read_number(typed)
            if number is not None and 1 <= number <= len(words):
                return number - 1
            begun = [i for i, word in enumerate(words) if typed and word.lower().startswith(typed)]
            if len(begun) == 1:
                return begun[0]
            self.screen.say([f"{quoted(typed)} is not on the list: type a number from 1 to {len(words)}, or quit."])

    def _ask(self, question: str) -> str:
        """The line typed, unless it is one of the two words that work at every question."""
        while True:
            typed = self.screen.ask(question).strip()
            if typed.lower() in {"quit", "exit"}:
                raise Back
            if typed.lower() not in {"help", "?"}:
                return typed
            self.screen.say(["Type a number or a word from the list, or a name; quit goes back."])


def _describe(kept: Kept) -> str:
    match = kept.match()
    return f"{match.game.title}: {' against '.join(kept.players)}, {how_many_plies(match)}, id {kept.id}"
