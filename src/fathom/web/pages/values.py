"""An analysis as the rows of a table, for pages that show values without a script."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from fathom.analysis.words import result
from fathom.core.code import write_code
from fathom.core.match import Match
from fathom.core.value import Value
from fathom.web.api.words import sentence

MOST_ROWS = 200
#: From the verdict one would like most to the one one would like least.
RANKS = ("best", "only", "wins", "forced", "draws", "holds", "over", "lost", "throws")
_LINE_SHOWN = 12


class Row(NamedTuple):
    """One legal move."""

    move: str
    code: str
    verdict: str
    words: str
    result: str
    why: str
    line: str


class Step(NamedTuple):
    """A move that led here, and the position after it."""

    text: str
    code: str


def rows(analysed: Mapping[str, Any]) -> list[Row]:
    """The rows of an analysis as `fathom analyze --json` has it, the best first; of very many moves the first ones."""
    ranked = sorted(analysed["moves"], key=lambda judged: (RANKS.index(judged["verdict"]), judged.get("mp", 0)))
    return [_row(analysed, judged) for judged in ranked[:MOST_ROWS]]


def _row(analysed: Mapping[str, Any], judged: Mapping[str, Any]) -> Row:
    move, line = judged["move"], judged["line"]
    return Row(
        move,
        code_with(analysed, move),
        judged["verdict"],
        verdict_words(judged["verdict"], analysed["value"]),
        worth(_with_the_move(judged), analysed["to_move"]),
        sentence(judged["why"]),
        " ".join(line[:_LINE_SHOWN]) + (" …" if len(line) > _LINE_SHOWN else ""),
    )


def _with_the_move(judged: Mapping[str, Any]) -> Mapping[str, Any]:
    """The same, counted from before the move like the value of the position."""
    return {**judged, "plies": judged["plies"] + 1} if judged.get("plies") is not None else judged


def code_with(analysed: Mapping[str, Any], move: str) -> str:
    """The code after one more move."""
    code = str(analysed["code"])
    if analysed["played"]:
        return f"{code}.{move}"
    return f"{code}/{move}" if ":" in code else f"{code}:{move}"


def worth(value: Mapping[str, Any], seat: int | None) -> str:
    """`you win in 5 plies`, or for a puzzle `12 MP in all`."""
    if "mp" in value:
        return f"{value['mp']} MP in all"
    return result(Value(value["winner"], value["plies"]), seat or 0)


def verdict_words(verdict: str, before: Mapping[str, Any]) -> str:
    """The verdict for people; what is thrown away is named."""
    if verdict != "throws":
        return verdict
    return "throws the draw" if before["winner"] is None else "throws the win"


def standing(analysed: Mapping[str, Any]) -> str:
    """Who is to move and how that seat stands, or how it ended."""
    outcome = analysed["outcome"]
    if outcome:
        winner = outcome["winner"]
        reason = outcome["reason"].replace("seat ", "Player ")
        return f"{f'Player {winner} has won' if winner else 'It is over'}: {reason}."
    head = "With best play" if "mp" in analysed["value"] else f"Player {analysed['to_move']} to move"
    return f"{head}: {worth(analysed['value'], analysed['to_move'])}."


def steps(match: Match) -> list[Step]:
    """The start and every move made, each with the code of the position after it."""
    walked = Match(match.game, match.options)
    found = [Step("start", write_code(walked))]
    for text in match.moves:
        walked.play(walked.position.to_move, text)
        found.append(Step(text, write_code(walked)))
    return found
