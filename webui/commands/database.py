"""The database that a command uses, and the distribution of its sessions over several processes."""

import os
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, nullcontext
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar

import click
from click.core import ParameterSource

from events.errors import RefusedError
from events.store.opening import is_made, is_server, open_store
from webui.commands.output import warn

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor

    from events.store.accounts import Accounts
    from events.store.protocol import DatabaseStore, EventStore


T = TypeVar("T")
R = TypeVar("R")
USUAL: Final = "cloisterbell.db"


def database_place() -> str:
    """Return the selected database: a path, or the address of a server."""
    return str(named_database() or ("cloisterbell-demo.db" if _is_demo() else USUAL))


def _is_demo() -> bool:
    return click.get_current_context().info_name == "demo"


def named_database() -> str | None:
    """Return the database that was named, or None. `demo` ignores the environment variable."""
    context = click.get_current_context()
    root = context.find_root()
    given = (one.get_parameter_source("db") is ParameterSource.COMMANDLINE for one in (context, root))
    return str(root.obj) if root.obj and (not _is_demo() or any(given)) else None


def shown_place() -> str:
    """Return the name of the selected database for messages."""
    return place_shown(database_place())


def place_shown(place: str) -> str:
    """Return the name of a database for messages: a server's address keeps the user, but not the password."""
    if not is_server(place):
        return place
    scheme, _, rest = place.partition("?")[0].partition("://")
    who, at, where = rest.rpartition("@")
    return f"{scheme}://{who.partition(':')[0]}{at}{where}"


def database_path() -> Path:
    """Return the path of the selected database. A database on a server raises `RefusedError`."""
    if is_server(place := database_place()):
        raise RefusedError("this works only with a database file. For a PostgreSQL server see docs/howto/backup.md")
    return Path(place)


def database_exists() -> bool:
    """Return whether the selected database exists.

    The default database in an inaccessible folder counts as missing.
    """
    try:
        return is_made(database_place())
    except RefusedError:
        if named_database():
            raise
        return False


def no_database_words() -> str:
    """Return a message which says that the database does not exist, and how to create it."""
    if is_server(database_place()):
        return f"{shown_place()} has no Cloister Bell tables. Their owner creates them with db upgrade"
    return f"database {shown_place()} does not exist. Choose another with --db, or create it with demo, new or import"


@contextmanager
def open_database(*, make: bool = False) -> "Iterator[DatabaseStore]":
    """Open the database; create it only if `make` is true. A missing or foreign one raises `RefusedError`."""
    place = database_place()
    if not make and not is_made(place):
        raise RefusedError(no_database_words())
    with closing(open_store(place)) as store:
        yield store


@contextmanager
def open_accounts(*, make: bool = False) -> "Iterator[tuple[DatabaseStore, Accounts]]":
    """Open the database and its accounts."""
    with open_database(make=make) as store, closing(store.open_accounts()) as accounts:
        yield store, accounts


def share(work: Callable[["EventStore | None", T], R], place: str | None, items: Sequence[T], jobs: int) -> Iterator[R]:
    """Yield the results of `work` on each item, in order. Each process opens the database at `place` once."""
    jobs = min(jobs, len(items))
    if jobs < 2 or (pool := _process_pool(jobs)) is None:
        with closing(open_store(place)) if place else nullcontext() as store:
            yield from (work(store, item) for item in items)
        return
    with pool:
        chunk = max(1, min(16, len(items) // (jobs * 4)))
        yield from pool.map(partial(_work, work, place), items, chunksize=chunk)


def _work(work: Callable[["EventStore | None", T], R], place: str | None, item: T) -> R:
    return work(_store_of_process(place) if place else None, item)


@cache
def _store_of_process(place: str) -> "EventStore":
    return open_store(place)


def _process_pool(jobs: int) -> "ProcessPoolExecutor | None":
    """Return a pool of processes, or None with a warning if the system has no shared memory (`/dev/shm`)."""
    from concurrent.futures import ProcessPoolExecutor  # noqa: PLC0415  # one process starts faster without it
    from multiprocessing import get_context  # noqa: PLC0415  # as above

    try:
        return ProcessPoolExecutor(jobs, get_context("spawn"), work_for_parent)
    except (OSError, ImportError, NotImplementedError) as error:
        why = getattr(error, "strerror", None) or str(error)
        warn(f"cannot start several processes, so one does all the work ({why.lower()})")
        return None


def work_for_parent() -> None:
    """Prepare a new process of a pool: it then ignores interrupts, and ends when its parent process ends."""
    from threading import Thread  # noqa: PLC0415  # as above

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    from multiprocessing import parent_process  # noqa: PLC0415  # as above

    if parent := parent_process():
        parent.join()
        os._exit(1)
