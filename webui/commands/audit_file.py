"""The audit of a file: of an export, or of a transcript, which is recorded into memory first."""

from collections.abc import Sequence
from typing import Final

import msgspec
from msgspec.structs import replace

from events.errors import NotationError
from events.events import TABLE
from events.store.memory import MemoryStore
from projections.shelf import shelf
from replay.audit.audit import audit_session
from replay.audit.findings import Report, report_text
from replay.posts.record import RecordedPosts, record_text
from replay.posts.transcript import without_slips
from replay.transfer.verify import verify as verified
from webui.commands.arguments import read_text
from webui.commands.export_file import read_export
from webui.commands.output import plural, say, warn, write_json
from webui.commands.record import say_lines, telling_threads
from webui.commands.report import print_report

_MOST: Final = 40
"""So many lines that do not read are told of."""


def audit_file(name: str, *, as_json: bool) -> int:
    """The audit of an export or a transcript; of one that does not read to its end, as far as it could be recorded.

    Raises:
        RefusedError: it is neither.
        NotationError: nothing of a transcript can begin: its header names no game, say.
    """
    text, store = read_text(name), MemoryStore()
    with telling_threads(name, text):
        if text.lstrip().startswith("{"):
            return print_report(verified(read_export(text, strict=False), shelf()), as_json=as_json)
        text, slips = without_slips(shelf(), text)
        done = record_text(store, shelf(), text, partial=True)
    report = audit_session(store, shelf(), done.session, TABLE)
    if done.whole and not slips:
        return print_report(report, as_json=as_json)
    return _report_in_part(report, done, slips, as_json=as_json)


def _report_in_part(report: Report, done: RecordedPosts, slips: Sequence[NotationError], *, as_json: bool) -> int:
    """The report of a transcript that does not read to its end, and every line of it that does not."""
    stop = None if done.whole else done.lines[-1]
    left = [line for line in done.rest if not line.is_settled]
    unchecked = [f"line {slip.line} of the header, which was left out" for slip in slips]
    if stop is not None:
        behind = plural(len(done.rest), "line")
        unchecked.append(f"line {stop.number}, which stopped the recording, and {behind} behind it")
    report = replace(report, unchecked=(*report.unchecked, *unchecked))
    if as_json:
        told = {"slips": [str(slip) for slip in slips], "stopped": stop, "rest": done.rest}
        write_json({**msgspec.to_builtins(report), **msgspec.to_builtins(told)})
        return 2
    say(report_text(report).removesuffix("\n"))
    say("\nThis transcript does not read to its end:")
    for slip in slips:
        say(f"{slip.line:>5}  header  {slip}")
    if stop is not None:
        say_lines([stop, *left[:_MOST]])
        then = f"of {plural(len(done.rest), 'line')} behind it {len(left) or 'none'} do not read either"
        warn(f"line {stop.number} stopped the recording, and the log was made up to it; {then}")
    return 2
