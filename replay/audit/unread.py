"""Checks of a log whose game is not installed: digests, seals, dice and signatures, but no move."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, Final

from events.codec import Codec
from events.entry import Line, Secret
from events.events import OMNISCIENT, Rolled
from events.seal import seal
from events.store.rows import SessionRow
from replay.audit.findings import LOG_RULES, Finding, Report
from replay.audit.heads import Signed, check_signatures
from replay.audit.log_checks import Fault, chain_faults, opening_faults, seals_of, tower_faults
from replay.reading.chance_trust import trust_in_words, unpledged
from replay.reading.reading import Reading
from replay.reading.unread import SharedCodec, stand_in

MOVES: Final = "the moves and their results, because the game is not installed"


def read_shared(row: SessionRow, lines: Sequence[Line], secrets: Sequence[Secret]) -> Reading[Any]:
    """Read the entries of a log that all games share, with all secrets. Data files are not needed."""
    reading = Reading(stand_in(row.game), SharedCodec(), OMNISCIENT, lambda _pin: b"")
    reading.feed(lines, secrets)
    return reading


def shared_faults(reading: Reading[Any], lines: Sequence[Line], secrets: Sequence[Secret]) -> Iterator[Fault]:
    """Yield all faults that can be found without the game."""
    yield from chain_faults(lines)
    if reading.damage:
        yield Fault("LOG-BODY", reading.damage.seq, str(reading.damage))
    yield from _seal_faults(reading.codec, lines, secrets)
    yield from opening_faults(reading.entries)
    yield from tower_faults(lines[0].session if lines else "", reading.entries)


def _seal_faults(codec: Codec, lines: Sequence[Line], secrets: Sequence[Secret]) -> Iterator[Fault]:
    known = {line.seq: line for line in lines}
    for one in secrets:
        row = seals_of(codec, known[one.seq]).get(one.field, ()) if one.seq in known else ()
        is_open = one.salt is not None and one.value is not None
        what = f"item {one.item + 1} of the sealed field {one.field}"
        if one.seq in known and not 0 <= one.item < len(row):
            yield Fault("LOG-SEAL", one.seq, f"{what} has no seal")
        elif one.seq in known and is_open and row[one.item] != seal(one.salt or "", one.value or ""):
            yield Fault("LOG-SEAL", one.seq, f"{what} does not match its seal")


def report_without_game(
    row: SessionRow, lines: Sequence[Line], secrets: Sequence[Secret], faults: Sequence[Fault], signed: Signed
) -> Report:
    """Return the report on an exported log. `faults` were found in its header and checkpoints."""
    reading = read_shared(row, lines, secrets)
    wrong, signer = check_signatures(row.session, lines, reading.entries, signed)
    found = [*faults, *shared_faults(reading, lines, secrets), *wrong]
    findings = tuple(
        Finding(
            f"{number:08}", "unverified" if fault.is_unverified else "violation", fault.rule, LOG_RULES[fault.rule],
            fault.seq, "", "", f"{fault.what[:1].upper()}{fault.what[1:]}.", (fault.seq,),
        )
        for number, fault in enumerate(found, 1)
    )  # fmt: skip
    started, last = reading.started, lines[-1]
    rolls = reading.entries_of(Rolled)
    return Report(
        row.session, row.game, row.title, OMNISCIENT, started.rules, started.rules, len(lines), last.seq,
        last.digest.hex(), trust_in_words(reading, row, has_tower=False), findings,
        (MOVES, *(unpledged(reading) if rolls else ())), dict(Counter(one.level for one in findings)), signed=signer,
    )  # fmt: skip
