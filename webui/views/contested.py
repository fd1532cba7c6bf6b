"""Disputes, rulings and audit findings of a session, each with the positions to compare."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from events.entry import Entry
from events.events import ALL, UNKNOWN
from events.session_events import DisputeOpened, Ruled, TakenBack
from projections.wording import counted
from replay.audit.findings import Finding
from replay.corrections.ruling import claim_of, is_about
from replay.reading.reading import Group
from webui.views.log_rows import Logbook

_VERDICTS: Final = {"stand": "let it stand", "fix": "correct", "rewind": "rewind", "compensate": "compensate"}
_ALONE: Final = "Only the judge can read the claim until the ruling."
_ERASED: Final = "The text was erased."


class ShownMoment(NamedTuple):
    """A position to compare, with its label, for a dispute, ruling or finding."""

    label: str
    seq: int


class Said(NamedTuple):
    """A statement about a dispute, ruling or finding: its author (`who`), entry (0 for none) and text."""

    who: str
    seq: int
    words: str


class Contested(NamedTuple):
    """One dispute, ruling or finding: its name, the move it concerns, statements, and positions to compare."""

    kind: str
    id: str
    level: str
    name: str
    address: str
    move: str
    statements: Sequence[Said]
    moments: Sequence[ShownMoment]

    def shows(self, seq: int) -> bool:
        """Return whether the position after an entry is one of the compared positions."""
        return any(moment.seq == seq for moment in self.moments)


def contested(book: Logbook, findings: Mapping[int, Sequence[Finding]]) -> Sequence[Contested]:
    """Return disputes, rulings without a dispute, and findings, as far as this log's viewer may know them."""
    return [*_disputes(book), *_rulings(book), *_findings(book, findings)]


def counts(items: Sequence[Contested]) -> str:
    """Return how many disputes, rulings and findings there are, as text: "1 dispute, 2 findings"."""
    kinds = Counter(one.kind for one in items)
    return ", ".join(counted(count, kind) for kind, count in kinds.items())


def _disputes(book: Logbook) -> Iterator[Contested]:
    reading = book.timeline.reading
    for entry, event in reading.events_of(DisputeOpened):
        rulings = [one for one, ruled in reading.events_of(Ruled) if ruled.dispute == entry.seq]
        claim = Said(f"{_who(book, event.author)} claims", entry.seq, _claim(reading.entries, entry.seq, event))
        statements = [claim, *(_ruled(book, one) for one in rulings)]
        name = "Dispute" if rulings else "Open dispute"
        yield _one(book, "dispute", f"line-{entry.seq}", "unverified", name, event.line, statements, rulings)


def _rulings(book: Logbook) -> Iterator[Contested]:
    """Yield the rulings that settle no dispute."""
    for entry, event in book.timeline.reading.events_of(Ruled):
        if not event.dispute:
            statements = [_ruled(book, entry)]
            yield _one(book, "ruling", f"line-{entry.seq}", "note", "Ruling", event.line, statements, [entry])


def _findings(book: Logbook, findings: Mapping[int, Sequence[Finding]]) -> Iterator[Contested]:
    for first, some in findings.items():
        for one in some:
            statements = [Said("What happened", 0, one.condition)]
            statements += [Said(f"The rule, {one.rule}", 0, one.criteria)] if one.criteria else []
            statements += [Said("Effect", 0, one.effect)] if one.effect else []
            level = "Unverified" if one.level == "unverified" else one.level.capitalize()
            name = f"{level}{', accepted as played' if one.kept else ''}: {one.rule}"
            yield _one(book, "finding", one.id, one.level, name, first, statements, [])


def _one(
    book: Logbook,
    kind: str,
    ident: str,
    level: str,
    name: str,
    line: int,
    statements: Sequence[Said],
    rulings: list[Entry],
) -> Contested:
    row, group = book.row(book.at(line)), book.groups[book.at(line)]
    moments = [ShownMoment("Before", group.first - 1)] if group.first > 1 else []
    moments += [ShownMoment("As played", group.last)]
    moments += [moment for ruling in rulings for moment in _outcome(book, group, ruling)]
    return Contested(kind, ident, level, name, row.address, row.text, statements, moments)


def _outcome(book: Logbook, group: Group, ruling: Entry) -> Iterator[ShownMoment]:
    assert isinstance(ruling.event, Ruled)
    reading, verdict = book.timeline.reading, ruling.event.verdict
    for one in book.groups[book.at(ruling.seq) + 1 :]:
        if verdict == "fix" and not one.undone and is_about(reading, one, group.first):
            yield ShownMoment("As corrected", one.last)
            return
        if verdict == "rewind" and isinstance(one.head.event, TakenBack):
            yield ShownMoment("Taken back", one.last)
            return


def _ruled(book: Logbook, entry: Entry) -> Said:
    event: Any = entry.event
    who = " and ".join(_who(book, seat) for seat in event.agreed) or _who(book, event.author)
    cites = f" ({', '.join(event.cites)})" if event.cites else ""
    heading = f"{who} {'agree' if event.agreed else 'ruled'}: {_VERDICTS.get(event.verdict, event.verdict)}"
    return Said(heading, entry.seq, f"{_ERASED if event.reason == UNKNOWN else event.reason}{cites}")


def _claim(entries: Sequence[Entry], dispute: int, opened: DisputeOpened) -> str:
    """Return the text of a dispute's claim. A claim for the judge alone is returned only after its publication."""
    words = claim_of(entries, dispute)
    if words == UNKNOWN:
        return _ERASED if opened.audience == ALL else _ALONE
    return words


def _who(book: Logbook, author: str) -> str:
    if author in book.timeline.reading.started.seats:
        return book.seat_name(author, book.timeline.last)
    return f"The {author}"
