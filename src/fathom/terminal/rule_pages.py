"""The rule pages, as plain text."""

from __future__ import annotations

from fathom import games
from fathom.show.canvas import Canvas
from fathom.show.rule_book import OPTIONS, OURS, plain


def rules_of(name: str) -> dict[int, str]:
    """The numbered rules: `{1: "The first number ...", ...}`."""
    return {number: plain(text) for number, text in games.room(name).rule_book.rules.items()}


def numbered_rules(name: str, canvas: Canvas) -> list[str]:
    """The numbered rules as lines that fit; those of ours come last, under a heading of their own."""
    lines = [canvas.strong(f"The rules of {games.game(name).title}")]
    first_of_ours = min(games.room(name).rule_book.ours, default=None)
    for number, rule in rules_of(name).items():
        if number == first_of_ours:
            lines.append(canvas.strong(OURS))
        lines += canvas.wrap(f"{number}. {rule}", "   ")
    return lines


def options_of(name: str, canvas: Canvas) -> list[str]:
    """The options as lines that fit."""
    lines = [canvas.strong(OPTIONS)]
    for option in games.game(name).options_type.declared.values():
        said = f"{option.name}={option.write(option.default)}  {option.meaning} ({option.allowed})"
        lines += canvas.wrap(said, "   ")
    return lines


def further_sections(name: str, canvas: Canvas) -> list[str]:
    """Errata, rulings and what is known, as lines that fit."""
    lines = []
    for section in games.room(name).rule_book.sections:
        lines += ["", canvas.strong(section.heading)]
        for item in section.items:
            lines += canvas.wrap(f"- {plain(item)}", "  ")
    return lines
