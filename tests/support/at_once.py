"""Functions that run at the same moment, in threads of this process or in processes forked from it."""

import faulthandler
import json
import os
import signal
import threading
import traceback
from collections.abc import Callable
from typing import Any, Final

_LONGEST_S: Final = 240


def at_once(*tasks: Callable[[], None], meanwhile: Callable[[], None] = lambda: None) -> None:
    """Run each task in its own thread and `meanwhile` in this one, and wait for all."""
    gate, failed = threading.Barrier(len(tasks)), list[BaseException]()

    def run(task: Callable[[], None]) -> None:
        gate.wait()
        try:
            task()
        except BaseException as error:  # noqa: BLE001  # re-raised in the waiting thread
            failed.append(error)

    threads = [threading.Thread(target=run, args=(task,)) for task in tasks]
    for thread in threads:
        thread.start()
    meanwhile()
    for thread in threads:
        thread.join()
    assert not failed, failed


Say = Callable[..., None]


def forked(run: Callable[[Say], None]) -> tuple[int, int]:
    """Run a function in a new process; return its id and the pipe on which it reports lists of words.

    A process that runs for more than `_LONGEST_S` writes its stack to the pipe and ends.
    """
    reading, writing = os.pipe()
    process = os.fork()
    if process:
        os.close(writing)
        return process, reading

    def say(*words: Any) -> None:
        os.write(writing, json.dumps(words).encode() + b"\n")

    try:
        os.close(reading)
        faulthandler.register(signal.SIGALRM, file=writing, chain=True)
        signal.alarm(_LONGEST_S)
        run(say)
    except BaseException:  # noqa: BLE001  # reported to the other process
        say("wrong", traceback.format_exc(limit=-6)[-2_000:])
    finally:
        os._exit(0)


def heard(process: int, reading: int) -> list[list[Any]]:
    """Return all complete reports of a process after its end. Fails if the process ran for too long."""
    with os.fdopen(reading, "rb") as reports:
        output = reports.read()
    os.waitpid(process, 0)
    assert b"(most recent call first)" not in output, output.decode()
    return [json.loads(line) for line in output.splitlines(keepends=True) if line.endswith(b"\n")]
