"""The command `import`, which imports posts or an exported log."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

import click
from click import argument, option
from msgspec.structs import replace

from events.errors import ConflictError, NotationError, RefusedError
from events.store.checks import check_id, taken_name_error
from events.store.drafts import ImportDrafts
from events.store.memory import MemoryStore
from events.store.protocol import EventStore
from projections.registry import registry
from replay.importing.archive import Archive, UnknownAuthorsError
from replay.importing.draft import ImportDraft, Told, draft_name, free_name
from replay.importing.kinds import as_utf8, is_export, read_archive, require_size
from replay.importing.posts import Target, already_recorded, record_posts, stage_posts, with_running_dice
from replay.importing.walk import ThreadWalk
from replay.posts.create_session import UnsaidError
from replay.reading.timeline import Timeline
from replay.session.data_files import OwnData
from replay.session.seats import refuse_secrets
from replay.transfer.bundle import import_bundle, read_bundle
from webui.commands.arguments import is_interactive, read_bytes, read_data
from webui.commands.database import database_exists, open_accounts, open_database
from webui.commands.import_draft import (
    WHO,
    Asked,
    answers_to,
    fields_of,
    print_check,
    print_drafts,
    print_recorded,
    work_on,
)
from webui.commands.options import command, data_option
from webui.commands.output import plural, say, warn, with_progress


@command(
    "import", "import session.txt --alias friday", "import session.txt --check", "import later.txt --to friday",
    "import thread.txt --game GAME --seats tenth,thirteenth --author Tomasz=tenth --alias autumn",
    "import autumn --read '12.3=MOVE' --chat 14", "import autumn --ask", "import autumn --record",
    "import friday.jsonl", "import",
)  # fmt: skip
@argument("file", required=False)
@option("--to", "session", metavar="SESSION", help="Add the posts to this running session.")
@option("--alias", default="", metavar="NAME", help="Short name of the new session and of its draft.")
@option("--game", default="", help="Game, if the file does not name it.")
@option("--seats", default="", metavar="A,B", help="The seats in order. Names consist of a-z, 0-9 and -.")
@option(
    "--author", "people", multiple=True, metavar="NAME=SEAT",
    help="Seat of an author. NAME is as in the file; SEAT can be `moderator`, or - for none. Repeatable.",
)  # fmt: skip
@option("--title", default="", help="Title of the new session.")
@option("--dice", default="", metavar="SOURCE", help="Dice: typed (from the posts) or other:NAME (default: typed).")
@option("--cards", default="", metavar="SOURCE", help="Cards, if their source differs (default: as --dice).")
@option("--option", "options", multiple=True, metavar="NAME=VALUE", help="Option of the game; see games. Repeatable.")
@option(
    "--read", "reads", multiple=True, metavar="POST.LINE=MOVE",
    help="Read a line of a post as MOVE. If only one line is unclear, POST=MOVE is enough. Repeatable.",
)  # fmt: skip
@option("--chat", "chats", multiple=True, metavar="POST[.LINE]", help="Treat a post or a line as chat. Repeatable.")
@option("--undo", is_flag=True, help="Undo the last answer to a question about a post of the draft.")
@option("--record", is_flag=True, help="Record the draft up to its first unclear post, and audit the session.")
@option("--drop", is_flag=True, help="Delete the draft. Recorded posts stay in their session.")
@option("--ask", is_flag=True, help="Ask about each unclear post on the command line (default: only in a terminal).")
@option("--check", is_flag=True, help="Preview only; nothing is saved or rolled.")
@option("--yes", is_flag=True, help="With --to: roll the built-in dice without asking.")
@data_option
def import_file(
    file: str | None, session: str | None, alias: str, people: tuple[str, ...], options: tuple[str, ...],
    data: tuple[str, ...], reads: tuple[str, ...], chats: tuple[str, ...], *, undo: bool, record: bool, drop: bool,
    ask: bool, check: bool, yes: bool, as_json: bool, **header: str,
) -> int:  # fmt: skip
    """Import posts of any kind, or an exported log.

    FILE is a transcript, a forum thread, an mbox, a Discord export, an exported log, or the name of a draft (- for
    standard input). Without FILE the drafts are listed.

    If every post is clear, the session is recorded at once. Illegal moves are recorded as they were played: an audit
    finds them. Otherwise the command saves a draft and lists its questions. With --to the posts before the first
    unclear one are recorded, and the others wait in a draft. An exported log keeps its id and its digests.

    Exit status 1: there are open questions. 2: the import was refused.
    """
    if file is None:
        with open_accounts() as (store, accounts):
            drafts = ImportDrafts(accounts)
            states = [ImportDraft(drafts, store, registry(), name).state for name in drafts.names()]
            return print_drafts(states, as_json=as_json)
    given = {name: value for name, value in header.items() if value}
    asked = Asked(
        given, options, seats_by_author(people), reads, chats, undo=undo, records=record, drops=drop,
        asks=ask or (is_interactive() and not as_json), as_json=as_json,
    )  # fmt: skip
    if _is_draft(file):
        return _go_on(file, b"", asked)
    if session is not None:
        with open_database() as store:
            store.row(session)
    raw = read_bytes(file)
    try:
        require_size(raw)
        raw = as_utf8(raw)
        archive = None if is_export(raw) else read_archive(raw)
    except (RefusedError, NotationError) as error:
        raise RefusedError(f"{'standard input' if file == '-' else file}: {error}") from error
    if archive is None:
        return _import_export(raw, alias)
    if database_exists():
        with open_accounts() as (_, accounts):
            refuse_secrets(accounts, raw.decode("utf-8", "replace"))
    if session is not None:
        if archive.header:
            raise RefusedError(f"{file} has a header, so it creates a new session. Leave out --to")
        if alias or data or given or options:
            raise RefusedError("--to cannot be combined with settings of a new session, such as --game or --alias")
        return _add_to(session, raw, archive, asked, check=check, is_sure=yes)
    fields = fields_of(archive.header, asked.header, asked.options)
    own, alias = _own_data(archive, fields, data), check_id(alias, "alias") if alias else ""
    target, name = Target(header=fields, own=own, alias=alias), alias or draft_name(file)
    return _begin(name, raw, archive, target, asked, check=check)


def _is_draft(name: str) -> bool:
    if name == "-" or Path(name).is_file() or not database_exists():
        return False
    with open_accounts() as (_, accounts):
        return bool(ImportDrafts(accounts).last(name))


def _go_on(name: str, raw: bytes, asked: Asked) -> int:
    with open_accounts() as (store, accounts):
        draft = ImportDraft(ImportDrafts(accounts), store, registry(), name)
        if raw:
            new = draft.bring(raw, WHO)
            warn(plural(new, "new or edited post") if new else "no new or edited posts")
        return work_on(draft, asked)


def _own_data(archive: Archive, fields: Mapping[str, str], data: Sequence[str]) -> Sequence[OwnData]:
    game = {**archive.header, **fields}.get("game", "")
    if data and not game:
        raise RefusedError("--data needs --game")
    return read_data(registry()[game.lower()], data) if data else ()


def seats_by_author(given: tuple[str, ...]) -> dict[str, str]:
    """Return the seats of authors given as NAME=SEAT. Any other form or a repeated name raises `RefusedError`."""
    found: dict[str, str] = {}
    for text in given:
        name, equals, seat = text.rpartition("=")
        if not (equals and name.strip() and seat.strip()):
            raise RefusedError(f'--author "{text[:60]}" must have the form NAME=SEAT')
        if name.strip() in found:
            raise RefusedError(f'--author names "{name.strip()[:60]}" twice')
        found[name.strip()] = seat.strip()
    return found


def _begin(name: str, raw: bytes, archive: Archive, target: Target, asked: Asked, *, check: bool) -> int:
    if check:
        return _check(stage_posts(MemoryStore(), registry(), archive, target, asked.people), asked)
    if not database_exists():
        trial = MemoryStore()  # a refused file must not create a database
        with suppress(UnsaidError):
            stage_posts(trial, registry(), archive, with_running_dice(trial, registry(), archive, target), asked.people)
    with open_accounts(make=True) as (store, accounts):
        drafts = ImportDrafts(accounts)
        if drafts.last(name):
            return _go_on(name, raw, asked)
        if not target.alias:
            name = free_name(store, name, drafts)
        elif any(name in (row.session, row.alias) for row in store.sessions()):
            raise taken_name_error(name)
        running = with_running_dice(store, registry(), archive, target)
        if running.running:
            return _add_to(running.running, raw, archive, asked, check=False, is_sure=True)
        return _record_or_keep(store, drafts, name, raw, archive, target, asked)


def _record_or_keep(
    store: EventStore, drafts: ImportDrafts, name: str, raw: bytes, archive: Archive, target: Target, asked: Asked
) -> int:
    pins = ", ".join(f"{each.name}={each.pin}" for each in target.own)
    told = Told({**target.header, "data": pins} if pins else target.header, asked.people)
    try:
        walk = stage_posts(store, registry(), archive, target, asked.people)
        _follow(walk)
    except UnsaidError:
        pass
    except KeyboardInterrupt:
        _keep(store, drafts, name, raw, target, told)
        warn(f"interrupted; nothing is recorded yet. Continue with `cloisterbell import {name}`")
        raise
    else:
        if walk.open is None and not walk.is_silent:
            if not target.alias and (same := already_recorded(walk, store)):
                known = same.alias or same.session
                raise ConflictError(
                    f"these posts are already recorded in session {known}. To record them as another session, name it "
                    f"with --alias. To add later posts, use --to {known}"
                )
            return print_recorded(store, record_posts(walk, store), walk, as_json=asked.as_json)
    return work_on(_keep(store, drafts, name, raw, target, told), asked)


def _keep(store: EventStore, drafts: ImportDrafts, name: str, raw: bytes, target: Target, told: Told) -> ImportDraft:
    for each in target.own:
        store.put_data(each.pin, each.text)
    return ImportDraft.begin(drafts, store, registry(), name, raw, WHO, told)


def _follow(walk: ThreadWalk) -> None:
    for _ in with_progress(walk.follow(), "Reading posts", len(walk.keys) - len(walk.walked)):
        pass


def _check(walk: ThreadWalk, asked: Asked) -> int:
    try:
        passed = list(walk.look()) if walk.rolls else list(walk.follow())
    except UnknownAuthorsError as error:
        warn(f"{error}. {answers_to(error)}")
        return 1
    return print_check(walk, passed, as_json=asked.as_json)


def _add_to(session: str, raw: bytes, archive: Archive, asked: Asked, *, check: bool, is_sure: bool) -> int:
    """Record posts in a running session up to the first unclear one, and keep the others in its inbox."""
    with open_accounts() as (store, accounts):
        drafts, row = ImportDrafts(accounts), store.row(session)
        walk = stage_posts(store, registry(), archive, Target(row.session), asked.people)
        if check:
            return _check(walk, asked)
        if walk.rolls and not walk.is_done and not is_sure:
            posts = plural(len(walk.keys) - len(walk.walked), "post")
            what = f"{posts} of this file may roll the built-in dice, and a roll cannot be taken back"
            if not asked.asks:
                raise RefusedError(f"{what}. To agree, use --yes")
            if not click.confirm(f"{what}. Continue?", default=None, err=True):
                raise RefusedError("you did not agree to the rolls, so nothing was recorded")
        inbox = drafts.of_session(row.session)
        if inbox:
            return _go_on(inbox, raw, asked)
        try:
            _follow(walk)
        except KeyboardInterrupt:
            record_posts(walk, store)
            warn("interrupted; the posts so far are recorded. Run the same command again to continue")
            raise
        record_posts(walk, store)
        if walk.open is None:
            return print_recorded(store, row.session, walk, as_json=asked.as_json)
        name = row.alias if row.alias and not drafts.last(row.alias) else row.session
        told = Told({}, asked.people)
        return work_on(ImportDraft.begin(drafts, store, registry(), name, raw, WHO, told, session=row.session), asked)


def _import_export(raw: bytes, alias: str) -> int:
    bundle = read_bundle(raw.decode("utf-8-sig"), registry(), strict=True)
    if alias:
        row = replace(bundle.row, alias=check_id(alias, "alias"))
        bundle = replace(bundle, row=row)
    with open_database(make=True) as store:
        row = import_bundle(store, bundle)
        timeline = Timeline.read(store, registry(), row.session)
    head = bundle.lines[-1]
    checkpoint = f"{head.seq}:{head.digest.hex()[:32]}"
    say(f"{row.session}: {plural(len(bundle.lines), 'entry')} imported, checkpoint {checkpoint}")
    if not (timeline.reading.unsealed or timeline.over):
        say(f"note: the game has not ended. If the file was cut, entries after {checkpoint} are missing")
    say(f"  cloisterbell show {row.alias or row.session}")
    return 0
