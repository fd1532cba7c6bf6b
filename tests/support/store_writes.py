"""Every kind of database write by a process that is killed, and what must hold afterwards.

Acknowledged data is there, attempted data is there completely or not at all, and writing still works.
"""

import os
import random
import shutil
import sqlite3
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager, suppress
from pathlib import Path
from typing import Any, Final
from unittest.mock import patch

from at_once import Say
from logs import NO_LINE, SESSION, chained
from measure import tower

from events.errors import ConflictError, IllegalMoveError, RefusedError
from events.events import Started
from events.session_events import Posted
from events.signature import SigningKey
from events.store import schema
from events.store.accounts import SEAT
from events.store.backup import backup
from events.store.drafts import ImportDrafts
from events.store.opening import STATE_DIR, is_server, open_store
from events.store.protocol import DatabaseStore, EventStore
from events.store.sqlite import SqliteStore
from events.store.transfer import TABLES
from projections.contracts import Written
from projections.move_choices import line_of
from projections.registry import registry
from replay.audit.audit import audit_session
from replay.corrections.correction import correct
from replay.corrections.plan import Change, Correction
from replay.corrections.ruling import dispute, open_disputes, rule
from replay.corrections.takeback import take_back
from replay.posts.door import FiledPost, file_post
from replay.posts.paste import Pasted, Poster
from replay.reading.reading import Group
from replay.reading.timeline import Timeline
from replay.session.key_change import make_key, renew_key
from replay.session.session import Session
from replay.session.submission import Request, submit
from replay.transfer.bundle import export_lines, import_bundle, read_bundle
from webui.commands.db.transfer import _move, _opened, _require_room

Said = Sequence[Sequence[Any]]
Heads = list[Sequence[Any]]
SEATS: Final = ("rose", "clara")
LONGEST: Final = 160
"""Maximum number of entries of a session. A longer one is replaced, so that rounds stay fast."""
_SETTLED_S: Final = 60
_OTHERS: Final = """
select pid, state, query from pg_stat_activity
where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()
"""
_OF_A_SESSION: Final = ("lines", "secrets", "towers", "submissions", "fingerprints", "signatures")


class Database:
    """A database and its folder. On a server there is also a spare database, which is emptied for each use."""

    def __init__(self, place: str, folder: Path, chance: random.Random, spare: str = "") -> None:
        self.place, self.folder, self.chance, self.spare = place, folder, chance, spare
        self.is_file = not is_server(place)

    @contextmanager
    def opened(self) -> Iterator[DatabaseStore]:
        """Open the database. It must be closed before a process is forked."""
        with closing(open_store(self.place)) as store:
            yield store

    def settle(self) -> None:
        """Wait until a server has carried out the statements of a dead process."""
        if self.is_file:
            return
        import psycopg  # noqa: PLC0415  # needed for a server only

        pause, until = threading.Event(), time.monotonic() + _SETTLED_S
        with psycopg.connect(self.place, autocommit=True) as connection:
            while rest := connection.execute(_OTHERS).fetchall():
                require(time.monotonic() < until, f"the server is still busy: {rest}")
                pause.wait(0.005)


def require(holds: object, says: str) -> None:
    if not holds:
        raise AssertionError(says)


def told(reports: Said, what: str) -> list[Any]:
    """Return what was reported under a word: a list of lists, or of single values."""
    return [rest[0] if len(rest) == 1 else rest for word, *rest in reports if word == what]


def begun(store: EventStore, chance: random.Random, name: str = "") -> Session:
    games = registry()
    slug = chance.choice(list(games))
    started = Started(slug, games[slug].meta.rules_number, SEATS)
    return Session.create(store, games, started, tower=tower(), session=name, alias=name[:6])


def moved(session: Session, chance: random.Random) -> tuple[str, Any]:
    seat = session.status.awaited[0]
    return seat, chance.choice(list(session.game.rules.legal(session.view(seat).position, seat)))


def filed(store: EventStore, session: str, seat: str, line: str, after: int, key: str) -> FiledPost:
    return file_post(store, registry(), session, Pasted(text=line, seat=seat, after=after, key=key), Poster(seat, seat))


def check_log(store: DatabaseStore, session: str, heads: Sequence[Sequence[Any]]) -> None:
    """Check that the acknowledged heads exist and an audit finds no violation, and that the session can be written."""
    lines = store.lines(session)
    for seq, digest in heads:
        require(seq <= len(lines) and lines[seq - 1].digest.hex() == digest, f"{session}: line {seq} is lost")
    report = audit_session(store, registry(), session)
    wrong = [finding for finding in report.findings if finding.level == "violation"]
    require(not wrong, f"{session}: {[(one.rule, one.seq, one.condition) for one in wrong[:3]]}")
    Session.load(store, registry(), session).require_open(past_end=True)


def check_no_orphans(store: DatabaseStore) -> None:
    with closing(store.open_accounts()) as accounts:
        for table in _OF_A_SESSION:
            sql = f"select distinct session from {table} where session not in (select session from sessions)"  # noqa: S608  # names above
            require(not (found := list(accounts.rows(sql))), f"{table} of a missing session: {found}")


class Write:
    """A kind of write. The process is killed within `span_s` seconds."""

    name = ""
    span_s = 0.03
    for_files_alone = False

    def __init__(self, database: Database) -> None:
        self.database, self.chance = database, database.chance

    def before(self) -> None:
        with self.database.opened() as store:
            self.prepare(store)

    def run(self, say: Say) -> None:
        """Write, in the process that is killed."""
        with self.database.opened() as store:
            say("ready")
            self.write(store, say)

    def after(self, reports: Said) -> None:
        with self.database.opened() as store:
            self.check(store, reports)

    def prepare(self, store: DatabaseStore) -> None:
        """Prepare what the process needs."""

    def write(self, store: DatabaseStore, say: Say) -> None:
        """Write until the process is killed."""

    def check(self, store: DatabaseStore, reports: Said) -> None:
        """Check that acknowledged data is there."""


class OneSession(Write):
    """Writes to one session in several rounds, until it is over or long."""

    session = ""

    def prepare(self, store: DatabaseStore) -> None:
        if not self.session:
            self.session, self.heads = begun(store, self.chance).row.session, Heads()

    def check(self, store: DatabaseStore, reports: Said) -> None:
        self.heads += told(reports, "did")
        check_log(store, self.session, self.heads)
        if store.head(self.session).seq > LONGEST or told(reports, "over"):
            self.session = ""


class Posts(OneSession):
    """Posts with a key: a post without acknowledgement is sent again, and none is recorded twice."""

    name = "a post"

    def write(self, store: DatabaseStore, say: Say) -> None:
        while (session := Session.load(store, registry(), self.session)).status.awaited:
            seat, move = moved(session, self.chance)
            key = os.urandom(12).hex()  # an earlier process drew the same random numbers
            post = seat, line_of(session.game, move, session.view(seat).position), session.head.seq, key
            say("try", *post)
            done = filed(store, self.session, *post)
            require(done.is_done, f"{post} is refused")
            say("key", post[-1])
            say("did", done.seq, done.head)
        say("over", "")

    def check(self, store: DatabaseStore, reports: Said) -> None:
        for sent in told(reports, "try"):
            if sent[-1] not in told(reports, "key"):
                done = [filed(store, self.session, *sent) for _ in range(2)]
                require(all(one.is_done for one in done), f"{self.session}: {sent}, sent again, is refused")
                require(done[0].head == done[1].head, f"{self.session}: {sent} was filed twice")
                entries = Session.load(store, registry(), self.session).table.entries
                posts = [entry for entry in entries if isinstance(entry.event, Posted) and entry.seq > sent[2]]
                require(len(posts) <= 1, f"{self.session}: {sent} was filed twice")
                head = store.head(self.session)
                self.heads.append((head.seq, head.hex))
        super().check(store, reports)


class Corrections(OneSession):
    name = "a correction"

    def write(self, store: DatabaseStore, say: Say) -> None:
        session = Session.load(store, registry(), self.session)
        for left in open_disputes(session.table):  # the previous process was killed before its ruling
            group = _group_after(session, left.line - 1)
            rule(session, group, "stand", "So it was.", by="moderator", settles=left.seq)
        while session.status.awaited:
            before = session.head.seq
            (seat, move), (_, other) = moved(session, self.chance), moved(session, self.chance)
            submit(session, seat, [Request(Written(move))])
            say("did", session.head.seq, session.head.hex)
            if session.status.awaited:
                group = _group_after(session, before)
                match self.chance.choice(("take back", "correct", "rewind", "stand")):
                    case "take back":
                        take_back(session, before, by="moderator", reason="we play on")
                    case "correct":
                        with suppress(RefusedError, IllegalMoveError):  # dice and cards may fit no other move
                            correct(session, Correction([Change(group, Written(other))]), by="moderator")
                    case verdict:
                        claim = dispute(session, group.first, "That was not so.", by=SEATS[0])
                        rule(session, group, verdict, "So it was.", by="moderator", settles=claim)
                say("did", session.head.seq, session.head.hex)
        say("over", "")


def _group_after(session: Session, seq: int) -> Group:
    return next(group for group in Timeline(session.row, session.table).groups if group.first > seq)


class CreateWithEntries(Write):
    """New sessions, half of which are removed."""

    name = "a founding or a removal"

    def write(self, store: DatabaseStore, say: Say) -> None:
        while True:
            name = "".join(self.chance.choice("bcdfghjkmn") for _ in range(12))
            say("try", name)
            session = begun(store, self.chance, name)
            say("did", name, session.head.seq, session.head.hex)
            if self.chance.random() < 0.5:
                say("leave", name)
                store.remove(name)
                say("gone", name)

    def after(self, reports: Said) -> None:
        self.database.settle()  # otherwise a session may vanish between two queries
        super().after(reports)

    def check(self, store: DatabaseStore, reports: Said) -> None:
        done = {name: head for name, *head in told(reports, "did")}
        check_no_orphans(store)
        there = {row.session for row in store.sessions()}
        for name in told(reports, "try"):
            require(name in there or name not in done or name in told(reports, "leave"), f"{name} is lost")
            require(name not in there or name not in told(reports, "gone"), f"{name} is there again")
            if name in there:
                check_log(store, name, [done[name]] if name in done else [])
                require(store.row(name[:6]).session == name, f"{name} has lost its alias")
                store.remove(name)


class Erasing(Write):
    """Erased texts: no acknowledged erasure leaves its text in the files."""

    name = "an erasure"

    def prepare(self, store: DatabaseStore) -> None:
        session = begun(store, self.chance)
        self.session = session.row.session
        session.note(*(Posted(SEATS[0], f"secret words {self.chance.random()}") for _ in range(24)), by=SEATS[0])
        self.texts = {one.seq: one.value for one in store.secrets(self.session) if one.field == "text"}

    def write(self, store: DatabaseStore, say: Say) -> None:
        for seq in self.texts:
            say("try", seq)
            store.erase(self.session, seq, "text")
            say("did", seq)
        say("over")

    def check(self, store: DatabaseStore, reports: Said) -> None:
        done, tried = told(reports, "did"), told(reports, "try")
        kept = {one.seq: one for one in store.secrets(self.session) if one.field == "text"}
        for seq, text in self.texts.items():
            require((kept[seq].value is None) == (kept[seq].salt is None), f"line {seq} is erased by half")
            require(seq not in done or kept[seq].value is None, f"the text of line {seq} is there again")
            require(seq in tried or kept[seq].value == text, f"the text of line {seq} is lost")
        check_log(store, self.session, [])
        if self.database.is_file:
            raw = b"".join(
                path.read_bytes() for path in self.database.folder.glob(f"{Path(self.database.place).name}*")
            )
            left = [seq for seq in done if str(self.texts[seq]).encode() in raw]
            require(not left, f"erased texts are in the files: lines {left}")
        store.remove(self.session)


class Importing(Write):
    name = "an import"
    text = ""

    def prepare(self, store: DatabaseStore) -> None:
        if self.text:
            return
        session = begun(store, self.chance)
        for _ in range(30):
            if session.status.awaited:
                seat, move = moved(session, self.chance)
                submit(session, seat, [Request(Written(move))])
        self.session = session.row.session
        self.text = "".join(f"{line}\n" for line in export_lines(store, registry(), self.session))
        store.remove(self.session)

    def write(self, store: DatabaseStore, say: Say) -> None:
        bundle = read_bundle(self.text, registry())
        with suppress(ConflictError):
            while True:
                import_bundle(store, bundle)
                say("did", "in")
                say("try", "out")
                store.remove(self.session)
                say("did", "out")

    def check(self, store: DatabaseStore, reports: Said) -> None:
        check_no_orphans(store)
        if self.session not in {row.session for row in store.sessions()}:
            require([*reports[-1:]] != [["did", "in"]], "an imported session is lost")
            return
        bundle = read_bundle(self.text, registry())
        require(store.lines(self.session) == list(bundle.lines), "an import has other lines")
        secrets = sorted(bundle.secrets, key=lambda one: (one.seq, one.field, one.item))
        require(store.secrets(self.session) == secrets, "an import has other secrets")
        store.remove(self.session)


class Signing(Write):
    """Signed heads, and renewals of the key."""

    name = "a signature"
    span_s = 0.04
    sessions: tuple[str, ...] = ()

    def prepare(self, store: DatabaseStore) -> None:
        if not store.signing_keys():
            make_key(store)
        if not self.sessions or store.head(self.sessions[0]).seq > LONGEST:
            self.sessions = tuple(begun(store, self.chance).row.session for _ in range(3))
            self.signed = Heads()

    def write(self, store: DatabaseStore, say: Say) -> None:
        while True:
            for name in self.sessions:
                session = Session.load(store, registry(), name)
                session.note(Posted(SEATS[0], "a word"), by=SEATS[0])
                require(session.signed_head(), f"{name} is not signed")
                say("did", name, session.head.seq, session.head.hex)
            if self.chance.random() < 0.3:
                _renew_key(store)

    def check(self, store: DatabaseStore, reports: Said) -> None:
        self.signed += told(reports, "did")
        keys = store.signing_keys()
        require(1 <= len(keys) <= 2, f"the database has {len(keys)} keys")
        for name in self.sessions:
            signed = {one.seq for one in store.signatures(name)}
            due = [(seq, digest) for session, seq, digest in self.signed if session == name]
            check_log(store, name, due)
            lacking = [seq for seq, _ in due if seq not in signed]
            require(not lacking, f"{name}: the signatures of lines {lacking} are lost")
            high = store.signed_head(name).seq
            require(high >= max((seq for seq, _ in due), default=0), f"{name}: the mark of the signed head fell")
        if len(keys) == 2:
            _renew_key(store)
            require(len(store.signing_keys()) == 1, "a key change does not end")
        for name in self.sessions:
            require(Session.load(store, registry(), name).signed_head(), f"{name} is no longer signed")


def _renew_key(store: DatabaseStore) -> None:
    for change in renew_key(store, registry()):
        require(not change.why, f"a key change is refused: {change.why}")


class Beside(Write):
    """Data in addition to the logs: links, settings, import drafts and high-water marks."""

    name = "links, settings, desks, marks"

    def prepare(self, store: DatabaseStore) -> None:
        self.session = begun(store, self.chance).row.session
        self.draft = f"d{self.chance.getrandbits(40):x}"

    def write(self, store: DatabaseStore, say: Say) -> None:
        with closing(store.open_accounts()) as accounts:
            desks, at = ImportDrafts(accounts), 0
            while True:
                link, token = accounts.issue(self.session, SEAT, 1, seat=SEATS[0])
                say("link", token)
                link, token = accounts.reissue(link, 2)
                say("link", token)
                accounts.change(self.session, where=f"https://example.org/{token}")
                say("where", token)
                at = desks.append(self.draft, at, "host", f'"{at}"', 1)
                say("desk", at)
                store.put_watermark(self.session, 1_000 + at, 1_000 + at)
                say("mark", 1_000 + at)

    def check(self, store: DatabaseStore, reports: Said) -> None:
        last = {what: rest[0] for what, *rest in reports if rest}
        with closing(store.open_accounts()) as accounts:
            live = any(link.is_live for link in accounts.links(self.session))
            require("link" not in last or accounts.by_token(last["link"]) or live, "a link is lost")
            where = accounts.settings(self.session).where
            require("where" not in last or where.startswith("https://example.org/k-"), f"half of a setting: {where}")
            entries = [entry.seq for entry in ImportDrafts(accounts).entries(self.draft)] if "desk" in last else []
        require(entries == list(range(1, len(entries) + 1)), f"a desk has a gap: {entries}")
        require(len(entries) >= last.get("desk", 0), "an entry of a desk is lost")
        require(store.watermark(self.session)[0] >= last.get("mark", 0), "a mark fell")


class Backups(Write):
    name = "a backup"
    for_files_alone = True

    def prepare(self, store: DatabaseStore) -> None:
        if not store.sessions():
            begun(store, self.chance)
        self.count = len(store.sessions())
        for path in self.database.folder.glob("copy-*"):
            path.unlink()

    def run(self, say: Say) -> None:
        say("ready")
        for at in range(10_000):
            backup(Path(self.database.place), self.database.folder / f"copy-{at}")
            say("did", at)

    def after(self, reports: Said) -> None:
        made = set(told(reports, "did"))
        there = {
            int(path.name.partition("-")[2]) for path in self.database.folder.glob("copy-*") if "." not in path.name
        }
        require(made <= there, f"backups are lost: {made - there}")
        for at in sorted(there)[-2:]:
            with closing(SqliteStore(self.database.folder / f"copy-{at}")) as store:
                require(len(store.sessions()) == self.count, f"copy {at} is not whole")
        left = self.database.folder / f"next-{self.chance.getrandbits(40)}"
        backup(Path(self.database.place), left)
        left.unlink()


class Migrating(Write):
    """The first opening of a new database or of an older one."""

    name = "a migration"
    span_s = 0.06

    def before(self) -> None:
        self.steps = self.chance.randrange(len(schema.STEPS)) if self.database.is_file else 0
        self.place = self.database.spare
        if self.database.is_file:
            self.place = str(self.database.folder / f"young-{self.chance.getrandbits(60):x}.db")
        else:
            emptied(self.place)
        if self.steps:
            shutil.copy(older(self.database.folder, self.steps), self.place)

    def run(self, say: Say) -> None:
        with closing(open_store(self.place)) as store:
            say("ready")
            with closing(store.open_accounts()) as accounts:
                accounts.key("forms")
            say("did")

    def after(self, reports: Said) -> None:  # noqa: ARG002  # the migration is complete, or is completed now
        with closing(open_store(self.place)) as store:
            require(not self.steps or len(store.lines("abcdefghijkl")) == 3, "a migration has lost lines")
            check_log(store, begun(store, self.chance).row.session, [])
        if self.database.is_file:
            for path in self.database.folder.glob(f"{Path(self.place).name}*"):
                path.unlink()


def older(folder: Path, steps: int) -> Path:
    path = folder / f"older-{steps}.db"
    if not path.exists():
        of_then = dict(list(schema.STEPS.items())[:steps])
        restored = patch.multiple(schema, STEPS=of_then, _NEEDED=schema._NEEDED)
        with restored, closing(sqlite3.connect(path, isolation_level=None)) as connection:
            schema.migrate(connection, path)
            connection.execute(
                "insert into sessions (session, game, created_ms, title, origin) "
                "values (?, 'keys', 1, 'Friday', 'here')",
                (SESSION,),
            )
            for line in chained(NO_LINE, 3):
                connection.execute(
                    'insert into lines (session, seq, at_ms, "by", body, digest) values (?, ?, ?, ?, ?, ?)',
                    (SESSION, line.seq, line.at_ms, line.by, line.body, line.digest),
                )
    return path


def emptied(place: str) -> None:
    import psycopg  # noqa: PLC0415  # needed for a server only

    with psycopg.connect(place, autocommit=True) as connection:
        connection.execute("drop schema if exists cloisterbell cascade")


class Moving(Write):
    """Transfer of a whole database to a file or a server."""

    name = "a move"
    span_s = 0.12

    def before(self) -> None:
        mould = self.database.folder / "mould.db"
        if not mould.exists():
            with closing(open_store(str(mould))) as store, closing(store.open_accounts()) as accounts:
                store.put_signing_keys([SigningKey.make()])
                for _ in range(3):
                    accounts.issue(begun(store, self.chance).row.session, SEAT, 1, seat=SEATS[0])
            self.whole = contents(str(mould))
        name = f"{self.chance.getrandbits(60):x}"
        self.source = str(self.database.folder / f"from-{name}.db")
        for end in ("", ".mark", ".key"):
            shutil.copy(f"{mould}{end}", self.source + end)
        self.target = str(self.database.folder / f"to-{name}.db") if self.database.is_file else self.database.spare
        if not self.database.is_file:
            emptied(self.target)
            shutil.rmtree(self.database.folder / "spare", ignore_errors=True)

    def run(self, say: Say) -> None:
        with self._beside(), closing(open_store(self.source)) as store:
            say("ready")
            move_to(store, self.target)
            say("did", "")

    def _beside(self) -> AbstractContextManager[Any]:
        """Use a different state directory from the rest of this round."""
        return patch.dict(os.environ, {STATE_DIR: str(self.database.folder / "spare")})

    def after(self, reports: Said) -> None:
        with self._beside():
            with closing(open_store(self.source)) as source, closing(open_store(self.target)) as target:
                has_moved = bool(target.sessions())
                require(has_moved or not told(reports, "did"), "the moved data is nowhere")
                require(not (has_moved and takes(source)), "both databases accept entries")
            require(contents(self.source) == self.whole, "the source has lost data")
            with closing(open_store(self.source)) as source:
                if not has_moved:
                    move_to(source, self.target)
            require(contents(self.target) == self.whole, "the target has other data")
            with closing(open_store(self.source)) as source, closing(open_store(self.target)) as target:
                require(not takes(source), "the source still accepts entries")
                require(takes(target), "the target accepts no entries")
        if self.database.is_file:
            for path in (*self.database.folder.glob("from-*"), *self.database.folder.glob("to-*")):
                path.unlink()


def move_to(source: DatabaseStore, to: str) -> None:
    """Transfer a database as the command does."""
    with _opened(to) as target:
        _require_room(source, target)
        _move(source, target)


def takes(store: DatabaseStore) -> bool:
    """Return whether a database accepts an entry, which is rolled back."""
    name = next(row.session for row in store.sessions())
    try:
        with store.writing(name) as writer:
            writer.append(chained(writer.head, 1, name))
            raise _EnoughError  # noqa: TRY301  # rolls back
    except _EnoughError:
        return True
    except Exception as error:  # noqa: BLE001  # each kind of server has its own error
        require("was moved to" in str(error), f"it refuses for another reason: {error}")
        return False


class _EnoughError(Exception):
    pass


def contents(place: str) -> dict[str, list[str]]:
    with closing(open_store(place)) as store, closing(store.open_accounts()) as accounts:
        return {
            table: sorted(
                str([bytes(value).hex() if isinstance(value, bytes | memoryview) else value for value in row])
                for row in accounts.rows(f"select {', '.join(columns)} from {table}")  # noqa: S608  # from `transfer`
            )
            for table, (columns, _) in TABLES.items()
        }


KINDS: Final[tuple[type[Write], ...]] = (
    Posts, Corrections, CreateWithEntries, Erasing, Importing, Signing, Beside, Backups, Migrating, Moving,
)  # fmt: skip
