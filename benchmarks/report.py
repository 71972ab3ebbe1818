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
    "Every figure is the median over rounds in which the two sides take turns; a ratio is the median of the\n"
    "rounds' ratios. Spread is the interquartile range as a share of the median."
)
VERDICTS = {True: "pass", False: "FAIL", None: ""}


def machine() -> dict[str, Any]:
    """What the figures were measured on."""
    return {
        "cpus": os.cpu_count(),
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "open_spiel": installed("open_spiel"),
        "numpy": installed("numpy"),
        "fathom": installed("fathom-games"),
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
    return f"Machine: {facts['cpus']} CPUs, {facts['system']}, Python {facts['python']}, " + ", ".join(
        f"{name} {facts[name] or 'not installed'}" for name in ("open_spiel", "numpy", "fathom")
    )


def section_text(section: Section, effort: Effort) -> str:
    """One section as a titled table."""
    rounds = len(section.comparisons[0].ours.values)
    return "\n".join([f"{section.title} ({rounds} rounds)", *aligned(table(section, effort))])


def table(section: Section, effort: Effort) -> list[list[str]]:
    """The cells of a section, the head first."""
    ours = section.comparisons[0].ours.name
    peers = list(dict.fromkeys(comparison.peer.name for comparison in section.comparisons))
    peer = peers[0] if len(peers) == 1 else "peer"
    head = ["", f"{ours} {section.unit}", "spread", f"{peer} {section.unit}", "spread", "ratio", "floor", ""]
    return [head, *(row(comparison, section, effort, name_peer=len(peers) > 1) for comparison in section.comparisons)]


def row(comparison: Comparison, section: Section, effort: Effort, *, name_peer: bool) -> list[str]:
    """The cells of one comparison."""
    floor = "" if comparison.floor is None else str(comparison.floor)
    if comparison.floor is not None and comparison.floor.absolute:
        floor = f"{floor} {section.unit}"
    verdict = "" if effort.quick else VERDICTS[comparison.met]
    return [
        f"{comparison.name}, compared with {comparison.peer.name}" if name_peer else comparison.name,
        figure(comparison.ours.median),
        f"{comparison.ours.spread:.0%}",
        figure(comparison.peer.median),
        f"{comparison.peer.spread:.0%}",
        ratio_text(comparison.ratio),
        floor,
        verdict,
    ]


def ratio_text(ratio: float) -> str:
    """A ratio with about three digits that mean something."""
    return f"{ratio:,.0f}" if ratio >= 100 else f"{ratio:.2f}"


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
        "floor": None
        if floor is None
        else {"at_least": floor.at_least, "at_most": floor.at_most, "absolute": floor.absolute},
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
