"""A rule book as HTML. Everything is escaped; "rule 3" becomes a link to rule 3."""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from markupsafe import Markup, escape

from fathom import games
from fathom.core.options import AnyOption
from fathom.show.example import Example
from fathom.show.rule_book import ABOUT

_INLINE = re.compile(r"`(?P<code>[^`]+)`|(?P<mention>\b[Rr]ule (?P<rule>\d+)\b)")


class Shown(NamedTuple):
    """An example as shown; `tried` is the move that is refused in it, if there is one."""

    code: str
    sentence: str
    tried: str


class Rule(NamedTuple):
    """A numbered rule; its anchor on the page is `#rule-` and the number."""

    number: int
    text: Markup
    examples: list[Shown]


class Section(NamedTuple):
    """A further heading and its content: what is known, about the rule book."""

    heading: str
    items: list[Markup]

    @property
    def anchor(self) -> str:
        return re.sub(r"[^a-z]+", "-", self.heading.lower())

    @property
    def is_folded(self) -> bool:
        return self.heading == ABOUT


class RuleBook(NamedTuple):
    """A game's page, ready for the template."""

    title: str
    introduction: Markup
    rules: list[Rule]
    #: Rules for options that no book has.
    ours: list[Rule]
    options: list[AnyOption]
    sections: list[Section]


@cache
def rule_book(name: str) -> RuleBook:
    """The rule book of the game with that name; raises `UnknownGame`."""
    room = games.room(name)
    book, examples = room.rule_book, room.examples.of_rules
    rules = [
        Rule(number, inline(text), [_show_example(example) for example in examples.get(number, ())])
        for number, text in book.rules.items()
    ]
    return RuleBook(
        book.title,
        inline(book.introduction),
        [rule for rule in rules if rule.number not in book.ours],
        [rule for rule in rules if rule.number in book.ours],
        list(room.game.options_type.declared.values()),
        [Section(heading, [inline(item) for item in items]) for heading, items in book.sections],
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


def _show_example(example: Example) -> Shown:
    """An example as shown; a refused move has the game's own error message."""
    if not example.tried:
        return Shown(example.code, example.told, "")
    match = games.read_code(example.code)
    refusal = match.game.refusal(match.position, match.game.parse_move(example.tried))
    return Shown(example.code, str(refusal), example.tried)
