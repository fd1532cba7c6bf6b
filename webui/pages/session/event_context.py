"""The context of a takeback, correction or ruling: one group of the log, as the user may know it."""

import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, Final, NamedTuple

from flask import Response, request

from events.digits import whole
from events.errors import RefusedError
from events.events import MODERATOR_VIEW, UNKNOWN, Move
from events.store.accounts import SEAT
from replay.corrections.ruling import Dispute, is_about, open_disputes
from replay.corrections.takeback import TakebackPreview, preview_takeback, require_change, require_group_end
from replay.posts.directives import Directive, compose
from replay.posts.door import CROSSES, FiledPost, Preview, Request, preview, submit
from replay.posts.paste import Pasted, Poster
from replay.reading.disclosure import Classification, classify
from replay.reading.ending import left
from replay.reading.places import place_name
from replay.reading.reading import Group
from replay.reading.timeline import Timeline
from replay.session.consent import Consent, consent_to, policy_of
from replay.session.seats import live_links
from webui.access.identity import Identity, accounts, is_laptop, require_participant
from webui.access.pending_links import guard_tokens
from webui.access.rate_limits import limit_rate
from webui.access.responses import see_other
from webui.access.view import current_context, requested_view, require_line, require_session_and_identity
from webui.views.log_rows import LogRow, OriginalPost, original_post

LEVELS: Final[Mapping[str, str]] = {
    "FREE": "Since then, nothing was revealed and no other player has made a decision.",
    "COURTESY": "Since then, nothing was revealed, but other players have made decisions.",
    "REVEALED": "Since then, hidden information was revealed.",
}
_SEAT: Final = re.compile(r"[a-z0-9][a-z0-9-]*")
_LONGEST: Final = 2_000
_SHOWN: Final = 12


class UndoneGroup(NamedTuple):
    """A move that would be undone: its last entry, its move number and its sentence."""

    seq: int
    address: str
    text: str


class Moment:
    """One move with its results (a group of entries), and what a takeback to the entry before them would do."""

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
        self.post: OriginalPost | None = original_post(book, book.at(seq))
        self.address, self.is_move = self.row.address, isinstance(self.group.head.event, Move)
        self.policy = policy_of(self.public.reading.started)

    @property
    def why_not(self) -> str:
        """In words, why the user cannot take this group back, or ""."""
        is_late = self.seen.is_over and not self.who.may_rule
        return "this session is over. Only a ruling can take back a move now" if is_late else self.why_not_ruled

    @property
    def why_not_fixed(self) -> str:
        """In words, why the user cannot correct this group, or ""."""
        is_late, who = self.seen.is_over and not self.who.may_rule, "its moderator or a judge"
        return f"this session is over. Only {who} can correct a move now" if is_late else self.why_not_ruled

    @cached_property
    def why_not_ruled(self) -> str:
        """In words, why this group cannot be corrected or taken back, not even by a ruling, or ""."""
        try:
            require_group_end(self.public.reading, self.to)
            require_change(self.public.reading, self.to)
        except RefusedError as error:
            return str(error)
        return ""

    @property
    def is_proposed(self) -> bool:
        """Whether the open proposal is to take back exactly this group."""
        return self.seen.proposal is not None and self.seen.proposal.to == self.to

    @property
    def proposer(self) -> str:
        """The seat that proposes or could propose the takeback: the user's seat, or else the seat that moved."""
        proposed = self.seen.proposal if self.is_proposed else None
        return proposed.author if proposed else self.who.seat or str(getattr(self.group.head.event, "player", ""))

    @cached_property
    def found(self) -> Classification:
        """What was learned and decided since this group, which sets the level of a takeback by the proposer."""
        return classify(self.public.reading, self.to, self.proposer)

    @property
    def learnt(self) -> list[UndoneGroup]:
        """The first things that players learned since this group (dice, cards), each with the sentence of its entry."""
        seats, found = {seat: self.seen.seat_name(seat) for seat in self.seen.seats}, self.found.learnt[:_SHOWN]
        secrets = [
            _SEAT.sub(lambda word: seats.get(word[0], word[0]), each.what.partition(" for ")[0]) for each in found
        ]
        return [
            UndoneGroup(one.seq, what, self.timeline.sentence(one.seq))
            for one, what in zip(found, secrets, strict=True)
        ]

    @property
    def consent(self) -> Consent:
        """The seats that must agree to a takeback by the proposer."""
        reading = self.public.reading
        return consent_to(self.found, reading.started, left(reading), self.proposer)

    @property
    def shuffled(self) -> list[str]:
        """The printed names of the piles that a takeback would reshuffle."""
        game, position = self.timeline.game, self.timeline.position(self.seq)
        return [place_name(game, position, pile) for pile in self.preview.shuffled]

    @cached_property
    def preview(self) -> TakebackPreview:
        """The changes that a takeback of this group would make, as the user may know them."""
        return preview_takeback(self.timeline.reading, self.to)

    @property
    def undone(self) -> list[UndoneGroup]:
        """The first few of the groups (moves) that a takeback would undo."""
        return [self.undone_group(seq) for seq in self.preview.groups[:_SHOWN]]

    def undone_group(self, seq: int) -> UndoneGroup:
        """Return the group that contains an entry."""
        row = self.seen.cached.book.row(self.seen.cached.book.at(seq))
        return UndoneGroup(row.last, row.address, row.text)

    @property
    def more(self) -> int:
        """The number of groups (moves) that a takeback would undo in addition to the listed groups."""
        return max(0, len(self.preview.groups) - _SHOWN)

    @cached_property
    def proxies(self) -> tuple[str, ...]:
        """The seats without a link, for which a moderator submits what they said elsewhere."""
        started = self.public.reading.started
        strict = started.dice == started.cards == "tower"
        if not self.who.is_moderator or self.seen.is_over or (strict and not is_laptop()):
            return ()
        linked = {link.seat for link in live_links(accounts(), self.session) if link.role == SEAT}
        return tuple(seat for seat in started.seats if seat not in linked)

    @cached_property
    def disputes(self) -> Sequence[Dispute]:
        """The open disputes about this move; a moderator or judge can also read private claims."""
        found = [one for one in open_disputes(self.timeline.reading) if self.is_told_of(one.line)]
        if not self.who.may_rule or all(one.claim != UNKNOWN for one in found):
            return found
        context = current_context()
        bench = Timeline.read(context.store, context.registry, self.session, MODERATOR_VIEW).reading
        return [one for one in open_disputes(bench) if self.is_told_of(one.line)]

    def is_told_of(self, line: int) -> bool:
        """Return whether the entry `line` belongs to this move, or to the version of this move before a correction."""
        return is_about(self.public.reading, self.group, line)

    def require_participant(self) -> None:
        """Refuse a user who is neither a seat, nor the moderator, nor a judge, and count the request."""
        require_participant(self.session)
        limit_rate("post", self.who.link)

    def to_last(self) -> Response:
        """Return a redirect to the session's last position."""
        return see_other(f"{self.seen.base}{f'?as={self.who.seat}' if self.who.seat else ''}")

    def page(self, template: str, status: int, /, **shown: Any) -> Response:
        """Return a page about this group."""
        return self.seen.page(template, status, moment=self, **shown)


def form_field(name: str) -> str:
    """Return the value of a submitted form field, on one line."""
    return " ".join(request.form.get(name, "").split())[:_LONGEST]


def query_field(name: str) -> str:
    """Return the value of a parameter in the URL of the request."""
    return request.args.get(name, "").strip()[:_LONGEST]


def preview_line(timeline: Timeline, who: Identity, text: str, seat: str = "") -> Preview:
    """Preview a line on the user's timeline; nothing is saved."""
    guard_tokens(text, who)
    return preview(current_context().store, timeline, _request(timeline.row.session, who, Pasted(text=text, seat=seat)))


def file_line(session: str, who: Identity, line: Directive, speaks_for: tuple[str, ...] = ()) -> FiledPost:
    """Submit a command as a post. The form gives the last entry that the user saw. A refused post saves nothing."""
    guard_tokens(repr(line), who)
    return file_text(session, who, compose(line), speaks_for=speaks_for, crosses=line.verb in CROSSES)


def file_text(
    session: str, who: Identity, text: str, seat: str = "", speaks_for: tuple[str, ...] = (), *, crosses: bool = False
) -> FiledPost:
    """Submit a text as a seat's post. The form gives the last entry that the user saw. A refused post saves nothing."""
    after, context = whole(form_field("after")), current_context()
    if after is None and not crosses:
        raise RefusedError("after: enter the number of the last entry that you saw")
    sent = Pasted(text=text, seat=seat, after=after, key=form_field("key")[:64])
    return submit(context.store, context.registry, _request(session, who, sent, speaks_for))


def _request(session: str, who: Identity, sent: Pasted, speaks_for: tuple[str, ...] = ()) -> Request:
    return Request(session, Poster(who.author, who.viewer, speaks_for=speaks_for), sent, is_post=False)
