"""Programs as models: a program that answers many questions, or a command that is started for each of them.

    a line in                {"id": ..., "task": ..., "turn": 1, "prompt": "...", "picture": null, "seconds": 60}
    a line out               {"text": "... {\"move\": \"7\"}"}

A line that is no such object is the text itself. With `per_question`, the command is started anew for each question: it
reads the prompt as plain text until its input ends, and all that it writes is its answer.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

from fathom.bench.asking import Question
from fathom.core.words import quoted
from fathom.errors import Forfeit, UnknownPlayer
from fathom.players.programs.command import read_command
from fathom.players.programs.containment.plan import Contain
from fathom.players.programs.process import Process
from fathom.players.programs.program import missing_layers

#: What is added to the time for the first question of a process.
START_SECONDS: Final = 30.0
#: The most bytes of an answer.
LONGEST_ANSWER: Final = 1_000_000


class ProgramAsker:
    """A program, which is started by the first question and ended by `close`."""

    def __init__(
        self, name: str, seconds: float, contain: Contain = "best", *, per_question: bool = False, folder: str = ""
    ) -> None:
        self.name = name
        self._command = read_command(name)
        self._seconds = seconds
        self._contain: Contain = contain
        self._per_question = per_question
        self._folder = folder
        self._process: Process | None = None
        self._is_over = False
        if contain == "strict" and (missing := missing_layers()):
            raise UnknownPlayer(f"{quoted(name)} cannot be contained on this system: {missing}.")

    def ask(self, question: Question, /) -> str | None:
        if self._is_over:
            raise Forfeit("ended", "it was interrupted")
        is_new = self._process is None
        process = self._process = self._process or Process(self._command, {}, self._contain)
        seconds = self._seconds + (START_SECONDS if is_new else 0)
        try:
            if self._per_question:
                picture = self._picture(question)
                text = f"{question.text}\n\nThe picture is {picture}" if picture else question.text
                said = process.communicate(text.encode(), seconds, LONGEST_ANSWER)
                self.close()
                return said.decode(errors="replace")
            return _read(process.ask(self._write(question), seconds, LONGEST_ANSWER))
        except Forfeit as forfeit:
            self.close()
            if forfeit.cause == "late":
                return None
            raise

    def _write(self, question: Question) -> bytes:
        item = question.item
        fields = {
            "id": item.id,
            "task": item.task,
            "turn": question.turn,
            "prompt": question.text,
            "picture": self._picture(question),
            "seconds": self._seconds,
        }
        return (json.dumps(fields, ensure_ascii=False) + "\n").encode()

    def _picture(self, question: Question) -> str | None:
        """The file of the picture that goes with a question."""
        return str(Path(self._folder, question.item.picture).absolute()) if question.item.picture else None

    def interrupt(self) -> None:
        """End the process, from any thread, and ask nothing more."""
        self._is_over = True
        if process := self._process:
            process.interrupt()

    def close(self) -> None:
        if self._process:
            self._process.stop()
        self._process = None


def _read(line: bytes) -> str:
    text = line.decode(errors="replace")
    try:
        given: object = json.loads(text)
    except (ValueError, RecursionError):
        return text
    said = given.get("text") if isinstance(given, dict) else None
    return said if isinstance(said, str) else text
