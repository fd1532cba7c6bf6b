"""The commands `audit`, of a session, a file or everything, and `verify`, of an export."""

import os
import re
from pathlib import Path
from typing import Final

import click

from events.errors import RefusedError
from events.facts import ALL, TABLE
from events.store.memory import MemoryStore
from projections.shelf import shelf
from replay.audit.audit import audit_session
from replay.audit.findings import Report, report_text
from replay.exchange.bundle import Bundle, read_bundle
from replay.exchange.verify import Witness
from replay.exchange.verify import verify as verified
from replay.posts.record import record_text
from webui.commands.arguments import open_view, read_text
from webui.commands.audit_all import SessionAudit, audit_all
from webui.commands.database import database_exists, database_path, open_database
from webui.commands.output import plural, say, with_progress, write_json
from webui.commands.table import say_table

_ID: Final = re.compile("[a-z0-9][a-z0-9-]{0,31}")
_SHARE: Final = 32
"""How many sessions are worth a further process."""
_HEADINGS: Final = ("session", "alias", "lines", "violations", "doubts", "notes", "not checked")


def audit(what: str | None, jobs: int | None, viewer: str, *, every: bool, as_json: bool) -> int:
    """Run a session again by the rules and report what leaves them."""
    if every:
        if what is not None or viewer != ALL:
            raise click.UsageError("--all takes no ID, and audits what a spectator may know")
        return _audit_database(jobs, as_json=as_json)
    if what is None:
        raise click.UsageError("name a session or a file, or say --all")
    return _report(_audit_stored(what, viewer) if _is_stored(what) else _audit_file(what), as_json=as_json)


def _report(report: Report, *, as_json: bool) -> int:
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


def _audit_file(name: str) -> Report:
    """The audit of an export or a transcript.

    Raises:
        RefusedError: it is neither, or a transcript that does not read to its end.
    """
    text = read_text(name)
    if text.lstrip().startswith("{"):
        return verified(read_export(text, strict=False), shelf())
    store = MemoryStore()
    done = record_text(store, shelf(), text)
    if not done.whole:
        raise RefusedError(f"this transcript does not read to its end: {done.lines[-1].message}")
    return audit_session(store, shelf(), done.session, TABLE)


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


def verify(file: str, witnesses: list[Witness], *, as_json: bool) -> int:
    """Check an export with nothing but the file."""
    report = verified(read_export(read_text(file), strict=False), shelf(), witnesses)
    status = _report(report, as_json=as_json)
    failed = {finding.seq for finding in report.findings if finding.rule == "LOG-WITNESS"}
    for seq, _ in witnesses:
        if seq not in failed and not as_json:
            say(f"The witness of line {seq} holds.")
    return status
