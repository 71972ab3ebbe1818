"""Making foreign text safe to show, and small pieces of English."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from fathom.errors import BadName

_LONGEST_QUOTE = 40
LONGEST_NAME = 40
LONGEST_COMMAND = 200
#: What the name of a machine begins with.
MARK = "@"
#: What the name of a program begins with: it is the file or the command that starts it.
_COMMANDS = ("./", "../", "/", "~/", "cmd:", "json:")
#: What the name of a profile begins with; the file follows.
PROFILE = "profile:"
#: How a board names the only person who looks at it.
YOU = "You"
#: What to do where Fathom runs from a zip file, and files on disk are needed.
UNZIP = "install the wheel with pip, which unpacks it"


def quoted(value: object) -> str:
    """Foreign text in quotes, or any other value: short, on one line, with control characters escaped."""
    if isinstance(value, str) and len(value) > _LONGEST_QUOTE:
        return f"{value[:_LONGEST_QUOTE]!r}..."
    written = repr(value)
    return written if isinstance(value, str) or len(written) <= _LONGEST_QUOTE else f"{written[:_LONGEST_QUOTE]}..."


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """` Did you mean X?` for the known word nearest to a misspelled one, or nothing."""
    import difflib  # slow to import, and only misspellings need it

    close = difflib.get_close_matches(word[:_LONGEST_QUOTE].lower(), list(known), 1)
    return f" Did you mean {close[0]}?" if close else ""


def how_to_install(extra: str) -> str:
    """How to get what an optional part of Fathom needs."""
    return f"install fathom-games[{extra}], which from a clone is: pip install '.[{extra}]'"


def tell_apart(names: Sequence[str]) -> None:
    """Refuse two players with the same name."""
    if len(set(names)) < len(names):
        raise BadName(f"Both players are called {names[0]}; give one of them another name.")


def make_distinct(name: str, others: Sequence[str]) -> str:
    """The name, with a number if another player has it."""
    return f"{name[: LONGEST_NAME - 4]} (2)" if name in others else name


def is_program(name: str) -> bool:
    """Does a name stand for a program, such as `./mybot` or `cmd:python bot.py`, or for the profile of one?"""
    return name.startswith((*_COMMANDS, PROFILE))


def is_profile(name: str) -> bool:
    """Does a name stand for a profile, such as `profile:bot.json`?"""
    return name.startswith(PROFILE)


def player_name(text: str) -> str:
    """A player's name: printable text of 1 to 40 characters, without space around it; a program's is its command."""
    name = text.strip()
    if not name:
        raise BadName("A player's name cannot be empty.")
    longest = LONGEST_COMMAND if is_program(name) else LONGEST_NAME
    if len(name) > longest:
        raise BadName(f"{quoted(name)} is too long for a name: at most {longest} characters.")
    if not name.isprintable():
        raise BadName(f"{quoted(name)} is not a valid name: it contains characters that cannot be printed.")
    return name


def counted(number: int, noun: str) -> str:
    """`1 seat`, `2 seats`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def enumerate_words(words: Iterable[str], last: str = "and") -> str:
    """`a`, `a and b`, `a, b and c`."""
    *rest, final = words
    return f"{', '.join(rest)} {last} {final}" if rest else final


def whose(name: str) -> str:
    """`Ann's`; `Your` for a player who is shown as You."""
    return "Your" if name == YOU else f"{name}'s"
