"""The dice tower: a hash chain for rolls, a pledged secret for shuffles.

Nobody can choose, repeat or drop a roll, and anybody can check one at once from the log alone. Whoever can read the
chain foresees; pages say so where that person holds a seat. The mathematics is fixed for ever: `docs/log-format.md`.
"""

import hmac
import re
import secrets
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import count
from typing import Final

from events.errors import LogError, RefusedError
from events.events import UNKNOWN, Drawn, Receipt, Revealed, Rolled, Shuffled
from events.store.rows import TowerRow

LENGTH: Final = 65_536
"""How many rolls a chain holds."""
STRIDE: Final = 256
"""Every so many links one is kept."""
WORD: Final = re.compile("[a-z0-9-]{1,64}")
"""What a seat may bring."""


def build(secret: bytes | None = None, shuffle_secret: bytes | None = None, length: int = LENGTH) -> TowerRow:
    """A new tower; the secrets are 32 random bytes each unless given. `links[i]` is h(i * STRIDE)."""
    link = secret or secrets.token_bytes(32)
    links = []
    for index in range(length + 1):
        if index % STRIDE == 0 or index == length:
            links.append(link)
        link = sha256(link).digest()
    return TowerRow(length, tuple(links), shuffle_secret or secrets.token_bytes(32))


def key_at(row: TowerRow, index: int) -> bytes:
    """h(index): the link at an index, hashed on from the kept one before it."""
    link = row.links[-1] if index == row.length else row.links[index // STRIDE]
    for _ in range(0 if index == row.length else index % STRIDE):
        link = sha256(link).digest()
    return link


def pledge(row: TowerRow) -> tuple[str, str]:
    """Anchor and shuffle pledge, as hex."""
    return key_at(row, row.length).hex(), sha256(row.shuffle_secret).hexdigest()


def word_text(words: Mapping[str, str]) -> str:
    """The players' words as they enter every seed: `seat=word`, joined by `;`, sorted by seat id."""
    return ";".join(f"{seat}={word}" for seat, word in sorted(words.items()) if word)


def check_words(seats: Sequence[str], words: Mapping[str, str]) -> Mapping[str, str]:
    """Return the words, or say what is allowed: each enters every seed, so that it must read in one way only.

    Raises:
        RefusedError: a word is not 1 to 64 of `a-z0-9-`, or nobody's.
    """
    for seat, word in words.items():
        if seat not in seats:
            raise RefusedError(f'no seat "{seat[:40]}" brings a word; seats are {", ".join(seats)}')
        if word and not WORD.fullmatch(word):
            raise RefusedError(f'the word "{word[:70]}" of {seat} is not allowed: 1 to 64 of a-z 0-9 -')
    return words


def rolled_faces(key: bytes, session: str, k: int, words: str, purpose: str, sides: int, dice: int) -> tuple[int, ...]:
    """The faces that roll `k` must show: uniform on 1 to `sides` (2 to 256), by rejection on the key's stream."""
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
    """The order that shuffle `j` must give: the cards sorted, then Fisher-Yates from the last index down."""
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
    """The source of chance that is this service's dice and cards. `k` and `j` are the numbers last given."""

    def __init__(self, row: TowerRow, session: str, words: Mapping[str, str], k: int, j: int) -> None:
        self.row, self.session, self.words, self.k, self.j = row, session, word_text(words), k, j

    def roll(self, die: str, sides: int, purpose: str) -> Rolled:
        """Roll number k + 1 of the chain."""
        if self.k >= self.row.length:
            raise LogError(f"the chain of this session's tower is used up after {self.row.length} rolls")
        self.k += 1
        key = key_at(self.row, self.row.length - self.k)
        faces = rolled_faces(key, self.session, self.k, self.words, purpose, sides, len(die.split()))
        return Rolled(die, sides, faces, purpose, "tower", Receipt(self.k, key.hex()))

    def shuffle(self, pile: str, cards: Sequence[str]) -> Shuffled:
        """Shuffle number j + 1."""
        if UNKNOWN in cards:
            raise LogError(f"the tower cannot shuffle {pile}: some of its cards are not known")
        self.j += 1
        order = shuffled_order(self.row.shuffle_secret, self.session, self.j, self.words, pile, cards)
        return Shuffled(pile, self.j, "tower", order)

    def draw(self, player: str, pile: str, top: Sequence[str]) -> Drawn:
        """The cards on top, which the tower's own shuffle put there."""
        if UNKNOWN in top:
            raise LogError(f"the tower does not know the top of {pile}")
        return Drawn(player, pile, "tower", tuple(top))

    def turn_up(self, pile: str, place: str, item: str) -> Revealed:
        """What the tower's own shuffle laid there."""
        if item == UNKNOWN:
            raise LogError(f"the tower does not know what lies at {place}")
        return Revealed(pile, place, "tower", item)


def fresh_seed() -> int:
    """A seed that nobody could foresee, of at most nine digits: what a branch throws is never the tower's."""
    return secrets.randbelow(10**9)
