"""Writes the parts of the docs that the code knows: python tools/docs.py [--check]

Every room keeps its page beside its rules; docs/rules/ holds the same pages with the table of options filled in.
docs/api.md and the examples in it are made by asking a server, docs/schemas/ from the types in the code. Completions
for shells and the man page are made from the parser of the command line, docs/images/play.svg by playing a game. In
docs/levels.md, docs/strategy.md, docs/arena.md, docs/bots.md and docs/workshop.md the parts between the marks are made
here, and the rest is written by hand.
`--check` writes nothing: it names the pages that are out of date and exits with 1.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

from fathom import games
from fathom.analysis.chances import chances
from fathom.analysis.levels import LEVELS
from fathom.analysis.strength import strengths
from fathom.arena.exact import exact_scores
from fathom.arena.fixtures import fixtures
from fathom.arena.referee import Referee
from fathom.arena.results import add_up
from fathom.coach.strategies import example_of, proof_words, prove, strategy_for
from fathom.core.budget import UNLIMITED
from fathom.core.game import AnyGame
from fathom.players import policy_named
from fathom.show.canvas import Canvas
from fathom.terminal.arguments import parser
from fathom.terminal.commands import strength
from fathom.terminal.commands.arena_plan import read_arguments
from fathom.terminal.commands.arena_table import report as arena_report
from fathom.terminal.commands.grid import percent
from fathom.terminal.commands.levels import report
from fathom.terminal.commands.variants import report as variants_report
from fathom.workers import Workers
from fathom.workshop.grid import read_grid
from fathom.workshop.ranking import METRICS
from fathom.workshop.variants import Rows
from fathom.workshop.variants import run as run_grid

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))  # the command may be run from anywhere

from tools import api_examples, api_page, command_pages, moving_picture, schemas  # noqa: E402

FOLDER = Path("docs") / "rules"
OPTIONS_MARK = "{{options}}"
API_PAGE = Path("docs") / "api.md"
LEVELS_PAGE = Path("docs") / "levels.md"
STRATEGY_PAGE = Path("docs") / "strategy.md"
ARENA_PAGE = Path("docs") / "arena.md"
BOTS_PAGE = Path("docs") / "bots.md"
WORKSHOP_PAGE = Path("docs") / "workshop.md"
MARKED_PAGES = (LEVELS_PAGE, STRATEGY_PAGE, ARENA_PAGE, BOTS_PAGE, WORKSHOP_PAGE)
#: `<!-- chances: range-war -->` to `<!-- /chances -->`: what is made, what it is made for, and what stands there now.
MARKED = re.compile(r"<!-- (\w+)(?:: (.*?))? -->\n(.*?)<!-- /\1 -->", re.DOTALL)


def pages() -> dict[Path, str]:
    """Every page that is made here, by its path from the root of the project."""
    found = {FOLDER / f"{name}.md": rule_page(name) for name in games.ROOMS} | command_pages.pages()
    found |= {api_examples.PLACE: made_examples(), API_PAGE: api_page.write_page(made_examples())}
    found |= schemas.pages() | {moving_picture.PLACE: moving_picture.draw()}
    return found | {FOLDER / "README.md": index()} | {page: marked_page(page) for page in MARKED_PAGES}


@cache
def made_examples() -> str:
    """What a real server answers and sends."""
    return api_examples.write_examples()


def rule_page(name: str) -> str:
    """The page of a room with its table of options."""
    source = f"src/{games.ROOMS[name].replace('.', '/')}/rules.md"
    page = games.room(name).rules_page.replace(OPTIONS_MARK, options_table(games.game(name)))
    return f"<!-- Made by `make docs` from {source}: change that file instead. -->\n\n{page}"


def options_table(game: AnyGame) -> str:
    """The options of a game as a table in Markdown, one row for each."""
    rows = [("option", "default", "allowed", "meaning")]
    for name, option in game.options_type.declared.items():
        rows.append((f"`{name}`", f"`{option.write(option.default)}`", option.allowed, option.meaning))
    lines = [f"| {' | '.join(row)} |" for row in rows]
    return "\n".join([lines[0], "|---|---|---|---|", *lines[1:]])


def index() -> str:
    """The list of the pages."""
    listed = [f"- [{game.title}]({game.name}.md): {game.summary}" for game in map(games.game, games.ROOMS)]
    return "\n".join(
        [
            "<!-- Made by `make docs` from the games themselves. -->",
            "",
            "# The rules",
            "",
            "One page for each game: its numbered rules, its options, how the holes in its rule book are read and why,",
            "and what is known of it. The same pages are shown by `fathom rules GAME --all`.",
            "",
            *listed,
            "",
        ]
    )


def marked_page(path: Path) -> str:
    """A page whose parts between marks are made again."""

    def made(found: re.Match[str]) -> str:
        kind, name = found[1], found[2]
        part = TABLES[kind]() if kind in TABLES else PARTS[kind](name)
        opening = found[0].partition("\n")[0]
        return f"{opening}\n{part}\n<!-- /{kind} -->"

    return MARKED.sub(made, (ROOT / path).read_text(encoding="utf-8"))


def levels_table() -> str:
    """What each level is, in Markdown."""
    lines = ["| level | chance of a slip | sight |", "|---|---|---|"]
    for level in LEVELS:
        sight = "none" if level.mistake == 1 else f"{level.sight} plies" if level.sight is not None else "everything"
        traps = ", and traps" if level.tricks else ""
        sight = "none: it plays by rules" if level.by_rules else f"{sight}{traps}"
        lines.append(f"| `{level.name}` | {percent(level.mistake)}% | {sight} |")
    return "\n".join(lines)


@cache
def chances_table(name: str) -> str:
    """The chances of the levels in a game, as `fathom levels` prints them."""
    game = games.game(name)
    options = game.options_type()
    return "\n".join(["```", *report(game, options, chances(game, options), Canvas()), "```"])


@cache
def strength_table(code: str) -> str:
    """The exact scores of the baselines, as `fathom strength` prints them."""
    match = games.read_code(code)
    policies = [policy_named(name, match.game, match.options) for name in strength.BASELINES]
    table = strengths(match.game, match.position, policies)
    return "\n".join(["```", *strength.report(match, strength.BASELINES, table, Canvas()), "```"])


@cache
def arena_table(words: str) -> str:
    """What `fathom arena` prints for these arguments."""
    arguments = parser(["arena"]).read(["arena", *words.split()])
    plan = read_arguments(arguments)
    games_to_play = list(fixtures(plan))
    with Referee(plan) as referee:
        played = [referee.play(fixture) for fixture in games_to_play]
    results = add_up(plan, games_to_play, played, exact_scores(plan, games_to_play, UNLIMITED))
    return "\n".join(["```", *arena_report(results, Canvas()), "```"])


@cache
def variants_table(words: str) -> str:
    """What `fathom variants` prints for these arguments."""
    arguments = parser(["variants"]).read(["variants", *words.split()])
    grid, rows = read_grid(games.game(arguments.game), arguments.grid), Rows(None, {})
    run_grid(grid, rows, Workers(None, 1), arguments.states, lambda _: True)
    said = variants_report(grid, rows.of(grid), arguments.metric, Canvas())
    return "\n".join(["```", f"$ fathom variants {words}", *said, "```"])


def presets_table() -> str:
    """The presets of every game, in Markdown."""
    lines = ["| game | preset | options | what to expect |", "|---|---|---|---|"]
    for room in map(games.room, games.ROOMS):
        for preset in room.presets:
            changed = preset.options.changed()
            options = ", ".join(f"`{name}={text}`" for name, text in changed.items() if name != room.game.layout_option)
            lines.append(f"| {room.game.title} | {preset.name} | {options} | {preset.line} |")
    return "\n".join(lines)


def metrics_table() -> str:
    """The metrics of variants, in Markdown."""
    lines = ["| metric | meaning | the best |", "|---|---|---|"]
    for name, metric in METRICS.items():
        lines.append(f"| `{name}` | {metric.meaning} | {'least' if metric.less_is_better else 'greatest'} |")
    return "\n".join(lines)


@cache
def strategy_part(name: str) -> str:
    """How a game is won, as `fathom teach` says it, in Markdown."""
    game = games.game(name)
    options = game.options_type()
    strategy = strategy_for(game, options)
    lines = [strategy.insight, ""]
    for number, rule in enumerate(strategy.rules, 1):
        example = example_of(rule)
        board = games.room(name).text.board(example.match, Canvas())
        lines += [f"{number}. **{rule.name}.** {rule.text}", "", f"   `{rule.example}`: {example.words}", ""]
        lines += ["   ```", *[f"   {line}".rstrip() for line in board], "   ```", ""]
    return "\n".join([*lines, proof_words(strategy, prove(game, options, strategy))])


#: By the word of a mark: what stands there, for a game.
PARTS: dict[str, Callable[[str], str]] = {
    "chances": chances_table,
    "strategy": strategy_part,
    "strength": strength_table,
    "arena": arena_table,
    "variants": variants_table,
}
#: What stands there for all games.
TABLES: dict[str, Callable[[], str]] = {
    "levels": levels_table,
    "presets": presets_table,
    "metrics": metrics_table,
}


def stale(root: Path) -> dict[Path, str]:
    """The pages under `root` that are missing or differ, as they would be written."""
    return {path: page for path, page in pages().items() if _content(root / path) != page}


def write(root: Path) -> list[Path]:
    """Write what is out of date; the paths of the pages that changed."""
    changed = stale(root)
    for path, page in changed.items():
        target = root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(page, encoding="utf-8")
    return list(changed)


def _content(path: Path) -> str | None:
    return path.read_text(encoding="utf-8") if path.is_file() else None


def main(argv: Sequence[str] | None = None, root: Path = ROOT) -> int:
    parser = argparse.ArgumentParser(prog="tools/docs.py", description="Write the docs that the code knows.")
    parser.add_argument("--check", action="store_true", help="write nothing; exit with 1 if something is out of date")
    if not parser.parse_args(argv).check:
        for path in write(root):
            print(f"wrote {path}")
        return 0
    outdated = stale(root)
    for path in outdated:
        print(f"{path} is out of date: run make docs", file=sys.stderr)
    return 1 if outdated else 0


if __name__ == "__main__":
    sys.exit(main())
