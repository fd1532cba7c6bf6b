"""Verification of an export from the file alone, without a database."""

from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Any, Final

import msgspec

from events.codec import Codec
from events.errors import CorruptLogError, RefusedError
from events.events import OMNISCIENT, Started
from events.signature import SignedHead
from events.store.settings import plain_title
from projections.game import Game
from projections.registry import Registry
from replay.audit.audit import audit
from replay.audit.chain import Fault, seals_of
from replay.audit.findings import Exercised, Report
from replay.audit.signatures import ANY_KEY, ANYBODY, UNSIGNED, Signed
from replay.audit.witnesses import PostedHead, holding, witness_fault
from replay.transfer.bundle import Bundle, title_of

_BEFORE_MIDNIGHT_MS: Final = 60_000
"""A session is titled by the day on which it is made, and its first line may follow in the next."""

Witness = tuple[int, str]
"""A posted witness: a line's number, and the first 32 or more hex digits of its digest."""


def verify(
    bundle: Bundle, registry: Registry, witnesses: Sequence[Witness] = (), *, used: Exercised | None = None,
    options: Mapping[str, str] | None = None, pin: str = "", heads: Sequence[SignedHead] = (),
    in_thread: Sequence[PostedHead] = (),
) -> Report:  # fmt: skip
    """Audit an exported log with all that it opens, and hold it against witnesses.

    `pin` is the host's key or its fingerprint, as its reader knows it; `heads` are signed heads that were posted, and
    those `in_thread` stand in an archive, signed or not.
    `used` takes in which rules it shows. With `options` it is read otherwise than its table had agreed.

    Raises:
        RefusedError: it has no lines.
    """
    if not bundle.lines:
        raise RefusedError("this export holds no line of a log")
    game, codec = registry[bundle.row.game], registry.codec(bundle.row.game)
    faults = [
        _of_another_session(bundle),
        *_header_faults(bundle, game, codec),
        *(witness_fault(bundle.lines, *witness) for witness in witnesses),
    ]
    row = msgspec.structs.replace(bundle.row, origin="here")  # it was not brought in anywhere
    report = audit(
        game, codec, row, bundle.lines, bundle.secrets, OMNISCIENT, data=lambda pin: _pinned_data(bundle, pin),
        known_faults=[fault for fault in faults if fault is not None], used=used, options=options or {},
        signed=Signed(bundle.signatures, pin, heads, ends=True, in_thread=in_thread),
    )  # fmt: skip
    closed = _count_closed(codec, bundle)
    unchecked = [f"{closed} sealed items that this file does not open"] if closed else []
    if not (witnesses or heads or pin or holding(bundle.lines, in_thread)):
        unchecked.append(ANYBODY if report.signed == UNSIGNED else ANY_KEY)
    return msgspec.structs.replace(report, viewer="whoever holds this file", unchecked=(*report.unchecked, *unchecked))


def _of_another_session(bundle: Bundle) -> Fault | None:
    session = bundle.lines[0].session
    if session == bundle.row.session:
        return None
    return Fault("LOG-CHAIN", 1, f"the header names session {bundle.row.session}, the lines are of {session[:40]}")


def _header_faults(bundle: Bundle, game: Game[Any, Any], codec: Codec) -> Iterator[Fault]:
    """What the header says of the session that line 1 says otherwise: its game, its title.

    A session that has none is called by its game and day, and games are renamed: then it is a doubt.
    """
    try:
        started = codec.decode(bundle.lines[0]).event
    except CorruptLogError:
        return  # the audit tells
    if not isinstance(started, Started):
        return
    if started.game != game.meta.slug:
        yield Fault("LOG-CHAIN", 1, f"the header says that {game.meta.slug} is played; line 1 says {started.game[:40]}")
    begun_ms, title = bundle.lines[0].at_ms, bundle.row.title
    titles = [title_of(started, game, at_ms) for at_ms in (begun_ms, max(begun_ms - _BEFORE_MIDNIGHT_MS, 0))]
    if title not in titles:
        has_title = bool(plain_title(started.title))
        words = (
            f'by line 1 it is "{titles[0]}"' if has_title else f'line 1 has no title, and it would be "{titles[0]}" now'
        )
        yield Fault("LOG-CHAIN", 1, f'the header is titled "{title}"; {words}', is_doubt=not has_title)


def _pinned_data(bundle: Bundle, pin: str) -> bytes:
    text = bundle.data.get(pin, "").encode()
    if sha256(text).hexdigest() != pin:
        raise CorruptLogError(f"the data file {pin[:12]} that line 1 pins is not in this export", 1)
    return text


def _count_closed(codec: Codec, bundle: Bundle) -> int:
    opened = {(secret.seq, secret.field, secret.item) for secret in bundle.secrets if secret.salt is not None}
    return sum(
        (line.seq, field, item) not in opened
        for line in bundle.lines
        for field, row in seals_of(codec, line).items()
        for item in range(len(row))
    )
