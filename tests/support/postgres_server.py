"""PostgreSQL for tests: a server that the environment names, with new databases, and clusters that can be killed."""

import contextlib
import os
import pwd
import select
import shutil
import signal
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

import pytest

VARIABLE: Final = "CLOISTERBELL_TEST_POSTGRES"
"""The address of the server, with a role that may make databases: `postgresql://postgres@127.0.0.1:5432/postgres`."""
SERVER: Final = os.environ.get(VARIABLE, "")
ON_SERVER: Final = pytest.mark.skipif(not SERVER, reason=f"{VARIABLE} names no PostgreSQL server")
_COUNT: Final = count()
_MADE: Final = list[str]()
_TEMPLATE: Final = list[str]()


def new_database(server: str = SERVER, *, migrated: bool = False) -> str:
    """The address of a new database, empty or with the tables; all but the last three before it are dropped."""
    import psycopg  # noqa: PLC0415  # only where there is a server

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
        """Kill all its processes at one moment, as a machine that loses power does, but for what its disk holds."""
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
        """A second server that every commit on this one waits for."""
        import psycopg  # noqa: PLC0415  # only where there is a server

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
    """A new cluster that waits for its disk, running; taken away afterwards, with its standbys."""
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
