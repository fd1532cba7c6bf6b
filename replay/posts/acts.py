"""What the lines of every game do: who may write one, what it would lead to, and carrying it out."""

import re
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Final, NamedTuple

from events.codec import audience_of
from events.digits import whole
from events.entry import Entry
from events.errors import BellError, ConflictError, NotAllowedError, NotationError, RefusedError
from events.events import ALL, UNKNOWN, Effect
from events.session_events import Adjusted, Noted, RemedyProposed, TakebackAsked
from projections.wording import titled
from replay.corrections.correction import correct
from replay.corrections.moderation import adjust, learn, skip
from replay.corrections.plan import CorrectionPlan, first_of
from replay.corrections.proposals import answer, propose
from replay.corrections.ruling import VERDICTS, check_cites, dispute, dispute_about, note_ruling, rule
from replay.corrections.settlement import answer_remedy, propose_remedy
from replay.corrections.takeback import require_group_end, take_back
from replay.corrections.triage import triage
from replay.corrections.written_changes import read_changes
from replay.posts.directives import Directive, house_rule
from replay.posts.paste import Poster
from replay.reading.audience import AudienceCollector
from replay.reading.disclosure import classify
from replay.reading.notes import NoteReader
from replay.reading.reading import Group, Reading
from replay.reading.timeline import Timeline
from replay.session.compensation import WHEN
from replay.session.consent import MODERATOR, consent_to, require_consent
from replay.session.note import check_note, file_note, withdraw_note
from replay.session.place_audience import as_published
from replay.session.seats import require_seat
from replay.session.session import Session
from replay.session.submission import carry_out_orders, file_order

_VERDICTS: Final = {f"{verdict}{end}": verdict for verdict in VERDICTS for end in ("", "s", "es")}
_LEARNT: Final = re.compile(r"#([0-9]{1,9})\s+([a-z]+)\s+([0-9]{1,3})\s*=\s*(\S+)")
_GIVES: Final = re.compile(
    rf"compensates?\s{{1,9}}(?P<gives>.+?,\s{{0,9}}(?:at the )?(?:{'|'.join(WHEN)}))(?=,|$)", re.IGNORECASE
)
_SETTLES: Final = re.compile(r"settles\s+(?:#(?P<line>[0-9]{1,9})|none)", re.IGNORECASE)
_STAYS: Final = re.compile(r"CARDS\s{1,9}(?P<pile>.+?)\s{0,9}:\s{0,9}stay", re.IGNORECASE)
IN_MODERATORS_BLOCK: Final = frozenset({"SET", "SKIP", "RULING"})
"""What stands in a moderator's block alone where play is strict."""
_FOR_MODERATOR: Final = frozenset({"SET", "SKIP"})
_FOR_JUDGE: Final = frozenset({"RULING", "FINDING"})
_FOR_ANYONE: Final = frozenset({"NOTE", "DISPUTE", "AGREE", "DECLINE", "WITHDRAW"})
"""Verbs for every seat, the moderator and the judges."""


# Who may write a line


def require_may(line: Directive, poster: Poster) -> None:
    """Refuse a line that is not for whoever files it.

    Raises:
        NotAllowedError: and says for whom it is.
    """
    if line.verb in _FOR_MODERATOR and (poster.seat or poster.is_judge):
        raise NotAllowedError(f"{line.verb} is for the moderator")
    if line.verb in _FOR_JUDGE and poster.seat:
        raise NotAllowedError(f"{line.verb} is for the moderator or a judge")
    if line.verb == "OFFER" and not poster.seat:
        raise NotAllowedError("only a seat offers to settle a dispute; a moderator or judge rules")
    if poster.is_judge and line.verb not in _FOR_JUDGE | _FOR_ANYONE:
        raise NotAllowedError(f"a judge rules, and does not write {line.verb}")


def speaker(line: Directive, poster: Poster) -> str:
    """Whose word a line is: a seat's own, else the moderator's, or that of a seat that cannot speak here.

    Raises:
        RefusedError: that seat speaks for itself.
    """
    seat = line.whom or poster.seat or MODERATOR
    if poster.seat not in ("", seat) or not (poster.seat or seat == MODERATOR or seat in poster.speaks_for):
        raise RefusedError(f"{titled(seat)} answers for itself")
    return seat


# Carrying a line out


def execute(session: Session, line: Directive, by: str, poster: Poster) -> CorrectionPlan | None:  # noqa: C901, PLR0912  # one case a line
    """Carry a line out; returns what a correction did.

    In what is recorded, that others agreed to going back is taken at the line's word, and a ruling may be carried out
    by lines of its own. A seat that files for itself asks the others.

    Raises:
        BellError: it cannot be done; nothing is written.
    """
    timeline = Timeline(session.row, session.table)
    match line.verb:
        case "UNDO":
            to = timeline.find(line.about).first - 1
            if poster.seat or line.whom:
                seat = speaker(line, poster)
                propose(session, to, seat=seat, by=by, reason=line.reason, proxy=seat in poster.speaks_for)
            else:
                take_back(session, to, by=by, agreed=line.agreed, reason=line.reason)
        case "FIX" | "INSERT" | "OMIT" | "DUE":
            meant = read_changes(_timeline_of(session, by, poster), line.changes)
            done = correct(
                session, meant.changes, by=by, asked=bool(poster.seat), answers=meant.answers, others=meant.others,
                keepings=meant.keepings,
            )  # fmt: skip
            if poster.seat:
                carry_out_orders(session)
            return done
        case "SET":
            place, _, value = line.says.partition("=")
            adjust(session, place.strip(), value.strip(), line.reason, by=by)
        case "SKIP":
            if not (line.reason or poster.records):
                raise RefusedError("a skip needs a reason")
            skip(session, line.says.lower(), line.reason, by=by)
        case "LEARN":
            learn(session, *_learnt(line.says), by=by)
        case "RULING":
            return _rule(session, line, by, poster)
        case "FINDING":
            triage(session, line.about, line.says, line.reason, by=by)
        case "OFFER":
            way, _, gives = line.says.partition(" ")
            propose_remedy(session, _number(line.about), way, line.reason, by=by, change=gives or line.changes)
        case "AGREE" | "DECLINE" | "WITHDRAW":
            _answer(session, line, by, poster)
        case "NOTE":
            file_note(session, NoteReader(by), _note_address(line), line.says, line.whom or "all")
        case "ORDER":
            _order(session, line, by, poster)
        case _:
            found = timeline.find(line.about)
            dispute(session, found.first, line.says, by=by, private=_is_for_judge(line))
    return None


def _timeline_of(session: Session, by: str, poster: Poster) -> Timeline:
    """The timeline on which a correction is read: what its author knows, where play is strict or a seat files it."""
    seats = session.started.seats
    if session.strict or poster.seat:
        return Timeline(session.row, session.view(by if by in seats else ALL))
    return Timeline(session.row, session.table)


def _rule(session: Session, line: Directive, by: str, poster: Poster) -> CorrectionPlan | None:
    """Sign a ruling, with the lines that carry it out; one without them is only said."""
    said, timeline = read_verdict(line.says), Timeline(session.row, session.table)
    group = timeline.find(line.about)
    undone = [one.partition(" ")[2] for one in line.then if one.upper().startswith("UNDO ")]
    if undone and (said.verdict != "rewind" or [timeline.find(one.strip()) for one in undone] != [group]):
        raise RefusedError(
            f"a ruling goes back to the move that it is about: RULING {line.about}: rewind / UNDO {line.about}"
        )
    if not (line.then or said.gives) and (poster.records or said.verdict == "rewind"):
        cites = check_cites(session.game, said.cites, session.table)
        note_ruling(session, group, said.verdict, line.reason, cites, by=by)
        return None
    piles = [match["pile"] for one in line.then if (match := _STAYS.fullmatch(one))]
    changes = "\n".join(one for one in line.changes.split("\n") if not _STAYS.fullmatch(one))
    meant = read_changes(_timeline_of(session, by, poster), changes)
    return rule(
        session, group, said.verdict, line.reason, said.cites, by=by, settles=said.settled(session, group),
        changes=meant.changes, keep=piles, answers=meant.answers, others=meant.others, keepings=meant.keepings,
        gives=said.gives, house=house_rule(line),
    )  # fmt: skip


def _answer(session: Session, line: Directive, by: str, poster: Poster) -> None:
    """Answer a proposal to go back or to settle a dispute; or withdraw what its author wrote."""
    seq = _number(line.about)
    event = session.table.entries[seq - 1].event if 0 < seq <= session.table.seq else None
    agreed = line.verb == "AGREE"
    if isinstance(event, TakebackAsked):
        seat = speaker(line, poster)
        answer(
            session, seq, seat=seat, agreed=agreed, by=by, reason=line.reason, proxy=seat in poster.speaks_for
        )  # fmt: skip
    elif isinstance(event, RemedyProposed):
        answer_remedy(session, seq, by=by, agreed=agreed)
    elif isinstance(event, Noted) or line.verb == "WITHDRAW":
        withdraw_note(session, NoteReader(by), seq)
    else:
        raise ConflictError(f"the proposal of line {seq} is not open any more")


def _order(session: Session, line: Directive, by: str, poster: Poster) -> None:
    require_seat(line.about, session.started.seats)
    if poster.seat not in ("", line.about):
        raise NotAllowedError(f"you hold {titled(poster.seat)}, and leave orders for {titled(poster.seat)} alone")
    file_order(session, by, line.about, line.says)


def _is_for_judge(line: Directive) -> bool:
    if line.whom not in ("", "all", "judge"):
        raise RefusedError(f'a dispute cannot be for "{line.whom[:40]}": all or judge')
    return line.whom == "judge"


def _note_address(line: Directive) -> str:
    return "" if line.about == "#0" else line.about


def _number(about: str) -> int:
    number = whole(about.removeprefix("#"))
    if number is None:
        raise RefusedError(f'"{about[:40]}" is no line of the log: write #41')
    return number


# What a line would lead to


def preview_directive(  # noqa: C901  # one case a line
    timeline: Timeline, position: Any, line: Directive, poster: Poster
) -> Any | None:  # fmt: skip
    """What a line would lead to, as the timeline's viewer may know it; None where that cannot be told beforehand.

    Raises:
        BellError: it cannot be done.
    """
    started, by = timeline.reading.started, poster.by
    match line.verb:
        case "UNDO":
            return _gone_back(timeline, position, timeline.find(line.about).first - 1, by)
        case "FIX" | "INSERT" | "OMIT" | "DUE":
            to = first_of(read_changes(timeline, line.changes).changes).first - 1
            require_group_end(timeline.reading, to)
            require_consent(classify(timeline.reading, to, by), started, by, ())
            return None
        case "SET" | "SKIP":
            if line.verb == "SET" and not line.reason:
                raise RefusedError("a moderator's correction needs a reason")
            for effect in effects_by_hand(timeline, position, line):
                position = timeline.game.rules.reducer(position, effect)
        case "LEARN":
            seq, field, item, _ = _learnt(line.says)
            _require_unknown(timeline.reading, seq, field, item, by)
            return None
        case "RULING":
            check_cites(timeline.game, read_verdict(line.says).cites, timeline.reading)
            timeline.find(line.about)
            return None if line.changes or line.then else position
        case "NOTE":
            check_note(timeline, _note_address(line), line.says)
        case "DISPUTE":
            timeline.find(line.about)
        case "AGREE" | "DECLINE" | "OFFER" | "WITHDRAW":
            return None
        case _:
            pass
    return position


def keep_to_its_readers(timeline: Timeline, position: Any, line: Directive, secrecy: AudienceCollector) -> None:
    """Take in who may read a line: one that tells of a card that is learnt, set, or drawn in a corrected move."""
    codec = timeline.reading.codec
    with suppress(BellError):  # what does not read is not filed
        match line.verb:
            case "LEARN":
                seq, field, _, _ = _learnt(line.says)
                event = timeline.reading.entries[seq - 1].event if 1 <= seq <= timeline.reading.seq else None
                if event is not None and field in (sealed := codec.twins[type(event)].sealed):
                    secrecy.keep_to(audience_of(event, sealed[field]))
            case "SET":
                place, _, value = (part.strip() for part in line.says.partition("="))
                secrecy.take_in([Entry(effect) for effect in timeline.game.editor.mend(position, place, value)])
            case _ if line.changes:
                for change in read_changes(timeline, line.changes).changes:
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


def effects_by_hand(timeline: Timeline, position: Any, line: Directive) -> Sequence[Effect]:
    """What a moderator's SET or SKIP does to a position, as far as the timeline's viewer may know it.

    Raises:
        RefusedError: there is no such place or value, or it is not for hands to set.
    """
    game, reading = timeline.game, timeline.reading
    if line.verb == "SKIP":
        turn = game.rules.status(position).seat
        if turn != line.says.lower():
            raise RefusedError(f"it is {titled(turn)}'s turn, not {titled(line.says[:40])}'s")
        return tuple(game.editor.mend(position, "turn", "next"))
    place, _, value = (part.strip() for part in line.says.partition("="))
    if not place or not value:
        raise RefusedError("say which place, and the value to be there")
    effects = tuple(game.editor.mend(position, place, value))
    as_published(reading.codec, reading.started, Adjusted(place, value, line.reason), effects)
    return effects


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
    event = reading.entries[seq - 1].event
    sealed = reading.codec.twins[type(event)].sealed
    value = getattr(event, field, ()) if field in sealed else ()
    items = (value,) if isinstance(value, str) else value
    if not 0 <= item < len(items) or items[item] != UNKNOWN:
        raise RefusedError(f"line {seq} holds no unknown {field[:40]} number {item + 1}")
    if by in reading.started.seats and audience_of(event, sealed[field]) != by:
        raise RefusedError(f"what line {seq} holds was not for {by} to know")


class Verdict(NamedTuple):
    """What a line rules: the verdict, what it cites, what it gives back, and the line of the dispute that it settles.

    `settles` is None if the line does not say, which means the open dispute about the move; 0 is none.
    """

    verdict: str
    cites: tuple[str, ...] = ()
    gives: str = ""
    settles: int | None = None

    @property
    def line(self) -> str:
        """As it is written in a ruling or an offer."""
        settles = {None: (), 0: ("settles none",)}.get(self.settles, (f"settles #{self.settles}",))
        return ", ".join((f"{self.verdict} {self.gives}".strip(), *self.cites, *settles))

    def settled(self, session: Session, group: Group) -> int:
        """The line of the dispute that it settles, 0 for none."""
        return dispute_about(session.view(ALL), group) if self.settles is None else self.settles


def read_verdict(text: str) -> Verdict:
    """Read a verdict: a word, what a compensation gives back after it, and after commas what it cites and settles.

    Raises:
        RefusedError: it is none.
    """
    if match := _GIVES.match(text):
        gives, rest = match["gives"], text[match.end() :].removeprefix(",")
        first, verdict = text, "compensate"
    else:
        first, _, rest = text.partition(",")
        word, _, gives = first.strip().partition(" ")
        verdict = _VERDICTS.get(word.lower(), "")
    if not verdict or (gives and verdict != "compensate"):
        raise RefusedError(f'"{first[:40]}" is no verdict: stand, fix, rewind or compensate')
    cites, settles = list[str](), None
    for part in (part.strip() for part in rest.split(",")):
        if match := _SETTLES.fullmatch(part):
            settles = int(match["line"] or 0)
        elif part:
            cites.append(part)
    return Verdict(verdict, tuple(cites), " ".join(gives.split()), settles)
