"""The command `verify`, which checks an export with nothing but the file, a key and witnesses."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import click

from events.errors import RefusedError
from events.signature import PURPOSE, SignedHead, check_pin, signed_heads
from projections.registry import registry
from replay.audit.witnesses import PostedHead, heads_in_words, witness_fault
from replay.transfer.bundle import Bundle, read_bundle
from replay.transfer.verify import Witness
from replay.transfer.verify import verify as verified
from webui.commands.arguments import read_bytes, read_text
from webui.commands.audit import print_report
from webui.commands.options import command, json_option
from webui.commands.output import say

LINE: Final = re.compile("[1-9][0-9]{0,8}:[0-9a-fA-F]{32,64}")


def _exists(name: str) -> bool:
    """Whether there is such a file. A file in a closed folder counts: reading it says why it cannot be read."""
    try:
        Path(name).stat()
    except PermissionError:
        return True
    except (OSError, ValueError):
        return False
    return Path(name).is_file()


def _witnesses(_context: click.Context, _option: click.Parameter, given: tuple[str, ...]) -> list[str]:
    for text in given:
        if _is_thread(text.strip()) and not _exists(text):
            raise click.BadParameter(
                f'"{text[:80]}" is none: write LINE:HEX with at least 32 hex digits, or name the file of a thread'
            )
    return [text.strip() for text in given]


@command(
    "verify", "verify session.jsonl", "verify session.jsonl --witness 57:9f3c1e0766aa20b1c4d8e2f09b7a6c51",
    "verify session.jsonl --key 41d09ab4f3c6705e8a21bb0c9de4471f", "verify session.jsonl --witness thread.txt",
)  # fmt: skip
@click.argument("file")
@click.option(
    "--witness", "witnesses", metavar="HEAD|FILE", multiple=True, callback=_witnesses,
    help="SEQ:HEX or a whole signed head, as posted; or an archived thread, mailbox or Discord export. Repeatable.",
)  # fmt: skip
@click.option("--key", "pin", default="", metavar="HEX", help="The host's key or its fingerprint, as you know it.")
@json_option
def verify(file: str, witnesses: list[str], pin: str, *, as_json: bool) -> int:
    """Check an export with nothing but the file.

    Checked are the chain of lines, the dice, the seals, and every move by the rules. A witness is what `post` or
    `import` printed and a player posted: it shows that the log is still the one it was then. Of a FILE every head
    in its posts is held against the log; as anybody can type one, one that differs is a doubt unless the host signed
    it. A key that only the file names is anybody's: with --key, from an invitation or a kit, it shows whose log it
    is. Exit status 1: something in the file is not as it must be.
    """
    threads = [text for text in witnesses if _is_thread(text)]
    heads, lines = _given_heads([text for text in witnesses if text not in threads])
    key = check_pin(pin) if pin else ""
    bundle = _read_export(read_text(file), strict=False)
    for one in heads:
        _require_head_of(one, bundle.row.session)
    found = {name: _heads_of(name, bundle.row.session) for name in threads}
    in_thread = [head for thread in found.values() for head in thread]
    report = verified(bundle, registry(), lines, pin=key, heads=heads, in_thread=in_thread)
    print_report(report, as_json=as_json)
    if not as_json:
        for name, thread in found.items():
            say(f"{name}: {heads_in_words(bundle.lines, thread)}.")
        posted = [*lines, *((one.head.seq, one.head.hex) for one in heads)]
        failed = {seq for seq, digits in posted if witness_fault(bundle.lines, seq, digits)}
        for seq, _ in posted:
            if seq not in failed:
                say(f"The witness of line {seq} holds.")
    return int(not report.clean)


def _given_heads(given: Sequence[str]) -> tuple[Sequence[SignedHead], Sequence[Witness]]:
    """The signed heads and the heads as LINE:HEX that were given by hand."""
    heads = signed_heads(" ".join(given))
    lines = [_witness(text) for text in given if ":" not in text.partition(":")[2]]
    if len(heads) + len(lines) < len(given):
        raise RefusedError("--witness: a signed head is copied whole, as it was posted")
    return heads, lines


def _require_head_of(one: SignedHead, session: str) -> None:
    if one.session != session:
        raise RefusedError(f"--witness: that head is of session {one.session}, the file of {session}")
    if not one.holds:
        raise RefusedError(f"--witness: the signature of line {one.head.seq} does not hold: copy the head as posted")


def _heads_of(name: str, session: str) -> tuple[PostedHead, ...]:
    """The heads of a session that stand in an archived thread."""
    from replay.importing.kinds import read_archive  # noqa: PLC0415  # mail and pages: without a thread none are read
    from replay.importing.posted_heads import posted_heads  # noqa: PLC0415  # as above

    return posted_heads(read_archive(read_bytes(name)), session)


def _is_thread(text: str) -> bool:
    """Whether a witness is the file of a thread, and no head."""
    return not (LINE.fullmatch(text) or text.startswith(f"{PURPOSE}:"))


def _witness(text: str) -> Witness:
    """A line's number and digest as LINE:HEX."""
    seq, _, digits = text.partition(":")
    return int(seq), digits.lower()


def _read_export(text: str, *, strict: bool) -> Bundle:
    if not text.lstrip().startswith("{"):
        raise RefusedError("this is no export: one begins with a header in JSON; a transcript goes to audit or import")
    return read_bundle(text, registry(), strict=strict)
