"""Inputs made from others: stretches of words removed, doubled, moved, and inserted from elsewhere."""

import random
import re
from collections.abc import Sequence
from typing import Final

_WORD: Final = re.compile(rb"[A-Za-z0-9_\x80-\xff-]+|\s+|.", re.DOTALL)
_ODD: Final = (
    b"\x00", b"\xff", b"\xc2\xb2", b"\xed\xa0\x80", b"\xe2\x80\xae", b"\xe2\x84\xaa", b"\xc4\xb0", b"\xd9\xa1", b"-1",
    b"0", b"1e999", b"9" * 30, b"99999999999", b"null", b"true", b'"', b"\\", b"?", b";", b"=", b"none", b"\n",
    b"\\ud800", b"%00", b"%ff", b"{}", b"[]", b"[" * 200, b"(" * 60, b" " * 99, b"NaN", b"-0.0", b"\r\n",
)  # fmt: skip
_SEED_BYTES: Final = 200_000
_MOST_WORDS: Final = 3000


def words_of(seeds: Sequence[bytes]) -> list[bytes]:
    found = dict.fromkeys(word for raw in seeds for word in _WORD.findall(raw[:_SEED_BYTES]) if len(word) > 1)
    return list(found)[:_MOST_WORDS]


def mutated(raw: bytes, words: Sequence[bytes], others: Sequence[bytes], chance: random.Random, most: int) -> bytes:
    """Return an input that differs from another in a few places; never empty, and at most `most` bytes long."""
    parts = _WORD.findall(raw) or [b"0"]
    for _ in range(chance.choice((1, 1, 1, 2, 3, 6))):
        at = chance.randrange(len(parts)) if parts else 0
        size = chance.choice((1, 1, 1, 2, 4, 12))
        stretch = parts[at : at + size]
        match chance.randrange(8):
            case 0:
                del parts[at : at + size]
            case 1:
                parts[at:at] = stretch * chance.choice((1, 1, 2, 30))
            case 2:
                to = chance.randrange(len(parts) + 1)
                parts[to:to] = stretch
            case 3:
                parts[at : at + 1] = [chance.choice(words)] if words else []
            case 4:
                parts.insert(at, chance.choice(words) if words else b"a")
            case 5:
                parts[at : at + chance.randrange(2)] = [chance.choice(_ODD)]
            case 6:
                other = _WORD.findall(chance.choice(others))
                begin = chance.randrange(len(other) + 1)
                parts[at:at] = other[begin : begin + chance.choice((2, 8, 40))]
            case _:
                parts[at : at + 1] = [_changed(b"".join(parts[at : at + 1]), chance)]
    return b"".join(parts)[:most] or b"0"


def _changed(word: bytes, chance: random.Random) -> bytes:
    if word.isdigit() and chance.random() < 0.5:
        return str(int(word[:18]) + chance.choice((-1, 1, -10, 10, 255, 65536))).encode()
    changed = bytearray(word or b"a")
    at = chance.randrange(len(changed))
    if chance.random() < 0.3:
        return bytes(changed[:at])
    changed[at] = chance.choice((changed[at] ^ (1 << chance.randrange(8)), chance.randrange(256)))
    return bytes(changed)
