"""Recorded cases: what people at a table did against the rules, from `tests/games/<slug>/cases.toml`."""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Final, NamedTuple

from imported import record_text
from places import TESTS

from events.events import Move
from events.store.memory import MemoryStore
from projections.draft import objections
from projections.registry import registry
from replay.audit.audit import audit_session
from replay.audit.findings import Report
from replay.reading.timeline import Timeline

FOLDER: Final = TESTS / "games"


class Case(NamedTuple):
    """One case: its game and name, the transcript, what is due, and whether it ends with what is found."""

    slug: str
    name: str
    text: str
    found: Sequence[tuple[str, str]]
    doubts: Sequence[tuple[str, str]]
    unwritten: Sequence[str]
    is_last: bool

    @property
    def key(self) -> str:
        """Its name in a file of golden texts."""
        return f"{self.slug}: {self.name}"


@cache
def file_of(slug: str) -> Mapping[str, Any]:
    return tomllib.loads((FOLDER / slug / "cases.toml").read_text("utf-8"))


def slugs() -> list[str]:
    return sorted(path.parent.name for path in FOLDER.glob("*/cases.toml"))


def cases(slug: str) -> Iterator[Case]:
    for given in file_of(slug)["case"]:
        found, doubts = ([tuple(each) for each in given.get(name, ())] for name in ("found", "doubts"))
        unwritten, is_last = given.get("unwritten", ()), given.get("last", False)
        yield Case(slug, given["name"], _transcript(slug, given), found, doubts, unwritten, is_last)


def _transcript(slug: str, given: Mapping[str, Any]) -> str:
    base = file_of(slug)["base"][given["base"]]
    post, places = given["post"].strip(), [*_lines(base.get("set", "")), *_lines(given.get("set", ""))]
    header = ["game: " + slug, "dice: typed", "cards: typed", *_lines(base["header"]), *_lines(given.get("header", ""))]
    if places:
        header.append("table: described")
        header += ["", "--- Host ---", "== moderator ==", *(f"SET {place} ; as it stood" for place in places)]
        header.append("== end ==")
    if "==" not in post:
        post = f"--- {base['turn'].split()[-1]} ---\n== {base['turn']} ==\n{post}\n== end =="
    return "\n".join((*header, "", post, ""))


def _lines(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip()]


class Audited(NamedTuple):
    """A recorded case: its report, the line that each finding belongs to, and the moves with all their entries."""

    report: Report
    lines: Mapping[str, str]
    timeline: Timeline

    def of(self, level: str) -> list[tuple[str, str]]:
        return [(each.rule, self.lines[each.id]) for each in self.report.findings if each.level == level]

    @property
    def findings(self) -> list[str]:
        """Each finding with the texts that people read."""
        return [
            f"{one.rule}: {' | '.join(filter(None, (one.condition, one.effect, one.remedy, one.corrected)))}"
            for one in self.report.findings
        ]

    @property
    def refusals(self) -> list[str]:
        """Why the program refuses the moves with a finding if a player posts them in a running session."""
        found = []
        for seq in sorted({one.seq for one in self.report.findings if one.seq}):
            head = self.timeline.group_at(seq).head
            if isinstance(head.event, Move):
                before = self.timeline.position(head.seq - 1)
                found += [
                    f"{one.rule}: {one.message}" for one in objections(self.timeline.game.rules, before, head.event)
                ]
        return found


def audited(case: Case) -> Audited:
    store = MemoryStore()
    recorded = record_text(store, registry(), case.text)
    assert recorded.whole, [(line.text, line.message) for line in recorded.lines if not line.is_settled]
    report = audit_session(store, registry(), recorded.session)
    filed = [(_place(line.filed), line.text) for line in recorded.lines if line.filed]
    lines = {
        each.id: next((text for place, text in filed if place >= _place(each.address)), "") if each.address else ""
        for each in report.findings
    }
    return Audited(report, lines, Timeline.read(store, registry(), recorded.session))


def _place(address: str) -> tuple[int, ...]:
    return tuple(int(part) for part in address.split("."))
