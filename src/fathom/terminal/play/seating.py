"""Who sits where, and playing one match after another."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from fathom.core.game import AnyGame
from fathom.core.match import NAMELESS, AnyMatch, Match
from fathom.core.options import Options
from fathom.core.words import is_program, tell_apart
from fathom.errors import BadName, StoreError
from fathom.players import Player, check_player, ending_programs, is_machine, player_named
from fathom.storage.log import Kept, Series, Store
from fathom.terminal.inputs import fathom_command
from fathom.terminal.play.keeper import Keeper
from fathom.terminal.play.series import half_points, is_decided, next_in_series
from fathom.terminal.play.table import Left, Table
from fathom.terminal.play.thinking import SECONDS
from fathom.terminal.screen import EndOfInput, Screen

if TYPE_CHECKING:
    from fathom.players.programs.containment.plan import Contain


#: Under which the name of the user is remembered.
_NAME = "name"


class Invitation(NamedTuple):
    """What to play, and the players in the order given, not yet seated."""

    game: AnyGame
    options: Options
    players: tuple[str, ...]
    first: str = "1"
    best_of: int = 1
    #: Two games that begin with the same moves, with the seats swapped, counted together.
    is_pair: bool = False
    coach: str = "off"
    #: The seconds that a machine or the coach may think at a time.
    think: int = SECONDS
    #: Whether programs are contained.
    contain: Contain = "best"


def name_players(game: AnyGame, players: list[str], options: Options | None = None) -> tuple[str, ...]:
    """The players of a game, checked; a missing name becomes Player 1 or Player 2."""
    if len(players) > game.seats:
        seats = "one player" if game.seats == 1 else "two players"
        raise BadName(f"{game.title} is for {seats}, but you named {len(players)}.")
    defaults = [f"Player {seat}" for seat in range(1, game.seats + 1)]
    names = [check_player(name, game, options) for name in players] + defaults[len(players) :]
    if not is_machine(names[0]):
        tell_apart(names)
    return tuple(names)


def remember_name(store: Store, names: Sequence[str]) -> None:
    """Remember the first person who has given a name: the user of this store, most likely."""
    given = [name for name in names if not is_machine(name) and name not in NAMELESS]
    if given and store.recall(_NAME) != given[0]:
        store.remember(_NAME, given[0])


def remembered_name(store: Store) -> str:
    """The name that was given last, or `Player 1`."""
    return store.recall(_NAME) or NAMELESS[0]


def seat_players(players: tuple[str, ...], first: str, rng: random.Random) -> tuple[str, ...]:
    """The players by seat; `first` says which of them moves first: "1", "2" or "random"."""
    swap = rng.random() < 0.5 if first == "random" else first == "2"
    return players[::-1] if swap else players


def machines_of(match: AnyMatch, rng: random.Random, think: float, contain: Contain) -> dict[str, Player]:
    """The machine players among the players of a match."""
    names = [name for name in dict.fromkeys(match.names) if is_machine(name)]
    return {name: player_named(name, rng, match.game, match.options, think, contain) for name in names}


def play(invitation: Invitation, moves: list[str], screen: Screen, store: Store, rng: random.Random) -> bool:
    """Play a match, or a series of them; False if the players leave before the end."""
    names = seat_players(invitation.players, invitation.first, rng)
    match = Match(invitation.game, invitation.options, names)
    match.play_all(moves)
    series = Series("", 1, invitation.best_of) if invitation.best_of > 1 else None
    if invitation.is_pair:
        series = Series("", 1, 2, opening=len(match.plies))
    return play_on(
        Keeper(store, match, series=series, coach=invitation.coach),
        screen,
        store,
        rng,
        invitation.think,
        invitation.contain,
    )


def play_on(
    keeper: Keeper | None,
    screen: Screen,
    store: Store,
    rng: random.Random,
    think: int = SECONDS,
    contain: Contain = "best",
) -> bool:
    """Play a match to its end, then the rest of its series, if it belongs to one; False if the players leave."""
    if keeper and contain == "best" and any(map(is_program, keeper.match.names)):
        _warn_of_missing_layers()
    while keeper:
        try:
            machines = machines_of(keeper.match, rng, think, contain)
            with ending_programs(machines.values()):
                Table(screen, keeper, machines, think).play()
        except (Left, EndOfInput):
            screen.say(_farewell(keeper))
            return False
        except KeyboardInterrupt:
            screen.say(_farewell(keeper))
            raise
        _show_results(keeper.match, screen, store)
        keeper = next_in_series(keeper, screen, store)
    return True


def _warn_of_missing_layers() -> None:
    from fathom.players.programs.program import missing_layers

    missing = missing_layers()
    if missing:
        print(f"Programs are only partly contained on this system: {missing}.", file=sys.stderr)


def _show_results(match: AnyMatch, screen: Screen, store: Store) -> None:
    """Show the results of everyone who has solved the same puzzle, if there is more than one."""
    from fathom.terminal.play.results import comparison_lines

    lines = comparison_lines(match, store, screen.canvas)
    if lines:
        screen.say(["", *lines])


def find_unfinished(store: Store) -> Iterator[Kept]:
    """The matches that can be continued, the newest first; damaged ones are skipped."""
    for kept in store.history():
        with suppress(StoreError):
            if can_continue(store, kept):
                yield kept


def can_continue(store: Store, kept: Kept) -> bool:
    """Is the match unfinished, or the latest of an unfinished series?"""
    if kept.match().outcome is None:
        return True
    if kept.series is None or kept != latest_of(store, kept):
        return False
    return not is_decided(kept.series, half_points(store, kept.series.id))


def latest_of(store: Store, kept: Kept) -> Kept:
    """The latest match of its series, or the match itself if it has none."""
    return store.series(kept.series.id)[-1] if kept.series else kept


def _farewell(keeper: Keeper) -> list[str]:
    if keeper.id is None and keeper.series and keeper.series.id:
        what = "pair" if keeper.series.is_pair else "series"
        return [f"The {what} is saved. Resume it any time with: {fathom_command()} resume {keeper.series.id}"]
    if keeper.id is None:
        return ["No move was made, so there is nothing to save. Goodbye!"]
    return [f"The match is saved. Resume it any time with: {fathom_command()} resume {keeper.id}"]
