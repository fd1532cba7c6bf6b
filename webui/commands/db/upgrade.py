"""The command `db upgrade`, which brings the tables of a database to the last step and lets a role use them."""

import click

from events.errors import RefusedError
from events.store.opening import is_made, is_server, migrate_house
from webui.commands.database import database_place, no_database_words, shown_place
from webui.commands.options import command, database_option, json_option
from webui.commands.output import say, write_json


@command(
    "upgrade", "db upgrade --db club.db", "db upgrade --service bell --db postgresql://bell_owner@db.example.org/club",
)  # fmt: skip
@click.option("--service", default="", metavar="ROLE", help="On a server: let this role, which owns nothing, serve.")
@json_option
@database_option
def upgrade(service: str, *, as_json: bool) -> None:
    """Bring the tables of a database to this version.

    Every command does so by itself where it may. On a server whoever owns the tables does it, before a new version
    serves: the role that serves may append and read, but change no table and no line. ROLE gets just what that takes;
    call it again after each new version. It looks at no marks and no keys.
    """
    place = database_place()
    if service and not is_server(place):
        raise RefusedError("--service is for a database on a PostgreSQL server; a file has no roles")
    if not is_server(place) and not is_made(place):
        raise RefusedError(no_database_words())
    step = migrate_house(place, service)
    if as_json:
        write_json({"place": shown_place(), "step": step, "service": service})
        return
    say(f"{shown_place()} stands at step {step}")
    if service:
        say(f"{service} may read, append and erase, and nothing else; serve with its name in the address")
