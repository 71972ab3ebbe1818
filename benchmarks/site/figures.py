"""What was measured of the site, as the part of docs/results.md between its markers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from statistics import median
from typing import Final

from benchmarks.report import machine_line
from benchmarks.results import markdown
from benchmarks.site.visits import Conditions, Loading, Visit

_MEGABYTE: Final = 1e6
#: What a file is part of, by how its path begins; the first that fits.
_PARTS: Final = (
    ("/parts/pyodide.asm-", ".bin", "Python, compiled to WebAssembly"),
    ("/parts/python_stdlib-", ".bin", "its standard library"),
    ("/parts/site-", ".bin", "Fathom, its packages, scripts, styles and pictures"),
    ("/parts/", "js", "scripts that start Python"),
    ("", "", "the page that waits, and the worker"),
)


def by_part(sent: Counter[str]) -> dict[str, int]:
    """The bytes of a first visit by what they are for."""
    sums = {called: 0 for _, _, called in _PARTS}
    for path, size in sent.items():
        sums[next(called for start, end, called in _PARTS if path.startswith(start) and path.endswith(end))] += size
    return sums


def sizes_table(sent: Counter[str]) -> list[list[str]]:
    rows = [[called, f"{size / _MEGABYTE:.2f} MB"] for called, size in by_part(sent).items()]
    return [["part", "compressed"], *rows, ["together", f"{sum(sent.values()) / _MEGABYTE:.2f} MB"]]


def visits_table(visits: Mapping[Conditions, Sequence[Visit]]) -> list[list[str]]:
    rows = []
    for conditions, made in visits.items():
        taken = [
            median(figures)
            for figures in (
                [one.first.shown for one in made],
                [one.first.fetched for one in made],
                [one.first.ready for one in made],
                [one.again for one in made],
            )
        ]
        rows.append([conditions.name, *(f"{seconds:.1f} s" for seconds in taken)])
    return [["first visit", "boards shown", "all fetched", "ready", "a later start"], *rows]


def pages_table(loadings: Sequence[Loading]) -> list[list[str]]:
    rows = []
    for path, site, server in loadings:
        ratio = median(one / other for one, other in zip(site, server, strict=True))
        rows.append([f"/{path}", f"{median(site):.0f} ms", f"{median(server):.0f} ms", f"{ratio:.2f}"])
    return [["page", "site", "server", "ratio"], *rows]


def page_part(visits: Mapping[Conditions, Sequence[Visit]], loadings: Sequence[Loading]) -> str:
    """Everything between the markers."""
    first = next(iter(visits.values()))[0].first
    rounds = len(loadings[0].site)
    counts = ", ".join(f"{conditions.network.name}: {len(made)}" for conditions, made in visits.items())
    parts = [
        machine_line(),
        "## What a first visit of the static site fetches",
        markdown(sizes_table(first.sent)),
        "## Starting without a server",
        f"Medians, in a new browser on a screen of 390 by 844 (visits: {counts}).",
        markdown(visits_table(visits)),
        "## Pages from the browser's own Python, beside a server on the same machine",
        f"Until a page can be used; medians of {rounds} rounds in which both take turns.",
        markdown(pages_table(loadings)),
    ]
    return "\n\n".join(parts) + "\n"
