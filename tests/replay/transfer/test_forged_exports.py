"""Forged exports: changed bytes, headers and openings are refused and leave no data."""

import json
import random
from collections import Counter
from copy import deepcopy
from functools import cache
from typing import Any

import msgspec
import pytest
import toy
from long_runs import some_short
from players import GAMES, eventful, founded, play_on
from pocket import rechained
from refusals import refuses

from events.errors import BellError, ConflictError, CorruptLogError, RefusedError
from events.events import ALL, OMNISCIENT
from events.session_events import Appointed, HiddenInfoProbe, Posted, Remarked
from events.store.memory import MemoryStore
from events.store.protocol import EventStore
from projections.contracts import Written
from projections.registry import Registry
from replay.audit.audit import audit_session
from replay.corrections.moderation import adjust
from replay.session.session import Session
from replay.session.submission import Request, file_order, submit
from replay.transfer.bundle import export_lines, import_bundle, read_bundle
from replay.transfer.verify import verify

NAME = "carrycarryca"
CHANGES = 250


@cache
def ended(slug: str, seats: int) -> EventStore:
    store = MemoryStore()
    session = eventful(founded(store, slug, seats, session=NAME, title="Friday"), 25, seed=4)
    session.end()
    return store


def exported(store: EventStore, viewer: str = ALL) -> str:
    return "".join(f"{line}\n" for line in export_lines(store, GAMES, NAME, viewer))


def brought_in(text: str) -> EventStore:
    store = MemoryStore()
    import_bundle(store, read_bundle(text, GAMES))
    return store


@pytest.mark.parametrize(
    ("slug", "seats"), some_short([("toy", 2), ("toy", 3), ("keys", 2)], lambda case: case == ("toy", 2))
)
def test_finds_every_changed_byte_of_an_export(slug: str, seats: int) -> None:
    text = exported(ended(slug, seats))
    chooser, told = random.Random(seats), Counter[str]()
    same = brought_in(text)
    for _ in range(CHANGES):
        at = chooser.randrange(len(text) - 1)
        sign = chooser.choice([sign for sign in 'a0"7{}[],: \\n' if sign != text[at]])
        changed = text[:at] + sign + text[at + 1 :]
        try:
            other = brought_in(changed)
        except BellError:
            told["refused"] += 1
            is_same = False
        else:
            told["the same"] += 1
            is_same = True
            assert other.lines(NAME) == same.lines(NAME)
            assert {one for one in other.secrets(NAME) if one.salt} <= set(same.secrets(NAME))
            assert other.row(NAME).title == "Friday"
        try:
            report = verify(read_bundle(changed, GAMES, strict=False), GAMES)
        except BellError:
            told["no file"] += 1
        else:
            told["verified"] += 1
            assert report.findings or is_same, (at, sign, text[max(0, at - 60) : at + 60])
    assert told["refused"] > 0.9 * CHANGES
    assert told["the same"] < 0.1 * CHANGES


def rows_of(text: str) -> list[dict[str, Any]]:
    return [json.loads(row) for row in text.splitlines()]


def text_of(rows: list[dict[str, Any]]) -> str:
    return "".join(f"{json.dumps(row, separators=(',', ':'))}\n" for row in rows)


def forged(rows: list[dict[str, Any]], number: int, **changes: Any) -> str:
    """Change one entry of a file and compute the chain again."""
    header, *lines = deepcopy(rows)
    lines[number - 1] |= changes
    rechained(lines)
    return text_of([header, *lines])


@cache
def told_by_many() -> str:
    store = MemoryStore()
    session = founded(store, "toy", 2, session=NAME, title="Friday")
    session.note(Posted("Ann", "hello"), by="black")
    session.note(Remarked("yellow", "a remark"), by="yellow")
    session.look("black")
    session.note(Appointed("p", "judge-1"), by="moderator")
    session.note(HiddenInfoProbe("moderator", "black", "answer 9", "black moderator -after"), by="moderator")
    file_order(session, "black", "black", "never")
    adjust(session, "turn", "next", "they forgot", by="moderator")
    session.end()
    return exported(store)


@pytest.mark.parametrize(("kind", "by"), [
    ("toy-dare", "pink"), ("toy-dare", ALL), ("toy-dare", "auditor"), ("toy-dare", "tower"), ("posted", ALL),
    ("posted", "host"), ("posted", "order"), ("remarked", "black"), ("ordered", "yellow"), ("ordered", "judge-1"),
    ("adjusted", "black"), ("adjusted", ALL), ("looked", "yellow"), ("looked", "judge-1"), ("appointed", "black"),
    ("tried", "black"), ("tried", "judge-1"), ("unsealed", "moderator"), ("begun", "black"), ("pledged", "order"),
    ("adjusted", "tower"),
])  # fmt: skip
def test_finds_an_author_who_cannot_have_written_an_entry(kind: str, by: str) -> None:
    text = exported(ended("toy", 2)) if kind == "toy-dare" else told_by_many()
    rows = rows_of(text)
    number = next(at for at, row in enumerate(rows[1:], start=1) if json.loads(row["body"])["kind"] == kind)
    assert verify(read_bundle(text, GAMES, strict=False), GAMES).findings == ()
    report = verify(read_bundle(forged(rows, number, by=by), GAMES, strict=False), GAMES)
    assert (number, "LOG-LINE") in {(one.seq, one.rule) for one in report.findings if one.level == "violation"}


@pytest.mark.parametrize("title", ["The great final", "", "friday"])
def test_finds_a_title_that_differs_from_entry_1(title: str) -> None:
    head, *lines = rows_of(exported(ended("toy", 2)))
    text = text_of([{**head, "title": title}, *lines])
    (found,) = verify(read_bundle(text, GAMES, strict=False), GAMES).findings
    assert (found.rule, found.level, found.seq) == ("LOG-CHAIN", "violation", 1)
    assert "has the title" in found.condition
    assert brought_in(text).row(NAME).title == "Friday"


def test_a_foreign_title_of_an_untitled_session_is_unverified() -> None:
    store = MemoryStore()
    founded(store, "toy", 2, session=NAME)
    text = exported(store)
    head, *lines = rows_of(text)
    assert verify(read_bundle(text_of([head, *lines]), GAMES, strict=False), GAMES).findings == ()
    other = text_of([{**head, "title": head["title"].replace("2026", "2025")}, *lines])
    (found,) = verify(read_bundle(other, GAMES, strict=False), GAMES).findings
    assert (found.rule, found.level) == ("LOG-CHAIN", "unverified")
    assert "entry 1 has none" in found.condition
    meta = msgspec.structs.replace(toy.GAME.meta, title="A Game of Dares")
    games = Registry([msgspec.structs.replace(toy.GAME, meta=meta)])
    assert {one.level for one in verify(read_bundle(text, games, strict=False), games).findings} == {"unverified"}
    assert import_bundle(MemoryStore(), read_bundle(text, games)).title.startswith("A Game of Dares, ")


def test_refuses_forged_files() -> None:
    rows = rows_of(exported(ended("toy", 2)))
    head, lines = rows[0], rows[1:]
    started = json.loads(lines[0]["body"])
    drawn = next(number for number, row in enumerate(lines, start=1) if '"drawn"' in row["body"])
    opened = {field: [{**items[0], "value": '"6"' if items[0]["value"] != '"6"' else '"5"'}]
              for field, items in lines[drawn - 1]["opened"].items()}  # fmt: skip
    refused = {
        "of another game": text_of([{**head, "game": "keys"}, *lines]),
        "of a game that is not here": text_of([{**head, "game": "chess"}, *lines]),
        "of another session": text_of([{**head, "session": "othersession"}, *lines]),
        "of another format": text_of([{**head, "format": "cloisterbell-99"}, *lines]),
        "with a field that is none": text_of([{**head, "tower": "x"}, *lines]), "without lines": text_of([head]),
        "without a header": text_of(lines), "with a line lost": text_of([head, *lines[:5], *lines[6:]]),
        "with another seal opened": text_of([
            head, *lines[: drawn - 1], {**lines[drawn - 1], "opened": opened}, *lines[drawn:]
        ]),
        "with a pin and no data": forged(rows, 1, body=json.dumps({**started, "data": {"cards": "0" * 64}})),
        "with a body that cannot be folded": forged(rows, 1, body=json.dumps({**started, "seats": ["black"]})),
        "with an unknown option": forged(rows, 1, body=json.dumps({**started, "options": {"moons": 2}})),
        "of another game in line 1": forged(rows, 1, body=json.dumps({**started, "game": "keys"})),
        "begun twice": forged(rows, 4, body=lines[0]["body"]),
        "with a time beyond all calendars": forged(rows, 3, at_ms=2**63),
        "with a time before all": forged(rows, 3, at_ms=-1),
        "with half a character in an author": text_of([head, {**lines[0], "by": "\ud800"}, *lines[1:]]),
        "with half a character in a body": text_of([head, {**lines[0], "body": '{"kind":"begun\ud800"}'}, *lines[1:]]),
        "with half a character in its title": text_of([{**head, "title": "\udfff"}, *lines]),
    }  # fmt: skip
    store = MemoryStore()
    for what, text in refused.items():
        with pytest.raises((RefusedError, CorruptLogError)):
            import_bundle(store, read_bundle(text, GAMES))
        assert store.sessions() == [], what


def test_an_import_cannot_replace_a_session() -> None:
    store = brought_in(exported(ended("toy", 2)))
    before = store.lines(NAME)
    longer = MemoryStore()
    play_on(founded(longer, "toy", 2, session=NAME), 3)
    for text in (exported(ended("toy", 2)), exported(ended("toy", 3)), exported(longer)):
        refuses(ConflictError, "", import_bundle, store, read_bundle(text, GAMES))
    assert store.lines(NAME) == before


def test_an_imported_session_has_no_dice_roller() -> None:
    store = MemoryStore()
    play_on(founded(store, "toy", 2, session=NAME), 2)
    elsewhere = brought_in(exported(store, OMNISCIENT))
    session = Session.load(elsewhere, GAMES, NAME)
    seat = session.status.awaited[0]
    move = next(iter(session.game.rules.legal(session.position, seat)))
    head = session.head
    refuses(RefusedError, "imported without its dice roller", submit, session, seat, [Request(Written(move))])
    assert elsewhere.head(NAME) == head
    assert "imported without its dice roller" in audit_session(elsewhere, GAMES, NAME).grade


def test_an_export_contains_only_what_its_viewer_may_know() -> None:
    store = MemoryStore()
    session = play_on(founded(store, "keys", 3, session=NAME), 12)
    session.note(Remarked("yellow", "mine alone", "yellow"), by="yellow")
    for viewer in (ALL, *session.started.seats):
        text = exported(store, viewer)
        opened = {(secret.seq, secret.field, secret.item) for secret in brought_in(text).secrets(NAME) if secret.salt}
        known = [one for one in store.secrets(NAME) if viewer in one.audience.split() or one.audience == ALL]
        own = {(secret.seq, secret.field, secret.item) for secret in known}
        assert opened == own
        assert ("mine alone" in text) is (viewer == "yellow")
