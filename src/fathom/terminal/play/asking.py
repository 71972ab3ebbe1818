"""Reading what a player types at a board: a command, an answer to the question, or a typo."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from fathom import games
from fathom.core.match import AnyMatch
from fathom.core.words import did_you_mean, quoted
from fathom.errors import FathomError, IllegalMove, UnreadableMove
from fathom.show.canvas import Canvas
from fathom.terminal.screen import printable

_OTHER_SPELLINGS = {"?": "help", "exit": "quit", "q": "quit"}


def command_in(line: str, commands: Iterable[str]) -> tuple[str, str] | None:
    """The command that a line starts with, and the rest of it; None for a move.

    Raises `UnreadableMove` for a word close to a command, which is taken for a typo.
    """
    word, _, rest = line.strip().partition(" ")
    word = _OTHER_SPELLINGS.get(word.lower(), word.lower())
    known = list(commands)
    if word in known:
        return word, rest.strip()
    close = did_you_mean(word, known) if len(word) > 2 and word.isalpha() else ""
    if close:
        raise UnreadableMove(f"{quoted(line)} is not a move.{close}")
    return None


def move_text(match: AnyMatch, typed: list[str], line: str) -> str | None:
    """The move that the answers give; None if the room has another question, and then the line is added to `typed`."""
    answer = line.strip()
    if not answer:
        raise UnreadableMove("Nothing was typed.")
    move = games.room(match.game.name).text.answer(match, [*typed, answer])
    if move is None:
        typed.append(answer)
    return move


def explain(error: FathomError, match: AnyMatch) -> str:
    """The error's message, with what would work unless the error says it already."""
    if isinstance(error, IllegalMove):
        return f"{error} Try again."
    if isinstance(error, UnreadableMove):
        allowed = match.game.allowed(match.position)
        said = str(error) if allowed in str(error) else f"{error} {allowed}"
        return f"{said} Type help for other commands."
    return printable(str(error))


def help_lines(meanings: Mapping[str, str], canvas: Canvas) -> list[str]:
    """Every command and what it does, as lines that fit."""
    width = max(map(len, meanings))
    lines = ["Type a move, or one of these commands:"]
    for word, meaning in meanings.items():
        lines += canvas.wrap(f"  {word.ljust(width)}  {meaning}", " " * (width + 4))
    return lines
