"""What-if branches: a copy of the record up to an entry that can be changed, continued and compared."""

from collections.abc import Callable
from functools import cache
from xml.etree import ElementTree as ET

import msgspec
import pytest
from imported import go_on, record_text
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
def test_a_branch_is_the_record_up_to_its_line(slug: str, name: str) -> None:
    store, record = recorded(slug, name)
    for seq in (record.last * 2 // 3, record.last):
        branch = branch_of(store, record, seq)
        last = record.group_at(seq).last
        assert branch.head.seq == last
        assert branch.position == record.position(last)
        made = Timeline(branch.row, branch.table)
        same = [made.tell(at) == record.tell(at) for at in range(2, last + 1) if "Of the record" not in made.tell(at)]
        assert all(same)
        found = compare(record, made)
        assert all(record.group_at(one.branch_line).undone for one in found.differing if one.branch_line)
        assert (found.origin.session, found.origin.line) == (record.row.session, last)
        report = audit_session(store, registry(), branch.row.session, OMNISCIENT)
        assert report.clean, report.findings
        assert any(f"lines 1 to {last}: this is a what-if" in one for one in report.unchecked)


def test_a_changed_branch_is_what_a_correction_gives_and_the_record_stays() -> None:
    store, record = recorded("risk", "mistakes")
    before = store.head(record.row.session)
    branch = branch_of(store, record)
    refuses(NeedsAnswerError, "fall", change_branch, branch, "DUE 4.2")
    change_branch(branch, "DUE 4.2\nKEEP rest")
    found = compare(record, Timeline(branch.row, branch.table))
    told = {one.address: one for one in found.differing}
    assert "counts 5 new Daleks" in told["4.2"].record
    assert "counts 7 new Daleks" in told["4.2"].branch
    assert store.head(record.row.session) == before
    assert found.moves[0].address == "4.2"
    assert [one for one in found.moves if one.is_same]


def test_rolls_missing_chance_with_a_logged_seed() -> None:
    store, record = recorded("risk", "mistakes")
    change = "FIX 2.6: R: 2\nDROP rest"  # two dice instead of the three that fell
    refuses((NeedsAnswerError, NotationError), "", change_branch, branch_of(store, record), change)
    fallen = []
    for seed in (7, 7, 8):
        branch = branch_of(store, record)
        change_branch(branch, change, throws=True, seed=seed)
        told = Timeline(branch.row, branch.table)
        assert any(f"seed {seed}" in told.tell(at) for at in range(record.last, told.last + 1))
        fallen.append([one.event for one in branch.table.entries[record.last :] if isinstance(one.event, Rolled)])
    assert fallen[0] == fallen[1]
    assert all(one.receipt is None for one in fallen[0])


def test_a_branch_is_played_on(games: Registry) -> None:
    store, record = recorded("keys", "two-player")
    turn = next(seq for seq, address in record.addresses.items() if address.startswith("20."))
    branch = branch_of(store, record, turn - 1)
    text = next(one.text for one in samples("keys") if one.name == "two-player")
    last = text[text.index("== G31 T20") :]
    done = go_on(
        store, registry(), branch.row.session, last.replace("e7 open", "d7 open").replace("d6>e7 wins", "stay")
    )
    assert done.lines, games
    found = compare(record, Timeline.read(store, registry(), branch.row.session, OMNISCIENT))
    assert found.differing
    assert all(one.address.startswith(("20.", "21.")) for one in found.differing)


def test_a_branch_of_the_tower_holds_nothing_of_it(games: Registry) -> None:
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


def test_refuses_a_record_as_a_branch() -> None:
    store, record = recorded("keys", "two-player")
    session = Session.load(store, registry(), record.row.session)
    assert origin_of(session.started) is None
    refused: list[tuple[Callable[[], object], str]] = [
        (lambda: change_branch(session, "OMIT 1.1"), "this is a record"),
        (lambda: record_of(store, registry(), record, OMNISCIENT), "no branch"),
        (lambda: compare(record, record), "not a branch and its record"),
        (lambda: branch_of(store, record, 1), "behind its set-up"),
        (lambda: branch_of(store, record, record.last + 1), "there is no line"),
    ]
    for asked, says in refused:
        refuses(RefusedError, says, asked)


@pytest.mark.parametrize("slug", sorted(registry()))
def test_marks_every_export_of_a_branch_as_a_what_if(slug: str) -> None:
    names = (sample.name for sample in samples(slug) if is_short_sample((slug, sample.name)))
    name = next(name for name in names if name != "mistakes")
    store, record = recorded(slug, name)
    branch = branch_of(store, record)
    made = Timeline(branch.row, branch.table)
    for timeline, says in ((made, True), (record, False)):
        for told in (timeline.svg(timeline.last), timeline.text(timeline.last), transcript_of(timeline)):
            assert (WHAT_IF in told) == says
    picture, drawn = ET.fromstring(made.svg(made.last)), ET.fromstring(record.svg(record.last))
    assert int(picture.attrib["viewBox"].split()[3]) > int(drawn.attrib["viewBox"].split()[3])
    assert transcript_of(made).startswith(f"# {WHAT_IF} It leaves {record.row.session}#{record.last}.")
    again = record_text(MemoryStore(), registry(), transcript_of(made))
    assert again.whole, again.lines[-1]
