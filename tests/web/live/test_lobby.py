"""The lobby: who is listed there and for how long, and who gets a challenge that several people want."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from itertools import count
from pathlib import Path
from threading import Barrier

import httpx
import pytest

from fathom import games
from fathom.core.events import Withdrawn
from fathom.storage.journal import Addition
from fathom.storage.journal.reading import open_reader
from fathom.web.api import challenges as lists
from fathom.web.http.limits import Limits
from fathom.web.live import lobby, sharing
from fathom.web.live.live_match import LiveMatch, PlannedEvent, entry_of
from fathom.web.upkeep.check import check_store
from tests.patience import PATIENCE
from tests.postgres import PostgreSQL
from tests.web.site import GENEROUS, Site, serving
from tests.web.visitor import Json, Seat, Visitor, new_key, problem


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lists are always fresh, and somebody who has gone is missed soon."""
    monkeypatch.setattr(sharing, "FRESH_SECONDS", 0.0)
    monkeypatch.setattr(lobby, "LOOK_SECONDS", 0.02)
    monkeypatch.setattr(lobby, "GONE_SECONDS", 0.05)


@pytest.fixture
def quiet_site(tmp_path: Path) -> Iterator[Site]:
    """A server of its own, where nobody else waits."""
    with serving(str(tmp_path / "server.db")) as running:
        yield running


def challenge(visitor: Visitor, **wish: object) -> Seat:
    """Post a challenge."""
    return visitor.sits(**{"opponent": "anyone", "name": "Ada", **wish})


def listed(visitor: Visitor) -> list[Json]:
    found: list[Json] = visitor.get("/api/v1/challenges").json()["challenges"]
    return found


def matches_listed(visitor: Visitor) -> list[str]:
    return [one["match"] for one in listed(visitor)]


def accept(visitor: Visitor, match: str, name: str = "Bob", token: str | None = None, **more: object) -> httpx.Response:
    return visitor.post(f"/api/v1/matches/{match}/accept", {"name": name, **more}, token)


def look(visitor: Visitor, name: str = "Bob", **wish: object) -> Json:
    answer = visitor.post("/api/v1/opponent", {"key": new_key(), "name": name, **wish})
    assert answer.status_code == 201, answer.text
    found: Json = answer.json()
    return found


def wait_until(is_so: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < deadline, "it never came to be"
        time.sleep(0.02)


# ------------------------------------------------------------ challenges


def test_a_challenge_is_listed_in_plain_words_and_whoever_accepts_it_plays(quiet_site: Site) -> None:
    ada = challenge(quiet_site, clock={"per": "game", "seconds": 600}, pair=True, options={"highest": "12"})
    (one,) = listed(quiet_site)
    assert one == {
        "match": ada.match,
        "game": "range-war",
        "title": "Range War",
        "any_game": False,
        "preset": "",
        "options": "highest 12",
        "clock": "10 minutes each for the whole game",
        "pair": True,
        "by": "Ada",
        "first": "they",
        "since": ada.events[0]["at"],
    }
    joined = accept(quiet_site, ada.match).json()
    assert (joined["match"]["state"], joined["match"]["names"], joined["match"]["you"]) == (
        "playing",
        ["Ada", "Bob"],
        [2],
    )
    assert joined["match"]["pair"] == {"game": 1, "halves": [0, 0]}
    assert listed(quiet_site) == []
    assert ada.move("6", 2).status_code == 200


def test_a_preset_is_named_and_the_coin_is_not_given_away(quiet_site: Site) -> None:
    fair = next(preset for preset in games.room("range-war").presets if preset.slug == "fair")
    challenge(quiet_site, seat="random", options=fair.options.changed())
    challenge(quiet_site, seat=2)
    told = [(one["preset"], one["first"]) for one in listed(quiet_site)]
    assert told == [("Fair", "coin"), ("By the book", "you")]


def test_a_challenge_needs_a_game_for_two_from_the_beginning(site: Site) -> None:
    for wish in ({"game": "pyramid-puzzle", "options": {"layout": "kC4"}}, {"game": None, "from": "range-war:6"}):
        refused = site.post("/api/v1/matches", {"opponent": "anyone", **wish})
        assert (refused.status_code, problem(refused)["code"]) == (400, "bad-request")


def test_a_challenge_that_was_taken_back_is_gone_for_good(quiet_site: Site) -> None:
    ada = challenge(quiet_site)
    gone = ada.command("withdraw", 1)
    assert gone.json()["event"]["kind"] == "withdrawn"
    assert listed(quiet_site) == []
    refused = accept(quiet_site, ada.match)
    assert (refused.status_code, problem(refused)["code"]) == (409, "not-now")
    assert "taken it back" in problem(refused)["message"]
    assert problem(ada.command("withdraw", 2))["code"] == "not-now"
    assert (ada.snapshot["state"], ada.snapshot["challenge"]) == ("waiting", None)
    for token, said in ((ada.token, "You have taken this challenge back"), (None, "This challenge was taken back")):
        page = quiet_site.get(f"/m/{ada.match}", token).text  # without a script, too
        assert f'class="notice notice-warn">{said}, so nobody can accept it any more.' in page
        assert '<p id="now" class="now"></p>' in page


@pytest.fixture
def taken_back_elsewhere(quiet_site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another server writes that a challenge was taken back, just before this one writes that it was accepted."""
    take_seat = quiet_site.server.matches.take_seat

    async def come_too_late(live: LiveMatch, token: str, planned: PlannedEvent) -> bool:
        gone = entry_of(live.id, live.sequence + 1, "elsewhere", PlannedEvent(Withdrawn(1), "waiting"))
        await quiet_site.server.matches.journal.append(Addition(gone))
        return await take_seat(live, token, planned)

    monkeypatch.setattr(quiet_site.server.matches, "take_seat", come_too_late)


@pytest.mark.usefixtures("taken_back_elsewhere")
def test_a_challenge_taken_back_at_another_server_at_the_same_moment_is_gone(quiet_site: Site) -> None:
    ada = challenge(quiet_site)
    refused = problem(accept(quiet_site, ada.match))
    assert (refused["code"], "taken it back" in refused["message"]) == ("not-now", True)


@pytest.mark.usefixtures("taken_back_elsewhere")
def test_whoever_looks_for_an_opponent_who_takes_the_challenge_back_waits_themselves(quiet_site: Site) -> None:
    with quiet_site.connected(look(quiet_site, "Ada")["match"]["id"]):
        assert look(quiet_site, "Bob")["waiting"]


def test_nobody_but_its_owner_takes_a_challenge_back_and_nobody_plays_themselves(site: Site) -> None:
    ada = challenge(site)
    assert problem(Seat(site, ada.match, None).command("withdraw", 1))["code"] == "no-seat"
    own = accept(site, ada.match, token=ada.token)
    assert (own.status_code, problem(own)["code"]) == (409, "not-now")
    assert ada.snapshot["challenge"] == {"any_game": False}


def test_only_challenges_can_be_accepted(site: Site) -> None:
    friend = site.sits(opponent="friend")
    for match in (friend.match, site.sits().match, "q7m2x9dk4hbn3cva"):
        refused = accept(site, match)
        assert (refused.status_code, problem(refused)["code"]) == (404, "not-found")
    assert friend.snapshot["state"] == "waiting"


def test_two_people_with_one_name_are_told_apart(site: Site) -> None:
    ada = challenge(site)
    assert accept(site, ada.match, name="Ada").json()["match"]["names"] == ["Ada", "Ada (2)"]


def test_a_name_is_checked_as_everywhere(site: Site) -> None:
    ada = challenge(site)
    for name in ("@perfect", "a\nb"):
        assert accept(site, ada.match, name=name).status_code in {400, 422}
    assert ada.snapshot["state"] == "waiting"


def test_accepting_again_with_the_same_key_gives_the_same_seat(site: Site) -> None:
    ada, key = challenge(site), new_key()
    first, second = accept(site, ada.match, key=key).json(), accept(site, ada.match, key=key).json()
    assert first["token"] == second["token"]
    assert len(ada.events) == 2


@pytest.mark.parametrize("either", ["file_site", "shared_site"])
def test_of_many_who_accept_at_the_same_moment_exactly_one_gets_it(either: str, request: pytest.FixtureRequest) -> None:
    site: Site = request.getfixturevalue(either)
    ada, many = challenge(site), 6
    together = Barrier(many)

    def race(number: int) -> tuple[int, str]:
        visitor = Visitor(site.address)
        try:
            together.wait(PATIENCE)
            answer = accept(visitor, ada.match, name=f"Player {number + 3}")
            return answer.status_code, "" if answer.status_code == 200 else problem(answer)["message"]
        finally:
            visitor.close()

    with ThreadPoolExecutor(many) as pool:
        answers = list(pool.map(race, range(many)))
    assert sorted(status for status, _ in answers) == [200] + [409] * (many - 1)
    assert all("Somebody else was faster" in said for status, said in answers if status != 200)
    assert [event["kind"] for event in ada.events] == ["created", "joined"]


# ------------------------------------------------------------ who is there


def test_a_challenge_is_open_while_its_owner_is_there_and_again_when_they_come_back(quiet_site: Site) -> None:
    ada = challenge(quiet_site)
    with ada.subscribed():
        wait_until(lambda: quiet_site.server.matches.lobby._open[ada.match].was_here)
        assert matches_listed(quiet_site) == [ada.match]
    wait_until(lambda: listed(quiet_site) == [])
    refused = accept(quiet_site, ada.match)
    assert (refused.status_code, problem(refused)["code"]) == (409, "not-now")
    assert "has left" in problem(refused)["message"]
    with ada.subscribed():
        wait_until(lambda: matches_listed(quiet_site) == [ada.match])
        assert accept(quiet_site, ada.match).status_code == 200


def test_a_challenge_whose_owner_never_connects_is_soon_forgotten(
    quiet_site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada = challenge(quiet_site)
    assert matches_listed(quiet_site) == [ada.match]
    monkeypatch.setattr(lobby, "FRESH_SECONDS", 0.0)
    time.sleep(0.01)
    assert listed(quiet_site) == []
    assert accept(quiet_site, ada.match).status_code == 409


def test_a_challenge_ends_after_an_hour(quiet_site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    ada = challenge(quiet_site)
    with ada.subscribed():
        wait_until(lambda: quiet_site.server.matches.lobby._open[ada.match].was_here)
        assert lobby.OPEN_MINUTES == 60
        monkeypatch.setattr(lobby, "OPEN_MINUTES", 0)
        wait_until(lambda: listed(quiet_site) == [])
        assert problem(accept(quiet_site, ada.match))["code"] == "not-now"


def test_challenges_are_there_after_a_restart(tmp_path: Path) -> None:
    store = str(tmp_path / "server.db")
    with serving(store) as first:
        ada = challenge(first)
        with ada.subscribed():
            wait_until(lambda: first.server.matches.lobby._open[ada.match].was_here)
        taken_back = challenge(first)
        taken_back.command("withdraw", 1)
    with serving(store) as second:
        back = Seat(second, ada.match, ada.token)
        with back.subscribed() as socket:
            wait_until(lambda: matches_listed(second) == [ada.match])
            assert accept(second, ada.match).status_code == 200
            assert socket.receive()["event"]["kind"] == "joined"


# ------------------------------------------------------------ limits


def test_one_address_has_a_few_open_challenges(quiet_site: Site) -> None:
    open_now = [challenge(quiet_site) for _ in range(lobby.MOST_OPEN)]
    refused = quiet_site.post("/api/v1/matches", {"game": "range-war", "opponent": "anyone"})
    assert (refused.status_code, problem(refused)["code"]) == (429, "slow-down")
    assert "take one back" in problem(refused)["message"]
    other = Visitor(quiet_site.address, source="127.0.0.9")
    challenge(other)
    other.close()
    open_now[0].command("withdraw", 1)
    challenge(quiet_site)


def test_one_address_has_no_more_challenges_if_it_asks_for_all_of_them_at_once(quiet_site: Site) -> None:
    wish = {"game": "range-war", "opponent": "anyone"}
    barrier = Barrier(3 * lobby.MOST_OPEN)

    def post(_number: int) -> int:
        visitor = Visitor(quiet_site.address)
        with closing(visitor):
            barrier.wait(PATIENCE)
            return visitor.post("/api/v1/matches", wish).status_code

    with ThreadPoolExecutor(3 * lobby.MOST_OPEN) as pool:
        answers = list(pool.map(post, range(3 * lobby.MOST_OPEN)))
    assert sorted(answers) == [201] * lobby.MOST_OPEN + [429] * 2 * lobby.MOST_OPEN


def test_a_challenge_that_is_just_being_shown_counts_once(quiet_site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    offer, offered, everyone = lobby.Lobby.offer, count(1), asyncio.Event()

    async def offer_together(self: lobby.Lobby, live: LiveMatch) -> None:
        if next(offered) == lobby.MOST_OPEN:
            everyone.set()
        await asyncio.wait_for(everyone.wait(), PATIENCE)
        await offer(self, live)

    monkeypatch.setattr(lobby.Lobby, "offer", offer_together)

    def post(_number: int) -> int:
        visitor = Visitor(quiet_site.address)
        with closing(visitor):
            return visitor.post("/api/v1/matches", {"game": "range-war", "opponent": "anyone"}).status_code

    with ThreadPoolExecutor(lobby.MOST_OPEN) as pool:
        assert list(pool.map(post, range(lobby.MOST_OPEN))) == [201] * lobby.MOST_OPEN


def test_a_challenge_counts_as_a_new_match(tmp_path: Path) -> None:
    limits: Limits = GENEROUS._replace(matches_per_minute=3)
    with serving(str(tmp_path / "server.db"), limits) as site:
        for _ in range(3):
            challenge(site).command("withdraw", 1)
        refused = site.post("/api/v1/opponent", {"key": new_key()})
        assert (refused.status_code, problem(refused)["code"]) == (429, "slow-down")


def test_nobody_takes_every_opponent_away_from_the_others(tmp_path: Path) -> None:
    limits: Limits = GENEROUS._replace(matches_per_minute=12)
    with serving(str(tmp_path / "server.db"), limits) as site, ExitStack() as stack:
        greedy, other = (Visitor(site.address, source=f"127.0.0.{each}") for each in (8, 9))
        stack.callback(greedy.close)
        stack.callback(other.close)
        first, second = challenge(site), challenge(site)
        look(site, "Ada", game="range-war")
        assert accept(greedy, first.match).status_code == 200
        assert look(greedy, game="range-war")["waiting"] is False
        refused = accept(greedy, second.match)
        assert (refused.status_code, problem(refused)["code"]) == (429, "slow-down")
        assert problem(refused)["message"].startswith("Too many accepted challenges from your address")
        assert greedy.post("/api/v1/opponent", {"key": new_key()}).status_code == 429
        assert accept(other, second.match).status_code == 200


def test_looking_in_vain_does_not_count_as_accepting(tmp_path: Path) -> None:
    limits: Limits = GENEROUS._replace(matches_per_minute=6)
    with serving(str(tmp_path / "server.db"), limits) as site:
        for game in ("range-war", "digit-dilemma", "pocket-addition"):
            assert look(site, game=game)["waiting"] is True
        assert accept(site, challenge(site).match).status_code == 200


def test_the_list_has_an_end(quiet_site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lists, "MOST_SHOWN", 2)
    first, second, _ = [challenge(quiet_site).match for _ in range(3)]
    assert matches_listed(quiet_site) == [first, second]


# ------------------------------------------------------------ finding an opponent at once


def test_two_who_look_for_an_opponent_find_each_other_and_the_third_waits(quiet_site: Site) -> None:
    ada, bob, eve = (look(quiet_site, name, game="range-war") for name in ("Ada", "Bob", "Eve"))
    assert [found["waiting"] for found in (ada, bob, eve)] == [True, False, True]
    assert ada["match"]["id"] == bob["match"]["id"] != eve["match"]["id"]
    assert sorted(bob["match"]["names"]) == ["Ada", "Bob"]
    assert bob["match"]["state"] == "playing"
    assert sorted(Seat(quiet_site, ada["match"]["id"], found["token"]).snapshot["you"][0] for found in (ada, bob)) == [
        1,
        2,
    ]
    assert matches_listed(quiet_site) == [eve["match"]["id"]], "and whoever sees the list may accept that"


def test_the_one_who_has_waited_longest_comes_first(quiet_site: Site) -> None:
    first = look(quiet_site, "Ada", game="range-war")["match"]["id"]
    look(quiet_site, "Eve", game="digit-dilemma")
    assert look(quiet_site, "Bob")["match"]["id"] == first


def test_different_games_are_not_mixed_up(quiet_site: Site) -> None:
    look(quiet_site, "Ada", game="range-war")
    assert look(quiet_site, "Bob", game="digit-dilemma")["waiting"]


@pytest.mark.parametrize("wanted", [name for name in games.names() if games.game(name).is_contest])
def test_who_takes_any_game_gets_the_one_that_the_other_wants(quiet_site: Site, wanted: str) -> None:
    ada = look(quiet_site, "Ada")
    assert listed(quiet_site)[0]["any_game"] is True
    bob = look(quiet_site, "Bob", game=wanted)
    assert (bob["match"]["id"], bob["match"]["game"], bob["waiting"]) == (ada["match"]["id"], wanted, False)
    seat = Seat(quiet_site, ada["match"]["id"], ada["token"])
    assert seat.snapshot["game"] == wanted
    stored = quiet_site.get(f"/api/v1/matches?game={wanted}&state=playing").json()["matches"]
    assert [one["id"] for one in stored] == [seat.match]
    assert seat.get("/record").text.count(f'[Game "{wanted}"]') == 1


def test_the_game_that_was_chosen_is_there_after_a_restart(tmp_path: Path) -> None:
    store = str(tmp_path / "server.db")
    with serving(store) as first:
        ada = look(first, "Ada")
        look(first, "Bob", game="pocket-addition")
    with serving(store) as second:
        shown = Seat(second, ada["match"]["id"], ada["token"]).snapshot
        assert (shown["game"], shown["state"]) == ("pocket-addition", "playing")
        challenge(second).command("withdraw", 1)
    with closing(open_reader(store)) as reader:
        looked = list(check_store(reader))
    assert sum(one.matches for one in looked) == 2
    assert [fault for one in looked for fault in one.faults] == []


def test_only_a_challenge_for_any_game_lets_one_choose(site: Site) -> None:
    ada = challenge(site)
    refused = accept(site, ada.match, game="digit-dilemma")
    assert (refused.status_code, problem(refused)["code"]) == (409, "not-now")
    assert "is for Range War" in problem(refused)["message"]
    assert accept(site, ada.match, game="range-war").status_code == 200


def test_who_posted_a_challenge_with_terms_of_their_own_is_not_put_with_just_anybody(quiet_site: Site) -> None:
    challenge(quiet_site, clock={"per": "move", "seconds": 30})
    assert look(quiet_site, game="range-war")["waiting"]


def test_looking_again_with_the_same_key_gives_the_same_seat(quiet_site: Site) -> None:
    keys = {name: new_key() for name in ("Ada", "Bob")}
    ada, bob = (look(quiet_site, name, key=key) for name, key in keys.items())
    for name, before in (("Ada", ada), ("Bob", bob)):
        again = look(quiet_site, name, key=keys[name])
        assert (again["token"], again["match"]["id"]) == (before["token"], before["match"]["id"])
        assert (again["repeated"], again["waiting"]) == (True, False)
    assert listed(quiet_site) == []


def test_a_key_that_comes_with_another_wish_is_refused(site: Site) -> None:
    key = new_key()
    challenge(site, key=key)
    refused = site.post("/api/v1/opponent", {"key": key})
    assert (refused.status_code, problem(refused)["code"]) == (409, "key-taken")


def test_nobody_is_put_with_somebody_who_has_left(quiet_site: Site) -> None:
    ada = look(quiet_site, "Ada")
    seat = Seat(quiet_site, ada["match"]["id"], ada["token"])
    with seat.subscribed():
        wait_until(lambda: quiet_site.server.matches.lobby._open[seat.match].was_here)
    wait_until(lambda: listed(quiet_site) == [])
    assert look(quiet_site, "Bob")["waiting"]


def test_a_game_for_one_has_no_opponent(site: Site) -> None:
    refused = site.post("/api/v1/opponent", {"key": new_key(), "game": "pyramid-puzzle"})
    assert (refused.status_code, problem(refused)["code"]) == (400, "bad-request")


def test_an_even_crowd_finds_itself_on_two_servers_that_share_a_store(postgresql: PostgreSQL) -> None:
    """Ten people, five at each server, all at the same moment: five matches, and nobody is left over."""
    store, many = postgresql.fresh_database(), 10
    together = Barrier(many)
    with ExitStack() as opened:
        sites = [opened.enter_context(serving(store)) for _ in range(2)]

        def find(number: int) -> Json:
            visitor = Visitor(sites[number % 2].address, source=f"127.0.0.{number + 10}")
            try:
                together.wait(PATIENCE)
                return look(visitor, f"Person {number}", game="range-war")
            finally:
                visitor.close()

        with ThreadPoolExecutor(many) as pool:
            found = list(pool.map(find, range(many)))
        played: dict[str, list[str]] = {}
        for one in found:
            played.setdefault(one["match"]["id"], []).append(one["token"])
        assert sorted(map(len, played.values())) == [2] * (many // 2)
        assert sum(one["waiting"] for one in found) == many // 2
        for match, tokens in played.items():
            seats = [Seat(sites[0], match, token).snapshot for token in tokens]
            assert sorted(seat["you"][0] for seat in seats) == [1, 2]
            assert {seat["state"] for seat in seats} == {"playing"}
        assert listed(sites[0]) == listed(sites[1]) == []


def test_a_challenge_at_one_server_is_accepted_at_another(postgresql: PostgreSQL) -> None:
    store = postgresql.fresh_database()
    with serving(store) as one, serving(store) as other:
        ada = challenge(one)
        with ada.subscribed() as socket:
            wait_until(lambda: matches_listed(other) == [ada.match])
            assert accept(other, ada.match).status_code == 200
            assert socket.receive()["event"]["kind"] == "joined"
        wait_until(lambda: listed(one) == [])
