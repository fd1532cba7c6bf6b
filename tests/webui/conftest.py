"""Fixtures of the pages: a store, its accounts, and the browser of a laptop."""

from collections.abc import Iterator
from contextlib import closing

import pytest
from flask import Flask
from flask.testing import FlaskClient
from people import Browser

from events.store.accounts import Accounts
from events.store.memory import MemoryStore
from projections.registry import Registry
from webui import create_app
from webui.access.rate_limits import LIMITS


@pytest.fixture
def store() -> MemoryStore:
    return MemoryStore()


@pytest.fixture
def accounts() -> Iterator[Accounts]:
    with closing(Accounts.memory()) as found:
        yield found


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.fixture
def laptop(store: MemoryStore, games: Registry, accounts: Accounts) -> Browser:
    return Browser(create_app(store, games, accounts, laptop=True))


@pytest.fixture
def unlimited(monkeypatch: pytest.MonkeyPatch) -> None:
    for kind in LIMITS:
        monkeypatch.setitem(LIMITS, kind, ())
