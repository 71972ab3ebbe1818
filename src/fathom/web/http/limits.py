"""Rate limits for each address and connection."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from functools import lru_cache
from ipaddress import IPv6Address, IPv6Network
from math import ceil
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple
from weakref import WeakValueDictionary

from fathom.core.numerals import read_number
from fathom.core.words import did_you_mean, quoted
from fathom.errors import BadOption, TooMany

if TYPE_CHECKING:
    from starlette.requests import HTTPConnection

_ADDRESSES_REMEMBERED = 20_000
_VISITOR_BITS = 64
#: The key of a scope under which the middleware offers `charge`.
CHARGE = "fathom.charge"
#: With so many events, an answer counts as one more request.
EVENTS_PER_REQUEST = 250
#: The sockets of an address may together send as much as so many of them.
BUSY_SOCKETS = 10
_RETRY_SECONDS = 5


class Limits(NamedTuple):
    """The limits, by the names that an operator uses to set them."""

    matches_per_minute: int = 60
    sockets_per_address: int = 100
    messages_per_second: int = 20
    requests_per_second: int = 100

    @classmethod
    def read(cls, texts: list[str]) -> Limits:
        """Limits from text such as `sockets-per-address=500`."""
        chosen = {}
        known = [name.replace("_", "-") for name in cls._fields]
        for text in texts:
            name, _, value = text.partition("=")
            number = read_number(value)
            if name not in known:
                raise BadOption(
                    f"There is no limit {quoted(name)}; the limits are: {', '.join(known)}.{did_you_mean(name, known)}"
                )
            if not number:
                raise BadOption(f"{quoted(value)} is not a value for {name}: it must be a whole number from 1 up.")
            chosen[name.replace("-", "_")] = number
        return cls(**chosen)


#: Of so many matches that an address may begin, it may accept one challenge.
_MATCHES_PER_ACCEPTANCE = 6


class Bucket:
    """A token bucket: refilled at a rate, up to a burst size."""

    __slots__ = ("__weakref__", "_at", "_left", "_most", "_rate")

    def __init__(self, rate: float, most: float) -> None:
        self._rate = rate
        self._most = self._left = most
        self._at = monotonic()

    def take(self, many: int = 1) -> float:
        """Take tokens and return 0; or, if there are not enough, return the seconds until there are."""
        return self.take_at(monotonic(), many)

    def take_at(self, now: float, many: int = 1) -> float:
        """The same, for a caller that knows what time it is."""
        left = self._left + (now - self._at) * self._rate
        if left > self._most:
            left = self._most
        self._at = now
        if left >= many:
            self._left = left - many
            return 0
        wanted = min(many, self._most)  # more than the bucket holds counts as all of it
        self._left = left - wanted if left >= wanted else left
        return max(0, wanted - left) / self._rate

    def spend(self, many: int) -> None:
        """Take tokens for something that has been done already, even more than there are: then others wait longer."""
        self.take(0)
        self._left -= many


class Addresses:
    """The buckets of addresses; the least recently seen are dropped, unless somebody holds on to them."""

    def __init__(self, what: str, rate: float, most: float) -> None:
        self._what = what
        self._rate = rate
        self._most = most
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()
        self._held: WeakValueDictionary[str, Bucket] = WeakValueDictionary()

    def take(self, address: str, many: int = 1) -> None:
        """Take tokens for an address; raises `TooMany`."""
        if wait := self.bucket(address).take(many):
            seconds = ceil(wait)
            raise TooMany(f"Too many {self._what} from your address: try again in {_seconds(seconds)}.", seconds)

    def give_back(self, address: str) -> None:
        """A token was not needed after all."""
        self.bucket(address).spend(-1)

    def bucket(self, address: str) -> Bucket:
        """The bucket of an address; one that has not been used for long is full, and so need not be remembered."""
        bucket = self._buckets.get(address)
        if bucket is None:
            bucket = self._held.get(address) or Bucket(self._rate, self._most)
            self._buckets[address] = self._held[address] = bucket
            if len(self._buckets) > _ADDRESSES_REMEMBERED:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(address)
        return bucket


def count_new_matches(limits: Limits) -> Addresses:
    """The matches that addresses begin."""
    return Addresses("new matches", limits.matches_per_minute / 60, limits.matches_per_minute)


def count_acceptances(limits: Limits) -> Addresses:
    """The challenges that addresses accept."""
    most = most_acceptances(limits)
    return Addresses("accepted challenges", most / 60, most)


def most_acceptances(limits: Limits) -> int:
    """The most challenges that an address accepts in a minute: few, because somebody waits in each of them."""
    return max(1, limits.matches_per_minute // _MATCHES_PER_ACCEPTANCE)


class Lane:
    """What an address has done beside the event loop, where it slows everybody down: one thing after the other."""

    def __init__(self, address: str, most: int) -> None:
        """`most` may wait."""
        self.address = address
        self._most = most
        self._inside = 0
        #: For those of which there is a limit anyway, such as sockets.
        self.lock = asyncio.Lock()

    async def __aenter__(self) -> None:
        if self._inside > self._most:
            raise TooMany(
                "You have asked for more than this server does at once: wait for the answers.", _RETRY_SECONDS
            )
        self._inside += 1
        try:
            await self.lock.acquire()
        except BaseException:
            self._inside -= 1
            raise

    async def __aexit__(self, *_error: object) -> None:
        self._inside -= 1
        self.lock.release()


class Lanes:
    """The lanes of addresses, as long as anybody is in them; `most` may wait in each."""

    def __init__(self, most: int = 0) -> None:
        self._most = most
        self._lanes: WeakValueDictionary[str, Lane] = WeakValueDictionary()

    def of(self, address: str) -> Lane:
        return self._lanes.setdefault(address, Lane(address, self._most))


class Messages:
    """The messages of one socket: so many by itself, and so many together with all others of its address."""

    def __init__(self, own: Bucket, addresses: Addresses, address: str, lane: Lane) -> None:
        self._own = own
        self._shared = addresses.bucket(address)
        self.lane = lane

    def take(self) -> float:
        """Count a message and return 0; or, if it is one too many, return the seconds until it is not."""
        now = monotonic()
        return self._own.take_at(now) or self._shared.take_at(now)

    def spend(self, many: int) -> None:
        """Count something that takes as long as so many messages."""
        self._shared.spend(many)


def _seconds(number: int) -> str:
    return "a second" if number == 1 else f"{number} seconds"


class Sockets:
    """The number of open sockets of each address."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._open: dict[str, int] = {}

    def enter(self, address: str) -> bool:
        """Count one more socket; False if there are too many."""
        if self._open.get(address, 0) >= self._most:
            return False
        self._open[address] = self._open.get(address, 0) + 1
        return True

    def leave(self, address: str) -> None:
        self._open[address] -= 1
        if not self._open[address]:
            del self._open[address]


def charge(connection: HTTPConnection, many: int) -> None:
    """Count what one request asks for as so many more, because it takes that long; raises `TooMany`."""
    take: Callable[[str, int], None] | None = connection.scope.get(CHARGE)
    if take and many > 0:
        take(client_address(connection), many)


def client_address(connection: HTTPConnection) -> str:
    """Where a request came from: its IPv4 address, or its IPv6 network of 64 bits, which may all be one visitor's."""
    return network_of(connection.client.host) if connection.client else "unknown"


@lru_cache(maxsize=_ADDRESSES_REMEMBERED)
def network_of(address: str) -> str:
    """`2001:db8:1:2::/64` for any address in that network; an IPv4 address, also one written as IPv6, is itself."""
    if ":" not in address:
        return address
    try:
        full = IPv6Address(address.partition("%")[0])
    except ValueError:
        return address
    mapped = full.ipv4_mapped
    return str(mapped) if mapped else str(IPv6Network((full, _VISITOR_BITS), strict=False))
