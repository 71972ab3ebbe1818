"""An operator blocks an address or a network: nothing is answered there, on any server, until the time is up."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus

from fathom.errors import BadOption
from fathom.storage.journal.orders import time_before
from fathom.terminal.main import main
from fathom.web.http.blocks import Blocks, read_network, write_network
from tests.patience import PATIENCE
from tests.postgres import PostgreSQL
from tests.web.site import Site, serving
from tests.web.visitor import problem

JSON_PAGE = (Path(__file__).parents[3] / "docs" / "json.md").read_text(encoding="utf-8")
SENTENCE = "Your address is blocked on this server."

# ------------------------------------------------------------ which addresses


@pytest.mark.parametrize(
    "blocked, host, expected",
    [
        ("192.0.2.7", "192.0.2.7", True),
        ("192.0.2.7", "192.0.2.8", False),
        ("192.0.2.7", "::ffff:192.0.2.7", True),
        ("::ffff:192.0.2.7", "192.0.2.7", True),
        ("::ffff:192.0.2.0/120", "192.0.2.200", True),
        ("192.0.2.0/24", "192.0.2.255", True),
        ("192.0.2.9/24", "192.0.2.255", True),
        ("192.0.2.0/24", "192.0.3.0", False),
        ("0.0.0.0/0", "203.0.113.1", True),
        ("0.0.0.0/0", "2001:db8::1", False),
        ("2001:db8:1:2::9", "2001:db8:1:2:ffff::1", True),
        ("2001:db8:1:2::9", "2001:db8:1:3::9", False),
        ("2001:db8:1:2::9/128", "2001:db8:1:2::8", False),
        ("2001:db8::/32", "2001:db8:ffff::1", True),
        ("2001:db8::/32", "2001:db8:ffff::1%eth0", True),
        ("fe80::1", "unknown", False),
        ("fe80::1", "", False),
    ],
)
def test_an_address_is_blocked_with_its_network(blocked: str, host: str, expected: bool) -> None:
    blocks = Blocks()
    blocks.replace([("198.51.100.0/28", ""), (write_network(read_network(blocked)), "")])
    assert [blocks.holds(host), blocks.holds(host)] == [expected, expected]  # looked up, and remembered


@pytest.mark.parametrize(
    "text", ["", "nobody", "192.0.2", "192.0.2.7/33", "192.0.2.7/", "2001:db8::/129", "1", "٣.0.0.1"]
)
def test_what_is_no_network_is_refused(text: str) -> None:
    with pytest.raises(BadOption, match="is neither an address such as"):
        read_network(text)


def test_a_block_ends_at_its_time_and_the_longest_counts() -> None:
    blocks, now = Blocks(), datetime.now(UTC)
    past, future = time_before(now, timedelta(minutes=1)), time_before(now, -timedelta(minutes=1))
    blocks.replace([("192.0.2.7", past), ("198.51.100.7", future), ("203.0.113.7", past), ("203.0.113.0/24", "")])
    assert [blocks.holds(host) for host in ("192.0.2.7", "198.51.100.7", "203.0.113.7")] == [False, True, True]
    blocks.replace([])
    assert not blocks.holds("198.51.100.7")


def test_looking_up_does_not_take_longer_with_many_blocks() -> None:
    """Steps, not seconds: a set for each length of prefix."""
    blocks = Blocks()
    blocks.replace((f"10.{high}.{low}.0/24", "") for high in range(40) for low in range(256))
    assert len(blocks._networks) == 1
    assert blocks.holds("10.39.255.1")
    for number in range(25_000):
        blocks.holds(f"11.0.{number // 256}.{number % 256}")
    assert len(blocks._found) <= 20_000


# ------------------------------------------------------------ on a server


class Two:
    """Two servers over one store (the same one, if it is a file), behind a proxy, and the command line."""

    def __init__(self, place: str, here: Site, there: Site, capsys: pytest.CaptureFixture[str]) -> None:
        self.place = place
        self.sites = [here, there]
        self._capsys = capsys

    def store(self, *words: str) -> tuple[int, str, str]:
        status = main(["store", *words, "--store", self.place])
        return status, *self._capsys.readouterr()

    def await_status(self, status: int, address: str, path: str = "/") -> None:
        """Every server answers requests from an address so, sooner or later: news take a moment."""
        deadline = time.monotonic() + PATIENCE
        for site in self.sites:
            while site.get(path, headers=coming_from(address)).status_code != status:
                assert time.monotonic() < deadline
                time.sleep(0.02)


def coming_from(address: str) -> dict[str, str]:
    return {"X-Forwarded-For": address}


@pytest.fixture(scope="module")
def file_place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Site, Site]]:
    place = str(tmp_path_factory.mktemp("blocks") / "server.db")
    with serving(place, proxy="127.0.0.1") as site:
        yield place, site, site


@pytest.fixture(scope="module")
def shared_place(postgresql: PostgreSQL) -> Iterator[tuple[str, Site, Site]]:
    place = postgresql.fresh_database()
    with serving(place, proxy="127.0.0.1") as here, serving(place, proxy="127.0.0.1") as there:
        yield place, here, there


@pytest.fixture(params=["file_place", "shared_place"])
def two(request: pytest.FixtureRequest, capsys: pytest.CaptureFixture[str]) -> Iterator[Two]:
    """Nothing is blocked there at first, and afterwards."""
    place, here, there = request.getfixturevalue(request.param)
    servers = Two(place, here, there, capsys)
    yield servers
    for block in json.loads(servers.store("blocked", "--json")[1]):
        servers.store("unblock", block["network"])


def test_pages_the_api_and_sockets_are_closed_to_a_blocked_address_and_open_to_others(two: Two) -> None:
    site, address = two.sites[1], "192.0.2.1"
    seat = site.sits(opponent="same-screen")
    with (
        site.connected(seat.match, additional_headers=coming_from(address)) as caught,
        site.connected(seat.match, additional_headers=coming_from("192.0.2.2")) as other,
    ):
        caught.subscribe()
        other.subscribe()
        assert two.store("block", address, "--reason", "floods") == (0, f"{address} is blocked.\n", "")
        assert caught.ended() == (4403, "your address is blocked on this server")
        other.send({"type": "ping", "id": 1})
        assert other.receive()["pong"]
    two.await_status(403, address)
    for site in two.sites:
        page = site.get("/", headers=coming_from(address))
        assert (page.text, page.headers["content-type"]) == (SENTENCE, "text/plain; charset=utf-8")
        for path in ("/static/page.js", "/healthz", f"/m/{seat.match}"):
            assert site.get(path, headers=coming_from(address)).status_code == 403
        refused = site.post("/api/v1/matches", {"game": "range-war"}, headers=coming_from(address))
        assert (refused.status_code, problem(refused)) == (403, {"code": "blocked", "message": SENTENCE})
        with (
            pytest.raises(InvalidStatus) as handshake,
            site.connected(seat.match, additional_headers=coming_from(address)),
        ):
            """It is never open."""
        assert handshake.value.response.status_code == 403
        assert site.get("/", headers=coming_from("192.0.2.2")).status_code == 200
    assert two.store("unblock", address) == (0, f"{address} is not blocked any more.\n", "")
    two.await_status(200, address)


def test_a_network_of_ipv6_is_blocked_until_a_time(two: Two) -> None:
    status, shown, _ = two.store("block", "2001:db8:5::1", "--for", "2h")
    assert status == 0
    assert shown.startswith("2001:db8:5::/64 is blocked until 20")
    two.await_status(403, "2001:db8:5::ffff")
    until = json.loads(two.store("blocked", "--json")[1])[-1]["until"]
    told = two.sites[0].get("/", headers=coming_from("2001:db8:5::1")).text
    assert told == f"Your address is blocked on this server until {until[:16].replace('T', ' ')} UTC."
    left = datetime.fromisoformat(until) - datetime.now(UTC)
    assert timedelta(minutes=110) < left <= timedelta(hours=2)
    assert two.store("block", "2001:db8:5::/64", "--for", "1m")[0] == 0  # again: the new time counts
    assert json.loads(two.store("blocked", "--json")[1])[-1]["until"] < until
    assert two.store("unblock", "2001:db8:5::7")[0] == 0
    two.await_status(200, "2001:db8:5::1")


def test_what_is_blocked_is_listed(two: Two) -> None:
    assert two.store("blocked") == (0, "Nothing is blocked.\n", "")
    two.store("block", "198.51.100.0/24", "--reason", "posts bad names")
    two.store("block", "203.0.113.9", "--for", "7d")
    lines = two.store("blocked")[1].splitlines()
    assert lines[0].split(maxsplit=3) == ["198.51.100.0/24", "for", "good", "posts bad names"]
    assert lines[1].split()[0] == "203.0.113.9"
    listed = json.loads(two.store("blocked", "--json")[1])
    assert [block["network"] for block in listed] == ["198.51.100.0/24", "203.0.113.9"]
    assert (listed[0]["until"], listed[0]["reason"]) == (None, "posts bad names")
    section = JSON_PAGE.partition("## Blocked addresses: `fathom store blocked --json`")[2].partition("\n## ")[0]
    for key in listed[0]:
        assert f'"{key}"' in section


@pytest.mark.parametrize(
    "words, told",
    [
        (["block", "nobody"], "'nobody' is neither an address such as"),
        (["block", "192.0.2.7", "--for", "soon"], "'soon' is not a duration"),
        (["block", "192.0.2.7", "--for", "0d"], "'0d' is not a duration"),
        (["block", "192.0.2.7", "--reason", "x" * 201], "--reason must be one line"),
        (["unblock", "192.0.2.99"], "192.0.2.99 is not blocked"),
    ],
)
def test_a_mistake_is_told_in_a_sentence(two: Two, words: list[str], told: str) -> None:
    status, shown, said = two.store(*words)
    assert (status, shown, said.count("\n")) == (2, "", 1)
    assert said.startswith(told)
    assert two.store("blocked")[1] == "Nothing is blocked.\n"


def test_a_block_outlives_a_restart_and_can_be_made_while_nothing_runs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place = str(tmp_path / "server.db")
    with serving(place):
        """The first start makes the tables."""
    assert main(["store", "block", "127.0.0.1", "--store", place]) == 0
    assert "everybody is blocked" in capsys.readouterr().err
    with serving(place) as site:
        assert site.get("/healthz").status_code == 403
        assert main(["store", "unblock", "127.0.0.1", "--store", place]) == 0
        assert site.get("/healthz").status_code == 200
    capsys.readouterr()
