"""Compile or build things once for a test run: templates, URLs, test modules, and shared folders."""

import fcntl
import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from functools import cache
from pathlib import Path
from types import CodeType
from typing import Any

import pytest
from _pytest.assertion import rewrite
from _pytest.assertion.rewrite import assertstate_key
from flask import Flask
from jinja2 import BytecodeCache
from jinja2.bccache import Bucket
from werkzeug.routing import Rule

from events.store import tables
from events.store.schema import migrate


class Compiled(BytecodeCache):
    def __init__(self) -> None:
        self.codes: dict[tuple[str, str], CodeType] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        bucket.code = self.codes.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket: Bucket) -> None:
        assert bucket.code is not None
        self.codes[bucket.key, bucket.checksum] = bucket.code


class SharedRule(Rule):
    """A rule of the URL map that shares its compiled parts and URL builders with equal rules of other apps."""

    shared: dict[Any, dict[str, Any]] = {}  # noqa: RUF012  # shared by all rules

    def compile(self) -> None:
        key = (self.rule, self.subdomain, self.merge_slashes, f"{self.defaults}")
        if key not in self.shared:
            super().compile()
            names = ("_parts", "_trace", "_converters", "arguments", "_build", "_build_unknown")
            self.shared[key] = {name: getattr(self, name) for name in names}
        vars(self).update(self.shared[key])
        self._build, self._build_unknown = (
            self.shared[key][name].__func__.__get__(self) for name in ("_build", "_build_unknown")
        )


@cache
def empty_database() -> bytes:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        migrate(connection, Path(":memory:"))
        return connection.serialize()


def copy_schema(connection: sqlite3.Connection, path: Path) -> None:
    """Migrate a database; copy an empty one if it is in memory."""
    if str(path) == ":memory:":
        connection.deserialize(empty_database())
    else:
        migrate(connection, path)


def share_compiled() -> None:
    """Share compiled templates and URL rules between apps, and the schema between databases in memory."""
    tables.migrate = copy_schema  # type: ignore[attr-defined]
    Flask.jinja_options = {**Flask.jinja_options, "bytecode_cache": Compiled()}
    Flask.url_rule_class = SharedRule


def compile_share(config: pytest.Config) -> None:
    """Compile this worker's share of the test modules for all workers; pytest has no public function for it.

    `PYTHONDONTWRITEBYTECODE` is unset for the workers and for programs that tests start. Otherwise each of them would
    compile all modules.
    """
    if config.getoption("numprocesses", None):
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    if workers < 2:
        return
    number = int(os.environ["PYTEST_XDIST_WORKER"].removeprefix("gw"))

    modules = sorted(path for folder in map(Path, config.args) for path in folder.rglob("test_*.py"))
    modules.sort(key=lambda path: path.stat().st_size)
    for path in modules[number::workers]:
        compiled = rewrite.get_cache_dir(path) / f"{path.stem}{rewrite.PYC_TAIL}"
        if rewrite._read_pyc(path, compiled) is None and rewrite.try_makedirs(compiled.parent):
            source_hash, code = rewrite._rewrite_test(path, config)
            rewrite._write_pyc(config.stash[assertstate_key], code, source_hash, compiled)


def built_once(factory: pytest.TempPathFactory, name: str, build: Callable[[Path], object]) -> Path:
    """Return a folder that `build` fills once for all workers of this run; the other workers wait."""
    shared = factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        shared = shared.parent
    found, making = shared / name, shared / f"{name}.making"
    with (shared / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not found.exists():
            making.mkdir()
            build(making)
            making.rename(found)
    return found
