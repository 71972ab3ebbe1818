"""The table: one match played in line mode, by people and machines."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from fathom import games
from fathom.core.game import PASS, AnyPosition
from fathom.core.match import AnyPly
from fathom.core.outcome import Seat
from fathom.core.record import write_record
from fathom.core.words import YOU, quoted
from fathom.errors import FathomError, Forfeit, IllegalMove, NothingToRedo, NothingToUndo, StaleMatch, UnreadableMove
from fathom.players import Player, is_machine
from fathom.storage.location import user_path
from fathom.storage.log import OFF
from fathom.terminal.inputs import fathom_command
from fathom.terminal.play.asking import command_in, explain, help_lines, move_text
from fathom.terminal.play.keeper import Keeper
from fathom.terminal.play.thinking import SECONDS, Thinking
from fathom.terminal.rule_pages import numbered_rules
from fathom.terminal.screen import LEAVING, Screen, printable

_LISTED = 200

if TYPE_CHECKING:
    from fathom.terminal.play.coaching import Coach
    from fathom.terminal.play.telling import Teller


class Left(Exception):
    """The player has left the table; the match is stored."""


class Table:
    """Plays a stored match to its end: `Table(screen, keeper, machines).play()`."""

    def __init__(self, screen: Screen, keeper: Keeper, machines: dict[str, Player], think: float = SECONDS) -> None:
        self.screen = screen
        self.keeper = keeper
        self.match = keeper.match
        self.text = games.room(self.match.game.name).text
        self._machines = machines
        self._thinking = Thinking(screen, think)
        #: The answers given so far in this turn, where a move takes several.
        self._typed: list[str] = []
        self._commands: dict[str, tuple[str, Callable[[str], None]]] = {
            "help": ("show this list", self._help),
            "moves": ("list every move allowed now", self._moves),
            "board": ("show the board", self._board),
            "rules": ("show the numbered rules", self._rules),
            "hint": ("get a hint; repeat for more", self._hint),
            "undo": ("take back your last move", self._undo),
            "redo": ("redo a move you took back", self._redo),
            "save": ("save FILE: write the record of the match to a new file", self._save),
            "resign": ("give up", self._resign),
            "quit": ("leave; the match is saved (q for short)", self._quit),
        }

    def play(self) -> None:
        """Play the match to its end; raises `Left` or `EndOfInput` if a player leaves before."""
        canvas = self.screen.canvas
        if canvas.live:
            self.screen.say(self._teller.opening())
        elif self.match.plies:
            self.screen.say(self.text.board(self.match, canvas))
        else:
            self.screen.say(self.text.welcome(self.match))
        while self.match.outcome is None:
            self._turn()
        if not self.match.is_broken_off:
            ending = self._teller.ending() if canvas.live else ["", *self.text.ending(self.match, canvas)]
            self.screen.say([*ending, *self.text.afterword(self.match, self.screen.canvas)])
        if canvas.live:
            self.screen.say([canvas.faint(f"Saved as {self.keeper.id}: {fathom_command()} review {self.keeper.id}")])

    def _turn(self) -> None:
        seat = self.match.position.to_move
        player = self._machines.get(self.match.name(seat))
        plies, before = len(self.match.plies), self.match.position
        if not player:
            self._say_whose_turn()
        if self.match.must_pass:
            self.keeper.play(seat, self.match.game.format_move(self.match.position.moves()[0]))
        elif player:
            self._let_machine_move(player)
        else:
            if self.keeper.coach != OFF:
                self._coach.before_move()
            self._ask(seat)
        if len(self.match.plies) > plies:
            self._say_what_happened()
        if len(self.match.plies) == plies + 1 and not player and self.keeper.coach != OFF:
            self._let_coach_comment(before)

    def _say_whose_turn(self) -> None:
        live = self.screen.canvas.live
        self.screen.say(self._teller.turn() if live else ["", *self.text.turn(self.match, self.screen.canvas)])

    def _say_what_happened(self) -> None:
        """In a terminal, whoever moves next is told with the board; so it is said now only if nobody will be."""
        if not self.screen.canvas.live:
            self.screen.say(["", *self.text.made(self.match, self.match.plies[-1], self.screen.canvas)])
        elif self.match.outcome is None and all(map(is_machine, self.match.names)):
            self.screen.say(self._teller.happened())

    def _let_machine_move(self, player: Player) -> None:
        """Ctrl+C makes a thinking machine move at once; with no person at the table, it ends the match."""
        from fathom.players.thinking import choose_within

        name = self._name(self.match.position.to_move)
        has_person = not all(map(is_machine, self.match.names))
        try:
            chosen = choose_within(player, self.match, self._thinking.by(name, can_stop=has_person))
        except Forfeit as forfeit:
            self.keeper.forfeit(self.match.position.to_move, forfeit.reason)
            self._say_who_gave_up(f"{name} forfeits: {forfeit.reason}.")
            return
        if chosen.shortfall:
            self.screen.say(["", chosen.shortfall.describe(name)])
        self.keeper.make(chosen.ply)

    @cached_property
    def _teller(self) -> Teller:
        """Made on first use: a pipe needs none."""
        from fathom.terminal.play.telling import Teller

        return Teller(self.screen, self.match)

    def _name(self, seat: Seat) -> str:
        """A player's name: in a terminal, that of a machine in words."""
        return self._teller.name(seat) if self.screen.canvas.live else self.match.name(seat)

    @cached_property
    def _coach(self) -> Coach:
        """Made on first use, because importing the solver takes a moment."""
        from fathom.terminal.play.coaching import Coach

        return Coach(self.screen, self.match, self.keeper.coach, self._thinking)

    def _let_coach_comment(self, before: AnyPosition) -> None:
        """Let the coach comment on the move just made; the player may take it back."""
        if self._coach.wants_back(self.match.plies[-1], before):
            self.keeper.undo(1)
            self.screen.say(["Taken back."])

    def _ask(self, seat: Seat) -> None:
        """Ask until the seat has made a move or a command has changed the turn."""
        self._typed = []
        before = list(self.match.plies)
        while self.match.plies == before and self.match.outcome is None:
            line = self.screen.ask(self.text.prompt(self.match, self._typed), self._words())
            try:
                if not self._run_command(line):
                    self._take(seat, line)
            except StaleMatch:
                raise
            except FathomError as error:
                self.screen.say([explain(error, self.match)])
                if isinstance(error, IllegalMove) and not self.screen.canvas.live:
                    self.screen.say(self.text.reminder(self.match))

    def _words(self) -> list[str]:
        """What Tab can complete: commands and, if they are not too many, the moves allowed now."""
        moves = self.match.legal_moves
        return [*self._commands, *(map(self.match.game.format_move, moves) if len(moves) <= _LISTED else ())]

    def _take(self, seat: Seat, line: str) -> None:
        """Make the move that the answers give, or several typed in one line; an incomplete answer waits."""
        for number, part in enumerate(self.text.moves_in(line) or [line]):
            if number:
                self._say_what_happened()
            move = move_text(self.match, self._typed, part)
            if move is not None:
                self.keeper.play(seat, move)

    def _run_command(self, line: str) -> bool:
        """Run the line if it is a command; False if it is not."""
        found = command_in(line, self._commands)
        if found:
            word, rest = found
            self._commands[word][1](rest)
        return found is not None

    def _help(self, rest: str) -> None:
        meanings = {word: meaning for word, (meaning, _) in self._commands.items()}
        self.screen.say(help_lines(meanings, self.screen.canvas))
        canvas = self.screen.canvas
        typing = self.text.typing(self.match, canvas)
        self.screen.say(canvas.wrap(typing) if typing else [])

    def _moves(self, rest: str) -> None:
        moves = self.text.ways(self.match)
        shown = ", ".join(moves[:_LISTED])
        more = f" and {len(moves) - _LISTED:,} more" if len(moves) > _LISTED else ""
        self.screen.say(self.screen.canvas.wrap(f"Allowed now: {shown}{more}.", "  "))

    def _board(self, rest: str) -> None:
        match = self._teller.shown if self.screen.canvas.live else self.match
        self.screen.say(self.text.board(match, self.screen.canvas))

    def _rules(self, rest: str) -> None:
        self.screen.page(numbered_rules(self.match.game.name, self.screen.canvas))

    def _hint(self, rest: str) -> None:
        ladder = games.room(self.match.game.name).hints
        level, words = self._coach.next_hint_of(ladder) if ladder else self._coach.next_hint()
        self.keeper.hint(level)
        self.screen.say([words])

    def _undo(self, rest: str) -> None:
        if self._typed:
            self.screen.say([f"Taken back: {printable(self._typed[-1])}."])
            self._typed.clear()
            return
        opening = self.keeper.series.opening or 0 if self.keeper.series else 0
        for back, ply in enumerate(reversed(self.match.plies[opening:]), 1):
            if self._is_persons_decision(ply):
                self.keeper.undo(back)
                self.screen.say(["Taken back."])
                return
        kept = "; both games of a pair begin with the same moves" if opening else ""
        raise NothingToUndo(f"You have no move to take back{kept}.")

    def _is_persons_decision(self, ply: AnyPly) -> bool:
        return ply.move != PASS and not is_machine(self.match.name(ply.seat))

    def _redo(self, rest: str) -> None:
        """Redo up to the next position where a person decides, or as far as possible."""
        if not self.match.undone:
            raise NothingToRedo("There is no move to redo.")
        self.keeper.redo(1)
        while self.match.undone and (self.match.must_pass or is_machine(self.match.name(self.match.position.to_move))):
            self.keeper.redo(1)
        self.screen.say(["Redone."])

    def _save(self, rest: str) -> None:
        if not rest:
            raise UnreadableMove("save needs a file name: save FILE.")
        save_record(user_path(rest), write_record(self.match))
        self.screen.say([f"Saved to {quoted(rest)}."])

    def _resign(self, rest: str) -> None:
        seat = self.match.position.to_move
        if self.screen.is_terminal and not self._is_sure():
            self.screen.say(["You play on."])
            return
        self.keeper.resign(seat)
        is_you = self.screen.canvas.live and self._teller.names[seat - 1] == YOU
        self._say_who_gave_up("You resign." if is_you else f"{self._name(seat)} resigns.")

    def _is_sure(self) -> bool:
        typed = self.screen.ask("Give up this game? (y yes, Enter no): ").strip().lower()
        if typed in LEAVING:
            raise Left
        return typed in {"y", "yes"}

    def _say_who_gave_up(self, said: str) -> None:
        lines = [said]
        assert self.match.outcome
        if self.match.outcome.winner:
            lines.append(self.screen.canvas.strong(f"{self._name(self.match.outcome.winner)} wins!"))
        self.screen.say(lines)

    def _quit(self, rest: str) -> NoReturn:
        raise Left


def save_record(path: Path, content: str) -> None:
    """Write a new file; an existing one is never overwritten."""
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(content)
    except FileExistsError:
        raise FathomError(f"{quoted(str(path))} already exists; choose another name.") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise FathomError(f"{quoted(str(path))} cannot be written: {reason}.") from error
