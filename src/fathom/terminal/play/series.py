"""Series of matches, in which the players take turns to move first, and pairs.

A pair is two games that begin with the same moves, with the seats swapped. Both are always played and count together: a
win is a point and a draw half a point, so each player gets 0 to 2. It is fair even where the first move decides a game.
"""

from __future__ import annotations

from fathom.core.match import Match
from fathom.players.faces import names_for_people
from fathom.storage.log import Series, Store
from fathom.terminal.play.keeper import Keeper
from fathom.terminal.screen import Screen


def next_in_series(keeper: Keeper, screen: Screen, store: Store) -> Keeper | None:
    """Announce the score; returns the next match, with the seats swapped, unless the series is decided."""
    series, match = keeper.series, keeper.match
    if series is None:
        return None
    names = names_for_people(match.names) if screen.canvas.live else match.names
    players = names if series.game % 2 else names[::-1]
    points = half_points(store, series.id)
    screen.say(["", _score_line(series, players, points)])
    if is_decided(series, points):
        screen.say([_result_line(series, players, points)])
        return None
    following = Match(match.game, match.options, match.names[::-1])
    following.play_all(match.moves[: series.opening or 0])
    again = "the same opening, with the seats swapped" if series.opening else f"{names[1]} moves first"
    screen.say([f"Game {series.game + 1}: {again}.", ""])
    return Keeper(store, following, series=series._replace(game=series.game + 1), coach=keeper.coach)


def half_points(store: Store, series_id: str) -> tuple[int, int]:
    """Half points so far of the player who moved first in the series, and of the other; seats swap with every game.

    A win is two. In a pair a draw is one for each; in any other series it counts for nobody.
    """
    points = [0, 0]
    for kept in store.series(series_id):
        outcome = kept.match().outcome
        if kept.series and outcome and outcome.winner:
            points[(outcome.winner + kept.series.game) % 2] += 2
        elif kept.series and outcome and kept.series.is_pair:
            points = [halves + 1 for halves in points]
    return points[0], points[1]


def is_decided(series: Series, points: tuple[int, int]) -> bool:
    """Is there no game left, or nothing to win in those that are?"""
    left = series.best_of - series.game
    return left == 0 or abs(points[0] - points[1]) > 2 * left


def _score_line(series: Series, players: tuple[str, ...], points: tuple[int, int]) -> str:
    tally = ", ".join(f"{name} {_written(won)}" for name, won in zip(players, points, strict=True))
    if series.is_pair:
        return f"Points after game {series.game} of the pair: {tally}."
    return f"Score after game {series.game} of {series.best_of}: {tally}."


def _result_line(series: Series, players: tuple[str, ...], points: tuple[int, int]) -> str:
    what = "pair" if series.is_pair else "series"
    if points[0] == points[1]:
        return f"The {what} is drawn."
    return f"{players[0] if points[0] > points[1] else players[1]} wins the {what}!"


def _written(half_points: int) -> str:
    """`1`, `½` or `1½`."""
    whole, half = divmod(half_points, 2)
    return f"{whole or ''}½" if half else str(whole)
