"""Between two people: who is here, nudges, take-backs by consent, and claims."""

from __future__ import annotations

from pathlib import Path

import pytest

from fathom.errors import TooMany
from fathom.web.live import presence
from fathom.web.live.people import CLAIM_SECONDS, NUDGE_SECONDS
from tests.web.live.test_clocks import Elsewhen, elsewhen  # noqa: F401 (a fixture)
from tests.web.site import Site, serving
from tests.web.visitor import Json, Seat, Socket, problem


@pytest.fixture(autouse=True)
def _told_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presence, "SETTLED_SECONDS", 0.01)


def kinds(seat: Seat) -> list[str]:
    return [event["kind"] for event in seat.events]


# ------------------------------------------------------------ taking back


def test_a_move_is_taken_back_if_the_other_player_allows_it(site: Site) -> None:
    ada, bob = site.two()
    ada.move("6", 2)
    asked = ada.command("take-back", 3, plies=1)
    assert asked.json()["event"]["kind"] == "take-back-asked"
    assert bob.snapshot["take_back"] == {"seat": 1, "plies": 1}
    assert bob.snapshot["view"]["played"] == ["6"], "nothing is taken back yet"
    done = bob.command("answer-take-back", 4, granted=True).json()["event"]
    assert (done["kind"], done["seat"], done["plies"]) == ("taken-back", 1, 1)
    shown = ada.snapshot
    assert (shown["view"]["played"], shown["view"]["to_move"], shown["take_back"]) == ([], 1, None)


def test_a_refusal_ends_it_and_nobody_is_asked_twice_in_one_position(site: Site) -> None:
    ada, bob = site.two()
    ada.move("6", 2)
    ada.command("take-back", 3, plies=1)
    assert problem(ada.command("take-back", 4, plies=1))["code"] == "not-now"
    assert problem(ada.command("answer-take-back", 4, granted=True))["code"] == "not-now", "only the other may answer"
    assert bob.command("answer-take-back", 4, granted=False).json()["event"]["kind"] == "take-back-refused"
    assert "once in each position" in problem(ada.command("take-back", 5, plies=1))["message"]
    assert bob.command("take-back", 5, plies=1).status_code == 200, "Bob has not asked yet"
    bob.move("4", 6)
    assert ada.command("take-back", 7, plies=2).status_code == 200


def test_a_move_answers_the_question(site: Site) -> None:
    ada, bob = site.two()
    ada.move("6", 2)
    ada.command("take-back", 3, plies=1)
    bob.move("4", 4)
    assert bob.snapshot["take_back"] is None
    assert problem(bob.command("answer-take-back", 5, granted=True))["code"] == "not-now"


def test_more_than_was_played_cannot_be_asked_for(site: Site) -> None:
    ada, _ = site.two()
    ada.move("6", 2)
    assert problem(ada.command("take-back", 3, plies=2))["code"] == "nothing-to-undo"


def test_the_question_is_there_after_a_restart(tmp_path: Path) -> None:
    store = str(tmp_path / "server.db")
    with serving(store) as first:
        ada, bob = first.two()
        ada.move("6", 2)
        ada.command("take-back", 3, plies=1)
    with serving(store) as second:
        back = Seat(second, bob.match, bob.token)
        assert back.snapshot["take_back"] == {"seat": 1, "plies": 1}
        assert back.command("answer-take-back", 4, granted=True).status_code == 200
        assert back.snapshot["view"]["played"] == []


# ------------------------------------------------------------ nudges


def test_a_nudge_is_told_and_bounded(site: Site, elsewhen: Elsewhen) -> None:  # noqa: F811
    ada, bob = site.two()
    assert "your move" in problem(ada.command("nudge", 2))["message"]
    ada.move("6", 2)
    with bob.subscribed(after=3) as socket:
        assert ada.command("nudge", 3).status_code == 200
        told = socket.receive()
        while told["type"] != "event":
            told = socket.receive()
        assert (told["event"]["kind"], told["event"]["seat"]) == ("nudged", 1)
    assert f"{NUDGE_SECONDS} seconds" in problem(ada.command("nudge", 4))["message"]
    elsewhen.seconds += NUDGE_SECONDS
    assert ada.command("nudge", 4).status_code == 200


@pytest.mark.parametrize("action, more", [("nudge", {}), ("claim", {}), ("answer-take-back", {"granted": True})])
def test_alone_there_is_nobody_to_ask(site: Site, action: str, more: Json) -> None:
    seat = site.sits(opponent="same-screen")
    assert "no other person" in problem(seat.command(action, 1, **more))["message"]


# ------------------------------------------------------------ presence and claims


def until_here(socket: Socket, seat: int, here: bool) -> None:
    """Read until the players are told that somebody is here or away."""
    while True:
        told = socket.hear()
        if told["type"] == "presence" and told["seats"][seat - 1]["here"] is here:
            return


def test_players_are_told_who_comes_and_goes_and_who_looks_away(site: Site) -> None:
    ada, bob = site.two()
    with ada.subscribed() as hers:
        until_here(hers, 1, True)
        with bob.subscribed() as his:
            until_here(hers, 2, True)
            his.send({"type": "here", "here": False, "id": 1})
            until_here(hers, 2, False)
            his.send({"type": "here", "here": True, "id": 2})
            until_here(hers, 2, True)
        until_here(hers, 2, False)
        assert ada.snapshot["presence"][0] == {"here": True, "away": 0, "claim": CLAIM_SECONDS}
    watcher = Seat(site, ada.match, None)
    with watcher.subscribed():
        assert [seat["here"] for seat in watcher.snapshot["presence"]] == [False, False], "a watcher is no player"


def test_an_abandoned_match_can_be_claimed_and_only_then(site: Site, elsewhen: Elsewhen) -> None:  # noqa: F811
    ada, bob = site.two()
    ada.move("6", 2)
    assert "3 minutes" in problem(ada.command("claim", 3))["message"]
    with ada.subscribed() as hers:
        with bob.subscribed():
            until_here(hers, 2, True)
            elsewhen.seconds += CLAIM_SECONDS + 1
            assert "3 minutes" in problem(ada.command("claim", 3))["message"], "Bob is here, however long he thinks"
        assert "3 minutes" in problem(ada.command("claim", 3))["message"], "he has just left"
        until_here(hers, 2, False)
    assert "your move" in problem(bob.command("claim", 3))["message"]
    elsewhen.seconds += CLAIM_SECONDS + 1
    done = ada.command("claim", 3)
    assert done.json()["event"]["kind"] == "abandoned"
    shown = bob.snapshot
    assert shown["view"]["outcome"] == {"winner": 1, "reason": "seat 2 left the match"}
    assert shown["view"]["guide"]["told"][2]["now"] == "You left the match."
    assert '[Abandoned "2"]' in ada.get("/record").text


def test_while_a_clock_runs_nobody_can_claim(site: Site, elsewhen: Elsewhen) -> None:  # noqa: F811
    """Somebody who has a day for each move may be away for more than three minutes."""
    ada, bob = site.two(clock={"per": "move", "seconds": 86_400})
    elsewhen.seconds += CLAIM_SECONDS + 1
    ada.move("6", 2)
    elsewhen.seconds += CLAIM_SECONDS + 1
    assert problem(ada.command("claim", 3))["message"] == "There is a clock: you win when the time of Bob is up."
    assert bob.move("4", 3).status_code == 200


def test_before_a_clock_runs_a_match_can_be_claimed(site: Site, elsewhen: Elsewhen) -> None:  # noqa: F811
    _, bob = site.two(clock={"per": "move", "seconds": 86_400})
    elsewhen.seconds += CLAIM_SECONDS + 1
    assert bob.command("claim", 2).json()["event"]["kind"] == "abandoned"


def test_whoever_comes_back_for_a_moment_has_not_been_away_all_the_time(
    site: Site,
    elsewhen: Elsewhen,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ada, bob = site.two()
    ada.move("6", 2)
    monkeypatch.setattr(presence, "SETTLED_SECONDS", 3600.0)  # nobody is told of it
    elsewhen.seconds += CLAIM_SECONDS - 10
    with bob.subscribed():
        assert ada.snapshot["presence"][1]["here"] is True
    elsewhen.seconds += 20
    assert "3 minutes" in problem(ada.command("claim", 3))["message"]


def test_after_a_restart_nobody_has_been_away_yet(tmp_path: Path, elsewhen: Elsewhen) -> None:  # noqa: F811
    store = str(tmp_path / "server.db")
    with serving(store) as first:
        ada, _ = first.two()
        ada.move("6", 2)
    elsewhen.seconds += 10 * CLAIM_SECONDS
    with serving(store) as second:
        back = Seat(second, ada.match, ada.token)
        assert problem(back.command("claim", 3))["code"] == "not-now"
        elsewhen.seconds += CLAIM_SECONDS + 1
        assert back.command("claim", 3).status_code == 200
        assert kinds(back)[-1] == "abandoned"


# ------------------------------------------------------------ another game, and invitations


def test_the_same_opponent_is_invited_to_another_game_with_the_seats_swapped(site: Site) -> None:
    ada, bob = site.two(name="Ada", clock={"per": "game", "seconds": 300})
    bob.command("resign", 2)
    assert "one player" in problem(ada.command("rematch", 3, game="pyramid-puzzle"))["message"]
    offered = ada.command("rematch", 3, game="digit-dilemma").json()["event"]
    assert (offered["kind"], offered["seat"], offered["game"]) == ("rematch-offered", 1, "digit-dilemma")
    assert bob.snapshot["rematch"] == {"offers": [1], "match": None, "game": "digit-dilemma"}
    begun = bob.command("rematch", 4).json()["event"]["match"]
    shown = Seat(site, begun, bob.token).snapshot
    assert (shown["game"], shown["names"], shown["you"]) == ("digit-dilemma", ["Bob", "Ada"], [1])
    assert shown["clock"]["seconds"] == 300


def test_an_invitation_is_drawn_as_a_qr_code_of_its_link_for_whoever_has_the_secret(site: Site) -> None:
    made = site.create(opponent="friend")
    path = f"/api/v1/matches/{made['match']['id']}/qr"
    code = site.post(path, {"secret": made["invite"], "address": "https://games.example.org"}).json()
    assert code["link"] == f"https://games.example.org/join/{made['match']['id']}#{made['invite']}"
    assert code["svg"].startswith("<svg")
    assert "style" not in code["svg"]
    assert problem(site.post(path, {"secret": "wrong", "address": "https://games.example.org"}))["code"] == "not-found"
    for bad in ("javascript:alert(1)", "https://a/b", "https://a\n", "ftp://a", ""):
        assert site.post(path, {"secret": made["invite"], "address": bad}).status_code == 400


def test_a_qr_code_waits_in_turn_with_the_slow_work_of_others(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    async def refuse(_owner: str, work: object, *_: object) -> None:
        raise TooMany(f"Too many of {work.__name__}.", 1)  # type: ignore[attr-defined]

    made = site.create(opponent="friend")
    wish = {"secret": made["invite"], "address": "https://games.example.org"}
    monkeypatch.setattr(site.server.thinking, "run", refuse)
    answer = site.post(f"/api/v1/matches/{made['match']['id']}/qr", wish)
    assert (answer.status_code, problem(answer)["message"]) == (429, "Too many of draw_qr.")
