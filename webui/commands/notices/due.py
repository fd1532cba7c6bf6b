"""The notices of a session that are due: to whom each goes, and what became of it."""

from hashlib import sha256
from typing import NamedTuple

import msgspec

from events.errors import BellError, RefusedError
from events.store.accounts import Accounts
from events.store.protocol import EventStore
from events.store.rows import SessionRow
from events.store.settings import Settings
from projections.registry import registry
from replay.chance.clock import now_ms
from replay.reading.timeline import Timeline
from replay.turn_summaries.notices import Notice, due_notices
from webui.commands.output import warn
from webui.notices.delivery import NotSentError, mail_from_environment, send_mail, send_webhook


class NoticeResult(msgspec.Struct):
    """What became of one notice for one recipient. `state` is `sent`, `due`, or why it was not."""

    session: str
    kind: str
    seat: str
    way: str
    text: str
    state: str


class _Recipient(NamedTuple):
    """One recipient of notices: `webhook` or `mail`, and where to."""

    name: str
    to: str

    def key(self, notice: Notice) -> str:
        return f"{notice.key}:{self.name}:{sha256(self.to.encode()).hexdigest()[:16]}"


def _recipients(settings: Settings) -> list[_Recipient]:
    return [
        *(_Recipient("webhook", url) for url in settings.webhooks),
        *(_Recipient("mail", to) for to in settings.mail.values()),
    ]


def send_due(store: EventStore, accounts: Accounts, row: SessionRow, base: str, *, dry_run: bool) -> list[NoticeResult]:
    """Send what is due to those who have not had it; with `dry_run` only say what that would be."""
    settings = accounts.settings(row.session)
    try:
        notices = due_notices(Timeline.read(store, registry(), row.session), settings, now_ms())
    except BellError as error:
        warn(f"{row.session}: {error}")
        return []
    known = {key for key, _, _ in accounts.notices(row.session)}
    link = f"{base}/s/{row.session}" if base else ""
    return [
        _send_once(accounts, notice, way, link, dry_run=dry_run)
        for notice in notices
        for way in _recipients(settings)
        if _is_for(notice, way, settings) and way.key(notice) not in known
    ]


def _is_for(notice: Notice, way: _Recipient, settings: Settings) -> bool:
    return way.name == "webhook" or not notice.seat or settings.mail.get(notice.seat) == way.to


def _send_once(accounts: Accounts, notice: Notice, way: _Recipient, link: str, *, dry_run: bool) -> NoticeResult:
    told = NoticeResult(notice.session, notice.kind, notice.seat, way.name, notice.text, "due")
    if dry_run or not accounts.claim_notice(way.key(notice), notice.session, now_ms()):
        return told
    try:
        _send(way, notice, link)
    except (NotSentError, RefusedError) as error:
        again = getattr(error, "again", True)
        told.state = f"{error}; {'tried again next time' if again else 'not tried again'}"
        accounts.settle_notice(way.key(notice), "" if again else str(error))
    else:
        told.state = "sent"
        accounts.settle_notice(way.key(notice), "sent")
    return told


def _send(way: _Recipient, notice: Notice, link: str) -> None:
    if way.name == "webhook":
        send_webhook(way.to, notice, link)
        return
    mail = mail_from_environment()
    if mail is None:
        raise RefusedError("CLOISTERBELL_SMTP does not say where mail is handed in")
    send_mail(mail, [way.to], notice, link)
