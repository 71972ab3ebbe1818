"""The page about a grid of variants: one HTML file that needs nothing else, with maps and a table of every variant."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Final

from fathom.arena.report_style import STYLE
from fathom.show.svg import printable
from fathom.workshop.grid import Grid
from fathom.workshop.heat_map import SHADES, heat_maps, map_picture, scale_of
from fathom.workshop.ranking import METRICS
from fathom.workshop.summary import findings
from fathom.workshop.variant import Figures, Variant

_TINTS: Final = "".join(
    f".map .t{number} {{ fill: var(--series-1); fill-opacity: {0.04 + 0.1 * number:.2f}; }}\n"
    for number in range(len(SHADES))
)
_MAP_STYLE: Final = f"""
.map {{ display: block; height: auto; }}
.map text {{ fill: var(--ink); font-family: inherit; }}
.map .tick {{ fill: var(--faint); }}
.map .unknown {{ fill: none; stroke: var(--line); stroke-dasharray: 3 2; }}
{_TINTS}"""
_COLUMNS: Final = (
    "unevenness",
    "score",
    "random",
    "openings",
    "plies",
    "length",
    "changes",
    "tested",
    "depth",
    "rungs",
    "positions",
)


def variants_page(grid: Grid, variants: Sequence[Variant], metric: str) -> str:
    """The whole page."""
    title = f"Variants of {grid.game.title}"
    by_code = {variant.code: variant for variant in variants}
    parts = [f"<h1>{_text(title)}</h1>", *(f"<p>{_text(line)}</p>" for line in findings(grid, variants))]
    for name in dict.fromkeys((metric, "unevenness", "depth")):
        scale = scale_of(name, variants)
        if scale is None:
            continue
        parts.append(f"<h2>{_text(name.capitalize())}</h2>")
        parts.append(f'<p class="faint">{_text(METRICS[name].meaning.capitalize())}.</p>')
        for drawn in heat_maps(grid, by_code):
            heading = f"<h3>{_text(drawn.where)}</h3>" if drawn.where else ""
            named = _text(f"Map of {name}" + (f" with {drawn.where}" if drawn.where else ""))
            parts.append(f"{heading}{_wide(named, map_picture(drawn, scale))}")
    parts += ["<h2>Every variant</h2>", _table(variants)]
    body = "\n".join(parts)
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{_text(title)}</title>\n<style>{STYLE}{_MAP_STYLE}</style>\n</head>\n<body>\n<main>\n{body}\n</main>\n"
        "</body>\n</html>\n"
    )


def _text(text: str) -> str:
    return escape(printable(text))


def _wide(name: str, content: str) -> str:
    """What scrolls by itself on a narrow screen, also by keyboard."""
    return f'<div class="wide" role="region" aria-label="{name}" tabindex="0">{content}</div>'


def _table(variants: Sequence[Variant]) -> str:
    head = "".join(f'<th scope="col">{name}</th>' for name in ("variant", "winner", *_COLUMNS))
    body = "".join(f'<tr><th scope="row">{_text(each.code)}</th>{_cells(each)}</tr>' for each in variants)
    meanings = "; ".join(f"{name}: {METRICS[name].meaning}" for name in _COLUMNS)
    table = f"<table><caption>{_text(meanings)}.</caption><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    return _wide("Every variant", table)


def _cells(variant: Variant) -> str:
    if variant.figures is None:
        return f'<td colspan="{len(_COLUMNS) + 1}">unknown: {_text(variant.unknown or "")}</td>'
    winner = f"seat {variant.figures.winner}" if variant.figures.winner else "nobody"
    return f"<td>{winner}</td>" + "".join(f"<td>{_figure(name, variant.figures)}</td>" for name in _COLUMNS)


def _figure(name: str, figures: Figures) -> str:
    value = METRICS[name].of(figures)
    return "" if value is None else METRICS[name].written(value)
