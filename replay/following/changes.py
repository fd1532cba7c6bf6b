"""Posts that were edited or deleted in their thread after they were recorded.

The log keeps them as they were. A remark at the entry of the post shows both versions, with the correction that the
edit seems to ask for. A moderator decides about it.
"""

from collections.abc import Sequence
from typing import Final

from events.errors import BellError
from events.events import ALL, OMNISCIENT, REMOVED, UNKNOWN, Move
from events.session_events import Posted, Remarked
from events.store.memory import MemoryStore
from events.store.protocol import EventStore
from projections.notation.prose.reading import parts_of
from projections.registry import Registry
from replay.importing.archive import plain_text
from replay.posts.paste import Pasted, Poster
from replay.posts.read import read_post
from replay.reading.timeline import Timeline
from replay.session.session import Session
from replay.transfer.bundle import stage

DELETED: Final = "This post was deleted in the thread after it was recorded."
RESTORED: Final = "This post has its recorded text again in the thread. It needs no correction."
_EDITED: Final = "This post was edited in the thread after it was recorded. The recorded moves stay."
_MODERATOR: Final = "moderator"
_LONGEST: Final = 1_500  # the most characters of each version in a remark


def remark_deleted(store: EventStore, registry: Registry, session: str, seq: int) -> bool:
    """Add a remark that the post of an entry was deleted in its thread; return whether it is new."""
    return _remark(store, registry, session, seq, DELETED)


def remark_edited(store: EventStore, registry: Registry, session: str, seq: int, text: str) -> str:
    """Add a remark with both versions of the post of an entry; return what has changed, "" without a new remark.

    There is none if the text of the entry was erased. If the post has its recorded text, a remark says so only after
    one about another text.
    """
    known = Timeline.read(store, registry, session, OMNISCIENT)
    event = known.entries[seq - 1].event
    if not isinstance(event, Posted) or event.text in (UNKNOWN, REMOVED):
        return ""
    if plain_text(event.text) == plain_text(text):
        was_edited = _last_remark(known, seq).startswith(_EDITED)
        is_new = was_edited and _remark(store, registry, session, seq, RESTORED, event.audience)
        return "has its recorded text again" if is_new else ""
    fixes = _fixes(store, registry, known, seq, text)
    parts = [_EDITED, "Before:", event.text[:_LONGEST], "Now:", plain_text(text)[:_LONGEST]]
    parts += ["A correction that a moderator can make:", *fixes] if fixes else []
    is_new = _remark(store, registry, session, seq, "\n".join(parts), event.audience)
    return "was edited after it was recorded, so its moves stay" if is_new else ""


def _last_remark(timeline: Timeline, seq: int) -> str:
    """Return the last remark of this module at an entry, "" for none."""
    events = (entry.event for entry in timeline.entries[seq:])
    texts = [event.text for event in events if isinstance(event, Remarked) and event.line == seq]
    return next((text for text in reversed(texts) if text.startswith((_EDITED, DELETED, RESTORED))), "")


def _remark(store: EventStore, registry: Registry, session: str, seq: int, text: str, audience: str = ALL) -> bool:
    if _last_remark(Timeline.read(store, registry, session, OMNISCIENT), seq) == text:
        return False
    opened = Session.load(store, registry, session)
    opened.note(Remarked(_MODERATOR, text, audience, seq), by=_MODERATOR)
    return True


def _fixes(store: EventStore, registry: Registry, timeline: Timeline, seq: int, text: str) -> Sequence[str]:
    """Return a `FIX` line for each move of a post that the new text has otherwise, () if the texts cannot be read."""
    entry = timeline.entries[seq - 1]
    event, seat = entry.event, entry.by
    if not isinstance(event, Posted) or seat not in timeline.reading.started.seats:
        return ()
    addresses = _addresses(timeline, seq, seat)
    try:
        old, new = (_moves_in(store, registry, timeline.row.session, seq, seat, each) for each in (event.text, text))
    except BellError:
        return ()
    if not len(old) == len(new) == len(addresses):
        return ()
    changed = zip(addresses, old, new, strict=True)
    return [f"FIX {address}: {now}" for address, was, now in changed if was != now]


def _addresses(timeline: Timeline, seq: int, seat: str) -> Sequence[str]:
    """Return the numbers of the moves of a seat from the post of entry `seq` to the next post."""
    later = (one.seq for one in timeline.entries[seq:] if isinstance(one.event, Posted))
    end = next(later, timeline.last + 1)
    heads = [group.head for group in timeline.groups if seq < group.first < end]
    moves = (one for one in heads if isinstance(one.event, Move) and one.event.player == seat and not one.implied)
    return [timeline.addresses[one.seq] for one in moves if one.seq in timeline.addresses]


def _moves_in(store: EventStore, registry: Registry, session: str, seq: int, seat: str, text: str) -> Sequence[str]:
    """Return the moves in a text in notation, as a spectator reads them at the position before entry `seq`."""
    staged = MemoryStore()
    stage(store, staged, session, seq - 1)
    timeline = Timeline.read(staged, registry, session)
    paste = read_post(timeline, staged, Pasted(text=text, seat=seat), Poster(seat, ALL))
    found = list[str]()
    for line in paste.lines:
        if line.status != "chat":
            found += parts_of(line.choices[0] if line.is_likely else line.text)
    return found if all(line.is_settled or line.is_likely for line in paste.lines) else ()
