"""Lessons over the API: the server says what to do and judges; the client remembers the step."""

from __future__ import annotations

import pytest

from fathom import games
from tests.web.site import Site
from tests.web.visitor import problem

LESSON = "/api/v1/lessons/range-war"


@pytest.mark.parametrize("name", games.ROOMS)
def test_every_game_has_a_lesson_whose_steps_can_be_played_by_what_they_ask_for(site: Site, name: str) -> None:
    steps = games.room(name).lesson.steps  # type: ignore[union-attr]
    for number, step in enumerate(steps):
        shown = site.get(f"/api/v1/lessons/{name}?step={number}").json()
        assert (shown["step"], shown["steps"], shown["code"], shown["done"]) == (number, len(steps), step.code, False)
        assert shown["task"] == step.task
        move = (step.moves or shown["moves"])[0]
        reply = site.post(f"/api/v1/lessons/{name}", {"step": number, "code": step.code, "move": move}).json()
        assert (reply["right"], reply["said"]) == (True, step.right)
        assert reply["lesson"]["done"]
        assert reply["lesson"]["moves"] == []


def test_the_learner_is_you_also_as_the_second_player(site: Site) -> None:
    names = [
        step["drawing"]
        for number in range(4)
        for step in [site.get(f"/api/v1/lessons/digit-dilemma?step={number}").json()]
    ]
    assert all("You" in drawing and "Opponent" in drawing for drawing in names)


def test_a_legal_move_that_was_not_asked_for_is_not_made(site: Site) -> None:
    reply = site.post(LESSON, {"step": 0, "code": "range-war", "move": "7"}).json()
    assert not reply["right"]
    assert reply["lesson"]["code"] == "range-war"


def test_a_move_is_refused_as_in_a_match(site: Site) -> None:
    refused = site.post(LESSON, {"step": 1, "code": "range-war:4.2", "move": "1"})
    assert (refused.status_code, problem(refused)["code"], problem(refused)["rule"]) == (422, "illegal-move", 2)
    spelled = site.post(LESSON, {"step": 1, "code": "range-war:4.2", "move": "x"})
    assert spelled.status_code == 422


def test_a_state_that_cannot_be_starts_its_step_again(site: Site) -> None:
    assert site.get(f"{LESSON}?step=1&code=range-war:9.8").json()["code"] == "range-war:4.2"
    assert site.get(f"{LESSON}?step=1&code=range-war:4.2.3").json()["done"]
    assert site.get(f"{LESSON}?step=99").json()["step"] == 0
    assert site.get("/api/v1/lessons/chess").status_code == 404
