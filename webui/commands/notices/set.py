"""The command `notices set`, which says who gets the notices of a session."""

from contextlib import closing

import click

from webui.commands.database import open_database
from webui.commands.options import command, database_option, json_option
from webui.commands.output import plural, say, write_json


@command(
    "set", "notices set friday", "notices set friday --webhook https://chat.example.org/hook",
    "notices set friday --mail black=julie@example.org", "notices set friday --none",
)  # fmt: skip
@click.argument("session", metavar="ID")
@click.option("--webhook", "webhooks", multiple=True, metavar="URL", help="Send all notices there, as JSON.")
@click.option("--mail", "mails", multiple=True, metavar="SEAT=ADDRESS", help="Send a seat's notices there.")
@click.option("--none", "forget", is_flag=True, help="Forget what was set before.")
@json_option
@database_option
def set_notices(
    session: str, webhooks: tuple[str, ...], mails: tuple[str, ...], *, forget: bool, as_json: bool
) -> None:
    """Say who gets the notices of a session, or show it.

    A webhook gets them all, in a form that common chats take; a mail address those of its seat.
    """
    with open_database() as store, closing(store.open_accounts()) as accounts:
        row = store.row(session)
        settings = accounts.settings(row.session)
        if webhooks or mails or forget:
            from webui.commands.notices.recipients import with_recipients  # noqa: PLC0415  # to show them checks none

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
