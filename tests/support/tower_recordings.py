"""Recordings of sessions with the service's dice: their moves, played again with the same dice and shuffles.

`python tests/support/tower_recordings.py` writes them again, for example after a change of a rule.
"""

import random
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Final, NamedTuple

import msgspec
from recordings import recording

from events.conduct import Posted, Seated
from events.facts import ALL, Move, Started
from events.store.memory import MemoryStore
from projections.shelf import shelf
from projections.terms import Written
from replay.chance.tower import build
from replay.exchange.bundle import export_lines
from replay.live.session import Session
from replay.live.submission import Request, submit
from replay.posts.export_text import transcript_of
from replay.reading.timeline import Timeline


class Tower(NamedTuple):
    """What a recording does not contain: the session's id, the seed of its secrets, and the host's clock."""

    session: str
    seed: int
    rolls: int
    starts_ms: int = 1_795_000_000_000
    step_ms: int = 900_000


TOWERS: Final = {
    "ccg-unit-machines": Tower("brigade-iron", 9, 512),
    "ccg-gallifrey-unit": Tower("robes-boots1", 2, 512),
    "daleks-gallifrey": Tower("long-way-home", 7, 2048),
    "daleks-seventh-dalek": Tower("one-too-many", 17, 2048),
    "risk-five-player": Tower("five-armies1", 244, 8192, 1_794_168_000_000, 700_000),
    "risk-two-player": Tower("two-armies-3", 235, 8192, 1_794_340_800_000, 700_000),
}


def _steps(timeline: Timeline) -> Iterator[Posted | tuple[str, Move]]:
    for entry in timeline.entries:
        if isinstance(entry.fact, Posted) and not entry.fact.text.startswith("=="):
            yield msgspec.structs.replace(entry.fact, text=entry.fact.text.split("\n==")[0])
        elif isinstance(entry.fact, Move):
            yield entry.by, entry.fact


def played_again(name: str, most: int = 10_000) -> Session:
    """Submit the moves of a recording again, at most so many, with the same dice and shuffles."""
    tower, sample, timeline = TOWERS[name], recording(name).sample, recording(name).timeline
    rng = random.Random(f"cloister {sample.name} {tower.seed}")
    ticks = count(tower.starts_ms, tower.step_ms)
    words = {fact.seat: fact.word for entry in timeline.entries if isinstance(fact := entry.fact, Seated) and fact.word}
    (started,) = [entry.fact for entry in timeline.entries if isinstance(entry.fact, Started)]
    session = Session.create(
        MemoryStore(), shelf(), msgspec.structs.replace(started, dice="tower", cards="tower"), session=tower.session,
        tower=build(rng.randbytes(32), rng.randbytes(32), tower.rolls), words=words, clock=lambda: next(ticks),
    )  # fmt: skip
    notes: list[Posted] = []
    moves = 0
    for step in _steps(timeline):
        if isinstance(step, Posted):
            notes.append(step)
        elif moves < most:
            seat, move = step
            answer = submit(session, seat, [Request(Written(move))], after=session.head.seq, notes=notes)
            assert answer.done, (answer, move)
            notes, moves = [], moves + 1
    session.note(*notes)
    return session


def written(session: Session) -> str:
    return transcript_of(Timeline.read(session.store, shelf(), session.row.session, ALL, now=True))


def main() -> None:
    for name in TOWERS:
        sample, session = recording(name).sample, played_again(name)
        export = "".join(f"{line}\n" for line in export_lines(session.store, shelf(), session.row.session, ALL))
        path = Path(str(session.game.meta.folder.joinpath("recordings", sample.name)))
        text = export if sample.is_export else written(session)
        path.with_suffix(".jsonl" if sample.is_export else ".txt").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
