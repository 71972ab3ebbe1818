"""Results in words: the same rows for the terminal, for Markdown and for a page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from fathom.bench.compare import Difference
from fathom.bench.results import Results, TaskResult
from fathom.bench.statistics import Estimate
from fathom.bench.tasks import ASKED


class Table(NamedTuple):
    """A table with a title and a note; the first column is the name of the row."""

    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""


def percent(value: float | None) -> str:
    return "–" if value is None else f"{100 * value:.1f}"


def interval(found: Estimate | None) -> str:
    return "–" if found is None else f"{100 * found.low:.1f} to {100 * found.high:.1f}"


def figure(value: float | None) -> str:
    return "–" if value is None else f"{value:.3f}"


def tables(results: Results) -> list[Table]:
    """Every table of a report; those without rows are left out."""
    found = [
        _headline(results),
        _failures(results),
        _moves(results),
        *(_depths(task) for task in results.tasks if task.task not in ("profile", "match", "puzzle")),
        _calibration(results),
        _reasons(results),
        _profiles(results),
        _matches(results),
        _agreements(results),
    ]
    return [table for table in found if table.rows]


def _headline(results: Results) -> Table:
    return Table(
        "Score by task",
        ("task", "score", "95% interval", "items", "shapes"),
        tuple(
            (task.task, percent(task.headline.value), interval(task.headline), str(task.items), str(task.shapes))
            for task in results.tasks
        ),
        "Percent, the mean over depths: the plies, or turns, to the end with perfect play. Positions of one shape have "
        "the same tree of choices; intervals respect that they are not independent. "
        f"{'; '.join(f'{task.task}: {ASKED[task.task]}' for task in results.tasks)}."
        + (f" {results.missing} items without an answer count as late." if results.missing else ""),
    )


def _failures(results: Results) -> Table:
    rows = [
        (task.task, *(f"{percent(rate.value)} ({interval(rate)})" for rate in task.rates.values()))
        for task in results.tasks
    ]
    return Table(
        "Answers that failed",
        ("task", *results.tasks[0].rates),
        tuple(rows),
        "Percent of the items (of a profile, of its questions), with 95% intervals. Unparsable: no JSON as asked for. "
        "Illegal: a move or a route that the rules do not allow. Late: nothing in time, or nothing at all.",
    )


def _moves(results: Results) -> Table:
    rows = [
        (
            task.task,
            figure(task.regret),
            percent(task.chance),
            percent(task.normalised.value if task.normalised else None),
            interval(task.normalised),
            "–" if task.slower is None else f"{task.slower:.2f}",
            figure(task.brier),
            "–" if task.over is None else f"{task.over:.1f}",
        )
        for task in results.tasks
        if (task.regret, task.brier, task.over) != (None, None, None)
    ]
    return Table(
        "Moves, probabilities and routes",
        ("task", "regret", "chance", "above chance", "95% interval", "slower", "Brier", "MP over"),
        tuple(rows),
        "Regret: value given away for each item (of a match: in all). Chance: percent kept by random play, exactly. "
        "Above chance: the kept rate, 0 being random play and 100 perfect play. Slower: plies that kept wins take "
        "longer than the quickest; no error. MP over: of routes that reach the end.",
    )


def _depths(task: TaskResult) -> Table:
    return Table(
        f"{task.task} by depth, seat and game",
        ("part", "score", "95% interval", "items"),
        tuple(
            (name, percent(found.value), interval(found), str(found.items))
            for part in (task.by_depth, task.by_seat, task.by_game)
            for name, found in part.items()
        ),
    )


def _calibration(results: Results) -> Table:
    bins = [each for task in results.tasks for each in task.calibration]
    return Table(
        "Calibration",
        ("stated", "items", "mean stated", "mean true"),
        tuple(
            (f"{each.low:.1f} to {each.high:.1f}", str(each.items), f"{each.stated:.3f}", f"{each.true:.3f}")
            for each in bins
        ),
        "Stated probabilities, and the value that was true on average.",
    )


def _reasons(results: Results) -> Table:
    found = next((task.reasons for task in results.tasks if task.reasons), None)
    if found is None:
        return Table("", (), ())
    return Table(
        "Moves and reasons",
        ("move", "true reason", "false reason"),
        (
            ("right move", str(found.right_and_true), str(found.right_and_false)),
            ("wrong move", str(found.wrong_and_true), str(found.wrong_and_false)),
        ),
        "A right move keeps the result; of a true reason, every claim is true. Answers that play what they say loses: "
        f"{found.contradictions}. Minimal pairs with both moves right: "
        f"{found.pairs_right} of {found.pairs}.",
    )


def _profiles(results: Results) -> Table:
    profiles = [each for task in results.tasks for each in task.profiles]
    names = [one.opponent for one in profiles[0].strength.against] if profiles else []
    return Table(
        "Exact strength, from profiles",
        ("game", *names, "worst case", "exploitability", "questions", "failed"),
        tuple(
            (
                each.code,
                *(percent(float(one.score)) for one in each.strength.against),
                percent(float(each.strength.worst)),
                percent(float(each.strength.exploitability)),
                f"{each.questions:,}",
                str(each.failed),
            )
            for each in profiles
        ),
        "Percent of the points, in both seats together: computed from every answer, not sampled.",
    )


def _matches(results: Results) -> Table:
    return Table(
        "Matches",
        ("opponent", "points", "matches", "without a mistake"),
        tuple(
            (each.opponent, f"{each.points:g}", str(each.matches), str(each.faultless))
            for task in results.tasks
            for each in task.matches
        ),
        "Points: 1 for a win, ½ for a draw. A match that was lost without a mistake was lost from the start.",
    )


def _agreements(results: Results) -> Table:
    return Table(
        "Consistency",
        ("task", "over", "pairs", "agreeing"),
        tuple(
            (task.task, each.what, str(each.pairs), f"{percent(each.agreeing / each.pairs)}%")
            for task in results.tasks
            for each in task.agreements
        ),
        "The same position in other words or names should get an answer of the same value (probabilities within 0.1); "
        "positions of one shape, answers that are as right.",
    )


def comparison(found: Sequence[Difference], first: str, second: str, size: float) -> Table:
    rows = [
        (
            each.task,
            percent(each.first),
            percent(each.second),
            f"{100 * each.difference.value:+.1f}",
            f"{100 * each.difference.low:+.1f} to {100 * each.difference.high:+.1f}",
            f"{each.p:.4f}",
            f"{each.corrected:.4f}",
            "–" if each.needed is None else f"{each.needed:,}",
        )
        for each in found
    ]
    return Table(
        f"{first} against {second}",
        ("task", "first", "second", "difference", "95% interval", "p", "p (Holm)", "items needed"),
        tuple(rows),
        "Percent, the mean over depths. p: paired sign-flip test over shapes; Holm's correction is for the number of "
        f"tasks. Items needed: to show a difference of {100 * size:g} points four times in five.",
    )


def as_text(table: Table) -> list[str]:
    """For the terminal: the first column to the left, all others to the right."""
    rows = [table.heads, *table.rows]
    widths = [max(len(row[i]) for row in rows) for i in range(len(table.heads))]
    lines = [
        "  ".join(
            [row[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))]
        )
        for row in rows
    ]
    return [table.title, "", *(line.rstrip() for line in lines)]


def as_markdown(table: Table) -> str:
    head = f"| {' | '.join(table.heads)} |\n|{'---|' * len(table.heads)}"
    body = "\n".join(f"| {' | '.join(row)} |" for row in table.rows)
    note = f"\n\n{table.note}" if table.note else ""
    return f"## {table.title}\n\n{head}\n{body}{note}\n"


def markdown_report(results: Results) -> str:
    return f"# Fathom Bench: {results.player}\n\n" + "\n".join(map(as_markdown, tables(results)))
