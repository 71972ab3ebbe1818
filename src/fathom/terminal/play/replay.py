"""Stepping through records."""

from __future__ import annotations

from fathom import games
from fathom.core.match import Match
from fathom.core.record import Record, result_of
from fathom.terminal.screen import Screen


def replay(records: list[Record], screen: Screen) -> None:
    """Show every record move by move; in a terminal, Enter continues and q stops."""
    for record in records:
        if not _step_through(record, screen):
            return


def _step_through(record: Record, screen: Screen) -> bool:
    """Show one record; False if the user stops."""
    played = record.match
    text = games.room(played.game.name).text
    match = Match(played.game, played.options, played.names)
    screen.say([f"{played.game.title}: {' against '.join(played.names)}  ({result_of(played)})", ""])
    screen.say([*text.board(match, screen.canvas), *_comment(record, 0)])
    for number, move in enumerate(played.moves, 1):
        if screen.is_terminal and not screen.wants_more("Enter for the next move"):
            return False
        match.play(move)
        canvas = screen.canvas
        head = canvas.strong(f"{number}. {match.name(match.plies[-1].seat)}: {move}")
        screen.say(["", head, *text.board(match, canvas), *_comment(record, number)])
    if match.outcome:
        screen.say(["", *text.ending(match, screen.canvas)])
    elif played.outcome:
        screen.say(["", f"{played.ending[0].upper()}{played.ending[1:]}."])
    screen.say([""])
    return True


def _comment(record: Record, ply: int) -> list[str]:
    return [f"  {record.comments[ply]}"] if ply in record.comments else []
