"""The figures of the static site: what they are counted from, and the network and processor that they assume."""

from __future__ import annotations

import gzip
import os
import subprocess
import sys
import urllib.error
import urllib.request
from collections import Counter
from pathlib import Path
from time import monotonic, sleep

import pytest

from benchmarks.results import PAGE, ROOT, put_between
from benchmarks.site.__main__ import BEGIN, END
from benchmarks.site.figures import by_part, page_part, pages_table
from benchmarks.site.host import Host, Network
from benchmarks.site.slow_cpu import renderers, slowed_down
from benchmarks.site.visits import Conditions, FirstVisit, Loading, Visit
from tests.patience import PATIENCE

SENT = Counter(
    {
        "/": 4_000,
        "/boot.js": 1_000,
        "/sw.js": 5_000,
        "/parts/pyodide.asm-314.0.7-0123456789ab.bin": 3_500_000,
        "/parts/pyodide.asm-0123456789ab.mjs": 260_000,
        "/parts/python_stdlib-3.14-0123456789ab.bin": 2_300_000,
        "/parts/site-0.1.0-0123456789ab.bin": 2_200_000,
        "/parts/journal-0123456789ab.js": 1_000,
    }
)


def test_everything_that_is_sent_belongs_to_one_part() -> None:
    assert list(by_part(SENT).values()) == [3_500_000, 2_300_000, 2_200_000, 261_000, 10_000]


def test_pages_are_compared_round_by_round() -> None:
    loading = Loading("rules", [100.0, 300.0, 110.0], [50.0, 100.0, 110.0])
    assert pages_table([loading])[1] == ["/rules", "110 ms", "100 ms", "2.00"]


def test_the_page_gets_the_figures_between_its_own_markers(tmp_path: Path) -> None:
    assert (ROOT / PAGE).read_text(encoding="utf-8").count(BEGIN) == 1
    page = tmp_path / "results.md"
    page.write_text(f"before\n{BEGIN}\nold\n{END}\nafter\n", encoding="utf-8")
    visit = Visit(FirstVisit(0.5, 2.0, 4.25, SENT), 1.5)
    made = page_part({Conditions(Network("slow", 1.6, 0.15), slower=4): [visit]}, [Loading("", [10.0], [20.0])])
    put_between(page, BEGIN, END, made)
    text = page.read_text(encoding="utf-8")
    assert text.startswith("before\n")
    assert text.endswith(f"{END}\nafter\n")
    assert "old" not in text
    assert "| slow, processor 4 times slower | 0.5 s | 2.0 s | 4.2 s | 1.5 s |" in text
    assert "| together | 8.27 MB |" in text
    assert "| / | 10 ms | 20 ms | 0.50 |" in text


def test_the_host_compresses_text_counts_what_it_sends_and_stays_in_its_folder(tmp_path: Path) -> None:
    folder = tmp_path / "site"
    (folder / "parts").mkdir(parents=True)
    (folder / "index.html").write_text("board " * 1000)
    (folder / "parts" / "one.bin").write_bytes(bytes(20_000))
    (tmp_path / "secret.txt").write_text("secret")
    with Host(folder.resolve(), Network("slow", megabits=1.0)).running() as host:
        with urllib.request.urlopen(host.address) as answer:
            assert answer.headers["Content-Encoding"] == "gzip"
            assert gzip.decompress(answer.read()) == b"board " * 1000
        began = monotonic()
        with urllib.request.urlopen(f"{host.address}parts/one.bin") as answer:
            assert len(answer.read()) == 20_000
        assert monotonic() - began >= 0.15  # 0.16 s at a million bits a second
        with pytest.raises(urllib.error.HTTPError, match="404"):
            urllib.request.urlopen(f"{host.address}../secret.txt")
    assert host.sent["/parts/one.bin"] == 20_000
    assert 0 < host.sent["/"] < 1000


@pytest.mark.skipif(sys.platform != "linux", reason="processes are found in /proc")
def test_a_slower_processor_is_one_that_stands_still_and_goes_on_afterwards() -> None:
    program = [sys.executable, "-c", "import time; time.sleep(60)", "--type=renderer"]
    with subprocess.Popen(program) as child:
        assert renderers(os.getpid()) == [child.pid]
        assert child.pid not in renderers(child.pid)
        with slowed_down(4):
            deadline = monotonic() + PATIENCE
            while _state(child.pid) != "T" and monotonic() < deadline:
                sleep(0.001)
            assert monotonic() < deadline
        assert _state(child.pid) != "T"
        child.kill()


def _state(process: int) -> str:
    return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
