"""What the extras for models weigh: how much each installs, how long that takes, and how long it takes to import.

python -m benchmarks.extras        needs the network and uv, and writes the table into docs/bench.md
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

from benchmarks.report import machine_line
from benchmarks.results import put_between

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "bench.md"
BEGIN, END = (
    "<!-- made by `python -m benchmarks.extras`: begin -->",
    "<!-- made by `python -m benchmarks.extras`: end -->",
)
EXTRAS = {
    "mcp": "fathom.adapters.mcp.server",
    "inspect": "fathom.adapters.inspect.registry",
    "parquet": "fathom.adapters.dataset.parquet",
}
"""The extras, and the module of Fathom that imports what each installs."""
IMPORTS = 5


class Weight(NamedTuple):
    """What one extra weighs."""

    extra: str
    packages: int
    megabytes: int
    seconds: float
    import_seconds: float


def main() -> int:
    uv = shutil.which("uv")
    if uv is None:
        print("uv is needed to install the extras; `pip install uv` provides it.", file=sys.stderr)
        return 2
    weights = [weigh(uv, extra) for extra in EXTRAS]
    put_between(PAGE, BEGIN, END, table(weights))
    print(table(weights))
    return 0


def weigh(uv: str, extra: str) -> Weight:
    """Install an extra with Fathom into an environment of its own."""
    with tempfile.TemporaryDirectory() as folder:
        python = Path(folder) / "bin" / "python"
        subprocess.run([uv, "venv", "--quiet", "--python", sys.executable, folder], check=True)
        subprocess.run([uv, "pip", "install", "--quiet", "--python", python, ROOT], check=True)
        before = megabytes(Path(folder))
        started = perf_counter()
        pinned = ["--constraint", str(ROOT / "requirements" / "test.txt")]
        subprocess.run(
            [uv, "pip", "install", "--quiet", "--compile-bytecode", "--python", python, *pinned, f"{ROOT}[{extra}]"],
            check=True,
        )
        seconds = perf_counter() - started
        listed = subprocess.run(
            [uv, "pip", "list", "--quiet", "--format=json", "--python", python], check=True, capture_output=True
        )
        packages = len(json.loads(listed.stdout)) - 1
        return Weight(extra, packages, megabytes(Path(folder)) - before, seconds, import_seconds(python, EXTRAS[extra]))


def megabytes(folder: Path) -> int:
    return round(sum(path.lstat().st_size for path in folder.rglob("*") if path.is_file()) / 1e6)


def import_seconds(python: Path, module: str) -> float:
    """The CPU time of an import, at best, on top of a bare interpreter."""
    program = f"import time; start = time.process_time(); import {module}; print(time.process_time() - start)"
    runs = [subprocess.run([python, "-c", program], check=True, capture_output=True, text=True) for _ in range(IMPORTS)]
    return min(float(run.stdout) for run in runs)


def table(weights: list[Weight]) -> str:
    rows = [
        f"| `{one.extra}` | {one.packages} | {one.megabytes} MB | {one.seconds:.1f} s | {one.import_seconds:.1f} s |"
        for one in weights
    ]
    heads = ["| extra | packages | size | installing | importing |", "|---|--:|--:|--:|--:|"]
    return "\n".join([machine_line(), "", *heads, *rows])


if __name__ == "__main__":
    sys.exit(main())
