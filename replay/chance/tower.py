"""The dice tower, which is the built-in dice roller: a hash chain for rolls and a committed secret for shuffles.

No one can choose, repeat or drop a roll, and the log alone is enough to check one at once. A person who can read the
chain can foresee rolls. Pages say so if that person holds a seat. The mathematics never changes:
`docs/reference/log-format.md`.
"""

import hmac
import secrets
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from hashlib import sha256
from itertools import count
from typing import Final

import msgspec

from events.errors import LogError, RefusedError
from events.events import UNKNOWN, Drawn, Receipt, Revealed, Rolled, Shuffled
from events.lazy_patterns import lazy_pattern
from events.store.rows import TowerRow

LENGTH: Final = 65_536  # number of rolls that a chain holds
STRIDE: Final = 256  # distance between two stored links of the chain
WORD: Final = lazy_pattern("[a-z0-9-]{1,64}")  # a valid player seed


def build(secret: bytes | None = None, shuffle_secret: bytes | None = None, length: int = LENGTH) -> TowerRow:
    """Return the secrets of a new dice roller (32 random bytes each if not given); `links[i]` is h(i * STRIDE)."""
    link = secret or secrets.token_bytes(32)
    links = []
    for index in range(length + 1):
        if index % STRIDE == 0 or index == length:
            links.append(link)
        link = sha256(link).digest()
    return TowerRow(length, tuple(links), shuffle_secret or secrets.token_bytes(32))


def key_at(row: TowerRow, index: int) -> bytes:
    """Return h(index), element `index` of the hash chain, hashed from the nearest stored element before it."""
    return row.links[-1] if index == row.length else _after(row.links[index // STRIDE])[index % STRIDE]


@lru_cache(maxsize=64)
def _after(link: bytes) -> tuple[bytes, ...]:
    """Return a stored element and those up to the next one. The rolls of a session use them one after another."""
    found = [link]
    while len(found) < STRIDE:
        found.append(sha256(found[-1]).digest())
    return tuple(found)


def pledge(row: TowerRow) -> tuple[str, str]:
    """Return the two commitments as hex: the anchor of the chain and the hash of the shuffle secret."""
    return key_at(row, row.length).hex(), sha256(row.shuffle_secret).hexdigest()


def renewed(row: TowerRow, times: int) -> TowerRow:
    """Return the dice roller after `times` reopenings that followed an opened shuffle secret: with a new secret each.

    The start of the chain is never shown before its last roll, so an opened secret says nothing about the next one.
    """
    if not times:
        return row
    secret = hmac.digest(row.links[0], f"reopened\n{times}".encode(), "sha256")
    return msgspec.structs.replace(row, shuffle_secret=secret)


def word_text(words: Mapping[str, str]) -> str:
    """Return the player seeds as they enter each roll and shuffle: `seat=seed`, joined by `;`, sorted by seat id."""
    return ";".join(f"{seat}={word}" for seat, word in sorted(words.items()) if word)


def check_words(seats: Sequence[str], words: Mapping[str, str]) -> Mapping[str, str]:
    """Return valid player seeds. Raises RefusedError for another form than `WORD`, or an unknown seat."""
    for seat, word in words.items():
        if seat not in seats:
            what = f'"{seat[:40]}" is not a seat, so it cannot have a player seed'
            raise RefusedError(f"{what}. Seats: {', '.join(seats)}")
        if word and not WORD.fullmatch(word):
            what = f'"{word[:70]}" cannot be the player seed of {seat}'
            raise RefusedError(f"{what}. It must have 1 to 64 characters: a-z, 0-9 and -")
    return words


def rolled_faces(key: bytes, session: str, k: int, words: str, purpose: str, sides: int, dice: int) -> tuple[int, ...]:
    """Return the faces that roll `k` must show: uniform on 1 to `sides` (2 to 256), by rejection sampling."""
    seed = hmac.digest(key, f"{session}\n{k}\n{words}\n{purpose}".encode(), "sha256")
    limit = 256 - 256 % sides
    faces: list[int] = []
    for block in count():
        for byte in sha256(seed + block.to_bytes(4, "big")).digest():
            if byte < limit:
                faces.append(byte % sides + 1)
                if len(faces) == dice:
                    return tuple(faces)
    raise AssertionError("the stream has no end")  # pragma: no cover


def shuffled_order(secret: bytes, session: str, j: int, words: str, pile: str, cards: Sequence[str]) -> tuple[str, ...]:
    """Return the order that shuffle `j` must give: sort the cards, then Fisher-Yates from the last index down."""
    seed = hmac.digest(secret, f"{session}\nshuffle\n{j}\n{words}\n{pile}".encode(), "sha256")
    order = sorted(cards)
    stream = _words(seed)
    for last in range(len(order) - 1, 0, -1):
        span = last + 1
        limit = 2**32 - 2**32 % span
        value = next(word for word in stream if word < limit)
        other = value % span
        order[last], order[other] = order[other], order[last]
    return tuple(order)


def _words(seed: bytes) -> Iterator[int]:
    for block in count():
        digest = sha256(seed + block.to_bytes(4, "big")).digest()
        for at in range(0, 32, 4):
            yield int.from_bytes(digest[at : at + 4], "big")


class Tower:
    """The built-in source of dice and cards. `k` and `j` are the numbers of the last roll and the last shuffle."""

    def __init__(self, row: TowerRow, session: str, words: Mapping[str, str], k: int, j: int) -> None:
        self.row, self.session, self.words, self.k, self.j = row, session, words, k, j

    def roll(self, die: str, sides: int, purpose: str) -> Rolled:
        """Return roll number k + 1 of the chain."""
        if self.k >= self.row.length:
            raise LogError(f"the dice roller of this session has used all of its {self.row.length} rolls")
        self.k += 1
        key = key_at(self.row, self.row.length - self.k)
        faces = rolled_faces(key, self.session, self.k, word_text(self.words), purpose, sides, len(die.split()))
        return Rolled(die, sides, faces, purpose, "tower", Receipt(self.k, key.hex()))

    def shuffle(self, pile: str, cards: Sequence[str]) -> Shuffled:
        """Return shuffle number j + 1."""
        if UNKNOWN in cards:
            raise LogError(f"the dice roller cannot shuffle {pile}, because some of its cards are not known")
        self.j += 1
        order = shuffled_order(self.row.shuffle_secret, self.session, self.j, word_text(self.words), pile, cards)
        return Shuffled(pile, self.j, "tower", order)

    def draw(self, player: str, pile: str, top: Sequence[str]) -> Drawn:
        """Return the cards on top, which a shuffle of this roller put there."""
        if UNKNOWN in top:
            raise LogError(f"the dice roller does not know the top card of {pile}")
        return Drawn(player, pile, "tower", tuple(top))

    def turn_up(self, pile: str, place: str, item: str) -> Revealed:
        """Return the given item, which a shuffle of this roller put there."""
        if item == UNKNOWN:
            raise LogError(f"the dice roller does not know the item at {place}")
        return Revealed(pile, place, "tower", item)


def fresh_seed() -> int:
    """Return an unpredictable seed of at most nine digits, for a what-if. A what-if never uses the dice roller."""
    return secrets.randbelow(10**9)
