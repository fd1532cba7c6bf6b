"""Folding a stored session, opening any position of it, stepping, and the odds of each position."""

import random
import statistics
from functools import partial
from pathlib import Path

import msgspec
from measure import CLOCK, Row, Sample, interleaved, ratio, timed

from events.facts import TABLE
from projections.shelf import shelf
from replay.reading.timeline import Timeline
from webui.serve import tune_collector


def rows(_folder: Path, short: Sample, long: Sample, *, quick: bool) -> list[Row]:
    """The rows of this part."""
    rounds = 9 if quick else 31
    folds = [_fold(short, rounds), _fold(long, rounds), _reduce(long, rounds)]
    return [*folds, _open(long, quick=quick), *_step(long), *_odds(long)]


def _fold(sample: Sample, rounds: int) -> Row:
    lines = sample.store.lines(sample.session)
    bodies = [line.body for line in lines]
    decode = msgspec.json.Decoder().decode
    read, bare = interleaved(
        [
            lambda: timed(lambda: Timeline.read(sample.store, shelf(), sample.session, TABLE)),
            lambda: timed(lambda: [decode(body) for body in bodies]),
        ],
        rounds,
    )
    speed, floor = sample.lines / statistics.median(read), sample.lines / statistics.median(bare)
    what = f"read, decode, open seals and fold {sample.lines} lines"
    return Row(
        sample.game,
        what,
        f"{speed / 1e3:.0f} k lines/s",
        f"{floor / 1e3:.0f} k decoded",
        f"{ratio(read, bare):.1f} x",
        "",
    )


def _reduce(sample: Sample, rounds: int) -> Row:
    timeline = Timeline.read(sample.store, shelf(), sample.session, TABLE)
    facts = [entry.fact for entry in timeline.entries[1:]]
    start, reducer = timeline.position(1), timeline.game.rules.reducer

    def fold() -> None:
        position, kept = start, []
        for fact in facts:
            position = reducer(position, fact)
            kept.append(position)

    def walk() -> None:
        for fact in facts:
            assert fact is not None

    ours, bare = interleaved([lambda: timed(fold), lambda: timed(walk)], rounds)
    speed = sample.lines / statistics.median(ours)
    floor = sample.lines / statistics.median(bare)
    return Row(
        sample.game, "fold (the reducer, all positions kept)", f"{speed / 1e3:.0f} k lines/s",
        f"{floor / 1e3:.0f} k walked", f"{ratio(ours, bare):.1f} x", "150 k/s (400)",
    )  # fmt: skip


def _open(sample: Sample, *, quick: bool) -> Row:
    """Opening any position cold: a new timeline up to that line."""
    chance = random.Random(3)
    wanted = [chance.randint(1, sample.lines) for _ in range(40 if quick else 200)]

    def cold(seq: int) -> None:
        Timeline.read(sample.store, shelf(), sample.session, upto=seq).position(seq)

    tune_collector()  # as the server does
    took = sorted(timed(partial(cold, seq)) for seq in wanted)
    p50, p99 = took[len(took) // 2], took[int(len(took) * 0.99) - 1]
    what = f"open any position of {sample.lines} lines, cold"
    return Row(sample.game, what, f"p99 {p99 * 1e3:.1f} ms", f"p50 {p50 * 1e3:.1f} ms", "", "p99 10 ms (3)")


def _step(sample: Sample) -> list[Row]:
    """Stepping through a warm timeline, forward and back."""
    timeline = Timeline.read(sample.store, shelf(), sample.session)
    took = []
    for direction, seq in ((1, timeline.ends["move"][0]), (-1, timeline.last)):
        steps, at, start = 0, seq, CLOCK[0]()
        while (following := timeline.step(at, "move", direction)) is not None:
            timeline.position(following)
            at, steps = following, steps + 1
        took.append((CLOCK[0]() - start) / steps)
    forward, back = took
    what = "a step in a warm timeline"
    return [
        Row(
            sample.game,
            what,
            f"{forward * 1e6:.2f} us",
            f"{back * 1e6:.2f} us back",
            f"{forward / back:.2f} x",
            "same both ways (1 us)",
        )
    ]


def _odds(sample: Sample) -> list[Row]:
    """The odds that stand beside a position, of every position where a game has any."""
    timeline = Timeline.read(sample.store, shelf(), sample.session)
    odds = timeline.game.view.odds
    if odds is None:
        return []
    told = [position for seq in range(1, timeline.last + 1) if odds(position := timeline.position(seq))]
    took = sorted(timed(partial(odds, position)) for position in told)
    if not took:
        return []
    what, middle = f"odds of {len(took)} positions, the longest", f"{took[len(took) // 2] * 1e3:.1f} ms in the middle"
    return [Row(sample.game, what, f"{took[-1] * 1e3:.1f} ms", middle, "", "100 ms")]
