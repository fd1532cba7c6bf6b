"""The command `migrate`, which brings the tables of a database to the last step and lets a role use them."""

from events.errors import RefusedError
from events.store.opening import is_made, is_server, migrate_house
from webui.commands.database import database_place, no_database_words, shown_place
from webui.commands.output import say, write_json


def migrate(service: str, *, as_json: bool) -> None:
    """Make or migrate the tables as their owner, and grant the service what it needs."""
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
