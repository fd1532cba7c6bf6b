"""What is contested in a session: its disputes and rulings, and what an audit found, each with the lines to compare."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from events.entry import Entry
from events.events import ALL, UNKNOWN
from events.session_events import ClaimPublished, DisputeOpened, Ruled, TakenBack
from replay.audit.findings import Finding
from replay.corrections.ruling import is_about
from replay.reading.reading import Group
from webui.views.log_rows import Logbook

_VERDICTS: Final = {"stand": "it stands", "fix": "corrected", "rewind": "rewound", "compensate": "compensated"}
_ALONE: Final = "What is claimed the judge reads alone until the ruling."
_ERASED: Final = "The words were erased."


class ShownMoment(NamedTuple):
    """A line to be looked at, and what it shows."""

    label: str
    seq: int


class Said(NamedTuple):
    """What was said of it: by whom, in which line (0 for none), and the words."""

    who: str
    seq: int
    words: str


class Contested(NamedTuple):
    """One dispute, ruling or finding: what it is called, the move that it is about, what was said, what to compare."""

    kind: str
    id: str
    level: str
    name: str
    address: str
    move: str
    said: Sequence[Said]
    moments: Sequence[ShownMoment]

    def shows(self, seq: int) -> bool:
        """Whether a line is among those that are compared."""
        return any(moment.seq == seq for moment in self.moments)


def contested(book: Logbook, findings: Mapping[int, Sequence[Finding]]) -> Sequence[Contested]:
    """What is contested: disputes, rulings that settle none, findings; as far as the reader of this log may know it."""
    return [*_disputes(book), *_rulings(book), *_findings(book, findings)]


def counts(items: Sequence[Contested]) -> str:
    """How many there are of each kind: "1 dispute, 2 findings"."""
    kinds = Counter(one.kind for one in items)
    return ", ".join(f"{count} {kind}{'' if count == 1 else 's'}" for kind, count in kinds.items())


def _disputes(book: Logbook) -> Iterator[Contested]:
    entries = book.timeline.entries
    for entry in entries:
        event = entry.event
        if isinstance(event, DisputeOpened):
            rulings = [one for one in entries if isinstance(one.event, Ruled) and one.event.dispute == entry.seq]
            claim = Said(f"{_who(book, event.author)} claims", entry.seq, _claim(entries, entry.seq, event))
            said = [claim, *(_ruled(book, one) for one in rulings)]
            name = "Dispute" if rulings else "Open dispute"
            yield _one(book, "dispute", f"line-{entry.seq}", "doubt", name, event.line, said, rulings)


def _rulings(book: Logbook) -> Iterator[Contested]:
    """The rulings that settle no dispute."""
    for entry in book.timeline.entries:
        event = entry.event
        if isinstance(event, Ruled) and not event.dispute:
            said = [_ruled(book, entry)]
            yield _one(book, "ruling", f"line-{entry.seq}", "note", "Ruling", event.line, said, [entry])


def _findings(book: Logbook, findings: Mapping[int, Sequence[Finding]]) -> Iterator[Contested]:
    for first, some in findings.items():
        for one in some:
            said = [Said("Found", 0, one.condition)]
            said += [Said(f"The rule, {one.rule}", 0, one.criteria)] if one.criteria else []
            said += [Said("What it changed", 0, one.effect)] if one.effect else []
            name = f"{one.level.capitalize()}{', kept' if one.kept else ''}: {one.rule}"
            yield _one(book, "finding", one.id, one.level, name, first, said, ())


def _one(
    book: Logbook, kind: str, ident: str, level: str, name: str, line: int, said: Sequence[Said],
    rulings: Sequence[Entry],
) -> Contested:  # fmt: skip
    row = book.row(book.at(line))
    group = book.groups[book.at(line)]
    moments = [ShownMoment("Before", group.first - 1)] if group.first > 1 else []
    moments.append(ShownMoment("As played", group.last))
    for ruling in rulings:
        moments += _outcome(book, group, ruling)
    return Contested(kind, ident, level, name, row.address, row.text, said, moments)


def _outcome(book: Logbook, group: Group, ruling: Entry) -> Iterator[ShownMoment]:
    """Where a ruling led: the move as it stands now, or the line that went back before it."""
    assert isinstance(ruling.event, Ruled)
    later = book.groups[book.at(ruling.seq) + 1 :]
    reading = book.timeline.reading
    if ruling.event.verdict == "fix":
        again = (one for one in later if not one.undone and is_about(reading, one, group.first))
        yield from (ShownMoment("As corrected", one.last) for one in [next(again, None)] if one)
    elif ruling.event.verdict == "rewind":
        back = (one for one in later if isinstance(one.head.event, TakenBack))
        yield from (ShownMoment("Taken back", one.last) for one in [next(back, None)] if one)


def _ruled(book: Logbook, entry: Entry) -> Said:
    event: Any = entry.event
    who = " and ".join(_who(book, seat) for seat in event.agreed) or _who(book, event.author)
    cites = f" ({', '.join(event.cites)})" if event.cites else ""
    verdict = _VERDICTS.get(event.verdict, event.verdict)
    return Said(
        f"{who} {'agree' if event.agreed else 'ruled'}: {verdict}",
        entry.seq,
        f"{_ERASED if event.reason == UNKNOWN else event.reason}{cites}",
    )


def _claim(entries: Sequence[Entry], dispute: int, opened: DisputeOpened) -> str:
    """What was claimed, as it was read to all where the judge alone could read it at first."""
    read = (
        one.event.claim for one in entries if isinstance(one.event, ClaimPublished) and one.event.dispute == dispute
    )
    words = next(read, opened.claim)
    if words == UNKNOWN:
        return _ERASED if opened.audience == ALL else _ALONE
    return words


def _who(book: Logbook, author: str) -> str:
    if author in book.timeline.reading.started.seats:
        return book.seat_name(author, book.timeline.last)
    return f"The {author}"
