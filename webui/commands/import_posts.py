"""The command `import`, which brings posts or an exported log in."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from itertools import chain, count
from pathlib import Path
from typing import Final

import click
import msgspec

from events.errors import RefusedError
from events.store.checks import check_id, taken_name_error
from events.store.drafts import ImportDrafts
from events.store.memory import MemoryStore
from events.store.protocol import EventStore
from projections.registry import registry
from replay.importing.archive import Archive
from replay.importing.authors import as_seat
from replay.importing.draft import ImportDraft, Told
from replay.importing.kinds import is_export, read_archive, require_size
from replay.importing.posts import Target, record_posts, stage_posts, with_running_dice
from replay.importing.walk import ThreadWalk
from replay.posts.transcript import UnsaidError
from replay.session.data_files import OwnData
from replay.session.seats import refuse_secrets
from replay.transfer.bundle import import_bundle, read_bundle
from webui.commands.arguments import is_interactive, read_bytes, read_data
from webui.commands.database import database_exists, open_accounts, open_database
from webui.commands.import_draft import WHO, Asked, work_on
from webui.commands.import_report import print_check, print_drafts, print_recorded
from webui.commands.options import command, data_option, database_option, json_option
from webui.commands.output import plural, say, warn, with_progress

_NAME: Final = 32
"""The most characters of the name of a draft."""


@command(
    "import", "import session.txt --alias friday", "import session.txt --check", "import later.txt --to friday",
    "import thread.txt --game GAME --seats tenth,thirteenth --author Tomasz=tenth --alias autumn",
    "import autumn --read '12.3=MOVE' --chat 14", "import autumn --ask", "import autumn --record",
    "import friday.jsonl", "import",
)  # fmt: skip
@click.argument("file", required=False)
@click.option("--to", "session", metavar="ID", help="The running session that the posts belong to.")
@click.option("--alias", default="", metavar="NAME", help="A short name for the new session and for its draft.")
@click.option("--game", default="", help="The game, if the file does not name it.")
@click.option("--seats", default="", metavar="A,B", help="The seats in order, by names of a-z, 0-9 and -.")
@click.option(
    "--author", "people", multiple=True, metavar="NAME=SEAT",
    help="The seat of an author: a name or address as in the file, and a seat, `moderator`, or - for no seat.",
)  # fmt: skip
@click.option("--title", default="", help="The title of the new session.")
@click.option("--dice", default="", metavar="SOURCE", help="Who rolled: typed (the default) or other:NAME.")
@click.option("--cards", default="", metavar="SOURCE", help="Who dealt the cards (default: as the dice).")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="An option of the game; see games.")
@click.option(
    "--read", "reads", multiple=True, metavar="POST.LINE=MOVE",
    help="The move that a line of a post says; POST=MOVE if only one line is asked about.",
)  # fmt: skip
@click.option("--chat", "chats", multiple=True, metavar="POST[.LINE]", help="A post, or a line of it, is not a move.")
@click.option("--undo", is_flag=True, help="Take the last answer back.")
@click.option("--record", is_flag=True, help="Record the posts before the first unclear one, and audit the session.")
@click.option("--drop", is_flag=True, help="Delete the draft; what was recorded from it stays.")
@click.option("--ask", is_flag=True, help="Ask about each unclear post on the screen (the default in a terminal).")
@click.option("--check", is_flag=True, help="Only show how each line reads; nothing is written or rolled.")
@click.option("--yes", is_flag=True, help="With --to: roll the built-in dice without asking first.")
@data_option
@json_option
@database_option
def import_file(
    file: str | None, session: str | None, alias: str, people: tuple[str, ...], options: tuple[str, ...],
    data: tuple[str, ...], reads: tuple[str, ...], chats: tuple[str, ...], *, undo: bool, record: bool, drop: bool,
    ask: bool, check: bool, yes: bool, as_json: bool, **header: str,
) -> int:  # fmt: skip
    """Bring in posts of any kind, or an exported log.

    FILE is a transcript, a forum thread, an mbox, a Discord export, an exported log, or the name of a draft; `-` is
    stdin. Without FILE the drafts are listed. The content decides what a file is. If every post is clear, the file is
    recorded at once, with moves that break a rule. Otherwise the command keeps a draft and lists what it has to ask. A
    running session (--to) takes the posts before the first unclear one; the others wait. An exported log keeps its id
    and its digests. Exit status 1: something has to be answered; 2: refused.
    """
    if file is None:
        return _list(as_json=as_json)
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
        archive = None if is_export(raw) else read_archive(raw)
    except RefusedError as error:
        raise RefusedError(f"{'what came on stdin' if file == '-' else file}: {error}") from error
    if archive is None:
        return _import_export(raw, alias)
    _refuse_links(raw)
    if session is not None:
        if archive.header:
            raise RefusedError(f"{file} has a header, so it begins a session of its own: leave out --to")
        if alias or data or given or options:
            raise RefusedError("--to names a running session, whose game, seats and options are known")
        return _file_running(session, raw, archive, asked, check=check, is_sure=yes)
    fields = asked.fields(archive.header)
    target = Target(
        header=fields, own=_own_data(archive, fields, data), alias=check_id(alias, "alias") if alias else ""
    )  # fmt: skip
    name = alias or as_seat(Path(file).stem)[:_NAME].strip("-") or "thread"
    return _begin(name, raw, archive, target, asked, check=check)


def _list(*, as_json: bool) -> int:
    with open_accounts() as (store, accounts):
        drafts = ImportDrafts(accounts)
        return print_drafts(
            [ImportDraft(drafts, store, registry(), name).state for name in drafts.names()], as_json=as_json
        )


def _is_draft(name: str) -> bool:
    """Whether a name is that of a draft, and not of a file."""
    if name == "-" or Path(name).is_file() or not database_exists():
        return False
    with open_accounts() as (_, accounts):
        return bool(ImportDrafts(accounts).last(name))


def _go_on(name: str, raw: bytes, asked: Asked) -> int:
    """Work on a draft, after a later state of its thread was brought to it, if there is one."""
    with open_accounts() as (store, accounts):
        draft = ImportDraft(ImportDrafts(accounts), store, registry(), name)
        if raw:
            new = draft.bring(raw, WHO)
            warn(f"{plural(new, 'post')} new or edited since" if new else "no post is new")
        return work_on(draft, asked)


def _refuse_links(raw: bytes) -> None:
    if database_exists():
        with open_accounts() as (_, accounts):
            refuse_secrets(accounts, raw.decode("utf-8", "replace"))


def _own_data(archive: Archive, fields: Mapping[str, str], data: Sequence[str]) -> Sequence[OwnData]:
    """The data files of the command line.

    Raises:
        RefusedError: nothing says which game they are for, or one cannot be read.
    """
    game = {**archive.header, **fields}.get("game", "")
    if data and not game:
        raise RefusedError("--data belongs to a game: say which with --game")
    return read_data(registry()[game.lower()], data) if data else ()


def seats_by_author(given: tuple[str, ...]) -> dict[str, str]:
    """The seats of authors as the command line gives them.

    Raises:
        RefusedError: a value is not NAME=SEAT, or a name comes twice.
    """
    found: dict[str, str] = {}
    for text in given:
        name, equals, seat = text.rpartition("=")
        if not (equals and name.strip() and seat.strip()):
            raise RefusedError(f'--author "{text[:60]}" is not allowed: write NAME=SEAT')
        if name.strip() in found:
            raise RefusedError(f'--author names "{name.strip()[:60]}" twice')
        found[name.strip()] = seat.strip()
    return found


def _begin(name: str, raw: bytes, archive: Archive, target: Target, asked: Asked, *, check: bool) -> int:
    """Record a new session, or keep a draft of it."""
    if check:
        return _check(stage_posts(MemoryStore(), registry(), archive, target, asked.people), asked)
    if not database_exists():
        trial = MemoryStore()  # what is refused leaves no new database
        with suppress(UnsaidError):
            stage_posts(trial, registry(), archive, with_running_dice(trial, registry(), archive, target), asked.people)
    with open_accounts(make=True) as (store, accounts):
        drafts = ImportDrafts(accounts)
        if drafts.last(name):
            return _go_on(name, raw, asked)
        name = _free_name(store, name, is_chosen=bool(target.alias))
        running = with_running_dice(store, registry(), archive, target)
        if running.running:
            return _file_running(running.running, raw, archive, asked, check=False, is_sure=True)
        return _record_or_keep(store, drafts, name, raw, archive, target, asked)


def _free_name(store: EventStore, name: str, *, is_chosen: bool) -> str:
    """The name of a draft, which its session gets as its alias.

    Raises:
        ConflictError: a session has the name that was chosen.
    """
    taken = {alias for row in store.sessions() for alias in (row.session, row.alias)}
    if is_chosen and name in taken:
        raise taken_name_error(name)
    others = (f"{name[: _NAME - 6]}-{at}" for at in count(2))
    return next(one for one in chain([name], others) if one not in taken)


def _record_or_keep(
    store: EventStore, drafts: ImportDrafts, name: str, raw: bytes, archive: Archive, target: Target, asked: Asked
) -> int:  # fmt: skip
    pins = ", ".join(f"{each.name}={each.pin}" for each in target.own)
    told = Told({**target.header, "data": pins} if pins else target.header, asked.people)
    try:
        walk = stage_posts(store, registry(), archive, target, asked.people)
        _follow(walk)
    except UnsaidError:
        pass
    except KeyboardInterrupt:
        _keep(store, drafts, name, raw, target, told)
        warn(f"interrupted; nothing is recorded yet: `cloisterbell import {name}` goes on")
        raise
    else:
        if walk.open is None and not walk.is_silent:
            return print_recorded(store, record_posts(walk, store), walk, as_json=asked.as_json)
    return work_on(_keep(store, drafts, name, raw, target, told), asked)


def _keep(
    store: EventStore, drafts: ImportDrafts, name: str, raw: bytes, target: Target, told: Told
) -> ImportDraft:  # fmt: skip
    for each in target.own:
        store.put_data(each.pin, each.text)
    return ImportDraft.begin(drafts, store, registry(), name, raw, WHO, told)


def _follow(walk: ThreadWalk) -> None:
    for _ in with_progress(walk.follow({}), "Reading posts", len(walk.keys) - len(walk.walked)):
        pass


def _check(walk: ThreadWalk, asked: Asked) -> int:
    """Show how each line reads."""
    passed = list(walk.look()) if walk.rolls else list(walk.follow({}))
    return print_check(walk, passed, as_json=asked.as_json)


def _file_running(
    session: str, raw: bytes, archive: Archive, asked: Asked, *, check: bool, is_sure: bool
) -> int:  # fmt: skip
    """Record posts in a running session up to the first unclear one, and keep the others in its inbox."""
    with open_accounts() as (store, accounts):
        drafts, row = ImportDrafts(accounts), store.row(session)
        walk = stage_posts(store, registry(), archive, Target(row.session), asked.people)
        if check:
            return _check(walk, asked)
        if walk.rolls and not walk.is_done and not is_sure:
            _require_consent(len(walk.keys) - len(walk.walked), asked)
        inbox = drafts.of_session(row.session)
        if inbox:
            return _go_on(inbox, raw, asked)
        try:
            _follow(walk)
        except KeyboardInterrupt:
            record_posts(walk, store)
            warn("interrupted; the posts so far are recorded: the same command goes on")
            raise
        record_posts(walk, store)
        if walk.open is None:
            return print_recorded(store, row.session, walk, as_json=asked.as_json)
        name = row.alias if row.alias and not drafts.last(row.alias) else row.session
        told = Told({}, asked.people)
        return work_on(ImportDraft.begin(drafts, store, registry(), name, raw, WHO, told, session=row.session), asked)


def _require_consent(posts: int, asked: Asked) -> None:
    what = f"{plural(posts, 'post')} of this file may roll the built-in dice, and a roll cannot be taken back"
    if not asked.asks:
        raise RefusedError(f"{what}: --yes agrees to it")
    if not click.confirm(f"{what}. Go on?", err=True):
        raise RefusedError("nothing was recorded")


def _import_export(raw: bytes, alias: str) -> int:
    """Import an exported log under its own id."""
    bundle = read_bundle(raw.decode("utf-8-sig"), registry(), strict=True)
    if alias:
        bundle = msgspec.structs.replace(
            bundle, row=msgspec.structs.replace(bundle.row, alias=check_id(alias, "alias"))
        )
    with open_database(make=True) as store:
        row = import_bundle(store, bundle)
    head = bundle.lines[-1]
    say(f"{row.session}: {plural(len(bundle.lines), 'line')} imported, head {head.seq}:{head.digest.hex()[:32]}")
    say(f"  cloisterbell show {row.alias or row.session}")
    return 0
