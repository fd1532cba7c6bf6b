r"""Seals: salted hashes that replace hidden values in the public log, so that each value can be checked later.

A seal is `SHA-256(salt \n value)`. The salt is 16 random bytes as hex; the value is the JSON text of the item. Each
item has its own salt, so that one card of a hand can be opened without the others.
"""

import secrets
from hashlib import sha256

import msgspec


class SealedItem(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """The stored form of a sealed field with one value: its seal as 64 hex digits."""

    sealed: str


class SealedItems(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """The stored form of a sealed field with several items: one seal for each item. The number of items is public."""

    sealed: tuple[str, ...]


def new_salt() -> str:
    """Return a new salt: 16 random bytes as 32 hex digits."""
    return secrets.token_hex(16)


def seal(salt: str, value: str) -> str:
    """Return the seal of a value, given as its JSON text, with a salt."""
    return sha256(f"{salt}\n{value}".encode()).hexdigest()
