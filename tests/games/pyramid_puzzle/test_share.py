"""A result to share gives nothing away."""

from __future__ import annotations

import re
from datetime import date

from fathom import games
from fathom.games.pyramid_puzzle.solve.share import draw_walk, share_lines

PUBLISHED = "pyramid-puzzle:kC4.lE24.dD1.xB2.xB3.xC2.xC6.xD4.xD15"
DAY = date(2026, 11, 18)


def test_every_step_is_a_symbol_and_the_last_reaches_the_peak():
    assert draw_walk(4, ()) == "🟢🟢🟢🏁"
    assert draw_walk(4, {2}) == "🟢🔶🟢🏁"
    assert draw_walk(3, {1, 3}) == "🔶🟢🔶"


def test_a_solved_walk_is_told_without_a_tile():
    best = games.read_code(f"{PUBLISHED}/E1.D1.C1.B1.B2.C4.B2.A1")
    assert share_lines(best, DAY, 5) == [
        "Fathom daily 2026-11-18",
        "🟢🟢🟢🟢🟢🟢🟢🏁 12 MP, the best there is",
        "Streak: 5 days",
    ]
    detour = games.read_code(f"{PUBLISHED}/E1.D1.C1.B1.B2.B1.B2.C4.B2.A1")
    told = share_lines(detour, DAY, 0)
    assert told == ["Fathom daily 2026-11-18", "🟢🟢🟢🟢🟢🔶🟢🟢🟢🏁 14 MP, 2 over the best"]
    assert not re.search(r"\b[A-Z]\d", "\n".join(told))
