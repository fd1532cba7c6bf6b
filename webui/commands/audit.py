"""The commands `audit`, which checks sessions against the rules, and `verify`, which checks one exported log."""

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from glob import glob
from hashlib import sha256
from pathlib import Path
from stat import S_ISREG
from typing import TYPE_CHECKING, Final

import click
import msgspec
from click import argument, option
from msgspec.structs import replace

from events.errors import BellError, CorruptLogError, RefusedError
from events.events import ALL, OMNISCIENT, Move, SessionEvent, Started
from events.lazy_patterns import lazy_pattern
from events.signature import PURPOSE, SignedHead, check_pin, signed_heads
from events.store.memory import MemoryStore
from events.store.protocol import EventStore
from projections.registry import registry
from replay.audit.audit import audit_session
from replay.audit.findings import Exercised, Report, report_text
from replay.audit.heads import PostedHead, checkpoint_fault, heads_in_words
from replay.audit.many import AuditedItem, Compared, ManyReport, UnreadLine, by_weight, report_of
from replay.audit.unread import MOVES
from replay.exporting.table import csv_line
from replay.reading.timeline import Timeline
from replay.transfer.bundle import Bundle, read_bundle
from replay.transfer.verify import Checkpoint, verify as verified
from webui import __version__
from webui.commands.arguments import is_many, open_view, output_path, read_bytes, read_text, write_file
from webui.commands.database import database_exists, database_place, open_accounts, open_database, share
from webui.commands.options import NumberFrom, command, viewer_option
from webui.commands.output import plural, print_table, say, warn, with_advice, with_progress, write_json, write_text
from webui.views.base_address import leads_here_only

if TYPE_CHECKING:
    from replay.turn_summaries.markup import Format

_CHECKPOINT: Final = lazy_pattern("[1-9][0-9]{0,8}:[0-9a-fA-F]{32,64}")
_ID: Final = lazy_pattern("[a-z0-9][a-z0-9-]{0,31}")
_FORMAT: Final = 4  # the version of the format of --keep. Audits stored in another version are repeated.
_SHOWN: Final = 20
_ON_PAGE: Final = 1000
_COUNTED: Final = ("sessions", "violation", "unverified", "note")


@command(
    "audit", "audit friday", "audit friday --json", "audit session.txt", "audit --all",
    "audit archive/ 'club/*.jsonl' friday --keep audits.jsonl --html audits.html", "audit archive/ --against old.json",
    "audit archive/ --option tardis_blocks_path=no", "audit friday --format bbcode",
    "audit friday --format markdown --finding 0f3a9c1d",
)  # fmt: skip
@argument("what", metavar="[ID|FILE|FOLDER]...", nargs=-1)
@option("--all", "every", is_flag=True, help="Audit all sessions in the database.")
@option("--jobs", type=NumberFrom(1, 256), metavar="N", help="Number of processes (default: automatic).")
@option("--keep", metavar="FILE", help="Store the audits in FILE, and do not audit unchanged files again.")
@option("--against", metavar="FILE", help="Compare with FILE, an earlier report that --json wrote.")
@option("--option", "options", multiple=True, metavar="NAME=VALUE", help="Replay with this option. Repeatable.")
@option("--html", metavar="FILE", help="Write the report to FILE, as a web page.")
@option("--csv", "table", metavar="FILE", help="Write the findings to FILE, as a table.")
@option(
    "--format", "form", type=click.Choice(["bbcode", "markdown", "text"]),
    help="Print a report of at most ten lines to post, in this markup.",
)  # fmt: skip
@option("--finding", "ident", metavar="ID", help="With --format: print this finding, with the post that it is about.")
@viewer_option
def audit(
    what: tuple[str, ...], jobs: int | None, viewer: str, keep: str | None, against: str | None, html: str | None,
    table: str | None, options: tuple[str, ...], *, form: "Format | None", ident: str | None, every: bool,
    as_json: bool,
) -> int:  # fmt: skip
    """Check sessions against the rules and report violations.

    ID is a session in the database. FILE is an export or a transcript (- for standard input) and needs no database.
    Each finding names its entry and its rule. The report ends with what could not be checked.

    Several names, a FOLDER or a pattern give one report: findings by rule, game and dice, rules that were never used,
    and the sessions to look at first. --option replays all sessions with another option, and compares the findings.

    Exit status 1: a violation was found (with --against or --option: a new one). 2: a session could not be read to its
    end.
    """
    is_one = not (every or len(what) > 1 or keep or against or html or table or options or any(map(is_many, what)))
    if every and (what or viewer != ALL):
        raise click.UsageError("--all cannot be combined with an ID or with --as")
    if not (every or what):
        raise click.UsageError("name a session or a file, or use --all")
    if (viewer != ALL or form) and not is_one:
        raise click.UsageError(f"{'--format' if form else '--as'} works only with a single session")
    if (ident and not form) or (form and as_json):
        raise click.UsageError("--finding needs --format, and --format cannot be combined with --json")
    otherwise, before, path = _options(options), _earlier(against), Path(keep) if keep else None
    outputs = [(output_path(name, force=True), make) for name, make in ((html, _as_html), (table, _as_csv))]
    asked = _named(what, viewer)
    kept = read_kept(path)
    jobs = jobs or min(os.cpu_count() or 1, len(asked) // 4)
    items = list(with_progress(_keeping(_audits(asked, viewer, jobs, kept, {}), path, kept), "Auditing", len(asked)))
    if is_one:
        session = next(iter(asked.values()))
        write = partial(_report_to_post, session, viewer, form, ident) if form else None
        return _print_one(items[0], write, as_json=as_json)
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
    found = [one for item in report.items for one in item.findings]
    new = [one for _, one in report.against.new] if report.against else found
    return 1 if any(one.level == "violation" for one in new) else 2 * bool(report.troubles)


def _report(items: Sequence[AuditedItem], before: ManyReport | None) -> ManyReport:
    games = {item.game for item in items if item.game}
    return report_of(items, {slug: registry()[slug].meta.rulebook for slug in games}, before)


def _options(given: Sequence[str]) -> dict[str, str]:
    found = {}
    for text in given:
        name, equals, value = (part.strip() for part in text.partition("="))
        if not (name and equals and value):
            raise click.UsageError(f'--option "{text[:40]}" must have the form NAME=VALUE')
        names = {slug: game.options.__struct_fields__ for slug, game in registry().working().items()}
        games = [registry()[slug] for slug, known in names.items() if name in known]
        if not games:
            known = ", ".join(sorted({one for some in names.values() for one in some}))
            raise RefusedError(f'no game has an option "{name[:40]}". Options: {known}')
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


def _named(what: Sequence[str], viewer: str) -> dict[str, str]:
    """Return the names to audit, each with the id of its session ("" for a file). No names mean all sessions."""
    if not what:
        with open_database() as store:
            return {row.alias or row.session: row.session for row in store.sessions()}
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
    if not is_many(name):
        return [name]

    def warn_of(error: OSError) -> None:
        warn(f"{error.filename} is left out: {(error.strerror or str(error)).lower()}")

    if os.path.isdir(name):  # noqa: PTH112  # False in a closed folder
        walked = [Path(inside, one) for inside, _, ones in os.walk(name, onerror=warn_of) for one in ones]
        inside = [str(path) for path in walked if path.suffix in (".jsonl", ".txt")]
    else:
        inside = glob(name, recursive=True)  # noqa: PTH207  # same patterns as the shell
    found = sorted(one for one in inside if os.path.isfile(one) or not os.path.lexists(one))  # noqa: PTH113  # as above
    if not found:
        raise RefusedError(f"{name} contains no exports (.jsonl) and no transcripts (.txt)")
    return found


def _audits(
    asked: Mapping[str, str], viewer: str, jobs: int, kept: Mapping[str, AuditedItem], options: Mapping[str, str]
) -> Iterator[AuditedItem]:
    known = {name: kept[name] for name, session in asked.items() if not session and _is_kept(name, kept)}
    place = database_place() if any(asked.values()) else None
    left = [(name, session) for name, session in asked.items() if name not in known]
    fresh = share(partial(_audit, viewer, options), place, left, jobs)
    return (known[name] if name in known else next(fresh) for name in asked)


def _audit(viewer: str, options: Mapping[str, str], store: EventStore | None, asked: tuple[str, str]) -> AuditedItem:
    name, session = asked
    item, used = AuditedItem(name), Exercised()
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
        return replace(item, trouble=with_advice(error))
    lines = {rule: number for rule, number in sorted(used.lines.items()) if rule}
    return replace(item, used=lines, asked=tuple(sorted(used.asked)))


def _audit_export(item: AuditedItem, text: str, used: Exercised, options: Mapping[str, str]) -> AuditedItem:
    """Audit an exported log. A damaged log is audited up to the last complete move before the damage."""
    trouble = ""
    try:
        bundle = read_bundle(text, registry(), strict=False)
        registry()[bundle.row.game]  # an audit needs the game, unlike `verify`
    except CorruptLogError as error:
        rows = [row for row in text.split("\n") if row.strip()]
        if not 1 < error.seq < len(rows):
            raise
        bundle = _whole_moves(read_bundle("\n".join(rows[: error.seq]), registry(), strict=False))
        trouble = f"{error}; audited up to entry {len(bundle.lines)}"
    return _in_part(item, verified(bundle, registry(), used=used, options=options), trouble)


def _whole_moves(bundle: Bundle) -> Bundle:
    """Return a log without its last move, whose effects may be incomplete."""
    codec = registry().codec(bundle.row.game)
    for at, line in reversed(list(enumerate(bundle.lines))):
        if isinstance(codec.decode(line).event, Move | SessionEvent) and at:
            secrets = [secret for secret in bundle.secrets if secret.seq < line.seq]
            return replace(bundle, lines=bundle.lines[:at], secrets=secrets)
    return bundle


def _audit_transcript(item: AuditedItem, text: str, used: Exercised, options: Mapping[str, str]) -> AuditedItem:
    from replay.importing.kinds import read_archive  # noqa: PLC0415  # sessions need no parser
    from replay.importing.posts import file_line, import_partly  # noqa: PLC0415  # as above
    from replay.posts.create_session import without_slips  # noqa: PLC0415  # as above

    store = MemoryStore()
    try:
        text, slips = without_slips(registry(), text)
    except BellError as error:
        if not _is_thread(text):
            raise
        why = f"is a thread that does not name its game. Use `cloisterbell import {item.name}`"
        raise RefusedError(f"{item.name} {why}") from error
    session, unclear = import_partly(store, registry(), read_archive(text.encode()))
    unread = [UnreadLine(slip.line, "", str(slip)) for slip in slips]
    unread += [UnreadLine(line.number, line.text, line.message) for line in map(file_line, unclear)]
    troubles = [f"line {slip.line} of the header was ignored" for slip in slips]
    if unclear:
        troubles.append(f"line {file_line(unclear[0]).number} is unclear, so the audit ends before it")
    report = audit_session(store, registry(), session, OMNISCIENT, used=used, options=options)
    return replace(_in_part(item, report, "; ".join(troubles)), unread=tuple(unread))


def _is_thread(text: str) -> bool:
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
    """Return the audits that an earlier run stored in a file, by name. Any other file raises `RefusedError`."""
    found = {}
    rows = path.read_bytes().split(b"\n") if path is not None and path.exists() else []
    for number, row in enumerate(rows[:-1], 1):
        try:
            item = msgspec.json.decode(row, type=AuditedItem)
        except msgspec.MsgspecError as error:
            raise RefusedError(f"{path}, line {number}: this is not an audit that --keep wrote") from error
        found[item.name] = item
    return found


def _keeping(items: Iterator[AuditedItem], path: Path | None, kept: Mapping[str, AuditedItem]) -> Iterator[AuditedItem]:
    if path is None:
        yield from items
        return
    with path.open("ab") as file:
        file.truncate(path.read_bytes().rfind(b"\n") + 1)  # an incomplete line
        for item in items:
            if kept.get(item.name) != item:
                file.write(msgspec.json.encode(item) + b"\n")
                file.flush()
            yield item


def _report_to_post(session: str, viewer: str, form: "Format", ident: str | None, report: Report) -> str:
    """Return a report, or one of its findings, as a text to post. A file has no posts to quote and no address."""
    from replay.turn_summaries import audit_posts  # noqa: PLC0415  # needed for few reports
    from replay.turn_summaries.turn_summary import PlayerNames  # noqa: PLC0415  # as above

    about = audit_posts.AuditContext("", {}, PlayerNames({}), {})
    if session:
        from webui.views.log_rows import Logbook  # noqa: PLC0415  # as above
        from webui.views.quoted_posts import audit_context  # noqa: PLC0415  # as above

        with open_accounts() as (store, accounts):
            timeline = Timeline.read(store, registry(), session, viewer)
            if timeline.over or timeline.reading.unsealed:
                timeline = Timeline.read(store, registry(), session, viewer, now=True)
            base = accounts.address()
            link = "" if leads_here_only(base) or not base else f"{base}/s/{session}/audit"
            book = Logbook(timeline, store)
            about = audit_context(book, timeline, report.findings, accounts.names(session), link)
    if not ident:
        return audit_posts.report_post(report, about, form)
    found = next((one for one in report.findings if one.id == ident), None)
    if found is None:
        raise RefusedError(f'finding "{ident[:40]}" was not found in this audit')
    return audit_posts.finding_post(report, found, about, form)


def _print_one(item: AuditedItem, write: Callable[[Report], str] | None, *, as_json: bool) -> int:
    if item.report is None:
        warn(item.trouble)
        return 2
    if as_json and item.unread:
        write_json({**msgspec.to_builtins(item.report), "unread": item.unread})
    elif write:
        write_text(write(item.report))
    else:
        print_report(item.report, as_json=as_json)
    if not as_json and not write and item.trouble:
        say("\nLines that could not be read:" * bool(item.unread))
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
    unread = f"; {len(report.troubles)} could not be read to the end" if report.troubles else ""
    say(f"{plural(report.sessions, 'session')}, {plural(report.lines, 'entry')}: {report.summary}{unread}\n")
    if broken := [row for row in report.by_rule if row.sessions]:
        print_table(
            ("rule", "game", "violations", "unverified", "notes", "sessions"),
            [
                (row.rule, row.game, *map(str, (row.violations, row.unverified, row.notes, row.sessions)))
                for row in broken
            ],
        )
        say()
    for heading, table in report.tables:
        counts = sorted((name, [str(row.get(one, 0)) for one in _COUNTED]) for name, row in table.items())
        print_table((heading, "sessions", "violations", "unverified", "notes"), [(name, *row) for name, row in counts])
        say()
    for game, rules in report.never.items():
        known = report.exercised.get(game, 0)
        more = f" and {len(rules) - _SHOWN} more" if len(rules) > _SHOWN else ""
        never = f"; never used: {', '.join(rules[:_SHOWN])}{more}" if rules else ""
        say(f"{game}: {known} of {known + len(rules)} rules were used{never}")
    if report.first:
        say()
        rows = [(item.name, *map(str, item.weight), item.beginning) for item in report.worth]
        print_table(("look at first", "violations", "unverified", "first finding"), rows)
    if report.against is not None:
        _print_difference(report.against)
    for name, trouble in report.troubles.items():
        warn(trouble if trouble.startswith(name) else f"{name}: {trouble}")


def _print_difference(found: Compared) -> None:
    say(f"\nCompared with the earlier findings: {len(found.new)} new, {len(found.gone)} gone, {found.same} unchanged")
    for sign, findings in (("+", found.new), ("-", found.gone)):
        for name, one in findings[:_SHOWN]:
            say(f"  {sign} {name} entry {one.seq} [{one.level}] {one.rule} {one.condition}")
        if len(findings) > _SHOWN:
            say(f"  {sign} and {len(findings) - _SHOWN} more")


def _as_csv(report: ManyReport) -> str:
    """Return CSV with a row for each finding and each unreadable session. No cell can act as a spreadsheet formula."""
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


def _as_html(report: ManyReport) -> str:
    from jinja2 import Environment, PackageLoader  # noqa: PLC0415  # needed for few reports

    pages = Environment(loader=PackageLoader("webui"), autoescape=True)
    found = sorted((item for item in report.items if item.findings or item.trouble), key=by_weight)
    return pages.get_template("audit_many.html").render(
        report=report, tables=report.tables, found=found[:_ON_PAGE], untold=len(found[_ON_PAGE:]),
        clean=[item for item in report.items if not (item.findings or item.trouble)],
    )  # fmt: skip


def _exists(name: str) -> bool:
    try:
        return S_ISREG(Path(name).stat().st_mode)
    except (OSError, ValueError) as error:
        return isinstance(error, PermissionError)  # reading it shows the error


def _checkpoints(_context: click.Context, _option: click.Parameter, given: tuple[str, ...]) -> list[str]:
    for text in given:
        if _names_file(text.strip()) and not _exists(text):
            allowed = "Write ENTRY:HEX with at least 32 hex digits, or name a file"
            raise click.BadParameter(f'"{text[:80]}" is not a checkpoint. {allowed}')
    return [text.strip() for text in given]


@command(
    "verify", "verify session.jsonl", "verify session.jsonl --checkpoint 57:9f3c1e0766aa20b1c4d8e2f09b7a6c51",
    "verify session.jsonl --key 41d09ab4f3c6705e8a21bb0c9de4471f", "verify session.jsonl --checkpoint thread.txt",
    database=False,
)  # fmt: skip
@argument("file")
@option(
    "--checkpoint", "checkpoints", metavar="CHECKPOINT|FILE", multiple=True, callback=_checkpoints,
    help="A posted checkpoint (ENTRY:HEX, or signed), or a file with a thread, mailbox or Discord export. Repeatable.",
)  # fmt: skip
@option("--key", "pin", default="", metavar="HEX", help="Key or key fingerprint of the host.")
def verify(file: str, checkpoints: list[str], pin: str, *, as_json: bool) -> int:
    """Check an exported log, using only the file.

    The command checks the hash chain, the dice, the seals, and every move by the rules. A checkpoint that was posted
    earlier (--checkpoint) shows that the log has not changed since. If you name a FILE, the command compares all
    checkpoints in its posts. A posted checkpoint that differs counts as unverified, unless the host signed it. A log
    can be signed with any key. Use --key, from an invitation or a turn summary, to make sure that the host signed it.

    Exit status 1: the file was changed, or contains a violation. 2: the game is not installed, so its moves were not
    checked.
    """
    threads = [text for text in checkpoints if _names_file(text)]
    heads, lines = _given_heads([text for text in checkpoints if text not in threads])
    key = check_pin(pin) if pin else ""
    text = read_text(file)
    if not text.lstrip().startswith("{"):
        name = "standard input" if file == "-" else file
        raise RefusedError(f"{name} is not an export: its first line is not a JSON header. For a transcript use audit")
    bundle = read_bundle(text, registry(), strict=False)
    session = bundle.row.session
    for one in heads:
        if one.session != session:
            why = f"the checkpoint is of session {one.session}, but the file is of {session}"
            raise RefusedError(f"--checkpoint: {why}")
        if not one.holds:
            why = f"the signature of entry {one.head.seq} is not valid. Copy it as it was posted"
            raise RefusedError(f"--checkpoint: {why}")
    found = {name: _heads_of(name, session) for name in threads}
    in_thread = [head for thread in found.values() for head in thread]
    report = verified(bundle, registry(), lines, pin=key, heads=heads, in_thread=in_thread)
    print_report(report, as_json=as_json)
    if not as_json:
        for name, thread in found.items():
            say(f"{name}: {heads_in_words(bundle.lines, thread)}.")
        posted = [*lines, *((one.head.seq, one.head.hex) for one in heads)]
        failed = {seq for seq, digits in posted if checkpoint_fault(bundle.lines, seq, digits)}
        for seq, _ in posted:
            if seq not in failed:
                say(f"The checkpoint of entry {seq} matches.")
    if report.clean and MOVES in report.unchecked:
        warn(f"the game {bundle.row.game[:40]} is not installed, so no move was checked")
        return 2
    return int(not report.clean)


def _given_heads(given: Sequence[str]) -> tuple[Sequence[SignedHead], Sequence[Checkpoint]]:
    heads = signed_heads(" ".join(given))
    parts = [text.split(":") for text in given if text.count(":") == 1]
    lines = [(int(seq), digits.lower()) for seq, digits in parts]
    if len(heads) + len(lines) < len(given):
        raise RefusedError("--checkpoint: a signed checkpoint must be copied whole, as it was posted")
    return heads, lines


def _heads_of(name: str, session: str) -> tuple[PostedHead, ...]:
    from replay.importing.kinds import read_archive  # noqa: PLC0415  # loads parsers of mail and HTML
    from replay.importing.posted_heads import posted_heads  # noqa: PLC0415  # as above

    return posted_heads(read_archive(read_bytes(name)), session)


def _names_file(text: str) -> bool:
    return not (_CHECKPOINT.fullmatch(text) or text.startswith(f"{PURPOSE}:"))
