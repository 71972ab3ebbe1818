"""A rematch is two entries in one commit: the end of one match, and the start of another. Neither is there alone."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from fathom.storage.journal import Ledger, Search
from fathom.storage.journal.postgresql import PostgresLedger
from fathom.storage.journal.sqlite import SqliteLedger
from tests.web.site import Site
from tests.web.visitor import Seat, new_key, problem

SQLITE = "CREATE TRIGGER fault BEFORE INSERT ON events WHEN NEW.kind = '{kind}' BEGIN SELECT RAISE(ABORT, 'fault'); END"
POSTGRESQL = (
    "CREATE OR REPLACE FUNCTION fail() RETURNS trigger AS 'BEGIN RAISE EXCEPTION ''fault''; END' LANGUAGE plpgsql; "
    "CREATE TRIGGER fault BEFORE INSERT ON events FOR EACH ROW WHEN (NEW.kind = '{kind}') EXECUTE FUNCTION fail()"
)


@pytest.fixture
def site(either_site: Site) -> Site:
    return either_site


@contextmanager
def failing(site: Site, kind: str) -> Iterator[None]:
    """The store refuses to write entries of this kind."""

    def run(on_sqlite: str, on_postgresql: str) -> None:
        def ask(ledger: Ledger) -> None:
            if isinstance(ledger, SqliteLedger):
                ledger._db.execute(on_sqlite)
            elif isinstance(ledger, PostgresLedger):
                ledger._connect().execute(on_postgresql.encode())

        site.ledger(ask)

    run(SQLITE.format(kind=kind), POSTGRESQL.format(kind=kind))
    try:
        yield
    finally:
        run("DROP TRIGGER fault", "DROP TRIGGER fault ON events")


def matches(site: Site) -> set[str]:
    """Every match in the store."""
    return {one.id for one in site.ledger(lambda ledger: ledger.matches(Search(open_only=False, limit=100_000)))}


def over(site: Site) -> Seat:
    seat = site.sits(options={"highest": "3"})
    assert seat.command("resign", 1).status_code == 200
    return seat


@pytest.mark.parametrize("kind", ["created", "rematched"])
def test_a_rematch_that_fails_halfway_leaves_nothing_and_works_later(site: Site, kind: str) -> None:
    seat, key = over(site), new_key()
    before = matches(site)
    with failing(site, kind):
        answer = seat.command("rematch", 2, key)
        assert (answer.status_code, problem(answer)["code"]) == (503, "store")
        assert seat.snapshot["rematch"] == {"offers": [], "match": None}
    assert matches(site) == before
    event = seat.command("rematch", 2, key).json()["event"]
    assert matches(site) == before | {event["match"]}
    assert seat._replace(match=event["match"]).snapshot["you"] == [1, 2]


def test_the_loser_of_a_race_for_the_rematch_leaves_nothing(file_site: Site) -> None:
    """Something has been written that this server does not know of yet."""
    site = file_site
    seat, key = over(site), new_key()
    event = seat.command("rematch", 2, key).json()["event"]
    before = matches(site)
    live = site.server.matches._lives[seat.match]
    live.events.pop()
    live.keys.pop(key)
    live.next_match = None
    answer = seat.command("rematch", 2, "another-key")
    assert (answer.status_code, problem(answer)["code"]) == (409, "stale")
    assert matches(site) == before
    assert seat.snapshot["rematch"]["match"] == event["match"]
