"""The audit of all five rule books as one page in Markdown: `docs/audit.md`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from fathom import games
from fathom.core.budget import UNLIMITED, Meter
from fathom.core.game import AnyGame
from fathom.workshop.audit import Audit, audit
from fathom.workshop.words import Section, percent, player_names, sections

_BEGINNING: Final = """# The rule books, audited

What each rule book is worth as a game, as it stands: at its default options. `fathom audit --book` writes this page.
Every figure is exact, computed from the solved game; nothing is sampled. `fathom audit GAME` prints the audit of any
game with any options, and `fathom audit GAME -o FILE.html` writes it as a page with pictures.

A *play* is one way to play a game from the start to an end. The *result* of a position is who wins it with perfect
play. *Open* means not over. A player who *slips* plays perfectly, but with some chance any legal move, all equally
likely.
"""

#: How the items about a book begin on its rules page.
_ABOUT_THE_BOOK: Final = ("Hole:", "Erratum:")


def book_page(meter: Meter = UNLIMITED) -> str:
    """The whole page."""
    parts = [_BEGINNING]
    audits: dict[str, Audit] = {}
    for name in games.ROOMS:
        game = games.game(name)
        if game.is_contest:
            meter.restart()
            audits[name] = audit(name, meter)
    parts.append("\n".join(_meanings(next(found for found in audits.values() if found.positions))))
    for name in games.ROOMS:
        parts.append("\n".join(_contest(audits[name]) if name in audits else _puzzle(games.game(name))))
    return "\n".join(parts)


def _meanings(one: Audit) -> Iterator[str]:
    """What the figures mean, once for all games; those of one game's own rules are told with it."""
    yield "## What the figures mean\n"
    for section in _common(one):
        yield from (f"- **{row.name}**: {row.meaning}" for row in section.rows)
    yield ""


def _common(found: Audit) -> tuple[Section, ...]:
    return tuple(section for section in sections(found) if section.title != "Rules")


def _contest(found: Audit) -> Iterator[str]:
    yield f"## {games.game(found.game).title}\n"
    yield "| figure | |\n|---|---|"
    for section in sections(found):
        yield from (f"| {row.name} | {row.figure} |" for row in section.rows)
    yield "\nThe score of seat 1 if both seats slip:\n"
    yield f"| slips | {' | '.join(percent(slip) for slip, _ in found.curve)} |"
    yield f"|---|{'---|' * len(found.curve)}"
    yield f"| score | {' | '.join(percent(score) for _, score in found.curve)} |"
    yield "\nPlayers who see little: the score of the row, in seat 1, against the column, in seat 2.\n"
    names = player_names()
    yield f"| seat 1 | {' | '.join(names)} |"
    yield f"|---|{'---|' * len(names)}"
    for first in names:
        yield f"| {first} | {' | '.join(percent(found.players[first, second].score) for second in names)} |"
    yield from _about_the_book(games.game(found.game))


def _puzzle(game: AnyGame) -> Iterator[str]:
    """A puzzle has no opponent, so most figures do not apply."""
    known = games.room(game.name).known
    yield f"## {game.title}\n"
    yield (
        "A puzzle for one: nobody wins or loses, so balance, drama and levels mean nothing here. What is exact is the "
        f"census of the published scenario: {known.positions:,} positions can be reached, and {known.result}. How hard "
        "generated puzzles are is told where they are [made](puzzles.md)."
    )
    yield from _about_the_book(game)


def _about_the_book(game: AnyGame) -> Iterator[str]:
    items = [item for section in games.room(game.name).rule_book.sections for item in section.items]
    yield "\nHoles and errata of the book:\n"
    yield from (f"- {item}" for item in items if item.startswith(_ABOUT_THE_BOOK))
    yield ""
