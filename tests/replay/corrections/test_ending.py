"""Sessions that people end: by a resignation, by agreement or by the moderator; and sessions that were reopened."""

from typing import Any

import pocket
import pytest
from imported import record_text
from players import GAMES, SEATS, founded, play_on
from refusals import refuses

from events.entry import Entry
from events.errors import BellError, ConflictError, NotAllowedError, RefusedError, SuspendedError
from events.events import ALL, OMNISCIENT, Move, Passed, SessionEvent, Shuffled, Started
from events.session_events import (
    Closed,
    EndAnswered,
    EndProposed,
    Pledged,
    Reopened,
    ResignationPolicy,
    Resigned,
    Seated,
    SecretsOpened,
    Skipped,
    Suspended,
)
from events.store.memory import MemoryStore
from events.store.settings import Settings
from projections.contracts import Written
from replay.audit.audit import audit_session
from replay.corrections.branch import make_branch
from replay.corrections.ending import end, open_end
from replay.corrections.takeback import take_back
from replay.exporting.transcript import transcript_of
from replay.posts import door
from replay.posts.create_session import started_with
from replay.posts.directives import read_directive
from replay.posts.paste import Pasted, Poster
from replay.reading.ending import closing, left, resignation_policy
from replay.reading.timeline import Timeline
from replay.session.session import Session
from replay.session.submission import Request, submit
from replay.transfer.bundle import import_bundle, read_bundle
from replay.turn_summaries.notices import due_notices

NAME = pocket.NAME
BLACK, YELLOW, RED = SEATS[:3]


def begun(slug: str = "keys", seats: int = 2, moves: int = 20, **how: Any) -> Session:
    return play_on(founded(MemoryStore(), slug, seats, session=NAME, **how), moves)


def send(session: Session, by: str, text: str, *, is_post: bool = False, proxies: tuple[str, ...] = ()) -> None:
    viewer = by if by in session.started.seats else ALL
    text = f"== moderator ==\n{text}" if is_post and by == "moderator" else text
    sent = Pasted(text=text, after=session.store.head(NAME).seq)
    request = door.Request(NAME, Poster(by, viewer, speaks_for=proxies), sent, is_post=is_post)
    filed = door.submit(session.store, GAMES, request)
    if filed.stopped or not filed.is_done:
        raise RefusedError((filed.stopped or filed.lines[-1]).message)


def again(session: Session) -> Session:
    return Session.load(session.store, GAMES, NAME)


def violations(session: Session, viewer: str = ALL) -> list[tuple[str, int]]:
    report = audit_session(session.store, GAMES, NAME, viewer)
    return [(one.rule, one.seq) for one in report.findings if one.level == "violation"]


def require_own_secrets_only(session: Session, after: int) -> None:
    """Check that no viewer can open a secret of a later entry, whether the log was read at once or step by step."""
    for viewer in (ALL, *session.started.seats):
        for reading in (session.view(viewer), Timeline.read(session.store, GAMES, NAME, viewer).reading):
            for secret in session.store.secrets(NAME):
                if secret.seq > after:
                    known = secret.audience == ALL or viewer in secret.audience.split()
                    assert ((secret.field, secret.item) in reading.opening(secret.seq)) == known, (viewer, secret)


@pytest.mark.parametrize("opens", ["all", "seats", "auditor"])
@pytest.mark.parametrize(("slug", "seats"), [("keys", 3), ("ccg", 2), ("daleks", 2), ("risk", 3)])
@pytest.mark.sampled
def test_a_session_is_closed_reopened_and_closed_by_agreement(slug: str, seats: int, opens: str) -> None:
    session = begun(slug, seats, 30, opens=opens)
    for viewer in (ALL, *session.started.seats):
        session.view(viewer)  # so that these views read the rest step by step
    end(session, "close", by="moderator", reason="Rose\nis ill")
    closed = closing(session.table)
    assert closed is not None
    assert (closed.event, closed.by) == (Closed("moderator", (), "Rose is ill"), "moderator")
    assert session.table.unsealed == opens
    refuses(SuspendedError, r"closed by the moderator \(entry .*: Rose is ill.*END reopen", play_on, session, 1)
    opened = [secret for secret in session.store.secrets(NAME) if secret.audience not in (ALL, "")]
    assert opened
    known = session.view(ALL).opening(opened[0].seq)
    assert bool(known) == (opens == "all")
    assert violations(session) == []

    end(session, "reopen", by="moderator", reason="Rose is back")
    reopened, shuffles = session.head.seq, [one for one in session.table.entries_of(Shuffled) if one.seq > closed.seq]
    assert shuffles, "known orders are not used again"
    play_on(session, 30, seed=2)
    assert session.view(ALL).opening(opened[0].seq) == known, "what was opened stays open, and nothing else opens"
    require_own_secrets_only(session, reopened)
    assert violations(session) == violations(session, OMNISCIENT) == []
    refuses(RefusedError, "before the reopening", take_back, session, 30, by="moderator")

    for seat in session.started.seats:
        assert session.table.unsealed == ""
        end(session, "agree", by=seat, seat=seat)
    assert session.table.entries[-2].event == Closed("agreed", session.started.seats, "")
    assert again(session).table.unsealed == opens
    for viewer in (ALL, OMNISCIENT, BLACK):
        assert violations(session, viewer) == []
        assert pocket.faults_of(pocket.exported(session, viewer)) == []


def test_an_exported_session_stays_closed_and_a_copy_without_its_dice_stays_so() -> None:
    session = begun()
    end(session, "close", by="moderator", reason="over")
    end(session, "reopen", by="moderator", reason="not yet")
    play_on(session, 5)
    end(session, "close", by="moderator", reason="over")
    store = MemoryStore()
    import_bundle(store, read_bundle(pocket.exported(session), GAMES))
    copy = Session.load(store, GAMES, NAME)
    assert violations(copy) == []
    refuses(SuspendedError, "closed by the moderator", play_on, copy, 1)
    refuses(RefusedError, "without its dice roller", end, copy, "reopen", by="moderator", reason="once more")
    lines = transcript_of(Timeline(session.row, session.view(ALL))).splitlines()
    assert [line.removeprefix("END ") for line in lines if line.startswith("END ")] == [
        "close ; over", "reopen ; not yet", "close ; over",
    ]  # fmt: skip


@pytest.mark.parametrize(("slug", "seats", "goes_on"), [
    ("keys", 2, False), ("ccg", 2, False), ("toy", 3, False), ("daleks", 3, False),
    ("keys", 3, True), ("risk", 3, True), ("risk", 5, True),
])  # fmt: skip
def test_a_seat_that_resigns_ends_the_session_or_is_skipped(slug: str, seats: int, goes_on: bool) -> None:  # noqa: FBT001
    session = begun(slug, seats, 20, **({"options": {"points": 40}} if slug == "toy" else {}))
    seat = session.status.seat
    end(session, "resign", by=seat, seat=seat, reason="no time")
    assert (closing(session.table) is None) == goes_on
    assert seat not in left(session.table)
    assert violations(session) == []
    if not goes_on:
        refuses(SuspendedError, f"{seat.title()} resigned", play_on, session, 1)
        return
    resigned = session.head.seq
    assert isinstance(session.table.entries[resigned - 1].event, Resigned) or session.status.seat != seat
    play_on(session, 40, seed=3)
    moves = [entry for entry in session.table.entries[resigned:] if isinstance(entry.event, Move)]
    assert {entry.by for entry in moves if getattr(entry.event, "player", "") == seat} <= {"order"}
    refuses(SuspendedError, "makes no more moves", submit, session, seat, [Request(Written(Passed(seat)))])
    assert violations(session) == violations(session, OMNISCIENT) == []
    assert session.table.entries_of(Skipped)
    refuses(RefusedError, "already resigned", end, session, "resign", by=seat, seat=seat)
    end(session, "reopen", by="moderator", reason="a new player")
    assert left(session.table) == session.started.seats


def test_a_group_can_agree_that_a_resignation_ends_the_game() -> None:
    session = begun("keys", 3, resignation="end")
    send(session, BLACK, "END resign ; no time")
    found = closing(again(session).table)
    assert found is not None
    assert found.event == Closed("resigned", (BLACK,), "")
    timeline = Timeline(session.row, again(session).view(ALL))
    assert timeline.closed(timeline.last).endswith(" resigned, and no winner is recorded")
    assert violations(session) == violations(session, OMNISCIENT) == []
    header = {"game": "keys", "seats": "a,b,c", "resignation": "perhaps"}
    refuses(RefusedError, "Allowed: play on, end", started_with, GAMES, header)
    refuses(RefusedError, "Allowed: play on, end", begun, resignation="perhaps")


def test_what_the_group_agreed_for_a_resignation_is_entry_2_of_the_log() -> None:
    usual, session = begun("keys", 3), begun("keys", 3, resignation="end")
    assert [type(entry.event) for entry in usual.table.entries[:2]] == [Started, Pledged]
    (entry,) = session.table.entries_of(ResignationPolicy)
    assert (entry.seq, entry.by, entry.event) == (2, OMNISCIENT, ResignationPolicy("end"))
    assert [line.body for line in session.table.lines[:1]] == [line.body for line in usual.table.lines[:1]]
    assert pocket.faults_of(pocket.exported(session)) == []
    branch = make_branch(session.store, GAMES, Timeline(session.row, session.view(ALL)))
    assert branch.table.entries[1].event == ResignationPolicy("end")


def test_a_transcript_keeps_what_the_group_agreed_for_a_resignation() -> None:
    for policy in ("end", "play on"):
        session = begun("keys", 3, moves=6, resignation=policy)
        text = transcript_of(Timeline(session.row, session.table))
        assert ("resignation: end" in text) == (policy == "end")
        store = MemoryStore()
        done = record_text(store, GAMES, text)
        assert done.whole, done.lines[-1]
        reading = Timeline.read(store, GAMES, done.session, ALL).reading
        assert resignation_policy(reading) == ("end" if policy == "end" else "")


@pytest.mark.parametrize("changed", [{"policy": "perhaps"}, {"by": BLACK}, {"by": "moderator"}])
def test_audit_finds_a_forged_agreement_on_resignations(changed: dict[str, str]) -> None:
    header, rows = pocket.opened(pocket.exported(begun(moves=5, resignation="end")))
    if "by" in changed:
        rows[1] |= changed
    else:
        pocket.rewrite(rows[1], **changed)
    pocket.rechained(rows)
    store = MemoryStore()
    import_bundle(store, read_bundle(pocket.written(header, rows), GAMES))
    assert violations(Session.load(store, GAMES, NAME)) == [("LOG-LINE" if "by" in changed else "LOG-ORDER", 2)]


def test_the_last_but_one_resignation_closes_and_a_substitute_ends_a_resignation() -> None:
    session = begun("keys", 3)
    end(session, "resign", by=BLACK, seat=BLACK)
    session.note(Seated(BLACK, "somebody-else"), by="moderator")
    assert left(session.table) == session.started.seats
    for seat in (RED, YELLOW):
        end(session, "resign", by=seat, seat=seat)
    assert session.table.entries[-2].event == Closed("resigned", (RED, YELLOW), "")
    assert violations(session) == []
    (notice,) = due_notices(Timeline(session.row, session.view(ALL)), Settings(), session.clock())
    assert "Red and Yellow resigned" in notice.text
    for way in ("reopen", "close"):
        end(session, way, by="moderator", reason="x")
    (later,) = due_notices(Timeline(session.row, session.view(ALL)), Settings(), session.clock())
    assert later.key != notice.key


def test_a_proposal_ends_with_a_refusal_a_withdrawal_a_resignation_or_a_move() -> None:
    session = begun("keys", 3)

    def proposed() -> int:
        end(session, "agree", by=BLACK, seat=BLACK, reason="stuck")
        found = open_end(session.table)
        assert found is not None
        assert (found.author, found.waiting) == (BLACK, (YELLOW, RED))
        return found.seq

    number = proposed()
    send(session, YELLOW, f"AGREE #{number}", is_post=True)
    refuses(BellError, "already agreed", send, session, YELLOW, f"AGREE #{number}")
    send(session, RED, f"DECLINE #{number} ; one more round")
    refuses(ConflictError, "no longer open", send, session, RED, f"AGREE #{number}")
    number = proposed()
    refuses(RefusedError, "already agreed", send, session, BLACK, "END agree")
    send(session, BLACK, f"DECLINE #{number}")
    assert open_end(again(session).table) is None
    proposed()
    play_on(session := again(session), 1)
    assert open_end(session.table) is None
    proposed()
    end(session, "resign", by=RED, seat=RED)
    assert open_end(session.table) is None
    end(session, "agree", by=BLACK, seat=BLACK)
    send(session, "moderator", f"AGREE #{session.head.seq} for {YELLOW}", proxies=(YELLOW,))
    assert again(session).table.entries[-2].event == Closed("agreed", (BLACK, YELLOW), "")
    assert violations(session) == []


@pytest.mark.parametrize(("by", "text", "error", "says"), [
    (BLACK, "END close ; I am losing", NotAllowedError, "only the moderator"),
    (BLACK, "END reopen ; again", NotAllowedError, "only the moderator"),
    ("judge-1", "END close ; enough", NotAllowedError, "a judge cannot use END"),
    ("judge-1", "END resign for black", NotAllowedError, "a judge cannot use END"),
    (BLACK, "END resign for yellow", RefusedError, "only Yellow can answer for Yellow"),
    (BLACK, "END agree for yellow", RefusedError, "only Yellow can answer for Yellow"),
    ("moderator", "END resign for yellow", RefusedError, "only Yellow can answer for Yellow"),
    ("moderator", "END resign", RefusedError, "name the seat"),
    ("moderator", "END resign for rose", RefusedError, "is not a seat"),
    ("moderator", "END close", RefusedError, "needs a reason"),
    ("moderator", "END close ; \t", RefusedError, "needs a reason"),
    ("moderator", "END close for black ; x", RefusedError, "the whole session"),
    ("moderator", "END reopen ; x", RefusedError, "not closed"),
    (BLACK, "END resign now please", RefusedError, "not expected here"),
    (BLACK, "END agree #7", RefusedError, "not expected here"),
    (BLACK, "AGREE #7", BellError, "not an open proposal"),
])  # fmt: skip
@pytest.mark.parametrize("is_post", [False, True])
def test_refused_lines_record_nothing(by: str, text: str, error: type[BellError], says: str, *, is_post: bool) -> None:
    session = begun(moves=3)
    before = session.head.seq
    refuses(BellError if is_post else error, says if not is_post else "", send, session, by, text, is_post=is_post)
    assert session.store.head(NAME).seq == before


def test_a_post_of_the_moderator_reopens_a_closed_session() -> None:
    session = begun()
    send(session, "moderator", "END close ; over", is_post=True)
    send(session, "moderator", "A mistake of mine.\nEND reopen ; not yet", is_post=True)
    assert closing(again(session).table) is None
    assert violations(session) == []


@pytest.mark.parametrize("is_post", [False, True])
@pytest.mark.parametrize("text", ["UNDO #{first} ; x", "OMIT #{first}", "SET turn = {seat} ; x"])
def test_a_line_of_the_moderator_does_not_return_the_turn_to_a_resigned_seat(text: str, *, is_post: bool) -> None:
    session = begun("keys", 3)
    moves = [entry for entry in session.table.entries if isinstance(entry.event, Move)]
    seat = session.status.seat
    assert getattr(moves[-1].event, "player", "") == seat, "a turn of several moves"
    end(session, "resign", by=seat, seat=seat)
    send(again(session), "moderator", text.format(first=moves[-1].seq, seat=seat), is_post=is_post)
    assert seat not in again(session).status.awaited
    assert again(session).head.seq > session.head.seq


def test_a_judge_cannot_answer_a_proposal_to_close() -> None:
    session = begun("keys", 2)
    end(session, "agree", by=BLACK, seat=BLACK)
    for by in ("judge-1", "moderator"):
        for verb in ("AGREE", "DECLINE", "WITHDRAW"):
            refuses(BellError, "", send, session, by, f"{verb} #{session.head.seq}")
    assert open_end(again(session).table) is not None


@pytest.mark.parametrize("text", ["END", "END turn", "END resigned", "end of my turn", "The end", "END closed"])
def test_words_of_the_games_are_not_read_as_an_ending(text: str) -> None:
    assert read_directive(text) is None


def test_a_locked_or_finished_session_is_not_ended_by_people() -> None:
    session = begun()
    session.note(Suspended("a check"))
    for way, by, seat in (("resign", BLACK, BLACK), ("agree", BLACK, BLACK), ("close", "moderator", "")):
        refuses(SuspendedError, "locked", end, session, way, by=by, seat=seat, reason="x")
    finished = play_on(founded(MemoryStore(), "toy", 2, session=NAME, options={"points": 2}))
    refuses(SuspendedError, "over", end, finished, "close", by="moderator", reason="x")
    refuses(RefusedError, "ended by its rules", end, finished, "reopen", by="moderator", reason="x")


@pytest.mark.parametrize("events", [
    [(Closed("agreed", (BLACK, YELLOW), ""), BLACK)],
    [(EndProposed(BLACK, ""), BLACK), (Closed("agreed", (BLACK, YELLOW), ""), BLACK)],
    [(EndProposed(BLACK, ""), BLACK), (EndAnswered(YELLOW, 3, agreed=True), YELLOW)],
    [(EndProposed(BLACK, ""), YELLOW)], [(Resigned(BLACK, ""), YELLOW)], [(Resigned("rose", ""), "moderator")],
    [(Closed("resigned", (BLACK,), ""), BLACK)], [(Closed("bored", (), ""), "moderator")],
    [(Closed("moderator", (), ""), BLACK)], [(Closed("moderator", (), ""), "moderator")] * 2,
    [(Reopened("", ""), "moderator")], [(Resigned(BLACK, ""), BLACK), (Reopened("", ""), BLACK)],
    [(ResignationPolicy("end"), OMNISCIENT)],
])  # fmt: skip
def test_the_audit_finds_an_ending_that_was_not_asked_for(events: list[tuple[SessionEvent, str]]) -> None:
    session = begun(moves=5)
    with session.writing():
        session.append([Entry(event, by) for event, by in events])
    assert {rule for rule, _ in violations(session)} <= {"LOG-ORDER", "LOG-LINE"}
    assert violations(session)


def test_audit_and_checker_find_another_secret_after_a_reopening() -> None:
    session = begun()
    for reason in ("one", "two"):
        end(session, "close", by="moderator", reason=reason)
        end(session, "reopen", by="moderator", reason=reason)
    end(session, "close", by="moderator", reason="three")
    shown = [getattr(one.event, "shuffle_secret", "") for one in session.table.entries_of(SecretsOpened)]
    assert len(set(shown)) == 3
    header, rows = pocket.opened(pocket.exported(session))
    at = pocket.places(rows, "reopened")[1]
    pocket.rewrite(rows[at], shuffle="11" * 32)
    pocket.rechained(rows)
    text = pocket.written(header, rows)
    assert any("is not the pledged one" in fault for fault in pocket.faults_of(text))
    store = MemoryStore()
    import_bundle(store, read_bundle(text, GAMES))
    assert "LOG-SHUFFLE" in {rule for rule, _ in violations(Session.load(store, GAMES, NAME))}
