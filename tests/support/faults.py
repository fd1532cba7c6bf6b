"""Planted faults: single changes of a recorded log, with the old digests (careless) or new ones (forged)."""

import json
import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

import msgspec

from events.entry import GENESIS, Entry, Line, Secret, digest
from events.events import Chance, Drawn, Effect, Move, Revealed, Shuffled
from events.seal import new_salt, seal
from events.session_events import TakenBack
from replay.reading.reading import Group, groups_of
from replay.session.session import Session

TALK: Final[Mapping[str, str]] = {
    "claimed": "author place", "flagged": "author rule_id", "dispute-opened": "author line",
    "ruled": "author line verdict cites dispute", "appointed": "person role", "takeback-asked": "author to",
    "takeback-answered": "seat asked agreed", "triaged": "author finding status", "looked": "by_role view",
    "held": "released",
}  # fmt: skip
"""Fields with statements of people that no rule can contradict."""
UNDETECTABLE: Final[Mapping[str, str]] = {
    **{f"{kind}.{field}": "it is the word of whoever said it" for kind in TALK for field in TALK[kind].split()},
    "move.by": "who wrote a line is the word of whoever wrote it; only who could not have written it is found",
    "sessionevent.by": "as move.by",
    "move.at_ms": "no clock outside the log confirms it; only the lines of one group can disagree",
    "sessionevent.at_ms": "as move.at_ms", "started.at_ms": "as move.at_ms",
    "move.implied": "whether a move was said or meant, the log cannot know",
    "pledged.length": "nothing hangs on it before the chain is used up",
    "posted.author": "whose post it was, and where and when it stood, is the word of whoever filed it",
    "posted.where": "as posted.author", "posted.when": "as posted.author", "remarked.author": "as posted.author",
    "noted.author": "as posted.author",
    "again.worked_out": "whether somebody wrote a move in a correction, or the rules made it, nothing hangs on in it",
    "remarked.line": "a remark may stand at any line",
    "started.rules-known": "most moves have the same results under each version of the rules",
    "taken-back.same": "talk between two lines leaves the position as it is, so that going back to either is the same",
}  # fmt: skip
"""Changes that cannot be found after the chain was computed again if no checkpoint was posted, with the reason."""
LATER: Final = frozenset({"seated.word", "started.seats", "taken-back.to"})


class Planted(NamedTuple):
    """A changed log: what was changed, and the entries at which it must be reported (empty: at any entry)."""

    name: str
    lines: list[Line]
    secrets: list[Secret]
    at: frozenset[int] = frozenset()


class Copy:
    def __init__(self, session: Session, chooser: random.Random) -> None:
        self.session, self.chooser = session, chooser
        self.name = session.row.session
        self.lines = session.store.lines(self.name)
        self.secrets = session.store.secrets(self.name)
        self.entries: Sequence[Entry] = session.table.entries
        self.groups = groups_of(self.entries)

    def around(self, seq: int) -> frozenset[int]:
        return next(frozenset(range(one.first, one.last + 1)) for one in self.groups if one.first <= seq <= one.last)

    def with_line(self, line: Line) -> list[Line]:
        return [*self.lines[: line.seq - 1], line, *self.lines[line.seq :]]

    def with_secret(self, secret: Secret) -> list[Secret]:
        place = secret.seq, secret.field, secret.item
        return [secret if (one.seq, one.field, one.item) == place else one for one in self.secrets]


def rechained(lines: Sequence[Line]) -> list[Line]:
    found, prev = list[Line](), GENESIS
    for line in lines:
        made = digest(prev, line.session, line.seq, line.at_ms, line.by, line.body)
        found.append(msgspec.structs.replace(line, digest=made))
        prev = made.hex()
    return found


def careless(copy: Copy, count: int) -> Iterator[Planted]:
    """Yield accidental changes: a byte, an author, a time, a digest; entries swapped, lost or doubled."""
    lines, chooser = copy.lines, copy.chooser
    for _ in range(count):
        at = chooser.randrange(len(lines) - 1)
        line, seq, more = lines[at], at + 1, dict[str, Any]()
        what = chooser.choice(["byte", "byte", "author", "time", "digest", "swapped", "lost", "doubled"])
        match what:
            case "byte":
                column = chooser.randrange(len(line.body))
                other = chooser.choice([sign for sign in 'ab"7{} \\' if sign != line.body[column]])
                more = {"body": line.body[:column] + other + line.body[column + 1 :]}
            case "author":
                more = {"by": line.by[:-1] + ("x" if line.by[-1] != "x" else "y")}
            case "time":
                more = {"at_ms": line.at_ms + chooser.choice([-1, 1, 3_600_000])}
            case "digest":
                byte = chooser.randrange(32)
                more = {"digest": bytes(old ^ (number == byte) for number, old in enumerate(line.digest))}
            case "swapped":
                yield Planted(what, [*lines[:at], lines[at + 1], line, *lines[at + 2 :]], [], frozenset({seq, seq + 1}))
            case "lost":
                yield Planted(what, [*lines[:at], *lines[at + 1 :]], [], frozenset({seq}))
            case _:
                yield Planted(what, [*lines[: at + 1], *lines[at:]], [], frozenset({seq, seq + 1}))
        if more:
            yield Planted(what, copy.with_line(msgspec.structs.replace(line, **more)), [], frozenset({seq}))


def forged_fields(copy: Copy, share: float) -> Iterator[Planted]:
    """Yield logs with one field of one entry changed and the chain computed again: body, author or time."""
    seats = copy.session.started.seats
    for line, entry in zip(copy.lines, copy.entries, strict=True):
        if copy.chooser.random() > share:
            continue
        at, body = copy.around(line.seq), json.loads(line.body)
        for field, changed in _fields(body, copy.chooser):
            text = msgspec.json.encode(changed).decode()
            lines = rechained(copy.with_line(msgspec.structs.replace(line, body=text)))
            name = _named(body["kind"], entry, field)
            name = "taken-back.same" if _same_place(copy, entry, changed) else name
            name = "started.rules-known" if _is_known_version(copy, field, changed) else name
            yield Planted(name, lines, copy.secrets, at)
        another = next((seat for seat in seats[1::-1] if seat != line.by), "moderator")
        for field, more in (("by", {"by": another}), ("at_ms", {"at_ms": 7})):
            lines = rechained(copy.with_line(msgspec.structs.replace(line, **more)))
            yield Planted(_named(body["kind"], entry, field), lines, copy.secrets, at)


def _same_place(copy: Copy, entry: Entry, changed: dict[str, Any]) -> bool:
    """Return whether a changed takeback goes to another entry with the same position."""
    if not isinstance(entry.event, TakenBack):
        return False
    to, old, positions = int(changed["to"]), entry.event.to, copy.session.table.positions
    return to != old and positions[to - 1] is positions[old - 1]


def _is_known_version(copy: Copy, field: str, changed: dict[str, Any]) -> bool:
    """Return whether entry 1 was changed to another rules version of the game."""
    return (changed["kind"], field) == ("started", "rules") and changed[
        "rules"
    ] in copy.session.game.meta.rules_versions


def _named(kind: str, entry: Entry, field: str) -> str:
    if field not in ("by", "at_ms", "implied"):
        return f"{kind}.{field}"
    layer = next(base.__name__ for base in type(entry.event).__mro__ if base.__module__ == "events.events")
    return f"{layer.lower()}.{field}" if layer != "Passed" else f"move.{field}"


def _fields(body: dict[str, Any], chooser: random.Random) -> Iterator[tuple[str, dict[str, Any]]]:
    for field, value in body.items():
        if field != "kind":
            yield from ((field, {**body, field: changed}) for changed in _others(value, chooser))
    for field, value in (("cause", 3), ("implied", True), ("rule", "LOG-NONE")):
        if field not in body:
            yield field, {**body, field: value}


def _others(value: Any, chooser: random.Random) -> Iterator[Any]:
    match value:
        case bool():
            yield not value
        case int():
            yield from (value + 1, value - 1)
        case str():
            yield value[:-1] + ("x" if value[-1:] != "x" else "y") if value else "x"
            if value.upper() != value:
                yield value.upper()
        case [*items] if items:
            at = chooser.randrange(len(items))
            yield from (items[:-1], [*items, items[-1]])
            yield from ([*items[:at], changed, *items[at + 1 :]] for changed in _others(items[at], chooser))
            if items[0] != items[-1]:
                yield [items[-1], *items[1:-1], items[0]]
        case dict():
            for key in value:
                yield from ({**value, key: changed} for changed in _others(value[key], chooser))
        case _:
            yield 1


def forged_seals(copy: Copy, share: float) -> Iterator[Planted]:
    """Yield changes of sealed items: an opened value, a salt, an audience, and values sealed again with a new chain."""
    for secret in copy.secrets:
        if secret.value is None or copy.chooser.random() > share:
            continue
        event, at = copy.entries[secret.seq - 1].event, copy.around(secret.seq)
        for field, changed in (
            ("value", {"value": _another(copy, secret)}), ("salt", {"salt": new_salt()}),
            ("audience", {"audience": "all" if secret.audience != "all" else "black"}), ("half", {"salt": None}),
        ):  # fmt: skip
            kept = copy.with_secret(msgspec.structs.replace(secret, **changed))
            yield Planted(f"secret.{field}", copy.lines, kept, at)
        others = [one for one in copy.secrets if one is not secret]
        yield Planted("secret.gone", copy.lines, others, at)
        if isinstance(event, Shuffled | Drawn | Revealed):
            yield _resealed(copy, secret, _another(copy, secret), at)


def _another(copy: Copy, secret: Secret) -> str:
    known = {one.value for one in copy.secrets if one.field == secret.field and one.value != secret.value and one.value}
    return copy.chooser.choice(sorted(known)) if known else '"forged"'


def _resealed(copy: Copy, secret: Secret, value: str, at: frozenset[int]) -> Planted:
    made, line = msgspec.structs.replace(secret, value=value, salt=new_salt()), copy.lines[secret.seq - 1]
    old = copy.session.codec.seals(line)[secret.field][secret.item]
    body = line.body.replace(old, seal(made.salt or "", value))
    lines = rechained(copy.with_line(msgspec.structs.replace(line, body=body)))
    return Planted(f"resealed.{secret.field}", lines, copy.with_secret(made), at)


def forged_shapes(copy: Copy, share: float) -> Iterator[Planted]:
    """Yield logs with whole entries left out, doubled, inserted or reordered, and with correct numbers."""
    effects = [entry.seq for entry in copy.entries if isinstance(entry.event, Chance | Effect)]
    for group in copy.groups:
        if copy.chooser.random() > share or not isinstance(group.head.event, Move):
            continue
        seqs = [entry.seq for entry in group.entries]
        for number in range(1, len(seqs)):
            yield _renumbered(copy, "line left out", group, [*seqs[:number], *seqs[number + 1 :]])
            yield _renumbered(copy, "line doubled", group, [*seqs[: number + 1], *seqs[number:]])
            stray = copy.chooser.choice([other for other in effects if other not in seqs])
            yield _renumbered(copy, "line brought in", group, [*seqs[: number + 1], stray, *seqs[number + 1 :]])
            if number > 1:
                mixed = [*seqs[: number - 1], seqs[number], seqs[number - 1], *seqs[number + 1 :]]
                yield _renumbered(copy, "lines swapped", group, mixed)


def _renumbered(copy: Copy, name: str, group: Group, seqs: Sequence[int]) -> Planted:
    """Replace the entries of a group, and renumber and chain the log as if it had always been so."""
    before, after = range(1, group.first), range(group.last + 1, len(copy.lines) + 1)
    order = [*before, *seqs, *after]
    lines = [msgspec.structs.replace(copy.lines[old - 1], seq=new) for new, old in enumerate(order, start=1)]
    numbered = enumerate(order, start=1)
    secrets = [msgspec.structs.replace(one, seq=new) for new, old in numbered for one in copy.secrets if one.seq == old]
    return Planted(name, rechained(lines), secrets, frozenset(range(group.first, group.first + len(seqs))))
