"""Recorded cases of broken rules, from `tests/games/<slug>/cases.toml`.

A case starts from a base, and a base can extend another. The lines `first` of a base come before those of a post. A
post that does not begin with a header gets the header of its base, and the lines `rest` come after its own.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Final, NamedTuple

from imported import record_text
from places import TESTS

from events.events import Move
from events.store.memory import MemoryStore
from projections.draft import find_conflicts
from projections.registry import registry
from replay.audit.audit import audit_session
from replay.audit.findings import Report
from replay.reading.timeline import Timeline

FOLDER: Final = TESTS / "games"
BLOCK: Final = re.compile(r"^== (?:T\d+ )?(?P<author>\w+).*?(?=^== |\Z)", re.MULTILINE | re.DOTALL)


class Case(NamedTuple):
    """A case: game, name, transcript, expected findings, and whether it ends with the last finding."""

    slug: str
    name: str
    text: str
    found: Sequence[tuple[str, str]]
    doubts: Sequence[tuple[str, str]]
    unwritten: Sequence[str]
    is_last: bool

    @property
    def key(self) -> str:
        """Its key in a file of golden texts."""
        return f"{self.slug}: {self.name}"


@cache
def file_of(slug: str) -> Mapping[str, Any]:
    return tomllib.loads((FOLDER / slug / "cases.toml").read_text("utf-8"))


def slugs() -> list[str]:
    return sorted(path.parent.name for path in FOLDER.glob("*/cases.toml"))


def cases(slug: str) -> Iterator[Case]:
    for name, given in file_of(slug)["case"].items():
        found, doubts = ([tuple(each) for each in given.get(level, ())] for level in ("found", "doubts"))
        unwritten, is_last = given.get("unwritten", ()), given.get("last", False)
        yield Case(slug, name, _transcript(slug, given), found, doubts, unwritten, is_last)


def _transcript(slug: str, given: Mapping[str, Any]) -> str:
    base = _base(slug, given.get("base") or file_of(slug)["usual_base"])
    places = [*_places(base["set"]), *_places(given.get("set", ""))]
    header = ["game: " + slug, "dice: typed", "cards: typed", *_lines(base["header"]), *_lines(given.get("header", ""))]
    if places:
        header.append("table: described")
        header += ["", "--- Host ---", "== moderator ==", *(f"SET {place} ; as it stood" for place in places)]
        header.append("== end ==")
    post, first = given.get("post", "").strip(), base.get("first", "")
    if first or not post.startswith(("== ", "--- ")):
        rest = given.get("rest", base.get("rest", ""))
        post = "\n".join((f"== {base['turn']} ==", *_lines(first), *_lines(post), *_lines(rest)))
    return "\n".join((*header, "", _posts(post), ""))


def _base(slug: str, name: str) -> Mapping[str, Any]:
    """Return a base of the file, with everything that it inherits from the base that it extends."""
    base = file_of(slug)["base"][name]
    inherited = _base(slug, base["extends"]) if "extends" in base else {"set": ""}
    return {**inherited, **base, "set": f"{inherited['set']}\n{base.get('set', '')}"}


def _places(text: str) -> Iterator[str]:
    """Yield one line for each field: `ALA, NWT = orange 3` sets two territories."""
    for line in _lines(text):
        names, equals, value = line.partition(" = ")
        yield from (f"{name}{equals}{value}" for name in names.split(", "))


def _posts(text: str) -> str:
    """Add the author and the end of each block, unless the text has them."""
    if "--- " in text or "== end ==" in text:
        return text
    blocks = BLOCK.finditer(text)
    return "\n\n".join(f"--- {block['author']} ---\n{block[0].rstrip()}\n== end ==" for block in blocks)


def _lines(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip()]


class Audited(NamedTuple):
    """An audited case: its report, the line of each finding, and the timeline."""

    report: Report
    lines: Mapping[str, str]
    timeline: Timeline

    def of(self, level: str) -> list[tuple[str, str]]:
        return [(each.rule, self.lines[each.id]) for each in self.report.findings if each.level == level]

    @property
    def findings(self) -> list[str]:
        """Each finding with the texts that people read."""
        found = ((one.rule, (one.condition, one.effect, one.remedy, one.corrected)) for one in self.report.findings)
        return [f"{rule}: {' | '.join(filter(None, texts))}" for rule, texts in found]

    @property
    def refusals(self) -> list[str]:
        """The reasons why the program refuses these moves if a player posts them in a running session."""
        found = []
        for seq in sorted({one.seq for one in self.report.findings if one.seq}):
            head = self.timeline.group_at(seq).head
            if isinstance(head.event, Move):
                before = self.timeline.position(head.seq - 1)
                found += [
                    f"{one.rule}: {one.message}" for one in find_conflicts(self.timeline.game.rules, before, head.event)
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
