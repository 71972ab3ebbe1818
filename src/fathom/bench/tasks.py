"""The names of tasks and splits, for the command line, which should start quickly."""

from __future__ import annotations

from typing import Final, Literal, get_args

Task = Literal["legal", "track", "value", "best", "only", "reason", "profile", "match", "picture", "puzzle"]
TASKS: Final[tuple[Task, ...]] = get_args(Task)
#: Those that are made unless others are asked for: a profile takes hundreds of questions, or thousands.
USUAL: Final[tuple[Task, ...]] = tuple(task for task in TASKS if task != "profile")
Split = Literal["dev", "test", "held-out"]
SPLITS: Final[tuple[Split, ...]] = get_args(Split)
#: The rule book in our numbered words, or as loose prose.
Style = Literal["numbered", "prose"]
#: What is asked, in a few words.
ASKED: Final[dict[Task, str]] = {
    "legal": "list the legal moves",
    "track": "tell the position after a line of moves",
    "value": "tell how likely the player to move wins",
    "best": "choose a move, where some are mistakes",
    "only": "find the only move that is no mistake",
    "reason": "choose a move and say why, in claims that can be checked",
    "profile": "answer everything that can happen in both seats",
    "match": "play a whole game",
    "picture": "choose a move, with the board as a picture",
    "puzzle": "find the cheapest route",
}
