"""An audit as one HTML page that needs nothing else, for any screen, in light and dark."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from fathom import games
from fathom.arena.report_style import STYLE
from fathom.workshop.audit import Audit
from fathom.workshop.pictures import curve_picture, depths_picture
from fathom.workshop.words import depths, percent, player_names, sections

_STYLE = STYLE + (
    ".figures table { width: 100%; }\n"
    ".figures th, .figures td { text-align: left; white-space: normal; vertical-align: top; max-width: none; }\n"
    ".figures td { overflow-wrap: anywhere; }\n"
    ".figures td.meaning { color: var(--faint); width: 50%; }\n"
    ".picture { min-width: 20rem; max-width: 44rem; }\n"
    "@media (max-width: 40rem) { .figures th, .figures td { padding: .3rem .3rem; font-size: .9rem; } }\n"
)


def audit_page(audit: Audit) -> str:
    """The whole page."""
    title = f"Audit of {games.game(audit.game).title}"
    parts = [
        f"<h1>{escape(title)}</h1>",
        f'<p class="faint">{escape(audit.code)}. Every figure is exact: computed, not sampled.</p>',
    ]
    for section in sections(audit):
        rows = [
            f'<tr><th scope="row">{escape(row.name)}</th><td>{escape(row.figure)}</td>'
            f'<td class="meaning">{escape(row.meaning)}</td></tr>'
            for row in section.rows
        ]
        table = _table(f"{section.title}, and what the figures mean", ("Name", "Figure", "What it means"), rows)
        parts += [f"<h2>{section.title}</h2>", f'<div class="figures">{table}</div>']
    parts += _curve(audit)
    if audit.positions and audit.positions.only_moves:
        parts += ["<h2>Only moves by depth</h2>", _wide("Picture", depths_picture(depths(audit.positions)))]
        rows = [_row(depth, [f"{count:,}"]) for depth, count in depths(audit.positions)]
        parts.append(_table("Only moves by depth", ("Plies to the end", "Positions"), rows))
    parts += ["<h2>Players who see little</h2>", _players(audit)]
    body = "\n".join(parts)
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n<main>\n{body}\n</main>\n"
        "</body>\n</html>\n"
    )


def _curve(audit: Audit) -> list[str]:
    rows = [_row(percent(slip), [percent(score)]) for slip, score in audit.curve]
    return [
        "<h2>Play with slips</h2>",
        "<p>Both seats play perfectly, but with some chance they slip and play any legal move.</p>",
        _wide("Picture", curve_picture(audit.curve)),
        _table("Play with slips", ("Chance of a slip", "Score of seat 1"), rows),
    ]


def _players(audit: Audit) -> str:
    names = player_names()
    rows = [_row(first, [percent(audit.players[first, second].score) for second in names]) for first in names]
    caption = "The score of the player of the row, in seat 1, against the player of the column, in seat 2"
    return _table(caption, ("Seat 1", *names), rows)


def _row(name: str, cells: Sequence[str]) -> str:
    return f'<tr><th scope="row">{escape(name)}</th>{"".join(f"<td>{escape(cell)}</td>" for cell in cells)}</tr>'


def _table(caption: str, titles: Sequence[str], rows: Sequence[str]) -> str:
    head = "".join(f'<th scope="col">{escape(title)}</th>' for title in titles)
    content = f"<table><caption>{escape(caption)}</caption><thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody>"
    return _wide(caption, f"{content}</table>")


def _wide(name: str, content: str) -> str:
    """A table or a picture that scrolls by itself on a narrow screen, also by keyboard."""
    return f'<div class="wide" role="region" aria-label="{escape(name)}" tabindex="0">{content}</div>'
