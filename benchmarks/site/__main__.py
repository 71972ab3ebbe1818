"""``python -m benchmarks.site``: measures the app as static files and writes it into docs/results.md.

Exit codes: 0 it was measured, 2 the run could not be made, and then nothing is written.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.measure import BenchmarkError
from benchmarks.results import PAGE, ROOT, put_between
from benchmarks.site.figures import page_part, pages_table, visits_table
from benchmarks.site.host import Network
from benchmarks.site.visits import Conditions, Visit, compare_pages, open_browser, visit
from benchmarks.web.servers import fathom
from tools.site.__main__ import BUILD, make_site
from tools.site.parts import Stop

BEGIN, END = "<!-- made by `make bench-site`: begin -->", "<!-- made by `make bench-site`: end -->"
#: How often each is visited. The networks are those that browsers' developer tools call fast 4G and slow 4G.
VISITS = {
    Conditions(Network("this machine")): 3,
    Conditions(Network("phone on fast 4G (9 Mbit/s, 60 ms)", 9.0, 0.06), slower=4): 1,
    Conditions(Network("phone on slow 4G (1.6 Mbit/s, 150 ms)", 1.6, 0.15), slower=4): 1,
}
ROUNDS = 7


def main(arguments: Sequence[str] | None = None, root: Path = ROOT) -> int:
    """Measure, then write the page."""
    parser = ArgumentParser(prog="python -m benchmarks.site", description="Measure the app as static files.")
    parser.parse_args(arguments)
    try:
        folder = make_site(BUILD / "site").folder
        visits: dict[Conditions, list[Visit]] = {}
        with TemporaryDirectory() as scratch, fathom(Path(scratch)) as server, open_browser() as browser:
            for conditions, times in VISITS.items():
                visits[conditions] = [visit(browser, folder, conditions) for _ in range(times)]
                print(*visits_table({conditions: visits[conditions]})[1], sep="  ", flush=True)
            loadings = compare_pages(browser, folder, f"http://127.0.0.1:{server.port}/", ROUNDS)
    except (BenchmarkError, Stop) as problem:
        print(problem, file=sys.stderr)
        return 2
    for row in pages_table(loadings):
        print(*row, sep="  ")
    put_between(root / PAGE, BEGIN, END, page_part(visits, loadings))
    print(f"wrote {PAGE}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
