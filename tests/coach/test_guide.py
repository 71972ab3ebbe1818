"""The first lesson of every game: it can be followed, left and resumed, and the rules refuse what they refuse."""

from __future__ import annotations

import pytest

from fathom import games
from fathom.coach import guide
from fathom.coach.guide import Guide, LessonState
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
    return [Guide(name).begin(step) for name in WITH_LESSON for step in range(len(Guide(name).steps))]


def _guide(state: LessonState) -> Guide:
    return Guide(games.read_code(state.code).game.name)


def test_every_game_has_a_lesson_of_three_to_six_moves() -> None:
    assert list(games.ROOMS) == WITH_LESSON
    assert all(3 <= len(Guide(name).steps) <= 6 for name in WITH_LESSON)


@pytest.mark.parametrize("name", WITH_LESSON)
def test_a_lesson_is_followed_to_its_end(name: str) -> None:
    guide = Guide(name)
    state: LessonState | None = guide.begin()
    last = guide.begin()
    while state:
        step, match = guide.step(state), guide.match(state)
        assert not guide.is_answered(state)
        move = step.moves[0] if step.moves else match.game.format_move(match.legal_moves[-1])
        reply = guide.answer(state, move)
        assert reply.is_right
        assert reply.said == step.right
        assert guide.is_answered(reply.state)
        assert guide.match(reply.state).moves[: len(match.moves) + 1] == [*match.moves, move]
        last, state = reply.state, guide.following(reply.state)
    outcome = guide.match(last).outcome
    assert outcome
    assert outcome.winner == games.read_code(guide.steps[-1].code).position.to_move


@pytest.mark.parametrize("state", each_step(), ids=str)
def test_a_step_is_a_position_of_the_game_with_its_moves_written_as_codes_write_them(state: LessonState) -> None:
    guide = _guide(state)
    match, step = guide.match(state), guide.step(state)
    assert match.outcome is None
    assert write_code(match) == step.code
    legal = [match.game.format_move(move) for move in match.legal_moves]
    assert set(step.moves) <= set(legal)
    assert bool(step.other) == (set(step.moves or legal) != set(legal))


@pytest.mark.parametrize("state", each_step(), ids=str)
def test_every_move_is_answered_by_the_lesson_or_refused_by_the_rules(state: LessonState) -> None:
    guide = _guide(state)
    match, step = guide.match(state), guide.step(state)
    refused = 0
    tries = [REFUSED[match.game.name], *map(match.game.format_move, match.game.actions(match.options))]
    for move in tries:
        violation = match.position.violation(match.game.parse_move(move))
        if violation is None:
            assert guide.answer(state, move).is_right == (move in (step.moves or tries))
        else:
            with pytest.raises(IllegalMove, match=rf"\(rule {violation.rule}\)"):
                guide.answer(state, move)
            refused += 1
    assert refused
    with pytest.raises(UnreadableMove):
        guide.answer(state, "what?")


def test_a_legal_move_that_was_not_asked_for_is_not_made() -> None:
    guide = Guide("range-war")
    reply = guide.answer(guide.begin(), "9")
    assert not reply.is_right
    assert reply.said == guide.steps[0].other
    assert reply.state == guide.begin()


def test_moves_may_be_spelled_as_in_the_game() -> None:
    guide = Guide("digit-dilemma")
    assert guide.answer(guide.begin(), "7 right").state == LessonState(0, "digit-dilemma:7R")


def test_an_answered_step_takes_no_second_answer() -> None:
    guide = Guide("range-war")
    answered = guide.answer(guide.begin(), "4").state
    with pytest.raises(InputError, match="go on to the next one"):
        guide.answer(answered, "2")


def test_forced_passes_are_made_so_that_the_end_is_on_the_board() -> None:
    guide = Guide("pocket-addition")
    reply = guide.answer(guide.begin(3), "5")
    assert guide.match(reply.state).ending == "the higher total, 14 against 13"


@pytest.mark.parametrize("state", each_step(), ids=str)
def test_a_lesson_is_resumed_where_it_was_left(state: LessonState) -> None:
    guide = _guide(state)
    assert guide.resume(*state) == state
    move = (guide.step(state).moves or ("7",))[0]
    answered = guide.answer(state, move).state
    assert guide.resume(*answered) == answered


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
    assert Guide("range-war").resume(step, code) == then


def test_a_game_without_a_lesson_says_which_games_have_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(games.room("range-war")), "lesson", None)
    guide._lesson_of.cache_clear()
    with pytest.raises(BadOption, match=r"^There is no lesson for Range War yet\. Choose pyramid-challenge, digit-"):
        Guide("range-war")
