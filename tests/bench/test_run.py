"""Asking and scoring, end to end: perfect play scores everything, and a broken player costs no more than its items."""

from __future__ import annotations

import json
import sys
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from fathom.bench.answer_file import Answer, read_answers, write_answers
from fathom.bench.asking import Question, ask_item
from fathom.bench.compare import compare
from fathom.bench.item import Item
from fathom.bench.machines import MachineAsker
from fathom.bench.make import Plan, make_items
from fathom.bench.results import Results, add_up
from fathom.bench.run import Running, run_items
from fathom.bench.score import Status
from fathom.bench.tasks import TASKS, USUAL
from fathom.bench.whole import score_whole
from fathom.errors import FathomError, Forfeit, UnknownPlayer

PLAN = Plan(USUAL, ("range-war", "pocket-addition", "pyramid-puzzle"), size=6, renamed=True, paraphrases=2, tools=True)
PROFILED = Plan(("profile",), ("pocket-addition",), renamed=True)


@cache
def items() -> list[Item]:
    return [*make_items(PLAN), *make_items(PROFILED)]


@cache
def results(name: str) -> Results:
    return add_up(items(), list(run_items(items(), Running(name))))


def test_perfect_play_scores_100_percent_everywhere_with_regret_0():
    found = results("@perfect")
    assert [task.task for task in found.tasks] == list(TASKS)
    for task in found.tasks:
        assert task.headline.value == pytest.approx(1), task.task
        for part in (task.by_depth, task.by_seat, task.by_game):
            assert all(each.value == pytest.approx(1) for each in part.values())
        assert not any(rate.value for rate in task.rates.values())
        assert task.regret in (None, 0)
        assert task.brier in (None, 0)
        assert task.over in (None, 0)
        assert task.slower in (None, 0)
        assert task.normalised is None or task.normalised.value == pytest.approx(1)
        assert all(each.agreeing == each.pairs for each in task.agreements)
        assert all(each.strength.exploitability == 0 for each in task.profiles)
        assert all(each.faultless == each.matches for each in task.matches)
    reasons = next(task.reasons for task in found.tasks if task.reasons)
    assert reasons.right_and_true == next(task.items for task in found.tasks if task.task == "reason")
    assert (reasons.contradictions, reasons.pairs_right) == (0, reasons.pairs)


def test_random_play_is_worth_nothing_above_chance_and_contradicts_itself():
    found = {task.task: task for task in results("@random").tasks}
    best = found["best"]
    assert best.normalised
    assert best.normalised.low < 0 < best.normalised.high
    assert best.regret
    assert found["legal"].headline.value == pytest.approx(1)  # it knows the rules
    assert found["profile"].profiles[0].strength.exploitability > 0
    assert found["puzzle"].headline.value < 1
    assert found["reason"].reasons
    assert found["reason"].reasons.wrong_and_false > 0


def test_the_same_machine_gives_the_same_answers_whatever_the_order():
    some = [item for item in items() if item.task in ("best", "value", "reason")]
    asker = MachineAsker("@random", 3)
    forwards = {item.id: ask_item(item, asker) for item in some}
    backwards = {item.id: ask_item(item, MachineAsker("@random", 3)) for item in reversed(some)}
    assert forwards == backwards


def test_players_are_compared_in_pairs():
    found = {each.task: each for each in compare(results("@perfect").scored, results("@random").scored, 0.05)}
    assert found["legal"].p == found["legal"].corrected == 1
    assert found["best"].difference.value > 0
    assert found["best"].corrected >= found["best"].p
    assert found["best"].needed
    assert found["legal"].needed is None
    equal = compare(results("@perfect").scored, results("@perfect").scored, 0.05)
    assert {(each.difference.value, each.p) for each in equal} == {(0.0, 1.0)}


class Scripted:
    """Says what it is told to, one text after the other, and breaks where it is told to."""

    def __init__(self, *texts: str | Exception | None) -> None:
        self.texts = list(texts)
        self.asked: list[str] = []

    def ask(self, question: Question, /) -> str | None:
        self.asked.append(question.text)
        said = self.texts.pop(0)
        if isinstance(said, Exception):
            raise said
        return said


def match_item(seat: int = 1) -> Item:
    return next(i for i in items() if i.task == "match" and i.game == "range-war" and i.seat == seat)


def test_a_player_may_ask_for_tools_before_a_move():
    asker = Scripted('{"tool": "legal_moves"}', '{"tool": "board"}', '{"move": "1"}')  # 1 wins on the spot
    asked = ask_item(match_item(), asker)
    assert "You asked for legal_moves:\n1, 2, 3, 4, 5, 6, 7, 8, 9, 10" in asker.asked[1]
    assert "You asked for board:\nNumbers not claimed yet" in asker.asked[2]
    whole = score_whole(match_item(), asked.answer(match_item()))
    assert (whole.asked, whole.failed, whole.score.credit) == (1, 0, 1)
    assert whole.result == 1


def test_a_player_who_only_asks_for_tools_has_not_answered():
    asker = Scripted(*['{"tool": "board"}'] * 5)
    asked = ask_item(match_item(), asker)
    whole = score_whole(match_item(), asked.answer(match_item()))
    assert (whole.score.status, whole.asked, whole.failed) == ("unparsable", 1, 1)
    assert whole.result == 0


def test_the_prompt_of_a_match_is_its_first_question_in_both_seats():
    for item in (item for item in items() if item.task == "match"):
        asker = Scripted("I give up.")
        ask_item(item, asker)
        assert asker.asked == [item.prompt.text]
        assert f"player {item.seat}" in item.prompt.question
        assert f"Player {item.seat} is to move." in item.prompt.position


def test_a_failed_answer_loses_the_match():
    asked = ask_item(match_item(), Scripted('{"move": "11"}'))
    whole = score_whole(match_item(), asked.answer(match_item()))
    assert (whole.score.status, whole.failed) == ("illegal", 1)
    assert whole.result == 0
    assert whole.score.regret == 1


def test_a_profile_has_a_rate_for_every_way_to_fail():
    """Every fifth question is answered; the others fail in turn. The rates are over the questions."""

    class Failing:
        def ask(self, question: Question, /) -> str | None:
            said = (MachineAsker("@perfect").ask(question), "Hm.", '{"move": "99"}', '{"move": null}', None)
            return said[(question.turn - 1) % 5]

    item = make_items(Plan(("profile",), ("range-war",)))[0]
    answer = ask_item(item, Failing()).answer(item)
    asked = len(answer.turns)
    assert asked > 20
    rates = add_up([item], [answer]).tasks[0].rates
    failures: tuple[Status, ...] = ("unparsable", "illegal", "refused", "late")
    for place, status in enumerate(failures, 1):
        assert rates[status].value == len(range(place, asked, 5)) / asked
        assert rates[status].low < rates[status].value < rates[status].high


def test_rates_know_that_wordings_of_one_position_are_not_independent():
    """Two positions in six wordings each: twelve answers, but two of them at most are independent."""
    some = make_items(Plan(("best",), ("pocket-addition",), size=2, paraphrases=3, renamed=True))
    late = add_up(some, [Answer(item.id, "Hm.") for item in some]).tasks[0].rates["late"]
    assert (late.value, late.items, late.clusters) == (0, 12, 2)
    assert late.high > 0.5


def test_turns_that_do_not_follow_each_other_are_refused():
    asked = ask_item(match_item(), Scripted('{"move": "1"}')).answer(match_item())
    forged = asked._replace(end="range-war:2.1")
    with pytest.raises(FathomError, match="does not end as its turns do"):
        score_whole(match_item(), forged)


def test_a_player_who_breaks_is_asked_again_and_one_who_is_late_is_not():
    from fathom.bench.run import ask_with_retries

    item = next(item for item in items() if item.task == "best")
    broken = Forfeit("ended", "it ended with exit status 1")
    answer = ask_with_retries(item, Scripted(broken, '{"move": "1"}'), Running("x"))
    assert (answer.attempts, answer.text, answer.error) == (2, '{"move": "1"}', None)
    answer = ask_with_retries(item, Scripted(broken, broken, broken), Running("x"))
    assert (answer.attempts, answer.text, answer.error) == (3, None, "it ended with exit status 1")
    late = Scripted(None)
    assert ask_with_retries(item, late, Running("x")).text is None
    assert len(late.asked) == 1


def test_answers_survive_their_file_and_the_last_one_counts():
    answers = list(run_items(items()[:5], Running("@random")))
    assert read_answers(write_answers(answers), "a.jsonl") == answers
    twice = write_answers([answers[0], answers[0]._replace(text="later")])
    assert [answer.text for answer in read_answers(twice, "a.jsonl")] == ["later"]
    assert read_answers('{"id": "x", "text": "hello"}\n', "a.jsonl") == [Answer("x", "hello")]


@pytest.mark.parametrize("line", ["[", "{}", '{"id": "x"}', '{"id": "x", "text": 7}', '{"id": "x", "turns": [1]}'])
def test_a_broken_line_of_answers_is_named(line: str):
    with pytest.raises(FathomError, match=r"Line 1 of a\.jsonl"):
        read_answers(line, "a.jsonl")


def test_items_without_an_answer_count_as_late_and_strangers_are_refused():
    some = [item for item in items() if item.task == "best"]
    found = add_up(some, [])
    assert (found.missing, found.tasks[0].rates["late"].value, found.tasks[0].headline.value) == (len(some), 1, 0)
    with pytest.raises(FathomError, match="no item 'stranger'"):
        add_up(some, [Answer("stranger", "")])


MODEL = """
import json, sys
for line in sys.stdin:
    question = json.loads(line)
    if "Range War" not in question["prompt"]:
        sys.exit("I only know Range War")
    print(json.dumps({"text": "Let me see.\\n" + json.dumps({"move": "1"})}), flush=True)
"""


def test_a_program_is_asked_in_json_lines_several_at_a_time(tmp_path: Path):
    (tmp_path / "model.py").write_text(MODEL)
    some = [item for item in items() if item.task == "best" and item.game == "range-war"]
    answers = list(run_items(some, Running(f"{sys.executable} {tmp_path}/model.py", jobs=2, contain="off")))
    assert Counter(answer.id for answer in answers) == Counter(item.id for item in some)
    assert {answer.text for answer in answers} == {'Let me see.\n{"move": "1"}'}


def test_a_command_may_be_started_for_each_question(tmp_path: Path):
    some = [item for item in items() if item.task == "best"][:2]
    command = f"{sys.executable} -c 'import sys; print(len(sys.stdin.read()))'"
    answers = list(run_items(some, Running(command, per_question=True, contain="off")))
    assert [answer.text for answer in answers] == [f"{len(item.prompt.text)}\n" for item in some]


def test_a_program_is_told_where_the_picture_is(tmp_path: Path):
    item = next(item for item in items() if item.task == "picture")
    place = f"{tmp_path}/pictures/{item.id}.svg"
    lines = f"{sys.executable} -c 'import json; print(json.loads(input())[\"picture\"])'"
    (answer,) = run_items([item], Running(lines, contain="off", folder=str(tmp_path)))
    assert answer.text == place
    whole = f"{sys.executable} -c 'import sys; print(sys.stdin.read().split()[-1])'"
    (answer,) = run_items([item], Running(whole, contain="off", per_question=True, folder=str(tmp_path)))
    assert answer.text == f"{place}\n"


def test_a_program_that_cannot_be_asked_at_all_ends_the_run(tmp_path: Path):
    with pytest.raises(FathomError, match="cannot be asked: it ended with exit status 3"):
        list(run_items(items()[:2], Running(f"{sys.executable} -c 'exit(3)'", contain="off", retries=0)))
    with pytest.raises(UnknownPlayer):
        list(run_items(items()[:2], Running("no-such-command")))


def test_a_slow_program_is_late(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("fathom.bench.programs.START_SECONDS", 0)
    running = Running(f"{sys.executable} -c 'import time; time.sleep(600)'", contain="off", seconds=0.3)
    (answer,) = run_items(items()[:1], running)
    assert (answer.text, answer.error) == (None, None)
    assert json.loads(write_answers([answer]))["text"] is None


@pytest.mark.parametrize(
    "plan",
    [
        Plan(USUAL, ("digit-dilemma", "pyramid-challenge"), size=2),
        Plan(USUAL, ("range-war", "pocket-addition", "pyramid-puzzle"), "test", size=2),
        Plan(USUAL, ("range-war", "pocket-addition", "pyramid-puzzle"), "held-out", "a salt that nobody knows", size=2),
    ],
    ids=["dev", "test", "held-out"],
)
def test_perfect_play_scores_100_percent_in_every_game_and_split(plan: Plan):
    some = make_items(plan)
    assert {item.game for item in some} == set(plan.games)
    for task in add_up(some, list(run_items(some, Running("@perfect")))).tasks:
        assert task.headline.value == pytest.approx(1), task.task
        assert (task.regret or 0, task.brier or 0, task.over or 0) == (0, 0, 0)
        assert not any(rate.value for rate in task.rates.values())
