"""Numbers as text, and sets of small numbers as bits."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fathom.core.numerals import listing, mask_of, numbers_in, read_number, read_number_move
from fathom.errors import UnreadableMove
from tests.core.strategies import anything, fuzzed, short


@given(st.integers(0, 999_999_999))
@fuzzed
def test_a_number_of_up_to_nine_digits_is_read(number: int):
    assert read_number(str(number)) == number


def test_leading_zeros_do_not_matter():
    assert read_number("007") == 7


@pytest.mark.parametrize("text", ["", "٣", "²", "１２", "𝟛", "1_000", "+4", "-4", " 4", "4\n", "4.0", "1e3", "0x1"])
def test_what_int_would_read_too_generously_is_no_number(text: str):
    assert read_number(text) is None


@pytest.mark.parametrize("text", ["1234567890", "0000000001", "9" * 100_000], ids=short)
def test_a_number_of_ten_digits_or_more_is_not_read(text: str):
    assert read_number(text) is None


@given(anything)
@fuzzed
def test_any_text_is_a_number_of_ascii_digits_or_none(text: str):
    number = read_number(text)
    assert number is None or (text.isascii() and text.isdigit() and text.lstrip("0") in (str(number), ""))


def test_space_around_a_typed_number_is_forgiven():
    assert read_number_move(" 12\t") == 12


@pytest.mark.parametrize("text", ["four", "٣", "+4", "4.0", "1_000", "", "1" * 10])
def test_a_typed_move_that_is_no_number_is_unreadable(text: str):
    with pytest.raises(UnreadableMove, match="is not a number"):
        read_number_move(text)


@given(st.sets(st.integers(0, 40)))
@fuzzed
def test_a_mask_holds_its_numbers_in_rising_order(numbers: set[int]):
    mask = sum(2**n for n in numbers)
    assert numbers_in(mask) == tuple(sorted(numbers))
    assert numbers_in(mask) == tuple(sorted(numbers))  # and once more, from memory


@given(st.integers(0, 30), st.integers(0, 30))
@fuzzed
def test_the_mask_of_a_range_has_a_bit_for_each_number(low: int, size: int):
    assert mask_of(low, low + size - 1) == sum(2**n for n in range(low, low + size))


def test_no_numbers_are_listed_as_none():
    assert listing([]) == "None"


def test_few_numbers_are_all_listed():
    assert listing([1, 2, 3, 7]) == "1, 2, 3, 7"


def test_as_many_numbers_as_fit_are_still_all_listed():
    assert listing([1, 2, 3], longest=3, joiner=",") == "1,2,3"


def test_many_numbers_are_listed_as_runs():
    assert listing([1, 2, 3, 5, 7, 8], longest=5) == "1-3, 5, 7-8"


def test_too_many_runs_are_counted():
    assert listing([1, 3, 5, 7, 9], longest=2) == "1, 3, and 3 more runs"
    assert listing([1, 3, 5], longest=2) == "1, 3, and 1 more run"


def test_as_many_runs_as_fit_are_all_listed():
    assert listing([1, 2, 4], longest=2) == "1-2, 4"
