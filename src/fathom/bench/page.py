"""The report of one player: one HTML page that needs nothing else, for any screen, in light and dark."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator, Sequence
from fractions import Fraction
from html import escape
from itertools import zip_longest
from typing import Final

from fathom import games
from fathom.arena.report_style import STYLE
from fathom.bench.pictures import draw_board
from fathom.bench.plots import calibration_plot, depth_plot, mistakes_plot
from fathom.bench.results import Results, Scored
from fathom.bench.truth import HALF, truth_of
from fathom.bench.words import Table, tables
from fathom.show.svg import printable

_STYLE: Final = STYLE + (
    ".picture { min-width: 19rem; max-width: 30rem; margin-bottom: .6rem; }\n"
    "caption { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }\n"
    "tbody th { max-width: none; }\n"
    ".cell { fill: var(--soft); stroke: var(--line); }\n"
    ".wrong { fill: var(--series-2); }\n"
    ".mistakes { display: grid; grid-template-columns: repeat(auto-fit, minmax(17rem, 1fr)); gap: 1.5rem; }\n"
    ".mistakes figure { margin: 0; }\n"
    ".mistakes code { font-size: .85em; overflow-wrap: anywhere; }\n"
    ".mistakes img { max-width: 100%; height: auto; border: 1px solid var(--line); }\n"
    "td:nth-child(n + 2), th { font-variant-numeric: tabular-nums; }\n"
)
_MOST_SHOWN: Final = 6
_RESULTS: Final = {Fraction(1): "a win", HALF: "a draw", Fraction(0): "a loss"}
_MOVE_TASKS: Final = ("best", "only", "reason", "picture")


def report_page(results: Results) -> str:
    """The whole page."""
    title = f"Fathom Bench: {results.player}"
    parts = [
        f"<h1>{_text(title)}</h1>",
        f'<p class="faint">{len(results.scored):,} questions about positions whose exact values are known.</p>',
    ]
    for table in tables(results):
        parts += [f"<h2>{_text(table.title)}</h2>", *_plots(table, results), _table(table)]
        if table.note:
            parts.append(f'<p class="faint">{_text(table.note)}</p>')
    parts += _mistakes(results)
    body = "\n".join(parts)
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{_text(title)}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n<main>\n{body}\n</main>\n"
        "</body>\n</html>\n"
    )


def _text(text: str) -> str:
    return escape(printable(text))


def _plots(table: Table, results: Results) -> Iterator[str]:
    """The picture that goes with a table, if there is one."""
    for task in results.tasks:
        if table.title == f"{task.task} by depth, seat and game":
            yield _wide(f"Picture of {task.task} by depth", depth_plot(task.task, task.by_depth))
        if table.title == "Calibration" and task.calibration:
            yield _wide("Picture of the calibration", calibration_plot(task.calibration))


def _table(table: Table) -> str:
    head = "".join(f'<th scope="col">{_text(title)}</th>' for title in table.heads)
    rows = "".join(
        f'<tr><th scope="row">{_text(row[0])}</th>{"".join(f"<td>{_text(cell)}</td>" for cell in row[1:])}</tr>'
        for row in table.rows
    )
    content = (
        f"<table><caption>{_text(table.title)}</caption><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"
    )
    return _wide(table.title, content)


def _wide(name: str, content: str) -> str:
    """A table or a picture that scrolls by itself on a narrow screen, also by keyboard."""
    return f'<div class="wide" role="region" aria-label="{escape(name)}" tabindex="0">{content}</div>'


def _mistakes(results: Results) -> list[str]:
    """Where it goes wrong: by move, and on some boards."""
    moves = [each for each in results.scored if each.item.task in _MOVE_TASKS and each.score.move]
    if not moves:
        return []
    parts = ["<h2>Where it goes wrong</h2>"]
    by_game = {
        game: [each for each in moves if each.item.game == game] for game in {each.item.game: 0 for each in moves}
    }
    for game, some in by_game.items():
        title = games.game(game).title
        parts += [
            f"<h3>{_text(title)}</h3>",
            _wide(f"Mistakes by move in {title}", mistakes_plot(title, _by_move(some))),
        ]
    parts.append(
        '<p class="faint">How often each move was a mistake, of how often it was played. Moves and boards have the '
        "game's own numbers, also where the question renamed them.</p>"
    )
    worst = [_worst(some) for some in by_game.values()]
    shown = [each for some in zip_longest(*worst) for each in some if each is not None][:_MOST_SHOWN]
    if shown:
        parts += [
            "<h3>Some mistakes, the shallowest of each game first</h3>",
            f'<div class="mistakes">{"".join(map(_figure, shown))}</div>',
        ]
    return parts


def _worst(some: Sequence[Scored]) -> list[Scored]:
    """The mistakes in one game, the shallowest first, each position once."""
    wrong = {each.item.code: each for each in some if each.score.regret}
    return sorted(wrong.values(), key=lambda each: (each.item.depth or 0, each.item.code))


def _by_move(some: Sequence[Scored]) -> dict[str, tuple[int, int]]:
    """By move, in the game's order: how often it was played, and how often that was a mistake."""
    counts: dict[str, list[int]] = {}
    for code in {each.item.code.split(":")[0]: None for each in some}:
        match = games.read_code(code)
        for move in match.game.actions(match.options):
            counts.setdefault(match.game.format_move(move), [0, 0])
    for each in some:
        assert each.score.move is not None
        counts[each.score.move][0] += 1
        counts[each.score.move][1] += bool(each.score.regret)
    return {move: (played, wrong) for move, (played, wrong) in counts.items()}


def _figure(each: Scored) -> str:
    truth, move = truth_of(each.item.code), each.score.move
    assert move is not None
    board = b64encode(draw_board(each.item.code).encode()).decode()
    before, after = _RESULTS[truth.points], _RESULTS[truth.points_after(move)]
    said = f"Player {each.item.seat} played {move} and turned {before} into {after}. Right: {', '.join(truth.keeping)}."
    alt = _text(f"The board of {each.item.code}, player {each.item.seat} to move")
    image = f'<img src="data:image/svg+xml;base64,{board}" alt="{alt}">'
    code = f"<br><code>{_text(each.item.code)}</code>"
    return f"<figure>{image}<figcaption>{_text(said)}{code}</figcaption></figure>"
