"""`fathom store stats`, `check` and `export` tell what is in a store, and change nothing."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import pytest

from fathom.storage.journal import open_ledger
from fathom.storage.journal.reading import open_reader
from fathom.storage.journal.stats import DAYS
from fathom.terminal.main import main
from tests.terminal.store.conftest import EXPECTED, Run
from tests.web.site import serving

MATCHES: dict[str, Any] = {match["id"]: match for match in EXPECTED["matches"]}
EVENTS = sum(len(match["events"]) for match in MATCHES.values())
MOVES = sum(event["kind"] == "moved" for match in MATCHES.values() for event in match["events"])
JSON_PAGE = (Path(__file__).parents[3] / "docs" / "json.md").read_text(encoding="utf-8")


def change(place: str, statement: str) -> None:
    """Damage a store behind the back of Fathom."""
    if place.startswith("postgresql://"):
        with psycopg.connect(place, autocommit=True) as db:
            db.execute(statement.encode())
    else:
        with closing(sqlite3.connect(place)) as file, file:
            file.execute(statement)


# ------------------------------------------------------------ stats


def test_stats_count_what_the_store_holds(place: str, run: Run) -> None:
    status, shown, _ = run("stats", "--json", "--store", place)
    found = json.loads(shown)
    states = [match["match"]["state"] for match in MATCHES.values()]
    assert status == 0
    assert found["matches"] == {"total": len(states)} | {
        state: states.count(state) for state in ("waiting", "playing", "over")
    }
    assert (found["events"], found["moves"]) == (EVENTS, MOVES)
    times = sorted(event["at"] for match in MATCHES.values() for event in match["events"])
    assert (found["oldest"], found["newest"]) == (times[0], times[-1])
    longest = max(MATCHES.values(), key=lambda match: len(match["events"]))
    assert found["largest"][0] == {"id": longest["id"], "events": len(longest["events"])}
    assert {"events", "matches"} <= {part["name"] for part in found["parts"]}
    assert sum(part["bytes"] for part in found["parts"]) <= found["bytes"]
    assert len(found["days"]) == DAYS


def test_stats_of_a_file_add_up_to_its_size(tmp_path: Path, run: Run) -> None:
    store = tmp_path / "server.db"
    open_ledger(str(store)).close()
    found = json.loads(run("stats", "--json", "--store", str(store))[1])
    assert found["bytes"] == store.stat().st_size
    assert sum(part["bytes"] for part in found["parts"]) + found["free_bytes"] == found["bytes"]


def test_stats_are_readable_and_hide_the_password(kept_database: str, run: Run) -> None:
    status, shown, said = run("stats", "--store", kept_database.replace("fathom@", "fathom:hunter2@"))
    assert status == 0
    assert "Matches   30: 2 waiting, 14 playing, 14 over" in shown
    assert "hunter2" not in shown + said


def test_growth_is_told_by_day(tmp_path: Path, run: Run) -> None:
    with serving(str(tmp_path / "server.db")) as site:
        site.sits(opponent="same-screen").plays("6", "4")
        found = json.loads(run("stats", "--json", "--store", str(tmp_path / "server.db"))[1])  # while it runs
    last_two = found["days"][:2]  # midnight may have just passed
    assert [sum(day[what] for day in last_two) for what in ("matches", "events", "moves")] == [1, 3, 2]


def test_the_keys_of_the_json_are_documented(place: str, run: Run) -> None:
    section = JSON_PAGE.partition("## A server's store: `fathom store stats --json`")[2].partition("\n## ")[0]
    for key in json.loads(run("stats", "--json", "--store", place)[1]):
        assert f"`{key}`" in section
    section = JSON_PAGE.partition("## A checked store: `fathom store check --json`")[2].partition("\n## ")[0]
    for key in json.loads(run("check", "--json", "--store", place)[1]):
        assert f'"{key}"' in section


# ------------------------------------------------------------ check


def test_a_store_in_order_has_no_faults(place: str, run: Run) -> None:
    status, shown, _ = run("check", "--store", place)
    assert (status, shown) == (0, f"{len(MATCHES)} matches with {EVENTS} events: no faults.\n")


MATCH = EXPECTED["cases"]["playing"]
OVER = EXPECTED["cases"]["offered"]


@pytest.mark.parametrize(
    "damage, match, told",
    [
        (f"DELETE FROM events WHERE match = '{MATCH}' AND sequence = 2", MATCH, "event 2 is missing"),
        (f"DELETE FROM events WHERE match = '{MATCH}'", MATCH, "has no events"),
        (f"DELETE FROM matches WHERE id = '{MATCH}'", MATCH, "missing from the lists"),
        (
            f"""UPDATE events SET body = '{{"seat":2,"move":"9"}}' WHERE match = '{MATCH}' AND sequence = 4""",
            MATCH,
            "cannot be replayed: 9 is not lower than 6",
        ),
        (f"UPDATE events SET body = '{{' WHERE match = '{MATCH}' AND sequence = 3", MATCH, "cannot be replayed"),
        (f"UPDATE events SET private = '{{}}' WHERE match = '{MATCH}' AND sequence = 1", MATCH, "cannot be replayed"),
        (f"UPDATE events SET at = 'soon' WHERE match = '{MATCH}' AND sequence = 3", MATCH, "the time 'soon'"),
        (f"UPDATE matches SET state = 'over' WHERE id = '{MATCH}'", MATCH, "its state in the lists is 'over'"),
        (f"""UPDATE matches SET names = '["Eve","Bob"]' WHERE id = '{MATCH}'""", MATCH, "its names in the lists"),
        (f"UPDATE matches SET outcome = 'null' WHERE id = '{OVER}'", OVER, "its outcome in the lists is None"),
        (f"UPDATE matches SET options = 'highest=9' WHERE id = '{MATCH}'", MATCH, "its options in the lists"),
        (f"UPDATE matches SET game = 'chess' WHERE id = '{MATCH}'", MATCH, "cannot be read"),
        (f"UPDATE matches SET changed = '2020' WHERE id = '{MATCH}'", MATCH, "when nothing happened"),
    ],
)
def test_each_fault_is_one_line_with_its_match(kept_file: str, run: Run, damage: str, match: str, told: str) -> None:
    change(kept_file, damage)
    status, shown, _ = run("check", "--store", kept_file)
    *faults, total = shown.splitlines()
    assert status == 1
    assert len(faults) == 1
    assert faults[0].startswith(f"{match}: ")
    assert told in faults[0]
    assert total.endswith(": 1 fault.")
    found = json.loads(run("check", "--json", "--store", kept_file)[1])["faults"]
    assert [f"{fault['match']}: {fault['problem']}" for fault in found] == faults


def test_faults_in_a_database_are_found_too(kept_database: str, run: Run) -> None:
    change(kept_database, f"DELETE FROM events WHERE match = '{MATCH}' AND sequence = 2")
    change(kept_database, f"DELETE FROM matches WHERE id = '{OVER}'")
    status, shown, _ = run("check", "--store", kept_database)
    assert status == 1
    assert shown.splitlines()[:2] == [
        f"{MATCH}: event 2 is missing, or there twice",
        f"{OVER}: it has events, but is missing from the lists",
    ]


def test_a_result_of_a_match_that_is_not_stored_is_a_fault(place: str, run: Run) -> None:
    open_ledger(place).close()  # which upgrades the store to a version with results
    assert run("check", "--store", place)[0] == 0
    change(place, "INSERT INTO results VALUES ('pyramid-puzzle', 'levels=5', 'Ada', 12, 0, '2026', 'nobody', 1, 1)")
    status, shown, _ = run("check", "--store", place)
    assert (status, shown.splitlines()[0]) == (1, "nobody: it has a result, but is not in the store")


def test_a_damaged_page_is_reported(tmp_path: Path, run: Run) -> None:
    store = tmp_path / "server.db"
    with closing(open_ledger(str(store))):
        pass
    with store.open("r+b") as file:
        file.seek(4096)
        file.write(b"\xff" * 4096)
    status, shown, _ = run("check", "--store", str(store))
    assert status == 1
    assert shown.startswith("the store: ")


# ------------------------------------------------------------ export


def test_exported_records_can_be_read_back(place: str, run: Run, tmp_path: Path) -> None:
    records = tmp_path / "all.txt"
    assert run("export", "--store", place, "-o", str(records)) == (0, "", "")
    blocks = [f"[Game {block}".splitlines() for block in records.read_text(encoding="utf-8").split("[Game ")[1:]]
    read = {}
    for block in blocks:
        own = [line for line in block if not line.startswith(("[Id ", "[Created ", "[Changed "))]
        named = next(line for line in block if line.startswith("[Id "))
        read[named.split('"')[1]] = own if own[-1] else own[:-1]
    assert read == {match["id"]: match["record"] for match in MATCHES.values()}
    assert main(["replay", str(records), "--json"]) == 0


def test_json_lines_have_every_event_and_no_secret(place: str, run: Run) -> None:
    status, shown, _ = run("export", "--format", "jsonl", "--store", place)
    exported = [json.loads(line) for line in shown.splitlines()]
    assert status == 0
    assert {match["id"]: match["events"] for match in exported} == {
        match["id"]: match["events"] for match in MATCHES.values()
    }
    assert not any(word in shown for word in ("hashes", "private", "invitation", '"hash"'))


def test_one_match_is_exported(place: str, run: Run) -> None:
    status, shown, _ = run("export", MATCH, "--format", "jsonl", "--store", place)
    assert (status, [json.loads(line)["id"] for line in shown.splitlines()]) == (0, [MATCH])
    status, shown, said = run("export", "nobody", "--store", place)
    assert (status, shown, said) == (2, "", "There is no match 'nobody' in the store.\n")


def test_a_match_that_cannot_be_replayed_is_named_and_left_out(place: str, run: Run) -> None:
    change(place, f"DELETE FROM events WHERE match = '{MATCH}' AND sequence = 2")
    status, shown, said = run("export", "--format", "jsonl", "--store", place)
    assert status == 1
    assert len(shown.splitlines()) == len(MATCHES) - 1
    assert said.startswith(f"{MATCH} is left out: ")


# ------------------------------------------------------------ where the store is


def test_the_store_is_that_of_the_server(tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch, place: str) -> None:
    settings = tmp_path / "fathom.toml"
    settings.write_text(f'store = "{place}"\nport = 9000\n', encoding="utf-8")
    by_file = run("stats", "--config", str(settings))
    monkeypatch.setenv("FATHOM_SERVE_STORE", place)
    assert by_file == run("stats") == run("stats", "--store", place)
    assert by_file[0] == 0


def test_a_store_that_is_not_there_is_not_created(tmp_path: Path, run: Run) -> None:
    status, _, said = run("stats", "--store", str(tmp_path / "server.db"))
    assert (status, said) == (2, f"There is no store {tmp_path / 'server.db'}: name the server's with --store.\n")
    assert list(tmp_path.iterdir()) == []


def test_the_store_of_the_terminal_is_not_taken_for_a_server_s(tmp_path: Path, run: Run) -> None:
    store = str(tmp_path / "fathom.db")
    assert main(["history", "--store", store]) == 0
    status, _, said = run("check", "--store", store)
    assert (status, said) == (2, f"{store} is not the store of a server; choose another with --store.\n")


def test_looking_at_a_stopped_store_leaves_no_files_behind(tmp_path: Path, run: Run) -> None:
    store = tmp_path / "server.db"
    open_ledger(str(store)).close()
    before = {path: path.read_bytes() for path in tmp_path.iterdir() if path.suffix != ".lock"}
    for command in ("stats", "check", "export"):
        assert run(command, "--store", str(store))[0] == 0
    assert {path: path.read_bytes() for path in tmp_path.iterdir() if path.suffix != ".lock"} == before


def test_a_server_cannot_start_on_a_file_while_it_is_read_without_a_log(tmp_path: Path) -> None:
    store = str(tmp_path / "server.db")
    open_ledger(store).close()
    with closing(open_reader(store)), pytest.raises(Exception, match="is in use by another"):
        open_ledger(store)
    open_ledger(store).close()


def test_a_running_server_is_looked_at_without_emptying_its_log(tmp_path: Path, run: Run) -> None:
    store = tmp_path / "server.db"
    log = store.with_name("server.db-wal")
    with serving(str(store)) as site:
        seat = site.sits(opponent="same-screen")
        seat.plays("6", "4")
        size = log.stat().st_size
        assert run("check", "--store", str(store)) == (0, "1 match with 3 events: no faults.\n", "")
        assert log.stat().st_size == size > 0
        seat.plays("9")
        assert run("check", "--store", str(store)) == (0, "1 match with 4 events: no faults.\n", "")
