"""Rulings, disputes, skipped seats and corrections of a session of the toy game."""

from contextlib import nullcontext
from typing import Any

import pytest
import toy
from msgspec.structs import replace
from players import GAMES, founded, ticking
from scripted_chance import ScriptedChance

from events.conduct import Ruled, Skipped, TakenBack, Tried
from events.errors import ConflictError, IllegalMoveError, RefusedError
from events.facts import ALL, Move, Passed, Rolled, Shuffled, Started
from events.store.memory import MemoryStore
from events.store.protocol import EventStore
from projections.terms import Seen, Written
from replay.audit.audit import audit_session
from replay.corrections.correction import correct, preview
from replay.corrections.moderation import skip, skip_awaited
from replay.corrections.plan import Answer, Change
from replay.corrections.ruling import dispute, open_disputes, rule
from replay.corrections.takeback import take_back, takeback_lines
from replay.live.session import Session
from replay.live.submission import Request, submit
from replay.posts.export_text import transcript_of
from replay.posts.record import go_on, record_text
from replay.reading.reading import Group
from replay.reading.timeline import Timeline

NAME = "rulingruling"


@pytest.fixture
def session(store: EventStore) -> Session:
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


def test_a_ruling_accepts_or_rewinds_in_one_transaction(session: Session) -> None:
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


def test_a_ruling_can_keep_the_order_of_a_pile(store: EventStore) -> None:
    game = founded(store, "keys", 2, session=NAME)
    seat = game.status.awaited[0]
    submit(game, seat, [Request(Written(next(iter(game.game.rules.legal(game.position, seat)))))])
    rule(game, group(game, "1.1"), "rewind", "nobody looked", by="moderator", keep=["draw"])
    back = next(entry.fact for entry in game.table.entries if isinstance(entry.fact, TakenBack))
    assert back.keep == ("draw",)
    assert not isinstance(game.table.entries[-1].fact, Shuffled)
    assert clean(game)


@pytest.mark.parametrize(("how", "why"), [
    ({"verdict": "maybe"}, "stand, fix or rewind"), ({"reason": " "}, "needs a reason"),
    ({"cites": ["TOY-DIE-1"]}, "near are TOY-DIE-01"), ({"cites": ["x"]}, "is no rule of A Toy"),
    ({"by": "black"}, "holds a seat"), ({"settles": 3}, "line 3 is no open dispute"),
    ({"verdict": "rewind", "keep": ["nowhere"]}, "nobody saw into nowhere"),
])  # fmt: skip
def test_refuses_malformed_rulings(session: Session, how: dict[str, object], why: str) -> None:
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


def test_a_reason_cannot_forge_a_line_of_an_export(session: Session) -> None:
    dispute(session, group(session, "1.1").first, FORGED, by="yellow")
    rule(session, group(session, "1.2"), "stand", FORGED, by="moderator")
    skip(session, session.status.seat, FORGED)
    store = MemoryStore()
    text = transcript_of(Timeline(session.row, session.table)).replace("other:session", "typed")
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


def test_skips_an_awaited_seat(session: Session) -> None:
    head = session.head.seq
    for seat, reason, why in (("yellow", "x", "is not awaited"), ("black", " ", "a reason")):
        with pytest.raises(RefusedError, match=why):
            skip_awaited(session, seat, reason)
    assert (session.head.seq, session.status.awaited) == (head, ("black",))
    skip_awaited(session, "black", "two days without a word")
    assert kinds(session, head)[:2] == ["remarked", "passed"]
    passed = session.table.entries[head + 1]
    assert (passed.by, passed.implied) == ("moderator", True)
    turn = session.status.turn
    skip_awaited(session, session.status.seat, "away")
    assert session.status.turn == turn + 1
    assert any(isinstance(entry.fact, Skipped) for entry in session.table.entries)
    assert clean(session)


def test_a_preview_shows_the_board_after_the_correction(session: Session) -> None:
    meant = [change(session, "1.2", toy.Answer("yellow", session.position.hands["yellow"][0]))]
    plan = preview(session, meant, by="yellow", viewer="yellow")
    then = [changed.then for changed in plan.changed]
    assert plan.again == correct(session, meant, by="moderator").again
    assert then
    assert all(line in session.game.view.text(session.view("yellow").position) for line in then)


def typed(store: EventStore, *faces: int) -> Session:
    started = Started("toy", 1, ("black", "yellow"), {"points": 9}, dice="typed", cards="typed")
    fate = ScriptedChance(orders=[toy.CARDS], cards=toy.CARDS[:2])
    session = Session.create(store, GAMES, started, session=NAME, fate=fate, clock=ticking())
    for number, face in enumerate(faces):
        seat, rival = started.seats[number % 2], started.seats[1 - number % 2]
        submit(session, seat, [Request(Written(toy.Dare(seat, rival)))])
        submit(session, rival, [Request(Written(Passed(rival), Seen(faces=((face,),))))])
    return session


def standing(session: Session) -> list[Rolled]:
    entries = session.table.entries
    return [entry.fact for entry in entries if isinstance(entry.fact, Rolled) and entry.seq not in session.table.struck]


def test_typed_dice_of_a_correction_replace_recorded_ones(store: EventStore) -> None:
    session = typed(store, 4, 1, 6)
    change_of = [change(session, "1.2", Passed("yellow"), (2,), (5,), (5,))]
    assert preview(session, change_of, by="moderator").anew == 0
    assert [roll.faces for roll in standing(session)] == [(4,), (1,), (6,)]
    assert correct(session, change_of, by="moderator").dropped == ()
    assert [(roll.faces, roll.source) for roll in standing(session)] == [
        ((2,), "typed"), ((1,), "replayed"), ((6,), "replayed"),
    ]  # fmt: skip
    correct(session, [change(session, "1.1", toy.Dare("black", "yellow"))], by="moderator")
    reused = [roll.of or 0 for roll in standing(session)]
    assert reused != sorted(reused)
    assert [(roll.faces, roll.source) for roll in standing(session)] == [
        ((2,), "replayed"), ((1,), "replayed"), ((6,), "replayed"),
    ]  # fmt: skip
    assert audit_session(store, GAMES, NAME).findings == ()


def change(session: Session, address: str, move: Move | None, *faces: tuple[int, ...], **how: Any) -> Change:
    return Change(group(session, address), Written(move, Seen(faces=faces)) if move else None, **how)


def test_a_refused_correction_shows_no_hidden_card(session: Session) -> None:
    head, wrong = session.head.seq, next(card for card in toy.CARDS if card not in session.position.hands["yellow"])
    for by in ("black", "yellow"):
        told = set[str]()
        for card in toy.CARDS:
            with pytest.raises(RefusedError) as refused:
                correct(session, [change(session, "1.2", toy.Answer("yellow", card))], by=by)
            told.add(str(refused.value))
        assert len(told) == 1
    assert session.head.seq == head
    with pytest.raises(IllegalMoveError) as illegal:
        correct(session, [change(session, "1.2", toy.Answer("yellow", wrong))], by="moderator")
    assert (illegal.value.rule, "not known to you" in str(illegal.value)) == ("", True)
    assert [type(entry.fact) for entry in session.table.entries[head:]] == [Tried]


@pytest.mark.parametrize(
    ("address", "by", "why"), [("1.2", "yellow", "needs the word of the moderator"), ("2.1", "black", "Yellow decided")]
)
def test_a_seat_corrects_alone_only_what_it_may_take_back_alone(
    session: Session, address: str, by: str, why: str
) -> None:
    head, found = session.head.seq, group(session, address)
    with pytest.raises(RefusedError, match=why):
        correct(session, [Change(found, None)], by=by)
    assert session.head.seq == head
    dare = group(session, "2.1")
    assert correct(session, [Change(dare, Written(toy.Dare("yellow", "black")))], by="yellow").again == (dare.first,)


@pytest.mark.parametrize("inserts", [False, True])
def test_a_seat_writes_no_move_of_another_seat(session: Session, *, inserts: bool) -> None:
    head, told, dare = session.head.seq, set[str](), group(session, "2.1")
    for card in toy.CARDS:
        change = Change(dare, Written(toy.Answer("black", card)), inserts=inserts)
        with pytest.raises(RefusedError, match="corrects its own moves, not those of Black") as refused:
            correct(session, [change], by="yellow")
        told.add(str(refused.value))
    put = {dare.first: Answer("put", Written(toy.Answer("black", "1")))}
    with pytest.raises(RefusedError, match="corrects its own moves"):
        correct(session, [Change(dare)], by="yellow", answers=put)
    assert len(told) == 1
    assert session.head.seq == head


def test_a_preview_for_others_depends_on_nothing_hidden(session: Session) -> None:
    plans = [
        preview(session, [change(session, "1.2", toy.Answer("yellow", card))], by="moderator", viewer=ALL)
        for card in toy.CARDS
    ]
    told = {
        replace(plan, changed=(), later=tuple(replace(one, was=(), now=()) for one in plan.later)) for plan in plans
    }
    assert len(told) == 1
    answered = change(session, "1.2", Passed("yellow"))
    take_back(session, answered.group.first - 1, by="moderator")
    submit(session, "yellow", [Request(Written(Passed("yellow")))])
    with pytest.raises(RefusedError, match="struck through already"):
        correct(session, [answered], by="moderator")


def test_a_correction_sees_what_others_filed_meanwhile(session: Session, store: EventStore) -> None:
    other = Session.load(store, GAMES, NAME, ticking())
    submit(other, "black", [Request(Written(Passed("black")))])
    last = Timeline(other.row, other.table).find("2.2")
    assert last.first in correct(session, [change(session, "1.2", Passed("yellow"))], by="moderator").again
    assert audit_session(store, GAMES, NAME).findings == ()


def test_numbers_shuffles_once_in_a_transaction(store: EventStore) -> None:
    session = founded(store, "keys", 2, session=NAME)
    seat = session.status.awaited[0]
    submit(session, seat, [Request(Written(next(iter(session.game.rules.legal(session.position, seat)))))])
    first = group(session, "1.1").first
    fate = session.fate_now(Seen())
    with session.writing():
        entries, _ = takeback_lines(session, first - 1, "moderator", (), fate)
    numbers = [entry.fact.j for entry in entries if isinstance(entry.fact, Shuffled)]
    assert numbers == [session.j + 1]
    assert fate.shuffle("draw", ("sonic", "cookie")).j == session.j + 2
