"""The command `notices send`, which sends the notices that are due."""

from contextlib import closing
from typing import TYPE_CHECKING

import click

from events.store.settings import Settings
from webui.commands.database import open_database
from webui.commands.options import command, database_option, json_option
from webui.commands.output import say, with_progress, write_json
from webui.commands.table import print_table

if TYPE_CHECKING:
    from webui.commands.notices.due import NoticeResult


@command("send", "notices send", "notices send --dry-run", "notices send --base https://bell.example.org")
@click.option("--dry-run", is_flag=True, help="Only say what is due; nothing is sent.")
@click.option("--base", default="", metavar="URL", envvar="CLOISTERBELL_BASE", help="The address for links in notices.")
@json_option
@database_option
def send(base: str, *, dry_run: bool, as_json: bool) -> int:
    """Send the notices that are due, each once.

    They say who is awaited, whose time runs out, who is late, what is over, and nothing that a spectator may not
    know. Run it from time to time, say every ten minutes by cron: it sends to the webhooks and mail addresses that
    `notices set` names, and nothing twice. CLOISTERBELL_SMTP (smtps://user:password@host) names the mail server,
    CLOISTERBELL_MAIL_FROM the sender. Exit status 1: something could not be sent.
    """
    with open_database() as store, closing(store.open_accounts()) as accounts:
        rows = [row for row in store.sessions() if has_recipients(accounts.settings(row.session))]
        done: list[NoticeResult] = []
        if rows:
            from webui.commands.notices.due import send_due  # noqa: PLC0415  # without recipients no session is read

            for row in with_progress(rows, "Sending", len(rows)):
                done += send_due(store, accounts, row, base.rstrip("/"), dry_run=dry_run)
    if as_json:
        write_json(done)
    elif done:
        print_table(
            ("session", "what", "seat", "way", "state"), [(d.session, d.kind, d.seat, d.way, d.state) for d in done]
        )
    else:
        say("nothing is due")
    return int(any(one.state not in ("sent", "due") for one in done))


def has_recipients(settings: Settings) -> bool:
    """Whether notices of a session go anywhere."""
    return bool(settings.webhooks or settings.mail)
