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
from projections.wording import counted
from replay.audit.audit import audit
from replay.audit.findings import Exercised, Report
from replay.audit.heads import ANY_KEY, ANYBODY, UNSIGNED, PostedHead, Signed, checkpoint_fault, holding
from replay.audit.log_checks import Fault, seals_of
from replay.audit.unread import report_without_game
from replay.reading.unread import SharedCodec, game_or_stand_in
from replay.transfer.bundle import Bundle, title_of

_BEFORE_MIDNIGHT_MS: Final = 60_000
"""The day in a default title is the day of creation; the first entry may be written shortly after midnight."""

Checkpoint = tuple[int, str]
"""A posted checkpoint: the number of an entry, and the first 32 or more hex digits of its digest."""


def verify(
    bundle: Bundle, registry: Registry, checkpoints: Sequence[Checkpoint] = (), *, used: Exercised | None = None,
    options: Mapping[str, str] | None = None, pin: str = "", heads: Sequence[SignedHead] = (),
    in_thread: Sequence[PostedHead] = (),
) -> Report:  # fmt: skip
    """Audit an exported log with everything that it opens, and compare it with checkpoints.

    `pin` is the host's key or its fingerprint, as the person who verifies knows it. `heads` are signed checkpoints that
    were posted, `in_thread` checkpoints found in a saved thread. `used` collects the rules that the log exercises.
    `options` replaces options that the group had agreed. If the game is not installed, moves are not checked.
    """
    if not bundle.lines:
        raise RefusedError("this export has no log entries")
    game, codec = game_or_stand_in(bundle.row.game, registry)
    faults = [*_header_faults(bundle, game, codec), *(checkpoint_fault(bundle.lines, *one) for one in checkpoints)]
    known = [fault for fault in faults if fault is not None]
    row = msgspec.structs.replace(bundle.row, origin="here")  # judge the file by itself, not as an import
    signed = Signed(bundle.signatures, pin, heads, ends=True, in_thread=in_thread)
    if isinstance(codec, SharedCodec):
        report = report_without_game(row, bundle.lines, bundle.secrets, known, signed)
    else:
        report = audit(
            game, codec, row, bundle.lines, bundle.secrets, OMNISCIENT, data=lambda pin: _pinned_data(bundle, pin),
            known_faults=known, used=used, options=options or {}, signed=signed,
        )  # fmt: skip
    opened = {(secret.seq, secret.field, secret.item) for secret in bundle.secrets if secret.salt is not None}
    seals = ((line.seq, field, row) for line in bundle.lines for field, row in seals_of(codec, line).items())
    closed = sum((seq, field, item) not in opened for seq, field, row in seals for item in range(len(row)))
    unchecked = [f"{counted(closed, 'sealed item')} that this file does not open"] if closed else []
    if not (checkpoints or heads or pin or holding(bundle.lines, in_thread)):
        unchecked.append(ANYBODY if report.signed == UNSIGNED else ANY_KEY)
    return msgspec.structs.replace(report, viewer="anyone with this file", unchecked=(*report.unchecked, *unchecked))


def _header_faults(bundle: Bundle, game: Game[Any, Any], codec: Codec) -> Iterator[Fault]:
    """Yield faults of session, game and title in the header. A different default title is only unverified.

    A default title has the game's title, so it is not compared if the game is not installed.
    """
    session = bundle.lines[0].session
    if session != bundle.row.session:
        what = f"the header names session {bundle.row.session}, but the entries belong to {session[:40]}"
        yield Fault("LOG-CHAIN", 1, what)
    try:
        started = codec.decode(bundle.lines[0]).event
    except CorruptLogError:
        return  # the audit reports it
    if not isinstance(started, Started):
        return
    if started.game != game.meta.slug:
        what = f"the header names the game {game.meta.slug}, but entry 1 names {started.game[:40]}"
        yield Fault("LOG-CHAIN", 1, what)
    has_title = bool(plain_title(started.title))
    if not has_title and isinstance(codec, SharedCodec):
        return
    begun_ms, title = bundle.lines[0].at_ms, bundle.row.title
    titles = [title_of(started, game, at_ms) for at_ms in (begun_ms, max(begun_ms - _BEFORE_MIDNIGHT_MS, 0))]
    if title not in titles:
        words = f'says "{titles[0]}"' if has_title else f'has none, and today\'s default is "{titles[0]}"'
        yield Fault(
            "LOG-CHAIN", 1, f'the header has the title "{title}", but entry 1 {words}', is_unverified=not has_title
        )


def _pinned_data(bundle: Bundle, pin: str) -> bytes:
    text = bundle.data.get(pin, "").encode()
    if sha256(text).hexdigest() != pin:
        raise CorruptLogError(
            f"entry 1 names the data file {pin[:12]}, which is missing from this export. Export the session again", 1
        )
    return text
