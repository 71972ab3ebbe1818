"""Records: matches as text in the shape of PGN, one or many in a file.

    [Game "range-war"]
    [Options "highest=10,second_move=lower"]
    [Player1 "Alice"]
    [Player2 "Bob"]
    [Result "0-1"]

    1. 6 4 2. 10 9 {nothing higher is left} 0-1

The first five tags belong to the match (and `Resigned "1"`, `TimedOut "1"`, `Abandoned "1"` or `Forfeited "1: reason"`,
when a seat lost by that); any others are kept as they are. Reading replays every move: a record that cannot be read or
breaks a rule is refused with its line number, and then nothing is loaded.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple, TypeVar

from fathom.core.game import AnyGame, M, P
from fathom.core.match import AnyMatch, Match
from fathom.core.words import player_name, quoted
from fathom.errors import FathomError, UnreadableRecord

T = TypeVar("T")

UNFINISHED = "*"
_RESULTS = frozenset({"1-0", "0-1", "1/2-1/2", "0-0", UNFINISHED})
_LONGEST = 10_000_000
_WIDTH = 80
_ROUND = str.maketrans("{}", "()")
_HINTED = re.compile("after hint ([1-5])")
_FORFEIT = re.compile("([12]): (.{1,300})")
_TOKEN = re.compile(
    r"""(?P<space>\s+)
      | \[ (?P<tag>[A-Za-z][A-Za-z0-9_]*) [ ]+ "(?P<value>(?:[^"\\\n]|\\["\\])*)" \]
      | \{ (?P<comment>[^{}]*) \}
      | (?P<word>[^\s{}\[\]"]+)""",
    re.VERBOSE,
)


class Record(NamedTuple):
    """A match and the rest of its record: other tags, and comments by the number of plies before them."""

    match: AnyMatch
    tags: dict[str, str]
    comments: dict[int, str]


def result_of(match: Match[P, M]) -> str:
    """`1-0`, `0-1`, `1/2-1/2` for a draw, `0-0` for a puzzle that ended unsolved, `*` until the end."""
    if match.outcome is None:
        return UNFINISHED
    nobody = "1/2-1/2" if match.game.is_contest else "0-0"
    return {1: "1-0", 2: "0-1", None: nobody}[match.outcome.winner]


def write_record(match: Match[P, M], tags: dict[str, str] | None = None, comments: dict[int, str] | None = None) -> str:
    """The text of one record, ending in a newline. A move made after a hint is marked by a comment."""
    comments = _hint_comments(match) | (comments or {})
    own = {
        "Game": match.game.name,
        "Options": match.options.write_line(),
        **{f"Player{seat}": name for seat, name in enumerate(match.names, 1)},
    }
    every = own | (tags or {}) | own | {"Result": result_of(match)}  # another tag never replaces one of these
    if match.resigned is not None:
        every["Resigned"] = str(match.resigned)
    if match.forfeited:
        every["Forfeited"] = "{}: {}".format(*match.forfeited)
    if match.timed_out is not None:
        every["TimedOut"] = str(match.timed_out)
    if match.abandoned is not None:
        every["Abandoned"] = str(match.abandoned)
    head = "".join(f'[{name} "{_escape(text)}"]\n' for name, text in every.items())
    return f"{head}\n{_wrap(_words(match, comments))}\n"


def _hint_comments(match: Match[P, M]) -> dict[int, str]:
    """A comment for each move that was made after a hint."""
    plies = len(match.plies)
    return {ply + 1: f"after hint {level}" for ply, level in match.hints.items() if ply < plies}


def _words(match: Match[P, M], comments: dict[int, str]) -> Iterator[str]:
    """The words of the move text; a comment counts as one word, so that no line breaks inside it."""
    if 0 in comments:
        yield _remark(comments[0])
    for i, move in enumerate(match.moves):
        if i % match.game.seats == 0:
            yield f"{i // match.game.seats + 1}."
        yield move
        if i + 1 in comments:
            yield _remark(comments[i + 1])
    yield result_of(match)


def _wrap(words: Iterator[str]) -> str:
    lines = [""]
    for word in words:
        if lines[-1] and len(lines[-1]) + 1 + len(word) > _WIDTH:
            lines.append("")
        lines[-1] += f" {word}" if lines[-1] else word
    return "\n".join(lines)


def _escape(text: str) -> str:
    return _printable(text).replace("\\", "\\\\").replace('"', '\\"')


def _remark(text: str) -> str:
    """A comment in braces; braces inside it would end it early, so they become parentheses."""
    said = " ".join(_printable(text).split())
    return f"{{{said.translate(_ROUND)}}}"


def _printable(text: str) -> str:
    return "".join(character if character.isprintable() else " " for character in text)


class _Token(NamedTuple):
    line: int
    kind: str
    text: str
    value: str


def read_records(text: str, find_game: Callable[[str], AnyGame]) -> list[Record]:
    """Every record of a file, in order; an empty file is refused like any other unreadable one."""
    if len(text) > _LONGEST:
        raise UnreadableRecord(1, f"the file has {len(text)} characters; at most {_LONGEST} are read")
    records, reader = [], None
    last_line = 1
    for token in _tokens(text):
        last_line = token.line
        reader = reader or _Reader(find_game)
        record = reader.take(token)
        if record:
            records.append(record)
            reader = None
    if reader or not records:
        raise UnreadableRecord(last_line, "the text ends before a result (1-0, 0-1, 1/2-1/2, 0-0 or *)")
    return records


def _tokens(text: str) -> Iterator[_Token]:
    line, at = 1, 0
    while at < len(text):
        found = _TOKEN.match(text, at)
        if not found:
            raise UnreadableRecord(line, f"cannot read {quoted(text[at : at + 20].splitlines()[0])}")
        kind = found.lastgroup or ""
        if kind == "value":
            yield _Token(line, "tag", found["tag"], re.sub(r"\\(.)", r"\1", found["value"]))
        elif kind != "space":
            yield _Token(line, kind, " ".join(found[kind].split()), "")
        line += found[0].count("\n")
        at = found.end()


class _Reader:
    """One record being read, token by token."""

    def __init__(self, find_game: Callable[[str], AnyGame]) -> None:
        self.find_game = find_game
        self.tags: dict[str, _Token] = {}
        self.match: AnyMatch | None = None
        self.comments: dict[int, str] = {}

    def take(self, token: _Token) -> Record | None:
        """Read a token; returns the record when the token ends it."""
        if not (token.text + token.value).isprintable():
            raise UnreadableRecord(token.line, f"{quoted(token.value or token.text)} cannot be printed")
        if token.kind == "tag":
            self._take_tag(token)
            return None
        if token.kind == "comment":
            self._take_comment(token.text)
            return None
        self.match = self.match or self._start_match(token.line)
        if token.text in _RESULTS:
            return self._finish(self.match, token)
        self._take_move(self.match, token)
        return None

    def _take_tag(self, token: _Token) -> None:
        if self.match:
            raise UnreadableRecord(token.line, f"the tag {token.text} comes before the last result")
        if token.text in self.tags:
            raise UnreadableRecord(token.line, f"the tag {token.text} is given twice")
        self.tags[token.text] = token

    def _start_match(self, line: int) -> AnyMatch:
        if "Game" not in self.tags:
            raise UnreadableRecord(line, 'moves come before a tag such as [Game "range-war"]')
        game = self._read(self.tags.pop("Game"), self.find_game)
        options = self._read_tag("Options", game.options_type.read_line, game.options_type())
        seats = range(1, game.seats + 1)
        names = tuple(self._read_tag(f"Player{seat}", player_name, f"Player {seat}") for seat in seats)
        return Match(game, options, names)

    def _read_tag(self, tag: str, read: Callable[[str], T], default: T) -> T:
        """The value of a tag; an unreadable one is refused with the line of the tag."""
        if tag not in self.tags:
            return default
        return self._read(self.tags.pop(tag), read)

    def _read(self, token: _Token, read: Callable[[str], T]) -> T:
        try:
            return read(token.value)
        except FathomError as error:
            raise UnreadableRecord(token.line, str(error)) from error

    def _take_comment(self, said: str) -> None:
        ply = len(self.match.plies) if self.match else 0
        hinted = _HINTED.fullmatch(said)
        if self.match and hinted and ply:
            self.match.hints[ply - 1] = int(hinted[1])
        self.comments[ply] = f"{self.comments[ply]} {said}" if ply in self.comments else said

    def _take_move(self, match: AnyMatch, token: _Token) -> None:
        ply, seats = len(match.plies), match.game.seats
        if token.text.endswith("."):
            expected = f"{ply // seats + 1}."
            if ply % seats or token.text != expected:
                raise UnreadableRecord(token.line, f"move number {quoted(token.text)} is out of step")
            return
        try:
            match.play(token.text)
        except FathomError as error:
            raise UnreadableRecord(token.line, f"move {ply + 1}, {quoted(token.text)}: {error}") from error

    def _finish(self, match: AnyMatch, token: _Token) -> Record:
        self._take_loss(match, "Resigned", match.resign, "resigned")
        self._take_loss(match, "TimedOut", match.time_out, "run out of time")
        self._take_loss(match, "Abandoned", match.abandon, "left the match")
        forfeited = self.tags.pop("Forfeited", None)
        if forfeited:
            told = _FORFEIT.fullmatch(forfeited.value)
            if told is None or int(told[1]) > match.game.seats or match.outcome:
                raise UnreadableRecord(forfeited.line, f"{quoted(forfeited.value)} cannot be a forfeit here")
            match.forfeit(int(told[1]), told[2])
        result = result_of(match)
        for source in (token, self.tags.pop("Result", token)):
            said = source.value if source.kind == "tag" else source.text
            if said != result:
                raise UnreadableRecord(source.line, f"the result says {quoted(said)}, the moves give {quoted(result)}")
        tags = {name: tag.value for name, tag in self.tags.items()}
        return Record(match, tags, self.comments)

    def _take_loss(self, match: AnyMatch, tag: str, lose: Callable[[int], None], done: str) -> None:
        """End the match as a tag says that one seat has lost it."""
        lost = self.tags.pop(tag, None)
        if lost is None:
            return
        if lost.value not in {str(seat) for seat in range(1, match.game.seats + 1)} or match.outcome:
            raise UnreadableRecord(lost.line, f"seat {quoted(lost.value)} cannot have {done} here")
        lose(int(lost.value))
