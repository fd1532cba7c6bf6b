"""Accounts: people, secret links, settings and notices of sessions, in tables beside the logs; never exported.

People are random ids in a log; their names, links and addresses are here, where they can be changed and forgotten.
A secret link is kept as a hash: who reads this file cannot use it, and who lost one is given another.
"""

import re
import secrets as randomness
from contextlib import AbstractContextManager
from hashlib import sha256
from pathlib import Path
from typing import Final, Literal

import msgspec

from events.store.settings import Settings, strictest
from events.store.tables import Executor, SqliteTables, Tables

HOST: Final = "host"
"""The role of whoever may begin sessions here; its links belong to no session."""
MODERATOR: Final = "moderator"
JUDGE: Final = "judge"
"""Judges are `judge-1`, `judge-2` ..."""
SEAT: Final = "seat"
SPECTATOR: Final = "spectator"
"""The role of a link with which a private session is read."""
HELPER: Final = "desk"
"""The role of a link whose holder helps with the draft of an import."""
EVERYWHERE: Final = ""
"""The session of a host's link."""
TOKEN: Final = re.compile(r"(?<![A-Za-z0-9])k-[a-z2-7]{26}(?![A-Za-z0-9])")
"""How a secret link's token reads, wherever it stands in a text."""
_ALPHABET: Final = "abcdefghijklmnopqrstuvwxyz234567"
_LETTERS: Final = 26  # 130 bits
_PUT_SETTINGS: Final = """
insert into settings (session, json) values (?, ?) on conflict (session) do update set json = excluded.json
"""
_LINK: Final = "select id, session, role, seat, person, name, made_ms, revoked_ms from links"


def draft_session(draft: str) -> str:
    """The session field of a link to the draft of an import; it is not the id of a session."""
    return f"desk/{draft}"


class Link(msgspec.Struct, frozen=True):
    """One secret link, without its secret. `person` is a random id, which the log knows; `name` what people say."""

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
        """Whether it still opens anything."""
        return not self.revoked_ms


class Accounts:
    """The tables of links, settings and notices beside the logs. Safe for many threads.

    Raises:
        RefusedError: the path is no such file; names it.
    """

    def __init__(self, tables: str | Path | Tables) -> None:
        self.tables: Tables = SqliteTables(tables) if isinstance(tables, str | Path) else tables

    @classmethod
    def memory(cls) -> "Accounts":
        """Accounts in memory, gone with the process."""
        return cls(":memory:")

    def transaction(self) -> AbstractContextManager[Executor]:
        """One transaction; an exception rolls all of it back. Within another it is part of that one."""
        return self.tables.transaction()

    def rows(self, sql: str, *values: object) -> list[tuple[object, ...]]:
        """All rows of one query."""
        return self.tables.rows(sql, *values)

    # Secret keys of this database

    def key(self, name: str) -> bytes:
        """A secret key of this database by name, 32 random bytes made when it is first asked for."""
        for (value,) in self.rows("select value from house_keys where name = ?", name):
            assert isinstance(value, bytes)
            return value
        with self.transaction() as db:
            value = randomness.token_bytes(32)
            db.execute("insert into house_keys (name, value) values (?, ?) on conflict do nothing", (name, value))
        return self.key(name)

    def renew(self, name: str) -> None:
        """Forget a secret key of this database; the next one is another."""
        with self.transaction() as db:
            db.execute("delete from house_keys where name = ?", (name,))

    # Settings

    def settings(self, session: str) -> Settings:
        """The settings of a session; the usual ones where nobody set any."""
        for (text,) in self.rows("select json from settings where session = ?", session):
            assert isinstance(text, str)
            return msgspec.json.decode(text, type=Settings)
        return Settings()

    def change(self, session: str, **what: object) -> Settings:
        """Change some of the settings of a session; returns them all."""
        with self.transaction():
            changed = msgspec.structs.replace(self.settings(session), **what)
            self.put_settings(session, changed)
        return changed

    def drop_settings(self, session: str) -> None:
        """Forget the settings of a session that did not come about."""
        with self.transaction() as db:
            db.execute("delete from settings where session = ?", (session,))

    def forget(self, session: str) -> None:
        """Forget a session that was removed: its settings, links and notices. Its what-ifs stay as hidden as it was."""
        with self.transaction() as db:
            gone = self.settings(session)
            left = self.rows("select session from settings where json_extract(json, '$.record') = ?", session)
            for (branch,) in left:
                visibility = strictest(self.settings(str(branch)).visibility, gone.visibility)
                self.change(str(branch), visibility=visibility, record=gone.record)
            for table in ("settings", "links", "notices"):
                db.execute(f"delete from {table} where session = ?", (session,))  # noqa: S608  # names above

    def hidden(self) -> frozenset[str]:
        """The sessions that are not listed for everybody."""
        found = self.rows("select session from settings where json_extract(json, '$.visibility') <> 'public'")
        return frozenset(str(session) for (session,) in found)

    def put_settings(self, session: str, settings: Settings) -> None:
        """Keep the settings of a session."""
        text = msgspec.json.encode(settings).decode()
        with self.transaction() as db:
            db.execute(_PUT_SETTINGS, (session, text))

    # Links

    def issue(
        self, session: str, role: str, at_ms: int, *, seat: str = "", person: str = "", name: str = ""
    ) -> tuple[Link, str]:
        """A new secret link and its token, which is told this once. `person` is made up where none is given."""
        token = "k-" + "".join(randomness.choice(_ALPHABET) for _ in range(_LETTERS))
        link = Link(randomness.token_hex(6), session, role, seat, person or self.new_person(), name.strip(), at_ms, 0)
        with self.transaction() as db:
            db.execute(
                "insert into links (hash, id, session, role, seat, person, name, made_ms, revoked_ms)"
                " values (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (_hash(token), *msgspec.structs.astuple(link)),
            )
        return link, token

    @staticmethod
    def new_person() -> str:
        """A random id for somebody, which stands in logs."""
        return randomness.token_hex(6)

    def revoke(self, link: str, at_ms: int) -> bool:
        """Let a link open nothing any more; False where it did not."""
        with self.transaction() as db:
            done = db.execute("update links set revoked_ms = ? where id = ? and revoked_ms = 0", (at_ms, link)).rowcount
        return done > 0

    def reissue(self, link: Link, at_ms: int) -> tuple[Link, str]:
        """Revoke a link and issue another for the same role and person, in one transaction."""
        with self.transaction():
            self.revoke(link.id, at_ms)
            return self.issue(
                link.session, link.role, at_ms, seat=link.seat, person=link.person, name=link.name
            )  # fmt: skip

    def by_token(self, token: str) -> Link | None:
        """The live link of a token."""
        return self._live("hash", _hash(token))

    def by_id(self, link: str) -> Link | None:
        """The live link of this id."""
        return self._live("id", link)

    def _live(self, column: Literal["hash", "id"], value: object) -> Link | None:
        for row in self.rows(f"{_LINK} where {column} = ? and revoked_ms = 0", value):
            return Link(*row)  # type: ignore[arg-type]  # the columns' types are the table's
        return None

    def links(self, session: str) -> list[Link]:
        """The links of a session, dead ones too, the oldest first."""
        found = self.rows(f"{_LINK} where session = ? order by made_ms, id", session)
        return [Link(*row) for row in found]  # type: ignore[arg-type]  # the columns' types are the table's

    def live_tokens(self, text: str) -> list[Link]:
        """The live links whose secrets stand in a text."""
        found = dict.fromkeys(TOKEN.findall(text))
        return [link for token in found if (link := self.by_token(token)) is not None]

    def set_name(self, session: str, seat: str, name: str) -> None:
        """Remember what people call whoever holds a seat; "" forgets it, wherever it stands."""
        with self.transaction() as db:
            names = {held: called for held, called in self.names(session).items() if held != seat}
            self.change(session, names={**names, seat: name} if name else names)
            db.execute(
                "update links set name = ? where session = ? and role = ? and seat = ?", (name, session, SEAT, seat)
            )

    def name_link(self, link: str, name: str) -> None:
        """Change the name at a link, live or not; "" forgets it."""
        with self.transaction() as db:
            db.execute("update links set name = ? where id = ?", (name, link))

    def names(self, session: str) -> dict[str, str]:
        """What people call whoever holds a seat now: seat to name, where one is known."""
        live = (link for link in self.links(session) if link.is_live and link.role == SEAT and link.name)
        return {**{link.seat: link.name for link in live}, **self.settings(session).names}

    # Notices

    def claim_notice(self, key: str, session: str, at_ms: int) -> bool:
        """Claim the sending of a notice for this process; False where it was claimed before."""
        with self.transaction() as db:
            sql = "insert into notices (key, session, at_ms, state) values (?, ?, ?, 'claimed') on conflict do nothing"
            return db.execute(sql, (key, session, at_ms)).rowcount > 0

    def settle_notice(self, key: str, state: str) -> None:
        """Note what became of a notice; `""` gives it back, so that it is sent another time."""
        with self.transaction() as db:
            if state:
                db.execute("update notices set state = ? where key = ?", (state, key))
            else:
                db.execute("delete from notices where key = ?", (key,))

    def notices(self, session: str) -> list[tuple[str, int, str]]:
        """Key, time and state of the notices of a session, the newest first."""
        sql = "select key, at_ms, state from notices where session = ? order by at_ms desc, key"
        return [(str(key), int(str(at_ms)), str(state)) for key, at_ms, state in self.rows(sql, session)]

    def close(self) -> None:
        """Let go of the file."""
        self.tables.close()


def _hash(token: str) -> bytes:
    """What is kept of a token: it is random and long, so no slow hash is needed."""
    return sha256(token.encode()).digest()
