"""Transcripts with one slip in a line: dropped, doubled or swapped, or with another seat, die, card or count."""

import random
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from imported import Imported, record_text
from long_runs import is_short_sample

import projections
from events.events import OMNISCIENT, Event
from events.session_events import Posted
from events.store.memory import MemoryStore
from projections.registry import registry
from replay.audit.audit import audit_session
from replay.audit.findings import Report
from replay.reading.timeline import Timeline

KINDS: Final = ("drop", "double", "swap", "seat", "die", "card", "count")
_HEAD: Final = re.compile(r"(?P<before>\s*==+ (?:(?:\S+ )?T\d+ )?)(?P<seat>[\w-]+)(?P<behind>.*==.*)")
_LINE: Final = re.compile(r"\s*[A-Z+]+:")
_CARD: Final = re.compile(r"\b[A-Z][a-z]\b|\[[^\]]+\]|\"[^\"]+\"")
_DIE: Final = re.compile(r"(?<=[( :])[1-6](?=[ ):])")
_COUNT: Final = re.compile(r"(?<=[+ ])\d+\b")


class Played(NamedTuple):
    """The result of a transcript: the recording, its audit report, and all events except posts."""

    done: Imported
    report: Report
    events: tuple[Event, ...]

    @property
    def found(self) -> Counter[tuple[str, str]]:
        return Counter((finding.level, finding.rule) for finding in self.report.findings)


class Mutation(NamedTuple):
    """One slip: the transcript, the kind, the line number, and the changed text."""

    file: Path
    kind: str
    at: int
    text: str

    @property
    def sample(self) -> tuple[str, str]:
        return self.file.parts[-3], self.file.stem


def short_mutations(chance: random.Random) -> Iterator[Mutation]:
    return (slip for slip in mutations(chance) if is_short_sample(slip.sample))


def transcripts() -> list[Path]:
    return sorted((Path(projections.__file__).parent / "games").glob("*/recordings/*.txt"))


def play(text: str) -> Played:
    store = MemoryStore()
    done = record_text(store, registry(), text, partial=True)
    timeline = Timeline.read(store, registry(), done.session, OMNISCIENT)
    events = tuple(entry.event for entry in timeline.entries if not isinstance(entry.event, Posted))
    return Played(done, audit_session(store, registry(), done.session, OMNISCIENT), events)


@cache
def original(file: Path) -> Played:
    return play(file.read_text("utf-8"))


def mutations(chance: random.Random) -> Iterator[Mutation]:
    files = transcripts()
    while True:
        file, kind = chance.choice(files), chance.choice(KINDS)
        text = file.read_text("utf-8")
        lines = text.split("\n")
        at = chance.choice(_spots(lines))
        changed = _changed(lines, kind, at, chance)
        if changed is not None and changed != lines:
            yield Mutation(file, kind, at + 1, "\n".join(changed))


def outcome(slip: Mutation) -> str:
    was, now = original(slip.file), play(slip.text)
    fresh = now.found - was.found
    if not now.done.whole:
        return "stopped"
    if fresh:
        return "violation" if any(level == "violation" for level, _ in fresh) else "doubt or note"
    if now.events == was.events:
        return "same log"
    return "not checked" if now.report.unchecked != was.report.unchecked else "legal"


def _spots(lines: Sequence[str]) -> list[int]:
    found, inside = list[int](), False
    for at, line in enumerate(lines):
        if re.match(r"\s*==+ ", line):
            inside = "end" not in line.split()
        elif inside and _LINE.match(line):
            found.append(at)
    return found


def _changed(lines: list[str], kind: str, at: int, chance: random.Random) -> list[str] | None:
    before, line, behind = lines[:at], lines[at], lines[at + 1 :]
    if kind == "drop":
        return [*before, *behind]
    if kind == "double":
        return [*before, line, line, *behind]
    if kind == "swap":
        return [*before, behind[0], line, *behind[1:]] if behind and _LINE.match(behind[0]) else None
    if kind == "seat":
        return _other_seat(lines, at, chance)
    verb, colon, rest = line.partition(":")
    patterns = {"die": _DIE, "card": _CARD, "count": _COUNT}
    found = list(patterns[kind].finditer(rest))
    if not found:
        return None
    match = chance.choice(found)
    others = {word for spot in _spots(lines) for word in patterns[kind].findall(lines[spot].partition(":")[2])}
    words = sorted(others - {match[0]}) if kind == "card" else [face for face in "123456" if face != match[0]]
    if not words:
        return None
    return [*before, f"{verb}{colon}{rest[: match.start()]}{chance.choice(words)}{rest[match.end() :]}", *behind]


def _other_seat(lines: list[str], at: int, chance: random.Random) -> list[str] | None:
    told = next((line for line in lines if line.startswith("seats:")), "seats:")
    seats = [part.split()[0] for part in told.partition(":")[2].split(",") if part.split()]
    head = next((place for place in range(at, -1, -1) if re.match(r"\s*==+ ", lines[place])), 0)
    match = _HEAD.fullmatch(lines[head])
    others = [seat for seat in seats if match and seat.lower() != match["seat"].lower()]
    if match is None or not others:
        return None
    return [*lines[:head], f"{match['before']}{chance.choice(others)}{match['behind']}", *lines[head + 1 :]]
