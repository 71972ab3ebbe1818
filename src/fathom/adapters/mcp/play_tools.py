"""The tools with which an assistant lets people play: none of them tells how good a move is.

The docstrings are what assistants read.
"""

from __future__ import annotations

from random import Random
from typing import Annotated, TypedDict

from mcp_types import CallToolResult
from pydantic import Field, StrictInt

from fathom import games
from fathom.adapters.mcp.matches import Matches, SeatedMatch
from fathom.adapters.mcp.replies import (
    citing,
    game_of,
    legal_moves_dict,
    match_dict,
    match_lines,
    read_served,
    reply,
)
from fathom.adapters.mcp.thinking import Thinking
from fathom.core.outcome import Seat
from fathom.core.words import is_program, quoted
from fathom.errors import BadOption, UnknownPlayer
from fathom.library.match import Match, check_names, start_of
from fathom.players import Player, is_machine, machines, player_named
from fathom.show.preset import PresetDict, find_preset
from fathom.show.rule_book import plain

MatchId = Annotated[str, Field(description="The id of the match, as new_match gave it.")]
GameName = Annotated[str, Field(description="The name of the game, such as range-war; list_games has them all.")]

_DEFAULT_PLAYERS = ("Player", "@casual")


class OptionDict(TypedDict):
    """An option of a game as data."""

    name: str
    default: int | str
    meaning: str
    allowed: str


class GameDict(TypedDict):
    """A game as data."""

    name: str
    title: str
    summary: str
    seats: int
    options: list[OptionDict]
    presets: list[PresetDict]


class GamesDict(TypedDict):
    """Every game, and every machine with how it plays."""

    games: list[GameDict]
    machines: dict[str, str]


class RulesDict(TypedDict):
    """The numbered rules of a game, those of its own options last."""

    game: str
    rules: dict[str, str]


class PlayTools:
    """The tools over one server's matches."""

    def __init__(self, matches: Matches, thinking: Thinking, rng: Random) -> None:
        self._matches = matches
        self._thinking = thinking
        self._rng = rng

    def list_games(self) -> CallToolResult:
        """List the games with their options and presets, and the computer players that can be opponents."""
        told = [_game_dict(name) for name in games.names()]
        lines = []
        for game in told:
            lines.append(f"{game['name']}: {game['title']}, for {game['seats']}. {game['summary']}")
            lines += [f"  {each['name']}={each['default']}: {each['meaning']}" for each in game["options"]]
            lines += [f"  preset {each['slug']}: {each['code']}" for each in game["presets"]]
        lines.append("Computer players, by the name to give to new_match:")
        lines += [f"  {name} {about}" for name, about in machines().items()]
        return reply(lines, GamesDict(games=told, machines=machines()))

    def rules(self, game: GameName) -> CallToolResult:
        """The numbered rules of a game. Refusals of moves cite these numbers."""
        room = games.room(games.game(game).name)
        rules = {str(number): plain(text) for number, text in room.rule_book.rules.items()}
        lines = [f"The rules of {room.game.title}", *(f"{number}. {text}" for number, text in rules.items())]
        return reply(lines, RulesDict(game=room.game.name, rules=rules))

    def new_match(
        self,
        game: Annotated[
            str,
            Field(description="The name of a game, or a code such as range-war:6.4 to go on from a position."),
        ],
        players: Annotated[
            list[str] | None,
            Field(
                description="Who plays, seat 1 first, such as ['Ann', '@casual']. Names with an @ are computer players "
                "and move by themselves; everyone else moves by play. By default a person against @casual."
            ),
        ] = None,
        options: Annotated[
            dict[str, str | StrictInt] | None, Field(description="Options to change, such as {'highest': 12}.")
        ] = None,
        preset: Annotated[str | None, Field(description="A recommended set of options, such as fair.")] = None,
    ) -> CallToolResult:
        """Begin a match, or go on from a code. Where the computer moves first, it has moved already."""
        match = self._opening(game, options or {}, preset)
        names = check_names(match.game, players or _DEFAULT_PLAYERS[: match.game.seats])
        match.names = names
        seated = self._matches.add(match, self._machines(match, names))
        with seated.lock:
            about = f"{match.game.title}: {match.game.summary}"
            return self._tell(seated, [about, _who_plays(seated), *seated.go_on(self._thinking)])

    def show_match(self, match: MatchId) -> CallToolResult:
        """Show the board of a match, whose turn it is and what was played."""
        seated = self._matches.find(match)
        with seated.lock:
            played = " ".join(seated.match.moves)
            return self._tell(seated, [_who_plays(seated), f"Played: {played or 'nothing yet'}"])

    def play(
        self,
        match: MatchId,
        move: Annotated[str | StrictInt, Field(description="The move, such as 7, 7L, E1 or pass.")],
    ) -> CallToolResult:
        """Make the move of the player whose turn it is. The computer answers at once, where it plays."""
        seated = self._matches.find(match)
        with seated.lock, citing(seated.match.game.name):
            return self._tell(seated, seated.play(str(move), self._thinking))

    def legal_moves(self, match: MatchId) -> CallToolResult:
        """The moves that are allowed now; none once the match is over."""
        seated = self._matches.find(match)
        with seated.lock:
            told = legal_moves_dict(seated)
            allowed = ["The game is over."] if told["over"] else [seated.match.game.allowed(seated.match.position)]
            return reply(allowed, told)

    def undo(self, match: MatchId) -> CallToolResult:
        """Take back the last move that a person made, with the answers to it."""
        seated = self._matches.find(match)
        with seated.lock:
            return self._tell(seated, [seated.take_back()])

    def _opening(self, game: str, options: dict[str, str | int], preset: str | None) -> Match:
        """The match to begin with; options larger than a server offers are refused."""
        if not options and preset is None:
            match = read_served(game)
        elif game != game_of(game):
            raise BadOption("A code has its own options: give options or a preset with the name of a game.")
        else:
            room = games.room(games.game(game).name)
            chosen = find_preset(room.presets, preset).options.changed() if preset is not None else {}
            match = start_of(game, {**chosen, **options})
            room.check_served(match.options)
        return match

    def _machines(self, match: Match, names: tuple[str, ...]) -> dict[Seat, Player]:
        """The computer players among the names, by seat. Programs are refused: an assistant must not start any."""
        for name in names:
            if is_program(name):
                raise UnknownPlayer(f"{quoted(name)} is a program: only computer players such as @casual play here.")
        return {
            seat: player_named(name, self._rng, match.game, match.options, self._thinking.seconds)
            for seat, name in enumerate(names, 1)
            if is_machine(name)
        }

    def _tell(self, seated: SeatedMatch, said: list[str]) -> CallToolResult:
        return reply([*said, *match_lines(seated)], match_dict(seated))


def _game_dict(name: str) -> GameDict:
    room = games.room(name)
    options = room.game.options_type.declared.values()
    return {
        "name": name,
        "title": room.game.title,
        "summary": room.game.summary,
        "seats": room.game.seats,
        "options": [
            {"name": each.name, "default": each.default, "meaning": each.meaning, "allowed": each.allowed}
            for each in options
        ],
        "presets": [preset.as_dict(room.game) for preset in room.presets],
    }


def _who_plays(seated: SeatedMatch) -> str:
    """`Seat 1 is Ann. Seat 2 is @casual, whose moves the computer makes.`"""
    seats = enumerate(seated.match.names, 1)
    return " ".join(
        f"Seat {seat} is {name}{', whose moves the computer makes' if seat in seated.machines else ''}."
        for seat, name in seats
    )
