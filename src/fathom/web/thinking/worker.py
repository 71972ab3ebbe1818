"""The process that thinks: it reads calls from standard input, and writes their answers to standard output.

A call is interrupted, wherever it is, when its CPU seconds are spent. The memory of the process is limited, where the
system can do that; if it remembers too much, it ends after its answer, and another one takes its place. It also ends
when its input does.
"""

from __future__ import annotations

import os
import pickle
import sys
from contextlib import suppress
from typing import BinaryIO

from fathom.core.footprint import peak_megabytes, resident_bytes
from fathom.errors import FathomError, TooMuch
from fathom.web.thinking.clocks import Clock, make_clock
from fathom.web.thinking.messages import LENGTH, Answer, Budget, Call, encode

#: Of 19. It matters where the processes of one service share a processor, as under systemd or in a container.
_NICENESS = 10
#: What may stay in memory after a call, in solved games and other things worth remembering.
_MOST_REMEMBERED = 128 << 20


def main(seconds: str, memory: str) -> None:
    budget = Budget(float(seconds), int(memory))
    clock = make_clock(budget)  # which may want to say what SIGINT does
    _let_others_go_first()
    _limit_memory(budget)
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # whatever prints, prints there
    with suppress(BrokenPipeError):  # the server has been killed
        while call := _read(sys.stdin.buffer):
            answer = _run(call, budget, clock)
            answers.write(_encode(answer))
            answers.flush()
            if answer.is_last:
                return


def _read(calls: BinaryIO) -> Call | None:
    length = calls.read(LENGTH)
    if len(length) < LENGTH:
        return None
    call: Call = pickle.loads(calls.read(int.from_bytes(length)))
    return call


def _run(call: Call, budget: Budget, clock: Clock) -> Answer:
    try:
        clock.start()
        try:
            result = call()
        finally:
            clock.stop()
    except FathomError as error:
        return Answer(error=error.with_traceback(None), is_last=isinstance(error, TooMuch) or _remembers_too_much())
    except MemoryError:
        return Answer(error=budget.exceeded(), is_last=True)
    except Exception as error:  # a bug, which the server logs
        return Answer(error=error)
    return Answer(result, is_last=_remembers_too_much())


def _encode(answer: Answer) -> bytes:
    try:
        return encode(answer)
    except Exception as error:  # an error that cannot travel
        return encode(Answer(error=RuntimeError(f"{answer.error or answer.result!r}: {error}")))


def _let_others_go_first() -> None:
    """The server has little to do for each move, and everybody waits for it."""
    if hasattr(os, "nice"):  # Windows has no such thing
        os.nice(_NICENESS)


def _limit_memory(budget: Budget) -> None:
    with suppress(ImportError, ValueError, OSError):  # Windows has no such limit, and macOS may refuse it
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (budget.memory, budget.memory))


def _remembers_too_much() -> bool:
    return (resident_bytes() or peak_megabytes() << 20) > _MOST_REMEMBERED


if __name__ == "__main__":
    main(*sys.argv[1:])
