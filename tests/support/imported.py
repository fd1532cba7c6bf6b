"""A session that receives posts, and texts imported as a transcript or as posts, with how each line was read."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from events.events import ALL, OMNISCIENT, Event
from events.store.protocol import EventStore
from projections.registry import Registry, registry
from replay.chance.clock import Clock, now_ms
from replay.importing.archive import Archive
from replay.importing.kinds import read_archive
from replay.importing.posts import Target, import_partly, record_posts, stage_posts, with_running_dice
from replay.importing.walk import OpenPost, ThreadWalk
from replay.posts.door import FiledPost, file_post
from replay.posts.lines import ReadLine
from replay.posts.paste import Pasted, Poster
from replay.posts.read import ReadPaste, read_post
from replay.reading.timeline import Timeline
from replay.session.data_files import OwnData
from replay.session.session import Session


class Imported(NamedTuple):
    """The session ("" if nothing was stored), the lines with their numbers in the file, and the first open post."""

    session: str
    lines: tuple[ReadLine, ...]
    walk: ThreadWalk
    open: OpenPost | None

    @property
    def whole(self) -> bool:
        return self.open is None

    @property
    def seq(self) -> int:
        return self.walk.session.head.seq


def import_posts(
    store: EventStore, registry: Registry, archive: Archive, target: Target, people: Mapping[str, str] = {}, *,
    check: bool = False, clock: Clock = now_ms,
) -> ThreadWalk:  # fmt: skip
    target = target if check else with_running_dice(store, registry, archive, target, clock)
    walk = stage_posts(store, registry, archive, target, people, clock=clock)
    if not (check and walk.rolls):
        list(walk.follow())
    if not check and (walk.open is None or target.running):
        record_posts(walk, store)
    return walk


def record_text(
    store: EventStore, registry: Registry, text: str, *, check: bool = False, alias: str = "", session: str = "",
    clock: Clock = now_ms, own: Sequence[OwnData] = (), partial: bool = False,
) -> Imported:  # fmt: skip
    target, archive = Target(own=own, session=session, alias=alias), read_archive(text.encode())
    done = _imported(import_posts(store, registry, archive, target, check=check, clock=clock), check)
    return done._replace(session=import_partly(store, registry, archive)[0]) if partial and not done.whole else done


def go_on(
    store: EventStore, registry: Registry, session: str, text: str, *, check: bool = False, clock: Clock = now_ms
) -> Imported:  # fmt: skip
    walk = import_posts(store, registry, read_archive(text.encode()), Target(session), check=check, clock=clock)
    return _imported(walk, check, running=True)


def _imported(walk: ThreadWalk, check: bool, *, running: bool = False) -> Imported:  # noqa: FBT001
    found, opened = list[ReadLine](), walk.open
    timeline = Timeline(walk.session.row, walk.session.table)
    for one in [*walk.walked, *(walk.look() if check and walk.rolls else ())]:
        lines = one.lines or (ReadLine(1, one.post.text.partition("\n")[0][:80], "chat"),)
        found += [
            replace(line, number=one.post.at + line.number, filed=_address(timeline, *entries))
            for line in lines if one.is_new for entries in (one.places.get(line.number, (1, 0)),)
        ]  # fmt: skip
    if opened is not None:
        lines = (opened.stopped,) if opened.stopped else opened.paste.lines
        upto = next((at for at, line in enumerate(lines, 1) if not line.is_settled), len(lines))
        found += [replace(line, number=opened.post.at + line.number) for line in lines[:upto]]
    stored = not check and (walk.open is None or running or walk.rolls)
    return Imported(walk.session.row.session if stored else "", tuple(found), walk, walk.open)


def _address(timeline: Timeline, first: int, last: int) -> str:
    return next((timeline.addresses[seq] for seq in range(last, first - 1, -1) if seq in timeline.addresses), "")


MODERATOR = Poster("moderator")


class PostTable:
    def __init__(self, store: EventStore, name: str, games: Registry | None = None, clock: Clock = now_ms) -> None:
        self.store, self.name, self.games, self.clock = store, name, games or registry(), clock

    @property
    def session(self) -> Session:
        return Session.load(self.store, self.games, self.name, self.clock)

    @property
    def last(self) -> int:
        return self.store.head(self.name).seq

    def timeline(self, viewer: str = ALL) -> Timeline:
        return Timeline.read(self.store, self.games, self.name, viewer)

    def events(self, *kinds: type[Event], after: int = 0) -> list[Any]:
        return [entry.event for entry in self.timeline(OMNISCIENT).entries[after:] if isinstance(entry.event, kinds)]

    def file(self, text: str, poster: Poster = MODERATOR, **more: Any) -> FiledPost:
        return file_post(self.store, self.games, self.name, Pasted(text=text, **more), poster, self.clock)

    def filed(self, text: str, poster: Poster = MODERATOR, **more: Any) -> FiledPost:
        done = self.file(text, poster, **more)
        assert done.is_done, done
        return done

    def read(self, text: str, poster: Poster = MODERATOR, **more: Any) -> ReadPaste:
        before = self.store.head(self.name)
        found = read_post(self.timeline(poster.viewer), self.store, Pasted(text=text, **more), poster)
        assert self.store.head(self.name) == before, "reading wrote something"
        return found
