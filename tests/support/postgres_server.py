"""PostgreSQL for tests: a server that the environment names, with new databases, and clusters that can be killed."""

import contextlib
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit, urlunsplit

import pytest

VARIABLE: Final = "CLOISTERBELL_TEST_POSTGRES"
"""Names the server as libpq does, as a role that may make databases: `postgresql://postgres@127.0.0.1:5432/postgres`."""
SERVER: Final = os.environ.get(VARIABLE, "")
ON_SERVER: Final = pytest.mark.skipif(not SERVER, reason=f"{VARIABLE} names no PostgreSQL server")
_COUNT: Final = count()
_MADE: Final = list[str]()
_TEMPLATE: Final = list[str]()


def new_database(*, migrated: bool = False) -> str:
    """The address of a new, empty database, with `migrated` one with tables; unused older ones are dropped."""
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


_FOLDERS: Final = ("/usr/lib/postgresql",)
_STARTED_S: Final = 60
_PAUSE_S: Final = 0.02
_SIGNALS: Final = {"smart": signal.SIGTERM, "fast": signal.SIGINT, "immediate": signal.SIGQUIT}
_CONF: Final = """
listen_addresses = '127.0.0.1'
port = {port}
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


def programs() -> Path | None:
    found = shutil.which("initdb")
    if found:
        return Path(found).resolve().parent
    versions = [path / "bin" for folder in _FOLDERS for path in sorted(Path(folder).glob("*"))]
    return next((path for path in reversed(versions) if (path / "initdb").exists()), None)


def why_not() -> str:
    if programs() is None:
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


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as made:
        return int(made.getsockname()[1])


class Cluster:
    def __init__(self, folder: Path, port: int) -> None:
        self.folder, self.port = folder, port
        self.standbys: list[Cluster] = []
        self._server: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"postgresql://postgres@127.0.0.1:{self.port}/postgres"

    def start(self) -> None:
        with (self.folder.parent / f"{self.folder.name}.log").open("ab") as log:
            self._server = _begun("postgres", "-D", str(self.folder), out=log)
        while _begun("pg_isready", "-q", "-h", "127.0.0.1", "-p", str(self.port)).wait() != 0:
            with contextlib.suppress(subprocess.TimeoutExpired):
                raise RuntimeError(f"the server ended with {self._server.wait(_PAUSE_S)}")

    def stop(self, mode: str = "immediate") -> None:
        if self._server is not None:
            self._server.send_signal(_SIGNALS[mode])
            self._server.wait(_STARTED_S)
            self._server = None

    def kill(self) -> None:
        """Kill all its processes at one moment, as a machine that loses power does, but for what its disk holds."""
        assert self._server is not None
        group = [self._server.pid, *_children(self._server.pid)]
        for process in group:
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        self._server.wait(_STARTED_S)
        self._server = None
        _wait_gone(group)

    def promote(self) -> None:
        self.run("pg_ctl", "promote", "-w", "-t", str(_STARTED_S))

    def set(self, **settings: str) -> None:
        with (self.folder / "postgresql.auto.conf").open("a") as conf:
            for name, value in settings.items():
                conf.write(f"{name} = '{value}'\n")
        self.run("pg_ctl", "reload", may_fail=True)

    def run(self, program: str, *words: str, may_fail: bool = False) -> None:
        run_program(program, "-D", str(self.folder), *words, may_fail=may_fail)

    def standby(self, folder: Path) -> "Cluster":
        port = _free_port()
        source = f"{self.url}?application_name=standby"
        words = ("-D", str(folder), "-d", source, "-R", "-X", "stream", "-c", "fast", "--no-sync")
        run_program("pg_basebackup", *words)
        made = Cluster(folder, port)
        made.set(port=str(port), synchronous_standby_names="")
        made.start()
        self.standbys.append(made)
        self.set(synchronous_standby_names="standby")
        self.wait_for_standby()
        return made

    def wait_for_standby(self) -> None:
        import psycopg  # noqa: PLC0415  # only where there is a server

        sql = "select 1 from pg_stat_replication where sync_state = 'sync'"
        with psycopg.connect(self.url, autocommit=True) as connection:
            while not connection.execute(sql).fetchone():
                connection.execute("select pg_sleep(0.02)")


def run_program(program: str, *words: str, may_fail: bool = False) -> None:
    process = _begun(program, *words, err=subprocess.PIPE)
    _, told = process.communicate()
    if process.returncode and not may_fail:
        raise RuntimeError(f"{program} {' '.join(words)}: {told[-600:].decode()}")


def _begun(program: str, *words: str, out: Any = subprocess.DEVNULL, err: Any = None) -> subprocess.Popen[bytes]:
    folder, user = programs(), _user()
    assert folder is not None
    return subprocess.Popen(
        [str(folder / program), *words], stdin=subprocess.DEVNULL, stdout=out, stderr=out if err is None else err,
        cwd="/", user=user.pw_uid if user else None, group=user.pw_gid if user else None,
        extra_groups=[] if user else None,
    )  # fmt: skip


def _stat(process: object) -> list[str]:
    """The state of a process, its parent and more; one that is gone counts as dead."""
    try:
        return (Path("/proc") / str(process) / "stat").read_text("utf-8").rpartition(")")[2].split()
    except OSError:
        return ["Z", "0"]


def _children(process: int) -> list[int]:
    running = [folder.name for folder in Path("/proc").iterdir() if folder.name.isdigit()]
    return [int(name) for name in running if _stat(name)[1] == str(process)]


def _wait_gone(processes: list[int]) -> None:
    """Wait until processes that were killed are gone; they are children of another process."""
    while any(_stat(process)[0] != "Z" for process in processes):
        os.sched_yield()


@contextlib.contextmanager
def cluster_folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="bell-cluster-", ignore_cleanup_errors=True) as folder:
        if user := _user():
            os.chown(folder, user.pw_uid, user.pw_gid)
        yield Path(folder)


@contextlib.contextmanager
def cluster() -> Iterator[Cluster]:
    """A new cluster that waits for its disk, running; taken away afterwards, with its standbys."""
    with cluster_folder() as folder:
        made = Cluster(folder / "first", _free_port())
        words = ("-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync")
        run_program("initdb", "-D", str(made.folder), *words)
        with (made.folder / "postgresql.conf").open("a") as conf:
            conf.write(_CONF.format(port=made.port))
        made.start()
        try:
            yield made
        finally:
            made.stop()
            for one in made.standbys:
                one.stop()


@contextlib.contextmanager
def database_of(server: str) -> Iterator[str]:
    import psycopg  # noqa: PLC0415  # only where there is a server
    from psycopg import sql  # noqa: PLC0415  # as above

    name = f"bell_faults_{os.getpid()}_{next(_COUNT)}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(sql.SQL("create database {}").format(sql.Identifier(name)))
    try:
        yield urlunsplit(urlsplit(server)._replace(path=f"/{name}"))
    finally:
        with psycopg.connect(server, autocommit=True) as connection:
            connection.execute(sql.SQL("drop database {} with (force)").format(sql.Identifier(name)))


def url_of(address: str) -> str:
    """The address of a database as the command line takes it."""
    words = dict(word.split("=", 1) for word in address.split())
    return f"postgresql://{words['user']}@{words['host']}:{words['port']}/{words['dbname']}"
