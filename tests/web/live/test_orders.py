"""An operator deletes matches and replaces names while the server runs, and everybody is told."""

from __future__ import annotations

import json
import socket
import stat
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace

import pytest

from fathom.storage.journal import Transaction
from fathom.storage.journal.orders import time_before
from fathom.terminal.main import main
from fathom.web.upkeep import operator
from tests.patience import PATIENCE
from tests.postgres import PostgreSQL
from tests.web.site import Site, serving
from tests.web.visitor import Seat, problem

Run = tuple[int, str, str]


class Operated:
    """Two visitors' servers over one store (the same one, if the store is a file), and the command line."""

    def __init__(self, place: str, here: Site, there: Site, capsys: pytest.CaptureFixture[str]) -> None:
        self.place = place
        self.here = here
        self.there = there
        self._capsys = capsys

    def store(self, *words: str) -> Run:
        status = main(["store", *words, "--store", self.place])
        return status, *self._capsys.readouterr()

    def age(self, match: str, days: float) -> None:
        """Let everything in a match have happened so many days ago."""
        at = time_before(datetime.now(UTC), timedelta(days=days))

        def update(within: Transaction) -> None:
            within.run("UPDATE events SET at = ? WHERE match = ?", at, match)
            within.run("UPDATE matches SET created = ?, changed = ? WHERE id = ?", at, at, match)

        self.here.ledger(lambda ledger: ledger.transact(update))


@pytest.fixture(scope="module")
def file_place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Site, Site]]:
    place = str(tmp_path_factory.mktemp("operated") / "server.db")
    with serving(place) as site:
        yield place, site, site


@pytest.fixture(scope="module")
def shared_place(postgresql: PostgreSQL) -> Iterator[tuple[str, Site, Site]]:
    place = postgresql.fresh_database()
    with serving(place) as here, serving(place) as there:
        yield place, here, there


@pytest.fixture(params=["file_place", "shared_place"])
def operated(request: pytest.FixtureRequest, capsys: pytest.CaptureFixture[str]) -> Operated:
    place, here, there = request.getfixturevalue(request.param)
    return Operated(place, here, there, capsys)


def resigned(site: Site, **wish: str) -> Seat:
    """A match that is over."""
    seat = site.sits(opponent="same-screen", **wish)
    assert seat.command("resign", 1).status_code == 200
    return seat


def await_page(site: Site, path: str, without: str) -> None:
    deadline = time.monotonic() + PATIENCE
    while without in site.get(path).text:
        assert time.monotonic() < deadline
        time.sleep(0.05)


def elsewhere(seat: Seat, site: Site) -> Seat:
    return seat._replace(visitor=site)


# ------------------------------------------------------------ deleting


def test_a_deleted_match_is_gone_for_everybody(operated: Operated) -> None:
    seat = resigned(operated.here, name="Ada")
    there = elsewhere(seat, operated.there)
    with there.subscribed() as watching:
        assert operated.store("delete", seat.match, "--yes") == (0, f"Match {seat.match} has been deleted.\n", "")
        assert watching.ended() == (4404, "this match has been deleted")
    for one in (seat, there):
        assert problem(one.get())["code"] == "not-found"
        assert one.visitor.get(f"/m/{seat.match}").status_code == 404
        assert one.command("rematch", 2).status_code == 404
        listed = one.visitor.get("/api/v1/matches?state=over").json()["matches"]
        assert seat.match not in [match["id"] for match in listed]
    assert operated.store("check")[0] == 0


def test_a_running_match_stays(operated: Operated) -> None:
    seat = operated.here.sits(opponent="same-screen")
    status, shown, said = operated.store("delete", seat.match, "--yes")
    assert (status, shown) == (2, "")
    assert said.startswith(f"Match {seat.match} is running: it is not over, and its last event was at ")
    seat.plays("6", "4")


def test_a_move_that_meets_the_deletion_of_its_match_is_refused(operated: Operated) -> None:
    """The server has the match in memory, as it was before."""
    seat = operated.there.sits(opponent="same-screen")
    seat.plays("6")
    operated.age(seat.match, 2)
    assert operated.store("delete", seat.match, "--yes")[0] == 0
    assert problem(seat.move("4", 2))["code"] == "not-found"
    assert operated.store("check")[0] == 0


def test_the_key_of_a_deleted_match_is_not_used_again(operated: Operated) -> None:
    wish = {"game": "range-war", "opponent": "same-screen", "key": "0123456789abcdef0123456789abcdef"}
    made = operated.here.post("/api/v1/matches", wish).json()
    seat = Seat(operated.here, made["match"]["id"], made["token"])
    assert seat.command("resign", 1).status_code == 200
    assert operated.store("delete", seat.match, "--yes")[0] == 0
    for site in (operated.here, operated.there):
        again = site.post("/api/v1/matches", wish)
        assert (again.status_code, problem(again)["code"]) == (409, "key-taken")


def test_old_matches_are_pruned_and_the_others_go_on(operated: Operated, monkeypatch: pytest.MonkeyPatch) -> None:
    old = [operated.here.sits(opponent="same-screen") for _ in range(3)]
    over, young = resigned(operated.here), operated.here.sits(opponent="same-screen")
    for seat in (*old, over):
        operated.age(seat.match, 31)
    dry = operated.store("prune", "--older-than", "30", "--dry-run")
    told = "Matches without an event for 30 days: 4 (1 over, 3 playing, 0 waiting). Nothing has been deleted.\n"
    assert dry == (0, told, "")
    assert old[0].get().status_code == 200
    monkeypatch.setenv("FATHOM_SERVE_KEEP_DAYS", "30")
    assert operated.store("prune", "--dry-run") == dry
    assert operated.store("prune", "--older-than", "30", "--yes") == (0, "4 matches have been deleted.\n", "")
    for seat in (*old, over):
        assert elsewhere(seat, operated.there).get().status_code == 404
    young.plays("6", "4")


def test_pruning_needs_an_age(operated: Operated) -> None:
    status, _, said = operated.store("prune", "--yes")
    assert (status, said) == (2, "Say how old matches must be with --older-than DAYS: the server has no keep-days.\n")
    status, _, said = operated.store("prune", "--older-than", "0", "--yes")
    assert (status, said) == (2, "--older-than must be at least 1 day, not 0.\n")


# ------------------------------------------------------------ renaming


def test_a_name_disappears_from_everything_that_is_served(operated: Operated) -> None:
    name = f"Ünsayable-{'here' if operated.here is operated.there else 'there'}"
    host, guest = operated.here.two(name=name, seat=1)
    assert host.move("6", 2).status_code == 200
    other = resigned(operated.here, name=name)
    with elsewhere(guest, operated.there).subscribed() as playing:
        status, shown, _ = operated.store("rename", name, "Player 1", "--yes")
        assert (status, shown) == (0, f"'{name}' has been replaced by 'Player 1'; matches changed: 2.\n")
        told = playing.receive()["event"]
        assert (told["kind"], told["seat"], told["name"]) == ("renamed", 1, "Player 1")
    for site in (operated.here, operated.there):
        for seat in (elsewhere(host, site), elsewhere(other, site)):
            for what in ("", "/events", "/record"):
                assert name not in seat.get(what).text
            assert seat.snapshot["names"][0] == "Player 1"
            page = site.get(f"/m/{seat.match}", seat.token)
            assert (page.status_code, name in page.text) == (200, False)
            assert name not in json.dumps(seat.events, ensure_ascii=False)
        assert name not in site.get("/api/v1/matches?state=over").text
        await_page(site, "/watch", without=name)  # which is made again every second
    answer = elsewhere(guest, operated.there).move("4", 4)
    assert answer.status_code == 200, answer.text
    assert name not in operated.store("export", "--format", "jsonl")[1]
    assert operated.store("check")[0] == 0
    assert operated.store("rename", name, "X", "--yes")[:2] == (1, f"Nobody is called '{name}' there.\n")


def test_a_name_is_replaced_in_one_match(operated: Operated) -> None:
    one, other = (operated.here.sits(opponent="same-screen", name="Double") for _ in range(2))
    assert "Double" in one.move("6", 0, key="seen-before-1").text  # refused, with the events that were missed
    assert operated.store("rename", "Double", "Single", "--match", one.match, "--yes")[0] == 0
    assert "Double" not in one.snapshot["names"]
    assert "Double" not in one.move("6", 0, key="seen-before-1").text
    assert "Double" in other.snapshot["names"]


@pytest.mark.parametrize("new", ["", "@perfect", "x" * 41, "a\nb"])
def test_a_name_that_nobody_may_have_is_refused(operated: Operated, new: str) -> None:
    seat = operated.here.sits(opponent="same-screen", name="Kept")
    status, shown, said = operated.store("rename", "Kept", new, "--yes")
    assert (status, shown) == (2, "")
    assert said.count("\n") == 1
    assert "Kept" in seat.snapshot["names"]


def test_a_computer_player_keeps_its_name(operated: Operated) -> None:
    status, _, said = operated.store("rename", "@perfect", "Bob", "--yes")
    assert (status, said) == (2, "'@perfect' is the name of a computer player, which cannot be replaced.\n")


# ------------------------------------------------------------ the control socket


def test_nothing_is_deleted_unless_the_operator_agrees(operated: Operated) -> None:
    seat = resigned(operated.here)
    status, _, said = operated.store("delete", seat.match)
    assert status == 2
    assert said.endswith("This cannot be undone: add --yes to do it without being asked.\n")
    assert seat.get().status_code == 200


def test_only_the_owner_of_the_store_can_give_orders(tmp_path: Path) -> None:
    path = tmp_path / "server.db.control"
    path.touch()  # left behind by a server that was killed
    with serving(str(tmp_path / "server.db")):
        mode = path.stat().st_mode
        assert stat.S_ISSOCK(mode)
        assert stat.S_IMODE(mode) == 0o600
    assert not path.exists()


@pytest.mark.parametrize("line", [b"hello\n", b"{}\n", b'{"type": "explode"}\n', b"[1]\n"])
def test_an_order_that_cannot_be_read_is_answered(file_place: tuple[str, Site, Site], line: bytes) -> None:
    with socket.socket(socket.AF_UNIX) as control:
        control.connect(f"{file_place[0]}.control")
        with control.makefile("rwb") as lines:
            for _ in range(2):  # and the next one is read
                lines.write(line)
                lines.flush()
                answer = json.loads(lines.readline())
                assert answer["problem"].startswith("The server cannot read this order: ")


def test_an_endless_order_is_cut_off(file_place: tuple[str, Site, Site]) -> None:
    with socket.socket(socket.AF_UNIX) as control:
        control.connect(f"{file_place[0]}.control")
        control.settimeout(60)
        try:
            control.sendall(b"x" * 1_000_000)
            assert control.recv(1) == b""
        except (BrokenPipeError, ConnectionResetError):
            """Cut off while it was still sending."""
    assert file_place[1].get("/healthz").status_code == 200


def test_a_path_that_is_too_long_for_a_socket_does_not_stop_the_server(tmp_path: Path) -> None:
    folder = tmp_path / ("x" * 100)
    with serving(str(folder / "server.db")) as site:
        site.sits(opponent="same-screen").plays("6")


def test_a_stopped_store_is_changed_by_the_command_itself(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = str(tmp_path / "server.db")
    with serving(place) as site:
        seat, other = resigned(site), site.sits(opponent="same-screen", name="Ada")
    assert main(["store", "delete", seat.match, "--yes", "--store", place]) == 0
    assert main(["store", "rename", "Ada", "Eve", "--yes", "--store", place]) == 0
    with serving(place) as site:
        assert elsewhere(seat, site).get().status_code == 404
        assert "Eve" in elsewhere(other, site).snapshot["names"]
        elsewhere(other, site).plays("6", "4")
    capsys.readouterr()


def test_where_there_are_no_such_sockets_the_store_is_said_to_be_in_use(
    file_place: tuple[str, Site, Site], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(operator, "socket", SimpleNamespace(socket=socket.socket))  # as on Windows
    assert main(["store", "rename", "Ann", "Bob", "--store", file_place[0]]) == 2
    assert "is in use by another server" in capsys.readouterr().err


def test_a_file_in_use_is_not_made_smaller(
    file_place: tuple[str, Site, Site], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["store", "vacuum", "--store", file_place[0]]) == 2
    assert "A file can only be made smaller while no server has it." in capsys.readouterr().err
