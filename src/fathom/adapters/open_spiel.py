"""The games as OpenSpiel Python games. Importing this module registers them.

    import pyspiel, fathom.adapters.open_spiel
    game = pyspiel.load_game("fathom_range_war(highest=12)")

The parameters are the options of the game. Players are 0 and 1; returns are 1 for a win, -1 for a loss, 0 for a draw.
A puzzle has one player, whose return is minus the MP of the walk; a walk of `LONGEST_WALK` moves is broken off.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pyspiel
from open_spiel.python.observation import IIGObserverForPublicInfoGame

from fathom import games
from fathom.adapters.numbering import Numbering, number_moves
from fathom.core.game import AnyGame, AnyPosition
from fathom.core.options import Options

#: OpenSpiel wants an upper bound of moves, and a walk over a puzzle has none.
LONGEST_WALK = 100
_MOST_MP = 2 * LONGEST_WALK

Parameters = Mapping[str, int | str]


class SpielGame(pyspiel.Game):
    """A game with its options."""

    #: The game in Fathom's own type; OpenSpiel is given a subclass for each.
    rules: AnyGame

    def __init__(self, params: Parameters | None = None) -> None:
        rules, given = self.rules, {name: str(value) for name, value in (params or {}).items()}
        options = rules.options_type.read(given)
        self._numbering = number_moves(rules.name, options)
        super().__init__(declare(rules), measure(rules, options, self._numbering), params or {})

    def new_initial_state(self) -> SpielState:
        return SpielState(self, self._numbering)

    def make_py_observer(
        self, iig_obs_type: pyspiel.IIGObservationType | None = None, params: Parameters | None = None
    ) -> RowObserver | IIGObserverForPublicInfoGame:
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return RowObserver(self._numbering)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


class SpielState(pyspiel.State):
    """A position of a game; OpenSpiel keeps the moves that led to it."""

    def __init__(self, game: SpielGame, numbering: Numbering) -> None:
        super().__init__(game)
        self._numbering = numbering
        #: The position, in Fathom's own type.
        self.position: AnyPosition = numbering.start

    def current_player(self) -> int:
        return int(pyspiel.PlayerId.TERMINAL) if self.is_terminal() else self.position.to_move - 1

    def is_terminal(self) -> bool:
        return self.position.outcome is not None or (
            self._numbering.mp(self.position) is not None and self.move_number() >= LONGEST_WALK
        )

    def returns(self) -> list[float]:
        outcome = self.position.outcome
        mp = self._numbering.mp(self.position)
        if mp is not None:
            return [float(-mp if outcome and outcome.winner else -_MOST_MP if self.is_terminal() else 0)]
        if outcome is None or outcome.winner is None:
            return [0.0, 0.0]
        return [1.0, -1.0] if outcome.winner == 1 else [-1.0, 1.0]

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self._numbering.legal(self.position))

    def _apply_action(self, action: int) -> None:
        self.position = self.position.after(self._numbering.actions[action])

    def _action_to_string(self, player: int, action: int) -> str:
        return self._numbering.game.format_move(self._numbering.actions[action])

    def __str__(self) -> str:
        """The position in words and in numbers, of which the latter are different in any two positions."""
        row = " ".join(map(str, self._numbering.observe(self.position)))
        return f"{self.position!r} {row}"


class RowObserver:
    """What a player sees: the row of numbers that Fathom's observer writes, and the position in words."""

    def __init__(self, numbering: Numbering) -> None:
        self._numbering = numbering
        self.tensor = np.zeros(len(numbering.observer.labels), np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        self.tensor[:] = self._numbering.observe(state.position)

    def string_from(self, state: SpielState, player: int) -> str:
        return str(state)


def declare(game: AnyGame) -> pyspiel.GameType:
    """What OpenSpiel is told about a game, whatever its options."""
    kinds = pyspiel.GameType
    return kinds(
        short_name=f"fathom_{game.name.replace('-', '_')}",
        long_name=f"Fathom {game.title}",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.DETERMINISTIC,
        information=kinds.Information.PERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM if game.is_contest else kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=game.seats,
        min_num_players=game.seats,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=game.options_type().as_dict(),
    )


def measure(game: AnyGame, options: Options, numbering: Numbering) -> pyspiel.GameInfo:
    """What OpenSpiel is told about the size of a game with its options."""
    longest = game.longest(options)
    return pyspiel.GameInfo(
        num_distinct_actions=len(numbering.actions),
        max_chance_outcomes=0,
        num_players=game.seats,
        min_utility=-1.0 if game.is_contest else float(-_MOST_MP),
        max_utility=1.0 if game.is_contest else 0.0,
        utility_sum=0.0 if game.is_contest else None,
        max_game_length=LONGEST_WALK if longest is None else longest,
    )


def register_games() -> None:
    """Register every game that can be observed, those of installed packages too."""
    for name in games.names():
        room = games.room(name)
        if room.observer(room.game.options_type()):
            pyspiel.register_game(declare(room.game), type("Spiel", (SpielGame,), {"rules": room.game}))


register_games()
