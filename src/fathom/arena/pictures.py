"""Pictures of an arena, as SVG elements for a page: ratings with error bars, and how they settled.

Colours come from the page (`--ink`, `--faint`, `--series-1` ...), so that they follow its light or dark scheme. Every
picture says in words what it shows, and no line is told by its colour alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from fathom.arena.ratings import Ratings
from fathom.arena.results import Results
from fathom.show.svg import Point, circle, element, label, lines, path, safe

_WIDTH: Final = 760
_ROW: Final = 34
_TOP: Final = 14
_AXIS: Final = 30
_NAMES: Final = 190
_RIGHT: Final = 24
_HEIGHT: Final = 300
_SIZE: Final = 14
_LONGEST_NAME: Final = 24
#: Steps of an axis, in Elo points.
_STEPS: Final = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000)
_MOST_TICKS: Final = 8
#: How many colours the page has.
SERIES: Final = 6


class Scale(NamedTuple):
    """From values to places on a line."""

    low: float
    high: float
    start: float
    end: float

    def at(self, value: float) -> float:
        return self.start + (value - self.low) / (self.high - self.low) * (self.end - self.start)

    def ticks(self) -> list[int]:
        """Round values, not too many."""
        span = self.high - self.low
        step = next((step for step in _STEPS if span / step <= _MOST_TICKS), _STEPS[-1])
        first = -int(-self.low // step)
        return [number * step for number in range(first, int(self.high // step) + 1)]


def shorten(name: str) -> str:
    """A name that fits."""
    return name if len(name) <= _LONGEST_NAME else f"{name[: _LONGEST_NAME - 1]}…"


def ratings_picture(results: Results) -> str:
    """A row for each player, the best first: the rating as a point, its 95% interval as a line."""
    standings = results.standings
    low = min(each.rating - each.margin for each in standings)
    high = max(each.rating + each.margin for each in standings)
    room = max(1.0, (high - low) * 0.05)
    scale = Scale(low - room, high + room, _NAMES, _WIDTH - _RIGHT)
    bottom = _TOP + _ROW * len(standings)
    drawn = [_ticks(scale, bottom)]
    for row, each in enumerate(standings):
        y = _TOP + _ROW * (row + 0.5)
        ends = [scale.at(each.rating - each.margin), scale.at(each.rating + each.margin)]
        drawn += [
            label(shorten(each.name), Point(_NAMES - 14, y), _SIZE, text_anchor="end", class_="name"),
            lines([(Point(ends[0], y), Point(ends[1], y))], class_="bar"),
            lines([(Point(end, y - 6), Point(end, y + 6)) for end in ends], class_="bar"),
            circle(Point(scale.at(each.rating), y), 5, class_="point"),
        ]
    told = "; ".join(f"{each.name} {each.rating:+.0f}, give or take {each.margin:.0f}" for each in standings)
    return _picture("ratings", "Ratings with 95% confidence intervals", f"Elo points: {told}.", bottom + _AXIS, drawn)


def _ticks(scale: Scale, bottom: float) -> str:
    drawn = [
        lines([(Point(scale.at(tick), _TOP), Point(scale.at(tick), bottom)) for tick in scale.ticks()], class_="grid")
    ]
    drawn += [
        label(f"{tick:+d}" if tick else "0", Point(scale.at(tick), bottom + 14), 12, class_="tick")
        for tick in scale.ticks()
    ]
    return "".join(drawn)


def history_picture(results: Results, history: Sequence[tuple[int, Ratings]]) -> str:
    """The rating of each player after more and more games, with the name at the end of its line."""
    values = [ratings.elo(place) for _, ratings in history for place in range(len(results.plan.players))]
    low, high = min(values), max(values)
    room = max(1.0, (high - low) * 0.05)
    upright = Scale(low - room, high + room, _HEIGHT - _AXIS, _TOP)
    across = Scale(0, history[-1][0], 60, _WIDTH - _NAMES)
    drawn = [
        lines(
            [(Point(60, upright.at(tick)), Point(_WIDTH - _NAMES, upright.at(tick))) for tick in upright.ticks()],
            class_="grid",
        )
    ]
    drawn += [
        label(f"{tick:+d}" if tick else "0", Point(50, upright.at(tick)), 12, text_anchor="end", class_="tick")
        for tick in upright.ticks()
    ]
    for games in (history[0][0], history[-1][0]):
        drawn.append(label(f"{games:,} games", Point(across.at(games), _HEIGHT - 12), 12, class_="tick"))
    heights = _spread([upright.at(history[-1][1].elo(each.place)) for each in results.standings])
    for number, (each, height) in enumerate(zip(results.standings, heights, strict=True)):
        points = [Point(across.at(games), upright.at(ratings.elo(each.place))) for games, ratings in history]
        series = f"series s{number % SERIES + 1}"
        parts = [part for i, point in enumerate(points) for part in ("L" if i else "M", *point)]
        end = points[-1]
        drawn += [
            path(*parts, class_=series),
            lines([(end, Point(end.x + 14, height))], class_=f"{series} lead"),
            label(shorten(each.name), Point(end.x + 18, height), 13, text_anchor="start", class_="name"),
        ]
    first, last = history[0], history[-1]
    told = "; ".join(
        f"{each.name} from {first[1].elo(each.place):+.0f} to {last[1].elo(each.place):+.0f}"
        for each in results.standings
    )
    says = f"Ratings after {first[0]:,} games and after {last[0]:,}: {told}."
    return _picture("history", "How the ratings settled", says, max(_HEIGHT, heights[-1] + _TOP), drawn)


def _spread(heights: Sequence[float]) -> list[float]:
    """The heights of labels, from the top: none closer to the one before than a line of text."""
    found: list[float] = []
    for height in heights:
        found.append(max(height, found[-1] + 17) if found else height)
    return found


def _picture(name: str, title: str, told: str, height: float, drawn: Sequence[str]) -> str:
    head = element("title", safe(title), id=f"{name}-title") + element("desc", safe(told), id=f"{name}-desc")
    return element(
        "svg",
        head + "".join(drawn),
        viewBox=f"0 0 {_WIDTH} {height:.0f}",
        role="img",
        aria_labelledby=f"{name}-title {name}-desc",
        class_="picture",
    )
