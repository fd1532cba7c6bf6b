"""Laws of corrections: replacing a move by itself changes nothing, and later statements of the table are kept."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from difflib import SequenceMatcher
from functools import lru_cache, partial
from itertools import islice
from random import Random

import pytest
import recordings
from long_runs import is_short_sample, some_short
from mutations import KINDS, mutations, short_mutations
from people_posts import FOLDER, begun
from players import GAMES, eventful, founded, tables

from events.errors import IllegalMoveError, NotationError, UnplayableError
from events.events import OMNISCIENT, UNKNOWN, Chance, Drawn, Effect, Move, Revealed, Rolled, Shuffled
from events.session_events import Redecided
from events.store.memory import MemoryStore
from projections.contracts import ObservedChance, Written
from projections.draft import run
from projections.notation.recorded_chance import Recorded
from projections.registry import registry
from replay.audit.audit import audit_session
from replay.corrections.correction import correct, preview
from replay.corrections.moderation import adjust
from replay.corrections.plan import KEEP, OMIT, Change, Correction, NeedsAnswerError
from replay.importing.samples import samples, take_in
from replay.reading.reading import Group, groups_of, undone_origin
from replay.session.session import Session

_Differing = Callable[[Sequence[str], Sequence[str]], Iterator[tuple[int, int, int, int]]]
UNTRIED = "not tried"
recorded = partial(recordings.recorded, partial=True)


def moves_of(session: Session) -> list[Group]:
    groups = groups_of(session.table.entries, session.table.undone)
    return [group for group in groups if isinstance(group.head.event, Move) and not group.undone]


def as_written(session: Session, group: Group) -> Written:
    """Write a group as a careful player would: its chance, and each result that differs from the rules."""
    events, move = [entry.event for entry in group.entries], group.head.event
    assert isinstance(move, Move)
    chance = [event for event in events if isinstance(event, Chance)]
    told = [event for event in events if isinstance(event, Effect)]
    before = session.table.positions[group.first - 2]
    draft = run(session.game.rules, before, move, Recorded(chance, lenient=True, untold=True), strict=False)
    due = [entry.event for entry in draft.entries if isinstance(entry.event, Effect)]
    seen = ObservedChance(
        faces=tuple(event.faces for event in chance if isinstance(event, Rolled)),
        cards=tuple(card for event in chance if isinstance(event, Drawn) for card in event.cards),
        items=tuple(event.item for event in chance if isinstance(event, Revealed)),
        orders=tuple(event.order for event in chance if isinstance(event, Shuffled)),
    )
    absent = {type(effect) for effect in due} - {type(event) for event in told}
    return Written(move, seen, tuple(event for event in told if event not in due), tuple(absent))


def standing(session: Session) -> Counter[tuple[str, str]]:
    """Count the audit findings of moves that are not undone. An undone entry can stay proven wrong."""
    return _standing(session, session.head.digest)


@lru_cache(maxsize=4)
def _standing(session: Session, _head: bytes) -> Counter[tuple[str, str]]:
    found = audit_session(session.store, GAMES, session.row.session).findings
    undone = session.table.undone
    return Counter((one.level, one.rule) for one in found if one.level != "note" and one.seq not in undone)


def again(session: Session, head: int) -> Group:
    entries = session.table.entries
    return next(group for group in moves_of(session) if undone_origin(entries, group.first) == head)


def _now(session: Session, head: int) -> Group:
    """Return the group that replaces the group of a head after all corrections."""
    entries = session.table.entries

    def first(at: int) -> int:
        while of := undone_origin(entries, at):
            at = of
        return at

    return next(group for group in moves_of(session) if first(group.first) == head)


def kind_of(group: Group) -> tuple[type, str]:
    """Which moves could have been written in a group's place: the same seat's, of the same kind."""
    return type(group.head.event), getattr(group.head.event, "player", "")


def is_thrown(session: Session, group: Group) -> bool:
    """Return whether a group has chance from the dice roller, which a player cannot write again."""
    return session.strict and any(isinstance(entry.event, Chance) for entry in group.entries)


def _is_shuffled_behind(session: Session, group: Group) -> bool:
    """Return whether the dice roller shuffled in a group or later, so that a correction shuffles in another order."""
    behind = session.table.entries[group.first - 1 :]
    undone = session.table.undone
    return session.strict and any(isinstance(one.event, Shuffled) and one.seq not in undone for one in behind)


def _may_be_shuffled(session: Session, group: Group) -> bool:
    """Return whether the dice roller would shuffle a pile again after a group because a seat saw its order."""
    behind = session.table.entries[group.first - 1 :]
    return (
        session.strict and not session.table.unsealed and any(isinstance(one.event, Drawn | Revealed) for one in behind)
    )


def _cannot_have_been(session: Session, group: Group) -> bool:
    """Whether what a group drew was drawn twice: a slip in the record, that a correction may not repeat."""
    drawn, positions, laws = _drawn(group), session.table.positions, session.game.rules.invariants
    twice = (one for one in moves_of(session) if one.first == group.first or drawn & _drawn(one))
    around = [(positions[one.first - 2], positions[one.last - 1]) for one in twice]
    return any(law.holds(before) and not law.holds(after) for before, after in around for law in laws)


def _drawn(group: Group) -> set[str]:
    return {card for entry in group.entries if isinstance(entry.event, Drawn) for card in entry.event.cards} - {UNKNOWN}


def _differs(session: Session, before: object, found: Counter[tuple[str, str]]) -> str:
    if session.position != before:
        return "another position"
    now = standing(session)
    return "" if now == found else f"findings: new {dict(now - found)}, gone {dict(found - now)}"


def looked_at_in_place_of_itself(session: Session, at: int) -> str:
    group = moves_of(session)[at]
    if _is_shuffled_behind(session, group):
        return UNTRIED
    plan = preview(session, Correction([Change(group, as_written(session, group))]), by="moderator", viewer=OMNISCIENT)
    if (plan.dropped, plan.anew, plan.changed) == ((), 0, ()):
        return ""
    return f"{len(plan.dropped)} fall, line {plan.anew} is open, {len(plan.changed)} values change"


def put_in_place_of_itself(session: Session, at: int) -> str:
    """Law 1, filed: the position is as before, and the audit finds what it had found."""
    group, before, found = moves_of(session)[at], session.position, standing(session)
    if _is_shuffled_behind(session, group):
        return UNTRIED
    plan = correct(session, Correction([Change(group, as_written(session, group))]), by="moderator")
    return f"{len(plan.dropped)} fall" if plan.dropped else _differs(session, before, found)


def left_out_and_inserted_again(session: Session, at: int) -> str:
    """Law 2: moves that stopped fitting were accepted as played, and fit again."""
    moves = moves_of(session)
    if at + 1 >= len(moves):
        return UNTRIED  # there is no later move
    group, before, found = moves[at], session.position, standing(session)
    if is_thrown(session, group) or _is_shuffled_behind(session, group) or _may_be_shuffled(session, group):
        return UNTRIED
    if _cannot_have_been(session, group):
        return UNTRIED  # a player cannot insert it again
    written = as_written(session, group)
    correct(session, Correction([Change(group)], others=KEEP), by="moderator")
    behind = again(session, moves[at + 1].first)
    correct(session, Correction([Change(behind, written, inserts=True)], others=KEEP), by="moderator")
    return _differs(session, before, found)


def changed_and_changed_back(session: Session, at: int) -> str:
    """Law 3: another move of its kind that the session has, in its place, and the old one again."""
    moves = moves_of(session)
    group, before, found = moves[at], session.position, standing(session)
    others = [one for one in moves if kind_of(one) == kind_of(group) and one.head.event != group.head.event]
    if not others or is_thrown(session, group):
        return UNTRIED
    if _is_shuffled_behind(session, group) or _may_be_shuffled(session, group):
        return UNTRIED
    written, other = as_written(session, group), as_written(session, others[len(others) // 2])
    try:
        correct(session, Correction([Change(group, other)], others=KEEP), by="moderator")
    except (NotationError, UnplayableError, NeedsAnswerError):  # another board's cards and dice
        return UNTRIED
    except IllegalMoveError as error:
        if not session.strict and not isinstance(error.__cause__, UnplayableError):  # hidden from the moderator
            raise
        return UNTRIED
    correct(session, Correction([Change(again(session, group.first), written)], others=KEEP), by="moderator")
    return _differs(session, before, found)


def _told(group: Group) -> str:
    return repr([entry.event for entry in group.entries if entry is group.head or isinstance(entry.event, Chance)])


def _parts(one: Sequence[str], other: Sequence[str]) -> Iterator[tuple[int, int, int, int]]:
    for what, start, until, first, end in SequenceMatcher(None, one, other, autojunk=False).get_opcodes():
        if what != "equal":
            yield start, until, first, end


def _whole(one: Sequence[str], other: Sequence[str]) -> Iterator[tuple[int, int, int, int]]:
    parts = list(_parts(one, other))
    if parts:
        yield parts[0][0], parts[-1][1], parts[0][2], parts[-1][3]


def _changes(old: Sequence[Group], new: Sequence[Group], right: Session, how: _Differing) -> list[Change] | None:
    """Return the changes that turn one row of moves into another, or None if a move would follow the last one."""
    found, one, other = list[Change](), [_told(group) for group in old], [_told(group) for group in new]
    for start, until, first, end in how(one, other):
        written = [as_written(right, group) for group in new[first:end]]
        found += [Change(group, due) for group, due in zip(old[start:until], written, strict=False)]
        found += [Change(group) for group in old[start + len(written) : until]]
        if len(written) > until - start:
            if until == len(old):
                return None
            found += [Change(old[until], due, inserts=True) for due in written[until - start :]]
    return found


def corrected_as_recorded_rightly(slipped: str, text: str) -> str:
    """Law 4: a transcript with a slip that is put right, and the transcript without it."""
    wrong, right = recorded(slipped), recorded(text)
    whole, changes = (_changes(moves_of(wrong), moves_of(right), right, how) for how in (_whole, _parts))
    if not whole or not changes:
        return UNTRIED
    try:
        plans = [correct(wrong, Correction(whole, others=KEEP), by="moderator")]
    except UnplayableError:  # one change means what another brings into play: what differs alone, one after the other
        plans = [
            correct(wrong, Correction([one._replace(group=_now(wrong, one.group.first))], others=KEEP), by="moderator")
            for one in changes
        ]
    # the slip rolled dice of other names, which serve no move now
    if any(plan.spare for plan in plans):
        return UNTRIED
    # a recorded illegal move no longer fits here because of the same rule
    fallen = {one.rule for plan in plans for one in plan.later if one.fate == "kept" and one.rule}
    if fallen & {rule for _, rule in standing(right)}:
        return UNTRIED
    return _differs(wrong, right.position, standing(right))


MOVES = 40
SESSIONS = [f"{slug}-{number}" for slug in sorted(registry()) for number in range(1, 6)]
SAMPLES = [(slug, sample.name) for slug in sorted(registry()) for sample in samples(slug) if not sample.is_export]


def spread(groups: Sequence[Group], count: int) -> list[int]:
    return list(range(0, len(groups), max(1, len(groups) // count)))


@pytest.mark.parametrize("inserts", [False, True])
def test_records_if_a_replayed_move_was_written_or_derived(*, inserts: bool) -> None:
    session = recorded(recordings.SAMPLES["risk-mistakes"].text)
    moves = moves_of(session)
    group, behind = moves[20], moves[21]
    written = as_written(session, group)
    if inserts:
        correct(
            session, Correction([Change(group), Change(behind, written, inserts=True)], others=KEEP), by="moderator"
        )
    else:
        correct(session, Correction([Change(group, written)], others=KEEP), by="moderator")
    told = {
        entry.event.of: entry.event.worked_out for entry in session.table.entries if isinstance(entry.event, Redecided)
    }
    assert told[behind.first]
    assert told.get(group.first) is (None if inserts else False)


@pytest.mark.parametrize(("slug", "name", "count"), [
    *((slug, name, 1) for slug, name in SAMPLES if is_short_sample((slug, name))),
    *(pytest.param(slug, name, 40, marks=pytest.mark.long) for slug, name in SAMPLES),
])  # fmt: skip
def test_replacing_a_move_by_itself_changes_nothing(slug: str, name: str, count: int) -> None:
    session = recorded(recordings.SAMPLES[f"{slug}-{name}"].text)
    for at in spread(moves_of(session), count):
        assert looked_at_in_place_of_itself(session, at) == "", at


@pytest.mark.parametrize("name", some_short(SESSIONS, lambda name: name.endswith("-1")))
def test_replacing_a_move_by_itself_keeps_a_running_session(name: str) -> None:
    text = begun((FOLDER / f"{name}.txt").read_text("utf-8"), MOVES)
    for at in (0, MOVES - 5):
        assert put_in_place_of_itself(recorded(text), at) == ""


@pytest.mark.long
@pytest.mark.parametrize(("slug", "name"), some_short(
    [(slug, sample.name) for slug in sorted(registry()) for sample in samples(slug) if sample.is_export],
    lambda sample: sample[1] == "two-player",
))  # fmt: skip
def test_corrects_a_finished_session_with_the_rolled_dice(slug: str, name: str) -> None:
    store = MemoryStore()
    session = Session.load(store, registry(), take_in(store, registry(), recordings.SAMPLES[f"{slug}-{name}"]))
    assert put_in_place_of_itself(session, 45) in ("", UNTRIED)
    free = next(at for at, group in enumerate(moves_of(session)) if not is_thrown(session, group))
    assert left_out_and_inserted_again(session, free) in ("", UNTRIED)


@pytest.mark.parametrize(("slug", "seats"), some_short(tables(), lambda case: case == ("toy", 2)))
def test_replacing_a_move_by_itself_keeps_earlier_corrections(slug: str, seats: int) -> None:
    session = eventful(founded(MemoryStore(), slug, seats, session="lawslawslaws"), MOVES, seed=seats)
    for at in spread(moves_of(session), 12):
        assert looked_at_in_place_of_itself(session, at) in ("", UNTRIED), at


def test_a_correction_keeps_later_statements_and_set_values() -> None:
    session = recorded(recordings.SAMPLES["risk-mistakes"].text)
    first = moves_of(session)[0]
    plan = preview(session, Correction([Change(first, as_written(session, first))]), by="moderator", viewer=OMNISCIENT)
    assert len(plan.again) > MOVES
    assert plan.dropped == ()
    session = recorded(begun((FOLDER / "risk-1.txt").read_text("utf-8"), MOVES))
    group = moves_of(session)[-3]
    adjust(session, "turn", session.status.seat, "we had lost count")
    before = session.position
    correct(session, Correction([Change(group, as_written(session, group))]), by="moderator")
    assert session.position == before
    assert standing(session)["violation", "LOG-REPLAY"] == 0


TEXTS = [*SAMPLES, *((name.rpartition("-")[0], name) for name in SESSIONS)]
LAWS = [
    *((slug, name, 1) for slug, name in TEXTS if (slug, name) in (("keys", "mistakes"), ("risk", "mistakes"))),
    *(pytest.param(slug, name, 3, marks=pytest.mark.long) for slug, name in TEXTS),
]


def chosen(slug: str, name: str, count: int) -> Iterator[tuple[Session, list[Group], int]]:
    """A new copy for each of some moves, its moves, and the place of that move."""
    is_sample = name not in SESSIONS
    text = recordings.SAMPLES[f"{slug}-{name}"].text if is_sample else (FOLDER / f"{name}.txt").read_text("utf-8")
    number = len(moves_of(recorded(text)))
    for at in Random(f"{slug} {name}").sample(range(number - 1), min(count, number - 1)):
        session = recorded(text)
        yield session, moves_of(session), at


@pytest.mark.parametrize(("slug", "name", "count"), LAWS)
def test_omitting_and_inserting_a_move_restores_the_session(slug: str, name: str, count: int) -> None:
    for session, moves, at in chosen(slug, name, count):
        assert left_out_and_inserted_again(session, at) == "", moves[at].head


def test_notes_on_undone_entries_keep_unverified_findings() -> None:
    session = recorded(recordings.SAMPLES["ccg-observer"].text)
    assert standing(session)["unverified", "CCG-GEN-08"] == 2
    assert left_out_and_inserted_again(session, 0) == ""


@pytest.mark.parametrize(("slug", "name", "count"), LAWS)
def test_changing_a_move_and_back_restores_the_session(slug: str, name: str, count: int) -> None:
    for session, moves, at in chosen(slug, name, count):
        assert changed_and_changed_back(session, at) in ("", UNTRIED), moves[at].head


@pytest.mark.parametrize("seed", some_short(range(1, 9), lambda seed: seed == 1))
def test_a_corrected_session_equals_one_without_the_mistake(seed: int) -> None:
    tried, slips = 0, short_mutations(Random(seed)) if seed == 1 else mutations(Random(seed))
    for slip in islice((one for one in slips if one.kind != "seat"), len(KINDS) if seed == 1 else 2 * len(KINDS)):
        came = corrected_as_recorded_rightly(slip.text, slip.file.read_text("utf-8"))
        tried += came != UNTRIED
        assert came in ("", UNTRIED), (slip.file.stem, slip.at, slip.kind)
    assert tried


@pytest.mark.parametrize(("slug", "name"), [(slug, name) for slug, name in TEXTS if name.endswith("mistakes")])
def test_asks_about_each_move_that_no_longer_fits(slug: str, name: str) -> None:
    session, moves, _ = next(chosen(slug, name, 1))
    head, tried = session.head.seq, 0
    for group in moves[: len(moves) // 2]:
        plan = preview(session, Correction([Change(group)]), by="moderator", viewer=OMNISCIENT)
        if not plan.falls:
            continue
        tried += 1
        with pytest.raises(NeedsAnswerError) as raised:
            correct(session, Correction([Change(group)]), by="moderator")
        assert raised.value.lines[0] == plan.falls[0].seq
        assert session.head.seq == head
        kept = {plan.falls[0].seq: KEEP}
        done = preview(
            session, Correction([Change(group)], answers=kept, others=OMIT), by="moderator", viewer=OMNISCIENT
        )
        assert [one.fate for one in done.later if one.seq == plan.falls[0].seq] == ["kept"]
        break
    assert tried
