"""Blocked addresses: which ones are, and what they are told."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

from fathom.core.words import quoted
from fathom.errors import BadOption, Blocked

Network = IPv4Network | IPv6Network
_REMEMBERED = 20_000
_VISITOR_BITS = 64
_MAPPED_BITS = 96


class Blocks:
    """The blocked networks. Looking up an address takes one step for each length of prefix, and is remembered."""

    def __init__(self) -> None:
        #: When the block of a network ends (empty: never), by the length of its prefix, then by its number.
        self._networks: dict[tuple[int, int], dict[int, str]] = {}
        self._found: dict[str, list[str]] = {}

    def replace(self, blocks: Iterable[tuple[str, str]]) -> None:
        """Block these networks, each until a time (UTC, ISO 8601; empty: for good), and no others."""
        networks: dict[tuple[int, int], dict[int, str]] = {}
        for text, until in blocks:
            network = ip_network(text)
            alike = networks.setdefault((network.version, network.prefixlen), {})
            alike[int(network.network_address)] = until
        self._networks, self._found = networks, {}

    def check(self, host: str) -> None:
        """Raises `Blocked` for an address in a blocked network."""
        if not self._networks:
            return
        ends = self._found.get(host)
        if ends is None:
            if len(self._found) >= _REMEMBERED:
                self._found = {}
            ends = self._found[host] = self._find(host)
        if not ends:
            return
        now = f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%S}"
        for until in ends:
            if not until or until > now:
                term = f" until {until[:16].replace('T', ' ')} UTC" if until else ""
                raise Blocked(f"Your address is blocked on this server{term}.")

    def holds(self, host: str) -> bool:
        """Is the address blocked?"""
        try:
            self.check(host)
        except Blocked:
            return True
        return False

    def _find(self, host: str) -> list[str]:
        """The ends of the blocks that an address is in."""
        address = _read_address(host)
        if address is None:
            return []
        number, bits = int(address), address.max_prefixlen
        return [
            alike[start]
            for (version, prefix), alike in self._networks.items()
            if version == address.version and (start := number >> bits - prefix << bits - prefix) in alike
        ]


def _read_address(text: str) -> IPv4Address | IPv6Address | None:
    """An address; one of IPv4 that is written as IPv6 is one of IPv4."""
    try:
        address = ip_address(text.partition("%")[0])
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return mapped or address


def read_network(text: str) -> Network:
    """What to block: an address of IPv4, a network, or the 64 bits around an address of IPv6, all one visitor's.

    What belongs to IPv4 but is written as IPv6 is read as IPv4, as it is where requests come in.
    """
    try:
        if "/" in text:
            network = ip_network(text, strict=False)
            mapped = network.network_address.ipv4_mapped if isinstance(network, IPv6Network) else None
            return IPv4Network((mapped, network.prefixlen - _MAPPED_BITS)) if mapped else network
        address = _read_address(text)
        if isinstance(address, IPv6Address):
            return IPv6Network((address, _VISITOR_BITS), strict=False)
        return ip_network(address or text)
    except ValueError:
        raise BadOption(
            f"{quoted(text)} is neither an address such as 192.0.2.7 nor a network such as 192.0.2.0/24 "
            "or 2001:db8::/48."
        ) from None


def write_network(network: Network) -> str:
    """`192.0.2.7` for a network of one address, else `192.0.2.0/24`."""
    return str(network.network_address) if network.num_addresses == 1 else str(network)
