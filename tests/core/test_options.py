"""Options are declared once, always valid and never change."""

from __future__ import annotations

import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fathom.core.options import Choice, Option, Options, Whole, assignments
from fathom.errors import BadOption
from tests.core.strategies import GAMES, NASTY, anything, fuzzed, matched, options_of, pieces, short, tried


class Sample(Options):
    size = Whole(10, 2, 20, "how large it is")
    order = Choice(("rising", "falling", "free"), "which way it goes")

    def check(self) -> None:
        if self.size == 13 and self.order == "free":
            raise BadOption("size=13 needs an order.")


class Twin(Options):
    size = Whole(10, 2, 20, "how large it is")
    order = Choice(("rising", "falling", "free"), "which way it goes")


any_options = st.sampled_from(GAMES).flatmap(options_of)


def test_what_is_not_said_is_the_default():
    options = Sample()
    assert (options.size, options.order) == (10, "rising")


def test_what_is_said_is_kept():
    options = Sample(order="falling", size=2)
    assert (options.size, options.order) == (2, "falling")


@pytest.mark.parametrize("size", [1, 21, -5, 10**30, True, 5.0, "5", None, [5]])
def test_a_value_that_is_no_whole_number_in_range_is_refused(size: object):
    with pytest.raises(BadOption, match="size must be a whole number from 2 to 20"):
        Sample(size=size)


def test_true_is_not_the_number_one():
    assert Whole(1, 0, 5, "a number").admits(1)
    assert not Whole(1, 0, 5, "a number").admits(True)


@pytest.mark.parametrize("order", ["", "Rising", "rising ", 1, None, ["rising"]])
def test_a_value_that_is_none_of_the_words_is_refused(order: object):
    with pytest.raises(BadOption, match="order must be rising, falling or free"):
        Sample(order=order)


def test_values_that_do_not_go_together_are_refused():
    with pytest.raises(BadOption, match="size=13 needs an order"):
        Sample.read({"size": "13", "order": "free"})


@pytest.mark.parametrize("name", ["check", "declared", "read", "__dict__", "colour"])
def test_an_option_that_does_not_exist_is_refused(name: str):
    with pytest.raises(BadOption, match="the options are: size, order"):
        Sample(**{name: 5})


def test_a_misspelled_option_gets_a_hint():
    with pytest.raises(BadOption, match=r"Did you mean order\?"):
        Sample.read({"ordre": "free"})


def test_options_are_frozen():
    options = Sample()
    with pytest.raises(AttributeError, match="frozen"):
        options.size = 5
    with pytest.raises(AttributeError, match="frozen"):
        options.colour = "red"
    with pytest.raises(AttributeError, match="frozen"):
        del options.size
    assert options == Sample()


def test_options_are_equal_when_their_values_are():
    assert Sample(size=5) == Sample(order="rising", size=5)
    assert hash(Sample(size=5)) == hash(Sample(order="rising", size=5))
    assert Sample(size=5) != Sample(size=6)


def test_options_of_different_games_are_never_equal():
    assert Sample() != Twin()
    assert Sample() != {"size": 10, "order": "rising"}


def test_the_repr_says_every_value_in_declared_order():
    assert repr(Sample(order="free")) == "Options(size=10, order='free')"


def test_the_class_knows_what_was_declared():
    assert list(Sample.declared) == ["size", "order"]
    assert Sample.size is Sample.declared["size"]
    assert Sample.size.name == "size"
    assert Sample.size.meaning == "how large it is"
    assert Sample.order.default == "rising"


def test_a_kind_of_option_says_what_it_allows_and_reads():
    with pytest.raises(TypeError, match="abstract"):
        Option(5, "an option of no kind")  # type: ignore[abstract]


def test_every_option_is_written_in_declared_order():
    assert Sample(order="free").write() == {"size": "10", "order": "free"}
    assert Sample(order="free").write_line() == "size=10,order=free"


def test_only_changed_options_are_told():
    assert Sample().changed() == {}
    assert Sample(size=10, order="free").changed() == {"order": "free"}


def test_as_json_numbers_are_numbers():
    assert Sample(size=5).as_dict() == {"size": 5, "order": "rising"}


def test_as_json_what_is_no_number_is_text():
    puzzle = next(game for game in GAMES if game.name == "pyramid-puzzle")
    options = puzzle.options_type.read({"levels": "3", "layout": "xB2.kC4"})
    assert options.as_dict() == {"levels": 3, "layout": "kC4.xB2"}


def test_a_line_is_read():
    assert Sample.read_line("order=free,size=7") == Sample(size=7, order="free")


def test_an_empty_line_means_the_defaults():
    assert Sample.read_line("") == Sample()


@pytest.mark.parametrize(
    "line, reason",
    [
        ("size", "does not set an option"),
        (",", "does not set an option"),
        ("size=5,", "does not set an option"),
        ("size=5,size=5", "given twice"),
        ("=5", "There is no option ''"),
        ("size=", "'' is not a value for size"),
        ("size= 5", "' 5' is not a value for size"),
        ("size=5=5", "'5=5' is not a value for size"),
        ("size=21", "'21' is not a value for size: it must be a whole number from 2 to 20"),
        ("order=RISING", "'RISING' is not a value for order"),
    ],
)
def test_a_line_that_cannot_be_read_is_refused(line: str, reason: str):
    with pytest.raises(BadOption, match=reason.replace("?", r"\?")):
        Sample.read_line(line)


@pytest.mark.parametrize("text", NASTY, ids=short)
def test_no_odd_spelling_is_a_size(text: str):
    with pytest.raises(BadOption) as caught:
        Sample.read({"size": text})
    assert str(caught.value).isprintable()


def test_assignments_keep_everything_after_the_first_equals_sign():
    assert assignments(["a=1", "b=", "c=x=y"]) == {"a": "1", "b": "", "c": "x=y"}


@given(any_options)
@matched
def test_what_is_written_is_read_back(options: Options):
    assert type(options).read(options.write()) == options
    assert type(options).read(options.changed()) == options
    assert type(options).read_line(options.write_line()) == options


@given(any_options)
@matched
def test_copies_are_equal_and_as_frozen(options: Options):
    for copied in (copy.copy(options), copy.deepcopy(options), pickle.loads(pickle.dumps(options))):
        assert copied == options
        assert hash(copied) == hash(options)
        with pytest.raises(AttributeError, match="frozen"):
            copied.levels = 3


@given(st.sampled_from(GAMES), st.dictionaries(anything, anything, max_size=3))
@fuzzed
def test_any_texts_are_options_or_refused(game, texts: dict[str, str]):
    options, error = tried(game.options_type.read, texts)
    assert isinstance(error, BadOption) or options == game.options_type.read(options.write())


@given(st.sampled_from(GAMES), st.data())
@fuzzed
def test_any_line_is_options_or_refused(game, data: st.DataObject):
    line = data.draw(pieces(*game.options_type.declared, "=", "=", ",", ",", "3", "12", "kC4", "free", "forbidden"))
    options, error = tried(game.options_type.read_line, line)
    if error:
        assert isinstance(error, BadOption)
        assert str(error).isprintable()
    else:
        assert game.options_type.read_line(options.write_line()) == options


class Extended(Options):
    """With an option that no book has."""

    size = Whole(10, 2, 20, "how large it is")
    speed = Whole(0, 0, 9, "how fast it is", ours=True)


def test_an_option_of_ours_is_written_only_where_it_is_used():
    assert Extended().write_line() == "size=10"
    assert Extended().as_dict() == {"size": 10}
    assert Extended(speed=3).write() == {"size": "10", "speed": "3"}
    assert Extended(speed=3).as_dict() == {"size": 10, "speed": 3}
    for options in (Extended(), Extended(speed=3), Extended(size=12)):
        assert Extended.read_line(options.write_line()) == options
