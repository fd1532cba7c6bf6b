"""The commands about notices: `notify` sets where they go, `tick` sends those that are due."""

from contextlib import closing
from hashlib import sha256
from typing import Final, NamedTuple

import msgspec

from events.errors import BellError, RefusedError
from events.store.accounts import Accounts
from events.store.protocol import EventStore
from events.store.records import SessionRow
from events.store.settings import Settings
from projections.shelf import shelf
from replay.chance.clock import now_ms
from replay.reading.timeline import Timeline
from replay.replies.notices import Notice, due_notices
from webui.commands.database import open_database
from webui.commands.output import plural, say, say_table, warn, with_progress, write_json

_MOST: Final = 5


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


def tick(base: str, *, dry_run: bool, as_json: bool) -> int:
    """Send the notices that are due, each once."""
    with open_database() as store, closing(Accounts(store.path)) as accounts:
        rows = [row for row in store.sessions() if _recipients(accounts.settings(row.session))]
        done: list[NoticeResult] = []
        for row in with_progress(rows, "Sending", len(rows)):
            done += _session(store, accounts, row, base.rstrip("/"), dry_run=dry_run)
    if as_json:
        write_json(done)
    elif done:
        say_table(
            ("session", "what", "seat", "way", "state"), [(d.session, d.kind, d.seat, d.way, d.state) for d in done]
        )
    else:
        say("nothing is due")
    return int(any(one.state not in ("sent", "due") for one in done))


def _recipients(settings: Settings) -> list[_Recipient]:
    return [
        *(_Recipient("webhook", url) for url in settings.webhooks),
        *(_Recipient("mail", to) for to in settings.mail.values()),
    ]


def _session(store: EventStore, accounts: Accounts, row: SessionRow, base: str, *, dry_run: bool) -> list[NoticeResult]:
    settings = accounts.settings(row.session)
    try:
        notices = due_notices(Timeline.read(store, shelf(), row.session), settings, now_ms())
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
    from webui.desk.delivery import NotSentError  # noqa: PLC0415  # what sends nothing does not wait for it

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
    from webui.desk.delivery import mail_from_environment, send_mail, send_webhook  # noqa: PLC0415  # as above

    if way.name == "webhook":
        send_webhook(way.to, notice, link)
        return
    mail = mail_from_environment()
    if mail is None:
        raise RefusedError("CLOISTERBELL_SMTP does not say where mail is handed in")
    send_mail(mail, [way.to], notice, link)


def notify(session: str, webhooks: tuple[str, ...], mails: tuple[str, ...], *, forget: bool, as_json: bool) -> None:
    """Say to whom tick sends the notices of a session, or show it."""
    with open_database() as store, closing(Accounts(store.path)) as accounts:
        row = store.row(session)
        seats = Timeline.read(store, shelf(), row.session).reading.started.seats
        settings = with_recipients(accounts.settings(row.session), seats, webhooks, mails, forget=forget)
        if webhooks or mails or forget:
            accounts.put_settings(row.session, settings)
        states = accounts.notices(row.session)
    if as_json:
        write_json({"webhooks": settings.webhooks, "mail": settings.mail, "notices": states})
        return
    for url in settings.webhooks:
        say(f"webhook  {url}")
    for seat, address in settings.mail.items():
        say(f"mail     {seat}: {address}")
    say(f"{plural(len(states), 'notice')} so far")


def with_recipients(
    settings: Settings, seats: tuple[str, ...], webhooks: tuple[str, ...], mails: tuple[str, ...], *, forget: bool
) -> Settings:
    """Settings with further ways for notices, each checked.

    Raises:
        RefusedError: one of them is none.
    """
    from webui.desk.delivery import check_mail, check_webhook  # noqa: PLC0415  # as above

    if forget:
        settings = msgspec.structs.replace(settings, webhooks=(), mail={})
    found = dict(settings.mail)
    for text in mails:
        seat, equals, address = text.partition("=")
        if not equals or seat not in seats:
            raise RefusedError(f'--mail: "{text[:60]}" is no SEAT=ADDRESS; the seats are {", ".join(seats)}')
        found[seat] = check_mail(address)
    urls = tuple(dict.fromkeys((*settings.webhooks, *map(check_webhook, webhooks))))
    if len(urls) > _MOST:
        raise RefusedError(f"a session has at most {_MOST} webhooks")
    return msgspec.structs.replace(settings, webhooks=urls, mail=found)
