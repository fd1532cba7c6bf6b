"""One way to import posts: stage a session, read the posts in order, ask about an unclear one, record."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Final, NamedTuple

import msgspec

from events.errors import RefusedError
from events.store.protocol import EventStore
from projections.registry import Registry
from replay.chance.clock import Clock, now_ms
from replay.importing.archive import Archive
from replay.importing.start import begin_with_dice, stage_new, stage_running
from replay.importing.walk import Answer, OpenPost, ThreadWalk
from replay.posts.lines import ReadLine
from replay.posts.paste import Choice
from replay.posts.transcript import UnsaidError, at_its_line
from replay.session.data_files import OwnData, keep_data
from replay.transfer.bundle import unstage

MOST_UNCLEAR: Final = 40


class Target(NamedTuple):
    """The session that takes the posts: a running one, or a new one with what its header does not say."""

    running: str = ""
    header: Mapping[str, str] = {}
    own: Sequence[OwnData] = ()
    session: str = ""
    alias: str = ""


def stage_posts(
    store: EventStore, registry: Registry, archive: Archive, target: Target, people: Mapping[str, str] = {},
    filed: Sequence[str] = (), clock: Clock = now_ms,
) -> ThreadWalk:  # fmt: skip
    """Prepare to file the posts of an archive. The target's header goes before that of the archive.

    Raises:
        UnknownAuthorsError: the seat of an author who posts moves is not known.
        UnsaidError: the header lacks the game, the seats, or who begins.
        RefusedError: a field, a data file or a seat is not allowed.
        UnknownSessionError: there is no session of this id or alias.
    """
    if target.running:
        session = stage_running(store, registry, target.running, clock)
        return ThreadWalk(session, registry, archive, people, filed, is_running=True)
    header = {**archive.header, **{name: value for name, value in target.header.items() if value}}
    with _placed(archive):
        new = stage_new(store, registry, header, target.own, session=target.session, alias=target.alias, clock=clock)
    return ThreadWalk(new, registry, archive, people)


@contextmanager
def _placed(archive: Archive) -> Iterator[None]:
    """Give an error about a field of the archive's header the line of that field."""
    try:
        yield
    except UnsaidError:
        raise
    except RefusedError as error:
        if not archive.places:
            raise
        raise at_its_line(error, archive.places) from error


def record_posts(walk: ThreadWalk, store: EventStore) -> str:
    """Record the posts that a walk has passed, in one transaction; returns the id of their session.

    Raises:
        ConflictError: the session has gone on meanwhile, or the alias is taken.
    """
    there = walk.session
    if there.store is not store and there.head.seq > walk.base:
        if not walk.base:
            pins = there.started.data.items()
            own = [OwnData(name, there.store.data(pin), pin) for name, pin in pins]
            keep_data(store, own, there.row.alias)
        unstage(there.store, store, there.row.session, walk.base)
    return there.row.session


def import_posts(
    store: EventStore, registry: Registry, archive: Archive, target: Target, people: Mapping[str, str] = {}, *,
    check: bool = False, clock: Clock = now_ms,
) -> ThreadWalk:  # fmt: skip
    """Read the posts of an archive, and record them if nothing has to be asked. Raises as `stage_posts`.

    A running session takes the posts before the first unclear one. With `check` nothing is written, and no post of a
    session with built-in dice is passed: `look` reads those.
    """
    target = target if check else with_running_dice(store, registry, archive, target, clock)
    walk = stage_posts(store, registry, archive, target, people, clock=clock)
    if check and walk.rolls:
        return walk
    for _ in walk.follow({}):
        pass
    if not check and (walk.open is None or target.running):
        record_posts(walk, store)
    return walk


def with_running_dice(
    store: EventStore, registry: Registry, archive: Archive, target: Target, clock: Clock = now_ms
) -> Target:  # fmt: skip
    """The target; a session whose header asks for built-in dice is begun in the store, and runs from then on."""
    header = {**archive.header, **target.header}
    if target.running or "tower" not in (header.get("dice"), header.get("cards")):
        return target
    with _placed(archive):
        begun = begin_with_dice(
            store, registry, header, target.own, session=target.session, alias=target.alias, clock=clock
        )  # fmt: skip
    return Target(begun.row.session)


def import_partly(store: EventStore, registry: Registry, archive: Archive) -> tuple[str, tuple[OpenPost, ...]]:
    """Record an archive up to its first unclear line; returns the session, and the unclear posts.

    Raises:
        UnsaidError: the header lacks the game, the seats, or who begins.
        RefusedError: a field of the header is not allowed.
    """
    walk = import_posts(store, registry, archive, Target())
    first = walk.open
    if first is None:
        return walk.session.row.session, ()
    lines = (first.stopped, *first.paste.lines) if first.stopped else first.paste.lines
    stops = first.stopped or next(iter(first.paste.open), None)
    left = {line.number: Choice(chat=True) for line in lines if stops and line.number >= stops.number}
    for one in walk.follow({first.key: Answer(left)} if left else {}):
        if one.key == first.key:
            break
    session = record_posts(walk, store)
    walk.open = first
    return session, (first, *walk.further({}, MOST_UNCLEAR))


def file_line(post: OpenPost) -> ReadLine:
    """The first unclear line of a post, with its number in the file."""
    line = post.stopped or next(iter(post.paste.open), None)
    line = line or ReadLine(1, post.post.text.partition("\n")[0], "ask", message=post.trouble)
    return msgspec.structs.replace(line, number=post.post.at + line.number)
