"""Playing matches between programs."""

from __future__ import annotations

from random import Random

from fathom.core.game import AnyGame, Move
from fathom.core.match import AnyMatch
from fathom.core.options import Options
from fathom.core.words import counted, is_profile, is_program
from fathom.errors import BadOption, Forfeit, UnknownPlayer
from fathom.library.match import Match, as_match, check_names, public_match, start_of
from fathom.players import Player, check_player, ending_programs, is_machine, machines, player_named
from fathom.players.programs.program import Program
from fathom.players.read_only import ReadOnlyMatch, choose_ply


class NamedPlayer:
    """A machine player by name, for any game."""

    def __init__(self, name: str, rng: Random) -> None:
        self.name = check_player(name)
        if not is_machine(name):
            raise UnknownPlayer(
                f"{name!r} is not a machine: their names start with @, such as {', '.join(machines())}."
            )
        self._rng = rng
        self._met: tuple[AnyGame, Options] | None = None
        self._player: Player | None = None

    def choose(self, match: ReadOnlyMatch, /) -> Move:
        """The machine's move in this match."""
        met = (match.game, match.options)
        if self._player is None or self._met != met:
            self._met, self._player = met, player_named(self.name, self._rng, *met)
        return self._player.choose(match)

    def __repr__(self) -> str:
        return f"<player {self.name}>"


def player(name: str, *, seed: int | None = None) -> Player:
    """One of the machines: `@random`, `@novice`, `@casual`, `@skilled`, `@expert`, `@perfect`, `@trickster`,
    `@student`, `@greedy`, `@minimax-N` or `@mcts-N`; or a program, such as `./mybot` or `cmd:python bot.py`, which is
    then a `Program`; or the profile of one, such as `profile:mybot.json`.

    >>> import fathom
    >>> fathom.play("range-war", fathom.player("@perfect"), fathom.player("@random", seed=1)).outcome.winner
    1
    """
    if is_program(name) and not is_profile(name):
        return Program(name, seed=seed)
    return NamedPlayer(name, Random(seed))


def play(game: str | AnyMatch, /, *players: Player | str, seed: int | None = None, **options: object) -> Match:
    """A match between players, played to its end. Machines and programs may be given by name; `seed` makes their moves
    repeatable.

    A player of your own needs one method:

    >>> import fathom
    >>> class Lowest:
    ...     def choose(self, match):
    ...         return min(match.legal_moves)
    >>> fathom.play("range-war", Lowest(), "@perfect", seed=1)
    Match('range-war:1', names=('Lowest', '@perfect'))

    The match may also start from a code or from a match, which is not changed. Raises `BadPlayer` when a player of your
    own chooses a move that is refused. A program that does not answer with a legal move in time forfeits the match.
    """
    rng = Random(seed)
    seated = [_seat(each, rng) if isinstance(each, str) else each for each in players]
    match = _starting_match(game, options)
    if len(seated) != match.game.seats:
        wanted = counted(match.game.seats, "player")
        raise BadOption(f"{match.game.title} takes {wanted}, not {len(seated)}.")
    match.names = check_names(match.game, [_name(each) for each in seated])
    with ending_programs(seat for seat, named in zip(seated, players, strict=True) if isinstance(named, str)):
        while match.outcome is None:
            seat = match.position.to_move
            try:
                match.make(choose_ply(seated[seat - 1], match))
            except Forfeit as forfeit:
                match.forfeit(seat, forfeit.reason)
    return match


def _seat(name: str, rng: Random) -> Player:
    if is_program(name) and not is_profile(name):
        return Program(name, seed=rng.randrange(2**31))
    return NamedPlayer(name, rng)


def _starting_match(game: str | AnyMatch, options: dict[str, object]) -> Match:
    """The match to play. Options are only for the name of a game: a code or a match has its own."""
    if not options:
        return public_match(as_match(game)).copy()
    if not isinstance(game, str) or not game.replace("-", "").isalnum():
        raise BadOption("Options go with the name of a game; a code or a match has its own.")
    return start_of(game, options)


def _name(player: Player) -> str:
    return player.name if isinstance(player, NamedPlayer | Program) else type(player).__name__
