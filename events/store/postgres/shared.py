"""What the processes of one house share for a while: how often somebody knocked, and packets for one browser.

Neither is part of a log or worth a wait for the disk: who loses them counts anew, and makes a link anew.
"""

from itertools import count as numbers
from typing import Final

from events.store.postgres.database import Connection, PostgresDatabase

_KEPT_S: Final = 7_200
"""Longer than any window: hits of keys that nobody hits any more are not kept beyond it."""
_SWEEP: Final = 100
"""At one of so many keys that come anew what is too old is swept out."""
_DROP_OLD: Final = """
delete from hits where ctid = any(array(
    select ctid from hits where at_s < extract(epoch from clock_timestamp()) - %s for update skip locked))
"""
_NOT_WAITED_FOR: Final = "set local synchronous_commit = off"
_PUT: Final = """
insert into packets (holder, name, at_ms, sealed) values (%s, %s, %s, %s)
on conflict (holder, name) do update set at_ms = excluded.at_ms, sealed = excluded.sealed
"""


class SharedHits:
    """Times at which each key was hit, by the server's clock. For any number of processes."""

    def __init__(self, database: PostgresDatabase) -> None:
        self._database, self._anew = database, numbers()

    def hit(self, key: str, most: int, window_s: int, amount: int = 1) -> bool:
        """Count `amount` hits unless that makes more than `most` in the window; whether they were counted."""

        def count(connection: Connection) -> bool:
            connection.execute(_NOT_WAITED_FOR)
            connection.execute("select pg_advisory_xact_lock(hashtextextended(%s, 0))", (key,))
            connection.execute(
                "delete from hits where key = %s and not at_s between extract(epoch from clock_timestamp()) - %s"
                " and extract(epoch from clock_timestamp()) + 1",  # a clock that was set back refuses nobody for long
                (key, window_s),
            )
            ((found,),) = connection.execute("select count(*) from hits where key = %s", (key,)).fetchall()
            if not found and next(self._anew) % _SWEEP == 0:
                connection.execute(_DROP_OLD, (max(window_s, _KEPT_S),))
            if found + amount > most:
                return False
            connection.execute(
                "insert into hits select %s, extract(epoch from clock_timestamp()) from generate_series(1, %s)",
                (key, amount),
            )
            return True

        with self._database.turn(count) as (connection, counted):
            connection.commit()
        return counted

    def window(self, key: str, window_s: int) -> tuple[float, int]:
        """When the first hit in the window was (seconds since 1970, now for none), and how many there are."""
        ((first, count),) = self._database.rows(
            "select coalesce(min(at_s), extract(epoch from clock_timestamp()))::float8, count(*) from hits"
            " where key = %s and at_s between extract(epoch from clock_timestamp()) - %s"
            " and extract(epoch from clock_timestamp()) + 1",
            key, window_s,
        )  # fmt: skip
        return float(first), int(count)

    def forget(self, key: str = "") -> int:
        """Forget the hits of a key, or all; how many."""
        sql = "delete from hits where key = %s or %s = ''"
        with self._database.turn(lambda connection: connection.execute(sql, (key, key))) as (connection, done):
            connection.commit()
        return done.rowcount


class SharedPackets:
    """Small packets that only their holder can open, kept for a while; what is in them the server never learns."""

    def __init__(self, database: PostgresDatabase) -> None:
        self._database = database

    def put(self, holder: bytes, name: str, at_ms: int, sealed: bytes, oldest_ms: int) -> None:
        """Keep a packet in place of the one before, and drop all that are older than `oldest_ms`."""

        def keep(connection: Connection) -> None:
            connection.execute("delete from packets where at_ms < %s", (oldest_ms,))
            connection.execute(_PUT, (holder, name, at_ms, sealed))

        with self._database.turn(keep) as (connection, _):
            connection.commit()

    def get(self, holder: bytes, name: str, oldest_ms: int) -> bytes | None:
        """A packet that is not older."""
        sql = "select sealed from packets where holder = %s and name = %s and at_ms >= %s"
        for (sealed,) in self._database.rows(sql, holder, name, oldest_ms):
            return bytes(sealed)
        return None

    def drop(self, holder: bytes, name: str) -> None:
        """Forget a packet."""
        sql = "delete from packets where holder = %s and name = %s"
        with self._database.turn(lambda connection: connection.execute(sql, (holder, name))) as (connection, _):
            connection.commit()
