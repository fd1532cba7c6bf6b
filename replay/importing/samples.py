"""The sample sessions that a game ships, each with notes on the expected results of recording and audit.

A sample is a transcript `recordings/<name>.txt`, or an export `<name>.jsonl` of a session with built-in dice, and
`<name>.toml`. The notes hold a description, the end of the game, every finding (level, rule, move number, seat), and
positions worth a look. An importer can check at once whether everything is as expected.
"""

from collections.abc import Iterator
from importlib.resources.abc import Traversable
from typing import Literal

import msgspec

from events.errors import NotationError
from events.store.protocol import EventStore
from projections.registry import Registry, registry
from replay.audit.findings import Report
from replay.importing.kinds import read_archive
from replay.importing.posts import Target, record_posts, stage_posts
from replay.reading.timeline import Timeline
from replay.session.encoding import fingerprint
from replay.transfer.bundle import import_bundle, read_bundle


class ExpectedFinding(msgspec.Struct, frozen=True, order=True, forbid_unknown_fields=True):
    """A finding that the audit of a sample must report."""

    address: str
    rule: str
    level: str
    seat: str


class Sight(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A position of a sample that is worth a look, with a text about it.

    A `what-if` has the `changes` for its form, a `seat` the seat whose view to show, and a `post` its text and `seat`.
    """

    kind: Literal["board", "post", "finding", "ruling", "what-if", "seat", "dice", "log"]
    says: str
    address: str = ""
    seat: str = ""
    changes: str = ""
    post: str = ""


class SampleNotes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Notes on a sample: the expected end, state hash (for the position format `shape`) and findings, and sights."""

    says: str
    winners: tuple[str, ...]
    turns: int
    shape: int
    fingerprint: str
    findings: tuple[ExpectedFinding, ...] = ()
    sights: tuple[Sight, ...] = ()


class Sample(msgspec.Struct, frozen=True):
    """A session that a game ships, as a transcript or an export."""

    game: str
    name: str
    text: str
    notes: SampleNotes

    @property
    def alias(self) -> str:
        """The default alias of the imported session."""
        return f"{self.game}-{self.name}"

    @property
    def is_export(self) -> bool:
        """Whether it is an export and not a transcript."""
        return self.text.startswith("{")


def samples(game: str) -> Iterator[Sample]:
    """Yield the samples of a game, sorted by name."""
    folder = _recordings(game)
    for name in _names(folder):
        assert folder is not None
        told = next(path for end in ("txt", "jsonl") if (path := folder / f"{name}.{end}").is_file())
        notes = msgspec.toml.decode((folder / f"{name}.toml").read_bytes(), type=SampleNotes)
        yield Sample(game, name, told.read_text(encoding="utf-8"), notes)


def sample_aliases(game: str) -> frozenset[str]:
    """Return the aliases of a game's samples, without reading the samples."""
    return frozenset(f"{game}-{name}" for name in _names(_recordings(game)))


def _recordings(game: str) -> Traversable | None:
    return registry().metas[game].folder.joinpath("recordings") if game in registry() else None


def _names(folder: Traversable | None) -> list[str]:
    files = [file.name for file in folder.iterdir()] if folder is not None and folder.is_dir() else []
    return sorted(name.removesuffix(".toml") for name in files if name.endswith(".toml"))


def take_in(store: EventStore, games: Registry, sample: Sample, *, alias: str = "") -> str:
    """Record a sample's transcript or import its export; return the session. Raises NotationError for unclear lines."""
    if sample.is_export:
        bundle = read_bundle(sample.text, games)
        row = msgspec.structs.replace(bundle.row, alias=alias)
        return import_bundle(store, msgspec.structs.replace(bundle, row=row)).session
    walk = stage_posts(store, games, read_archive(sample.text.encode()), Target(alias=alias))
    list(walk.follow())
    if walk.open is not None:
        raise NotationError(f"the sample {sample.alias} has an open question at post {walk.open.post.number}")
    return record_posts(walk, store)


def differences(sample: Sample, timeline: Timeline, report: Report) -> list[str]:
    """Return the differences between a sample's notes and its timeline and audit, both for the viewer `OMNISCIENT`."""
    notes, status = sample.notes, timeline.status(timeline.last)
    winners = status.outcome.winners if status.outcome else ()
    found = sorted(ExpectedFinding(each.address, each.rule, each.level, each.seat) for each in report.findings)
    ends = (("winner", notes.winners, winners), ("turn", notes.turns, status.turn))
    wrong = [f"the {what} should be {value}, but it is {now}" for what, value, now in ends if value != now]
    value = fingerprint(timeline.position(timeline.last)).hex()
    if notes.shape == timeline.game.meta.shape and notes.fingerprint != value:
        wrong.append(f"the state hash of the last position is {value}, not {notes.fingerprint}")
    wrong += [f"expected, but not found: {_told(each)}" for each in notes.findings if each not in found]
    return wrong + [f"found, but not expected: {_told(each)}" for each in found if each not in notes.findings]


def _told(finding: ExpectedFinding) -> str:
    return f"{finding.level} {finding.rule} at {finding.address or 'the log'} {finding.seat}".rstrip()
