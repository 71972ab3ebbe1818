"""The parser of `rules.md`, a room's page in a small subset of Markdown.

It has a title, an introduction, `## ` headings, `1. ` numbered rules, `- ` lists, `code`, and `{{options}}` where the
table of options belongs. Terminal and web show the same `RuleBook`, each in its own way.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from fathom.core.options import Options

RULES, OPTIONS, OURS = "Rules", "Options", "Variants of ours"
#: The last section: how the holes of the book are read, and where it contradicts itself. Few readers need it.
ABOUT = "About the rule book"
_ITEM = re.compile(r"(?:(?P<number>\d+)\.|-) (?P<text>.*)")


class Section(NamedTuple):
    """A heading and its content: what is known, about the rule book."""

    heading: str
    items: list[str]


class RuleBook(NamedTuple):
    """A game's page. Each text is one line, and keeps its `code` markup."""

    title: str
    introduction: str
    #: By number: those of the book, and then those of ours.
    rules: dict[int, str]
    #: The numbers of the rules for options that no book has.
    ours: frozenset[int]
    #: Those besides rules and options.
    sections: list[Section]

    def rules_with(self, options: Options) -> list[str]:
        """The rules that a match with these options is played by: those of ours only where one of them is chosen."""
        is_ours = any(options.declared[name].ours for name in options.changed())
        return [rule for number, rule in self.rules.items() if is_ours or number not in self.ours]


def read_rule_book(page: str) -> RuleBook:
    """The rule book that a page in Markdown holds."""
    head, *parts = re.split(r"^## ", page, flags=re.MULTILINE)
    title, _, introduction = head.partition("\n")
    under = {heading: lines.splitlines() for heading, _, lines in (part.partition("\n") for part in parts)}
    ours = {number: text for number, text in _items(under.get(OURS, ())) if number}
    return RuleBook(
        title.removeprefix("# "),
        " ".join(introduction.split()),
        dict(_items(under[RULES])) | ours,
        frozenset(ours),
        [
            Section(heading, [text for _, text in _items(lines)])
            for heading, lines in under.items()
            if heading not in ((RULES, OPTIONS, OURS) if ours else (RULES, OPTIONS))
        ],
    )


def _items(lines: Iterable[str]) -> list[tuple[int, str]]:
    """The items of a list, each on one line, with their numbers (0 in a plain list)."""
    items: list[tuple[int, str]] = []
    for line in filter(str.strip, lines):
        if found := _ITEM.match(line):
            items.append((int(found["number"] or 0), found["text"]))
        else:
            number, text = items.pop()
            items.append((number, f"{text} {line.strip()}"))
    return items


def plain(text: str) -> str:
    """Text of a rule book without its markup."""
    return re.sub(r"[*`]+", "", text)
