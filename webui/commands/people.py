"""The commands about people: `invite` makes and revokes secret links, `people` shows and changes seats and settings."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

import click
import msgspec
from click import argument, option

from events.errors import RefusedError
from events.store.accounts import EVERYWHERE, HOST, JUDGE, MODERATOR, SEAT, SPECTATOR, Accounts, Link
from events.store.settings import check_name, pace_in_words
from replay.chance.clock import now_ms, utc_moment
from replay.session.seats import IssuedLink, appoint, issue, reissue, revoke, seats_of, substitute
from webui.commands.arguments import by_seat, load_session, read_settings
from webui.commands.database import open_accounts
from webui.commands.options import NumberFrom, command, setting_options
from webui.commands.output import plural, print_table, say, write_json
from webui.views.base_address import check_base, leads_here_only
from webui.views.dates import read_day
from webui.views.invitations import invitation_text

if TYPE_CHECKING:
    from events.store.protocol import EventStore
    from replay.session.session import Session


_SHOWN: Final = 12
_USUAL: Final = "http://127.0.0.1:8000"  # the usual address of `serve`, which only this computer can open


@command(
    "invite", "invite", "invite friday --seat black --seat yellow --base https://bell.example.org",
    "invite friday --judge --name Ann", "invite friday --revoke 1f0a2b3c4d5e", "invite friday",
)  # fmt: skip
@argument("session", required=False)
@option("--seat", "seats", multiple=True, metavar="SEAT", help="Create a new link for this seat. Repeatable.")
@option("--moderator", is_flag=True, help="Create a link for a moderator.")
@option("--judge", is_flag=True, help="Appoint a judge and create a link. The log records the appointment.")
@option("--spectator", is_flag=True, help="Create a link for a spectator of a private session.")
@option("--again", metavar="ID", help="Replace this link by a new one, if it was lost.")
@option("--revoke", "ended", multiple=True, metavar="ID", help="Revoke this link. Repeatable.")
@option("--name", default="", help="Name of the person who gets the link.")
@option(
    "--base", default="", metavar="URL", envvar="CLOISTERBELL_BASE",
    help="Public address of the pages (default: CLOISTERBELL_BASE, or as `serve` was last started).",
)  # fmt: skip
@option("--list", "only", is_flag=True, help="List the links only; without SESSION, the links of hosts.")
def invite(session: str | None, name: str, base: str, *, only: bool, as_json: bool, **asked: Any) -> None:
    """Create, list and revoke secret links.

    A link without SESSION is for a host, who can create sessions on this server. With SESSION alone the links are
    listed. A new link is shown only once, with a text to send, and the earlier link of its seat stops working. People
    need links if you serve the pages to others, with --require-links, --base or --host.
    """
    base, name = check_base(base) if base else "", check_name(name)
    wanted = any(asked[each] for each in ("seats", "moderator", "judge", "spectator", "again"))
    if session is None and any(asked[each] for each in ("seats", "moderator", "judge", "spectator")):
        raise RefusedError("SESSION is missing. Only the link of a host needs no session")
    make = session is None and not (only or asked["again"] or asked["ended"])
    with open_accounts(make=make) as (store, accounts):
        where = store.row(session).session if session else EVERYWHERE
        made = []
        for link in asked["ended"]:
            revoke(accounts, where, link)
        if make:
            made = [IssuedLink(*accounts.issue(EVERYWHERE, HOST, now_ms(), name=name))]
        elif wanted and not only:
            made = list(_new_links(accounts, load_session(store, where) if session else None, name, asked))
        if made:
            _say_invitations(store, accounts, made, base or accounts.address(), as_json=as_json)
        else:
            _say_links(accounts.links(where), as_json=as_json)


def _new_links(accounts: Accounts, session: "Session | None", name: str, asked: dict[str, Any]) -> Iterator[IssuedLink]:
    if asked["again"]:
        yield reissue(accounts, session.row.session if session else EVERYWHERE, asked["again"])
    if session is None:
        return
    for seat in asked["seats"]:
        yield issue(accounts, session, SEAT, seat.lower(), name)
    for role in (MODERATOR, SPECTATOR):
        if asked[role]:
            yield issue(accounts, session, role, name=name)
    if asked[JUDGE]:
        yield appoint(accounts, session, JUDGE, name)


def _link_as_data(link: Link) -> dict[str, Any]:
    return {name: getattr(link, name) for name in ("id", "role", "seat", "name", "made_ms", "revoked_ms")}


def _say_invitations(
    store: "EventStore", accounts: Accounts, made: Sequence[IssuedLink], base: str, *, as_json: bool
) -> None:
    session = made[0].link.session
    key, about = "", dict[str, Any]()
    if session:
        from projections.registry import registry  # noqa: PLC0415  # links of hosts need no game
        from replay.session.signing import host_fingerprint  # noqa: PLC0415  # as above

        row, key = store.row(session), host_fingerprint(store, session)
        about = {"title": row.name, "game": registry().title(row.game), "names": accounts.names(session)}
        about["seats"] = seats_of(store, session)
    found = [(link, f"{base or _USUAL}/k/{token}") for link, token in made]
    texts = [invitation_text(link, address, key, **about) for link, address in found]
    if as_json:
        names = ("id", "session", "role", "seat", "name")
        write_json([
            {**{name: getattr(link, name) for name in names}, "address": address, "key": key, "text": text}
            for (link, address), text in zip(found, texts, strict=True)
        ])  # fmt: skip
        return
    for (link, _), text in zip(found, texts, strict=True):
        whom = f"the seat {link.seat}" if link.seat else f"the {link.role}" if link.session else "a host"
        say(f"Text to send for {whom}{f', {link.name}' if link.name else ''}:\n\n{text}\n")
    say("Links are shown only once. Send each in a private message.")
    if not base:
        say(f"The address of this server is not known yet, so the links begin with {_USUAL}.")
    if leads_here_only(base or _USUAL):
        say("This address works only on this computer. Set the public address with --base, or start serve with --base.")


def _say_links(links: Sequence[Link], *, as_json: bool) -> None:
    if as_json:
        write_json([_link_as_data(link) for link in links])
    elif not links:
        say("no links")
    else:
        rows = [
            (one.id, one.seat or one.role, one.name, utc_moment(one.made_ms), "revoked" if one.revoked_ms else "")
            for one in links
        ]
        print_table(("id", "for", "name", "created", ""), rows)


@command(
    "people", "people friday", "people friday --name black=Julie --away yellow=2026-12-01",
    "people friday --visibility private --pace 48h", "people friday --trust sure",
    "people friday --substitute black=Kim",
    "people friday --erase black --from 1 --to 412", "people friday --words 'Julie Smith' --yes",
)  # fmt: skip
@argument("session")
@setting_options
@option("--away", multiple=True, metavar="SEAT=DAY", help="Last day of an absence, 2026-12-01 (SEAT= ends it).")
@option("--substitute", "changed", multiple=True, metavar="SEAT[=NAME]", help="Give the seat to another player.")
@option("--erase", "author", metavar="WHO", default="", help="Erase texts of a seat, a role or an author.")
@option("--words", metavar="WORDS", default="", help="Erase each text that contains WORDS; with --erase, only by WHO.")
@option(
    "--trust", type=click.Choice(["ask", "sure", "notation"]),
    help="Posts in plain words: confirm each reading (ask), record a certain one without a question (sure), or read "
    "only notation in a followed thread (notation). The log reports a change. New sessions ask.",
)  # fmt: skip
@option("--from", "first", metavar="ENTRY", type=NumberFrom(1, 10**9), help="First entry to erase.")
@option("--to", "last", metavar="ENTRY", type=NumberFrom(1, 10**9), help="Last entry to erase.")
@option("--yes", is_flag=True, help="Erase the texts without asking.")
def people(
    session: str, away: tuple[str, ...], changed: tuple[str, ...], author: str, words: str, first: int | None,
    last: int | None, *, yes: bool, as_json: bool, **given: Any,
) -> None:  # fmt: skip
    """Show or change the people of a session, or erase texts.

    Names are not in the log. An empty name (SEAT=) is forgotten. A substitution revokes the link of the seat, forgets
    the old name, and adds an entry without a name to the log.

    --erase and --words replace posts, notes, claims and reasons by `removed`, for good. Moves and dice remain, and the
    log can still be verified. Without --words the name and the addresses of the person are erased too. The command
    asks before it erases.
    """
    is_change = bool(away or changed or any(given.values()))
    if (author or words) and is_change:
        raise click.UsageError("--erase and --words cannot be combined with other changes")
    if not (author or words) and (first or last or yes):
        raise click.UsageError("--from, --to and --yes need --erase WHO or --words WORDS")
    with open_accounts() as (store, accounts):
        opened_session = load_session(store, session)
        if author or words:
            _erase(accounts, opened_session, author, words, first or 1, last or 0, yes=yes, as_json=as_json)
            return
        if is_change:
            _change_people(accounts, opened_session, away, changed, given)
        _say_people(accounts, opened_session, as_json=as_json)


def _change_people(
    accounts: Accounts, session: "Session", away: Sequence[str], changed: Sequence[str], given: dict[str, Any]
) -> None:
    row, seats = session.row.session, session.started.seats
    leaving = by_seat(changed, seats, "substitute", bare=True)
    days = {seat: read_day(day) for seat, day in by_seat(away, seats, "away")}
    read_settings(accounts.settings(row), seats, given)  # refuse invalid settings before the first entry is added
    for seat, name in leaving:
        substitute(accounts, session, seat, name)
    settings = read_settings(accounts.settings(row), seats, given)
    left = {seat: day for seat, day in {**settings.away, **days}.items() if day}
    if given["trust"]:
        session.set_trust(given["trust"])
    accounts.put_settings(row, msgspec.structs.replace(settings, away=left))
    for seat, name in by_seat(given["names"], seats, "name"):
        accounts.set_name(row, seat, check_name(name))


def _erase(
    accounts: Accounts, session: "Session", author: str, words: str, first: int, last: int, *, yes: bool, as_json: bool
) -> None:
    from replay.session.erasure import KEPT, erase_person, texts_of  # noqa: PLC0415  # needed only to erase

    texts = texts_of(session, author, words, first, last)
    entries = sorted({one.seq for one in texts})
    if not yes:
        numbers = ", ".join(f"#{seq}" for seq in entries[:_SHOWN]) + " ..." * (len(entries) > _SHOWN)
        click.echo(f"{plural(len(texts), 'text')}{': ' * bool(entries)}{numbers}", err=as_json)
        if not click.confirm("Erase them for good?", err=as_json):
            raise RefusedError("you did not confirm, so nothing was erased")
    done = erase_person(accounts, session, author, words, first, last)
    if as_json:
        write_json(done._asdict())
        return
    say(f"erased: {plural(done.texts, 'text')}{', and the name and addresses of the person' * done.was_named}")
    say(KEPT)


def _say_people(accounts: Accounts, session: "Session", *, as_json: bool) -> None:
    from replay.reading.trust import trust_policy  # noqa: PLC0415  # links of hosts need no game

    row = session.row.session
    settings, names = accounts.settings(row), accounts.names(row)
    live = [link for link in accounts.links(row) if link.is_live]
    links = {link.seat: link.id for link in live if link.role == SEAT}
    away, pace, trust = settings.away, pace_in_words(settings.pace), trust_policy(session.table)
    seats = [(one, names.get(one, ""), links.get(one, ""), away.get(one, "")) for one in session.started.seats]
    if as_json:
        write_json({
            "session": row, "visibility": settings.visibility, "pace": pace, "where": settings.where,
            "trust": trust, "seats": [dict(zip(("seat", "name", "link", "away"), one, strict=True)) for one in seats],
            "links": [_link_as_data(link) for link in live],
        })  # fmt: skip
        return
    say(f"{row}: {settings.visibility}, {pace}{f', {settings.where}' if settings.where else ''}")
    say(f"posts in plain words: {trust}\n")
    shown = [(seat, name, link or "none", until) for seat, name, link, until in seats]
    print_table(("seat", "name", "link", "away until"), shown)
    if others := [(link.role, link.name, link.id) for link in live if link.role != SEAT]:
        say()
        print_table(("for", "name", "link"), others)
