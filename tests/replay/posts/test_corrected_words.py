"""Corrections in plain words, and lines of a moderator without a header."""

import pytest
from imported import record_text
from keys_board import BEGUN

from events.errors import NotationError
from events.store.memory import MemoryStore
from projections.registry import registry
from replay.posts.corrected_words import UnclearMoveError, in_notation, read_meant
from replay.posts.door import Request, preview, submit
from replay.posts.paste import Pasted, Poster, posts_of
from replay.reading.timeline import Timeline

LATER = "== T2 Twelfth ==\nD: ?\nP: Kg d7 open (open)\nM: >d7\n== end ==\n"
MODERATOR = Poster("moderator")


@pytest.fixture
def timeline() -> Timeline:
    store = MemoryStore()
    return Timeline.read(store, registry(), record_text(store, registry(), BEGUN + LATER).session)


@pytest.mark.parametrize(("text", "meant"), [
    ("FIX 1.2: I open g1 with a red key, it is an open door", "FIX 1.2: P: Kr g1 open (open)"),
    ("FIX 1.3: I stay outside\nKEEP rest", "FIX 1.3: M: stay\nKEEP rest"),
    ("INSERT 2.1 twelfth: I draw a card", "INSERT 2.1 twelfth: D: ?"), ("PUT 2.3: I stay outside", "PUT 2.3: M: stay"),
    *((same, same) for same in ("FIX 1.3: M: stay", "OMIT 1.2", "DUE 1.2", "FIX 1.3 M: stay")),
    *((same, same) for same in ("INSERT 2.1 nobody: I draw a card", "FIX 1.2: P: Kx c1", "hello", "KEEP 1.2")),
])  # fmt: skip
def test_plain_words_of_a_correction_become_notation(timeline: Timeline, text: str, meant: str) -> None:
    assert in_notation(timeline, text) == meant


@pytest.mark.parametrize(("text", "allowed"), [
    ("FIX 1.3: I move to c1 or c2", ("M: c1",)), ("FIX 1.3: I like the bus", ()), ("FIX 1.3: " + "words " * 99, ()),
])  # fmt: skip
def test_unclear_words_are_asked_about(timeline: Timeline, text: str, allowed: tuple[str, ...]) -> None:
    with pytest.raises(UnclearMoveError) as error:
        read_meant(timeline, text)
    assert (error.value.seat, error.value.allowed[: len(allowed)]) == ("tenth", allowed)
    with pytest.raises(NotationError):
        preview(MemoryStore(), timeline, Request(timeline.row.session, MODERATOR, Pasted(text=text), is_post=False))


@pytest.mark.parametrize("line", [
    "RULING 1.3: fix ; so / FIX 1.3: I stay outside", "RULING 1.3: fix ; so / FIX 1.3: I move to c1 or c2",
])  # fmt: skip
def test_a_ruling_in_plain_words_is_recorded_as_its_move(line: str) -> None:
    store = MemoryStore()
    session = record_text(store, registry(), BEGUN + LATER).session
    last, request = store.head(session).seq, Request(session, MODERATOR, Pasted(text=line), is_post=False)
    if line.endswith("c2"):
        with pytest.raises(UnclearMoveError):
            submit(store, registry(), request)
        assert store.head(session).seq == last
        return
    submit(store, registry(), request)
    now = Timeline.read(store, registry(), session)
    assert "Tenth stays outside." in [now.sentence(group.first) for group in now.groups if not group.undone]


@pytest.mark.parametrize(("by", "text", "seats"), [
    ("moderator", "RULING 1.2: stand ; so", ["moderator"]), ("moderator", "SET d5 = is dalek ; so", ["moderator"]),
    ("moderator", "END close ; so", ["moderator"]), ("moderator", "END agree", []),
    ("moderator", "UNDO 1.2", []), ("moderator", "I looked.\nRULING 1.2: stand ; so", []),
    ("tenth", "RULING 1.2: stand ; so", ["tenth"]), ("", "RULING 1.2: stand ; so", []),
])  # fmt: skip
def test_a_line_that_only_a_moderator_can_write_is_the_moderators(by: str, text: str, seats: list[str]) -> None:
    posts = posts_of(Pasted(text=text), Poster(by), ("tenth", "twelfth"))
    assert [block.seat for post in posts for block in post.blocks] == seats
