"""The commands about notices: `tick` sends what is due, `notify` says to whom."""

from contextlib import closing
from hashlib import sha256
from typing import Final, NamedTuple

import click
import msgspec

from events.errors import BellError, RefusedError
from events.store.accounts import Desk
from events.store.protocol import EventStore, SessionRow
from events.store.settings import Settings
from projections.shelf import shelf
from replay.chance.clock import now_ms
from replay.reading.timeline import Timeline
from replay.replies.notices import Notice, due_notices
from webui.commands.arguments import as_json
from webui.commands.database import in_database, opened
from webui.commands.examples import command
from webui.commands.output import give_json, grid, plural, say, track, warn

__all__ = ["notify", "tick"]

_MOST: Final = 5


class Sent(msgspec.Struct):
    """What became of one notice on one way. `state` is `sent`, `due`, or why it was not."""

    session: str
    kind: str
    seat: str
    way: str
    text: str
    state: str


class _Way(NamedTuple):
    """One way of a notice: `webhook` or `mail`, and where to."""

    name: str
    to: str

    def key(self, notice: Notice) -> str:
        return f"{notice.key}:{self.name}:{sha256(self.to.encode()).hexdigest()[:16]}"


@command("tick", "tick", "tick --dry-run", "tick --base https://bell.example.org")
@click.option("--dry-run", is_flag=True, help="Only say what is due; nothing is sent.")
@click.option("--base", default="", metavar="URL", envvar="CLOISTERBELL_BASE", help="The address for links in notices.")
@as_json
@in_database
def tick(base: str, *, dry_run: bool, as_json: bool) -> int:
    """Send the notices that are due, each once.

    They say who is awaited, whose time runs out, who is late, what is over, and nothing that a spectator may not
    know. Run it from time to time, say every ten minutes by cron: it sends to the webhooks and mail addresses that
    notify set, and nothing twice. Mail is handed in where CLOISTERBELL_SMTP (smtps://user:password@host) says, from
    CLOISTERBELL_MAIL_FROM. Exit status 1: something could not be sent.
    """
    with opened() as store, closing(Desk(store.path)) as desk:
        rows = [row for row in store.sessions() if _ways_of(desk.settings(row.session))]
        done: list[Sent] = []
        for row in track(rows, "Sending", len(rows)):
            done += _session(store, desk, row, base.rstrip("/"), dry_run=dry_run)
    if as_json:
        give_json(done)
    elif done:
        grid(("session", "what", "seat", "way", "state"), [(d.session, d.kind, d.seat, d.way, d.state) for d in done])
    else:
        say("nothing is due")
    return int(any(one.state not in ("sent", "due") for one in done))


def _ways_of(settings: Settings) -> list[_Way]:
    return [*(_Way("webhook", url) for url in settings.webhooks), *(_Way("mail", to) for to in settings.mail.values())]


def _session(store: EventStore, desk: Desk, row: SessionRow, base: str, *, dry_run: bool) -> list[Sent]:
    settings = desk.settings(row.session)
    try:
        notices = due_notices(Timeline.read(store, shelf(), row.session), settings, now_ms())
    except BellError as error:
        warn(f"{row.session}: {error}")
        return []
    known = {key for key, _, _ in desk.notices(row.session)}
    link = f"{base}/s/{row.session}" if base else ""
    return [
        _tell(desk, notice, way, link, dry_run=dry_run)
        for notice in notices
        for way in _ways_of(settings)
        if _is_for(notice, way, settings) and way.key(notice) not in known
    ]


def _is_for(notice: Notice, way: _Way, settings: Settings) -> bool:
    return way.name == "webhook" or not notice.seat or settings.mail.get(notice.seat) == way.to


def _tell(desk: Desk, notice: Notice, way: _Way, link: str, *, dry_run: bool) -> Sent:
    from webui.desk.delivery import NotSentError  # noqa: PLC0415  # what sends nothing does not wait for it

    told = Sent(notice.session, notice.kind, notice.seat, way.name, notice.text, "due")
    if dry_run or not desk.claim_notice(way.key(notice), notice.session, now_ms()):
        return told
    try:
        _send(way, notice, link)
    except (NotSentError, RefusedError) as error:
        again = getattr(error, "again", True)
        told.state = f"{error}; {'tried again next time' if again else 'not tried again'}"
        desk.settle_notice(way.key(notice), "" if again else str(error))
    else:
        told.state = "sent"
        desk.settle_notice(way.key(notice), "sent")
    return told


def _send(way: _Way, notice: Notice, link: str) -> None:
    from webui.desk.delivery import mail_from_environment, send_mail, send_webhook  # noqa: PLC0415  # as above

    if way.name == "webhook":
        send_webhook(way.to, notice, link)
        return
    mail = mail_from_environment()
    if mail is None:
        raise RefusedError("CLOISTERBELL_SMTP does not say where mail is handed in")
    send_mail(mail, [way.to], notice, link)


@command(
    "notify", "notify friday", "notify friday --webhook https://chat.example.org/hook",
    "notify friday --mail black=julie@example.org", "notify friday --none",
)  # fmt: skip
@click.argument("session", metavar="ID")
@click.option("--webhook", "webhooks", multiple=True, metavar="URL", help="Send all notices there, as JSON.")
@click.option("--mail", "mails", multiple=True, metavar="SEAT=ADDRESS", help="Send a seat's notices there.")
@click.option("--none", "forget", is_flag=True, help="Forget what was set before.")
@as_json
@in_database
def notify(session: str, webhooks: tuple[str, ...], mails: tuple[str, ...], *, forget: bool, as_json: bool) -> None:
    """Say to whom tick sends the notices of a session, or show it.

    A webhook gets them all, in a form that common chats take; a mail address those of its seat.
    """
    with opened() as store, closing(Desk(store.path)) as desk:
        row = store.row(session)
        seats = Timeline.read(store, shelf(), row.session).reading.started.seats
        settings = with_ways(desk.settings(row.session), seats, webhooks, mails, forget=forget)
        if webhooks or mails or forget:
            desk.put_settings(row.session, settings)
        states = desk.notices(row.session)
    if as_json:
        give_json({"webhooks": settings.webhooks, "mail": settings.mail, "notices": states})
        return
    for url in settings.webhooks:
        say(f"webhook  {url}")
    for seat, address in settings.mail.items():
        say(f"mail     {seat}: {address}")
    say(f"{plural(len(states), 'notice')} so far")


def with_ways(
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
