"""The format `.txt`: a session as a transcript, as one viewer may know it."""

from collections.abc import Iterator
from typing import Final, assert_never

from events import session_events as c
from events.digits import whole
from events.events import ALL, Move
from projections.described import CardsSet, write_row
from replay.exporting.source import Source
from replay.posts.blocks import chat_of
from replay.posts.position_file import TABLE_IS_DESCRIBED
from replay.reading.reading import Group
from replay.reading.timeline import WHAT_IF, Timeline

_USUAL: Final = {"opens": "all", "corrections": "friendly", "disputes": "go on"}
"""Values of fields that a header leaves out."""


def export(source: Source) -> Iterator[bytes]:
    """The transcript, for `import` and `audit`."""
    yield transcript_of(source.timeline).encode()


def transcript_of(timeline: Timeline) -> str:
    """The log as a transcript that reads back: header, posts, and a block for each seat's turn."""
    return "\n".join([*_header(timeline), "", *_body(timeline)]) + "\n"


def _header(timeline: Timeline) -> Iterator[str]:
    started = timeline.reading.started
    if started.branch:
        yield f"# {WHAT_IF} It leaves {started.branch.partition(' ')[0]}."
    fields = {
        "game": started.game, "title": started.title, "seats": ", ".join(started.seats),
        "dice": started.dice if started.dice != "tower" else "other:tower",
        "cards": started.cards if started.cards != "tower" else "other:tower",
        "opens": started.opens, "data": ", ".join(f"{name}={pin}" for name, pin in started.data.items()),
        "corrections": started.corrections, "disputes": started.disputes,
    }  # fmt: skip
    yield from (f"{name}: {value}" for name, value in fields.items() if value != _USUAL.get(name, ""))
    dealt = next((group.last for group in timeline.groups if isinstance(group.head.event, c.Begun)), timeline.last)
    later = (group.head.event for group in timeline.groups if group.first > dealt)
    if isinstance(next((event for event in later if not isinstance(event, c.Posted)), None), c.Adjusted):
        yield f"table: {TABLE_IS_DESCRIBED}"
    for name, value in {**timeline.game.editor.retold(timeline.position(dealt)), **started.options}.items():
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
    """The tail of a block; none where it would say that its seat leaves something out that is still to come."""
    if open_ is None:
        return
    seat, position = open_[1], timeline.position(seq)
    goes_on = timeline.game.rules.silence(position, seat) is not None
    if not goes_on or seat != next(iter(timeline.game.rules.status(position).awaited), ""):
        yield "== end =="


def session_event_lines(timeline: Timeline, group: Group) -> Iterator[str]:  # one case an event
    """The lines of a transcript that say which session event heads a group; none if it need not be said."""
    event = group.head.event
    if not isinstance(event, c.SESSION_EVENTS):
        return
    match event:
        case c.Posted(author=author, when=when, where=where):
            head = ", ".join(part for part in (author, when, where) if part)
            yield ""
            yield f"--- {head} ---"
            yield from chat_of(event.text)
        case c.TakenBack(to=to):
            first = next(
                (other.first for other in timeline.groups if other.first > to and isinstance(other.head.event, Move)),
                to + 1,
            )
            yield from _moderated(timeline, f"UNDO {_address(timeline, first)} ok{_wherefore(timeline, group)}")
        case c.Adjusted(place=place, value=value, reason=reason):
            yield from _moderated(timeline, f"SET {place} = {_set(group, place, value)} ; {_flat(reason)}")
        case c.Skipped(seat=seat, reason=reason):
            yield from _moderated(timeline, f"SKIP {seat} ; {_flat(reason)}")
        case c.Ruled(line=line, verdict=verdict, reason=reason, cites=cites):
            cited = ", ".join((verdict, *(cite for cite in cites if not cite.startswith("#"))))  # lines are renumbered
            yield from _moderated(timeline, f"RULING {_address(timeline, line)}: {cited} ; {_flat(reason)}")
        case c.DisputeOpened(author=author, line=line, claim=claim) if author in timeline.reading.started.seats:
            yield from _moderated(timeline, f"DISPUTE {_address(timeline, line)}: {_flat(claim)}", author)
        case c.Noted() if move := _noted_move(timeline, event, group.first):
            seat = event.author if event.author in timeline.reading.started.seats else "moderator"
            yield from _moderated(timeline, f"NOTE {move}: {_flat(event.text)}", seat)
        case (
            c.Pledged()
            | c.Seated()
            | c.Begun()  # the header says it
            | c.Remarked()
            | c.Claimed()
            | c.IllegalMoveAccepted()
            | c.ItemRevealed()  # the moves say it
            | c.DisputeOpened()
            | c.Noted()  # it is not for everybody, or not about a move
            | c.TakebackAsked()
            | c.TakebackAnswered()
            | c.RemedyProposed()
            | c.RemedyAnswered()  # what follows says it
            | c.Compensated()
            | c.HouseRuled()
            | c.ClaimPublished()  # it is part of a ruling of this server
            | c.Ordered()
            | c.PrivilegedView()
            | c.Suspended()
            | c.SecretsOpened()
            | c.Triaged()
            | c.Appointed()
            | c.Redecided()
            | c.HiddenInfoProbe()
            | c.HostKey()  # it is about the session on this server, not about the game
        ):
            pass
        case _:
            assert_never(event)


def _set(group: Group, place: str, value: str) -> str:
    """What was set, with those cards of it that this viewer knows; the log itself says how many they are."""
    rows = {entry.event.place: entry.event.cards for entry in group.entries if isinstance(entry.event, CardsSet)}
    return write_row(rows[place]) if place in rows else value


def _noted_move(timeline: Timeline, event: c.Noted, line: int) -> str:
    """The address of the move that a note for everybody stands at, "" where it is none; lines are renumbered.

    A note that was withdrawn is none.
    """
    events = (entry.event for entry in timeline.reading.entries_of(c.Noted))
    if any(isinstance(other, c.Noted) and other.of == str(line) for other in events):
        return ""
    at = (whole(event.at) or 0) if event.audience == ALL and not event.of else 0
    return timeline.addresses.get(timeline.group_at(at).first, "") if 0 < at <= timeline.last else ""


def _address(timeline: Timeline, line: int) -> str:
    return timeline.addresses.get(line, f"#{line}")


def _wherefore(timeline: Timeline, group: Group) -> str:
    """Why a seat asked to go back, where one did."""
    asked = [entry.event for entry in timeline.entries[: group.first - 1] if isinstance(entry.event, c.TakebackAsked)]
    answer = isinstance(group.head.event, c.TakenBack) and asked and asked[-1].to == group.head.event.to
    return f" ; {_flat(asked[-1].reason)}" if answer and asked[-1].reason else ""


def _flat(text: str) -> str:
    """A text on one line, so that nothing in it passes for a line or a fence of its own."""
    return " ".join(text.split())


def _moderated(timeline: Timeline, line: str, by: str = "moderator") -> Iterator[str]:
    yield f"== {timeline.row.session} {by} =="
    yield line
    yield "== end =="
