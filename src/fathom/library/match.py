"""Matches for Python programs: core matches that can be made from a code, printed and drawn, with a repr to paste."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TextIO

from fathom import games
from fathom.core import record
from fathom.core.code import write_code
from fathom.core.game import AnyGame, AnyPosition, Move
from fathom.core.match import AnyMatch
from fathom.core.match import Match as CoreMatch
from fathom.core.options import Options
from fathom.core.outcome import Seat
from fathom.core.words import counted, enumerate_words, player_name
from fathom.errors import BadName
from fathom.show.canvas import Canvas


class Match(CoreMatch[AnyPosition, Move]):
    """One match of a game: its options, its players and the moves made so far.

    Make one from a code, or with `fathom.new`:

    >>> import fathom
    >>> m = fathom.Match("range-war:6.4")
    >>> m.legal_moves
    (5, 7, 8, 9, 10)
    >>> _ = m.play("9")
    >>> m
    Match('range-war:6.4.9')
    >>> m.undo().move, m.code
    (9, 'range-war:6.4')

    `print(m)` shows the board, and `m.svg()` draws it. Matches are equal when they have the same game, options, moves
    and, if they were broken off, the same ending; names, hints and what `redo` would do are not compared.
    """

    def __init__(
        self,
        code: str,
        names: Iterable[str] = (),
        resigned: Seat | None = None,
        forfeited: tuple[Seat, str] | None = None,
        timed_out: Seat | None = None,
        abandoned: Seat | None = None,
    ) -> None:
        read = games.read_code(code)
        super().__init__(read.game, read.options, check_names(read.game, names))
        self.plies, self.position = read.plies, read.position
        if resigned is not None:
            self.resign(resigned)
        if forfeited is not None:
            self.forfeit(*forfeited)
        if timed_out is not None:
            self.time_out(timed_out)
        if abandoned is not None:
            self.abandon(abandoned)

    @property
    def code(self) -> str:
        """The code of the match: the game, its options and the moves made, in one line.

        >>> import fathom
        >>> fathom.new("range-war", highest=12).code
        'range-war,highest=12'
        """
        return write_code(self)

    def svg(self) -> str:
        """The board as a standalone SVG picture, style included.

        >>> import fathom
        >>> fathom.Match("range-war:6.4").svg().startswith("<svg")
        True
        """
        from fathom.show.picture import picture

        return picture(games.room(self.game.name).draw(self, still=True))

    def record(self, tags: Mapping[str, str] | None = None, comments: Mapping[int, str] | None = None) -> str:
        """The match as the text of a record file. `tags` adds tags; `comments` maps a number of moves to a comment.

        >>> import fathom
        >>> print(fathom.Match("range-war:2.1.10.9").record(comments={4: "nothing is higher"}))
        [Game "range-war"]
        [Options "highest=10,second_move=lower"]
        [Player1 "Player 1"]
        [Player2 "Player 2"]
        [Result "0-1"]
        <BLANKLINE>
        1. 2 1 2. 10 9 {nothing is higher} 0-1
        <BLANKLINE>
        """
        return record.write_record(self, dict(tags or {}), dict(comments or {}))

    def _repr_svg_(self) -> str:
        """The picture that notebooks show."""
        return self.svg()

    def __str__(self) -> str:
        return "\n".join(games.room(self.game.name).text.board(self, Canvas()))

    def __repr__(self) -> str:
        parts = [repr(self.code)]
        if self.names != CoreMatch(self.game, self.options).names:
            parts.append(f"names={self.names!r}")
        if self.resigned is not None:
            parts.append(f"resigned={self.resigned}")
        if self.forfeited is not None:
            parts.append(f"forfeited={self.forfeited!r}")
        if self.timed_out is not None:
            parts.append(f"timed_out={self.timed_out}")
        if self.abandoned is not None:
            parts.append(f"abandoned={self.abandoned}")
        return f"Match({', '.join(parts)})"


class Record(record.Record):
    """A match read from a record file, with its other tags and its comments.

    >>> import fathom
    >>> record = fathom.read_records('[Game "range-war"] 1. 6 {a start} *')[0]
    >>> record.match, record.comments
    (Match('range-war:6'), {1: 'a start'})
    """

    match: Match


def new(game: str, /, *, names: Iterable[str] = (), **options: object) -> Match:
    """A match before its first move, with options as in `fathom games`.

    >>> import fathom
    >>> fathom.new("range-war", highest=12, names=("Ann", "Ben"))
    Match('range-war,highest=12', names=('Ann', 'Ben'))
    """
    return start_of(game, options, names)


def read_records(source: str | Path | TextIO) -> list[Record]:
    """Every match of a record file, which is given as text, as a path or as an open file.

    >>> import fathom
    >>> [read] = fathom.read_records(fathom.Match("range-war:6.4").record(tags={"Event": "Tuesday"}))
    >>> read.match, read.tags
    (Match('range-war:6.4'), {'Event': 'Tuesday'})
    """
    if isinstance(source, Path):
        content = source.read_text(encoding="utf-8-sig")
    else:
        content = source if isinstance(source, str) else source.read()
    return [Record(public_match(read.match), read.tags, read.comments) for read in games.read_records(content)]


def public_match(match: AnyMatch) -> Match:
    """The same match, as a public `Match`."""
    if isinstance(match, Match):
        return match
    public = object.__new__(Match)
    public.__dict__.update(match.copy().__dict__)
    return public


def as_match(what: str | AnyMatch) -> AnyMatch:
    """The match itself, or the match that a code names."""
    return games.read_code(what) if isinstance(what, str) else what


def start_of(name: str, options: Mapping[str, object], names: Iterable[str] = ()) -> Match:
    """A match of a game before its first move."""
    game = games.game(name)
    match = object.__new__(Match)
    CoreMatch.__init__(match, game, _read_options(game, options), check_names(game, names) if names else ())
    return match


def _read_options(game: AnyGame, values: Mapping[str, object]) -> Options:
    """The options, from values or from text as in codes."""
    if not values:
        return game.options_type.read({})
    declared = game.options_type.declared
    read = {
        name: declared[name].read(value) if isinstance(value, str) and name in declared else value
        for name, value in values.items()
    }
    return game.options_type(**read)


def check_names(game: AnyGame, names: Iterable[str]) -> tuple[str, ...]:
    """The players' names, checked; with none, players are numbered."""
    checked = tuple(map(player_name, names))
    if checked and len(checked) != game.seats:
        who = enumerate_words(map(repr, checked))
        raise BadName(f"{game.title} has {counted(game.seats, 'seat')}, and the names are {who}.")
    return checked
