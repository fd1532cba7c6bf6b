"""What an archive suggests about itself: the game that it tells of, the seats, who holds which, options of the game."""

from collections import Counter
from typing import Final, NamedTuple

from projections.registry import Registry
from replay.importing.archive import Archive
from replay.importing.authors import MODERATOR, Author, archive_authors, as_seat
from replay.importing.told_options import ToldOption, told_options
from replay.posts.transcript import seats_in

_SHARE: Final = 0.15
"""Whoever wrote less of the posts is taken for somebody who only looks on."""
_FEWEST: Final = 2


class Suggestion(NamedTuple):
    """A game by its slug ("" where none is named), seats in order, by author the seat that may be theirs, options."""

    game: str
    seats: tuple[str, ...]
    people: dict[str, str]
    authors: tuple[Author, ...]
    options: dict[str, ToldOption]


def suggest(archive: Archive, registry: Registry) -> Suggestion:
    """What an archive suggests: heads of blocks are its seats; where none is headed, whoever writes much has one."""
    text = "\n".join(post.text for post in archive.posts).casefold()
    named = Counter({slug: text.count(meta.title.casefold().split(": ")[-1]) for slug, meta in registry.metas.items()})
    game = archive.header.get("game", "") or next((slug for slug, count in named.most_common(1) if count), "")
    authors = archive_authors(archive, ())
    heads = Counter[str]()
    for author in authors:
        heads.update(dict.fromkeys(author.heads, 1))
    seats = tuple(head for head in heads if head != MODERATOR)
    if len(seats) < _FEWEST:
        much = [author for author in authors if author.posts >= _SHARE * len(archive.posts)]
        seats = tuple(dict.fromkeys(filter(None, (as_seat(author.name) for author in much))))
    seats = seats_in(archive.header.get("seats", "")) or seats
    people = {
        author.name: next(iter(author.heads), "") or as_seat(author.name)
        for author in authors if author.heads or as_seat(author.name) in seats
    }  # fmt: skip
    return Suggestion(
        game, seats, people, authors, told_options(archive, registry, game, seats, people) if game in registry else {}
    )
