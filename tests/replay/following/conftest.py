"""The database and the session of tests of followed threads."""

from collections.abc import Iterator

import pytest
from scripted_source import Following

from events.store.accounts import Accounts
from events.store.memory import MemoryStore


@pytest.fixture
def accounts() -> Iterator[Accounts]:
    found = Accounts.memory()
    yield found
    found.close()


@pytest.fixture
def game(store: MemoryStore, accounts: Accounts) -> Following:
    return Following(store, accounts)
