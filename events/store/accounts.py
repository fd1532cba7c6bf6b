"""Accounts: people, secret links, settings and notices of sessions, in tables outside the logs.

In a log, a person is a random id. Names, links and addresses are only in these tables, so that they can be changed and
deleted. Only the hash of a secret link is stored. A stolen database therefore contains no usable link, and a lost link
must be replaced. The tables are never exported.
"""

import secrets as randomness
from contextlib import AbstractContextManager
from hashlib import sha256
from pathlib import Path
from typing import Final, Literal

import msgspec

from events.lazy_patterns import lazy_pattern
from events.store.settings import Settings, strictest
from events.store.tables import Executor, SqliteTables, Tables

HOST: Final = "host"
"""The role that may begin sessions. Its links belong to no session."""
MODERATOR: Final = "moderator"
JUDGE: Final = "judge"
"""The start of each judge's role: `judge-1`, `judge-2` ..."""
SEAT: Final = "seat"
SPECTATOR: Final = "spectator"
"""The role of a link that gives read access to a private session."""
HELPER: Final = "desk"
"""The role of a link for people who help with the draft of an import."""
EVERYWHERE: Final = ""
"""The value of `session` in a host's link."""
TOKEN: Final = lazy_pattern(r"(?<![A-Za-z0-9])k-[a-z2-7]{26}(?![A-Za-z0-9])")
"""Pattern that finds the token of a secret link in a text."""
_ALPHABET: Final = "abcdefghijklmnopqrstuvwxyz234567"
_LETTERS: Final = 26  # 130 bits
_ADDRESS: Final = "select value from house_keys where name = 'address'"
_PUT_SETTINGS: Final = """
insert into settings (session, json) values (?, ?) on conflict (session) do update set json = excluded.json
"""
_PUT_LINK: Final = """
insert into links (hash, id, session, role, seat, person, name, made_ms, revoked_ms) values (?, ?, ?, ?, ?, ?, ?, ?, ?)
"""
_LINK: Final = "select id, session, role, seat, person, name, made_ms, revoked_ms from links"


def draft_session(draft: str) -> str:
    """Return the text that the link to an import draft has in place of a session id."""
    return f"desk/{draft}"


class Link(msgspec.Struct, frozen=True):
    """One secret link, without its token. `person` is the random id in the log; `name` is for display."""

    id: str
    session: str
    role: str
    seat: str
    person: str
    name: str
    made_ms: int
    revoked_ms: int

    @property
    def is_live(self) -> bool:
        """Whether the link has not been revoked."""
        return not self.revoked_ms


class Accounts:
    """The tables of links, settings and notices. Safe for many threads. A foreign file raises `RefusedError`."""

    def __init__(self, tables: str | Path | Tables) -> None:
        self.tables: Tables = SqliteTables(tables) if isinstance(tables, str | Path) else tables

    @classmethod
    def memory(cls) -> "Accounts":
        """Return accounts that are kept in memory only."""
        return cls(":memory:")

    def transaction(self) -> AbstractContextManager[Executor]:
        """Open a transaction; an exception rolls it back. Inside another transaction, it is part of the outer one."""
        return self.tables.transaction()

    def rows(self, sql: str, *values: object) -> list[tuple[object, ...]]:
        """Return all rows of one query."""
        return self.tables.rows(sql, *values)

    def run(self, sql: str, *values: object) -> int:
        """Run one statement in a transaction, and return the number of changed rows."""
        with self.transaction() as db:
            return db.execute(sql, values).rowcount

    # Secret keys of this database

    def key(self, name: str) -> bytes:
        """Return a secret key of this database by name: 32 random bytes, created at the first call."""
        for (value,) in self.rows("select value from house_keys where name = ?", name):
            assert isinstance(value, bytes)
            return value
        insert = "insert into house_keys (name, value) values (?, ?) on conflict do nothing"
        self.run(insert, name, randomness.token_bytes(32))
        return self.key(name)

    def renew(self, name: str) -> None:
        """Delete a secret key of this database. The next call of `key` creates a new one."""
        self.run("delete from house_keys where name = ?", name)

    # The address of the server

    def address(self) -> str:
        """Return the address under which this database was last served, "" if others could not reach it by any."""
        return "".join(str(value, "utf-8") for (value,) in self.rows(_ADDRESS) if isinstance(value, bytes))

    def set_address(self, address: str) -> None:
        """Save the address under which this database is served."""
        if address != self.address():
            with self.transaction():
                self.renew("address")
                self.run("insert into house_keys (name, value) values ('address', ?)", address.encode())

    # Settings

    def settings(self, session: str) -> Settings:
        """Return the settings of a session, or the defaults if it has none."""
        for (text,) in self.rows("select json from settings where session = ?", session):
            assert isinstance(text, str)
            return msgspec.json.decode(text, type=Settings)
        return Settings()

    def change(self, session: str, **what: object) -> Settings:
        """Change the settings of a session that are named in `what`, and return all settings of the session."""
        with self.transaction():
            changed = msgspec.structs.replace(self.settings(session), **what)
            self.put_settings(session, changed)
        return changed

    def drop_settings(self, session: str) -> None:
        """Delete the settings of a session that was not created after all."""
        self.run("delete from settings where session = ?", session)

    def forget(self, session: str) -> None:
        """Delete what belongs to a removed session outside its log. Its what-ifs keep their own visibility."""
        with self.transaction():
            gone = self.settings(session)
            left = self.rows("select session from settings where json_extract(json, '$.record') = ?", session)
            for (branch,) in left:
                visibility = strictest(self.settings(str(branch)).visibility, gone.visibility)
                self.change(str(branch), visibility=visibility, record=gone.record)
            for table in ("settings", "links", "notices", "followed", "fetched", "replies"):
                self.run(f"delete from {table} where session = ?", session)  # noqa: S608  # names above

    def hidden(self) -> frozenset[str]:
        """Return the ids of the sessions that are not public."""
        found = self.rows("select session from settings where json_extract(json, '$.visibility') <> 'public'")
        return frozenset(str(session) for (session,) in found)

    def put_settings(self, session: str, settings: Settings) -> None:
        """Save the settings of a session."""
        self.run(_PUT_SETTINGS, session, msgspec.json.encode(settings).decode())

    # Links

    def issue(
        self, session: str, role: str, at_ms: int, *, seat: str = "", person: str = "", name: str = ""
    ) -> tuple[Link, str]:
        """Create a secret link, for a new person if `person` is "". Return the link and its token.

        The token is not stored, so it can be shown only now.
        """
        token = "k-" + "".join(randomness.choice(_ALPHABET) for _ in range(_LETTERS))
        link = Link(randomness.token_hex(6), session, role, seat, person or self.new_person(), name.strip(), at_ms, 0)
        self.run(_PUT_LINK, _hash(token), *msgspec.structs.astuple(link))
        return link, token

    @staticmethod
    def new_person() -> str:
        """Return a random id of a person, for use in logs."""
        return randomness.token_hex(6)

    def revoke(self, link: str, at_ms: int) -> bool:
        """Revoke a link. Return False if it does not exist or was revoked before."""
        return self.run("update links set revoked_ms = ? where id = ? and revoked_ms = 0", at_ms, link) > 0

    def reissue(self, link: Link, at_ms: int) -> tuple[Link, str]:
        """Revoke a link and issue a new one for the same role and person, in one transaction."""
        with self.transaction():
            self.revoke(link.id, at_ms)
            who = {"seat": link.seat, "person": link.person, "name": link.name}
            return self.issue(link.session, link.role, at_ms, **who)

    def by_token(self, token: str) -> Link | None:
        """Return the live link with this token, or None."""
        return self._live("hash", _hash(token))

    def by_id(self, link: str) -> Link | None:
        """Return the live link with this id, or None."""
        return self._live("id", link)

    def _live(self, column: Literal["hash", "id"], value: object) -> Link | None:
        for row in self.rows(f"{_LINK} where {column} = ? and revoked_ms = 0", value):
            return Link(*row)  # type: ignore[arg-type]  # the schema fixes the types
        return None

    def links(self, session: str) -> list[Link]:
        """Return the links of a session, oldest first, including revoked ones."""
        found = self.rows(f"{_LINK} where session = ? order by made_ms, id", session)
        return [Link(*row) for row in found]  # type: ignore[arg-type]  # the schema fixes the types

    def live_tokens(self, text: str) -> list[Link]:
        """Return the live links whose tokens occur in a text."""
        found = dict.fromkeys(TOKEN.findall(text))
        return [link for token in found if (link := self.by_token(token)) is not None]

    def set_name(self, session: str, seat: str, name: str) -> None:
        """Save the display name of the player of a seat. "" deletes it from the settings and all links of the seat."""
        with self.transaction():
            names = {held: called for held, called in self.names(session).items() if held != seat}
            self.change(session, names={**names, seat: name} if name else names)
            self.run("update links set name = ? where session = ? and role = ? and seat = ?", name, session, SEAT, seat)

    def name_link(self, link: str, name: str) -> None:
        """Change the name on a link, live or revoked. "" deletes it."""
        self.run("update links set name = ? where id = ?", name, link)

    def names(self, session: str) -> dict[str, str]:
        """Return the known display names of the present players, by seat."""
        live = (link for link in self.links(session) if link.is_live and link.role == SEAT and link.name)
        return {**{link.seat: link.name for link in live}, **self.settings(session).names}

    # Notices

    def claim_notice(self, key: str, session: str, at_ms: int) -> bool:
        """Reserve the sending of a notice for this process. Return False if another process has reserved it."""
        sql = "insert into notices (key, session, at_ms, state) values (?, ?, ?, 'claimed') on conflict do nothing"
        return self.run(sql, key, session, at_ms) > 0

    def settle_notice(self, key: str, state: str) -> None:
        """Record the outcome (`state`) of sending a notice. `""` releases the reservation: it can be sent again."""
        if state:
            self.run("update notices set state = ? where key = ?", state, key)
        else:
            self.run("delete from notices where key = ?", key)

    def notices(self, session: str) -> list[tuple[str, int, str]]:
        """Return key, time and state of the notices of a session, newest first."""
        sql = "select key, at_ms, state from notices where session = ? order by at_ms desc, key"
        return [(str(key), int(str(at_ms)), str(state)) for key, at_ms, state in self.rows(sql, session)]

    def close(self) -> None:
        """Close the database."""
        self.tables.close()


def _hash(token: str) -> bytes:
    return sha256(token.encode()).digest()  # tokens are long and random, so a slow hash is not needed
