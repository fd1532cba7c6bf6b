"""The size of a log on disk: `python tests/bench/sizes.py`, on a server too if CLOISTERBELL_TEST_POSTGRES is set.

All samples of a game are imported into a separate database. The size of a closed file counts, or of all tables on a
server with their indexes. Both are vacuumed first, and the size of an empty database is subtracted.
"""

import os
import sys
import tempfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Final

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))
from postgres_server import SERVER, new_database

from events.store.opening import STATE_DIR, open_store
from projections.registry import registry
from replay.importing.samples import samples, take_in
from webui.views.session_index import SessionIndex, made_by

_TABLES: Final = """
select coalesce(sum(pg_total_relation_size(oid)), 0)::bigint from pg_class
where relnamespace = 'cloisterbell'::regnamespace and relkind = 'r'
"""


def in_file(place: str) -> int:
    import sqlite3  # noqa: PLC0415  # not needed for a server

    with closing(sqlite3.connect(place)) as connection:
        connection.execute("vacuum")
        ((size,),) = connection.execute("select page_count * page_size from pragma_page_count, pragma_page_size")
    return int(size)


def on_server(place: str) -> int:
    """Return the bytes of all tables of a database, including their indexes and related storage."""
    import psycopg  # noqa: PLC0415  # optional dependency

    with psycopg.connect(place, autocommit=True) as connection:
        connection.execute("vacuum full")
        ((size,),) = connection.execute(_TABLES).fetchall()
    return int(size)


def measured(slug: str, place: str, size: Callable[[str], int]) -> tuple[int, int, int]:
    with closing(open_store(place)) as store, closing(store.open_accounts()) as accounts:
        SessionIndex(store, registry(), accounts, made_by(registry())).refresh()
    empty, lines, count = size(place), 0, 0
    with closing(open_store(place)) as store, closing(store.open_accounts()) as accounts:
        for sample in samples(slug):
            lines += store.head(take_in(store, registry(), sample)).seq
            count += 1
        SessionIndex(store, registry(), accounts, made_by(registry()), at_once=10**9).refresh()
    return count, lines, size(place) - empty


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        os.environ[STATE_DIR] = str(Path(folder, "beside"))
        for slug in registry():
            count, lines, size = measured(slug, str(Path(folder, f"{slug}.db")), in_file)
            told = f"{slug:8} {count:2} sessions {lines:6,} lines; a line takes {size / lines:5.0f} bytes in a file"
            if SERVER:
                _, lines, size = measured(slug, new_database(), on_server)
                told += f", {size / lines:5.0f} on a server"
            sys.stdout.write(f"{told}\n")


if __name__ == "__main__":
    main()
