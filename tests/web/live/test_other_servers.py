"""Two servers on one PostgreSQL: players see each other wherever they are connected, and nobody who is here is left."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

import psycopg
import pytest

from fathom.storage.journal import presences
from fathom.storage.journal.postgresql import PostgresLedger
from fathom.storage.journal.presences import Hint, exchange, leave, read_elsewhere
from fathom.web.live import other_servers, presence
from fathom.web.live.people import CLAIM_SECONDS
from tests.patience import PATIENCE
from tests.postgres import PostgreSQL
from tests.web.live.test_clocks import Elsewhen, elsewhen  # noqa: F401 (a fixture)
from tests.web.live.test_people import until_here
from tests.web.site import Site, serving
from tests.web.visitor import Seat, problem

BOTH, HOST, GUEST = frozenset({1, 2}), frozenset({1}), frozenset({2})


@pytest.fixture
def url(postgresql: PostgreSQL) -> str:
    return postgresql.fresh_database()


@pytest.fixture
def sites(url: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Site, Site]]:
    monkeypatch.setattr(presence, "SETTLED_SECONDS", 0.01)
    monkeypatch.setattr(other_servers, "BEAT_SECONDS", 0.05)
    with serving(url) as one, serving(url) as other:
        yield one, other


def until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def change(url: str, statement: str) -> None:
    """Change the tables behind the servers' backs."""
    with psycopg.connect(url, autocommit=True) as db:
        db.execute(statement.encode())


def test_players_at_two_servers_see_each_other_come_look_away_and_go(sites: tuple[Site, Site]) -> None:
    one, other = sites
    ada, bob = one.two()
    there = Seat(other, bob.match, bob.token)
    with ada.subscribed() as hers:
        until_here(hers, 1, True)
        with there.subscribed() as his:
            until_here(hers, 2, True)
            until_here(his, 1, True)
            assert [seat["here"] for seat in ada.snapshot["presence"]] == [True, True]
            his.send({"type": "here", "here": False, "id": 1})
            until_here(hers, 2, False)
            his.send({"type": "here", "here": True, "id": 2})
            until_here(hers, 2, True)
        until_here(hers, 2, False)


def test_whoever_comes_later_is_told_at_once_who_is_at_the_other_server(sites: tuple[Site, Site]) -> None:
    one, other = sites
    ada, bob = one.two()
    with ada.subscribed() as hers:
        until_here(hers, 1, True)
        until(lambda: Seat(other, bob.match, bob.token).snapshot["presence"][0]["here"])
        with other.connected(bob.match) as socket:
            told = socket.subscribe(token=bob.token)
            assert told["match"]["presence"][0] == {"here": True, "away": 0, "claim": CLAIM_SECONDS}


def test_a_match_cannot_be_claimed_while_the_other_player_is_at_another_server(
    sites: tuple[Site, Site],
    elsewhen: Elsewhen,  # noqa: F811
) -> None:
    one, other = sites
    ada, bob = one.two()
    ada.move("6", 2)
    there = Seat(other, bob.match, bob.token)
    with ada.subscribed(after=3) as hers:
        with there.subscribed():
            until_here(hers, 2, True)
            elsewhen.seconds += 10 * CLAIM_SECONDS
            assert "3 minutes" in problem(ada.command("claim", 3))["message"], "Bob is here, however long he thinks"
            refused = hers.ask("claim", expected=3)
            assert refused["error"]["code"] == "not-now", "by a socket, too"
        until_here(hers, 2, False)
        assert "3 minutes" in problem(ada.command("claim", 3))["message"], "he has just left"
        elsewhen.seconds += CLAIM_SECONDS + 1
        assert ada.command("claim", 3).json()["event"]["kind"] == "abandoned"
    assert there.snapshot["view"]["outcome"] == {"winner": 1, "reason": "seat 2 left the match"}


def test_a_claim_reads_the_database_even_if_no_hint_has_arrived(
    sites: tuple[Site, Site],
    url: str,
    elsewhen: Elsewhen,  # noqa: F811
) -> None:
    one, _ = sites
    ada, _ = one.two()
    ada.move("6", 2)
    elsewhen.seconds += CLAIM_SECONDS + 1
    change(url, "INSERT INTO leases VALUES ('quiet', clock_timestamp() + interval '1 hour')")
    change(url, f"INSERT INTO presences VALUES ('{ada.match}', 2, 'quiet')")
    assert problem(ada.command("claim", 3))["code"] == "not-now"
    change(url, "DELETE FROM presences")
    assert ada.command("claim", 3).status_code == 200


def test_a_server_that_has_died_keeps_nobody_here(sites: tuple[Site, Site], url: str) -> None:
    one, _ = sites
    ada, _ = one.two()
    change(url, "INSERT INTO leases VALUES ('dying', clock_timestamp() + interval '1 hour')")
    change(url, f"INSERT INTO presences VALUES ('{ada.match}', 2, 'dying')")
    with ada.subscribed() as hers:
        until_here(hers, 2, True)
        change(url, "UPDATE leases SET until = clock_timestamp() - interval '1 second' WHERE server = 'dying'")
        until_here(hers, 2, False)


def test_a_server_that_stops_tells_the_others(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presence, "SETTLED_SECONDS", 0.01)
    with serving(url) as one:
        ada, bob = one.two()
        with ada.subscribed() as hers:
            with serving(url) as other, Seat(other, bob.match, bob.token).subscribed():
                until_here(hers, 2, True)
            until_here(hers, 2, False)


def test_what_the_database_has_lost_in_a_crash_is_written_again(sites: tuple[Site, Site], url: str) -> None:
    one, other = sites
    ada, bob = one.two()
    there = Seat(other, bob.match, bob.token)
    with ada.subscribed() as hers, there.subscribed():
        until_here(hers, 2, True)
        change(url, "TRUNCATE leases, presences")
        until(lambda: [seat["here"] for seat in there.snapshot["presence"]] == [True, True])


@pytest.mark.slow
def test_players_survive_a_restart_of_the_database(sites: tuple[Site, Site], postgresql: PostgreSQL) -> None:
    one, other = sites
    ada, bob = one.two()
    there = Seat(other, bob.match, bob.token)
    with ada.subscribed() as hers, there.subscribed() as his:
        until_here(hers, 2, True)
        postgresql.restart(crash=True)
        his.send({"type": "here", "here": False, "id": 1})
        until_here(hers, 2, False)
        his.send({"type": "here", "here": True, "id": 2})
        until_here(hers, 2, True)


# ------------------------------------------------------------ the tables


@pytest.fixture
def ledger(url: str) -> Iterator[PostgresLedger]:
    opened = PostgresLedger(url)
    yield opened
    opened.close()


def test_a_server_reads_what_others_wrote_and_not_its_own(ledger: PostgresLedger) -> None:
    exchange(ledger, "one", {"match": HOST, "third": HOST}, ["match", "third"], [])
    found = exchange(ledger, "other", {"match": GUEST}, ["match"], ["match", "third", "nowhere"])
    assert found == {"match": HOST, "third": HOST}
    assert read_elsewhere(ledger, "one", "match") == GUEST
    assert read_elsewhere(ledger, "third server", "match") == BOTH
    exchange(ledger, "one", {"third": HOST}, ["match"], [])
    assert read_elsewhere(ledger, "third server", "match") == GUEST
    leave(ledger, "other")
    assert read_elsewhere(ledger, "third server", "match") == frozenset()


def test_without_a_change_nothing_is_announced(ledger: PostgresLedger, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[Hint] = []
    monkeypatch.setattr(Hint, "announce", lambda hint, _within: told.append(hint))
    exchange(ledger, "one", {"match": HOST}, ["match"], [])
    assert told == [Hint("one", "")], "its first lease: whatever others believed of it is out of date"
    exchange(ledger, "one", {"match": HOST}, [], ["match"])
    assert len(told) == 1
    exchange(ledger, "one", {"match": BOTH}, ["match"], [])
    assert told[1:] == [Hint("one", "match")]
    many = [f"match{number}" for number in range(presences._MOST_TOLD + 1)]
    exchange(ledger, "one", dict.fromkeys(many, HOST), many, [])
    assert told[2:] == [Hint("one", "")]


def test_after_a_failure_everything_is_written_again(ledger: PostgresLedger) -> None:
    exchange(ledger, "one", {"match": HOST, "left": HOST}, ["match", "left"], [])
    exchange(ledger, "one", {"match": HOST}, None, [])
    assert read_elsewhere(ledger, "other", "left") == frozenset()
    assert read_elsewhere(ledger, "other", "match") == HOST


@pytest.mark.parametrize("announced", ["", "@blocks", "q7m2x9dk4hbn3cva"])
def test_other_announcements_are_no_hints(announced: str) -> None:
    assert Hint.read(announced) is None
