"""What a reading of a hole in a rule book changes."""

from __future__ import annotations

from typing import NamedTuple, TypedDict

from fathom import games
from fathom.analysis.adviser import adviser_for
from fathom.core.budget import UNLIMITED, Meter
from fathom.core.game import AnyGame, AnyPosition
from fathom.core.options import Options
from fathom.errors import BadOption, Unknown


class ReadingDict(TypedDict):
    """A reading as JSON."""

    option: str
    value: str
    other: str
    positions: int | None
    changed: int | None
    not_compared: str | None


class Reading(NamedTuple):
    """An option that is a reading: its value here, another one, the open positions that both have, and how many of
    them have another winner with perfect play."""

    option: str
    value: str
    other: str
    positions: int | None
    changed: int | None
    #: Why the two were not compared.
    not_compared: str | None = None

    def as_dict(self) -> ReadingDict:
        return {
            "option": self.option,
            "value": self.value,
            "other": self.other,
            "positions": self.positions,
            "changed": self.changed,
            "not_compared": self.not_compared,
        }


def compare_readings(game: AnyGame, options: Options, meter: Meter = UNLIMITED) -> tuple[Reading, ...]:
    """Every other reading of these options that goes with the rest of them."""
    found: list[Reading] = []
    chosen = options.write()
    for option, words in games.room(game.name).readings.items():
        for word in words:
            if chosen[option] not in words or word == chosen[option]:
                continue
            try:
                found.append(_compare(game, options, game.options_type.read(chosen | {option: word}), option, meter))
            except Unknown as unknown:
                found.append(Reading(option, chosen[option], word, None, None, str(unknown)))
            except BadOption:  # it does not go with the other options
                continue
    return tuple(found)


def _compare(game: AnyGame, options: Options, others: Options, option: str, meter: Meter) -> Reading:
    """Plays both games side by side, by the moves that both allow."""
    here, there = adviser_for(game, options, meter), adviser_for(game, others, meter)
    first: tuple[AnyPosition, AnyPosition] = (game.start(options), game.start(others))
    meter.recount()
    seen, left, changed = {first}, [first], 0
    limit = meter.budget.states
    while left:
        one, other = left.pop()
        meter.tick()
        changed += here.value(one).winner != there.value(other).winner
        for move in {*one.moves()} & {*other.moves()}:
            following = (one.after(move), other.after(move))
            if not following[0].outcome and not following[1].outcome and following not in seen:
                seen.add(following)
                left.append(following)
        if limit is not None and len(seen) > limit:
            raise Unknown(f"there are more than {limit:,} positions.")
    return Reading(option, options.write()[option], others.write()[option], len(seen), changed)
