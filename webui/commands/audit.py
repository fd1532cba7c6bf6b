"""The commands `audit`, of a session, a file or everything, and `verify`, of an export."""

import os
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import click
import msgspec
from msgspec.structs import replace

from events.errors import NotationError, RefusedError
from events.facts import ALL, TABLE
from events.store.memory import MemoryStore
from projections.shelf import shelf
from replay.audit.audit import audit_session
from replay.audit.findings import Report, report_text
from replay.exchange.bundle import Bundle, read_bundle
from replay.exchange.verify import verify as verified
from replay.posts.record import RecordedPosts, record_text
from replay.posts.transcript import without_slips
from webui.commands.arguments import is_many, open_view, read_text
from webui.commands.audit_all import SessionAudit, audit_all
from webui.commands.database import database_exists, database_path, open_database
from webui.commands.output import plural, say, warn, with_progress, write_json
from webui.commands.record import say_lines, telling_threads
from webui.commands.table import say_table

_ID: Final = re.compile("[a-z0-9][a-z0-9-]{0,31}")
_SHARE: Final = 32
"""How many sessions are worth a further process."""
_MOST: Final = 40
"""So many lines that do not read are told of."""
_HEADINGS: Final = ("session", "alias", "lines", "violations", "doubts", "notes", "not checked")


def audit(
    what: tuple[str, ...], jobs: int | None, viewer: str, keep: str | None, against: str | None, html: str | None,
    table: str | None, options: tuple[str, ...], *, every: bool, as_json: bool,
) -> int:  # fmt: skip
    """Run sessions again by the rules and report what leaves them."""
    if every:
        if what or viewer != ALL:
            raise click.UsageError("--all takes no ID, and audits what a spectator may know")
        return _audit_database(jobs, as_json=as_json)
    if not what:
        raise click.UsageError("name a session or a file, or say --all")
    if len(what) > 1 or keep or against or html or table or options or is_many(what[0]):
        if viewer != ALL:
            raise click.UsageError("--as is for one session; of many, a spectator's view is audited")
        from webui.commands.audit_many import audit_archive, say_report  # noqa: PLC0415  # one session does without

        database = database_path() if database_exists(database_path()) else None
        report, status = audit_archive(
            what, database, jobs, keep=keep, against=against, html=html, table=table,
            options=dict(_option(one) for one in options),
        )  # fmt: skip
        if as_json:
            write_json(report)
        else:
            say_report(report)
        return status
    if _is_stored(what[0]):
        return print_report(_audit_stored(what[0], viewer), as_json=as_json)
    return _audit_file(what[0], as_json=as_json)


def _option(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not (name.strip() and equals and value.strip()):
        raise click.UsageError(f'--option "{text[:40]}": NAME=VALUE is expected')
    return name.strip(), value.strip()


def print_report(report: Report, *, as_json: bool) -> int:
    """Tell of an audit; the exit status."""
    if as_json:
        write_json(report)
    else:
        say(report_text(report).removesuffix("\n"))
    return int(not report.clean)


def _is_stored(what: str) -> bool:
    """Whether this names a session rather than a file."""
    if not _ID.fullmatch(what):
        return False
    if not Path(what).exists():
        return True
    if not database_exists(database_path()):
        return False
    with open_database() as store:
        return any(what in (row.session, row.alias) for row in store.sessions())


def _audit_stored(session: str, viewer: str) -> Report:
    with open_database() as store:
        return audit_session(store, shelf(), open_view(store, session, viewer), viewer)


def _audit_file(name: str, *, as_json: bool) -> int:
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


def read_export(text: str, *, strict: bool) -> Bundle:
    """An export, read. Raises `RefusedError` with a way on where it is something else."""
    if not text.lstrip().startswith("{"):
        raise RefusedError("this is no export: one begins with a header in JSON; a transcript goes to record or audit")
    return read_bundle(text, shelf(), strict=strict)


def _audit_database(jobs: int | None, *, as_json: bool) -> int:
    with open_database() as store:
        total, audits = audit_all(store, jobs or min(os.cpu_count() or 1, len(store.sessions()) // _SHARE))
        found = list(with_progress(audits, "Auditing", total))
    bad = sum(each.violations > 0 for each in found)
    if as_json:
        write_json(found)
    else:
        say_table(_HEADINGS, [_row(each) for each in found])
        say(f"\n{plural(total, 'session')}, {bad or 'none'} with violations")
    return 1 if bad else 2 * any(each.trouble for each in found)


def _row(each: SessionAudit) -> tuple[str, ...]:
    if each.report is None:
        return each.session, each.alias, "", "", "", "", each.trouble
    counts = (str(each.report.counts.get(level, 0)) for level in ("violation", "doubt", "note"))
    return each.session, each.alias, str(each.report.lines), *counts, "; ".join(each.report.unchecked)
