"""The PostgreSQL server that tests may use, named by the environment; each test has a database of its own."""

import os
from itertools import count
from typing import Final

VARIABLE: Final = "CLOISTERBELL_TEST_POSTGRES"
"""Names the server as libpq does, as a role that may make databases: `postgresql://postgres@127.0.0.1:5432/postgres`."""
SERVER: Final = os.environ.get(VARIABLE, "")
_COUNT: Final = count()
_MADE: Final = list[str]()


_TEMPLATE: Final = list[str]()


def new_database(*, migrated: bool = False) -> str:
    """The address of a new, empty database; those before it that nobody uses any more are dropped.

    With `migrated` it has its tables already: copied from one that was made first, which takes half as long.
    """
    import psycopg  # noqa: PLC0415  # only where there is a server
    from psycopg import sql  # noqa: PLC0415  # as above
    from psycopg.conninfo import make_conninfo  # noqa: PLC0415  # as above

    if migrated and not _TEMPLATE:
        from events.store.postgres.database import migrate_database  # noqa: PLC0415  # as above

        migrate_database(new_database())
        _TEMPLATE.append(_MADE.pop())
    name = f"bell_test_{os.getpid()}_{next(_COUNT)}"
    template = _TEMPLATE[0] if migrated else "template1"
    with psycopg.connect(SERVER, autocommit=True) as connection:
        for old in list(_MADE):
            try:
                connection.execute(sql.SQL("drop database {}").format(sql.Identifier(old)))
            except psycopg.errors.ObjectInUse:
                continue
            _MADE.remove(old)
        made = sql.SQL("create database {} template {}").format(sql.Identifier(name), sql.Identifier(template))
        connection.execute(made)
    _MADE.append(name)
    return make_conninfo(SERVER, dbname=name)
