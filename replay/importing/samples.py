"""The sessions that a game ships: real play, each with a note of what recording and audit must find.

Beside a transcript `recordings/<name>.txt`, or an export `<name>.jsonl` of a session of the tower, stands
`<name>.toml`: what it shows, how it ends, every finding by level, rule, address and seat, and what is worth a look in
it. Whoever takes a sample in can say at once whether everything is as it should be.
"""

from collections.abc import Iterator
from importlib import resources
from typing import Literal

import msgspec

from events.errors import NotationError
from events.store.protocol import EventStore
from projections.registry import Registry
from replay.audit.findings import Report
from replay.importing.kinds import read_archive
from replay.importing.posts import Target, import_posts
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
    """A moment of a sample that is worth a look, and what to look for there.

    A `what-if` has `changes` that its form is filled in with, a `seat` the seat through whose eyes to look, a `post`
    what it says and whose it is (`seat`).
    """

    kind: Literal["board", "post", "finding", "ruling", "what-if", "seat", "dice", "log"]
    says: str
    address: str = ""
    seat: str = ""
    changes: str = ""
    post: str = ""


class SampleNotes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is known of a sample.

    How it ends, the fingerprint of its last position (of a shape), its findings, and what is worth a look in it.
    """

    says: str
    winners: tuple[str, ...]
    turns: int
    shape: int
    fingerprint: str
    findings: tuple[ExpectedFinding, ...] = ()
    sights: tuple[Sight, ...] = ()


class Sample(msgspec.Struct, frozen=True):
    """One session that a game ships, as a transcript or as an export."""

    game: str
    name: str
    text: str
    notes: SampleNotes

    @property
    def alias(self) -> str:
        """What the session is called in a database that took it in."""
        return sample_alias(self.game, self.name)

    @property
    def is_export(self) -> bool:
        """Whether it is imported, not recorded."""
        return self.text.startswith("{")


def samples(game: str) -> Iterator[Sample]:
    """The samples of a game, by name; none for a game that ships none."""
    folder = resources.files(f"projections.games.{game}").joinpath("recordings")
    if not folder.is_dir():
        return
    for file in sorted(folder.iterdir(), key=lambda each: each.name):
        if file.name.endswith(".toml"):
            name = file.name.removesuffix(".toml")
            told = next(path for end in ("txt", "jsonl") if (path := folder.joinpath(f"{name}.{end}")).is_file())
            yield Sample(
                game, name, told.read_text(encoding="utf-8"), msgspec.toml.decode(file.read_bytes(), type=SampleNotes)
            )


def sample_alias(game: str, name: str) -> str:
    """What a sample is called in a database that took it in."""
    return f"{game}-{name}"


def sample_aliases(game: str) -> frozenset[str]:
    """What the samples of a game are called, without reading them."""
    try:
        folder = resources.files(f"projections.games.{game}").joinpath("recordings")
    except ModuleNotFoundError:  # a game of somebody's own, which ships none
        return frozenset()
    if not folder.is_dir():
        return frozenset()
    names = (file.name for file in folder.iterdir() if file.name.endswith(".toml"))
    return frozenset(sample_alias(game, name.removesuffix(".toml")) for name in names)


def take_in(store: EventStore, registry: Registry, sample: Sample, *, alias: str = "") -> str:
    """Record the transcript of a sample, or import its export; returns the id of the session.

    Raises:
        NotationError: a line does not read; nothing is written.
        ConflictError: the alias is taken, or the session of an export is here with another head.
    """
    if sample.is_export:
        bundle = read_bundle(sample.text, registry)
        row = msgspec.structs.replace(bundle.row, alias=alias)
        return import_bundle(store, msgspec.structs.replace(bundle, row=row)).session
    walk = import_posts(store, registry, read_archive(sample.text.encode()), Target(alias=alias))
    if walk.open is not None:
        raise NotationError(f"the sample {sample.game}-{sample.name} is unclear at post {walk.open.post.number}")
    return walk.session.row.session


def differences(sample: Sample, timeline: Timeline, report: Report) -> list[str]:
    """What of a recorded and audited sample is not as noted; nothing, where all is.

    `timeline` and `report` are the table's.
    """
    notes, status, shape = sample.notes, timeline.status(timeline.last), timeline.game.meta.shape
    winners = status.outcome.winners if status.outcome else ()
    found = sorted(ExpectedFinding(each.address, each.rule, each.level, each.seat) for each in report.findings)
    wrong = [
        f"{what} {value} was noted, it is {now}"
        for what, value, now in (("winner", notes.winners, winners), ("turn", notes.turns, status.turn))
        if value != now
    ]
    value = fingerprint(timeline.position(timeline.last)).hex()
    if notes.shape == shape and notes.fingerprint != value:
        wrong.append(f"the last position has the fingerprint {value}, not {notes.fingerprint}")
    wrong += [f"not found: {_told(each)}" for each in notes.findings if each not in found]
    return wrong + [f"found, and not noted: {_told(each)}" for each in found if each not in notes.findings]


def _told(finding: ExpectedFinding) -> str:
    return f"{finding.level} {finding.rule} at {finding.address or 'the log'} {finding.seat}".rstrip()
