"""Processes that are forked from this one, and what they report."""

import json
import os
import traceback
from collections.abc import Callable
from typing import Any

Say = Callable[..., None]


def forked(run: Callable[[Say], None]) -> tuple[int, int]:
    """Run a function in a new process; return its id and the end of a pipe on which it reports lists of words."""
    reading, writing = os.pipe()
    process = os.fork()
    if process:
        os.close(writing)
        return process, reading

    def say(*words: Any) -> None:
        os.write(writing, json.dumps(words).encode() + b"\n")

    try:
        os.close(reading)
        run(say)
    except BaseException:  # noqa: BLE001  # it is reported to the other process
        say("wrong", traceback.format_exc(limit=-6)[-2_000:])
    finally:
        os._exit(0)


def heard(process: int, reading: int) -> list[list[Any]]:
    """All whole reports of a process, after its end."""
    with os.fdopen(reading, "rb") as reports:
        found = [json.loads(line) for line in reports if line.endswith(b"\n")]
    os.waitpid(process, 0)
    return found
