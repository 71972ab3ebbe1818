"""What the server's page says is so: its example runs, its backups can be restored, its numbers are the code's."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
from pathlib import Path
from typing import Any

import httpx
import pytest
import uvicorn

from fathom.storage.journal import damage, postgresql_connection, presences
from fathom.storage.journal import postgresql as postgresql_ledger
from fathom.web import Application, serve, supervisor
from fathom.web.api import challenges as challenge_lists
from fathom.web.api import drills, looking_back, matches, operations, previews
from fathom.web.http import connections, limits, middleware, uvicorn_http
from fathom.web.live import (
    bots,
    clocks,
    connection,
    entrants,
    live_match,
    lobby,
    other_servers,
    people,
    presence,
    readiness,
    sharing,
    stage,
    transport,
    uvicorn_transport,
)
from fathom.web.pages import watch
from fathom.web.thinking import messages, queue, runners, worker
from fathom.web.worker import _FILES
from tests.patience import PATIENCE
from tests.postgres import PostgreSQL
from tests.web.siege.watch import MOST_MEMORY, MOST_STALL
from tests.web.site import running, serving
from tests.web.visitor import Seat

PAGE = (Path(__file__).parents[2] / "docs" / "server.md").read_text(encoding="utf-8")
#: The page on one line, as its sentences are broken anywhere.
TEXT = " ".join(PAGE.split())


def test_the_games_are_served_inside_another_application(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    section = PAGE.partition("## Inside another application\n")[2].partition("\n## ")[0]
    example = re.search(r"```python\n(.*?)```", section, re.DOTALL)
    assert example
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    exec(example[1], names)
    games: Application = names["games"]
    with running(uvicorn.Config(names["site"], log_config=None)) as address:
        assert list(tmp_path.iterdir())  # the store is open before anybody asks
        home = httpx.get(f"http://{address}/games/", trust_env=False)
        assert home.status_code == 200
        assert 'href="/games/rules"' in home.text
    assert games.state.server is None


# ------------------------------------------------------------ backups


def run_as_on_the_page(line: str, folder: Path, database: str = "") -> None:
    """Run a command line of the page in a shell, with another database instead of the one called fathom."""
    assert f"`{line}`" in TEXT or f"```\n{line}\n```" in PAGE, line
    program = shlex.split(line)[0]
    if not shutil.which(program) and not os.environ.get("CI"):
        pytest.skip(f"{program} is not installed here")
    assert shutil.which(program), f"CI needs {program}: .ci/run installs it"
    script = line.replace(f"{program} fathom ", f"{program} {database} ")
    subprocess.run(["bash", "-e", "-c", script], cwd=folder, check=True, timeout=PATIENCE, stdout=subprocess.DEVNULL)


def test_a_backup_made_while_the_server_runs_is_restored(tmp_path: Path) -> None:
    store = tmp_path / "server.db"
    with serving(str(store)) as site:
        seat = site.sits()
        seat.plays("6", "4")
        run_as_on_the_page('sqlite3 server.db ".backup copy.db"', tmp_path)
        seat.move("9", 3)
    assert "replace `server.db` with the copy, remove `server.db-wal` and `server.db-shm`, and start" in TEXT
    (tmp_path / "copy.db").replace(store)
    for left in ("server.db-wal", "server.db-shm"):
        (tmp_path / left).unlink(missing_ok=True)
    with serving(str(store)) as site:
        restored = Seat(site, seat.match, seat.token)
        assert restored.snapshot["view"]["played"] == ["6", "4"]
        assert restored.move("9", 3).status_code == 200


def test_a_backup_of_a_database_is_restored_into_an_empty_one(tmp_path: Path, postgresql: PostgreSQL) -> None:
    url, empty = postgresql.fresh_database(), postgresql.fresh_database()
    with serving(url) as site:
        seat = site.sits()
        seat.plays("6", "4")
        run_as_on_the_page("pg_dump fathom > fathom.sql", tmp_path, url)
        seat.move("9", 3)
    run_as_on_the_page("psql fathom < fathom.sql", tmp_path, empty)
    with serving(empty) as site:
        restored = Seat(site, seat.match, seat.token)
        assert restored.snapshot["view"]["played"] == ["6", "4"]
        assert restored.move("9", 3).status_code == 200


# ------------------------------------------------------------ figures


USUAL, BUDGET = limits.Limits(), messages.Budget()
KB, MB = 1024, 1024 * 1024


@pytest.mark.parametrize(
    "sentence",
    [
        # Limits
        f"| `matches-per-minute` | {USUAL.matches_per_minute} new matches from one address |",
        f"| `requests-per-second` | {USUAL.requests_per_second} from one address, bursts of 300 |",
        f"| `sockets-per-address` | {USUAL.sockets_per_address} open at once |",
        f"| `messages-per-second` | {USUAL.messages_per_second} on one socket, bursts of 60 |",
        f"`/metrics` are limited to {middleware._PROBES_PER_SECOND} requests a second",
        f"One address can enter {entrants.MOST_NAMES} names in the table",
        f"Bodies are limited to {operations.LARGEST_BODY // KB} kB (records {matches._LARGEST_RECORD // KB} kB, "
        f"drills {drills._LARGEST_BODY // KB} kB), addresses to {middleware._LONGEST_URL // KB} kB, "
        f"frames to {connection.LARGEST_FRAME // KB} kB; "
        f"a match to {live_match.MOST_MOVES:,} moves and {live_match.MOST_EVENTS:,} events",
        f"one more for every {limits.EVENTS_PER_REQUEST}",
        f"{uvicorn_transport._OTHERS_PER_SECOND} a second on one socket, bursts of {uvicorn_transport._MOST_OTHERS}",
        f"A client that leaves {transport.MOST_UNREAD // KB} kB unread is disconnected with {connection.TOO_SLOW}",
        f"a client that answers no ping for {serve._PING_SECONDS:g} seconds is disconnected",
        f"| `sockets-per-address` and {connections.BESIDES_SOCKETS} more;",
        f"the files that the process may open, less {connections._OTHER_FILES}; it asks the system for {_FILES:,}",
        f"| {uvicorn_http.MOST_HEAD // KB} kB, {uvicorn_http.MOST_LINES} lines | 431",
        f"| {uvicorn_http._SECONDS:g} seconds for the head, and for every {uvicorn_http._BYTES // KB} kB of the body |",
        f"| body | {uvicorn_http._MOST_BODY // MB} MB and {uvicorn_http._MOST_LINE_ENDS:,} line ends, "
        "of which a chunk has two, even if nobody reads it |",
        f"| {uvicorn_http._MOST_AHEAD // KB} kB; they are parsed and answered one at a time |",
        f"each with at most {queue.MOST_WAITING} calls waiting",
        f"A call has {BUDGET.seconds:g} CPU seconds and",
        f"A process that holds more than {worker._MOST_REMEMBERED // MB} MB after a call is replaced",
        f"others wait at most {1000 * MOST_STALL:g} ms longer for their moves, "
        f"and the server and its processes take at most {MOST_MEMORY // MB} MB more",
        # Clocks
        f"a server writes down every {clocks.BEAT_SECONDS:g} seconds that it is up",
        f"could not be written for more than {clocks._TOLERANCE_SECONDS:g} seconds is an outage too",
        f"at most {clocks.MOST_TIMERS:,}, and {clocks.MOST_OF_ONE:,} for the matches of one address",
        # Between people
        f"A change is told {presence.SETTLED_SECONDS:g} seconds later at the earliest",
        f"has been away for {people.CLAIM_SECONDS // 60} minutes has left",
        f"A server renews its lease every {other_servers.BEAT_SECONDS:g} seconds while it has players; if it dies, "
        f"its players count as away {presences.LEASE_SECONDS} seconds later",
        f"A match takes one nudge in {people.NUDGE_SECONDS} seconds",
        # Watching
        f"up to {looking_back._MOST_KEPT // MB} MB of finished ones are kept",
        f"people have moved within {watch.QUIET_AFTER.seconds // 60} minutes, or within an hour",
        # The lobby
        f"The row is renewed every {lobby._RENEWED_SECONDS:g} seconds, deleted {lobby.GONE_SECONDS:g} seconds "
        f"after the player has left, and does not count when it is older than {lobby.FRESH_SECONDS:g} seconds",
        f"After {lobby.OPEN_MINUTES} minutes a challenge is not listed any more",
        f"has at most {lobby.MOST_OPEN} open challenges at a time",
        f"a sixth of `matches-per-minute`, {limits.most_acceptances(USUAL)} in a minute",
        f"The list shows the {challenge_lists.MOST_SHOWN} that have been waiting longest",
        # PostgreSQL and workers
        f"given up after {postgresql_connection.PATIENCE_SECONDS:g} seconds, by the server and, "
        f"for a statement that waits there, after {postgresql_ledger._STATEMENT_SECONDS} by PostgreSQL itself",
        f"stops responding for {supervisor._SILENCE_SECONDS:g} seconds is replaced",
        f"died within {supervisor._YOUNG_SECONDS:g} seconds of its start, after a pause that doubles up to "
        f"{supervisor._LONGEST_PAUSE_SECONDS:g} seconds",
        f"if they did not stop within {supervisor._STOP_SECONDS:g} seconds",
        # The rest
        f"A bot has {bots._MOVE_SECONDS:g} seconds for a move",
        f"Finished pictures are kept in memory, {previews.MOST_KEPT // MB} MB of them in each process",
    ],
)
def test_a_number_of_the_page_is_that_of_the_code(sentence: str) -> None:
    assert sentence in TEXT


def test_numbers_in_words_are_those_of_the_code() -> None:
    assert "One address has at most three matches there" in TEXT
    assert stage.MOST_PLACES == 3
    assert "The store is asked at most once a second, and the answer comes within three" in TEXT
    assert (readiness._FRESH_SECONDS, readiness._PATIENCE_SECONDS) == (1, 3)
    assert "reading the whole file at the start and then once a day" in TEXT
    assert damage._SEARCH_EVERY_SECONDS == 24 * 60 * 60
    assert "It counts as ten requests of whoever asks" in TEXT
    assert previews.PRICE == 10
    assert "is worked out in two processes" in TEXT
    assert runners._PROCESSES == 2
    assert "The sockets of one address may together send as much as ten busy ones" in TEXT
    assert limits.BUSY_SOCKETS == 10
    assert watch.IDLE_AFTER.total_seconds() == 60 * 60
    assert "is made at most once a second however many ask for it" in TEXT
    assert sharing.FRESH_SECONDS == 1
