"""The command `verify`, which checks an export with nothing but the file, a key and witnesses."""

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from events.errors import RefusedError
from events.signature import PURPOSE, SignedHead, check_pin, signed_heads
from projections.shelf import shelf
from replay.archives.kinds import read_archive
from replay.archives.posted_heads import PostedHead, hold_heads, posted_heads
from replay.audit.chain import witness_fault
from replay.exchange.bundle import Bundle
from replay.exchange.verify import Witness
from replay.exchange.verify import verify as verified
from webui.commands.archive import read_archive_bytes
from webui.commands.arguments import read_text
from webui.commands.export_file import read_export
from webui.commands.output import plural, say
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
    found = [_of_thread(thread, bundle.row.session) for thread in threads]
    in_thread = [one for thread in found for one in thread.signed]
    held = hold_heads(bundle.lines, [head for thread in found for head in thread.unsigned])
    status = print_report(
        verified(
            bundle, shelf(), lines, pin=key, heads=heads, in_thread=in_thread, doubts=held.faults,
            is_witnessed=any(_holding(thread, bundle) for thread in found),
        ),
        as_json=as_json,
    )  # fmt: skip
    if not as_json:
        for name, thread in zip(threads, found, strict=True):
            say(_said_of_thread(name, thread, bundle))
    posted = [*lines, *((one.head.seq, one.head.hex) for one in heads)]
    failed = {seq for seq, digits in posted if witness_fault(bundle.lines, seq, digits)}
    for seq, _ in posted:
        if seq not in failed and not as_json:
            say(f"The witness of line {seq} holds.")
    return status


class _Thread(NamedTuple):
    """The heads that stand in an archived thread."""

    signed: Sequence[SignedHead]
    unsigned: Sequence[PostedHead]


def _is_file(text: str) -> bool:
    """Whether a witness is the file of a thread, and no head."""
    return not (LINE.fullmatch(text) or text.startswith(f"{PURPOSE}:"))


def _of_thread(name: str, session: str) -> _Thread:
    """The heads of a session in an archived thread; a signature that does not hold shows no more than any words."""
    archive = read_archive(read_archive_bytes(name))
    signed = [(one, post) for post in archive.posts for one in signed_heads(post.text) if one.session == session]
    typed = [
        PostedHead(one.head.seq, one.head.hex, post.author, post.when, post.where)
        for one, post in signed
        if not one.holds
    ]
    return _Thread([one for one, _ in signed if one.holds], [*posted_heads(archive), *typed])


def _holding(thread: _Thread, bundle: Bundle) -> list[int]:
    """The lines of the heads of a thread that the log has."""
    every = [*((one.head.seq, one.head.hex) for one in thread.signed), *((one.seq, one.hex) for one in thread.unsigned)]
    return sorted(seq for seq, digits in every if witness_fault(bundle.lines, seq, digits) is None)


def _said_of_thread(name: str, thread: _Thread, bundle: Bundle) -> str:
    """How many heads of a thread the log has."""
    count, holding = len(thread.signed) + len(thread.unsigned), _holding(thread, bundle)
    if not count:
        return f"{name}: no head of this log stands in it."
    newest = f", the newest of line {holding[-1]}" if holding else ""
    return f"{name}: {len(holding)} of {plural(count, 'head')} hold{newest}."


def _witness(text: str) -> Witness:
    """A line's number and digest as LINE:HEX."""
    seq, _, digits = text.partition(":")
    return int(seq), digits.lower()
