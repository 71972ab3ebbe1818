"""``python -m benchmarks.results``: every benchmark and the growth, once, written into docs/results.md.

With `--growth` only the growth. What stands between two markers of the page, and the picture, is replaced as a whole,
so neither part ever mixes runs. Exit codes are those of the benchmarks: 1 when a floor is not met, and then the page
says so too; 2 when the run could not be made, and then nothing is written.
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
GROWTH_BEGIN, GROWTH_END = "<!-- made by `make growth`: begin -->", "<!-- made by `make growth`: end -->"


def main(arguments: Sequence[str] | None = None, root: Path = ROOT) -> int:
    """Measure everything, then write the page."""
    parser = ArgumentParser(prog="python -m benchmarks.results", description="Measure everything and write the page.")
    parser.add_argument("--growth", action="store_true", help="only how solving grows")
    names = () if parser.parse_args(arguments).growth else BENCHMARKS
    effort = Effort()
    try:
        grown, sections = [], []
        for case in growth.CASES:
            print(f"growth: {case.room}, {case.label}", flush=True)
            grown.append(growth.measure(case))
        for name in names:
            print(f"benchmark: {name}", flush=True)
            sections.append(measure(name, effort))
    except BenchmarkError as error:
        print(error, file=sys.stderr)
        return 2
    if sections:
        put_between(root / PAGE, BEGIN, END, measured(sections))
    write_growth(root / PAGE, grown)
    missed = [f"{section.name} {one.name}" for section in sections for one in section.comparisons if one.met is False]
    missed += growth.missed(grown)
    print(f"wrote {PAGE}", *(f"not met: {floor}" for floor in missed), sep="\n")
    return 1 if missed else 0


def write_growth(page: Path, grown: Sequence[growth.Measured]) -> None:
    """Replace what stands between the markers of the growth, and the picture."""
    put_between(page, GROWTH_BEGIN, GROWTH_END, measured_growth(grown))
    target = page.parent / PICTURE
    target.parent.mkdir(exist_ok=True)
    target.write_text(picture(grown), encoding="utf-8")


def put_between(page: Path, begin: str, end: str, text: str) -> None:
    """Replace what stands between two markers of a page, and nothing else."""
    before, _, rest = page.read_text(encoding="utf-8").partition(begin)
    _, _, after = rest.partition(end)
    page.write_text(f"{before}{begin}\n\n{text}\n{end}{after}", encoding="utf-8")


def measured(sections: Sequence[Section]) -> str:
    """The benchmarks, as a part of the page."""
    parts = [machine_line(), LEGEND.replace("\n", " ")]
    for section in sections:
        rounds = len(section.comparisons[0].ours.values)
        parts += [f"## {section.title}", f"{rounds} rounds.", markdown(table(section, Effort()))]
    return "\n\n".join(parts) + "\n"


def measured_growth(grown: Sequence[growth.Measured]) -> str:
    """The growth, as a part of the page."""
    parts = [
        "## How solving grows",
        machine_line(),
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
