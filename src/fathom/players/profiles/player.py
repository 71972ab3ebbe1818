"""A profile as a player: it answers as the profiled player did."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

from fathom import games
from fathom.core.budget import UNLIMITED, Meter
from fathom.core.game import AnyGame, AnyPosition, Move
from fathom.core.match import AnyMatch
from fathom.core.options import Options
from fathom.core.words import PROFILE, quoted
from fathom.errors import BadPlayer, FathomError, UnknownPlayer
from fathom.players import Machine
from fathom.players.profiles.line import Line
from fathom.players.profiles.profile import Profile, read_profile
from fathom.players.read_only import ReadOnlyMatch

_LARGEST_FILE = 100_000_000


class ProfilePlayer(Machine):
    """Plays by a profile; where the profile has counts, with chances in proportion to them.

    If the way to a position makes a difference, positions are given to it as lines.
    """

    def __init__(self, profile: Profile, rng: random.Random) -> None:
        super().__init__(rng)
        self.profile = profile
        self.sees_history = profile.behaviour == "history"
        self._weights: dict[AnyPosition, list[int]] = {}
        for question in profile.questions:
            match = games.read_code(question.code)
            moves = map(match.game.format_move, match.legal_moves)
            self._weights[self.place(match)] = [question.answers.get(move, 0) for move in moves]

    def place(self, match: AnyMatch) -> AnyPosition:
        """The position of a match as this player tells positions apart."""
        if self.sees_history:
            return Line(match.position, tuple([ply.move for ply in match.plies]))
        return match.position

    def choose(self, match: ReadOnlyMatch, /) -> Move:
        return self.draw(self.place(match.copy()))

    def weights(self, position: AnyPosition, meter: Meter = UNLIMITED) -> list[int]:
        moves: Sequence[Move] = position.moves()
        if len(moves) == 1:
            return [1]
        known = self._weights.get(position)
        if known is None:
            raise BadPlayer(
                f"The profile of {self.profile.player} has no answer for {position!r}: it was only asked where it can "
                f"get by its own moves from {self.profile.start}."
            )
        return known


def read_profile_file(name: str) -> Profile:
    """The profile that `profile:FILE` names; raises `UnknownPlayer` if there is none."""
    file = name.removeprefix(PROFILE)
    try:
        with Path(file).expanduser().open("rb") as opened:
            content = opened.read(_LARGEST_FILE + 1)
        if len(content) > _LARGEST_FILE:
            raise UnknownPlayer(f"{quoted(file)} is too large for a profile: at most {_LARGEST_FILE:,} bytes are read.")
        return read_profile(content.decode("utf-8-sig"), file)
    except UnicodeDecodeError:
        raise UnknownPlayer(f"{quoted(file)} is not a profile: it is not text in UTF-8.") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise UnknownPlayer(f"The profile {quoted(file)} cannot be read: {reason}.") from None
    except FathomError as error:
        raise UnknownPlayer(str(error)) from error


def open_profile(name: str, rng: random.Random, game: AnyGame, options: Options) -> ProfilePlayer:
    """The player that `profile:FILE` names; raises `UnknownPlayer` if it is the profile of another game."""
    profile = read_profile_file(name)
    start = profile.match()
    if (start.game, start.options) != (game, options):
        raise UnknownPlayer(f"{quoted(name)} is a profile for {profile.start}, and does not know any other game.")
    return ProfilePlayer(profile, rng)
