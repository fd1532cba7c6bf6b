"""The PostgreSQL server that tests may use, named by the environment; each test has a database of its own."""

import os
from itertools import count
from typing import Final

VARIABLE: Final = "CLOISTERBELL_TEST_POSTGRES"
"""Names the server as libpq does, as a role that may make databases: `postgresql://postgres@127.0.0.1:5432/postgres`."""
SERVER: Final = os.environ.get(VARIABLE, "")
_COUNT: Final = count()
_MADE: Final = list[str]()


def new_database() -> str:
    """The address of a new, empty database; those before it that nobody uses any more are dropped."""
    import psycopg  # noqa: PLC0415  # only where there is a server
    from psycopg import sql  # noqa: PLC0415  # as above
    from psycopg.conninfo import make_conninfo  # noqa: PLC0415  # as above

    name = f"bell_test_{os.getpid()}_{next(_COUNT)}"
    with psycopg.connect(SERVER, autocommit=True) as connection:
        for old in list(_MADE):
            try:
                connection.execute(sql.SQL("drop database {}").format(sql.Identifier(old)))
            except psycopg.errors.ObjectInUse:
                continue
            _MADE.remove(old)
        connection.execute(sql.SQL("create database {}").format(sql.Identifier(name)))
    _MADE.append(name)
    return make_conninfo(SERVER, dbname=name)
