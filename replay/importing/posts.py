"""Entry point for importing posts: stage a session, read the posts in order, ask about an unclear one, record."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import Final, NamedTuple

import msgspec

from events.errors import NotationError, RefusedError
from events.events import Started
from events.store.checks import check_id
from events.store.memory import MemoryStore
from events.store.protocol import EventStore
from events.store.rows import SessionRow
from projections.registry import Registry
from replay.chance.clock import Clock, now_ms
from replay.importing.archive import Archive, UnknownAuthorsError
from replay.importing.walk import Answer, FollowedRules, OpenPost, ThreadWalk
from replay.posts import create_session
from replay.posts.create_session import UnsaidError
from replay.posts.lines import ReadLine
from replay.posts.paste import Choice
from replay.session.data_files import OwnData, data_of_start, keep_data, with_pins
from replay.session.submission import PrefacedSession
from replay.transfer.bundle import stage, unstage

MOST_UNCLEAR: Final = 40


class Target(NamedTuple):
    """The session for the posts: a running one, or a new one with values that the file does not contain."""

    running: str = ""
    header: Mapping[str, str] = {}
    own: Sequence[OwnData] = ()
    session: str = ""
    alias: str = ""


def start_of(
    store: EventStore, registry: Registry, header: Mapping[str, str], own: Sequence[OwnData] = ()
) -> tuple[Started, tuple[OwnData, ...]]:
    """Build the `Started` event and the data files from a header, without its empty fields.

    Raises UnsaidError if the game or the seats are missing, RefusedError if a field or a data file is invalid.
    """
    fields = {name: value for name, value in header.items() if value}
    for name in ("game", "seats"):
        if not fields.get(name):
            raise UnsaidError(f"the file does not name the {name}")
    fields.setdefault("dice", "typed")
    fields.setdefault("cards", fields["dice"])
    started = with_pins(create_session.started_with(registry, fields), own)
    label = fields.get("table", "")
    if label and (label.lower() != create_session.TABLE_IS_DESCRIBED or started.has_tower):
        allowed = f"It can only be {create_session.TABLE_IS_DESCRIBED}, with typed dice and cards"
        raise RefusedError(f'table: "{label[:40]}" is not allowed. {allowed}')
    return started, data_of_start(store, registry[started.game], started, own)


def stage_new(
    store: EventStore, registry: Registry, target: Target, clock: Clock = now_ms, *, staged: bool = True
) -> PrefacedSession:
    """Create the session that a header describes: if `staged`, in memory, to be copied later, else directly in `store`.

    Raises as `start_of`, and UnsaidError without a first player.
    """
    started, own = start_of(store, registry, target.header, target.own)
    if staged and started.has_tower:
        what = "an old thread cannot use the dice roller of this server"
        raise RefusedError(f"{what}. Set dice and cards to typed or other:NAME")
    place = MemoryStore(store.signing_keys()) if staged else store
    if target.alias:
        check_id(target.alias, "alias")
    deals = create_session.dealt_unseen(registry, started.game) if target.header.get("table") else registry
    session, alias = target.session, target.alias
    try:
        return PrefacedSession.create(
            place, deals, started, session=session, alias=alias, clock=clock, own=own,
            resignation=create_session.resignation_in(target.header),
        )  # fmt: skip
    except NotationError as error:
        create_session.require_first(registry, started, error)
        hint = "Set it with an option of the game, or in the header of a transcript"
        raise UnsaidError(f"{error.reason}. {hint}") from error


def stage_running(store: EventStore, registry: Registry, session: str, clock: Clock = now_ms) -> PrefacedSession:
    """Copy a running session into memory; one with built-in dice or cards is opened in its store instead."""
    row = store.row(session)
    opened = PrefacedSession.load(store, registry, row.session, clock)
    if opened.started.has_tower:
        return opened
    staged = MemoryStore(store.signing_keys())
    stage(store, staged, row.session)
    return PrefacedSession.load(staged, registry, row.session, clock)


def stage_posts(
    store: EventStore, registry: Registry, archive: Archive, target: Target, people: Mapping[str, str] = {},
    filed: Sequence[str] = (), clock: Clock = now_ms, *, rules: FollowedRules | None = None,
) -> ThreadWalk:  # fmt: skip
    """Prepare to record the posts of an archive. The target's header takes precedence over the archive's header.

    `rules` are those of the thread that a running session follows. Raises UnknownAuthorsError for authors of moves
    without a seat, UnsaidError for missing header fields, RefusedError for invalid ones.
    """
    if target.running:
        session = stage_running(store, registry, target.running, clock)
        return ThreadWalk(session, registry, archive, people, filed, is_running=True, rules=rules)
    header = {**archive.header, **{name: value for name, value in target.header.items() if value}}
    with _placed(archive):
        new = stage_new(store, registry, target._replace(header=header), clock)
    return ThreadWalk(new, registry, archive, people)


@contextmanager
def _placed(archive: Archive) -> Iterator[None]:
    """Add the line number to an error about a field of the archive's header."""
    try:
        yield
    except UnsaidError:
        raise
    except RefusedError as error:
        if not archive.places:
            raise
        raise create_session.at_its_line(error, archive.places) from error


def record_posts(walk: ThreadWalk, store: EventStore) -> str:
    """Record the posts that a walk has passed, in one transaction; return the id of their session."""
    there = walk.session
    if there.store is not store and there.head.seq > walk.base:
        if not walk.base:
            pins = there.started.data.items()
            own = [OwnData(name, there.store.data(pin), pin) for name, pin in pins]
            keep_data(store, own, there.row.alias)
        unstage(there.store, store, there.row.session, walk.base)
    return there.row.session


def already_recorded(walk: ThreadWalk, store: EventStore) -> SessionRow | None:
    """Return the stored session that begins with the posts that a walk has passed, or None."""
    row, own = walk.session.row, walk.session.store
    if not (posts := _posts(own, row.session)):
        return None
    first, most = posts[0][0], len(posts)
    for other in store.sessions():
        is_like = other.game == row.game and _posts(store, other.session, first - 1, first) == posts[:1]
        if is_like and _posts(store, other.session)[:most] == posts:
            return other
    return None


def _posts(store: EventStore, session: str, after: int = 0, upto: int | None = None) -> list[tuple[int, str, str, str]]:
    """Return the entry, author, time and text of each post in a range of a log."""
    lines = [line for line in store.lines(session, after, upto) if '"kind":"posted"' in line.body[:40]]
    secrets = store.secrets(session, after) if lines else []
    texts = {secret.seq: secret.value or "" for secret in secrets if secret.field == "text"}
    heads = [(line.seq, msgspec.json.decode(line.body)) for line in lines]
    return [(seq, head["author"], head.get("when", ""), texts.get(seq, "")) for seq, head in heads]


def with_running_dice(
    store: EventStore, registry: Registry, archive: Archive, target: Target, clock: Clock = now_ms
) -> Target:
    """Return the target. If its header asks for built-in dice, create the session and return it as the target.

    Such a session cannot be staged, because rolls cannot be undone.
    """
    header = {**archive.header, **target.header}
    if target.running or "tower" not in (header.get("dice"), header.get("cards")):
        return target
    with _placed(archive):
        begun = stage_new(store, registry, target._replace(header=header), clock, staged=False)
    return Target(begun.row.session)


def import_partly(store: EventStore, registry: Registry, archive: Archive) -> tuple[str, tuple[OpenPost, ...]]:
    """Record an archive up to its first unclear line; return the session, and the unclear posts."""
    walk = stage_posts(store, registry, archive, with_running_dice(store, registry, archive, Target()))
    with suppress(UnknownAuthorsError):  # a post whose author's seat is not known is unclear
        list(walk.follow())
    if (first := walk.open) is None:
        return record_posts(walk, store), ()
    lines = (first.stopped, *first.paste.lines) if first.stopped else first.paste.lines
    stops = next(iter(first.open_lines), None)
    left = {line.number: Choice(chat=True) for line in lines if stops and line.number >= stops.number}
    with suppress(UnknownAuthorsError):  # it was raised before, and the audit ends before its post
        for one in walk.follow({first.key: Answer(left)} if left else {}):
            if one.key == first.key:
                break
    session = record_posts(walk, store)
    walk.open = first
    return session, (first, *walk.further({}, MOST_UNCLEAR))


def file_line(post: OpenPost) -> ReadLine:
    """Return the first unclear line of a post, with its line number in the file."""
    line = next(iter(post.open_lines), None) or ReadLine(
        1, post.post.text.partition("\n")[0], "question", message=post.trouble
    )
    return msgspec.structs.replace(line, number=post.post.at + line.number)
