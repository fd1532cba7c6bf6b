"""Short-lived data that several processes share: counters for rate limits, and link packets of one browser.

They are not part of a log, so commits do not wait for the disk. After a loss, counters restart and links are made
again.
"""

from itertools import count as numbers
from typing import Final

from events.store.postgres.database import Connection, PostgresDatabase

_KEPT_S: Final = 7_200  # the number of seconds for which hits are kept, longer than any window
_SWEEP: Final = 100  # old hits are deleted each time this many keys were new
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
    """Counters for rate limits: the times of hits by key, by the database server's clock. Safe for many processes."""

    def __init__(self, database: PostgresDatabase) -> None:
        self._database, self._anew = database, numbers()

    def hit(self, key: str, most: int, window_s: int, amount: int = 1) -> bool:
        """Count `amount` hits; return False and count none if `window_s` seconds would then have more than `most`."""

        def count(connection: Connection) -> bool:
            connection.execute(_NOT_WAITED_FOR)
            connection.execute("select pg_advisory_xact_lock(hashtextextended(%s, 0))", (key,))
            connection.execute(
                "delete from hits where key = %s and not at_s between extract(epoch from clock_timestamp()) - %s"
                " and extract(epoch from clock_timestamp()) + 1",  # in case the clock was set back
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

        return self._database.run(count)

    def window(self, key: str, window_s: int) -> tuple[float, int]:
        """Return the time of the first hit in the window (seconds since 1970; now if none) and the number of hits."""
        ((first, count),) = self._database.rows(
            "select coalesce(min(at_s), extract(epoch from clock_timestamp()))::float8, count(*) from hits"
            " where key = %s and at_s between extract(epoch from clock_timestamp()) - %s"
            " and extract(epoch from clock_timestamp()) + 1",
            key, window_s,
        )  # fmt: skip
        return float(first), int(count)

    def forget(self, key: str = "") -> int:
        """Delete the hits of a key, or of all keys, and return their number."""
        sql = "delete from hits where key = %s or %s = ''"
        return self._database.run(lambda connection: connection.execute(sql, (key, key)).rowcount)


class SharedPackets:
    """Small encrypted packets that are kept for a while. Only the browser that owns one can decrypt it."""

    def __init__(self, database: PostgresDatabase) -> None:
        self._database = database

    def put(self, holder: bytes, name: str, at_ms: int, sealed: bytes, oldest_ms: int) -> None:
        """Save a packet in place of the holder's last packet of this name. Delete packets older than `oldest_ms`."""

        def keep(connection: Connection) -> None:
            connection.execute("delete from packets where at_ms < %s", (oldest_ms,))
            connection.execute(_PUT, (holder, name, at_ms, sealed))

        self._database.run(keep)

    def get(self, holder: bytes, name: str, oldest_ms: int) -> bytes | None:
        """Return a packet, or None if it does not exist or is older than `oldest_ms`."""
        sql = "select sealed from packets where holder = %s and name = %s and at_ms >= %s"
        for (sealed,) in self._database.rows(sql, holder, name, oldest_ms):
            return bytes(sealed)
        return None

    def drop(self, holder: bytes, name: str) -> None:
        """Delete the packet of a holder under a name."""
        sql = "delete from packets where holder = %s and name = %s"
        self._database.run(lambda connection: connection.execute(sql, (holder, name)))
