"""A pytest plugin that records the duration and fixtures of each test, and which fixture is being built."""

import os
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(fixturedef: Any) -> Generator[None, Any, Any]:
    """Attribute the faults that a shared fixture reaches to all tests that use it, not only to the first."""
    before = os.environ.get("MUTANTS_FIXTURE", "")
    if fixturedef.scope != "function":
        os.environ["MUTANTS_FIXTURE"] = f"fixture:{fixturedef.baseid}::{fixturedef.argname}"
    try:
        return (yield)
    finally:
        os.environ["MUTANTS_FIXTURE"] = before


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, Any, Any]:
    """Write one line for each phase of a test: its id, seconds, outcome and fixtures."""
    report: Any = yield
    info: Any = getattr(item, "_fixtureinfo", None)
    used = info.name2fixturedefs.items() if info else ()
    names = "\t".join(f"{one.baseid}::{name}" for name, defined in used for one in defined)
    with Path(os.environ["MUTANTS_REACHED"], f"durations-{os.getpid()}.tsv").open("a") as notes:
        notes.write(f"{item.nodeid}\t{report.duration:.4f}\t{report.outcome}\t{names}\n")
    return report
