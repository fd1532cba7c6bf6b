"""The command `audit`, which checks a session, a file, a folder or all sessions against the rules."""

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from glob import glob
from hashlib import sha256
from pathlib import Path
from typing import Final

import click
import msgspec
from msgspec.structs import replace

from events.errors import BellError, CorruptLogError, RefusedError
from events.events import ALL, OMNISCIENT, Move, SessionEvent, Started
from events.store.memory import MemoryStore
from events.store.protocol import EventStore
from projections.registry import registry
from replay.audit.audit import audit_session
from replay.audit.findings import Exercised, Report, report_text
from replay.audit.many import AuditedItem, Compared, ManyReport, UnreadLine, by_weight, report_of
from replay.exporting.table import csv_line
from replay.transfer.bundle import Bundle, read_bundle
from replay.transfer.verify import verify
from webui import __version__
from webui.commands.arguments import is_many, open_view, read_text
from webui.commands.database import database_exists, database_place, open_database
from webui.commands.options import command, database_option, json_option, viewer_option
from webui.commands.output import plural, say, warn, with_progress, write_json
from webui.commands.output_file import output_path, write_file
from webui.commands.processes import share
from webui.commands.table import print_table

_ID: Final = re.compile("[a-z0-9][a-z0-9-]{0,31}")
_FORMAT: Final = 4
"""The version of the format of --keep. An audit that was kept in another format is made again."""
_SHOWN: Final = 20
_ON_PAGE: Final = 1000
_COUNTED: Final = ("sessions", "violation", "doubt", "note")


@command(
    "audit", "audit friday", "audit friday --json", "audit session.txt", "audit --all",
    "audit archive/ 'club/*.jsonl' friday --keep audits.jsonl --html audits.html", "audit archive/ --against old.json",
    "audit archive/ --option tardis_blocks_path=no",
)  # fmt: skip
@click.argument("what", metavar="[ID|FILE|FOLDER]...", nargs=-1)
@click.option("--all", "every", is_flag=True, help="Audit every session of the database.")
@click.option("--jobs", type=click.IntRange(1, 256), help="Number of processes, chosen by default.")
@click.option("--keep", metavar="FILE", help="Keep the audits there, and do not repeat those of unchanged files.")
@click.option("--against", metavar="OLD.json", help="Compare with a report that --json wrote.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="Compare with another option of rules.")
@click.option("--html", metavar="FILE", help="Write the report of many as a page.")
@click.option("--csv", "table", metavar="FILE", help="Write the findings of many as a table.")
@viewer_option
@json_option
@database_option
def audit(
    what: tuple[str, ...], jobs: int | None, viewer: str, keep: str | None, against: str | None, html: str | None,
    table: str | None, options: tuple[str, ...], *, every: bool, as_json: bool,
) -> int:  # fmt: skip
    """Check sessions against the rules and report each violation.

    ID is a session of the database. FILE is an export or a transcript (`-` is stdin) and needs no database. A finding
    has its entry and the id of its rule. The report ends with what could not be checked, such as the lines of a
    transcript that could not be read. Several names, a FOLDER or a pattern give one report: findings by rule, game,
    kind of play and dice, rules that were never used, and sessions to look at first. --option plays all sessions again
    with another option, and compares. Exit status 1: a violation was found (with --against or --option: a new one). 2:
    something could not be read to its end.
    """
    is_one = not (every or len(what) > 1 or keep or against or html or table or options or any(map(is_many, what)))
    _require_fitting(what, viewer, every=every, is_one=is_one)
    otherwise, before, path = _options(options), _earlier(against), Path(keep) if keep else None
    outputs = [(output_path(name, force=True), make) for name, make in ((html, as_html), (table, as_csv))]
    asked = _all_sessions() if every else _named(what, viewer)
    kept = read_kept(path)
    jobs = jobs or min(os.cpu_count() or 1, len(asked) // 4)
    items = list(with_progress(_keeping(_audits(asked, viewer, jobs, kept, {}), path, kept), "Auditing", len(asked)))
    if is_one:
        return _print_one(items[0], as_json=as_json)
    report = _report(items, before)
    if otherwise:
        items = list(with_progress(_audits(asked, viewer, jobs, {}, otherwise), "Auditing again", len(asked)))
        report = _report(items, report)
    for place, make in outputs:
        if place is not None:
            write_file(place, [make(report).encode()])
    if as_json:
        write_json(report)
    else:
        _print_many(report)
    return _status(report)


def _require_fitting(what: Sequence[str], viewer: str, *, every: bool, is_one: bool) -> None:
    if every and (what or viewer != ALL):
        raise click.UsageError("--all takes no ID, and audits what a spectator may know")
    if not (every or what):
        raise click.UsageError("name a session or a file, or say --all")
    if viewer != ALL and not is_one:
        raise click.UsageError("--as is for one session; of many, a spectator's view is audited")


def _report(items: Sequence[AuditedItem], before: ManyReport | None) -> ManyReport:
    games = {item.game for item in items if item.game}
    return report_of(items, {slug: registry()[slug].meta.rulebook for slug in games}, before)


def _status(report: ManyReport) -> int:
    found = [one for item in report.items for one in item.findings]
    new = [one for _, one in report.against.new] if report.against else found
    return 1 if any(one.level == "violation" for one in new) else 2 * bool(report.troubles)


def _options(given: Sequence[str]) -> dict[str, str]:
    """Options as NAME=VALUE that some game has, with values that each game which has them can read."""
    found = {}
    for text in given:
        name, equals, value = (part.strip() for part in text.partition("="))
        if not (name and equals and value):
            raise click.UsageError(f'--option "{text[:40]}": NAME=VALUE is expected')
        names = {slug: game.options.__struct_fields__ for slug, game in registry().items()}
        games = [registry()[slug] for slug, known in names.items() if name in known]
        if not games:
            known = ", ".join(sorted({one for some in names.values() for one in some}))
            raise RefusedError(f'no game has an option "{name[:40]}"; there are {known}')
        for game in games:
            game.read_otherwise(Started(game.meta.slug, game.meta.rules_number, ()), {name: value})
        found[name] = value
    return found


def _earlier(name: str | None) -> ManyReport | None:
    if name is None:
        return None
    try:
        return msgspec.json.decode(read_text(name), type=ManyReport)
    except msgspec.MsgspecError as error:
        raise RefusedError(f"{name} is not a report that audit --json wrote: {error}") from error


def _all_sessions() -> dict[str, str]:
    with open_database() as store:
        return {row.alias or row.session: row.session for row in store.sessions()}


def _named(what: Sequence[str], viewer: str) -> dict[str, str]:
    """What is to be audited: by each name the id of the session, or "" for a file."""
    files = dict.fromkeys((name for one in what for name in _expanded(one)), "")
    ids = [name for name in files if _ID.fullmatch(name)]
    missing = {name: name for name in ids if not os.path.exists(name)}  # noqa: PTH110  # False in a closed folder
    if not (missing or (ids and database_exists())):
        return files
    with open_database() as store:
        known = {name: row.session for row in store.sessions() for name in (row.session, row.alias)}
        found = missing | {name: known[name] for name in ids if name in known}
        if viewer != ALL:
            for session in found.values():
                open_view(store, session, viewer)
        return files | found


def _expanded(name: str) -> Sequence[str]:
    """The exports (`.jsonl`) and transcripts (`.txt`) in a folder, or the files that a pattern matches."""
    if not is_many(name):
        return [name]

    def warn_of(error: OSError) -> None:
        warn(f"{error.filename} is left out: {(error.strerror or str(error)).lower()}")

    if os.path.isdir(name):  # noqa: PTH112  # False in a closed folder
        walked = [Path(inside, one) for inside, _, ones in os.walk(name, onerror=warn_of) for one in ones]
        inside = [str(path) for path in walked if path.suffix in (".jsonl", ".txt")]
    else:
        inside = glob(name, recursive=True)  # noqa: PTH207  # as the shell
    found = sorted(one for one in inside if os.path.isfile(one) or not os.path.lexists(one))  # noqa: PTH113  # as above
    if not found:
        raise RefusedError(f"{name} holds no export (.jsonl) and no transcript (.txt)")
    return found


def _audits(
    asked: Mapping[str, str], viewer: str, jobs: int, kept: Mapping[str, AuditedItem], options: Mapping[str, str]
) -> Iterator[AuditedItem]:  # fmt: skip
    known = {name: kept[name] for name, session in asked.items() if not session and _is_kept(name, kept)}
    place = database_place() if any(asked.values()) else None
    left = [(name, session) for name, session in asked.items() if name not in known]
    fresh = share(partial(_audit, viewer, options), place, left, jobs)
    return (known[name] if name in known else next(fresh) for name in asked)


def _audit(viewer: str, options: Mapping[str, str], store: EventStore | None, asked: tuple[str, str]) -> AuditedItem:
    name, session = asked
    item, used = AuditedItem(name), Exercised.none()
    try:
        if session and store is not None:
            report = audit_session(store, registry(), session, viewer, used=used, options=options)
            item = replace(item, report=report)
        else:
            text = read_text(name)
            item = replace(item, key=_key(text))
            if not text.strip():
                raise RefusedError(f"{name}: the file is empty")
            is_log = text.lstrip().startswith("{") and not _is_thread(text)
            item = (_audit_export if is_log else _audit_transcript)(item, text, used, options)
    except BellError as error:
        return replace(item, trouble=str(error))
    lines = {rule: number for rule, number in sorted(used.lines.items()) if rule}
    return replace(item, used=lines, asked=tuple(sorted(used.asked)))


def _audit_export(item: AuditedItem, text: str, used: Exercised, options: Mapping[str, str]) -> AuditedItem:
    """The audit of an export; of a damaged one as far as the last whole move before the damage."""
    trouble = ""
    try:
        bundle = read_bundle(text, registry(), strict=False)
    except CorruptLogError as error:
        rows = [row for row in text.split("\n") if row.strip()]
        if not 1 < error.seq < len(rows):
            raise
        bundle = _whole_moves(read_bundle("\n".join(rows[: error.seq]), registry(), strict=False))
        trouble = f"{error}; audited up to line {len(bundle.lines)}"
    return _in_part(item, verify(bundle, registry(), used=used, options=options), trouble)


def _whole_moves(bundle: Bundle) -> Bundle:
    """A log without its last move, some effects of which may be missing."""
    codec = registry().codec(bundle.row.game)
    for at, line in reversed(list(enumerate(bundle.lines))):
        if isinstance(codec.decode(line).event, Move | SessionEvent) and at:
            secrets = [secret for secret in bundle.secrets if secret.seq < line.seq]
            return replace(bundle, lines=bundle.lines[:at], secrets=secrets)
    return bundle


def _audit_transcript(item: AuditedItem, text: str, used: Exercised, options: Mapping[str, str]) -> AuditedItem:
    """The audit of a transcript up to its first unclear line.

    Raises:
        RefusedError: it is a thread without a header.
        NotationError: nothing can begin with its header.
    """
    from replay.importing.kinds import read_archive  # noqa: PLC0415  # a session needs no reader of posts
    from replay.importing.posts import file_line, import_partly  # noqa: PLC0415  # as above
    from replay.posts.transcript import without_slips  # noqa: PLC0415  # as above

    store = MemoryStore()
    try:
        text, slips = without_slips(registry(), text)
    except BellError as error:
        if not _is_thread(text):
            raise
        what = "a thread without a header that names a game"
        raise RefusedError(f"{item.name} is {what}: `cloisterbell import {item.name}` reads it") from error
    session, unclear = import_partly(store, registry(), read_archive(text.encode()))
    unread = [UnreadLine(slip.line, "", str(slip)) for slip in slips]
    unread += [UnreadLine(line.number, line.text, line.message) for line in map(file_line, unclear)]
    troubles = [f"line {slip.line} of the header was left out" for slip in slips]
    if unclear:
        troubles.append(f"line {file_line(unclear[0]).number} is unclear, so the audit ends before it")
    report = audit_session(store, registry(), session, OMNISCIENT, used=used, options=options)
    return replace(_in_part(item, report, "; ".join(troubles)), unread=tuple(unread))


def _is_thread(text: str) -> bool:
    """Whether a text has posts and no header."""
    from replay.importing.kinds import is_export, read_archive  # noqa: PLC0415  # as above

    with suppress(BellError):
        if is_export(text.encode()):
            return False
        archive = read_archive(text.encode())
        return bool(archive.posts) and not archive.header
    return False


def _in_part(item: AuditedItem, report: Report, trouble: str) -> AuditedItem:
    unchecked = (*report.unchecked, trouble) if trouble else report.unchecked
    return replace(item, report=replace(report, unchecked=unchecked), trouble=trouble)


def _key(text: str) -> str:
    return sha256(f"{__version__} {_FORMAT}\n{text}".encode()).hexdigest()[:32]


def _is_kept(name: str, kept: Mapping[str, AuditedItem]) -> bool:
    try:
        return name in kept and kept[name].key == _key(read_text(name))
    except RefusedError:
        return False


def read_kept(path: Path | None) -> dict[str, AuditedItem]:
    """The audits that an earlier run kept, by name, without a last line that was cut off.

    Raises:
        RefusedError: the file holds something else.
    """
    found = {}
    rows = path.read_bytes().split(b"\n") if path is not None and path.exists() else []
    for number, row in enumerate(rows[:-1], 1):
        try:
            item = msgspec.json.decode(row, type=AuditedItem)
        except msgspec.MsgspecError as error:
            raise RefusedError(f"{path}, line {number}: this is not an audit that --keep wrote") from error
        found[item.name] = item
    return found


def _keeping(
    items: Iterator[AuditedItem], path: Path | None, kept: Mapping[str, AuditedItem]
) -> Iterator[AuditedItem]:  # fmt: skip
    """The items, each of which is written to the file of --keep at once."""
    if path is None:
        yield from items
        return
    with path.open("ab") as file:
        file.truncate(path.read_bytes().rfind(b"\n") + 1)  # a line that was cut off
        for item in items:
            if kept.get(item.name) != item:
                file.write(msgspec.json.encode(item) + b"\n")
                file.flush()
            yield item


def _print_one(item: AuditedItem, *, as_json: bool) -> int:
    if item.report is None:
        warn(item.trouble)
        return 2
    if as_json and item.unread:
        write_json({**msgspec.to_builtins(item.report), "unread": item.unread})
    else:
        print_report(item.report, as_json=as_json)
    if not as_json and item.trouble:
        say("\nNot read:" * bool(item.unread))
        for line in item.unread[:_SHOWN]:
            say(f"{line.number:>5}  {line.text}\n{'':>7}{line.why}")
        warn(item.trouble)
    return 1 if not item.report.clean else 2 * bool(item.trouble)


def print_report(report: Report, *, as_json: bool) -> None:
    """Print the report of one audit."""
    if as_json:
        write_json(report)
    else:
        say(report_text(report).removesuffix("\n"))


def _print_many(report: ManyReport) -> None:
    unread = f"; {len(report.troubles)} not read to the end" if report.troubles else ""
    say(f"{plural(report.sessions, 'session')}, {plural(report.lines, 'line')}: {report.summary}{unread}\n")
    if broken := [row for row in report.by_rule if row.sessions]:
        print_table(
            ("rule", "game", "violations", "doubts", "notes", "sessions"),
            [(row.rule, row.game, *map(str, (row.violations, row.doubts, row.notes, row.sessions))) for row in broken],
        )
        say()
    for heading, table in report.tables:
        counts = sorted((name, [str(row.get(one, 0)) for one in _COUNTED]) for name, row in table.items())
        print_table((heading, "sessions", "violations", "doubts", "notes"), [(name, *row) for name, row in counts])
        say()
    for game, rules in report.never.items():
        known = report.exercised.get(game, 0)
        more = f" and {len(rules) - _SHOWN} more" if len(rules) > _SHOWN else ""
        never = f"; never {', '.join(rules[:_SHOWN])}{more}" if rules else ""
        say(f"{game}: {known} of {known + len(rules)} rules were asked for or applied{never}")
    if report.first:
        say()
        rows = [(item.name, *map(str, item.weight), item.beginning) for item in report.worth]
        print_table(("worth a look first", "violations", "doubts", "begins with"), rows)
    if report.against is not None:
        _print_difference(report.against)
    for name, trouble in report.troubles.items():
        warn(trouble if trouble.startswith(name) else f"{name}: {trouble}")


def _print_difference(found: Compared) -> None:
    say(f"\nAgainst the earlier report: {len(found.new)} new, {len(found.gone)} gone, {found.same} the same")
    for sign, findings in (("+", found.new), ("-", found.gone)):
        for name, one in findings[:_SHOWN]:
            say(f"  {sign} {name} line {one.seq} [{one.level}] {one.rule} {one.condition}")
        if len(findings) > _SHOWN:
            say(f"  {sign} and {len(findings) - _SHOWN} more")


def as_csv(report: ManyReport) -> str:
    """A row for each finding, and for each session that could not be read. No cell is a formula of a spreadsheet."""
    columns = "session game play dice level rule line address seat kept finding id follows said trouble"
    lines = [csv_line(columns.split())]
    for item in report.items:
        rows: list[tuple[str, ...]] = [
            (one.level, one.rule, str(one.seq), one.address, one.seat, "kept" * one.kept, one.condition, one.id,
             one.root, one.triage)
            for one in item.findings
        ]  # fmt: skip
        lines += [
            csv_line((item.name, item.game, item.play, item.dice, *row, item.trouble))
            for row in rows or [("",) * 10] * bool(item.trouble)
        ]
    return "".join(lines)


def as_html(report: ManyReport) -> str:
    """A page that works without a network."""
    from jinja2 import Environment, PackageLoader  # noqa: PLC0415  # few reports are pages

    pages = Environment(loader=PackageLoader("webui"), autoescape=True)
    found = sorted((item for item in report.items if item.findings or item.trouble), key=by_weight)
    return pages.get_template("audit_many.html").render(
        report=report, tables=report.tables, found=found[:_ON_PAGE], untold=len(found[_ON_PAGE:]),
        clean=[item for item in report.items if not (item.findings or item.trouble)],
    )  # fmt: skip
