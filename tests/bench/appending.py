"""What it costs to append one move's group, and what sixteen writers gain."""

import random
import statistics
import threading
import time
from pathlib import Path

from measure import Row, Sample, median_us, play, ratio, started

from events.line import GENESIS, Line, digest
from events.store.records import SessionRow
from events.store.sqlite import SqliteStore
from projections.shelf import shelf
from projections.terms import Written
from replay.live.session import Session
from replay.live.submission import Request, submit


def rows(folder: Path, _short: Sample, long: Sample, *, quick: bool) -> list[Row]:
    """The rows of this part, of one game."""
    return [*_append(folder, long.game, quick=quick), _disk(folder, long)]


def _append(folder: Path, slug: str, *, quick: bool) -> list[Row]:
    """Whole submits on disk beside a raw append of as many rows with as many commits: the difference is ours."""
    store, raw = SqliteStore(folder / f"append-{slug}.db"), SqliteStore(folder / f"raw-{slug}.db")
    chance, moves = random.Random(7), 100 if quick else 400
    session = Session.create(store, shelf(), started(slug))
    raw.create(SessionRow("rawrawrawraw", slug, 0))
    ours, floors, cpu, floor_cpu, head = [], [], [], [], GENESIS
    seq = 0
    for _ in range(moves):
        if session.status.outcome:
            session = Session.create(store, shelf(), started(slug))
        seat = session.status.awaited[0]
        legal = list(session.game.rules.legal(session.position, seat))
        before, request = session.table.seq, [Request(Written(chance.choice(legal)))]
        start, used = time.perf_counter(), time.thread_time()
        submit(session, seat, request)
        cpu.append(time.thread_time() - used)
        ours.append(time.perf_counter() - start)
        lines = []
        for line in session.table.lines[before:]:
            seq += 1
            made = digest(head, "rawrawrawraw", seq, line.at_ms, line.by, line.body)
            lines.append(Line("rawrawrawraw", seq, line.at_ms, line.by, line.body, made))
            head = made.hex()
        start, used = time.perf_counter(), time.thread_time()
        with raw.writing("rawrawrawraw") as writer:
            writer.append(lines)
        floor_cpu.append(time.thread_time() - used)
        floors.append(time.perf_counter() - start)
    above = statistics.median(one - other for one, other in zip(cpu, floor_cpu, strict=True))
    return [
        Row(
            slug, "append one move's group, durable", f"{median_us(ours):.0f} us", f"{median_us(floors):.0f} us raw",
            f"{ratio(ours, floors):.2f} x", "",
        ),
        Row(
            slug, "  CPU above the raw append", f"{above * 1e6:.0f} us", f"{median_us(floor_cpu):.0f} us raw",
            f"{ratio(cpu, floor_cpu):.2f} x", "120 us (60)",
        ),
    ]  # fmt: skip


def writers(folder: Path, *, quick: bool) -> Row:
    """Groups a second with 16 writers on 16 sessions of one file, beside one writer."""
    store, each = SqliteStore(folder / "writers.db"), 30 if quick else 120
    slug = next(iter(shelf()))
    samples = [play(store, slug, 120, seed=seed, seats=2) for seed in range(16)]
    speeds = []
    for threads in (1, 16, 1, 16):
        start = time.perf_counter()
        workers = [threading.Thread(target=_note, args=(store, sample, each)) for sample in samples[:threads]]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
        speeds.append(threads * each / (time.perf_counter() - start))
    one, many = max(speeds[0], speeds[2]), max(speeds[1], speeds[3])
    return Row(
        "all", "16 writers, groups a second", f"{many:.0f}", f"{one:.0f} with one", f"{many / one:.2f} x", "3 x (4)"
    )


def _note(store: SqliteStore, sample: Sample, each: int) -> None:
    head = store.head(sample.session)
    seq, prev = head.seq, head.digest
    for _ in range(each):
        lines = []
        for _ in range(3):
            seq += 1
            prev = digest(prev.hex(), sample.session, seq, 0, "table", '{"kind":"begun"}')
            lines.append(Line(sample.session, seq, 0, "table", '{"kind":"begun"}', prev))
        with store.writing(sample.session) as writer:
            writer.append(lines)


def _disk(folder: Path, long: Sample) -> Row:
    """Bytes of the database for a line, everything counted."""
    store = SqliteStore(folder / f"disk-{long.game}.db")
    play(store, long.game, long.lines, seed=2)
    lines = sum(store.head(row.session).seq for row in store.sessions())  # of those given up on the way too
    store.close()
    size = sum(path.stat().st_size for path in folder.glob(f"disk-{long.game}.db*"))
    return Row(long.game, "disk, a line with its secrets and prints", f"{size / lines:.0f} B", "", "", "260 B (200)")
