"""The report of an arena: one HTML page that needs nothing else, for any screen, in light and dark."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import Final

from fathom.arena.fixtures import Fixture
from fathom.arena.pictures import history_picture, ratings_picture, shorten
from fathom.arena.ratings import Ratings
from fathom.arena.referee import Played
from fathom.arena.report_style import STYLE
from fathom.arena.results import Results, Standing, add_up
from fathom.show.svg import printable

#: How many times the ratings are shown on their way.
_MOMENTS: Final = 24


def report_page(results: Results, fixtures: Sequence[Fixture], played: Iterable[Played]) -> str:
    """The whole page."""
    plan = results.plan
    title = f"Arena: {', '.join(plan.games)}"
    games = sorted(played)[: results.played]
    parts = [
        f"<h1>{_text(title)}</h1>",
        f'<p class="faint">{_text(_summary(results))}</p>',
        "<h2>Standings</h2>",
        _standings(results),
        f'<p class="faint">{_text(_READING)}</p>',
    ]
    if results.played:
        history = ratings_over_time(results, fixtures, games)
        parts += [
            "<h2>Ratings</h2>",
            _wide("Picture of the ratings", ratings_picture(results)),
            '<p class="faint">Elo points. The lines are 95% confidence intervals; the mean of all players is 0.</p>',
            "<h2>Cross table</h2>",
            _cross_table(results),
            "<h2>How the ratings settled</h2>",
            _wide("Picture of the ratings over time", history_picture(results, history)),
            '<p class="faint">Elo points after more and more games.</p>',
        ]
    if results.test:
        parts += ["<h2>Sequential test</h2>", f"<p>{_text(_test(results))}</p>"]
    body = "\n".join(parts)
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{_text(title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<main>\n{body}\n</main>\n"
        "</body>\n</html>\n"
    )


_READING: Final = (
    "Score: percent of the points, a draw being half a point. Exact: the score that was to be expected, computed and "
    "not sampled. LOS: the likelihood of being stronger than the next player. Blunders: percent of the decisions that "
    "could give a result away and did. Regret: points given away per game."
)


def ratings_over_time(
    results: Results, fixtures: Sequence[Fixture], games: Sequence[Played]
) -> list[tuple[int, Ratings]]:
    """The ratings after the first games, after some more, and so on to the end."""
    moments = sorted({max(1, len(games) * moment // _MOMENTS) for moment in range(1, _MOMENTS + 1)})
    return [(moment, add_up(results.plan, fixtures, games[:moment]).ratings) for moment in moments]


def _text(text: str) -> str:
    return escape(printable(text))


def _summary(results: Results) -> str:
    plan = results.plan
    begun = "at the start"
    if plan.openings:
        begun = f"at {len(plan.openings)} given openings"
    elif plan.random_moves:
        begun = f"after {plan.random_moves} random moves"
    return (
        f"{results.played:,} games, {plan.format}, in pairs with the seats swapped, beginning {begun}; seed "
        f"{plan.seed}, {plan.clock:g} seconds for a move of a program."
    )


def _standings(results: Results) -> str:
    rows = [_cells(standing) for standing in results.standings]
    titles = [title for title in rows[0] if any(row[title] for row in rows)]  # what nobody has is left out
    head = "".join(f'<th scope="col">{title}</th>' for title in ["Player", *titles])
    body = []
    for standing, row in zip(results.standings, rows, strict=True):
        name, cells = _text(standing.name), "".join(f"<td>{row[title]}</td>" for title in titles)
        body.append(f'<tr><th scope="row" title="{name}">{name}</th>{cells}</tr>')
    table = f"<table><caption>The best player first.</caption><thead><tr>{head}</tr></thead>"
    return _wide("Standings", f"{table}<tbody>{''.join(body)}</tbody></table>")


def _cells(standing: Standing) -> dict[str, str]:
    """By the titles of the columns."""
    blunders = standing.blunder_rate
    return {
        "Rating": f"{standing.rating:+.0f}",
        "95% interval": f"{standing.rating - standing.margin:+.0f} to {standing.rating + standing.margin:+.0f}",
        "Score": f"{100 * standing.score:.1f}",
        "Exact": "" if standing.exact is None else f"{float(100 * standing.exact):.1f}",
        "Games": f"{standing.games:,}",
        "Won": f"{standing.wins:,}",
        "Drawn": f"{standing.draws:,}" if standing.draws else "",
        "Lost": f"{standing.losses:,}",
        "Forfeits": f"{standing.forfeits:,}" if standing.forfeits else "",
        "LOS": "" if standing.superiority is None else f"{100 * standing.superiority:.1f}",
        "Blunders": "" if blunders is None else f"{100 * blunders:.1f}",
        "Regret": f"{standing.regret:.3f}" if standing.decisions and standing.regret is not None else "",
    }


def _cross_table(results: Results) -> str:
    order = [standing.place for standing in results.standings]
    players = results.plan.players
    head = "".join(f'<th scope="col">{_text(shorten(players[place]))}</th>' for place in order)
    rows = []
    for place in order:
        cells = "".join(_cell(results, place, other) for other in order)
        rows.append(f'<tr><th scope="row">{_text(shorten(players[place]))}</th>{cells}</tr>')
    caption = "Points of the player of the row against the player of the column, and of how many games"
    caption += "; below, what was to be expected exactly." if results.exact else "."
    table = f'<table><caption>{caption}</caption><thead><tr><th scope="col">Player</th>{head}</tr></thead>'
    return _wide("Cross table", f"{table}<tbody>{''.join(rows)}</tbody></table>")


def _cell(results: Results, place: int, other: int) -> str:
    if place == other:
        return '<td class="self"></td>'
    cell, exact = results.cross.get((place, other)), results.exact.get((place, other))
    if cell is None:
        return "<td></td>"
    expected = "" if exact is None else f'<br><span class="faint">{float(exact * cell.games):.1f}</span>'
    return f"<td>{cell.halves / 2:g} of {cell.games}{expected}</td>"


def _wide(name: str, content: str) -> str:
    """A table or a picture that scrolls by itself on a narrow screen, also by keyboard."""
    return f'<div class="wide" role="region" aria-label="{name}" tabindex="0">{content}</div>'


def _test(results: Results) -> str:
    test = results.test
    assert test is not None
    sprt, players = test.sprt, results.plan.players
    decided = f"it decides for {test.verdict}" if test.verdict else "it has not decided"
    return (
        f"{players[0]} against {players[1]}: stronger by {sprt.elo0:g} Elo points (H0) or by {sprt.elo1:g} (H1)? After "
        f"{test.pairs:,} pairs the log-likelihood ratio is {test.ratio:.2f}, with bounds {sprt.lower:.2f} and "
        f"{sprt.upper:.2f}: {decided}."
    )
