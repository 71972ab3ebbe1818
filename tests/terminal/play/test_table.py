"""One match at the table, with the players' answers typed in advance."""

from __future__ import annotations

from io import StringIO
from pathlib import Path
from random import Random
from typing import Any

import pytest

from fathom import games
from fathom.core.match import Match
from fathom.errors import StaleMatch, StoreError
from fathom.players import machine
from fathom.storage.sqlite import SqliteStore
from fathom.terminal.play.keeper import Keeper
from fathom.terminal.play.table import Left, Table
from fathom.terminal.screen import EndOfInput, Screen

#: Both sides pass in it; at 14 to 14 seat 2 wins, having taken the last number. Worked out by hand.
TIE_AFTER_PASSES = ["9", "1", "5", "8", "3", "2"]


class Sitting:
    """A table whose players type the given lines: `sitting.shown` is what they saw."""

    def __init__(self, store: SqliteStore, code: str, *lines: str, names: tuple[str, ...] = ()) -> None:
        read = games.read_code(code)
        self.match = Match(read.game, read.options, names or ("Ann", "Bob")[: read.game.seats])
        self.match.play_all(read.moves)
        self.keeper = Keeper(store, self.match)
        self._target = StringIO()
        screen = Screen(StringIO("".join(f"{line}\n" for line in lines)), self._target)
        self.table = Table(screen, self.keeper, {"@random": machine("@random", Random(3))})

    def play(self) -> Sitting:
        """Play to the end of the match, or of the input."""
        try:
            self.table.play()
        except EndOfInput:
            pass
        return self

    @property
    def shown(self) -> str:
        return self._target.getvalue()


@pytest.fixture
def sit(store: SqliteStore) -> Any:
    def sit(code: str, *lines: str, names: tuple[str, ...] = ()) -> Sitting:
        return Sitting(store, code, *lines, names=names)

    return sit


def test_a_match_is_played_to_its_end(sit: Any, store: SqliteStore) -> None:
    # 2, down to 1, up to 10, down to 9: nothing higher is left for seat 1.
    sitting = sit("range-war", "2", "1", "10", "9").play()
    assert sitting.shown.startswith("Welcome to Range War!")
    assert sitting.shown.rstrip().endswith("Bob wins!")
    assert store.load(sitting.keeper.id).match().outcome == sitting.match.outcome


def test_a_pass_is_announced_and_needs_no_typing(sit: Any) -> None:
    sitting = sit("pocket-addition", *TIE_AFTER_PASSES).play()
    assert sitting.match.moves == ["9", "1", "5", "8", "pass", "3", "pass", "2", "pass", "pass"]
    assert sitting.shown.count("Ann passes.") == 3
    assert sitting.shown.rstrip().endswith("Bob wins the game based on the tie-breaker rule.")


def test_an_illegal_move_names_the_rule_and_what_is_allowed_and_costs_no_turn(sit: Any) -> None:
    sitting = sit("range-war", "6", "7", "4").play()
    refusal = "7 is not lower than 6, as the second number must be (rule 3). Allowed now: 1, 2, 3, 4, 5. Try again."
    assert f"Select a number: 7\n{refusal}\nSelect a number: 4\n" in sitting.shown
    assert sitting.match.moves == ["6", "4"]


@pytest.mark.parametrize("typed", ["six", "6.0", "-6", "+6", "6 4", "٦", "６", "1_0", "\x1b[A", "6" * 5000, "𝟞"])
def test_what_is_no_move_gets_one_sentence_and_costs_no_turn(sit: Any, typed: str) -> None:
    sitting = sit("range-war", typed, "6").play()
    refusal = sitting.shown.split("Select a number: ")[1].splitlines()[1]
    assert refusal.endswith("Allowed now: 1, 2, 3, 4, 5, 6, 7, 8, 9, 10. Type help for other commands.")
    assert "is not a number." in refusal
    assert len(refusal) < 200
    assert sitting.match.moves == ["6"]


@pytest.mark.parametrize("typed", ["", "   ", "\t"])
def test_an_empty_line_is_said_to_be_one(sit: Any, typed: str) -> None:
    sitting = sit("range-war", typed, "6").play()
    assert "Nothing was typed. Allowed now: 1, 2, 3" in sitting.shown
    assert sitting.match.moves == ["6"]


def test_a_misspelled_word_is_answered_with_the_one_that_was_meant(sit: Any) -> None:
    sitting = sit("range-war", "udno", "6").play()
    assert "'udno' is not a move. Did you mean undo?" in sitting.shown
    assert sitting.match.moves == ["6"]


@pytest.mark.parametrize("word", ["help", "HELP", "?", "  help  "])
def test_help_lists_every_word(sit: Any, word: str) -> None:
    shown = sit("range-war", word).play().shown
    listed = shown.split("Type a move, or one of these commands:\n")[1].split("Select")[0]
    words = [line.split()[0] for line in listed.splitlines()]
    assert words == ["help", "moves", "board", "rules", "hint", "undo", "redo", "save", "resign", "quit"]


def test_moves_lists_what_is_allowed_now(sit: Any) -> None:
    assert "Select a number: moves\nAllowed now: 1, 2, 3, 4, 5.\n" in sit("range-war:6", "moves").play().shown


def test_board_draws_the_board_with_the_last_move_marked(sit: Any) -> None:
    shown = sit("range-war:6.4", "board").play().shown
    assert " 1    2    3   <4>  [5]   .   [7]  [8]  [9]  [10]\nClaimed: 6 > 4\n" in shown.split("board\n")[1]


def test_rules_are_numbered_from_one(sit: Any) -> None:
    shown = sit("range-war", "rules").play().shown
    assert "The rules of Range War\n1. " in shown


def test_undo_gives_the_turn_back_and_redo_makes_the_move_again(sit: Any, store: SqliteStore) -> None:
    sitting = sit("range-war", "6", "4", "undo", "5", "undo", "redo").play()
    assert sitting.match.moves == ["6", "5"]
    assert sitting.shown.count("Taken back.") == 2
    assert sitting.shown.count("Redone.") == 1
    assert store.load(sitting.keeper.id).match().moves == ["6", "5"]


def test_undo_goes_back_over_a_pass_to_the_move_that_somebody_chose(sit: Any) -> None:
    sitting = sit("pocket-addition", "9", "1", "5", "8", "undo").play()
    assert sitting.match.moves == ["9", "1", "5"]
    assert sitting.match.undone == ["8", "pass"]


def test_redo_goes_on_over_a_pass_to_the_next_choice(sit: Any) -> None:
    sitting = sit("pocket-addition", "9", "1", "5", "8", "undo", "redo").play()
    assert sitting.match.moves == ["9", "1", "5", "8", "pass"]
    assert sitting.match.position.to_move == 2


def test_undo_against_a_machine_takes_back_its_answer_too(sit: Any) -> None:
    sitting = sit("range-war", "6", "undo", names=("Ann", "@random")).play()
    assert sitting.match.moves == []
    assert len(sitting.match.undone) == 2
    assert sitting.shown.count("Ann's turn.") == 3


def test_redo_against_a_machine_brings_back_the_same_answer(sit: Any) -> None:
    before = sit("range-war", "6", names=("Ann", "@random")).play()
    sitting = sit("range-war", "6", "undo", "redo", names=("Ann", "@random")).play()
    assert sitting.match.moves == before.match.moves
    assert len(sitting.match.moves) == 2


def test_undo_leaves_the_opening_of_a_machine_standing(sit: Any) -> None:
    sitting = sit("range-war,highest=40", "undo", names=("@random", "Ann")).play()
    assert len(sitting.match.moves) == 1
    assert "You have no move to take back." in sitting.shown


def test_there_is_nothing_to_undo_or_redo_at_the_start(sit: Any) -> None:
    shown = sit("range-war", "undo", "redo").play().shown
    assert "You have no move to take back.\n" in shown
    assert "There is no move to redo.\n" in shown


def test_a_new_move_ends_what_could_be_redone(sit: Any) -> None:
    shown = sit("range-war", "6", "undo", "7", "redo").play().shown
    assert "There is no move to redo.\n" in shown


def test_the_moves_of_a_code_can_be_taken_back_too(sit: Any, store: SqliteStore) -> None:
    sitting = sit("range-war:6.4", "undo", "undo", "3").play()
    assert sitting.match.moves == store.load(sitting.keeper.id).match().moves == ["3"]


def test_resigning_ends_the_match_for_the_other_player(sit: Any, store: SqliteStore) -> None:
    sitting = sit("range-war", "6", "resign").play()
    assert sitting.shown.endswith("Bob resigns.\nAnn wins!\n")
    assert store.load(sitting.keeper.id).match().resigned == 2


def test_resigning_before_the_first_move_is_kept(sit: Any, store: SqliteStore) -> None:
    sitting = sit("range-war", "resign").play()
    assert sitting.shown.endswith("Ann resigns.\nBob wins!\n")
    assert store.load(sitting.keeper.id).match().moves == []


def test_nobody_wins_when_a_puzzle_is_given_up(sit: Any) -> None:
    sitting = sit("pyramid-puzzle", "E1", "resign").play()
    assert sitting.shown.endswith("Ann resigns.\n")
    assert sitting.match.outcome.winner is None


@pytest.mark.parametrize("word", ["quit", "exit", "Quit"])
def test_quitting_leaves_the_table_with_the_match_kept(sit: Any, store: SqliteStore, word: str) -> None:
    sitting = sit("range-war", "6", word, "4")
    with pytest.raises(Left):
        sitting.play()
    assert store.load(sitting.keeper.id).match().moves == ["6"]


def test_save_writes_a_record_that_can_be_read_back(sit: Any, tmp_path: Path) -> None:
    file = tmp_path / "my match.txt"
    sitting = sit("range-war", "6", "4", f"save {file}").play()
    assert f"Saved to '{str(file)[:39]}" in sitting.shown
    (record,) = games.read_records(file.read_text(encoding="utf-8"))
    assert record.match.moves == ["6", "4"]
    assert record.match.names == ("Ann", "Bob")


def test_save_never_overwrites_a_file(sit: Any, tmp_path: Path) -> None:
    file = tmp_path / "precious.txt"
    file.write_text("precious")
    shown = sit("range-war", f"save {file}").play().shown
    assert "already exists; choose another name." in shown
    assert file.read_text() == "precious"


@pytest.mark.parametrize("name", ["", "/nowhere/at/all.txt", "/", "a\x00b", "\x1b[31m/x", "x" * 5000])
def test_save_says_in_one_sentence_why_a_file_cannot_be_written(sit: Any, name: str) -> None:
    sitting = sit("range-war", f"save {name}", "6").play()
    said = sitting.shown.split("Select a number: ")[1].splitlines()[1]
    assert any(reason in said for reason in ("save needs a file name", "cannot be written:", "already exists"))
    assert said.isprintable()
    assert sitting.match.moves == ["6"]


def test_words_work_at_the_second_question_of_a_turn_too(sit: Any) -> None:
    sitting = sit("digit-dilemma", "7", "moves", "board", "help", "Left").play()
    assert sitting.match.moves == ["7L"]


def test_a_digit_whose_place_was_asked_can_still_be_changed(sit: Any) -> None:
    assert sit("digit-dilemma", "7", "3 Right").play().match.moves == ["3R"]


def test_undo_at_the_second_question_gives_the_digit_back_and_no_more(sit: Any) -> None:
    sitting = sit("digit-dilemma:7L.3M", "1", "undo", "2", "Right").play()
    assert "Taken back: 1.\n" in sitting.shown
    assert sitting.match.moves == ["7L", "3M", "2R"]


def test_undo_after_another_digit_gives_back_the_choice_of_a_digit(sit: Any) -> None:
    sitting = sit("digit-dilemma:7L.3M", "1", "2", "undo", "undo").play()
    assert "Taken back: 2.\n" in sitting.shown
    assert sitting.match.moves == ["7L"]


def test_quitting_at_the_second_question_makes_no_move(sit: Any) -> None:
    sitting = sit("digit-dilemma", "7", "quit")
    with pytest.raises(Left):
        sitting.play()
    assert sitting.match.moves == []


def test_somebody_elses_move_in_the_same_match_ends_the_sitting(
    sit: Any, store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stale(*_: object) -> None:
        raise StaleMatch("Played on elsewhere.")

    monkeypatch.setattr(store, "append", stale)
    sitting = sit("range-war", "6")
    with pytest.raises(StaleMatch):
        sitting.play()
    assert "selected 6" not in sitting.shown


def test_a_move_that_cannot_be_kept_is_not_shown_as_made_and_may_be_tried_again(
    sit: Any, store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    append, tried = store.append, []

    def fails_once(*event: Any) -> None:
        tried.append(event)
        if len(tried) == 1:
            raise StoreError("The store cannot be written: disk is full.")
        append(*event)

    monkeypatch.setattr(store, "append", fails_once)
    sitting = sit("range-war", "6", "6").play()
    assert sitting.shown.index("disk is full.") < sitting.shown.index("Ann selected 6.")
    assert sitting.shown.count("Ann selected 6.") == 1
    assert store.load(sitting.keeper.id).match().moves == ["6"]


def test_two_machines_need_nobody(sit: Any) -> None:
    sitting = sit("pocket-addition", names=("@random", "@random")).play()
    assert sitting.match.outcome
    assert "Select" not in sitting.shown
