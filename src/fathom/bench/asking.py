"""Asking: a question, and whoever answers it.

Most items are one question. A match and a profile are many: what is asked next depends on what was answered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Final, NamedTuple, Protocol

from fathom import games
from fathom.bench.answer_file import Answer, Turn
from fathom.bench.answers import find_answer, find_objects, read_move, read_word
from fathom.bench.item import Item
from fathom.bench.prompts import MOST_TOOLS, Manner, spell_moves, tell_board, write_prompt
from fathom.core.code import write_code
from fathom.core.match import AnyMatch
from fathom.errors import Unknown
from fathom.players import Machine, machine
from fathom.players.profiles.asking import walk

#: The most questions of one profile.
MOST_QUESTIONS: Final = 50_000


class Question(NamedTuple):
    """What is asked: the text, and for computer players the position itself."""

    item: Item
    text: str
    match: AnyMatch
    turn: int = 1


class Asker(Protocol):
    """Whoever answers. It raises `Forfeit` if it breaks, and gives None if it is late."""

    def ask(self, question: Question, /) -> str | None: ...


class Asked(NamedTuple):
    """What was said to an item."""

    text: str | None
    turns: tuple[Turn, ...] = ()
    end: str | None = None

    def answer(self, item: Item) -> Answer:
        return Answer(item.id, self.text, self.turns, self.end)


def ask_item(item: Item, asker: Asker) -> Asked:
    """Ask everything that there is to ask about an item."""
    if item.task == "match":
        return _play(item, asker)
    if item.task == "profile":
        return Asked(None, tuple(_profile(item, asker)))
    return Asked(asker.ask(Question(item, item.prompt.text, games.read_code(item.code))))


def manner_of(item: Item) -> Manner:
    """In which words an item is asked."""
    return Manner(item.style, item.paraphrase, bool(item.prompt.legal), item.names, item.tools)


def begin_match(item: Item) -> tuple[AnyMatch, Machine]:
    """The match of an item when its player is first to move, or over before that, and the opponent."""
    match = games.read_code(item.code)
    assert item.opponent
    opponent = machine(item.opponent, Random(item.group), match.game, match.options)
    _let_play(match, item, opponent)
    return match, opponent


def _let_play(match: AnyMatch, item: Item, opponent: Machine) -> None:
    """Play what the player is not asked for: moves of the opponent, and passes."""
    while not match.outcome and (match.must_pass or match.position.to_move != item.seat):
        match.play(match.legal_moves[0] if match.must_pass else opponent.draw(match.position))


def _play(item: Item, asker: Asker) -> Asked:
    """A match: it ends when the game is over, or with the first answer that has no legal move."""
    match, opponent = begin_match(item)
    turns: list[Turn] = []
    while not match.outcome:
        move = _ask_turn(item, match, asker, turns)
        if move is None:
            break
        match.play(move)
        _let_play(match, item, opponent)
    return Asked(None, tuple(turns), write_code(match))


def _ask_turn(item: Item, match: AnyMatch, asker: Asker, turns: list[Turn]) -> str | None:
    """The legal move that is answered, if one is; every text goes to `turns`."""
    text, code = write_prompt(item.task, match, manner_of(item)).text, write_code(match)
    for _ in range(MOST_TOOLS + 1):
        said = asker.ask(Question(item, text, match, len(turns) + 1))
        turns.append(Turn(code, said))
        tool = find_tool(item, said)
        if tool is None:
            return find_legal(item, match, said)
        text += f"\n\nYou asked for {tool}:\n{_TOOLS[tool](match, item)}"
    return None


def find_tool(item: Item, said: str | None) -> str | None:
    """The tool that a text asks for, if the item has tools and the last object of the text asks for one."""
    if not item.tools or said is None:
        return None
    asked = None
    for each in find_objects(said):
        if "move" in each:
            asked = None
        elif "tool" in each:
            asked = read_word(each["tool"])
    return asked if asked in _TOOLS else None


def find_legal(item: Item, match: AnyMatch, said: str | None) -> str | None:
    """The legal move that a text answers, in the game's own spelling; None if it has none."""
    answer = find_answer(said or "", "move")
    word = read_word(answer["move"]) if answer else None
    move = None if word is None else read_move(item, match, word)
    return move if move and move in map(match.game.format_move, match.legal_moves) else None


def _tell_moves(match: AnyMatch, item: Item) -> str:
    return ", ".join(spell_moves(match, item.naming))


def _tell_board(match: AnyMatch, item: Item) -> str:
    return tell_board(match, item.naming)


_TOOLS: Final[dict[str, Callable[[AnyMatch, Item], str]]] = {"legal_moves": _tell_moves, "board": _tell_board}


def _profile(item: Item, asker: Asker) -> Iterator[Turn]:
    """Every question that the answers lead to, in both seats; a failed answer counts as the worst move."""
    from fathom.bench.whole import worst_move

    start, turns = games.read_code(item.code), list[Turn]()

    def answer(match: AnyMatch) -> dict[str, int]:
        said = asker.ask(Question(item, write_prompt("profile", match, manner_of(item)).text, match, len(turns) + 1))
        turns.append(Turn(write_code(match), said))
        return {find_legal(item, match, said) or worst_move(match): 1}

    for seat in (1, 2):
        for _ in walk(start, seat, answer):
            if len(turns) > MOST_QUESTIONS:
                raise Unknown(f"A profile of {item.code} takes more than {MOST_QUESTIONS:,} questions.")
    yield from turns
