"""Commands that somebody types beside a server, one after the other: `python letter_box.py DATABASE`.

Each line of its input is a JSON list: what stands on the command's standard input, and its words. It answers each with
the exit status, what the command said, and how many seconds it took.
"""

import io
import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Mapping
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import IO


class LetterBox:
    """The process that types the commands; one at a time. For any number of threads."""

    def __init__(self, place: str, env: Mapping[str, str]) -> None:
        self._lock = threading.Lock()
        self._process = subprocess.Popen(
            [sys.executable, str(Path(__file__)), place], env=env, text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        )  # fmt: skip

    def __call__(self, stdin: str, *words: str) -> tuple[int, str, float]:
        """Type a command; its exit status, what it said, and how many seconds it took."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        with self._lock:
            self._process.stdin.write(json.dumps([stdin, *words]) + "\n")
            self._process.stdin.flush()
            status, out, seconds = json.loads(self._process.stdout.readline())
        return int(status), str(out), float(seconds)

    def close(self) -> None:
        self._process.communicate()


def main(place: str, asked: IO[str], told: IO[str]) -> None:
    from webui.cli import run  # noqa: PLC0415  # the other end of the pipe does without

    for line in asked:
        stdin, *words = json.loads(line)
        said = io.StringIO()
        sys.stdin = io.TextIOWrapper(io.BytesIO(stdin.encode()), encoding="utf-8")
        start = time.perf_counter()
        with redirect_stdout(said), redirect_stderr(said):
            status = run(["--db", place, *words])
        told.write(json.dumps([status, said.getvalue(), time.perf_counter() - start]) + "\n")
        told.flush()


if __name__ == "__main__":
    main(sys.argv[1], os.fdopen(os.dup(0)), os.fdopen(os.dup(1), "w"))
