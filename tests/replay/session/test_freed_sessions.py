"""Sessions that are no longer used: their memory is freed at once, without the garbage collector."""

import gc
import weakref

import pytest
from players import founded, play_on

from events.events import ALL
from events.store.memory import MemoryStore
from projections.registry import registry
from replay.session.session import Session


@pytest.mark.parametrize("slug", ["keys", "risk"])
def test_a_session_that_is_no_longer_used_is_freed_at_once(slug: str) -> None:
    store = MemoryStore()
    name = play_on(founded(store, slug, 2), 4).row.session
    gc.collect()
    gc.disable()
    try:
        session = Session.load(store, registry(), name)
        for viewer in (ALL, *session.started.seats):
            assert session.view(viewer).seq == session.table.seq
        freed = weakref.ref(session)
        del session
        assert freed() is None
    finally:
        gc.enable()
