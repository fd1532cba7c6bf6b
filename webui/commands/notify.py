"""The commands about notices: `notify` sets where they go, `tick` sends those that are due."""

from contextlib import closing
from typing import TYPE_CHECKING

import click

from events.store.settings import Settings
from webui.commands.database import open_database
from webui.commands.options import command, database_option, json_option
from webui.commands.output import plural, say, with_progress, write_json
from webui.commands.table import say_table

if TYPE_CHECKING:
    from webui.commands.due_notices import NoticeResult


@command("tick", "tick", "tick --dry-run", "tick --base https://bell.example.org")
@click.option("--dry-run", is_flag=True, help="Only say what is due; nothing is sent.")
@click.option("--base", default="", metavar="URL", envvar="CLOISTERBELL_BASE", help="The address for links in notices.")
@json_option
@database_option
def tick(base: str, *, dry_run: bool, as_json: bool) -> int:
    """Send the notices that are due, each once.

    They say who is awaited, whose time runs out, who is late, what is over, and nothing that a spectator may not
    know. Run it from time to time, say every ten minutes by cron: it sends to the webhooks and mail addresses that
    notify set, and nothing twice. Mail is handed in where CLOISTERBELL_SMTP (smtps://user:password@host) says, from
    CLOISTERBELL_MAIL_FROM. Exit status 1: something could not be sent.
    """
    with open_database() as store, closing(store.open_accounts()) as accounts:
        rows = [row for row in store.sessions() if has_recipients(accounts.settings(row.session))]
        done: list[NoticeResult] = []
        if rows:
            from webui.commands.due_notices import send_due  # noqa: PLC0415  # where nobody is told, nothing is read

            for row in with_progress(rows, "Sending", len(rows)):
                done += send_due(store, accounts, row, base.rstrip("/"), dry_run=dry_run)
    if as_json:
        write_json(done)
    elif done:
        say_table(
            ("session", "what", "seat", "way", "state"), [(d.session, d.kind, d.seat, d.way, d.state) for d in done]
        )
    else:
        say("nothing is due")
    return int(any(one.state not in ("sent", "due") for one in done))


def has_recipients(settings: Settings) -> bool:
    """Whether notices of a session go anywhere."""
    return bool(settings.webhooks or settings.mail)


@command(
    "notify", "notify friday", "notify friday --webhook https://chat.example.org/hook",
    "notify friday --mail black=julie@example.org", "notify friday --none",
)  # fmt: skip
@click.argument("session", metavar="ID")
@click.option("--webhook", "webhooks", multiple=True, metavar="URL", help="Send all notices there, as JSON.")
@click.option("--mail", "mails", multiple=True, metavar="SEAT=ADDRESS", help="Send a seat's notices there.")
@click.option("--none", "forget", is_flag=True, help="Forget what was set before.")
@json_option
@database_option
def notify(session: str, webhooks: tuple[str, ...], mails: tuple[str, ...], *, forget: bool, as_json: bool) -> None:
    """Say to whom tick sends the notices of a session, or show it.

    A webhook gets them all, in a form that common chats take; a mail address those of its seat.
    """
    with open_database() as store, closing(store.open_accounts()) as accounts:
        row = store.row(session)
        settings = accounts.settings(row.session)
        if webhooks or mails or forget:
            from webui.commands.recipients import with_recipients  # noqa: PLC0415  # what only shows checks nothing

            settings = with_recipients(store, row.session, settings, webhooks, mails, forget=forget)
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
