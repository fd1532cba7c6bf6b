"""The lines of every game: going back, correcting, setting, skipping, learning, noting, disputing and ruling."""

import re
from contextlib import suppress
from typing import Any, Final, NamedTuple

from events.codec import audience_of
from events.entry import Entry
from events.errors import BellError, NotationError, RefusedError
from events.events import ALL, UNKNOWN
from events.session_events import DisputeOpened
from projections.wording import titled
from replay.corrections.correction import correct
from replay.corrections.moderation import adjust, learn, skip
from replay.corrections.plan import first_of
from replay.corrections.proposals import Proposal, propose
from replay.corrections.ruling import VERDICTS, check_cites, dispute_about, note_ruling, rule
from replay.corrections.takeback import require_group_end, take_back
from replay.corrections.written_changes import CHANGES, read_changes
from replay.reading.audience import AudienceCollector
from replay.reading.disclosure import classify
from replay.reading.notes import NoteReader
from replay.reading.reading import Reading
from replay.reading.timeline import Timeline
from replay.session.compensation import WHEN
from replay.session.consent import consent_to, require_consent
from replay.session.note import check_note, file_note
from replay.session.session import Session

MODERATOR: Final = frozenset({"SET", "SKIP", "RULING"})
"""What is for a moderator alone where play is strict."""
_SHARED_LINE: Final = re.compile(
    r"(?P<verb>UNDO|FIX|INSERT|OMIT|DUE|SET|SKIP|LEARN|RULING|DISPUTE|NOTE(?=\s+#?\d[\d.]*\s*:))(?:\s+(?P<rest>.+))?",
    re.IGNORECASE,
)
_VERDICTS: Final = {f"{verdict}{end}": verdict for verdict in VERDICTS for end in ("", "s", "es")}
_FREE: Final = ("DISPUTE", "NOTE")
"""Lines whose words are one text, whatever stands in it."""
_LEARNT: Final = re.compile(r"#([0-9]{1,9})\s+([a-z]+)\s+([0-9]{1,3})\s*=\s*(\S+)")


class SharedLine(NamedTuple):
    """One such line, taken apart: `address` of what it is about, what it says, and why."""

    verb: str
    rest: str
    address: str = ""
    body: str = ""
    reason: str = ""

    @property
    def agreed(self) -> list[str]:
        """Who agreed to going back."""
        return [word.lower().strip(",") for word in self.body.split() if word.lower() != "ok"]


def shared_line(text: str) -> SharedLine | None:
    """A line taken apart, or None where it is a game's own."""
    found = _SHARED_LINE.fullmatch(text)
    if found is None:
        return None
    verb, rest = found["verb"].upper(), found["rest"] or ""
    if verb in ("SET", "SKIP", "LEARN"):
        said, _, reason = rest.partition(";")
        return SharedLine(verb, rest, "", said.strip(), reason.strip())
    if verb in CHANGES:
        said, _, reason = rest.partition(";")
        return SharedLine(verb, rest, "", f"{verb} {said.strip()}", reason.strip())
    address, _, more = rest.partition(":") if verb in ("RULING", "DISPUTE", "NOTE") else rest.partition(" ")
    body, _, reason = more.partition(";")
    return SharedLine(verb, rest, address.strip(), more.strip() if verb in _FREE else body.strip(), reason.strip())


def carry_out(  # noqa: C901  # one case a line
    session: Session, line: SharedLine, by: str, *, asks: bool = False
) -> str:
    """Carry a line out; returns what there is to say of it.

    That others agreed to going back is taken at the line's word; where it `asks`, they are asked.

    Raises:
        BellError: it cannot be done; nothing is written.
    """
    timeline = Timeline(session.row, session.table)
    match line.verb:
        case "UNDO":
            to = timeline.find(line.address).first - 1
            if asks:
                return _proposed(propose(session, to, seat=by, reason=line.reason))
            take_back(session, to, by=by, agreed=line.agreed, reason=line.reason)
        case "FIX" | "INSERT" | "OMIT" | "DUE":
            if session.strict or asks:  # it reads as its author knows the board
                timeline = Timeline(session.row, session.view(by if by in session.started.seats else ALL))
            meant = read_changes(timeline, line.body)
            correct(
                session, meant.changes, by=by, answers=meant.answers, others=meant.others, keepings=meant.keepings
            )  # fmt: skip
        case "SET":
            place, _, value = line.body.partition("=")
            adjust(session, place.strip(), value.strip(), line.reason, by=by)
        case "SKIP":
            skip(session, line.body.lower(), line.reason, by=by)
        case "LEARN":
            learn(session, *_learnt(line.rest), by=by)
        case "RULING":
            said, group = _verdict(timeline, line.body), timeline.find(line.address)
            if said.gives:
                settles = dispute_about(session.view(ALL), group)
                rule(
                    session, group, said.verdict, line.reason, said.cites, by=by, settles=settles, gives=said.gives
                )  # fmt: skip
            else:
                note_ruling(session, group, said.verdict, line.reason, said.cites, by=by)
        case "NOTE":
            file_note(session, NoteReader(by), line.address, line.body)
        case _:
            session.note(DisputeOpened(by, timeline.find(line.address).first, line.body), by=by)
    return ""


def _proposed(proposal: Proposal | None) -> str:
    return f"proposed; {', '.join(proposal.waiting)} must agree" if proposal else ""


def preview_shared_line(timeline: Timeline, position: Any, line: SharedLine, by: str) -> Any | None:
    """What a line would lead to, as the timeline's viewer may know it; None where that cannot be told beforehand.

    Raises:
        BellError: it cannot be done.
    """
    started = timeline.reading.started
    match line.verb:
        case "UNDO":
            return _gone_back(timeline, position, timeline.find(line.address).first - 1, by)
        case "FIX" | "INSERT" | "OMIT" | "DUE":
            to = first_of(read_changes(timeline, line.body).changes).first - 1
            require_group_end(timeline.reading, to)
            require_consent(classify(timeline.reading, to, by), started, by, ())
            return None
        case "SET" | "SKIP":
            return _mended(timeline, position, line)
        case "LEARN":
            seq, field, item, _ = _learnt(line.rest)
            _require_unknown(timeline.reading, seq, field, item, by)
            return None
        case "RULING":
            _verdict(timeline, line.body)
            timeline.find(line.address)
        case "NOTE":
            check_note(timeline, line.address, line.body)
        case _:
            timeline.find(line.address)
    return position


def keep_to_its_readers(timeline: Timeline, position: Any, line: SharedLine, secrecy: AudienceCollector) -> None:
    """Take in who may read a line: one that tells of a card that is learnt, set, or drawn in a corrected move."""
    codec = timeline.reading.codec
    with suppress(BellError):  # what does not read is not filed
        match line.verb:
            case "LEARN":
                seq, field, _, _ = _learnt(line.rest)
                fact = timeline.reading.entries[seq - 1].fact if 1 <= seq <= timeline.reading.seq else None
                if fact is not None and field in (sealed := codec.twins[type(fact)].sealed):
                    secrecy.keep_to(audience_of(fact, sealed[field]))
            case "SET":
                place, _, value = (part.strip() for part in line.body.partition("="))
                secrecy.take_in([Entry(effect) for effect in timeline.game.editor.mend(position, place, value)])
            case "FIX" | "INSERT" | "OMIT" | "DUE":
                for change in read_changes(timeline, line.body).changes:
                    if change.written is not None:
                        secrecy.take_in_words(change.written)
            case _:
                pass


def _gone_back(timeline: Timeline, position: Any, to: int, by: str) -> Any:
    """The position that a takeback leads to at once: the same one where others are asked first."""
    require_group_end(timeline.reading, to)
    if by not in timeline.reading.started.seats:
        return timeline.position(to)
    consent = consent_to(classify(timeline.reading, to, by), timeline.reading.started, by)
    if consent.barred:
        raise RefusedError(consent.barred)
    return position if consent.needed else timeline.position(to)


def _mended(timeline: Timeline, position: Any, line: SharedLine) -> Any:
    """The position after a moderator's hand."""
    game = timeline.game
    if line.verb == "SKIP":
        turn = game.rules.status(position).seat
        if turn != line.body.lower():
            raise RefusedError(f"it is {titled(turn)}'s turn, not {titled(line.body[:40])}'s")
        place, value = "turn", "next"
    else:
        place, _, value = (part.strip() for part in line.body.partition("="))
        if not line.reason:
            raise RefusedError("a moderator's correction needs a reason")
    for effect in game.editor.mend(position, place, value):
        position = game.rules.reducer(position, effect)
    return position


def _learnt(rest: str) -> tuple[int, str, int, str]:
    """The line, field, item (from 0) and value that a line tells."""
    found = _LEARNT.fullmatch(rest.strip())
    if found is None:
        raise NotationError("a hidden item is learnt as", column=1, read=rest, allowed=("LEARN #12 cards 1 = sonic",))
    return int(found[1]), found[2], int(found[3]) - 1, found[4]


def _require_unknown(reading: Reading[Any], seq: int, field: str, item: int, by: str) -> None:
    """Refuse what is no unknown item; a seat tells only what was its own to know."""
    if not 1 <= seq <= reading.seq:
        raise RefusedError(f"there is no line {seq}; this log has lines 1 to {reading.seq}")
    fact = reading.entries[seq - 1].fact
    sealed = reading.codec.twins[type(fact)].sealed
    value = getattr(fact, field, ()) if field in sealed else ()
    items = (value,) if isinstance(value, str) else value
    if not 0 <= item < len(items) or items[item] != UNKNOWN:
        raise RefusedError(f"line {seq} holds no unknown {field[:40]} number {item + 1}")
    if by in reading.started.seats and audience_of(fact, sealed[field]) != by:
        raise RefusedError(f"what line {seq} holds was not for {by} to know")


class _Verdict(NamedTuple):
    """What a line rules: the verdict, what it cites, and what a compensation gives back."""

    verdict: str
    cites: tuple[str, ...]
    gives: str = ""


def _verdict(timeline: Timeline, body: str) -> _Verdict:
    """Read a verdict: a word, what a compensation gives back behind it, and behind commas what it cites."""
    first, *cites = (part.strip() for part in body.split(","))
    word, _, gives = first.partition(" ")
    verdict = _VERDICTS.get(word.lower(), "")
    if not verdict or (gives and verdict != "compensate"):
        raise RefusedError(f'"{first[:40]}" is no verdict: stand, fix, rewind or compensate')
    if gives and cites and cites[0].lower() in WHEN:
        gives = f"{gives}, {cites.pop(0)}"
    return _Verdict(verdict, check_cites(timeline.game, cites, timeline.reading), gives)
