"""Correct the sample of Risk in which the 2 Daleks for Australia were forgotten."""

from collections import Counter
from functools import cache

import pytest
from recordings import corrected, looked_at, recorded, report_of, timeline_of

from events.conduct import Adjusted
from events.errors import HeldError, RefusedError, UnplayableError
from events.facts import ALL, TABLE
from projections.shelf import shelf
from replay.audit.audit import audit_session
from replay.audit.findings import Finding
from replay.corrections.branch import change_branch, compare, make_branch
from replay.corrections.plan import NeedsAnswerError
from replay.corrections.remedies import remedies
from replay.corrections.ruling import rule
from replay.live.session import Session
from replay.posts.samples import samples
from replay.reading.reading import first_origin

FORGOTTEN = "DUE 4.2\nINSERT 4.4: P: SEA+2"


@cache
def text(until: str = "") -> str:
    lines = next(one.text for one in samples("risk") if one.name == "forgotten-two").split("\n")
    if until:
        lines = lines[: next(at for at, line in enumerate(lines) if line.startswith(until))]
    return "\n".join(lines)


def nasty(until: str = "") -> Session:
    return recorded(text(until))


def violations(session: Session) -> list[Finding]:
    found = report_of(session).findings
    assert not [one for one in found if one.rule.startswith("LOG") and one.level == "violation"], found
    return [one for one in found if one.level == "violation"]


def daleks(session: Session, territory: str) -> str:
    assert session.game.editor.fields is not None
    return str(session.game.editor.fields.setting(session.position, territory))


@pytest.mark.parametrize("until", ["== T7", ""])
def test_places_the_forgotten_two_and_keeps_all_later_moves_that_fit(until: str) -> None:
    session = nasty(until)
    last = session.head
    with pytest.raises(NeedsAnswerError, match=r"later moves fall.*first place the 2 Daleks still left"):
        corrected(session, "DUE 4.2")
    assert session.head == last
    plan = looked_at(session, FORGOTTEN)
    assert (plan.falls, plan.open) == ((), ())
    assert Counter(one.fate for one in plan.later)["changes"] == 1
    (hidden,) = [one for one in plan.later if one.hides]
    assert isinstance(session.table.entries[hidden.seq - 1].fact, Adjusted)
    before = daleks(session, "SEA")
    corrected(session, FORGOTTEN)
    assert daleks(session, "SEA") == before, "a value that was set is set again"
    assert violations(session) == []


def test_changes_in_one_go_give_the_same_and_a_what_if_changes_no_record() -> None:
    one, other = nasty(), nasty()
    corrected(one, FORGOTTEN)
    corrected(other, "FIX 4.2: +: base 3, lands 2, Australia 2 = 7\nFIX 4.3: P: SEA+4")
    assert one.position == other.position
    assert violations(other) == []
    session = nasty()
    record, last = timeline_of(session), session.head
    branch = make_branch(session.store, shelf(), record)
    change_branch(branch, FORGOTTEN)
    found = compare(record, timeline_of(branch))
    assert found.differing[0].address == "4.2"
    assert session.head == last


def test_waits_for_dice_of_another_number() -> None:
    session, change = nasty(), "INSERT 4.5 orange: P: IND+2"
    last = session.head
    plan = looked_at(session, change)
    (waiting,) = plan.open
    assert "defence india" in waiting.why
    assert plan.waits > 50
    assert plan.spare
    with pytest.raises(NeedsAnswerError, match="wait for dice"):
        corrected(session, change)
    assert session.head == last


@pytest.mark.parametrize("rest", ["KEEP rest", "DROP rest"])
def test_carries_out_the_answers_for_later_moves(rest: str) -> None:
    session = nasty()
    corrected(session, f"DUE 4.2\n{rest}")
    left = violations(session)
    assert "RISK-CON-01" not in {one.rule for one in left if not one.kept}
    assert bool([one for one in left if one.kept]) == (rest == "KEEP rest")
    assert all(one.remedy for one in left if one.kept)


def test_replaces_a_move_that_no_longer_fits() -> None:
    session = nasty()
    change = "OMIT 7.3\nINSERT 7.4: P: IND+2"
    addresses = timeline_of(session).addresses
    assert addresses[looked_at(session, change).falls[0].seq] == "7.4"
    put = f"{change}\nPUT 7.4: P: CHN+5"
    assert [addresses[one.seq] for one in looked_at(session, put).falls] == ["7.5"]
    corrected(session, f"{put}\nDROP 7.5")
    assert "RISK-PLC-02" not in {one.rule for one in violations(session)}
    assert not [one for one in violations(session) if one.kept]
    kept = nasty()
    corrected(kept, f"{change}\nKEEP 7.4 7.5")
    assert len([one for one in violations(kept) if one.kept]) == 2


@pytest.mark.parametrize("card", ["JPN", "PER"])
def test_a_card_that_is_somewhere_else_cannot_have_been_drawn(card: str) -> None:
    with pytest.raises(UnplayableError, match="would not hold that the 42 Territory Cards are all there"):
        looked_at(nasty(), f"FIX 7.14: C: +{card}")


def test_accepts_the_wrong_move_by_a_ruling() -> None:
    session = nasty()
    group = timeline_of(session, ALL).find("4.2")
    rule(session, group, "stand", "nobody noticed in time", ["RISK-CON-01"], by="moderator")
    (found,) = violations(session)
    assert found.remedy == "ruled stand: nobody noticed in time"


@pytest.mark.parametrize(("ended", "gives"), [(False, "blue: +2 SEA"), (True, "blue: +2 southeast asia")])
def test_compensates_unless_the_game_is_decided(*, ended: bool, gives: str) -> None:
    over, session = nasty(), nasty("== T7")
    group, last = timeline_of(session, ALL).find("4.2"), over.head.seq
    with pytest.raises(RefusedError, match="the game is decided"):
        rule(over, timeline_of(over, ALL).find("4.2"), "compensate", "so", by="moderator", gives=gives)
    assert over.head.seq == last
    if ended:
        session.end()
    assert daleks(session, "SEA") == "blue 2"
    rule(session, group, "compensate", "two were forgotten", by="moderator", gives=gives)
    assert daleks(session, "SEA") == "blue 4"
    assert violations(session)


def test_rewinds_during_the_game_and_after_its_end() -> None:
    session = nasty("== T7")
    before = timeline_of(session).find("4.2").first - 1
    position = session.table.positions[before - 1]
    rule(session, timeline_of(session, ALL).find("4.2"), "rewind", "all anew", by="moderator")
    assert session.position == position
    over = nasty()
    position = over.table.known_at(before)
    noted = {one.id for one in audit_session(over.store, shelf(), over.row.session, TABLE).findings}
    assert timeline_of(over, ALL).over
    rule(over, timeline_of(over, ALL).find("4.2"), "rewind", "all anew", by="moderator")
    assert over.position == position
    assert not timeline_of(over, ALL).over, "nobody has won"
    with pytest.raises(HeldError):
        over.require_open()
    found = audit_session(over.store, shelf(), over.row.session, TABLE).findings
    assert {one.id for one in found} <= noted, "a takeback behind the end is no finding"
    last = over.head.seq
    with pytest.raises((RefusedError, HeldError)):
        rule(over, timeline_of(over, ALL).find("#1"), "rewind", "into the set-up", by="moderator")
    assert over.head.seq == last


def test_every_remedy_has_its_outcome() -> None:
    for session in (nasty("== T7"), nasty()):
        timeline = timeline_of(session, ALL)
        ways = {one.way: one for one in remedies(timeline, timeline.find("4.2"), by="moderator", viewer=ALL)}
        assert [way for way, one in ways.items() if one.why_not] == ["compensate"] * timeline.over
        fix, rewind, gives = ways["fix"], ways["rewind"], ways["compensate"].gives
        assert fix.plan is not None
        assert [one for one in fix.plan.later if one.fate == "kept"]
        assert (fix.line, fix.written) == ("DUE 4.2", "DUE 4.2\nKEEP rest")
        assert rewind.undone > 20
        assert any("Southeast Asia" in line for line in rewind.places)
        assert set(rewind.by_seat) <= {"Blue", "White", "Orange"}
        assert timeline.over or (gives is not None and gives.line == "blue: +2 pool, next turn")


def test_corrects_the_same_move_twice() -> None:
    def now(line: int) -> int:
        entries, groups = session.table.entries, timeline_of(session).groups
        return next(one.first for one in groups if not one.struck and first_origin(entries, one.first) == line)

    session = nasty()
    count, place = (timeline_of(session).find(address).first for address in ("4.2", "4.3"))
    corrected(session, FORGOTTEN)
    once = session.position
    for change, line in (("DUE #{}", count), ("FIX #{}: P: SEA+2", place), ("DUE 4.2", count)):
        corrected(session, change.format(now(line)))
        assert session.position == once
