"""Questions with a list of answers, as the menu asks them."""

from __future__ import annotations

from collections.abc import Sequence

from fathom.core.numerals import read_number
from fathom.core.words import quoted
from fathom.terminal.screen import LEAVING, Screen


class Back(Exception):
    """The player wants to go back to where the question came from."""


class Chooser:
    """Asks for one entry of a list by its number, its word or the start of the word; `q` goes back."""

    def __init__(self, screen: Screen) -> None:
        self.screen = screen

    def choose(self, question: str, entries: Sequence[str], words: Sequence[str]) -> int:
        """Show the entries, numbered, and ask for one; returns its index."""
        canvas = self.screen.canvas
        self.screen.say([""])
        for number, entry in enumerate(entries, 1):
            self.screen.say(canvas.wrap(f"{number:>2}  {entry}", "    "))
        return self.pick(question, words)

    def pick(self, question: str, words: Sequence[str], usual: int | None = None) -> int:
        """Ask for one of `words`; Enter alone takes the `usual` one, if there is one."""
        while True:
            typed = self.ask(question, words).lower()
            number = read_number(typed)
            if not typed and usual is not None:
                return usual
            if number is not None and 1 <= number <= len(words):
                return number - 1
            begun = [i for i, word in enumerate(words) if typed and word.lower().startswith(typed)]
            exact = [i for i in begun if words[i].lower() == typed]
            if len(exact or begun) == 1:
                return (exact or begun)[0]
            self.screen.say([f"{quoted(typed)} is not on the list: type a number from 1 to {len(words)}, or q."])

    def ask(self, question: str, words: Sequence[str] = ()) -> str:
        """The line typed, unless it is one of the words that work at every question; raises `Back`."""
        while True:
            typed = self.screen.ask(question, words).strip()
            if typed.lower() in LEAVING:
                raise Back
            if typed.lower() not in {"help", "?"}:
                return typed
            self.screen.say(["Type a number or a word from the list, or a name; q goes back."])
