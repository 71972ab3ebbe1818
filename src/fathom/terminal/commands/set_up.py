"""Setting up a game from the menu: everything has a good default, and Enter begins."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from random import Random

from fathom import games
from fathom.core.match import NAMELESS
from fathom.core.words import player_name
from fathom.errors import FathomError
from fathom.players import machines
from fathom.players.faces import face_of
from fathom.show.preset import Preset
from fathom.storage.log import Store
from fathom.terminal.commands.choosing import Back, Chooser
from fathom.terminal.inputs import fathom_command
from fathom.terminal.play import seating

_USUAL_OPPONENT = "@casual"
_COACHES = {
    "off": "says nothing unless you type hint",
    "warn": "warns before a mistake counts",
    "on": "comments on every move",
}
_DIFFICULTIES = ("published", "easy", "medium", "hard", "fiendish")
_FIRST = {"you": "1", "opponent": "2", "coin": "random"}


class SetUp:
    """The wishes for one game, until the player begins or goes back."""

    def __init__(self, chooser: Chooser, store: Store, rng: Random, name: str, store_file: str | None) -> None:
        self.game = games.game(name)
        self._room = games.room(name)
        self._chooser, self._screen, self._store, self._rng = chooser, chooser.screen, store, rng
        self._store_file = store_file
        self._player = seating.remembered_name(store)
        self._preset = 0
        self._opponent = _USUAL_OPPONENT
        self._first = "you"
        self._coach = "off"
        self._difficulty = _DIFFICULTIES[0]
        wishes: dict[str, Callable[[], None]] = {"name": self._ask_name}
        if self.game.is_contest:
            wishes |= {"preset": self._ask_preset, "opponent": self._ask_opponent, "first": self._ask_first}
        elif self._room.puzzles:
            wishes["difficulty"] = self._ask_difficulty
        self._wishes = wishes | {"coach": self._ask_coach}

    def run(self) -> None:
        """Ask until the player begins, play, and offer a rematch; raises `Back` to leave."""
        while self._chooses_begin():
            if not self._play():
                return
            if self.game.is_contest:
                self._first = {"you": "opponent", "opponent": "you"}.get(self._first, self._first)
            self._say_what_is_next()

    def _chooses_begin(self) -> bool:
        """Show the wishes and change them until Enter; always True."""
        words = [*self._wishes, "begin"]
        while True:
            self._screen.say(["", *self._lines()])
            word = words[self._chooser.pick("Enter begins, a word changes it, q goes back: ", words, len(words) - 1)]
            if word == "begin":
                return True
            try:
                self._wishes[word]()
            except Back:  # from that question only
                continue

    def _lines(self) -> list[str]:
        canvas = self._screen.canvas
        told = {
            "name": self._player,
            "preset": f"{self._chosen_preset.name}. {self._chosen_preset.line}",
            "opponent": _describe_opponent(self._opponent),
            "first": {"you": "you", "opponent": "your opponent", "coin": "toss a coin"}[self._first],
            "difficulty": self._difficulty,
            "coach": f"{self._coach}: {_COACHES[self._coach]}",
        }
        lines = [canvas.strong(self.game.title)]
        for word in self._wishes:
            lines += canvas.wrap(f"  {word.ljust(10)}  {told[word]}", " " * 14)
        return lines

    @property
    def _chosen_preset(self) -> Preset:
        return self._room.presets[self._preset]

    def _ask_name(self) -> None:
        while True:
            typed = self._chooser.ask(f"Your name [{self._player}]: ")
            try:
                self._player = player_name(typed or self._player)
            except FathomError as error:
                self._screen.say([str(error)])
                continue
            seating.remember_name(self._store, [self._player])
            return

    def _ask_preset(self) -> None:
        presets = self._room.presets
        entries = [f"{preset.name}. {preset.line}" for preset in presets]
        self._preset = self._chooser.choose("Preset: ", entries, [preset.slug for preset in presets])

    def _ask_opponent(self) -> None:
        available = list(machines())
        entries = ["A person at this keyboard", *map(_describe_opponent, available)]
        words = ["person", *(face_of(name).name for name in available)]
        chosen = self._chooser.choose("Opponent: ", entries, words)
        self._opponent = available[chosen - 1] if chosen else self._ask_other_name()

    def _ask_other_name(self) -> str:
        while True:
            typed = self._chooser.ask(f"Their name [{NAMELESS[1]}]: ")
            try:
                return player_name(typed or NAMELESS[1])
            except FathomError as error:
                self._screen.say([str(error)])

    def _ask_first(self) -> None:
        entries = ["You", "Your opponent", "Toss a coin"]
        self._first = list(_FIRST)[self._chooser.choose("Who moves first: ", entries, list(_FIRST))]

    def _ask_difficulty(self) -> None:
        entries = ["The puzzle of the rule book", "Easy", "Medium", "Hard", "Fiendish"]
        self._difficulty = _DIFFICULTIES[self._chooser.choose("Difficulty: ", entries, list(_DIFFICULTIES))]

    def _ask_coach(self) -> None:
        entries = [f"{mode}: {about}" for mode, about in _COACHES.items()]
        self._coach = list(_COACHES)[self._chooser.choose("Coach: ", entries, list(_COACHES))]

    def _play(self) -> bool:
        """Play the game; False if the player leaves before its end."""
        self._screen.say([""])
        if self._difficulty != _DIFFICULTIES[0]:
            return play_puzzle(self._player, self._store_file, coach=self._coach, difficulty=self._difficulty)
        players = [self._player, self._opponent] if self.game.is_contest else [self._player]
        options = self._chosen_preset.options if self.game.is_contest else self.game.options_type()
        seats = seating.name_players(self.game, players, options)
        first = _FIRST[self._first] if self.game.is_contest else "1"
        invitation = seating.Invitation(self.game, options, seats, first, coach=self._coach)
        return seating.play(invitation, [], self._screen, self._store, self._rng)

    def _say_what_is_next(self) -> None:
        """What to do after a game: Enter plays again, and these commands go deeper."""
        fathom, name = fathom_command(), self.game.name
        teach = f"; how to win: {fathom} teach {name}" if self._room.strategy(self.game.options_type()) else ""
        again = "another one" if self._difficulty != _DIFFICULTIES[0] else "a rematch"
        self._screen.say(["", f"Enter plays {again}. Look back on the last one: {fathom} review{teach}"])


def _describe_opponent(name: str) -> str:
    """`Casual (u_u) guesses 45% of its moves; ...`; a person's name as it is."""
    about = machines()
    if name not in about:
        return name
    face = face_of(name, about[name])
    return f"{face.name} {face.text} {face.line}"


def play_puzzle(player: str, store_file: str | None, **wishes: str | bool) -> bool:
    """Play a puzzle of some difficulty, or the daily one; False if the player leaves before its end."""
    from fathom.terminal.puzzle.play import play_to_end

    usual = dict.fromkeys(("what", "difficulty", "levels", "seed", "generator")) | {"daily": False, "coach": "off"}
    return play_to_end(argparse.Namespace(player=player, store=store_file, **(usual | wishes)))
