"""The commands about people: `invite` makes and revokes secret links, `people` shows and changes who sits where."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

import click
import msgspec

from events.errors import RefusedError
from events.store.accounts import EVERYWHERE, HOST, JUDGE, MODERATOR, SEAT, SPECTATOR, Accounts, Link
from events.store.settings import check_name, pace_in_words
from replay.chance.clock import now_ms, utc_moment
from replay.reading.host_keys import host_fingerprint
from replay.session.seats import IssuedLink, appoint, issue, reissue, revoke, substitute
from webui.commands.arguments import load_session
from webui.commands.database import open_accounts
from webui.commands.options import command, database_option, json_option, setting_options
from webui.commands.output import plural, say, write_json
from webui.commands.settings import read_settings, values_by_seat
from webui.commands.table import print_table
from webui.views.base_address import check_base, leads_here_only
from webui.views.dates import read_day

if TYPE_CHECKING:
    from replay.session.session import Session


_SHOWN: Final = 12


class InvitationEntry(msgspec.Struct, frozen=True):
    """A link that was made: its secret is told this once. `key` is the fingerprint of what signs its session."""

    id: str
    session: str
    role: str
    seat: str
    name: str
    address: str
    key: str = ""


class LinkEntry(msgspec.Struct, frozen=True):
    """A link as it is listed, without its secret."""

    id: str
    role: str
    seat: str
    name: str
    made_ms: int
    revoked_ms: int


class SeatEntry(msgspec.Struct, frozen=True):
    """One seat: what people call whoever holds it, the link by which they get in, up to which day they are away."""

    seat: str
    name: str
    link: str
    away: str


class SessionPeople(msgspec.Struct, frozen=True):
    """Who sits where in a session, and its settings."""

    session: str
    visibility: str
    pace: str
    where: str
    seats: tuple[SeatEntry, ...]
    links: tuple[LinkEntry, ...]


@command(
    "invite", "invite", "invite friday --seat black --seat yellow --base https://bell.example.org",
    "invite friday --judge --name Ann", "invite friday --revoke 1f0a2b3c4d5e", "invite friday",
)  # fmt: skip
@click.argument("session", required=False)
@click.option("--seat", "seats", multiple=True, metavar="SEAT", help="A link for this seat; the one before ends.")
@click.option("--moderator", is_flag=True, help="A link for a moderator.")
@click.option("--judge", is_flag=True, help="Appoint a judge, which is a line of the log, and make the link.")
@click.option("--spectator", is_flag=True, help="A link for a reader of a private session.")
@click.option("--again", metavar="ID", help="Another secret for the link of this id; the one before ends.")
@click.option("--revoke", "ended", multiple=True, metavar="ID", help="Let the link of this id open nothing any more.")
@click.option("--name", default="", help="What people call whoever gets the link.")
@click.option("--base", default="http://127.0.0.1:8000", metavar="URL", help="The address others reach the pages by.")
@click.option("--list", "only", is_flag=True, help="Only list the links there are; without SESSION, those of hosts.")
@json_option
@database_option
def invite(session: str | None, name: str, base: str, *, only: bool, as_json: bool, **asked: Any) -> None:
    """Make secret links, for a host or for people in a session.

    Without SESSION the link lets somebody begin sessions here. A link's secret is told once and kept as a hash;
    whoever lost it gets another with --again. With SESSION alone the links are listed. They are for pages that others
    reach: serve on another address, or with --club.
    """
    base, name = check_base(base), check_name(name)
    wanted = any(asked[each] for each in ("seats", "moderator", "judge", "spectator", "again"))
    if session is None and any(asked[each] for each in ("seats", "moderator", "judge", "spectator")):
        raise RefusedError("name the session that the link is for; without one a host's link is made")
    make = session is None and not (only or asked["again"] or asked["ended"])
    with open_accounts(make=make) as (store, accounts):
        where = store.row(session).session if session else EVERYWHERE
        made = []
        for link in asked["ended"]:
            revoke(accounts, where, link)
        if make:
            made = [IssuedLink(*accounts.issue(EVERYWHERE, HOST, now_ms(), name=name))]
        elif wanted and not only:
            made = list(_issue_links(accounts, load_session(store, where) if session else None, name, asked))
        if made:
            key = host_fingerprint(store, where) if session else ""
            _say_invitations([_invitation(each, base, key) for each in made], as_json=as_json)
        else:
            _say_links([_link_entry(link) for link in accounts.links(where)], as_json=as_json)


def _issue_links(
    accounts: Accounts, session: "Session | None", name: str, asked: dict[str, Any]
) -> Iterator[IssuedLink]:
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


def _invitation(made: IssuedLink, base: str, key: str) -> InvitationEntry:
    link, token = made
    return InvitationEntry(link.id, link.session, link.role, link.seat, link.name, f"{base}/k/{token}", key)


def _link_entry(link: Link) -> LinkEntry:
    return LinkEntry(link.id, link.role, link.seat, link.name, link.made_ms, link.revoked_ms)


def _say_invitations(made: Sequence[InvitationEntry], *, as_json: bool) -> None:
    if as_json:
        write_json(made)
        return
    for each in made:
        whom = f"the seat {each.seat}" if each.seat else f"the {each.role}" if each.session else "a host"
        say(f"for {whom}{f', {each.name}' if each.name else ''}:\n  {each.address}")
    say("\nThis is told once. Whoever has a link can act in its role: send it by a private message.")
    if made[0].key:
        say(f"The log is signed with the host's key {made[0].key}: with it anybody can check an export.")
    if any(leads_here_only(each.address) for each in made):
        say("It opens on this machine only: --base names the address that others reach.")


def _say_links(links: Sequence[LinkEntry], *, as_json: bool) -> None:
    if as_json:
        write_json(links)
        return
    if not links:
        say("no links were made here")
        return
    print_table(
        ("id", "for", "name", "made", ""),
        [
            (each.id, each.seat or each.role, each.name, utc_moment(each.made_ms), "revoked" if each.revoked_ms else "")
            for each in links
        ],
    )


@command(
    "people", "people friday", "people friday --name black=Julie --away yellow=2026-12-01",
    "people friday --visibility private --pace 48h", "people friday --substitute black=Kim",
    "people friday --erase black --from 1 --to 412", "people friday --words 'Julie Smith' --yes",
)  # fmt: skip
@click.argument("session")
@setting_options
@click.option("--away", multiple=True, metavar="SEAT=DAY", help="A seat is away up to a day, 2026-12-01; = ends it.")
@click.option("--substitute", "changed", multiple=True, metavar="SEAT[=NAME]", help="Somebody else takes the seat.")
@click.option("--erase", "author", metavar="WHO", default="", help="Erase what a seat, moderator or judge-1 wrote.")
@click.option("--words", metavar="WORDS", default="", help="Erase only texts with these words, in any letter case.")
@click.option("--from", "first", metavar="ENTRY", type=click.IntRange(1, 10**9), help="Erase from this entry on.")
@click.option("--to", "last", metavar="ENTRY", type=click.IntRange(1, 10**9), help="Erase up to this entry.")
@click.option("--yes", is_flag=True, help="Erase without a question.")
@json_option
@database_option
def people(
    session: str, away: tuple[str, ...], changed: tuple[str, ...], author: str, words: str, first: int | None,
    last: int | None, *, yes: bool, as_json: bool, **given: Any,
) -> None:  # fmt: skip
    """Show or change who sits where and who may read, or erase texts.

    A substitution is an entry of the log without a name. It ends the old link and forgets the old name. Names are not
    in the log: an empty one is forgotten. --erase and --words replace posts, notes, claims and reasons by `removed` for
    good. Every digest still verifies; moves and dice remain. Without --words the person's name and addresses go too.
    The command shows the entries and asks before it erases.
    """
    is_change = bool(away or changed or any(given.values()))
    if (author or words) and is_change:
        raise click.UsageError("--erase and --words do not go with another change")
    if not (author or words) and (first or last or yes):
        raise click.UsageError("--from, --to and --yes are for --erase WHO or --words WORDS")
    with open_accounts() as (store, accounts):
        opened_session = load_session(store, session)
        if author or words:
            _erase(accounts, opened_session, author, words, first or 1, last or 0, yes=yes, as_json=as_json)
            return
        if is_change:
            _change_people(accounts, opened_session, away, changed, given)
        table = _session_people(accounts, opened_session)
    if as_json:
        write_json(table)
    else:
        _print_people(table)


def _change_people(
    accounts: Accounts, session: "Session", away: Sequence[str], changed: Sequence[str], given: dict[str, Any]
) -> None:  # fmt: skip
    row, seats = session.row.session, session.started.seats
    leaving, days = values_by_seat(changed, seats, "substitute", bare=True), _days(away, seats)
    read_settings(accounts.settings(row), seats, given)  # what is not allowed is refused before the first line
    for seat, name in leaving:
        substitute(accounts, session, seat, name)
    settings = read_settings(accounts.settings(row), seats, given)
    left = {seat: day for seat, day in {**settings.away, **days}.items() if day}
    accounts.put_settings(row, msgspec.structs.replace(settings, away=left))
    for seat, name in values_by_seat(given["names"], seats, "name"):
        accounts.set_name(row, seat, check_name(name))


def _erase(
    accounts: Accounts, session: "Session", author: str, words: str, first: int, last: int, *, yes: bool, as_json: bool
) -> None:  # fmt: skip
    """Erase what an author wrote, after a question."""
    from replay.session.erase_person import KEPT, erase_person  # noqa: PLC0415  # as above
    from replay.session.erasure import texts_of  # noqa: PLC0415  # links need no reader of logs

    texts = texts_of(session, author, words, first, last)
    entries = sorted({one.seq for one in texts})
    if not yes:
        numbers = ", ".join(f"#{seq}" for seq in entries[:_SHOWN]) + " ..." * (len(entries) > _SHOWN)
        click.echo(f"{plural(len(texts), 'text')}{': ' * bool(entries)}{numbers}", err=as_json)
        if not click.confirm("Erase them for good?", err=as_json):
            raise RefusedError("nothing was erased")
    done = erase_person(accounts, session, author, words, first, last)
    if as_json:
        write_json(done._asdict())
        return
    say(f"erased: {plural(done.texts, 'text')}{', and the name and addresses of the person' * done.was_named}")
    say(KEPT)


def _days(given: Sequence[str], seats: Sequence[str]) -> dict[str, str]:
    """The days up to which seats are away; "" ends an absence."""
    return {seat: read_day(day) for seat, day in values_by_seat(given, seats, "away")}


def _session_people(accounts: Accounts, session: "Session") -> SessionPeople:
    row = session.row.session
    settings, names = accounts.settings(row), accounts.names(row)
    live = [link for link in accounts.links(row) if link.is_live]
    links = {link.seat: link.id for link in live if link.role == SEAT}
    return SessionPeople(
        row, settings.visibility, pace_in_words(settings.pace), settings.where,
        tuple(
            SeatEntry(seat, names.get(seat, ""), links.get(seat, ""), settings.away.get(seat, ""))
            for seat in session.started.seats
        ),
        tuple(_link_entry(link) for link in live),
    )  # fmt: skip


def _print_people(table: SessionPeople) -> None:
    say(f"{table.session}: {table.visibility}, {table.pace}{f', {table.where}' if table.where else ''}\n")
    print_table(
        ("seat", "name", "link", "away until"),
        [(chair.seat, chair.name, chair.link or "none", chair.away) for chair in table.seats],
    )
    others = [link for link in table.links if link.role != SEAT]
    if others:
        say()
        print_table(("for", "name", "link"), [(link.role, link.name, link.id) for link in others])
