"""The command `db key`, which makes, shows and changes the key that signs checkpoints."""

from collections.abc import Iterable

import click
from click import option

from events.store.protocol import DatabaseStore
from projections.registry import registry
from replay.session.key_change import KeyChange, make_key, renew_key, replace_lost_key, sessions_by_key
from webui.commands.database import open_database
from webui.commands.options import command
from webui.commands.output import plural, say, warn, write_json
from webui.views.dates import day_start_ms


@command("key", "db key", "db key --make", "db key --renew", "db key --lost", "db key --stolen 2026-11-20")
@option("--make", is_flag=True, help="Create the first signing key of this server.")
@option("--renew", is_flag=True, help="Replace the key. The old key signs the new one.")
@option("--lost", is_flag=True, help="Replace a lost key. The new key is not signed by the old one.")
@option("--stolen", default="", metavar="DAY", help="Replace a key that was stolen on DAY, such as 2026-11-20.")
def key(*, make: bool, renew: bool, lost: bool, stolen: str, as_json: bool) -> int:
    """Show, create or change the key that signs logs.

    A server with a key signs the last entry of a log: in exports, turn summaries, answers to posts, rulings, and at the
    end of the game. `verify --key` then detects every change of the log. Send people the key fingerprint separately
    from the log.

    The first entry of a session names its key, so only sessions that start after the key was created are signed.
    `serve` creates a key when it first serves others. The secret key is in FILE.key next to the database, and is not
    part of backups. If you change the key, an entry in every session names the new one.
    """
    if sum((make, renew, lost, bool(stolen))) > 1:
        raise click.UsageError("use only one of --make, --renew, --lost and --stolen")
    status = 0
    with open_database(make=make) as store:
        if make:
            make_key(store)
        elif renew:
            status = _say_changes(renew_key(store, registry()), as_json=as_json)
        elif stolen:
            status = _say_changes(renew_key(store, registry(), day_start_ms(stolen)), as_json=as_json)
        elif lost:
            status = _say_changes(replace_lost_key(store, registry()), as_json=as_json)
        _say_key(store, as_json=as_json)
        if store.key_file.is_open_to_others:
            warn(f"other users can read {store.key_file.path}. Make it readable only for its owner")
    return status


def _say_key(store: DatabaseStore, *, as_json: bool) -> None:
    own, path, named = next(iter(store.signing_keys()), None), store.key_file.path, sessions_by_key(store)
    public, fingerprint = (own.public.hex(), own.fingerprint) if own else ("", "")
    here, unsigned = named.pop(public, 0) if public else 0, named.pop("", 0)
    others = sum(named.values())
    if as_json:
        write_json({
            "key": public, "fingerprint": fingerprint, "file": str(path) if own else "", "named": here,
            "others": others, "unsigned": unsigned,
        })  # fmt: skip
    elif own:
        say(f"fingerprint {fingerprint}\nkey {public}")
        say(f"{plural(here, 'session')} signed with it, {others} with another key, {unsigned} with none")
        say(f"The secret key is in {path}. Backups do not contain it: keep a copy of this file in a safe place.")
    else:
        say(f"this server has no key, so logs are not signed. File {path} does not exist")
        if others:
            say(f"{plural(others, 'session')} signed with a key that is missing. Put its file back")
            say("  cloisterbell db key --lost  creates a new key, if the old one is lost")
        else:
            say("  cloisterbell db key --make  creates a key for new sessions")


def _say_changes(changes: Iterable[KeyChange], *, as_json: bool) -> int:
    status = 0
    for change in changes:
        name = change.row.alias or change.row.session
        if change.why:
            warn(f"{name}: {change.why}")
            status = 2
        elif not as_json:
            say(f"{name}: entry {change.line} names the new key")
    return status
