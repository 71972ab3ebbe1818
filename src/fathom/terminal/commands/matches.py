"""The commands for playing and for stored matches. A command takes its arguments and returns its exit code."""

from __future__ import annotations

import argparse
import sys
from random import Random
from typing import TYPE_CHECKING

from fathom import games as registry
from fathom.core.record import UNFINISHED, Record, write_record
from fathom.core.words import counted
from fathom.errors import BadOption, StoreError
from fathom.storage.location import user_path
from fathom.terminal.inputs import fathom_command, how_many_plies, open_store, opening, read_records_of
from fathom.terminal.json_output import print_json
from fathom.terminal.screen import Screen, printable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fathom.core.game import AnyGame, Known
    from fathom.core.match import AnyMatch
    from fathom.show.canvas import Canvas
    from fathom.storage.log import Kept
    from fathom.storage.sqlite import SqliteStore
    from fathom.terminal.commands.shapes import GameDict, KeptDict, NumberedRuleDict, ReplayedDict, RulesDict

#: The result, in the history, of a match that cannot be replayed.
DAMAGED = "damaged"


def play(arguments: argparse.Namespace) -> int:
    from fathom.terminal.play import seating

    match = opening(arguments.what, arguments.set, arguments.preset)
    _check_series(arguments, match)
    screen, store = Screen(), open_store(arguments)
    given = arguments.players or ([seating.remembered_name(store)] if screen.is_terminal else [])
    players = seating.name_players(match.game, given, match.options)
    seating.remember_name(store, players)
    invitation = seating.Invitation(
        match.game,
        match.options,
        players,
        arguments.first,
        arguments.best_of,
        arguments.pair,
        arguments.coach,
        _think(arguments),
        arguments.contain,
    )
    seating.play(invitation, match.moves, screen, store, Random(arguments.seed))
    return 0


def _check_series(arguments: argparse.Namespace, match: AnyMatch) -> None:
    """Refuse a number of games that makes no sense."""
    if arguments.best_of < 1:
        raise BadOption(f"--best-of must be at least 1, not {arguments.best_of}.")
    if arguments.pair and arguments.best_of > 1:
        raise BadOption("A pair is always two games: give --pair or --best-of, not both.")
    what = "pair" if arguments.pair else "series"
    if not match.game.is_contest and (arguments.pair or arguments.best_of > 1):
        raise BadOption(f"{match.game.title} is for one player, so it cannot be played as a {what}.")
    if arguments.pair and match.outcome:
        raise BadOption(f"A pair cannot begin with these moves: the game is over after them ({match.ending}).")


def resume(arguments: argparse.Namespace) -> int:
    from fathom.players.faces import names_for_people
    from fathom.terminal.play import seating
    from fathom.terminal.play.keeper import Keeper

    store = open_store(arguments)
    kept = seating.latest_of(store, store.load(arguments.id)) if arguments.id else _latest_unfinished(store)
    match, screen = kept.match(), Screen()
    if match.outcome and not seating.can_continue(store, kept):
        look_back = f"Look back on it with: {fathom_command()} review {kept.id}"
        raise StoreError(f"Match {kept.id} is over: {match.ending}. {look_back}")
    names = names_for_people(match.names) if screen.is_terminal else match.names
    screen.say([f"Match {kept.id}, {match.game.title}: {' against '.join(names)}, {how_many_plies(match)} made."])
    keeper = Keeper(store, match, kept, coach=arguments.coach)
    seating.play_on(keeper, screen, store, Random(arguments.seed), _think(arguments), arguments.contain)
    return 0


def _think(arguments: argparse.Namespace) -> int:
    seconds: int = arguments.think
    if seconds < 1:
        raise BadOption(f"--think must be at least 1 second, not {seconds}.")
    return seconds


def _latest_unfinished(store: SqliteStore) -> Kept:
    from fathom.terminal.play import seating

    for kept in seating.find_unfinished(store):
        return kept
    raise StoreError(f"There is no match to resume in {store.path}; start one with: {fathom_command()} play GAME")


def games(arguments: argparse.Namespace) -> int:
    found = [(registry.game(name), registry.room(name).known) for name in registry.names()]
    if arguments.json:
        print_json([_game_dict(game, known) for game, known in found])
        return 0
    from fathom.terminal.rule_pages import options_of

    screen, lines = Screen(), []
    canvas = screen.canvas
    for game, known in found:
        said = canvas.wrap(game.summary) + canvas.wrap(f"{known.positions:,} positions; {known.result}.")
        options = [f"  {line}" for line in options_of(game.name, canvas)[1:]]
        lines += [canvas.strong(f"{game.title}  ({game.name})"), *said, *options, *_preset_lines(game, canvas), ""]
    screen.page(lines)
    return 0


def _preset_lines(game: AnyGame, canvas: Canvas) -> list[str]:
    """The presets as lines that fit; a layout is too long to be shown."""
    lines = []
    for preset in registry.room(game.name).presets:
        changed = [f"{name}={text}" for name, text in preset.options.changed().items() if name != game.layout_option]
        which = f" ({', '.join(changed)})" if changed else ""
        lines += canvas.wrap(f"  --preset {preset.slug}{which}  {preset.line}", "     ")
    return lines


def _game_dict(game: AnyGame, known: Known) -> GameDict:
    declared = game.options_type.declared.values()
    return {
        "name": game.name,
        "title": game.title,
        "summary": game.summary,
        "seats": game.seats,
        "options": [
            {
                "name": option.name,
                "default": option.default if isinstance(option.default, int) else option.write(option.default),
                "allowed": option.allowed,
                "meaning": option.meaning,
            }
            for option in declared
        ],
        "presets": [preset.as_dict(game) for preset in registry.room(game.name).presets],
        "positions": known.positions,
        "winner": known.winner,
        "plies": known.plies,
        "mp": known.mp,
    }


def rules(arguments: argparse.Namespace) -> int:
    from fathom.terminal import rule_pages as pages

    name = registry.game(arguments.game).name
    if arguments.json:
        listed: list[NumberedRuleDict] = [
            {"rule": number, "text": text} for number, text in pages.rules_of(name).items()
        ]
        told: RulesDict = {"game": name, "rules": listed}
        print_json(told)
        return 0
    screen = Screen()
    lines = [*pages.numbered_rules(name, screen.canvas), "", *pages.options_of(name, screen.canvas)]
    screen.page([*lines, *(pages.further_sections(name, screen.canvas) if arguments.all else [])])
    return 0


def history(arguments: argparse.Namespace) -> int:
    if arguments.limit < 1:
        raise BadOption(f"--limit must be at least 1, not {arguments.limit}.")
    store = open_store(arguments)
    kept = store.history(arguments.limit)
    if arguments.json:
        print_json([_summary(each) for each in kept])
        return 0
    screen = Screen()
    lines = history_lines(kept, screen)
    screen.say(lines or [printable(f"No match has been saved yet in {store.path}.")])
    return 0


def history_lines(kept: list[Kept], screen: Screen) -> list[str]:
    """Saved matches as a table, or as a few lines for each in a narrow window; none if there are none."""
    if not kept:
        return []
    listed = [_history_row(row, for_people=screen.is_terminal) for row in map(_summary, kept)]
    lines = _align([("ID", "STARTED", "GAME", "PLAYERS", "MOVES", "RESULT"), *listed])
    if not screen.is_terminal or max(map(screen.canvas.length, lines)) <= screen.canvas.width:
        return lines
    lines = []
    for id_, started, game, players, moves, result in listed:
        said = f"{id_}  {game}, {result}: {players}, {counted(int(moves), 'move')}, {started}"
        lines += screen.canvas.wrap(printable(said), " " * (len(id_) + 2))
    return lines


def _history_row(row: KeptDict, *, for_people: bool) -> tuple[str, ...]:
    """A saved match as the cells of a table; a program reads the names and results of records."""
    names: Sequence[str] = row["players"]
    result = row["result"]
    if for_people:
        from fathom.players.faces import names_for_people

        names, result = names_for_people(names), "unfinished" if result == UNFINISHED else result
    return row["id"], _local_minute(row["created"]), row["game"], " - ".join(names), str(row["plies"]), result


def _local_minute(at: str) -> str:
    """A stored time, which is in UTC, as the clock on the wall had it; unchanged if it cannot be read."""
    from datetime import datetime

    try:
        return f"{datetime.fromisoformat(at).astimezone():%Y-%m-%d %H:%M}"
    except (ValueError, OverflowError):
        return at[:16]


def _summary(kept: Kept) -> KeptDict:
    from fathom.core.record import result_of

    try:
        match = kept.match()
        plies, result = len(match.plies), result_of(match)
    except StoreError:  # the others are still listed
        plies, result = len(kept.events), DAMAGED
    return {
        "id": kept.id,
        "created": kept.created,
        "game": kept.game,
        "players": list(kept.players),
        "plies": plies,
        "result": result,
        "series": kept.series.id if kept.series else None,
    }


def show(arguments: argparse.Namespace) -> int:
    match = registry.read_code(arguments.code)
    if arguments.json:
        from fathom.show.view import view

        print_json(view(match))
        return 0
    screen, text = Screen(), registry.room(match.game.name).text
    screen.say(text.board(match, screen.canvas))
    screen.say(["", *_standing(match, screen)])
    return 0


def _standing(match: AnyMatch, screen: Screen) -> list[str]:
    """How a match stands, in words."""
    if match.outcome:
        winner = match.outcome.winner
        said = f"{match.name(winner)} has won" if winner else "Nobody has won"
        return screen.canvas.wrap(f"Over after {how_many_plies(match)}. {said}: {match.ending}.")
    who = match.name(match.position.to_move)
    return screen.canvas.wrap(f"{how_many_plies(match)} made; {who} is to move. {match.game.allowed(match.position)}")


def replay(arguments: argparse.Namespace) -> int:
    found = read_records_of(arguments)
    records = found if isinstance(found, list) else [Record(found.match(), {"Match": found.id}, {})]
    if arguments.json:
        from fathom.show.view import view

        told: list[ReplayedDict] = [{**view(record.match), "tags": record.tags} for record in records]
        print_json(told)
        return 0
    from fathom.terminal.play.replay import replay as step_through

    step_through(records, Screen())
    return 0


def export(arguments: argparse.Namespace) -> int:
    kept = open_store(arguments).load(arguments.id)
    content = write_record(kept.match(), {"Date": kept.created[:10], "Match": kept.id})
    if arguments.output:
        from fathom.terminal.play.table import save_record

        save_record(user_path(arguments.output), content)
    else:
        sys.stdout.write(content)
    return 0


def _align(rows: list[tuple[str, ...]]) -> list[str]:
    canvas = Screen().canvas
    rows = [tuple(map(printable, row)) for row in rows]
    widths = [max(map(canvas.length, column)) for column in zip(*rows, strict=True)]
    return ["  ".join(map(canvas.pad, row, widths)).rstrip() for row in rows]
