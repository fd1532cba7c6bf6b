"""The moment that a takeback, a correction or a ruling is about: one group of the log, as whoever asks may know it."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Final, NamedTuple

from flask import Response, request, url_for

from events.digits import whole
from events.errors import RefusedError
from events.events import MODERATOR_VIEW, UNKNOWN, Move
from events.store.accounts import SEAT
from replay.corrections.ruling import Dispute, is_about, open_disputes
from replay.corrections.takeback import TakebackPreview, preview_takeback, require_change, require_group_end
from replay.posts.directives import Directive, compose
from replay.posts.door import CROSSES, Preview, Request, preview, submit
from replay.posts.file import FiledPost
from replay.posts.paste import Pasted, Poster
from replay.reading.disclosure import Classification, classify
from replay.reading.places import place_name
from replay.reading.reading import Group
from replay.reading.timeline import Timeline
from replay.session.consent import Consent, Policy, consent_to, policy_of
from replay.session.seats import live_links
from replay.session.session import Session
from webui.access.identity import Identity, accounts, is_laptop, require_participant
from webui.access.rate_limits import limit_rate
from webui.access.responses import see_other
from webui.access.token_guard import guard_tokens
from webui.access.view import current_context, requested_view, require_line, require_session_and_identity
from webui.views.log_rows import LogRow

LEVELS: Final[Mapping[str, str]] = {
    "FREE": "Nothing was learnt since, and nobody else decided anything.",
    "COURTESY": "Nothing was learnt since, but others have decided.",
    "SEALED": "Something was seen since, and cannot be unseen.",
}
_SEAT: Final = re.compile(r"[a-z0-9][a-z0-9-]*")
_LONGEST: Final = 2_000
_SHOWN: Final = 12


class UndoneGroup(NamedTuple):
    """A group that would be struck: its last line, its address, its sentence."""

    seq: int
    address: str
    text: str


class Moment:
    """One group, and what going back behind it would mean."""

    def __init__(self, session: str, seq: int) -> None:
        row, self.who = require_session_and_identity(session)
        self.seen = requested_view(session, {"as": self.who.viewer})
        require_line(self.seen, seq)
        self.seq, self.session = seq, row.session
        self.timeline, self.public = self.seen.timeline, self.seen.public.timeline
        self.group: Group = self.timeline.group_at(seq)
        self.to = self.group.first - 1
        book = self.seen.cached.book
        self.row: LogRow = book.row(book.at(seq))

    @property
    def base(self) -> str:
        """The address of the session."""
        return url_for("viewer.last", session=self.session)

    @property
    def is_move(self) -> bool:
        """Whether this is a seat's move."""
        return isinstance(self.group.head.event, Move)

    @property
    def address(self) -> str:
        """How people call it: `7.3`, or the number of its line."""
        return self.row.address

    @cached_property
    def why_not(self) -> str:
        """Why nobody can go back behind it, or ""."""
        if self.seen.is_over and not self.who.may_rule:
            return "this session is over: only a ruling goes back in what is recorded"
        return self.why_not_ruled

    @cached_property
    def why_not_fixed(self) -> str:
        """Why what is recorded cannot be corrected from here on by whoever asks, or ""."""
        if self.seen.is_over and not self.who.may_rule:
            return "this session is over: only its moderator or a judge corrects what is recorded"
        return self.why_not_ruled

    @cached_property
    def why_not_ruled(self) -> str:
        """Why nothing is corrected or gone back to from here, by whomever, or ""."""
        try:
            require_group_end(self.public.reading, self.to)
            require_change(self.public.reading, self.to)
        except RefusedError as error:
            return str(error)
        return ""

    @property
    def is_proposed(self) -> bool:
        """Whether the open proposal is to go back just behind it."""
        return self.seen.proposal is not None and self.seen.proposal.to == self.to

    @property
    def proposer(self) -> str:
        """The seat that proposes it, or would: that of whoever asks, else the one whose move it is."""
        if self.is_proposed and self.seen.proposal:
            return self.seen.proposal.author
        return self.who.seat or str(getattr(self.group.head.event, "player", ""))

    @cached_property
    def found(self) -> Classification:
        """What was learnt and decided since, where the proposer asks to go back."""
        return classify(self.public.reading, self.to, self.proposer)

    @property
    def learnt(self) -> list[UndoneGroup]:
        """The first things that were learnt, each with the sentence of its line."""
        seats = {seat: self.seen.seat_name(seat) for seat in self.seen.seats}
        return [
            UndoneGroup(seq, _SEAT.sub(lambda word: seats.get(word[0], word[0]), what), told)
            for seq, what, told in self._learnt
        ]

    @property
    def _learnt(self) -> Iterator[tuple[int, str, str]]:
        for item in self.found.learnt[:_SHOWN]:
            yield item.seq, item.what.partition(" for ")[0], self.timeline.tell(item.seq)

    @property
    def policy(self) -> Policy:
        """The session's policy."""
        return policy_of(self.public.reading.started)

    @property
    def consent(self) -> Consent:
        """Who must agree, where the proposer asks to go back."""
        return consent_to(self.found, self.public.reading.started, self.proposer)

    @property
    def shuffled(self) -> list[str]:
        """The piles that would be shuffled anew, by their printed names."""
        return [
            place_name(self.timeline.game, self.timeline.position(self.seq), pile) for pile in self.preview.shuffled
        ]

    @cached_property
    def preview(self) -> TakebackPreview:
        """What would be undone, as whoever asks may know it."""
        return preview_takeback(self.timeline.reading, self.to)

    @property
    def undone(self) -> list[UndoneGroup]:
        """The first of the groups that would be struck."""
        book = self.seen.cached.book
        rows = [book.row(book.at(seq)) for seq in self.preview.groups[:_SHOWN]]
        return [UndoneGroup(row.last, row.address, row.text) for row in rows]

    @property
    def more(self) -> int:
        """How many more would be."""
        return max(0, len(self.preview.groups) - _SHOWN)

    @cached_property
    def proxies(self) -> tuple[str, ...]:
        """The seats that have no way to speak here, for whom a moderator files what was said at the table."""
        started = self.public.reading.started
        strict = started.dice == started.cards == "tower"
        if not self.who.is_moderator or self.seen.is_over or (strict and not is_laptop()):
            return ()
        linked = {link.seat for link in live_links(accounts(), self.session) if link.role == SEAT}
        return tuple(seat for seat in started.seats if seat not in linked)

    @cached_property
    def disputes(self) -> Sequence[Dispute]:
        """The open disputes about this move; whoever may rule reads what is claimed to them alone."""
        found = [one for one in open_disputes(self.timeline.reading) if self.is_told_of(one.line)]
        if not self.who.may_rule or all(one.claim != UNKNOWN for one in found):
            return found
        context = current_context()
        bench = Timeline.read(context.store, context.registry, self.session, MODERATOR_VIEW).reading
        return [one for one in open_disputes(bench) if self.is_told_of(one.line)]

    def is_told_of(self, line: int) -> bool:
        """Whether a line is one of this move's, or of the same move where it stood before a correction."""
        return is_about(self.public.reading, self.group, line)

    def require_participant(self) -> None:
        """Refuse whoever can do nothing here, and count who can.

        Raises:
            Forbidden: neither a seat, nor the moderator, nor a judge.
        """
        require_participant(self.session)
        limit_rate("post", self.who.link)

    def opened(self) -> Session:
        """The session, open for writing."""
        context = current_context()
        return Session.load(context.store, context.registry, self.session)

    def to_last(self) -> Response:
        """On to where the session stands now."""
        return see_other(f"{self.base}{f'?as={self.who.seat}' if self.who.seat else ''}")


def form_field(name: str) -> str:
    """A field of the form that was sent, on one line."""
    return " ".join(request.form.get(name, "").split())[:_LONGEST]


def query_field(name: str) -> str:
    """A field of the address that was asked for."""
    return request.args.get(name, "").strip()[:_LONGEST]


def last_line_seen() -> int:
    """The last line that whoever sends a form saw.

    Raises:
        RefusedError: the form does not say.
    """
    after = whole(form_field("after"))
    if after is None:
        raise RefusedError("after: the number of the last line that you saw is expected")
    return after


def preview_line(timeline: Timeline, who: Identity, text: str, seat: str = "") -> Preview:
    """Look at a line on the timeline of whoever asks; nothing is written.

    Raises:
        BellError: it cannot be filed.
    """
    guard_tokens(text, who)
    return preview(current_context().store, timeline, _request(timeline.row.session, who, Pasted(text=text, seat=seat)))


def file_line(session: str, who: Identity, line: Directive, speaks_for: tuple[str, ...] = ()) -> FiledPost:
    """Compose a line and submit it, as a form is sent: with the last line that its author saw.

    Raises:
        BellError: it is refused; nothing was written.
    """
    guard_tokens(repr(line), who)
    after = whole(form_field("after")) if line.verb in CROSSES else last_line_seen()
    return _submit(_request(session, who, Pasted(text=compose(line), after=after, key=_form_key()), speaks_for))


def file_move(session: str, who: Identity, line: str, seat: str) -> FiledPost:
    """Submit a line of the game for a seat, as a form is sent.

    Raises:
        BellError: it is refused; nothing was written.
    """
    return _submit(_request(session, who, Pasted(text=line, seat=seat, after=last_line_seen(), key=_form_key())))


def _form_key() -> str:
    return form_field("key")[:64]


def _submit(sent: Request) -> FiledPost:
    return submit(current_context().store, current_context().registry, sent)


def _request(session: str, who: Identity, sent: Pasted, speaks_for: tuple[str, ...] = ()) -> Request:
    return Request(session, Poster(who.author, who.viewer, speaks_for=speaks_for), sent, is_post=False)
