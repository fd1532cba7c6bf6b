"""The commands of `cloisterbell notices`: `set` sets the recipients of a session's notices, `send` sends those due."""

from click import argument, option

from events.store.accounts import MODERATOR
from webui.commands.arguments import by_seat
from webui.commands.database import open_accounts
from webui.commands.options import command
from webui.commands.output import plural, print_table, say, with_progress, write_json


@command(
    "set", "notices set friday", "notices set friday --webhook https://chat.example.org/hook",
    "notices set friday --mail black=julie@example.org", "notices set friday --none",
)  # fmt: skip
@argument("session")
@option("--webhook", "webhooks", multiple=True, metavar="URL", help="Send all notices to URL, as JSON.")
@option("--mail", "mails", multiple=True, metavar="SEAT=ADDRESS", help="Send the notices of SEAT to ADDRESS.")
@option("--none", "none", is_flag=True, help="Remove the earlier recipients of all seats.")
def set_notices(session: str, webhooks: tuple[str, ...], mails: tuple[str, ...], *, none: bool, as_json: bool) -> None:
    """Show or change who gets the notices of a session.

    A webhook gets all notices, in a format that common chats accept. A mail address gets the notices of its seat, and
    the address of the seat `moderator` gets those for the moderator.
    Both options can be repeated. Without options the recipients are listed.
    """
    with open_accounts() as (store, accounts):
        row = store.row(session)
        settings = accounts.settings(row.session)
        if webhooks or mails or none:
            from replay.session.seats import seats_of  # noqa: PLC0415  # needed only for changes
            from webui.notices.recipients import set_recipients  # noqa: PLC0415  # as above

            seats = (*seats_of(store, row.session), MODERATOR)
            settings = set_recipients(settings, seats, webhooks, by_seat(mails, seats, "mail"), forget=none)
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


@command("send", "notices send", "notices send --dry-run", "notices send --base https://bell.example.org")
@option("--dry-run", is_flag=True, help="List the pending notices; nothing is sent.")
@option(
    "--base", default="", metavar="URL", envvar="CLOISTERBELL_BASE",
    help="Public address of the pages, for links (default: CLOISTERBELL_BASE).",
)  # fmt: skip
def send(base: str, *, dry_run: bool, as_json: bool) -> int:
    """Send all pending notices.

    Notices say whose move it is, whose time is running out, who is late, and which games have ended. They contain
    nothing hidden. Run the command regularly, for example every ten minutes with cron. It sends each notice once, to
    the webhooks and mail addresses of `notices set`.

    CLOISTERBELL_SMTP (smtps://user:password@host) names the mail server, CLOISTERBELL_MAIL_FROM the sender. Exit status
    1: a notice could not be sent.
    """
    with open_accounts() as (store, accounts):
        rows = [row for row in store.sessions() if (found := accounts.settings(row.session)).webhooks or found.mail]
        done = list[dict[str, str]]()
        if rows:
            from webui.commands.notices_due import send_due  # noqa: PLC0415  # without recipients no session is loaded

            for row in with_progress(rows, "Sending", len(rows)):
                done += send_due(store, accounts, row, base.rstrip("/"), dry_run=dry_run)
    if as_json:
        write_json(done)
    elif done:
        names = ("session", "kind", "seat", "way", "state")
        shown = [[one[name] if one[name] != "due" else "pending" for name in names] for one in done]
        print_table(("session", "notice", "seat", "sent by", "state"), shown)
    else:
        say("no pending notices")
    return int(any(one["state"] not in ("sent", "due") for one in done))
