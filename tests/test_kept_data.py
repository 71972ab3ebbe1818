"""Files of version 0.1.0 still open and can be continued: stores, records, certificates, datasets and puzzle files."""

from __future__ import annotations

import json
import shutil
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest

from fathom import games
from fathom.core.code import write_code
from fathom.core.events import MadeAgain, Moved
from fathom.core.match import Match
from fathom.core.record import result_of, write_record
from fathom.storage.journal import Search, Standing, open_ledger
from fathom.storage.log import StoredEvent
from fathom.storage.sqlite import SqliteStore
from tests.conftest import Fathom
from tests.patience import PATIENCE
from tests.postgres import PostgreSQL
from tests.web.site import Site, serving
from tests.web.visitor import Json, Seat, problem

FIXTURES = Path(__file__).parent / "fixtures"
EXPECTED: Json = json.loads((FIXTURES / "expected.json").read_text(encoding="utf-8"))
TERMINAL: dict[str, Json] = {match["id"]: match for match in EXPECTED["terminal"]["matches"]}
SERVER: dict[str, Json] = {match["id"]: match for match in EXPECTED["server"]["matches"]}
#: The ids of matches on the server by what is special about them.
CASES: Json = EXPECTED["server"]["cases"]
PLACES = ["file", "postgresql"]


def facts(match: Match) -> Json:
    """All that is to be the same of a match when it is opened again."""
    outcome = match.outcome
    return {
        "game": match.game.name,
        "options": match.options.write_line(),
        "names": list(match.names),
        "code": write_code(match),
        "result": result_of(match),
        "resigned": match.resigned,
        "outcome": outcome and {"winner": outcome.winner, "reason": outcome.reason},
        "hints": {str(ply): level for ply, level in match.hints.items()},
        "undone": len(match.undone),
        "record": write_record(match).splitlines(),
    }


def part_of(expected: Json, like: Json) -> Json:
    """What is expected under the keys of another."""
    return {key: expected[key] for key in like}


# ------------------------------------------------------------ the store of the terminal


@pytest.fixture
def kept_path(tmp_path: Path) -> Path:
    """A copy of the store that may be written to."""
    return Path(shutil.copy(FIXTURES / "terminal-store.db", tmp_path / "kept.db"))


@pytest.fixture
def kept_store(kept_path: Path) -> Iterator[SqliteStore]:
    with closing(SqliteStore(kept_path)) as opened:
        yield opened


@pytest.mark.parametrize("match_id", TERMINAL)
def test_a_match_of_the_terminal_is_replayed_as_it_stood(kept_store: SqliteStore, match_id: str) -> None:
    kept, expected = kept_store.load(match_id), TERMINAL[match_id]
    assert [f"{event.kind} {event.data}" for event in kept.events] == expected["events"]
    assert (kept.created, kept.changed) == (expected["created"], expected["changed"])
    found = facts(kept.match())
    assert found == part_of(expected, found)


def test_the_matches_of_the_terminal_are_all_there_in_their_order(kept_store: SqliteStore) -> None:
    assert [kept.id for kept in kept_store.history()] == list(TERMINAL)[::-1]
    for name in games.ROOMS:
        assert {kept.id for kept in kept_store.of_game(name)} == {
            match_id for match_id, match in TERMINAL.items() if match["game"] == name
        }


def test_a_series_is_still_one(kept_store: SqliteStore) -> None:
    places = {match_id: match["series"] for match_id, match in TERMINAL.items() if match["series"]}
    assert max(game for _, game, _ in places.values()) == 3
    for match_id, (series, game, best_of) in places.items():
        place = kept_store.load(match_id).series
        assert place
        assert (place.id, place.game, place.best_of) == (series, game, best_of)
        assert kept_store.series(series)[game - 1].id == match_id


def test_the_answers_to_drills_are_all_there(kept_store: SqliteStore) -> None:
    assert [answer._asdict() for answer in kept_store.answers()] == EXPECTED["terminal"]["answers"]


def test_a_match_of_the_terminal_can_be_played_on(kept_store: SqliteStore) -> None:
    match_id = next(match_id for match_id, match in TERMINAL.items() if match["code"] == "range-war:6.4")
    before = kept_store.load(match_id)
    kept_store.append(match_id, len(before.events), Moved("9"))
    after = kept_store.load(match_id)
    assert after.events == (*before.events, StoredEvent("moved", "9"))
    assert write_code(after.match()) == "range-war:6.4.9"


def test_what_was_taken_back_can_be_made_again(kept_store: SqliteStore) -> None:
    undone = [match_id for match_id, match in TERMINAL.items() if match["undone"]]
    assert undone
    for match_id in undone:
        kept = kept_store.load(match_id)
        moves = kept.match().moves + kept.match().undone
        kept_store.append(match_id, len(kept.events), MadeAgain(TERMINAL[match_id]["undone"]))
        assert kept_store.load(match_id).match().moves == moves


def test_the_program_lists_exports_and_resumes_kept_matches(fathom: Fathom, kept_path: Path) -> None:
    store = {"FATHOM_STORE": str(kept_path)}
    listed = json.loads(fathom("history", "--json", "--limit", "100", **store).stdout)
    assert [match["id"] for match in listed] == list(TERMINAL)[::-1]
    for match_id in list(TERMINAL)[::6]:
        lines = fathom("export", match_id, **store).stdout.splitlines()
        assert f'[Match "{match_id}"]' in lines
        own = [line for line in lines if not line.startswith(("[Match ", "[Date "))]
        assert own == TERMINAL[match_id]["record"]
    match_id = next(match_id for match_id, match in TERMINAL.items() if match["code"] == "range-war:6.4")
    fathom("resume", match_id, typed="9\nquit\n", **store)
    assert "1. 6 4 2. 9 *" in fathom("export", match_id, **store).stdout


def test_progress_counts_what_was_kept(fathom: Fathom, kept_path: Path) -> None:
    progress = json.loads(fathom("progress", "--json", FATHOM_STORE=str(kept_path)).stdout)
    assert progress["damaged"] == 0
    # Of seven answers one was right without a hint; of the matches, as version 0.1.0 counted them.
    drills, matches = {"right": 1, "total": 7}, {"right": 4, "total": 16}
    assert progress["weeks"] == [{"week": "2026-W47", "matches": matches, "drills": drills}]


# ------------------------------------------------------------ the store of the server


@contextmanager
def kept_server_store(request: pytest.FixtureRequest, folder: Path) -> Iterator[str]:
    """The location of the kept store: a copy of the file, or a database with the same rows."""
    if request.param == "file":
        yield str(shutil.copy(FIXTURES / "server-store.db", folder / "server.db"))
        return
    postgresql: PostgreSQL = request.getfixturevalue("postgresql")
    url = postgresql.fresh_database()
    with psycopg.connect(url, autocommit=True) as db:
        db.execute((FIXTURES / "server-store.sql").read_bytes())
    yield url


@pytest.fixture(params=PLACES)
def kept_place(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    with kept_server_store(request, tmp_path) as place:
        yield place


@pytest.fixture(scope="module", params=PLACES)
def site(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A server over the kept store, which nobody writes to."""
    with kept_server_store(request, tmp_path_factory.mktemp("kept")) as place, serving(place) as running:
        yield running


@pytest.fixture(scope="module", params=PLACES)
def playing_site(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Another one, where each test continues its own match."""
    with kept_server_store(request, tmp_path_factory.mktemp("kept")) as place, serving(place) as running:
        yield running


def seat_at(site: Site, match_id: str, who: str = "host") -> Seat:
    """A seat with the token that was given for it at the time."""
    return Seat(site, match_id, SERVER[match_id]["tokens"][who])


def done(answer: Any) -> Json:
    """What a command that was carried out is answered."""
    assert answer.status_code == 200, answer.text
    told: Json = answer.json()
    return told


def test_the_file_and_the_sql_hold_the_same_rows(tmp_path: Path) -> None:
    copy = shutil.copy(FIXTURES / "server-store.db", tmp_path / "server.db")
    with closing(sqlite3.connect(copy)) as file, closing(sqlite3.connect(":memory:")) as database:
        database.executescript((FIXTURES / "server-store.sql").read_text(encoding="utf-8"))
        for table, order in (("matches", "id"), ("events", "match, sequence")):
            query = f"SELECT * FROM {table} ORDER BY {order}"
            assert database.execute(query).fetchall() == file.execute(query).fetchall()


@pytest.mark.parametrize("match_id", SERVER)
def test_a_match_of_the_server_is_served_as_it_stood(site: Site, match_id: str) -> None:
    expected = SERVER[match_id]
    seat = Seat(site, match_id, next(iter(expected["tokens"].values()), None))
    shown = seat.snapshot
    assert seat.events == expected["events"]
    assert part_of(shown, expected["match"]) == expected["match"]
    assert (shown["view"]["code"], shown["view"]["outcome"]) == (expected["code"], expected["outcome"])
    assert seat.get("/record").text.splitlines() == expected["record"]


def test_every_token_still_holds_its_seats(site: Site) -> None:
    for match_id, expected in SERVER.items():
        for who, seats in expected["you"].items():
            assert seat_at(site, match_id, who).snapshot["you"] == seats


def test_a_private_match_is_shown_to_its_players_alone(site: Site) -> None:
    match_id = CASES["private"]
    assert seat_at(site, match_id).get().status_code == 200
    assert Seat(site, match_id, None).get().status_code == 404
    assert match_id not in [match["id"] for match in site.get("/api/v1/matches?limit=100").json()["matches"]]


def test_the_list_of_matches_is_the_same(kept_place: str) -> None:
    with closing(open_ledger(kept_place)) as ledger:
        found = [summary._asdict() for summary in ledger.matches(Search(open_only=False, limit=1000, oldest=True))]
    read = [{**summary, **{name: json.loads(summary[name]) for name in ("names", "outcome")}} for summary in found]
    assert read == EXPECTED["server"]["summaries"]


def test_those_who_solved_a_puzzle_are_in_its_table_of_results(kept_place: str) -> None:
    """By rule 2 of the puzzle: 2 MP inward, 1 outward and around. Cid resigned, and another Ada has not arrived."""
    published = "levels=5,layout=kC4.lE24.dD1.xB2.xB3.xC2.xC6.xD4.xD15"
    daily = "levels=5,layout=kD14.dC6.xC2.xC4.xE21.xE26.xE32"
    with closing(open_ledger(kept_place)) as ledger:
        one, other = [ledger.results("pyramid-puzzle", puzzle, 10) for puzzle in (published, daily)]
    assert one == [
        Standing("Ann", 12, 0, "2026-11-16T11:00:28.777Z", "bpd2xqzrj2sdy3p82tqcw", 1, 1),
        Standing("Ида B.", 12, 1, "2026-11-16T11:00:28.662Z", "bpd2xkjuvkn9fnpvm2chb", 1, 1),
    ]
    assert other == [Standing("Ada Ω", 8, 0, "2026-11-16T11:00:38.461Z", "bpd2xawqcmnknhg4jv263", 1, 1)]


def test_friends_play_on(playing_site: Site) -> None:
    match_id = CASES["playing"]
    assert SERVER[match_id]["code"] == "range-war,highest=12:6.4"
    done(seat_at(playing_site, match_id).move("9", 4))
    done(seat_at(playing_site, match_id, "guest").move("8", 5))
    assert seat_at(playing_site, match_id).snapshot["view"]["code"] == "range-war,highest=12:6.4.9.8"


def test_a_command_sent_again_is_answered_as_before_and_an_offer_can_be_accepted(playing_site: Site) -> None:
    match_id = CASES["offered"]
    host = seat_at(playing_site, match_id)
    assert done(host.move("1", 2, CASES["key"])) == {"event": SERVER[match_id]["events"][2], "repeated": True}
    event = done(host.command("rematch", 4))["event"]
    assert event["kind"] == "rematched"
    guest = seat_at(playing_site, match_id, "guest")._replace(match=event["match"])
    assert guest.snapshot["you"] == [1]


def test_an_invitation_still_works(playing_site: Site) -> None:
    match_id = CASES["waiting"]
    wish = {"secret": SERVER[match_id]["invitation"], "name": "Bob"}
    joined = done(playing_site.post(f"/api/v1/matches/{match_id}/join", wish))
    assert (joined["match"]["you"], joined["match"]["state"]) == ([2], "playing")
    done(seat_at(playing_site, match_id).move("7L", 2))


def test_whoever_plays_alone_takes_back_and_is_hinted(playing_site: Site) -> None:
    seat = seat_at(playing_site, CASES["alone"])
    done(seat.command("take-back", 7, plies=1))
    done(seat.command("hint", 8, level=2))
    assert seat.snapshot["view"]["played"] == []


def test_moves_that_were_given_still_cannot_be_taken_back(playing_site: Site) -> None:
    seat = seat_at(playing_site, CASES["from"])
    assert problem(seat.command("take-back", 2, plies=2))["code"] == "nothing-to-undo"
    done(seat.command("take-back", 2, plies=1))


def test_a_machine_answers_in_a_kept_match(playing_site: Site) -> None:
    seat = seat_at(playing_site, CASES["machine"])
    done(seat.move(seat.snapshot["view"]["moves"][0], 4))
    deadline = time.monotonic() + PATIENCE
    while seat.sequence < 6 and seat.snapshot["state"] == "playing":
        assert time.monotonic() < deadline, "The machine does not move."
        time.sleep(0.01)
    assert [event["seat"] for event in seat.events[4:6]] == [1, 2]


def test_a_puzzle_is_walked_on(playing_site: Site) -> None:
    seat = seat_at(playing_site, CASES["puzzle"])
    done(seat.command("rename", 3, name="Eva"))
    done(seat.move("F2", 4))
    assert (seat.snapshot["names"], seat.snapshot["view"]["played"]) == (["Eva"], ["F1", "clear:C2", "F2"])


def test_nobody_has_a_seat_in_an_imported_record(playing_site: Site) -> None:
    for match_id in CASES["imported"]:
        assert problem(Seat(playing_site, match_id, "x").command("resign", 1))["code"] == "no-seat"


# ------------------------------------------------------------ files


def test_every_record_is_read_as_it_was_written() -> None:
    text = (FIXTURES / "records.txt").read_text(encoding="utf-8")
    records = games.read_records(text)
    found = [
        {**facts(match), "tags": tags, "comments": {str(ply): said for ply, said in comments.items()}}
        for match, tags, comments in records
    ]
    assert found == EXPECTED["records"]
    assert "\n".join(write_record(*record) for record in records) == text


def test_a_certificate_still_proves_its_claim(fathom: Fathom) -> None:
    assert json.loads(fathom("verify", str(FIXTURES / "certificate.jsonl"), "--json").stdout) == EXPECTED["certificate"]


def test_a_dataset_is_written_the_same_again(fathom: Fathom) -> None:
    again = fathom("dataset", "range-war", "--set", "highest=4", "-o", "-").stdout
    assert again == (FIXTURES / "dataset.jsonl").read_text(encoding="utf-8")


def test_a_puzzle_file_is_read_and_solved_the_same(fathom: Fathom) -> None:
    solved = json.loads(fathom("puzzle", "solve", str(FIXTURES / "scenario.yaml"), "--json").stdout)
    assert solved == EXPECTED["scenario"]


def test_the_puzzle_of_a_day_stays_the_same(fathom: Fathom) -> None:
    daily = EXPECTED["browser"]["daily"]
    told = json.loads(fathom("puzzle", "daily", "--date", daily["date"], "--json").stdout)
    assert {"date": told["date"], "code": told["code"], "mp": told["mp"]} == daily
