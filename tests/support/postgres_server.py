"""PostgreSQL for tests: databases on a server named by the environment, clusters to kill, and connections to cut."""

import contextlib
import os
import pwd
import select
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

import pytest

VARIABLE: Final = "CLOISTERBELL_TEST_POSTGRES"
"""The URL of the server, with a role that may create databases: `postgresql://postgres@127.0.0.1:5432/postgres`."""
SERVER: Final = os.environ.get(VARIABLE, "")
ON_SERVER: Final = pytest.mark.skipif(not SERVER, reason=f"{VARIABLE} names no PostgreSQL server")
_COUNT: Final = count()
_MADE: Final = list[str]()
_TEMPLATE: Final = list[str]()


def new_database(server: str = SERVER, *, migrated: bool = False) -> str:
    """Return the URL of a new database, empty or with the tables. All but the last three earlier ones are dropped."""
    import psycopg  # noqa: PLC0415  # optional dependency

    if migrated and not _TEMPLATE:
        from events.store.postgres.database import migrate_database  # noqa: PLC0415  # as above

        migrate_database(new_database())
        _TEMPLATE.append(_MADE.pop())
    name = f"bell_test_{os.getpid()}_{next(_COUNT)}"
    with psycopg.connect(server, autocommit=True) as connection:
        for old in _MADE[:-3]:
            with contextlib.suppress(psycopg.errors.ObjectInUse):
                connection.execute(f"drop database {old}".encode())
                _MADE.remove(old)
        connection.execute(f"create database {name} template {_TEMPLATE[0] if migrated else 'template1'}".encode())
    _MADE.append(name)
    return urlsplit(server)._replace(path=f"/{name}").geturl()


_INSTALLED: Final = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
_PROGRAMS: Final = shutil.which("initdb") or (_INSTALLED[-1] if _INSTALLED else None)
_STARTED_S: Final = 60
_PAUSE_S: Final = 0.02
_CONF: Final = """
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
fsync = on
synchronous_commit = on
max_connections = 100
shared_buffers = 32MB
max_wal_size = 256MB
logging_collector = off
recovery_init_sync_method = syncfs
hot_standby = on
"""


def why_not() -> str:
    if _PROGRAMS is None:
        return "no PostgreSQL server is installed"
    if os.geteuid() == 0 and _user() is None:
        return "PostgreSQL does not run as root, and there is no user postgres"
    return ""


def _user() -> "pwd.struct_passwd | None":
    if os.geteuid() != 0:
        return None
    try:
        return pwd.getpwnam("postgres")
    except KeyError:
        return None


class Cluster:
    def __init__(self, folder: Path) -> None:
        self.folder, self.standbys = folder, list[Cluster]()
        with socket.create_server(("127.0.0.1", 0)) as made:
            self.port = int(made.getsockname()[1])
        self._server: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"postgresql://postgres@127.0.0.1:{self.port}/postgres"

    def start(self) -> None:
        with (self.folder.parent / f"{self.folder.name}.log").open("ab") as log:
            self._server = _begun("postgres", "-D", str(self.folder), "-p", str(self.port), out=log)
        while _begun("pg_isready", "-q", "-h", "127.0.0.1", "-p", str(self.port)).wait() != 0:
            with contextlib.suppress(subprocess.TimeoutExpired):
                raise RuntimeError(f"the server ended with {self._server.wait(_PAUSE_S)}")

    def stop(self) -> None:
        if self._server is not None:
            self._server.send_signal(signal.SIGQUIT)
            self._server.wait(_STARTED_S)
            self._server = None

    def kill(self) -> None:
        """Kill all its processes at once, like a power failure, except that its disk cache survives."""
        assert self._server is not None
        children = Path(f"/proc/{self._server.pid}/task/{self._server.pid}/children").read_text("utf-8").split()
        processes = [os.pidfd_open(process) for process in (self._server.pid, *map(int, children))]
        for process in processes:
            signal.pidfd_send_signal(process, signal.SIGKILL)
        for process in processes:
            select.select([process], [], [])
            os.close(process)
        self._server.wait(_STARTED_S)
        self._server = None

    def run(self, program: str, *words: str) -> None:
        process = _begun(program, "-D", str(self.folder), *words, err=subprocess.PIPE)
        _, told = process.communicate()
        if process.returncode:
            raise RuntimeError(f"{program} {' '.join(words)}: {told[-600:].decode()}")

    def standby(self) -> "Cluster":
        """Start a second server for which every commit on this one waits."""
        import psycopg  # noqa: PLC0415  # optional dependency

        made = Cluster(self.folder.with_name("standby"))
        source = f"{self.url}?application_name=standby"
        made.run("pg_basebackup", "-d", source, "-R", "-X", "stream", "-c", "fast", "--no-sync")
        made.start()
        self.standbys.append(made)
        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute("alter system set synchronous_standby_names = 'standby'")
            connection.execute("select pg_reload_conf()")
            while not connection.execute("select 1 from pg_stat_replication where sync_state = 'sync'").fetchone():
                connection.execute("select pg_sleep(0.02)")
        return made


def _begun(program: str, *words: str, out: Any = subprocess.DEVNULL, err: Any = None) -> subprocess.Popen[bytes]:
    user = _user()
    assert _PROGRAMS is not None
    return subprocess.Popen(
        [str(Path(_PROGRAMS).resolve().with_name(program)), *words], stdin=subprocess.DEVNULL, stdout=out,
        stderr=out if err is None else err, cwd="/", user=user.pw_uid if user else None,
        group=user.pw_gid if user else None, extra_groups=[] if user else None,
    )  # fmt: skip


@contextlib.contextmanager
def cluster() -> Iterator[Cluster]:
    """Run a new cluster that waits for its disk, and remove it with its standbys afterwards."""
    with tempfile.TemporaryDirectory(prefix="bell-cluster-", ignore_cleanup_errors=True) as folder:
        if user := _user():
            os.chown(folder, user.pw_uid, user.pw_gid)
        made = Cluster(Path(folder) / "first")
        made.run("initdb", "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync")
        with (made.folder / "postgresql.conf").open("a") as conf:
            conf.write(_CONF)
        made.start()
        try:
            yield made
        finally:
            made.stop()
            for one in made.standbys:
                one.stop()


_PIECE: Final = 65_536


class CutLine:
    """Forwards a local port to a server until a request with the chosen word has gone through."""

    def __init__(self, host: str, port: int) -> None:
        self._server, self._word, self._at_once = (host, port), b"", False
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listening.getsockname()[1])
        self.cuts = 0
        self._running = threading.Event()
        self._running.set()
        self._open, self._changing = list[socket.socket](), threading.Lock()
        threading.Thread(target=self._accept, args=(self._listening,), daemon=True).start()

    def cut_behind(self, word: bytes, *, at_once: bool = False) -> None:
        """Cut the connection after the next request with this word; without an answer, or immediately if `at_once`."""
        self._word, self._at_once = word, at_once

    def _accept(self, listening: socket.socket) -> None:
        with suppress(OSError):
            while True:
                client, _ = listening.accept()
                server = socket.create_connection(self._server)
                with self._changing:
                    if listening.fileno() == -1:  # taken away while this connection was being made
                        client.close()
                        server.close()
                        return
                    self._open += [client, server]
                stopped = threading.Event()
                threading.Thread(target=self._forth, args=(client, server, stopped), daemon=True).start()
                threading.Thread(target=self._back, args=(server, client, stopped), daemon=True).start()

    def _forth(self, client: socket.socket, server: socket.socket, stopped: threading.Event) -> None:
        with suppress(OSError):
            while piece := client.recv(_PIECE):
                self._running.wait()
                if self._word and self._word in piece:
                    self._word = b""
                    self.cuts += 1
                    stopped.set()
                server.sendall(piece)
                if stopped.is_set() and self._at_once:
                    client.shutdown(socket.SHUT_RDWR)
            server.shutdown(socket.SHUT_WR)

    def _back(self, server: socket.socket, client: socket.socket, stopped: threading.Event) -> None:
        with suppress(OSError):
            while piece := server.recv(_PIECE):
                self._running.wait()
                if stopped.is_set():  # the request was carried out, but its answer is dropped
                    break
                client.sendall(piece)
        with suppress(OSError):
            client.shutdown(socket.SHUT_RDWR)
        client.close()
        server.close()

    def freeze(self) -> None:
        self._running.clear()

    def thaw(self) -> None:
        self._running.set()

    def take_away(self) -> None:
        with self._changing:
            self.close()
            for each in self._open:
                with suppress(OSError):
                    each.shutdown(socket.SHUT_RDWR)
            self._open.clear()

    def put_back(self) -> None:
        self._listening = socket.create_server(("127.0.0.1", self.port))
        threading.Thread(target=self._accept, args=(self._listening,), daemon=True).start()

    def close(self) -> None:
        with suppress(OSError):
            self._listening.shutdown(socket.SHUT_RDWR)  # wakes the thread that waits for a connection
        self._listening.close()


@contextmanager
def cut_line(host: str, port: int) -> Iterator[CutLine]:
    line = CutLine(host, port)
    try:
        yield line
    finally:
        line.thaw()
        line.close()
