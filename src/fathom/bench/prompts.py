"""The text of a question: the rules, the position, what is asked, and how to answer.

Every task is asked in several wordings. What is told, and how the answer must look, is the same in all of them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from fathom import games
from fathom.bench.item import Prompt
from fathom.bench.tasks import Style, Task
from fathom.core.match import AnyMatch
from fathom.show.rule_book import OURS, plain
from fathom.show.wording import AnyWording, Fact, Naming, same_name

#: How many wordings every task has.
WORDINGS: Final = 3

_ANSWER: Final = "End your answer with one JSON object. "
_MOVE: Final = 'It has your move: {"move": "..."}'

_QUESTIONS: Final[dict[Task, tuple[str, str, str]]] = {
    "legal": (
        "Which moves are legal now for player {seat}? List all of them.",
        "It is player {seat}'s turn. Write down every move that the rules allow here, and no other.",
        "What may player {seat} play in this position? Give the complete list of legal moves.",
    ),
    "track": (
        "What is the position after these moves?",
        "Follow the moves from the start of the game. How do things stand at the end of them?",
        "Replay the game so far and describe the position that has been reached.",
    ),
    "value": (
        "If both players play perfectly from here on, how likely is it that player {seat}, who is to move, wins?",
        "Player {seat} is to move. Give the probability that player {seat} wins when neither side makes a mistake.",
        "Judge the position for player {seat}, whose turn it is: with best play by both, how likely is a win?",
    ),
    "best": (
        "You are player {seat}, and it is your turn. Choose the best move.",
        "It is player {seat}'s turn, and that is you. What do you play to get the best result that can be forced?",
        "As player {seat}, pick the move that is best against perfect play.",
    ),
    "only": (
        "You are player {seat}, and it is your turn. Exactly one legal move does not make your result worse. Find it.",
        "It is player {seat}'s turn, and that is you. All moves but one throw your result away. Which one does not?",
        "As player {seat}, find the single move that keeps what you can get with perfect play.",
    ),
    "reason": (
        "You are player {seat}, and it is your turn. Choose the best move, and say why in claims that can be checked.",
        "It is player {seat}'s turn, and that is you. What do you play, and why? Answer in claims to check.",
        "As player {seat}, pick the best move and back it up with claims from the list below.",
    ),
    "profile": (
        "You are player {seat}, and it is your turn. Choose the best move.",
        "It is player {seat}'s turn, and that is you. What do you play?",
        "As player {seat}, pick the move that is best against perfect play.",
    ),
    "match": (
        "You are player {seat} in this game, and it is your turn. Choose your move.",
        "It is player {seat}'s turn, and that is you. What do you play next?",
        "As player {seat}, make your next move.",
    ),
    "picture": (
        "The picture shows the position. You are player {seat}, and it is your turn. Choose the best move.",
        "Look at the picture. It is player {seat}'s turn, and that is you. What do you play?",
        "In the position of the picture you are player {seat} and to move. Pick the best move.",
    ),
    "puzzle": (
        "Find a route to the end that costs as few MP as possible.",
        "Which way is the cheapest? Write down the whole walk.",
        "Solve the puzzle with the least MP you can.",
    ),
}

#: What a claim may say, told in the prompt of `reason`.
_CLAIMS: Final = """
These are the claims. M, R and T are moves, and N is a number of plies. A ply is one turn of one player, passes \
included; plies are counted from the position above, M being ply 1, when the winner hurries and the loser delays.
{"claim": "wins_in", "move": M, "plies": N}: after M you win on ply N.
{"claim": "loses_in", "move": M, "plies": N}: after M the other player wins on ply N.
{"claim": "refuted_by", "move": M, "reply": R}: M makes your result worse, and R is a reply that proves it.
{"claim": "threat", "move": M, "next": T}: after M you threaten T, which wins at once after every reply that leaves T \
legal, and at least one does.
{"claim": "line", "moves": [M, R, ...]}: legal moves from the position above, none of which makes the result of \
whoever plays it worse."""

#: How an answer looks. Moves are left open: a move given as an example could be the right one.
_FORMS: Final[dict[Task, str]] = {
    "legal": 'It has the list of all legal moves: {"moves": ["...", ...]}',
    "value": 'It has a number from 0 to 1; a draw counts as half a win: {"probability": 0.5}',
    "best": _MOVE,
    "only": _MOVE,
    "reason": f'It has your move and at least one claim: {{"move": "...", "claims": [...]}}{_CLAIMS}',
    "profile": _MOVE,
    "match": _MOVE,
    "picture": _MOVE,
    "puzzle": 'It has all moves in order, from the start tile to the peak: {"route": ["...", ...]}',
}

#: The most that a player may ask for before a move.
MOST_TOOLS: Final = 4
_TOOLS: Final = (
    ' Before you move, you may ask for {"tool": "legal_moves"} or {"tool": "board"} instead of a move, '
    f"{MOST_TOOLS} times at most; you are told, and asked again."
)
#: In the rules of games that do not have the options of the book.
_REPLACED: Final = "These values replace the numbers of the rule book wherever the rules below name them."
#: The option, and perhaps its value, that a text of the rule book is about.
_ABOUT_OPTION: Final = re.compile(r"`(?P<name>\w+)(?:=(?P<value>\w+))?`")


class Manner(NamedTuple):
    """In which words a question is asked."""

    style: Style = "numbered"
    paraphrase: int = 0
    #: Are the legal moves told?
    legal_moves: bool = False
    #: The bijection of the numbers, if they are renamed.
    names: Mapping[str, str] | None = None
    #: May a match be played with tools?
    tools: bool = False

    @property
    def naming(self) -> Naming:
        names = self.names
        return (lambda text: names.get(text, text)) if names else same_name


def write_prompt(task: Task, match: AnyMatch, manner: Manner) -> Prompt:
    """The prompt for a position."""
    wording = wording_of(match)
    seat = match.position.to_move
    question = _QUESTIONS[task][manner.paraphrase % WORDINGS].format(seat=seat)
    legal = ""
    if manner.legal_moves and task not in ("legal", "track", "puzzle"):
        legal = f"Legal moves: {', '.join(spell_moves(match, manner.naming))}."
    return Prompt(
        rules=tell_rules(match, manner),
        names=_tell_names(wording, manner),
        position=_tell_position(task, match, wording, manner),
        legal=legal,
        question=question,
        answer=_tell_form(task, match, wording, manner),
    )


def wording_of(match: AnyMatch) -> AnyWording:
    wording = games.room(match.game.name).wording
    assert wording, "only games with words are asked about"
    return wording


def spell_moves(match: AnyMatch, name: Naming) -> list[str]:
    """The legal moves, as they are written in an item."""
    rename = wording_of(match).rename
    return [rename(match.game.format_move(move), name) for move in match.legal_moves]


def tell_rules(match: AnyMatch, manner: Manner) -> str:
    """The rule book, numbered or as prose, for the options of this game."""
    game, room = match.game, games.room(match.game.name)
    if manner.style == "prose":
        versions = wording_of(match).prose(match.start)
        return f"{game.title}\n{versions[manner.paraphrase % len(versions)]}"
    book, changed = room.rule_book, match.options.changed()
    numbers = {text: number for number, text in book.rules.items()}
    rules = [f"{numbers[text]}. {plain(text)}" for text in book.rules_with(match.options)]
    variants = [text for section in book.sections if section.heading == OURS for text in section.items]
    set_to = [f"{name} = {value}" for name, value in match.options.as_dict().items() if name != game.layout_option]
    told = f"In this game: {'; '.join(set_to)}." if set_to else ""
    if changed.keys() - {game.layout_option}:
        told += f" {_REPLACED}"
    used = [plain(text) for text in variants if _is_chosen(text, changed)]
    return "\n".join(filter(None, [game.title, told, *rules, *used]))


def _is_chosen(text: str, changed: Mapping[str, str]) -> bool:
    """Is the text about an option that this game has, and about the value that it has?"""
    about = _ABOUT_OPTION.search(text)
    if about is None or about["name"] not in changed:
        return about is None
    return about["value"] in (None, changed[about["name"]])


def _tell_names(wording: AnyWording, manner: Manner) -> str:
    if not manner.names:
        return ""
    told = ", ".join(f"{number} is written {name}" for number, name in manner.names.items())
    return (
        f"The {wording.noun} go by other names here: {told}. The rules above speak of the real {wording.noun}. "
        "Everything below is written in the new names, and your answer must be too. Totals, plies and players are "
        "never renamed."
    )


def _tell_position(task: Task, match: AnyMatch, wording: AnyWording, manner: Manner) -> str:
    name = manner.naming
    told = [wording.rename(text, name) for text in match.moves]
    played = f"Moves so far, player 1 first: {', '.join(told) or 'none'}."
    if task == "puzzle":
        return "\n".join(_tell_fact(fact) for fact in wording.facts(match, name))
    if task in ("track", "value"):  # no answer has a move, but the moves played must be understood
        played += f"\n{wording.spelling}"
    if task == "track":
        return played
    if task == "picture":
        return f"Player {match.position.to_move} is to move."
    facts = [_tell_fact(fact) for fact in wording.facts(match, name)]
    return "\n".join([played, *facts, f"Player {match.position.to_move} is to move."])


def tell_board(match: AnyMatch, name: Naming) -> str:
    """The position as lines, one for each fact."""
    return "\n".join(_tell_fact(fact) for fact in wording_of(match).facts(match, name))


def _tell_fact(fact: Fact) -> str:
    value = fact.value if isinstance(fact.value, str) else ", ".join(fact.value) or "none"
    return f"{fact.label}: {value}."


def _tell_form(task: Task, match: AnyMatch, wording: AnyWording, manner: Manner) -> str:
    if task == "track":
        return _tell_keys([fact for fact in wording.facts(match, manner.naming) if fact.changes])
    form = _ANSWER + _FORMS[task] + (_TOOLS if manner.tools and task == "match" else "")
    return form if task == "value" else f"{form}\n{wording.spelling}"


def _tell_keys(asked: Sequence[Fact]) -> str:
    """The form of an answer that tells every fact of a position."""
    forms = ['"..."' if isinstance(fact.value, str) else '["...", ...]' for fact in asked]
    keys = ", ".join(f'"{fact.name}": {form}' for fact, form in zip(asked, forms, strict=True))
    lines = [f'{_ANSWER}It has these keys: {{{keys}, "to_move": 1}}', *map(_tell_key, asked)]
    lines.append("to_move: the player to move, 1 or 2")
    if any(fact.in_order and not isinstance(fact.value, str) for fact in asked):
        lines.append("An empty place is written _.")
    return "\n".join(lines)


def _tell_key(fact: Fact) -> str:
    told = f"{fact.name}: {fact.label[0].lower()}{fact.label[1:]}"
    if fact.choices:
        return f"{told}: {', '.join(fact.choices)}"
    return told if fact.in_order else f"{told}, in any order"
