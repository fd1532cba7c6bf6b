"""Laws of corrections: replacing a move by itself changes nothing, and later statements of the table are kept."""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import islice
from random import Random

import laws
import pytest
from laws import UNTRIED, as_written, moves_of, recorded, standing
from long_runs import is_short_sample, some_short
from mutations import KINDS, mutations, short_mutations
from people_posts import FOLDER, begun
from players import eventful, founded, tables

from events.conduct import Again
from events.facts import TABLE
from events.store.memory import MemoryStore
from projections.shelf import shelf
from replay.corrections.correction import correct, preview
from replay.corrections.moderation import adjust
from replay.corrections.plan import KEEP, OMIT, Change, NeedsAnswerError
from replay.live.session import Session
from replay.posts.samples import samples, take_in
from replay.reading.reading import Group

MOVES = 40
SESSIONS = [f"{slug}-{number}" for slug in sorted(shelf()) for number in range(1, 6)]
SAMPLES = [(slug, sample.name) for slug in sorted(shelf()) for sample in samples(slug) if not sample.is_export]
EXPORTS = [(slug, sample.name) for slug in sorted(shelf()) for sample in samples(slug) if sample.is_export]
SLIPS = some_short(range(1, 9), lambda seed: seed == 1)


@cache
def sample_text(slug: str, name: str) -> str:
    return next(sample.text for sample in samples(slug) if sample.name == name)


def spread(groups: Sequence[Group], count: int) -> list[int]:
    return list(range(0, len(groups), max(1, len(groups) // count)))


@pytest.mark.parametrize("inserts", [False, True])
def test_records_which_moves_were_written(*, inserts: bool) -> None:
    session = recorded(sample_text("risk", "mistakes"))
    moves = moves_of(session)
    group, behind = moves[20], moves[21]
    written = as_written(session, group)
    if inserts:
        correct(session, [Change(group), Change(behind, written, inserts=True)], by="moderator", others=KEEP)
    else:
        correct(session, [Change(group, written)], by="moderator", others=KEEP)
    told = {entry.fact.of: entry.fact.worked_out for entry in session.table.entries if isinstance(entry.fact, Again)}
    assert told[behind.first]
    assert told.get(group.first) is (None if inserts else False)


@pytest.mark.parametrize(("slug", "name", "count"), [
    *((slug, name, 1) for slug, name in SAMPLES if is_short_sample((slug, name))),
    *(pytest.param(slug, name, 40, marks=pytest.mark.long) for slug, name in SAMPLES),
])  # fmt: skip
def test_a_move_in_place_of_itself_changes_nothing(slug: str, name: str, count: int) -> None:
    session = recorded(sample_text(slug, name))
    for at in spread(moves_of(session), count):
        assert laws.looked_at_in_place_of_itself(session, at) == "", at


@pytest.mark.parametrize("name", some_short(SESSIONS, lambda name: name.endswith("-1")))
def test_corrected_by_itself_a_running_session_is_as_before(name: str) -> None:
    text = begun((FOLDER / f"{name}.txt").read_text("utf-8"), MOVES)
    for at in (0, MOVES - 5):
        assert laws.put_in_place_of_itself(recorded(text), at) == ""


@pytest.mark.parametrize(("slug", "name"), some_short(EXPORTS, lambda sample: sample[1] == "two-player"))
def test_a_finished_session_of_the_tower_is_corrected_with_what_fell(slug: str, name: str) -> None:
    store = MemoryStore()
    sample = next(sample for sample in samples(slug) if sample.name == name)
    session = Session.load(store, shelf(), take_in(store, shelf(), sample))
    for at in (30, 60):
        assert laws.put_in_place_of_itself(session, at) in ("", UNTRIED)
    assert laws.left_out_and_inserted_again(session, first_without_chance(session)) in ("", UNTRIED)


def first_without_chance(session: Session) -> int:
    return next(at for at, group in enumerate(moves_of(session)) if not laws.is_thrown(session, group))


@pytest.mark.parametrize(("slug", "seats"), some_short(tables(), lambda case: case == ("toy", 2)))
def test_in_a_session_of_the_tower_that_was_corrected_before_it_changes_nothing(slug: str, seats: int) -> None:
    session = eventful(founded(MemoryStore(), slug, seats, session="lawslawslaws"), MOVES, seed=seats)
    for at in spread(moves_of(session), 12):
        assert laws.looked_at_in_place_of_itself(session, at) in ("", UNTRIED), at


def test_a_correction_keeps_later_statements_and_set_values() -> None:
    session = recorded(sample_text("risk", "mistakes"))
    first = moves_of(session)[0]
    plan = preview(session, [Change(first, as_written(session, first))], by="moderator", viewer=TABLE)
    assert len(plan.again) > MOVES
    assert plan.dropped == ()
    session = recorded(begun((FOLDER / "risk-1.txt").read_text("utf-8"), MOVES))
    group = moves_of(session)[-3]
    adjust(session, "turn", session.status.seat, "we had lost count")
    before = session.position
    correct(session, [Change(group, as_written(session, group))], by="moderator")
    assert session.position == before
    assert standing(session)["violation", "LOG-REPLAY"] == 0


TEXTS = [*SAMPLES, *((name.rpartition("-")[0], name) for name in SESSIONS)]
LAWS = [
    *((slug, name, 1) for slug, name in TEXTS if name.endswith("mistakes")),
    *(pytest.param(slug, name, 3, marks=pytest.mark.long) for slug, name in TEXTS),
]


def text_of(slug: str, name: str) -> str:
    return (FOLDER / f"{name}.txt").read_text("utf-8") if name in SESSIONS else sample_text(slug, name)


def chosen(slug: str, name: str, count: int) -> Iterator[tuple[Session, list[Group], int]]:
    """A new copy for each of some moves, its moves, and the place of that move."""
    text = text_of(slug, name)
    number = len(moves_of(recorded(text)))
    for at in Random(f"{slug} {name}").sample(range(number - 1), min(count, number - 1)):
        session = recorded(text)
        yield session, moves_of(session), at


@pytest.mark.parametrize(("slug", "name", "count"), LAWS)
def test_left_out_and_inserted_again_a_session_is_as_before(slug: str, name: str, count: int) -> None:
    for session, moves, at in chosen(slug, name, count):
        assert laws.left_out_and_inserted_again(session, at) == "", moves[at].head


def test_a_note_on_struck_entries_hides_no_doubt() -> None:
    session = recorded(sample_text("ccg", "observer"))
    assert standing(session)["doubt", "CCG-GEN-08"] == 2
    assert laws.left_out_and_inserted_again(session, 0) == ""


@pytest.mark.parametrize(("slug", "name", "count"), LAWS)
def test_changed_and_changed_back_a_session_is_as_before(slug: str, name: str, count: int) -> None:
    for session, moves, at in chosen(slug, name, count):
        assert laws.changed_and_changed_back(session, at) in ("", UNTRIED), moves[at].head


@pytest.mark.parametrize("seed", SLIPS)
def test_corrected_a_session_is_as_if_it_had_been_recorded_rightly(seed: int) -> None:
    tried, slips = 0, short_mutations(Random(seed)) if seed == 1 else mutations(Random(seed))
    for slip in islice((one for one in slips if one.kind != "seat"), len(KINDS) if seed == 1 else 2 * len(KINDS)):
        came = laws.corrected_as_recorded_rightly(slip.text, slip.file.read_text("utf-8"))
        tried += came != UNTRIED
        assert came in ("", UNTRIED), (slip.file.stem, slip.at, slip.kind)
    assert tried


@pytest.mark.parametrize(("slug", "name"), [(slug, name) for slug, name in TEXTS if name.endswith("mistakes")])
def test_asks_about_each_move_that_no_longer_fits(slug: str, name: str) -> None:
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
