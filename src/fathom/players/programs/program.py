"""An outside program as a player.

with Program("./mybot", seed=7) as bot:
    bot.choose(ReadOnlyMatch(match))     -> a legal move, or `Forfeit` says why there is none
"""

from __future__ import annotations

import random
import weakref
from functools import cache
from typing import TYPE_CHECKING, Self

from fathom.core.game import ONLY_PASS
from fathom.core.words import quoted
from fathom.errors import Forfeit, UnknownPlayer
from fathom.players.programs.clock import Clock
from fathom.players.programs.command import read_command
from fathom.players.programs.containment.layers import TITLES, Layer
from fathom.players.programs.containment.plan import Contain
from fathom.players.programs.process import Process, why_none_run
from fathom.players.programs.protocol import check_move, read_answer, write_json_question, write_question

if TYPE_CHECKING:
    from fathom.core.game import Move
    from fathom.players.read_only import ReadOnlyMatch

_SEEDS = 2**31


@cache
def layers_here() -> tuple[Layer, ...]:
    """The layers of containment on this system, tried out once."""
    process = Process(read_command("cmd:true"), {})
    process.stop()
    return process.layers


def missing_layers() -> str:
    """The layers that do not hold on this system, and why, in one line; empty if all of them hold."""
    if why_none_run():
        return ""  # no program will be started that could miss one
    return "; ".join(f"no {TITLES[layer.name]} ({layer.why_not})" for layer in layers_here() if not layer.holds)


class Program:
    """A program that plays: `./mybot`, or a command such as `cmd:python bot.py`. It is started by the first question.

    `seconds` is how long it may take for a move, and `start` what is added to that once, for starting. It is contained
    as far as this system allows; `contain="strict"` refuses to start it unless every layer holds, `"off"` starts it
    with your rights. Its process is ended by `close`, by leaving the `with` block, and after a forfeit; the next
    question starts it again.

    >>> import fathom
    >>> with fathom.Program("cmd:sh -c 'while read code first rest; do echo $first; done'") as first:
    ...     fathom.play("range-war", first, "@random").moves[0]
    '1'
    """

    def __init__(
        self,
        name: str,
        *,
        seed: int | None = None,
        seconds: float = 5.0,
        start: float = 10.0,
        contain: Contain = "best",
    ) -> None:
        self.name = name
        self.contain: Contain = contain
        self.seed = random.SystemRandom().randrange(_SEEDS) if seed is None else seed
        self.clock = Clock(seconds, start)
        if reason := why_none_run():
            raise UnknownPlayer(f"{quoted(name)} cannot play: {reason}")
        self._command = read_command(name)
        if contain == "strict" and (missing := missing_layers()):
            raise UnknownPlayer(f"{quoted(name)} cannot be contained on this system: {missing}.")
        self._process: Process | None = None
        self._end: weakref.finalize[[], Program] | None = None

    def choose(self, match: ReadOnlyMatch, /) -> Move:
        """The move that it answers; raises `Forfeit` for an illegal, unreadable or late answer.

        It is not asked when it can only pass.
        """
        if match.legal_moves == ONLY_PASS:
            return match.legal_moves[0]
        try:
            return check_move(match, self.ask(match))
        except Forfeit:
            self._kill()
            raise

    def ask(self, match: ReadOnlyMatch) -> str:
        """The answer to a question, as text: a move of the game, legal or not; raises `Forfeit` if there is none."""
        seconds = self.clock.move if self._process else self.clock.move + self.clock.start
        process = self._process or self._start()
        is_json = self._command.speaks_json
        question = write_json_question(match, self.clock.move) if is_json else write_question(match)
        return read_answer(process.ask(question, seconds), is_json=is_json)

    def _start(self) -> Process:
        self._process = Process(self._command, self._variables(), self.contain)
        self._end = weakref.finalize(self, self._process.stop)
        return self._process

    def _variables(self) -> dict[str, str]:
        return {
            "FATHOM_SEED": str(self.seed),
            "FATHOM_MOVE_SECONDS": f"{self.clock.move:g}",
            "FATHOM_START_SECONDS": f"{self.clock.start:g}",
        }

    @property
    def layers(self) -> tuple[Layer, ...]:
        """The layers of its containment; none until it has been started."""
        return self._process.layers if self._process else ()

    def listen_after_end(self, seconds: float) -> str | None:
        """After it was late: the line that it answers within this time once its input has ended, if any."""
        late = self._process.await_late_answer(seconds) if self._process else None
        return None if late is None else late.decode(errors="backslashreplace")

    def ends_with_its_input(self, seconds: float) -> bool:
        """End its input; does it end within this time? It is closed either way."""
        ended = self._process is not None and self._process.ends_with_its_input(seconds)
        self.close()
        return ended

    def interrupt(self) -> None:
        """Kill it, from any thread: whoever is waiting for its answer gets a `Forfeit`."""
        if process := self._process:
            process.interrupt()

    def close(self) -> None:
        """End the process, if it runs; it has a moment to end by itself once its input has ended."""
        if self._end:
            self._end()
        self._process = self._end = None

    def _kill(self) -> None:
        if self._end and self._end.detach() and self._process:
            self._process.stop(patience=0)
        self._process = self._end = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<program {self.name}>"
