"""What-if branches: a copy of the record up to an entry that can be changed, continued and compared."""

from collections.abc import Callable
from functools import cache

import msgspec
import pytest
from imported import record_text
from long_runs import is_short_sample, some_short
from recordings import copied, recording
from refusals import refuses
from spectator import opened, played

from events.errors import NotationError, RefusedError
from events.events import ALL, OMNISCIENT, Rolled
from events.session_events import SecretsOpened
from events.store.memory import MemoryStore
from projections.registry import Registry, registry
from replay.audit.audit import audit_session
from replay.corrections.branch import change_branch, compare, make_branch, origin_of, record_of
from replay.corrections.plan import NeedsAnswerError
from replay.exporting.transcript import transcript_of
from replay.importing.samples import samples
from replay.reading.timeline import WHAT_IF, Timeline
from replay.session.session import Session

ALL_SAMPLES = [(slug, sample.name) for slug in registry() for sample in samples(slug)]


@cache
def recorded(slug: str, name: str) -> tuple[MemoryStore, Timeline]:
    taken = copied(recording(f"{slug}-{name}").taken)
    return taken.store, Timeline.read(taken.store, registry(), taken.session, OMNISCIENT)


def branch_of(store: MemoryStore, timeline: Timeline, seq: int = 0) -> Session:
    return make_branch(store, registry(), timeline, seq)


@pytest.mark.parametrize(("slug", "name"), some_short(ALL_SAMPLES, is_short_sample))
def test_a_what_if_equals_the_session_up_to_its_start(slug: str, name: str) -> None:
    store, record = recorded(slug, name)
    for seq in (record.last * 2 // 3, record.last):
        branch = branch_of(store, record, seq)
        last = record.group_at(seq).last
        assert branch.head.seq == last
        assert branch.position == record.position(last)
        made = Timeline(branch.row, branch.table)
        same = [
            made.sentence(at) == record.sentence(at)
            for at in range(2, last + 1)
            if "Of the record" not in made.sentence(at)
        ]
        assert all(same)
        found = compare(record, made)
        assert all(record.group_at(one.branch_line).undone for one in found.differing if one.branch_line)
        assert (found.origin.session, found.origin.line) == (record.row.session, last)
        report = audit_session(store, registry(), branch.row.session, OMNISCIENT)
        assert report.clean, report.findings
        assert any(f"entries 1 to {last}, which this what-if copied" in one for one in report.unchecked)


def test_rolls_missing_chance_with_a_logged_seed() -> None:
    store, record = recorded("risk", "mistakes")
    change = "FIX 2.6: R: 2\nDROP rest"  # two dice instead of the three that were rolled
    refuses((NeedsAnswerError, NotationError), "", change_branch, branch_of(store, record), change)
    fallen = []
    for seed in (7, 7, 8):
        branch = branch_of(store, record)
        change_branch(branch, change, throws=True, seed=seed)
        told = Timeline(branch.row, branch.table)
        assert any(f"seed {seed}" in told.sentence(at) for at in range(record.last, told.last + 1))
        fallen.append([one.event for one in branch.table.entries[record.last :] if isinstance(one.event, Rolled)])
    assert fallen[0] == fallen[1]
    assert all(one.receipt is None for one in fallen[0])


def test_a_what_if_copies_neither_dice_roller_nor_secrets(games: Registry) -> None:
    store = MemoryStore()
    session = played(opened(store, games, "toy", ("black", "yellow"), session="running", options={"points": 9}), 12)
    public = Timeline(session.row, session.view(ALL))
    branch = make_branch(store, games, public)
    assert not branch.started.has_tower
    assert store.tower(branch.row.session) is None
    assert not any(isinstance(entry.event, SecretsOpened) for entry in branch.table.entries)
    assert branch.position == public.position(public.last)
    text = "".join(line.body for line in store.lines(branch.row.session))
    for secret in session.table.secrets():
        if secret.value and secret.audience != ALL and len(secret.value) > 4:
            assert secret.value not in text
    assert msgspec.json.encode(branch.view(OMNISCIENT).position) == msgspec.json.encode(public.position(public.last))


def test_refuses_a_session_that_is_not_a_what_if() -> None:
    store, record = recorded("keys", "two-player")
    session = Session.load(store, registry(), record.row.session)
    assert origin_of(session.started) is None
    refused: list[tuple[Callable[[], object], str]] = [
        (lambda: change_branch(session, "OMIT 1.1"), "this session is not a what-if"),
        (lambda: record_of(store, registry(), record, OMNISCIENT), "not a what-if"),
        (lambda: compare(record, record), "not a what-if and its original session"),
        (lambda: branch_of(store, record, 1), "start after the set-up"),
        (lambda: branch_of(store, record, record.last + 1), "does not exist"),
    ]
    for asked, says in refused:
        refuses(RefusedError, says, asked)


@pytest.mark.parametrize("slug", sorted(registry()))
def test_marks_every_export_of_a_what_if(slug: str) -> None:
    names = (sample.name for sample in samples(slug) if is_short_sample((slug, sample.name)))
    name = next(name for name in names if name != "mistakes")
    store, record = recorded(slug, name)
    branch = branch_of(store, record)
    made = Timeline(branch.row, branch.table)
    for timeline, says in ((made, True), (record, False)):
        for told in (timeline.svg(timeline.last), timeline.text(timeline.last), transcript_of(timeline)):
            assert (WHAT_IF in told) == says
    assert [panel.desc for panel in made.panels(made.last) if panel.name == "band"] == [WHAT_IF]
    assert transcript_of(made).startswith(f"# {WHAT_IF} It leaves {record.row.session}#{record.last}.")
    again = record_text(MemoryStore(), registry(), transcript_of(made))
    assert again.whole, again.lines[-1]
