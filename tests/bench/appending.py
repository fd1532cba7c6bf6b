"""The cost of appending one move's group, and the gain with 16 writers."""

import os
import random
import statistics
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from budgets import writers_due
from measure import Row, Sample, chained, median_us, next_move, play, ratio, started, tower

from events.entry import Head, Line
from events.store.rows import SessionRow
from events.store.sqlite import SqliteStore
from projections.registry import registry
from replay.session.session import Session
from replay.session.submission import submit


def rows(folder: Path, _short: Sample, long: Sample, *, quick: bool) -> list[Row]:
    return [*_append(folder, long.game, quick=quick), _disk(folder, long)]


def _append(folder: Path, slug: str, *, quick: bool) -> list[Row]:
    """Measure complete submits on disk, compared with a raw append of the same number of rows and commits."""
    store, raw = SqliteStore(folder / f"append-{slug}.db"), SqliteStore(folder / f"raw-{slug}.db")
    chance, moves = random.Random(7), 100 if quick else 400
    session = Session.create(store, registry(), started(slug), tower=tower())
    raw.create(SessionRow("rawrawrawraw", slug, 0))
    ours, floors, cpu, floor_cpu = [], [], [], []
    for _ in range(moves):
        if session.status.outcome:
            session = Session.create(store, registry(), started(slug), tower=tower())
        before, (seat, request) = session.table.seq, next_move(session, chance)
        start, used = time.perf_counter(), time.thread_time()
        submit(session, seat, request)
        cpu.append(time.thread_time() - used)
        ours.append(time.perf_counter() - start)
        lines = chained("rawrawrawraw", session.table.lines[before:], raw.head("rawrawrawraw"))
        start, used = time.perf_counter(), time.thread_time()
        with raw.writing("rawrawrawraw") as writer:
            writer.append(lines)
        floor_cpu.append(time.thread_time() - used)
        floors.append(time.perf_counter() - start)
    above = [one - other for one, other in zip(cpu, floor_cpu, strict=True)]
    return [
        Row(
            slug, "a move's group appended, durable, by the clock on the wall", median_us(ours), "us",
            median_us(floors), "us raw", ratio(ours, floors),
        ),
        Row(
            slug, "a move appended: processor time above a raw append", median_us(above), "us",
            median_us(floor_cpu), "us raw", ratio(above, floor_cpu), "append",
        ),
    ]  # fmt: skip


class AtOnce(NamedTuple):
    """The cost of groups written at the same time: their number, wall time and processor time."""

    groups: int
    wall: float
    processor: float

    @property
    def pace(self) -> float:
        return self.groups / self.wall


def writers(folder: Path, *, quick: bool) -> Row:
    """Measure groups per second with 16 writers on 16 sessions of one file, compared with one writer."""
    store, each = SqliteStore(folder / "writers.db"), 30 if quick else 120
    sample = play(store, next(iter(registry())), 120, seats=2)
    names = copied(store, sample.session, 16)
    runs, fsyncs = list[AtOnce](), list[float]()
    for threads in (1, 16) * 3:
        runs.append(written_at_once(store, names[:threads], 16 * each // threads))
        fsyncs.append(_fsync(folder, 40 if quick else 200))
    one, many = max(runs[::2], key=lambda run: run.pace), max(runs[1::2], key=lambda run: run.pace)
    processor, fsync = one.processor / one.groups, min(fsyncs)  # of the best run, like the paces
    told = f"of one writer's group {processor * 1e6:.0f} us are the processor's; an fsync takes {fsync * 1e6:.0f} us"
    return Row(
        "all", "16 writers against one, groups a second", many.pace, "/s", one.pace, "/s with one",
        many.pace / one.pace, "writers", writers_due(processor, fsync), told,
    )  # fmt: skip


def copied(store: SqliteStore, session: str, count: int) -> list[str]:
    """Copy a session `count` times with its entries chained again, but without secrets."""
    row, lines, names = store.row(session), store.lines(session), [f"w{number:04}" for number in range(count)]
    for name in names:
        if name in {one.session for one in store.sessions()}:
            continue
        with store.create_with_entries(SessionRow(name, row.game, row.created_ms)) as writer:
            writer.append(chained(name, lines, writer.head))
    return names


def written_at_once(store: SqliteStore, names: Sequence[str], each: int) -> AtOnce:
    """Write `each` groups of three entries to each session at the same time, with one thread for each session."""
    workers = [threading.Thread(target=_note, args=(store, name, each)) for name in names]
    start, used = time.perf_counter(), time.process_time()
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    return AtOnce(len(names) * each, time.perf_counter() - start, time.process_time() - used)


def _fsync(folder: Path, rounds: int) -> float:
    """Return the median seconds until a few overwritten pages are on disk, as in a write-ahead log."""
    took, pages = [], bytes(4 * 4096)
    with (folder / "fsync").open("wb", buffering=0) as file:
        file.write(pages * rounds)
        os.fsync(file.fileno())
        file.seek(0)
        for _ in range(rounds):
            file.write(pages)
            start = time.perf_counter()
            getattr(os, "fdatasync", os.fsync)(file.fileno())
            took.append(time.perf_counter() - start)
    return statistics.median(took)


def _note(store: SqliteStore, name: str, each: int) -> None:
    head = store.head(name)
    for _ in range(each):
        lines = chained(name, [Line(name, 0, 0, "table", '{"kind":"begun"}', b"")] * 3, head)
        head = Head(lines[-1].seq, lines[-1].digest)
        with store.writing(name) as writer:
            writer.append(lines)


def _disk(folder: Path, long: Sample) -> Row:
    store = SqliteStore(folder / f"disk-{long.game}.db")
    play(store, long.game, long.lines, seed=2)
    lines = sum(store.head(row.session).seq for row in store.sessions())  # includes abandoned sessions
    body = sum(len(line.body) for row in store.sessions() for line in store.lines(row.session)) / lines
    store.close()
    size = sum(path.stat().st_size for path in folder.glob(f"disk-{long.game}.db*"))
    return Row(
        long.game, "disk, a line with its secrets and prints", size / lines, "B", body, "B its body", kind="disk"
    )
