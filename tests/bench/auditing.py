"""The audit of one session, and of many sessions on all cores."""

import os
import statistics
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from measure import Row, Sample, interleaved, play, ratio, timed
from opening import decoding

from events.events import OMNISCIENT
from events.store.sqlite import SqliteStore
from projections.registry import registry
from replay.audit.audit import audit_session
from replay.reading.timeline import Timeline


def rows(folder: Path, short: Sample, long: Sample, *, quick: bool) -> list[Row]:
    rounds = 7 if quick else 21
    return [_one(short, rounds), _one(long, rounds), _many(folder, long.game, quick=quick)]


def _one(sample: Sample, rounds: int) -> Row:
    ours, read, floor = interleaved([
        lambda: timed(lambda: audit_session(sample.store, registry(), sample.session)),
        lambda: timed(lambda: Timeline.read(sample.store, registry(), sample.session, OMNISCIENT)),
        decoding(sample),
    ], rounds)  # fmt: skip
    speed, bare = sample.lines / statistics.median(ours), sample.lines / statistics.median(floor)
    return Row(
        sample.game, f"audit of {sample.lines} lines against decoding", speed / 1e3, "k lines/s", bare / 1e3,
        "k decoded", ratio(ours, floor), "audit", note=f"{ratio(ours, read):.1f} times reading them",
    )  # fmt: skip


def _audit(path: str, session: str) -> int:
    return audit_session(SqliteStore(Path(path)), registry(), session).lines


def _many(folder: Path, slug: str, *, quick: bool) -> Row:
    """Measure audits of sessions of about 600 entries on every core, and extrapolate to 10,000 sessions."""
    path = folder / f"many-{slug}.db"
    store = SqliteStore(path)
    made = [play(store, slug, 600, seed=seed) for seed in range(4)]
    names = [sample.session for sample in made] * (5 if quick else 25)
    store.close()
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(_audit, [str(path)] * 4, names[:4]))
        start = time.perf_counter()
        total = sum(pool.map(_audit, [str(path)] * len(names), names, chunksize=5))
        took = time.perf_counter() - start
    pace = total / took
    scaled = 10_000 * 600 / pace
    what = f"audit of {len(names)} sessions on {os.cpu_count()} cores"
    return Row(slug, what, pace / 1e3, "k lines/s", took, "s measured", note=f"10,000 at this pace: {scaled:.0f} s")
