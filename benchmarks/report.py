"""Results as an aligned plain-text table for people and as JSON for machines."""

from __future__ import annotations

import os
import platform
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from benchmarks.measure import Comparison, Effort, Section, Series

SCHEMA = 1
"""Raised whenever the meaning of a JSON field changes."""
LEGEND = (
    "Every figure is the median of rounds taken in turns, a ratio that of the rounds' own ratios;\n"
    "spread is how wide the middle half of the rounds lies."
)
VERDICTS = {True: "pass", False: "FAIL", None: ""}


def machine() -> dict[str, Any]:
    """What the figures were measured on."""
    return {
        "cpus": os.cpu_count(),
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "open_spiel": installed("open_spiel"),
        "fathom": installed("fathom"),
    }


def installed(package: str) -> str | None:
    """The version of an installed package; None when it is not installed."""
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def machine_line() -> str:
    """One line on the machine."""
    facts = machine()
    return (
        f"Machine: {facts['cpus']} CPUs, {facts['system']}, Python {facts['python']}, "
        f"open_spiel {facts['open_spiel'] or 'not installed'}, fathom {facts['fathom'] or 'not installed'}"
    )


def section_text(section: Section, effort: Effort) -> str:
    """One section as a titled table."""
    ours, peer = section.comparisons[0].ours.name, section.comparisons[0].peer.name
    head = ["", f"{ours} {section.unit}", "spread", f"{peer} {section.unit}", "spread", "ratio", "floor", ""]
    rows = [head, *(row(comparison, effort) for comparison in section.comparisons)]
    rounds = len(section.comparisons[0].ours.values)
    return "\n".join([f"{section.title} ({rounds} rounds)", *aligned(rows)])


def row(comparison: Comparison, effort: Effort) -> list[str]:
    """The cells of one comparison."""
    floor = "" if comparison.floor is None else str(comparison.floor)
    verdict = "" if effort.quick else VERDICTS[comparison.met]
    return [
        comparison.name,
        figure(comparison.ours.median),
        f"{comparison.ours.spread:.0%}",
        figure(comparison.peer.median),
        f"{comparison.peer.spread:.0%}",
        f"{comparison.ratio:.2f}",
        floor,
        verdict,
    ]


def figure(value: float) -> str:
    """A value with about three digits that mean something."""
    return f"{value:,.0f}" if value >= 1000 else f"{value:.1f}"


def aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """Rows as lines of equal columns: the first column to the left, the others to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = []
    for first, *others in rows:
        cells = [
            first.ljust(widths[0]),
            *(cell.rjust(width) for cell, width in zip(others, widths[1:], strict=True)),
        ]
        lines.append("  " + "  ".join(cells).rstrip())
    return lines


def as_json(sections: Sequence[Section], effort: Effort) -> dict[str, Any]:
    """Everything measured, as plain values ready for ``json.dump``."""
    return {
        "schema": SCHEMA,
        "quick": effort.quick,
        "machine": machine(),
        "sections": [
            {
                "name": section.name,
                "title": section.title,
                "unit": section.unit,
                "comparisons": [comparison_json(comparison) for comparison in section.comparisons],
            }
            for section in sections
        ],
    }


def comparison_json(comparison: Comparison) -> dict[str, Any]:
    """One comparison as plain values."""
    floor = comparison.floor
    return {
        "name": comparison.name,
        "ours": series_json(comparison.ours),
        "peer": series_json(comparison.peer),
        "ratio": comparison.ratio,
        "floor": None if floor is None else {"at_least": floor.at_least, "at_most": floor.at_most},
        "met": comparison.met,
    }


def series_json(series: Series) -> dict[str, Any]:
    """One series as plain values."""
    return {
        "name": series.name,
        "median": series.median,
        "spread": series.spread,
        "values": list(series.values),
    }
