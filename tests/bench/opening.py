"""Folding a stored session, opening any position of it, stepping, and the odds of each position."""

import random
import statistics
from collections.abc import Callable
from functools import partial
from pathlib import Path

import msgspec
from measure import CLOCK, Row, Sample, interleaved, ratio, timed

from events.events import ALL, OMNISCIENT
from events.store.sqlite import SqliteStore
from projections.registry import registry
from replay.reading.timeline import Timeline
from replay.session.session import Session
from replay.transfer.bundle import stage
from webui.collector import tune_collector


def rows(folder: Path, short: Sample, long: Sample, *, quick: bool) -> list[Row]:
    rounds = 9 if quick else 31
    tune_collector()  # as the server does
    folds = [row for sample in (short, long) for row in _fold(folder, sample, rounds)]
    return [*folds, _reduce(long, rounds), _open(long, quick=quick), _step(long), *_odds(long)]


def decoding(sample: Sample) -> Callable[[], float]:
    """Return the floor: a function that decodes every body of a session with msgspec and returns the seconds."""
    bodies, decode = [line.body for line in sample.store.lines(sample.session)], msgspec.json.Decoder().decode
    return lambda: timed(lambda: [decode(body) for body in bodies])


def _fold(folder: Path, sample: Sample, rounds: int) -> list[Row]:
    """Measure reading a running session as the moderator, and a finished one as the public.

    If the sample is finished, the first reading stops before its last entry.
    """
    unsealed = Session.load(sample.store, registry(), sample.session).table.unsealed
    upto = sample.lines - 1 if unsealed else None
    over = ended(folder, sample)
    running, finished, bare = interleaved([
        lambda: timed(lambda: Timeline.read(sample.store, registry(), sample.session, OMNISCIENT, upto=upto)),
        lambda: timed(lambda: Timeline.read(over.store, registry(), over.session, ALL)),
        decoding(over),
    ], rounds)  # fmt: skip
    over.store.close()
    return [
        Row(
            sample.game, f"read, decode, open seals and fold {lines} lines of a {state} session",
            lines / statistics.median(took) / 1e3, "k lines/s", lines / statistics.median(bare) / 1e3, "k decoded",
            ratio(took, bare), kind,
        )
        for state, took, lines, kind in (
            ("running", running, upto or sample.lines, "read running"),
            ("finished", finished, over.lines, "read finished"),
        )
    ]  # fmt: skip


def ended(folder: Path, sample: Sample) -> Sample:
    """Return a copy of a session that was ended and so opened to all; made once."""
    path = folder / f"ended-{sample.game}-{sample.lines}.db"
    made, store = path.exists(), SqliteStore(path)
    if not made:
        stage(sample.store, store, sample.session)
    session = Session.load(store, registry(), sample.session)
    session.end()
    return Sample(sample.game, store, sample.session, session.table.seq)


def _reduce(sample: Sample, rounds: int) -> Row:
    timeline = Timeline.read(sample.store, registry(), sample.session, OMNISCIENT)
    events = [entry.event for entry in timeline.entries[1:]]
    start, reducer = timeline.position(1), timeline.game.rules.reducer

    def fold() -> None:
        position, kept = start, []
        for event in events:
            position = reducer(position, event)
            kept.append(position)

    def walk() -> None:
        for event in events:
            assert event is not None

    ours, bare = interleaved([lambda: timed(fold), lambda: timed(walk)], rounds)
    speed = sample.lines / statistics.median(ours)
    floor = sample.lines / statistics.median(bare)
    return Row(
        sample.game, "fold (the reducer, all positions kept)", speed / 1e3, "k lines/s", floor / 1e3, "k walked",
        ratio(ours, bare),
    )  # fmt: skip


def _open(sample: Sample, *, quick: bool) -> Row:
    chance = random.Random(3)
    wanted = [chance.randint(1, sample.lines) for _ in range(40 if quick else 200)]

    def cold(seq: int) -> None:
        Timeline.read(sample.store, registry(), sample.session, upto=seq).position(seq)

    decode = decoding(sample)
    took, floor = interleaved([lambda: timed(partial(cold, wanted.pop())), decode], len(wanted))
    p99 = sorted(took)[int(len(took) * 0.99) - 1]
    bare = statistics.median(floor)
    return Row(
        sample.game, f"open any position of {sample.lines} lines, cold, p99, against decoding them", p99 * 1e3, "ms",
        bare * 1e3, "ms decoded", p99 / bare, "open", note=f"p50 {statistics.median(took) * 1e3:.1f} ms",
    )  # fmt: skip


def _step(sample: Sample) -> Row:
    timeline = Timeline.read(sample.store, registry(), sample.session)
    took = []
    for direction, seq in ((1, timeline.ends["move"][0]), (-1, timeline.last)):
        steps, at, start = 0, seq, CLOCK[0]()
        while (following := timeline.step(at, "move", direction)) is not None:
            timeline.position(following)
            at, steps = following, steps + 1
        took.append((CLOCK[0]() - start) / steps * 1e6)
    forward, back = took
    return Row(
        sample.game, "a step forward or back in a warm timeline", max(took), "us", min(took), "us the other way",
        max(took) / min(took), "step", note=f"forward {forward:.2f} us, back {back:.2f} us",
    )  # fmt: skip


def _odds(sample: Sample) -> list[Row]:
    """Measure the odds of every position, if the game has any."""
    timeline = Timeline.read(sample.store, registry(), sample.session)
    odds = timeline.game.view.odds
    if odds is None:
        return []
    told = [position for seq in range(1, timeline.last + 1) if odds(position := timeline.position(seq))]
    took = sorted(timed(partial(odds, position)) for position in told)
    if not took:
        return []
    middle = took[len(took) // 2]
    return [
        Row(
            sample.game, f"odds of {len(took)} positions, the longest", took[-1] * 1e3, "ms", middle * 1e3,
            "ms in the middle", took[-1] / middle,
        )
    ]  # fmt: skip
