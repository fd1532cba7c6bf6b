"""Rulings, disputes and their settlement, compensations, claims, house rules, skipped seats and corrections."""

from contextlib import nullcontext
from typing import Any

import pytest
import toy
from imported import Imported, go_on, record_text
from players import GAMES, founded, ticking
from recordings import SAMPLES, daleks, group, kinds, recorded
from refusals import refuses
from spectator import TOWER, opened
from toy import Dare

from events import session_events as s
from events.errors import BellError, ConflictError, IllegalMoveError, NotationError, RefusedError, SuspendedError
from events.events import ALL, MODERATOR_VIEW, OMNISCIENT, UNKNOWN, Move, Passed, Rolled, Shuffled
from events.store.memory import MemoryStore
from events.store.protocol import EventStore
from events.store.settings import Settings
from projections.contracts import ObservedChance, Written
from projections.registry import registry
from replay.audit.audit import audit_session
from replay.audit.findings import Finding
from replay.corrections.correction import correct, preview
from replay.corrections.moderation import skip
from replay.corrections.plan import Answer, Change, Correction
from replay.corrections.ruling import answer_remedy, dispute, open_disputes, open_offers, propose_remedy, rule
from replay.corrections.takeback import take_back, takeback_lines
from replay.exporting.transcript import transcript_of
from replay.posts import door
from replay.posts.paste import Pasted, Poster
from replay.reading.reading import Group
from replay.reading.timeline import Timeline
from replay.session.session import Session
from replay.session.submission import Request, submit
from replay.turn_summaries.notices import due_notices

NAME = "rulingruling"


@pytest.fixture
def session(store: EventStore) -> Session:
    session = founded(store, "toy", 2, session=NAME, options={"points": 9})
    for move in (toy.Dare("black", "yellow"), Passed("yellow"), toy.Dare("yellow", "black")):
        assert submit(session, move.player, [Request(Written(move))]).done
    return session


def clean(session: Session) -> bool:
    return audit_session(session.store, GAMES, NAME).findings == ()


def test_a_ruling_accepts_or_rewinds_in_one_transaction(session: Session) -> None:
    head, position, found = session.head.seq, session.position, group(session, "1.2")
    rule(session, found, "stand", " it did no harm ", ("toy-die-01",), by="judge-1")
    (line,) = session.table.entries[head:]
    assert line.event == s.Ruled("judge-1", found.first, "stand", "it did no harm", ("TOY-DIE-01",))
    assert line.by == "judge-1"
    assert session.position == position
    rule(session, found, "rewind", "the wrong die", by="moderator")
    assert kinds(session, head) == ["ruled", "ruled", "taken-back"]
    assert session.position == session.table.positions[found.first - 2]
    assert clean(session)


def test_a_fix_decides_moves_again_in_the_same_transaction(session: Session) -> None:
    head = session.head.seq
    for address, move in (("1.1", toy.Dare("black", "black")), ("1.2", session.position.hands["yellow"][0])):
        found = group(session, address)
        written = Written(move if isinstance(move, toy.Dare) else toy.Answer("yellow", move))
        with pytest.raises(IllegalMoveError) if address == "1.1" else nullcontext():
            rule(session, found, "fix", "so", by="moderator", meant=Correction([Change(found, written)]))
        assert (session.head.seq == session.store.head(NAME).seq == head) is (address == "1.1")
    assert kinds(session, head)[:5] == ["tried", "ruled", "taken-back", "again", "toy-answer"]
    assert clean(session)


def test_a_ruling_can_keep_the_order_of_a_pile(store: EventStore) -> None:
    game = founded(store, "keys", 2, session=NAME)
    seat = game.status.awaited[0]
    submit(game, seat, [Request(Written(next(iter(game.game.rules.legal(game.position, seat)))))])
    rule(game, group(game, "1.1"), "rewind", "nobody looked", by="moderator", keep=["draw"])
    back = next(entry.event for entry in game.table.entries if isinstance(entry.event, s.TakenBack))
    assert back.keep == ("draw",)
    assert not isinstance(game.table.entries[-1].event, Shuffled)
    assert clean(game)


@pytest.mark.parametrize(("how", "why"), [
    ({"verdict": "maybe"}, "stand, fix, rewind, compensate"), ({"reason": " "}, "needs a reason"),
    ({"cites": ["TOY-DIE-1"]}, "Similar rules: TOY-DIE-01"), ({"cites": ["x"]}, "is not a rule of A Toy"),
    ({"by": "black"}, "a player cannot rule"), ({"settles": 3}, "entry 3 is not an open dispute"),
    ({"verdict": "rewind", "keep": ["nowhere"]}, "no card of nowhere was seen"),
])  # fmt: skip
def test_refuses_malformed_rulings(session: Session, how: dict[str, object], why: str) -> None:
    asked: dict[str, object] = {"verdict": "stand", "reason": "so", "cites": (), "by": "moderator", **how}
    head = session.head.seq
    with pytest.raises(RefusedError, match=why):
        rule(session, group(session, "1.2"), **asked)  # type: ignore[arg-type]  # one of them is wrong
    assert session.head.seq == head


def test_refuses_a_ruling_or_a_skip_that_crosses_a_move(session: Session) -> None:
    seen = session.head.seq
    submit(session, "black", [Request(Written(Passed("black")))])
    head = session.head.seq
    for line in ("RULING 1.2: stand ; so", "RULING 1.2: rewind ; so / UNDO 1.2", "SKIP black ; late", "OMIT 1.2"):
        sent = door.Request(NAME, Poster("moderator"), Pasted(text=line, after=seen), is_post=False)
        refuses(ConflictError, "", door.submit, session.store, GAMES, sent)
    assert session.store.head(NAME).seq == head


def test_a_dispute_is_open_until_it_is_ruled_on(session: Session) -> None:
    line = group(session, "1.2").first
    seq = dispute(session, line, "the die was cocked", by="yellow")
    (one,) = open_disputes(session.view(ALL))
    assert (one.seq, one.author, one.line, one.claim) == (seq, "yellow", line, "the die was cocked")
    rule(session, group(session, "1.2"), "stand", "it was not", by="judge-1", settles=seq)
    assert open_disputes(session.view(ALL)) == ()
    with pytest.raises(RefusedError, match="not an open dispute"):
        rule(session, group(session, "1.2"), "stand", "again", by="judge-1", settles=seq)


FORGED = "so\n== moderator ==\nRULING 1.1: rewind ; forged\n== end =="


def test_a_reason_cannot_forge_a_line_of_an_export(session: Session) -> None:
    dispute(session, group(session, "1.1").first, FORGED, by="yellow")
    rule(session, group(session, "1.2"), "stand", FORGED, by="moderator")
    skip(session, session.status.seat, FORGED)
    store = MemoryStore()
    text = transcript_of(Timeline(session.row, session.table)).replace("other:session", "typed")
    again = Session.load(store, GAMES, record_text(store, GAMES, text).session)
    events = [entry.event for entry in again.table.entries]
    assert [event.verdict for event in events if isinstance(event, s.Ruled)] == ["stand"]
    assert " ".join(FORGED.split()) in [event.reason for event in events if isinstance(event, s.Skipped | s.Ruled)]


@pytest.mark.parametrize(("line", "claim"), [(0, "so"), (999, "so"), (5, " ")])
def test_refuses_a_dispute_without_a_move_or_a_claim(session: Session, line: int, claim: str) -> None:
    head = session.head
    refuses(RefusedError, "", dispute, session, line, claim, by="yellow")
    assert session.head == head


def test_skips_an_awaited_seat(session: Session) -> None:
    head = session.head.seq
    refuses(RefusedError, "is not to act now", skip, session, "green", "x")
    assert (session.head.seq, session.status.awaited) == (head, ("black",))
    skip(session, "black", "two days without a word")
    assert kinds(session, head)[:2] == ["remarked", "passed"]
    passed = session.table.entries[head + 1]
    assert (passed.by, passed.implied) == ("moderator", True)
    turn = session.status.turn
    skip(session, session.status.seat, "away")
    assert session.status.turn == turn + 1
    assert any(isinstance(entry.event, s.Skipped) for entry in session.table.entries)
    assert clean(session)


def test_a_preview_shows_the_board_after_the_correction(session: Session) -> None:
    meant = Correction([change(session, "1.2", toy.Answer("yellow", session.position.hands["yellow"][0]))])
    plan = preview(session, meant, by="yellow", viewer="yellow")
    then = [changed.then for changed in plan.changed]
    assert plan.again == correct(session, meant, by="moderator").again
    assert then
    assert all(line in session.game.view.text(session.view("yellow").position) for line in then)


def standing(session: Session) -> list[Rolled]:
    entries = session.table.entries
    return [
        entry.event for entry in entries if isinstance(entry.event, Rolled) and entry.seq not in session.table.undone
    ]


def test_typed_dice_of_a_correction_replace_recorded_ones(table: "Table") -> None:
    for seat, rival, face in (("yellow", "black", 1), ("black", "yellow", 6)):
        table.move(Dare(seat, rival))
        table.move(Passed(rival), face)
    session = table.session
    change_of = Correction([change(session, "1.2", Passed("yellow"), (2,), (5,), (5,))])
    assert preview(session, change_of, by="moderator").anew == 0
    assert [roll.faces for roll in standing(session)] == [(3,), (1,), (6,)]
    assert correct(session, change_of, by="moderator").dropped == ()
    assert [(roll.faces, roll.source) for roll in standing(session)] == [
        ((2,), "typed"), ((1,), "replayed"), ((6,), "replayed"),
    ]  # fmt: skip
    correct(session, Correction([change(session, "1.1", toy.Dare("black", "yellow"))]), by="moderator")
    reused = [roll.of or 0 for roll in standing(session)]
    assert reused != sorted(reused)
    assert [(roll.faces, roll.source) for roll in standing(session)] == [
        ((2,), "replayed"), ((1,), "replayed"), ((6,), "replayed"),
    ]  # fmt: skip
    assert audit_session(session.store, GAMES, "table").findings == ()


def change(session: Session, address: str, move: Move | None, *faces: tuple[int, ...], **how: Any) -> Change:
    return Change(group(session, address), Written(move, ObservedChance(faces=faces)) if move else None, **how)


@pytest.mark.parametrize(
    ("address", "by", "why"),
    [
        ("1.2", "yellow", "the moderator must agree to this takeback"),
        ("2.1", "black", "Yellow must agree to this takeback, because they decided since"),
    ],
)
def test_a_seat_can_correct_alone_only_moves_it_can_take_back(
    session: Session, address: str, by: str, why: str
) -> None:
    head, found = session.head.seq, group(session, address)
    refuses(RefusedError, why, correct, session, Correction([Change(found, None)]), by=by)
    assert session.head.seq == head
    dare = group(session, "2.1")
    meant = Correction([Change(dare, Written(toy.Dare("yellow", "black")))])
    assert correct(session, meant, by="yellow").again == (dare.first,)


@pytest.mark.parametrize("inserts", [False, True])
def test_a_seat_cannot_write_moves_of_another_seat(session: Session, *, inserts: bool) -> None:
    head, told, dare = session.head.seq, set[str](), group(session, "2.1")
    for card in toy.CARDS:
        change = Change(dare, Written(toy.Answer("black", card)), inserts=inserts)
        with pytest.raises(RefusedError, match=r"can only correct its own moves\. For a move of Black") as refused:
            correct(session, Correction([change]), by="yellow")
        told.add(str(refused.value))
    put = {dare.first: Answer("put", Written(toy.Answer("black", "1")))}
    answered = Correction([Change(dare)], answers=put)
    refuses(RefusedError, "can only correct its own moves", correct, session, answered, by="yellow")
    assert len(told) == 1
    assert session.head.seq == head


def test_refuses_to_correct_an_undone_move(session: Session) -> None:
    answered = change(session, "1.2", Passed("yellow"))
    take_back(session, answered.group.first - 1, by="moderator")
    submit(session, "yellow", [Request(Written(Passed("yellow")))])
    refuses(RefusedError, "already undone", correct, session, Correction([answered]), by="moderator")


def test_a_correction_includes_moves_submitted_meanwhile(session: Session, store: EventStore) -> None:
    other = Session.load(store, GAMES, NAME, ticking())
    submit(other, "black", [Request(Written(Passed("black")))])
    last = Timeline(other.row, other.table).find("2.2")
    assert last.first in correct(session, Correction([change(session, "1.2", Passed("yellow"))]), by="moderator").again
    assert audit_session(store, GAMES, NAME).findings == ()


def test_numbers_shuffles_once_in_a_transaction(store: EventStore) -> None:
    session = founded(store, "keys", 2, session=NAME)
    seat = session.status.awaited[0]
    submit(session, seat, [Request(Written(next(iter(session.game.rules.legal(session.position, seat)))))])
    first = group(session, "1.1").first
    fate = session.fate_now(ObservedChance())
    with session.writing():
        entries, _ = takeback_lines(session, first - 1, "moderator", (), fate)
    numbers = [entry.event.j for entry in entries if isinstance(entry.event, Shuffled)]
    assert numbers == [session.j + 1]
    assert fate.shuffle("draw", ("sonic", "cookie")).j == session.j + 2


THREE = ("black", "yellow", "red")


class Table:
    """A typed session of the toy in which Black dared Yellow, and Yellow let it go by with a 3."""

    def __init__(self, games: object, seats: tuple[str, ...] = ("black", "yellow"), **how: object) -> None:
        how = {"dice": "typed", "cards": "typed", "options": {"points": 9}, **how}
        self.session = opened(MemoryStore(), games, "toy", seats, session="table", **how)  # type: ignore[arg-type]  # a shelf
        self.move(Dare("black", "yellow"))
        self.move(Passed("yellow"), 3)

    def move(self, move: object, *faces: int) -> None:
        seen = ObservedChance(faces=(faces,)) if faces and self.session.started.dice != "tower" else ObservedChance()
        answer = submit(self.session, move.player, [Request(Written(move, seen))])  # type: ignore[attr-defined, arg-type]  # a move
        assert answer.done, answer

    def at(self, address: str) -> int:
        return Timeline(self.session.row, self.session.view(ALL)).find(address).first

    @property
    def dare(self) -> Group:
        return Timeline(self.session.row, self.session.view(ALL)).find("1.1")

    def disputed(self, address: str = "1.1", by: str = "yellow", *, private: bool = False) -> int:
        return dispute(self.session, self.at(address), "that was no dare", by=by, private=private)

    @property
    def kinds(self) -> list[str]:
        return [type(entry.event).__name__ for entry in self.session.table.entries]


@pytest.fixture
def table(games: object) -> Table:
    return Table(games)


def test_every_affected_seat_must_agree_to_a_correction() -> None:
    session = running_risk()

    def findings() -> tuple[Finding, ...]:
        return audit_session(session.store, registry(), session.row.session).findings

    (found,) = [one for one in findings() if one.rule == "RISK-CON-01"]
    asked = dispute(session, found.seq, "Australia was forgotten", by="orange")
    with pytest.raises(RefusedError, match="later moves no longer fit"):
        propose_remedy(session, asked, "fix", "it was", by="orange", change="DUE 4.2")
    offer = propose_remedy(session, asked, "fix", "it was", by="orange", change="DUE 4.2\nKEEP rest")
    left = answer_remedy(session, offer.seq, by="black", agreed=True)
    assert left is not None
    assert left.waiting == ("yellow",)
    assert answer_remedy(session, offer.seq, by="yellow", agreed=True) is None
    assert "RISK-CON-01" not in {one.rule for one in findings() if one.level == "violation"}
    assert all(one.remedy for one in findings() if one.kept)


def test_only_the_sides_settle_a_dispute(games: object) -> None:
    table = Table(games, THREE)
    asked = table.disputed()
    with pytest.raises(RefusedError, match="only Yellow and Black can settle this dispute"):
        propose_remedy(table.session, asked, "stand", "so", by="red")
    offer = propose_remedy(table.session, asked, "stand", "so", by="yellow")
    for by, agreed in (("red", True), ("yellow", True), ("red", False)):
        refuses(RefusedError, "can answer this, not", answer_remedy, table.session, offer.seq, by=by, agreed=agreed)
    assert open_offers(table.session.view(ALL))


@pytest.mark.parametrize(("way", "change"), [("rewind", ""), ("fix", "OMIT 1.2\nDROP rest")])
def test_two_of_three_cannot_change_what_the_third_has_played(games: object, way: str, change: str) -> None:
    table = Table(games, THREE)
    offer = propose_remedy(table.session, table.disputed(), way, "so", by="yellow", change=change)
    position = table.session.position
    left = answer_remedy(table.session, offer.seq, by="black", agreed=True)
    assert left is not None
    assert left.waiting == ("red",)
    assert table.session.position == position
    assert answer_remedy(table.session, offer.seq, by="red", agreed=False) is None
    assert table.session.position == position
    assert open_disputes(table.session.view(ALL))


def test_all_other_seats_settle_a_dispute_of_ones_own_move(games: object) -> None:
    table = Table(games, THREE)
    offer = propose_remedy(table.session, table.disputed(by="black"), "stand", "never mind", by="black")
    assert set(offer.waiting) == {"yellow", "red"}
    left = answer_remedy(table.session, offer.seq, by="red", agreed=True)
    assert left is not None
    assert left.waiting == ("yellow",)
    assert answer_remedy(table.session, offer.seq, by="yellow", agreed=True) is None
    assert not open_disputes(table.session.view(ALL))


def test_declined_withdrawn_and_replaced_offers_close(table: Table) -> None:
    asked = table.disputed()
    first = propose_remedy(table.session, asked, "stand", "so", by="black")
    second = propose_remedy(table.session, asked, "rewind", "better so", by="black")
    assert [one.seq for one in open_offers(table.session.view(ALL))] == [second.seq]
    refuses(ConflictError, "is no longer open", answer_remedy, table.session, first.seq, by="yellow", agreed=True)
    assert answer_remedy(table.session, second.seq, by="yellow", agreed=False) is None
    third = propose_remedy(table.session, asked, "stand", "so", by="yellow")
    assert answer_remedy(table.session, third.seq, by="yellow", agreed=False) is None  # withdrawn
    assert not open_offers(table.session.view(ALL))
    assert open_disputes(table.session.view(ALL))


@pytest.mark.parametrize(("way", "change", "reason", "says"), [
    ("burn", "", "so", "is not an option"), ("stand", "", " ", "needs a reason"),
    ("fix", "", "so", "must say what to change"),
    ("fix", "FIX 1.1: zebra", "so", "zebra"), ("compensate", "", "so", "this is not a compensation"),
    ("compensate", "black: +2 nowhere", "so", "nowhere"), ("compensate", "green: +2 points", "so", "is not a seat"),
    ("compensate", "black: +0 points", "so", "changes nothing"),
])  # fmt: skip
def test_refuses_malformed_remedies(table: Table, way: str, change: str, reason: str, says: str) -> None:
    asked, head = table.disputed(), table.session.head
    with pytest.raises((RefusedError, NotationError, BellError), match=says):
        propose_remedy(table.session, asked, way, reason, by="black", change=change)
    refuses(RefusedError, "is not an open dispute", propose_remedy, table.session, 1, "stand", "so", by="black")
    assert table.session.head.seq == asked
    assert head.seq == asked


MISTAKES = SAMPLES["risk-mistakes"].text
TURN_6, TURN_7 = (MISTAKES.index(f"== T{turn}") for turn in (6, 7))


def running_risk() -> Session:
    return recorded(MISTAKES[:TURN_6])


def paid(session: Session) -> list[s.Adjusted]:
    return [entry.event for entry in session.table.entries if isinstance(entry.event, s.Adjusted)]


def log_faults(session: Session) -> list[Finding]:
    found = audit_session(session.store, session.registry, session.row.session, OMNISCIENT).findings
    return [one for one in found if one.rule.startswith("LOG")]


def compensate(session: Session, gives: str) -> None:
    group = Timeline(session.row, session.view(ALL)).find("4.2")
    rule(session, group, "compensate", "it cost them", by="moderator", gives=gives)


def posted(session: Session, line: str) -> tuple[Imported, Session]:
    done = go_on(session.store, registry(), session.row.session, f"== moderator ==\n{line}\n== end ==\n")
    return done, Session.load(session.store, session.registry, session.row.session)


def test_pays_a_compensation_now() -> None:
    session = running_risk()
    assert daleks(session, "CAM") == "black 3"
    compensate(session, "black: +2 Siam")
    assert daleks(session, "SIA") != "black 3"
    compensate(session, "black: +2 CAM, now")
    assert daleks(session, "CAM") == "black 5"
    owing = [entry.seq for entry in session.table.entries if isinstance(entry.event, s.Compensated)]
    assert [one.of for one in paid(session)] == owing
    again = Session.load(session.store, session.registry, session.row.session)
    submit(again, "black", [])
    assert len(paid(again)) == 2
    assert log_faults(again) == []


def test_pays_a_compensation_when_the_next_turn_begins() -> None:
    session = running_risk()
    compensate(session, "black: +2 CAM, at the next turn")
    assert not paid(session)
    assert go_on(session.store, session.registry, session.row.session, MISTAKES[TURN_6:TURN_7]).whole
    session = Session.load(session.store, session.registry, session.row.session)
    (one,) = paid(session)
    assert (session.status.seat, daleks(session, "CAM"), one.place) == ("black", "black 5", "cam")
    assert log_faults(session) == []


def test_refuses_a_compensation_that_cannot_be_paid() -> None:
    session = running_risk()
    last = session.head.seq
    for gives, says in (
        ("", "must say what is given back"), ("black: +2 turn", "is not a number"), ("black: -9 CAM", "negative"),
    ):  # fmt: skip
        refuses(RefusedError, says, compensate, session, gives)
    assert session.head.seq == last
    session.end()
    refuses(RefusedError, "has no next turn", compensate, session, "black: +1 CAM, next turn")
    assert session.head.seq == last + 1
    compensate(session, "black: +1 CAM")
    assert paid(session)


def test_a_private_claim_is_published_with_the_ruling(table: Table) -> None:
    asked = table.disputed(private=True)

    def claim(viewer: str) -> str:
        event = table.session.view(viewer).entries[asked - 1].event
        assert isinstance(event, s.DisputeOpened)
        return event.claim

    claims = [claim(one) for one in (ALL, "black", "yellow", MODERATOR_VIEW)]
    assert claims == [UNKNOWN, UNKNOWN, *["that was no dare"] * 2]
    rule(table.session, table.dare, "stand", "it was one", by="moderator", settles=asked, house="Say the word dare.")
    read = [entry.event for entry in table.session.view(ALL).entries]
    assert s.ClaimPublished(asked, "that was no dare") in read
    (house,) = [event for event in read if isinstance(event, s.HouseRuled)]
    assert house.text == "Say the word dare."
    report = audit_session(table.session.store, table.session.registry, "table")
    assert report.house == (f"Say the word dare. (entry {table.kinds.index('HouseRuled') + 1})",)


def test_a_ruling_can_cite_an_earlier_ruling(table: Table) -> None:
    rule(table.session, table.dare, "stand", "first", by="moderator")
    at = table.kinds.index("Ruled") + 1
    rule(table.session, table.dare, "stand", "as before", [f"#{at}"], by="moderator")
    assert [entry.event.cites for entry in table.session.table.entries if isinstance(entry.event, s.Ruled)] == [
        (), (f"#{at}",),
    ]  # fmt: skip
    lines = transcript_of(Timeline(table.session.row, table.session.view(ALL))).split("\n")
    assert [line for line in lines if "RULING" in line][-1].endswith("stand ; as before"), "lines are renumbered there"
    for cite in ("#1", "#999"):
        refuses(RefusedError, "is not a ruling", rule, table.session, table.dare, "stand", "so", [cite], by="moderator")


def test_a_dispute_stops_play_if_the_players_chose_that(games: object) -> None:
    table = Table(games, disputes="wait")
    asked = table.disputed()
    says = f"the game waits for a ruling on the dispute about entry {asked}"
    refuses(SuspendedError, says, table.move, Dare("yellow", "black"))
    offer = propose_remedy(table.session, asked, "stand", "so", by="black")
    answer_remedy(table.session, offer.seq, by="yellow", agreed=True)
    table.move(Dare("yellow", "black"))
    assert Table(games, disputes="go on").disputed()


def test_a_rewind_can_be_settled_with_the_dice_roller(games: object) -> None:
    table = Table(games, dice="tower", cards="tower", tower=TOWER)
    offer = propose_remedy(table.session, table.disputed(), "rewind", "again", by="black")
    answer_remedy(table.session, offer.seq, by="yellow", agreed=True)
    assert audit_session(table.session.store, table.session.registry, "table", OMNISCIENT).clean
    assert {"RemedyProposed", "RemedyAnswered", "Ruled", "TakenBack"} <= set(table.kinds)
    ruled = next(entry.event for entry in table.session.table.entries if isinstance(entry.event, s.Ruled))
    assert (ruled.verdict, ruled.agreed, ruled.author) == ("rewind", ("black", "yellow"), OMNISCIENT)


def test_notifies_both_sides_of_a_dispute(games: object) -> None:
    table = Table(games, THREE)
    asked = table.disputed(private=True)

    def told() -> list[tuple[str, str]]:
        timeline = Timeline(table.session.row, table.session.view(ALL))
        found = due_notices(timeline, Settings(), timeline.lines[-1].at_ms)
        return [(one.seat, one.text.partition(": ")[2]) for one in found if one.kind == "asked"]

    assert told() == [("black", f"Yellow disputes entry {table.at('1.1')}. You can propose how to settle it.")]
    offer = propose_remedy(table.session, asked, "stand", "never mind", by="yellow")
    assert told()[1:] == [("black", f"Yellow proposes how to settle the dispute of entry {asked}.")]
    answer_remedy(table.session, offer.seq, by="black", agreed=True)
    assert told() == []


def test_a_posted_ruling_cites_earlier_ones_and_settles_the_dispute() -> None:
    session = running_risk()
    group = Timeline(session.row, session.view(ALL)).find("4.2")
    rule(session, group, "stand", "nobody minds", by="moderator")
    first = session.head.seq
    asked = dispute(session, group.first, "two were forgotten", by="black", private=True)
    _, session = posted(session, f"RULING 4.2: stand, risk-con-01, #{first} ; as before")
    assert open_disputes(session.view(ALL)) == ()
    texts = [
        entry.event for entry in session.table.entries[asked:] if isinstance(entry.event, s.Ruled | s.ClaimPublished)
    ]
    assert texts == [
        s.ClaimPublished(asked, "two were forgotten"),
        s.Ruled("moderator", group.first, "stand", "as before", ("RISK-CON-01", f"#{first}"), asked),
    ]


def test_a_posted_ruling_compensates() -> None:
    _, session = posted(running_risk(), "RULING 4.2: compensate black: +2 Central America, now ; so")
    (one,) = paid(session)
    assert (one.place, one.value) == ("CAM", "black 5")
