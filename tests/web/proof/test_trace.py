"""What a trace of system calls says about the order of writing, syncing and answering."""

from __future__ import annotations

from tests.web.proof.trace import Judged, judge

KEY = "1-2-9f8e7d6c5b4a"
KEYS = {"5": KEY, "3 2026-11-15T22:00:00.123Z": KEY}
WRITE = f'10 pwrite64(7</tmp/store.db-wal>, "\\0\\r{KEY}{{\\"seat\\":1}}", 4096, 32) = 4096'
SYNC = "10 fdatasync(7</tmp/store.db-wal>) = 0"
SEND = '11 sendto(12<socket:[99]>, "\\201~\\0\\252{\\"type\\":\\"answer\\",\\"id\\":5,\\"event\\":{}}", 174, 0) = 174'


def test_an_answer_after_the_write_and_its_sync_is_durable() -> None:
    assert judge([WRITE, SYNC, SEND], KEYS) == Judged(1, [])


def test_short_process_numbers_are_padded() -> None:
    padded = [line.replace("10 ", "10    ").replace("11 ", "11    ") for line in (WRITE, SYNC, SEND)]
    assert judge(padded, KEYS) == Judged(1, [])


def test_an_answer_without_a_sync_is_not_durable() -> None:
    assert judge([WRITE, SEND], KEYS) == Judged(1, [KEY])


def test_a_sync_before_the_write_does_not_count() -> None:
    assert judge([SYNC, WRITE, SEND], KEYS) == Judged(1, [KEY])


def test_a_sync_of_another_file_does_not_count() -> None:
    assert judge([WRITE, SYNC.replace("-wal", ""), SEND], KEYS) == Judged(1, [KEY])


def test_a_sync_that_fails_does_not_count() -> None:
    assert judge([WRITE, SYNC.replace("= 0", "= -1 EIO (Input/output error)"), SEND], KEYS) == Judged(1, [KEY])


def test_a_sync_counts_when_it_has_returned_and_for_what_was_written_before_it_began() -> None:
    begun, done = "10 fdatasync(7</tmp/store.db-wal> <unfinished ...>", "10 <... fdatasync resumed>) = 0"
    assert judge([WRITE, begun, SEND, done], KEYS) == Judged(1, [KEY])
    assert judge([begun, WRITE.replace("10 ", "12 "), done, SEND], KEYS) == Judged(1, [KEY])
    assert judge([WRITE, begun, done, SEND], KEYS) == Judged(1, [])


def test_a_refusal_owes_nothing_to_the_disk() -> None:
    assert judge([SEND.replace("event", "error")], KEYS) == Judged(0, [])


def test_an_answer_by_http_is_judged_as_well() -> None:
    event = (
        '{\\"event\\":{\\"sequence\\":3,\\"kind\\":\\"moved\\",\\"at\\":\\"2026-11-15T22:00:00.123Z\\",\\"seat\\":1}}'
    )
    send = f'11 writev(12<socket:[99]>, [{{iov_base="HTTP/1.1 200 OK", iov_len=15}}, {{iov_base="{event}"}}], 2) = 99'
    assert judge([WRITE, SYNC, send], KEYS) == Judged(1, [])
    assert judge([WRITE, send, SYNC], KEYS) == Judged(1, [KEY])
