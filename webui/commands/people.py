"""Commands about people: `invite` makes and revokes secret links, `people` says and changes who sits where."""

from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from typing import Any

import click
import msgspec

from events.errors import RefusedError
from events.store.accounts import EVERYWHERE, HOST, JUDGE, MODERATOR, SEAT, SPECTATOR, Desk, Link
from events.store.settings import check_name, pace_words
from projections.shelf import shelf
from replay.chance.clock import now_ms
from replay.live.session import Session
from webui.commands.arguments import as_json
from webui.commands.database import in_database, opened
from webui.commands.examples import command
from webui.commands.output import give_json, grid, say
from webui.commands.settings import named, read_settings, settles
from webui.desk.dates import read_day, spoken
from webui.desk.seats import Made, appoint, issue, reissue, revoke, substitute
from webui.desk.urls import check_base

__all__ = ["invite", "people"]


class Invited(msgspec.Struct, frozen=True):
    """A link that was made: its secret is told this once."""

    id: str
    session: str
    role: str
    seat: str
    name: str
    address: str


class Known(msgspec.Struct, frozen=True):
    """A link as it is listed, without its secret."""

    id: str
    role: str
    seat: str
    name: str
    made_ms: int
    revoked_ms: int


class Chair(msgspec.Struct, frozen=True):
    """One seat: what people call whoever holds it, the link by which they get in, up to which day they are away."""

    seat: str
    name: str
    link: str
    away: str


class Table(msgspec.Struct, frozen=True):
    """Who sits where in a session, and its settings."""

    session: str
    visibility: str
    pace: str
    where: str
    seats: tuple[Chair, ...]
    links: tuple[Known, ...]


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
@as_json
@in_database
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
    with _beside(make=make) as (store, desk):
        where = store.row(session).session if session else EVERYWHERE
        made = []
        for link in asked["ended"]:
            revoke(desk, where, link)
        if make:
            made = [Made(*desk.issue(EVERYWHERE, HOST, now_ms(), name=name))]
        elif wanted and not only:
            made = list(_made(desk, Session.load(store, shelf(), where) if session else None, name, asked))
        if made:
            _tell([_invited(each, base) for each in made], as_json=as_json)
        else:
            _list([_known(link) for link in desk.links(where)], as_json=as_json)


def _made(desk: Desk, session: Session | None, name: str, asked: dict[str, Any]) -> Iterator[Made]:
    if asked["again"]:
        yield reissue(desk, session.row.session if session else EVERYWHERE, asked["again"])
    if session is None:
        return
    for seat in asked["seats"]:
        yield issue(desk, session, SEAT, seat.lower(), name)
    for role in (MODERATOR, SPECTATOR):
        if asked[role]:
            yield issue(desk, session, role, name=name)
    if asked[JUDGE]:
        yield appoint(desk, session, JUDGE, name)


@contextmanager
def _beside(*, make: bool = False) -> Iterator[Any]:
    """The store and the desk beside it."""
    with opened(make=make) as store, closing(Desk(store.path)) as desk:
        yield store, desk


def _invited(made: Made, base: str) -> Invited:
    link, token = made
    return Invited(link.id, link.session, link.role, link.seat, link.name, f"{base}/k/{token}")


def _known(link: Link) -> Known:
    return Known(link.id, link.role, link.seat, link.name, link.made_ms, link.revoked_ms)


def _tell(made: Sequence[Invited], *, as_json: bool) -> None:
    if as_json:
        give_json(made)
        return
    for each in made:
        whom = f"the seat {each.seat}" if each.seat else f"the {each.role}" if each.session else "a host"
        say(f"for {whom}{f', {each.name}' if each.name else ''}:\n  {each.address}")
    say("\nThis is told once. Whoever has a link can act in its role: send it by a private message.")


def _list(links: Sequence[Known], *, as_json: bool) -> None:
    if as_json:
        give_json(links)
        return
    if not links:
        say("no links were made here")
        return
    grid(
        ("id", "for", "name", "made", ""),
        [
            (each.id, each.seat or each.role, each.name, spoken(each.made_ms), "revoked" if each.revoked_ms else "")
            for each in links
        ],
    )


@command(
    "people", "people friday", "people friday --name black=Julie --away yellow=2026-12-01",
    "people friday --visibility private --pace 48h", "people friday --substitute black=Kim",
)  # fmt: skip
@click.argument("session")
@settles
@click.option("--away", multiple=True, metavar="SEAT=DAY", help="A seat is away up to a day, 2026-12-01; = ends it.")
@click.option("--substitute", "changed", multiple=True, metavar="SEAT[=NAME]", help="Somebody else takes the seat.")
@as_json
@in_database
def people(session: str, away: tuple[str, ...], changed: tuple[str, ...], *, as_json: bool, **given: Any) -> None:
    """Say who sits where and who may read, or change it.

    A substitution is a line of the log, which names nobody; the old link ends and the old name is forgotten. Names
    stand beside the log: an empty one is forgotten.
    """
    with _beside() as (store, desk):
        opened_session = Session.load(store, shelf(), session)
        row, seats = opened_session.row.session, opened_session.started.seats
        leaving, days = named(changed, seats, "substitute", bare=True), _days(away, seats)
        read_settings(desk.settings(row), seats, given)  # what is not allowed is refused before the first line
        for seat, name in leaving:
            substitute(desk, opened_session, seat, name)
        settings = read_settings(desk.settings(row), seats, given)
        left = {seat: day for seat, day in {**settings.away, **days}.items() if day}
        desk.put_settings(row, msgspec.structs.replace(settings, away=left))
        for seat, name in named(given["names"], seats, "name"):
            desk.call(row, seat, check_name(name))
        table = _table(desk, opened_session)
    if as_json:
        give_json(table)
        return
    _say_table(table)


def _days(given: Sequence[str], seats: Sequence[str]) -> dict[str, str]:
    """The days up to which seats are away; "" ends an absence."""
    return {seat: read_day(day) for seat, day in named(given, seats, "away")}


def _table(desk: Desk, session: Session) -> Table:
    row = session.row.session
    settings, names = desk.settings(row), desk.names(row)
    live = [link for link in desk.links(row) if link.is_live]
    links = {link.seat: link.id for link in live if link.role == SEAT}
    return Table(
        row, settings.visibility, pace_words(settings.pace), settings.where,
        tuple(
            Chair(seat, names.get(seat, ""), links.get(seat, ""), settings.away.get(seat, ""))
            for seat in session.started.seats
        ),
        tuple(_known(link) for link in live),
    )  # fmt: skip


def _say_table(table: Table) -> None:
    say(f"{table.session}: {table.visibility}, {table.pace}{f', {table.where}' if table.where else ''}\n")
    grid(
        ("seat", "name", "link", "away until"),
        [(chair.seat, chair.name, chair.link or "none", chair.away) for chair in table.seats],
    )
    others = [link for link in table.links if link.role != SEAT]
    if others:
        say()
        grid(("for", "name", "link"), [(link.role, link.name, link.id) for link in others])
