"""One match that cannot be read spoils no list, is reported once, and says itself what is wrong."""

from __future__ import annotations

import logging
from itertools import count

import pytest

from fathom.storage.journal import Addition, Entry, Ledger, Search, Sighting, Summary
from fathom.web.live import sharing
from fathom.web.live.connection import NO_SUCH_MATCH
from tests.web.reading import PageRead
from tests.web.site import Site
from tests.web.visitor import Seat, problem

_ids = (f"damaged{number}" for number in count())


@pytest.fixture(autouse=True)
def fresh_lists(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sharing, "FRESH_SECONDS", 0)


def damage(entries: list[Entry], summary: Summary, how: str) -> tuple[list[Entry], Summary]:
    """A log and its line in the lists, with something wrong."""
    created, first, *rest = entries
    match how:
        case "cut off":
            first = first._replace(body='{"seat": 1, "mo')
        case "unknown event":
            first = first._replace(kind="teleported")
        case "illegal move":
            first = first._replace(body='{"seat": 1, "move": "99"}')
        case "unknown game":
            created = created._replace(body=created.body.replace("range-war", "chess"))
            summary = summary._replace(game="chess")
        case "options that are not valid":
            created = created._replace(body=created.body.replace('"highest":"10"', '"highest":"-4"'))
        case "no hashes":
            created = created._replace(private="{}")
        case "nobody sits there":
            created = created._replace(body=created.body.replace('"names":["', '"names":["","').replace("from", "form"))
        case "no beginning":
            return [first, *rest], summary
        case "gap":
            return [created, *rest], summary
    return [created, first, *rest], summary


#: What is wrong, and what the page of the match says about it.
DAMAGE = {
    "cut off": "cannot be read",
    "unknown event": "teleported",
    "illegal move": "99",
    "unknown game": "chess",
    "options that are not valid": "-4",
    "no hashes": "damaged",
    "nobody sits there": "cannot be read",
    "no beginning": "gap",
    "gap": "gap",
}


def store_damaged(site: Site, how: str) -> tuple[Seat, str]:
    """A match, and a damaged copy of it: both are shown as being played."""
    seat = site.sits(opponent="same-screen")
    seat.plays("6", "4", "9")
    copied = next(_ids)

    def write(ledger: Ledger) -> None:
        (summary,) = [one for one in ledger.matches(Search()) if one.id == seat.match]
        entries, summary = damage(ledger.entries(seat.match), summary, how)
        sightings = [Sighting(match, match, entries[-1].at) for match in (seat.match, copied)]
        additions = [Addition(one._replace(match=copied)) for one in entries]
        additions[0] = additions[0]._replace(summary=summary._replace(id=copied))
        additions[:2] = [one._replace(sighting=seen) for one, seen in zip(additions, sightings, strict=False)]
        ledger.write(additions)

    site.ledger(write)
    return seat, copied


def listed(site: Site, **asked: object) -> list[str]:
    answer = site.get("/api/v1/matches", params={"limit": 100} | asked)
    assert answer.status_code == 200, answer.text
    return [match["id"] for match in answer.json()["matches"]]


@pytest.mark.parametrize("how", DAMAGE)
def test_a_damaged_match_is_left_out_of_lists_and_says_what_is_wrong(
    either_site: Site, how: str, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.ERROR, "fathom.matches"):
        seat, damaged = store_damaged(either_site, how)
        for _ in range(2):
            assert seat.match in listed(either_site)
            shown = either_site.get("/watch")
            assert shown.status_code == 200
            assert seat.match in shown.text
            assert damaged not in shown.text
            page = either_site.get(f"/m/{damaged}")
            assert page.status_code == 500
            assert "This match cannot be opened: " in PageRead(page.text).words
            assert DAMAGE[how] in PageRead(page.text).words
            answer = either_site.get(f"/api/v1/matches/{damaged}")
            assert (answer.status_code, problem(answer)["code"]) == (500, "unreadable-match")
            with either_site.connected(damaged) as socket:
                socket.send({"type": "subscribe"})
                assert socket.ended()[0] == NO_SUCH_MATCH
    reported = [record for record in caplog.records if getattr(record, "match", "") == damaged]
    assert [record.getMessage() for record in reported] == ["a match cannot be read"]
    assert seat.move("8", seat.sequence).status_code == 200, "all others go on"


@pytest.mark.parametrize("spoiled", [{"names": "{"}, {"outcome": "nonsense"}, {"game": "chess"}], ids=str)
def test_a_damaged_line_is_left_out_of_the_list_and_its_match_still_opens(
    either_site: Site, spoiled: dict[str, str]
) -> None:
    seat = either_site.sits(opponent="same-screen")
    other = either_site.sits(opponent="same-screen")

    def write(ledger: Ledger) -> None:
        (summary,) = [one for one in ledger.matches(Search()) if one.id == seat.match]
        (created,) = ledger.entries(seat.match)
        copied = f"line{seat.match}"
        ledger.write([Addition(created._replace(match=copied), summary._replace(id=copied, **spoiled))])  # type: ignore[arg-type]

    either_site.ledger(write)
    found = listed(either_site)
    assert other.match in found
    assert f"line{seat.match}" not in found
    assert either_site.get(f"/m/line{seat.match}").status_code == 200


def test_an_event_that_another_server_wrote_and_this_one_cannot_read_is_told(either_site: Site) -> None:
    seat = either_site.sits(opponent="same-screen")
    seat.plays("6")
    entry = Entry(seat.match, 3, "from-the-future", "teleported", "{}", "{}", "2026-11-17T00:00:00.000Z")
    either_site.ledger(lambda ledger: ledger.write([Addition(entry)]))
    answer = seat.move("4", 2)  # its place is taken, so the log is read
    assert (answer.status_code, problem(answer)["code"]) == (500, "unreadable-match")
    assert either_site.get("/watch").status_code == 200
