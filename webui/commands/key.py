"""The command `key`, which makes, shows and changes the key that heads are signed with."""

from collections.abc import Iterable
from pathlib import Path

import click
import msgspec

from events.store.protocol import HouseStore
from projections.shelf import shelf
from replay.live.key_change import (
    KeyChange,
    make_key,
    renew_key,
    replace_lost_key,
    replace_stolen_key,
    sessions_by_key,
)
from webui.commands.database import open_database
from webui.commands.output import plural, say, warn, write_json
from webui.desk.dates import day_start_ms


class KeyEntry(msgspec.Struct, frozen=True):
    """The key of a house, "" for none, and how many of its sessions name this key, another, or none."""

    key: str
    fingerprint: str
    file: str
    named: int
    others: int
    unsigned: int


def key(*, make: bool, renew: bool, lost: bool, stolen: str, as_json: bool) -> int:
    """Show the key of this house, make one, or take another."""
    if sum((make, renew, lost, bool(stolen))) > 1:
        raise click.UsageError("one at a time: --make, --renew, --lost or --stolen")
    status = 0
    with open_database(make=make) as store:
        if make:
            make_key(store)
        elif renew:
            status = _say_changes(renew_key(store, shelf()), as_json=as_json)
        elif stolen:
            status = _say_changes(replace_stolen_key(store, shelf(), day_start_ms(stolen)), as_json=as_json)
        elif lost:
            status = _say_changes(replace_lost_key(store, shelf()), as_json=as_json)
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
            say("  cloisterbell key --lost  lets a new one sign on where it is gone for good")
        else:
            say("  cloisterbell key --make  makes one; the sessions that begin then are signed")
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
