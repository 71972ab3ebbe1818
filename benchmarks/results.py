"""``python -m benchmarks.results``: every benchmark and the growth, once, written into docs/results.md.

What stands between the markers of the page, and the picture, is replaced as a whole, so the page never mixes runs.
Exit codes are those of the benchmarks: 1 when a floor is not met, and then the page says so too; 2 when the run could
not be made, and then nothing is written.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path

from benchmarks import growth
from benchmarks.__main__ import BENCHMARKS, measure
from benchmarks.measure import BenchmarkError, Effort, Section
from benchmarks.picture import curves, described, picture
from benchmarks.report import LEGEND, machine_line, table

ROOT = Path(__file__).resolve().parents[1]
PAGE = Path("docs", "results.md")
PICTURE = Path("images", "growth.svg")
BEGIN, END = "<!-- made by `make results`: begin -->", "<!-- made by `make results`: end -->"


def main(arguments: Sequence[str] | None = None, root: Path = ROOT) -> int:
    """Measure everything, then write the page."""
    parser = ArgumentParser(prog="python -m benchmarks.results", description="Measure everything and write the page.")
    parser.parse_args(arguments)
    effort = Effort()
    sections = []
    try:
        grown = []
        for case in growth.CASES:
            print(f"growth: {case.room}, {case.label}", flush=True)
            grown.append(growth.measure(case))
        for name in BENCHMARKS:
            print(f"benchmark: {name}", flush=True)
            sections.append(measure(name, effort))
    except BenchmarkError as error:
        print(error, file=sys.stderr)
        return 2
    write(root / PAGE, sections, grown)
    missed = [f"{section.name} {one.name}" for section in sections for one in section.comparisons if one.met is False]
    missed += growth.missed(grown)
    print(f"wrote {PAGE}", *(f"not met: {floor}" for floor in missed), sep="\n")
    return 1 if missed else 0


def write(page: Path, sections: Sequence[Section], grown: Sequence[growth.Measured]) -> None:
    """Replace what stands between the markers, and the picture."""
    put_between(page, BEGIN, END, measured(sections, grown))
    target = page.parent / PICTURE
    target.parent.mkdir(exist_ok=True)
    target.write_text(picture(grown), encoding="utf-8")


def put_between(page: Path, begin: str, end: str, text: str) -> None:
    """Replace what stands between two markers of a page, and nothing else."""
    before, _, rest = page.read_text(encoding="utf-8").partition(begin)
    _, _, after = rest.partition(end)
    page.write_text(f"{before}{begin}\n\n{text}\n{end}{after}", encoding="utf-8")


def measured(sections: Sequence[Section], grown: Sequence[growth.Measured]) -> str:
    """The part of the page that holds figures."""
    parts = [machine_line(), LEGEND.replace("\n", " ")]
    for section in sections:
        rounds = len(section.comparisons[0].ours.values)
        parts += [f"## {section.title}", f"{rounds} rounds.", markdown(table(section, Effort()))]
    parts += [
        "## How solving grows",
        "Each case runs in its own process; the memory includes Python itself.",
        f"![{described(curves(grown))}]({PICTURE.as_posix()})",
        markdown(growth.cells(grown)),
        growth.steadiness(grown),
        "\n".join(growth.missed(grown)) or "Every floor of the growth is met.",
    ]
    return "\n\n".join(parts) + "\n"


def markdown(rows: Sequence[Sequence[str]]) -> str:
    """Rows as a table in Markdown, the head first; numbers to the right."""
    head, *others = rows
    rule = ["---" if not any(cell[:1].isdigit() for cell in column) else "---:" for column in zip(*others, strict=True)]
    return "\n".join(f"| {' | '.join(row)} |" for row in [head, rule, *others])


if __name__ == "__main__":
    sys.exit(main())
