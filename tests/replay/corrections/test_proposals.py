"""Proposed takebacks: who must agree under each policy, who may answer, when a proposal ends, and races."""

from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import toy
from at_once import at_once
from imported import go_on
from players import GAMES, founded, play_on, ticking
from recordings import group, kinds
from refusals import refuses
from spectator import opened

from events.entry import Entry
from events.errors import ConflictError, RefusedError, SuspendedError
from events.events import ALL, Move, Passed, Rolled, Started
from events.session_events import Ordered, Remarked, Seated, Skipped, TakebackAnswered, TakebackAsked, TakenBack
from events.store.protocol import EventStore
from events.store.settings import Settings
from events.store.sqlite import SqliteStore
from projections.contracts import Written
from replay.audit.audit import audit_session
from replay.corrections.ending import end
from replay.corrections.takeback import Proposal, answer, open_proposal, preview_takeback, propose, take_back
from replay.posts import door
from replay.posts.door import file_post
from replay.posts.paste import Pasted, Poster
from replay.reading.disclosure import Classification, Exposure, classify
from replay.reading.reading import groups_of
from replay.reading.timeline import Timeline
from replay.session.consent import POLICIES, check_policy, consent_to, policy_of
from replay.session.session import Session
from replay.session.submission import Request, submit
from replay.turn_summaries.notices import Notice, due_notices

NAME = "proposalprop"


def post(session: Session, move: Move) -> None:
    assert submit(session, move.player, [Request(Written(move))]).done


def begun(store: EventStore, policy: str = "friendly", seats: int = 2) -> Session:
    return founded(store, "toy", seats, session=NAME, options={"points": 9}, corrections=policy)


def dared(store: EventStore, policy: str = "friendly", seats: int = 2) -> Session:
    session = begun(store, policy, seats)
    post(session, toy.Dare("black", "yellow"))
    return session


def answered(store: EventStore, policy: str = "friendly", seats: int = 2) -> Session:
    session = dared(store, policy, seats)
    post(session, Passed("yellow"))
    return session


def back(session: Session, address: str = "1.1") -> int:
    return group(session, address).first - 1


def other(session: Session) -> Session:
    return Session.load(session.store, GAMES, NAME, ticking())


FOUND = {
    "FREE": Classification("FREE"), "COURTESY": Classification("COURTESY", (), ("yellow", "moderator")),
    "secrets": Classification("REVEALED", (Exposure(9, "yellow saw a card of pile"),), ("yellow",)),
    "dice": Classification("REVEALED", (Exposure(9, "dice were rolled"),), ("red",), dice=True),
}  # fmt: skip
ASKED: dict[str, dict[str, tuple[str, ...] | None]] = {
    "friendly": {"FREE": (), "COURTESY": ("yellow", "moderator"), "secrets": ("moderator",), "dice": ("moderator",)},
    "agreement": {
        "FREE": (), "COURTESY": ("yellow", "moderator"), "secrets": ("yellow", "red"), "dice": ("yellow", "red"),
    },
    "dice-seal": {"FREE": (), "COURTESY": ("yellow", "moderator"), "secrets": ("yellow", "red"), "dice": None},
    "strict": {"FREE": (), "COURTESY": None, "secrets": None, "dice": None},
    "moderator": dict.fromkeys(FOUND, ("moderator",)),
}  # fmt: skip


def test_knows_five_policies(store: EventStore) -> None:
    assert ASKED.keys() == POLICIES.keys()
    assert policy_of(Started("toy", 1, ())).name == "friendly", "the policy of old logs"
    assert policy_of(Started("toy", 1, (), corrections="of another day")).name == "moderator"
    assert check_policy("strict") == "strict"
    refuses(RefusedError, "friendly, agreement, dice-seal, strict, moderator", begun, store, "lenient")
    assert store.sessions() == []


@pytest.mark.parametrize(("policy", "level"), [(policy, level) for policy in ASKED for level in FOUND])
def test_each_policy_names_who_must_agree(policy: str, level: str) -> None:
    started = Started("toy", 1, ("black", "yellow", "red"), corrections=policy)
    consent = consent_to(FOUND[level], started, started.seats, "black")
    needed = ASKED[policy][level]
    assert consent.needed == (needed or ())
    assert bool(consent.barred) == (needed is None)


@pytest.mark.parametrize(("policy", "level"), [(policy, level) for policy in ASKED for level in FOUND])
def test_no_policy_asks_a_seat_that_resigned(policy: str, level: str) -> None:
    started = Started("toy", 1, ("black", "yellow", "red"), corrections=policy)
    for gone in ("yellow", "red"):
        left = [seat for seat in started.seats if seat != gone]
        needed = tuple(name for name in ASKED[policy][level] or () if name != gone)
        assert consent_to(FOUND[level], started, left, "black").needed == needed


def proposed(session: Session, seat: str = "black", **how: Any) -> Proposal:
    """Return a proposal to take back 1.1 that still needs consent."""
    found = propose(session, back(session), seat=seat, **how)
    assert found is not None
    return found


def says(session: Session, asked: Proposal, seat: str, by: str = "", *, agreed: bool = True) -> Proposal | None:
    return answer(session, asked.asked, seat=seat, agreed=agreed, by=by or seat)


def takeback_answer(session: Session) -> Entry:
    return next(entry for entry in session.table.entries if isinstance(entry.event, TakebackAnswered))


def clean(store: EventStore) -> bool:
    return audit_session(store, GAMES, NAME).findings == ()


def test_waits_for_the_seat_that_decided(store: EventStore) -> None:
    session = dared(store, seats=3)
    asked = proposed(session, "red", reason="that was my turn")
    assert (asked.waiting, asked.found.level) == (("black",), "COURTESY")
    for stranger in ("yellow", "red"):
        refuses(RefusedError, "can answer this, not", says, session, asked, stranger)
    head = session.head.seq
    for by in ("red", "yellow", "moderator"):
        refuses(RefusedError, "only Black can do this, not", says, session, asked, "black", by)
    refuses(
        RefusedError, "only Yellow can do this, not", propose, session, back(session), seat="yellow", by="moderator"
    )
    assert session.head.seq == head
    assert says(session, asked, "black") is None
    assert kinds(session, head) == ["takeback-answered", "taken-back"]
    assert takeback_answer(session).by == "black"
    assert clean(store)


def test_the_log_names_the_moderator_who_consents_for_a_seat(store: EventStore) -> None:
    session = dared(store, seats=3)
    asked = proposed(session, "red")
    assert answer(session, asked.asked, seat="black", agreed=True, by="moderator", proxy=True) is None
    assert takeback_answer(session).by == "moderator"


def test_every_other_seat_must_agree_if_dice_were_rolled(store: EventStore) -> None:
    session = answered(store, "agreement", seats=3)
    asked = proposed(session)
    assert set(asked.needed) == {"yellow", "red"}
    waiting = says(session, asked, "red")
    assert waiting is not None
    assert (waiting.agreed, waiting.waiting) == (("red",), ("yellow",))
    head = session.head.seq
    assert says(session, asked, "red") == waiting, "once more, and nothing is filed"
    assert session.head.seq == head
    second = other(session)
    assert says(second, asked, "yellow") is None
    assert second.status.awaited == ("black",)
    assert kinds(second, asked.asked) == ["takeback-answered", "takeback-answered", "taken-back"]
    refuses(ConflictError, "", says, session, asked, "yellow")
    assert clean(store)


def shared(store: EventStore, policy: str = "agreement") -> Session:
    """Return a session of a game that goes on if a seat resigns. Yellow has just moved, and it is the turn of red."""
    session = founded(store, "keys", 3, session=NAME, corrections=policy)
    while session.status.seat != "red":
        play_on(session, 1)
    return session


def back_to_last_move(session: Session) -> int:
    return [one for one in groups_of(session.table.entries, set()) if isinstance(one.head.event, Move)][-1].first - 1


def is_taken_back(session: Session) -> bool:
    return any(isinstance(entry.event, TakenBack) for entry in session.table.entries)


def test_a_seat_that_resigned_need_not_agree_and_its_next_person_must(store: EventStore) -> None:
    session = shared(store)
    end(session, "resign", by="black", seat="black")
    to = back_to_last_move(session)
    asked = propose(session, to, seat="yellow")
    assert asked is not None
    assert asked.needed == ("red",)
    answer(session, asked.asked, seat="red", agreed=False, by="red")
    session.note(Seated("black", "somebody-else"), by="moderator")
    asked = propose(session, to, seat="yellow")
    assert asked is not None
    assert asked.needed == ("black", "red")
    assert answer(session, asked.asked, seat="red", agreed=True, by="red") is not None
    assert not is_taken_back(session)
    answer(session, asked.asked, seat="black", agreed=True, by="black")
    assert is_taken_back(session)
    assert clean(store)


def test_a_takeback_that_waits_only_for_a_seat_is_carried_out_if_that_seat_resigns(store: EventStore) -> None:
    session = shared(store)
    asked = propose(session, back_to_last_move(session), seat="yellow")
    assert asked is not None
    answer(session, asked.asked, seat="red", agreed=True, by="red")
    end(session, "resign", by="black", seat="black", reason="no time")
    assert kinds(session, asked.asked)[:3] == ["takeback-answered", "resigned", "taken-back"]
    assert session.status.seat == "yellow"
    assert clean(store)


def test_a_takeback_waits_for_the_others_if_a_seat_resigns(store: EventStore) -> None:
    session = shared(store)
    asked = propose(session, back_to_last_move(session), seat="yellow")
    assert asked is not None
    assert asked.waiting == ("black", "red")
    end(session, "resign", by="black", seat="black")
    still = open_proposal(session.view(ALL))
    assert still is not None
    assert still.waiting == ("red",)
    assert not is_taken_back(session)


def test_the_skipped_turn_of_a_seat_that_resigned_is_not_a_decision(store: EventStore) -> None:
    session = shared(store)
    to = back_to_last_move(session)
    end(session, "resign", by="red", seat="red")
    assert session.table.entries_of(Skipped)
    assert "table" not in classify(session.view(ALL), to, "yellow").decided


@pytest.mark.parametrize("who", ["yellow", "black", "moderator", "red"])
def test_one_refusal_or_the_withdrawal_ends_a_proposal(store: EventStore, who: str) -> None:
    session = answered(store, "agreement", seats=3)
    asked = proposed(session)
    says(session, asked, "red")
    assert answer(session, asked.asked, seat=who, agreed=False, by=who, reason="let us play on") is None
    assert open_proposal(session.view(ALL)) is None
    refuses(ConflictError, "no longer open", says, session, asked, "yellow")
    assert not any(isinstance(entry.event, TakenBack) for entry in session.table.entries)
    remark = next(entry.event for entry in session.table.entries if isinstance(entry.event, Remarked))
    assert (remark.author, remark.line) == (who, asked.asked)
    assert proposed(session).asked, "one may ask again"


def test_a_proposal_excludes_others_until_the_position_changes(store: EventStore) -> None:
    session = answered(store)
    asked = proposed(session)
    session.note(Remarked("yellow", "hm"), Ordered("yellow", "never"), by="yellow")
    assert open_proposal(session.view(ALL)) == asked
    head = session.head.seq
    refuses(ConflictError, "Black has already proposed a takeback", propose, session, back(session), seat="yellow")
    assert session.head.seq == head
    post(session, toy.Dare("yellow", "black"))
    assert open_proposal(session.view(ALL)) is None
    refuses(ConflictError, "the position has changed since", says, session, asked, "moderator")


def test_a_moderator_undoes_what_the_policy_bars(store: EventStore) -> None:
    session = answered(store, "strict")
    take_back(session, back(session), by="moderator", reason="both were asleep")
    asked = next(entry.event for entry in session.table.entries if isinstance(entry.event, TakebackAsked))
    assert (asked.author, asked.reason) == ("moderator", "both were asleep")
    assert open_proposal(session.view(ALL)) is None


@pytest.mark.parametrize("by", ["moderator", "judge-1"])
def test_the_moderator_must_agree_if_something_was_revealed(store: EventStore, by: str) -> None:
    session = answered(store)
    asked = proposed(session)
    assert asked.needed == ("moderator",)
    refuses(RefusedError, "only Moderator can do this, not", says, session, asked, "moderator", "yellow")
    assert says(session, asked, "moderator", by) is None
    assert session.status.awaited == ("black",)


def test_refuses_a_takeback_of_nothing_or_of_the_set_up(store: EventStore) -> None:
    session = dared(store)
    to = session.head.seq
    session.note(Remarked("black", "well"), by="black")
    for line, why in ((to, "there is nothing to take back"), (2, "a takeback can go to")):
        refuses(RefusedError, why, propose, session, line, seat="black")


def test_refuses_a_takeback_before_the_first_move(store: EventStore) -> None:
    session = begun(store)
    session.note(Remarked("black", "well"), by="black")
    for seq in (2, session.head.seq):
        refuses(RefusedError, "there is nothing to take back: no move", propose, session, seq, seat="black")


def test_the_moderator_records_consent_in_a_typed_session(store: EventStore) -> None:
    how = {"options": {"points": 9}, "dice": "typed", "cards": "typed"}
    session = opened(store, GAMES, "toy", ("black", "yellow"), session=NAME, **how)
    post(session, toy.Dare("black", "yellow"))
    assert says(session, proposed(session, "yellow", by="moderator"), "black", "moderator") is None
    assert session.status.awaited == ("black",)


def test_simultaneous_consents_and_a_move_have_one_outcome(database: Path) -> None:
    disk = SqliteStore(database)
    settled = set[bool]()
    for number in range(8):
        name = f"{NAME}-{number}"
        session = founded(disk, "toy", 3, session=name, options={"points": 9}, corrections="agreement")
        post(session, toy.Dare("black", "yellow"))
        post(session, Passed("yellow"))
        line = proposed(session).asked

        def consent(seat: str, session: str = name, line: int = line) -> None:
            with suppress(ConflictError):
                answer(Session.load(disk, GAMES, session, ticking()), line, seat=seat, agreed=True, by=seat)

        def move(session: str = name, seen: int = session.head.seq) -> None:
            with suppress(ConflictError):
                dared = [Request(Written(toy.Dare("yellow", "black")))]
                submit(Session.load(disk, GAMES, session, ticking()), "yellow", dared, after=seen)

        twice = [partial(consent, seat) for seat in ("yellow", "red") for _ in range(2)]
        at_once(*twice[: 2 + 2 * (number % 2)], move, *twice[2 + 2 * (number % 2) :])
        events = [entry.event for entry in Session.load(disk, GAMES, name, ticking()).table.entries[line:]]
        moved = toy.Dare("yellow", "black") in events
        assert sum(isinstance(event, TakenBack) for event in events) == 1 - moved
        assert len([event for event in events if isinstance(event, TakebackAnswered)]) <= 2
        assert audit_session(disk, GAMES, name).findings == ()
        settled.add(moved)
    disk.close()
    assert settled


def test_refuses_a_consent_or_a_proposal_that_crosses_a_move(store: EventStore) -> None:
    session = dared(store)
    asked = proposed(session, "yellow")
    seen, second = session.head.seq, other(session)
    post(session, Passed("yellow"))
    head = session.head.seq
    refuses(ConflictError, "no longer open", says, second, asked, "black")
    line = Pasted(text=f"UNDO #{back(session) + 1}", after=seen)
    request = door.Request(NAME, Poster("black", "black"), line, is_post=False)
    told = refuses(ConflictError, "", door.submit, store, GAMES, request)
    assert len(told.missed) == head - seen
    assert store.head(NAME).seq == head


def test_a_standing_order_answers_again_after_a_takeback(store: EventStore) -> None:
    session = begun(store, "agreement")
    session.note(Ordered("yellow", "never"), by="yellow")
    post(session, toy.Dare("black", "yellow"))
    assert session.status.turn == 2
    asked = propose(session, back(session, "1.2"), seat="black")
    assert asked is not None
    assert asked.found.decided == ()
    head = session.head.seq
    says(session, asked, "yellow")
    assert kinds(session, head)[:3] == ["takeback-answered", "taken-back", "passed"]
    assert session.status.turn == 2
    assert clean(store)


def test_previews_a_takeback(store: EventStore) -> None:
    session = answered(store)
    head = session.head.seq
    undone = preview_takeback(session.view(ALL), back(session))
    assert undone.groups == (group(session, "1.1").first, group(session, "1.2").first)
    rolls = sum(isinstance(entry.event, Rolled) for entry in session.table.entries)
    assert (undone.rolls, undone.shuffled) == (rolls, ())
    now = [changed.now for changed in undone.changed]
    assert now == [] or all(line in session.game.view.text(session.position) for line in now if line)
    assert session.head.seq == head


def told(session: Session) -> dict[str, Notice]:
    timeline = Timeline.read(session.store, GAMES, NAME)
    found = due_notices(timeline, Settings(), session.table.entries[-1].at_ms)
    return {notice.seat: notice for notice in found if notice.kind == "asked"}


def test_notifies_seats_until_they_answer(store: EventStore) -> None:
    session = answered(store, "agreement", seats=3)
    asked = proposed(session, reason="a slip of mine")
    first = told(session)
    assert first.keys() == {"yellow", "red"}
    assert first["red"].text.endswith(f": Black proposes to go back to entry {asked.to}. Red must answer.")
    says(session, asked, "red")
    assert told(session).keys() == {"yellow"}
    assert told(session)["yellow"].key in {notice.key for notice in first.values()}, "sent once"
    says(session, asked, "yellow")
    assert told(session) == {}


def test_notifies_all_if_the_moderator_is_asked(store: EventStore) -> None:
    session = answered(store)
    asked = proposed(session)
    assert [(seat, notice.text.endswith(" The moderator must answer.")) for seat, notice in told(session).items()] == [
        ("", True)
    ]  # fmt: skip
    store.put_watermark(NAME, 5, 9)
    refuses(SuspendedError, "", says, other(session), asked, "moderator")


def test_undo_in_a_seats_own_post_asks_the_other_seats(store: EventStore) -> None:
    session = dared(store, seats=3)
    text = "== Red ==\nUNDO 1.1 ok black ; that was my turn\n== end ==\n"
    done = file_post(store, GAMES, NAME, Pasted(text=text), Poster("red", "red"))
    assert ([line.status for line in done.lines], done.is_done) == (["ok"], True)
    asked = open_proposal(other(session).view(ALL))
    assert asked is not None
    assert (asked.author, asked.reason, asked.agreed) == ("red", "that was my turn", ())
    assert go_on(store, GAMES, NAME, text).whole
    after = other(session)
    assert after.status.awaited == ("black",)
    consent = takeback_answer(after)
    assert (consent.event, consent.by) == (TakebackAnswered("black", consent.seq - 1, agreed=True), "red"), (
        "Red said so"
    )
