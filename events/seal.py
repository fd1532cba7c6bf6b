r"""Seals: hashes that stand in the public log for values, which are checked with their salts.

`SHA-256(salt \n value)`: the salt is 16 random bytes as hex, the value is the JSON text of the item. One salt an item,
so that one card of a hand can be opened and the others stay closed.
"""

import secrets
from hashlib import sha256

import msgspec


class SealedItem(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A sealed scalar as stored: the seal as 64 hex digits."""

    sealed: str


class SealedItems(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A sealed row as stored: one seal an item, so its length is public."""

    sealed: tuple[str, ...]


def new_salt() -> str:
    """A fresh salt: 16 random bytes as 32 hex digits."""
    return secrets.token_hex(16)


def seal(salt: str, value: str) -> str:
    """The seal of a value, given as its JSON text, under a salt."""
    return sha256(f"{salt}\n{value}".encode()).hexdigest()
