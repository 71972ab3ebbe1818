"""The operator's own programs play on a server, whatever they do; visitors name no commands."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest

from benchmarks.ports import free_port
from fathom.errors import BadOption
from fathom.terminal.main import main
from fathom.web.settings import read_bots, read_settings
from tests.patience import PATIENCE
from tests.web.site import Site, serving
from tests.web.visitor import Seat

FIRST = "#!/bin/sh\nwhile read -r code first rest; do echo $first; done\n"
CRASHES = "#!/bin/sh\nread question\necho 'out of ideas' >&2\nexit 1\n"
HANGS = "#!/bin/sh\nsleep 1000\n"


@pytest.fixture
def write(tmp_path: Path) -> Callable[[str], str]:
    """Writes a program; returns its path."""

    def do(source: str) -> str:
        path = tmp_path / f"bot{len(list(tmp_path.iterdir()))}"
        path.write_text(source, encoding="utf-8")
        path.chmod(0o755)
        return str(path)

    return do


def awaited(seat: Seat, sequence: int) -> None:
    deadline = time.monotonic() + PATIENCE
    while seat.sequence < sequence:
        assert time.monotonic() < deadline, "The bot does not move."
        time.sleep(0.01)


def test_visitors_play_against_a_bot_by_its_name(write: Callable[[str], str], tmp_path: Path) -> None:
    with serving(str(tmp_path / "server.db"), bots={"@rocky": write(FIRST)}) as site:
        assert "@rocky" in site.get("/play/range-war").text
        assert site.get("/api/v1/games/range-war").json()["opponents"]["@rocky"] == "a program of this server"
        seats = [site.sits(opponent="@rocky") for _ in range(5)]  # more than it has processes
        for seat in seats:
            seat.move("6", 1)
        for seat in seats:
            awaited(seat, 3)
            assert (seat.events[2]["kind"], seat.events[2]["move"]) == ("moved", "1")
        begins = site.sits(opponent="@rocky", seat=2)
        awaited(begins, 2)
        assert begins.snapshot["view"]["outcome"]["winner"] == 1


def test_a_bot_that_fails_forfeits_that_game_and_no_other(write: Callable[[str], str], tmp_path: Path) -> None:
    with serving(str(tmp_path / "server.db"), bots={"@rocky": write(CRASHES), "@calm": write(FIRST)}) as site:
        for _ in range(2):
            seat = site.sits(opponent="@rocky")
            seat.move("6", 1)
            awaited(seat, 3)
            assert (seat.events[2]["kind"], seat.events[2]["seat"]) == ("forfeited", 2)
            why = "it ended with exit status 1; its last line on standard error was 'out of ideas'"
            assert seat.snapshot["view"]["outcome"] == {"winner": 1, "reason": f"seat 2 forfeited: {why}"}
            assert f'[Forfeited "2: {why}"]' in seat.get("/record").text
            assert seat.command("take-back", 3, plies=1).json()["error"]["code"] == "game-over"
        calm = site.sits(opponent="@calm")
        calm.move("6", 1)
        awaited(calm, 3)
        assert calm.events[2]["move"] == "1"


def test_a_match_goes_on_when_the_server_starts_again(write: Callable[[str], str], tmp_path: Path) -> None:
    store = str(tmp_path / "server.db")
    with serving(store, bots={"@rocky": write(HANGS)}) as site:
        seat = site.sits(opponent="@rocky")
        seat.move("6", 1)  # and the server is closed while the bot is thinking
    with serving(store, bots={"@rocky": write(FIRST)}) as site:
        again = Seat(site, seat.match, seat.token)
        awaited(again, 3)
        assert (again.events[2]["kind"], again.events[2]["move"]) == ("moved", "1")
        again.move("10", 3)
        awaited(again, 5)
    with serving(store) as site:
        again = Seat(site, seat.match, seat.token)
        again.move("9", 5)
        awaited(again, 7)
        assert again.snapshot["view"]["outcome"]["reason"] == "seat 2 forfeited: it is no longer on this server"


@pytest.mark.parametrize("opponent", ["./bot", "/bin/sh", "cmd:sh", "json:sh", "profile:x.json", "@nobody"])
def test_a_visitor_cannot_name_a_command(site: Site, opponent: str) -> None:
    refused = site.post("/api/v1/matches", {"game": "range-war", "opponent": opponent})
    assert (refused.status_code // 100, refused.json()["error"]["code"]) == (4, "unknown-player")


class TestTheSetting:
    """`--bot rocky=./rocky`, or `bots` in the settings file."""

    def test_it_is_read_from_flags_and_files(self, tmp_path: Path) -> None:
        file = tmp_path / "server.toml"
        file.write_text('bots = ["rocky=cmd:sh -c \'echo 1, 2\'", "calm=./calm"]', encoding="utf-8")
        read = read_settings({"config": str(file)}, {}).settings.bots
        assert read == ("rocky=cmd:sh -c 'echo 1, 2'", "calm=./calm")
        assert read_settings({"bots": ["rocky=./a", "calm=./b"]}, {}).settings.bots == ("rocky=./a", "calm=./b")

    @pytest.mark.parametrize("wrong", ["rocky", "rocky=", "=./rocky", "Rocky=./rocky", "@rocky=./rocky", "rocky=rocky"])
    def test_a_wrong_value_is_refused(self, wrong: str) -> None:
        with pytest.raises(BadOption, match=r"is not a value for bots: it must be names with programs"):
            read_settings({"bots": [wrong]}, {})

    def test_a_name_that_is_taken_is_refused(self) -> None:
        with pytest.raises(BadOption, match="there is another machine called @perfect"):
            read_bots(("perfect=cmd:sh",))
        with pytest.raises(BadOption, match="there is another machine called @rocky"):
            read_bots(("rocky=cmd:sh", "rocky=cmd:cat"))

    def test_a_check_says_what_is_not_there(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        flags = [f"--port={free_port()}", f"--store={tmp_path / 'server.db'}"]
        assert main(["serve", "--check", *flags, "--bot=rocky=/no/such/bot"]) == 1
        assert "problem: bots: @rocky cannot play. There is no program '/no/such/bot'" in capsys.readouterr().out
        assert main(["serve", "--check", *flags, "--bot=rocky=cmd:cat"]) == 0
        assert "Visitors may play against @rocky, which are" in capsys.readouterr().out
