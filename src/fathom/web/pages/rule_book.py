"""A rule book as HTML: what a room's `rules.md` uses of Markdown, and nothing more.

That is a title, paragraphs, `## ` headings, `1. ` numbered rules, `- ` lists, `code`, and `{{options}}` where the table
of options belongs. Everything is escaped. "rule 3" becomes a link to rule 3.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

from markupsafe import Markup, escape

from fathom import games
from fathom.core.options import Option
from fathom.show.example import Example

_ITEM = re.compile(r"(?:(?P<number>\d+)\.|-) (?P<text>.*)")
_INLINE = re.compile(r"`(?P<code>[^`]+)`|(?P<mention>\b[Rr]ule (?P<rule>\d+)\b)")
RULES, OPTIONS = "Rules", "Options"


class Shown(NamedTuple):
    """An example as it is shown; `tried` is the move that is refused in it, if one is."""

    code: str
    sentence: str
    tried: str


class Rule(NamedTuple):
    """A numbered rule; its anchor on the page is `#rule-` and the number."""

    number: int
    text: Markup
    examples: list[Shown]


class Section(NamedTuple):
    """What stands under a further heading: rulings and errata, what is known."""

    heading: str
    items: list[Markup]

    @property
    def anchor(self) -> str:
        return re.sub(r"[^a-z]+", "-", self.heading.lower())


class RuleBook(NamedTuple):
    """A game's page, ready to be shown."""

    title: str
    introduction: Markup
    rules: list[Rule]
    options: list[Option[Any]]
    sections: list[Section]


@cache
def rule_book(name: str) -> RuleBook:
    """The rule book of the game with that name; raises `UnknownGame`."""
    head, *parts = re.split(r"^## ", games.rules_page(name), flags=re.MULTILINE)
    title, _, introduction = head.partition("\n")
    under = {heading: lines.splitlines() for heading, _, lines in (part.partition("\n") for part in parts)}
    return RuleBook(
        title.removeprefix("# "),
        inline(" ".join(introduction.split())),
        list(_read_rules(under.pop(RULES), games.examples(name).of_rules)),
        list(games.game(name).options_type.declared.values()) if under.pop(OPTIONS, None) else [],
        [Section(heading, [inline(text) for _, text in _items(lines)]) for heading, lines in under.items()],
    )


def inline(text: str) -> Markup:
    """A line of a rule book: escaped, with its code and its mentions of rules marked up."""
    made, end = Markup(), 0
    for found in _INLINE.finditer(text):
        made += escape(text[end : found.start()])
        if found["code"]:
            made += Markup("<code>{}</code>").format(found["code"])
        else:
            made += Markup('<a href="#rule-{}">{}</a>').format(found["rule"], found["mention"])
        end = found.end()
    return made + escape(text[end:])


def _read_rules(lines: Iterable[str], examples: Mapping[int, tuple[Example, ...]]) -> Iterator[Rule]:
    for number, text in _items(lines):
        yield Rule(number, inline(text), [_show_example(example) for example in examples.get(number, ())])


def _show_example(example: Example) -> Shown:
    """A refused move is refused in the game's own words."""
    if not example.tried:
        return Shown(example.code, example.told, "")
    match = games.read_code(example.code)
    refusal = match.game.refusal(match.position, match.game.parse_move(example.tried))
    return Shown(example.code, str(refusal), example.tried)


def _items(lines: Iterable[str]) -> list[tuple[int, str]]:
    """The items of a list, each on one line, with their numbers (0 for a plain list)."""
    items: list[tuple[int, str]] = []
    for line in filter(str.strip, lines):
        if found := _ITEM.match(line):
            items.append((int(found["number"] or 0), found["text"]))
        else:
            number, text = items.pop()
            items.append((number, f"{text} {line.strip()}"))
    return items
