"""Certificates: what the checker accepts is proved, and what has been tampered with is refused, saying where."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fathom import games
from fathom.analysis.adviser import make_oracle
from fathom.core import code as codes
from fathom.core import options as core
from fathom.core.game import AnyGame, Game, Violation
from fathom.core.outcome import Ending, Outcome
from fathom.core.value import Value
from fathom.errors import BadCertificate, UnreadableMove
from fathom.solver import proof
from fathom.solver.lines import certificate
from fathom.solver.proof import Proved, check

CHECKER = Path(proof.__file__)
#: Wins of both seats, with passes, from the start and from the midst of a game.
PROVED = {
    "range-war": (1, 1),
    "range-war,second_move=free": (2, 10),
    "range-war:5": (1, 8),
    "range-war:6": (2, 9),
    "pocket-addition": (1, 5),
    "pocket-addition,highest=5,target=20": (1, 7),
    "digit-dilemma": (1, 5),
    "digit-dilemma,leading_zero=forbidden": (1, 5),
    "pyramid-challenge,highest=3": (1, 11),
    "pyramid-challenge:5.1.5.2.1": (2, 7),
    "range-war:1": (1, 0),
}
#: Those of which hundreds are checked in a short time.
SHORT = [code for code in PROVED if not code.startswith("digit-dilemma,")]


@cache
def lines_of(code: str) -> tuple[bytes, ...]:
    match = games.read_code(code)
    oracle = make_oracle(match.game, match.options)
    return tuple(f"{json.dumps(line)}\n".encode() for line in certificate(match, oracle))


def changed(line: bytes, **values: object) -> bytes:
    return f"{json.dumps(json.loads(line) | values)}\n".encode()


def refusal(lines: list[bytes]) -> BadCertificate:
    with pytest.raises(BadCertificate) as refused:
        check(lines)
    return refused.value


# ------------------------------------------------------------------ good certificates


@pytest.mark.parametrize("code", [code for code in PROVED if not code.startswith(("pocket-addition,", "pyramid"))])
def test_a_certificate_proves_who_wins_and_in_how_many_plies(code: str) -> None:
    """The expected values are those of the rulings, and those of the closed form after 5 and 6."""
    proved = check(lines_of(code))
    assert (proved.winner, proved.plies) == PROVED[code]
    assert codes.write_code(proved.start) == code
    assert proved.lines == len(lines_of(code)) - 1


def test_a_certificate_may_have_passes_in_it() -> None:
    lines = lines_of("pocket-addition,highest=5,target=20")
    assert any(json.loads(line)["move"] == "pass" for line in lines[1:])
    assert check(lines).winner == json.loads(lines[0])["winner"]


def test_the_order_of_the_lines_does_not_matter() -> None:
    first, *rest = lines_of("pocket-addition")
    Random(1).shuffle(rest)
    assert check([first, *rest]).plies == 5


def test_a_slower_strategy_is_good_when_it_claims_its_own_plies() -> None:
    start = {"certificate": 1, "game": "range-war", "options": {"highest": 10, "second_move": "lower"}}
    slower: list[dict[str, Any]] = [
        {**start, "start": "range-war", "winner": 1, "plies": 3},
        {"code": "range-war", "move": "2"},
        {"code": "range-war:2.1", "move": "3"},
    ]
    assert check([json.dumps(line).encode() for line in slower]).plies == 3
    slower[0]["plies"] = 1
    assert "number of plies is 3, not 1" in str(refusal([json.dumps(line).encode() for line in slower]))


# ------------------------------------------------------------------ tampered certificates


def with_move(lines: list[bytes], number: int, move: object) -> list[bytes]:
    return [changed(line, move=move) if i == number else line for i, line in enumerate(lines, 1)]


@pytest.mark.parametrize(
    "tamper, line, position, reason",
    [
        (lambda c: with_move(c, 2, "9"), 2, "pocket-addition:9.1", "no move for seat 1"),
        (lambda c: with_move(c, 2, "16"), 2, "pocket-addition", "16 is not a number of the pool"),
        (lambda c: with_move(c, 2, "pass"), 2, "pocket-addition", "may not pass"),
        (lambda c: with_move(c, 2, "six"), 2, "pocket-addition", "'six' is not a number"),
        (lambda c: c[:1], 1, "pocket-addition", "no move for seat 1"),
        (lambda c: [*c[:2], *c[3:]], 2, "pocket-addition:6.1", "no move for seat 1"),
        (lambda c: [*c, c[2]], 15, "pocket-addition:6.1", "line 3 is about the same position"),
        (lambda c: [changed(c[0], winner=2), *c[1:]], 2, "pocket-addition", "turn"),
        (lambda c: [changed(c[0], winner=3), *c[1:]], 1, "pocket-addition", "not a seat"),
        (lambda c: [changed(c[0], winner=0), *c[1:]], 1, "pocket-addition", "not a seat"),
        (lambda c: [changed(c[0], plies=7), *c[1:]], 1, "pocket-addition", "number of plies is 5, not 7"),
        (lambda c: [changed(c[0], plies=3), *c[1:]], 1, "pocket-addition", "number of plies is 5, not 3"),
        (lambda c: [changed(c[0], certificate=2), *c[1:]], 1, "pocket-addition", "certificate must be 1"),
        (lambda c: [changed(c[0], game="range-war"), *c[1:]], 1, "pocket-addition", "game must be"),
        (lambda c: [changed(c[0], options={"highest": 9}), *c[1:]], 1, "pocket-addition", "options must be"),
        (lambda c: [changed(c[0], options={"highest": 9, "target": 15.0}), *c[1:]], 1, "pocket-addition", "options"),
        (lambda c: [changed(c[0], start="pocket-additon"), *c[1:]], 1, "pocket-additon", "There is no game"),
        (lambda c: [changed(c[0], start="pocket-addition:6.9"), *c[1:]], 2, "pocket-addition", "never arises"),
        (lambda c: [*c, changed(c[1], code="pocket-addition:1.2")], 15, "pocket-addition:1.2", "never arises"),
        (lambda c: [*c, changed(c[1], code="pocket-addition,target=20:1.2")], 15, None, "not those of line 1"),
        (lambda c: [*c, changed(c[1], code="pocket-addition:6")], 15, "pocket-addition:6", "turn"),
        (lambda c: [*c, changed(c[1], code="pocket-addition:6.6")], 15, "pocket-addition:6.6", "Move 2 of the code"),
        (lambda c: [], 1, None, "not a JSON object of certificate"),
        (lambda c: [c[0], b"\xff\xfe\n", *c[2:]], 2, None, "not a JSON object of code"),
        (lambda c: [*c[:-1], c[-1][:-9]], 14, None, "not a JSON object of code"),
        (lambda c: [*c, b"\n"], 15, None, "not a JSON object of code"),
        (lambda c: [*c, b"[" * 90_000], 15, None, "not a JSON object of code"),
        (lambda c: [*c, b" " * 200_000 + c[1]], 15, None, "not a JSON object of code"),
        (lambda c: [c[0], b'["pocket-addition", "6"]\n', *c[2:]], 2, None, "not a JSON object of code"),
        (lambda c: [changed(c[0], winner=True), *c[1:]], 1, None, "winner (int)"),
        (lambda c: [changed(c[0], more=1), *c[1:]], 1, None, "not a JSON object"),
        (lambda c: with_move(c, 2, ["6"]), 2, None, "move (str)"),
    ],
)
def test_a_tampered_certificate_is_refused_saying_where(
    tamper: Callable[[list[bytes]], list[bytes]], line: int, position: str | None, reason: str
) -> None:
    error = refusal(tamper(list(lines_of("pocket-addition"))))
    assert error.line == line
    assert reason in error.reason
    assert position is None or error.position == position
    assert str(error).startswith(f"line {line}")


def test_a_leaf_that_the_other_seat_wins_is_refused_with_its_code() -> None:
    header = {"certificate": 1, "game": "range-war", "options": {"highest": 10, "second_move": "lower"}}
    claim = {**header, "start": "range-war", "winner": 1, "plies": 2}
    error = refusal([json.dumps(line).encode() for line in (claim, {"code": "range-war", "move": "10"})])
    assert (error.line, error.position) == (2, "range-war:10.1")
    ended = refusal([json.dumps({**claim, "start": "range-war:1", "winner": 2, "plies": 0}).encode()])
    assert (ended.line, ended.position) == (1, "range-war:1")
    assert "has not won" in ended.reason


def test_a_drawn_leaf_is_refused() -> None:
    options = {"levels": 3, "highest": 9}
    drawn = "pyramid-challenge:5.9.5.9.1.2"
    claim = {"certificate": 1, "game": "pyramid-challenge", "options": options, "start": drawn, "winner": 1, "plies": 2}
    error = refusal([json.dumps(line).encode() for line in (claim, {"code": drawn, "move": "pass"})])
    assert (error.line, error.position) == (2, f"{drawn}.pass.pass")
    assert "seat 1 has not won" in error.reason


# ------------------------------------------------------------------ circles


class Reached(Ending):
    PLACE = 1, "reached place 3"


class Ring(NamedTuple):
    """A ring of four places; a step onto place 3 wins for seat 1."""

    options: core.Options
    place: int
    to_move: int
    outcome: Outcome | None

    def moves(self) -> tuple[str, ...]:
        return () if self.outcome else ("back", "on")

    def after(self, move: str) -> Ring:
        place = (self.place + (1 if move == "on" else -1)) % 4
        return Ring(self.options, place, 3 - self.to_move, Outcome(1, Reached.PLACE) if place == 3 else None)

    def violation(self, move: str) -> Violation | None:
        return None

    def key(self) -> Ring:
        return self


class RingGame(Game[Ring, str]):
    name, title, summary, options_type = "ring", "Ring", "Walk round.", core.Options

    def start(self, options: core.Options = core.Options()) -> Ring:  # noqa: B008 - as rooms do
        return Ring(options, 0, 1, None)

    def actions(self, options: core.Options | None = None) -> tuple[str, ...]:
        return ("back", "on")

    def longest(self, options: core.Options | None = None) -> None:
        return None

    def parse_move(self, text: str) -> str:
        if text not in ("back", "on"):
            raise UnreadableMove(f"{text!r} is no step.")
        return text

    def format_move(self, move: str) -> str:
        return move


def test_a_strategy_that_lets_the_game_go_round_in_a_circle_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    ring = RingGame()
    monkeypatch.setattr(games, "read_code", lambda line: codes.read_code(line, lambda _: cast("AnyGame", ring)))
    claim = {"certificate": 1, "game": "ring", "options": {}, "start": "ring", "winner": 1, "plies": 1}
    good = [claim, {"code": "ring", "move": "back"}]
    assert check([json.dumps(line).encode() for line in good]).plies == 1
    circle = [claim, {"code": "ring", "move": "on"}, {"code": "ring:on.on", "move": "on"}]
    error = refusal([json.dumps(line).encode() for line in circle])
    assert (error.line, error.position) == (2, "ring:on.back")
    assert "circle" in error.reason


# ------------------------------------------------------------------ random tampering


@st.composite
def tampered(draw: st.DrawFn) -> list[bytes]:
    """A certificate with one or two things changed at random."""
    lines = list(lines_of(draw(st.sampled_from(SHORT))))
    for _ in range(draw(st.integers(1, 2))):
        tamper = draw(
            st.sampled_from([with_bytes_changed, with_field_changed, with_lines_moved, with_lines_of_another])
        )
        lines = tamper(draw, lines) if lines else lines
    return lines


def with_bytes_changed(draw: st.DrawFn, lines: list[bytes]) -> list[bytes]:
    content = b"".join(lines)
    start = draw(st.integers(0, len(content)))
    new = draw(st.binary(max_size=3) | st.sampled_from([b"1", b"2", b"9", b".", b"L", b'"', b"\n", b""]))
    return (content[:start] + new + content[start + draw(st.integers(0, 3)) :]).splitlines(keepends=True)


def with_field_changed(draw: st.DrawFn, lines: list[bytes]) -> list[bytes]:
    i = draw(st.integers(0, len(lines) - 1))
    try:
        fields = json.loads(lines[i])
        key = draw(st.sampled_from(sorted(fields)))
    except (ValueError, TypeError):
        return lines
    values: st.SearchStrategy[object] = st.integers(-1, 12) | st.sampled_from(
        ["1", "6", "9", "pass", "0L", "7R", *sorted(PROVED), None, {}]
    )
    other = [json.loads(line)[key] for line in lines_of("pocket-addition") if key in json.loads(line)]
    lines[i] = changed(lines[i], **{key: draw(values | st.sampled_from(other or [None]))})
    return lines


def with_lines_moved(draw: st.DrawFn, lines: list[bytes]) -> list[bytes]:
    i, j = draw(st.integers(0, len(lines) - 1)), draw(st.integers(0, len(lines) - 1))
    removed, doubled, cut = [*lines[:i], *lines[i + 1 :]], [*lines, lines[i]], lines[:j]
    lines[i], lines[j] = lines[j], lines[i]
    return draw(st.sampled_from([removed, doubled, cut, lines]))


def with_lines_of_another(draw: st.DrawFn, lines: list[bytes]) -> list[bytes]:
    others = lines_of(draw(st.sampled_from(SHORT)))
    return draw(st.sampled_from([[*lines, *others[1:]], [*lines[:1], *others[1:]], [*others[:1], *lines[1:]]]))


def assert_true(proved: Proved) -> None:
    """A claim that was accepted is the truth."""
    match = proved.start
    assert make_oracle(match.game, match.options).value(match.position) == Value(proved.winner, proved.plies)


@pytest.mark.slow
@settings(max_examples=300, deadline=None)
@given(tampered())
def test_tampering_is_never_accepted_when_it_changes_the_claim(lines: list[bytes]) -> None:
    try:
        proved = check(lines)
    except BadCertificate as error:
        refused = error
    else:
        assert_true(proved)
        return
    assert 1 <= refused.line <= max(1, len(lines))
    assert refused.reason.endswith((".", "?"))


@settings(max_examples=100, deadline=None)
@given(st.sampled_from([code for code in SHORT if code != "range-war:1"]), st.randoms(use_true_random=False))
def test_another_legal_move_is_accepted_only_when_it_keeps_the_claim(code: str, rng: Random) -> None:
    lines = list(lines_of(code))
    number = rng.randrange(1, len(lines))
    entry = json.loads(lines[number])
    match = games.read_code(entry["code"])
    move = rng.choice([match.game.format_move(move) for move in match.position.moves()])
    lines[number] = changed(lines[number], move=move)
    try:
        assert_true(check(lines))
    except BadCertificate:
        assert move != entry["move"]


@pytest.mark.parametrize("code", [code for code in PROVED if code.startswith(("range", "pocket"))])
def test_no_line_can_be_left_out(code: str) -> None:
    lines = list(lines_of(code))
    for i in range(len(lines)):
        refusal([*lines[:i], *lines[i + 1 :]])


# ------------------------------------------------------------------ the checker itself

ALONE = """
import sys
from fathom.solver.proof import check
with open(sys.argv[1], "rb") as file:
    print(check(file).plies)
print(*sorted(name for name in sys.modules if name.startswith("fathom")))
"""


def test_the_checker_is_one_module_that_fits_a_few_screens() -> None:
    assert len(CHECKER.read_text(encoding="utf-8").splitlines()) <= 150


@pytest.mark.parametrize("code", ["range-war", "pocket-addition", "digit-dilemma", "pyramid-challenge,highest=3"])
def test_the_checker_loads_the_rules_and_nothing_of_solver_coach_or_theory(code: str, tmp_path: Path) -> None:
    path = tmp_path / "certificate"
    path.write_bytes(b"".join(lines_of(code)))
    done = subprocess.run([sys.executable, "-c", ALONE, str(path)], capture_output=True, text=True, check=True)
    plies, loaded = done.stdout.splitlines()
    assert int(plies) == PROVED[code][1]
    allowed = ("fathom.core", "fathom.errors", "fathom.games", "fathom.show.room", "fathom.solver.proof")
    for module in loaded.split():
        assert module in {"fathom", "fathom.solver", "fathom.show"} or module.startswith(allowed), module
        assert not module.endswith((".theory", ".reasons", ".text"))
    assert f"{games.ROOMS[code.partition(',')[0]]}.rules" in loaded.split()


def test_the_checker_imports_rules_and_standard_library_only() -> None:
    import ast

    tree = ast.parse(CHECKER.read_text(encoding="utf-8"))
    named = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    named |= {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    own = {name for name in named if name and name.startswith("fathom")}
    assert own == {"fathom", "fathom.core.code", "fathom.core.game", "fathom.core.match", "fathom.errors"}
    assert {str(name).partition(".")[0] for name in named - own} <= set(sys.stdlib_module_names)
