"""Every kind of write of a house, made for ever by a process that is killed, and what has to hold afterwards.

A write says what it tries, and what was acknowledged. Whoever killed it opens the house again and asks: what was
acknowledged is there, what was tried is there or not at all, and the house goes on.
"""

import os
import random
import shutil
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any, Final

from logs import NO_LINE, SESSION, chained
from measure import tower

from events.conduct import Posted
from events.errors import ConflictError, IllegalMoveError, RefusedError
from events.facts import Started
from events.signature import SigningKey
from events.store import schema
from events.store.accounts import SEAT
from events.store.backup import backup
from events.store.desks import Desks
from events.store.opening import BESIDE, is_server, open_house
from events.store.protocol import EventStore, HouseStore
from events.store.sqlite import SqliteStore
from events.store.transfer import TABLES
from projections.move_choices import line_of
from projections.shelf import shelf
from projections.terms import Written
from replay.audit.audit import audit_session
from replay.corrections.correction import correct
from replay.corrections.plan import Change
from replay.corrections.ruling import dispute, open_disputes, rule
from replay.corrections.takeback import take_back
from replay.exchange.bundle import export_lines, import_bundle, read_bundle
from replay.live.key_change import make_key, renew_key
from replay.live.session import Session
from replay.live.submission import Request, submit
from replay.posts.file import FiledPost, file_post
from replay.posts.paste import Pasted, Poster
from replay.reading.reading import Group
from replay.reading.timeline import Timeline
from webui.commands.move import _move, _opened, _require_room

Say = Callable[..., None]
Said = Sequence[Sequence[Any]]
SEATS: Final = ("rose", "clara")
LONGEST: Final = 160
"""A session that has more lines is let go of, so that a round stays cheap."""
_SETTLED_S: Final = 60
_OTHERS: Final = """
select pid, state, query from pg_stat_activity
where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()
"""
_OF_A_SESSION: Final = ("lines", "secrets", "towers", "submissions", "fingerprints", "signatures")


class House:
    """A database and the folder that belongs to it; on a server with a spare one, which is emptied again and again."""

    def __init__(self, place: str, folder: Path, chance: random.Random, spare: str = "") -> None:
        self.place, self.folder, self.chance, self.spare = place, folder, chance, spare

    @property
    def is_file(self) -> bool:
        return not is_server(self.place)

    @contextmanager
    def opened(self) -> Iterator[HouseStore]:
        with closing(open_house(self.place)) as store:
            yield store

    def settle(self) -> None:
        """Wait until a server is done with what a process sent that is dead: it carries it out all the same."""
        if self.is_file:
            return
        import psycopg  # noqa: PLC0415  # only who has such a database has it

        pause, until = threading.Event(), time.monotonic() + _SETTLED_S
        with psycopg.connect(self.place, autocommit=True) as connection:
            while rest := connection.execute(_OTHERS).fetchall():
                require(time.monotonic() < until, f"somebody is still at it: {rest}")
                pause.wait(0.005)


def rows(store: HouseStore, sql: str, *values: object) -> list[Any]:
    if isinstance(store, SqliteStore):
        return store._readers.rows(sql, *values)
    with closing(store.open_accounts()) as accounts:
        return list(accounts.rows(sql, *values))


def require(holds: object, says: str) -> None:
    if not holds:
        raise AssertionError(says)


def begun(store: EventStore, chance: random.Random) -> Session:
    games = shelf()
    slug = chance.choice(list(games))
    return Session.create(store, games, Started(slug, games[slug].meta.rules_number, SEATS), tower=tower())


def moved(session: Session, chance: random.Random) -> tuple[str, Any]:
    seat = session.status.awaited[0]
    return seat, chance.choice(list(session.game.rules.legal(session.view(seat).position, seat)))


def check_log(store: HouseStore, session: str, heads: Sequence[Sequence[Any]]) -> None:
    """Hold a log to what was acknowledged: the heads stand, and an audit finds it chained, whole and by the rules."""
    lines = store.lines(session)
    for seq, digest in heads:
        require(seq <= len(lines) and lines[seq - 1].digest.hex() == digest, f"{session}: line {seq} is lost")
    report = audit_session(store, shelf(), session)
    wrong = [finding for finding in report.findings if finding.level == "violation"]
    require(not wrong, f"{session}: {[(one.rule, one.seq, one.condition) for one in wrong[:3]]}")
    Session.load(store, shelf(), session).require_open(past_end=True)


def check_no_orphans(store: HouseStore) -> None:
    for table in _OF_A_SESSION:
        found = rows(store, f"select distinct session from {table} where session not in (select session from sessions)")  # noqa: S608  # names above
        require(not found, f"{table} of a session that is not there: {found}")


class Write:
    """A kind of write. `span_s` is how long after its beginning it is killed at most."""

    name = ""
    span_s = 0.03
    for_files_alone = False

    def __init__(self, house: House) -> None:
        self.house, self.chance = house, house.chance

    def prepare(self) -> None:
        """Before a process begins: make what it needs."""

    def write(self, say: Say) -> None:
        raise NotImplementedError

    def check(self, said: Said) -> None:
        raise NotImplementedError


class Posts(Write):
    """Posts into one session, each under a key: who heard nothing sends again, and nothing is filed twice."""

    name = "a post"
    session = ""

    def prepare(self) -> None:
        if not self.session:
            with self.house.opened() as store:
                self.session = begun(store, self.chance).row.session
                self.heads = list[Sequence[Any]]()

    def write(self, say: Say) -> None:
        with self.house.opened() as store:
            say("ready")
            while True:
                session = Session.load(store, shelf(), self.session)
                if not session.status.awaited:
                    say("over")
                    return
                seat, move = moved(session, self.chance)
                line, key = (
                    line_of(session.game, move, session.view(seat).position),
                    os.urandom(12).hex(),
                )  # a process before drew the same numbers
                say("try", seat, line, session.head.seq, key)
                done = filed(store, self.session, seat, line, session.head.seq, key)
                require(done.is_done, f"{line} is refused")
                say("did", key, done.seq, done.head)

    def check(self, said: Said) -> None:
        told = {key: (seq, digest) for what, *rest in said if what == "did" for key, seq, digest in [rest]}
        with self.house.opened() as store:
            self.heads += told.values()
            check_log(store, self.session, self.heads)
            for what, *rest in said:
                if what == "try" and rest[-1] not in told:
                    self._send_again(store, rest)
            if store.head(self.session).seq > LONGEST or any(what == "over" for what, *_ in said):
                self.session = ""

    def _send_again(self, store: HouseStore, sent: Sequence[Any]) -> None:
        """What was not acknowledged: sent again it is filed once, whether it stood or not."""
        seat, line, after, key = sent
        again = filed(store, self.session, seat, line, after, key)
        require(again.is_done, f"{self.session}: {line}, sent again, is refused: {again.paste.trouble}")
        head = store.head(self.session)
        once_more = filed(store, self.session, seat, line, after, key)
        require(once_more.is_done and store.head(self.session) == head, f"{self.session}: {line} was filed twice")
        posts = [
            entry for entry in Session.load(store, shelf(), self.session).table.entries
            if isinstance(entry.fact, Posted) and entry.seq > after
        ]  # fmt: skip
        require(len(posts) <= 1, f"{self.session}: {line} was filed twice behind line {after}")
        self.heads.append((head.seq, head.hex))


def filed(store: EventStore, session: str, seat: str, line: str, after: int, key: str) -> FiledPost:
    return file_post(store, shelf(), session, Pasted(text=line, seat=seat, after=after, key=key), Poster(seat, seat))


class Corrections(Write):
    """Moves, and takebacks, corrections, and disputes with rulings about them."""

    name = "a correction"
    session = ""

    def prepare(self) -> None:
        if not self.session:
            with self.house.opened() as store:
                self.session, self.heads = begun(store, self.chance).row.session, list[Sequence[Any]]()

    def write(self, say: Say) -> None:
        with self.house.opened() as store:
            session = Session.load(store, shelf(), self.session)
            for claim in open_disputes(session.table):  # the process before was killed between it and its ruling
                _rule_on(session, _group_after(session, claim.line - 1), claim.seq, "stand")
            say("ready")
            while session.status.awaited:
                before = session.head.seq
                seat, move = moved(session, self.chance)
                _, other = moved(session, self.chance)
                submit(session, seat, [Request(Written(move))])
                say("did", session.head.seq, session.head.hex)
                if session.status.awaited:
                    self._take_it_up(session, before, other)
                    say("did", session.head.seq, session.head.hex)
            say("over")

    def _take_it_up(self, session: Session, before: int, other: Any) -> None:
        """Do something about the last move: a takeback, another move in its place, or a dispute and its ruling."""
        group = _group_after(session, before)
        match self.chance.choice(("take back", "correct", "rewind", "stand")):
            case "take back":
                take_back(session, before, by="moderator", reason="we play on")
            case "correct":
                with suppress(RefusedError, IllegalMoveError):  # the chance that fell may fit no other move
                    correct(session, [Change(group, Written(other))], by="moderator")
            case verdict:
                _rule_on(session, group, dispute(session, group.first, "That was not so.", by=SEATS[0]), verdict)

    def check(self, said: Said) -> None:
        self.heads += [(seq, digest) for what, *rest in said if what == "did" for seq, digest in [rest]]
        with self.house.opened() as store:
            check_log(store, self.session, self.heads)
            if store.head(self.session).seq > LONGEST or any(what == "over" for what, *_ in said):
                self.session = ""


def _rule_on(session: Session, group: Group, number: int, verdict: str) -> None:
    rule(session, group, verdict, "So it was.", by="moderator", settles=number)


def _group_after(session: Session, seq: int) -> Group:
    return next(group for group in Timeline(session.row, session.table).groups if group.first > seq)


class Founding(Write):
    """Sessions that begin."""

    name = "a founding"

    def write(self, say: Say) -> None:
        with self.house.opened() as store:
            say("ready")
            while True:
                name = "".join(self.chance.choice("bcdfghjkmn") for _ in range(12))
                say("try", name)
                games = shelf()
                slug = self.chance.choice(list(games))
                start = Started(slug, games[slug].meta.rules_number, SEATS)
                session = Session.create(store, games, start, tower=tower(), session=name, alias=name[:6])
                say("did", name, session.head.seq, session.head.hex)

    def check(self, said: Said) -> None:
        told = {rest[0]: rest[1:] for what, *rest in said if what == "did"}
        with self.house.opened() as store:
            check_no_orphans(store)
            there = {row.session for row in store.sessions()}
            for what, name, *_ in (each for each in said if each[0] == "try"):
                require(name in there or name not in told, f"{what}: {name} is lost")
                if name in there:
                    check_log(store, name, [told[name]] if name in told else [])
                    require(store.row(name[:6]).session == name, f"{name} has lost its alias")
                    store.remove(name)


class Erasing(Write):
    """Texts that are erased: what was acknowledged is nowhere in the files any more."""

    name = "an erasure"

    def prepare(self) -> None:
        with self.house.opened() as store:
            session = begun(store, self.chance)
            self.session = session.row.session
            session.note(*(Posted(SEATS[0], f"secret words {self.chance.random()}") for _ in range(24)), by=SEATS[0])
            self.texts = {one.seq: one.value for one in store.secrets(self.session) if one.field == "text"}

    def write(self, say: Say) -> None:
        with self.house.opened() as store:
            say("ready")
            for seq in self.texts:
                say("try", seq)
                store.erase(self.session, seq, "text")
                say("did", seq)
            say("over")

    def check(self, said: Said) -> None:
        done = {seq for what, *rest in said if what == "did" for seq in rest}
        tried = {seq for what, *rest in said if what == "try" for seq in rest}
        with self.house.opened() as store:
            kept = {one.seq: one for one in store.secrets(self.session) if one.field == "text"}
            for seq, text in self.texts.items():
                require((kept[seq].value is None) == (kept[seq].salt is None), f"line {seq} is erased by half")
                require(seq not in done or kept[seq].value is None, f"the text of line {seq} is there again")
                require(seq in tried or kept[seq].value == text, f"the text of line {seq} is lost")
            check_log(store, self.session, [])
            if self.house.is_file:
                raw = b"".join(path.read_bytes() for path in self.house.folder.glob(f"{Path(self.house.place).name}*"))
                left = [seq for seq in done if str(self.texts[seq]).encode() in raw]
                require(not left, f"erased texts stand in the files: lines {left}")
            store.remove(self.session)


class Removing(Write):
    """Sessions that are removed whole."""

    name = "a removal"

    def prepare(self) -> None:
        with self.house.opened() as store:
            self.sessions = dict[str, int]()
            for _ in range(5):
                session = begun(store, self.chance)
                self.sessions[session.row.session] = session.head.seq

    def write(self, say: Say) -> None:
        with self.house.opened() as store:
            say("ready")
            for name in self.sessions:
                store.remove(name)
                say("did", name)
            say("over")

    def check(self, said: Said) -> None:
        self.house.settle()  # a session may not go between two questions about it
        gone = {name for what, *rest in said if what == "did" for name in rest}
        with self.house.opened() as store:
            check_no_orphans(store)
            there = {row.session for row in store.sessions()}
            for name, count in self.sessions.items():
                require(name not in there or name not in gone, f"{name} is there again")
                if name in there:
                    require(store.head(name).seq == count, f"{name} is there by half")
                    check_log(store, name, [])
                    store.remove(name)


class Importing(Write):
    """An exported session that is brought in, and removed, again and again."""

    name = "an import"
    text = ""

    def prepare(self) -> None:
        if self.text:
            return
        with self.house.opened() as store:
            session = begun(store, self.chance)
            for _ in range(30):
                if session.status.awaited:
                    seat, move = moved(session, self.chance)
                    submit(session, seat, [Request(Written(move))])
            self.session = session.row.session
            self.text = "".join(f"{line}\n" for line in export_lines(store, shelf(), self.session))
            self.count = store.head(self.session).seq
            store.remove(self.session)

    def write(self, say: Say) -> None:
        bundle = read_bundle(self.text, shelf())
        with self.house.opened() as store:
            say("ready")
            with suppress(ConflictError):
                while True:
                    import_bundle(store, bundle)
                    say("did", "in")
                    say("try", "out")
                    store.remove(self.session)
                    say("did", "out")

    def check(self, said: Said) -> None:
        last = list(said[-1]) if said else []
        with self.house.opened() as store:
            check_no_orphans(store)
            there = {row.session for row in store.sessions()}
            if self.session in there:
                require(store.head(self.session).seq == self.count, "an import is there by half")
                bundle = read_bundle(self.text, shelf())
                require(store.lines(self.session) == list(bundle.lines), "an import has other lines")
                secrets = sorted(bundle.secrets, key=lambda one: (one.seq, one.field, one.item))
                require(store.secrets(self.session) == secrets, "an import has other secrets")
                store.remove(self.session)
            else:
                require(last != ["did", "in"], "what was imported is lost")


class Signing(Write):
    """Heads that are signed and given out, and a key that is renewed."""

    name = "a signature"
    span_s = 0.04
    sessions: tuple[str, ...] = ()

    def prepare(self) -> None:
        with self.house.opened() as store:
            if not store.signing_keys():
                make_key(store)
            if not self.sessions or store.head(self.sessions[0]).seq > LONGEST:
                self.sessions = tuple(begun(store, self.chance).row.session for _ in range(3))
                self.signed = list[tuple[str, int, str]]()

    def write(self, say: Say) -> None:
        with self.house.opened() as store:
            say("ready")
            while True:
                for name in self.sessions:
                    session = Session.load(store, shelf(), name)
                    session.note(Posted(SEATS[0], "a word"), by=SEATS[0])
                    require(session.signed_head(), f"{name} is not signed")
                    say("did", name, session.head.seq, session.head.hex)
                if self.chance.random() < 0.3:
                    for change in renew_key(store, shelf()):
                        require(not change.why, change.why)

    def check(self, said: Said) -> None:
        self.signed += [(name, seq, digest) for what, *rest in said if what == "did" for name, seq, digest in [rest]]
        with self.house.opened() as store:
            keys = store.signing_keys()
            require(1 <= len(keys) <= 2, f"the house has {len(keys)} keys")
            for name in self.sessions:
                signed = {one.seq for one in store.signatures(name)}
                due = [(seq, digest) for session, seq, digest in self.signed if session == name]
                check_log(store, name, due)
                lacking = [seq for seq, _ in due if seq not in signed]
                require(not lacking, f"{name}: the signatures of lines {lacking} are lost")
                high = store.signed_head(name).seq
                require(high >= max((seq for seq, _ in due), default=0), f"{name}: the mark of what was signed fell")
            if len(keys) == 2:
                for change in renew_key(store, shelf()):
                    require(not change.why, f"a key change that was broken off does not go on: {change.why}")
                require(len(store.signing_keys()) == 1, "a key change does not end")
            for name in self.sessions:
                require(Session.load(store, shelf(), name).signed_head(), f"{name} is not signed on")


class Beside(Write):
    """What stands beside the logs: links, settings, entries of a desk, and marks."""

    name = "links, settings, desks, marks"
    session = ""

    def prepare(self) -> None:
        if not self.session:
            with self.house.opened() as store:
                self.session = begun(store, self.chance).row.session
                self.tokens, self.k = list[str](), 1_000
        self.desk = f"d{self.chance.getrandbits(40):x}"

    def write(self, say: Say) -> None:
        with self.house.opened() as store, closing(store.open_accounts()) as accounts:
            desks, at, k = Desks(accounts), 0, self.k
            say("ready")
            while True:
                link, token = accounts.issue(self.session, SEAT, 1, seat=SEATS[0])
                say("link", token)
                link, token = accounts.reissue(link, 2)
                say("link", token)
                accounts.change(self.session, where=f"https://example.org/{token}")
                say("where", token)
                at = desks.append(self.desk, at, "host", f'"{at}"', 1)
                say("desk", at)
                k += 1
                store.put_mark(self.session, k, k)
                say("mark", k)

    def check(self, said: Said) -> None:
        told = {what: rest[0] for what, *rest in said if rest}
        with self.house.opened() as store, closing(store.open_accounts()) as accounts:
            live = [link for link in accounts.links(self.session) if link.is_live]
            if "link" in told:
                require(accounts.by_token(told["link"]) or len(live) > len(self.tokens), "a link is lost")
            if "where" in told:
                where = accounts.settings(self.session).where
                require(where.startswith("https://example.org/k-"), f"settings are there by half: {where}")
            entries = [entry.seq for entry in Desks(accounts).entries(self.desk)] if told.get("desk") else []
            require(entries == list(range(1, len(entries) + 1)), f"a desk has a gap: {entries}")
            require(len(entries) >= told.get("desk", 0), "an entry of a desk is lost")
            require(store.mark(self.session)[0] >= told.get("mark", 0), "a mark fell")
            self.k = max(self.k, store.mark(self.session)[0])
            self.session = ""


class Backups(Write):
    """Copies of the file."""

    name = "a backup"
    for_files_alone = True

    def prepare(self) -> None:
        with self.house.opened() as store:
            if not store.sessions():
                begun(store, self.chance)
            self.count = len(store.sessions())
        for path in self.house.folder.glob("copy-*"):
            path.unlink()

    def write(self, say: Say) -> None:
        say("ready")
        for at in range(10_000):
            backup(Path(self.house.place), self.house.folder / f"copy-{at}")
            say("did", at)

    def check(self, said: Said) -> None:
        made = {at for what, *rest in said if what == "did" for at in rest}
        there = {int(path.name.partition("-")[2]) for path in self.house.folder.glob("copy-*") if "." not in path.name}
        require(made <= there, f"backups are lost: {made - there}")
        for at in sorted(there)[-2:]:
            with closing(SqliteStore(self.house.folder / f"copy-{at}")) as store:
                require(len(store.sessions()) == self.count, f"copy {at} is not whole")
        left = self.house.folder / f"next-{self.chance.getrandbits(40)}"
        backup(Path(self.house.place), left)
        left.unlink()


class Migrating(Write):
    """The first opening of a database, or that of an older one."""

    name = "a migration"
    span_s = 0.06

    def prepare(self) -> None:
        self.steps = self.chance.randrange(len(schema.STEPS)) if self.house.is_file else 0
        if self.house.is_file:
            self.place = str(self.house.folder / f"young-{self.chance.getrandbits(60):x}.db")
            if self.steps:
                shutil.copy(older(self.house.folder, self.steps), self.place)
        else:
            self.place = self.house.spare
            emptied(self.place)

    def write(self, say: Say) -> None:
        with closing(open_house(self.place)) as store:
            say("ready")
            with closing(store.open_accounts()) as accounts:
                accounts.key("forms")
            say("did")

    def check(self, said: Said) -> None:  # noqa: ARG002  # it is cut off or it is not
        with closing(open_house(self.place)) as store:
            if self.steps:
                require(len(store.lines("abcdefghijkl")) == 3, "a migration has lost lines")
            session = begun(store, self.chance)
            check_log(store, session.row.session, [])
        if self.house.is_file:
            for end in ("", "-wal", "-shm", ".mark", ".mark-wal", ".mark-shm"):
                Path(self.place + end).unlink(missing_ok=True)


def older(folder: Path, steps: int) -> Path:
    path = folder / f"older-{steps}.db"
    if not path.exists():
        whole, needed = schema.STEPS, schema._NEEDED
        try:
            schema.STEPS = dict(list(whole.items())[:steps])  # type: ignore[misc]  # as an earlier version had them
            with closing(sqlite3.connect(path, isolation_level=None)) as connection:
                schema.migrate(connection, path)
                connection.execute("insert into sessions values (?, 'keys', 1, 'Friday', null, 'here')", (SESSION,))
                for line in chained(NO_LINE, 3):
                    connection.execute(
                        'insert into lines (session, seq, at_ms, "by", body, digest) values (?, ?, ?, ?, ?, ?)',
                        (SESSION, line.seq, line.at_ms, line.by, line.body, line.digest),
                    )
        finally:
            schema.STEPS, schema._NEEDED = whole, needed  # type: ignore[misc]  # as above
    return path


def emptied(place: str) -> None:
    import psycopg  # noqa: PLC0415  # only where there is a server

    with psycopg.connect(place, autocommit=True) as connection:
        connection.execute("drop schema if exists cloisterbell cascade")


class Moving(Write):
    """A whole database that moves into a file, or onto the server."""

    name = "a move"
    span_s = 0.12

    def prepare(self) -> None:
        mould = self.house.folder / "mould.db"
        if not mould.exists():
            with closing(open_house(str(mould))) as store, closing(store.open_accounts()) as accounts:
                store.put_signing_keys([SigningKey.make()])
                for _ in range(3):
                    session = begun(store, self.chance)
                    accounts.issue(session.row.session, SEAT, 1, seat=SEATS[0])
            self.whole = contents(str(mould))
        name = f"{self.chance.getrandbits(60):x}"
        self.source = str(self.house.folder / f"from-{name}.db")
        for end in ("", ".mark", ".key"):
            shutil.copy(f"{mould}{end}", self.source + end)
        self.target = str(self.house.folder / f"to-{name}.db") if self.house.is_file else self.house.spare
        if not self.house.is_file:
            emptied(self.target)
            shutil.rmtree(self.house.folder / "spare", ignore_errors=True)

    def write(self, say: Say) -> None:
        with self._beside(), closing(open_house(self.source)) as store:
            say("ready")
            move_to(store, self.target)
            say("did")

    @contextmanager
    def _beside(self) -> Iterator[None]:
        before = os.environ[BESIDE]
        os.environ[BESIDE] = str(self.house.folder / "spare")
        try:
            yield
        finally:
            os.environ[BESIDE] = before

    def check(self, said: Said) -> None:
        with self._beside():
            self._check(said)

    def _check(self, said: Said) -> None:
        with closing(open_house(self.source)) as source:
            source_goes_on = takes(source)
        with closing(open_house(self.target)) as target:
            has_moved = bool(target.sessions())
        require(has_moved or ["did"] not in [list(each) for each in said], "what was moved is nowhere")
        require(not (has_moved and source_goes_on), "both ends go on")
        require(contents(self.source) == self.whole, "what was left does not hold what it held")
        if not has_moved:
            with closing(open_house(self.source)) as source:
                move_to(source, self.target)
        require(contents(self.target) == self.whole, "what was moved is not what was there")
        with closing(open_house(self.source)) as source, closing(open_house(self.target)) as target:
            require(not takes(source), "what was left goes on")
            require(takes(target), "what was moved does not go on")
        if self.house.is_file:
            for path in (*self.house.folder.glob("from-*"), *self.house.folder.glob("to-*")):
                path.unlink()


def move_to(source: HouseStore, to: str) -> None:
    with _opened(to) as target:
        _require_room(source, target)
        _move(source, target)


def takes(store: HouseStore) -> bool:
    name = next(row.session for row in store.sessions())
    try:
        with store.writing(name) as writer:
            writer.append(chained(writer.head, 1, name))
            raise _EnoughError  # noqa: TRY301  # it rolls back
    except _EnoughError:
        return True
    except Exception as error:  # noqa: BLE001  # it says whatever its server says
        require("was moved to" in str(error), f"it refuses for another reason: {error}")
        return False


class _EnoughError(Exception):
    pass


def contents(place: str) -> dict[str, list[str]]:
    with closing(open_house(place)) as store, closing(store.open_accounts()) as accounts:
        return {
            table: sorted(
                str([bytes(value).hex() if isinstance(value, bytes | memoryview) else value for value in row])
                for row in accounts.rows(f"select {', '.join(columns)} from {table}")  # noqa: S608  # names of `transfer`
            )
            for table, (columns, _) in TABLES.items()
        }


KINDS: Final[tuple[type[Write], ...]] = (
    Posts, Corrections, Founding, Erasing, Removing, Importing, Signing, Beside, Backups, Migrating, Moving,
)  # fmt: skip
"""Every kind of write that one process makes."""
