"""How people meet the machines: names, faces, and lines that say what their definitions say."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from fathom.analysis.levels import GREEDY, LEVELS, Level
from fathom.players import machines
from fathom.players.faces import FACES, face_of, names_for_people

LONGEST_LINE = 66
BY_FIGURES = [level for level in LEVELS if level.sight and level.mistake]


def test_every_machine_to_choose_from_has_a_name_a_face_and_a_line() -> None:
    faces = [face_of(name) for name in machines()]
    assert len({face.name for face in faces}) == len(faces)
    assert all(face.line and len(face.line) <= LONGEST_LINE for face in faces)
    own = [FACES[name] for name in FACES]
    assert len({face.text for face in own}) == len({face.drawing for face in own}) == len(own)


def test_a_face_is_ascii_in_a_terminal_and_a_drawing_without_colours_on_a_page() -> None:
    for name in machines():
        face = face_of(name)
        assert face.text.isascii()
        assert len(face.text) == 5
        drawn = ElementTree.fromstring(f"<svg>{face.drawing}</svg>")
        assert {part.tag for part in drawn} <= {"circle", "path"}
        assert not re.search("fill|stroke|style|#", face.drawing)


@pytest.mark.parametrize("level", BY_FIGURES, ids=lambda level: level.name)
def test_the_figures_of_a_level_are_those_of_its_definition(level: Level) -> None:
    share, sight = map(int, re.findall(r"\d+", face_of(level.name).line))
    assert share == 100 * level.mistake
    assert sight == level.sight


def test_what_is_said_of_the_other_levels_is_in_their_definitions() -> None:
    others = {level.name: level for level in (*LEVELS, GREEDY) if level not in BY_FIGURES}
    assert set(others) == {"@random", "@perfect", "@trickster", "@student", "@greedy"}
    assert others["@random"].mistake == 1
    for name in ("@perfect", "@trickster"):
        assert others[name].mistake == 0
        assert others[name].sight is None
        assert others[name].compares == "distances"  # the quickest win, the slowest loss
        assert "never slips" in face_of(name).line
    assert others["@trickster"].tricks
    assert others["@student"].by_rules
    assert others["@greedy"].compares == "wins"
    assert others["@greedy"].sight == 0


def test_the_number_of_a_baseline_is_in_its_name_and_its_line() -> None:
    assert face_of("@minimax-4").name == "Minimax 4"
    assert "4 moves ahead" in face_of("@minimax-4").line
    assert face_of("@mcts-100").name == "Sampler 100"
    assert "100 random games" in face_of("@mcts-100").line


def test_a_program_of_the_operator_is_called_by_its_name_in_words() -> None:
    face = face_of("@deep-blue", "a program of this server")
    assert (face.name, face.line) == ("Deep blue", "a program of this server")
    assert face_of("@rocky").line == "plays by a program of its own"


@pytest.mark.parametrize(
    "names, read",
    [
        (("Ada", "@casual"), ("Ada", "Casual")),
        (("@perfect", "Bob"), ("Perfect", "Bob")),
        (("casual", "@casual"), ("casual", "@casual")),
        (("@casual", "@casual"), ("@casual", "@casual")),
        (("@", "./bot"), ("@", "./bot")),
        (("Ada",), ("Ada",)),
    ],
)
def test_people_read_names_in_words_unless_two_would_be_the_same(names: tuple[str, ...], read: tuple[str, ...]) -> None:
    assert names_for_people(names) == read
