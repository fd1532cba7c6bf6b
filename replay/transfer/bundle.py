"""Exports and imports of sessions: JSON Lines with the digests of the stored entries.

The header is `{"format", "session", "game", "title", "data"}`. If the log names a signing key, the header also has
`"signatures"`, and the export signs its last entry. Each further line is an entry with the hidden values that the
viewer may open. An imported log has no dice roller and is marked as imported. It never takes the id of another session.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

import msgspec

from events.codec import Codec, audience_of
from events.entry import Head, Line, Secret
from events.errors import ConflictError, CorruptLogError, RefusedError, UnknownSessionError
from events.events import ALL, OMNISCIENT, Started
from events.lazy_patterns import lazy_pattern
from events.seal import seal
from events.signature import Signature
from events.store.checks import check_body, check_id, check_keys
from events.store.protocol import EventStore
from events.store.rows import SessionRow
from events.store.settings import plain_title
from projections.game import Game
from projections.registry import Registry
from replay.audit.heads import signature_faults
from replay.audit.log_checks import chain_faults
from replay.chance.clock import Clock, day_of, now_ms
from replay.reading.audience import knows
from replay.reading.notes import NOBODY, NoteReader, opens_note
from replay.reading.reading import Reading
from replay.reading.timeline import Timeline
from replay.reading.unread import Unread, game_or_stand_in, read_or_stand_in
from replay.session.signing import keys_of, sign_head

FORMAT: Final = "cloisterbell-1"  # format of a log that names no signing key
SIGNED_FORMAT: Final = "cloisterbell-2"  # format of a log that names a signing key: its header carries signatures
_LATEST_MS: Final = 253_402_300_800_000  # end of the year 9999


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


_KEY: Final = lazy_pattern("[0-9a-f]{64}:[0-9a-f]{128}")  # a public key and a signature
_ROWS: Final = msgspec.json.Decoder(_Row)


class Bundle(msgspec.Struct, frozen=True):
    """A parsed export, for `import_bundle` and `verify`."""

    row: SessionRow
    lines: list[Line]
    secrets: list[Secret]
    data: dict[str, str]
    signatures: Sequence[Signature] = ()


def export_lines(
    store: EventStore, registry: Registry, session: str, viewer: str = ALL, upto: int | None = None,
    reader: NoteReader = NOBODY, *, whole: bool = False, clock: Clock = now_ms,
) -> Iterator[str]:  # fmt: skip
    """Yield the log of a session as a viewer may know it, one JSON text for each line, up to entry `upto` if given.

    If this installation holds the log's signing key, the last exported entry is signed, unless it already is. The
    export also opens the private notes of `reader`. With `whole` it opens everything, including all private notes. The
    game of the session need not be installed.
    """
    timeline = read_or_stand_in(store, registry, session, viewer, upto=upto)
    return log_lines(store, timeline, upto, reader, whole=whole, clock=clock)


def log_lines(
    store: EventStore, timeline: Timeline, upto: int | None = None, reader: NoteReader = NOBODY, *,
    whole: bool = False, clock: Clock = now_ms,
) -> Iterator[str]:  # fmt: skip
    """Yield the same as `export_lines`, for a session that has been read."""
    row, reading = timeline.row, timeline.reading
    pins = {pin: msgspec.json.decode(store.data(pin)) for pin in reading.started.data.values()}
    lines = store.lines(row.session, 0, upto)
    if not reading.damage:  # leave out entries that were added since: they would follow the signed one
        lines = lines[: timeline.last]
    yield _text(_header(store, timeline, lines, pins, clock, keep=upto is None))
    open_: dict[int, dict[str, dict[int, _OpenedItem | None]]] = {}
    for secret in store.secrets(row.session):
        known = knows(timeline.viewer, secret.audience, reading.opened_to(secret.seq), reading.started.seats)
        known = known or whole or opens_note(secret.audience, reader)
        pair = _OpenedItem(secret.salt, secret.value) if known and secret.salt and secret.value is not None else None
        open_.setdefault(secret.seq, {}).setdefault(secret.field, {})[secret.item] = pair
    for line in lines:
        here = open_.get(line.seq, {}).items()
        opened = {field: [items.get(item) for item in range(max(items) + 1)] for field, items in here}
        yield _text(_Row(line.session, line.seq, line.at_ms, line.by, line.body, line.digest.hex(), opened))


def _header(
    store: EventStore, timeline: Timeline, lines: Sequence[Line], pins: dict[str, Any], clock: Clock, *, keep: bool
) -> _Header:
    row, keys = timeline.row, keys_of(timeline.reading)
    if not keys:
        return _Header(FORMAT, row.session, row.game, row.title, pins)
    last = sign_head(store, row, keys, Head(lines[-1].seq, lines[-1].digest), clock, keep=keep)
    kept = [one for one in store.signatures(row.session) if one.seq <= lines[-1].seq]
    kept += [last] if last and last not in kept else []
    signatures = [_Signature(one.seq, one.signed_ms, one.key.hex(), one.signature.hex()) for one in kept]
    return _SignedHeader(SIGNED_FORMAT, row.session, row.game, row.title, pins, signatures)


def _text(value: msgspec.Struct) -> str:
    return msgspec.json.encode(value).decode()


def read_bundle(text: str, registry: Registry, *, strict: bool = True) -> Bundle:
    """Parse an export. With `strict`, raise CorruptLogError for a broken chain or seal; `verify` reports it instead.

    With `strict`, the game of the log must be installed.
    """
    rows = [row for row in text.split("\n") if row.strip()]
    if not rows:
        raise RefusedError("the file is empty. An export must begin with a header line")
    try:
        header = msgspec.json.decode(rows[0], type=_SignedHeader)
        check_keys(rows[0])
    except (msgspec.MsgspecError, ValueError) as error:
        raise RefusedError(f"line 1 of the file is not a valid header of an export: {error}") from error
    if header.format not in (FORMAT, SIGNED_FORMAT):
        known = f"Known formats: {SIGNED_FORMAT}, {FORMAT}"
        raise RefusedError(f'line 1 of the file: "{header.format[:40]}" is not a known format. {known}')
    given = header.signatures
    if not isinstance(given, msgspec.UnsetType) and header.format == FORMAT:
        raise RefusedError(f"line 1 of the file: the format {FORMAT} cannot have signatures")
    signatures = [] if isinstance(given, msgspec.UnsetType) else [_signature(one) for one in given]
    game, codec = (
        (registry[header.game], registry.codec(header.game)) if strict else game_or_stand_in(header.game, registry)
    )
    check_id(header.session, "session")
    lines: list[Line] = []
    secrets: list[Secret] = []
    for number, raw in enumerate(rows[1:], start=1):
        line, opened = _line(raw, number)
        lines.append(line)
        if opened or strict:
            secrets += _secrets(codec, line, opened, strict=strict)
    if strict:
        for fault in chain_faults(lines):
            raise CorruptLogError(f"entry {fault.seq}: {fault.what}", fault.seq)
        if not lines or lines[0].session != header.session:
            raise CorruptLogError("the entries belong to another session than the header says", 1)
    data = {pin: msgspec.json.encode(value, order="sorted").decode() for pin, value in header.data.items()}
    row = SessionRow(
        header.session, game.meta.slug, 0, plain_title(header.title) or game.meta.title, origin="imported",
        package=game.meta.source,
    )  # fmt: skip
    bundle = Bundle(row, lines, secrets, data, signatures)
    return _read_through(bundle, game, codec) if strict else bundle


def _read_through(bundle: Bundle, game: Game[Any, Any], codec: Codec) -> Bundle:
    """Return the bundle with its title, if all its entries can be read and folded."""

    def pinned(pin: str) -> bytes:
        if pin not in bundle.data:
            raise CorruptLogError(
                f"entry 1 names the data file {pin[:12]}, which is missing from this file. Export the session again", 1
            )
        return bundle.data[pin].encode()

    reading: Reading[Any] = Reading(game, codec, OMNISCIENT, pinned)
    reading.feed(bundle.lines, bundle.secrets)
    if reading.damage:
        raise reading.damage
    for fault in signature_faults(bundle.row.session, bundle.lines, reading.entries, bundle.signatures):
        raise CorruptLogError(f"entry {fault.seq}: {fault.what}", fault.seq)
    title = title_of(reading.started, game, bundle.lines[0].at_ms)
    return msgspec.structs.replace(bundle, row=msgspec.structs.replace(bundle.row, title=title))


def title_of(started: Started, game: Game[Any, Any], begun_ms: int) -> str:
    """Return the title in the first entry, or else the game and the day of that entry."""
    return plain_title(started.title) or f"{game.meta.title}, {day_of(begun_ms)}"


def _signature(one: _Signature) -> Signature:
    if not (one.seq >= 1 and 0 <= one.signed_ms < _LATEST_MS and _KEY.fullmatch(f"{one.key}:{one.signature}")):
        raise RefusedError(f"line 1 of the file: the signature of entry {one.seq} is invalid")
    return Signature(one.seq, one.signed_ms, bytes.fromhex(one.key), bytes.fromhex(one.signature))


def _line(raw: str, number: int) -> tuple[Line, dict[str, list[_OpenedItem | None]]]:
    try:
        row = _ROWS.decode(raw)
        digest = bytes.fromhex(row.digest)
        if _text(row) != raw:  # the export's own spelling has no duplicate keys
            check_keys(raw)
    except (msgspec.MsgspecError, ValueError) as error:
        raise CorruptLogError(f"entry {number} of the log cannot be read: {error}", number) from error
    if digest.hex() != row.digest:
        raise CorruptLogError(f"entry {number} of the log has a digest that is not in lower-case hex digits", number)
    if not 0 <= row.at_ms < _LATEST_MS:
        raise CorruptLogError(f"entry {number} of the log has an impossible time: {row.at_ms}", number)
    return Line(row.session, row.seq, row.at_ms, row.by, row.body, digest), row.opened


def _secrets(
    codec: Codec, line: Line, opened: dict[str, list[_OpenedItem | None]], *, strict: bool
) -> Iterable[Secret]:
    try:
        if not codec.is_canonical(line.body):  # a canonical body needs no further check
            check_body(line.body, line.seq)
        event = codec.decode(line).event
    except CorruptLogError:
        if strict:
            raise
        return
    seals = codec.seals(line)
    known = {} if isinstance(event, Unread) else codec.twins[type(event)].sealed
    for field, items in opened.items():
        if field not in (seals if isinstance(event, Unread) else known):
            raise CorruptLogError(f'entry {line.seq} opens "{field}", which is not sealed', line.seq)
        audience = audience_of(event, known[field]) if field in known else ""
        row = seals[field]
        for item, pair in enumerate(items):
            if strict and not (item < len(row) and (pair is None or row[item] == seal(pair.salt, pair.value))):
                raise CorruptLogError(f"entry {line.seq}: item {item + 1} of {field} does not match its seal", line.seq)
            if pair is not None:
                yield Secret(line.seq, field, item, audience, pair.salt, pair.value)
            elif audience == ALL or item >= len(row):
                yield Secret(line.seq, field, item, audience, None, None)


def import_bundle(store: EventStore, bundle: Bundle) -> SessionRow:
    """Store an exported log under its own id, with its own digests. Raises ConflictError if the id is used here."""
    try:
        there = store.lines(bundle.row.session)
    except UnknownSessionError:
        there = []
    if there:
        if all(one.digest == other.digest for one, other in zip(there, bundle.lines, strict=False)):
            raise ConflictError(f"session {bundle.row.session} is already on this server, up to entry {len(there)}")
        raise ConflictError(f"this server already has a different log with the id {bundle.row.session}")
    row = msgspec.structs.replace(bundle.row, created_ms=now_ms())
    for pin, text in bundle.data.items():
        store.put_data(pin, text)
    with store.create_with_entries(row) as writer:
        writer.append(bundle.lines, bundle.secrets)
        for signature in bundle.signatures:
            writer.sign(signature)
    return row


def stage(source: EventStore, target: EventStore, session: str, upto: int | None = None) -> None:
    """Copy a session with its secrets into another (memory) store for a trial, up to entry `upto` if given."""
    row = source.row(session)
    for started in source.lines(row.session, 0, 1):
        for pin in set(msgspec.json.decode(started.body).get("data", {}).values()):
            target.put_data(pin, source.data(pin))
    with target.create_with_entries(row, source.tower(row.session)) as writer:
        lines = source.lines(row.session)[:upto]
        writer.append(lines, source.secrets(row.session, 0, len(lines)))


def unstage(source: EventStore, target: EventStore, session: str, after: int) -> None:
    """Copy the entries of a staged session after entry `after` to `target`, in one transaction.

    If `after` is 0, the session itself is created too.
    """
    row = source.row(session)
    opening = target.writing(row.session) if after else target.create_with_entries(row, source.tower(row.session))
    lines, secrets = source.lines(row.session, after), source.secrets(row.session, after)
    prints = {seq: value for seq, value in source.fingerprints(row.session).items() if seq > after}
    with opening as writer:
        if writer.head.seq != after:
            raise ConflictError(f"entry {after} is not the last entry. The log ends at entry {writer.head.seq}")
        start = after
        for end in sorted({*prints, lines[-1].seq} if lines else prints):
            here = [secret for secret in secrets if start < secret.seq <= end]
            writer.append(lines[start - after : end - after], here, prints.get(end))
            start = end
