"""What a table of cardboard does after a correction: by hand, place by place, and no more than its reader knows."""

from events.facts import ALL, TABLE
from events.store.memory import MemoryStore
from projections.shelf import shelf
from replay.corrections.plan import KEEP
from replay.corrections.ruling import rule
from replay.corrections.written_changes import read_changes
from replay.live.session import Session
from replay.posts.record import record_text
from replay.posts.samples import samples
from replay.reading.timeline import Timeline
from replay.replies.kit import kit_of
from replay.replies.markup import kit_text
from replay.replies.put_right import MOST, put_right


def corrected(slug: str, name: str, change: str) -> Session:
    store = MemoryStore()
    text = next(one.text for one in samples(slug) if one.name == name)
    session = Session.load(store, shelf(), record_text(store, shelf(), text).session)
    meant = read_changes(Timeline(session.row, session.view(TABLE)), change)
    rule(session, meant.changes[0].group, "fix", "so it was", by="moderator", changes=meant.changes, others=KEEP)
    return session


def test_numbers_and_cards_are_put_and_taken() -> None:
    session = corrected("risk", "mistakes", "OMIT 8.9")
    told = put_right(Timeline(session.row, session.view(ALL)), 1)
    assert told[:2] == (
        "take 1 card off Yellow's Territory Cards, now 1", "put 1 card on the Territory deck, now 38",
    )  # fmt: skip
    session = corrected("risk", "mistakes", "DUE 4.2\nINSERT 4.4: P: SEA+2")
    assert "put 2 on Southeast Asia, now 7" in put_right(Timeline(session.row, session.view(ALL)), 1)
    kit = kit_of(Timeline(session.row, session.view(ALL)), 1)
    assert "On a table of cardboard:\n\n- put 2 on Southeast Asia, now 7" in kit_text(kit, "text")


def test_nothing_is_said_where_nothing_was_corrected() -> None:
    store = MemoryStore()
    text = next(one.text for one in samples("keys") if one.name == "two-player")
    session = Session.load(store, shelf(), record_text(store, shelf(), text).session)
    assert put_right(Timeline(session.row, session.view(ALL)), 1) == ()
    assert "cardboard" not in kit_text(kit_of(Timeline(session.row, session.view(ALL)), 1), "text")


def test_a_correction_that_changes_nothing_says_nothing() -> None:
    session = corrected("risk", "mistakes", "DUE 4.2")
    assert put_right(Timeline(session.row, session.view(ALL)), 1) == ()


def test_a_long_list_is_cut_and_counted() -> None:
    session = corrected("ccg", "mistakes", "OMIT 9.3")
    told = put_right(Timeline(session.row, session.view(ALL)), 1)
    assert len(told) <= MOST + 1
    assert all(line.count("?") == 0 or "now" in line or "more" in line for line in told)
