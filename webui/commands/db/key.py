"""The command `key`, which makes, shows and changes the key that heads are signed with."""

from collections.abc import Iterable
from pathlib import Path

import click
import msgspec

from events.store.protocol import HouseStore
from projections.registry import registry
from replay.session.key_change import (
    KeyChange,
    make_key,
    renew_key,
    replace_lost_key,
    replace_stolen_key,
    sessions_by_key,
)
from webui.commands.database import open_database
from webui.commands.options import command, database_option, json_option
from webui.commands.output import plural, say, warn, write_json
from webui.views.dates import day_start_ms


class KeyEntry(msgspec.Struct, frozen=True):
    """The key of a house, "" for none, and how many of its sessions name this key, another, or none."""

    key: str
    fingerprint: str
    file: str
    named: int
    others: int
    unsigned: int


@command("key", "db key", "db key --make", "db key --renew", "db key --lost", "db key --stolen 2026-11-20")
@click.option("--make", is_flag=True, help="Make the first key of this house.")
@click.option("--renew", is_flag=True, help="Take a new key, for which the old one vouches.")
@click.option("--lost", is_flag=True, help="The key is gone: let a new one sign on, for which nobody vouches.")
@click.option("--stolen", default="", metavar="DAY", help="Somebody else has the key since that day, as in 2026-11-20.")
@json_option
@database_option
def key(*, make: bool, renew: bool, lost: bool, stolen: str, as_json: bool) -> int:
    """Show, make or change the key that logs are signed with.

    A house with a key signs the last line of a log when it leaves: with exports, kits, answers to posts, rulings and at
    the end. Then nobody else can change a line, add one or leave the end off; verify --key shows it. Tell people the
    fingerprint by a way of its own. Sessions name the key in line 1, so that only those that begin with it are
    signed; serve makes one when it first serves others. The secret key is in FILE.key beside the database and in no
    backup. A new key is named by a line in every session.
    """
    if sum((make, renew, lost, bool(stolen))) > 1:
        raise click.UsageError("one at a time: --make, --renew, --lost or --stolen")
    status = 0
    with open_database(make=make) as store:
        if make:
            make_key(store)
        elif renew:
            status = _say_changes(renew_key(store, registry()), as_json=as_json)
        elif stolen:
            status = _say_changes(replace_stolen_key(store, registry(), day_start_ms(stolen)), as_json=as_json)
        elif lost:
            status = _say_changes(replace_lost_key(store, registry()), as_json=as_json)
        entry = _entry(store)
        if as_json:
            write_json(entry)
        else:
            _say_key(entry, store.key_file.path)
        if store.key_file.is_open_to_others:
            warn(f"{store.key_file.path} may be read by others than its owner: take that away")
    return status


def _entry(store: HouseStore) -> KeyEntry:
    """What is known of the key of this house."""
    own = next(iter(store.signing_keys()), None)
    named = sessions_by_key(store)
    public = own.public.hex() if own else ""
    here, unsigned = named.pop(public, 0) if public else 0, named.pop("", 0)
    return KeyEntry(
        public,
        own.fingerprint if own else "",
        str(store.key_file.path) if own else "",
        here,
        sum(named.values()),
        unsigned,
    )


def _say_key(entry: KeyEntry, path: Path) -> None:
    if not entry.key:
        say(f"this house signs nothing: it has no key, for there is no {path}")
        if entry.others:
            say(f"{plural(entry.others, 'session')} here signed with a key that is not here: put it back there")
            say("  cloisterbell db key --lost  lets a new one sign on where it is gone for good")
        else:
            say("  cloisterbell db key --make  makes one; the sessions that begin then are signed")
        return
    say(f"fingerprint {entry.fingerprint}")
    say(f"key {entry.key}")
    say(
        f"{plural(entry.named, 'session')} here signed with it, {entry.others} with another, {entry.unsigned} with none"
    )
    say(f"The secret key is in {entry.file}, and in no backup: keep a copy of that file where nobody else gets at it.")


def _say_changes(changes: Iterable[KeyChange], *, as_json: bool) -> int:
    """Say what became of each session, and the exit status."""
    status = 0
    for change in changes:
        name = change.row.alias or change.row.session
        if change.why:
            warn(f"{name}: {change.why}")
            status = 2
        elif not as_json:
            say(f"{name}: line {change.line} names the new key")
    return status
