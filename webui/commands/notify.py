"""The commands about notices: `notify` sets where they go, `tick` sends those that are due."""

from contextlib import closing
from typing import TYPE_CHECKING

from events.store.settings import Settings
from webui.commands.database import open_database
from webui.commands.output import plural, say, with_progress, write_json
from webui.commands.table import say_table

if TYPE_CHECKING:
    from webui.commands.due_notices import NoticeResult


def tick(base: str, *, dry_run: bool, as_json: bool) -> int:
    """Send the notices that are due, each once."""
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


def notify(session: str, webhooks: tuple[str, ...], mails: tuple[str, ...], *, forget: bool, as_json: bool) -> None:
    """Say to whom tick sends the notices of a session, or show it."""
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
