"""Sending the notices of a session that are due, and the result for each recipient."""

from hashlib import sha256
from typing import NamedTuple

from events.errors import BellError, RefusedError
from events.store.accounts import Accounts
from events.store.followed import FollowedThreads
from events.store.protocol import EventStore
from events.store.rows import SessionRow
from events.store.settings import Settings
from projections.registry import registry
from replay.chance.clock import now_ms
from replay.following.thread_notices import thread_notices
from replay.reading.timeline import Timeline
from replay.sources.outgoing_mail import mail_from_environment
from replay.turn_summaries.notices import Notice, due_notices
from webui.commands.output import warn
from webui.notices.delivery import NotSentError, send_mail, send_webhook

_Result = dict[str, str]


class _Recipient(NamedTuple):
    name: str
    to: str

    def key(self, notice: Notice) -> str:
        return f"{notice.key}:{self.name}:{sha256(self.to.encode()).hexdigest()[:16]}"


def send_due(store: EventStore, accounts: Accounts, row: SessionRow, base: str, *, dry_run: bool) -> list[_Result]:
    """Send (`dry_run`: only list) each notice once to each recipient. `state`: `sent`, `due`, or what went wrong."""
    settings = accounts.settings(row.session)
    try:
        timeline, now = Timeline.read(store, registry(), row.session), now_ms()
        notices = due_notices(timeline, settings, now) + thread_notices(timeline, FollowedThreads(accounts), now)
    except BellError as error:
        warn(f"{row.session}: {error}")
        return []
    known = {key for key, _, _ in accounts.notices(row.session)}
    link = f"{base}/s/{row.session}" if base else ""
    return [
        _send_once(accounts, notice, way, link, dry_run=dry_run)
        for notice in notices
        for way in _recipients(settings, notice)
        if way.key(notice) not in known
    ]


def _recipients(settings: Settings, notice: Notice) -> list[_Recipient]:
    seats = [
        seat for seat in settings.mail if notice.seat in ("", seat) and notice.kind not in settings.muted.get(seat, ())
    ]
    mails = dict.fromkeys(settings.mail[seat] for seat in seats)  # one player can have several seats
    return [*(_Recipient("webhook", url) for url in settings.webhooks), *(_Recipient("mail", to) for to in mails)]


def _send_once(accounts: Accounts, notice: Notice, way: _Recipient, link: str, *, dry_run: bool) -> _Result:
    told = {
        "session": notice.session, "kind": notice.kind, "seat": notice.seat, "way": way.name, "text": notice.text,
        "state": "due",
    }  # fmt: skip
    if dry_run or not accounts.claim_notice(way.key(notice), notice.session, now_ms()):
        return told
    try:
        _send(way, notice, link)
    except (NotSentError, RefusedError) as error:
        again = getattr(error, "again", True)
        told["state"] = f"{error}; {'will be tried again' if again else 'will not be tried again'}"
        accounts.settle_notice(way.key(notice), "" if again else str(error))
    else:
        told["state"] = "sent"
        accounts.settle_notice(way.key(notice), "sent")
    return told


def _send(way: _Recipient, notice: Notice, link: str) -> None:
    if way.name == "webhook":
        send_webhook(way.to, notice, link)
        return
    mail = mail_from_environment()
    if mail is None:
        raise RefusedError("mail cannot be sent, because CLOISTERBELL_SMTP is not set")
    send_mail(mail, [way.to], notice, link)
