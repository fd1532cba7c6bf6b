"""Audits of many sessions for `audit`: sessions, files, folders and patterns, on all cores, with one report."""

import csv
import io
import os
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from glob import glob
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import msgspec

from events.errors import BellError, CorruptLogError, RefusedError
from events.events import ALL, TABLE, Conduct, Move, Started
from events.store.memory import MemoryStore
from projections.shelf import shelf
from replay.audit.audit import audit_session
from replay.audit.findings import Exercised
from replay.audit.many import AuditedItem, ManyReport, audited, report_of
from replay.posts.record import record_text
from replay.transfer.bundle import Bundle, read_bundle
from replay.transfer.verify import verify
from webui import __version__
from webui.commands.arguments import is_many, read_text
from webui.commands.audit_all import open_store, process_pool
from webui.commands.output import plural, say, warn, with_progress
from webui.commands.output_file import atomic_file, output_path
from webui.commands.table import say_table

_ENDINGS: Final = (".jsonl", ".txt")
_SHOWN: Final = 20
_SHAPE: Final = 3
"""The number of what is kept of an audit: what was kept under another is not taken."""
_TOLD: Final = 1000
"""So many sessions are told of one by one on a page."""


def named_files(names: Sequence[str]) -> list[str]:
    """The files that names, folders and patterns mean, each once, in order; a session's name stays as it is.

    Raises:
        RefusedError: a folder or pattern holds no export (`.jsonl`) and no transcript (`.txt`).
    """
    found: dict[str, None] = {}
    for name in names:
        if os.path.isdir(name):  # noqa: PTH112  # which says no of what may not be looked at
            inside = sorted(_files_below(name))
        elif is_many(name):
            inside = sorted(path for path in glob(name, recursive=True) if not os.path.isdir(path))  # noqa: PTH112, PTH207  # as the shell
        else:
            inside = [name]
        if not inside:
            raise RefusedError(f"{name} holds no export (.jsonl) and no transcript (.txt)")
        found.update(dict.fromkeys(inside))
    return list(found)


def _files_below(folder: str) -> Iterator[str]:
    """The exports and transcripts in a folder and those in it; of a folder that may not be read it is warned."""

    def tell(error: OSError) -> None:
        warn(f"{error.filename} is left out: {(error.strerror or str(error)).lower()}")

    for inside, _, names in os.walk(folder, onerror=tell):
        found = (str(Path(inside, name)) for name in names if Path(name).suffix in _ENDINGS)
        yield from (name for name in found if os.path.isfile(name) or not _is_there(name))  # noqa: PTH113  # as there


def _is_there(name: str) -> bool:
    """Whether something is seen there: no, too, of what may not be looked at."""
    return os.path.lexists(name)


def audit_many(
    names: Sequence[str], database: str | None, jobs: int, kept: dict[str, AuditedItem],
    options: Mapping[str, str] | None = None,
) -> Iterator[AuditedItem]:  # fmt: skip
    """The audits of files and sessions, in the order of their names; what was kept is not read again."""
    work = partial(_audit_one, database, options or {})
    known = {name: kept[name] for name in names if _is_kept(name, kept)}
    left = [name for name in names if name not in known]
    if min(jobs, len(left)) < 2 or (pool := process_pool(min(jobs, len(left)))) is None:
        fresh: Iterator[AuditedItem] = map(work, left)
        yield from _in_order(names, known, fresh)
        return
    with pool:
        yield from _in_order(names, known, pool.map(work, left, chunksize=max(1, min(16, len(left) // (jobs * 4)))))


def _in_order(
    names: Sequence[str], known: dict[str, AuditedItem], fresh: Iterator[AuditedItem]
) -> Iterator[AuditedItem]:  # fmt: skip
    for name in names:
        yield known[name] if name in known else next(fresh)


def _is_kept(name: str, kept: dict[str, AuditedItem]) -> bool:
    """Whether a file was audited before as it is now; a session of the database is audited anew."""
    item = kept.get(name)
    if item is None or not os.path.isfile(name):  # noqa: PTH113  # which says no of what may not be looked at
        return False
    try:
        return item.key == _key(Path(name).read_bytes())
    except OSError:
        return False


def _key(raw: bytes) -> str:
    return sha256(f"{__version__} {_SHAPE}\n".encode() + raw).hexdigest()[:32]


def _audit_one(database: str | None, options: Mapping[str, str], name: str) -> AuditedItem:
    """The audit of one file, or of a session of the database where no such file is."""
    used, key = Exercised.none(), ""
    try:
        if not Path(name).is_file():
            if database is None:
                raise RefusedError(f"there is no file {name}, and no database")
            store = open_store(database)
            session = store.row(name).session
            return audited(name, key, audit_session(store, shelf(), session, ALL, used=used, options=options), used)
        key = _key(Path(name).read_bytes())
        text = read_text(name)
        if not text.strip():
            raise RefusedError("the file is empty")
        if text.lstrip().startswith("{"):
            return _audit_export(name, key, text, options)
        memory = MemoryStore()
        done = record_text(memory, shelf(), text, partial=True)
        report = audit_session(memory, shelf(), done.session, TABLE, used=used, options=options)
        trouble = "" if done.whole else f"line {done.lines[-1].number} stopped the recording"
        return msgspec.structs.replace(audited(name, key, report, used), trouble=trouble)
    except BellError as error:
        return AuditedItem(name, key, trouble=str(error))
    except OSError as error:
        return AuditedItem(name, key, trouble=f"{name} cannot be read: {(error.strerror or str(error)).lower()}")


def _audit_export(name: str, key: str, text: str, options: Mapping[str, str]) -> AuditedItem:
    """The audit of an export; of one that is damaged or cut off, up to the line that cannot be read."""
    used, trouble = Exercised.none(), ""
    try:
        bundle = read_bundle(text, shelf(), strict=False)
    except CorruptLogError as error:
        rows = [row for row in text.split("\n") if row.strip()]
        if not 1 < error.seq < len(rows):
            raise
        bundle = _whole_moves(read_bundle("\n".join(rows[: error.seq]), shelf(), strict=False))
        trouble = f"{error}; audited up to line {len(bundle.lines)}"
    report = verify(bundle, shelf(), used=used, options=options)
    return msgspec.structs.replace(audited(name, key, report, used), trouble=trouble)


def _whole_moves(bundle: Bundle) -> Bundle:
    """A log that was cut off, without its last move: what followed from that is not all there."""
    codec = shelf().codec(bundle.row.game)
    for at, line in reversed(list(enumerate(bundle.lines))):
        if isinstance(codec.decode(line).fact, Move | Conduct) and at:
            secrets = [secret for secret in bundle.secrets if secret.seq < line.seq]
            return msgspec.structs.replace(bundle, lines=bundle.lines[:at], secrets=secrets)
    return bundle


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
    what: Sequence[str], database: str | None, jobs: int | None, *, keep: str | None, against: str | None,
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
    books = {slug: shelf()[slug].meta.rulebook for slug in {item.game for item in items if item.game}}
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
    follow = f"; {report.follow} of these only follow{'s' * (report.follow == 1)}" if report.follow else ""
    unread = f"; {len(report.troubles)} not read to the end" if report.troubles else ""
    say(f"{plural(report.sessions, 'session')}, {plural(report.lines, 'line')}: {told}{follow}{unread}\n")
    rows = [row for row in report.by_rule if row.violations or row.doubts or row.notes]
    if rows:
        say_table(
            ("rule", "game", "violations", "doubts", "notes", "sessions"),
            [(row.rule, row.game, *map(str, (row.violations, row.doubts, row.notes, row.sessions))) for row in rows],
        )
        say()
    for heading, table in tables(report):
        say_table(
            (heading, "sessions", "violations", "doubts", "notes"),
            [(name, *(str(row.get(one, 0)) for one in ("sessions", "violation", "doubt", "note")))
             for name, row in sorted(table.items())],
        )  # fmt: skip
        say()
    for game, rules in report.never.items():
        known = report.exercised.get(game, 0)
        more = f" and {len(rules) - _SHOWN} more" if len(rules) > _SHOWN else ""
        say(f"{game}: {known} of {known + len(rules)} rules were asked for or applied"
            + (f"; never {', '.join(rules[:_SHOWN])}{more}" if rules else ""))  # fmt: skip
    if report.first:
        say()
        say_table(
            ("worth a look first", "violations", "doubts", "begins with"),
            [(item.name, *map(str, item.weight), _beginning(item)) for item in report.worth],
        )
    if report.against is not None:
        say(f"\nAgainst the earlier report: {len(report.against.new)} new, {len(report.against.gone)} gone,"
            f" {report.against.same} the same")  # fmt: skip
        for sign, told_ones in (("+", report.against.new), ("-", report.against.gone)):
            for name, one in told_ones[:_SHOWN]:
                say(f"  {sign} {name} line {one.seq} [{one.level}] {one.rule} {one.condition}")
            if len(told_ones) > _SHOWN:
                say(f"  {sign} and {len(told_ones) - _SHOWN} more")
    for name, trouble in report.troubles.items():
        warn(trouble if trouble.startswith(name) else f"{name}: {trouble}")


def tables(report: ManyReport) -> Sequence[tuple[str, Mapping[str, Mapping[str, int]]]]:
    """The tables of sessions and findings, each by its heading."""
    return (("game", report.by_game), ("kind of play", report.by_play), ("dice and cards", report.by_dice))


def _beginning(item: AuditedItem) -> str:
    """The first finding of a session that is open."""
    one = next(one for one in item.findings if one.is_open and one.level != "note")
    return f"line {one.seq} {one.rule}"


def as_csv(report: ManyReport) -> str:
    """A row for each finding, and for each session that could not be read."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(
        ("session", "game", "play", "dice", "level", "rule", "line", "address", "seat", "kept", "finding", "id",
         "follows", "said", "trouble")
    )  # fmt: skip
    for item in report.items:
        for one in item.findings:
            row = (item.name, item.game, item.play, item.dice, one.level, one.rule, one.seq, one.address, one.seat,
                   "kept" if one.kept else "", one.condition, one.id, one.root, one.triage, item.trouble)  # fmt: skip
            writer.writerow([_plain_cell(cell) for cell in row])
        if item.trouble and not item.findings:
            empty = [""] * 10
            writer.writerow(
                [_plain_cell(cell) for cell in (item.name, item.game, item.play, item.dice, *empty, item.trouble)]
            )
    return out.getvalue()


def _plain_cell(cell: Any) -> str:
    """A cell that no spreadsheet takes for a formula."""
    text = str(cell)
    return f"'{text}" if text[:1] in ("=", "+", "-", "@") else text


def as_html(report: ManyReport) -> str:
    """A page to read, without a network."""
    from jinja2 import Environment, PackageLoader  # noqa: PLC0415  # few reports are pages

    pages = Environment(loader=PackageLoader("webui"), autoescape=True)
    found = sorted(
        (item for item in report.items if item.findings or item.trouble),
        key=lambda item: (*(-number for number in item.weight), item.name),
    )
    clean = [item for item in report.items if not (item.findings or item.trouble)]
    return pages.get_template("audit_many.html").render(
        report=report, tables=tables(report), found=found[:_TOLD], untold=len(found[_TOLD:]), clean=clean,
    )  # fmt: skip
