"""What tools for models need weighs on nobody else."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.extras import BEGIN, END, EXTRAS

HEAVY = {"mcp", "mcp_types", "inspect_ai", "pyarrow", "datasets", "pydantic", "numpy"}
PAGE = (Path(__file__).parents[2] / "docs" / "bench.md").read_text(encoding="utf-8")


@pytest.mark.slow  # starts programs
@pytest.mark.parametrize(
    "program",
    [
        "import fathom; fathom.analyze('range-war:6.4'); fathom.reward('range-war:6.4', '5')",
        "from fathom.terminal.main import main; main(['show', 'range-war:6.4'])",
        "import fathom.web.application, fathom.web.serve",
    ],
    ids=["the library", "the terminal", "the server"],
)
def test_nothing_of_it_is_loaded(program: str):
    listing = f"{program}; import sys; print('loaded:', *sorted({{name.partition('.')[0] for name in sys.modules}}))"
    done = subprocess.run([sys.executable, "-c", listing], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.rpartition("loaded:")[2].split())
    assert "fathom" in loaded
    assert loaded.isdisjoint(HEAVY)


def test_the_page_has_the_weight_of_every_extra():
    table = PAGE.partition(BEGIN)[2].partition(END)[0]
    assert re.findall(r"^\| `(\w+)` \| \d+ \| \d+ MB \| [\d.]+ s \| [\d.]+ s \|$", table, re.MULTILINE) == [*EXTRAS]
