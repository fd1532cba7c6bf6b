"""Audits of many sessions for `audit`: sessions, files, folders and patterns, on all cores, with one report."""

import csv
import io
import os
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from glob import glob
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import msgspec

from events.errors import BellError, RefusedError
from events.facts import ALL, TABLE, Started
from events.store.memory import MemoryStore
from projections.shelf import shelf
from replay.audit.audit import audit_session
from replay.audit.many import AuditedItem, ManyReport, audited, report_of
from replay.exchange.bundle import read_bundle
from replay.exchange.verify import verify
from replay.posts.record import record_text
from webui import __version__
from webui.commands.arguments import is_many, read_text
from webui.commands.audit_all import open_store
from webui.commands.output import plural, say, warn, with_progress
from webui.commands.output_file import atomic_file, output_path
from webui.commands.table import say_table

_ENDINGS: Final = (".jsonl", ".txt")
_SHOWN: Final = 20


def named_files(names: Sequence[str]) -> list[str]:
    """The files that names, folders and patterns mean, each once, in order; a session's name stays as it is.

    Raises:
        RefusedError: a folder or pattern holds no export (`.jsonl`) and no transcript (`.txt`).
    """
    found: dict[str, None] = {}
    for name in names:
        if Path(name).is_dir():
            inside = sorted(str(path) for path in Path(name).rglob("*") if path.suffix in _ENDINGS and path.is_file())
        elif is_many(name):
            inside = sorted(path for path in glob(name, recursive=True) if Path(path).is_file())  # noqa: PTH207  # as the shell
        else:
            inside = [name]
        if not inside:
            raise RefusedError(f"{name} holds no export (.jsonl) and no transcript (.txt)")
        found.update(dict.fromkeys(inside))
    return list(found)


def audit_many(
    names: Sequence[str], database: Path | None, jobs: int, kept: dict[str, AuditedItem],
    options: Mapping[str, str] | None = None,
) -> Iterator[AuditedItem]:  # fmt: skip
    """The audits of files and sessions, in the order of their names; what was kept is not read again."""
    work = partial(_audit_one, database, options or {})
    left = [name for name in names if not _is_kept(name, kept)]
    known = {name: kept[name] for name in names if name not in left}
    if jobs < 2 or len(left) < 2:
        fresh: Iterator[AuditedItem] = map(work, left)
        yield from _in_order(names, known, fresh)
        return
    from concurrent.futures import ProcessPoolExecutor  # noqa: PLC0415  # one process does without, and starts sooner
    from multiprocessing import get_context  # noqa: PLC0415  # as above

    with ProcessPoolExecutor(min(jobs, len(left)), get_context("spawn")) as pool:
        yield from _in_order(names, known, pool.map(work, left, chunksize=max(1, min(16, len(left) // (jobs * 4)))))


def _in_order(
    names: Sequence[str], known: dict[str, AuditedItem], fresh: Iterator[AuditedItem]
) -> Iterator[AuditedItem]:  # fmt: skip
    for name in names:
        yield known[name] if name in known else next(fresh)


def _is_kept(name: str, kept: dict[str, AuditedItem]) -> bool:
    """Whether a file was audited before as it is now; a session of the database is audited anew."""
    item = kept.get(name)
    if item is None or not Path(name).is_file():
        return False
    return item.key == _key(Path(name).read_bytes())


def _key(raw: bytes) -> str:
    return sha256(__version__.encode() + b"\n" + raw).hexdigest()[:32]


def _audit_one(database: Path | None, options: Mapping[str, str], name: str) -> AuditedItem:
    """The audit of one file, or of a session of the database where no such file is."""
    used: Counter[str] = Counter()
    key = ""
    try:
        if not Path(name).is_file():
            if database is None:
                raise RefusedError(f"there is no file {name}, and no database")
            store = open_store(database)
            session = store.row(name).session
            return audited(name, key, audit_session(store, shelf(), session, ALL, used=used, options=options), used)
        key = _key(Path(name).read_bytes())
        text = read_text(name)
        if text.lstrip().startswith("{"):
            report = verify(read_bundle(text, shelf(), strict=False), shelf(), used=used, options=options)
            return audited(name, key, report, used)
        memory = MemoryStore()
        done = record_text(memory, shelf(), text, partial=True)
        report = audit_session(memory, shelf(), done.session, TABLE, used=used, options=options)
        item = audited(name, key, report, used)
        if done.whole:
            return item
        return msgspec.structs.replace(item, trouble=f"line {done.lines[-1].number} stopped the recording")
    except BellError as error:
        return AuditedItem(name, key, trouble=str(error))


def read_kept(path: Path | None) -> dict[str, AuditedItem]:
    """What an earlier run kept, by name; a line that was cut off is left out.

    Raises:
        RefusedError: the file is something else.
    """
    if path is None or not path.exists():
        return {}
    found = {}
    rows = path.read_bytes().split(b"\n")
    for number, row in enumerate(rows, 1):
        if not row.strip():
            continue
        try:
            item = msgspec.json.decode(row, type=AuditedItem)
        except msgspec.MsgspecError as error:
            if number == len(rows):
                continue
            raise RefusedError(f"{path}, line {number}: this is no audit that was kept") from error
        found[item.name] = item
    return found


def audit_archive(
    what: Sequence[str], database: Path | None, jobs: int | None, *, keep: str | None, against: str | None,
    html: str | None, table: str | None, options: Mapping[str, str] | None = None,
) -> tuple[ManyReport, int]:  # fmt: skip
    """The one report of many, with the files that were asked for, and the status to end with.

    With `options` all is read otherwise than the tables had agreed, and compared with how it was played.
    """
    if options:
        _require_known(options)
    names, path = named_files(what), Path(keep) if keep else None
    before = _earlier(against) if against else None
    pages = [(output_path(name, force=True), make) for name, make in ((html, as_html), (table, as_csv)) if name]
    kept = read_kept(path)
    audits = audit_many(names, database, jobs or os.cpu_count() or 1, kept)
    items = list(with_progress(_keeping(audits, path, kept), "Auditing", len(names)))
    books = {slug: tuple(shelf()[slug].meta.rulebook) for slug in {item.game for item in items if item.game}}
    report = report_of(items, books, before)
    if options:
        otherwise = audit_many(names, database, jobs or os.cpu_count() or 1, {}, options)
        items = list(with_progress(otherwise, "Reading otherwise", len(names)))
        report = report_of(items, books, report)
    for place, make in pages:
        if place is not None:
            with atomic_file(place) as file:
                file.write(make(report).encode())
    return report, _status(report)


def _require_known(options: Mapping[str, str]) -> None:
    """Refuse an option that no game has, and a value that none of those takes."""
    for name, value in options.items():
        games = [
            game for game in shelf().values() if name in {info.name for info in msgspec.structs.fields(game.options)}
        ]
        if not games:
            known = sorted({info.name for game in shelf().values() for info in msgspec.structs.fields(game.options)})
            raise RefusedError(f'no game has an option "{name[:40]}"; there are {", ".join(known)}')
        for game in games:
            game.read_otherwise(Started(game.meta.slug, game.meta.rules_number, ()), {name: value})


def _status(report: ManyReport) -> int:
    """1 for a violation, where an earlier report is given for a new one; 2 where something could not be read."""
    found = (
        any(one.level == "violation" for _, one in report.against.new)
        if report.against is not None
        else bool(report.counts.get("violation"))
    )
    return 1 if found else 2 * bool(report.troubles)


def _earlier(name: str) -> ManyReport:
    try:
        return msgspec.json.decode(read_text(name), type=ManyReport)
    except msgspec.MsgspecError as error:
        raise RefusedError(f"{name} is no report that audit --json wrote: {error}") from error


def _keeping(items: Iterator[AuditedItem], path: Path | None, kept: dict[str, AuditedItem]) -> Iterator[AuditedItem]:
    """The items, each written to the file of what is kept as soon as it is there."""
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


def say_report(report: ManyReport) -> None:
    """The report for people."""
    told = ", ".join(
        plural(report.counts.get(level, 0), level) if report.counts.get(level) else f"no {level}s"
        for level in ("violation", "doubt", "note")
    )
    say(f"{plural(report.sessions, 'session')}, {plural(report.lines, 'line')}: {told}\n")
    rows = [row for row in report.by_rule if row.violations or row.doubts or row.notes]
    if rows:
        say_table(
            ("rule", "game", "violations", "doubts", "notes", "sessions"),
            [(row.rule, row.game, *map(str, (row.violations, row.doubts, row.notes, row.sessions))) for row in rows],
        )
        say()
    for heading, table in (("game", report.by_game), ("dice and cards", report.by_dice)):
        say_table(
            (heading, "sessions", "violations", "doubts", "notes"),
            [(name, *(str(row.get(one, 0)) for one in ("sessions", "violation", "doubt", "note")))
             for name, row in sorted(table.items())],
        )  # fmt: skip
        say()
    for game, rules in report.never.items():
        say(f"{game}: {plural(len(rules), 'rule')} that no line shows: {', '.join(rules[:_SHOWN])}"
            f"{' ...' if len(rules) > _SHOWN else ''}")  # fmt: skip
    if report.first:
        say(f"Worth a look first: {', '.join(report.first)}")
    if report.against is not None:
        say(f"Against the earlier report: {len(report.against.new)} new, {len(report.against.gone)} gone,"
            f" {report.against.same} the same")  # fmt: skip
        for sign, told_ones in (("+", report.against.new), ("-", report.against.gone)):
            for name, one in told_ones[:_SHOWN]:
                say(f"  {sign} {name} line {one.seq} [{one.level}] {one.rule} {one.condition}")
    for name, trouble in report.troubles.items():
        warn(f"{name}: {trouble}")


def as_csv(report: ManyReport) -> str:
    """A row for each finding."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(("session", "game", "dice", "level", "rule", "line", "address", "seat", "kept", "finding", "id"))
    for item in report.items:
        for one in item.findings:
            row = (item.name, item.game, item.dice, one.level, one.rule, one.seq, one.address, one.seat,
                   "kept" if one.kept else "", one.condition, one.id)  # fmt: skip
            writer.writerow([_plain_cell(cell) for cell in row])
    return out.getvalue()


def _plain_cell(cell: Any) -> str:
    """A cell that no spreadsheet takes for a formula."""
    text = str(cell)
    return f"'{text}" if text[:1] in ("=", "+", "-", "@") else text


def as_html(report: ManyReport) -> str:
    """A page to read, without a network."""
    from jinja2 import Environment, PackageLoader  # noqa: PLC0415  # few reports are pages

    pages = Environment(loader=PackageLoader("webui"), autoescape=True)
    return pages.get_template("audit_many.html").render(report=report)
