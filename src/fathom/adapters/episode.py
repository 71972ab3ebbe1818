"""A game as an ordinary class, for trainers and harnesses that take one: text in, text out, no dependencies."""

from __future__ import annotations

from random import Random

from fathom import games
from fathom.adapters.opponents import SeatChoice, check_seat
from fathom.core.match import Match as CoreMatch
from fathom.core.outcome import Seat
from fathom.core.outcome import other as other_seat
from fathom.errors import FathomError, Forfeit, GameOver
from fathom.library.match import Match, start_of
from fathom.library.playing import player
from fathom.library.study import analyze
from fathom.players import Player
from fathom.players.read_only import choose_ply
from fathom.show.puzzles import is_solved
from fathom.show.room import AnyRoom


class Episode:
    """A game against an opponent, or a puzzle, one after the other, by text.

    >>> import fathom
    >>> episode = fathom.Episode("pocket-addition", opponent="@perfect")
    >>> print(episode.reset(code="pocket-addition:6.9.2.1"))
    Pocket Addition: Take numbers from a shared pool; whoever makes 15 exactly wins at once.
    You are Player 1, and Player 2 is @perfect.
    Player 1 |========.......|  8 of 15 = 6 + 2
    Player 2 |==========.....| 10 of 15 = 9 + <1>
    Pool: [3] [4] [5] [7]  8
    Player 1 to move.
    >>> episode.step("7").splitlines()[-1]
    'Player 1 wins: made 15 exactly.'
    >>> episode.reward, episode.done
    (1.0, True)

    The reward of a game is 1 for a win, -1 for a loss, and 0 for a draw and until the end. That of a puzzle is the
    least MP divided by the MP spent once the peak is reached, and 0 until then. A move that is refused loses the game;
    with `forgiving=True` it is explained and may be tried again. The methods that return text can be given to a
    language model as tools: none of them tells how good a move is.
    """

    def __init__(
        self,
        game: str = "range-war",
        *,
        opponent: str | Player = "@perfect",
        seat: SeatChoice = 1,
        seed: int | None = None,
        forgiving: bool = False,
        **options: object,
    ) -> None:
        #: The match being played, for looking at.
        self.match: Match = start_of(game, options)
        self._game, self._options = game, options
        self._opponent = opponent
        self._given_seat = check_seat(seat)
        self._forgiving = forgiving
        self._rng = Random(seed)
        #: The seat you have.
        self.seat: Seat = 1
        self.reward = 0.0

    @property
    def done(self) -> bool:
        """Is the game over?"""
        return self.match.outcome is not None

    def reset(self, code: str | None = None, seed: int | None = None, **_columns: object) -> str:
        """Begin the next game, and say what there is to know before the first move.

        Args:
            code: The position to begin with; by default, the start of the game.
            seed: What chance depends on.
        """
        if seed is not None:
            self._rng = Random(seed)
        self.match = Match(code) if code else start_of(self._game, self._options)
        self.seat = self._rng.randrange(2) + 1 if self._given_seat == "random" else self._given_seat
        about = f"{self.match.game.title}: {self.match.game.summary}"
        self.reward = 0.0
        if not self.match.game.is_contest:
            return "\n".join([about, *self._situation()])
        chosen = self._opponent
        self._player = player(chosen, seed=self._rng.randrange(2**31)) if isinstance(chosen, str) else chosen
        who = chosen if isinstance(chosen, str) else type(chosen).__name__
        names, other = self.match.names, other_seat(self.seat)
        seats = f"You are {names[self.seat - 1]}, and {names[other - 1]} is {who}."
        said = [about, seats, *self._reply(), *self._situation()]
        self.reward = self._worth()
        return "\n".join(said)

    def step(self, move: str) -> str:
        """Make a move, and say what happened since.

        Args:
            move: The move, such as 7, 7L, D1 or pass.
        """
        if self.done:
            raise GameOver("The game is over: call reset() before the next step().")
        try:
            ply = self.match.play(move)
        except FathomError as refusal:
            if self._forgiving:
                return str(refusal)
            self.match.forfeit(self.seat, str(refusal))
            self.reward = -1.0
            return f"{refusal} The game is lost."
        said = [self._room.text.announce(self.match, ply), *self._reply()]
        self.reward = self._worth()
        return "\n".join([*said, *self._situation()])

    def board(self) -> str:
        """The board as text."""
        return str(self.match)

    def legal_moves(self) -> str:
        """The moves allowed now."""
        return self.match.game.allowed(self.match.position) if not self.done else "The game is over."

    def rules(self) -> str:
        """The rules of the game."""
        return self._room.rules_page

    def _reply(self) -> list[str]:
        """Let the opponent move until it is your turn, and say what it played."""
        said = []
        while not self.done and self.match.position.to_move != self.seat:
            try:
                ply = choose_ply(self._player, self.match)
            except Forfeit as forfeit:
                self.match.forfeit(self.match.position.to_move, forfeit.reason)
                break
            self.match.make(ply)
            said.append(self._room.text.announce(self.match, ply))
        return said

    @property
    def _room(self) -> AnyRoom:
        return games.room(self.match.game.name)

    def _situation(self) -> list[str]:
        return [
            *map(str.rstrip, str(self.match).splitlines()),
            self._room.text.status(self.match),
        ]

    def _worth(self) -> float:
        outcome = self.match.outcome
        puzzles = self._room.puzzles
        if puzzles:
            return self._best() / puzzles.mp(self.match.position) if is_solved(self.match) else 0.0
        return 0.0 if outcome is None or outcome.winner is None else 1.0 if outcome.winner == self.seat else -1.0

    def _best(self) -> int:
        """The least MP of the puzzle."""
        best = analyze(CoreMatch(self.match.game, self.match.options)).value.mp
        assert best is not None, "a puzzle that was solved has a solution"
        return best
