"""The records that a store keeps beside the lines: sessions, dice towers, answers to requests."""

import msgspec


class SessionRow(msgspec.Struct, frozen=True):
    """What a store knows of a session beside its log. `origin` is `here` or `imported`; `alias` a short local name."""

    session: str
    game: str
    created_ms: int
    title: str = ""
    alias: str = ""
    origin: str = "here"


class TowerRow(msgspec.Struct, frozen=True):
    """The secrets of a session's dice tower: every 256th link of its chain, the chain's length, the shuffle secret."""

    length: int
    links: tuple[bytes, ...]
    shuffle_secret: bytes


class Submission(msgspec.Struct, frozen=True):
    """The answer given to a request, kept under its author and key. `hash` is that of the request."""

    author: str
    key: str
    hash: str
    answer: str
