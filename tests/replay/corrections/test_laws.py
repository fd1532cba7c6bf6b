"""Laws of corrections: a move put in place of itself changes nothing, and what the table had stated stays stated."""

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cache
from random import Random

import pytest
from long_runs import some_short
from people_posts import FOLDER, begun

from events.errors import NotationError, UnplayableError
from events.facts import TABLE, Chance, Drawn, Effect, Move, Revealed, Rolled, Shuffled
from events.store.memory import MemoryStore
from projections.draft import run
from projections.notation.recorded_chance import Recorded
from projections.shelf import shelf
from projections.terms import Seen, Written
from replay.audit.audit import audit_session
from replay.corrections.correction import correct, preview
from replay.corrections.moderation import adjust
from replay.corrections.plan import KEEP, OMIT, Change, NeedsAnswerError
from replay.live.session import Session
from replay.posts.record import record_text
from replay.posts.samples import samples
from replay.reading.reading import Group, groups_of, struck_origin

MOVES = 40
SESSIONS = [f"{slug}-{number}" for slug in sorted(shelf()) for number in range(1, 6)]
SAMPLES = [(slug, sample.name) for slug in sorted(shelf()) for sample in samples(slug) if not sample.is_export]


@cache
def sample_text(slug: str, name: str) -> str:
    return next(sample.text for sample in samples(slug) if sample.name == name)


def recorded(text: str) -> Session:
    """A transcript, recorded and opened."""
    store = MemoryStore()
    done = record_text(store, shelf(), text)
    return Session.load(store, shelf(), done.session)


def moves_of(session: Session) -> list[Group]:
    """The groups of moves that stand."""
    groups = groups_of(session.table.entries, session.table.struck)
    return [group for group in groups if isinstance(group.head.fact, Move) and not group.struck]


def as_written(session: Session, group: Group) -> Written:
    """A group as somebody would write it who writes what the log has: its chance, and each result that was not due."""
    facts, move = [entry.fact for entry in group.entries], group.head.fact
    assert isinstance(move, Move)
    chance = [fact for fact in facts if isinstance(fact, Chance)]
    told = [fact for fact in facts if isinstance(fact, Effect)]
    before = session.table.positions[group.first - 2]
    draft = run(session.game.rules, before, move, Recorded(chance, lenient=True, untold=True), strict=False)
    due = [entry.fact for entry in draft.entries if isinstance(entry.fact, Effect)]
    seen = Seen(
        faces=tuple(fact.faces for fact in chance if isinstance(fact, Rolled)),
        cards=tuple(card for fact in chance if isinstance(fact, Drawn) for card in fact.cards),
        items=tuple(fact.item for fact in chance if isinstance(fact, Revealed)),
        orders=tuple(fact.order for fact in chance if isinstance(fact, Shuffled)),
    )
    absent = {type(effect) for effect in due} - {type(fact) for fact in told}
    return Written(move, seen, tuple(fact for fact in told if fact not in due), tuple(absent))


def spread(groups: Sequence[Group], count: int) -> list[Group]:
    """So many of the groups, from the first to the last."""
    return list(groups[:: max(1, len(groups) // count)])


@pytest.mark.parametrize(("slug", "name", "count"), [
    *((slug, name, 1) for slug, name in SAMPLES),
    *(pytest.param(slug, name, 40, marks=pytest.mark.long) for slug, name in SAMPLES),
])  # fmt: skip
def test_a_move_in_place_of_itself_changes_nothing(slug: str, name: str, count: int) -> None:
    """Whatever it is: none of the later moves falls, and the board stays as it is."""
    session = recorded(sample_text(slug, name))
    for group in spread(moves_of(session), count):
        plan = preview(session, [Change(group, as_written(session, group))], by="moderator", viewer=TABLE)

        assert (plan.dropped, plan.anew, plan.changed) == ((), 0, ()), group.head


def findings(session: Session) -> Counter[str]:
    """What an audit finds, without the lines where it stands."""
    return Counter(found.rule for found in audit_session(session.store, shelf(), session.row.session).findings)


@pytest.mark.parametrize("name", some_short(SESSIONS, lambda name: name.endswith("-1")))
def test_corrected_by_itself_a_running_session_is_as_before(name: str) -> None:
    """Filed, not only looked at: the position is the same, and the audit finds what it had found."""
    text = begun((FOLDER / f"{name}.txt").read_text("utf-8"), MOVES)
    for at in (0, MOVES - 5):
        session = recorded(text)
        group, before, found = moves_of(session)[at], session.position, findings(session)
        plan = correct(session, [Change(group, as_written(session, group))], by="moderator")

        assert plan.dropped == ()
        assert session.position == before
        assert findings(session) == found


def test_what_the_table_stated_later_stays_stated() -> None:
    """In Risk battles were counted otherwise than they were due: decided again they are as the table had them."""
    session = recorded(sample_text("risk", "mistakes"))
    first = moves_of(session)[0]
    plan = preview(session, [Change(first, as_written(session, first))], by="moderator", viewer=TABLE)

    assert len(plan.again) > MOVES
    assert plan.dropped == ()


def test_a_value_that_was_set_stays_set() -> None:
    """Behind a correction of an earlier move, with the reason that was given."""
    session = recorded(begun((FOLDER / "risk-1.txt").read_text("utf-8"), MOVES))
    group = moves_of(session)[-3]
    adjust(session, "turn", session.status.seat, "we had lost count")
    before = session.position
    correct(session, [Change(group, as_written(session, group))], by="moderator")

    assert session.position == before
    assert findings(session)["LOG-REPLAY"] == 0


def standing(session: Session) -> Counter[tuple[str, str]]:
    """What an audit finds of what stands; a wrong line that is struck may stay proven."""
    found = audit_session(session.store, shelf(), session.row.session).findings
    struck = session.table.struck
    return Counter((one.level, one.rule) for one in found if one.level != "note" and one.seq not in struck)


def again(session: Session, head: int) -> Group:
    """The group that stands for the one of a head since the last correction."""
    entries = session.table.entries
    return next(group for group in moves_of(session) if struck_origin(entries, group.first) == head)


def kind_of(group: Group) -> tuple[type, str]:
    """Which moves could have been written in a group's place: the same seat's, of the same kind."""
    return type(group.head.fact), getattr(group.head.fact, "player", "")


TEXTS = [*SAMPLES, *((name.rpartition("-")[0], name) for name in SESSIONS)]
LAWS = [
    *((slug, name, 1) for slug, name in TEXTS if name.endswith(("-1", "mistakes"))),
    *(pytest.param(slug, name, 3, marks=pytest.mark.long) for slug, name in TEXTS),
]


def text_of(slug: str, name: str) -> str:
    return (FOLDER / f"{name}.txt").read_text("utf-8") if name in SESSIONS else sample_text(slug, name)


def chosen(slug: str, name: str, count: int) -> Iterator[tuple[Session, list[Group], int]]:
    """A new recording for each of some moves, its moves, and which of them is meant."""
    text = text_of(slug, name)
    number = len(moves_of(recorded(text)))
    generator = Random(f"{slug} {name}")
    for at in generator.sample(range(number - 1), min(count, number - 1)):
        session = recorded(text)
        yield session, moves_of(session), at


@pytest.mark.parametrize(("slug", "name", "count"), LAWS)
def test_left_out_and_inserted_again_a_session_is_as_before(slug: str, name: str, count: int) -> None:
    """Whatever fell meanwhile was kept as the table had it, and fits again."""
    for session, moves, at in chosen(slug, name, count):
        group, before, found = moves[at], session.position, standing(session)
        written = as_written(session, group)
        correct(session, [Change(group)], by="moderator", others=KEEP)
        behind = again(session, moves[at + 1].first)
        correct(session, [Change(behind, written, inserts=True)], by="moderator", others=KEEP)

        assert session.position == before, group.head
        assert standing(session) == found, group.head


@pytest.mark.parametrize(("slug", "name", "count"), LAWS)
def test_changed_and_changed_back_a_session_is_as_before(slug: str, name: str, count: int) -> None:
    """Recorded wrongly and then corrected, it is what it is when it is recorded rightly from the start."""
    for session, moves, at in chosen(slug, name, count):
        group, before, found = moves[at], session.position, standing(session)
        others = [one for one in moves if kind_of(one) == kind_of(group) and one.head.fact != group.head.fact]
        if not others:
            continue
        written, other = as_written(session, group), as_written(session, others[len(others) // 2])
        with suppress(NotationError, UnplayableError):  # another board's cards and dice
            correct(session, [Change(group, other)], by="moderator", others=KEEP)
            correct(session, [Change(again(session, group.first), written)], by="moderator", others=KEEP)

            assert session.position == before, group.head
            assert standing(session) == found, group.head


@pytest.mark.parametrize(("slug", "name"), [(slug, name) for slug, name in TEXTS if name.endswith("-1")])
def test_what_falls_is_never_dropped_unseen(slug: str, name: str) -> None:
    """Unless it is said what becomes of each move that falls, nothing is written; what is said is done."""
    session, moves, _ = next(chosen(slug, name, 1))
    head, tried = session.head.seq, 0
    for group in moves[: len(moves) // 2]:
        plan = preview(session, [Change(group)], by="moderator", viewer=TABLE)
        if not plan.falls:
            continue
        tried += 1
        with pytest.raises(NeedsAnswerError) as raised:
            correct(session, [Change(group)], by="moderator")
        assert raised.value.lines[0] == plan.falls[0].seq
        assert session.head.seq == head
        said = {plan.falls[0].seq: KEEP}
        done = preview(session, [Change(group)], by="moderator", viewer=TABLE, answers=said, others=OMIT)
        assert [one.fate for one in done.later if one.seq == plan.falls[0].seq] == ["kept"]
        break
    assert tried
