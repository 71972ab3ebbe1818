"""The results of an arena: everything that its games say, added up in their order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple, TypeVar

from fathom.arena.fixtures import Fixture
from fathom.arena.plan import Plan
from fathom.arena.ratings import Pairing, Ratings, rate
from fathom.arena.referee import Played
from fathom.arena.sprt import RESULTS, Sprt, Verdict

#: The exact score of a player against another, by their places.
Exact = Mapping[tuple[int, int], Fraction]
_NOTHING: Exact = {}


class Standing(NamedTuple):
    """One player. A rating is an Elo number with half the width of its 95% interval.

    `decisions` are those in which something could be given away, `mistakes` those in which it was; `lost` is in half
    points, over all games. `superiority` is the likelihood of being stronger than the next player of the table.
    """

    place: int
    name: str
    games: int
    wins: int
    draws: int
    losses: int
    forfeits: int
    rating: float
    margin: float
    superiority: float | None
    exact: Fraction | None
    decisions: int
    mistakes: int
    lost: int

    @property
    def score(self) -> float:
        """The share of all points, a draw being half a point."""
        return (self.wins + self.draws / 2) / self.games if self.games else 0.0

    @property
    def blunder_rate(self) -> float | None:
        return self.mistakes / self.decisions if self.decisions else None

    @property
    def regret(self) -> float | None:
        """Points given away per game."""
        return self.lost / 2 / self.games if self.games else None


class Test(NamedTuple):
    """How the sequential test stands: the pairs it has used, the ratio and the verdict, if there is one."""

    sprt: Sprt
    pairs: int
    ratio: float
    verdict: Verdict | None


class Cell(NamedTuple):
    """What a player has scored against another: games and half points."""

    games: int = 0
    halves: int = 0


class Results(NamedTuple):
    """The standings, the best player first, and by places the cross table and the exact scores that are known."""

    plan: Plan
    played: int
    standings: list[Standing]
    cross: Mapping[tuple[int, int], Cell]
    exact: Exact
    ratings: Ratings
    test: Test | None


def halves_of(game: Played, seat: int) -> int:
    """The half points that a seat got from a game."""
    return 1 if game.winner == 0 else 2 * (game.winner == seat)


def add_up(
    plan: Plan,
    fixtures: Sequence[Fixture],
    played: Iterable[Played],
    exact: Exact = _NOTHING,
    sprt: Sprt | None = None,
) -> Results:
    """The results of the games that were played. A sequential test ignores what came after its verdict."""
    games = sorted(played)
    test = run_test(sprt, fixtures, games) if sprt else None
    if test and test.verdict:
        games = [game for game in games if game.number < 2 * test.pairs]
    count = _Count(plan, fixtures)
    for game in games:
        count.add(game)
    ratings = rate(len(plan.players), count.pairings(), len(plan.games))
    order = sorted(range(len(plan.players)), key=lambda place: (-ratings.strengths[place], place))
    standings = [
        count.standing(place, ratings, after, _exact_score(plan, exact, place))
        for place, after in zip(order, [*order[1:], None], strict=True)
    ]
    return Results(plan, len(games), standings, count.cross, exact, ratings, test)


def run_test(sprt: Sprt, fixtures: Sequence[Fixture], games: Sequence[Played]) -> Test:
    """The test over complete pairs in their order, up to its verdict: the same for any number of jobs."""
    halves: dict[int, list[int]] = {}
    for game in games:
        fixture = fixtures[game.number]
        halves.setdefault(fixture.pair, []).append(halves_of(game, 1 + fixture.players.index(0)))
    counts, pairs, ratio = [0] * RESULTS, 0, 0.0
    while len(halves.get(pairs, ())) == 2:
        counts[sum(halves[pairs])] += 1
        pairs += 1
        ratio = sprt.ratio(counts)
        if verdict := sprt.verdict(ratio):
            return Test(sprt, pairs, ratio, verdict)
    return Test(sprt, pairs, ratio, None)


def _exact_score(plan: Plan, exact: Exact, place: int) -> Fraction | None:
    """The mean of the exact scores against all opponents of a player; None unless all are known."""
    met = [pairing for pairing in plan.pairings if place in pairing]
    scores = [exact.get((place, one + other - place)) for one, other in met]
    known = [score for score in scores if score is not None]
    return sum(known, Fraction(0)) / len(known) if known and len(known) == len(scores) else None


class _Count:
    """Adds games up."""

    def __init__(self, plan: Plan, fixtures: Sequence[Fixture]) -> None:
        self._plan = plan
        self._fixtures = fixtures
        self._results: list[Counter[str]] = [Counter() for _ in plan.players]
        self._met: dict[tuple[int, int, int], Cell] = {}
        self.cross: dict[tuple[int, int], Cell] = {}

    def add(self, game: Played) -> None:
        fixture = self._fixtures[game.number]
        first, second = fixture.players
        _add(self._met, (first, second, fixture.game), halves_of(game, 1))
        for seat, place in enumerate(fixture.players, 1):
            halves, tally, counted = halves_of(game, seat), game.tallies[seat - 1], self._results[place]
            _add(self.cross, (place, first + second - place), halves)
            counted[("losses", "draws", "wins")[halves]] += 1
            counted["forfeits"] += game.ended == "forfeit" and halves == 0
            counted["decisions"] += tally.decisions
            counted["mistakes"] += tally.mistakes
            counted["lost"] += tally.lost

    def pairings(self) -> list[Pairing]:
        return [
            Pairing(first, second, game, cell.games, cell.halves / 2)
            for (first, second, game), cell in sorted(self._met.items())
        ]

    def standing(self, place: int, ratings: Ratings, after: int | None, exact: Fraction | None) -> Standing:
        counted = self._results[place]
        return Standing(
            place,
            self._plan.players[place],
            counted["wins"] + counted["draws"] + counted["losses"],
            counted["wins"],
            counted["draws"],
            counted["losses"],
            counted["forfeits"],
            ratings.elo(place),
            ratings.margin(place),
            None if after is None else ratings.superiority(place, after),
            exact,
            counted["decisions"],
            counted["mistakes"],
            counted["lost"],
        )


K = TypeVar("K", bound=Hashable)


def _add(cells: dict[K, Cell], key: K, halves: int) -> None:
    before = cells.get(key, Cell())
    cells[key] = Cell(before.games + 1, before.halves + halves)
