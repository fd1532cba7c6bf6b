"""Exports as a viewer gets them, without a database and without pages."""

from collections.abc import Iterator, Mapping

from events.events import ALL
from events.store.protocol import EventStore
from projections.registry import Registry
from replay.exporting.formats import FORMATS
from replay.exporting.source import Source
from replay.reading.timeline import Timeline


def exported(store: EventStore, games: Registry, session: str, viewer: str = ALL) -> Mapping[str, bytes]:
    source = Source(store, games, Timeline.read(store, games, session, viewer))
    return {ending: b"".join(form.export(source)) for ending, form in FORMATS.items()}


def exported_texts(store: EventStore, games: Registry, session: str, viewer: str) -> Iterator[tuple[str, str]]:
    """Yield the exports as texts for comparison; a database as hexadecimal digits."""
    for ending, raw in exported(store, games, session, viewer).items():
        yield f"export {ending}", raw.decode() if FORMATS[ending].is_text else raw.hex()
