"""A state machine that plays, talks, corrects and takes back in any order, and checks the log after each step."""

import os
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import hypothesis.stateful as sm
import hypothesis.strategies as st
import msgspec
import pytest
from hypothesis import HealthCheck, settings
from long_runs import some_short
from players import GAMES, awaited_moves, founded, tables, ticking
from refusals import refuses

from events.entry import Line
from events.errors import ConflictError, RefusedError, SuspendedError
from events.events import ALL, OMNISCIENT, Move, Rolled, Shuffled
from events.session_events import Ordered, Posted, Remarked, TakenBack
from events.store.sqlite import SqliteStore
from projections.contracts import Written
from replay.audit.audit import audit_session
from replay.audit.log_checks import chain_faults
from replay.corrections.correction import correct
from replay.corrections.moderation import adjust, skip
from replay.corrections.plan import OMIT, Change, Correction
from replay.corrections.takeback import answer, open_proposal, propose, take_back
from replay.reading.reading import Group, groups_of
from replay.reading.timeline import Timeline
from replay.session.consent import POLICIES
from replay.session.encoding import fingerprint
from replay.session.session import Session
from replay.session.submission import Answer, Request, submit

NAME = "machinemachi"
SETTINGS = settings(
    deadline=None, max_examples=6, stateful_step_count=20, derandomize=bool(os.environ.get("CI")),
    suppress_health_check=list(HealthCheck), print_blob=True,
)  # fmt: skip
NUMBER = st.integers(0, 10_000)


class Table(sm.RuleBasedStateMachine):
    slug, seats = "toy", 2

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.path = Path(self.folder.name) / "bell.db"
        self.store = SqliteStore(self.path)
        self.sent: list[tuple[str, Sequence[Request], int, str, Answer]] = []
        self.seen: list[Line] = []

    @sm.initialize()
    def begin(self) -> None:
        options = {"points": 4} if self.slug == "toy" else {}
        policy = sorted(POLICIES)[(self.seats + len(self.slug)) % len(POLICIES)]
        self.session = founded(self.store, self.slug, self.seats, session=NAME, options=options, corrections=policy)

    def teardown(self) -> None:
        self.store.close()
        self.folder.cleanup()

    def loaded(self) -> Session:
        return Session.load(self.store, GAMES, NAME, ticking())

    @property
    def running(self) -> bool:
        return not self.session.table.unsealed

    @property
    def begun(self) -> bool:
        return bool(self.session.status.seat)

    @property
    def groups(self) -> list[Group]:
        groups = groups_of(self.session.table.entries, self.session.table.undone)
        return [group for group in groups if isinstance(group.head.event, Move) and not group.undone]

    def move(self, number: int) -> Any:
        moves = awaited_moves(self.session.game, self.session.position)
        return moves[number % len(moves)]

    def seat(self, number: int) -> str:
        return str(self.session.started.seats[number % self.seats])

    # What people do

    @sm.precondition(lambda self: self.running)
    @sm.rule(numbers=st.lists(NUMBER, min_size=1, max_size=6))
    def post(self, numbers: list[int]) -> None:
        for number in numbers:
            if not self.running:
                return
            move, after, key = self.move(number), self.session.head.seq, f"key-{len(self.sent)}"
            requests = [Request(Written(move))]
            answer = submit(self.session, move.player, requests, after=after, key=key)
            assert answer.done
            assert self.session.table.entries[after].event == move
            self.sent.append((move.player, requests, after, key, answer))

    @sm.precondition(lambda self: self.running)
    @sm.rule(number=NUMBER, shift=st.integers(1, 12))
    def post_stale(self, number: int, shift: int) -> None:
        move, head = self.move(number), self.session.head
        after = max(0, head.seq - shift)
        positions = self.session.table.positions
        if positions[max(0, after - 1)] == positions[-1]:
            return
        caught = refuses(ConflictError, "", submit, self.session, move.player, [Request(Written(move))], after=after)
        assert self.store.head(NAME) == head
        assert caught.missed == tuple(self.session.table.lines[after:])

    @sm.precondition(lambda self: self.running)
    @sm.rule(number=NUMBER, seat=NUMBER)
    def post_out_of_turn(self, number: int, seat: int) -> None:
        seats = [seat for seat in self.session.started.seats if seat not in self.session.status.awaited]
        if not seats or not self.groups:
            return
        wanted = self.groups[number % len(self.groups)].head.event
        author = seats[seat % len(seats)]
        before = self.store.head(NAME)
        move: Any = msgspec.structs.replace(wanted, player=author)
        if submit(self.session, author, [Request(Written(move))]).refused:
            assert self.store.head(NAME) == before

    @sm.precondition(lambda self: self.sent)
    @sm.rule(number=NUMBER)
    def retry(self, number: int) -> None:
        (author, requests, after, key, answer), before = self.sent[number % len(self.sent)], self.store.head(NAME)
        assert submit(self.loaded(), author, requests, after=after, key=key) == answer
        assert self.store.head(NAME) == before

    @sm.precondition(lambda self: self.running)
    @sm.rule(number=NUMBER)
    def another_writes(self, number: int) -> None:
        self.session.note(Remarked("moderator", "a word"), by="moderator")
        other, move, after = self.loaded(), self.move(number), self.session.head.seq
        asked = move.player, [Request(Written(move))]
        assert submit(other, *asked, after=after).done
        refuses((ConflictError, SuspendedError), "", submit, self.session, *asked, after=after)
        assert self.session.head.seq == other.head.seq

    @sm.rule(number=NUMBER)
    def talk(self, number: int) -> None:
        seat = self.seat(number)
        self.session.note(Posted(seat, "Well, well."), Remarked(seat, "mine", seat), Ordered(seat, ""), by=seat)

    @sm.precondition(lambda self: self.running and self.groups)
    @sm.rule(number=NUMBER)
    def go_back(self, number: int) -> None:
        to, count = self.groups[number % len(self.groups)].first - 1, self.session.head.seq
        take_back(self.session, to, by="moderator", reason="a slip")
        assert self.session.head.seq > count
        assert self.session.status == self.session.game.rules.status(self.session.table.positions[to - 1])

    @sm.precondition(lambda self: self.running and self.groups)
    @sm.rule(number=NUMBER, seat=NUMBER)
    def propose_to_go_back(self, number: int, seat: int) -> None:
        to, author = self.groups[-1 - number % min(4, len(self.groups))].first - 1, self.seat(seat)
        waits, head = open_proposal(self.session.view(ALL)), self.store.head(NAME)
        try:
            found = propose(self.session, to, seat=author, reason="a slip")
        except (ConflictError, RefusedError):
            assert self.store.head(NAME) == head
            return
        assert waits is None
        if found is None:
            assert self.session.status == self.session.game.rules.status(self.session.table.positions[to - 1])
        else:
            assert (found.author, found.to, found.agreed) == (author, to, ())
            assert self.session.head.seq == found.asked

    @sm.precondition(lambda self: self.running)
    @sm.rule(seat=NUMBER, agreed=st.booleans())
    def answer_a_proposal(self, seat: int, agreed: bool) -> None:  # noqa: FBT001  # drawn by name
        waits, head = open_proposal(self.session.view(ALL)), self.store.head(NAME)
        if waits is None:
            return
        who = (*self.session.started.seats, "moderator")[seat % (self.seats + 1)]
        try:
            found = answer(self.loaded(), waits.asked, seat=who, agreed=agreed, by=who)
        except RefusedError:
            assert who not in waits.needed
            assert self.store.head(NAME) == head
            return
        self.session = self.loaded()
        assert open_proposal(self.session.view(ALL)) == found
        if agreed and set(waits.waiting) == {who}:
            assert found is None
            events = [entry.event for entry in self.session.table.entries[head.seq :]]
            assert [event.to for event in events if isinstance(event, TakenBack)] == [waits.to]

    @sm.precondition(lambda self: self.running and self.groups)
    @sm.rule(number=NUMBER, other=NUMBER)
    def put_right(self, number: int, other: int) -> None:
        group = self.groups[-1 - number % min(5, len(self.groups))]
        before = self.session.table.positions[group.first - 2]
        moves = awaited_moves(self.session.game, before)
        change = Change(group, Written(moves[other % len(moves)]))
        done = correct(self.session, Correction([change], others=OMIT), by="moderator")
        assert group.first in done.again
        assert not set(done.again) & {dropped.seq for dropped in done.dropped}

    @sm.precondition(lambda self: self.running and self.begun)
    @sm.rule()
    def leave_unplayed(self) -> None:
        skip(self.session, self.session.status.seat, "away for a week")

    @sm.precondition(lambda self: self.running and self.begun)
    @sm.rule(number=NUMBER)
    def set_the_turn(self, number: int) -> None:
        seat = self.seat(number)
        adjust(self.session, "turn", seat, "we lost count")
        assert self.session.status.seat == seat

    @sm.rule()
    def reopen(self) -> None:
        positions, prints = self.session.table.positions, self.store.fingerprints(NAME)
        self.store.close()
        self.store = SqliteStore(self.path)
        self.session = self.loaded()
        assert self.session.table.positions == positions
        assert self.store.fingerprints(NAME) == prints
        assert self.session.held == ""

    @sm.precondition(lambda self: self.running and len(self.groups) > 3)
    @sm.rule()
    def end(self) -> None:
        self.session.end()
        refuses(SuspendedError, "", self.session.require_open)

    # What always holds

    @sm.invariant()
    def the_log_only_grows_and_has_no_gap(self) -> None:
        lines = self.store.lines(NAME)
        assert lines[: len(self.seen)] == self.seen
        assert [line.seq for line in lines] == list(range(1, len(lines) + 1))
        assert list(chain_faults(lines)) == []
        self.seen = lines

    @sm.invariant()
    def no_number_is_given_twice(self) -> None:
        events = [entry.event for entry in self.session.table.entries]
        rolls = [event.receipt.k for event in events if isinstance(event, Rolled) and event.receipt]
        shuffles = [event.j for event in events if isinstance(event, Shuffled)]
        assert rolls == list(range(1, len(rolls) + 1))
        assert shuffles == list(range(1, len(shuffles) + 1))
        assert self.store.watermark(NAME) == (len(rolls), len(shuffles))

    @sm.invariant()
    def the_audit_finds_nothing(self) -> None:
        report = audit_session(self.store, GAMES, NAME)
        assert [finding for finding in report.findings if finding.level != "note"] == []

    @sm.invariant()
    def what_this_object_knows_is_what_is_stored(self) -> None:
        stored = Timeline.read(self.store, GAMES, NAME, OMNISCIENT)
        assert self.session.table.entries == stored.entries
        assert self.session.position == stored.position(stored.last)
        prints = self.store.fingerprints(NAME)
        assert all(fingerprint(stored.position(seq)) == value for seq, (_, value) in prints.items())

    @sm.invariant()
    def a_view_that_grew_is_a_view_read_at_once(self) -> None:
        for viewer in (ALL, *self.session.started.seats):
            grown = self.session.view(viewer)
            assert grown.positions == Timeline.read(self.store, GAMES, NAME, viewer).reading.positions


@pytest.mark.parametrize(("slug", "seats"), some_short(tables(3), lambda case: case == ("toy", 3)))
def test_the_log_stays_valid_after_any_actions(slug: str, seats: int) -> None:
    machine = type("Machine", (Table,), {"slug": slug, "seats": seats})
    sm.run_state_machine_as_test(machine, settings=SETTINGS)
