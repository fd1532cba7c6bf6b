"""Posts in people's own words, read as a seat would file them.

An input is a byte that says at which table, and the post.
"""

from collections.abc import Iterator
from functools import cache
from typing import Final

from notation_lines import text_of
from people_posts import Row, rows, table

from projections.shelf import shelf
from replay.posts.paste import Pasted, Poster
from replay.posts.read import read_post
from replay.reading.timeline import Timeline

_TABLES: Final = 3
_POSTS: Final = 40


@cache
def tables() -> tuple[Row, ...]:
    found = list[Row]()
    for game in shelf():
        by_table = {(row.session, row.moves): row for row in rows(game) if row.kind == "moves"}
        found += list(by_table.values())[:_TABLES]
    return tuple(found)


@cache
def _timeline(at: int) -> Timeline:
    row = tables()[at]
    store, session = table(row.session, row.moves)
    return Timeline.read(store, shelf(), session, row.seat)


def read(raw: bytes) -> None:
    at = (raw[0] if raw else 0) % len(tables())
    row = tables()[at]
    store, _ = table(row.session, row.moves)
    pasted = Pasted(text=text_of(raw[1:]), seat=row.seat)
    read_post(_timeline(at), store, pasted, Poster(row.seat, row.seat, asks=True))


def seeds() -> Iterator[bytes]:
    for at, row in enumerate(tables()):
        posts = [each.post for each in rows(row.game)][:: _TABLES + at % 2]
        yield bytes([at]) + row.post.encode()
        yield from (bytes([at]) + post.encode() for post in posts[: _POSTS // _TABLES])
