"""Fixtures: shelves, stores and clocks."""

from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest
import toy

from events.store import EventStore, MemoryStore
from projections.shelf import Shelf, shelf


@pytest.fixture
def games() -> Shelf:
    """The shelf with a whole further game on it, by this line alone."""
    return shelf().with_game(toy.GAME)


@pytest.fixture
def store() -> Iterator[EventStore]:
    opened = MemoryStore()
    yield opened
    opened.close()


@pytest.fixture
def clock() -> Callable[[], int]:
    """A clock that ticks a second a line, from 21 November 2026."""
    ticks = count(1_795_219_200_000, 1000)
    return lambda: next(ticks)


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "bell.db"
