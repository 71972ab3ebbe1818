"""Fathom: five number games, played exactly by their rules, solved and explained.

    >>> import fathom
    >>> m = fathom.Match("range-war:6.4")
    >>> fathom.analyze(m).value
    Value(winner=1, plies=7)

The public API is what `__all__` lists, and `fathom.errors`. Each name is imported when it is first used.
"""

__version__ = "0.1.0"

# Importing `typing` would take several times as long as the rest of this module.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from fathom import errors, puzzles
    from fathom.adapters.episode import Episode
    from fathom.analysis.analysis import Analysis, AnalyzedMove
    from fathom.analysis.review import Review
    from fathom.bench.reward import reward
    from fathom.core.budget import Budget
    from fathom.core.outcome import Outcome
    from fathom.core.value import Value
    from fathom.library.match import Match, Record, new, read_records
    from fathom.library.playing import play, player
    from fathom.library.solving import Reached, Solution, curriculum, dataset, positions, prove, solve, verify
    from fathom.library.study import analyze, best_line, hint, review
    from fathom.players import Player
    from fathom.players.programs.program import Program
    from fathom.players.read_only import ReadOnlyMatch

    #: The names of all games.
    GAMES: tuple[str, ...]

#: The module that each public name comes from.
_HOMES = {
    "Analysis": "analysis.analysis",
    "AnalyzedMove": "analysis.analysis",
    "Budget": "core.budget",
    "Episode": "adapters.episode",
    "Match": "library.match",
    "Outcome": "core.outcome",
    "Player": "players",
    "Program": "players.programs.program",
    "Reached": "library.solving",
    "ReadOnlyMatch": "players.read_only",
    "Record": "library.match",
    "Review": "analysis.review",
    "Solution": "library.solving",
    "Value": "core.value",
    "analyze": "library.study",
    "best_line": "library.study",
    "curriculum": "library.solving",
    "dataset": "library.solving",
    "hint": "library.study",
    "new": "library.match",
    "play": "library.playing",
    "player": "library.playing",
    "positions": "library.solving",
    "prove": "library.solving",
    "read_records": "library.match",
    "review": "library.study",
    "reward": "bench.reward",
    "solve": "library.solving",
    "verify": "library.solving",
}

__all__ = [
    "GAMES", "Analysis", "AnalyzedMove", "Budget", "Episode", "Match", "Outcome", "Player", "Program", "Reached",
    "ReadOnlyMatch", "Record", "Review", "Solution", "Value", "analyze", "best_line", "curriculum", "dataset", "errors",
    "hint", "new", "play", "player", "positions", "prove", "puzzles", "read_records", "review", "reward", "solve",
    "verify",
]  # fmt: skip


def __getattr__(name: str) -> object:
    """Import a public name when it is first used."""
    from importlib import import_module

    if name == "GAMES":
        return import_module("fathom.games").names()
    if name in ("errors", "puzzles"):
        return import_module(f"fathom.{name}")
    if name not in _HOMES:
        raise AttributeError(f"module 'fathom' has no attribute {name!r}")
    found = globals()[name] = getattr(import_module(f"fathom.{_HOMES[name]}"), name)
    return found


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
