"""A record is a match as text: written, read back, and refused as a whole when anything in it is wrong."""

from __future__ import annotations

import textwrap

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fathom import games
from fathom.core import record as record_module
from fathom.core.match import Match
from fathom.core.record import result_of, write_record
from fathom.errors import UnreadableRecord
from tests.core.strategies import anything, fuzzed, matched, matches, pieces, short, state_of, tried

#: Alice must go higher than 9, and 10 is gone.
RECORD = """\
[Game "range-war"]
[Options "highest=10,second_move=lower"]
[Player1 "Alice"]
[Player2 "Bob"]
[Result "0-1"]

1. 6 4
2. 10 9
0-1
"""

PUZZLE = """\
[Game "pyramid-puzzle"]
[Options "levels=3,layout=kC4.xB2"]
[Player1 "Alice"]
[Result "*"]

1. C1 2. B1 *
"""

tag_names = st.from_regex(r"[A-Z][A-Za-z0-9_]{0,8}", fullmatch=True).filter(
    lambda name: name not in {"Game", "Options", "Result", "Resigned"} and not name.startswith("Player")
)
one_line = st.text(st.sampled_from('"\\ []{}') | st.characters(exclude_categories=("C", "Z")), max_size=30)


def tags_of(values: st.SearchStrategy[str]) -> st.SearchStrategy[dict[str, str]]:
    return st.dictionaries(tag_names, values, max_size=3)


def comments_of(values: st.SearchStrategy[str]) -> st.SearchStrategy[dict[int, str]]:
    return st.dictionaries(st.integers(0, 30), values, max_size=3)


def read_one(text: str) -> record_module.Record:
    (record,) = games.read_records(text)
    return record


def refusal_of(text: str) -> UnreadableRecord:
    with pytest.raises(UnreadableRecord) as caught:
        games.read_records(text)
    assert str(caught.value).isprintable()
    return caught.value


# ---------------------------------------------------------------- writing


def test_a_match_is_written_with_its_tags_its_numbered_moves_and_its_result():
    match = Match(games.game("range-war"), names=("Alice", "Bob"))
    match.play_all(["6", "4", "10", "9"])
    assert write_record(match) == RECORD.replace("4\n2.", "4 2.").replace("9\n0-1", "9 0-1")


def test_every_move_of_a_puzzle_has_its_number():
    game = games.game("pyramid-puzzle")
    match = Match(game, game.options_type.read({"levels": "3", "layout": "kC4.xB2"}), ("Alice",))
    match.play_all(["C1", "B1"])
    assert write_record(match) == PUZZLE


def test_further_tags_stand_before_the_result_and_comments_after_their_ply():
    match = Match(games.game("range-war"))
    match.play_all(["6", "4"])
    written = write_record(match, {"Date": "2026-01-31"}, {0: "first", 2: "last"})
    assert written.endswith('[Date "2026-01-31"]\n[Result "*"]\n\n{first} 1. 6 4 {last} *\n')


def test_a_further_tag_never_replaces_one_of_the_match():
    match = Match(games.game("range-war"), names=("Alice", "Bob"))
    record = read_one(write_record(match, {"Game": "chess", "Player1": "Eve", "Result": "1-0", "Date": "today"}))
    assert state_of(record.match) == state_of(match)
    assert record.tags == {"Date": "today"}


def test_long_move_text_is_broken_between_words_after_eighty_columns():
    game = games.game("range-war")
    match = Match(game, game.options_type(highest=200))
    for low in range(1, 200, 2):
        match.play_all([str(low + 1), str(low)])
    lines = write_record(match, comments={2: "a remark " * 12}).splitlines()
    remark = f"{{{' '.join(['a remark'] * 12)}}}"
    assert remark in lines
    assert all(len(line) <= 80 for line in lines if line != remark)
    assert read_one("\n".join(lines)).match.moves == match.moves


def test_braces_in_a_comment_cannot_smuggle_in_a_move():
    match = Match(games.game("range-war"))
    match.play("6", 1)
    record = read_one(write_record(match, comments={1: "good} 4 {bad"}))
    assert record.match.moves == ["6"]
    assert record.comments == {1: "good) 4 (bad"}


def test_what_cannot_be_printed_is_not_written():
    match = Match(games.game("range-war"))
    match.play("6", 1)
    record = read_one(write_record(match, {"Event": "a\nb\x1b[2J"}, {1: "x\n\n y\x1b[2J\ud800"}))
    assert record.tags == {"Event": "a b [2J"}
    assert record.comments == {1: "x y [2J"}


@pytest.mark.parametrize(
    "code, result",
    [
        ("range-war:6", "*"),
        ("range-war:1", "1-0"),
        ("range-war:10.9", "0-1"),
        ("pyramid-challenge,levels=2,highest=1:1.1.1.1.pass.pass", "1/2-1/2"),  # 1 + 1 is too much, 1 - 1 too little
        ("pyramid-puzzle,levels=2:kB1", "*"),
        ("pyramid-puzzle,levels=2:kB1/B1.A1", "1-0"),
        ("pyramid-puzzle,levels=3:kB3.xB1.xC1.xC3/C2", "0-0"),  # walled in
    ],
)
def test_the_result_says_who_won(code: str, result: str):
    assert result_of(games.read_code(code)) == result


@pytest.mark.parametrize(
    "code, seat, result", [("range-war:6", 1, "0-1"), ("range-war", 2, "1-0"), ("pyramid-puzzle", 1, "0-0")]
)
def test_giving_up_is_a_result_and_a_tag(code: str, seat: int, result: str):
    match = games.read_code(code)
    match.resign(seat)
    written = write_record(match)
    assert f'[Result "{result}"]\n[Resigned "{seat}"]\n' in written
    assert written.endswith(f"{result}\n")
    assert read_one(written).match.resigned == seat


# ---------------------------------------------------------------- reading


def test_a_record_is_read():
    record = read_one(RECORD)
    assert record.match.names == ("Alice", "Bob")
    assert record.match.moves == ["6", "4", "10", "9"]
    assert record.match.outcome
    assert record.match.outcome.winner == 2
    assert (record.tags, record.comments) == ({}, {})


def test_the_example_of_the_module_is_a_record():
    example = "\n\n".join((record_module.__doc__ or "").split("\n\n")[1:3])
    record = read_one(textwrap.dedent(example))
    assert record.match.moves == ["6", "4", "10", "9"]
    assert record.comments == {4: "nothing higher is left"}


@pytest.mark.parametrize("ends", ["\r\n", "\n\n\n", "\n \t", "\n\f"])
def test_lines_may_end_in_any_way(ends: str):
    assert read_one(RECORD.replace("\n", ends)).match.moves == ["6", "4", "10", "9"]


def test_a_record_may_stand_on_one_line():
    assert read_one(RECORD.replace("\n", " ")).match.moves == ["6", "4", "10", "9"]


def test_only_the_game_and_the_result_must_be_there():
    record = read_one('[Game "range-war"] 6 4 *')
    assert record.match.moves == ["6", "4"]
    assert record.match.names == ("Player 1", "Player 2")
    assert record.match.options == games.game("range-war").options_type()


def test_an_empty_options_tag_means_the_defaults():
    assert read_one('[Game "range-war"] [Options ""] *').match.options == games.game("range-war").options_type()


def test_the_result_need_not_be_told_in_a_tag_as_well():
    assert read_one(RECORD.replace('[Result "0-1"]\n', "")).match.outcome


def test_comments_may_stand_anywhere():
    head = '{zero} [Game "range-war"] {0} [Player1 "A"] {nil}'
    record = read_one(f"{head} 1. {{none}} 6 {{one\n\tmore}} {{and more}} 4 2. {{two}} 10 9 {{four}} 0-1")
    assert record.comments == {0: "zero 0 nil none", 1: "one more and more", 2: "two", 4: "four"}
    assert record.match.name(1) == "A"


def test_a_comment_may_look_like_anything_else():
    record = read_one('[Game "range-war"] {1-0} 6 {[Game "x"]} {9.} *')
    assert record.match.moves == ["6"]
    assert record.comments == {0: "1-0", 1: '[Game "x"] 9.'}


def test_an_empty_comment_is_kept():
    assert read_one('[Game "range-war"] {} *').comments == {0: ""}


def test_a_move_made_after_a_hint_is_read_back_as_one():
    match = Match(games.game("range-war"))
    match.note_hint(3)
    match.play_all(["2", "1"])
    (again,) = games.read_records(write_record(match))
    assert again.match.hints == {0: 3}
    assert write_record(*again) == write_record(match)


@pytest.mark.parametrize("comment", ["after hint 6", "after hint ٣", "a move after hint 3", "after hint 33"])
def test_a_comment_that_only_looks_like_a_hint_is_none(comment: str):
    (record,) = games.read_records(f'[Game "range-war"] {{after hint 1}} 1. 6 {{{comment}}} *')
    assert record.match.hints == {}


def test_tags_with_quotes_and_backslashes_are_read():
    record = read_one(r'[Game "range-war"] [Player1 "\"Al\" \\ B"] [Event "\\\\ [x] {y}"] *')
    assert record.match.name(1) == r'"Al" \ B'
    assert record.tags == {"Event": r"\\ [x] {y}"}


def test_a_seat_that_the_game_does_not_have_is_a_tag_like_any_other():
    assert read_one('[Game "pyramid-puzzle"] [Player2 "Bob"] *').tags == {"Player2": "Bob"}


def test_several_games_in_one_file_are_read_in_order():
    records = games.read_records(RECORD + PUZZLE + "\r\n" + RECORD.replace("Alice", "Carol"))
    assert [record.match.game.name for record in records] == ["range-war", "pyramid-puzzle", "range-war"]
    assert [record.match.name(1) for record in records] == ["Alice", "Alice", "Carol"]


def test_nothing_carries_over_from_one_game_to_the_next():
    first = '[Game "range-war"] [Options "highest=5"] [Player1 "A"] [Event "E"] {c} 3 *\n'
    _, record = games.read_records(first + '[Game "range-war"] 6 *')
    assert record.match.options == games.game("range-war").options_type()
    assert record.match.names == ("Player 1", "Player 2")
    assert (record.match.moves, record.tags, record.comments) == (["6"], {}, {})


# ---------------------------------------------------------------- damage

#: (a part of RECORD, its replacement, the line it is on, the error message)
DAMAGE = [
    ('[Game "range-war"]', '[Game "chess"]', 1, "There is no game 'chess'"),
    ('[Game "range-war"]', '[Game ""]', 1, "There is no game ''"),
    ('[Game "range-war"]', "", 7, "moves come before a tag"),
    ('[Game "range-war"]', "[Game range-war]", 1, "cannot read"),
    ('[Game "range-war"]', '[Game "range-war"', 1, "cannot read"),
    ('[Game "range-war"]', '[Game"range-war"]', 1, "cannot read"),
    ('[Game "range-war"]', "[Game 'range-war']", 1, "cannot read"),
    ('[Game "range-war"]', '[Game "range-war]', 1, "cannot read"),
    ('[Game "range-war"]', '\ufeff[Game "range-war"]', 1, "cannot be printed"),
    ('[Player1 "Alice"]', '[Game "range-war"]', 3, "the tag Game is given twice"),
    ('[Player2 "Bob"]', '[Player1 "Bob"]', 4, "the tag Player1 is given twice"),
    ("highest=10", "highest=1", 2, "'1' is not a value for highest"),
    ("highest=10", "highest=٣", 2, "'٣' is not a value for highest"),
    ("highest=10", "heighest=10", 2, "Did you mean highest?"),
    ("highest=10", "highest", 2, "does not set an option"),
    ("second_move=lower", "highest=10", 2, "given twice"),
    ('"Alice"', '""', 3, "cannot be empty"),
    ('"Alice"', f'"{"A" * 41}"', 3, "too long for a name"),
    ('"Alice"', '"Al\x1b[2Jice"', 3, "cannot be printed"),
    ('"Alice"', '"Al\tice"', 3, "cannot be printed"),
    ('"Alice"', '"Al\udc80ice"', 3, "cannot be printed"),
    ('"Alice"', '"Al\\ice"', 3, "cannot read"),
    ('"Alice"', '"Al"ice"', 3, "cannot read"),
    ('"Alice"', '"Al\nice"', 3, "cannot read"),
    ('[Result "0-1"]', '[Result "1-0"]', 5, "the result says '1-0', the moves give '0-1'"),
    ('[Result "0-1"]', '[Result ""]', 5, "the result says '', the moves give '0-1'"),
    ('[Result "0-1"]', '[Result "won"]', 5, "the result says 'won'"),
    ('[Result "0-1"]', '[Resigned "1"]', 5, "seat '1' cannot have resigned here"),
    ("9\n0-1", "9\n1-0", 9, "the result says '1-0', the moves give '0-1'"),
    ("9\n0-1", "9\n1/2-1/2", 9, "the result says '1/2-1/2'"),
    ("9\n0-1", "9\n0-0", 9, "the result says '0-0'"),
    ("9\n0-1", "9\n*", 9, "the result says '*'"),
    ("9\n0-1", "9\n", 8, "the text ends before a result"),
    ("10 9", "10 8", 9, "the result says '0-1'"),
    ("10 9", "10 9 8", 8, "move 5, '8': The game is over"),
    ("10 9", "10 10", 8, "move 4, '10': 10 has been claimed already (rule 1)"),
    ("10 9", "3 9", 8, "move 3, '3': 3 is not higher than 4"),
    ("10 9", "10 nine", 8, "move 4, 'nine': 'nine' is not a number"),
    ("10 9", "10 ٣", 8, "is not a number"),
    ("10 9", "10 +9", 8, "is not a number"),
    ("10 9", "10 9.0", 8, "is not a number"),
    ("10 9", "10 1_0", 8, "is not a number"),
    ("10 9", "10 pass", 8, "is not a number"),
    ("10 9", "10 \x1b[31m9", 8, "cannot be printed"),
    ("10 9", "10 \u202e9", 8, "cannot be printed"),
    ("10 9", '10 "9"', 8, "cannot read"),
    ("10 9", "10 9 {", 8, "cannot read"),
    ("10 9", "10 9 }", 8, "cannot read"),
    ("10 9", "10 9 {a {b}}", 8, "cannot read"),
    ("10 9", "10 9 {\x1b[2J}", 8, "cannot be printed"),
    ("10 9", "10 9 ]", 8, "cannot read"),
    ("10 9", '10 9 [Date "today"]', 8, "the tag Date comes before the last result"),
    ("1. 6", "2. 6", 7, "move number '2.' is out of step"),
    ("1. 6", "1.. 6", 7, "move number '1..' is out of step"),
    ("1. 6", "01. 6", 7, "move number '01.' is out of step"),
    ("1. 6", "1.6", 7, "move 1, '1.6'"),
    ("6 4", "6 1. 4", 7, "move number '1.' is out of step"),
    ("2. 10", "1. 10", 8, "move number '1.' is out of step"),
    ("2. 10", "3. 10", 8, "move number '3.' is out of step"),
]


@pytest.mark.parametrize("before", ["", RECORD, PUZZLE + RECORD], ids=["alone", "second", "third"])
@pytest.mark.parametrize("good, bad, line, reason", DAMAGE, ids=short)
def test_damage_is_refused_with_its_line(good: str, bad: str, line: int, reason: str, before: str):
    assert RECORD.count(good) == 1
    error = refusal_of(before + RECORD.replace(good, bad))
    assert error.line == before.count("\n") + line
    assert reason in error.reason
    assert str(error) == f"line {error.line}: {error.reason}"


@pytest.mark.parametrize("good, bad, line, reason", DAMAGE, ids=short)
def test_lines_are_counted_alike_when_they_end_as_on_windows(good: str, bad: str, line: int, reason: str):
    assert refusal_of(RECORD.replace(good, bad).replace("\n", "\r\n")).line == line


@pytest.mark.parametrize("text", ["", "\n\n", " \t\r\n"])
def test_an_empty_file_is_refused(text: str):
    assert "ends before a result" in refusal_of(text).reason


def test_a_file_of_tags_alone_is_refused():
    assert refusal_of('[Game "range-war"]\n[Player1 "A"]\n').line == 2


def test_a_comment_after_the_last_result_is_not_skipped_in_silence():
    assert refusal_of(RECORD + "{the end}\n").line == 10


def test_a_file_that_is_too_long_is_refused():
    assert refusal_of(" " * 10_000_001).reason == "the file has 10000001 characters; at most 10000000 are read"


@pytest.mark.parametrize("seat", ["0", "3", "", "one", "-1", "٣", "2 "])
def test_a_seat_that_is_not_there_cannot_resign(seat: str):
    error = refusal_of(f'[Game "range-war"]\n[Resigned "{seat}"]\n1. 6 1-0')
    assert (error.line, "cannot have resigned" in error.reason) == (2, True)


def test_a_forfeit_is_a_tag_with_its_reason():
    match = games.read_code("range-war:6")
    match.forfeit(2, 'it answered "9"')
    written = write_record(match)
    assert '[Result "1-0"]\n[Forfeited "2: it answered \\"9\\""]\n' in written
    assert read_one(written).match.forfeited == (2, 'it answered "9"')


@pytest.mark.parametrize("said", ["", "1", "1:", "1: ", "3: late", "0: late", "١: late", "1: " + "x" * 301])
def test_a_forfeit_that_cannot_be_read_is_refused(said: str):
    error = refusal_of(f'[Game "range-war"]\n[Forfeited "{said}"]\n1. 6 0-1')
    assert (error.line, "cannot be a forfeit here" in error.reason) == (2, True)


def test_nobody_forfeits_a_match_that_is_over_or_a_seat_that_is_not_there():
    over = '[Game "range-war"]\n[Forfeited "1: late"]\n1. 10 9'
    assert refusal_of(f"{over} 0-1").line == 2
    assert refusal_of('[Game "pyramid-puzzle"]\n[Forfeited "2: late"]\n0-0').line == 2


def test_a_resignation_must_agree_with_the_result():
    assert refusal_of('[Game "range-war"]\n[Resigned "1"]\n1. 6\n1-0').line == 4
    assert refusal_of('[Game "range-war"]\n[Resigned "1"]\n1. 6\n*').line == 4


# ---------------------------------------------------------------- any match, any text


@given(matches(), tags_of(one_line), comments_of(one_line))
@matched
def test_every_match_is_read_back_from_its_record(match: Match, tags: dict[str, str], comments: dict[int, str]):
    record = read_one(write_record(match, tags, comments))
    assert state_of(record.match) == state_of(match)
    assert record.tags == tags
    assert record.comments.keys() == {ply for ply in comments if ply <= len(match.plies)}
    assert write_record(*record) == write_record(match, tags, comments)


@given(st.lists(matches(), min_size=1, max_size=4))
@matched
def test_many_matches_are_read_back_from_one_file(played: list[Match]):
    records = games.read_records("\n".join(map(write_record, played)))
    assert [state_of(record.match) for record in records] == [state_of(match) for match in played]


@given(matches(names=anything), tags_of(anything), comments_of(anything))
@matched
def test_no_text_in_a_record_changes_what_was_played(match: Match, tags: dict[str, str], comments: dict[int, str]):
    record, error = tried(read_one, write_record(match, tags, comments))
    if error:
        assert "name" in str(error)  # an empty name, or one that is too long
    else:
        assert (record.match.plies, record.match.resigned) == (match.plies, match.resigned)
        assert record.tags.keys() == tags.keys()


def read_or_refused(text: str) -> None:
    records, error = tried(games.read_records, text)
    if error:
        assert isinstance(error, UnreadableRecord)
        assert 1 <= error.line <= text.count("\n") + 1
        assert str(error).isprintable()
    else:
        assert records
        for record in records:
            assert state_of(read_one(write_record(*record)).match) == state_of(record.match)


@given(
    anything
    | pieces(
        *('[Game "range-war"]', '[Game "pyramid-puzzle"]', '[Options "', 'highest=12"]', '[Result "', '"]', "[", "]"),
        *('[Resigned "1"]', '[Player1 "', '\\"', "\\", '"', "{", "}", "{x}", "\n", "\r\n", " ", " "),
        *(" 1. ", " 2. ", " 6 ", " 4 ", " C1 ", " 1-0 ", " 0-1 ", " * ", " 1/2-1/2 ", " 0-0 "),
    )
)
@fuzzed
def test_any_text_is_a_record_or_refused(text: str):
    read_or_refused(text)  # asserts


@given(matches(), st.data())
@fuzzed
def test_a_damaged_record_is_a_record_or_refused(match: Match, data: st.DataObject):
    text = write_record(match, {"Event": 'a "b" \\c'}, {0: "before", 1: "after"})
    at = data.draw(st.integers(0, len(text)))
    read_or_refused(text[:at] + data.draw(anything) + text[at + data.draw(st.integers(0, 12)) :])  # asserts
