"""The addresses and networks that an operator has blocked."""

from __future__ import annotations

from typing import Final, NamedTuple

from fathom.storage.journal import Ledger, Transaction

#: Announced instead of a match when the blocks have changed.
BLOCKS: Final = "@blocks"


class StoredBlock(NamedTuple):
    """A blocked network, until a time (empty: for good), with the operator's reason."""

    network: str
    until: str
    reason: str
    at: str


#: Those that still hold at a time.
ACTIVE = f"SELECT {', '.join(StoredBlock._fields)} FROM blocks WHERE until = '' OR until > ? ORDER BY at, network"
_ADD = f"""
    INSERT INTO blocks ({", ".join(StoredBlock._fields)}) VALUES (?, ?, ?, ?)
    ON CONFLICT (network) DO UPDATE SET until = excluded.until, reason = excluded.reason, at = excluded.at
"""


def read_blocks(ledger: Ledger, now: str) -> list[StoredBlock]:
    """The networks that are blocked now."""
    return ledger.transact(lambda within: within.rows(StoredBlock._make, ACTIVE, now))


def add_block(within: Transaction, block: StoredBlock) -> None:
    """Block a network; if it is blocked, the new time and reason count."""
    within.run("DELETE FROM blocks WHERE until <> '' AND until <= ?", block.at)
    within.run(_ADD, *block)
    within.announce(BLOCKS, 0)


def remove_block(within: Transaction, network: str) -> bool:
    """Stop blocking a network; False if it was not blocked."""
    if not within.run("DELETE FROM blocks WHERE network = ?", network):
        return False
    within.announce(BLOCKS, 0)
    return True
