"""The format `.txt`: a session as a transcript, limited to what one viewer may know."""

from collections.abc import Iterator
from typing import Final, assert_never

from events import session_events as c
from events.digits import whole
from events.events import ALL, Move
from projections.described import CardsSet, write_row
from projections.field import RULES_VERSION
from replay.exporting.source import Source
from replay.posts.blocks import UNNAMED_RULES, chat_of
from replay.posts.create_session import TABLE_IS_DESCRIBED
from replay.reading.ending import ending_words, resignation_policy
from replay.reading.reading import Group
from replay.reading.timeline import WHAT_IF, Timeline

_USUAL: Final = {"rules": UNNAMED_RULES, "opens": "all", "corrections": "friendly", "disputes": "go on"}
"""Default values of session settings, which the header of a transcript omits."""

_InHeader = c.ResignationPolicy | c.Pledged | c.Seated | c.Begun
_InMoves = c.Remarked | c.Claimed | c.IllegalMoveAccepted | c.ItemRevealed | c.Redecided
_OfProposals = c.RemedyProposed | c.RemedyAnswered | c.Resigned | c.EndProposed | c.EndAnswered
_InLater = c.TakebackAsked | c.TakebackAnswered | _OfProposals  # in the events that follow
_OfRulings = c.Compensated | c.HouseRuled | c.ClaimPublished  # part of a ruling of this server
_OfReading = c.TrustPolicy | c.RecordedUnasked | c.PostOrigin
_OfLog = c.PrivilegedView | c.Suspended | c.SecretsOpened | c.Triaged | c.HiddenInfoProbe | c.HostKey | _OfReading
_OfServer = c.Ordered | c.Appointed | _OfRulings | _OfLog  # about the session on this server, not about the game


def export(source: Source) -> Iterator[bytes]:
    """Yield the transcript, for `import` and `audit`."""
    yield transcript_of(source.timeline).encode()


def transcript_of(timeline: Timeline) -> str:
    """Write the log as a transcript that can be imported again: header, posts, and a block for each turn of a seat."""
    return "\n".join([*_header(timeline), "", *_body(timeline)]) + "\n"


def _header(timeline: Timeline) -> Iterator[str]:
    started = timeline.reading.started
    if started.branch:
        yield f"# {WHAT_IF} It leaves {started.branch.partition(' ')[0]}."
    fields = {
        "game": started.game, "rules": str(started.rules), "title": started.title, "seats": ", ".join(started.seats),
        "dice": started.dice if started.dice != "tower" else "other:tower",
        "cards": started.cards if started.cards != "tower" else "other:tower",
        "opens": started.opens, "data": ", ".join(f"{name}={pin}" for name, pin in started.data.items()),
        "corrections": started.corrections, "disputes": started.disputes,
        "resignation": resignation_policy(timeline.reading),
    }  # fmt: skip
    yield from (f"{name}: {value}" for name, value in fields.items() if value != _USUAL.get(name, ""))
    dealt = next((group.last for group in timeline.groups if isinstance(group.head.event, c.Begun)), timeline.last)
    later = (group.head.event for group in timeline.groups if group.first > dealt)
    first = next((event for event in later if not isinstance(event, c.Posted)), None)
    if isinstance(first, c.Adjusted) and first.place != RULES_VERSION:
        yield f"table: {TABLE_IS_DESCRIBED}"
    for name, value in {**timeline.game.editor.setup_options(timeline.position(dealt)), **started.options}.items():
        shown = ", ".join(f"{key}={item}" for key, item in value.items()) if isinstance(value, dict) else value
        if shown not in ("", None):
            yield f"{name}: {shown}"


def _body(timeline: Timeline) -> Iterator[str]:
    open_: tuple[int, str] | None = None
    kept = ""
    for group in timeline.groups:
        event = group.head.event
        if isinstance(event, Move):
            turn = timeline.status(group.first - 1).turn
            if open_ != (turn, event.player):
                yield from _closed(timeline, open_, group.first - 1)
                yield f"== {timeline.row.session} T{turn} {event.player} =="
                open_ = (turn, event.player)
            yield timeline.game.notation.write(group.entries, timeline.position(group.first - 1))
            if kept:
                yield f"! {kept}"
            kept = ""
            continue
        if isinstance(event, c.IllegalMoveAccepted):
            kept = _flat(event.reason)
        told = list(session_event_lines(timeline, group))
        if told:
            yield from _closed(timeline, open_, group.first - 1)
            open_ = None
            yield from told
    yield from _closed(timeline, open_, timeline.last)


def _closed(timeline: Timeline, open_: tuple[int, str] | None, seq: int) -> Iterator[str]:
    """Yield the tail of a block, unless it would imply a pass that the seat has not made."""
    if open_ is None:
        return
    seat, position = open_[1], timeline.position(seq)
    goes_on = timeline.game.rules.implied_pass(position, seat) is not None
    if not goes_on or seat != next(iter(timeline.game.rules.status(position).awaited), ""):
        yield "== end =="


def session_event_lines(timeline: Timeline, group: Group) -> Iterator[str]:  # noqa: C901  # one case for each event
    """Yield the transcript lines for the session event of a group, if it needs any."""
    event = group.head.event
    if not isinstance(event, c.AnySessionEvent) or isinstance(event, _InHeader | _InMoves | _InLater | _OfServer):
        return
    match event:
        case c.Posted(author=author, when=when, where=where):
            head = ", ".join(part for part in (author, when, where) if part)
            yield ""
            yield f"--- {head} ---"
            yield from chat_of(event.text)
        case c.TakenBack(to=to):
            moves = (other.first for other in timeline.groups if isinstance(other.head.event, Move))
            first = next((move for move in moves if move > to), to + 1)
            yield from _moderated(timeline, f"UNDO {timeline.address(first)} ok{_wherefore(timeline, group)}")
        case c.Adjusted(place=place, value=value, reason=reason):
            yield from _moderated(timeline, f"SET {place} = {_set(group, place, value)} ; {_flat(reason)}")
        case c.Skipped(seat=seat, reason=reason):
            yield from _moderated(timeline, f"SKIP {seat} ; {_flat(reason)}")
        case c.Closed(how=how, reason=reason):
            told = [*([] if how == "moderator" else [ending_words(event)]), *([reason] if reason else [])]
            yield from _moderated(timeline, f"END close ; {_flat(': '.join(told))}")
        case c.Reopened(reason=reason):
            yield from _moderated(timeline, f"END reopen ; {_flat(reason)}")
        case c.Ruled(line=line, verdict=verdict, reason=reason, cites=cites):
            cited = ", ".join((verdict, *(cite for cite in cites if not cite.startswith("#"))))  # renumbered
            yield from _moderated(timeline, f"RULING {timeline.address(line)}: {cited} ; {_flat(reason)}")
        case c.DisputeOpened(author=author, line=line, claim=claim) if author in timeline.reading.started.seats:
            yield from _moderated(timeline, f"DISPUTE {timeline.address(line)}: {_flat(claim)}", author)
        case c.Noted() if move := _noted_move(timeline, event, group.first):
            seat = event.author if event.author in timeline.reading.started.seats else "moderator"
            yield from _moderated(timeline, f"NOTE {move}: {_flat(event.text)}", seat)
        case c.DisputeOpened() | c.Noted():
            pass  # private, or not about a move
        case _:
            assert_never(event)


def _set(group: Group, place: str, value: str) -> str:
    rows = {entry.event.place: entry.event.cards for entry in group.entries if isinstance(entry.event, CardsSet)}
    return write_row(rows[place]) if place in rows else value


def _noted_move(timeline: Timeline, event: c.Noted, line: int) -> str:
    """Return the number of the move that a public note is about, "" without one.

    Entry numbers are not used, because an import renumbers entries.
    """
    if any(other.of == str(line) for _, other in timeline.reading.events_of(c.Noted)):
        return ""
    at = (whole(event.at) or 0) if event.audience == ALL and not event.of else 0
    return timeline.addresses.get(timeline.group_at(at).first, "") if 0 < at <= timeline.last else ""


def _wherefore(timeline: Timeline, group: Group) -> str:
    asked = [entry.event for entry in timeline.entries[: group.first - 1] if isinstance(entry.event, c.TakebackAsked)]
    answer = isinstance(group.head.event, c.TakenBack) and asked and asked[-1].to == group.head.event.to
    return f" ; {_flat(asked[-1].reason)}" if answer and asked[-1].reason else ""


def _flat(text: str) -> str:
    """Join a text to one line, so that none of its lines can be read as a move or block header."""
    return " ".join(text.split())


def _moderated(timeline: Timeline, line: str, by: str = "moderator") -> Iterator[str]:
    yield f"== {timeline.row.session} {by} =="
    yield line
    yield "== end =="
