"""Corrections in writing: their syntax, the answers for later moves, and refusals."""

import pytest
from people_posts import FOLDER, begun
from recordings import corrected, recorded

from events.conduct import Again
from events.errors import BellError, RefusedError
from events.facts import ALL
from projections.shelf import shelf
from replay.audit.audit import audit_session
from replay.audit.findings import Finding
from replay.corrections.correction import correct, preview
from replay.corrections.plan import KEEP, OMIT, Change, NeedsAnswerError
from replay.corrections.ruling import open_disputes, rule
from replay.corrections.written_changes import read_changes, split_changes
from replay.live.session import Session
from replay.posts.samples import samples
from replay.reading.reading import Group, first_origin, struck_origin
from replay.reading.timeline import Timeline

RISK = {one.name: one.text for one in samples("risk")}


@pytest.fixture
def over() -> Session:
    return recorded(RISK["mistakes"], partial=True)


def timeline(session: Session) -> Timeline:
    return Timeline.read(session.store, shelf(), session.row.session)


def group(session: Session, address: str) -> Group:
    return timeline(session).find(address)


def test_lines_and_slashes_part_changes(over: Session) -> None:
    assert split_changes("OMIT 3.2\n\n KEEP 3.3 / drop rest ") == ["OMIT 3.2", "KEEP 3.3", "drop rest"]
    read = read_changes(timeline(over), "OMIT 3.2\nKEEP 3.3, 3.4\nDROP 3.5 / keep rest\nCARDS territory: shift")
    first = [group(over, place).first for place in ("3.3", "3.4", "3.5")]
    assert read.changes == (Change(group(over, "3.2")),)
    assert read.answers == dict(zip(first, (KEEP, KEEP, OMIT), strict=True))
    assert (read.others, read.keepings) == (KEEP, {"territory": "shift"})


@pytest.mark.parametrize(("text", "says"), [
    ("hello", "a correction is written so"), ("OMIT", "a correction is written so"), ("OMIT 99.1", "there is no 99.1"),
    ("OMIT x", "is no address"), ("OMIT #1", "is no move"), ("FIX 3.2", "an address, a colon and a move"),
    ("FIX 3.2: zebra", "zebra"), ("INSERT 3.2 nobody: pass", "no seat"), ("CARDS territory: sideways", "kept so"),
    ("KEEP 3.2 99.1", "there is no 99.1"), ("PUT 3.2", "a colon and a move"), ("OMIT 3.2\n" * 201, "at most 200"),
    ("FIX #999999999: pass", "there is no #999999999"),
])  # fmt: skip
def test_refuses_malformed_changes_with_the_allowed_form(over: Session, text: str, says: str) -> None:
    with pytest.raises(BellError, match=says):
        read_changes(timeline(over), text)


@pytest.mark.parametrize("text", ["KEEP rest", "OMIT 3.2\nOMIT 3.2"])
def test_refuses_no_change_or_two_at_one_place(over: Session, text: str) -> None:
    head = over.head.seq
    with pytest.raises(BellError, match=r"say what is to be changed|changed twice"):
        correct(over, read_changes(timeline(over), text).changes, by="moderator")
    assert over.head.seq == head


def test_a_finished_session_is_corrected_by_a_ruling(over: Session) -> None:
    place, before = group(over, "3.2"), {one.id for one in findings(over) if one.level == "violation"}
    kinds = [type(entry.fact).__name__ for entry in over.table.entries]
    done = rule(over, place, "fix", "it was never said", by="moderator", changes=[Change(place)], others=KEEP)
    assert done is not None
    assert [one.fate for one in done.later].count("kept") == 1
    again = [type(entry.fact).__name__ for entry in over.table.entries]
    assert again.count("Unsealed") == kinds.count("Unsealed")
    kept = [one for one in findings(over) if one.kept and "as the table had it" in one.remedy]
    assert len(kept) == 1
    assert before <= {one.id for one in findings(over)}


def findings(session: Session) -> tuple[Finding, ...]:
    return audit_session(session.store, shelf(), session.row.session).findings


def test_several_changes_go_in_one(over: Session) -> None:
    meant = read_changes(timeline(over), "OMIT 3.3 / OMIT 4.2 / KEEP rest")
    done = correct(over, meant.changes, by="moderator", others=meant.others)
    struck = {group.first for group in timeline(over).groups if group.struck}
    redone = {entry.fact.of for entry in over.table.entries if isinstance(entry.fact, Again)}
    gone = {one.group.first for one in meant.changes}
    assert gone <= struck
    assert not gone & redone
    assert done.later


def test_origins_follow_a_corrected_move(over: Session) -> None:
    first, later = group(over, "3.2"), group(over, "5.2")
    correct(over, [Change(first)], by="moderator", others=KEEP)
    entries = over.table.entries
    now = next(one.first for one in timeline(over).groups if struck_origin(entries, one.first) == later.first)
    assert first_origin(entries, now) == later.first
    assert [first_origin(entries, now + at) for at in range(len(later.entries))] == [
        entry.seq for entry in later.entries
    ]
    assert open_disputes(over.table) == ()


def test_asks_what_becomes_of_moves_that_no_longer_fit() -> None:
    session = recorded(begun((FOLDER / "risk-1.txt").read_text("utf-8"), 30))
    change, head = [Change(group(session, "1.1"))], session.head.seq
    assert preview(session, change, by="moderator", viewer=ALL).falls
    with pytest.raises(NeedsAnswerError, match="Say for each"):
        correct(session, change, by="moderator")
    assert session.head.seq == head
    assert {one.fate for one in correct(session, change, by="moderator", others=OMIT).later} >= {"left out"}


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        *(
            (f"INSERT 4.4: P: SEA+2\n{one}", "are for later moves that fall or are open, not for line")
            for one in ("KEEP 4.3", "DROP 4.3", "PUT 4.3: P: SEA+1", "KEEP 4.2", "KEEP 1.1")
        ),
        *((one, r"two things are said|cannot both be") for one in ("KEEP 4.5\nDROP 4.5", "PUT 4.5: A: none\nKEEP 4.5")),
        ("KEEP rest\nDROP rest", r"two things are said|cannot both be"),
    ],
)
def test_refuses_an_answer_for_a_move_that_still_fits_or_two_for_one(answer: str, says: str) -> None:
    session = recorded(RISK["forgotten-two"])
    last = session.head
    with pytest.raises(RefusedError, match=says):
        corrected(session, f"DUE 4.2\n{answer}")
    assert session.head == last
