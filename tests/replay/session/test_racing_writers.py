"""Racing writers, repeated submissions, writers that fail between two groups, and results that a writer states."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import toy
from at_once import at_once
from long_runs import some_short
from players import GAMES, founded, tables, ticking
from refusals import failing, refuses

from events.entry import Line
from events.errors import BellError, ConflictError, RefusedError, SuspendedError
from events.events import ALL, Effect, Move, Passed, Rolled, SessionEvent
from events.session_events import Begun, Ordered, Posted, SecretsOpened, Skipped, Suspended, TakenBack
from events.store.protocol import EventStore
from events.store.sqlite import SqliteStore
from projections.contracts import Written
from replay.audit.audit import audit_session
from replay.corrections.correction import correct
from replay.corrections.plan import Change, Correction
from replay.reading.timeline import Timeline
from replay.session.session import Session
from replay.session.submission import Answer, Request, submit

NAME = "racingracing"
RIVALS = 6
DARE = toy.Dare("black", "yellow")
most = some_short(tables(), lambda case: case[0] == "toy" or case[1] == 2)
every_table = pytest.mark.parametrize(("slug", "seats"), most)


@pytest.fixture
def disk(database: Path) -> Iterator[SqliteStore]:
    with closing(SqliteStore(database)) as opened:
        yield opened


def load(store: EventStore, clock: Callable[[], int] | None = None) -> Session:
    return Session.load(store, GAMES, NAME, clock or ticking())


def asked(*moves: Move) -> list[Request]:
    return [Request(Written(move)) for move in moves]


def posts(store: EventStore) -> int:
    return sum(isinstance(entry.event, Posted) for entry in load(store).table.entries)


def rolls(session: Session) -> list[Rolled]:
    return [entry.event for entry in session.table.entries if isinstance(entry.event, Rolled)]


@every_table
def test_one_of_several_writers_wins_each_entry(disk: SqliteStore, slug: str, seats: int) -> None:
    founded(disk, slug, seats, session=NAME)
    for _ in range(8):
        after = disk.head(NAME).seq
        won, lost = raced([load(disk) for _ in range(RIVALS)])
        assert [answer.done for answer in won] == [True]
        assert [error.missed for error in lost] == [tuple(disk.lines(NAME, after))] * (RIVALS - 1)
        if load(disk).status.outcome:
            break
    assert audit_session(disk, GAMES, NAME).findings == ()


def raced(sessions: list[Session]) -> tuple[list[Answer], list[ConflictError]]:
    """Let several sessions on one log submit different legal moves at once; return who won and who lost."""
    first, won, lost = sessions[0], list[Answer](), list[ConflictError]()
    after, seat = first.head.seq, first.status.awaited[0]
    moves: list[Move] = list(first.game.rules.legal(first.position, seat))

    def write(number: int) -> None:
        try:
            won.append(submit(sessions[number], seat, asked(moves[number % len(moves)]), after=after))
        except ConflictError as error:
            lost.append(error)

    at_once(*(partial(write, number) for number in range(len(sessions))))
    return won, lost


def test_refuses_an_unknown_last_seen_entry(disk: SqliteStore) -> None:
    session = founded(disk, "toy", 2, session=NAME)
    for after in (session.head.seq + 1, 10**6, -1, -2):
        refuses(ConflictError, "does not exist", submit, session, "black", asked(DARE), after=after)
    assert session.head.seq == disk.head(NAME).seq


def test_a_rival_move_between_two_moves_stops_the_post(disk: SqliteStore, monkeypatch: pytest.MonkeyPatch) -> None:
    founded(disk, "toy", 2, session=NAME)
    mine, theirs = load(disk), load(disk)
    took = after_commit(mine, lambda: submit(theirs, "yellow", asked(Passed("yellow"))), monkeypatch)
    caught = refuses(ConflictError, "", submit, mine, "black", asked(DARE, DARE), key="k")
    assert took == [1]
    assert len(caught.missed) == len(disk.lines(NAME, caught.missed[0].seq - 1))
    retried = load(disk)
    refuses(ConflictError, "", submit, retried, "black", asked(DARE, DARE), key="k")


def after_commit(session: Session, then: Callable[[], object], monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Call something after the first commit of a session that adds lines."""
    took, writing = list[int](), session.writing

    @contextmanager
    def watched() -> Iterator[list[Line]]:
        head = session.head.seq
        with writing() as missed:
            yield missed
        if not took and session.head.seq > head:
            took.append(1)
            then()

    monkeypatch.setattr(session, "writing", watched)
    return took


class CrashError(Exception):
    """The process is gone."""


def killed(
    disk: SqliteStore, monkeypatch: pytest.MonkeyPatch, seat: str, moves: Sequence[Move], **how: Any
) -> Callable[[], Answer]:
    """Submit a post, but crash after its first group; return a function that sends it again."""
    dying = load(disk)
    after_commit(dying, failing(CrashError()), monkeypatch)
    refuses(CrashError, "", submit, dying, seat, asked(*moves), key="k", **how)
    return lambda: submit(load(disk), seat, asked(*moves), key="k", **how)


PASS, NEXT = Passed("yellow"), toy.Dare("yellow", "black")


@pytest.mark.parametrize(
    ("moves", "filed"),
    [
        ([PASS], [(PASS, False)]),
        ([PASS, NEXT], [(PASS, False), (NEXT, False)]),
        ([NEXT], [(PASS, True), (NEXT, False)]),
    ],
    ids=["one move", "two moves", "a silence before the move"],
)
def test_a_retry_continues_after_the_last_saved_group(
    disk: SqliteStore, monkeypatch: pytest.MonkeyPatch, moves: list[Move], filed: list[tuple[Move, bool]]
) -> None:
    first = founded(disk, "toy", 2, session=NAME)
    submit(first, "black", asked(DARE))
    note = Posted("yellow", "I pass.")
    again = killed(disk, monkeypatch, "yellow", moves, after=first.head.seq, notes=[note])
    assert len(rolls(load(disk))) == 1
    assert [answer.done for answer in {again() for _ in range(3)}] == [True]
    assert (posts(disk), len(rolls(load(disk)))) == (1, 1)
    entries = [entry for entry in load(disk).table.entries if isinstance(entry.event, Move)]
    assert [(entry.event, entry.implied) for entry in entries] == [(DARE, False), *filed]


def test_a_retry_executes_the_remaining_standing_orders(disk: SqliteStore, monkeypatch: pytest.MonkeyPatch) -> None:
    founded(disk, "toy", 2, session=NAME).note(Ordered("yellow", "never"), by="yellow")
    again = killed(disk, monkeypatch, "black", [DARE])
    assert not rolls(load(disk))
    again()
    assert [entry.by for entry in load(disk).table.entries if isinstance(entry.event, Passed)] == ["order"]


@pytest.mark.parametrize("with_after", [False, True])
def test_a_post_sent_several_times_at_once_is_saved_once(disk: SqliteStore, *, with_after: bool) -> None:
    first = founded(disk, "toy", 2, session=NAME)
    submit(first, "black", asked(DARE))
    wanted = asked(Passed("yellow"), toy.Dare("yellow", "black"))
    sessions, answers = [load(disk) for _ in range(RIVALS)], list[Answer]()
    after, note = first.head.seq if with_after else None, Posted("yellow", "All in one.")

    def send(session: Session) -> None:
        answers.append(submit(session, "yellow", wanted, after=after, key="once", notes=[note]))

    at_once(*(partial(send, session) for session in sessions))
    assert len(answers) == RIVALS
    assert len(set(answers)) == 1
    assert posts(disk) == 1
    assert len(rolls(load(disk))) == 1
    assert [roll.receipt.k for roll in rolls(load(disk)) if roll.receipt] == [1]
    assert audit_session(disk, GAMES, NAME).findings == ()


def test_a_key_is_for_one_request_of_one_author(disk: SqliteStore) -> None:
    session = founded(disk, "toy", 2, session=NAME)
    first = submit(session, "black", asked(DARE), key="k")
    head = session.head.seq
    for other in (asked(Passed("black")), asked(DARE, Passed("yellow")), []):
        refuses(ConflictError, "another request", submit, load(disk), "black", other, key="k")
    with pytest.raises(ConflictError, match="another request"):
        submit(load(disk), "black", asked(DARE), key="k", notes=[Posted("black", "more")])
    assert disk.head(NAME).seq == head == first.head_seq
    assert submit(session, "yellow", asked(Passed("yellow")), key="k").done, "the key of another author is another key"


def test_a_refused_post_can_be_sent_again_with_its_key(disk: SqliteStore) -> None:
    session = founded(disk, "toy", 2, session=NAME)
    assert submit(session, "yellow", asked(Passed("yellow")), key="k").refused
    assert disk.submission(NAME, "yellow", "k") is None
    session.note(Ordered("yellow", "never"), by="black")
    submit(session, "black", asked(DARE))
    assert session.status.awaited == ("yellow",), "an order of another seat does not count"
    assert load(disk).orders == {}
    head, hand = session.head.seq, session.position.hands["yellow"]
    for slip in (*(toy.Answer("yellow", card) for card in toy.CARDS if card not in hand), toy.Dare("yellow", "yellow")):
        assert submit(session, "yellow", asked(slip)).refused
        assert session.head.seq == head
    assert submit(session, "yellow", asked(Passed("yellow")), key="k").done


def test_saves_nothing_after_the_end_of_a_session(disk: SqliteStore) -> None:
    founded(disk, "toy", 2, session=NAME)
    enders, mover = [load(disk), load(disk)], load(disk)

    def move() -> None:
        for _ in range(6):
            seat = mover.status.awaited[0]
            try:
                submit(mover, seat, asked(next(iter(mover.game.rules.legal(mover.position, seat)))))
            except SuspendedError:
                return

    at_once(enders[0].end, enders[1].end, move)
    kinds = [entry.event.__struct_config__.tag for entry in load(disk).table.entries]
    assert kinds[-1] == "unsealed"
    assert kinds.count("unsealed") == 1
    assert audit_session(disk, GAMES, NAME).findings == ()


def test_a_refusal_leaves_no_trace(disk: SqliteStore) -> None:
    session = founded(disk, "toy", 2, session=NAME)
    before = (disk.lines(NAME), disk.secrets(NAME), disk.fingerprints(NAME), disk.watermark(NAME))
    for move in (Passed("black"), toy.Dare("black", "black"), toy.Dare("black", "green"), toy.Answer("red", "1")):
        assert submit(session, "black", asked(move), notes=[Posted("black", "?")]).refused
    session.held = "for the test"
    refuses(BellError, "", submit, session, "black", asked(DARE), notes=[Posted("black", "?")])
    assert (disk.lines(NAME), disk.secrets(NAME), disk.fingerprints(NAME), disk.watermark(NAME)) == before
    assert session.view(ALL).seq == session.head.seq


@pytest.mark.parametrize(
    "note", [TakenBack(9), SecretsOpened("all"), Suspended("no"), Begun(), Skipped("yellow", "why not")]
)
def test_refuses_a_post_with_reserved_session_events(disk: SqliteStore, note: SessionEvent) -> None:
    session = founded(disk, "toy", 2, session=NAME)
    head = session.head
    refuses(RefusedError, "cannot be submitted with a post", submit, session, "black", asked(DARE), notes=[note])
    request = Request(Written(DARE), before=(note,))
    refuses(RefusedError, "cannot be submitted with a post", submit, session, "black", [request])
    assert disk.head(NAME) == head


@pytest.fixture
def session(store: EventStore) -> Session:
    return founded(store, "toy", 2, session=NAME, options={"points": 5})


def post(session: Session, seat: str, written: Written, keep: str = "") -> Answer:
    return submit(session, seat, [Request(written, keep)])


@pytest.mark.parametrize(
    "stated", [toy.DareEnded("black"), toy.TurnPassed("yellow", 9, 9), toy.DareMade("black", "black")], ids=repr
)
def test_accepts_only_declared_results_that_follow_the_rules(session: Session, stated: Effect) -> None:
    before, dare = session.head, toy.Dare("black", "yellow")
    refused = post(session, "black", Written(dare, stated=(stated,))).refused
    assert refused is not None
    assert "the stated result differs from the result by the rules" in refused.message
    refused = post(session, "black", Written(dare, absent=(toy.DareMade,))).refused
    assert refused is not None
    assert refused.rule == "TOY-DAR-01"
    assert session.head == before
    assert post(session, "black", Written(dare, stated=(toy.DareMade("black", "yellow"),))).done


@pytest.mark.parametrize("scored", ["", "black", "yellow"])
def test_the_rolled_die_overrides_a_declared_result(session: Session, scored: str) -> None:
    post(session, "black", Written(toy.Dare("black", "yellow")))
    assert post(session, "yellow", Written(Passed("yellow"), stated=(toy.DareEnded(scored),))).done
    events = [entry.event for entry in session.table.entries]
    assert any(isinstance(event, Rolled) for event in events)
    assert toy.DareEnded("black") in events, "a die beats a bare table"
    assert audit_session(session.store, GAMES, NAME).findings == ()


def test_a_correction_ignores_declared_results(session: Session) -> None:
    post(session, "black", Written(toy.Dare("black", "yellow")))
    post(session, "yellow", Written(Passed("yellow")))
    group = Timeline.read(session.store, GAMES, NAME).find("1.2")
    card = session.position.hands["yellow"][0]
    answered = Written(toy.Answer("yellow", card), stated=(toy.DareEnded("yellow"),))
    correct(session, Correction([Change(group, answered)]), by="moderator")
    assert session.position.points.get("yellow", 0) == 0
    assert audit_session(session.store, GAMES, NAME).findings == ()


def test_an_accepted_result_is_saved_as_written(session: Session) -> None:
    stated = toy.TurnPassed("yellow", 9, 9)
    assert post(session, "black", Written(toy.Dare("black", "yellow"), stated=(stated,)), keep="house rule").done
    assert stated in [entry.event for entry in session.table.entries]
    report = audit_session(session.store, GAMES, NAME)
    assert [finding.rule for finding in report.findings] == ["TOY-TRN-01"]
