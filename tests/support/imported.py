"""Import a text as one transcript or as posts of a running session, and see how each line was read."""

from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from events.store.protocol import EventStore
from projections.registry import Registry
from replay.chance.clock import Clock, now_ms
from replay.importing.kinds import read_archive
from replay.importing.posts import Target, import_partly, import_posts
from replay.importing.walk import OpenPost, ThreadWalk, WalkedPost
from replay.posts.lines import ReadLine
from replay.reading.timeline import Timeline
from replay.session.data_files import OwnData


class Imported(NamedTuple):
    """The session ("" if nothing was stored), the lines by their numbers in the file, the first unclear post."""

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
            replace(line, number=one.post.at + line.number, filed=_address(timeline, *_entries(one, line)))
            for line in lines if one.is_new
        ]  # fmt: skip
    if opened is not None:
        lines = (opened.stopped,) if opened.stopped else opened.paste.lines
        upto = next((at for at, line in enumerate(lines, 1) if not line.is_settled), len(lines))
        found += [replace(line, number=opened.post.at + line.number) for line in lines[:upto]]
    stored = not check and (walk.open is None or running or walk.rolls)
    return Imported(walk.session.row.session if stored else "", tuple(found), walk, walk.open)


def _address(timeline: Timeline, first: int, last: int) -> str:
    return next((timeline.addresses[seq] for seq in range(last, first - 1, -1) if seq in timeline.addresses), "")


def _entries(one: WalkedPost, line: ReadLine) -> tuple[int, int]:
    return one.places.get(line.number, (1, 0))
