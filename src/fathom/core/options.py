"""Options: the settings of a game before it starts, declared once and always valid.

    class Options(core.options.Options):
        highest = Whole(10, 2, 1_000_000, "the numbers are 1 to this")
        second_move = Choice(("lower", "free"), "what the second move may be")

`Options(highest=5).highest == 5`; a value outside its range raises `BadOption`, which names the range.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, ClassVar, Generic, Self, TypeVar, overload

from fathom.core.numerals import read_number
from fathom.core.words import did_you_mean, enumerate_words, quoted
from fathom.errors import BadOption

T = TypeVar("T")


class Option(ABC, Generic[T]):
    """One named option. The declaration lives on the class, its value on the instance."""

    name: str

    def __init__(self, default: T, meaning: str, *, ours: bool = False) -> None:
        self.default = default
        self.meaning = meaning
        #: No book has it. Where it has its default it is not written down, so that what is written of a book's game
        #: does not change, and other versions can read it.
        self.ours = ours

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    @overload
    def __get__(self, instance: None, owner: type) -> Self: ...
    @overload
    def __get__(self, instance: object, owner: type) -> T: ...
    def __get__(self, instance: object | None, owner: type) -> Self | T:
        # Values live in the instance's __dict__, which takes precedence over this non-data descriptor:
        # this is only called on the class itself.
        return self

    @property
    @abstractmethod
    def allowed(self) -> str:
        """The values allowed, for people: "2 to 20"."""

    @abstractmethod
    def admits(self, value: object) -> bool:
        """Is the value allowed?"""

    @abstractmethod
    def read(self, text: str) -> object:
        """The value that `text` spells, allowed or not."""

    def accept(self, text: str) -> Any:
        """The value that `text` spells, which is allowed; raises `BadOption`."""
        value = self.read(text)
        if not self.admits(value):
            raise BadOption(f"{quoted(text)} is not a value for {self.name}: it must be {self.allowed}.")
        return value

    def write(self, value: T) -> str:
        return str(value)


class Whole(Option[int]):
    """A whole number within limits."""

    def __init__(self, default: int, low: int, high: int, meaning: str, *, ours: bool = False) -> None:
        super().__init__(default, meaning, ours=ours)
        self.low = low
        self.high = high

    @property
    def allowed(self) -> str:
        return f"a whole number from {self.low} to {self.high}"

    def admits(self, value: object) -> bool:
        return type(value) is int and self.low <= value <= self.high

    def read(self, text: str) -> object:
        return read_number(text)


class Choice(Option[str]):
    """One of a few words; the first is the default."""

    def __init__(self, words: tuple[str, ...], meaning: str) -> None:
        super().__init__(words[0], meaning)
        self.words = words

    @property
    def allowed(self) -> str:
        return enumerate_words(self.words, "or")

    def admits(self, value: object) -> bool:
        return value in self.words

    def read(self, text: str) -> object:
        return text


#: Of any type.
AnyOption = Option[Any]


def assignments(parts: Iterable[str]) -> dict[str, str]:
    """`["highest=12"]` as `{"highest": "12"}`."""
    texts: dict[str, str] = {}
    for part in parts:
        name, equals, text = part.partition("=")
        if not equals:
            raise BadOption(f"{quoted(part)} does not set an option: write OPTION=VALUE.")
        if name in texts:
            raise BadOption(f"The option {quoted(name)} is given twice.")
        texts[name] = text
    return texts


class Options:
    """A frozen set of option values. Subclasses declare `Option`s, and may `check` that the values fit together."""

    __slots__ = ("__dict__", "_hash")

    declared: ClassVar[dict[str, AnyOption]] = {}
    _hash: int

    def __init_subclass__(cls) -> None:
        cls.declared = {name: value for name, value in vars(cls).items() if isinstance(value, Option)}

    def __init__(self, **values: Any) -> None:
        for name, value in values.items():
            option = self.option(name)
            if not option.admits(value):
                raise BadOption(f"{name}={value!r} is not possible: {name} must be {option.allowed}.")
        defaults = {name: option.default for name, option in self.declared.items()}
        self.__dict__.update(defaults | values)
        self.check()

    def check(self) -> None:
        """Raise `BadOption` when values do not fit together."""

    @classmethod
    def read(cls, texts: Mapping[str, str]) -> Self:
        """Options from text such as `{"highest": "12"}`. The defaults are always the same object: quick to compare."""
        if not texts:
            return cls._defaults()
        return cls(**{name: cls.option(name).accept(text) for name, text in texts.items()})

    @classmethod
    @cache
    def _defaults(cls) -> Self:
        return cls()

    @classmethod
    def read_line(cls, line: str) -> Self:
        """Options from one line such as `highest=12,second_move=free`; an empty line means the defaults."""
        return cls.read(assignments(line.split(",") if line else ()))

    def write_line(self) -> str:
        """What `write` has, on one line: the inverse of `read_line`."""
        return ",".join(f"{name}={text}" for name, text in self.write().items())

    def write(self) -> dict[str, str]:
        """Every option as text, in declared order, without those of ours that have their defaults: undoes `read`."""
        values = self.__dict__
        return {name: option.write(values[name]) for name, option in self.declared.items() if self._is_written(option)}

    def _is_written(self, option: AnyOption) -> bool:
        return not option.ours or self.__dict__[option.name] != option.default

    def changed(self) -> dict[str, str]:
        """The options that differ from their defaults, as text."""
        declared = self.declared.items()
        values = self.__dict__
        return {name: option.write(values[name]) for name, option in declared if values[name] != option.default}

    def as_dict(self) -> dict[str, int | str]:
        """What `write` has: numbers as numbers, everything else as text."""
        declared = self.declared
        return {
            name: value if isinstance(value, int) else declared[name].write(value)
            for name, value in self.__dict__.items()
            if self._is_written(declared[name])
        }

    @classmethod
    def option(cls, name: str) -> AnyOption:
        """The option of that name; raises `BadOption`."""
        if name in cls.declared:
            return cls.declared[name]
        known = ", ".join(cls.declared)
        hint = did_you_mean(name, cls.declared)
        raise BadOption(f"There is no option {quoted(name)}; the options are: {known}.{hint}")

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"options are frozen: {name} cannot be changed")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"options are frozen: {name} cannot be deleted")

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and other.__dict__ == self.__dict__

    def __hash__(self) -> int:
        # Positions hash their options, so this is cached. It is never pickled: hashes of str differ between processes.
        try:
            return self._hash
        except AttributeError:
            object.__setattr__(self, "_hash", hash(tuple(self.__dict__.values())))
            return self._hash

    def __getstate__(self) -> dict[str, Any]:
        return self.__dict__

    def __repr__(self) -> str:
        values = ", ".join(f"{name}={value!r}" for name, value in self.__dict__.items())
        return f"Options({values})"
