"""A fifth game is one folder: it is found, played and audited without an edit elsewhere."""

from collections.abc import Callable

import pytest
import toy

from events.errors import RefusedError, SuspendedError
from events.events import ALL, Passed, Rolled, Started
from events.session_events import Posted, Remarked
from events.store.protocol import EventStore
from projections.contracts import ObservedChance, Written
from projections.registry import Registry
from replay.audit.audit import audit_session
from replay.chance.tower import build
from replay.corrections.takeback import take_back
from replay.reading.timeline import Timeline
from replay.session.session import Session
from replay.session.submission import Answer, Request, submit

Clock = Callable[[], int]
TOWER = build(b"\7" * 32, b"\3" * 32)


@pytest.fixture
def session(store: EventStore, games: Registry, clock: Clock) -> Session:
    started = Started("toy", 1, ("black", "yellow"), {"points": 3}, title="A test")
    return Session.create(store, games, started, session="toytoytoytoy", tower=TOWER, clock=clock)


def post(session: Session, seat: str, *moves: object, **how: object) -> Answer:
    return submit(session, seat, [Request(Written(move)) for move in moves], **how)  # type: ignore[arg-type]


def test_opening_events_deal_hidden_hands(session: Session) -> None:
    tags = [entry.event.__struct_config__.tag for entry in session.table.entries]
    assert tags == ["started", "pledged", "seated", "seated", "begun", "shuffled", "drawn", "drawn", "toy-turn-passed"]
    assert session.view(ALL).position.hands == {"black": ("?",), "yellow": ("?",)}
    assert session.view("black").position.hands["black"] == session.position.hands["black"] != ("?",)
    assert session.view("black").position.hands["yellow"] == ("?",)


def test_dice_roller_rolls_with_a_receipt(session: Session) -> None:
    answer = post(session, "black", toy.Dare("black", "yellow"))
    assert answer.done
    assert not answer.refused
    assert session.status.awaited == ("yellow",)
    post(session, "yellow", Passed("yellow"))
    rolled = next(entry.event for entry in session.table.entries if isinstance(entry.event, Rolled))
    assert rolled.receipt is not None
    assert rolled.receipt.k == 1
    assert session.status.seat == "yellow"


def test_stops_recording_at_the_first_refused_move(session: Session) -> None:
    """The log contains what comes before the refused move, with its die. Nothing unwritten is shown."""
    post(session, "black", toy.Dare("black", "yellow"))
    before = session.head.seq
    answer = post(session, "yellow", Passed("yellow"), toy.Dare("yellow", "yellow"), toy.Dare("yellow", "black"))
    assert (answer.filed, answer.refused and answer.refused.rule) == (1, "TOY-DAR-01")
    assert session.head.seq == answer.head_seq > before
    assert any(isinstance(entry.event, Rolled) for entry in session.table.entries[before:])


def test_refusal_uses_only_what_the_author_knows(session: Session) -> None:
    post(session, "black", toy.Dare("black", "yellow"))
    wrong = next(card for card in toy.CARDS if card not in session.position.hands["yellow"])
    own = post(session, "yellow", toy.Answer("yellow", wrong)).refused
    other = post(session, "black", toy.Answer("yellow", wrong)).refused
    assert own is not None
    assert own.message == "no such card in hand (TOY-ANS-01)"
    assert other is not None
    assert "hidden from you" in other.message
    assert other.rule == ""


def test_implies_a_pass_only_before_a_move_by_the_same_seat(session: Session) -> None:
    post(session, "black", toy.Dare("black", "yellow"))
    assert post(session, "black", toy.Dare("black", "yellow")).refused
    assert post(session, "yellow", toy.Dare("yellow", "black")).done
    implied = [entry.event for entry in session.table.entries if entry.implied]
    assert implied == [Passed("yellow")]


def test_a_remark_does_not_conflict_with_a_post(session: Session) -> None:
    seen = session.head.seq
    session.note(Remarked("yellow", "good luck"), by="yellow")
    assert post(session, "black", toy.Dare("black", "yellow"), after=seen).done


def test_the_post_entry_comes_directly_before_its_moves(session: Session) -> None:
    note = Posted("black", "I dare you!", where="forum #3", when="Thu 21:14")
    submit(session, "black", [Request(Written(toy.Dare("black", "yellow")))], notes=[note])
    events = [entry.event for entry in session.table.entries]
    assert events.index(note) + 1 == events.index(toy.Dare("black", "yellow"))


def play_out(session: Session) -> None:
    for _ in range(200):
        if session.status.outcome:
            return
        seat = session.status.awaited[0]
        moves = session.game.rules.legal(session.view(seat).position, seat)
        assert post(session, seat, next(iter(moves))).done
    raise AssertionError("no end")


def test_the_end_of_the_game_reveals_hidden_cards(session: Session, store: EventStore, games: Registry) -> None:
    play_out(session)
    timeline = Timeline.read(store, games, session.row.session, ALL)
    walked = [timeline.ends["move"][0]]
    while (following := timeline.step(walked[-1], "move", 1)) is not None:
        assert timeline.step(following, "move", -1) == walked[-1]
        walked.append(following)
    assert walked == timeline.ends["move"]
    assert Timeline.read(store, games, session.row.session, ALL, now=True).position(9).hands["black"] != ("?",)
    assert timeline.position(9).hands["black"] == ("?",)
    with pytest.raises(SuspendedError, match="over"):
        post(session, "black", toy.Dare("black", "yellow"))


def test_audit_of_a_running_session_says_what_was_not_checked(
    session: Session, store: EventStore, games: Registry
) -> None:
    post(session, "black", toy.Dare("black", "yellow"))
    report = audit_session(store, games, session.row.session, ALL)
    assert report.findings == ()
    assert any("hidden value" in item for item in report.unchecked)
    assert any("state hashes" in item for item in report.unchecked)


def test_only_the_moderator_can_take_back_rolled_dice(session: Session, store: EventStore, games: Registry) -> None:
    to = session.head.seq
    post(session, "black", toy.Dare("black", "yellow"))
    post(session, "yellow", Passed("yellow"))
    with pytest.raises(RefusedError, match="dice were rolled for dare"):
        take_back(session, to, by="black")
    take_back(session, to, by="moderator")
    assert session.position == session.table.positions[to - 1]
    post(session, "black", toy.Dare("black", "yellow"))
    post(session, "yellow", Passed("yellow"))
    assert session.k == 2, "no takeback gives a number back"
    assert audit_session(store, games, session.row.session).findings == ()


@pytest.mark.parametrize("dice", ["typed", "tower", "other:roller"])
@pytest.mark.parametrize("cards", ["typed", "tower", "other:deck"])
def test_dice_and_cards_are_recorded_with_their_source(
    store: EventStore, games: Registry, clock: Clock, dice: str, cards: str
) -> None:
    started = Started("toy", 1, ("black", "yellow"), dice=dice, cards=cards)
    session = Session.create(store, games, started, session="mixedmixed", clock=clock)
    submit(session, "black", [Request(Written(toy.Dare("black", "yellow")))])
    seen = ObservedChance() if dice == "tower" else ObservedChance(faces=((4,),))
    submit(session, "yellow", [Request(Written(Passed("yellow"), seen))])
    sources = [(type(entry.event).__name__, getattr(entry.event, "source", "")) for entry in session.table.entries]
    assert {source for kind, source in sources if kind == "Rolled"} == {dice}
    assert {source for kind, source in sources if kind in ("Shuffled", "Drawn")} == {cards}
    assert audit_session(store, games, "mixedmixed").clean
