"""The table of an arena: live in a terminal while games are played, and once at the end."""

from __future__ import annotations

import sys
from collections.abc import Callable
from time import monotonic

from fathom.arena.pictures import shorten
from fathom.arena.results import Results, Standing, Test
from fathom.core.words import counted
from fathom.show.canvas import Canvas
from fathom.terminal.progress_line import StatusLine
from fathom.terminal.screen import Screen

#: Seconds between two pictures, and how many times longer than drawing one takes.
_REFRESH = 0.5
_EASE = 10


class Show:
    """What a person sees meanwhile: the table in a terminal, or a line of progress if only errors go to one."""

    def __init__(self, screen: Screen, *, quiet: bool) -> None:
        self._screen = screen
        self._is_live = not quiet and sys.stdout.isatty() and screen.is_terminal
        self._line = StatusLine(sys.stderr) if not self._is_live and sys.stderr.isatty() else None
        self._begun = self._next = monotonic()
        self._before: int | None = None
        self._drawn = 0

    def progress(self, done: int, games: int, results: Callable[[], Results]) -> None:
        """Show how far it is, from time to time."""
        now = monotonic()
        if self._before is None:
            self._before = done
        if now < self._next or not (self._is_live or self._line):
            return
        speed = (done - self._before) / max(now - self._begun, 0.001)
        said = f"{done:,} of {games:,} games, {speed:,.0f} a second (Ctrl+C stops)"
        if self._line:
            self._line.show(said)
        else:
            self.clear()
            lines = [*standings_table(results(), self._screen.canvas), "", said]
            self._screen.say(lines)
            self._drawn = len(lines)
        self._next = monotonic() + max(_REFRESH, _EASE * (monotonic() - now))

    def clear(self) -> None:
        """Take the table away again."""
        if self._line:
            self._line.show("")
        if self._drawn:
            self._screen.target.write(f"\x1b[{self._drawn}A\x1b[J")
            self._screen.target.flush()
            self._drawn = 0

    def finish(self, results: Results, *, was_stopped: bool, folder: str | None) -> None:
        """Print the results."""
        canvas = self._screen.canvas
        self._screen.say(report(results, canvas))
        if was_stopped:
            resume = f" fathom arena --resume -o {folder} goes on." if folder else ""
            self._screen.say(["", f"Stopped.{resume}"])
        elif folder:
            self._screen.say(["", f"The games, the results and a report are in {folder}."])


def report(results: Results, canvas: Canvas) -> list[str]:
    """The standings, how to read them, and the cross table."""
    plan = results.plan
    what = f"{', '.join(plan.games)}: {counted(results.played, 'game')}, {plan.format}, seed {plan.seed}."
    lines = [*canvas.wrap(what), "", *standings_table(results, canvas)]
    lines += ["", *canvas.wrap(_explain(results))]
    if results.test:
        lines += ["", *canvas.wrap(_test_words(results.test, plan.players))]
    return lines


def _explain(results: Results) -> str:
    words = [
        "Rating: Elo points with a 95% confidence interval; their mean is 0.",
        "Score: percent of the points, a draw being half a point.",
    ]
    if any(standing.exact is not None for standing in results.standings):
        words.append("Exact: the score that was to be expected, computed and not sampled.")
    if any(standing.superiority is not None for standing in results.standings):
        words.append("LOS: the likelihood of being stronger than the next player.")
    if any(standing.decisions for standing in results.standings):
        words.append("Blunders: percent of the decisions that could give a result away and did.")
        words.append("Regret: points given away per game.")
    return " ".join(words)


def standings_table(results: Results, canvas: Canvas) -> list[str]:
    """A row for each player, the best first. Columns that do not fit are left out, the last ones first."""
    rows = [_cells(standing) for standing in results.standings]
    titles = list(rows[0]) if rows else []
    shown = [title for title in titles if any(row[title] for row in rows)]
    widths = {title: max(len(title), *(len(row[title]) for row in rows)) for title in shown}
    while len(shown) > 2 and sum(widths[title] + 2 for title in shown) - 2 > canvas.width:
        shown.pop()
    name, *others = shown
    head = name.ljust(widths[name]) + "".join("  " + title.rjust(widths[title]) for title in others)
    return [
        canvas.strong(head.rstrip()),
        *(
            (
                row[name].ljust(widths[name]) + "".join("  " + row[title].rjust(widths[title]) for title in others)
            ).rstrip()
            for row in rows
        ),
    ]


def _cells(standing: Standing) -> dict[str, str]:
    """By the titles of the columns."""
    superiority, blunders = standing.superiority, standing.blunder_rate
    return {
        "player": shorten(standing.name),
        "rating": f"{standing.rating:+.0f} ± {standing.margin:.0f}",
        "score": f"{100 * standing.score:.1f}",
        "exact": "" if standing.exact is None else f"{float(100 * standing.exact):.1f}",
        "games": f"{standing.games}",
        "won": f"{standing.wins}",
        "drawn": f"{standing.draws}" if standing.draws else "",
        "lost": f"{standing.losses}",
        "forfeits": f"{standing.forfeits}" if standing.forfeits else "",
        "LOS": "" if superiority is None else f"{100 * superiority:.1f}",
        "blunders": "" if blunders is None else f"{100 * blunders:.1f}",
        "regret": f"{standing.regret:.3f}" if standing.decisions and standing.regret is not None else "",
    }


def _test_words(test: Test, players: tuple[str, ...]) -> str:
    sprt = test.sprt
    what = f"{players[0]} is stronger than {players[1]} by {sprt.elo0:g} Elo points (H0) or by {sprt.elo1:g} (H1)"
    stands = f"after {counted(test.pairs, 'pair')} the log-likelihood ratio is {test.ratio:.2f}"
    bounds = f"between {sprt.lower:.2f} and {sprt.upper:.2f}"
    verdict = f"The test decides for {test.verdict}." if test.verdict else f"No decision yet: it is {bounds}."
    return f"Sequential test: {what}; {stands}. {verdict}"
