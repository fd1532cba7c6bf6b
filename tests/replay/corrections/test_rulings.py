"""Rulings that are carried out, disputes, and going on without somebody who is awaited."""

from contextlib import nullcontext

import pytest
import toy
from players import GAMES, founded, ticking

from events.conduct import Remarked, Ruled, Skipped, TakenBack
from events.errors import ConflictError, IllegalMoveError, RefusedError
from events.facts import ALL, Passed, Shuffled
from events.store.memory import MemoryStore
from events.store.protocol import EventStore
from projections.terms import Written
from replay.audit.audit import audit_session
from replay.corrections.correction import correct, preview
from replay.corrections.moderation import skip, skip_awaited
from replay.corrections.plan import Change
from replay.corrections.ruling import dispute, open_disputes, rule
from replay.live.session import Session
from replay.live.submission import Request, submit
from replay.posts.export_text import transcript_of
from replay.posts.record import go_on, record_text
from replay.reading.reading import Group
from replay.reading.timeline import Timeline

NAME = "rulingruling"


@pytest.fixture
def session(store: EventStore) -> Session:
    """Yellow let Black's dare go by, and dared in turn."""
    session = founded(store, "toy", 2, session=NAME, options={"points": 9})
    for move in (toy.Dare("black", "yellow"), Passed("yellow"), toy.Dare("yellow", "black")):
        assert submit(session, move.player, [Request(Written(move))]).done
    return session


def group(session: Session, address: str) -> Group:
    return Timeline(session.row, session.table).find(address)


def kinds(session: Session, after: int) -> list[str]:
    return [str(entry.fact.__struct_config__.tag) for entry in session.table.entries[after:]]


def clean(session: Session) -> bool:
    return audit_session(session.store, GAMES, NAME).findings == ()


def test_a_ruling_stands_or_rewinds_in_one_transaction(session: Session) -> None:
    head, position, found = session.head.seq, session.position, group(session, "1.2")
    rule(session, found, "stand", " it did no harm ", ("toy-die-01",), by="judge-1")
    (line,) = session.table.entries[head:]
    assert line.fact == Ruled("judge-1", found.first, "stand", "it did no harm", ("TOY-DIE-01",))
    assert line.by == "judge-1"
    assert session.position == position
    rule(session, found, "rewind", "the wrong die", by="moderator")
    assert kinds(session, head) == ["ruled", "ruled", "taken-back"]
    assert session.position == session.table.positions[found.first - 2]
    assert clean(session)


def test_fix_decides_again_in_the_same_transaction(session: Session) -> None:
    head = session.head.seq
    for address, move in (("1.1", toy.Dare("black", "black")), ("1.2", session.position.hands["yellow"][0])):
        found = group(session, address)
        written = Written(move if isinstance(move, toy.Dare) else toy.Answer("yellow", move))
        with pytest.raises(IllegalMoveError) if address == "1.1" else nullcontext():
            rule(session, found, "fix", "so", by="moderator", changes=[Change(found, written)])
        assert (session.head.seq == session.store.head(NAME).seq == head) is (address == "1.1")
    assert kinds(session, head)[:5] == ["tried", "ruled", "taken-back", "again", "toy-answer"]
    assert clean(session)


def test_a_ruling_lets_the_order_of_a_pile_stand(store: EventStore) -> None:
    game = founded(store, "keys", 2, session=NAME)
    seat = game.status.awaited[0]
    submit(game, seat, [Request(Written(next(iter(game.game.rules.legal(game.position, seat)))))])
    rule(game, group(game, "1.1"), "rewind", "nobody looked", by="moderator", keep=["draw"])
    back = next(entry.fact for entry in game.table.entries if isinstance(entry.fact, TakenBack))
    assert back.keep == ("draw",)
    assert not isinstance(game.table.entries[-1].fact, Shuffled)
    assert clean(game)


@pytest.mark.parametrize(
    ("how", "why"),
    [
        ({"verdict": "maybe"}, "stand, fix or rewind"), ({"reason": " "}, "needs a reason"),
        ({"cites": ["TOY-DIE-1"]}, "near are TOY-DIE-01"), ({"cites": ["x"]}, "is no rule of A Toy"),
        ({"by": "black"}, "holds a seat"), ({"settles": 3}, "line 3 is no open dispute"),
        ({"verdict": "rewind", "keep": ["nowhere"]}, "nobody saw into nowhere"),
    ],
)  # fmt: skip
def test_what_is_no_ruling(session: Session, how: dict[str, object], why: str) -> None:
    asked: dict[str, object] = {"verdict": "stand", "reason": "so", "cites": (), "by": "moderator", **how}
    head = session.head.seq
    with pytest.raises(RefusedError, match=why):
        rule(session, group(session, "1.2"), **asked)  # type: ignore[arg-type]  # one of them is wrong
    assert session.head.seq == head


def test_refuses_a_ruling_or_a_skip_that_crosses_a_move(session: Session) -> None:
    seen, second = session.head.seq, Session.load(session.store, GAMES, NAME, ticking())
    submit(session, "black", [Request(Written(Passed("black")))])
    head = session.head.seq
    for verdict in ("stand", "rewind"):
        with pytest.raises(ConflictError):
            rule(second, group(second, "1.2"), verdict, "so", by="moderator", after=seen)
    with pytest.raises((ConflictError, RefusedError)):
        skip_awaited(second, "black", "late", after=seen)
    assert session.store.head(NAME).seq == head


def test_a_dispute_is_open_until_it_is_ruled_on(session: Session) -> None:
    line = group(session, "1.2").first
    seq = dispute(session, line, "the die was cocked", by="yellow")
    assert [(one.seq, one.author, one.line, one.claim) for one in open_disputes(session.view(ALL))] == [
        (seq, "yellow", line, "the die was cocked")
    ]
    rule(session, group(session, "1.2"), "stand", "it was not", by="judge-1", settles=seq)
    assert open_disputes(session.view(ALL)) == ()
    with pytest.raises(RefusedError, match="no open dispute"):
        rule(session, group(session, "1.2"), "stand", "again", by="judge-1", settles=seq)


FORGED = "so\n== moderator ==\nRULING 1.1: rewind ; forged\n== end =="


def test_no_reason_passes_for_a_line_of_its_own(session: Session) -> None:
    dispute(session, group(session, "1.1").first, FORGED, by="yellow")
    rule(session, group(session, "1.2"), "stand", FORGED, by="moderator")
    skip(session, session.status.seat, FORGED)
    store = MemoryStore()
    text = transcript_of(Timeline(session.row, session.table)).replace("other:tower", "typed")
    again = Session.load(store, GAMES, record_text(store, GAMES, text).session)
    facts = [entry.fact for entry in again.table.entries]
    assert [fact.verdict for fact in facts if isinstance(fact, Ruled)] == ["stand"]
    assert " ".join(FORGED.split()) in [fact.reason for fact in facts if isinstance(fact, Skipped | Ruled)]


def test_a_posted_ruling_cites_rules_of_the_game(session: Session) -> None:
    head = session.head.seq
    text = "== moderator ==\nRULING 1.2: stand, toy-die-9 ; so\n== end ==\n"
    done = go_on(session.store, GAMES, NAME, text)
    assert [line.status for line in done.lines] == ["fix"]
    assert "near are TOY-DIE-01" in done.lines[0].message
    assert session.store.head(NAME).seq == head
    assert go_on(session.store, GAMES, NAME, text.replace("toy-die-9", "toy-die-01")).whole


@pytest.mark.parametrize(("line", "claim"), [(0, "so"), (999, "so"), (5, " ")])
def test_refuses_a_dispute_without_a_move_or_a_claim(session: Session, line: int, claim: str) -> None:
    head = session.head
    with pytest.raises(RefusedError):
        dispute(session, line, claim, by="yellow")
    assert session.head == head


def test_an_awaited_seat_is_skipped(session: Session) -> None:
    head = session.head.seq
    assert session.status.awaited == ("black",)
    skip_awaited(session, "black", "two days without a word")
    assert kinds(session, head)[:2] == ["remarked", "passed"]
    said, passed = session.table.entries[head : head + 2]
    assert (passed.by, passed.implied) == ("moderator", True)
    assert isinstance(said.fact, Remarked)
    turn = session.status.turn
    skip_awaited(session, session.status.seat, "away")
    assert session.status.turn == turn + 1
    assert any(isinstance(entry.fact, Skipped) for entry in session.table.entries)
    assert clean(session)


@pytest.mark.parametrize(("seat", "reason", "why"), [("yellow", "x", "is not awaited"), ("black", " ", "a reason")])
def test_whoever_is_not_awaited_is_not_skipped(session: Session, seat: str, reason: str, why: str) -> None:
    with pytest.raises(RefusedError, match=why):
        skip_awaited(session, seat, reason)


def test_a_preview_shows_the_board_after_the_correction(session: Session) -> None:
    change = [Change(group(session, "1.2"), Written(toy.Answer("yellow", session.position.hands["yellow"][0])))]
    plan = preview(session, change, by="yellow", viewer="yellow")
    then = [changed.then for changed in plan.changed]
    assert plan.again == correct(session, change, by="moderator").again
    assert then
    assert all(line in session.game.view.text(session.view("yellow").position) for line in then)
