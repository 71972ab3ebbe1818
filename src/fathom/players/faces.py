"""How people meet the machines: a name in words, a face and one line of character for each.

    face_of("@casual").name                         -> "Casual"
    face_of("@casual").line                         -> "guesses 45% of its moves; on the others it sees 7 moves ahead"
    names_for_people(("Ada", "@casual"))            -> ("Ada", "Casual")

Commands and the API go on calling a machine by its `@` form. To guess is to play any legal move, all equally likely;
a machine that sees so many moves ahead knows every win and loss within that many moves after its own. A face is drawn
in strokes of one colour on a square of 24 units; in a terminal it is five characters.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from fathom.players.baselines import GREEDY, MCTS, MINIMAX, Baseline, read_baseline

_HEAD = '<circle cx="12" cy="13" r="8.5"/>'
_ROBOT = (
    '<path d="M12 5.5V2.5M4 7.5q0-2 2-2h12q2 0 2 2v11q0 2-2 2H6q-2 0-2-2z"/>'
    '<circle class="dot" cx="12" cy="2.5" r="1.2"/>'
)
_DOTS = '<circle class="dot" cx="9" cy="12" r="1.2"/><circle class="dot" cx="15" cy="12" r="1.2"/>'


class Face(NamedTuple):
    """A machine as people meet it: its name, its character as the rest of a sentence, and its face."""

    name: str
    line: str
    #: Five characters for a terminal.
    text: str
    #: The inside of an SVG element with the view box `0 0 24 24`: strokes, and what has the class `dot` is filled.
    drawing: str


#: Every machine that has its own face, the weakest level first.
FACES: Final = {
    "@random": Face(
        "Random",
        "plays any legal move, all equally likely",
        "(?_?)",
        '<path d="M5.5 3.5h13q2 0 2 2v13q0 2-2 2h-13q-2 0-2-2v-13q0-2 2-2z"/>'
        '<circle class="dot" cx="8" cy="8.5" r="1.3"/><circle class="dot" cx="16" cy="8.5" r="1.3"/>'
        '<circle class="dot" cx="12" cy="12" r="1.3"/>'
        '<circle class="dot" cx="8" cy="15.5" r="1.3"/><circle class="dot" cx="16" cy="15.5" r="1.3"/>',
    ),
    "@novice": Face(
        "Novice",
        "guesses 70% of its moves; on the others it sees 6 moves ahead",
        "(o.o)",
        f'{_HEAD}<path d="M12 4.5q-1-2 1-3"/><circle cx="8.8" cy="12" r="2"/><circle cx="15.2" cy="12" r="2"/>'
        '<circle class="dot" cx="12" cy="17.4" r="1.2"/>',
    ),
    "@casual": Face(
        "Casual",
        "guesses 45% of its moves; on the others it sees 7 moves ahead",
        "(u_u)",
        f'{_HEAD}<path d="M7.2 11.5q1.6 1.6 3.2 0M13.6 11.5q1.6 1.6 3.2 0M8.5 16q3.5 3.2 7 0"/>',
    ),
    "@skilled": Face(
        "Skilled",
        "guesses 25% of its moves; on the others it sees 8 moves ahead",
        "(-_-)",
        f'{_HEAD}{_DOTS}<path d="M7 9.2l3.6.8M17 9.2l-3.6.8M8.5 16.8h7"/>',
    ),
    "@expert": Face(
        "Expert",
        "guesses 10% of its moves; on the others it sees 10 moves ahead",
        "(B_B)",
        f'{_HEAD}<circle cx="8.5" cy="12" r="2.6"/><circle cx="15.5" cy="12" r="2.6"/>'
        '<path d="M11.1 12h1.8M5.9 11.4l-2-.8M18.1 11.4l2-.8M9.5 17.6q2.5 1 5 0"/>',
    ),
    "@perfect": Face(
        "Perfect",
        "never slips: wins as soon as it can, and loses as late as it can",
        "(*_*)",
        f'{_HEAD}{_DOTS}<path d="M5.8 6.8L5 1.5l4 2.6 3-3.1 3 3.1 4-2.6-.8 5.3M8.8 16.4q3.2 1.8 6.4 0"/>',
    ),
    "@trickster": Face(
        "Trickster",
        "never slips, and sets traps when it is not winning",
        "(^_~)",
        f'{_HEAD}<path d="M4.5 9Q2 5.5 3.5 2.5q3 .5 5 2.8Q10 1.5 12 1.5t3.5 3.8q2-2.3 5-2.8 1.5 3-1 6.5"/>'
        '<circle class="dot" cx="9" cy="12" r="1.2"/><path d="M13.6 12.2l3.2-.8M7.8 15.5q4.5 4.5 8.6-.8"/>',
    ),
    "@student": Face(
        "Student",
        "plays by the rules for winning that the lessons teach",
        "(._.)",
        f'{_HEAD}{_DOTS}<path d="M1.5 5.5L12 1.5l10.5 4L12 9.2zM21 6.2v5M9.5 17.2h5"/>',
    ),
    GREEDY: Face(
        "Greedy",
        "takes a win at once, else plays any legal move",
        "($_$)",
        f'{_HEAD}{_DOTS}<path d="M7.5 15h9q-.5 4-4.5 4t-4.5-4zM10.5 15v1.5M13.5 15v1.5"/>',
    ),
}
_MINIMAX_DRAWING = f'{_ROBOT}<path d="M12 8.5v3M12 11.5L8 14M12 11.5l4 2.5M8 14v3M16 14v3"/>'
_MCTS_DRAWING = f'{_ROBOT}<path d="M8 10l3 3M11 10l-3 3M13 10l3 3M16 10l-3 3M8 17h8"/>'
_EYES = '<circle cx="9" cy="11.5" r="1.6"/><circle cx="15" cy="11.5" r="1.6"/>'
_ANY_DRAWING = f'{_ROBOT}{_EYES}<path d="M8.5 16.5h7"/>'


def face_of(name: str, line: str = "") -> Face:
    """The face of a machine by its `@` form; `line` says how one plays that is not Fathom's own."""
    if name in FACES:
        return FACES[name]
    baseline = read_baseline(name)
    if baseline is not None and baseline.family is not None:
        return _family_face(baseline)
    return Face(_in_words(name), line or "plays by a program of its own", "[._.]", _ANY_DRAWING)


def _family_face(baseline: Baseline) -> Face:
    family, number = baseline
    assert family in (MINIMAX, MCTS)
    if family == MINIMAX:
        return Face(f"Minimax {number}", family.describe(number), "[o_o]", _MINIMAX_DRAWING)
    return Face(f"Sampler {number}", family.describe(number), "[x_x]", _MCTS_DRAWING)


def _in_words(name: str) -> str:
    """`@deep-blue` as `Deep blue`; a program or a profile keeps its name."""
    if not name.startswith("@"):
        return name
    words = name[1:].replace("-", " ").replace("_", " ").strip()
    return f"{words[:1].upper()}{words[1:]}" or name


def names_for_people(names: Sequence[str]) -> tuple[str, ...]:
    """The names of the players of a match as people read them.

    People keep their names. A machine keeps its `@` form if its name in words is that of the other player.
    """
    spoken = [face_of(name).name if name.startswith("@") else name for name in names]
    taken = [word.casefold() for word in spoken]
    return tuple(name if taken.count(word.casefold()) > 1 else word for name, word in zip(names, spoken, strict=True))
