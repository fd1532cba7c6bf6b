"""The records of a store other than entries: sessions, secrets of the dice roller, and answers to requests."""

import msgspec


class SessionRow(msgspec.Struct, frozen=True):
    """A session in the store. `origin` is `here` or `imported`; `alias` is a short local name.

    `package` is the package of the game with its version, such as `cloisterbell-pig 1.0`; "" for a game of Cloister
    Bell.
    """

    session: str
    game: str
    created_ms: int
    title: str = ""
    alias: str = ""
    origin: str = "here"
    package: str = ""

    @property
    def name(self) -> str:
        """The display name of the session."""
        return self.title or self.alias or self.session


class TowerRow(msgspec.Struct, frozen=True):
    """The secrets of a session's dice roller: every 256th link of the chain, its length, and the shuffle secret."""

    length: int
    links: tuple[bytes, ...]
    shuffle_secret: bytes


class Submission(msgspec.Struct, frozen=True):
    """The stored answer to a request, by author and idempotency key. `hash` is the hash of the request."""

    author: str
    key: str
    hash: str
    answer: str
