"""Erase a person's texts: log, board and audit stay the same."""

from collections import Counter
from typing import Annotated, get_args, get_origin, get_type_hints

import pytest
from long_runs import is_short_sample, some_short
from players import GAMES, eventful, founded, play_on
from recordings import copied, recording
from spectator import SEATS, opened

from events import session_events as s
from events.codec import sealed_fields
from events.events import ALL, AUTHOR_ONLY, OMNISCIENT, REMOVED
from events.store.accounts import SEAT, Accounts
from events.store.memory import MemoryStore
from projections.registry import Registry, registry
from replay.audit.audit import audit_session
from replay.importing.samples import samples
from replay.session.erasure import WRITTEN, authors, erase_person, erase_texts, tenures, texts_of
from replay.session.session import Session
from replay.transfer.bundle import export_lines, read_bundle
from replay.transfer.verify import verify

SAMPLES = [(slug, sample.name) for slug in sorted(registry()) for sample in samples(slug)]
_KEPT = {(s.Noted, "at"), (s.Noted, "of"), (s.ItemRevealed, "value"), (s.Claimed, "value"), (s.HiddenInfoProbe, "what")}
"""Sealed texts of session events that a program writes."""


def findings(store: MemoryStore, session: str) -> Counter[tuple[str, str, int, str]]:
    report = audit_session(store, GAMES, session)
    return Counter((one.level, one.rule, one.seq, one.seat) for one in report.findings)


@pytest.mark.parametrize(("slug", "name"), some_short(SAMPLES, is_short_sample))
def test_erasing_all_texts_keeps_board_and_findings(slug: str, name: str) -> None:
    taken = copied(recording(f"{slug}-{name}").taken)
    store, session = taken.store, Session.load(taken.store, GAMES, taken.session)
    before, head, found = session.position, session.head, findings(store, session.row.session)
    gone = [one for author in authors(session) for one in texts_of(session, author)]
    assert erase_texts(session, gone) == len({(one.seq, one.field) for one in gone})
    again = Session.load(store, GAMES, session.row.session)
    assert (again.position, again.head) == (before, head)
    assert findings(store, session.row.session) == found
    assert [one for author in authors(again) for one in texts_of(again, author)] == []
    lines = "\n".join(export_lines(store, GAMES, session.row.session, OMNISCIENT, whole=True))
    for one in gone:
        if len(one.text) > 20:
            assert one.text[:20] not in lines
    was = Counter((one.level, one.rule, one.seq) for one in verify(read_bundle(lines, GAMES), GAMES).findings)
    assert all(rule not in ("LOG-CHAIN", "LOG-SEAL") for _, rule, _ in was)


@pytest.mark.parametrize("slug", sorted(registry()))
def test_play_continues_after_texts_were_erased(slug: str) -> None:
    session = eventful(founded(MemoryStore(), slug, 2, session="erased"), 30)
    for author in authors(session):
        erase_texts(session, texts_of(session, author))
    again = Session.load(session.store, GAMES, "erased")
    assert again.position == session.position
    play_on(again, 10, seed=4)
    assert not [one for one in audit_session(again.store, GAMES, "erased").findings if one.rule.startswith("LOG-")]


def test_every_sealed_text_is_listed_as_erasable_or_kept() -> None:
    for kind in s.SESSION_EVENTS:
        hints = get_type_hints(kind, include_extras=True)
        for name in sealed_fields(kind):
            held = get_args(hints[name])[0] if get_origin(hints[name]) is Annotated else hints[name]
            if held is str:
                assert (name in WRITTEN) is ((kind, name) not in _KEPT), (kind, name)


@pytest.fixture
def session(games: Registry) -> Session:
    found = opened(MemoryStore(), games, "toy", SEATS, session="erased", options={"points": 9})
    play_on(found, 3)
    found.note(s.Posted("Black", "I am Julie  Smith.", where="forum #3"), by="moderator")
    found.note(s.Remarked("yellow", "Well done, JULIE SMITH"), by="yellow")
    found.note(s.Noted("black", "to myself", "4", "", f"black {AUTHOR_ONLY}"), by="black")
    return found


def test_finds_texts_by_author_and_words(session: Session) -> None:
    assert [one.text for one in texts_of(session, "black")] == ["I am Julie  Smith.", "to myself"]
    assert [one.text for one in texts_of(session, "", "julie smith")] == [
        "I am Julie  Smith.", "Well done, JULIE SMITH"
    ]  # fmt: skip
    assert [one.text for one in texts_of(session, "yellow", "julie smith")] == ["Well done, JULIE SMITH"]
    last = session.head.seq
    assert [one.text for one in texts_of(session, "black", first=last)] == ["to myself"]
    assert texts_of(session, "", "to myself", viewer=ALL) == [], "what black wrote for itself cannot be tried out"
    assert texts_of(session, "black", "to myself", viewer=ALL) == []
    assert len(texts_of(session, "black", viewer=ALL)) == 2


def test_erases_only_texts_and_replaced_standing_orders(session: Session) -> None:
    for when in ("never", "always"):
        session.note(s.Ordered("black", when), by="black")
    erasable = {one.seq for one in texts_of(session, "black")}
    assert session.head.seq - 1 in erasable
    assert session.head.seq not in erasable
    accounts = Accounts.memory()
    accounts.change("erased", names={"black": "Julie"})
    assert erase_person(accounts, session, "black", "julie").was_named is False
    assert accounts.settings("erased").names == {"black": "Julie"}
    entries = Session.load(session.store, session.registry, "erased").table.entries
    assert [entry.event.text for entry in entries if isinstance(entry.event, s.Posted)] == [REMOVED]


def test_erases_names_and_mail_of_one_person_of_a_seat(session: Session) -> None:
    accounts = Accounts.memory()
    first = accounts.issue("erased", SEAT, 1, seat="black", person=tenures(session)[0].person or "p1", name="Julie")[0]
    session.note(s.Seated("black", "p2"), by="moderator")
    change = session.head.seq
    second = accounts.issue("erased", SEAT, 2, seat="black", person="p2", name="Kim")[0]
    accounts.change("erased", names={"black": "Kim", "yellow": "Lee"}, mail={"black": "kim@example.org"})
    session.note(s.Posted("Black", "Kim here."), by="black")
    assert [(one.seat, one.first, one.last) for one in tenures(session) if one.seat == "black"] == [
        ("black", tenures(session)[0].first, change - 1), ("black", change, session.head.seq)
    ]  # fmt: skip
    done = erase_person(accounts, session, "black", last=change - 1)
    assert (done.texts, done.was_named) == (2, True)
    named = {link.id: link.name for link in accounts.links("erased")}
    assert (named[first.id], named[second.id]) == ("", "Kim")
    assert accounts.settings("erased").names == {"black": "Kim", "yellow": "Lee"}
    done = erase_person(accounts, session, "black", first=change)
    assert (done.texts, done.was_named, done.lines) == (1, True, (session.head.seq,))
    assert (accounts.settings("erased").names, accounts.settings("erased").mail) == ({"yellow": "Lee"}, {})
    assert not any(link.name for link in accounts.links("erased"))
    assert erase_person(accounts, session, "black") == (0, (), False)
