"""The rule pages, as plain text."""

from __future__ import annotations

import re

from fathom import games
from fathom.show.canvas import Canvas

RULES, OPTIONS = "Rules", "Options"


def sections(name: str) -> dict[str, list[str]]:
    """A game's page by heading: `{"Rules": [...], "Options": [...], ...}`."""
    found: dict[str, list[str]] = {}
    heading = ""
    for line in games.room(name).rules_page.splitlines():
        if line.startswith("## "):
            heading = line[3:]
            found[heading] = []
        elif heading:
            found[heading].append(line)
    return found


def paragraphs(lines: list[str]) -> list[str]:
    """Markdown lines joined to one string a paragraph, list item or rule, without the markup."""
    joined: list[str] = []
    for line in lines:
        if not line.strip():
            joined.append("")
        elif joined and joined[-1] and not re.match(r"[-*|]|\d+\. ", line):
            joined[-1] += f" {line.strip()}"
        else:
            joined.append(line.strip())
    return [re.sub(r"[*`]+", "", part) for part in joined if part]


def rules_of(name: str) -> dict[int, str]:
    """The numbered rules: `{1: "The first number ...", ...}`."""
    numbered = (re.fullmatch(r"(\d+)\. (.*)", part) for part in paragraphs(sections(name)[RULES]))
    return {int(found[1]): found[2] for found in numbered if found}


def numbered_rules(name: str, canvas: Canvas) -> list[str]:
    """The numbered rules as lines that fit."""
    lines = [canvas.strong(f"The rules of {games.game(name).title}")]
    for number, rule in rules_of(name).items():
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
    for heading, content in sections(name).items():
        if heading not in (RULES, OPTIONS):
            lines += ["", canvas.strong(heading)]
            for part in paragraphs(content):
                lines += canvas.wrap(part, "  ")
    return lines
