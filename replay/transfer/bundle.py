"""Exports and imports of sessions: JSON Lines with the digests they were stored with.

The header is `{"format", "session", "game", "title", "data"}`, where the log names a key also `"signatures"`; its head
is then signed as it leaves. Each further line is a line of the log with what the
viewer may open of it. An imported log has no tower, says so for ever, and never takes the id of another session.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

import msgspec

from events.codec import Codec, audience_of
from events.entry import Head, Line, Secret
from events.errors import ConflictError, CorruptLogError, RefusedError, UnknownSessionError
from events.events import ALL, OMNISCIENT, Started
from events.seal import seal
from events.signature import Signature
from events.store.checks import check_body, check_id, check_keys
from events.store.protocol import EventStore
from events.store.rows import SessionRow
from events.store.settings import plain_title
from projections.game import Game
from projections.registry import Registry
from replay.audit.chain import chain_faults
from replay.audit.signatures import signature_faults
from replay.chance.clock import Clock, day_of, now_ms
from replay.reading.notes import NOBODY, NoteReader, opens_note
from replay.reading.reading import Reading, knows
from replay.reading.timeline import Timeline
from replay.session.signing import keys_of, sign_head

FORMAT: Final = "cloisterbell-1"
"""The format of a log that names no key."""
SIGNED_FORMAT: Final = "cloisterbell-2"
"""The format of a log that names one: its header carries the signatures of heads."""
_LATEST_MS: Final = 253_402_300_800_000
"""The end of the year 9999."""


class _OpenedItem(msgspec.Struct, frozen=True, gc=False):
    salt: str
    value: str


class _Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    format: str
    session: str
    game: str
    title: str = ""
    data: dict[str, Any] = {}


class _Signature(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    seq: int
    signed_ms: int
    key: str
    signature: str


class _SignedHeader(_Header, frozen=True, forbid_unknown_fields=True):
    signatures: list[_Signature] | msgspec.UnsetType = msgspec.UNSET


class _Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    session: str
    seq: int
    at_ms: int
    by: str
    body: str
    digest: str
    opened: dict[str, list[_OpenedItem | None]] = {}


_KEY: Final = re.compile("[0-9a-f]{64}:[0-9a-f]{128}")
"""A key and a signature."""
_ROWS: Final = msgspec.json.Decoder(_Row)


class Bundle(msgspec.Struct, frozen=True):
    """An exported log, read: what `import_bundle` stores and `verify` checks."""

    row: SessionRow
    lines: list[Line]
    secrets: list[Secret]
    data: dict[str, str]
    signatures: Sequence[Signature] = ()


def export_lines(
    store: EventStore, registry: Registry, session: str, viewer: str = ALL, upto: int | None = None,
    reader: NoteReader = NOBODY, *, whole: bool = False, clock: Clock = now_ms,
) -> Iterator[str]:  # fmt: skip
    """A session's log as a viewer may know it, one JSON text a line; up to a line, where one is given.

    Where the log names a key that is here, the last of these lines is signed as a head, if it was not before.
    The private notes of its `reader` are opened as well; with the `whole` of it everybody's are.
    """
    return log_lines(
        store, Timeline.read(store, registry, session, viewer, upto=upto), upto, reader, whole=whole, clock=clock
    )


def log_lines(
    store: EventStore, timeline: Timeline, upto: int | None = None, reader: NoteReader = NOBODY, *,
    whole: bool = False, clock: Clock = now_ms,
) -> Iterator[str]:  # fmt: skip
    """`export_lines` of a session that has been read."""
    row, reading = timeline.row, timeline.reading
    pins = {pin: msgspec.json.decode(store.data(pin)) for pin in reading.started.data.values()}
    lines = store.lines(row.session, 0, upto)
    if not reading.damage:  # what others file from now on stands behind the head that is signed
        lines = lines[: timeline.last]
    yield _text(_header(store, timeline, lines, pins, clock, keep=upto is None))
    open_: dict[int, dict[str, dict[int, _OpenedItem | None]]] = {}
    for secret in store.secrets(row.session):
        known = (
            whole
            or knows(timeline.viewer, secret.audience, reading.unsealed, reading.started.seats)
            or opens_note(secret.audience, reader)
        )
        pair = _OpenedItem(secret.salt, secret.value) if known and secret.salt and secret.value is not None else None
        open_.setdefault(secret.seq, {}).setdefault(secret.field, {})[secret.item] = pair
    for line in lines:
        opened = {
            field: [items.get(item) for item in range(max(items) + 1)]
            for field, items in open_.get(line.seq, {}).items()
        }
        yield _text(_Row(line.session, line.seq, line.at_ms, line.by, line.body, line.digest.hex(), opened))


def _header(
    store: EventStore, timeline: Timeline, lines: Sequence[Line], pins: dict[str, Any], clock: Clock, *, keep: bool
) -> _Header:
    """The header of an export: with the signatures of its lines, its last line signed, where the log names a key."""
    row, keys = timeline.row, keys_of(timeline.reading)
    if not keys:
        return _Header(FORMAT, row.session, row.game, row.title, pins)
    last = sign_head(store, row, keys, Head(lines[-1].seq, lines[-1].digest), clock, keep=keep)
    kept = [one for one in store.signatures(row.session) if one.seq <= lines[-1].seq]
    signatures = [
        _Signature(one.seq, one.signed_ms, one.key.hex(), one.signature.hex())
        for one in (*kept, *([last] if last and last not in kept else []))
    ]
    return _SignedHeader(SIGNED_FORMAT, row.session, row.game, row.title, pins, signatures)


def _text(value: msgspec.Struct) -> str:
    return msgspec.json.encode(value).decode()


def read_bundle(text: str, registry: Registry, *, strict: bool = True) -> Bundle:
    """Read an export. `strict` refuses a broken chain or seal; `verify` reports it instead.

    Raises:
        RefusedError: it is no export of this format.
        CorruptLogError: a line is damaged or does not follow; with its number.
    """
    rows = [row for row in text.split("\n") if row.strip()]
    if not rows:
        raise RefusedError("the file is empty: an export begins with a header line")
    try:
        header = msgspec.json.decode(rows[0], type=_SignedHeader)
        check_keys(rows[0])
    except (msgspec.MsgspecError, ValueError) as error:
        raise RefusedError(f"line 1 of the file is no header of an export: {error}") from error
    if header.format not in (FORMAT, SIGNED_FORMAT):
        known = f"this reads {SIGNED_FORMAT} and {FORMAT}"
        raise RefusedError(f'line 1 of the file: format "{header.format[:40]}" is not known; {known}')
    given = header.signatures
    if not isinstance(given, msgspec.UnsetType) and header.format == FORMAT:
        raise RefusedError(f"line 1 of the file: a file of format {FORMAT} carries no signatures")
    signatures = [] if isinstance(given, msgspec.UnsetType) else [_signature(one) for one in given]
    game = registry[header.game]
    check_id(header.session, "session")
    codec = registry.codec(game.meta.slug)
    lines: list[Line] = []
    secrets: list[Secret] = []
    for number, raw in enumerate(rows[1:], start=1):
        line, opened = _line(raw, number)
        lines.append(line)
        if opened or strict:
            secrets += _secrets(codec, line, opened, strict=strict)
    if strict:
        for fault in chain_faults(lines):
            raise CorruptLogError(f"line {fault.seq}: {fault.what}", fault.seq)
        if not lines or lines[0].session != header.session:
            raise CorruptLogError("the lines are not of the session that the header names", 1)
    data = {pin: msgspec.json.encode(value, order="sorted").decode() for pin, value in header.data.items()}
    row = SessionRow(header.session, game.meta.slug, 0, plain_title(header.title) or game.meta.title, origin="imported")
    bundle = Bundle(row, lines, secrets, data, signatures)
    return _read_through(bundle, game, codec) if strict else bundle


def _read_through(bundle: Bundle, game: Game[Any, Any], codec: Codec) -> Bundle:
    """The bundle, if all of it can be read and folded; its title is the one that the chain keeps, or a readable one.

    Raises:
        CorruptLogError: a line is of another game, lacks a data file, or cannot be folded.
    """

    def pinned(pin: str) -> bytes:
        if pin not in bundle.data:
            raise CorruptLogError(f"line 1: the data file {pin[:12]} that it pins is not in this file", 1)
        return bundle.data[pin].encode()

    reading: Reading[Any] = Reading(game, codec, OMNISCIENT, pinned)
    reading.feed(bundle.lines, bundle.secrets)
    if reading.damage:
        raise reading.damage
    for fault in signature_faults(bundle.row.session, bundle.lines, reading.entries, bundle.signatures):
        raise CorruptLogError(f"line {fault.seq}: {fault.what}", fault.seq)
    title = title_of(reading.started, game, bundle.lines[0].at_ms)
    return msgspec.structs.replace(bundle, row=msgspec.structs.replace(bundle.row, title=title))


def title_of(started: Started, game: Game[Any, Any], begun_ms: int) -> str:
    """What a session is called by its first line: as it says, else by its game and the day of that line."""
    return plain_title(started.title) or f"{game.meta.title}, {day_of(begun_ms)}"


def _signature(one: _Signature) -> Signature:
    """A signature of the header.

    Raises:
        RefusedError: it is none by its form.
    """
    if not (one.seq >= 1 and 0 <= one.signed_ms < _LATEST_MS and _KEY.fullmatch(f"{one.key}:{one.signature}")):
        raise RefusedError(f"line 1 of the file: what stands there as the signature of line {one.seq} is none")
    return Signature(one.seq, one.signed_ms, bytes.fromhex(one.key), bytes.fromhex(one.signature))


def _line(raw: str, number: int) -> tuple[Line, dict[str, list[_OpenedItem | None]]]:
    try:
        row = _ROWS.decode(raw)
        digest = bytes.fromhex(row.digest)
        if _text(row) != raw:  # as it is written here no key stands twice
            check_keys(raw)
    except (msgspec.MsgspecError, ValueError) as error:
        raise CorruptLogError(f"line {number} of the log cannot be read: {error}", number) from error
    if digest.hex() != row.digest:
        raise CorruptLogError(f"line {number} of the log has a digest that is not in hex digits in lower case", number)
    if not 0 <= row.at_ms < _LATEST_MS:
        raise CorruptLogError(f"line {number} of the log was filed at no time of any calendar: {row.at_ms}", number)
    return Line(row.session, row.seq, row.at_ms, row.by, row.body, digest), row.opened


def _secrets(
    codec: Codec, line: Line, opened: dict[str, list[_OpenedItem | None]], *, strict: bool
) -> Iterable[Secret]:
    """The opened items of a line, with the audience that its event declares."""
    try:
        if not codec.is_canonical(line.body):  # such a body needs no second look
            check_body(line.body, line.seq)
        event = codec.decode(line).event
    except CorruptLogError:
        if strict:
            raise
        return
    known, seals = codec.twins[type(event)].sealed, codec.seals(line)
    for field, items in opened.items():
        if field not in known:
            raise CorruptLogError(f'line {line.seq} opens "{field}", which is not sealed', line.seq)
        audience = audience_of(event, known[field])
        row = seals[field]
        for item, pair in enumerate(items):
            if strict and not (item < len(row) and (pair is None or row[item] == seal(pair.salt, pair.value))):
                raise CorruptLogError(f"line {line.seq}: {field} number {item + 1} does not match its seal", line.seq)
            if pair is not None:
                yield Secret(line.seq, field, item, audience, pair.salt, pair.value)
            elif audience == ALL or item >= len(row):
                yield Secret(line.seq, field, item, audience, None, None)


def import_bundle(store: EventStore, bundle: Bundle, clock: Clock = now_ms) -> SessionRow:
    """Store an exported log under its own id, with its own digests.

    Raises:
        ConflictError: another log has this id here.
    """
    try:
        there = store.lines(bundle.row.session)
    except UnknownSessionError:
        there = []
    if there:
        same = min(len(there), len(bundle.lines))
        if [line.digest for line in there[:same]] == [line.digest for line in bundle.lines[:same]]:
            raise ConflictError(f"session {bundle.row.session} is here already, up to line {len(there)}")
        raise ConflictError(f"another log has the id {bundle.row.session} here")
    row = msgspec.structs.replace(bundle.row, created_ms=clock())
    for pin, text in bundle.data.items():
        store.put_data(pin, text)
    with store.create_with_entries(row) as writer:
        writer.append(bundle.lines, bundle.secrets)
        for signature in bundle.signatures:
            writer.sign(signature)
    return row


def stage(source: EventStore, target: EventStore, session: str, upto: int | None = None) -> None:
    """Copy a session with its secrets into another (memory) store, to try something on it; up to a line, or whole."""
    row = source.row(session)
    for pin in {pin for entry in source.lines(row.session, 0, 1) for pin in _pins(entry)}:
        target.put_data(pin, source.data(pin))
    with target.create_with_entries(row, source.tower(row.session)) as writer:
        lines = source.lines(row.session)[:upto]
        writer.append(lines, [each for each in source.secrets(row.session) if each.seq <= len(lines)])


def _pins(line: Line) -> list[str]:
    found = msgspec.json.decode(line.body).get("data", {})
    return list(found.values())


def unstage(source: EventStore, target: EventStore, session: str, after: int, upto: int | None = None) -> None:
    """Store what a staged session has gained since line `after`, in one transaction; all of it where `after` is 0.

    Lines behind `upto` stay behind.

    Raises:
        ConflictError: the target has gone on meanwhile.
    """
    row = source.row(session)
    opening = target.writing(row.session) if after else target.create_with_entries(row, source.tower(row.session))
    lines, secrets = source.lines(row.session, after), source.secrets(row.session, after)
    last = min(upto or after + len(lines), after + len(lines))
    lines = lines[: last - after]
    prints = {seq: value for seq, value in source.fingerprints(row.session).items() if after < seq <= last}
    with opening as writer:
        if writer.head.seq != after:
            raise ConflictError(f"line {after} is not the last any more: the log is at line {writer.head.seq}")
        start = after
        for end in sorted({*prints, lines[-1].seq} if lines else prints):
            here = [secret for secret in secrets if start < secret.seq <= end]
            writer.append(lines[start - after : end - after], here, prints.get(end))
            start = end
