"""Corrections: whose dice a move decided again keeps, what is told of it and to whom, and no number given twice."""

from collections.abc import Callable

import pytest
import toy
from msgspec.structs import replace
from players import GAMES, founded, ticking
from scripted_chance import ScriptedChance

from events.conduct import Tried
from events.errors import IllegalMoveError, RefusedError
from events.facts import ALL, Passed, Rolled, Shuffled, Started
from events.store.protocol import EventStore
from projections.terms import Seen, Written
from replay.audit.audit import audit_session
from replay.corrections.correction import correct, preview
from replay.corrections.plan import Answer, Change
from replay.corrections.takeback import take_back, takeback_lines
from replay.live.session import Session
from replay.live.submission import Request, submit
from replay.reading.reading import Group
from replay.reading.timeline import Timeline

NAME = "correctcorre"
Clock = Callable[[], int]


def typed(store: EventStore, *faces: int) -> Session:
    """A typed session: in turn each seat dares the other, who passes, and a die falls."""
    started = Started("toy", 1, ("black", "yellow"), {"points": 9}, dice="typed", cards="typed")
    fate = ScriptedChance(orders=[toy.CARDS], cards=toy.CARDS[:2])
    session = Session.create(store, GAMES, started, session=NAME, fate=fate, clock=ticking())
    for number, face in enumerate(faces):
        seat, rival = started.seats[number % 2], started.seats[1 - number % 2]
        submit(session, seat, [Request(Written(toy.Dare(seat, rival)))])
        submit(session, rival, [Request(Written(Passed(rival), Seen(faces=((face,),))))])
    return session


def group(session: Session, address: str) -> Group:
    return Timeline(session.row, session.table).find(address)


def standing(session: Session) -> list[Rolled]:
    """The rolls that stand."""
    entries = session.table.entries
    return [entry.fact for entry in entries if isinstance(entry.fact, Rolled) and entry.seq not in session.table.struck]


def test_typed_dice_of_a_correction_replace_recorded_ones(store: EventStore) -> None:
    session = typed(store, 4, 1, 6)
    change = [Change(group(session, "1.2"), Written(Passed("yellow"), Seen(faces=((2,),))))]
    assert preview(session, change, by="moderator").anew == 0
    assert [roll.faces for roll in standing(session)] == [(4,), (1,), (6,)]
    assert correct(session, change, by="moderator").dropped == ()
    assert [(roll.faces, roll.source) for roll in standing(session)] == [
        ((2,), "typed"), ((1,), "replayed"), ((6,), "replayed"),
    ]  # fmt: skip
    correct(session, [Change(group(session, "1.1"), Written(toy.Dare("black", "yellow")))], by="moderator")
    reused = [roll.of or 0 for roll in standing(session)]
    assert reused != sorted(reused)
    assert [(roll.faces, roll.source) for roll in standing(session)] == [
        ((2,), "replayed"), ((1,), "replayed"), ((6,), "replayed"),
    ]  # fmt: skip
    assert audit_session(store, GAMES, NAME).findings == ()


def test_dice_typed_for_one_move_are_not_used_by_the_next(store: EventStore) -> None:
    session = typed(store, 4, 1)
    many = Written(Passed("yellow"), Seen(faces=((2,), (5,), (5,))))
    correct(session, [Change(group(session, "1.2"), many)], by="moderator")
    assert [roll.faces for roll in standing(session)] == [(2,), (1,)]


@pytest.fixture
def tower(store: EventStore) -> Session:
    """A session of the tower in which Yellow has answered a dare with its card."""
    session = founded(store, "toy", 2, session=NAME, options={"points": 9})
    for move in (toy.Dare("black", "yellow"), Passed("yellow"), toy.Dare("yellow", "black")):
        submit(session, move.player, [Request(Written(move))])
    return session


def test_a_refused_correction_shows_no_hidden_card(tower: Session) -> None:
    head, wrong = tower.head.seq, next(card for card in toy.CARDS if card not in tower.position.hands["yellow"])
    for by in ("black", "yellow"):
        told = set[str]()
        for card in toy.CARDS:
            with pytest.raises(RefusedError) as refused:
                correct(tower, [Change(group(tower, "1.2"), Written(toy.Answer("yellow", card)))], by=by)
            told.add(str(refused.value))
        assert len(told) == 1
    assert tower.head.seq == head
    with pytest.raises(IllegalMoveError) as illegal:
        correct(tower, [Change(group(tower, "1.2"), Written(toy.Answer("yellow", wrong)))], by="moderator")
    assert (illegal.value.rule, "not known to you" in str(illegal.value)) == ("", True)
    assert [type(entry.fact) for entry in tower.table.entries[head:]] == [Tried]


@pytest.mark.parametrize(
    ("address", "by", "why"), [("1.2", "yellow", "needs the word of the moderator"), ("2.1", "black", "Yellow decided")]
)
def test_a_seat_corrects_alone_only_what_it_may_take_back_alone(
    tower: Session, address: str, by: str, why: str
) -> None:
    head, found = tower.head.seq, group(tower, address)
    with pytest.raises(RefusedError, match=why):
        correct(tower, [Change(found, None)], by=by)
    assert tower.head.seq == head
    dare = group(tower, "2.1")
    assert correct(tower, [Change(dare, Written(toy.Dare("yellow", "black")))], by="yellow").again == (dare.first,)


@pytest.mark.parametrize("inserts", [False, True])
def test_a_seat_writes_no_move_of_another_seat(tower: Session, *, inserts: bool) -> None:
    head, told, dare = tower.head.seq, set[str](), group(tower, "2.1")
    for card in toy.CARDS:
        change = Change(dare, Written(toy.Answer("black", card)), inserts=inserts)
        with pytest.raises(RefusedError, match="corrects its own moves, not those of Black") as refused:
            correct(tower, [change], by="yellow")
        told.add(str(refused.value))
    put = {dare.first: Answer("put", Written(toy.Answer("black", "1")))}
    with pytest.raises(RefusedError, match="corrects its own moves"):
        correct(tower, [Change(dare)], by="yellow", answers=put)
    assert len(told) == 1
    assert tower.head.seq == head


def test_a_preview_for_others_hangs_on_nothing_hidden(tower: Session) -> None:
    plans = [
        preview(tower, [Change(group(tower, "1.2"), Written(toy.Answer("yellow", card)))], by="moderator", viewer=ALL)
        for card in toy.CARDS
    ]
    told = {
        replace(plan, changed=(), later=tuple(replace(one, was=(), now=()) for one in plan.later)) for plan in plans
    }
    assert len(told) == 1


def test_what_is_struck_is_not_corrected(tower: Session) -> None:
    answered = group(tower, "1.2")
    take_back(tower, answered.first - 1, by="moderator")
    submit(tower, "yellow", [Request(Written(Passed("yellow")))])
    with pytest.raises(RefusedError, match="struck through already"):
        correct(tower, [Change(answered, Written(Passed("yellow")))], by="moderator")


def test_a_correction_sees_what_others_filed_meanwhile(tower: Session, store: EventStore) -> None:
    other = Session.load(store, GAMES, NAME, ticking())
    submit(other, "black", [Request(Written(Passed("black")))])
    last = Timeline(other.row, other.table).find("2.2")
    done = correct(tower, [Change(group(tower, "1.2"), Written(Passed("yellow")))], by="moderator")
    assert last.first in done.again
    assert audit_session(store, GAMES, NAME).findings == ()


def test_no_number_is_given_twice_in_one_transaction(store: EventStore) -> None:
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
