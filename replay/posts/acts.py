"""Directives, the lines that all games share: check who may write one, preview it, execute it."""

import re
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Final, NamedTuple

import msgspec

from events.codec import audience_of
from events.digits import whole
from events.entry import Entry
from events.errors import BellError, CannotTellError, NotAllowedError, NotationError, RefusedError
from events.events import ALL, UNKNOWN, Effect
from events.lazy_patterns import lazy_pattern
from events.session_events import (
    Adjusted,
    EndProposed,
    Noted,
    Posted,
    RemedyProposed,
    Ruled,
    TakebackAsked,
)
from events.store.protocol import EventStore
from projections.wording import counted, titled
from replay.corrections import ruling
from replay.corrections.correction import correct, preview, require_answers, require_asked
from replay.corrections.ending import answer_end, consequences, end, require_end_proposal, require_way
from replay.corrections.moderation import adjust, check_assessment, learn, require_finding, skip, triage
from replay.corrections.plan import CorrectionPlan
from replay.corrections.plan_text import plan_sentences
from replay.corrections.takeback import (
    answer,
    check_answer,
    preview_takeback,
    propose,
    require_change,
    require_group_end,
    require_no_proposal,
    take_back,
)
from replay.posts.corrected_words import in_notation, read_meant
from replay.posts.directives import Directive, compose, house_rule
from replay.posts.paste import Poster
from replay.reading.audience import AudienceCollector
from replay.reading.disclosure import classify
from replay.reading.ending import left
from replay.reading.notes import NoteReader
from replay.reading.places import place_name
from replay.reading.reading import Group, Reading
from replay.reading.timeline import Timeline
from replay.reading.trust import unasked_entry
from replay.session.compensation import WHEN, read_compensation, require_payable
from replay.session.consent import MODERATOR, consent_to, require_consent
from replay.session.notes import check_note, file_note, require_own_note, withdraw_note
from replay.session.overrides import as_published, require_reason
from replay.session.preview import ReadOnlySession
from replay.session.seats import require_seat
from replay.session.session import Session
from replay.session.submission import carry_out_orders, file_order

_VERDICTS: Final = {f"{verdict}{end}": verdict for verdict in ruling.VERDICTS for end in ("", "s", "es")}
_LEARNT: Final = lazy_pattern(r"#([0-9]{1,9})\s+([a-z]+)\s+([0-9]{1,3})\s*=\s*(\S+)")
_GIVES: Final = lazy_pattern(
    rf"compensates?\s{{1,9}}(?P<gives>.+?,\s{{0,9}}(?:at the )?(?:{'|'.join(WHEN)}))(?=,|$)", re.IGNORECASE
)
_SETTLES: Final = lazy_pattern(r"settles\s+(?:#(?P<line>[0-9]{1,9})|none)", re.IGNORECASE)
_STAYS: Final = lazy_pattern(r"CARDS\s{1,9}(?P<pile>.+?)\s{0,9}:\s{0,9}stay", re.IGNORECASE)
_MOST_TOLD: Final = 8  # the most effects of a correction that are told
_FOR_MODERATOR: Final = frozenset({"SET", "SKIP"})
_FOR_JUDGE: Final = frozenset({"RULING", "FINDING"})
_FOR_ANYONE: Final = frozenset({"NOTE", "DISPUTE", "AGREE", "DECLINE", "WITHDRAW"})
"""Verbs for every seat, the moderator and the judges."""


def require_may(line: Directive, poster: Poster) -> None:
    """Raise NotAllowedError if the poster lacks the role that a directive requires. The message names the role."""
    if line.verb in _FOR_MODERATOR and (poster.seat or poster.is_judge):
        raise NotAllowedError(f"only the moderator can use {line.verb}")
    if line.verb in _FOR_JUDGE and poster.seat:
        raise NotAllowedError(f"only the moderator or a judge can use {line.verb}")
    if line.verb == "END" and line.about.lower() in ("close", "reopen") and poster.seat:
        raise NotAllowedError(f"only the moderator can {line.about.lower()} a session")
    if line.verb == "OFFER" and not poster.seat:
        raise NotAllowedError(
            "only a seat can offer to settle a dispute. A moderator or judge can rule on it with RULING"
        )
    if poster.is_judge and line.verb not in _FOR_JUDGE | _FOR_ANYONE:
        verbs = ", ".join(sorted(_FOR_JUDGE | _FOR_ANYONE))
        raise NotAllowedError(f"a judge cannot use {line.verb}. Verbs for judges: {verbs}")


def speaker(line: Directive, poster: Poster) -> str:
    """Return the seat (or `moderator`) for which a directive speaks. Refuse a seat that must answer for itself."""
    seat = line.whom or poster.seat or MODERATOR
    if poster.seat not in ("", seat) or not (poster.seat or seat == MODERATOR or seat in poster.speaks_for):
        raise RefusedError(f"only {titled(seat)} can answer for {titled(seat)}")
    return seat


def execute(session: Session, line: Directive, by: str, poster: Poster) -> CorrectionPlan | None:  # noqa: C901, PLR0912  # one case a verb
    """Execute a directive and return the plan if it was a correction. If it fails, nothing is recorded.

    If a seat writes UNDO or a correction, the other seats are asked to agree. Otherwise the agreement that the line
    states is accepted without a question.
    """
    timeline = Timeline(session.row, session.table)
    match line.verb:
        case "UNDO":
            to = _before(timeline, line.about)
            if poster.seat or line.whom:
                seat = speaker(line, poster)
                propose(session, to, seat=seat, by=by, reason=line.reason, proxy=seat in poster.speaks_for)
            else:
                take_back(session, to, by=by, agreed=line.agreed, reason=line.reason)
        case "FIX" | "INSERT" | "OMIT" | "DUE":
            meant = read_meant(_timeline_of(session, by, poster), line.changes, _seen_by(session, poster))
            done = correct(session, meant, by=by, asked=bool(poster.seat))
            if poster.seat:
                carry_out_orders(session)
            return done
        case "SET":
            place, _, value = map(str.strip, line.says.partition("="))
            adjust(session, place, value, line.reason, by=by)
        case "SKIP":
            if not poster.records:
                require_reason(line.reason, "a skip")
            skip(session, line.says.lower(), line.reason, by=by)
        case "LEARN":
            learn(session, *_learnt(line.says), by=by)
        case "RULING":
            return _rule(session, line, by, poster)
        case "FINDING":
            triage(session, line.about, line.says, line.reason, by=by)
        case "OFFER":
            way, _, gives = line.says.partition(" ")
            change = gives or in_notation(_seen_by(session, poster), line.changes)
            ruling.propose_remedy(session, _number(line.about), way, line.reason, by=by, change=change)
        case "AGREE" | "DECLINE" | "WITHDRAW":
            _answer(session, line, by, poster)
        case "END":
            seat = _ender(session.started.seats, line, by, poster)
            proxy = seat in poster.speaks_for or poster.records
            end(session, line.about.lower(), by=by, reason=line.reason, seat=seat, proxy=proxy)
        case "NOTE":
            file_note(session, NoteReader(by), _note_address(line), line.says, line.whom or "all")
        case "ORDER":
            require_seat(line.about, session.started.seats)
            if poster.seat not in ("", line.about):
                mine = titled(poster.seat)
                raise NotAllowedError(f"you are posting as {mine}, so you can leave orders only for {mine}")
            file_order(session, by, line.about, line.says)
        case _:
            found = _disputed(timeline, line, poster)
            if line.whom not in ("", "all", "judge"):
                raise RefusedError(f'"{line.whom[:40]}" cannot be the audience of a dispute. Audiences: all, judge')
            ruling.dispute(session, found.first, line.says, by=by, private=line.whom == "judge")
    return None


def _before(timeline: Timeline, address: str) -> int:
    """Return the entry before a move. Refuse a move that is already undone, and name its current version."""
    group = timeline.find(address)
    if group.first - 1 in timeline.undone:
        now = timeline.addresses.get(timeline.current(group).first, "")
        is_now = now and now != address.removeprefix("#")
        raise RefusedError(f"{address} was corrected; it is now {now}" if is_now else f"{address} is already undone")
    return group.first - 1


def _timeline_of(session: Session, by: str, poster: Poster) -> Timeline:
    """Return the timeline for a correction; a seat, and anyone in a strict session, sees only what they may know."""
    seats = session.started.seats
    known = session.view(by if by in seats else ALL) if session.strict or poster.seat else session.table
    return Timeline(session.row, known)


def _seen_by(session: Session, poster: Poster) -> Timeline:
    """Return the timeline on which the poster's words are read, as in the preview."""
    return Timeline(session.row, session.view(poster.viewer))


def _rule(session: Session, line: Directive, by: str, poster: Poster) -> CorrectionPlan | None:
    """Record a ruling and apply its clauses. A ruling without clauses is recorded as text only."""
    timeline = Timeline(session.row, session.table)
    verdict, group = _verdict_on(timeline, line)
    if not poster.records:
        _require_move(timeline, group, line, verdict)
    if _is_only_recorded(verdict, line, poster):
        cites = ruling.check_cites(session.game, verdict.cites, session.table)
        ruling.note_ruling(session, group, verdict.verdict, line.reason, cites, by=by)
        return None
    piles = [match["pile"] for one in line.then if (match := _STAYS.fullmatch(one))]
    meant = read_meant(_timeline_of(session, by, poster), _changes_of(line), _seen_by(session, poster))
    return ruling.rule(
        session, group, verdict.verdict, line.reason, verdict.cites, by=by,
        settles=verdict.settled(session.view(ALL), group),
        meant=meant, keep=piles, gives=verdict.gives, house=house_rule(line),
    )  # fmt: skip


def _verdict_on(timeline: Timeline, line: Directive) -> "tuple[Verdict, Group]":
    """Return the verdict of a ruling and the move that it is about. Raises RefusedError."""
    verdict, group = read_verdict(line.says), timeline.find(line.about)
    undone = [one.partition(" ")[2] for one in line.then if one.upper().startswith("UNDO ")]
    if undone and (verdict.verdict != "rewind" or [timeline.find(one.strip()) for one in undone] != [group]):
        only = f"RULING {line.about}: rewind / UNDO {line.about}"
        raise RefusedError(f"a ruling can only go back to the move that it is about: {only}")
    return verdict, group


def _is_only_recorded(verdict: "Verdict", line: Directive, poster: Poster) -> bool:
    return not (line.then or verdict.gives) and (poster.records or verdict.verdict == "rewind")


def _changes_of(line: Directive) -> str:
    """Return the changes of a ruling, without the piles that keep their order."""
    return "\n".join(one for one in line.changes.split("\n") if not _STAYS.fullmatch(one))


def _answer(session: Session, line: Directive, by: str, poster: Poster) -> None:
    """Answer a takeback or a settlement proposal, or withdraw a note or claim of this author."""
    seq = _number(line.about)
    event = session.table.entries[seq - 1].event if 0 < seq <= session.table.seq else None
    agreed = line.verb == "AGREE"
    if isinstance(event, TakebackAsked):
        seat = speaker(line, poster)
        proxy = seat in poster.speaks_for
        answer(session, seq, seat=seat, agreed=agreed, by=by, reason=line.reason, proxy=proxy)
    elif isinstance(event, EndProposed) and line.verb != "WITHDRAW":
        seat = speaker(line, poster)
        proxy = seat in poster.speaks_for
        answer_end(session, seq, seat=seat, agreed=agreed, by=by, reason=line.reason, proxy=proxy)
    elif isinstance(event, RemedyProposed):
        ruling.answer_remedy(session, seq, by=by, agreed=agreed)
    elif isinstance(event, Noted) or line.verb == "WITHDRAW":
        withdraw_note(session, NoteReader(by), seq)
    else:
        raise ruling.not_a_proposal(session.view(ALL), seq)


def _ender(seats: Sequence[str], line: Directive, by: str, poster: Poster) -> str:
    """Return the seat that resigns or agrees with an END line, "" for a closing or reopening."""
    if line.says:
        raise RefusedError(f'"{line.says[:40]}" is not expected here. Write the reason after `;`')
    if line.about.lower() in ("close", "reopen"):
        if line.whom:
            raise RefusedError(f"END {line.about.lower()} is about the whole session, not about one seat")
        return ""
    seat = line.whom or poster.seat or (by if poster.records else "")
    if seat not in seats:
        named = f'"{seat[:40]}" is not a seat' if seat and seat != MODERATOR else "name the seat"
        raise RefusedError(f"{named}. Write END {line.about.lower()} for {seats[0]}")
    return seat if poster.records else speaker(msgspec.structs.replace(line, whom=seat), poster)


def _note_address(line: Directive) -> str:
    return "" if line.about == "#0" else line.about


def _number(about: str) -> int:
    if (number := whole(about.removeprefix("#"))) is None:
        raise RefusedError(f'"{about[:40]}" is not a log entry. Write its number, such as #41')
    return number


class Foreseen(NamedTuple):
    """The position after a directive, None if it cannot be predicted, and its effects in sentences."""

    position: Any | None
    says: tuple[str, ...] = ()


def preview_directive(  # noqa: C901, PLR0911, PLR0912  # one case for each verb
    timeline: Timeline, position: Any, line: Directive, poster: Poster, store: EventStore | None = None
) -> Foreseen:
    """Preview a directive, as far as the timeline's viewer may know. Raises BellError if it would be refused.

    The id of a finding is checked only with a `store`, because that needs an audit of the session.
    """
    started, by = timeline.reading.started, poster.by
    match line.verb:
        case "UNDO":
            return Foreseen(_gone_back(timeline, position, _before(timeline, line.about), by))
        case "FIX" | "INSERT" | "OMIT" | "DUE":
            to = read_meant(timeline, line.changes).first.first - 1
            require_group_end(timeline.reading, to)
            require_consent(classify(timeline.reading, to, by), started, left(timeline.reading), by, ())
            return Foreseen(None, _corrected(timeline, line.changes, by))
        case "SET" | "SKIP":
            if line.verb == "SET":
                require_reason(line.reason, "setting a value")
            for effect in effects_by_hand(timeline, position, line):
                position = timeline.game.rules.reducer(position, effect)
        case "LEARN":
            seq, field, item, _ = _learnt(line.says)
            _require_unknown(timeline.reading, seq, field, item, by)
            return Foreseen(None)
        case "RULING":
            says = _ruled(timeline, line, poster)
            return Foreseen(None if line.changes or line.then else position, says)
        case "FINDING":
            check_assessment(line.says, line.reason)
            if store is not None:
                require_finding(store, timeline.game, timeline.reading.codec, timeline.row, line.about)
        case "NOTE":
            check_note(timeline, _note_address(line), line.says)
        case "DISPUTE":
            ruling.require_claim(line.says)
            _disputed(timeline, line, poster)
        case "OFFER":
            way, _, gives = line.says.partition(" ")
            seen = ReadOnlySession(timeline.reading)
            change = gives or in_notation(timeline, line.changes)
            ruling.check_remedy(seen, timeline, _number(line.about), way, line.reason, by=by, change=change)
            return Foreseen(None)
        case "END":
            seat, way = _ender(started.seats, line, by, poster), line.about.lower()
            require_way(timeline.reading, way, line.reason, seat)
            return Foreseen(None, consequences(timeline.reading, way, seat))
        case "AGREE" | "DECLINE" | "WITHDRAW":
            _check_answer(timeline, line, poster)
            return Foreseen(None)
    return Foreseen(position)


def _corrected(timeline: Timeline, changes: str, by: str) -> tuple[str, ...]:
    """Return what a correction would do, in sentences. Raises the errors of `correct`."""
    meant = read_meant(timeline, changes)
    try:
        plan = preview(ReadOnlySession(timeline.reading), meant, by=by, viewer=timeline.viewer)
    except CannotTellError:  # the log knows more than this viewer
        return ("The rules decide this when it is recorded, because it depends on something hidden from you.",)
    require_answers(plan.falls, () if by in timeline.reading.started.seats else plan.undecided)
    require_asked(plan.unused)
    says = [f"{line[:1].upper()}{line[1:].removesuffix('.')}." for line in plan_sentences(plan, timeline)]
    more = [f"To see {counted(len(says) - _MOST_TOLD, 'more effect')}, use `correct --check`."]
    return tuple(says if len(says) <= _MOST_TOLD else says[:_MOST_TOLD] + more)


def _ruled(timeline: Timeline, line: Directive, poster: Poster) -> tuple[str, ...]:
    """Return what a ruling would do, in sentences. Raises RefusedError if it is not possible."""
    reading = timeline.reading
    verdict, group = _verdict_on(timeline, line)
    move = timeline.address(group.first)
    _require_move(timeline, group, line, verdict)
    if isinstance(group.head.event, Posted) and not ruling.dispute_about(reading, group):
        raise RefusedError(f"entry {group.first} is not a move")
    settles = verdict.settled(reading, group)
    says = [f"The dispute of entry {settles} is settled." if settles else f"No dispute about {move} is open."]
    if mark := unasked_entry(reading, group):
        says.append(f"The post of {move} was recorded without a question (entry {mark}).")
    if _is_only_recorded(verdict, line, poster):
        ruling.check_cites(timeline.game, verdict.cites, reading)
        return (*says, f"No move is undone. To go back before {move}, add / UNDO {move}")
    ruling.check_ruling(reading, group, verdict.verdict, line.reason, verdict.cites, by=poster.by, settles=settles)
    changes = _changes_of(line)
    match verdict.verdict:
        case "rewind":
            require_change(reading, group.first - 1)
            undone = counted(len(preview_takeback(reading, group.first - 1).groups), "move")
            says.append(f"Play returns to the position before {move}. This undoes {undone}.")
        case "compensate":
            seen = ReadOnlySession(reading)
            found = read_compensation(seen, verdict.gives)
            require_payable(seen, found)
            place = place_name(timeline.game, reading.position, found.place)
            when = "now" if found.when == "now" else f"at {titled(found.seat)}'s next turn"
            says.append(f"{titled(found.seat)} gets {found.change} to {place}, {when}.")
        case "fix" if changes:
            says += _corrected(timeline, changes, poster.by)
        case _:
            says.append(f"No move changes: {move} stays as it was played.")
    if house := house_rule(line):
        says.append(f"A house rule applies from then on: {house}")
    return tuple(says)


def _require_move(timeline: Timeline, group: Group, line: Directive, verdict: "Verdict") -> None:
    """Refuse a ruling on an entry about a dispute or takeback. The message has the line that rules on the move."""
    move, settles = ruling.ruled_move(timeline, group.first)
    if move.first == group.first:
        return
    about = timeline.address(move.first)
    meant = msgspec.structs.replace(
        line, about=about, says=verdict._replace(settles=settles or None).line, reason=line.reason or "the reason",
        then=tuple(f"UNDO {about}" if one.upper().startswith("UNDO ") else one for one in line.then),
    )  # fmt: skip
    raise RefusedError(f"{_is_about(group, about)}. Rule on that instead: {compose(meant)}")


def _disputed(timeline: Timeline, line: Directive, poster: Poster) -> Group:
    """Return the move or ruling that a dispute is about. Refuse any other entry about a move."""
    group = timeline.find(line.about)
    move, _ = ruling.ruled_move(timeline, group.first)
    if poster.records or move.first == group.first or isinstance(group.head.event, Ruled):
        return group
    about = timeline.address(move.first)
    meant = msgspec.structs.replace(line, about=about)
    raise RefusedError(f"{_is_about(group, about)}. Dispute that instead: {compose(meant)}")


def _is_about(group: Group, about: str) -> str:
    return f"entry {group.first} is about {'move' if '.' in about else 'entry'} {about}"


def _check_answer(timeline: Timeline, line: Directive, poster: Poster) -> None:
    """Refuse an answer or a withdrawal that is not possible, as far as the timeline's viewer may know."""
    reading, seq, agreed = timeline.reading, _number(line.about), line.verb == "AGREE"
    event = reading.entries[seq - 1].event if 0 < seq <= reading.seq else None
    if isinstance(event, TakebackAsked):
        check_answer(reading, seq, seat=speaker(line, poster), agreed=agreed)
    elif isinstance(event, EndProposed) and line.verb != "WITHDRAW":
        require_end_proposal(reading, seq, seat=speaker(line, poster), agreed=agreed)
    elif isinstance(event, RemedyProposed):
        ruling.require_offer(reading, seq, by=poster.by, agreed=agreed)
    elif isinstance(event, Noted) or line.verb == "WITHDRAW":
        require_own_note(timeline, NoteReader(poster.by), seq)
    else:
        raise ruling.not_a_proposal(reading, seq)


def keep_to_its_readers(timeline: Timeline, position: Any, line: Directive, secrecy: AudienceCollector) -> None:
    """Narrow the audience of a post if LEARN, SET or a correction names a hidden card or value."""
    codec = timeline.reading.codec
    with suppress(BellError):  # an invalid line is not recorded
        match line.verb:
            case "LEARN":
                seq, field, _, _ = _learnt(line.says)
                event = timeline.reading.entries[seq - 1].event if 1 <= seq <= timeline.reading.seq else None
                if event is not None and field in (sealed := codec.twins[type(event)].sealed):
                    secrecy.keep_to(audience_of(event, sealed[field]))
            case "SET":
                place, _, value = (part.strip() for part in line.says.partition("="))
                secrecy.take_in([Entry(effect) for effect in timeline.game.editor.edit(position, place, value)])
            case _ if line.changes:
                for change in read_meant(timeline, line.changes).changes:
                    if change.written is not None:
                        secrecy.take_in_words(change.written)
            case _:
                pass


def _gone_back(timeline: Timeline, position: Any, to: int, by: str) -> Any:
    """Return the position after a takeback. It does not change if other seats must agree first."""
    require_group_end(timeline.reading, to)
    if by not in timeline.reading.started.seats:
        return timeline.position(to)
    if timeline.viewer == ALL:
        require_no_proposal(timeline.reading)
    reading = timeline.reading
    consent = consent_to(classify(reading, to, by), reading.started, left(reading), by)
    if consent.barred:
        raise RefusedError(consent.barred)
    return position if consent.needed else timeline.position(to)


def effects_by_hand(timeline: Timeline, position: Any, line: Directive) -> Sequence[Effect]:
    """Return the effects of SET or SKIP, as far as the timeline's viewer may know. Raises RefusedError."""
    game, reading = timeline.game, timeline.reading
    if line.verb == "SKIP":
        turn = game.rules.status(position).seat
        if turn != line.says.lower():
            named = f", not {titled(line.says[:40])}'s" if line.says else f". Write SKIP {turn} ; the reason"
            raise RefusedError(f"it is {titled(turn)}'s turn{named}")
        return tuple(game.editor.edit(position, "turn", "next"))
    place, _, value = (part.strip() for part in line.says.partition("="))
    if not place or not value:
        raise RefusedError("name the field and its new value")
    effects = tuple(game.editor.edit(position, place, value))
    as_published(reading.codec, reading.started, Adjusted(place, value, line.reason), effects)
    return effects


def _learnt(rest: str) -> tuple[int, str, int, str]:
    """Parse the text after LEARN into entry number, event field, item index (from 0) and value."""
    found = _LEARNT.fullmatch(rest.strip())
    if found is None:
        raise NotationError("this is not a LEARN line", column=1, read=rest, allowed=("LEARN #12 cards 1 = sonic",))
    return int(found[1]), found[2], int(found[3]) - 1, found[4]


def _require_unknown(reading: Reading[Any], seq: int, field: str, item: int, by: str) -> None:
    """Check that the item is unknown, and that a seat names only an item that it was allowed to know."""
    if not 1 <= seq <= reading.seq:
        raise RefusedError(f"entry {seq} does not exist. The log has entries 1 to {reading.seq}")
    event = reading.entries[seq - 1].event
    sealed = reading.codec.twins[type(event)].sealed
    value = getattr(event, field, ()) if field in sealed else ()
    items = (value,) if isinstance(value, str) else value
    if not 0 <= item < len(items) or items[item] != UNKNOWN:
        raise RefusedError(f"entry {seq} has no unknown item {item + 1} in {field[:40]}")
    if by in reading.started.seats and audience_of(event, sealed[field]) != by:
        raise RefusedError(f"entry {seq} is hidden from {titled(by)}, who cannot name what it contains")


class Verdict(NamedTuple):
    """A verdict, the references it cites, and what a compensation gives back."""

    verdict: str
    cites: tuple[str, ...] = ()
    gives: str = ""
    settles: int | None = None  # the entry of a dispute, 0 for none, None for the open dispute about the move

    @property
    def line(self) -> str:
        """The verdict in the notation of RULING and OFFER."""
        settles = {None: (), 0: ("settles none",)}.get(self.settles, (f"settles #{self.settles}",))
        return ", ".join((f"{self.verdict} {self.gives}".strip(), *self.cites, *settles))

    def settled(self, reading: Reading[Any], group: Group) -> int:
        """Return the entry number of the dispute that this verdict settles, 0 for none."""
        return ruling.dispute_about(reading, group) if self.settles is None else self.settles


def read_verdict(text: str) -> Verdict:
    """Parse a verdict such as `stand, RULE-02, settles #44`. Raises RefusedError for other text."""
    if match := _GIVES.match(text):
        gives, rest = match["gives"], text[match.end() :].removeprefix(",")
        first, verdict = text, "compensate"
    else:
        first, _, rest = text.partition(",")
        word, _, gives = first.strip().partition(" ")
        verdict = _VERDICTS.get(word.lower(), "")
    if not verdict or (gives and verdict != "compensate"):
        raise RefusedError(f'"{first[:40]}" is not a verdict. Verdicts: {", ".join(ruling.VERDICTS)}')
    cites, settles = list[str](), None
    for part in (part.strip() for part in rest.split(",")):
        if match := _SETTLES.fullmatch(part):
            settles = int(match["line"] or 0)
        elif part:
            cites.append(part)
    return Verdict(verdict, tuple(cites), " ".join(gives.split()), settles)
