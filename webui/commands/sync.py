"""The command `sync`, which fetches the new posts of followed threads."""

import signal
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING

from click import argument, option

from events.errors import BellError, ConflictError
from events.store.drafts import ImportDrafts
from events.store.opening import open_store
from events.store.protocol import EventStore
from projections.registry import registry
from replay.following.opening import source_opener
from replay.following.sync import SyncContext, SyncReport, Watch, check_session, sync_session
from replay.importing.archive import time_text
from replay.sources.source import SourceError
from webui.commands.database import open_accounts
from webui.commands.options import command
from webui.commands.output import plural, say, warn, write_json
from webui.views.thread_state import is_shared, reply_looks

if TYPE_CHECKING:
    from multiprocessing.connection import Connection


@command("sync", "sync", "sync friday", "sync friday --check")
@argument("session", required=False)
@option("--check", is_flag=True, help="Show what would be fetched; nothing is saved or posted.")
def sync(session: str | None, *, check: bool, as_json: bool) -> int:
    """Fetch the posts of followed threads, record their moves, and reply.

    Without SESSION, all sessions with a thread are synchronised, except those whose next attempt is later. Run this
    regularly, for example every five minutes with cron, or use `serve --sync 5m`. One process at a time works on a
    session, and every post is recorded once. Interrupt it with Ctrl-C: it goes on at the next call.

    Exit status 1: a thread could not be read, or a session has stopped at a post and a person must resume it.
    """
    with open_accounts() as (store, accounts):
        sessions = [store.row(session).session] if session is not None else ImportDrafts(accounts).followed.sessions()
        reports = list[SyncReport]()
        opener = source_opener(store, is_shared=is_shared(accounts))
        for one in sessions:
            with _progress() as watch:
                context = SyncContext(store, accounts, registry(), opener, reply_looks(accounts), watch=watch)
                reports.append(_synchronised(context, one, is_named=session is not None, check=check))
            if not as_json:
                _say_report(store, reports[-1], check=check)
    if as_json:
        write_json(reports)
    elif not sessions:
        say("no session follows a thread. Begin with `cloisterbell follow SESSION SOURCE`")
    return int(any(one.error or one.trouble for one in reports))


def sync_forever(place: str, every_s: int, parent: "Connection", *, shared: bool) -> None:
    """Synchronise all sessions of a database every `every_s` seconds, until the process at the other end is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent gets the same signal, and ends this process
    is_open = True
    while is_open:
        try:
            with closing(open_store(place)) as store, closing(store.open_accounts()) as accounts:
                opener = source_opener(store, is_shared=shared)
                context = SyncContext(store, accounts, registry(), opener, reply_looks(accounts))
                for session in context.threads.sessions():
                    report = _synchronised(context, session, is_named=False, check=False)
                    if report.fetched or report.recorded or report.error:
                        _warn_report(store, report)
        except Exception as error:  # noqa: BLE001  # one failure must not end following for ever
            warn(f"threads could not be fetched: {type(error).__name__ if not isinstance(error, BellError) else error}")
        is_open = not parent.poll(every_s)


def _synchronised(context: SyncContext, session: str, *, is_named: bool, check: bool) -> SyncReport:
    try:
        return check_session(context, session) if check else sync_session(context, session, at_once=is_named)
    except ConflictError as error:
        if is_named:
            raise
        return SyncReport(session, notes=(str(error),))
    except BellError as error:
        if is_named and not isinstance(error, SourceError):
            raise
        return SyncReport(session, error=str(error))
    except Exception as error:
        if is_named:
            raise
        return SyncReport(session, error=f"internal error ({type(error).__name__})")  # its text may contain a secret


@contextmanager
def _progress() -> Iterator[Watch]:
    """Show the current step, if stderr is a terminal."""
    if not sys.stderr.isatty():
        yield lambda _step, _posts: None
        return
    from rich.console import Console  # noqa: PLC0415  # needed only in a terminal

    with Console(stderr=True).status("Fetching posts") as status:
        yield lambda step, posts: status.update(f"{step}: {posts}" if posts else step)


def _say_report(store: EventStore, report: SyncReport, *, check: bool) -> None:
    row = store.row(report.session)
    name = row.alias or row.session
    new = plural(report.fetched, "new post")
    done = (
        "nothing was saved" if check else f"{plural(report.recorded, 'post')} recorded, {plural(report.moves, 'move')}"
    )
    say(f"{name}: {new}, {done}")
    for note in (*report.notes, report.waiting):
        if note:
            say(f"  {note}")
    _warn_report(store, report)


def _warn_report(store: EventStore, report: SyncReport) -> None:
    row = store.row(report.session)
    name = row.alias or row.session
    if report.trouble:
        warn(f"{name}: {report.trouble}")
    if report.error:
        later = f". Next attempt: {time_text(report.next_ms / 1000)}" if report.next_ms else ""
        warn(f"{name}: {report.error}{later}")
