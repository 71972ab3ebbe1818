"""The first lesson of every game: it can be followed, left and resumed, and the rules refuse what they refuse."""

from __future__ import annotations

import pytest

from fathom import games
from fathom.coach import tutor
from fathom.coach.tutor import LessonState, Tutor
from fathom.core.code import write_code
from fathom.errors import BadOption, IllegalMove, InputError, UnreadableMove

WITH_LESSON = [name for name in games.ROOMS if games.room(name).lesson]
#: A move, by game, that is refused at the first step already.
REFUSED = {
    "range-war": "11",
    "pocket-addition": "pass",
    "digit-dilemma": "7S",
    "pyramid-challenge": "10",
    "pyramid-puzzle": "A1",
}


def each_step() -> list[LessonState]:
    return [Tutor(name).begin(step) for name in WITH_LESSON for step in range(len(Tutor(name).steps))]


def _tutor(state: LessonState) -> Tutor:
    return Tutor(games.read_code(state.code).game.name)


def test_every_game_has_a_lesson_of_three_to_six_moves() -> None:
    assert list(games.ROOMS) == WITH_LESSON
    assert all(3 <= len(Tutor(name).steps) <= 6 for name in WITH_LESSON)


@pytest.mark.parametrize("name", WITH_LESSON)
def test_a_lesson_is_followed_to_its_end(name: str) -> None:
    tutor = Tutor(name)
    state: LessonState | None = tutor.begin()
    last = tutor.begin()
    while state:
        step, match = tutor.step(state), tutor.match(state)
        assert not tutor.is_answered(state)
        move = step.moves[0] if step.moves else match.game.format_move(match.legal_moves[-1])
        reply = tutor.answer(state, move)
        assert reply.is_right
        assert reply.said == step.right
        assert tutor.is_answered(reply.state)
        assert tutor.match(reply.state).moves[: len(match.moves) + 1] == [*match.moves, move]
        last, state = reply.state, tutor.following(reply.state)
    outcome = tutor.match(last).outcome
    assert outcome
    assert outcome.winner == games.read_code(tutor.steps[-1].code).position.to_move


@pytest.mark.parametrize("state", each_step(), ids=str)
def test_a_step_is_a_position_of_the_game_with_its_moves_written_as_codes_write_them(state: LessonState) -> None:
    tutor = _tutor(state)
    match, step = tutor.match(state), tutor.step(state)
    assert match.outcome is None
    assert write_code(match) == step.code
    legal = [match.game.format_move(move) for move in match.legal_moves]
    assert set(step.moves) <= set(legal)
    assert bool(step.other) == (set(step.moves or legal) != set(legal))


@pytest.mark.parametrize("state", each_step(), ids=str)
def test_every_move_is_answered_by_the_lesson_or_refused_by_the_rules(state: LessonState) -> None:
    tutor = _tutor(state)
    match, step = tutor.match(state), tutor.step(state)
    refused = 0
    tries = [REFUSED[match.game.name], *map(match.game.format_move, match.game.actions(match.options))]
    for move in tries:
        violation = match.position.violation(match.game.parse_move(move))
        if violation is None:
            assert tutor.answer(state, move).is_right == (move in (step.moves or tries))
        else:
            with pytest.raises(IllegalMove, match=rf"\(rule {violation.rule}\)"):
                tutor.answer(state, move)
            refused += 1
    assert refused
    with pytest.raises(UnreadableMove):
        tutor.answer(state, "what?")


def test_a_legal_move_that_was_not_asked_for_is_not_made() -> None:
    tutor = Tutor("range-war")
    reply = tutor.answer(tutor.begin(), "9")
    assert not reply.is_right
    assert reply.said == tutor.steps[0].other
    assert reply.state == tutor.begin()


def test_moves_may_be_spelled_as_in_the_game() -> None:
    tutor = Tutor("digit-dilemma")
    assert tutor.answer(tutor.begin(), "7 right").state == LessonState(0, "digit-dilemma:7R")


def test_an_answered_step_takes_no_second_answer() -> None:
    tutor = Tutor("range-war")
    answered = tutor.answer(tutor.begin(), "4").state
    with pytest.raises(InputError, match="go on to the next one"):
        tutor.answer(answered, "2")


def test_forced_passes_are_made_so_that_the_end_is_on_the_board() -> None:
    tutor = Tutor("pocket-addition")
    reply = tutor.answer(tutor.begin(3), "5")
    assert tutor.match(reply.state).ending == "the higher total, 14 against 13"


@pytest.mark.parametrize("state", each_step(), ids=str)
def test_a_lesson_is_resumed_where_it_was_left(state: LessonState) -> None:
    tutor = _tutor(state)
    assert tutor.resume(*state) == state
    move = (tutor.step(state).moves or ("7",))[0]
    answered = tutor.answer(state, move).state
    assert tutor.resume(*answered) == answered


@pytest.mark.parametrize(
    "step, code, then",
    [
        (-1, "range-war", LessonState(0, "range-war")),
        (99, "range-war", LessonState(0, "range-war")),
        (1, "range-war:9.8", LessonState(1, "range-war:4.2")),
        (1, "nonsense", LessonState(1, "range-war:4.2")),
        (1, "range-war:4.2.5", LessonState(1, "range-war:4.2")),
    ],
)
def test_a_state_that_the_lesson_does_not_know_goes_to_the_start_of_a_step(
    step: int, code: str, then: LessonState
) -> None:
    assert Tutor("range-war").resume(step, code) == then


def test_a_game_without_a_lesson_says_which_games_have_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(games.room("range-war")), "lesson", None)
    tutor._lesson_of.cache_clear()
    with pytest.raises(BadOption, match=r"^There is no lesson for Range War yet\. Choose pyramid-challenge, digit-"):
        Tutor("range-war")
