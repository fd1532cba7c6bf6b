"""The commands `audit`, of a session, a file or everything, and `verify`, of an export."""

import os
import re
from typing import Final

import click

from events.events import ALL
from projections.shelf import shelf
from replay.audit.audit import audit_session
from replay.audit.findings import Report
from webui.commands.arguments import is_many, open_view
from webui.commands.audit_all import SessionAudit, audit_all
from webui.commands.database import database_exists, database_place, open_database
from webui.commands.options import command, database_option, json_option, viewer_option
from webui.commands.output import plural, say, with_progress, write_json
from webui.commands.report import print_report
from webui.commands.table import say_table

_ID: Final = re.compile("[a-z0-9][a-z0-9-]{0,31}")
_SHARE: Final = 32
"""How many sessions are worth a further process."""
_HEADINGS: Final = ("session", "alias", "lines", "violations", "doubts", "notes", "not checked")


@command(
    "audit", "audit friday", "audit friday --json", "audit session.txt", "audit --all",
    "audit archive/ 'club/*.jsonl' friday --keep audits.jsonl --html audits.html", "audit archive/ --against old.json",
    "audit archive/ --option tardis_blocks_path=no",
)  # fmt: skip
@click.argument("what", metavar="[ID|FILE|FOLDER]...", nargs=-1)
@click.option("--all", "every", is_flag=True, help="Every session of the database, as a spectator may know it.")
@click.option("--jobs", type=click.IntRange(1, 256), help="How many processes share the work of many.")
@click.option("--keep", metavar="FILE", help="Keep each audit there, and do not read again what is kept and unchanged.")
@click.option("--against", metavar="OLD.json", help="Compare with a report that --json wrote: new, gone, same.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="What another reading would change.")
@click.option("--html", metavar="FILE", help="Write the report of many as a page.")
@click.option("--csv", "table", metavar="FILE", help="Write the findings of many as a table.")
@viewer_option
@json_option
@database_option
def audit(
    what: tuple[str, ...], jobs: int | None, viewer: str, keep: str | None, against: str | None, html: str | None,
    table: str | None, options: tuple[str, ...], *, every: bool, as_json: bool,
) -> int:  # fmt: skip
    """Run a session again by the rules and report what leaves them.

    Each finding has its line and the number of the rule. ID is a session of the database. FILE is an export or a
    transcript (`-` is stdin) and needs no database. The report ends with what could not be checked. Of a transcript
    that does not read to its end it tells what could be recorded, and every line that does not read. Several, a FOLDER
    or a pattern give one report of all: findings by rule, game, kind of play and source of dice, the rules that nothing
    asked for, the sessions worth a look first. With --option all is read as if the tables had agreed so, and compared
    with how it was played. Exit status 1: a violation was found (with --against or --option: a new one); 2: something
    does not read to its end.
    """
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

        database = database_place() if database_exists() else None
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
    from webui.commands.audit_file import audit_file  # noqa: PLC0415  # a session does without what reads transcripts

    return audit_file(what[0], as_json=as_json)


def _option(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not (name.strip() and equals and value.strip()):
        raise click.UsageError(f'--option "{text[:40]}": NAME=VALUE is expected')
    return name.strip(), value.strip()


def _is_stored(what: str) -> bool:
    """Whether this names a session rather than a file."""
    if not _ID.fullmatch(what):
        return False
    if not os.path.exists(what):  # noqa: PTH110  # which says no of what may not be looked at
        return True
    if not database_exists():
        return False
    with open_database() as store:
        return any(what in (row.session, row.alias) for row in store.sessions())


def _audit_stored(session: str, viewer: str) -> Report:
    with open_database() as store:
        return audit_session(store, shelf(), open_view(store, session, viewer), viewer)


def _audit_database(jobs: int | None, *, as_json: bool) -> int:
    with open_database() as store:
        total, audits = audit_all(
            store, database_place(), jobs or min(os.cpu_count() or 1, len(store.sessions()) // _SHARE)
        )
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
