"""Processes that share the work of many audits end with the one that shares it out, however that ends."""

import subprocess
import sys

import pytest

PROGRAM = """
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from webui.commands.audit_all import work_for_parent

if __name__ == "__main__":
    with ProcessPoolExecutor(2, get_context("spawn"), work_for_parent) as pool:
        print(*pool.map(len, ["one", "two"]), flush=True)
        input()
"""


@pytest.mark.long
def test_nobody_works_on_where_the_first_process_was_killed() -> None:
    """The output stays open as long as one of them has it."""
    pipe = subprocess.PIPE
    with subprocess.Popen([sys.executable, "-c", PROGRAM], stdin=pipe, stdout=pipe, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "3 3\n"
        process.kill()
        assert process.communicate(timeout=60)[0] == ""
    assert process.returncode < 0
