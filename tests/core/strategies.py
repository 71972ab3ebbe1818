"""Test data for the core: random matches of every game, and malformed text."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from fathom import games
from fathom.core.game import AnyGame
from fathom.core.match import Match
from fathom.core.options import Choice, Options, Whole
from fathom.errors import BadOption, FathomError

GAMES = [games.game(name) for name in games.ROOMS]
LARGEST = 24

#: A match takes long to draw and to play; how long is not what these tests are about.
matched = settings(deadline=None, max_examples=40, suppress_health_check=[HealthCheck.too_slow])
fuzzed = settings(matched, max_examples=100)

#: Spellings that `int`, `str.isdigit` or a terminal would make too much of.
NASTY = [
    *("", " ", "\t", "\n", "\r\n", "\0", "\x1b[31m", "\x1b]0;title\x07", "\x7f", "\x85", "\x1c"),
    *("\u2028", "\u202e", "\u200b", "\ufeff", "\ud800", "\udfff", "\U0010ffff", "\U000e0041", "e\u0301", "漢字"),
    *("٣", "²", "Ⅷ", "１２", "𝟛", "1_000", "+4", "-4", "-0", " 4.0", "4.0", "4e3", "0x10", "0b1", "½", "∞", "nan"),
    *("9" * 10, "9" * 5_000, "0" * 10, "1" * 100_000, "None", "True", "pass pass", "PASS!", "clear:", "clear:clear:B2"),
    *("L7", "7LL", "7L7", "L", "7,", "A0", "A01", "Z1", "A", "k", "kk", "..", "/", "//", ":", "=", "%s", "{}", "{0}"),
]

anything = st.text(st.characters(exclude_categories=()), max_size=60) | st.sampled_from(NASTY)


def short(value: object) -> str:
    """The name of a test case: some of them are very long or cannot be printed."""
    return ascii(value)[:40]


def pieces(*fragments: str) -> st.SearchStrategy[str]:
    """Text put together from fragments that mean something, and from some that do not."""
    return st.lists(st.sampled_from(fragments) | anything, max_size=25).map("".join)


#: Names that a person may have: printable, with quotes and backslashes among them.
person_names = st.text(
    st.sampled_from('"\\[]{};. ') | st.characters(exclude_categories=("C", "Z")), min_size=1, max_size=40
).filter(lambda name: name == name.strip())


@st.composite
def options_of(draw: st.DrawFn, game: AnyGame) -> Options:
    """Valid options of a game, none of them so large that a match takes long."""
    texts: dict[str, str] = {}
    for name, option in game.options_type.declared.items():
        if isinstance(option, Whole):
            texts[name] = str(draw(st.integers(option.low, min(option.high, LARGEST))))
        elif isinstance(option, Choice):
            texts[name] = draw(st.sampled_from(option.words))
        else:
            texts[name] = draw(layouts(int(texts["levels"])))
    try:
        return game.options_type.read(texts)
    except BadOption:  # values that do not go together
        return game.options_type()


@st.composite
def layouts(draw: st.DrawFn, levels: int) -> str:
    """A puzzle's layout: a key, and perhaps other things, each on its own tile below the peak."""
    letters = "BCDEFG"[: levels - 1]
    tiles = [f"{letter}{n}" for i, letter in enumerate(letters, 2) for n in range(1, 2**i + 1)]
    chosen = draw(st.lists(st.sampled_from(tiles), unique=True, min_size=1, max_size=min(len(tiles), 12)))
    things = ["k", *(["l"] if draw(st.booleans()) else []), *draw(st.lists(st.sampled_from("dx"), max_size=10))]
    return ".".join(thing + tile for thing, tile in zip(things, chosen, strict=False))


@st.composite
def matches(draw: st.DrawFn, names: st.SearchStrategy[str] = person_names) -> Match:
    """A match of any game with any options, in progress or over; some are resigned, some forfeited."""
    game = draw(st.sampled_from(GAMES))
    match = Match(game, draw(options_of(game)), tuple(draw(names) for _ in range(game.seats)))
    for pick in draw(st.lists(st.integers(0, 9_999), max_size=30)):
        if match.outcome is None:
            legal = match.position.moves()
            match.play(game.format_move(legal[pick % len(legal)]))
    if match.outcome is None and draw(st.booleans()):
        seat, reason = draw(st.integers(1, game.seats)), draw(st.none() | person_names)
        match.resign(seat) if reason is None else match.forfeit(seat, reason)
    return match


class Tried(NamedTuple):
    """The result of an attempt, or the error that refused it."""

    result: Any
    error: FathomError | None


def tried(action: Callable[..., Any], *arguments: object) -> Tried:
    """Do something that Fathom may refuse; an error of any other kind gets through and fails the test."""
    try:
        return Tried(action(*arguments), None)
    except FathomError as error:
        return Tried(None, error)


def state_of(match: Match) -> tuple[object, ...]:
    """Everything that can be seen of a match."""
    return (
        match.game,
        match.options,
        match.names,
        match.start,
        tuple(match.plies),
        tuple(match.undone),
        match.resigned,
        match.forfeited,
        match.position,
        match.outcome,
    )
