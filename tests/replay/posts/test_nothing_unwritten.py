"""Nothing is shown from the tower before it is written, and nothing of a hidden hand to those who bring in a post."""

import pytest
import toy
from players import GAMES, founded, ticking

from events.facts import ALL, Rolled, Started
from events.store.protocol import EventStore
from projections.terms import Seen, Written
from replay.corrections.correction import preview
from replay.corrections.plan import Change
from replay.live.session import Session
from replay.live.submission import Request, submit
from replay.posts.file import file_post
from replay.posts.lines import ReadLine
from replay.posts.paste import Pasted, Poster
from replay.posts.read import read_post
from replay.posts.record import go_on, record_text
from replay.reading.timeline import Timeline

NAME = "unwrittenunw"
DARE = "== T1 Black ==\ndare yellow\n== end ==\n"


@pytest.fixture
def session(store: EventStore) -> Session:
    """A session of the tower in which Yellow is about to answer."""
    opened = founded(store, "toy", 2, session=NAME, options={"points": 9})
    submit(opened, "black", [Request(Written(toy.Dare("black", "yellow")))])
    return opened


def rolls(store: EventStore) -> int:
    return sum(isinstance(entry.fact, Rolled) for entry in Session.load(store, GAMES, NAME).table.entries)


def posted(store: EventStore, text: str, seat: str, *, check: bool) -> tuple[ReadLine, ...]:
    """How a post reads that a seat sends in itself, or what becomes of it."""
    poster, pasted = Poster(seat, seat), Pasted(text=text)
    if check:
        return read_post(Timeline.read(store, GAMES, NAME, seat), store, pasted, poster).lines
    return file_post(store, GAMES, NAME, pasted, poster).lines


def test_a_look_at_a_post_throws_no_die(session: Session, store: EventStore) -> None:
    before = session.head
    text = "== T1 Yellow ==\npass\ndare black\n== end ==\n"
    looked = go_on(store, GAMES, NAME, text, check=True)
    assert [line.status for line in looked.lines] == ["ok", "ok"]
    assert (store.head(NAME), store.mark(NAME)[0]) == (before, 0)


def test_a_preview_of_a_correction_throws_no_die(session: Session, store: EventStore) -> None:
    card = session.position.hands["yellow"][0]
    submit(session, "yellow", [Request(Written(toy.Answer("yellow", card)))])
    group, before = Timeline(session.row, session.table).find("1.1"), session.head
    plan = preview(session, [Change(group, Written(toy.Dare("black", "yellow")))], by="moderator", viewer="yellow")
    assert plan.again
    assert store.head(NAME) == before


def test_dice_of_a_session_with_typed_cards_are_written_when_they_fall(store: EventStore) -> None:
    started = Started("toy", 1, ("black", "yellow"), {"points": 9}, dice="tower", cards="typed")
    seen = Seen(orders=(toy.CARDS,), cards=toy.CARDS[:2])
    Session.create(store, GAMES, started, session=NAME, seen=seen, clock=ticking())
    text = f"{DARE}--- Yellow ---\n== T1 Yellow ==\npass\nreply: 9\n== end ==\n"
    for _ in range(2):
        looked = go_on(store, GAMES, NAME, text, check=True)
        assert looked.session == ""
        assert rolls(store) == 0
    filed = go_on(store, GAMES, NAME, text)
    assert not filed.whole
    assert rolls(store) == 1


def test_whoever_brings_in_a_post_reads_no_hand_in_its_refusal(session: Session, store: EventStore) -> None:
    wrong = next(card for card in toy.CARDS if card not in session.position.hands["yellow"])
    text = f"== T1 Yellow ==\nanswer {wrong}\n== end ==\n"
    for check in (True, False):
        brought = go_on(store, GAMES, NAME, text, check=check).lines[-1]
        own, other = (posted(store, text, seat, check=check)[-1] for seat in ("yellow", "black"))
        assert (own.status, own.rule) == ("fix", "TOY-ANS-01")
        assert "no such card in hand" in own.message
        for line in (brought, other):
            assert "no such card in hand" not in line.message
            assert line.rule == ""
    assert rolls(store) == 0


def test_a_whole_transcript_of_the_tower_is_not_dealt_for_a_look(store: EventStore) -> None:
    text = f"game: toy\nseats: black, yellow\ndice: tower\ncards: tower\n\n{DARE}"
    looked = record_text(store, GAMES, text, check=True)
    assert {line.message for line in looked.lines} == {"is read when the tower has dealt"}
    assert store.sessions() == []


def test_views_of_others_hold_nothing_of_a_hand(session: Session) -> None:
    for viewer in (ALL, "black"):
        assert session.view(viewer).position.hands["yellow"] == ("?",)
