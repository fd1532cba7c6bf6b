"""The command `verify`, which checks an export with nothing but the file, a key and witnesses."""

import re
from typing import Final

from events.errors import RefusedError
from events.signature import PURPOSE, check_pin, signed_heads
from projections.shelf import shelf
from replay.audit.witnesses import PostedHead, heads_in_words, witness_fault
from replay.exchange.verify import Witness
from replay.exchange.verify import verify as verified
from webui.commands.arguments import read_text
from webui.commands.export_file import read_export
from webui.commands.output import say
from webui.commands.report import print_report

LINE: Final = re.compile("[1-9][0-9]{0,8}:[0-9a-fA-F]{32,64}")


def verify(file: str, witnesses: list[str], pin: str, *, as_json: bool) -> int:
    """Check an export with nothing but the file."""
    threads = [text for text in witnesses if _is_file(text)]
    witnesses = [text for text in witnesses if text not in threads]
    heads = signed_heads(" ".join(witnesses))
    lines = [_witness(text) for text in witnesses if ":" not in text.partition(":")[2]]
    if len(heads) + len(lines) < len(witnesses):
        raise RefusedError("--witness: a signed head is copied whole, as it was posted")
    key = check_pin(pin) if pin else ""
    bundle = read_export(read_text(file), strict=False)
    for one in heads:
        if one.session != bundle.row.session:
            raise RefusedError(f"--witness: that head is of session {one.session}, the file of {bundle.row.session}")
        if not one.holds:
            raise RefusedError(
                f"--witness: the signature of line {one.head.seq} does not hold: copy the head as posted"
            )
    found = [_heads_of(name, bundle.row.session) for name in threads]
    in_thread = [head for thread in found for head in thread]
    status = print_report(verified(bundle, shelf(), lines, pin=key, heads=heads, in_thread=in_thread), as_json=as_json)
    if not as_json:
        for name, thread in zip(threads, found, strict=True):
            say(f"{name}: {heads_in_words(bundle.lines, thread)}.")
    posted = [*lines, *((one.head.seq, one.head.hex) for one in heads)]
    failed = {seq for seq, digits in posted if witness_fault(bundle.lines, seq, digits)}
    for seq, _ in posted:
        if seq not in failed and not as_json:
            say(f"The witness of line {seq} holds.")
    return status


def _heads_of(name: str, session: str) -> tuple[PostedHead, ...]:
    """The heads of a session that stand in an archived thread."""
    from replay.archives.kinds import read_archive  # noqa: PLC0415  # mail and pages: without a thread none are read
    from replay.archives.posted_heads import posted_heads  # noqa: PLC0415  # as above
    from webui.commands.archive import read_archive_bytes  # noqa: PLC0415  # as above

    return posted_heads(read_archive(read_archive_bytes(name)), session)


def _is_file(text: str) -> bool:
    """Whether a witness is the file of a thread, and no head."""
    return not (LINE.fullmatch(text) or text.startswith(f"{PURPOSE}:"))


def _witness(text: str) -> Witness:
    """A line's number and digest as LINE:HEX."""
    seq, _, digits = text.partition(":")
    return int(seq), digits.lower()
