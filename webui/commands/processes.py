"""Work on many items that several processes share."""

import os
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, nullcontext
from functools import cache, partial
from typing import TYPE_CHECKING, TypeVar

from events.store.opening import open_house
from events.store.protocol import EventStore
from webui.commands.output import warn

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor

T = TypeVar("T")
R = TypeVar("R")


def share(
    work: Callable[[EventStore | None, T], R], place: str | None, items: Sequence[T], jobs: int
) -> Iterator[R]:  # fmt: skip
    """The results of `work` on each item, in order. It gets the database at `place`, which each process opens once."""
    jobs = min(jobs, len(items))
    if jobs < 2 or (pool := _process_pool(jobs)) is None:
        with closing(open_house(place)) if place else nullcontext() as store:
            yield from (work(store, item) for item in items)
        return
    with pool:
        chunk = max(1, min(16, len(items) // (jobs * 4)))
        yield from pool.map(partial(_work, work, place), items, chunksize=chunk)


def _work(work: Callable[[EventStore | None, T], R], place: str | None, item: T) -> R:
    return work(_store_of_process(place) if place else None, item)


@cache
def _store_of_process(place: str) -> EventStore:
    return open_house(place)


def _process_pool(jobs: int) -> "ProcessPoolExecutor | None":
    """A pool of processes; None, with a warning, if the system has no shared memory (`/dev/shm`), as in a container."""
    from concurrent.futures import ProcessPoolExecutor  # noqa: PLC0415  # one process starts sooner without it
    from multiprocessing import get_context  # noqa: PLC0415  # as above

    try:
        return ProcessPoolExecutor(jobs, get_context("spawn"), work_for_parent)
    except (OSError, ImportError, NotImplementedError) as error:
        why = getattr(error, "strerror", None) or str(error)
        warn(f"cannot start several processes, so one does all the work ({why.lower()})")
        return None


def work_for_parent() -> None:
    """Prepare a process of the pool: it leaves interrupts to its parent and ends if the parent is gone."""
    from threading import Thread  # noqa: PLC0415  # as above

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    from multiprocessing import parent_process  # noqa: PLC0415  # as above

    if parent := parent_process():
        parent.join()
        os._exit(1)
