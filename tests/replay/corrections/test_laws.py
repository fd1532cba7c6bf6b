"""Laws of corrections: a move put in place of itself changes nothing, and what the table had stated stays stated."""

from collections import Counter
from collections.abc import Sequence
from functools import cache

import pytest
from long_runs import some_short
from people_posts import FOLDER, begun

from events.facts import TABLE, Chance, Drawn, Effect, Move, Revealed, Rolled, Shuffled
from events.store.memory import MemoryStore
from projections.draft import run
from projections.notation.recorded_chance import Recorded
from projections.shelf import shelf
from projections.terms import Seen, Written
from replay.audit.audit import audit_session
from replay.corrections.correction import correct, preview
from replay.corrections.moderation import adjust
from replay.corrections.plan import Change
from replay.live.session import Session
from replay.posts.record import record_text
from replay.posts.samples import samples
from replay.reading.reading import Group, groups_of

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
